"""Actions: what a player may do; forms, which are too many at once to be listed; and which actions are alike."""

from __future__ import annotations

import dataclasses
import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from math import comb, prod
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, cast, dataclass_transform, overload

from cardkit.core.cards import BACK, Card, Pile, Seat
from cardkit.core.description import fields_of
from cardkit.core.errors import GameFault, at, shared, typed, typeless

A = TypeVar("A", covariant=True)

_SHOWN = 8
"""Up to how many values of a field are listed for people."""


FORMS: set[type] = set()
"""The classes of forms, so that a list without any is told at once."""


class Wanted(Sequence[A]):
    """A sequence of actions, each of which is made when it is wanted."""

    @abstractmethod
    def find(self, action: object) -> A | None:
        """The action of the sequence that this one means, or None where there is none."""

    @abstractmethod
    def nth(self, number: int) -> A:
        """The action of a number, from 0."""

    def __contains__(self, action: object) -> bool:
        return self.find(action) is not None

    def holding(self, actions: Iterable[Any]) -> list[Any]:
        """Those of some actions that it holds, in their order."""
        return [action for action in actions if action in self]

    @overload
    def __getitem__(self, place: int, /) -> A: ...
    @overload
    def __getitem__(self, place: slice, /) -> Sequence[A]: ...
    def __getitem__(self, place: int | slice, /) -> A | Sequence[A]:
        numbers = range(len(self))[place]
        return self.nth(numbers) if isinstance(numbers, int) else [self.nth(number) for number in numbers]


class Form(Wanted[A]):
    """A sequence of all the actions of one kind that a few choices allow, none of which is made before it is wanted.

    `str(form)` says for people what it stands for, such as `raise 22 to 296`.
    """

    def __init__(self, kind: Any) -> None:
        self.kind = kind
        """The class of the actions."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        FORMS.add(cls)

    def __iter__(self) -> Iterator[A]:
        return map(self.nth, range(len(self)))

    def __repr__(self) -> str:
        return f"<{self}>"


class Each(Form[A]):
    """One value of each field's choices: `Raise.of(range(22, 297))`."""

    def __init__(self, kind: Any, choices: Iterable[Iterable[Any]]) -> None:
        super().__init__(kind)
        self.choices: tuple[Sequence[Any], ...] = tuple(
            values if isinstance(values, range) else tuple(dict.fromkeys(values)) for values in choices
        )

    def find(self, action: object) -> A | None:
        if type(action) is not self.kind:
            return None
        own = self.own(tuple(vars(action).values()))
        return None if own is None else cast(A, self.kind(*own))

    def own(self, values: Sequence[Any]) -> list[Any] | None:
        """The choices that are equal to these values, one of each field's; None where there are none."""
        if len(values) != len(self.choices):
            return None
        try:
            return [allowed[allowed.index(value)] for value, allowed in zip(values, self.choices, strict=True)]
        except ValueError:
            return None

    def nth(self, number: int) -> A:
        values: list[Any] = []
        for allowed in reversed(self.choices):
            number, place = divmod(number, len(allowed))
            values.append(allowed[place])
        return cast(A, self.kind(*reversed(values)))

    def __len__(self) -> int:
        return prod(map(len, self.choices))

    def __bool__(self) -> bool:
        return all(self.choices)

    def __str__(self) -> str:
        return " ".join([self.kind.word, *map(spread, self.choices)])


