"""What is served: one table for friends, a lobby, or a record; and what is said of it to whoever started it."""

from __future__ import annotations

import asyncio
import errno
import secrets
import socket
import webbrowser
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from uvicorn import Server

from cardkit.core.errors import CardkitError
from cardkit.core.files import make_folder, named_after
from cardkit.core.texts import safe
from cardkit.online.budgets import Limits
from cardkit.online.lobby import Tables
from cardkit.online.site import Collector, Guard, Site, configured, links, tame
from cardkit.online.viewing import Forking
from cardkit.online.wishes import Wish, refuse_unoffered, wished
from cardkit.play.settings import home
from cardkit.play.terminal import flush, write_line
from cardkit.plugins.plugin import Plugin
from cardkit.records.record import Record
from cardkit.records.store import FileStore, Store, StoreError, store_at


@dataclass(frozen=True)
class Door:
    """Where people come in."""

    host: str
    port: int
    url: str = ""
    """How people reach it, where something stands before it."""
    is_opened: bool = True
    """Whether the page is opened in the browser of whoever starts the server."""


Begin = Callable[[Site, str], Awaitable[str]]
"""What is done when the tables are open, and people reach the server by this address; returns the page to open."""


def host_table(plugin: Plugin, wish: Wish, record: Path | None, door: Door) -> None:
    """Serve one table until somebody interrupts it; raises CardkitError where it can't be laid or served."""

    async def begin(site: Site, url: str) -> str:
        await _forget_old_folders()
        running = await site.tables.lay_own(wish, record)
        chairs = links(running, url)
        for seat, link in enumerate(chairs["links"]):
            if link is not None:
                write_line(f"Seat {seat}: {link}")
        if sum(link is not None for link in chairs["links"]) > 1:
            write_line(f"Invitation to the free seats: {chairs['invitation']}")
        write_line(f"Spectators: {chairs['watch']}")
        folder = site.tables.store.where
        write_line(f"Kept in {folder}; the links are good again after: cardkit serve {plugin.source} --store {folder}")
        return next((link for link in chairs["links"] if link is not None), str(chairs["watch"]))

    _serve({plugin.source: plugin}, lambda _: FileStore(_new_folder(plugin.game.name)), door, begin, lobby=False)


def serve_lobby(games: Mapping[str, Plugin], where: str, door: Door) -> None:
    """Serve a lobby until somebody interrupts it; raises CardkitError where it can't be served."""

    async def begin(site: Site, url: str) -> str:
        write_line(f"Lobby: {url}/")
        return f"{url}/"

    _serve(games, lambda address: store_at(where or str(_folder() / "lobby"), address), door, begin, lobby=True)


def view_record(plugin: Plugin, record: Record, path: Path, door: Door) -> None:
    """Show a record until somebody interrupts it; raises CardkitError where it can't be served."""

    async def begin(site: Site, url: str) -> str:
        page = f"{url}/r/{await viewing_of(site, plugin, record, path, url)}"
        write_line(f"Record: {page}")
        return page

    _serve({plugin.source: plugin}, lambda _: FileStore(_new_folder(plugin.game.name)), door, begin, lobby=False)


async def viewing_of(site: Site, plugin: Plugin, record: Record, path: Path, url: str) -> str:
    """The name by which a site shows a record from now on, which nobody guesses; raises CardkitError."""

    async def fork(wished_for: Forking, address: str) -> Mapping[str, Any]:
        site.count_table(address)
        earlier, seats = wished_for.record, wished_for.seats
        wish = wished({"game": plugin.source, "rules": earlier.rules or None, "seats": seats})
        refuse_unoffered(wish, plugin)
        return links(await site.tables.fork(wish, earlier, path, seats, address), url)

    name = secrets.token_urlsafe(16)
    site.viewings[name] = await site.tables.show(name, plugin.source, record, path, fork)
    return name


def _serve(
    games: Mapping[str, Plugin], store: Callable[[str], Store], door: Door, begin: Begin, *, lobby: bool
) -> None:
    with listening(door.host, door.port) as bound:
        port = bound.getsockname()[1]
        everywhere = door.host in EVERYWHERE
        tables = Tables(store(f"http://:{port}" if everywhere else url_of(bound, door.host)), games, Limits())
        site = Site(games, tables, url=door.url.rstrip("/"), lobby=lobby)
        url = site.url or url_of(bound, door.host)

        async def begun() -> None:
            page = await begin(site, url)
            if not is_local(door.host):
                write_line(_OPEN.format(port=port))
            write_line("Ctrl-C ends the server.")
            flush()
            if door.is_opened:
                _open(page)

        run(site, bound, door.host, begun)


