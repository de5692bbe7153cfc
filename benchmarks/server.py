"""What one server process bears: a thousand tables of two people who act, ten thousand at rest, and a page's weight.

    python benchmarks/server.py [--tables 1000] [--rest 10000] [--seconds 15] [--acts 1.0]
                                [--without-taming] [--store WHERE]

The visitors come over real WebSockets from another process, at a lower priority; how long an action takes is seen by
one more table in a process of its own, which isn't late itself.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import http.client
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import nullcontext
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from visitors import TwoPeople

PAGE = Path(__file__).parents[1] / "cardkit" / "online" / "page"
LARGE = {"tables": 50_000, "visitors": 50_000, "visitors_of_address": 50_000, "new_tables": 1e6, "messages": 1e3}


def memory(pid: int) -> float:
    """The memory of a process and of those that it started, in kB, what they share once."""
    parts = [Path(f"/proc/{one}/smaps_rollup").read_text(encoding="utf-8") for one in (pid, *started_by(pid))]
    return sum(float(line.split()[1]) for part in parts for line in part.splitlines() if line.startswith("Pss:"))


def processor(pid: int) -> float:
    """The processor time of a process and of those that it started, in seconds."""
    stats = [Path(f"/proc/{one}/stat").read_text(encoding="utf-8") for one in (pid, *started_by(pid))]
    fields = [stat.rsplit(")", 1)[1].split() for stat in stats]
    return sum(int(some[11]) + int(some[12]) for some in fields) / os.sysconf("SC_CLK_TCK")


def started_by(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()]


def serve(folder: str, port: int, rest: int, *, tamed: bool) -> None:
    """Serve tables of Crazy 8s, with some at rest that were dealt and left."""
    from cardkit.hosting.hosted import Visitor
    from cardkit.online.lobby import Limits, Tables
    from cardkit.online.server import running
    from cardkit.online.server.app import Site
    from cardkit.online.wishes import wished
    from cardkit.plugins.registry import load_game
    from cardkit.records.postgres import store_at

    games = {"crazy8s": load_game("crazy8s")}
    limits: dict[str, Any] = LARGE
    tables = Tables(store_at(folder), games, Limits(**limits))

    async def begin() -> None:
        for _ in range(rest):
            one = await tables.lay(wished({"game": "crazy8s", "seats": ["human", "human"]}))
            for key in one.keys:
                visitor = Visitor(lambda: None)
                await one.enter(visitor, {"do": "hello", "protocol": 1, "key": key, "name": "P"}, "")
                await one.message(visitor)
                one.leave(visitor)

    untamed = patch.multiple(running, tame=lambda: None, HOUSEKEEPING=1_000_000)
    with running.listening("127.0.0.1", port) as bound, nullcontext() if tamed else untamed:
        running.run(Site(games, tables), bound, "127.0.0.1", begin)


class Server:
    """A server in a process of its own."""

    def __init__(self, store: str = "", *, rest: int = 0, tamed: bool = True) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])
        self._folder = tempfile.TemporaryDirectory(prefix="cardkit-bench-")
        wish = ["--serve", store or self._folder.name, "--port", str(self.port), "--rest", str(rest)]
        self.process = subprocess.Popen([sys.executable, __file__, *wish, *["--without-taming"] * (not tamed)])
        self.pid = self.process.pid
        while True:
            try:
                self._ask("GET", "/games").read()
                return
            except OSError:
                time.sleep(0.2)

    def _ask(self, method: str, path: str, body: Any = None) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=300)
        headers = {"Content-Type": "application/json"}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        return connection.getresponse()

    def laid(self, pause: float, chance: Random) -> TwoPeople:
        """A table of two, who are still to come."""
        answer = json.loads(self._ask("POST", "/tables", {"game": "crazy8s", "seats": ["human"] * 2}).read())
        keys = [link.partition("#key=")[2] for link in answer["links"]]
        return TwoPeople(self.port, answer["table"], keys, pause, chance)

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()
        self._folder.cleanup()


async def probe(port: int, table: str, keys: list[str], seconds: float) -> None:
    """One table whose people act at once, and what they waited for."""
    people = TwoPeople(port, table, keys, 0.05, Random(1))
    await people.come()
    await asyncio.sleep(seconds)
    print(json.dumps(people.waits))


async def played(server: Server, count: int, acts: float, seconds: float) -> None:
    """Let people play at so many tables, each acting so often a second, and tell what it takes."""
    empty, chance = memory(server.pid), Random(7)
    tables = [server.laid(1 / (2 * acts), chance) for _ in range(count)]
    laid = memory(server.pid)
    watched = server.laid(0, chance)
    for number, table in enumerate(tables):
        await table.come()
        if number % 10 == 0:
            await asyncio.sleep(0.02)
    await asyncio.sleep(5)
    asked = json.dumps([watched.port, watched.table, watched.keys, seconds])
    probing = await asyncio.create_subprocess_exec(sys.executable, __file__, "--probe", asked, stdout=-1)
    before, used, at = sum(table.acted for table in tables), processor(server.pid), time.perf_counter()
    received = sum(visitor.received for table in tables for visitor in table.visitors)
    told, _ = await probing.communicate()
    took = time.perf_counter() - at
    used, done = processor(server.pid) - used, sum(table.acted for table in tables) - before
    received = sum(visitor.received for table in tables for visitor in table.visitors) - received
    playing = memory(server.pid)
    waits = sorted(json.loads(told))
    parts = statistics.quantiles(waits, n=100)
    within = sum(wait <= 0.05 for wait in waits) / len(waits)
    print(
        f"{count:6} tables: {done / took:6.0f} actions/s, {100 * used / took:4.0f} % of a core, "
        f"{1e3 * used / max(1, done):.2f} ms an action, {received / max(1, done) / 1024:.1f} kB sent an action\n"
        f"        laid {(laid - empty) / count:.0f} kB, playing {(playing - empty) / count:.0f} kB a table "
        f"(process {empty / 1024:.0f} -> {playing / 1024:.0f} MB)\n"
        f"        own view after {1e3 * parts[49]:.1f} ms (median), {1e3 * parts[94]:.1f} (95 %), "
        f"{1e3 * parts[98]:.1f} (99 %), {1e3 * waits[-1]:.1f} (worst) of {len(waits)}; "
        f"within 50 ms: {100 * within:.1f} %",
        flush=True,
    )
    for table in tables:
        table.leave()


def rested(count: int) -> None:
    """What so many tables take that were dealt and left."""
    empty = Server()
    bare = memory(empty.pid)
    empty.close()
    full = Server(rest=count)
    print(f"{count:6} tables at rest: {(memory(full.pid) - bare) / count:.0f} kB a table", flush=True)
    asyncio.run(played(full, 1, 1, 5))
    full.close()


def weighed() -> None:
    """What a page that is ready to play transfers."""
    parts = {path.name: len(gzip.compress(path.read_bytes(), 9)) for path in sorted(PAGE.iterdir()) if path.is_file()}
    table = sum(size for name, size in parts.items() if not name.startswith(("index", "lobby")))
    print(f"       the page of a table: {table / 1024:.1f} kB packed, without pictures of cards", flush=True)


def main() -> None:
    """Measure, or be one of the other processes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=1_000)
    parser.add_argument("--rest", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--acts", type=float, default=1.0, help="actions of a person a second")
    parser.add_argument("--without-taming", action="store_true", help="with Python's cycle collector as it is")
    parser.add_argument("--store", default="", help="where tables are kept, such as postgresql://…; by default files")
    parser.add_argument("--serve", metavar="FOLDER", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--probe", help=argparse.SUPPRESS)
    wish = parser.parse_args()
    if wish.serve:
        serve(wish.serve, wish.port, wish.rest, tamed=not wish.without_taming)
    elif wish.probe:
        port, table, keys, seconds = json.loads(wish.probe)
        asyncio.run(probe(port, table, keys, seconds))
    else:
        weighed()
        server = Server(wish.store, tamed=not wish.without_taming)
        os.nice(10)
        try:
            asyncio.run(played(server, wish.tables, wish.acts, wish.seconds))
        finally:
            server.close()
        if wish.rest:
            rested(wish.rest)


if __name__ == "__main__":
    main()
