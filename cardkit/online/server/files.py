"""The files of the page, packed once."""

from __future__ import annotations

import gzip
from hashlib import sha256
from importlib import resources

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

_KINDS = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
"""What the files are; a system may call them otherwise, and browsers run no scripts that are called so."""


class Files:
    """The files of the page, small enough to be kept packed."""

    def __init__(self) -> None:
        self._packed: dict[str, tuple[bytes, str]] = {}

    def answer(self, request: Request, name: str) -> Response:
        """The file of a name, or that there is none."""
        if name not in self._packed:
            file = resources.files("cardkit.online") / "page" / name
            if "/" in name or "\\" in name or name.startswith(".") or not file.is_file():
                return PlainTextResponse("there is no such file", 404)
            text = file.read_bytes()
            self._packed[name] = gzip.compress(text, 9, mtime=0), f'"{sha256(text).hexdigest()[:20]}"'
        packed, tag = self._packed[name]
        headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        kind = _KINDS.get(name.rpartition(".")[2], "application/octet-stream")
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(gzip.decompress(packed), media_type=kind, headers=headers)
        return Response(packed, media_type=kind, headers={**headers, "Content-Encoding": "gzip"})
