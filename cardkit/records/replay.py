"""Playing a record again: to verify it, to tell it, to look at it step by step, or as one seat saw it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, TypeAdapter

from cardkit.core.acts.actions import Action
from cardkit.core.acts.events import Acted, Begun, Ended, Event, Moved, Shuffled, TurnBegun, plain
from cardkit.core.acts.results import How, Result
from cardkit.core.cards import BACK, Card
from cardkit.core.errors import Disagreement, IllegalAction, NotAnAction
from cardkit.core.piles import Seat
from cardkit.plugins.narrators import Narrator, Plain
from cardkit.plugins.people import Console, whole_number
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.session import Session, narrator_maker
from cardkit.records.parts import Json, Step, Text
from cardkit.records.record import Record, RecordError, outcome_text
from cardkit.records.reopening import revive
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
    result = record.result.result()
    if result.how is not How.ENDLESS or result.cycle is None:
        if result != match.result:
            ends = match.result.how.value if match.result else "not over"
            raise RecordError(path, "result", f"it is not the one the actions lead to: the game is {ends}")
    elif result != Result.endless(match.state.seats, result.cycle):
        raise RecordError(path, "result", "an endless game has no winners and no scores")
    elif result.cycle.length and (first is None or match.number != result.cycle.again or not match.is_at(first)):
        raise RecordError(path, "result", "the game is not the same again where the record says that it is")


class Block:
    """What is told of one round or turn."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.lines: list[str] = []


class Reteller:
    """A watcher that gathers the events of a record as one pair of eyes sees them, and tells them in blocks."""

    def __init__(self, narrator: Narrator) -> None:
        self.events: list[Event] = []
        self.blocks = [Block(0)]
        self._narrator = narrator

    def __call__(self, event: Event, view: Any) -> None:
        self.events.append(event)
        if isinstance(event, TurnBegun) and event.number > self.blocks[-1].number:
            self.blocks.append(Block(event.number))
        self.blocks[-1].lines += self._narrator(event, view)


def retell(
    plugin: Plugin, record: Record, path: Path, *, style: str = "", seat: Seat | None = None, until: int | None = None
) -> Reteller:
    """A verified record told in the words of a narrator, with the eyes of a seat or with all-seeing ones.

    Raises RecordError where the record contradicts itself, or has no such seat.
    """
    turns = verify(plugin, record, path)
    if seat is not None and seat >= len(record.seats):
        raise RecordError(path, "seats", f"there is no seat {seat}, the last one is {len(record.seats) - 1}")
    session = replayed(plugin, record, path)
    reteller = Reteller(narrator_maker(plugin, style or session.style)(record.names))
    match = session.match
    table = Table(match, [first_legal] * len(record.seats)).watch(reteller, seat=seat)
    actions = [taken for taken, turn in zip(record.taken, turns, strict=True) if until is None or turn <= until]
    table.retell(actions)
    result = match.result or (record.result.result() if record.result else None)
    if result is not None and len(actions) == len(turns):
        reteller(Ended(result, match.length), match.view(seat))
    return reteller


def step_through(blocks: Sequence[Block], console: Console) -> None:
    """Show a record block by block: Enter goes on, `b` back, a number to that round or turn, `q` leaves."""
    place = 0
    while place < len(blocks):
        for line in blocks[place].lines:
            console.say(line)
        if place == len(blocks) - 1:
            return
        text = console.ask("[Enter: on, b: back, a number: go there, q: leave] ").strip().lower()
        number = whole_number(text)
        if text in ("q", ":quit"):
            return
        if text == "b":
            place = max(place - 1, 0)
        elif number is not None:
            place = next((k for k, block in enumerate(blocks) if block.number >= number), len(blocks) - 1)
        else:
            place += 1


class ViewRecord(BaseModel):
    """What one seat could know of a game: the events as it saw them, and nothing from which more would follow."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Literal["cardkit view"] = "cardkit view"
    version: Literal[1] = 1
    game: Text
    rules: Text
    names: tuple[Text, ...]
    seat: int
    counts: Text
    events: tuple[dict[Text, Json], ...]


def view_record(plugin: Plugin, record: Record, seat: Seat, events: Sequence[Event]) -> ViewRecord:
    """The record redacted for a seat."""
    return ViewRecord(
        game=record.game,
        rules=record.rules,
        names=record.names,
        seat=seat,
        counts=plugin.game.counts,
        events=tuple(plain(event) for event in events),
    )


def view_text(view: ViewRecord) -> str:
    """The redacted record as its file has it: a line for each part of the header, then a line for each event."""
    parts = view.model_dump(mode="json", exclude={"events"})
    header = "".join(
        f" {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)},\n" for name, value in parts.items()
    )
    lines = ",".join("\n  " + json.dumps(event, ensure_ascii=False) for event in view.events)
    return f'{{\n{header} "events": [{lines}\n ]\n}}\n'


class Said(Action):
    """An action of which only the notation is known."""

    text: str

    def __str__(self) -> str:
        return self.text


def tell_view(view: ViewRecord, path: Path) -> Iterator[str]:
    """A redacted record in plain words; raises RecordError at an event that is none of these players' game."""
    narrator = Plain(view.names, view.counts)
    for number, facts in enumerate(view.events, start=1):
        event = _event(facts)
        if event is None:
            yield "  " + " ".join(str(fact) for fact in facts.values())
            continue
        try:
            lines = list(narrator(event, None))
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            raise RecordError(path, f"events {number}", "it is not an event of this game") from error
        yield from lines


def _event(facts: dict[str, Any]) -> Event | None:
    """The event of the core that these facts are, or None for one of a game's own."""
    try:
        match facts["event"]:
            case "begun":
                return Begun(facts["seats"])
            case "turn-begun":
                return TurnBegun(facts["seat"], facts["number"])
            case "acted":
                return Acted(facts["seat"], Said(facts["action"]))
            case "moved":
                cards = tuple(BACK if card == str(BACK) else Card.read(card) for card in facts["cards"])
                return Moved(cards, facts["source"], facts["target"], facts["owner"], facts["under"], None)
            case "shuffled":
                return Shuffled(facts["pile"], facts["size"])
            case "ended":
                result = TypeAdapter(Result).validate_python(facts["result"])
                return Ended(result, facts["number"])
            case _:
                return None
    except (AttributeError, KeyError, TypeError, ValueError):
        return None
