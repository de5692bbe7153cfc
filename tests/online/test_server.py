"""The server: what it answers, to whom, how much of it, and that nobody can harm anybody else."""

from __future__ import annotations

import asyncio
import gc
import json
import multiprocessing
import os
import signal
import weakref
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from time import monotonic
from typing import Any, cast

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from databases import postgres
from served import PATIENCE, Guest, Served, closed, guest, play_on, served, whoever_can
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from cardkit.core.results import Result
from cardkit.core.texts import flaw, width
from cardkit.hosting.hosted import Unasked, Visitor
from cardkit.online.backroom import Backroom, News
from cardkit.online.budgets import Accounts, Limits
from cardkit.online.lobby import OpenRoom
from cardkit.online.running import viewing_of
from cardkit.online.site import FRAGMENTS, GONE, Collector, page_at
from cardkit.plugins.registry import load_game
from cardkit.plugins.setup import Setup, prepare
from cardkit.records.record import Log, RecordedEnd
from cardkit.records.store import Elsewhere, store_at
from cardkit.table.turns import Table

EXAMPLES = Path(__file__).parents[2] / "docs/examples"


# Pages


async def test_pages_files_and_pictures_are_served_with_what_a_browser_may_do(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        for path, kind in (
            ("/", "text/html"),
            ("/t/any", "text/html"),
            ("/card/7H.svg", "image/svg+xml"),
            ("/static/manifest.webmanifest", "application/manifest+json"),
            ("/j/plum-otter-427", "text/html"),
        ):
            code, text, headers = await server.ask(path)
            assert (200, True) == (code, bool(text))
            assert headers["content-type"].startswith(kind)
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            if kind == "text/html":
                assert f'property="og:image" content="{server.url}/static/preview.png"' in text
            assert ("nosniff", "no-referrer") == (headers["x-content-type-options"], headers["referrer-policy"])
            assert headers["cross-origin-opener-policy"] == "same-origin"
        code, _, headers = await server.ask("/")
        assert (304, "") == (await server.ask("/", If_None_Match=headers["etag"]))[:2]
        packed = (await server.ask("/", Accept_Encoding="identity"))[2]
        assert int(packed["content-length"]) > 0
        assert 'content="&quot;&gt;/static/preview.png"' in page_at('">', "table.html")
        assert "image/png" == (await server.ask("/static/preview.png"))[2]["content-type"]
        none = [f"/static/{name}" for name in ("none.js", "..%2fhosted.py", ".hidden", "long" * 1_000, "../app.py")]
        for path in (*none, "/card/%21.svg", "/tables/none", "/x"):
            assert (await server.ask(path))[0] in (404, 405), path
        for asked in ({"Origin": "http://evil.example"}, {"Host": "evil.example"}, {"Origin": "null"}):
            assert 403 == (await server.ask("/games", **asked))[0]
        with pytest.raises(InvalidStatus, match="403"):
            async with connect(f"ws{server.url[4:]}/ws/any", origin=Origin("http://evil.example")):
                pass
        for asked in ({"Origin": server.url}, {"Host": f"localhost:{server.port}"}):
            assert 200 == (await server.ask("/games", **asked))[0]


async def test_the_lobby_offers_what_can_be_wished_the_usual_first_and_decks_where_they_fit(tmp_path: Path) -> None:
    async with served(tmp_path, Limits(new_tables=1_000), "war", str(EXAMPLES / "hearts.py"), "crazy8s") as server:
        games = (await server.ask("/games"))[1]
        war, hearts, crazy8s = games
        assert ("crazy8s", 2) == (crazy8s["name"], crazy8s["usual"])
        assert "hand_size" in crazy8s["options"]["properties"]
        assert {"human", "ai", "search", "crazy8s:careful"} <= set(crazy8s["who"])
        assert "standard52" in crazy8s["decks"]
        assert ("jones", 2) == (war["first"], war["usual"])
        assert "full-war" == next(iter(war["decks"]))
        assert (4, {}) == (hearts["usual"], hearts["decks"])
        assert ("", "round") == (war["sample"]["of"], hearts["sample"]["of"])
        assert 5 < war["sample"]["minutes"] < 60
        assert 3 < hearts["sample"]["minutes"] < 5
        for game, piles in ((war, {"up 0", "up 1"}), (hearts, {"trick", "hands 0"})):
            assert piles <= {pile["name"] for pile in game["sample"]["picture"] if pile["cards"]}
        for game in (war, hearts):
            for deck, takers in [("", [game["first"]]), *game["decks"].items()]:
                for rules in takers:
                    wish = {"game": game["name"], "rules": rules or None, "deck": deck or None, "seed": 1}
                    seats = ["human"] * game["usual"]
                    assert 200 == (await server.ask("/tables", {**wish, "seats": seats}))[0], wish


# The lobby


async def test_a_game_whose_rules_do_not_end_holds_up_no_lobby(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardkit.online.backroom.STEP", 0.5)
    endless = tmp_path / "endless.py"
    rules = (EXAMPLES / "golf.py").read_text(encoding="utf-8")
    head, body = "def setup(", "def setup(self, *given):\n        while True:\n            pass\n\n    def set_up("
    endless.write_text(rules.replace(head, body, 1), encoding="utf-8")

    async with served(tmp_path / "tables", None, str(endless), "crazy8s") as server:
        offered = asyncio.create_task(server.ask("/games"))
        await asyncio.sleep(0.2)
        assert (200, False) == ((await server.ask("/"))[0], offered.done())
        hopeless, crazy8s = (await offered)[1]
        assert ({}, None) == (hopeless["decks"], hopeless["sample"])
        assert "standard52" in crazy8s["decks"]


WRONG_WISHES: list[tuple[Any, str]] = [
    (b"{", "no JSON object"),
    (b"[]", "no JSON object"),
    (b"[" * 9000, "no JSON object"),
    ({}, "game: Field required"),
    ({"game": "none"}, "there is no game 'none'"),
    ({"game": "../docs/examples/golf.py"}, "there is no game"),
    ({"game": "crazy8s", "seats": ["./evil.py", "human"]}, "there is no player './evil.py'"),
    ({"game": "crazy8s", "seats": ["os:system"]}, "there is no player"),
    ({"game": "crazy8s", "seats": ["search:1000000"]}, "there is no player"),
    ({"game": "crazy8s", "seats": []}, "seats"),
    ({"game": "crazy8s", "seats": ["human"] * 101}, "seats"),
    ({"game": "crazy8s", "deck": "/etc/passwd"}, "there is no deck"),
    ({"game": "crazy8s", "record": "/tmp/evil"}, "record"),
    ({"game": "crazy8s", "options": {"hand_size": "many"}}, "hand_size"),
    ({"game": "crazy8s", "options": {"none": 1}}, "none"),
    ({"game": "crazy8s", "rules": "none"}, "rule set"),
    ({"game": "crazy8s", "clock": "soon"}, "clock"),
    ({"game": "crazy8s", "seed": 2**70}, "seed"),
    ({"game": "crazy8s", "more": 1}, "more"),
    ({"game": "crazy8s", "options": {"hand_size": "1" * 1000}}, "…"),
    ({"game": "crazy8s", "options": {"1" * 200: {"a": ["1" * 1000]}}}, "there is no such option"),
    ({"game": "crazy8s", "clock": "1" * 1000}, "clock"),
    ({"game": "crazy8s", "clock": "9" * 199}, "is no clock"),
    ({"game": "crazy8s", "rng": "\u202e" * 200}, "there is no generator"),
    ({"game": "war", "names": ["Ada\u202e", "Bob"]}, "a name can't hold bidirectional characters"),
    ({"game": "war", "names": ["x" * 25, "Bob"]}, "a name has at most 24 characters"),
    ({"game": "war", "names": ["Ada", "ada"]}, "two players are called ada"),
    ({"王" * 2000: 1}, "Field required"),
    (b" " * 20_000, "this is more than 16384 bytes"),
]


async def test_what_cant_be_wished_is_refused_in_a_sentence(tmp_path: Path) -> None:
    async with served(tmp_path, Limits(new_tables=1_000, questions=1_000)) as server:
        for wish, reason in WRONG_WISHES:
            code, answer, _ = await server.ask("/tables", wish)
            assert (400, True) == (code, reason in answer["error"]), wish
            assert (True, "") == (width(answer["error"]) <= 200, flaw(answer["error"]))
        code, answer, _ = await server.ask("/tables", {"game": "crazy8s"}, Content_Type="text/plain")
        assert (400, "this is no application/json") == (code, answer["error"])
        assert not server.site.tables.running
        assert not list(tmp_path.glob("*.table"))


async def test_who_says_too_much_or_nothing_or_has_a_wrong_key_is_let_go(tmp_path: Path) -> None:
    async with served(tmp_path, Limits(hello=0.3, mistakes=5, messages=1_000, wrong_key=0.01)) as server:
        table = await server.laid()
        url = f"ws{server.url[4:]}/ws/{table['table']}"
        for name, key, code in ((table["table"], "wrong", 4403), (table["table"], None, 4403), ("none", "wrong", 4404)):
            async with guest(server, name, key) as visitor:
                assert code == await closed(visitor.connection)
        async with connect(url) as silent:
            assert 4408 == await closed(silent)
        async with connect(url) as long:
            await long.send("x" * 5000)
            assert 1009 == await closed(long)
        async with connect(url, max_queue=None) as mad:
            for _ in range(10):
                await mad.send("[]")
            assert 4429 == await closed(mad)


async def test_who_does_not_say_good_bye_or_never_ends_a_request_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardkit.online.site.FAREWELL", 0.2)
    monkeypatch.setattr("cardkit.online.site.REQUEST", 0.2)
    async with served(tmp_path, Limits(hello=0.2)) as server:
        reader, writer = await bare(server, (await server.laid())["table"])
        said = await asyncio.wait_for(reader.read(), PATIENCE)
        assert (4408).to_bytes(2, "big") in said
        writer.close()
        for start in (b"", b"GET / HTTP/1.1\r\nHost: x", b"POST /mine HTTP/1.1\r\nHost: 127.0.0.1\r\n"):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(start)
            assert b"" == await asyncio.wait_for(reader.read(), PATIENCE)
            writer.close()
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        head = "POST /mine HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n"
        writer.write(head.encode())
        await asyncio.wait_for(reader.readuntil(b"this took too long"), PATIENCE)
        writer.close()


async def test_tables_are_bounded_in_all_and_by_address(tmp_path: Path) -> None:
    async with served(tmp_path, Limits(tables=5, new_tables=0.001)) as server:
        answers = [await server.ask("/tables", {"game": "crazy8s", "seats": ["human", "ai"]}) for _ in range(35)]
        codes = [code for code, _, _ in answers]
        assert ([200] * 5, 503, True) == (codes[:5], codes[5], 429 in codes[30:])


# Playing


async def test_an_action_asks_the_process_of_its_game_once_and_whoever_waits_is_told_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, ask = list[str](), OpenRoom.in_turn

    async def heard(room: OpenRoom, address: str, do: str, *given: Any) -> Any:
        asked.append(do)
        return await ask(room, address, do, *given)

    monkeypatch.setattr(OpenRoom, "in_turn", heard)
    async with served(tmp_path) as server, server.two() as (one, other):
        await play_on(one, other, 2)
        asked.clear()
        await play_on(one, other, 10)
        assert 10 == asked.count("take")
        assert 5 > asked.count("message")


async def test_whoever_is_there_hears_everything_once_in_the_order_in_which_it_was_said(tmp_path: Path) -> None:
    async with served(tmp_path) as server, AsyncExitStack() as stack:
        table = await server.laid()
        guests = [await stack.enter_async_context(server.guest(table, seat)) for seat in range(3)]
        for one in guests:
            await one.until(lambda view: bool(view["view"]))
        said = [str(number) for number in range(60)]

        async def hear(one: Guest) -> list[str]:
            told = [talk["text"] for talk in one.view["talk"]]
            while len(said) > len([text for text in told if text.isdigit()]):
                message = await one.message()
                told += [talk["text"] for talk in message.get("talk") or ()]
            return [text for text in told if text.isdigit()]

        hearing = [asyncio.create_task(hear(one)) for one in guests]
        for number in said:
            await guests[int(number) % 3].say(do="talk", text=number)
        first, *others = [await one for one in hearing]
        assert sorted(said) == sorted(first)
        assert others == [first, first]


async def test_no_news_are_lost_and_those_that_overtake_a_question_are_told_before_its_answer() -> None:
    class Process:
        address = ""

        def __init__(self) -> None:
            self.rooms: dict[str, OpenRoom] = {}
            self.asked = list[asyncio.Future[Any]]()

        def ask(self, *_: Any, **__: Any) -> asyncio.Future[Any]:
            self.asked.append(asyncio.get_running_loop().create_future())
            return self.asked[-1]

    process, visitor = Process(), Visitor(lambda: None)
    room = OpenRoom("table", "crazy8s", cast(Backroom, process), Accounts(1.0))
    entering = asyncio.create_task(room.enter(visitor, {}, ""))
    await asyncio.sleep(0)
    process.asked[0].set_result({})
    await entering
    room.wait(visitor)
    assert ([0], []) == (room.waiting(), room.waiting())
    asking = asyncio.create_task(room.news(visitor))
    await asyncio.sleep(0)
    room.hear(News(views=[(0, "first", 0.0)]), [0])
    process.asked[1].set_result("second")
    assert ["first", "second"] == await asking
    room.hear(News(views=[(0, "third", 0.0)]), [0])
    room.hear(News(woken={0}))
    asking = asyncio.create_task(room.news(visitor))
    await asyncio.sleep(0)
    process.asked[2].set_result("fourth")
    assert ["third", "fourth"] == await asking


async def to_the_end(one: Guest) -> None:
    """Let somebody act until the game is over."""
    while (await one.until(lambda view: bool(view["legal"]) or view["phase"] == "over"))["phase"] != "over":
        await one.act(one.legal[0])


async def test_a_machine_plays_to_the_end_with_a_person_and_the_record_is_told_then(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        table = await server.laid(seats=["human", "ai"])
        name, key = table["table"], table["keys"][0]
        record = f"/tables/{name}/record"
        async with server.guest(table) as one:
            await one.until(lambda view: view["view"] is not None)
            code, answer, _ = await server.ask(record, Authorization=f"Bearer {key}")
            assert (400, True) == (code, "the game is not over" in answer["error"])
            await to_the_end(one)
        code, told, _ = await server.ask(record, Authorization=f"Bearer {key}")
        assert (200, "cardkit record") == (code, told["format"])
        assert told["result"]
        assert 401 == (await server.ask(record))[0]
        assert 404 == (await server.ask(record, Authorization="Bearer wrong"))[0]
        code, mine, _ = await server.ask("/mine", {"tables": [table | {"key": key}, table | {"key": "wrong"}]})
        assert [(name, "over", 0)] == [(one["table"], one["phase"], one["seat"]) for one in mine]


async def test_a_table_that_is_put_away_is_there_again_for_who_comes(tmp_path: Path) -> None:
    async with served(tmp_path, Limits(idle=0.0)) as server:
        table = await server.laid()
        async with server.two(table) as (one, other):
            await play_on(one, other, 5)
            await whoever_can(one, other)
            legal = (one.legal, other.legal)
        await asyncio.sleep(0.05)
        await server.site.tables.put_away_idle()
        assert not server.site.tables.running
        async with server.two(table) as (one, other), server.guest(table, 2) as third:
            await whoever_can(one, other)
            assert legal == (one.legal, other.legal)
            await play_on(one, other, 3)
            last = max(one.view["number"], other.view["number"])
            await third.until(lambda view: view["number"] >= last)
            assert (0, 1, -1, []) == (one.view["seat"], other.view["seat"], third.view["seat"], third.legal)
            assert "refused" == (await third.asked(do="act", action="draw"))["type"]


async def test_spectators_with_a_delay_hear_no_sooner_how_a_game_ended_from_a_server_that_was_begun_again(
    tmp_path: Path,
) -> None:
    async with served(tmp_path) as server:
        table = await server.laid(seats=["human", "random"], delay=60, options={"hand_size": 1})
        ada, watch = table["keys"][0], table["keys"][-1]
        async with server.guest(table) as one:
            await to_the_end(one)
    async with served(tmp_path) as server:
        for age, phase, code in ((0, "playing", 400), (60, "over", 200)):
            for path in tmp_path.glob(f"{table['table']}.*"):
                os.utime(path, (path.stat().st_mtime - age,) * 2)
            asked = [{"table": table["table"], "key": key} for key in (ada, watch)]
            _, (hers, theirs), _ = await server.ask("/mine", {"tables": asked})
            assert ("over", phase) == (hers["phase"], theirs["phase"])
            assert bool(theirs["result"]) == (phase == "over")
            record = f"/tables/{table['table']}/record"
            assert code == (await server.ask(record, Authorization=f"Bearer {watch}"))[0]


async def test_a_server_that_ends_waits_for_the_processes_of_tables_that_were_put_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardkit.online.backroom._FAREWELL", 0.2)

    async with served(store_at(str(tmp_path)), Limits(idle=0.0)) as server:
        await server.laid()
        await asyncio.sleep(0.01)
        await server.site.tables.put_away_idle()
        for process in multiprocessing.active_children():
            os.kill(process.pid or 0, signal.SIGSTOP)  # it takes its time
        await server.laid()
    reading = [task for task in asyncio.all_tasks() if "Backroom" in repr(task.get_coro())]
    assert not reading


async def test_a_table_is_taken_over_from_a_server_that_cant_be_reached() -> None:
    with postgres() as store:
        other = store_at(store, "http://127.0.0.1:1")
        await other.open()
        async with served(store_at(store, "http://127.0.0.1:2")) as server:
            table = await server.laid()
            name = table["table"]
            assert isinstance(await other.claim(name, by_force=True), tuple)
            server.site.tables.running[name].lose("was taken over")
            assert isinstance(await server.site.tables.find(name, ""), Elsewhere)
            async with server.two(table) as (one, two):
                await play_on(one, two, 3)
        await other.close()


async def test_a_fault_of_this_server_is_told_to_who_runs_it_and_harms_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    errors = list[str]()
    monkeypatch.setattr("cardkit.online.site.aside", errors.append)

    async with served(tmp_path) as server:
        table = await server.laid()
        async with server.two(table) as (one, two):
            await play_on(one, two, 2)
            with monkeypatch.context() as broken:
                broken.setattr(server.site.tables, "find", lambda name, address: 1 / 0)
                broken.setattr(server.site.tables, "state", lambda table, key, address: 1 / 0)
                async with server.guest(table) as third:
                    assert 1011 == await closed(third.connection)
                code, answer, _ = await server.ask("/mine", {"tables": [table | {"key": table["keys"][0]}]})
                assert (500, "this server is at fault") == (code, answer["error"])
            await play_on(one, two, 2)
    assert 2 == len(errors)
    assert all("ZeroDivisionError" in line for line in errors)


# Those who do harm


NONSENSE = (
    *("", "null", "[" * 4000, '{"do": NaN}', '"\\ud800"', '{"do": "talk", "text": "\\ud800"}', '{"do": "fork"}'),
    *('{"do": "act", "action": ["draw"], "at": {}}', '{"do": "stand-in", "seat": 1e99}', '{"do": "hello", "key": "x"}'),
)


async def test_nonsense_harms_nobody_else(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        table = await server.laid()
        async with server.two() as (one, other):
            for nonsense in NONSENSE:
                async with connect(f"ws{server.url[4:]}/ws/{table['table']}") as stranger:
                    await stranger.send(nonsense)
                    await stranger.send(nonsense.encode())
                async with server.guest(table) as bad:
                    await bad.connection.send(nonsense)
                    await bad.until(lambda view: view["seat"] == 0)
            await play_on(one, other, 6)


async def test_a_flood_is_read_slowly_and_others_play_on(tmp_path: Path) -> None:
    limits = Limits(mistakes=500)
    async with served(tmp_path, limits) as server:
        table = await server.laid()
        async with server.guest(table, 2) as flood, server.two(table) as (one, two):

            async def pour() -> None:
                for number in range(500):
                    await flood.say(do="act", action="draw", id=number)

            begun = monotonic()
            pouring = asyncio.create_task(pour())
            await play_on(one, two, 8)
            answered = 0
            with suppress(TimeoutError):
                async with asyncio.timeout(0.3):
                    while True:
                        answered += (await flood.message()).get("type") == "refused"
            pouring.cancel()
            burst = 3 * limits.messages
            assert 0 < answered <= burst + limits.messages * (monotonic() - begun) + 1


async def bare(server: Served, table: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A WebSocket whose frames are written byte by byte."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=1_000)
    writer.write(
        f"GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def test_a_message_of_parts_that_never_end_is_let_go_before_its_time(tmp_path: Path) -> None:
    async with served(tmp_path, Limits(hello=60)) as server:
        reader, writer = await bare(server, (await server.laid())["table"])
        writer.write(bytes((0x01, 0x80)) + bytes(4))
        with suppress(ConnectionError):
            for _ in range(10):
                writer.write((bytes((0x00, 0x80)) + bytes(4)) * (FRAGMENTS // 5))
                await writer.drain()
                await asyncio.sleep(0.01)
            assert b"" == await asyncio.wait_for(reader.read(), PATIENCE)
        writer.close()


async def test_who_reads_nothing_is_let_go_and_costs_no_queue(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        table = await server.laid()
        _, writer = await bare(server, table["table"])
        hello = json.dumps({"do": "hello", "protocol": 1, "key": table["keys"][2]}).encode()
        writer.write(bytes((0x81, 0x80 | 126)) + len(hello).to_bytes(2, "big") + bytes(4) + hello)
        ping = bytes((0x89, 0x80 | 125)) + bytes(4) + bytes(125)
        async with server.two(table) as (one, other):
            with suppress(ConnectionError, TimeoutError):
                for _ in range(2_000):
                    writer.write(ping * 100)
                    await asyncio.wait_for(writer.drain(), 2)
                raise AssertionError("what is never read is kept without end")
            await play_on(one, other, 6)
        writer.transport.abort()


async def test_visitors_are_bounded(tmp_path: Path) -> None:
    async with served(tmp_path, Limits(visitors_of_address=1)) as server:
        table = await server.laid()
        async with server.guest(table) as one:
            await one.message()
            with pytest.raises(ConnectionClosed) as full:
                async with server.guest(table, 1) as other:
                    await other.message()
            assert 4429 == full.value.rcvd.code
        await asyncio.sleep(0.1)
        async with server.guest(table, 1) as other:
            await other.message()


# Records


async def record_at(server: Served, folder: Path) -> str:
    """The name by which a server shows a record."""
    plugin = load_game("crazy8s")
    session = prepare(Setup.of(plugin, **ASKED), Unasked("crazy8s"), lambda seat: Unasked("crazy8s"))
    keeper, table = Log(session), Table(session.match, session.players)
    table.watch(keeper).record(keeper.keep).run()
    record = keeper.record.model_copy(update={"result": RecordedEnd.made_of(session.match.result or Result.draw(2))})
    return await viewing_of(server.site, plugin, record, folder / "game.json", server.url)


ASKED: Any = {"options": {"hand_size": 5}, "seats": ("ai", "crazy8s:careful"), "seed": 3, "number": 0}


async def test_a_record_is_shown_at_any_action_with_any_eyes_and_forked(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        name = await record_at(server, tmp_path)
        async with guest(server, name, "") as one, guest(server, name, "") as other:
            assert "hello" == (await one.message())["type"]
            await one.until(lambda view: True)
            last = one.view["last"]
            assert (last, "record") == (one.view["number"], one.view["phase"])
            assert one.view["result"]["how"]
            shown: dict[int, Any] = {}
            for number in (0, last // 2, last // 2 + 1, last):
                assert "answer" == (await one.asked(do="at", number=number, seat=0))["type"]
                await one.until(lambda view, number=number: view["number"] == number)
                shown[number] = one.view["view"]
                assert bool(one.view["fresh"]) == (number != last // 2 + 1)
                assert not number or one.view["events"]["lines"]
            assert shown[0] != shown[last]
            await other.until(lambda view: True)
            assert last == other.view["number"]
            for wrong in ({"number": last + 1}, {"number": 1, "seat": 2}, {"number": -1}):
                assert "refused" == (await one.asked(do="at", **wrong))["type"]
            assert "refused" == (await one.asked(do="act", action="draw"))["type"]
            assert "refused" == (await one.asked(do="fork", seats=["./evil.py", "ai"]))["type"]
            await one.asked(do="at", number=2)
            fork = await one.asked(do="fork", seats=["human", "human"])
        fork["keys"] = [link.partition("#key=")[2] for link in fork["links"]]
        async with server.two(fork) as (one, other):
            await play_on(one, other, 3)


async def test_forks_of_a_record_count_as_tables(tmp_path: Path) -> None:
    async with served(tmp_path) as server, guest(server, await record_at(server, tmp_path), "") as one:
        answers = [await one.asked(do="fork", seats=["human", "human"]) for _ in range(30)]
        # Five more a second: on a slow machine it takes longer until it is too much.
        while answers[-1]["type"] == "answer" and len(answers) < 300:
            answers.append(await one.asked(do="fork", seats=["human", "human"]))
    assert {"answer"} == {answer["type"] for answer in answers[:30]}
    assert "so many tables were laid from here" in str(answers[-1])


# Damage: tables of a store are set aside, each alone, with a sentence: the server runs on, the others are there

Damage = Callable[[Path], None]


def in_file(suffix: str, change: Callable[[str], bytes]) -> Damage:
    """What changes a file of a table."""

    def damage(record: Path) -> None:
        path = record.with_suffix(suffix)
        path.write_bytes(change(path.read_text()))

    return damage


def beside(change: Callable[[dict[str, Any]], Any]) -> Damage:
    """What changes the file beside a record."""

    def changed(text: str) -> bytes:
        kept: dict[str, Any] = json.loads(text)
        return json.dumps(change(kept) or kept).encode()

    return in_file(".table", changed)


def in_record(change: Callable[[str], str]) -> Damage:
    """What changes the text of a record."""
    return in_file(".json", lambda text: change(text).encode())


DAMAGES: dict[str, Damage] = {
    "no text": in_file(".table", lambda text: b"\x00\xff{"),
    "nothing beside": in_file(".table", lambda text: b""),
    "a list": beside(lambda kept: [kept]),
    "no settings": beside(lambda kept: kept.pop("settings") and None),
    "no wish": beside(lambda kept: kept["settings"].clear()),
    "another wish": beside(lambda kept: kept["settings"].update(wish={"game": 7})),
    "no people": beside(lambda kept: kept.update(people=None)),
    "no chairs": beside(lambda kept: kept["people"].pop("chairs") and None),
    "a chair too few": beside(lambda kept: kept["people"]["chairs"].pop() and None),
    "chairs of another kind": beside(lambda kept: kept["people"].update(chairs=[1, 2])),
    "a chair with more": beside(lambda kept: kept["people"]["chairs"][0].update(legs=4)),
    "answers": beside(lambda kept: kept["people"].update(answers={"after": 4, "said": [1]})),
    "an empty record": in_record(lambda text: ""),
    "a record cut in its head": in_record(lambda text: text[:40]),
    "another version": in_record(lambda text: text.replace('"version": 2', '"version": 99')),
    "a broken entry before others": in_record(lambda text: text.replace('  "draw"', '  "draw', 1)),
    "another card": in_record(lambda text: text.replace("draw", "play 99 Spoons", 1)),
    "a number for the log": in_record(lambda text: text.partition('"log"')[0] + '"log": 5}\n'),
}


PATIENT = Limits(new_tables=100, questions=1_000, processor=100, wrong_key=0.01)


async def test_damaged_tables_are_set_aside_each_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    laid: list[dict[str, Any]] = []
    async with served(tmp_path, PATIENT) as server:
        for _ in (*DAMAGES, "whole"):
            laid.append(table := await server.laid())
            async with server.two(table) as (ada, bo):
                for one in (ada, bo, ada, bo):
                    await one.until(lambda view: bool(view["legal"]))
                    await one.act("draw")
    *broken, whole = laid
    for damage, table in zip(DAMAGES.values(), broken, strict=True):
        damage(tmp_path / f"{table['table']}.json")
    before, said = kept(tmp_path, whole), list[str]()
    monkeypatch.setattr("cardkit.online.lobby.aside", said.append)
    async with served(tmp_path, PATIENT) as server:
        for name, table in zip(DAMAGES, broken, strict=True):
            for _ in range(2):
                asked = {"tables": [{"table": one["table"], "key": one["keys"][0]} for one in (table, whole)]}
                code, states, _ = await server.ask("/mine", asked)
                names = [state["table"] for state in states]
                assert (200, [table["table"], whole["table"]], "playing") == (code, names, states[1]["phase"])
                async with server.guest(table) as ada:
                    refused = await ada.message()
                    assert ("refused", False) == (refused["type"], str(tmp_path) in refused["reason"]), name
                    with pytest.raises(ConnectionClosed):
                        await ada.message()
                path, key = f"/tables/{table['table']}/record", f"Bearer {table['keys'][0]}"
                assert 400 == (await server.ask(path, Authorization=key))[0]
            sentence = said.pop()
            assert table["table"] + " is set aside: " in sentence
            assert ("\n" in sentence, said) == (False, [])
        assert before == kept(tmp_path, whole)
        async with server.guest(whole) as ada:
            await ada.until(lambda view: bool(view["view"]))
            await ada.act("draw")


def kept(folder: Path, but: dict[str, Any]) -> dict[str, bytes]:
    """All that is in a folder, but what is of a table, and since when a server has the folder."""
    others = [path for path in folder.glob("*") if but["table"] not in path.name and path.name != ".lock"]
    return {path.name: path.read_bytes() for path in others}


# Memory


class Knot:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.knot = self


def test_what_is_gone_is_collected_though_what_is_there_is_left_alone() -> None:
    settings = gc.get_threshold()
    collector = Collector()
    try:
        knot = Knot()
        gone = weakref.ref(knot)
        collector.settle(0)
        del knot
        gc.collect()
        assert gone() is not None
        collector.settle(GONE - 1)
        assert gone() is not None
        collector.settle(GONE)
        assert gone() is None
    finally:
        gc.unfreeze()
        gc.set_threshold(*settings)
