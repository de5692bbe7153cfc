"""Questions beside the game's own: before a game, between its rounds, at the hand-over, and where something is lost."""

from __future__ import annotations

from collections.abc import Callable

from cardkit.core.texts import sentence
from cardkit.hosting.commands import meant
from cardkit.play.terminal import Terminal
from cardkit.plugins.people import Left
from cardkit.records.log import Refused

_HEARD = ("quit", "help", "undo")
_ALONE = {"q": "quit", "quit": "quit", "?": "help", "help": "help", "u": "undo", "undo": "undo"}
"""What is a command without a colon too, where no answer is a word."""


def command_in(text: str, *, colon: bool = False) -> str:
    """The command that an answer to any question may be: `quit`, `help`, `undo`, or empty for none; raises Refused.

    Where the answer may be any word, a command needs its colon.
    """
    typed = text.strip()
    if typed.startswith(":"):
        return meant(typed[1:], _HEARD)
    return "" if colon else _ALONE.get(typed.casefold(), "")


class Questions:
    """A console that asks them: `:quit` raises Left, `:help` explains, `:undo` takes back."""

    def __init__(
        self, terminal: Terminal, about: str, undo: Callable[[], None] | None = None, *, colon: bool = False
    ) -> None:
        self._terminal, self._about, self._undo, self._colon = terminal, about, undo, colon

    @property
    def is_typed_at(self) -> bool:
        """Whether a person types there, and no program."""
        return self._terminal.is_typed_at

    def say(self, line: str, /) -> None:
        """Show a line."""
        self._terminal.say(line)

    def ask(self, prompt: str = "", /) -> str:
        """The next typed line that is not a command; a program's is an answer, whatever it is."""
        while True:
            line = self._terminal.ask(prompt)
            try:
                command = command_in(line, colon=self._colon) if self.is_typed_at else ""
                if not command:
                    return line
                if command == "quit":
                    raise Left
                if command == "undo" and self._undo is not None:
                    self._undo()
                else:
                    self.say(self._about if command == "help" else "There is nothing to take back here.")
            except Refused as error:
                self.say(sentence(error))

    def wait(self) -> None:
        """Wait until Enter is pressed, and nothing else."""
        while self.ask().strip():
            self.say(self._about)

    def agrees(self) -> bool:
        """Whether the person says yes; Enter says no."""
        while (answer := self.ask().strip().casefold()) not in ("y", "yes", "n", "no", ""):
            self.say("Please type y or n; Enter is n.")
        return answer.startswith("y")
