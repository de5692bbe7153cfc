"""What a seat sees as numbers: how each field is told follows from its type; and what it saw before, event by event."""

from __future__ import annotations

from abc import abstractmethod
from array import array
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from inspect import isfunction
from math import isfinite
from typing import Any, Literal, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from cardkit.core.actions import Action
from cardkit.core.cards import BACK, Card, Domain, Pile, Seat, Sight
from cardkit.core.chance.generators import Seeded
from cardkit.core.description import Kind, Kinds, classes_in, fields_of
from cardkit.core.events import (
    Acted,
    AllPassed,
    Begun,
    Chosen,
    Ended,
    Event,
    Moved,
    PointsScored,
    Rolled,
    RoundBegun,
    RoundEnded,
    Shown,
    Shuffled,
    TurnBegun,
)
from cardkit.core.game import Game
from cardkit.core.state import Part, State, members, piles_in
from cardkit.core.texts import listed
from cardkit.rl.actions import ActionSpace, Beginning, NotAnEnvironment, Spelling
from cardkit.table.match import Match
from cardkit.table.native.engine import NativeTwin
from cardkit.table.notation import action_classes

Numbers = Any
"""Something of floats that can be set by their places: the memory of an array, which is written to faster by itself."""


MOST = float(np.finfo(np.float32).max)
"""The greatest number of 32 bits: nothing else is said to bound what a field counts."""


@dataclass(frozen=True, kw_only=True)
class Frame:
    """What is the same in all games of an environment: the different cards, the number of seats, who are together."""

    cards: tuple[Card, ...]
    seats: int
    teams: tuple[tuple[Seat, ...], ...]

    def offset(self, seat: Seat) -> str:
        """What a seat is called by how far it is from the one that looks."""
        return "own" if seat == 0 else f"+{seat}"

    @property
    def ranks(self) -> list[str]:
        """The different ranks of the cards."""
        return list(dict.fromkeys(card.rank for card in self.cards))

    @property
    def suits(self) -> list[str]:
        """The different suits of the cards."""
        return list(dict.fromkeys(card.suit for card in self.cards))

    @property
    def offsets(self) -> list[str]:
        """What all seats are called, beginning with the one that looks."""
        return list(map(self.offset, range(self.seats)))


class Telling:
    """How a value is told: as many numbers as there are labels, each from `low` to `high`."""

    counts = False
    """Whether 1 is a number as any other, and not that it is what the label says."""

    def __init__(self, labels: Iterable[object], low: float = 0, high: float = 1) -> None:
        self.labels = list(map(str, labels))
        """What each number says."""
        self.low, self.high = low, high

    @abstractmethod
    def write(self, numbers: Numbers, start: int, value: Any, seat: Seat) -> None:
        """Write a value as this seat has it; the numbers there are 0 before."""

    @abstractmethod
    def by(self, twin: NativeTwin) -> Any:
        """What tells values of a twin so."""


class OneOf(Telling):
    """A 1 in the place of the value, else 0; all are 0 where there is none."""

    def __init__(self, values: Iterable[Any], *, or_other: bool = False) -> None:
        self._places = {value: place for place, value in enumerate(values)}
        self._other = len(self._places) if or_other else None
        super().__init__([*self._places, *(["another"] if or_other else [])])

    def write(self, numbers: Numbers, start: int, value: Any, seat: Seat) -> None:
        place = self._places.get(value, self._other)
        if place is not None and value is not None:
            numbers[start + place] = 1

    def by(self, twin: NativeTwin) -> Any:
        named = any(isinstance(value, Enum) for value in self._places)
        places = {value.name if named else twin.own(value): place for value, place in self._places.items()}
        return twin.telling("OneOf", places, self._other, named)

    def count(self, numbers: Numbers, start: int, value: Any) -> None:
        """Add 1 in the place of a value."""
        place = self._places.get(value)
        if place is not None:
            numbers[start + place] += 1


