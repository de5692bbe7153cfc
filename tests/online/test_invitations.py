"""Invitations: who takes a free seat by one, who doesn't, and what nobody is told."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from databases import postgres
from served import Guest, Served, closed, guest, served
from websockets.asyncio.client import connect

from cardkit.online.budgets import Limits
from cardkit.online.wishes import WORDS
from cardkit.records.store import store_at


@asynccontextmanager
async def taking(
    server: Served, table: str, invitation: str | None, seat: Any, name: str = "Ben"
) -> AsyncGenerator[Guest]:
    """Somebody who takes a seat by an invitation."""
    async with connect(f"ws{server.url[4:]}/ws/{table}", compression=None, close_timeout=0.5) as connection:
        guest = Guest(connection)
        await guest.say(do="sit", protocol=2, invitation=invitation, seat=seat, name=name)
        yield guest


async def test_who_is_invited_sees_the_table_and_takes_a_free_seat_whose_key_nobody_else_has(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        table = await server.laid(seats=["human", "human", "ai"], rules="house", options={"hand_size": 3})
        words, name = table["invitation"], table["table"]
        assert re.fullmatch(r"[a-z]+-[a-z]+-[0-9]{3}", words)
        async with server.guest(table) as ada:
            await ada.until(lambda view: view["seat"] == 0)
            seen = (await server.ask(f"/invitations/{words.replace('-', '%20').title()}"))[1]
            assert ("Crazy 8s", "house", 3) == (seen["game"], seen["rules"], seen["options"]["hand_size"])
            assert [("Ada", "person"), "free", "machine"] == [
                (seen["chairs"][0]["name"], seen["chairs"][0]["is"]),
                *(one["is"] for one in seen["chairs"][1:]),
            ]
            page = (await server.ask(f"/j/{words}"))[1]
            assert 'property="og:title" content="Crazy 8s with Ada"' in page
            assert "1 seat is free" in page
            assert not [key for key in table["keys"] if key and key in page + json.dumps(seen)]
            async with taking(server, name, words, 1) as ben:
                told = await ben.message()
                assert ("hello", 1, 3) == (told["type"], told["seat"], len(table["keys"]) - 1)
                assert told["key"] not in table["keys"]
                await ada.until(lambda view: view["phase"] == "playing")
                [own] = (await server.ask("/mine", {"tables": [{"table": name, "key": told["key"]}]}))[1]
                assert (1, "Ben") == (own["seat"], own["names"][1])
            for gone in (words, "plum-otter-100", "none", "../mine"):
                assert 404 == (await server.ask(f"/invitations/{gone}"))[0]
            assert "og:title" in (await server.ask(f"/j/{words}"))[1]
            async with server.guest(table, 1) as late:
                assert 4403 == await closed(late.connection)
        async with guest(server, name, told["key"]) as back:
            await back.until(lambda view: view["seat"] == 1)


async def test_the_host_alone_knows_all_links_but_those_of_seats_that_are_taken(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        table = await server.laid(seats=["human"] * 3)
        name, (ada, ben, cem, watch) = table["table"], table["keys"]

        async def links(key: str) -> tuple[int, Any]:
            return (await server.ask("/links", {"table": name, "key": key}))[:2]

        for key in (ben, watch, "wrong"):
            assert 404 == (await links(key))[0]
        assert 400 == (await server.ask("/links", []))[0]
        async with server.two(table) as (host, other):
            await host.until(lambda view: view["presence"]["chairs"][1]["there"])
            known = (await links(ada))[1]
            assert [None, None, f"{server.url}/t/{name}#key={cem}"] == known["links"]
            assert f"{server.url}/j/{table['invitation']}" == known["invitation"]
            assert known["watch"].endswith(f"#key={watch}")
            new = (await host.asked(do="renew", seat=1))["key"]
            assert 4403 == await closed(other.connection)
            assert (await links(ada))[1]["links"][1].endswith(f"#key={new}")
            assert [1] == [
                one["seat"] for one in (await server.ask("/mine", {"tables": [{"table": name, "key": new}]}))[1]
            ]
            assert ["free", "free"] == [
                one["is"] for one in (await server.ask(f"/invitations/{table['invitation']}"))[1]["chairs"][1:]
            ]


async def test_few_guesses_are_right_and_none_is_faster_than_the_store_may_be_asked(tmp_path: Path) -> None:
    first, second = map(set, WORDS)
    assert [len(first), len(second)] == [len(words) for words in WORDS]
    assert not first & second
    assert len(first) * len(second) * 900 > 40_000_000
    async with served(tmp_path, Limits(questions=0.001)) as server:
        table = await server.laid()
        paths = ["/invitations/plum-otter-100", "/j/plum-otter-100"] * 20
        codes = [(await server.ask(path))[0] for path in paths]
        assert 429 in codes
        assert "with Ada" not in (await server.ask(f"/j/{table['invitation']}"))[1]


async def test_who_is_invited_is_passed_on_to_the_server_that_has_the_table() -> None:
    with postgres() as database:
        async with served(store_at(database)) as one, served(store_at(database)) as other:
            table = await one.laid()
            words = table["invitation"]
            assert table["table"] == (await other.ask(f"/invitations/{words}"))[1]["table"]
            async with taking(other, table["table"], words, 1) as ben:
                assert 1 == (await ben.message())["seat"]


async def test_an_invitation_is_good_after_a_restart_and_is_a_picture_for_cameras(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        table = await server.laid()
        code, text, headers = await server.ask("/j/plum-otter-427/code.svg")
        assert (200, "image/svg+xml") == (code, headers["content-type"].partition(";")[0])
        assert text.startswith("<svg")
        assert 404 == (await server.ask("/j/evil/code.svg"))[0]
    (tmp_path / "damaged.table").write_text("{")
    async with served(tmp_path) as server:
        seen = (await server.ask(f"/invitations/{table['invitation']}"))[1]
        async with taking(server, seen["table"], table["invitation"], 0) as one:
            assert 0 == (await one.message())["seat"]


async def test_no_seat_is_taken_that_is_not_free_nor_by_a_wrong_invitation_and_of_two_at_once_one_has_it(
    tmp_path: Path,
) -> None:
    async with served(tmp_path) as server:
        table = await server.laid(seats=["human", "human", "ai"])
        name, words = table["table"], table["invitation"]
        async with server.guest(table) as ada:
            await ada.until(lambda view: view["seat"] == 0)
            wrong = [(words, seat) for seat in (0, 2, 3, -1, True, None, "1", [1])]
            for invitation, seat in (*wrong, ("", 1), ("plum-otter-100", 1), (None, 1)):
                async with taking(server, name, invitation, seat) as eve:
                    assert "refused" == (await eve.message())["type"]
                    assert 4403 == await closed(eve.connection)

        async def take() -> str:
            async with taking(server, name, words, 1) as one:
                return str((await one.message())["type"])

        assert ["hello", "refused"] == sorted(await asyncio.gather(take(), take()))
