"""A record played again: taken up at a point, told in blocks of a round or turn, or played on by a machine."""

from __future__ import annotations

import dataclasses
import json
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, reduce
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, cast

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, WrapValidator, create_model

from cardkit.core.actions import Action, kebab
from cardkit.core.cards import BACK, Card, Domain, Seat
from cardkit.core.chance.generators import Seeded
from cardkit.core.description import Kind, Kinds, fields_of
from cardkit.core.errors import BadOption, BadSeed, CannotStart, Disagreement, IllegalAction, NotAnAction, UnknownName
from cardkit.core.events import Ended, Event, RoundBegun, TurnBegun, plain
from cardkit.core.results import How, Result
from cardkit.core.texts import counted
from cardkit.plugins.board import Board
from cardkit.plugins.lines import Line, Name
from cardkit.plugins.people import Console, EndOfInput, Guarded, whole_number
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.registry import is_known, load_player
from cardkit.plugins.sayings import Narrator, Plain, Sayings, facts_line, out_of_time_line
from cardkit.plugins.setup import PUBLIC, ConsoleFor, Session, Setup, narrator_maker, new_seed, rule_set, seated
from cardkit.records.record import ChanceBegun, Json, Record, RecordError, Step, Text, cards_of, outcome_text
from cardkit.table.match import Match, Snapshot
from cardkit.table.notation import read_legal
from cardkit.table.turns import Table, first_legal, handed


def revive(
    plugin: Plugin,
    record: Record,
    path: Path,
    console_for: ConsoleFor,
    given: tuple[str, ...] = (),
    *,
    seed: int | None = None,
) -> Session:
    """The game of a record before its first step, with the cards to come that it had; other players where given.

    With a seed, what is left to chance after the end of the record follows from that. Raises RecordError where the
    record doesn't fit the game.
    """
    seats = given or record.seats
    for spec in () if given else record.seats:
        if not is_known(spec, plugin):
            reason = f"a record can't bring the player {spec!r} along; say by --seat who sits there"
            raise RecordError(path, "seats", reason)
    try:
        rules = rule_set(plugin, record.rules or None)
        game = plugin.game.with_options(record.options)
        chance = record.chance or ChanceBegun(generator="seeded", seed=new_seed())
        if seed is not None:
            chance = ChanceBegun(generator=chance.generator, seed=seed)
        if not len(record.seats) == len(record.names) == len(seats):
            had = f"{counted(len(seats), 'seat')} and {counted(len(record.names), 'name')}"
            raise CannotStart(game.name, f"{had} for {counted(len(record.seats), 'seat')}")
        setup = Setup(
            plugin=plugin,
            rules=rules,
            deck=cards_of(record.deck)[::-1],
            seats=seats,
            names=record.names,
            rng=chance.generator,
            seed=chance.seed,
            practice=record.practice,
        ).with_game(game)
        match = setup.match(told=record.outcomes, strict=chance is record.chance)
    except Disagreement as error:
        raise RecordError(path, "the opening", str(error)) from error
    except (BadOption, BadSeed, CannotStart, UnknownName) as error:
        raise RecordError(path, "", str(error)) from error
    return Session(
        setup=setup,
        match=match,
        players=seated(setup, match, console_for),
        seed_is_news=False,
        version=record.game_version,
        cards_alone=chance is not record.chance,
    )


def gone_to(session: Session, record: Record, console_for: ConsoleFor) -> Session:
    """The same game at another point, before its first step, as the record has it."""
    seed = session.seed if session.cards_alone else None
    again = revive(session.setup.plugin, record, Path("the game"), console_for, session.seats, seed=seed)
    return replace(again, setup=again.setup.having(style=session.setup.style, most_turns=session.setup.most_turns))


Taken = Sequence[tuple[Seat | None, str]]
"""The actions of a record, in notation, each with its seat where several acted at the same time."""


class Advice(NamedTuple):
    """What a machine would do, and why, as far as it says that."""

    action: Any
    said: Line
    """The action as a sentence."""
    reasons: Sequence[str]


def stand_in(session: Session, seat: Seat, taken: Taken) -> Guarded:
    """The machine that plays on for a person, told what happened."""
    return _machine(session, seat, taken)


def advice(session: Session, seat: Seat, taken: Taken) -> Callable[[], Advice]:
    """What asks a machine for what it would do at a seat as things stand now, here or in another thread."""
    match = session.match
    view, legal = match.view(seat), handed(match.legal_of(seat))
    says, deck = Sayings(match.game, session.names, seat), session.setup.pile

    def in_words(reason: str) -> Line:
        """A reason in which the action that it begins with is a sentence."""
        notation, colon, rest = reason.partition(": ")
        action = None
        if colon:
            with suppress(NotAnAction):
                action, _ = read_legal(type(match.game), notation, legal, deck)
        return Line(reason) if action is None else Line(says.action(action, view), colon, rest)

    def advised() -> Advice:
        adviser = _machine(session, seat, taken)
        try:
            action = adviser(view, legal)
            reasons = getattr(adviser.player, "reasons", (_of_whom(adviser.name),))
            return Advice(action, says.action(action, view), list(map(in_words, reasons)))
        finally:
            adviser.leave()

    return advised


