"""Commands on the full screen: those of the palette, of the keys and of the line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from textual.app import App, SystemCommand
from textual.screen import Screen
from textual.widgets import Input

from cardkit.online.client.commands import Command, commands
from cardkit.online.screen.dialogs import HandOver, TextPage
from cardkit.online.screen.drawing.paints import Paints
from cardkit.online.screen.drawing.words import joined
from cardkit.online.screen.place import KEYS, KeyboardSeat
from cardkit.online.screen.table_view import TableView


class Commanding(App[None]):
    """An application in which the person at a place can say all that a table or the screen understands."""

    def __init__(self, places: Sequence[KeyboardSeat], paints: Paints) -> None:
        super().__init__(ansi_color=None if paints.colours else True)
        self.places = places
        self.place = places[0]
        """The seat whose person is at the keyboard, if somebody is."""
        self.is_somebody_here = len(places) == 1
        """Whether one of them has come; among several nobody has before the first hand is shown."""
        self.paints = paints
        self.was_interrupted = False
        """Whether somebody has pressed Ctrl-C."""
        self._number = 0

    @property
    def table(self) -> TableView:
        """The widget that shows the table."""
        return self.query_one(TableView)

    def carry_out(self, command: Command) -> None:
        """Carry out a command: the table does, or the screen itself."""
        if command.message is not None:
            self.send(command.message)
        else:
            self.action_own(command.word)

    def send(self, message: dict[str, Any]) -> None:
        """Tell the table something."""
        if not self.is_somebody_here:
            return
        self._number += 1
        self.place.way.send({**message, "id": self._number})

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """What the command palette offers; nothing while the keyboard is passed on, for nobody is at it."""
        if isinstance(screen, HandOver) or not self.is_somebody_here:
            return
        for command in commands(self.place.told):
            begun = partial(self._begin_line, command) if command.takes else partial(self.carry_out, command)
            yield SystemCommand(command.word.capitalize(), command.about, begun)

    def _begin_line(self, command: Command) -> None:
        """Let the rest of a command be typed."""
        line = self.query_one("#typed", Input)
        line.value = f":{command.word} "
        line.focus()
        line.cursor_position = len(line.value)

    def action_own(self, word: str) -> None:
        """Carry out a command of the screen's own."""
        told = self.place.told
        if word == "quit":
            self.exit()
        elif not self.is_somebody_here:
            return
        elif word == "log":
            self.push_screen(TextPage("So far", joined(told.lines, self.paints)))
        elif word == "rules":
            self.push_screen(TextPage(str(told.hello["game"]), told.marked(told.hello["rules"])))
        else:
            known = (f":{one.word:9} {one.about}" for one in commands(told))
            self.push_screen(TextPage("Commands", "\n".join([*KEYS, "", *known])))

    def action_interrupt(self) -> None:
        """Leave at once."""
        self.was_interrupted = True
        self.exit()

    def action_tell(self, word: str) -> None:
        """Tell the table a command by its word."""
        self.send({"do": word})

    def action_why(self) -> None:
        """Ask why the card under the cursor can't be played, or what it does."""
        wish = self.table.wish
        if wish is not None and wish.what in ("card", "act"):
            self.send({"do": "why", "action": wish.value})
