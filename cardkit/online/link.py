"""The way to a table on a server, by one WebSocket that is opened again where it breaks, and who goes it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, Self, cast
from urllib.parse import parse_qs, urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from cardkit.core.errors import CardkitError
from cardkit.core.texts import safe
from cardkit.hosting.protocol import FROM_TABLE, MOVED, NO_TABLE, NOT_LET_IN, TOO_LATE, TOO_MUCH
from cardkit.online.lines import Heard, Lines, Way
from cardkit.play.settings import settings
from cardkit.play.terminal import Terminal, terminal_kept
from cardkit.plugins.people import Interrupted

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 20.0
"""Seconds before a broken connection is opened again; each pause is twice the last one."""
_PATIENCE = 10
_TOO_BIG = 1009
MOST_BYTES = 4 * 2**20
"""So long a message of a table may be."""
MOST_CARDS = 10_000
"""So many cards the game of a table may have."""
MOST_ACTIONS = 20_000
"""So many actions a table may offer."""


class BadLink(CardkitError):
    """A text that is no link to a table, and why."""

    link: str
    reason: str
    sentence = "{link!r} is no link to a table: {reason}"


class NotLetIn(CardkitError):
    """A table that can't be joined, and why."""

    place: str
    reason: str
    sentence = "{place}: {reason}"


class Link(NamedTuple):
    """A link to a seat, such as `http://127.0.0.1:8765/t/TABLE#key=KEY`."""

    scheme: str
    host: str
    table: str
    key: str

    @classmethod
    def read(cls, text: str) -> Self:
        """The link that a text is; raises BadLink."""
        try:
            parts = urlsplit(text.strip())
            parts.port  # noqa: B018
        except ValueError as error:
            raise BadLink(text, str(error)) from None
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise BadLink(text, "it begins with http:// or https:// and the name of a server")
        _, kind, table, *more = [*parts.path.split("/"), "", ""]
        if kind == "j":
            raise BadLink(text, "it is an invitation: open it in a browser, where it becomes the link of your seat")
        if kind != "t" or not table or any(more):
            raise BadLink(text, "after the server's name comes /t/ and the table's")
        key = "".join(parse_qs(parts.fragment).get("key", ()))
        if not key:
            raise BadLink(
                text, "it ends with #key= and the key of a seat; put it in quotes, so that none of it is lost"
            )
        return cls(parts.scheme, parts.netloc, table, key)

    @property
    def socket(self) -> str:
        """The address of the table's WebSocket."""
        return f"{'wss' if self.scheme == 'https' else 'ws'}://{self.host}/ws/{self.table}"


def message_of(frame: str | bytes) -> dict[str, Any]:
    """A message as a table sends it, with texts that can be shown; raises ValueError where it is none."""
    FROM_TABLE.validate_json(frame)
    message = json.loads(frame)
    if len(message.get("deck", ())) > MOST_CARDS or len(message.get("legal", ())) > MOST_ACTIONS:
        raise ValueError("no table has so much")
    if message["type"] == "hello":
        message["rules"] = "\n".join(safe(line) for line in message["rules"].splitlines()[:1000])
    return cast(dict[str, Any], {part: value if part == "rules" else _shown(value) for part, value in message.items()})


def _shown(value: Any) -> Any:
    """A value of JSON with texts that can be shown."""
    match value:
        case str():
            return safe(value)
        case list():
            return [_shown(part) for part in cast(list[Any], value)]
        case dict():
            return {safe(name): _shown(part) for name, part in cast(dict[str, Any], value).items()}
        case _:
            return value


class LinkWay:
    """The way to a table on a server, for the seat of a link; the same link leads back to the same seat."""

    def __init__(self, link: Link, name: str = "") -> None:
        self._link = link
        self._hello = {"do": "hello", "protocol": 2, "key": link.key, "name": name}
        self._socket: ClientConnection | None = None
        self._was_there = self._is_there = False
        """Whether the table has said anything, on any connection and on this one."""
        self.does: Mapping[str, Callable[[str], str]] = {}

    async def hear(self, heard: Heard) -> None:
        """Tell all that comes from the table; raises NotLetIn where nobody is there, or the key is refused."""
        pause = FIRST_PAUSE
        while True:
            self._is_there = False
            reason, code = await self._visit(heard)
            if code in (NO_TABLE, NOT_LET_IN) or not self._was_there:
                raise NotLetIn(self._link.host, reason)
            pause = FIRST_PAUSE if self._is_there else min(2 * pause, LONGEST_PAUSE)
            if code != MOVED:
                heard({"type": "lost", "reason": f"the connection is lost; it is tried again in {pause:g} seconds"})
            await asyncio.sleep(0 if code == MOVED and self._is_there else pause)

    async def _visit(self, heard: Heard) -> tuple[str, int]:
        """Be there until the connection ends; why it ended, and the code with which it was closed."""
        refused = ""
        try:
            async with self._opened() as socket:
                async for frame in socket:
                    message = message_of(frame)
                    if message["type"] == "refused" and message["id"] is None and not self._is_there:
                        refused = message["reason"]
                        continue
                    self._was_there = self._is_there = True
                    try:
                        heard(message)
                    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
                        raise NotLetIn(self._link.host, "what it says fits no table") from error
                reason, code = _REASONS.get(socket.close_code or 0, "the server has closed"), socket.close_code or 0
        except ConnectionClosed as closed:
            if closed.sent is not None and closed.sent.code == _TOO_BIG:
                raise NotLetIn(self._link.host, "it sends more at once than a table does") from None
            code = closed.rcvd.code if closed.rcvd else 0
            reason = _REASONS.get(code, "the connection broke off")
        except (InvalidHandshake, InvalidURI):
            reason, code = "no server for tables answers there", 0
        except (RecursionError, ValueError) as error:
            raise NotLetIn(self._link.host, "what answers there is no server for tables") from error
        except (OSError, TimeoutError):
            reason, code = "no server answers there", 0
        return refused or reason, code

    @asynccontextmanager
    async def _opened(self) -> AsyncGenerator[ClientConnection]:
        """A connection on which the table was greeted."""
        async with connect(self._link.socket, open_timeout=_PATIENCE, max_size=MOST_BYTES) as socket:
            await socket.send(json.dumps(self._hello))
            self._socket = socket
            try:
                yield socket
            finally:
                self._socket = None

    def call_back(self) -> None:
        """No machine of this process plays for anybody."""

    def send(self, message: dict[str, Any]) -> None:
        """Tell the table something; while there is no connection, nothing is told."""
        if self._socket is not None:
            task = asyncio.ensure_future(self._socket.send(json.dumps(message)))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())


_REASONS = {
    NO_TABLE: "there is no such table",
    NOT_LET_IN: "the key is none of this table",
    TOO_MUCH: "too many visitors are there; come again later",
    TOO_LATE: "the connection was too slow",
}


def join(link: str, name: str = "", show: Callable[[Sequence[Way]], Any] | None = None) -> None:
    """Be at the table of a link until the person leaves, in lines or as it is shown.

    Raises BadLink or NotLetIn, and Interrupted after Ctrl-C; the same link leads back to the seat.
    """
    way = LinkWay(Link.read(link), name or settings().name)
    try:
        if show is not None:
            if show([way]).was_interrupted:
                raise KeyboardInterrupt
        else:
            with terminal_kept():
                asyncio.run(Lines(Terminal(), way).run())
    except KeyboardInterrupt:
        if show is None and Terminal().is_typed_at:
            Terminal().say("")
        raise Interrupted("the same link leads back to the seat") from None
