"""What one server process bears: a thousand tables of two people who act, ten thousand at rest, and a page's weight.

    python benchmarks/server.py [--tables 1000] [--rest 10000] [--seconds 15] [--acts 1.0]
                                [--without-taming] [--store WHERE]
    python benchmarks/server.py --attack [KIND...] [--seconds 15]

The visitors come over real WebSockets from another process, at a lower priority; how long an action takes is seen by
one more table in a process of its own, which isn't late itself. With `--attack`, somebody at one address does whatever
is let, again and again, while two people at another one play: how much longer do they wait for their own views?
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
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from visitors import TwoPeople, Visitor

PAGE = Path(__file__).parents[1] / "cardkit" / "online" / "page"
LARGE = {
    "tables": 50_000,
    "visitors": 50_000,
    "visitors_of_address": 50_000,
    "new_tables": 1e6,
    "messages": 1e3,
    "processor": 1e6,
}


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


def serve(folder: str, port: int, rest: int, *, tamed: bool, limited: bool) -> None:
    """Serve tables of Crazy 8s, with some at rest that were dealt and left."""
    from cardkit.hosting.hosted import Visitor as Guest
    from cardkit.online import running
    from cardkit.online.budgets import Limits
    from cardkit.online.lobby import Tables
    from cardkit.online.site import Site
    from cardkit.online.wishes import wished
    from cardkit.plugins.registry import load_game
    from cardkit.records.store import store_at

    games = {"crazy8s": load_game("crazy8s")}
    limits: dict[str, Any] = {} if limited else LARGE
    tables = Tables(store_at(folder), games, Limits(**limits))

    async def begin() -> None:
        for _ in range(rest):
            one = await tables.lay(wished({"game": "crazy8s", "seats": ["human", "human"]}))
            for key in one.keys:
                visitor = Guest(lambda: None)
                await one.enter(visitor, {"do": "hello", "protocol": 1, "key": key, "name": "P"}, "")
                await one.news(visitor)
                one.leave(visitor)

    untamed = patch.multiple(running, tame=lambda: None, HOUSEKEEPING=1_000_000)
    with running.listening("127.0.0.1", port) as bound, nullcontext() if tamed else untamed:
        running.run(Site(games, tables), bound, "127.0.0.1", begin)


OWN, ANOTHER = "127.0.0.1", "10.0.0.1"
"""Where the people are who play, and who disturbs them."""


def asked(port: int, method: str, path: str, body: Any = None, address: str = OWN) -> http.client.HTTPResponse:
    """What a server answers to somebody at an address."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
    headers = {"Content-Type": "application/json", "X-Forwarded-For": address}
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    return connection.getresponse()


def laid(port: int, address: str, **wish: Any) -> tuple[str, list[str], str]:
    """A table that somebody has laid: its name, the keys of its people, and that of spectators."""
    body = {"game": "crazy8s", "seats": ["human"] * 2, **wish}
    answer = json.loads(asked(port, "POST", "/tables", body, address).read())
    links = [link.partition("#key=")[2] for link in [*filter(None, answer["links"]), answer["watch"]]]
    return answer["table"], links[:-1], links[-1]


class Server:
    """A server in a process of its own."""

    def __init__(self, store: str = "", *, rest: int = 0, tamed: bool = True, limited: bool = False) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])
        self._folder = tempfile.TemporaryDirectory(prefix="cardkit-bench-")
        wish = ["--serve", store or self._folder.name, "--port", str(self.port), "--rest", str(rest)]
        wish += [*["--without-taming"] * (not tamed), *["--limited"] * limited]
        self.process = subprocess.Popen([sys.executable, __file__, *wish])
        self.pid = self.process.pid
        while True:
            try:
                asked(self.port, "GET", "/games").read()
                return
            except OSError:
                time.sleep(0.2)

    def laid(self, pause: float, chance: Random, address: str = OWN) -> TwoPeople:
        """A table of two, who are still to come."""
        table, keys, _ = laid(self.port, address)
        return TwoPeople(self.port, table, keys, pause, chance, address)

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


# Who disturbs others


async def come(port: int, table: str, key: str) -> Visitor:
    """Somebody at the other address who has come to a table."""
    hello = {"do": "hello", "protocol": 2, "key": key, "name": ""}
    make = partial(Visitor, f"127.0.0.1:{port}", f"/ws/{table}", hello, lambda _: None, ANOTHER)
    _, visitor = await asyncio.get_running_loop().create_connection(make, "127.0.0.1", port)
    return visitor


async def machines(port: int, player: str = "random") -> None:
    """Thirty tables of machines that never wait, with somebody who watches each."""
    endless = {"rules": "house", "options": {"points_to": 10**6}, "seats": [player] * 4, "pace": 0}
    for _ in range(30):
        table, _, watch = laid(port, ANOTHER, **endless)
        await come(port, table, watch)


