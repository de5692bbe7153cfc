"""Checking a bot: it is led through all that may happen to a program at a table, and told what it does wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any

from cardkit.arena.bouts import bouts
from cardkit.arena.contest import Bout, Contest
from cardkit.core.cards import Seat
from cardkit.core.errors import IllegalAction, NotAnAction, ProgramFault, shown
from cardkit.core.texts import counted
from cardkit.plugins.plugin import plain_names
from cardkit.plugins.programs import Process, ProgramClock, begin_line, command_of, line, turn_line
from cardkit.simulation.simulate import batch
from cardkit.table.match import Match
from cardkit.table.turns import seating_at

LONG_TEXT = 100_000
"""How many letters the longest text of a line has that a bot is given to read."""
PATIENCE = 1.0
"""How many seconds a program may take to end."""
_MOST_TABLES = 2
_DEALS = 2
_MOST_CHOICES = 100
"""After so many choices a game is over."""


@dataclass(frozen=True, kw_only=True)
class BotFinding:
    """What came of one situation."""

    situation: str
    """What a bot has to do there."""
    wrong: str = ""
    """What it did instead; empty where it did what it has to."""
    note: str = ""


class _Wrong(Exception):
    """What a bot did wrong."""


class BotCheck:
    """The situations for a bot in a game."""

    def __init__(self, spec: str, game: str, *, options: dict[str, Any], clock: ProgramClock) -> None:
        self._spec, self._game, self._options, self._clock = spec, game, options, clock
        numbers = batch(game).setup.plugin.game.players
        several = [seats for seats in numbers if seats > 1]
        self._tables = list(map(self._contest, several[:_MOST_TABLES] or numbers))
        self._command = command_of(spec)
        self._first: list[Bout] = []

    def _contest(self, seats: int) -> Contest:
        deals = batch(self._game, players=("ai",) * seats, options=self._options)
        return Contest(batch=deals, players=(self._spec, "random"), clock=self._clock, most=_MOST_CHOICES)

    def findings(self) -> Iterator[BotFinding]:
        """What came of each situation, one after the other; none follow after a program that doesn't answer at all."""
        situations: list[tuple[str, Callable[[], str]]] = [
            ("answers its first turn with a legal action", self._answers),
            ("plays games at every seat, and at several of a table", self._plays),
            ("plays the same game again in the same way", self._repeats),
            ("goes on with the next game where one was broken off", self._goes_on),
            ("reads on where there is something that it doesn't know", self._reads_on),
            (f"reads lines of {LONG_TEXT:,} letters", self._reads_long_lines),
            ("ends when its input ends", self._ends),
        ]
        for number, (situation, look) in enumerate(situations):
            try:
                yield BotFinding(situation=situation, note=look())
            except (_Wrong, ProgramFault) as error:
                yield BotFinding(situation=situation, wrong=str(error))
                if number == 0:
                    return

    def _answers(self) -> str:
        process, begun = Process(self._command, self._clock.move), monotonic()
        try:
            self._one_turn(process)
        finally:
            process.end()
        return f"its first answer took {monotonic() - begun:.2f} seconds with its start"

    def _plays(self) -> str:
        for table in self._tables:
            self._first += bouts(table, 0, _DEALS * table.games_a_deal)
        for bout in self._first:
            if bout.at_fault == 0:
                seats = [seat for seat, who in enumerate(bout.seating) if who == 0]
                raise _Wrong(f"{bout.reason} (deal {bout.deal}, {_at(seats)} of {len(bout.seating)})")
        return f"{counted(len(self._first), 'game')} without a fault"

    def _repeats(self) -> str:
        again = list(bouts(self._tables[0], 0, _DEALS * self._tables[0].games_a_deal))
        if again != self._first[: len(again)]:
            raise _Wrong("it doesn't, so that nobody can play its game again; let its chance come from `seed`")
        return ""

    def _goes_on(self) -> str:
        process = Process(self._command, self._clock.move)
        try:
            for _ in range(3):
                self._one_turn(process)
                process.tell(line(type="end", result=None))
        except ProgramFault:
            if process.is_new or not process.has_left:
                raise
            return "it ended with its game, and is started again for the next one"
        finally:
            process.end()
        return ""

    def _reads_on(self) -> str:
        news = line(type="event", event="applause", loud=True)
        return self._in_begin({"weather": {"rain": [1, 2]}}, news)

    def _reads_long_lines(self) -> str:
        return self._in_begin({"rules": "rule " * (LONG_TEXT // 5)})

    def _in_begin(self, more: dict[str, Any], *lines: str) -> str:
        """Let a bot take one turn of a game that begins with more than usual."""
        process = Process(self._command, self._clock.move)
        try:
            self._one_turn(process, more, lines)
        finally:
            process.end()
        return ""

    def _one_turn(self, process: Process, more: dict[str, Any] | None = None, lines: Sequence[str] = ()) -> None:
        """Begin a game with a program and ask it for one action."""
        match: Match[Any, Any] = self._tables[0].batch.match(0)
        seat, seats = match.turn, match.state.seats
        view = match.view(seat)
        begin = begin_line(seating_at(match.game, match.state, seat), plain_names(seats), 1, view)
        process.tell(line(**{**json.loads(begin), **(more or {})}))
        for told in lines:
            process.tell(told)
        seconds = self._clock.move
        turn = turn_line(view, match.legal, seconds, self._clock.game)
        answer = process.ask(turn, seconds + (self._clock.start if process.is_new else 0))
        try:
            text = json.loads(answer)["action"] if answer.startswith("{") else answer
            match.read(text, seat)
        except (NotAnAction, IllegalAction, ValueError, LookupError, TypeError, AttributeError):
            raise _Wrong(f"it answered {shown(answer)}; legal was, for example, {match.legal[0]}") from None

    def _ends(self) -> str:
        process, begun = Process(self._command, self._clock.move), monotonic()
        try:
            self._one_turn(process)
        finally:
            by_itself = process.end(PATIENCE)
        if not by_itself:
            raise _Wrong(f"it still ran after {monotonic() - begun:.1f} seconds, and was killed")
        return ""


def _at(seats: Sequence[Seat]) -> str:
    return f"seat {seats[0]}" if len(seats) == 1 else f"seats {', '.join(map(str, seats))}"
