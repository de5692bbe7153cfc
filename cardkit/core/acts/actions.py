"""What is done at a table: actions, their notation, and forms, which stand for many actions at once."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable
from functools import cache
from typing import Any, ClassVar, Self, TypeVar, cast, dataclass_transform

from cardkit.core.acts.forms import Each, Form, SomeOf
from cardkit.core.cards import BACK, Card
from cardkit.core.errors import GameFault
from cardkit.core.where import at, shared, typed, typeless

T = TypeVar("T")


def kebab(name: str) -> str:
    """A class name as it is written in notation and in JSON: `PlayCard` as `play-card`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


class Unseen:
    """What stands in a redacted action, or in a view, for a value that a seat may not know."""

    def __str__(self) -> str:
        return "??"

    __repr__ = __str__


UNSEEN = Unseen()


def face_down(value: T) -> T:
    """The same value as somebody sees it from behind: every card turned to BACK, any other value to UNSEEN."""
    if isinstance(value, Card):
        return cast(T, BACK)
    if isinstance(value, tuple | list) and value and all(isinstance(part, Card) for part in cast(Any, value)):
        return cast(T, type(cast(Any, value))([BACK] * len(cast(list[Any], value))))
    return cast(T, UNSEEN)


@dataclass_transform(frozen_default=True)
class Value:
    """A base whose subclasses become frozen dataclasses by being declared."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for name, value in typeless(cls):
            raise GameFault(cls.__name__, typed(name, value) + at(cls))
        for reason in shared(cls):
            raise GameFault(cls.__name__, reason + at(cls))
        has_own = "__init__" in vars(cls)
        dataclasses.dataclass(frozen=True)(cls)
        if not has_own and not hasattr(cls, "__post_init__"):
            _write_init(cls)


def _write_init(cls: type[Value]) -> None:
    """Give a frozen dataclass an `__init__` that puts the fields where they belong, without asking `__setattr__`."""
    fields = dataclasses.fields(cast(Any, cls))
    if not fields or any(not field.init or field.kw_only or field.default_factory is not _MISSING for field in fields):
        return
    old = cast(Any, cls).__init__
    names = [field.name for field in fields]
    given = [
        name if field.default is _MISSING else f"{name}=_defaults[{name!r}]"
        for name, field in zip(names, fields, strict=True)
    ]
    lines = [
        f"def __init__(self, {', '.join(given)}):",
        " _fields = self.__dict__",
        *(f" _fields[{name!r}] = {name}" for name in names),
    ]
    made: dict[str, Any] = {"_defaults": {field.name: field.default for field in fields}}
    exec("\n".join(lines), made)
    made["__init__"].__qualname__, made["__init__"].__annotations__ = old.__qualname__, old.__annotations__
    made["__init__"].__module__ = cls.__module__
    cls.__init__ = made["__init__"]  # type: ignore[method-assign]


_MISSING = dataclasses.MISSING
_FOR_CLASSES = ("word", "secret", "public")


class Action(Value):
    """Something a player may do: a subclass's fields are what it needs to say, in that order.

    `str(action)` is the notation, the only one: a word, which is the name of the class, then the fields.
    A field that is None or False is left out of it, one that is True is its own name. An action with
    `secret = True` shows its fields to the seat that acts, and only those named in `public` to the others.
    """

    word: ClassVar[str]
    secret: ClassVar[bool] = False
    public: ClassVar[tuple[str, ...]] = ()
    """The fields of a secret action that everybody may know."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        names = [field.name for field in dataclasses.fields(cast(Any, cls))]
        for field in dataclasses.fields(cast(Any, cls)):
            if field.name in _FOR_CLASSES:
                reason = f"its {field.name} has a type, so that it is a field: write `{field.name} = {field.default!r}`"
                raise GameFault(cls.__name__, reason + at(cls))
        for name in cls.public:
            if name not in names:
                known = ", ".join(names) or "none"
                raise GameFault(cls.__name__, f"it has no field {name} that could be public; known: {known}{at(cls)}")
        if "word" not in vars(cls):
            cls.word = kebab(cls.__name__)

    def __str__(self) -> str:
        return " ".join(map(str, words_of(self)))

    def redacted(self) -> Action:
        """The action as the other seats see it."""
        if not self.secret:
            return self
        hidden = {name: face_down(value) for name, value in vars(self).items() if name not in self.public}
        return dataclasses.replace(self, **hidden)

    @classmethod
    @cache
    def place_of_cards(cls) -> int:
        """The place among the fields of the one that is a tuple of cards; raises GameFault unless there is one."""
        fields = dataclasses.fields(cast(Any, cls))
        places = [place for place, field in enumerate(fields) if str(field.type).startswith("tuple")]
        if len(places) != 1:
            reason = f"some_of needs one field for cards: write `cards: tuple[Card, ...]`{at(cls)}"
            raise GameFault(cls.__name__, reason)
        return places[0]

    @classmethod
    def of(cls, *choices: Iterable[Any]) -> Form[Self]:
        """Every action of this class whose fields have one of these values each: `Raise.of(range(22, 297))`.

        The choices are those of the fields in their order.
        """
        return Each(cls, choices)

    @classmethod
    def some_of(
        cls, cards: Iterable[Card], least: int = 1, most: int | None = None, /, *choices: Iterable[Any]
    ) -> Form[Self]:
        """Every action of this class with `least` to `most` of these cards: `Put.some_of(hand, 1, 4)`.

        The cards are in the field that is a tuple; the choices are those of the other fields in their order.
        """
        return SomeOf(cls, cards, least, most, choices)


class Pass(Action):
    """Let the others go on: what every seat may do that may act but need not."""


def words_of(action: Action) -> list[Any]:
    """The words of an action's notation: its name, then the values of its fields, of which cards are still cards."""
    words: list[Any] = [action.word]
    for name, value in vars(action).items():
        if isinstance(value, tuple):
            words.extend(cast(tuple[Any, ...], value))
        elif value is True:
            words.append(name)
        elif value is not None and value is not False:
            words.append(value)
    return words
