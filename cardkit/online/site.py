"""What a server answers: its files and pages, the lobby, and visits at tables of its own or of other servers."""

from __future__ import annotations

import asyncio
import gc
import gzip
import json
from asyncio.transports import BaseTransport
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from hashlib import sha256
from html import escape
from importlib import resources
from ipaddress import ip_address
from socket import getfqdn
from time import monotonic
from typing import Any, cast
from urllib.parse import urlsplit

from pydantic_core import to_json
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Lifespan, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from cardkit.core.errors import CardkitError, InvalidCard, told
from cardkit.core.texts import LONGEST, complaint, safe
from cardkit.hosting.hosted import Visitor
from cardkit.hosting.messages import refusal
from cardkit.hosting.protocol import FAULT, MOVED, NO_TABLE, NOT_LET_IN, TOO_LATE, TOO_MUCH
from cardkit.online.budgets import Addresses, Bucket, Found, Limits, household
from cardkit.online.faces import back, face
from cardkit.online.lobby import Full, OpenRecord, OpenRoom, OpenTable, Tables, unkept
from cardkit.online.wishes import BadWish, NotInvited, drawn, heard, preview, wish_of
from cardkit.play.terminal import aside
from cardkit.plugins.plugin import Plugin
from cardkit.records.store import Elsewhere, StoreError, TableLost

_KINDS = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webmanifest": "application/manifest+json",
    "json": "application/json",
}
"""What the files are; a system may call them otherwise, and browsers run no scripts that are called so."""


@cache
def _files() -> Mapping[str, tuple[bytes, str]]:
    """The files of the pages by name, small enough to be kept packed, each with its tag."""
    folder = resources.files("cardkit.online") / "page"
    return {file.name: _packed(file.read_bytes()) for file in folder.iterdir() if file.is_file()}


def page_at(site: str, name: str) -> str:
    """A page as it is at an address, from which previews take its picture."""
    page = gzip.decompress(_files()[name][0]).decode()
    return page.replace('content="/static/', f'content="{escape(site)}/static/')


def _packed(text: bytes) -> tuple[bytes, str]:
    """A text packed, and its tag."""
    return gzip.compress(text, 9, mtime=0), f'"{sha256(text).hexdigest()[:20]}"'


