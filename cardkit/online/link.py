"""The way to a table, on a server by one WebSocket that is opened again where it breaks, or in this process."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import Any, NamedTuple, Self, cast
from urllib.parse import parse_qs, urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from cardkit.core.errors import CardkitError, shown
from cardkit.core.piles import Seat
from cardkit.core.texts import safe
from cardkit.hosting.commands import turns_said
from cardkit.hosting.hosted import Hosted
from cardkit.hosting.protocol import FROM_TABLE, MOVED, NO_TABLE, NOT_LET_IN, TOO_LATE, TOO_MUCH
from cardkit.hosting.seats import Visitor
from cardkit.hosting.telling import refusal
from cardkit.online.lines import Heard
from cardkit.plugins.session import PUBLIC
from cardkit.records.record import Refused

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

    def __str__(self) -> str:
        return f"{shown(self.link)} is no link to a table: {self.reason}"


class NotLetIn(CardkitError):
    """A table that can't be joined, and why."""

    place: str
    reason: str

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}"


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


class LocalTable:
    """A table in this process, and what makes it go on: time, and the machines."""

    def __init__(self, hosted: Hosted, save: Callable[[str], str] | None = None) -> None:
        self.hosted = hosted
        self.save = save
        """Keeps the game in another file from now on."""
        hosted.asks_consent = False
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

    def play_for(self, seat: Seat, turns: float) -> None:
        """Let a machine play for somebody, for so many turns."""
        self.hosted.at_play()
        self.hosted.play_for(seat, turns)
        self.hosted.news(stands_otherwise=False)
        self.stir()

    def call_back(self, seat: Seat) -> None:
        """Let somebody play themselves again for whom a machine plays."""
        if seat in self.hosted.moves_left and self.hosted.phase == "playing":
            self.hosted.come_back(seat)
            self.hosted.news(stands_otherwise=False)


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
        self._table, self._seat = table, seat
        hosted = table.hosted
        self._key = hosted.watch_key if seat == PUBLIC else hosted.keys[seat]
        self._woken = asyncio.Event()
        self._visitor = Visitor(self._woken.set)
        self._heard: Heard = print

    async def hear(self, heard: Heard) -> None:
        """Tell all that comes from the table."""
        self._heard, hosted = heard, self._table.hosted
        heard(hosted.enter(self._visitor, {"do": "hello", "protocol": 2, "key": self._key, "name": ""}, monotonic()))
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

    @property
    def does(self) -> Mapping[str, Callable[[str], str]]:
        """What the table of this keyboard does beside what every table can."""
        if self._seat == PUBLIC:
            return {}
        return {"go": self._go, "mark": self._mark, "back": self._back, "save": self._save}

    def _go(self, rest: str) -> str:
        self._table.play_for(self._seat, turns_said(rest))
        return "A machine plays for you; Esc calls you back"

    def _mark(self, rest: str) -> str:
        return self._table.hosted.at_play().log.mark(rest)

    def _back(self, rest: str) -> str:
        hosted = self._table.hosted
        hosted.go_back(self._seat, hosted.at_play().log.marked(rest), practice=False)
        self._table.stir()
        return f"Back at {rest}"

    def _save(self, rest: str) -> str:
        if self._table.save is None:
            raise Refused("the game is kept nowhere here")
        return self._table.save(rest)

    def call_back(self) -> None:
        """Let the person play themselves again, if a machine plays for them."""
        self._table.call_back(self._seat)

    def send(self, message: dict[str, Any]) -> None:
        """Tell the table something; a refusal is heard as one."""
        try:
            answer = self._table.hosted.take(self._visitor, message, monotonic())
        except CardkitError as error:
            answer = refusal(error, message.get("id"))
        if answer is not None:
            self._heard(answer)
        self._table.stir()
