"""A server in the loop of a test, and visitors who speak with it as any client does."""

from __future__ import annotations

import asyncio
import json
import socket
import urllib.error
import urllib.request
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from uvicorn import Server
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from cardkit.online.budgets import Limits
from cardkit.online.lobby import Tables
from cardkit.online.running import LOCAL, listening, living
from cardkit.online.site import Guard, Site, configured
from cardkit.plugins.registry import load_game
from cardkit.records.store import FileStore, PostgresStore, Store

PATIENCE = 40.0
"""Seconds that a test waits for anything."""


class Served:
    """A server that runs, and how it is asked."""

    def __init__(self, site: Site, port: int) -> None:
        self.site = site
        self.port = port
        self.url = f"http://127.0.0.1:{port}"

    async def ask(self, path: str, body: Any = None, **headers: str) -> tuple[int, Any, Mapping[str, str]]:
        """The code, what is answered, as JSON where it is some, and the headers."""
        return await asyncio.to_thread(asked, f"{self.url}{path}", body, headers)

    async def laid(self, **wish: Any) -> dict[str, Any]:
        """A table with people at two seats: its name, keys by seat, spectators' last, and its invitation."""
        return await laid(self.url, **wish)

    def guest(self, table: Mapping[str, Any], seat: int = 0) -> AbstractAsyncContextManager[Guest]:
        """Somebody who comes to a seat of a table, or to watch."""
        return guest(self, table["table"], table["keys"][seat], ("Ada", "Ben", "Cem")[seat])

    @asynccontextmanager
    async def two(self, table: Mapping[str, Any] | None = None, **wish: Any) -> AsyncGenerator[tuple[Guest, Guest]]:
        """The people at the first two seats of a table, one that is laid where none is given."""
        table = table or await self.laid(**wish)
        async with self.guest(table) as one, self.guest(table, 1) as other:
            yield one, other


def asked(url: str, body: Any, headers: Mapping[str, str]) -> tuple[int, Any, Mapping[str, str]]:
    """The code, what is answered, as JSON where it is some, and the headers."""
    data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(url, data, {"Content-Type": "application/json", **named})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            code, text, said = answer.status, answer.read(), answer.headers
    except urllib.error.HTTPError as error:
        with error:
            code, text, said = error.code, error.read(), error.headers
    is_json = "json" in (said.get("content-type") or "")
    return code, json.loads(text) if is_json else text.decode(errors="replace"), said


async def laid(url: str, **wish: Any) -> dict[str, Any]:
    """A table at a server, as it is wished: its name, its keys by seat, spectators' last, and its invitation."""
    wished = {"game": "crazy8s", "seats": ["human", "human"], "seed": 1, "pace": 0, **wish}
    code, answer, _ = await asyncio.to_thread(asked, f"{url}/tables", wished, {})
    assert code == 200, answer
    keys = [link and link.partition("#key=")[2] for link in (*answer["links"], answer["watch"])]
    return {"table": answer["table"], "keys": keys, "invitation": answer["invitation"].rpartition("/")[2]}


@asynccontextmanager
async def served(where: Store | Path, limits: Limits | None = None, *games: str) -> AsyncGenerator[Served]:
    """A server that runs as long as the block, and keeps its tables in a store or a folder."""
    store = FileStore(where) if isinstance(where, Path) else where
    plugins = {plugin.source: plugin for plugin in map(load_game, games or ("crazy8s",))}
    with listening("127.0.0.1", 0) as bound:
        tables = Tables(store, plugins, limits or Limits(wrong_key=0.01))
        site = Site(plugins, tables)
        if isinstance(store, PostgresStore):
            store.address = store.address or f"http://127.0.0.1:{port_of(bound)}"
        await store.open()
        app = Guard(site.app(living(site)), LOCAL)
        server = Server(configured(app, message=site.limits.message, visitors=site.limits.visitors))
        running = asyncio.create_task(server.serve(sockets=[bound]))
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            yield Served(site, port_of(bound))
        finally:
            server.should_exit = True
            await running


def port_of(bound: socket.socket) -> int:
    """The port at which a server listens."""
    return int(bound.getsockname()[1])


class Guest:
    """Somebody at a table, with the last view they were told."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.view: dict[str, Any] = {}
        self._number = 0

    async def message(self) -> dict[str, Any]:
        """The next message; the last view is kept."""
        said: dict[str, Any] = json.loads(await asyncio.wait_for(self.connection.recv(), PATIENCE))
        if said["type"] == "view":
            self.view = said
        return said

    async def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first view for which something holds, the last one included."""
        while not (self.view and holds(self.view)):
            await self.message()
        return self.view

    async def say(self, **said: Any) -> None:
        """Send a message."""
        await self.connection.send(json.dumps(said))

    async def asked(self, **said: Any) -> dict[str, Any]:
        """What is answered to a message with a number."""
        self._number += 1
        await self.say(**said, id=self._number)
        while (answer := await self.message()).get("id") != self._number:
            pass
        return answer

    @property
    def legal(self) -> list[str]:
        """What can be done now."""
        return [action["text"] for action in self.view.get("legal") or ()]

    async def act(self, action: str) -> None:
        """Do something that can be done; returns when a view shows it, with what is told of it."""
        number = self.view["number"]
        await self.say(do="act", action=action, at=number, id=0)
        while self.view["number"] == number or not self.view["events"]["lines"]:
            said = await self.message()
            assert said["type"] != "refused", said


@asynccontextmanager
async def guest(where: Served | str, table: str, key: str | None, name: str = "Ada") -> AsyncGenerator[Guest]:
    """Somebody who comes to a table, and leaves at the end of the block."""
    url = where if isinstance(where, str) else where.url
    async with connect(f"ws{url.removeprefix('http')}/ws/{table}", compression=None, close_timeout=0.5) as connection:
        visitor = Guest(connection)
        await visitor.say(do="hello", protocol=1, key=key, name=name)
        yield visitor


async def whoever_can(*guests: Guest) -> Guest | None:
    """The one who can act, None where the game is over."""
    newest = max(one.view.get("number", 0) for one in guests)
    for one in guests:
        await one.until(lambda view: view["number"] >= newest and view["view"] is not None)
    return next((one for one in guests if one.legal), None)


async def play_on(one: Guest, other: Guest, actions: int) -> None:
    """Let two people act, whoever can."""
    for _ in range(actions):
        if (acting := await whoever_can(one, other)) is not None:
            await acting.act(acting.legal[0])


async def closed(connection: ClientConnection) -> int:
    """With which code a connection is closed, whatever comes before that."""
    with suppress(ConnectionClosed):
        while True:
            await asyncio.wait_for(connection.recv(), PATIENCE)
    return connection.close_code or 0
