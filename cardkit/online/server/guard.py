"""What every request has to keep to, and every answer says: whom a browser may let ask, and what a page may load."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Guard:
    """Answers with what a browser may do, and refuses whatever is asked in the name of another site.

    `hosts` are the names by which this server can be reached, empty where it can't know them; `site` is the one by
    which a balancer is.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str] = (), site: str = "") -> None:
        self._app = app
        self._hosts = {host.lower() for host in hosts}
        self._site = site.lower()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers[name] = value
            await send(message)

        if self.lets(Headers(scope=scope)):
            await self._app(scope, receive, with_headers)
        else:
            await PlainTextResponse("this is asked in the name of another site", 403)(scope, receive, with_headers)

    def lets(self, headers: Headers) -> bool:
        """Whether a request is made in the name of this site, or of no browser's page at all.

        A page of another site could ask in the name of a person whose browser reaches this server, also under a name
        of its own that leads to this address.
        """
        host = headers.get("host", "").lower()
        if self._hosts and _name(host) not in self._hosts:
            return False
        origin = headers.get("origin")
        return origin is None or urlsplit(origin).netloc.lower() in (host, self._site or host)


def _name(host: str) -> str:
    """A host without its port.

    >>> _name("[::1]:8765"), _name("localhost:1"), _name("cards.example")
    ('[::1]', 'localhost', 'cards.example')
    """
    return host if host.endswith("]") else host.rpartition(":")[0] or host
