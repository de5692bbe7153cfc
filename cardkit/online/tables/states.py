"""How it stands at a table, told to somebody who isn't there but has a key."""

from __future__ import annotations

from typing import Any

from cardkit.core.errors import CardkitError
from cardkit.core.piles import Seat
from cardkit.plugins.session import PUBLIC
from cardkit.records.record import Record, record_text
from cardkit.records.store import Stored
from cardkit.tables.hosted import Hosted
from cardkit.tables.seats import Chairs
from cardkit.tables.telling import result_of


class NotOver(CardkitError):
    """A game whose record would show what is hidden still."""

    def __str__(self) -> str:
        return "the game is not over, and its record would show the cards that are hidden"


def state_here(hosted: Hosted, key: str) -> dict[str, Any] | None:
    """How it stands at a table that this server runs; None for who has no key of it."""
    seat = hosted.key_seat(key)
    names = [chair.name for chair in hosted.chairs.chairs]
    game = hosted.session.plugin.game.name
    return _state(hosted.table, game, hosted.phase, names, seat, result_of(hosted), here=True)


def state_in_store(table: str, stored: Stored, key: str) -> dict[str, Any] | None:
    """How it stands at a table that is kept; None for who has no key of it."""
    record, chairs = stored.record, Chairs.back(stored.people, 0.0)
    phase = "waiting" if record is None else "over" if record.result else "playing"
    names = [chair.name for chair in chairs.chairs]
    game = record.game if record is not None else str(stored.settings["wish"]["game"])
    result = None if record is None or record.result is None else {"text": _end_of(record)}
    return _state(table, game, phase, names, chairs.seat_of(key), result, here=False)


def damaged_state(table: str) -> dict[str, Any]:
    """What is told of a table that can't be read."""
    result = {"text": "set aside, because what is kept of it is damaged"}
    return {
        "table": table,
        "here": False,
        "game": table,
        "phase": "damaged",
        "names": [],
        "seat": PUBLIC,
        "result": result,
    }


def _state(
    table: str, game: str, phase: str, names: list[str], seat: Seat | None, result: Any, *, here: bool
) -> dict[str, Any] | None:
    if seat is None:
        return None
    known = {"game": game, "phase": phase, "names": names, "seat": seat, "result": result}
    return {"table": table, "here": here, **known}


def _end_of(record: Record) -> str:
    """How a recorded game ended, in a few words."""
    winners = record.result.winners if record.result else ()
    if winners:
        return f"won by {' and '.join(record.names[seat] for seat in winners)}"
    return record.result.how.value if record.result else ""


def whole_record(stored: Stored, key: str) -> str | None:
    """The record of a game that is over; None for who has no key of its table. Raises NotOver."""
    if Chairs.back(stored.people, 0.0).seat_of(key) is None:
        return None
    if stored.record is None or stored.record.result is None:
        raise NotOver
    return record_text(stored.record)
