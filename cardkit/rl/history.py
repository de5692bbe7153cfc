"""What a seat saw of a game so far, event by event, as rows of numbers."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any, cast

import numpy as np

from cardkit.core.actions import Action
from cardkit.core.cards import BACK, Card, Seat
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
from cardkit.core.state import State
from cardkit.rl.actions import ActionSpace
from cardkit.rl.observations import Array, Observations
from cardkit.table.notation import action_classes

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