class SomeOf(Form[A]):
    """From `least` to `most` of some cards, and one value of each of the other fields' choices.

    Equal cards are one and the same, so that no action comes twice. The cards may be named in any order.
    """

    def __init__(
        self, kind: Any, cards: Iterable[Card], least: int, most: int | None, choices: Iterable[Iterable[Any]]
    ) -> None:
        super().__init__(kind)
        self.cards = tuple(cards)
        self._times: dict[Card, int] = dict.fromkeys(self.cards, 1)
        """Each different card, in the order given, with how often it is there."""
        self._has_doubles = len(self._times) < len(self.cards)
        if self._has_doubles:
            self._times = dict(Counter(self.cards))
        self.least = least
        self.most = len(self.cards) if most is None else min(most, len(self.cards))
        self._others: Each[Any] = Each(_values, choices)

    @property
    def choices(self) -> tuple[Sequence[Any], ...]:
        """The choices of the fields that are not for the cards, in their order."""
        return self._others.choices

    @property
    def _field(self) -> int:
        """The place of the field for the cards among the fields of the action."""
        return int(self.kind.place_of_cards())

    @cached_property
    def _places(self) -> dict[Card, int]:
        """The place of each different card, in the order given."""
        return {card: place for place, card in enumerate(self._times)}

    def find(self, action: object) -> A | None:
        if type(action) is not self.kind:
            return None
        values = list(vars(action).values())
        cards = values.pop(self._field)
        others = self._others.own(values)
        if type(cards) not in (tuple, list):
            return None
        if not self.least <= len(cards) <= self.most or others is None:
            return None
        try:
            places = sorted([self._places[card] for card in cast(Iterable[Card], cards)])
        except (KeyError, TypeError):
            return None
        own = [*self._times]
        if any([places.count(place) > self._times[own[place]] for place in places]):
            return None
        return self._made([own[place] for place in places], others)

    def __contains__(self, action: object) -> bool:
        return bool(self.holding((action,)))

    def holding(self, actions: Iterable[Any]) -> list[Any]:
        if self._has_doubles or self.choices:
            return [action for action in actions if self.find(action) is not None]
        kind, least, most, own = self.kind, self.least, self.most, self._places
        found = list[Any]()
        for action in actions:
            if type(action) is not kind:
                continue
            [cards] = cast(dict[str, tuple[Card, ...]], vars(action)).values()
            if cards.__class__ is not tuple:
                found += [action] * (self.find(action) is not None)
                continue
            for card in cards:
                if card not in own:
                    break
            else:
                if least <= len(cards) <= most and len({*cards}) == len(cards):
                    found.append(action)
        return found

    def nth(self, number: int) -> A:
        number, other = divmod(number, len(self._others))
        size = self.least
        while number >= (ways := self._ways(0, size)):
            number -= ways
            size += 1
        return self._made(self._combination(number, size), self._others.nth(other))

    def _made(self, cards: Sequence[Card], others: Iterable[Any]) -> A:
        values = list(others)
        values.insert(self._field, tuple(cards))
        made: A = self.kind(*values)
        return made

    def _combination(self, number: int, size: int) -> list[Card]:
        """The cards of the combination of this size and number; those with the first cards come first."""
        if not self._has_doubles:
            return combination(self.cards, number, size)
        chosen: list[Card] = []
        for place, (card, times) in enumerate(self._times.items()):
            for taken in range(min(times, size), -1, -1):
                if not taken or number < (ways := self._ways(place + 1, size - taken)):
                    chosen += [card] * taken
                    size -= taken
                    break
                number -= ways
            if not size:
                break
        return chosen

    def _ways(self, place: int, size: int) -> int:
        """How many combinations of this size the different cards from a place on have."""
        return self._table[place][size] if self._has_doubles else comb(len(self._times) - place, size)

    @cached_property
    def _table(self) -> list[list[int]]:
        """The numbers of combinations from each place on, by their size."""
        rows = [[1] + [0] * self.most]
        for times in reversed(self._times.values()):
            after = rows[0]
            sizes = range(self.most + 1)
            rows.insert(0, [sum(after[max(0, size - times) : size + 1]) for size in sizes])
        return rows

    def __len__(self) -> int:
        return self._size

    @cached_property
    def _size(self) -> int:
        return sum([self._ways(0, size) for size in range(self.least, self.most + 1)]) * len(self._others)

    def __bool__(self) -> bool:
        return self.least <= self.most and bool(self._others)

    def __str__(self) -> str:
        number = str(self.least) if self.least == self.most else f"{self.least} to {self.most}"
        others = "".join(f" {spread(values)}" for values in self._others.choices)
        return f"{self.kind.word} {number} of {', '.join(map(str, self.cards))}{others}"


def combination(cards: Sequence[Card], number: int, size: int) -> list[Card]:
    """The combination of this size and number of cards that all differ; those with the first cards come first."""
    chosen, left = list[Card](), len(cards)
    for card in cards:
        if not size:
            break
        left -= 1
        ways = comb(left, size - 1)
        if number < ways:
            chosen.append(card)
            size -= 1
        else:
            number -= ways
    return chosen


def spread(values: Sequence[Any]) -> str:
    """The values a field can have, for people: `22 to 296`."""
    if isinstance(values, range) and len(values) > 2:
        every = "" if values.step == 1 else f" in steps of {values.step}"
        return f"{values[0]} to {values[-1]}{every}"
    if len(values) <= _SHOWN:
        return "/".join(map(str, values))
    return f"{values[0]}/…/{values[-1]}"


def _values(*values: Any) -> tuple[Any, ...]:
    return values


