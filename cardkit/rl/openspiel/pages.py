"""What was told in a game, moment by moment, as each seat may know it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from cardkit.core.acts.actions import Action
from cardkit.core.acts.events import Acted, Event
from cardkit.core.dealer import Outcome
from cardkit.core.piles import Seat
from cardkit.core.state import State


class Played(NamedTuple):
    """An action that was played, and what chance made then."""

    seat: Seat
    action: Action
    is_shared: bool
    made: Sequence[Outcome]


class Wished(Acted):
    """What a seat wants to do where several may act; it alone is told."""


class Page:
    """What was told at one moment, to everybody or to one seat alone, as each may see it."""

    __slots__ = ("_texts", "events", "seat")

    def __init__(self, events: Sequence[Event], seat: Seat | None = None) -> None:
        self.events, self.seat = events, seat
        self._texts: dict[Seat, str] = {}

    def text(self, seat: Seat) -> str:
        """What this seat was told."""
        text = self._texts.get(seat)
        if text is None:
            is_told = self.seat in (None, seat)
            text = ";".join([_said(event.seen_by(seat)) for event in self.events]) if is_told else ""
            self._texts[seat] = text
        return text


def _said(event: Event) -> str:
    """An event in a line."""
    untold = (*event.untold, "known_to")
    values = [_text(value) for name, value in vars(event).items() if name not in untold]
    return " ".join([type(event).__name__, *values])


def _text(value: Any) -> str:
    return ",".join(map(_text, cast(tuple[Any, ...], value))) if isinstance(value, tuple) else str(value)


def seen(view: State) -> str:
    """A view of a table in a line: its piles, and the fields that count."""
    plain = set(view.plain_fields())
    fields = [f"{name}: {getattr(view, name)}" for name in view.counted_fields() if name in plain]
    return "; ".join([*(f"{pile.name}: {pile}" for pile in view.piles()), *fields])
