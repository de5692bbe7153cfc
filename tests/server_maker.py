"""A program that forks servers of a store: for each line with a port it says the process and the port of a new one."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from io import FileIO

from cardkit.core import files
from cardkit.core.files import Held
from cardkit.online.budgets import Limits
from cardkit.online.lobby import Tables
from cardkit.online.running import CannotServe, listening, run, url_of
from cardkit.online.site import Site
from cardkit.plugins.registry import load_game
from cardkit.records.store import store_at

PATIENCE = 30.0
"""Seconds after which a server that can't begin is given up."""
GAMES = {name: load_game(name) for name in ("crazy8s", "go_fish")}


def write_slowly() -> None:
    """From now on, write what is added to files in two pieces, with time between them in which one may be killed."""

    def slowly(file: FileIO, data: bytes) -> None:
        middle = len(data) // 2
        for part in (data[:middle], data[middle:]):
            file.write(part)
            time.sleep(0.003)

    files._write_all = slowly


def serve(store: str, port: int, told: int) -> None:
    """Serve until somebody kills it."""
    with listening("127.0.0.1", port) as bound:
        tables = Tables(store_at(store, url_of(bound, "127.0.0.1")), GAMES, Limits())

        async def begun() -> None:
            os.write(told, f"{os.getpid()} {bound.getsockname()[1]}\n".encode())

        run(Site(GAMES, tables), bound, "127.0.0.1", begun)


def serve_soon(store: str, port: int, told: int) -> None:
    """Serve as soon as whoever was killed, or had the port by chance, has let go of port and folder; or say nothing."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with suppress(CannotServe, Held):
            serve(store, port, told)
        time.sleep(0.01)
    os.write(told, b"\n")


def main() -> None:
    """Fork a server for each line."""
    store = sys.argv[1]
    if "slowly" in sys.argv:
        write_slowly()
    children: list[int] = []
    for line in sys.stdin:
        child = os.fork()
        if not child:
            try:
                serve_soon(store, int(line), 1)
            finally:
                os._exit(1)
        children.append(child)
        while children and os.waitpid(children[0], os.WNOHANG) != (0, 0):
            children.pop(0)
    for child in children:
        os.kill(child, 9)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