class ASeat(Telling):
    """A 1 for the seat, counted from the one that looks, else 0."""

    def __init__(self, frame: Frame) -> None:
        super().__init__(frame.offsets)
        self._seats = frame.seats

    def write(self, numbers: Numbers, start: int, value: Any, seat: Seat) -> None:
        if value is not None:
            numbers[start + (value - seat) % self._seats] = 1

    def by(self, twin: NativeTwin) -> Any:
        return twin.telling("Seat", self._seats)


class SomeSeats(ASeat):
    """A 1 for each of the seats, counted from the one that looks, else 0."""

    def write(self, numbers: Numbers, start: int, value: Any, seat: Seat) -> None:
        for one in value or ():
            super().write(numbers, start, one, seat)

    def by(self, twin: NativeTwin) -> Any:
        return twin.telling("Several", super().by(twin))


class SomeCards(Telling):
    """How often each card is there."""

    def __init__(self, frame: Frame) -> None:
        super().__init__(frame.cards, high=MOST)
        self._places = {card: place for place, card in enumerate(frame.cards)}

    def write(self, numbers: Numbers, start: int, value: Any, seat: Seat) -> None:
        for card in value or ():
            numbers[start + self._places[card]] += 1

    def by(self, twin: NativeTwin) -> Any:
        places = {twin.own(card): place for card, place in self._places.items()}
        return twin.telling("Counts", twin.telling("OneOf", places, None, False), -1)  # noqa: FBT003


class Number(Telling):
    """The value, False being 0 and True 1; a second number says whether there is one, if there may be none.

    Where its type has bounds, it is divided by the greater of them.
    """

    counts = True

    def __init__(self, bounds: tuple[float, float], *, or_none: bool) -> None:
        self._scale = 1 if bounds[1] == MOST else max(map(abs, bounds)) or 1
        low, high = (bound / self._scale for bound in bounds)
        super().__init__(
            ["value", "is there"] if or_none else ["value"], min(low, 0), max(high, 1) if or_none else high
        )
        self._or_none = or_none

    def write(self, numbers: Numbers, start: int, value: Any, seat: Seat) -> None:
        if value is not None:
            numbers[start] += value / self._scale
            if self._or_none:
                numbers[start + 1] = 1

    def by(self, twin: NativeTwin) -> Any:
        return twin.telling("Number", float(self._scale), self._or_none)


class InOrder(Telling):
    """How often each of some values is in a list, and which one is the last."""

    def __init__(self, values: Iterable[Any]) -> None:
        self._one = OneOf(values)
        super().__init__([*self._one.labels, *(f"last {label}" for label in self._one.labels)], high=MOST)

    def write(self, numbers: Numbers, start: int, value: Any, seat: Seat) -> None:
        for one in value or ():
            self._one.count(numbers, start, one)
        if value:
            self._one.write(numbers, start + len(self._one.labels), value[-1], seat)

    def by(self, twin: NativeTwin) -> Any:
        return twin.telling("Counts", self._one.by(twin), len(self._one.labels))


class PartsOf(Telling):
    """What the plain fields of parts say, added up for the parts of each owner: nobody, and the seats in turn order."""

    counts = True

    def __init__(self, fields: Mapping[str, Telling], frame: Frame) -> None:
        self._fields, self._seats = fields, frame.seats
        self._size = sum(len(told.labels) for told in fields.values())
        labels = [
            f"{owner} {name} {label}".removesuffix(" value")
            for owner in ("nobody", *frame.offsets)
            for name, told in fields.items()
            for label in told.labels
        ]
        super().__init__(labels, -MOST, MOST)

    def write(self, numbers: Numbers, start: int, value: Any, seat: Seat) -> None:
        for part in outer_parts(value):
            owner = next((pile.owner for _, pile in piles_in(part) if pile.owner is not None), None)
            place = start + (0 if owner is None else 1 + (owner - seat) % self._seats) * self._size
            for name, told in self._fields.items():
                told.write(numbers, place, vars(part)[name], seat)
                place += len(told.labels)

    def by(self, twin: NativeTwin) -> Any:
        tellings = [told.by(twin) for told in self._fields.values()]
        sizes = [len(told.labels) for told in self._fields.values()]
        return twin.telling("Parts", list(self._fields), tellings, sizes, self._seats)


