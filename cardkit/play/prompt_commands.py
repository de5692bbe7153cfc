"""What people can do at a prompt beside answering it: commands that begin with a colon."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from cardkit.core.acts.choices import parts_of
from cardkit.core.acts.events import Begun, Event, Moved, Shown
from cardkit.core.chance.generators import Seeded
from cardkit.core.errors import CardkitError
from cardkit.core.piles import Seat
from cardkit.plugins.boundaries import Guarded
from cardkit.plugins.people import Console, Left, Undone
from cardkit.plugins.registry import load_player
from cardkit.plugins.rules_page import rules_page
from cardkit.plugins.session import PUBLIC, Session
from cardkit.records.files import RecordFile, is_there, write_record
from cardkit.records.parts import Entry
from cardkit.records.record import Record, RecordError, entries
from cardkit.records.reopening import record_of
from cardkit.table.players import handed
from cardkit.table.turns import Played


class Keeper:
    """A watcher that keeps the record of a game, in memory and in its file if it has one, and knows what was seen."""

    def __init__(self, session: Session, file: RecordFile | None) -> None:
        self.session = session
        self.file = file
        self._piles = {pile.name: pile for pile in session.match.state.piles()}
        self._log: list[Entry] = []
        self._actors: list[frozenset[Seat]] = []
        self._seen: list[set[Seat]] = []
        """For each action, the seats that saw a card by it that they had not seen before."""

    @property
    def record(self) -> Record:
        """The record up to now."""
        return record_of(self.session).model_copy(update={"log": tuple(self._log)})

    def __call__(self, event: Event, view: Any) -> None:
        match = self.session.match
        if isinstance(event, Begun):
            self._log += entries(None, match.outcomes)
        elif isinstance(event, Moved) and self._seen:
            self._seen[-1].update(self._seeing(event, match.state.seats))
        elif isinstance(event, Shown) and self._seen:
            self._seen[-1].update(event.known_to)

    def keep(self, played: Played) -> None:
        """Keep an action that was played."""
        self._actors.append(frozenset(played.seats))
        self._seen.append(set())
        step = str(played.action), self.session.match.outcomes, played.seat if played.is_shared else None
        self._log += entries(*step)
        if self.file is not None:
            self.file.add(*step)

    def _seeing(self, event: Moved, seats: int) -> Iterable[Seat]:
        """The seats for which this move turned up cards."""
        source = self._piles.get(event.source)
        if source is not None and source.seen_by(PUBLIC):
            return ()
        knowing = range(seats) if event.known_to is None else event.known_to
        return knowing if source is None else [seat for seat in knowing if not source.seen_by(seat)]

    def undo(self, seat: Seat) -> int:
        """How many actions are left when this seat takes back its last choice; raises Refused with the reason."""
        own = [number for number, actors in enumerate(self._actors) if seat in actors]
        if not own:
            raise Refused("you have not done anything yet")
        people = set(self.session.people)
        for number in range(own[-1], len(self._actors)):
            others = (self._actors[number] & people) - {seat}
            if others:
                raise Refused(f"{self.session.names[min(others)]} has acted since")
            if seat in self._seen[number] and not self.session.practice:
                raise Refused("you have seen cards since that were hidden; --practice would allow it")
        return own[-1]


class Refused(CardkitError):
    """A command that can't be carried out, and why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


class Desk:
    """The console of the person at a seat: answers pass through, commands are carried out."""

    def __init__(self, console: Console, seat: Seat) -> None:
        self._console = console
        self.seat = seat
        self.keeper: Keeper | None = None
        self.told: Sequence[str] = ()
        self._commands: dict[str, tuple[str, Callable[[str], None]]] = {
            ":undo": ("take back your last choice", self._undo),
            ":hint": ("what the machine would do", self._hint),
            ":legal": ("all you can do", self._legal),
            ":rules": ("the rules and the options", self._rules),
            ":log": ("what was told so far", self._log),
            ":save": ("FILE: keep a record of the game up to now", self._save),
            ":quit": ("leave the game", self._quit),
            ":help": ("these commands", self._help),
        }

    def say(self, line: str, /) -> None:
        """Show a line."""
        self._console.say(line)

    def ask(self, prompt: str = "", /) -> str:
        """The next typed line that is not a command."""
        while True:
            line = self._console.ask(prompt)
            if not line.strip().startswith(":"):
                return line
            command, _, rest = line.strip().partition(" ")
            try:
                if command not in self._commands:
                    raise Refused(f"there is no command {command}; :help lists them")
                self._commands[command][1](rest.strip())
            except CardkitError as error:
                self.say(f"{error}.")

    @property
    def _kept(self) -> Keeper:
        if self.keeper is None:
            raise Refused("the game has not begun")
        return self.keeper

    def _undo(self, rest: str) -> None:
        raise Undone(self._kept.undo(self.seat))

    def _hint(self, rest: str) -> None:
        session = self._kept.session
        match = session.match
        chance = Seeded(session.seed).derive(f"hint {self.seat} after {len(self._kept.record.actions)} actions")
        adviser = Guarded(load_player("ai", session.plugin, chance), self.seat, "ai")
        self.say(f"The machine would: {adviser(match.view(self.seat), handed(match.legal_of(self.seat)))}")

    def _legal(self, rest: str) -> None:
        for part in parts_of(self._kept.session.match.legal_of(self.seat)):
            self.say(f"  {part}")

    def _rules(self, rest: str) -> None:
        for line in rules_page(self._kept.session.plugin):
            self.say(line)

    def _log(self, rest: str) -> None:
        for line in self.told:
            self.say(line)

    def _save(self, rest: str) -> None:
        if not rest:
            raise Refused("say to which file, such as :save game.json")
        path = Path(rest)
        if is_there(path):
            raise RecordError(path, "", "there is a file of this name already; choose another")
        write_record(path, self._kept.record)
        self.say(f"The game up to now is in {path}.")

    def _quit(self, rest: str) -> None:
        raise Left

    def _help(self, rest: str) -> None:
        for command, (meaning, _) in self._commands.items():
            self.say(f"  {command:7} {meaning}")
