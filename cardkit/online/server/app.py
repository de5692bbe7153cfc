"""What the server answers: pages and what belongs to them, the lobby, and a WebSocket for each visitor."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Mapping
from contextlib import suppress
from time import monotonic
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import Lifespan
from starlette.websockets import WebSocket

from cardkit.core.errors import CardkitError, InvalidCard
from cardkit.core.where import told
from cardkit.online.faces import back, face
from cardkit.online.server.files import Files
from cardkit.online.server.passing import HEADER, Unreachable, pass_on
from cardkit.online.server.visits import FAULT, MOVED, NO_TABLE, NOT_LET_IN, TOO_MUCH, Gone, Visit
from cardkit.online.tables.limits import Addresses
from cardkit.online.tables.tables import Full, Running, Tables
from cardkit.online.tables.viewing import Viewing
from cardkit.online.tables.wishes import BadWish, offer, wish_of
from cardkit.play.output import aside
from cardkit.plugins.plugin import Plugin
from cardkit.records.store import Elsewhere, StoreError, TableLost

_FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}


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
        self.viewings: dict[str, Viewing] = {}
        """The records that are shown, by names that nobody guesses."""
        self._files = Files()
        self._new_tables = Addresses(self.limits.new_tables)
        self._questions = Addresses(self.limits.questions)
        self._visitors: Counter[str] = Counter()
        self._count = 0

    def app(self, living: Lifespan[Starlette]) -> Starlette:
        """The application, and what lives as long as it."""
        routes = [
            Route("/", self.page),
            Route("/t/{table}", self.page),
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
        if request.url.path != "/":
            return self._files.answer(request, "table.html")
        return self._files.answer(request, "index.html" if self.lobby else "table.html")

    async def static(self, request: Request) -> Response:
        """A file that belongs to the pages."""
        return self._files.answer(request, request.path_params["name"])

    async def card(self, request: Request) -> Response:
        """The picture of a card, which never changes."""
        text, query = request.path_params["text"].removesuffix(".svg"), request.query_params
        try:
            picture = back() if text == "back" else face(text, four="four" in query, large="large" in query)
        except InvalidCard as error:
            return PlainTextResponse(str(error), 404)
        return Response(picture, media_type="image/svg+xml", headers=_FOR_EVER)

    # The lobby

    async def list_games(self, request: Request) -> Response:
        """What can be played here."""
        return JSONResponse([offer(name, plugin) for name, plugin in self.games.items()])

    async def lay(self, request: Request) -> Response:
        """Lay a table; answers with the links of its seats."""
        if not self.lobby:
            return _error("tables are laid by whoever runs this server", 403)
        if not self._new_tables.take(_address(request), monotonic()):
            return _error("so many tables were laid from here that this one has to wait a minute", 429)
        wish = wish_of(await self._body(request), self.games)
        running = await self.tables.lay({"wish": wish.model_dump(mode="json")})
        return JSONResponse(links(running, self.url or str(request.base_url).rstrip("/")))

    async def mine(self, request: Request) -> Response:
        """How it stands at the tables whose keys somebody has."""
        asked = await self._body(request)
        try:
            keys = [(str(one["table"]), str(one["key"])) for one in json.loads(asked)["tables"]]
        except (ValueError, LookupError, TypeError, RecursionError):
            return _error("this is no list of tables and keys", 400)
        if not self._questions.take(_address(request), monotonic()):
            return _error("so much was asked from here that this has to wait", 429)
        states: list[dict[str, Any]] = []
        for table, key in keys:
            state = await self.tables.state(table, key)
            states += [] if state is None else [state]
            await asyncio.sleep(0)
        return JSONResponse(states)

    async def record(self, request: Request) -> Response:
        """The record of a game that is over."""
        kind, _, key = request.headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer":
            return _error("the record is for those who have a key", 401)
        if not self._questions.take(_address(request), monotonic()):
            return _error("so much was asked from here that this has to wait", 429)
        text = await self.tables.record(request.path_params["table"], key)
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
        address = socket.client.host if socket.client else ""
        await socket.accept()
        visit = Visit(socket, self.limits)
        if self.tables.store.is_server(socket.headers.get(HEADER, "")):
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
            code, reason = NOT_LET_IN, str(error)
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
            await visit.stay(self.viewings[table], hello)
        found = await self.tables.find(table)
        if isinstance(found, Elsewhere):
            try:
                await pass_on(visit, hello, table, found)
            except Unreachable:
                found = await self.tables.find(table, by_force=True)
        if not isinstance(found, Running):
            raise Gone(NO_TABLE)
        await visit.stay(found, hello)

    async def _at_home(self, visit: Visit, table: str) -> None:
        """Let a visitor whom another server passes on be at a table of this one; raises Gone, and CardkitError."""
        hello, found = await visit.hello(), await self.tables.find(table)
        if not isinstance(found, Running):
            raise Gone(MOVED)
        await visit.stay(found, hello)


def links(running: Running, url: str) -> dict[str, Any]:
    """The links of a table: one for each person's seat, and that of spectators."""
    hosted = running.hosted
    place = f"{url}/t/{running.name}"
    return {
        "table": running.name,
        "links": [None if key is None else f"{place}#key={key}" for key in hosted.keys],
        "watch": f"{place}#key={hosted.watch_key}",
    }


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _error(reason: str, code: int) -> Response:
    return JSONResponse({"error": reason}, code)


def _fault(request: Request, error: Exception) -> Response:
    """What is told of a fault of this server; what it is, is told to whoever runs it."""
    aside(f"an answer has gone wrong: {told(error)}")
    return _error("this server is at fault", 500)


def _refusal(request: Request, error: Exception) -> Response:
    """What is told of an error in what was asked."""
    return _error(str(error), 503 if isinstance(error, StoreError | Full) else 400)
