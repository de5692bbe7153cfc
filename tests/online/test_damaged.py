"""Damaged tables of a store are set aside, each alone, with a sentence: the server runs on, the others are there."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from served import guest, served
from websockets.exceptions import ConnectionClosed

from cardkit.records.store import FileStore

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


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_table_is_set_aside_alone(damage: Damage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def begun() -> tuple[dict[str, Any], dict[str, Any]]:
        async with served(tmp_path) as server:
            laid = [await server.laid(), await server.laid()]
            for table in laid:
                async with (
                    guest(server, table["table"], table["keys"][0]) as ada,
                    guest(server, table["table"], table["keys"][1]) as bo,
                ):
                    for one in (ada, bo, ada, bo):
                        await one.until(lambda view: bool(view["legal"]))
                        await one.act("draw")
            return laid[0], laid[1]

    async def taken_up(broken: dict[str, Any], whole: dict[str, Any]) -> None:
        async with served(tmp_path) as server:
            for _ in range(2):
                asked = {"tables": [{"table": one["table"], "key": one["keys"][0]} for one in (broken, whole)]}
                code, states, _ = await server.ask("/mine", asked)
                assert 200 == code
                assert [broken["table"], whole["table"]] == [state["table"] for state in states]
                assert "playing" == states[1]["phase"]
                async with guest(server, broken["table"], broken["keys"][0]) as ada:
                    refusals.append(await ada.message())
                    with pytest.raises(ConnectionClosed):
                        await ada.message()
                code, answer, _ = await server.ask(
                    f"/tables/{broken['table']}/record", Authorization=f"Bearer {broken['keys'][0]}"
                )
                assert 400 == code, answer
            async with guest(server, whole["table"], whole["keys"][0]) as ada:
                await ada.until(lambda view: bool(view["view"]))
                await ada.act("draw")

    refusals: list[dict[str, Any]] = []
    broken, whole = asyncio.run(begun())
    record = tmp_path / f"{broken['table']}.json"
    damage(record)
    before = {path.name: path.read_bytes() for path in tmp_path.glob(f"{broken['table']}*") if path.is_file()}
    said = list[str]()
    monkeypatch.setattr("cardkit.online.lobby.aside", said.append)
    asyncio.run(taken_up(broken, whole))
    after = {path.name: path.read_bytes() for path in tmp_path.glob(f"{broken['table']}*") if path.is_file()}
    assert before == after
    assert ["refused"] * 2 == [refused["type"] for refused in refusals]
    assert not any(str(tmp_path) in refused["reason"] for refused in refusals)
    (sentence,) = said
    assert broken["table"] + " is set aside: " in sentence
    assert "\n" not in sentence
