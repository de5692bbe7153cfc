"""A seat at a table in lines: what happens is told as it happens, and what is typed is done."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from cardkit.core.errors import CardkitError
from cardkit.online.client.board import board_lines, numbered, question_lines
from cardkit.online.client.choosing import Message
from cardkit.online.client.commands import Command, commands, said_of, typed
from cardkit.online.client.told import Told
from cardkit.online.client.ways import Way
from cardkit.play.line_editing import beside_typing
from cardkit.play.output import standard_output
from cardkit.play.terminal import Terminal
from cardkit.plugins.people import EndOfInput, whole_number

LAST_LINES = 8
"""How much is told again of a game that goes on somewhere else, or that somebody comes to."""

_PROMPT = "> "


class Lines:
    """A person or a program at a seat, who reads lines and types them.

    At a keyboard whatever is typed is done at once. From a pipe an action waits until the seat is asked, so that all
    can be written beforehand.
    """

    def __init__(self, terminal: Terminal, way: Way) -> None:
        self._terminal = terminal
        self._way = way
        self._told = Told()
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()
        self._changed = asyncio.Event()
        """Set where something was heard."""
        self._pending: tuple[int, int] | None = None
        """The number of an action that the table has not answered yet, and of the view that it was chosen on."""
        self._asked: tuple[Any, Any] | None = None
        self._sent = 0

    async def run(self) -> None:
        """Be at the table until it is left; raises a CardkitError where that can't be."""
        threading.Thread(target=self._read, args=(asyncio.get_running_loop(),), daemon=True).start()
        hearing = asyncio.create_task(self._way.hear(self.heard))
        doing = asyncio.create_task(self._do())
        done, others = await asyncio.wait([hearing, doing], return_when=asyncio.FIRST_COMPLETED)
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        for task in done:
            task.result()

    def heard(self, message: Message) -> None:
        """Tell what the table says."""
        with self._saying():
            if message["type"] in ("hello", "view"):
                new = self._told.take(message)
                self._tell(new[-LAST_LINES:] if message.get("fresh") else new)
            else:
                self._terminal.say(self._told.marked(said_of(message)[0]))
                if self._pending is not None and message.get("id") == self._pending[0]:
                    self._pending = None
        self._changed.set()

    def _saying(self) -> AbstractContextManager[None]:
        """Within, lines are written; at a keyboard somebody may type at the same time."""
        return beside_typing(standard_output(), _PROMPT) if self._terminal.is_typed_at else nullcontext()

    def _tell(self, new: Sequence[str]) -> None:
        """Tell what is new, and ask the person if it is their turn now."""
        for line in new:
            self._terminal.say(line)
        view = self._told.view
        asked = (view["legal"], view["forms"]) if view and self._told.is_asked else None
        if asked is not None and (asked != self._asked or new):
            self._show()
        happened = bool(view) and (view["events"]["lines"] or asked != self._asked)
        if self._pending is not None and view["number"] > self._pending[1] and happened:
            self._pending = None
        self._asked = asked

    def _show(self) -> None:
        for line in (*board_lines(self._told), *question_lines(self._told)):
            self._terminal.say(line)

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        """Read what is typed, to its end; this is a thread of its own, because reading can't be broken off."""
        while True:
            try:
                line: str | None = self._terminal.ask(_PROMPT if self._terminal.is_typed_at else "", self._completed)
            except (EndOfInput, ValueError, OSError):
                line = None
            if loop.is_closed():
                return
            loop.call_soon_threadsafe(self._typed.put_nowait, line)
            if line is None:
                return

    async def _do(self) -> None:
        """Do what is typed, until the person leaves."""
        while (line := await self._typed.get()) is not None:
            if not line.strip():
                with self._saying():
                    self._show()
                continue
            if not (self._terminal.is_typed_at or line.startswith("/")):
                await self._until_it_is_time(is_for_turns=not line.startswith(":") or line[1:].startswith(("h", "w")))
            try:
                if self._carry_out(typed(self._by_number(line), self._told)):
                    return
            except CardkitError as error:
                with self._saying():
                    self._terminal.say(f"{error}.")
        if not self._terminal.is_typed_at:
            await self._until_it_is_time(is_for_turns=True)
            if self._told.is_asked:
                raise EndOfInput

    async def _until_it_is_time(self, *, is_for_turns: bool) -> None:
        """Wait until the last action is answered and, for what belongs to a turn, until it is this seat's."""
        while self._pending is not None or (is_for_turns and not self._told.is_asked and not self._is_over):
            self._changed.clear()
            await self._changed.wait()

    @property
    def _is_over(self) -> bool:
        return bool(self._told.view) and self._told.view["phase"] == "over"

    def _carry_out(self, command: Command) -> bool:
        """Carry out a command; whether it is to leave."""
        if command.message is not None:
            self._sent += 1
            if not command.word:
                self._pending = self._sent, command.message["at"]
            self._way.send({**command.message, "id": self._sent})
        with self._saying():
            for line in self._own(command.word):
                self._terminal.say(line)
        return command.word == "quit"

    def _own(self, word: str) -> Sequence[str]:
        """What a command of the client's own shows."""
        if word == "help":
            return [f"  :{one.word:13} {one.about}" for one in commands(self._told)]
        return (
            self._told.lines
            if word == "log"
            else str(self._told.hello["rules"]).splitlines()
            if word == "rules"
            else ()
        )

    def _by_number(self, line: str) -> str:
        """A typed line, or the action whose number it is in the list."""
        words, number = numbered(self._told.view) if self._told.view else [], whole_number(line)
        return words[number - 1] if number is not None and 1 <= number <= len(words) else line

    def _completed(self, line: str) -> Sequence[str]:
        """What a line that was begun can be completed to."""
        if line.startswith(":"):
            return [f":{one.word} " for one in commands(self._told) if f":{one.word}".startswith(line)]
        return [action["text"] for action in self._told.view.get("legal", ()) if action["text"].startswith(line)]