def _of_whom(name: str) -> str:
    """Whose advice it is, where a player gives no reasons."""
    return f"so says {name}, the player that comes with the game; it gives no reasons"


def _machine(session: Session, seat: Seat, taken: Taken) -> Guarded:
    """A machine at a seat, which has the same chance whenever it sits down after these actions, and would do the same.

    One that remembers is told what happened.
    """
    chance = f"machine {seat} after {len(taken)} actions"
    name = session.setup.plugin.opponent
    player = Guarded(load_player(name, session.setup.plugin, Seeded(session.seed).derive(chance)), seat, name)
    if hasattr(player.player, "advises"):
        player.player.advises = True
    if player.remembers and session.match.begin_again is not None:
        others: list[Any] = [first_legal] * session.match.state.seats
        others[seat] = player
        Table(session.match.begin_again(), others).retell(taken)
    return player


class Passage:
    """What happens in one round or turn, and what is told of it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.facts: list[Mapping[str, Any]] = []
        """The events, as JSON has them."""
        self.said: list[list[str]] = []
        """What was told of each event."""
        self.lines: list[str] = []
        self.table: list[str] = []
        """How the table lies after it, where somebody wants to see that."""


class Retelling:
    """A watcher that gathers the events of a game as one pair of eyes sees them, and what a narrator tells of them.

    What is told of a round that begins belongs to the next block, although the last action brought it about.
    """

    def __init__(self, narrator: Narrator, table: Callable[[Any], Iterable[str]] | None = None) -> None:
        self.blocks = [Passage(0)]
        self._narrator = narrator
        self._table = table
        self._coming: Passage | None = None

    def __call__(self, event: Event, view: Any) -> None:
        over = isinstance(event, TurnBegun) and event.number > self.blocks[-1].number
        if self._table is not None and (over or isinstance(event, Ended)):
            self.blocks[-1].table = list(self._table(view))
        self.add(event, plain(event), self._narrator(event, view))

    def add(self, event: Event | None, facts: Mapping[str, Any], lines: Iterable[str]) -> None:
        """Add an event, None for one that only its game knows, with its facts and what is told of it."""
        if isinstance(event, TurnBegun):
            self.settle(event.number)
        elif isinstance(event, RoundBegun) and self.blocks[-1].number and self._coming is None:
            self._coming = Passage(0)
        block = self._coming or self.blocks[-1]
        said = list(lines)
        block.facts.append(facts)
        block.said.append(said)
        block.lines += said

    def settle(self, number: int) -> None:
        """Begin the block of the round or turn of this number, unless it has begun."""
        coming, self._coming = self._coming or Passage(0), None
        if number > self.blocks[-1].number:
            coming.number = number
            self.blocks.append(coming)
        else:
            self.blocks[-1].facts += coming.facts
            self.blocks[-1].said += coming.said
            self.blocks[-1].lines += coming.lines

    def end(self, number: int, until: int | None) -> None:
        """End before the round or turn of this number, whose cards may have been dealt, or after an earlier one."""
        if self._coming is not None:
            self.settle(number)
        if until is not None:
            self.blocks = [block for block in self.blocks if block.number <= until]


def no_such_turn(path: Path, counts: str, number: int, last: int) -> RecordError:
    """The error that a record has no round or turn of this number."""
    return RecordError(path, "log", f"there is no {counts} {number}, the last one is {last}")


def step_through(blocks: Sequence[Passage], console: Console) -> None:
    """Show a record block by block: Enter goes on, `b` back, a number to that round or turn, `q` leaves."""
    place, last = 0, len(blocks) - 1
    while True:
        for line in (*blocks[place].lines, *blocks[place].table):
            console.say(line)
        try:
            text = console.ask(_KEYS if place < last else _KEYS_AT_THE_END).strip().lower()
        except EndOfInput:
            if place < last:
                raise
            return
        number = whole_number(text)
        if text in ("q", ":quit") or (not text and place == last):
            return
        if text == "b":
            place = max(place - 1, 0)
        elif number is not None:
            place = next((k for k, block in enumerate(blocks) if block.number >= number), last)
        else:
            place = min(place + 1, last)


_KEYS = "[Enter: on, b: back, a number: go there, q: leave] "
_KEYS_AT_THE_END = "[b: back, a number: go there, Enter or q: leave] "


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
        if match.result is not None or result != Result.out_of_time(slow, match.game.sides(match.state)):
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
        return Board.of(match.game, view, PUBLIC if seat is None else seat, names).lines()

    narrator = narrator_maker(plugin, style or session.setup.style, game=match.game, you=seat)(record.names)
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


def view_record(plugin: Plugin, record: Record, seat: Seat, blocks: Iterable[Passage]) -> ViewRecord:
    """The record redacted for a seat, with whose eyes these blocks were told."""
    return ViewRecord(
        game=record.game,
        rules=record.rules,
        names=record.names,
        seat=seat,
        counts=plugin.game.counts,
        events=tuple(
            {**facts, "said": cast(Json, list(map(str, said)))}
            for block in blocks
            for facts, said in zip(block.facts, block.said, strict=True)
        ),
    )


def view_text(view: ViewRecord) -> str:
    """The redacted record as its file has it: a line for each part of the header, then a line for each event."""
    parts = view.model_dump(mode="json", exclude={"events"})
    header = "".join(
        f" {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)},\n" for name, value in parts.items()
    )
    lines = ",".join("\n  " + json.dumps(event, ensure_ascii=False) for event in view.events)
    return f'{{\n{header} "events": [{lines}\n ]\n}}\n'


def tell_view(view: ViewRecord, path: Path, *, until: int | None = None) -> Retelling:
    """A redacted record in the words that it was told in, or plain ones where it has none.

    Raises RecordError at an event that is none of these players' game.
    """
    narrator = Plain(tuple(map(Name, view.names)), view.counts)
    told = Retelling(narrator)
    for number, facts in enumerate(view.events, start=1):
        try:
            facts, said = dict(facts), facts.get("said")
            facts.pop("said", None)
            event = _event(facts, len(view.names))
            lines = [facts_line(facts)] if event is None else list(narrator(event, None))
            lines = lines if said is None else list(map(_told, cast(list[Any], said)))
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            raise RecordError(path, f"events {number}", "it is not an event of this game") from error
        told.add(event, facts, lines)
    last = told.blocks[-1].number
    if until is not None and until > last:
        raise no_such_turn(path, view.counts, until, last)
    told.end(last + 1, until)
    return told


class Said(Action):
    """An action of which only the notation is known."""

    says = "{text}"
    text: str

    def __str__(self) -> str:
        return self.text


def _told(line: Any) -> str:
    if not isinstance(line, str):
        raise ValueError("a line is a text")
    return line


def _said(text: Any) -> Said:
    if not isinstance(text, str):
        raise ValueError("an action is a text")
    return Said(text)


def _event(facts: Mapping[str, Any], seats: int) -> Event | None:
    """The event of the core that these facts are, or None for one of a game's own; raises ValueError if it is bad."""
    cls = _core_events().get(facts["event"])
    values = {name: value for name, value in facts.items() if name != "event"}
    if cls is None or not values.keys() <= set(_said_of(cls)):
        return None
    found = _form(cls, seats).model_validate_json(json.dumps(values), strict=True)
    event: Event = cls(**dict(found))
    return event


