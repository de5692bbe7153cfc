"""The whole of a file that somebody names, which may be no file at all."""

from __future__ import annotations

import os
import select
import stat
import sys
from errno import EFBIG, EISDIR, ELOOP, ETIMEDOUT
from pathlib import Path

MOST = 256 * 1024**2
"""So many bytes a file may have."""
PATIENCE = 10.0
"""Seconds without a byte after which a pipe is given up."""


def bytes_of(path: Path) -> bytes:
    """What is in a file, or comes out of a pipe; raises OSError where it can't be read, goes on without an end, or
    nothing comes.
    """
    try:
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except RuntimeError:
        raise OSError(ELOOP, os.strerror(ELOOP)) from None
    try:
        kind = os.fstat(file).st_mode
        if stat.S_ISDIR(kind):
            raise OSError(EISDIR, os.strerror(EISDIR))
        parts, size = list[bytes](), 0
        while part := _next(file, is_file=stat.S_ISREG(kind)):
            parts.append(part)
            size += len(part)
            if size > MOST:
                raise OSError(EFBIG, f"it has more than {MOST >> 20} MB, or no end")
        return b"".join(parts)
    finally:
        os.close(file)


def _next(file: int, *, is_file: bool) -> bytes:
    """What comes next, nothing at the end."""
    while True:
        if not is_file and sys.platform != "win32":
            poll = select.poll()
            poll.register(file, select.POLLIN)
            if not poll.poll(PATIENCE * 1_000):
                raise OSError(ETIMEDOUT, f"nothing has come out of it for {PATIENCE:g} seconds")
        try:
            return os.read(file, 1 << 20)
        except BlockingIOError:
            continue
