"""One visitor over a WebSocket, from the first message, which says who they are, to the last.

What they are told is written by one task, always the newest view; there is no queue, so that nobody who reads slowly
costs anything. What they say is read one message after the other, and later where they say too much.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from time import monotonic
from typing import Any, Protocol, cast

from pydantic_core import to_json
from starlette.websockets import WebSocket, WebSocketDisconnect

from cardkit.core.errors import CardkitError
from cardkit.online.tables.limits import Bucket, Limits
from cardkit.tables.hosted import Visitor
from cardkit.tables.protocol import refusal

FAULT = 1011
NO_TABLE, NOT_LET_IN, MOVED, TOO_MUCH, TOO_LATE = 4404, 4403, 4410, 4429, 4408
"""Why a connection is closed: after MOVED it is worth to come again at once, after FAULT later."""


class Settling(Protocol):
    """Where what happens is kept."""

    async def settled(self) -> None:
        """Return when everything is kept."""
        ...


class Room(Protocol):
    """Where a visitor comes in: a table that is played at, or a record."""

    @property
    def lost(self) -> str:
        """Why it is here no longer; empty as long as it is."""
        ...

    @property
    def is_faulty(self) -> bool:
        """Whether it was lost by a fault, which may come again at once."""
        ...

    @property
    def place(self) -> Settling:
        """Where what happens is kept."""
        ...

    def message(self, visitor: Visitor, /) -> Mapping[str, Any]:
        """What is new for a visitor."""
        ...

    def enter(self, visitor: Visitor, hello: Mapping[str, Any], wake: Any, /) -> Mapping[str, Any]:
        """Somebody comes in; what they are told first. Raises Refused."""
        ...

    def take(self, visitor: Visitor, said: Mapping[str, Any], /) -> Mapping[str, Any] | None:
        """What a visitor is answered; raises CardkitError."""
        ...

    def leave(self, visitor: Visitor, /) -> None:
        """Somebody is there no longer."""
        ...


class Gone(Exception):
    """The visitor has left, or has to."""

    def __init__(self, code: int = 1000) -> None:
        super().__init__(code)
        self.code = code


class Visit:
    """A visitor of a table, and their connection."""

    def __init__(self, socket: WebSocket, limits: Limits) -> None:
        self._socket = socket
        self._limits = limits
        self._news = asyncio.Event()
        self._sending = asyncio.Lock()
        self._bucket = Bucket(limits.messages, 3 * limits.messages)
        self._mistakes = 0
        self._hurries = 0
        """Messages since somebody was last as slow as they have to be."""
        self.visitor = Visitor(self._news.set)

    async def hello(self) -> dict[str, Any]:
        """The first message; raises Gone where none comes in time."""
        try:
            return await asyncio.wait_for(self.said(), self._limits.hello)
        except TimeoutError:
            raise Gone(TOO_LATE) from None

    async def stay(self, room: Room, hello: Mapping[str, Any]) -> None:
        """Be at a table until the visitor leaves; raises Gone, or Refused where they aren't let in."""
        told = room.enter(self.visitor, hello, self._news.set)
        self._news.set()
        reading = asyncio.current_task()
        writing = asyncio.create_task(self._write(room, told))
        writing.add_done_callback(lambda _: reading and reading.cancel())
        try:
            while True:
                await self._answer(room, await self.said())
        except asyncio.CancelledError:
            if reading is None or not writing.done() or writing.cancelled():
                raise
            reading.uncancel()
            raise Gone(writing.result()) from None
        finally:
            reading = None
            writing.cancel()
            room.leave(self.visitor)

    async def said(self) -> dict[str, Any]:
        """The next message that is one; raises Gone where the visitor leaves."""
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                raise Gone
            if wait := self._bucket.wait(monotonic()):
                self._hurries += 1
                if self._hurries > self._limits.mistakes:
                    raise Gone(TOO_MUCH)
                await asyncio.sleep(wait)
            else:
                self._hurries = 0
            said = _object(message.get("text"))
            if said is not None:
                return said
            self._mistakes += 1
            if self._mistakes > self._limits.mistakes:
                raise Gone(TOO_MUCH)
            await self.send({"type": "refused", "id": None, "reason": "this is no message: that is a JSON object"})

    async def _answer(self, room: Room, said: Mapping[str, Any]) -> None:
        if room.lost:
            raise Gone(_code_of(room))
        try:
            answer = room.take(self.visitor, said)
            await room.place.settled()
        except CardkitError as error:
            answer = refusal(error, said.get("id"))
        if answer is not None:
            await self.send(answer)

    async def _write(self, room: Room, told: Mapping[str, Any]) -> int:
        """Tell the news whenever the last were taken; returns why it ends."""
        visitor = self.visitor
        try:
            await self.send(told)
            while not (room.lost or visitor.gone):
                await self._news.wait()
                self._news.clear()
                await room.place.settled()
                while visitor.answers:
                    await self.send(visitor.answers.popleft())
                if not (room.lost or visitor.gone):
                    await self.send(room.message(visitor))
        except CardkitError:
            pass
        except Gone as gone:
            return gone.code
        return NOT_LET_IN if visitor.gone else _code_of(room)

    async def send(self, message: Mapping[str, Any]) -> None:
        """Send a message; raises Gone where it isn't taken."""
        await self.send_text(to_json(message).decode())

    async def send_text(self, text: str) -> None:
        """Send a text; raises Gone where it isn't taken."""
        try:
            async with self._sending, asyncio.timeout(self._limits.stall):
                await self._socket.send({"type": "websocket.send", "text": text})
        except (TimeoutError, RuntimeError, WebSocketDisconnect):
            raise Gone(TOO_LATE) from None

    async def close(self, code: int, reason: str = "") -> None:
        """Close the connection, if it is open."""
        with suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
            async with asyncio.timeout(1):
                await self._socket.close(code, reason[:100])


def _code_of(room: Room) -> int:
    """Why a connection to a room that is lost is closed."""
    return FAULT if room.is_faulty else MOVED


def _object(text: str | None) -> dict[str, Any] | None:
    """The JSON object that a text is, all of whose own texts can be sent; None where it is none."""
    try:
        said: Any = json.loads(text or "", parse_constant=_no_number)
        if text and "\\u" in text:
            json.dumps(said, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return cast(dict[str, Any], said) if isinstance(said, dict) else None


def _no_number(text: str) -> Any:
    raise ValueError(text)