@cache
def _core_events() -> dict[str, Any]:
    """Every event of the core by its name in JSON."""
    return {kebab(cls.__name__): cls for cls in Event.__subclasses__() if cls.__module__ == Event.__module__}


@cache
def _form(cls: type[Event], seats: int) -> type[BaseModel]:
    """A model with the fields of an event, as a game of so many seats has them in JSON; what came later may lack."""
    kinds = fields_of(cast(Any, cls))
    usual = {one.name: ... if one.default is dataclasses.MISSING else one.default for one in dataclasses.fields(cls)}
    fields: dict[str, Any] = {name: (_in_json(kinds[name], seats), usual[name]) for name in _said_of(cls)}
    return create_model(cls.__name__, **fields)


def _said_of(cls: type[Event]) -> list[str]:
    """The fields of an event that JSON has."""
    return [name for name in fields_of(cast(Any, cls)) if name not in cls.untold]


def _in_json(kinds: Kinds, seats: int) -> Any:
    """The type of a field's values as JSON has them."""
    return reduce(lambda one, other: one | other, [_one_in_json(kind, seats) for kind in kinds.each])


def _one_in_json(kind: Kind, seats: int) -> Any:
    """One of them: an action is its notation, a card may be a back, a seat is one of the game's."""
    if kind.base is Action:
        return Annotated[Action, PlainValidator(_said)]
    if kind.base is Card:
        return Annotated[Card, WrapValidator(lambda text, read: BACK if text == str(BACK) else read(text))]
    if kind.domain is Domain.SEAT:
        return Annotated[int, Field(ge=0, lt=seats)]
    if kind.base is tuple:
        return types.GenericAlias(tuple, (_in_json(kind.parts[0], seats), ...))
    return kind.written
