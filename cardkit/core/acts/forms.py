"""Forms: many actions at once, too many to be listed, each of which can be found, counted and reached by its number."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import comb, prod
from typing import Any, TypeVar, cast, overload

from cardkit.core.cards import Card

A = TypeVar("A", covariant=True)

_SHOWN = 8
"""Up to how many values of a field are listed for people."""


FORMS: set[type] = set()
"""The classes of forms, so that a list without any is told at once."""


class Form(Sequence[A]):
    """A sequence of all the actions of one kind that a few choices allow, none of which is made before it is wanted.

    `str(form)` says for people what it stands for, such as `raise 22 to 296`.
    """

    def __init__(self, kind: Any) -> None:
        self.kind = kind
        """The class of the actions."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        FORMS.add(cls)

    @abstractmethod
    def find(self, action: object) -> A | None:
        """The action of the form that this one means, or None where there is none."""

    @abstractmethod
    def nth(self, number: int) -> A:
        """The action of a number, from 0."""

    def __contains__(self, action: object) -> bool:
        return self.find(action) is not None

    def __iter__(self) -> Iterator[A]:
        return map(self.nth, range(len(self)))

    @overload
    def __getitem__(self, place: int, /) -> A: ...
    @overload
    def __getitem__(self, place: slice, /) -> Sequence[A]: ...
    def __getitem__(self, place: int | slice, /) -> A | Sequence[A]:
        numbers = range(len(self))[place]
        return self.nth(numbers) if isinstance(numbers, int) else [self.nth(number) for number in numbers]

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
