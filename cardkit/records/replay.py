"""Playing a record again: to verify it, and to tell it as one pair of eyes saw it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cardkit.core.acts.events import Ended
from cardkit.core.acts.results import How, Result
from cardkit.core.errors import Disagreement, IllegalAction, NotAnAction
from cardkit.core.piles import Seat
from cardkit.plugins.lines import Name
from cardkit.plugins.narrators import out_of_time_line
from cardkit.plugins.people import Console
from cardkit.plugins.person.board import Board
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.session import PUBLIC, Session, narrator_maker
from cardkit.records.parts import Step
from cardkit.records.record import Record, RecordError, outcome_text
from cardkit.records.reopening import revive
from cardkit.records.retelling import Retelling, no_such_turn
from cardkit.table.match import Match
from cardkit.table.players import first_legal
from cardkit.table.positions import Snapshot
from cardkit.table.turns import Table


def replayed(plugin: Plugin, record: Record, path: Path) -> Session:
    """The game of a record before its first step, with nobody to be asked."""
    watched = record.model_copy(update={"seats": ("ai",) * len(record.seats)})
    return revive(plugin, watched, path, _no_console)


def _no_console(seat: Seat) -> Console:
    raise AssertionError(f"nobody sits at seat {seat} of a replay")


def verify(plugin: Plugin, record: Record, path: Path) -> list[int]:
    """Play a record again and compare it with itself; for each action, the number of the round or turn it belongs to.

    Raises RecordError with the place where an action can't be played, a shuffle doesn't agree with the cards or the
    seed, or the end is another.
    """
    match = replayed(plugin, record, path).match
    cycle = record.result.cycle if record.result else None
    first: Snapshot | None = None
    turns: list[int] = []
    for step in record.steps():
        where = f"log {step.place + 1}" if step.action is not None else "the opening"
        if step.action is not None:
            turns.append(match.number)
            _advance(match, step, path, where)
        if [outcome_text(outcome) for outcome in match.outcomes] != step.outcomes:
            raise RecordError(path, where, "the shuffles that follow are not the ones of the game")
        if cycle and first is None and match.number == cycle.first:
            first = match.snapshot()
    _check_end(match, record, path, first)
    return turns


def _advance(match: Match[Any, Any], step: Step, path: Path, where: str) -> None:
    try:
        match.advance(match.read(step.action or "", step.seat), step.seat)
    except (Disagreement, IllegalAction, NotAnAction) as error:
        raise RecordError(path, where, str(error)) from error


def _check_end(match: Match[Any, Any], record: Record, path: Path, first: Snapshot | None) -> None:
    if record.result is None:
        return
    result, slow = record.result.result(), record.result.out_of_time
    if slow is not None:
        refuse_missing(slow, record, path)
        if match.result is not None or result != Result.out_of_time(slow, match.game.teams(match.state.seats)):
            reason = "where a seat's time ran out, the game is not over, and all the others win"
            raise RecordError(path, "result", reason)
    elif result.how is How.CUT_OFF:
        if match.result is not None or result != Result.cut_off((0.0,) * match.state.seats):
            raise RecordError(path, "result", "a game that was cut off is not over, and has no winners and no scores")
    elif result.how is not How.ENDLESS or result.cycle is None:
        if result != match.result:
            ends = match.result.how.value if match.result else "not over"
            raise RecordError(path, "result", f"it is not the one the actions lead to: the game is {ends}")
    elif result != Result.endless(match.state.seats, result.cycle):
        raise RecordError(path, "result", "an endless game has no winners and no scores")
    elif result.cycle.length and (first is None or match.number != result.cycle.again or not match.is_at(first)):
        raise RecordError(path, "result", "the game is not the same again where the record says that it is")


def refuse_missing(seat: Seat, record: Record, path: Path) -> None:
    """Raises RecordError where the game of a record has no such seat."""
    if seat >= len(record.seats):
        raise RecordError(path, "seats", f"there is no seat {seat}, the last one is {len(record.seats) - 1}")


def retell(
    plugin: Plugin,
    record: Record,
    path: Path,
    *,
    style: str = "",
    seat: Seat | None = None,
    until: int | None = None,
    with_tables: bool = False,
) -> Retelling:
    """A verified record told in the words of a narrator, with the eyes of a seat or with all-seeing ones.

    With tables, each block has the table as these eyes saw it after that.

    Raises RecordError where the record contradicts itself, or has no such seat, or no such round or turn to end with.
    """
    turns = verify(plugin, record, path)
    last = turns[-1] if turns else 0
    if seat is not None:
        refuse_missing(seat, record, path)
    if until is not None and until > last:
        raise no_such_turn(path, plugin.game.counts, until, last)
    session = replayed(plugin, record, path)
    match = session.match
    names = tuple(map(Name, record.names))

    def table_of(view: Any) -> Iterable[str]:
        return Board(view, PUBLIC if seat is None else seat, names, match.game.order).lines()

    narrator = narrator_maker(plugin, style or session.style)(record.names)
    told = Retelling(narrator, table_of if with_tables else None)
    table = Table(match, [first_legal] * len(record.seats)).watch(told, seat=seat)
    actions = [taken for taken, turn in zip(record.taken, turns, strict=True) if until is None or turn <= until]
    table.retell(actions)
    result = match.result or (record.result.result() if record.result else None)
    if result is not None and len(actions) == len(turns):
        slow = record.result.out_of_time if record.result else None
        if slow is not None:
            told.add(None, {"event": "out-of-time", "seat": slow}, [out_of_time_line(slow, names)])
        told(Ended(result, match.length), match.view(seat))
    told.end(match.length + (match.result is None), until)
    return told
