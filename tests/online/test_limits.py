"""What others' code does at one table of a server: it ends there, is told in a sentence, and nobody else notices."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack, suppress
from errno import ENOSPC
from pathlib import Path
from time import monotonic, thread_time
from typing import Any, cast

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from collections.abc import Iterable

from databases import postgres
from guests import machines_play
from served import PATIENCE, Guest, Served, guest, served, whoever_can
from starlette.datastructures import Headers
from websockets.exceptions import ConnectionClosed

from cardkit.online.backroom import InPlay, Inside, Musing
from cardkit.online.budgets import Accounts, Addresses, Limits, household
from cardkit.online.lobby import THINKING, OpenTable, Tables, Thinking
from cardkit.online.site import Guard
from cardkit.online.wishes import SEED_CHOSEN, wished
from cardkit.plugins.registry import load_game
from cardkit.records.store import FileStore, StoreError, store_at
from cardkit.table.turns import Table

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
FEW = ("loops", "ends the process", "exits")
"""What one of each kind does."""
ROOMY = Limits(processes=40, processes_of_address=40, processor=40)
"""Each table has a process of its own, and nobody waits for what the harm at others cost."""


def rules(folder: Path, where: str, *harms: str) -> list[str]:
    """Files of games that do some harm, in setting up or in the second turn."""
    turns = {f"in_{part}": 1 if part == where else NEVER for part in ("apply", "legal")}
    paths = [folder / f"harmful_{number}.py" for number in range(len(harms))]
    for path, harm in zip(paths, harms, strict=True):
        path.write_text(RULES.format(harm=HARMS[harm], in_setup=where == "setup", **turns))
    return [str(path) for path in paths]


@pytest.fixture
def in_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server with less patience than one has."""
    for name, seconds in {"STEP": 0.3, "STANDSTILL": 3.0, "THOUGHT": 0.3, "PATIENCE": 3.0}.items():
        monkeypatch.setattr(f"cardkit.online.backroom.{name}", seconds)


async def act(*people: Guest) -> None:
    """Let some do the last that they can do, one after the other."""
    for one in people:
        await one.until(lambda view: bool(view["legal"]))
        await one.act(one.legal[-1])


async def harmed(server: Served, path: str, where: str, stack: AsyncExitStack) -> list[str]:
    """What everybody is told of a game that does harm."""
    if where == "setup":
        code, answer, _ = await server.ask("/tables", {"game": path, "seats": ["human", "human"]})
        assert (400, False) == (code, "\n" in answer["error"])
        return [answer["error"]]
    if where == "machine":
        wish = wished({"game": path, "seats": ["human", f"{path}:machine"], "pace": 0})
        laid = await server.site.tables.lay_own(wish, None)
        there = [await stack.enter_async_context(guest(server, laid.name, laid.keys[0]))]
    else:
        there = [*await stack.enter_async_context(server.two(game=path))]
    for one in there:
        await one.until(lambda view: bool(view["view"]))
    for one in there * (1 if where == "machine" else 2):
        await one.say(do="act", action="take")
    views = [await asyncio.wait_for(one.until(lambda view: view["phase"] == "over"), PATIENCE) for one in there]
    assert {"broken-off"} == {view["result"]["how"] for view in views}
    return [view["result"]["text"] for view in views]


@pytest.mark.usefixtures("in_short")
@pytest.mark.parametrize(
    ("where", "harms"),
    [
        ("apply", HARMS),
        ("legal", FEW),
        ("setup", HARMS),
        ("machine", ("loops", "calculates", "waits", "ends the process", "interrupts")),
        pytest.param("legal", HARMS, marks=pytest.mark.slow),
    ],
    ids=("apply", "legal", "setup", "machine", "legal, all"),
)
async def test_rules_and_machines_that_do_harm_end_their_own_table_in_a_sentence_and_nobody_elses(
    where: str, harms: Iterable[str], tmp_path: Path
) -> None:
    paths = rules(tmp_path, where, *harms)
    async with served(tmp_path / "store", ROOMY, "crazy8s", *paths) as server, AsyncExitStack() as stack:
        others = await stack.enter_async_context(server.two())
        for path in paths:
            whose = {"machine": f"seat 1 ({path}:machine) ", "setup": ""}.get(where, "harmful ")
            for told in await harmed(server, path, where, stack):
                assert f"{whose}is at fault: " in told
            await act(*others)


