"""Servers that are killed at any moment, in the middle of a write too: no action that was answered is lost."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from databases import postgres
from helpers import TESTS, environment
from served import Guest, guest, laid, whoever_can
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from cardkit.records.store import store_at

KILLS = [4, pytest.param(30, marks=pytest.mark.slow)]
"""How often, for each store."""
LOST = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError)


Started = Callable[[int], tuple[int, int]]


@contextmanager
def servers(store: str, *, slowly: bool = False) -> Iterator[Started]:
    """What starts servers of a store at a port, and says the process and the port of each.

    A program forks them, so that one that is killed is soon followed by another.
    """
    command = [sys.executable, str(TESTS / "server_maker.py"), store, *["slowly"] * slowly]
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout"), subprocess.PIPE)
    maker = subprocess.Popen(command, text=True, env=environment(), **pipes)

    def started(port: int) -> tuple[int, int]:
        maker.stdin.write(f"{port}\n")
        maker.stdin.flush()
        process, _, at = maker.stdout.readline().partition(" ")
        return int(process), int(at)

    try:
        yield started
    finally:
        maker.communicate()


def kill(process: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


class Play:
    """Two people who play at a table as long as servers live, and come back after that; and what they were answered."""

    def __init__(self, table: dict[str, Any], chance: Random) -> None:
        self.name = str(table["table"])
        self.keys = list(table["keys"])
        self.answered: list[str] = []
        self.is_over = False
        self.end = (0, 0.0, 0)
        """After so many actions, and so many seconds more, this process is killed."""
        self._chance = chance

    async def goes_on(self, ports: tuple[int, int]) -> None:
        """Play until a server is lost, or the game is over."""
        urls = [f"http://127.0.0.1:{port}" for port in ports]
        async with guest(urls[0], self.name, self.keys[0]) as one, guest(urls[1], self.name, self.keys[1]) as other:
            while (acting := await whoever_can(one, other)) is not None:
                await self._act(acting)
            self.is_over = True

    async def _act(self, acting: Guest) -> None:
        actions, seconds, process = self.end
        self.end = (actions - 1, seconds, process)
        if not actions:
            asyncio.get_running_loop().call_later(seconds, kill, process)
        action = self._chance.choice(acting.legal)
        await acting.act(action)
        self.answered.append(action)


async def killed(store: str, started: Started, seed: int, count: int, kills: int) -> None:
    """Kill servers, one after the other, and compare each time what was answered with what is kept."""
    chance, look = Random(seed), store_at(store)
    if count > 1:
        await look.open()
    running = [started(0) for _ in range(count)]
    ports = (running[0][1], running[-1][1])
    play, acted, before = Play(await laid(f"http://127.0.0.1:{ports[0]}", seed=None), chance), 0, 0
    for _ in range(kills):
        if play.is_over:
            play = Play(await laid(f"http://127.0.0.1:{ports[0]}", seed=None), chance)
        victim = chance.randrange(count)
        play.end = (chance.randrange(8), chance.uniform(0, 0.02), running[victim][0])
        with suppress(*LOST):
            while not play.is_over:
                await play.goes_on(ports)
        kill(running[victim][0])
        # The next one begins when the last process of that server has ended, whose games may just be writing.
        running[victim] = started(ports[0] if victim == 0 else ports[1])
        record = (await look.look(play.name)).record
        kept = record.actions if record is not None else []
        assert play.answered == kept[: len(play.answered)]
        assert len(kept) <= len(play.answered) + 1
        acted += len(kept) - before
        play.answered, before = kept, 0 if play.is_over else len(kept)
    assert acted > kills
    if count > 1:
        await look.close()


@pytest.mark.parametrize("kills", KILLS)
def test_a_server_that_is_killed_perhaps_in_the_middle_of_a_write_loses_nothing_that_was_answered(
    kills: int, tmp_path: Path
) -> None:
    with servers(str(tmp_path), slowly=True) as made:
        asyncio.run(killed(str(tmp_path), made, 2, 1, kills))


@pytest.mark.parametrize("kills", KILLS)
def test_servers_that_share_a_database_take_over_from_one_that_is_killed(kills: int) -> None:
    with postgres() as store, servers(store) as made:
        asyncio.run(killed(store, made, 3, 2, kills))