def _open(page: str) -> None:
    """Open a page in a browser with windows; one that would take the terminal is left alone."""
    with suppress(webbrowser.Error):
        browser = webbrowser.get()
        if type(browser) is not webbrowser.GenericBrowser:
            browser.open(page)


_OPEN = (
    "Everybody who reaches this machine at port {port} can open the page; only who has a link can sit down or watch. "
    "Nothing is encrypted: on a network that isn't yours, put a proxy with TLS before it."
)


def _folder() -> Path:
    """Where tables are kept that nobody named a place for."""
    return home() / "tables"


async def _forget_old_folders() -> None:
    """Let the folders that were made here forget what is old, but for those that a server has."""
    for folder in sorted(path for path in _folder().iterdir() if path.is_dir()):
        store = FileStore(folder)
        with suppress(StoreError, OSError):
            await store.open()
            await store.forget()
            await store.close()


def _new_folder(game: str) -> Path:
    """A folder of a name that nobody has, which is there from now on; raises StoreError."""
    for number in count(1):
        folder = _folder() / f"{named_after(game)}-{number}"
        try:
            make_folder(folder.parent)
            folder.mkdir(mode=0o700)
        except FileExistsError:
            continue
        except OSError as error:
            raise StoreError(str(folder), f"tables can't be kept there: {error.strerror}") from error
        return folder
    raise AssertionError("numbers don't end")


LOCAL = ("127.0.0.1", "localhost", "[::1]")
"""The names of this machine for itself."""
EVERYWHERE = ("0.0.0.0", "::", "")
"""What stands for all addresses of this machine."""
HOUSEKEEPING = 10
"""Seconds between looks at what lies idle."""
FORGETTING = 360
"""After so many of them the store forgets what is old, and at the beginning."""


class CannotServe(CardkitError):
    """An address at which a server can't listen."""

    address: str
    reason: str
    sentence = "{address}: {reason}"


def is_local(host: str) -> bool:
    """Whether only this machine reaches a server that listens there."""
    return host in LOCAL or host == "::1"


def listening(host: str, port: int) -> socket.socket:
    """A socket at which people can already wait; raises CannotServe where none can be had."""
    address = f"{host}:{port}"
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        bound = socket.create_server(found[4][:2], family=found[0], backlog=2_048)
    except UnicodeError:
        raise CannotServe(safe(address), "there is no such address") from None
    except OSError as error:
        used = error.errno == errno.EADDRINUSE
        reason = "the port is in use; --port 0 takes any that is free" if used else str(error.strerror or error)
        raise CannotServe(address, reason) from error
    bound.settimeout(0)
    return bound


def url_of(bound: socket.socket, host: str) -> str:
    """How people on this machine reach a server, or those on its network where it listens to these."""
    name = _outside() if host in EVERYWHERE else host
    return f"http://{f'[{name}]' if ':' in name else name}:{bound.getsockname()[1]}"


def _outside() -> str:
    """The address of this machine in its network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return "127.0.0.1"


def run(site: Site, bound: socket.socket, host: str, begin: Callable[[], Awaitable[None]]) -> None:
    """Serve until somebody interrupts it; `begin` is called when the store is open. Raises CardkitError before that."""
    with suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=_faster_loop()) as runner:
        runner.run(_run(site, bound, host, begin))


def _faster_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """What makes a loop of uvloop, where there is one: with it, a tenth more actions are answered in time."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


async def _run(site: Site, bound: socket.socket, host: str, begin: Callable[[], Awaitable[None]]) -> None:
    await site.tables.store.open()
    try:
        await begin()
    except BaseException:
        await site.tables.close()
        raise
    hosts = LOCAL if is_local(host) and not site.url else ()
    app = Guard(site.app(living(site)), hosts, site.url.partition("//")[2])
    tame()
    server = Server(configured(app, message=site.limits.message, visitors=site.limits.visitors))
    await server.serve(sockets=[bound])


def living(site: Site) -> Callable[[Starlette], AbstractAsyncContextManager[None]]:
    """What lives as long as the application of a site: what is done beside answering, and in the end the tables."""

    @asynccontextmanager
    async def living(app: Starlette) -> AsyncGenerator[None]:
        housekeeping = asyncio.create_task(_keep_house(site))
        try:
            yield
        finally:
            housekeeping.cancel()
            await site.tables.close()

    return living


async def _keep_house(site: Site) -> None:
    """Put idle tables away, forget what is old, and keep the collector from those that are there."""
    collector = Collector()
    for number in count():
        if number % FORGETTING == 0:
            await site.tables.forget_old()
        await asyncio.sleep(HOUSEKEEPING)
        await site.tables.put_away_idle()
        collector.settle(site.tables.gone)