class Choices(Wanted[A]):
    """What is legal where that holds forms: a sequence of all the actions, made one by one as they are wanted."""

    def __init__(self, parts: Iterable[Any]) -> None:
        self.parts: tuple[Any, ...] = tuple(filter(None, parts))
        """The actions and the forms."""

    def find(self, action: object) -> A | None:
        """The legal action that this one means, or None where there is none."""
        for part in self.parts:
            if type(part) in FORMS:
                found: A | None = part.find(action)
                if found is not None:
                    return found
            elif type(part) is type(action) and part == action:
                return cast(A, part)
        return None

    def __contains__(self, action: object) -> bool:
        return any([action in part if type(part) in FORMS else action == part for part in self.parts])

    def holding(self, actions: Iterable[Any]) -> list[Any]:
        if len(self.parts) == 1 and type(self.parts[0]) in FORMS:
            found: list[Any] = self.parts[0].holding(actions)
            return found
        return super().holding(actions)

    def __iter__(self) -> Iterator[A]:
        for part in self.parts:
            yield from part if type(part) in FORMS else (part,)

    def nth(self, number: int) -> A:
        for part in self.parts:
            size = len(part) if type(part) in FORMS else 1
            if number < size:
                found: A = part.nth(number) if type(part) in FORMS else part
                return found
            number -= size
        raise IndexError(number)

    def __len__(self) -> int:
        return sum([len(part) if type(part) in FORMS else 1 for part in self.parts])

    def __bool__(self) -> bool:
        return bool(self.parts)


def choices(legal: Sequence[Any]) -> Sequence[Any]:
    """What rules say is legal as a sequence of actions that nobody can change."""
    return tuple(legal) if FORMS.isdisjoint(map(type, legal)) else Choices(legal)


def kind_of(part: Any) -> Any:
    """The class of an action, or of the actions of a form."""
    return part.kind if type(part) in FORMS else cast(Any, type(part))


def parts_of(legal: Sequence[Any]) -> Sequence[Any]:
    """The actions and the forms that a sequence of legal actions is made of."""
    return legal.parts if type(legal) is Choices else legal


def found_in(legal: Sequence[Any], action: object) -> Any:
    """The action of a sequence of legal ones that this one means, or None."""
    if type(legal) is Choices:
        return cast(Any, legal.find(action))
    for own in legal:
        if own is action:
            return own
    try:
        own = legal[legal.index(action)]
    except ValueError:
        return None
    return own if type(own) is type(action) else None


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
        _write_methods(cls)

    def __repr__(self) -> str:
        fields = [field.name for field in dataclasses.fields(cast(Any, self)) if field.repr]
        return f"{type(self).__qualname__}({', '.join([f'{name}={getattr(self, name)!r}' for name in fields])})"

    if not TYPE_CHECKING:

        def __setattr__(self, name: str, value: object) -> None:
            raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")

        def __delattr__(self, name: str) -> None:
            raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _write_methods(cls: type[Value]) -> None:
    """Make a dataclass of a class whose methods are written in one go, as dataclasses write each by itself, which takes
    ten times as long; the `__init__` puts the fields where they belong, without asking `__setattr__`.
    """
    own, doc = vars(cls), cls.__doc__
    cls.__doc__ = doc or cls.__name__
    dataclasses.dataclass(init=False, repr=False, eq=False)(cls)
    cls.__doc__ = doc
    fields = dataclasses.fields(cast(Any, cls))
    made: dict[str, Any] = {"_defaults": {field.name: _default_of(field) for field in fields}}
    lines = [] if "__init__" in own else _init_of(fields)
    if lines and hasattr(cls, "__post_init__"):
        lines.append(" self.__post_init__()")
    ours, theirs = ("".join(f"{one}.{field.name}, " for field in fields if field.compare) for one in ("self", "other"))
    if "__eq__" not in own:
        lines += ["def __eq__(self, other):", " if other.__class__ is not self.__class__: return NotImplemented"]
        lines.append(f" return ({ours}) == ({theirs})")
    if own.get("__hash__") is None:
        lines.append(f"def __hash__(self): return hash(({ours}))")
    exec("\n".join(lines), made)
    for name in ("__init__", "__eq__", "__hash__"):
        if name in made:
            made[name].__qualname__, made[name].__module__ = f"{cls.__qualname__}.{name}", cls.__module__
            setattr(cls, name, made[name])
    if "__init__" in made:
        made["__init__"].__annotations__ = {field.name: field.type for field in fields if field.init} | {"return": None}


def _init_of(fields: Iterable[dataclasses.Field[Any]]) -> list[str]:
    """The lines of an `__init__` for these fields; raises TypeError where one without a default comes late."""
    given, named, lines = ["self"], list[str](), [" _fields = self.__dict__"]
    for field in fields:
        name, has_factory = field.name, field.default_factory is not _MISSING
        value, default = name, f"=_defaults[{name!r}]" * (field.default is not _MISSING)
        if has_factory:
            value, default = f"_defaults[{name!r}]()", "=_defaults"
            value += f" if {name} is _defaults else {name}" * field.init
        if field.init:
            if not (field.kw_only or default) and "=" in given[-1]:
                raise TypeError(f"non-default argument {name!r} follows default argument")
            (named if field.kw_only else given).append(name + default)
        if field.init or has_factory:
            lines.append(f" _fields[{name!r}] = {value}")
    return [f"def __init__({', '.join([*given, *['*'] * bool(named), *named])}):", *lines]