def outer_parts(value: Any) -> Iterator[Part]:
    """The parts that a field holds, without those within them."""
    if isinstance(value, Part):
        yield value
        return
    for _, one in members(value):
        yield from outer_parts(one)


class HintedCards(Telling):
    """What was told of each card of a pile, from the bottom up: 1 for what it is, -1 for what it isn't."""

    def __init__(self, places: int, frame: Frame) -> None:
        names = [("rank", rank) for rank in frame.ranks] + [("suit", suit) for suit in frame.suits]
        self._places = {name: place for place, name in enumerate(names)}
        self._most = places
        super().__init__([f"card {place} {name}" for place in range(places) for _, name in names], -1)

    def write(self, numbers: Numbers, start: int, value: Any, seat: Seat) -> None:
        for place, marks in enumerate(value[: self._most]):
            for rank, suit, is_so in marks:
                name = ("suit", suit) if rank is None else ("rank", rank)
                numbers[start + place * len(self._places) + self._places[name]] = 1 if is_so else -1

    def by(self, twin: NativeTwin) -> Any:
        return twin.telling("Hints", self._places, self._most)


class EachOf(Telling):
    """A value for each of some, in turn order, beginning with the one that looks, or with its team."""

    def __init__(self, part: Telling, names: Sequence[str], first: Sequence[int]) -> None:
        """`first` has for each seat the place of the value that comes first."""
        labels = [f"{name} {label}".removesuffix(" value") for name in names for label in part.labels]
        super().__init__(labels, part.low, part.high)
        self.counts = part.counts
        self._part, self._first, self._number, self._size = part, first, len(names), len(part.labels)

    def write(self, numbers: Numbers, start: int, value: Any, seat: Seat) -> None:
        first = self._first[seat]
        for offset in range(self._number if value else 0):
            part = value[(first + offset) % self._number]
            self._part.write(numbers, start + offset * self._size, part, seat)

    def by(self, twin: NativeTwin) -> Any:
        return twin.telling("Each", self._part.by(twin), list(self._first), self._number, self._size)


class Own(Telling):
    """The value that belongs to the one that looks, of a field with a value for each seat."""

    def __init__(self, part: Telling) -> None:
        super().__init__(part.labels, part.low, part.high)
        self.counts, self._part = part.counts, part

    def write(self, numbers: Numbers, start: int, value: Any, seat: Seat) -> None:
        has_one = seat in value if isinstance(value, dict) else seat < len(value or ())
        self._part.write(numbers, start, value[seat] if has_one else None, seat)

    def by(self, twin: NativeTwin) -> Any:
        return twin.telling("Own", self._part.by(twin))


def telling(
    kinds: Kinds, value: Any, frame: Frame, *, private: bool, bounds: tuple[float, float] | None = None
) -> Telling | None:
    """How a field with values of these kinds is told, which has this one at first; None where numbers don't do.

    Numbers are between the bounds of their type, or these.
    """
    if not kinds.some:
        return None
    kind, *others = kinds.some
    if not others and (found := _bounds(kind)):
        return Number(bounds if bounds and found == (-MOST, MOST) else found, or_none=kinds.optional)
    if private:
        part = telling(kind.parts[-1], None, frame, private=False) if kind.parts else None
        return None if part is None else Own(part)
    if kind.base in (list, tuple) and kind.parts:
        return None if others else _of_several(kind, value, frame, bounds)
    return _of_one(kinds.some, value, frame)


def _bounds(kind: Kind) -> tuple[float, float] | None:
    """What a number can be, as its type says; None for what is no number."""
    if kind.base is bool:
        return (0, 1)
    if isinstance(kind.literals, range):
        return (kind.literals[0], kind.literals[-1])
    return (-MOST, MOST) if kind.base in (int, float) else None


