"""The way to a table in this process: machines think in threads, so that nobody who looks has to wait."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any

from cardkit.core.errors import CardkitError
from cardkit.core.piles import Seat
from cardkit.online.client.ways import Heard
from cardkit.plugins.session import PUBLIC
from cardkit.tables.hosted import Hosted
from cardkit.tables.protocol import refusal
from cardkit.tables.seats import Visitor


class LocalTable:
    """A table in this process, and what makes it go on: time, and the machines."""

    def __init__(self, hosted: Hosted) -> None:
        self.hosted = hosted
        self._news = asyncio.Event()
        self._driving: asyncio.Task[None] | None = None

    def ways(self) -> list[LocalWay]:
        """The way to each person's seat; where there is none, that of somebody who watches."""
        if not self.hosted.chairs.people:
            self.hosted.start()
        people = [seat for seat, key in enumerate(self.hosted.keys) if key is not None]
        return [LocalWay(self, seat) for seat in people or [PUBLIC]]

    def stir(self) -> None:
        """Look again at what has to be done."""
        if self._driving is None or self._driving.done():
            self._driving = asyncio.create_task(self._drive())
        self._news.set()

    async def _drive(self) -> None:
        """Let the machines play and the clocks run, as long as the program does."""
        while True:
            self._news.clear()
            due = self.hosted.tick(monotonic())
            thought = self.hosted.thought()
            if thought is not None:
                try:
                    action = await _thought_out(thought.choose)
                except Exception as error:  # whatever a machine raises ends its table, with a sentence
                    self.hosted.failed(thought, error, monotonic())
                else:
                    self.hosted.done(thought, action, monotonic())
                continue
            wait = None if due is None else max(due - monotonic(), 0)
            _, waiting = await asyncio.wait([asyncio.ensure_future(self._news.wait())], timeout=wait)
            for task in waiting:
                task.cancel()


async def _thought_out(choose: Callable[[], Any]) -> Any:
    """What a machine chooses, in a thread that is left alone where the program ends before."""
    loop = asyncio.get_running_loop()
    chosen: asyncio.Future[Any] = loop.create_future()

    def settle(tell: Callable[[Any], None], outcome: Any) -> None:
        if not chosen.done():
            tell(outcome)

    def think() -> None:
        try:
            outcome, tell = choose(), chosen.set_result
        except Exception as error:  # it is raised again where the machine is waited for
            outcome, tell = error, chosen.set_exception
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(settle, tell, outcome)

    threading.Thread(target=think, daemon=True).start()
    return await chosen


class LocalWay:
    """The way to a table in this process, for one seat."""

    def __init__(self, table: LocalTable, seat: Seat) -> None:
        self._table = table
        hosted = table.hosted
        self._key = hosted.watch_key if seat == PUBLIC else hosted.keys[seat]
        self._woken = asyncio.Event()
        self._visitor = Visitor(self._woken.set)
        self._heard: Heard = print

    async def hear(self, heard: Heard) -> None:
        """Tell all that comes from the table."""
        self._heard, hosted = heard, self._table.hosted
        heard(hosted.enter(self._visitor, {"do": "hello", "protocol": 1, "key": self._key, "name": ""}, monotonic()))
        self._table.stir()
        try:
            while True:
                self._woken.clear()
                while self._visitor.answers:
                    heard(self._visitor.answers.popleft())
                heard(hosted.message(self._visitor))
                await self._woken.wait()
        finally:
            hosted.leave(self._visitor, monotonic())

    def send(self, message: dict[str, Any]) -> None:
        """Tell the table something; a refusal is heard as one."""
        try:
            answer = self._table.hosted.take(self._visitor, message, monotonic())
        except CardkitError as error:
            answer = refusal(error, message.get("id"))
        if answer is not None:
            self._heard(answer)
        self._table.stir()
