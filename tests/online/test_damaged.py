"""Damaged tables of a store are set aside, each alone, with a sentence: the server runs on, the others are there."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from served import served
from websockets.exceptions import ConnectionClosed

from cardkit.online.budgets import Limits

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