def _of_one(kinds: Sequence[Kind], value: Any, frame: Frame) -> Telling | None:
    """How a single value is told."""
    kind = kinds[0]
    if all(one.base is Literal for one in kinds):
        return OneOf([value for one in kinds for value in one.literals])
    if len(kinds) > 1:
        return None
    if kind.domain is Domain.SEAT:
        return ASeat(frame)
    ranks, suits = frame.ranks, frame.suits
    if kind.domain is Domain.RANK or (kind.base is str and value in ranks):
        return OneOf(ranks, or_other=True)
    if kind.domain is Domain.SUIT or (kind.base is str and value in suits):
        return OneOf(suits, or_other=True)
    if kind.base is Card:
        return OneOf(frame.cards)
    if isinstance(kind.base, type) and issubclass(kind.base, Enum):
        return OneOf(kind.base)
    return None


def _of_several(kind: Kind, value: Any, frame: Frame, bounds: tuple[float, float] | None) -> Telling | None:
    """How a list or a tuple is told: seats, cards, or a value for each seat or each team."""
    part = kind.parts[0].each[0]
    if part.domain is Domain.SEAT:
        return SomeSeats(frame)
    if part.base is Card:
        return SomeCards(frame)
    one = telling(kind.parts[0], None, frame, private=False, bounds=bounds)
    length = len(cast(Sequence[Any], value or ()))
    if one is None:
        return None
    if length == frame.seats:
        return EachOf(one, frame.offsets, range(length))
    teams = frame.teams
    if length == len(teams):
        own = {seat: number for number, team in enumerate(teams) for seat in team}
        return EachOf(
            one, [f"{frame.offset(team)} team" for team in range(length)], [own[seat] for seat in sorted(own)]
        )
    values = {Domain.RANK: frame.ranks, Domain.SUIT: frame.suits}.get(cast(Domain, part.domain), part.literals)
    return None if kind.by_seat or not values or isinstance(values, range) else InOrder(values)


Array = NDArray[np.float32]


@dataclass(frozen=True, kw_only=True)
class Section:
    """Some numbers of an observation that lie side by side and tell one thing."""

    name: str
    """The pile, or the field: `stock`; `hands own`; `hands +1` for that of the next seat; `scores`."""
    what: str
    """`cards`: how often each card is seen there; `backs`: how many cards lie there that are not seen; `top` and
    `bottom`: a 1 for the card that lies there; `value`: what a field has.
    """
    start: int
    """The place of the first of its numbers."""
    labels: tuple[str, ...]
    """What each number is about: a card, a seat, a word."""
    low: float
    high: float
    counts: bool = False
    """Whether 1 is a number as any other, and not that it is what the label says."""

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return len(self.labels)


class _Key(NamedTuple):
    """Which pile it is for somebody at the table: its field, how far its owner is from there, which of those."""

    field: str
    offset: Seat | None
    place: int


class Places(NamedTuple):
    """Where a pile is told: the numbers of its cards, of its backs, and of the cards that may be its top and bottom."""

    cards: Mapping[Card, int]
    backs: int
    tops: Mapping[Card, int] | None
    bottoms: Mapping[Card, int] | None
    marks: int | None = None
    """Where is told what was told of the cards by hints, where the rules give any."""


_MOST_DIGITS = 100
"""No number that is said has as many digits."""


def _gives_hints(game: type[object]) -> bool:
    """Whether the rules give hints of cards: some function of theirs names `hint`."""
    functions = [value for kind in game.__mro__ for value in vars(kind).values() if isfunction(value)]
    return any("hint" in function.__code__.co_names for function in functions)


