"""Connections that can't grow without bounds, whatever the other side sends, or doesn't."""

from __future__ import annotations

import asyncio
from asyncio.transports import BaseTransport
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

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
