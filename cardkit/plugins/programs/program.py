"""The player at a seat that is a program: a bot that passes on what it is told, and answers as the program does."""

from __future__ import annotations

import json
import re
import weakref
from collections.abc import Sequence
from dataclasses import dataclass, replace
from threading import Lock
from time import monotonic
from typing import Any

from cardkit.core.acts.events import Ended, Event
from cardkit.core.chance.generators import Rng
from cardkit.core.errors import CannotLoad, NotAnAction, ProgramFault, shown
from cardkit.plugins.programs.commands import command_of
from cardkit.plugins.programs.process import Process
from cardkit.plugins.programs.protocol import begin_line, event_line, line, turn_line
from cardkit.table.notation import read_legal
from cardkit.table.players import Seating

_SHOWN = 8
"""How many legal actions an error names."""
_LEAST, _MOST = 0.001, 1_000_000
"""What a clock may say, in seconds."""


@dataclass(frozen=True, kw_only=True)
class Clock:
    """How many seconds a program has."""

    move: float = 10.0
    """For an action."""
    game: float = 600.0
    """For all actions of a game."""
    start: float = 30.0
    """Beside that for its first answer, because interpreters start slowly."""

    @classmethod
    def of(cls, spec: str) -> tuple[Clock, str]:
        """The clock that stands before a command, and the command; raises CannotLoad where it is no clock.

        >>> Clock.of("seconds=60 game_seconds=3600 node bot.js")
        (Clock(move=60.0, game=3600.0, start=30.0), 'node bot.js')
        """
        clock, command = cls(), spec
        while found := re.match(r"(game_)?seconds=(\S*)\s+", command):
            try:
                seconds = float(found[2])
            except ValueError:
                seconds = 0.0
            if not _LEAST <= seconds <= _MOST:
                raise CannotLoad(spec, f"{found[0].strip()} is no number of seconds from {_LEAST:g} to {_MOST:,}")
            clock = replace(clock, **{"game" if found[1] else "move": seconds})
            command = command[found.end() :]
        return clock, command


class Running:
    """Programs that wait for their next game, by their commands."""

    def __init__(self) -> None:
        self._waiting: dict[tuple[str, ...], list[Process]] = {}
        self._hanging: dict[tuple[str, ...], ProgramFault] = {}
        self._all: weakref.WeakSet[Process] = weakref.WeakSet()
        self._lock = Lock()
        self._is_closed = False

    def take(self, command: Sequence[str], clock: Clock) -> Process:
        """A program of that command that waits, or a new one; raises ProgramFault where it can't be started.

        One that hung at its start is not waited for a second time.
        """
        if hung := self._hanging.get(tuple(command)):
            raise ProgramFault(hung.reason, hung.said)
        waiting = self._waiting.get(tuple(command), [])
        while waiting:
            process = waiting.pop()
            if process.is_alive:
                return process
            process.end()
        with self._lock:
            if self._is_closed:
                raise ProgramFault("it is not started any more")
            process = Process(command, clock.move)
            self._all.add(process)
        return process

    def keep(self, command: Sequence[str], process: Process) -> None:
        """Let a program wait for its next game."""
        self._waiting.setdefault(tuple(command), []).append(process)

    def give_up(self, command: Sequence[str], fault: ProgramFault) -> None:
        """Start no program of that command any more, which has never answered within its time."""
        self._hanging[tuple(command)] = fault

    def end(self) -> None:
        """End all that wait, and kill those that are in the middle of a game that was broken off."""
        try:
            for waiting in self._waiting.values():
                for process in waiting:
                    process.end()
        finally:
            self._waiting.clear()
            self.kill()

    def kill(self) -> None:
        """Kill all that were taken here, also in the middle of a game, and start no more."""
        with self._lock:
            self._is_closed = True
            for process in self._all:
                process.kill()


class Program:
    """A program at a seat; raises ProgramFault where it fails, and has ended then.

    Its clock may stand before the command, as `seconds=60 ./bot`. It is ended with its game, unless there is a place
    where it may wait for the next one.
    """

    def __init__(self, spec: str, rng: Rng, names: Sequence[str] = ()) -> None:
        self.clock, command = Clock.of(spec)
        self._command = command_of(command)
        self._seed = rng.below(2**32)
        self._names = names
        self._process: Process | None = None
        self._opening: list[str] | None = None
        """What was told in this game, as long as it may turn out that the program ended after its last one."""
        self.running: Running | None = None
        """Where programs wait for their next game."""

    def begin(self, seating: Seating, view: Any, /) -> None:
        """Start the program, or take one that waits, and tell it of the game."""
        self._seating = seating
        self._left = self.clock.game
        names = self._names or [f"Player {seat}" for seat in range(seating.seats)]
        self._start([begin_line(seating, names, self._seed, view)])

    def _start(self, opening: list[str]) -> Process:
        """Take a program, which is told of the game up to now."""
        process = (self.running or Running()).take(self._command, self.clock)
        self._process = process
        self._killed = weakref.finalize(self, process.kill)
        for text in opening:
            process.tell(text)
        self._opening = None if process.is_new else opening
        return process

    def told(self, events: Sequence[Event], view: Any, /) -> None:
        """Pass on what happened; after the end of the game the program is let go."""
        for event in events:
            if self._process is not None:
                text = event_line(event)
                self._process.tell(text)
                if self._opening is not None:
                    self._opening.append(text)
            if isinstance(event, Ended):
                self._let_go()

    def choose(self, view: Any, legal: Sequence[Any], /) -> Any:
        """The action that the program answers with."""
        process = self._process
        if process is None:
            raise ProgramFault("it is out of the game")
        starting = self.clock.start if process.is_new else 0.0
        seconds = min(self.clock.move, self._left)
        asked = monotonic()
        try:
            answer = process.ask(turn_line(view, legal, seconds, self._left), seconds + starting)
        except ProgramFault as fault:
            self._process = None
            if process.has_left and self._opening is not None:
                self._killed.detach()
                self._start(self._opening)
                return self.choose(view, legal)
            if self.running and process.is_new and process.is_late:
                self.running.give_up(self._command, fault)
            raise
        self._opening = None
        self._left = max(0.0, self._left - max(0.0, monotonic() - asked - starting))
        found, reason = self._read(answer, legal)
        if found is None:
            self._process = None
            raise process.fault(reason)
        return found

    def _read(self, answer: str, legal: Sequence[Any]) -> tuple[Any, str]:
        """The legal action that an answer means, or None and what is wrong with it."""
        text: Any = answer
        if answer.startswith("{"):
            try:
                text = json.loads(answer).get("action")
            except ValueError:
                return None, f"it answered {shown(answer)}, which is no JSON"
        if not isinstance(text, str):
            return None, f"it answered {shown(answer)}, in which there is no action"
        try:
            found, _ = read_legal(type(self._seating.game), text, legal, self._seating.deck)
        except NotAnAction:
            found = None
        named = ", ".join(str(legal[number]) for number in range(min(_SHOWN, len(legal))))
        more = f" and {len(legal) - _SHOWN} more" if len(legal) > _SHOWN else ""
        return found, f"it answered {shown(text)}; legal {'was' if len(legal) == 1 else 'were'} {named}{more}"

    def leave(self) -> None:
        """Let the program go from a game that another player broke off."""
        if self._process is not None:
            self._process.tell(line(type="end", result=None))
            self._let_go()

    def _let_go(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        self._killed.detach()
        process.send()
        if self.running is None:
            process.end()
        else:
            self.running.keep(self._command, process)