class NumberLayout:
    """The layout of what a seat sees: for each pile its cards, then the fields that count, told from that seat.

    The cards are the different ones of the deck, sorted by their notation, however the deck lies. For a pile there is a
    number for each, how often it is seen there, and one for the cards that lie there unseen. If everybody sees the
    pile, there is besides a number for each card that says whether it lies on top, and if the pile belongs to nobody,
    then whether it is the bottom card.

    Piles come in the order of their fields, those of a field by their owners: nobody's, one's own, then those of the
    next seats in turn order. Piles that come and go in a game are told together, those of each field and owner.

    Then come whose turn it is, one's own seat, and the other fields in their order. A number is itself; a word, a card
    or a seat is a 1 in its place. Seats are counted from one's own, and so is what has a value for each.

    Where actions are said step by step, it ends with how often each step was said of the action that is begun, and the
    number that is said up to now.
    """

    def __init__(self, game: Game[Any, Any], deck: Iterable[Card], seats: int, steps: Sequence[str] = ()) -> None:
        cards = tuple(deck)
        teams = tuple(map(tuple, game.teams(seats)))
        self._game, self._rules = game.name, game
        self._frame = Frame(cards=tuple(sorted(set(cards), key=str)), seats=seats, teams=teams)
        self._most = len(cards)
        self.sections: list[Section] = []
        self.left_out: dict[str, str] = {}
        """Why fields are not told, or not wholly, by their names."""
        self.size = 0
        """How many numbers there are."""
        state: State = Match[Any, Any](game, cards, seats=seats, rng=Seeded(0)).state
        fields = fields_of(cast(Any, type(state)))
        self._kinds = {name: fields.get(name, Kinds(None)) for name in vars(state)}
        self.changing = [name for name in vars(state) if self._is_changing(state, name)]
        """The fields whose piles come and go."""
        self._places = self._lay_piles(state)
        self.own_seat = 0
        """The place of the number that is 1 where seat 0 looks."""
        self.fields = list(self._lay_fields(state))
        """The plain fields that are told, by name, with the place of the first number and how it is told."""
        self.begun = self.size
        """The place of the first number of an action that is begun."""
        if steps:
            self._add("begun", "value", steps, high=max(self._most, _MOST_DIGITS))
            self._add("begun", "number", ["value"], -MOST, MOST)

    def _is_changing(self, state: State, name: str) -> bool:
        """Whether a field is for piles that come and go: there are none at first."""
        is_for_piles = any(issubclass(kind, Pile | Part) for kind in classes_in(self._kinds[name].written))
        return is_for_piles and not any(pile.name.partition(" ")[0] == name for pile in state.piles())

    def _lay_piles(self, state: State) -> dict[_Key, Places]:
        """Give every pile its numbers."""
        piles = {
            key: pile
            for seat in range(state.seats)
            for key, pile in zip(self._keys(state.piles(), seat), state.piles(), strict=True)
        }
        keys = [*piles, *(_Key(name, offset, 0) for name in self.changing for offset in (None, *range(state.seats)))]
        order = {name: place for place, name in enumerate(vars(state))}
        keys.sort(key=lambda key: (order[key.field], -1 if key.offset is None else key.offset, key.place))
        times = Counter((key.field, key.offset) for key in keys)
        hints, places = _gives_hints(type(self._rules)), dict[_Key, Places]()
        self.marked = HintedCards(
            max((len(pile) for pile in piles.values() if pile.owner is not None), default=0), self._frame
        )
        """How hints are told."""
        for key in keys:
            words = [key.field, *([] if key.offset is None else [self._frame.offset(key.offset)])]
            name = " ".join([*words, *([str(key.place)] if times[key.field, key.offset] > 1 else [])])
            is_open = key in piles and piles[key].sight is Sight.EVERYBODY
            places[key] = Places(
                cards=self._each_card(name, "cards", self._most),
                backs=self._add(name, "backs", ["cards"], high=self._most, counts=True),
                tops=self._each_card(name, "top") if is_open else None,
                bottoms=self._each_card(name, "bottom") if is_open and key.offset is None else None,
                marks=self._add(name, "hints", self.marked.labels, -1) if hints and key.offset is not None else None,
            )
        return places

    def _keys(self, piles: Sequence[Pile], seat: Seat) -> list[_Key]:
        """Which piles these are for a seat."""
        counts, keys = Counter[tuple[str, Seat | None]](), list[_Key]()
        for pile in piles:
            field = pile.name.partition(" ")[0]
            offset = None if pile.owner is None else (pile.owner - seat) % self._frame.seats
            keys.append(_Key(field, offset, counts[field, offset]))
            counts[field, offset] += field not in self.changing
        return keys

    def _lay_fields(self, state: State) -> Iterator[tuple[str, int, Telling]]:
        """Every plain field that is told, with the place of its first number."""
        turn = ASeat(self._frame)
        yield "turn", self._add("turn", "value", turn.labels), turn
        self.own_seat = self._add("seat", "value", range(state.seats))
        private, counted = state.fields_marked("private"), state.counted_fields()
        score_bounds = self._rules.score_bounds(state.seats)
        passed_over = {"seats", "turn", *self.changing, *([] if state.round else ["round"])}
        for name in state.plain_fields():
            if name in passed_over or name not in counted:
                continue
            bounds = score_bounds if name == "scores" and all(map(isfinite, score_bounds)) else None
            told = telling(self._kinds[name], vars(state)[name], self._frame, private=name in private, bounds=bounds)
            if told is None:
                self.left_out[name] = "its values can't be told in numbers by its type"
            else:
                yield name, self._add(name, "value", told.labels, told.low, told.high, counts=told.counts), told
        for name in vars(state):
            told = self._parts(name)
            if told is not None and told.labels:
                yield name, self._add(name, "value", told.labels, told.low, told.high, counts=told.counts), told

    def _parts(self, name: str) -> PartsOf | None:
        """How the plain fields of the parts are told that a field is for; None where it is for none."""
        parts = [part for part in classes_in(self._kinds[name].written) if issubclass(part, Part)]
        plain = {
            field: kinds
            for part in parts
            for field, kinds in fields_of(cast(Any, part)).items()
            if Pile not in classes_in(kinds.written)
        }
        found = {field: telling(kinds, None, self._frame, private=False) for field, kinds in plain.items()}
        if untold := [field for field, told in found.items() if told is None]:
            self.left_out[name] = f"of its parts {listed(untold)} can't be told in numbers by its type"
        return PartsOf({field: told for field, told in found.items() if told}, self._frame) if parts else None

    def _add(
        self,
        name: str,
        what: str,
        labels: Iterable[object],
        low: float = 0,
        high: float = 1,
        *,
        counts: bool = False,
    ) -> int:
        """The place of the first of some numbers, which are added to the layout."""
        called = tuple(map(str, labels))
        section = Section(name=name, what=what, start=self.size, labels=called, low=low, high=high, counts=counts)
        self.sections.append(section)
        self.size += section.size
        return section.start

    def _each_card(self, name: str, what: str, high: float = 1) -> dict[Card, int]:
        """The place of the number of each card, which are added to the layout."""
        start = self._add(name, what, self._frame.cards, high=high)
        return {card: start + place for place, card in enumerate(self._frame.cards)}

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self._frame.seats

    @property
    def cards(self) -> tuple[Card, ...]:
        """The different cards of the deck, in the order in which they are told."""
        return self._frame.cards

    @property
    def pile_fields(self) -> Mapping[str, Mapping[Seat | None, Sequence[Places]]]:
        """Where the piles of each field are told, by how far their owners are from the seat that looks."""
        found: dict[str, dict[Seat | None, list[Places]]] = {}
        for key, places in self._places.items():
            found.setdefault(key.field, {}).setdefault(key.offset, []).append(places)
        return found

    @property
    def places(self) -> Iterable[Places]:
        """Where the piles are told, in the order in which they are."""
        return self._places.values()

    def places_of(self, piles: Sequence[Pile], seat: Seat) -> list[Places]:
        """Where each of these piles is told to a seat; raises NotAnEnvironment where one has no place."""
        return [self._place_of(pile, key) for pile, key in zip(piles, self._keys(piles, seat), strict=True)]

    def _place_of(self, pile: Pile, key: _Key) -> Places:
        """Where a pile is told."""
        if key not in self._places:
            raise self.no_place(pile.name, key.field)
        return self._places[key]

    def no_place(self, pile: str, field: str) -> NotAnEnvironment:
        """What is raised where a pile came that is told nowhere."""
        reason = f"{pile} came while it was played, and {field} had other piles at first: begin with none"
        return NotAnEnvironment(self._game, reason)

    @property
    def low(self) -> Array:
        """What each number is at least."""
        return self._each([section.low for section in self.sections])

    @property
    def high(self) -> Array:
        """What each number is at most."""
        return self._each([section.high for section in self.sections])

    def _each(self, values: Sequence[float]) -> Array:
        """An array with a value of each section for each of its numbers."""
        return np.repeat(np.array(values, np.float32), [section.size for section in self.sections])


