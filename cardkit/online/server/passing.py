"""A visit that is passed on to the server that owns the table."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from cardkit.core.errors import CardkitError
from cardkit.online.server.visits import Gone, Visit
from cardkit.records.store import Elsewhere

HEADER = "x-cardkit-server"
"""The header by which a server shows another one that it is none of the visitors."""


class Unreachable(CardkitError):
    """A server that owns a table, and can't be reached."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address

    def __str__(self) -> str:
        return f"the server at {self.address} can't be reached"


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
    from cardkit.online.server.visits import MOVED

    return Gone(closed.rcvd.code if closed.rcvd is not None and closed.rcvd.code >= 4000 else MOVED)
