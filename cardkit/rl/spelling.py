"""Actions that are too many to be numbered, said step by step: which kind, then card by card and digit by digit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from typing import Any

from cardkit.core.cards import Card
from cardkit.core.description import Kinds, fields_of
from cardkit.core.piles import Domain, Seat
from cardkit.table.native.engine import NativeTwin
from cardkit.table.native.spelling import DIGITS, DONE, WayFinder, Ways

Token = tuple[str, Any]
"""What a step says: `("kind", Bid)`, `("digit", "3")`, `("seat", 1)`, `("value", 7C)`, `("value", "hearts")`."""
Begun = tuple[int, ...]
"""The steps of an action that isn't said to its end, by their numbers."""


class Spelling:
    """How actions of some kinds are said: a step for each token, each of which has a number.

    A step that can be but one is left out, unless it is the only answer.
    """

    def __init__(self, kinds: Sequence[Any], deck: Sequence[Card], seats: int, first: int) -> None:
        """The deck is in the order of the numbers, of which `first` is the first one."""
        self._seats = seats
        tokens: dict[Token, None] = {("kind", kind): None for kind in kinds}
        for kind in kinds:
            for field in fields_of(kind).values():
                tokens.update(dict.fromkeys(self._tokens_for(field, deck)))
        self.tokens = dict(enumerate(tokens, start=first))
        """What each step says, by its number."""
        self.names = [f"{value.word} …" if name == "kind" else f"… {_named(name, value)}" for name, value in tokens]
        """What the steps are called."""
        fields = {kind: [one.domain is Domain.SEAT for one in fields_of(kind).values()] for kind in kinds}
        self.finder: Any = WayFinder({token: number for number, token in self.tokens.items()}, fields, seats, Card)

    def of_twin(self, twin: NativeTwin) -> Spelling:
        """The same steps for the actions of a twin; raises KeyError where it hasn't their kinds."""
        own = copy(self)
        steps = {
            (name, twin.kind(value) if name == "kind" else twin.own(value)): number
            for number, (name, value) in self.tokens.items()
        }
        fields = {twin.kind(kind): are_seats for kind, are_seats in self.finder.fields.items()}
        own.finder = twin.way_finder(steps, fields, self._seats)
        return own

    def _tokens_for(self, field: Kinds, deck: Sequence[Card]) -> Iterator[Token]:
        """Every token of the values of a field."""
        for kind in field.each:
            is_many = kind.base is tuple and bool(kind.parts)
            for one in [one for part in kind.parts for one in part.each] if is_many else [kind]:
                listed = one.values(deck, self._seats)
                if one.domain is Domain.SEAT:
                    yield from (("seat", offset) for offset in range(self._seats))
                elif listed is not None and not any(type(value) is int for value in listed):
                    yield from (("value", value) for value in listed)
                else:
                    yield from (*(("digit", digit) for digit in DIGITS), DONE)
            if is_many:
                yield DONE

    def has(self, number: int) -> bool:
        """Whether a number is that of a step."""
        return number in self.tokens

    def knows(self, kind: Any) -> bool:
        """Whether actions of this kind are said step by step."""
        return kind in self.finder.fields

    def ways(self, parts: Sequence[Any], seat: Seat) -> Ways:
        """What a seat may do of these kinds, where these actions and forms are legal."""
        ways: Ways = self.finder.ways(parts, seat)
        return ways

    def shown(self, begun: Begun) -> list[float]:
        """How often each step was said of what is begun, and the number that is said up to now."""
        times, digits = [0.0] * len(self.tokens), ""
        first = next(iter(self.tokens))
        for number in begun:
            times[number - first] += 1
            name, value = self.tokens[number]
            digits = digits + value if name == "digit" else ""
        return [*times, float(digits) if digits.strip("-") else 0.0]


def _named(name: str, value: Any) -> str:
    """What a token is called."""
    if name == "seat":
        return f"seat +{value}" if value else "own seat"
    return str(value)
