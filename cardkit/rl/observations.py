"""What a seat sees as numbers, written from the piles straight into arrays."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from cardkit.core.cards import Card
from cardkit.core.game import Game
from cardkit.core.piles import Pile, Seat, Sight
from cardkit.core.state import State
from cardkit.rl.layout import Array, Layout, Places

Plan = Sequence[tuple[Pile, Places]]
"""The piles on a table, each with the places where it is told to a seat."""

_MOST_KNOWN = 10_000
"""For how many ways in which piles lie on the table is kept where they are told."""


class Observations(Layout):
    """What the seats of a game see, in numbers that are laid out as `Layout` says."""

    def __init__(self, game: Game[Any, Any], deck: Iterable[Card], seats: int) -> None:
        deck = tuple(deck)
        super().__init__(game, deck, seats)
        self._has_doubles = len(set(deck)) < len(deck)
        self._blank = array("f", bytes(4 * self.size))
        self._known: list[dict[Any, Sequence[Places]]] = [{} for _ in range(seats)]

    def encode(self, state: State, seat: Seat, out: Array | None = None) -> Array:
        """What a seat sees of a table, in a new array or in that which is given.

        It is the same of the true state as of the view of the seat. An array that is given is of 32-bit floats that lie
        side by side, as many as the layout has.
        """
        return self.write(self.plan(state.piles(), seat), vars(state), seat, out)

    def write(self, plan: Plan, values: Mapping[str, Any], seat: Seat, out: Array | None = None) -> Array:
        """What a seat sees of piles with a plan, and of the fields of a state, as `encode` has it."""
        if out is None:
            numbers: Any = self._blank[:]
            seen: Array = np.frombuffer(numbers, np.float32)
        else:
            out.fill(0)
            numbers, seen = out.data, out
        for pile, (cards, backs, tops, bottoms) in plan:
            lying = pile.cards
            if not lying:
                continue
            sight = pile.sight
            is_seen = pile.owner == seat if sight is Sight.OWNER else sight is Sight.EVERYBODY or pile.seen_by(seat)
            if not is_seen:
                numbers[backs] += len(lying)
                continue
            if self._has_doubles:
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
        return seen

    def plan(self, piles: Sequence[Pile], seat: Seat) -> Plan:
        """These piles, each with where it is told to a seat."""
        known = self._known[seat]
        lying = tuple([(pile.name, pile.owner) for pile in piles])
        places = known.get(lying)
        if places is None:
            if len(known) >= _MOST_KNOWN:
                known.clear()
            places = known[lying] = self.places_of(piles, seat)
        return list(zip(piles, places, strict=True))

    def slots(self, piles: Sequence[Pile], seat: Seat) -> list[int]:
        """Which of the piles of the layout these are for a seat, counted from 1."""
        order = {places.backs: slot for slot, places in enumerate(self.places, start=1)}
        return [order[places.backs] for _, places in self.plan(piles, seat)]