async def searches(port: int) -> None:
    """The same of machines that search."""
    await machines(port, "search")


async def questions(port: int) -> None:
    """Twenty who ask about long texts as often as they are let."""
    tables = [laid(port, ANOTHER) for _ in range(10)]
    visitors = [await come(port, table, key) for table, keys, _ in tables for key in keys]
    while True:
        for visitor in visitors:
            visitor.say(do="why", action="ß" * 400)
        await asyncio.sleep(0.1)


async def undoing(port: int) -> None:
    """Ten who play and take back, again and again, with a long game behind them."""
    tables = [laid(port, ANOTHER, seats=["human", "random"], pace=0) for _ in range(10)]
    visitors = [await come(port, table, key) for table, [key], _ in tables]
    number = 0
    while number := number + 1:
        for visitor in visitors:
            if number > 300 and number % 2:
                visitor.say(do="undo", practice=True)
            elif visitor.legal:
                visitor.act(Random(number))
            elif visitor.phase == b"over":
                visitor.say(do="rematch")
        await asyncio.sleep(0.1)


async def lists(port: int) -> None:
    """Somebody who asks how it stands at four hundred tables, and who is invited to none, as often as they are let."""
    table, _, watch = laid(port, ANOTHER)
    body = {"tables": [{"table": table, "key": watch}, *({"table": f"none{k}", "key": "x"} for k in range(400))]}
    while True:
        await asyncio.to_thread(lambda: asked(port, "POST", "/mine", body, ANOTHER).read())
        await asyncio.to_thread(lambda: asked(port, "GET", "/invitations/red-fox-47", None, ANOTHER).read())


async def crowds(port: int) -> None:
    """Four hundred who watch one table of machines, and don't read what they are sent."""
    table, _, watch = laid(port, ANOTHER, rules="house", options={"points_to": 10**6}, seats=["random"] * 4, pace=0)
    for visitor in [await come(port, table, watch) for _ in range(400)]:
        visitor.transport.pause_reading()


async def laying(port: int) -> None:
    """Tables laid as fast as they are let, and asked for without a pause."""
    wish = {"game": "crazy8s", "seats": ["human", "human"]}
    while True:
        await asyncio.to_thread(lambda: asked(port, "POST", "/tables", wish, ANOTHER).read())


ATTACKS: dict[str, Callable[[int], Awaitable[None]]] = {
    attack.__name__: attack for attack in (machines, searches, questions, undoing, lists, crowds, laying)
}


async def attacked(kinds: list[str], seconds: float) -> None:
    """Tell how long people wait for their own views, alone and while somebody does each of these."""
    alone: list[float] = []
    for kind in ["nothing", *(kinds or ATTACKS)]:
        server = Server(limited=True)
        people = server.laid(0, Random(7))
        attacker = (
            None
            if kind == "nothing"
            else subprocess.Popen([sys.executable, __file__, "--attacker", kind, "--port", str(server.port)])
        )
        try:
            await asyncio.sleep(5)
            asked_for = json.dumps([people.port, people.table, people.keys, seconds])
            probing = await asyncio.create_subprocess_exec(sys.executable, __file__, "--probe", asked_for, stdout=-1)
            waits, _ = await probing.communicate()
        finally:
            if attacker is not None:
                attacker.kill()
                attacker.wait()
            server.close()
        parts = statistics.quantiles(json.loads(waits), n=20)
        now = [parts[9], parts[18]]
        alone = alone or now
        longer = [wait / before for wait, before in zip(now, alone, strict=True)]
        times = " ".join(f"{1e3 * wait:6.1f} ms ({times:4.1f} times)" for wait, times in zip(now, longer, strict=True))
        print(f"{kind:10} own view after (median, 95 %) {times}, {len(json.loads(waits))} actions", flush=True)


async def disturb(kind: str, port: int) -> None:
    """Do one of these until the process is killed."""
    os.nice(10)
    await ATTACKS[kind](port)
    await asyncio.Event().wait()


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
    table = sum(size for name, size in parts.items() if not name.startswith(("index", "lobby", "preview")))
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
    parser.add_argument("--attack", nargs="*", metavar="KIND", choices=ATTACKS, help=" ".join(ATTACKS))
    parser.add_argument("--attacker", help=argparse.SUPPRESS)
    parser.add_argument("--limited", action="store_true", help=argparse.SUPPRESS)
    wish = parser.parse_args()
    if wish.serve:
        serve(wish.serve, wish.port, wish.rest, tamed=not wish.without_taming, limited=wish.limited)
    elif wish.attacker:
        asyncio.run(disturb(wish.attacker, wish.port))
    elif wish.attack is not None:
        asyncio.run(attacked(wish.attack, wish.seconds))
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