def _sent(request: Request, name: str, packed: bytes, tag: str, *, cached: str = "no-cache") -> Response:
    """A file for whoever may have it already, and may be able to unpack it."""
    headers = {"ETag": tag, "Cache-Control": cached, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    kind = _KINDS.get(name.rpartition(".")[2], "application/octet-stream")
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(gzip.decompress(packed), media_type=kind, headers=headers)
    return Response(packed, media_type=kind, headers={**headers, "Content-Encoding": "gzip"})


UNREAD = 1 << 20
"""Bytes that may wait to be read by the other side; only pongs can make them so many."""
FRAGMENTS = 1_000
REQUEST = 10
"""Seconds in which a request has to be whole."""
FAREWELL = 5
"""Seconds in which the other side has to take what was sent when a visit ends."""


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket whose other side can't make it keep what is never read or never ends."""

    def data_received(self, data: bytes) -> None:
        """Take what has come, unless it is too much."""
        if self.transport.get_write_buffer_size() > UNREAD or len(self.frames) > FRAGMENTS:
            self.transport.abort()
        else:
            super().data_received(data)

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Let go of the connection soon after the visit, even if nobody reads the rest."""
        super().on_task_complete(task)
        self.loop.call_later(FAREWELL, self.transport.abort)


class BoundedHttp(H11Protocol):
    """A connection for requests each of which has to come whole within a time."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        """Wait for a request, but not for ever."""
        super().connection_made(transport)  # type: ignore[arg-type]
        self._late = self.loop.call_later(REQUEST, self._give_up)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        if self._late is not None:
            self._late.cancel()
        super().connection_lost(exc)

    def _give_up(self) -> None:
        """Let go of a connection on which no whole request has come; look again later at one that is at work."""
        if self.transport.get_protocol() is not self:
            return
        if not self.cycle or (self.cycle.response_complete and self.conn.trailing_data[0]):
            self.transport.abort()
        else:
            self._late = self.loop.call_later(REQUEST, self._give_up)


def configured(app: Any, *, message: int, visitors: int) -> Any:
    """The settings of a server that is bounded, quiet, and logs no address that anybody asked for."""
    from uvicorn import Config

    return Config(
        app,
        http=BoundedHttp,
        ws=BoundedWebSocket,
        ws_max_size=message,
        ws_per_message_deflate=False,
        limit_concurrency=visitors + 1_000,
        h11_max_incomplete_event_size=16_384,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=3,
        access_log=False,
        log_level="critical",
        server_header=False,
        lifespan="on",
    )


POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


_UNTRUSTED = {name: value for name, value in _HEADERS.items() if name != "Cross-Origin-Opener-Policy"}
"""Where nothing is encrypted, browsers complain of the one that they don't heed there."""


class Guard:
    """Answers with what a browser may do, and refuses whatever is asked in the name of another site.

    `hosts` are the names by which this server can be reached; where there are none, it is by any address, names of its
    own network, and its `site`, by which a balancer is.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str] = (), site: str = "") -> None:
        self._app = app
        self._hosts = {host.lower() for host in hosts}
        self._site = site.lower()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        is_trusted = scope.get("scheme") in ("https", "wss") or _is_this_machine(Headers(scope=scope).get("host", ""))

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(_HEADERS if is_trusted else _UNTRUSTED)
            await send(message)

        if self.lets(Headers(scope=scope)):
            await self._app(scope, receive, with_headers)
        else:
            await PlainTextResponse("this is asked in the name of another site", 403)(scope, receive, with_headers)

    def _leads_here(self, host: str) -> bool:
        """Whether nobody on the web can have made a name lead here: an address is none, nor one of this network."""
        if self._hosts:
            return host in self._hosts
        with suppress(ValueError):
            return bool(ip_address(host.strip("[]")))
        return "." not in host.rstrip(".") or host.endswith(".local") or host in (_name(self._site), getfqdn().lower())

    def lets(self, headers: Headers) -> bool:
        """Whether a request is made in the name of this site, or of no browser's page at all.

        A page of another site could ask in the name of a person whose browser reaches this server, also under a name
        of its own that leads to this address.
        """
        host = headers.get("host", "").lower()
        if not self._leads_here(_name(host)):
            return False
        origin = headers.get("origin")
        return origin is None or urlsplit(origin).netloc.lower() in (host, self._site or host)


def _is_this_machine(host: str) -> bool:
    """Whether a host is a name or an address of the machine itself, to which nothing has to be encrypted.

    >>> _is_this_machine("localhost:1"), _is_this_machine("[::1]:1"), _is_this_machine("10.0.0.1:1")
    (True, True, False)
    """
    with suppress(ValueError):
        return ip_address(_name(host).strip("[]")).is_loopback
    return _name(host) == "localhost"


def _name(host: str) -> str:
    """A host without its port.

    >>> _name("[::1]:8765"), _name("localhost:1"), _name("cards.example")
    ('[::1]', 'localhost', 'cards.example')
    """
    return host if host.endswith("]") else host.rpartition(":")[0] or host


YOUNG = 20_000
"""So many objects are made until the young ones are looked through."""
GONE = 500
"""After so many tables and visitors are gone, what they left behind is collected, which takes as long as it takes."""


def tame() -> None:
    """Look through young objects alone from now on, as what tables consist of stays for long."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, 20, 1_000_000)


class Collector:
    """Collects the cycles of tables and visitors that are gone, and leaves alone those that are there."""

    def __init__(self) -> None:
        self._gone = 0

    def settle(self, gone: int) -> None:
        """Take everything that is there now for lasting; collect first where many have gone since."""
        if gone - self._gone >= GONE:
            self._gone = gone
            gc.unfreeze()
            gc.collect()
        gc.freeze()


class Gone(Exception):
    """The visitor has left, or has to."""

    def __init__(self, code: int = 1000) -> None:
        super().__init__(code)
        self.code = code


class Visit:
    """A visitor of a table, and their connection."""

    def __init__(self, socket: WebSocket, limits: Limits, address: str) -> None:
        self._socket = socket
        self.address = address
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

    async def stay(self, room: OpenRoom, hello: Mapping[str, Any], *, again: bool = False) -> None:
        """Be at a table until the visitor leaves; raises Gone, or Refused where they aren't let in.

        Who is there again, after the table was taken up anew, is told nothing first.
        """
        told = await room.enter(self.visitor, hello, self.address)
        self._news.set()
        reading = asyncio.current_task()
        writing = asyncio.create_task(self._write(room, None if again else told))
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

    async def _answer(self, room: OpenRoom, said: Mapping[str, Any]) -> None:
        if room.lost:
            raise Gone(_code_of(room))
        try:
            answer = await room.take(self.visitor, said)
            await room.settled()
        except CardkitError as error:
            answer = refusal(unkept(error), said.get("id"))
        if answer is not None:
            await self.send(answer)

    async def _write(self, room: OpenRoom, told: Mapping[str, Any] | None) -> int:
        """Tell the news whenever the last were taken; returns why it ends."""
        visitor = self.visitor
        try:
            if told is not None:
                await self.send(told)
            while not (room.lost or visitor.gone):
                if not self._news.is_set():
                    room.wait(visitor)
                await self._news.wait()
                self._news.clear()
                news = () if room.lost or visitor.gone else await room.news(visitor)
                await room.settled()
                while visitor.answers:
                    await self.send(visitor.answers.popleft())
                for text in () if room.lost or visitor.gone else news:
                    await self.send_text(text)
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


def _code_of(room: OpenRoom) -> int:
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


HEADER = "x-cardkit-server"
"""The header by which a server shows another one that it is none of the visitors."""


class Unreachable(CardkitError):
    """A server that owns a table, and can't be reached."""

    address: str
    sentence = "the server at {address} can't be reached"


async def pass_on(visit: Visit, hello: Mapping[str, Any], table: str, owner: Elsewhere) -> None:
    """Let a visitor be at a table of another server; raises Gone when they leave, and Unreachable."""
    where = f"ws{owner.address.removeprefix('http')}/ws/{table}"
    headers = {HEADER: owner.secret}
    try:
        there = await connect(where, additional_headers=headers, compression=None, open_timeout=3, max_size=None)
    except (OSError, TimeoutError, InvalidHandshake) as error:
        raise Unreachable(owner.address) from error
    async with there:
        back = asyncio.create_task(_back(visit, there))
        forth = asyncio.create_task(_forth(visit, there, hello))
        done, waiting = await asyncio.wait((back, forth), return_when=asyncio.FIRST_COMPLETED)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        for task in done:
            task.result()


async def _forth(visit: Visit, there: ClientConnection, said: Mapping[str, Any]) -> None:
    """Pass on what the visitor says."""
    while True:
        try:
            await there.send(json.dumps(said))
        except ConnectionClosed as closed:
            raise _as_it_ended(closed) from None
        said = await visit.said()


async def _back(visit: Visit, there: ClientConnection) -> None:
    """Pass on what the visitor is told."""
    while True:
        try:
            text = await there.recv()
        except ConnectionClosed as closed:
            raise _as_it_ended(closed) from None
        await visit.send_text(str(text))


def _as_it_ended(closed: ConnectionClosed) -> Gone:

    return Gone(closed.rcvd.code if closed.rcvd is not None and closed.rcvd.code >= 4000 else MOVED)


_FOR_EVER = "public, max-age=31536000, immutable"


class TooMany(CardkitError):
    """An address that lays more tables than are let."""

    sentence = "so many tables were laid from here that this one has to wait a minute"


class AskedTooMuch(CardkitError):
    """An address that asks more of the store than is let."""

    sentence = "so much was asked from here that this has to wait"


class Site:
    """One server: its games, its tables, and who may ask for what."""

    def __init__(self, games: Mapping[str, Plugin], tables: Tables, *, url: str = "", lobby: bool = True) -> None:
        self.games = games
        self.tables = tables
        self.limits = tables.limits
        self.url = url
        """Where people reach this server, where that isn't how a browser asks for it."""
        self.lobby = lobby
        """Whether people may lay tables of their own."""
        self.viewings: dict[str, OpenRecord] = {}
        """The records that are shown, by names that nobody guesses."""
        self._new_tables = Addresses(self.limits.new_tables)
        self._questions = Addresses(self.limits.questions)
        self._visitors: Counter[str] = Counter()
        self._count = 0

    def app(self, living: Lifespan[Starlette]) -> Starlette:
        """The application, and what lives as long as it."""
        routes = [
            Route("/", self.page),
            Route("/t/{table}", self.page),
            Route("/j/{invitation}", self.invited_page),
            Route("/j/{invitation}/code.svg", self.code),
            Route("/invitations/{invitation}", self.invited),
            Route("/links", self.links, methods=["POST"]),
            Route("/r/{table}", self.page),
            Route("/static/{name}", self.static),
            Route("/card/{text:path}", self.card),
            Route("/games", self.list_games),
            Route("/tables", self.lay, methods=["POST"]),
            Route("/mine", self.mine, methods=["POST"]),
            Route("/tables/{table}/record", self.record),
            WebSocketRoute("/ws/{table}", self.visit),
        ]
        return Starlette(routes=routes, lifespan=living, exception_handlers={CardkitError: _refusal, Exception: _fault})

    # Pages

    async def page(self, request: Request) -> Response:
        """The lobby, or the page of a table or a record: a file that looks at its own address."""
        name = "index.html" if self.lobby and request.url.path == "/" else "table.html"
        return _sent(request, name, *_packed(page_at(self._url(request), name).encode()))

    async def invited_page(self, request: Request) -> Response:
        """The page of an invitation, which tells previews what it leads to."""
        page = page_at(self._url(request), "invited.html")
        with suppress(CardkitError):
            page = preview(page, await self._invited(request))
        return HTMLResponse(page, headers={"Cache-Control": "no-store"})

    async def invited(self, request: Request) -> Response:
        """What whoever is invited sees of a table."""
        return JSONResponse(await self._invited(request), headers={"Cache-Control": "no-store"})

    async def _invited(self, request: Request) -> dict[str, Any]:
        """What whoever is invited sees of a table; raises NotInvited, and AskedTooMuch."""
        return await self._question(request, partial(self.tables.invited, heard(request.path_params["invitation"])))

    async def code(self, request: Request) -> Response:
        """The QR code of a link that is written as an invitation is, whether it leads anywhere or not."""
        invitation = heard(request.path_params["invitation"])
        if not invitation:
            return PlainTextResponse("this is no invitation", 404)
        return Response(
            drawn(f"{self._url(request)}/j/{invitation}"),
            media_type="image/svg+xml",
            headers={"Cache-Control": "no-cache"},
        )

    async def static(self, request: Request) -> Response:
        """A file that belongs to the pages."""
        name = request.path_params["name"]
        found = _files().get(name)
        return PlainTextResponse("there is no such file", 404) if found is None else _sent(request, name, *found)

    async def card(self, request: Request) -> Response:
        """The picture of a card, which never changes."""
        text, query = request.path_params["text"].removesuffix(".svg"), request.query_params
        try:
            picture = back() if text == "back" else face(text, four="four" in query, large="large" in query)
        except InvalidCard as error:
            return PlainTextResponse(str(error), 404)
        return _sent(request, "card.svg", *_packed(picture.encode()), cached=_FOR_EVER)

    # The lobby

    async def list_games(self, request: Request) -> Response:
        """What can be played here."""
        return _sent(request, "games.json", *_packed(to_json(await self.tables.offers())))

    async def lay(self, request: Request) -> Response:
        """Lay a table; answers with the links of its seats."""
        if not self.lobby:
            return _error("tables are laid by whoever runs this server", 403)
        self.count_table(_address(request))
        wish = wish_of(await self._body(request), self.games)
        running = await self.tables.lay(wish, _address(request))
        return JSONResponse(links(running, self._url(request)))

    def _url(self, request: Request) -> str:
        """How people reach this server."""
        return self.url or str(request.base_url).rstrip("/")

    def count_table(self, address: str) -> None:
        """Let an address have one more table laid; raises TooMany where it has to wait."""
        if not self._new_tables.take(address, monotonic()):
            raise TooMany()

    async def mine(self, request: Request) -> Response:
        """How it stands at the tables whose keys somebody has."""
        asked = await self._body(request)
        try:
            keys = [(str(one["table"]), str(one["key"])) for one in json.loads(asked)["tables"]]
        except (ValueError, LookupError, TypeError, RecursionError):
            return _error("this is no list of tables and keys", 400)
        self._count_question(address := _address(request))
        states: list[dict[str, Any]] = []
        for table, key in dict.fromkeys(keys):
            state = await self.tables.accounts.paid(address, partial(self.tables.state, table, key, address))
            states += [] if state is None else [state]
            await asyncio.sleep(0)
        return JSONResponse(states)

    async def links(self, request: Request) -> Response:
        """The links of a table, for its host alone: those of seats that are taken are for who took them."""
        try:
            asked = json.loads(await self._body(request))
            table, key = str(asked["table"]), str(asked["key"])
        except (ValueError, LookupError, TypeError, RecursionError):
            return _error("this is no table and key", 400)
        found = await self._question(request, partial(self.tables.host_of, table, key))
        if found is None:
            return _error("there is no such table, or the key is not its host's", 404)
        invitation, chairs = found
        keys = [None if chair.taken else chair.key for chair in chairs.chairs]
        return JSONResponse(
            links_of(self._url(request), table, invitation, keys, chairs.watch_key),
            headers={"Cache-Control": "no-store"},
        )

    def _count_question(self, address: str) -> None:
        """Let an address ask once more; raises AskedTooMuch where it has to come again."""
        if not self._questions.take(address, monotonic()):
            raise AskedTooMuch

    async def _question(self, request: Request, ask: Callable[[], Coroutine[Any, Any, Found]]) -> Found:
        """What an address that asks once more is answered when it is its turn, and pays for; raises AskedTooMuch."""
        self._count_question(address := _address(request))
        return await self.tables.accounts.paid(address, ask)

    async def record(self, request: Request) -> Response:
        """The record of a game that is over."""
        kind, _, key = request.headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer":
            return _error("the record is for those who have a key", 401)
        text = await self._question(request, partial(self.tables.record, request.path_params["table"], key))
        if text is None:
            return _error("there is no such table, or the key is none of it", 404)
        return Response(text, media_type="application/json", headers={"Cache-Control": "no-store"})

    async def _body(self, request: Request) -> bytes:
        """What is sent with a request; raises BadWish where it is too much, or too slow."""
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            raise BadWish("", "this is no application/json")
        body = bytearray()
        try:
            async with asyncio.timeout(self.limits.hello):
                async for part in request.stream():
                    body += part
                    if len(body) > self.limits.body:
                        raise BadWish("", f"this is more than {self.limits.body} bytes")
        except TimeoutError:
            raise BadWish("", "this took too long") from None
        return bytes(body)

    # Visits

    async def visit(self, socket: WebSocket) -> None:
        """One visitor, from the first message to the last."""
        address = household(socket.client.host) if socket.client else ""
        await socket.accept()
        visit = Visit(socket, self.limits, address)
        if self.tables.store.is_server(socket.headers.get(HEADER, "")):
            visit.address = ""
            await self._ended(visit, self._at_home(visit, socket.path_params["table"]))
        elif self._count >= self.limits.visitors or self._visitors[address] >= self.limits.visitors_of_address:
            await visit.close(TOO_MUCH, "too many visitors; come again later")
        else:
            self._visitors[address] += 1
            self._count += 1
            try:
                await self._ended(visit, self._anywhere(visit, socket.path_params["table"]))
            finally:
                self._count -= 1
                self._visitors[address] -= 1
                if not self._visitors[address]:
                    del self._visitors[address]

    async def _ended(self, visit: Visit, visiting: Awaitable[None]) -> None:
        """See a visit through to its end, and close the connection."""
        code, reason = 1000, ""
        try:
            await visiting
        except Gone as gone:
            code = gone.code
        except TableLost:
            code = MOVED
        except CardkitError as error:
            code, reason = NOT_LET_IN, safe(str(unkept(error)), 100)
            await asyncio.sleep(self.limits.wrong_key)
            with suppress(Gone):
                await visit.send({"type": "refused", "id": None, "reason": reason})
        except Exception as error:  # whatever is wrong with one visit harms no other
            aside(f"a visit has gone wrong: {told(error)}")
            code = FAULT
        await visit.close(code, reason)

    async def _anywhere(self, visit: Visit, table: str) -> None:
        """Let a visitor be at a table, wherever that is; raises Gone when they leave, and CardkitError."""
        hello = await visit.hello()
        if table in self.viewings:
            if self.viewings[table].lost:
                raise CardkitError(self.viewings[table].lost)
            await visit.stay(self.viewings[table], hello)
        found = await self.tables.find(table, visit.address)
        if isinstance(found, Elsewhere):
            try:
                await pass_on(visit, hello, table, found)
            except Unreachable:
                found = await self.tables.find(table, visit.address, by_force=True)
        if not isinstance(found, OpenTable):
            raise Gone(NO_TABLE)
        await self._stay(visit, hello, found)

    async def _stay(self, visit: Visit, hello: Mapping[str, Any], table: OpenTable) -> None:
        """Be at a table of this server, also where it is taken up anew; raises Gone, and CardkitError."""
        again = False
        while True:
            try:
                await visit.stay(table, hello, again=again)
            except Gone:
                found = await self.tables.find(table.name, visit.address) if table.was_stopped else None
                if not isinstance(found, OpenTable):
                    raise
                table, again = found, True

    async def _at_home(self, visit: Visit, table: str) -> None:
        """Let a visitor whom another server passes on be at a table of this one; raises Gone, and CardkitError."""
        hello, found = await visit.hello(), await self.tables.find(table, visit.address)
        if not isinstance(found, OpenTable):
            raise Gone(MOVED)
        await self._stay(visit, hello, found)


def links(running: OpenTable, url: str) -> dict[str, Any]:
    """The links of a table that was laid: one for each person's seat, that of spectators, and the invitation."""
    return links_of(url, running.name, running.invitation, running.keys, running.watch_key)


def links_of(url: str, table: str, invitation: str, keys: Sequence[str | None], watch_key: str) -> dict[str, Any]:
    """The links that lead to a table by these keys, and by its invitation, at a server that is reached by a URL."""
    place = f"{url}/t/{table}"
    return {
        "table": table,
        "links": [None if key is None else f"{place}#key={key}" for key in keys],
        "watch": f"{place}#key={watch_key}",
        "invitation": f"{url}/j/{invitation}" if invitation else None,
    }


def _address(request: Request) -> str:
    return household(request.client.host) if request.client else ""


def _error(reason: str, code: int) -> Response:
    return JSONResponse({"error": complaint(reason, LONGEST)}, code)


def _fault(request: Request, error: Exception) -> Response:
    """What is told of a fault of this server; what it is, is told to whoever runs it."""
    aside(f"an answer has gone wrong: {told(error)}")
    return _error("this server is at fault", 500)


def _refusal(request: Request, error: Exception) -> Response:
    """What is told of an error in what was asked."""
    kinds = {TooMany: 429, AskedTooMuch: 429, NotInvited: 404, StoreError: 503, Full: 503}
    code = next((code for kind, code in kinds.items() if isinstance(error, kind)), 400)
    return _error(str(unkept(error) if isinstance(error, CardkitError) else error), code)