async def test_nobody_waits_for_a_table_that_hangs_neither_do_those_who_end_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardkit.online.backroom._FAREWELL", 0.5)
    [path] = rules(tmp_path, "apply", "calculates")
    async with served(tmp_path / "store", None, path, "crazy8s") as server:
        async with server.two(game=path) as hanging, server.two() as (ada, bo):
            await hanging[1].until(lambda view: bool(view["view"]))
            for one in hanging:
                await one.say(do="act", action="take")
            await act(ada, bo)
            assert "playing" == hanging[1].view["phase"]
        began_to_end = monotonic()
    assert monotonic() - began_to_end < PATIENCE


def test_whatever_plays_a_game_again_has_more_time_the_longer_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    again, retell = list[int](), Table[Any, Any].retell

    def counted(table: Table[Any, Any], actions: Any, **given: Any) -> None:
        again.append(len(actions))
        retell(table, actions, **given)

    monkeypatch.setattr(Table, "retell", counted)
    inside = Inside({"crazy8s": load_game("crazy8s")})
    inside.lay("table", wished({"game": "crazy8s", "seats": ["human", "human", "random"], "pace": 0}).model_dump())
    hosted = cast(InPlay, inside.rooms["table"]).hosted

    def asked(way: str, number: int, **said: Any) -> None:
        most = inside.replayed("table", way, (number, said))
        again.clear()
        news = inside.done("table", way, (number, said))
        assert (None, True) == (news.error, sum(again) <= most)

    def play_on() -> None:
        for _ in range(4):
            machines_play(hosted)
            [seat] = hosted.at_play().table.asked
            hosted.answer(seat, hosted.at_play().match.legal_of(seat)[-1])

    asked("enter", 0, do="hello", protocol=2, key=hosted.keys[0], name="Ada")
    asked("take", 0, do="start")
    play_on()
    asked("enter", 1, do="hello", protocol=2, key=hosted.keys[1], name="Bo")
    assert again
    play_on()
    for said in (
        {"do": "rename", "name": "Cem"},
        {"do": "open", "seat": 2},
        {"do": "undo"},
        {"do": "agree", "yes": True},
        {"do": "redo"},
    ):
        asked("take", int(said["do"] == "agree"), **said)
        assert again or said["do"] == "undo"


async def test_hints_come_first_and_everybody_has_a_share_of_thinking() -> None:
    order = list[str]()
    thinking = Thinking()

    class Slow:
        def __init__(self, name: str) -> None:
            self.name = name

        async def think(self, musing: Musing) -> None:
            order.append(f"{self.name}{'?' if musing.asked_by is not None else ''}")
            await asyncio.sleep(0.005)

    def wait_for_turn(name: str, address: str, asked_by: int | None = None) -> None:
        thinking.add(cast(OpenTable, Slow(name)), Musing(0, is_long=True, asked_by=asked_by, seconds=1.0), address)

    for number in range(30):
        wait_for_turn(f"many {number}", "one")
    wait_for_turn("other", "another")
    wait_for_turn("third", "third")
    wait_for_turn("many 3", "one", asked_by=1)
    while len(order) < 33:
        await asyncio.sleep(0.005)
    assert "many 3?" == order[THINKING]
    assert {"other", "third"} == set(order[THINKING + 1 : THINKING + 3])


