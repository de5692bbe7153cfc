"""Running a server: where it listens, what it does beside answering, and how it ends."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress

from starlette.applications import Starlette
from uvicorn import Server

from cardkit.core.errors import CardkitError
from cardkit.online.server.app import Site
from cardkit.online.server.bounded import configured
from cardkit.online.server.guard import Guard
from cardkit.online.server.memory import Collector, tame

LOCAL = ("127.0.0.1", "localhost", "[::1]")
"""The names of this machine for itself."""
EVERYWHERE = ("0.0.0.0", "::", "")
"""What stands for all addresses of this machine."""
HOUSEKEEPING = 10
"""Seconds between looks at what lies idle."""


class CannotServe(CardkitError):
    """An address at which a server can't listen."""

    def __init__(self, address: str, reason: str) -> None:
        super().__init__(address, reason)
        self.address = address
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.address}: {self.reason}"


def is_local(host: str) -> bool:
    """Whether only this machine reaches a server that listens there."""
    return host in LOCAL or host == "::1"


def listening(host: str, port: int) -> socket.socket:
    """A socket at which people can already wait; raises CannotServe where none can be had."""
    address = f"{host}:{port}"
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        bound = socket.create_server(found[4][:2], family=found[0], backlog=2_048)
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
    """Put idle tables away, and keep the collector from those that are there."""
    collector = Collector()
    while True:
        await asyncio.sleep(HOUSEKEEPING)
        await site.tables.put_away_idle()
        collector.settle(site.tables.gone)
