"""What people can do at a prompt beside answering it: commands that begin with a colon."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from typing import Any, cast

from cardkit.core.acts.choices import parts_of
from cardkit.core.acts.forms import Form
from cardkit.core.chance.generators import Seeded
from cardkit.core.errors import CardkitError
from cardkit.core.piles import Seat
from cardkit.play.kept.keeper import Keeper, Refused
from cardkit.play.terminal import Terminal
from cardkit.plugins.boundaries import Guarded
from cardkit.plugins.lines import Line
from cardkit.plugins.people import Again, Human, Left, Relieved, Undone, ask_until, whole_number
from cardkit.plugins.person.board import Board
from cardkit.plugins.person.question import help_lines
from cardkit.plugins.registry import load_player
from cardkit.plugins.rules_page import rules_page
from cardkit.records.files import is_there
from cardkit.records.record import Record, RecordError
from cardkit.table.players import first_legal, handed
from cardkit.table.turns import Table


class Desk:
    """The console of the person at a seat: answers pass through, commands are carried out."""

    def __init__(self, console: Terminal, seat: Seat) -> None:
        self._console = console
        self.seat = seat
        self.keeper: Keeper | None = None
        self.told: Sequence[str] = ()
        self._commands: dict[str, tuple[str, Callable[[str], None]]] = {
            ":undo": ("take back your last choice", self._undo),
            ":redo": ("play again what was taken back", self._redo),
            ":mark": ("NAME: remember this point of the game", self._mark),
            ":back": ("NAME: go back to a point that was marked", self._back),
            ":hint": ("what the machine would do", self._hint),
            ":go": ("or :go N: let a machine play for you, to the end or for N turns", self._go),
            ":legal": ("all you can do", self._legal),
            ":where": ("how it stands, in three short lines", self._where),
            ":rules": ("the rules and the options", self._rules),
            ":log": ("what was told so far", self._log),
            ":save": ("FILE: keep the game in this file", self._save),
            ":quit": ("leave the game", self._quit),
            ":help": ("these commands", self._help),
        }

    def say(self, line: str, /) -> None:
        """Show a line."""
        self._console.say(line)

    @property
    def is_typed_at(self) -> bool:
        """Whether a person types there, and no program."""
        return self._console.is_typed_at

    def ask(self, prompt: str = "", /) -> str:
        """The next typed line that is not a command."""
        while True:
            line = self._console.ask(prompt, self._completed)
            try:
                command, _, rest = self._as_command(line.strip()).partition(" ")
                if not command:
                    return line
                self._commands[self._named(command)][1](rest.strip())
            except CardkitError as error:
                self.say(f"{error}.")

    def take_back(self) -> None:
        """Take back this seat's last choice, or say why that can't be."""
        try:
            self._undo("")
        except CardkitError as error:
            self.say(f"{error}.")

    def _as_command(self, line: str) -> str:
        """The command that a line is; empty for an answer. At a keyboard some commands need no colon."""
        if line.startswith(":") or not self.is_typed_at:
            return line if line.startswith(":") else ""
        command = _WITHOUT_COLON.get(line.casefold(), "")
        meant = self._meanings(line) if command else ()
        if meant and line.casefold() == "q":
            raise Refused(f"q could mean {meant[0]}, or :quit; type more of it")
        return "" if meant else command

    def _named(self, command: str) -> str:
        """The command of which this is the beginning; raises Refused where there is none, or several."""
        found = [known for known in self._commands if command[1:] and known.startswith(command.casefold())]
        if command in found or len(found) == 1:
            return command if command in found else found[0]
        if found:
            raise Refused(f"{command} could be {' or '.join(found)}")
        raise Refused(f"there is no command {command}; :help lists them")

    @property
    def _person(self) -> Human | None:
        """Who sits here, if it is a person as cardkit knows them, and the game has begun."""
        player = self.keeper.session.players[self.seat] if self.keeper is not None else None
        player = player.player if isinstance(player, Guarded) else player
        return player if isinstance(player, Human) else None

    def _meanings(self, line: str) -> Sequence[Any]:
        """The legal actions that a line could mean."""
        if self._person is None:
            return ()
        return self._person.reader.meanings(line, self._kept.session.match.legal_of(self.seat))

    def _completed(self, line: str) -> Sequence[str]:
        """What a line that was begun can be completed to."""
        if line.startswith(":") or self._person is None:
            return [f"{command} " for command in self._commands if command.startswith(line)]
        return self._person.reader.completions(line, self._kept.session.match.legal_of(self.seat))

    @property
    def _kept(self) -> Keeper:
        if self.keeper is None:
            raise Refused("the game has not begun")
        return self.keeper

    def _undo(self, rest: str) -> None:
        if self._person is not None and self._person.half:
            raise Again
        self._go_to(self._kept.before_choice_of(self.seat), "Taken back.")

    def _redo(self, rest: str) -> None:
        raise Undone(self._kept.trail.again(self._kept.record), "Played again.")

    def _mark(self, rest: str) -> None:
        if not rest:
            raise Refused("say what to call this point, such as :mark before-the-queen")
        self._kept.trail.marks[rest] = self._kept.record
        self.say(f"This point is {rest}; :back {rest} leads here.")

    def _back(self, rest: str) -> None:
        marks = self._kept.trail.marks
        if rest not in marks:
            known = f"the marks are {', '.join(marks)}" if marks else ":mark NAME marks one"
            raise Refused(f"there is no point {rest!r}; {known}" if rest else f"say to which point; {known}")
        self._go_to(marks[rest], f"Back at {rest}.")

    def _go_to(self, record: Record, said: str) -> None:
        """Go on from there, where need be as practice, if the person wants that."""
        kept = self._kept
        practice, actions = kept.session.practice, kept.taken_back_by(record, self.seat)
        if not practice and kept.has_seen(actions, self.seat):
            self.say(_AS_PRACTICE)
            if not ask_until(self._console, {"y": True, "n": False}.get, "Please type y or n."):
                return
            practice = True
        kept.trail.left.append(kept.record)
        raise Undone(record.model_copy(update={"practice": practice}), said)

    def _hint(self, rest: str) -> None:
        session = self._kept.session
        self._kept.trail.hints += 1
        match = session.match
        chance = Seeded(session.seed).derive(f"hint {self.seat} after {len(self._kept.record.actions)} actions")
        name = session.plugin.opponent
        player: Any = load_player(name, session.plugin, chance)
        adviser = Guarded(player, self.seat, name)
        if adviser.remembers and match.begin_again is not None:
            others: list[Any] = [first_legal] * match.state.seats
            others[self.seat] = adviser
            Table(match.begin_again(), others).retell(self._kept.record.taken)
        chosen = adviser(match.view(self.seat), handed(match.legal_of(self.seat)))
        self.say(Line("The machine would: ", self._said(chosen)))
        for reason in getattr(player, "reasons", ()):
            self.say(f"  {reason}")

    def _said(self, part: Any) -> Line:
        """An action in the words that the prompt takes, or a form."""
        person = self._person
        return Line(str(cast(object, part))) if person is None or isinstance(part, Form) else person.said(part)

    def _go(self, rest: str) -> None:
        turns = whole_number(rest) if rest else inf
        if not turns:
            raise Refused("say for how many turns, such as :go 10, or :go alone for all of them")
        raise Relieved(turns)

    def _legal(self, rest: str) -> None:
        for part in parts_of(self._kept.session.match.legal_of(self.seat)):
            self.say(Line("  ", self._said(part)))

    def _where(self, rest: str) -> None:
        session = self._kept.session
        board = Board(session.match.view(self.seat), self.seat, session.names, session.match.game.order)
        for line in board.where(f"{session.match.game.counts} {session.match.number}"):
            self.say(line)

    def _rules(self, rest: str) -> None:
        session = self._kept.session
        for line in rules_page(session.plugin, session.match.game, columns=self._console.columns):
            self.say(line)

    def _log(self, rest: str) -> None:
        for line in self.told:
            self.say(line)

    def _save(self, rest: str) -> None:
        if not rest:
            raise Refused("say to which file, such as :save game.json")
        path = Path(rest).expanduser()
        if is_there(path):
            raise RecordError(path, "", "there is a file of this name already; choose another")
        kept = self._kept
        if kept.file is None:
            raise Refused("the game has not begun")
        self.say(kept.file.save(path, kept.record))

    def _quit(self, rest: str) -> None:
        raise Left

    def _help(self, rest: str) -> None:
        if self.is_typed_at and self._person is not None:
            self.say("You type as much as tells what you mean:")
            for line in help_lines(self._kept.session.match.legal_of(self.seat), self._person.said):
                self.say(line)
            self.say("Enter shows the table again, Tab completes what you type, and these are commands:")
        for command, (meaning, _) in self._commands.items():
            self.say(f"  {command:7} {meaning}")


_AS_PRACTICE = (
    "You have seen cards since that were hidden. Take it back all the same, and let the game be practice, "
    "off the score board? (y/n)"
)

_WITHOUT_COLON = {"?": ":help", "help": ":help", "q": ":quit", "quit": ":quit"}
"""What is a command as well where a person types it, if it can't mean an action."""
