"""What is done at a table: actions, and their notation."""

from __future__ import annotations

import dataclasses
import re
from typing import Any, ClassVar, TypeVar, cast, dataclass_transform

from cardkit.core.cards import BACK, Card
from cardkit.core.errors import GameFault
from cardkit.core.where import at, typed, typeless

T = TypeVar("T")


def kebab(name: str) -> str:
    """A class name as it is written in notation and in JSON: `PlayCard` as `play-card`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


def face_down(value: T) -> T:
    """The same value with every card in it turned to BACK."""
    if isinstance(value, Card):
        return cast(T, BACK)
    if isinstance(value, tuple | list):
        return cast(T, type(cast(Any, value))(map(face_down, cast(tuple[Any, ...], value))))
    return value


@dataclass_transform(frozen_default=True)
class Value:
    """A base whose subclasses become frozen dataclasses by being declared."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for name, value in typeless(cls):
            raise GameFault(cls.__name__, typed(name, value) + at(cls))
        dataclasses.dataclass(frozen=True)(cls)


class Action(Value):
    """Something a player may do: a subclass's fields are what it needs to say, in that order.

    `str(action)` is the notation, the only one: a word, which is the name of the class, then the fields.
    A field that is None or False is left out of it, one that is True is its own name. An action with
    `secret = True` shows its cards to the seat that acts, and their backs to the others.
    """

    word: ClassVar[str]
    secret: ClassVar[bool] = False

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for field in dataclasses.fields(cast(Any, cls)):
            if field.name in ("word", "secret"):
                reason = f"its {field.name} has a type, so that it is a field: write `{field.name} = {field.default!r}`"
                raise GameFault(cls.__name__, reason + at(cls))
        if "word" not in vars(cls):
            cls.word = kebab(cls.__name__)

    def __str__(self) -> str:
        parts = [self.word]
        for name, value in vars(self).items():
            if isinstance(value, tuple):
                parts.extend(map(str, cast(tuple[Any, ...], value)))
            elif value is True:
                parts.append(name)
            elif value is not None and value is not False:
                parts.append(str(value))
        return " ".join(parts)

    def redacted(self) -> Action:
        """The action as the other seats see it."""
        if not self.secret:
            return self
        return dataclasses.replace(self, **{name: face_down(value) for name, value in vars(self).items()})