Plan = Sequence[tuple[Pile, Places]]
"""The piles on a table, each with the places where it is told to a seat."""

MOST_KNOWN = 10_000
"""For how many ways in which piles lie on the table is kept where they are told."""


class Observations(NumberLayout):
    """What the seats of a game see, in numbers that are laid out as `NumberLayout` says."""

    def __init__(
        self, game: Game[Any, Any], deck: Iterable[Card], seats: int, spelling: Spelling | None = None
    ) -> None:
        deck = tuple(deck)
        super().__init__(game, deck, seats, spelling.names if spelling else ())
        self._spelling = spelling
        self.has_doubles = len(set(deck)) < len(deck)
        self._blank = array("f", bytes(4 * self.size))
        self._known: list[dict[Any, Sequence[Places]]] = [{} for _ in range(seats)]

    def encode(self, state: State, seat: Seat, out: Array | None = None, begun: Beginning = ()) -> Array:
        """What a seat sees of a table, in a new array or in that which is given.

        It is the same of the true state as of the view of the seat. An array that is given is of 32-bit floats that lie
        side by side, as many as the layout has.
        """
        return self.write(self.plan(state.piles(), seat), vars(state), seat, out, begun)

    def write(
        self, plan: Plan, values: Mapping[str, Any], seat: Seat, out: Array | None = None, begun: Beginning = ()
    ) -> Array:
        """What a seat sees of piles with a plan, and of the fields of a state, as `encode` has it."""
        if out is None:
            numbers: Any = self._blank[:]
            seen: Array = np.frombuffer(numbers, np.float32)
        else:
            out.fill(0)
            numbers, seen = out.data, out
        for pile, (cards, backs, tops, bottoms, marks) in plan:
            lying = pile.cards
            if marks is not None and pile.marks:
                self.marked.write(numbers, marks, pile.marks, seat)
            if not lying:
                continue
            sight = pile.sight
            is_seen = pile.owner == seat if sight is Sight.OWNER else sight is Sight.EVERYBODY or pile.seen_by(seat)
            if not is_seen:
                numbers[backs] += len(lying)
                continue
            if self.has_doubles:
                for card in lying:
                    numbers[cards[card]] += 1
            else:
                for card in lying:
                    numbers[cards[card]] = 1
            if tops is not None:
                numbers[tops[lying[-1]]] = 1
            if bottoms is not None:
                numbers[bottoms[lying[0]]] = 1
        numbers[self.own_seat + seat] = 1
        for name, start, told in self.fields:
            told.write(numbers, start, values[name], seat)
        if begun and self._spelling is not None:
            for place, number in enumerate(self._spelling.shown(begun), start=self.begun):
                numbers[place] = number
        return seen

    def plan(self, piles: Sequence[Pile], seat: Seat) -> Plan:
        """These piles, each with where it is told to a seat."""
        known = self._known[seat]
        lying = tuple([(pile.name, pile.owner) for pile in piles])
        places = known.get(lying)
        if places is None:
            if len(known) >= MOST_KNOWN:
                known.clear()
            places = known[lying] = self.places_of(piles, seat)
        return list(zip(piles, places, strict=True))

    def slots(self, piles: Sequence[Pile], seat: Seat) -> list[int]:
        """Which of the piles of the layout these are for a seat, counted from 1."""
        order = {places.backs: slot for slot, places in enumerate(self.places, start=1)}
        return [order[places.backs] for _, places in self.plan(piles, seat)]


