"""What others' code does at one table of a server: it ends there, is told in a sentence, and nobody else notices."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from served import Guest, Served, guest, served

from cardkit.records.store import FileStore

RULES = '''
import os, time
from cardkit import Action, Dealer, Game, Pile, Result, State


class Take(Action):
    """Take the top card."""


class Heap(State):
    stock: Pile
    hands: list[Pile]


def harm():
    {harm}


class Harmful(Game[Heap, Take]):
    """Take cards in turn."""

    name = "harmful"
    players = range(2, 5)

    def setup(self, deck, seats, dealer):
        if {in_setup}:
            harm()
        return Heap(seats=seats, stock=deck, hands=Pile.hands(seats))

    def legal(self, table):
        if table.count >= {in_legal}:
            harm()
        return [Take()]

    def apply(self, table, action, dealer):
        dealer.draw(table.stock, table.hands[table.turn])
        if table.count >= {in_apply}:
            harm()
        table.pass_turn()

    def result(self, table):
        return None if table.stock else Result.most(tuple(float(len(hand)) for hand in table.hands))


def machine(view, legal):
    harm()
    return legal[0]
'''
NEVER = 10_000
HARMS = {
    "loops": "while True: pass",
    "loops on whatever is raised": "\n    while True:\n        try:\n            time.sleep(0.001)\n"
    "            1 / 0\n        except BaseException:\n            pass",
    "calculates": "sum(range(10**12))",
    "waits": "time.sleep(1000)",
    "ends the process": "os._exit(0)",
    "crashes": "os.abort()",
    "interrupts": "raise KeyboardInterrupt",
    "exits": "raise SystemExit(0)",
    "raises what is no error": "raise BaseException('no')",
}


def rules(folder: Path, harm: str, where: str) -> str:
    """A file of a game that does some harm, in setting up or in the second turn."""
    path = folder / "harmful.py"
    turns = {f"in_{part}": 1 if part == where else NEVER for part in ("apply", "legal")}
    path.write_text(RULES.format(harm=harm, in_setup=where == "setup", **turns))
    return str(path)


@pytest.fixture
def in_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server with less patience than one has."""
    monkeypatch.setattr("cardkit.online.backroom.STEP", 0.3)
    monkeypatch.setattr("cardkit.online.backroom.STANDSTILL", 3.0)
    monkeypatch.setattr("cardkit.online.backroom.THOUGHT", 0.3)
    monkeypatch.setattr("cardkit.online.backroom.PATIENCE", 3.0)


async def two_people(server: Served, stack: AsyncExitStack, **wish: Any) -> tuple[Guest, Guest]:
    """A table with two people at it."""
    table = await server.laid(**wish)
    one, other = [await stack.enter_async_context(guest(server, table["table"], key)) for key in table["keys"][:2]]
    return one, other


async def broken_off(one: Guest) -> str:
    """What is told of a game that was broken off."""
    view = await asyncio.wait_for(one.until(lambda view: view["phase"] == "over"), 30)
    assert "broken-off" == view["result"]["how"]
    return str(view["result"]["text"])


@pytest.mark.usefixtures("in_short")
@pytest.mark.parametrize("harm", HARMS.values(), ids=HARMS)
@pytest.mark.parametrize("where", ["apply", "legal"])
def test_a_rule_that_does_harm_ends_its_own_table_alone(harm: str, where: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with (
            served(FileStore(tmp_path / "store"), None, rules(tmp_path, harm, where), "crazy8s") as server,
            AsyncExitStack() as stack,
        ):
            one, other = await two_people(server, stack, game=next(iter(server.site.games)))
            ada, bo = await two_people(server, stack)
            await other.until(lambda view: bool(view["view"]))
            for _ in range(2):
                await one.say(do="act", action="take")
                await other.say(do="act", action="take")
            for guest_there in (one, other):
                assert (await broken_off(guest_there)).startswith("harmful is at fault: ")
            for acting in (ada, bo):
                await acting.until(lambda view: bool(view["legal"]))
                await acting.act(acting.legal[-1])

    asyncio.run(test())


@pytest.mark.usefixtures("in_short")
@pytest.mark.parametrize("harm", HARMS.values(), ids=HARMS)
def test_a_game_that_does_harm_before_it_is_dealt_is_refused_in_a_sentence(harm: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with served(FileStore(tmp_path / "store"), None, rules(tmp_path, harm, "setup")) as server:
            wish = {"game": next(iter(server.site.games)), "seats": ["human", "human"]}
            code, answer, _ = await server.ask("/tables", wish)
            assert 400 == code
            assert "is at fault: " in answer["error"]
            assert "\n" not in answer["error"]

    asyncio.run(test())


def test_nobody_waits_for_a_table_that_hangs_neither_do_those_who_end_the_server(tmp_path: Path) -> None:
    async def test() -> float:
        path = rules(tmp_path, HARMS["calculates"], "apply")
        async with served(FileStore(tmp_path / "store"), None, path, "crazy8s") as server:
            async with AsyncExitStack() as stack:
                one, other = await two_people(server, stack, game=next(iter(server.site.games)))
                ada, bo = await two_people(server, stack)
                await other.until(lambda view: bool(view["view"]))
                for hanging in (one, other):
                    await hanging.say(do="act", action="take")
                for acting in (ada, bo):
                    await acting.until(lambda view: bool(view["legal"]))
                    await acting.act(acting.legal[-1])
                assert "playing" == other.view["phase"]
            return monotonic()

    began_to_end = asyncio.run(test())
    assert monotonic() - began_to_end < 8
