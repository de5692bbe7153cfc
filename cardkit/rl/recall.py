"""What a seat was told of a game, in lines that are others for whatever it can tell apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from functools import cache
from hashlib import blake2b
from typing import Any, cast

from cardkit.core.actions import Action
from cardkit.core.cards import Card, Seat
from cardkit.core.events import Event
from cardkit.core.state import State

Alike = Mapping[Card, Card]
"""Of cards that the rules can't tell apart, the one that is named for all."""
_NONE: Alike = {}


def said(told: Event | Action, alike: Alike = _NONE) -> str:
    """An event or an action in a line, without what is as it mostly is."""
    untold = (*told.untold, "known_to") if isinstance(told, Event) else ()
    usual = _usual(cast(Any, type(told)))
    values = [
        _text(value, alike)
        for name, value in vars(told).items()
        if name not in untold and value != usual.get(name, MISSING)
    ]
    return " ".join([type(told).__name__, *values])


@cache
def _usual(kind: Any) -> Mapping[str, Any]:
    """What each field of an event or an action is where nothing is said."""
    return {one.name: one.default for one in fields(kind)}


def _text(value: Any, alike: Alike) -> str:
    if isinstance(value, tuple):
        return ",".join([_text(part, alike) for part in cast(tuple[Any, ...], value)])
    if alike and isinstance(value, Action):
        return said(value, alike)
    return str(alike.get(value, value)) if isinstance(value, Card) else str(value)


def seen(view: State, alike: Alike = _NONE) -> str:
    """A view of a table in a line: its piles, and the fields that count."""
    plain = set(view.plain_fields())
    told = [(name, getattr(view, name)) for name in view.counted_fields() if name in plain]
    facts = [f"{name}: {_text(value, alike) if alike else value}" for name, value in told]
    piles = [
        f"{pile.name}: [{' '.join([_text(card, alike) for card in reversed(pile.cards)])}]" for pile in view.piles()
    ]
    return "; ".join([*piles, *facts])


class Recall:
    """All that a seat was told, its own actions too, as a number that is the same wherever all of it is."""

    def __init__(self, alike: Alike, seat: Seat, view: State) -> None:
        """The view of the seat when the cards are dealt; cards that are alike are one card to it."""
        self._alike = alike
        self._before = blake2b(f"seat {seat}: {seen(view, alike)}".encode(), digest_size=8)

    def copy(self) -> Recall:
        """The same up to now, which goes on by itself."""
        twin = object.__new__(Recall)
        twin._alike, twin._before = self._alike, self._before.copy()
        return twin

    def told(self, events: Sequence[Event]) -> None:
        """Take in what the seat was told."""
        for event in events:
            self._before.update(f";{said(event, self._alike)}".encode())

    def now(self, view: State) -> str:
        """The number for what the seat knows that sees the table so, in hexadecimal digits."""
        here = self._before.copy()
        here.update(f"|{seen(view, self._alike)}".encode())
        return here.hexdigest()