COLUMNS = ("event", "seat", "action", "card", "from", "to", "number")
"""What a row says; 0 is nothing. A seat is counted from 1 for the one that looks, all else from 1 in its list."""
EVENTS = (Acted, Moved, Shuffled, Shown, Rolled, RoundBegun, RoundEnded, Chosen, AllPassed, PointsScored)
_OTHER = len(EVENTS) + 1
"""An event of the game's own."""
_VALUE = _OTHER + 1
"""A value of the row before, where an action has no number, or of an event of the game's own."""
Row = tuple[float, ...]


class Histories:
    """How events are told in rows: one for each event, card or points in it, as a seat sees them."""

    def __init__(self, actions: ActionSpace, observations: Observations, length: int) -> None:
        self.length = length
        """How many rows are kept."""
        self.seats = actions.seats
        self._actions = actions
        self._observations = observations
        cards = observations.cards
        self._cards = {**{card: place for place, card in enumerate(cards, start=1)}, BACK: len(cards) + 1}
        self._kinds = {kind: place for place, kind in enumerate(action_classes(type(actions.game)), start=1)}

    def piles(self, state: State, seat: Seat) -> dict[str, int]:
        """The number of each pile on the table by its name, as this seat counts them."""
        piles = state.piles()
        slots = self._observations.slots(piles, seat)
        return {pile.name: slot for pile, slot in zip(piles, slots, strict=True)}

    def rows(self, event: Event, seat: Seat, piles: dict[str, int]) -> Iterator[Row]:
        """The rows of an event as this seat sees it."""
        kind = EVENTS.index(type(event)) + 1 if type(event) in EVENTS else _OTHER
        match event:
            case Acted(actor, action):
                number = self._actions.number(action, actor)
                verb = self._kinds.get(type(action), 0)
                yield kind, self._from(actor, seat), 0 if number is None else number + 1, 0, 0, 0, verb
                yield from self._values(vars(action).values()) if number is None else ()
            case Moved(cards, source, target, _, under):
                for card in cards:
                    yield kind, 0, 0, self._cards[card], piles.get(source, 0), piles.get(target, 0), under
            case Shown(cards, pile):
                for card in cards:
                    yield kind, 0, 0, self._cards[card], piles.get(pile, 0), 0, 0
            case Shuffled(pile, size):
                yield kind, 0, 0, 0, piles.get(pile, 0), 0, size
            case Rolled(_, number) | RoundBegun(number):
                yield kind, 0, 0, 0, 0, 0, number
            case RoundEnded(points):
                for offset in range(self.seats):
                    yield kind, offset + 1, 0, 0, 0, 0, points[(seat + offset) % self.seats]
            case PointsScored(actor, points):
                yield kind, self._from(actor, seat), 0, 0, 0, 0, points
            case Chosen(actor):
                yield kind, self._from(actor, seat), 0, 0, 0, 0, 0
            case Begun() | TurnBegun() | Ended():
                return
            case AllPassed():
                yield kind, 0, 0, 0, 0, 0, 0
            case _:
                yield kind, 0, 0, 0, 0, 0, 0
                yield from self._values(vars(event).values())

    def _from(self, actor: Seat, seat: Seat) -> int:
        """The number of a seat as this one counts."""
        return (actor - seat) % self.seats + 1

    def _values(self, values: Iterable[Any]) -> Iterator[Row]:
        """A row for each card and each number among some values."""
        for value in values:
            if isinstance(value, tuple):
                yield from self._values(cast(tuple[Any, ...], value))
            elif isinstance(value, Card):
                yield _VALUE, 0, 0, self._cards.get(value, 0), 0, 0, 0
            elif isinstance(value, Action):
                yield from self._values(vars(value).values())
            elif isinstance(value, int | float):
                yield _VALUE, 0, 0, 0, 0, 0, value


class Memory:
    """The last rows of what a seat saw."""

    def __init__(self, histories: Histories, seat: Seat) -> None:
        self._histories, self._seat = histories, seat
        self._rows = deque[Row](maxlen=histories.length)
        self._piles: dict[str, int] = {}

    def note(self, events: Iterable[Event], state: State) -> None:
        """Remember what happened, as the seat saw it; the piles are those of the table, or of a view of it."""
        self._piles.update(self._histories.piles(state, self._seat))
        for event in events:
            self._rows.extend(self._histories.rows(event, self._seat, self._piles))

    def array(self) -> Array:
        """The last rows, the newest at the end; rows of zeros stand before the first one."""
        array = np.zeros((self._histories.length, len(COLUMNS)), np.float32)
        if self._rows:
            array[-len(self._rows) :] = self._rows
        return array