def test_an_address_has_a_share_of_the_processes_and_each_table_its_own_while_there_are_some(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Process:
        is_over = has_ended = False

        def __init__(self, games: object, address: str) -> None:
            self.address = address
            self.rooms: list[str] = []

    monkeypatch.setattr("cardkit.online.lobby.Backroom", Process)
    tables = Tables(FileStore(tmp_path), {}, Limits(processes=6, processes_of_address=2))

    def room_for(address: str) -> Process:
        found = cast(Process, tables.backroom(address))
        found.rooms.append(address)
        return found

    greedy = {id(room_for("greedy")) for _ in range(30)}
    others = [room_for(f"other {number}") for number in range(4)]
    assert 2 == len(greedy)
    assert 4 == len({id(other) for other in others})
    assert greedy.isdisjoint(map(id, others))
    assert room_for("one more") in others


async def test_an_address_that_has_taken_too_much_processor_time_waits_and_asks_one_thing_at_a_time() -> None:
    accounts = Accounts(10.0)
    accounts.pay("greedy", 101.0)
    order: list[str] = []

    async def ask(address: str) -> None:
        async with accounts.turn(address):
            order.append(f"{address} begins")
            await asyncio.sleep(0)
            accounts.pay(address, 0.1)
            order.append(f"{address} ends")

    await asyncio.gather(*map(ask, ("greedy", "greedy", "other", "greedy")))
    accounts.pay("", 1_000.0)
    assert not accounts.owed("other") + accounts.owed("")
    assert order == [f"{who} {what}" for who in ("other", *["greedy"] * 3) for what in ("begins", "ends")]


async def test_who_asks_pays_the_processor_time_that_it_takes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paid: list[tuple[str, float]] = []
    monkeypatch.setattr(Accounts, "pay", lambda _, address, seconds: paid.append((address, seconds)))

    async with served(tmp_path) as server, server.two(seats=["human", "human", "ai"]) as (one, _):
        await one.until(lambda view: view["phase"] == "playing")
        before = len(paid)
        answer = await one.asked(do="why", action="ß" * 400)
        assert "can" in answer
        assert any(seconds > 0 for _, seconds in paid[before:])
        table = await server.laid()
        mine = {"tables": [{"table": name, "key": table["keys"][0]} for name in (table["table"], "none")]}
        asked = {"table": table["table"], "key": table["keys"][0]}
        ways = ("/mine", mine), ("/links", asked), (f"/invitations/{table['invitation']}", None)
        for path, body in (*ways, ("/tables", {"game": "crazy8s", "seats": ["human", "human"]})):
            before = len(paid)
            await server.ask(path, body)
            assert any(seconds > 0 for _, seconds in paid[before:]), path
    assert {"127.0.0.1"} == {address for address, _ in paid}


async def test_nobody_pays_for_what_others_do_while_they_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    paid: list[float] = []
    accounts = Accounts(1.0)
    monkeypatch.setattr(accounts, "pay", lambda _, seconds: paid.append(seconds))

    def calculate(seconds: float) -> None:
        end = thread_time() + seconds
        while thread_time() < end:
            pass

    async def asked() -> str:
        calculate(0.02)
        for _ in range(5):
            await asyncio.sleep(0)
        return "answered"

    async def others() -> None:
        for _ in range(5):
            calculate(0.1)
            await asyncio.sleep(0)

    async def broken() -> None:
        await asyncio.sleep(0)
        raise ZeroDivisionError

    busy = asyncio.create_task(others())
    assert "answered" == await accounts.paid("127.0.0.1", asked)
    with pytest.raises(ZeroDivisionError):
        await accounts.paid("127.0.0.1", broken)
    await busy
    assert 0.02 <= paid[0] < 0.1
    assert 2 == len(paid)


def test_addresses_are_remembered_within_bounds_and_those_of_one_network_share_their_budget() -> None:
    addresses = Addresses(rate=1, burst=2)
    asked = [household(f"2001:db8:0:1::{number:x}") for number in range(4)]
    assert [True, True, False, False] == [addresses.take(address, 10.0) for address in asked]
    assert addresses.take(household("2001:db8:0:2::1"), 10.0)
    assert household("::ffff:192.0.2.1") == household("192.0.2.1") != household("192.0.2.2")
    for number in range(addresses.most + 10):
        addresses.take(str(number), 10.0)
    assert addresses.take("other", 10.0)
    assert len(vars(addresses)["_buckets"]) <= addresses.most


async def test_the_keys_of_a_table_are_looked_at_before_its_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, looks = FileStore(tmp_path), list[str]()
    look = store.look

    async def looked(name: str) -> Any:
        looks.append(name)
        return await look(name)

    async with served(store) as server:
        table = await server.laid()
        await server.site.tables.running[table["table"]].put_away()
        monkeypatch.setattr(store, "look", looked)
        wrong = {"table": table["table"], "key": "wrong"}
        assert (200, []) == (await server.ask("/mine", {"tables": [wrong] * 200}))[:2]
        assert [] == looks
        right = {"table": table["table"], "key": table["keys"][0]}
        code, states, _ = await server.ask("/mine", {"tables": [right] * 100})
        assert (200, 1, 1) == (code, len(states), len(looks))


async def test_a_store_of_another_kind_or_with_a_broken_address_is_told_without_its_password() -> None:
    for where in ("mysql://root:hidden@db/x", "sqlite:///tables.db", "s3://bucket", "redis://:hidden@h"):
        with pytest.raises(StoreError, match="tables are kept in a folder") as found:
            store_at(where)
        assert "hidden" not in str(found.value)
    pytest.importorskip("psycopg", reason="psycopg is not installed")
    for where in ("postgresql://me:hid den@h/x", "postgres://me:hidden@h:port/x", "postgresql:// hidden"):
        with pytest.raises(StoreError) as found:
            await store_at(where).open()
        assert "hid" not in str(found.value)


async def test_a_table_that_is_kept_names_no_program_and_no_file_to_be_written(tmp_path: Path) -> None:
    async with served(tmp_path / "store") as server:
        table = await server.laid(seats=["human", "ai"])
    ran, written = tmp_path / "ran", tmp_path / "mine"
    written.write_text("precious", encoding="utf-8")
    path = tmp_path / "store" / f"{table['table']}.table"
    for program in (f"touch {ran}", "os:system"):
        kept = json.loads(path.read_text(encoding="utf-8"))
        kept["people"]["chairs"][1]["player"] = program
        kept["settings"] |= {"record": str(written)}
        path.write_text(json.dumps(kept), encoding="utf-8")
        async with served(tmp_path / "store") as server, server.guest(table) as one:
            assert "is set aside" in (await one.message())["reason"]
    kept["people"]["chairs"][1]["player"] = "ai"
    path.write_text(json.dumps(kept), encoding="utf-8")
    async with served(tmp_path / "store") as server, server.guest(table) as one:
        await one.until(lambda view: bool(view["view"]))
    assert not ran.exists()
    assert "precious" == written.read_text(encoding="utf-8")


async def test_visitors_are_not_told_of_the_file_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []

    def full(file: object, data: bytes) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr("cardkit.core.files._write_all", full)
    monkeypatch.setattr("cardkit.online.lobby.aside", said.append)
    async with served(tmp_path / "store") as server:
        table = await server.laid(seats=["human", "ai"])
        async with server.guest(table) as one:
            await one.until(lambda view: bool(view["legal"]))
            answer = await one.asked(do="act", action=one.legal[0])
            assert "this can't be kept now, and so it didn't happen; come again later" == answer["reason"]
    assert 1 == len([line for line in said if "No space left" in line and str(tmp_path) in line])


def test_a_name_that_somebody_on_the_web_made_lead_here_is_refused() -> None:
    guard = Guard(cast(Any, None), (), "cards.example")
    let = ["127.0.0.1:1", "192.168.3.4:8765", "[fe80::1]:8765", "localhost:8765", "raspberry:8765", "raspberry.local"]
    refused = ["evil.example:8765", "evil.example.:8765", "127.0.0.1.evil.example", "1.2.3.4."]
    asked = ["cards.example", "", *let, *refused]
    assert refused == [host for host in asked if not guard.lets(Headers({"host": host}))]


async def test_who_shares_a_table_is_told_if_its_seed_was_chosen(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        for wish, is_told in (({"seed": 1}, True), ({"seed": None}, False), ({"seats": ["human", "ai"]}, False)):
            table = await server.laid(**wish)
            async with server.guest(table) as one:
                talk = (await one.until(lambda view: True))["talk"]
                assert is_told == any(SEED_CHOSEN in said["text"] for said in talk)


async def test_a_table_is_there_again_after_the_database_was_away() -> None:
    psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed")
    with postgres() as database:
        async with served(store_at(database, "http://127.0.0.1:1")) as server:
            table = await server.laid()
            for away in (True, True, False):
                async with server.two(table) as (one, other):
                    acting = await whoever_can(one, other)
                    if not away:
                        break
                    await acting.act(acting.legal[-1])
                    async with await psycopg.AsyncConnection.connect(database, autocommit=True) as connection:
                        ended = "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()"
                        await connection.execute(ended + " and datname = current_database()")
                    with suppress(ConnectionClosed):
                        acting = await whoever_can(one, other)
                        await acting.say(do="act", action=acting.legal[-1], id=1)
                        while True:
                            said = await acting.message()
                            assert "administrator" not in json.dumps(said)
