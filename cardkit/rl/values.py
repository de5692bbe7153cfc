"""Plain fields as numbers: how each is told follows from its type."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from types import NoneType
from typing import Any, Literal, cast, get_args, get_origin

import numpy as np

from cardkit.core.cards import Card
from cardkit.core.piles import Domain, Seat
from cardkit.table.notation import kinds_of, marks

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
    def offsets(self) -> list[str]:
        """What all seats are called, beginning with the one that looks."""
        return list(map(self.offset, range(self.seats)))


class Telling:
    """How a value is told: as many numbers as there are labels, each from `low` to `high`."""

    def __init__(self, labels: Iterable[object], low: float = 0, high: float = 1) -> None:
        self.labels = list(map(str, labels))
        """What each number says."""
        self.low, self.high = low, high

    @abstractmethod
    def write(self, numbers: Numbers, start: int, value: Any, seat: Seat) -> None:
        """Write a value as this seat has it; the numbers there are 0 before."""


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


class ASeat(Telling):
    """A 1 for the seat, counted from the one that looks, else 0."""

    def __init__(self, frame: Frame) -> None:
        super().__init__(frame.offsets)
        self._seats = frame.seats

    def write(self, numbers: Numbers, start: int, value: Any, seat: Seat) -> None:
        if value is not None:
            numbers[start + (value - seat) % self._seats] = 1


class SomeSeats(ASeat):
    """A 1 for each of the seats, counted from the one that looks, else 0."""

    def write(self, numbers: Numbers, start: int, value: Any, seat: Seat) -> None:
        for one in value or ():
            super().write(numbers, start, one, seat)


class SomeCards(Telling):
    """How often each card is there."""

    def __init__(self, frame: Frame) -> None:
        super().__init__(frame.cards, high=MOST)
        self._places = {card: place for place, card in enumerate(frame.cards)}

    def write(self, numbers: Numbers, start: int, value: Any, seat: Seat) -> None:
        for card in value or ():
            numbers[start + self._places[card]] += 1


class Number(Telling):
    """The value itself, False being 0 and True 1; a second number says whether there is one, if there may be none."""

    def __init__(self, kind: Any, *, or_none: bool) -> None:
        bounds = (0, 1) if kind is bool else (-MOST, MOST)
        super().__init__(["value", "is there"] if or_none else ["value"], *bounds)
        self._or_none = or_none

    def write(self, numbers: Numbers, start: int, value: Any, seat: Seat) -> None:
        if value is not None:
            numbers[start] = value
            if self._or_none:
                numbers[start + 1] = 1


class EachOf(Telling):
    """A value for each of some, in turn order, beginning with the one that looks, or with its team."""

    def __init__(self, part: Telling, names: Sequence[str], first: Callable[[Seat], int]) -> None:
        labels = [f"{name} {label}".removesuffix(" value") for name in names for label in part.labels]
        super().__init__(labels, part.low, part.high)
        self._part, self._first, self._number, self._size = part, first, len(names), len(part.labels)

    def write(self, numbers: Numbers, start: int, value: Any, seat: Seat) -> None:
        first = self._first(seat)
        for offset in range(self._number if value else 0):
            part = value[(first + offset) % self._number]
            self._part.write(numbers, start + offset * self._size, part, seat)


class Own(Telling):
    """The value that belongs to the one that looks, of a field with a value for each seat."""

    def __init__(self, part: Telling) -> None:
        super().__init__(part.labels, part.low, part.high)
        self._part = part

    def write(self, numbers: Numbers, start: int, value: Any, seat: Seat) -> None:
        has_one = seat in value if isinstance(value, dict) else seat < len(value or ())
        self._part.write(numbers, start, value[seat] if has_one else None, seat)


def telling(hint: Any, value: Any, frame: Frame, *, private: bool) -> Telling | None:
    """How a field of this type is told, which has this value at first; None where numbers don't do."""
    kinds = [kind for kind in kinds_of(hint) if kind is not NoneType]
    kind = kinds[0]
    if len(kinds) == 1 and kind in (bool, int, float):
        return Number(kind, or_none=NoneType in kinds_of(hint))
    if private:
        part = telling(get_args(kind)[-1], None, frame, private=False) if get_args(kind) else None
        return None if part is None else Own(part)
    if get_origin(kind) in (list, tuple):
        return _of_several(kind, value, frame) if len(kinds) == 1 else None
    return _of_one(kinds, value, frame)


def _of_one(kinds: Sequence[Any], value: Any, frame: Frame) -> Telling | None:
    """How a single value is told."""
    kind = kinds[0]
    if all(get_origin(one) is Literal for one in kinds):
        return OneOf([value for one in kinds for value in get_args(one)])
    if len(kinds) > 1:
        return None
    if Domain.SEAT in marks(kind):
        return ASeat(frame)
    ranks, suits = (dict.fromkeys(getattr(card, part) for card in frame.cards) for part in ("rank", "suit"))
    if Domain.RANK in marks(kind) or (kind is str and value in ranks):
        return OneOf(ranks, or_other=True)
    if Domain.SUIT in marks(kind) or (kind is str and value in suits):
        return OneOf(suits, or_other=True)
    if kind is Card:
        return OneOf(frame.cards)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return OneOf(kind)
    return None


def _of_several(kind: Any, value: Any, frame: Frame) -> Telling | None:
    """How a list or a tuple is told: seats, cards, or a value for each seat or each team."""
    part = kinds_of(get_args(kind)[0])
    if Domain.SEAT in marks(part[0]):
        return SomeSeats(frame)
    if part[0] is Card:
        return SomeCards(frame)
    one = telling(get_args(kind)[0], None, frame, private=False)
    length = len(cast(Sequence[Any], value))
    if one is None:
        return None
    if length == frame.seats:
        return EachOf(one, frame.offsets, lambda seat: seat)
    teams = frame.teams
    if length == len(teams):
        own = {seat: number for number, team in enumerate(teams) for seat in team}
        return EachOf(one, [f"{frame.offset(team)} team" for team in range(length)], own.__getitem__)
    return None