def _default_of(field: dataclasses.Field[Any]) -> Any:
    """What a field is where it isn't given, or what makes that."""
    return cast(Any, field.default if field.default_factory is _MISSING else field.default_factory)


_MISSING = dataclasses.MISSING
_FOR_CLASSES = ("word", "secret", "public", "alike", "says")


class Action(Value):
    """Something a player may do: a subclass's fields are what it needs to say, in that order.

    `str(action)` is the notation, the only one: a word, which is the name of the class, then the fields.
    A field that is None or False is left out of it, one that is True is its own name. An action with
    `secret = True` shows its fields to the seat that acts, and only those named in `public` to the others. With
    `alike = ("rank",)` cards that differ in suit alone make the same action, of which one stands for all.
    """

    word: ClassVar[str]
    secret: ClassVar[bool] = False
    public: ClassVar[tuple[str, ...]] = ()
    """The fields of a secret action that everybody may know."""
    says: ClassVar[str | None] = None
    """The action as a sentence for people, without who acts: `ask {seat} for {rank:many}`; None for its own words."""
    alike: ClassVar[tuple[str, ...]] = ()
    """What matters of the cards it names: their rank, or their suit; by default all."""

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
        if not isinstance(cast(Any, cls.alike), tuple) or not {"rank", "suit"}.issuperset(cls.alike):
            reason = f'its alike is {cls.alike!r}, and says what matters of cards: write `alike = ("rank",)`'
            raise GameFault(cls.__name__, reason + at(cls))
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
        places = [place for place, kinds in enumerate(fields_of(cast(Any, cls)).values()) if kinds.many]
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
    def of_ranks(cls, cards: Iterable[Card], ranks: Iterable[str], /, *others: Any) -> Self:
        """The action with cards of these ranks, the first that are there: `Play.of_ranks(hand, "3334")`.

        The others are the values of its other fields in their order. Raises ValueError where a card is lacking.
        """
        left, taken = list(cards), list[Card]()
        for rank in ranks:
            card = next((card for card in left if card.rank == rank), None)
            if card is None:
                raise ValueError(f"there are too few cards of the rank {rank}")
            left.remove(card)
            taken.append(card)
        values = list(others)
        values.insert(cls.place_of_cards(), tuple(taken))
        return cls(*values)

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


def likeness(action: Any) -> Any:
    """What all actions that are alike have in common, as something to compare and to hash; else the action itself."""
    kind = cast(type[Action], type(action))
    if not getattr(kind, "alike", ()):
        return action
    look = attrgetter(*kind.alike)

    def seen(value: Any) -> Any:
        if isinstance(value, Card):
            return look(value)
        if isinstance(value, tuple):
            parts = cast(tuple[Any, ...], value)
            return tuple(sorted(map(seen, parts), key=str)) if parts and isinstance(parts[0], Card) else parts
        return value

    return (kind, *map(seen, cast(dict[str, Any], vars(action)).values()))


def one_of_each(legal: Sequence[Any]) -> Sequence[Any]:
    """What is legal with the first alone of actions that are alike."""
    found = dict[Any, Any]()
    for part in legal:
        found.setdefault(likeness(part), part)
    return legal if len(found) == len(legal) else list(found.values())


def cards_of(action: Any) -> list[Card]:
    """The cards that an action names, in their order."""
    values = cast(dict[str, Any], vars(action)).values()
    every = (cast(tuple[Any, ...], value if isinstance(value, tuple) else (value,)) for value in values)
    return [part for parts in every for part in parts if isinstance(part, Card)]


def instead_of(action: Any, piles: Iterable[Pile], seat: Seat) -> Sequence[Card]:
    """The cards of the pile from which an action names its own: the seat's pile, where several have them all."""
    named = Counter(cards_of(action))
    there: list[Pile] = [
        pile for pile in piles if all(pile.cards.count(card) >= times for card, times in named.items())
    ]
    return sorted(there, key=lambda pile: pile.owner != seat)[0].cards if there else ()


def meant_by(legal: Sequence[Any], action: Any, piles: Iterable[Pile], seat: Seat) -> Any:
    """The legal action that this one means, or this one where it is alike to one and its cards lie there too."""
    found = found_in(legal, action)
    if found is not None or not getattr(cast(Any, type(action)), "alike", ()):
        return found
    wanted, named = likeness(action), Counter(cards_of(action))
    for own in parts_of(legal):
        if type(own) is type(action) and likeness(own) == wanted:
            there = instead_of(own, piles, seat)
            return action if all(there.count(card) >= times for card, times in named.items()) else None
    return None
