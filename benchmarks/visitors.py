"""Visitors of a server by the thousand: WebSockets that look into what they get no further than they need."""

from __future__ import annotations

import asyncio
import json
import re
import struct
from collections.abc import Callable
from functools import partial
from random import Random
from time import perf_counter
from typing import Any

_LEGAL = re.compile(rb'"legal":\[(.*?)\],"forms"')
_ACTION = re.compile(rb'\{"text":"((?:[^"\\]|\\.)*)"')
_NUMBER = re.compile(rb'"number":(\d+),"phase":"(\w+)"')


class Visitor(asyncio.Protocol):
    """A WebSocket that keeps the newest view, and calls somebody for each."""

    def __init__(
        self, host: str, path: str, hello: dict[str, Any], told: Callable[[Visitor], None], address: str = "127.0.0.1"
    ) -> None:
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nX-Forwarded-For: {address}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        self._hello = hello
        self._told = told
        self._data = b""
        self._is_open = False
        self.transport: Any = None
        self.number = -1
        self.phase = b""
        self.legal: list[bytes] = []
        self.received = 0
        self.sent_at = 0.0

    def connection_made(self, transport: Any) -> None:
        """Ask for a WebSocket, and say hello."""
        self.transport = transport
        transport.write(self._request.encode())

    def say(self, **message: Any) -> None:
        """Send a message."""
        text = json.dumps(message).encode()
        size = bytes((0x80 | len(text),)) if len(text) < 126 else bytes((0x80 | 126,)) + struct.pack(">H", len(text))
        self.transport.write(b"\x81" + size + bytes(4) + text)

    def data_received(self, data: bytes) -> None:
        """Look at the last whole view of what has come."""
        self._data += data
        self.received += len(data)
        if not self._is_open:
            head, end, rest = self._data.partition(b"\r\n\r\n")
            if not end:
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self._is_open, self._data = True, rest
            self.say(**self._hello)
        while (frame := self._frame()) is not None:
            if frame.startswith(b'{"type":"view"'):
                self._look(frame)

    def _frame(self) -> bytes | None:
        """The next whole frame; a ping is answered."""
        data = self._data
        if len(data) < 2:
            return None
        size, start = data[1] & 127, 2
        if size >= 126:
            width = 2 if size == 126 else 8
            start = 2 + width
            size = int.from_bytes(data[2:start], "big")
        if len(data) < start + size:
            return None
        self._data = data[start + size :]
        frame = data[start : start + size]
        if data[0] & 15 == 9:
            self.transport.write(bytes((0x8A, 0x80 | len(frame))) + bytes(4) + frame)
        return frame

    def _look(self, frame: bytes) -> None:
        found = _NUMBER.search(frame)
        legal = _LEGAL.search(frame)
        if found is not None:
            self.number, self.phase = int(found[1]), found[2]
            self.legal = _ACTION.findall(legal[1]) if legal is not None else []
            self._told(self)

    def act(self, chance: Random) -> None:
        """Do something that is legal."""
        self.sent_at = perf_counter()
        self.say(do="act", action=json.loads(b'"' + chance.choice(self.legal) + b'"'), at=self.number)
        self.legal = []


class TwoPeople:
    """A table of two who act as often as they are asked, each after a pause; one of them asks for a rematch."""

    def __init__(
        self, port: int, table: str, keys: list[str], pause: float, chance: Random, address: str = "127.0.0.1"
    ) -> None:
        self.address = address
        self.port = port
        self.table = table
        self.keys = keys
        self._pause = pause
        self._chance = chance
        self.acted = 0
        self.waits: list[float] = []
        """Seconds from an action to the view that shows it to whoever acted."""
        self.visitors: list[Visitor] = []

    async def come(self) -> None:
        """Sit down."""
        loop = asyncio.get_running_loop()
        for key in self.keys:
            hello = {"do": "hello", "protocol": 1, "key": key, "name": f"P{len(self.visitors)}"}
            make = partial(Visitor, f"127.0.0.1:{self.port}", f"/ws/{self.table}", hello, self._told, self.address)
            _, visitor = await loop.create_connection(make, "127.0.0.1", self.port)
            self.visitors.append(visitor)

    def _told(self, visitor: Visitor) -> None:
        if visitor.sent_at:
            self.waits.append(perf_counter() - visitor.sent_at)
            visitor.sent_at = 0.0
            self.acted += 1
        loop, pause = asyncio.get_running_loop(), self._chance.expovariate(1 / self._pause)
        if visitor.legal:
            loop.call_later(pause, self._act, visitor, visitor.number)
        elif visitor.phase == b"over" and visitor is self.visitors[0]:
            loop.call_later(pause, lambda: visitor.say(do="rematch"))

    def _act(self, visitor: Visitor, number: int) -> None:
        if visitor.legal and visitor.number == number and not visitor.transport.is_closing():
            visitor.act(self._chance)

    def leave(self) -> None:
        """Go."""
        for visitor in self.visitors:
            visitor.transport.abort()
