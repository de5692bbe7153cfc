"""Whatever is read from outside: of anything that was changed in it nothing comes but the reader's own error."""

from __future__ import annotations

import asyncio
import copy
import json
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from helpers import ROOT
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from onnx_by_hand import network

from cardkit.arena.bouts import Holding
from cardkit.arena.contest import Contest, results_of
from cardkit.core.errors import CannotLoad, CannotWrite, DeckFileError
from cardkit.hosting.protocol import read
from cardkit.play.settings import SettingsError
from cardkit.play.settings import settings as settled
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.registry import installed, load_game
from cardkit.records.record import RecordError, Refused, read_record, record_of, write_record
from cardkit.records.replay import ViewRecord, replayed, retell, tell_view, verify, view_record, view_text
from cardkit.records.store import FileStore
from cardkit.rl.player_files import Strategy, onnx_player
from cardkit.simulation.simulate import batch

Reading = tuple[Sequence[bytes], Callable[[bytes], object]]
"""What is good to be read, and what reads bytes; its own error is none that comes of it."""


def decks(folder: Path) -> Reading:
    path = folder / "deck.txt"
    readers = [load_game(game).read_deck for game in ("war", "crazy8s")]

    def reads(raw: bytes) -> None:
        path.write_bytes(raw)
        for reader in readers:
            with suppress(DeckFileError):
                reader(path)

    return [deck.read_bytes() for deck in sorted((ROOT / "decks").glob("*.txt"))], reads


def records(folder: Path) -> Reading:
    return bases(), lambda raw: outcome(raw, folder / "record.json")


def settings_in_toml(folder: Path) -> Reading:
    def reads(raw: bytes) -> None:
        (folder / "config.toml").write_bytes(raw)
        with suppress(SettingsError):
            settled()

    return [b'name = "Ada"\ncards = "four"\npractice = true\n', b"[a.b]\nc = [1, {d = 2024-01-01}]\n"], reads


def protocol(folder: Path) -> Reading:
    said: list[dict[str, Any]] = [
        {"do": "hello", "protocol": 2, "key": "x", "name": "Ada"},
        {"do": "act", "action": "play 7H", "at": 3, "id": 1},
        {"do": "fork", "seats": ["human", "ai"], "id": 2},
        {"do": "renew", "seat": 1},
        {"do": "undo", "practice": True},
    ]

    def reads(raw: bytes) -> None:
        with suppress(ValueError, Refused):
            read(json.loads(raw))

    return [json.dumps(one).encode() for one in said], reads


def contests(folder: Path) -> Reading:
    path = folder / "contest.jsonl"
    games = batch("crazy8s", seed=1, players=("random", "random"), rules="house")
    contest = Contest(batch=games, players=("random", "ai"))
    Holding(contest=contest, deals=2, out=path).run()

    def reads(raw: bytes) -> None:
        path.write_bytes(raw)
        with suppress(CannotWrite), results_of(path, contest):
            pass

    return [path.read_bytes()], reads


def networks(folder: Path) -> Reading:
    pytest.importorskip("onnxruntime", reason="the extra `onnx` is not installed")

    def reads(raw: bytes) -> None:
        path = network(folder / "policy.onnx", 2, 2, kept=raw.decode("utf-8", "replace"))
        with suppress(CannotLoad):
            onnx_player(str(path))

    return [b'{"coarse": {"Raise": 5, "Ask": ["player"]}, "history": 3}', b"{}"], reads


def strategies(folder: Path) -> Reading:
    path = folder / "kuhn.json"
    plays = {"game": "kuhn", "options": {}, "deck": ["JS"], "alike": {"JS": "JS"}, "most_actions": 9, "plays": {}}

    def reads(raw: bytes) -> None:
        path.write_bytes(raw)
        with suppress(CannotLoad):
            Strategy.read(path)

    return [json.dumps(plays | {"plays": {"1": {"bet": 0.5, "pass": 0.5}}}).encode()], reads


def tables(folder: Path) -> Reading:
    store = FileStore(folder)
    kept = {"settings": {"wish": {"game": "war"}}, "people": {"chairs": [{"name": "Ada", "key": "x"}], "clocks": None}}

    def reads(raw: bytes) -> None:
        (folder / "one.table").write_bytes(raw)
        with suppress(RecordError):
            asyncio.run(store.beside("one"))

    return [json.dumps(kept).encode()], reads


# What is changed

RECORDS = ROOT / "tests" / "records" / "v1"
SMALL = 2000
"""Records of more bytes are left out, so that many can be read."""

ODD: list[Any] = [
    None, True, False, 0, 1, -1, 2, 1.5, 10**30, float("nan"), float("inf"), "", " ", "1", "turn", "draw", "pass",
    "play 8 Clubs Spades", "play 8 Clubs", "??", "7H", "7H, 7H", "7 Hearts, 8 Clubs", "\x00", "\x1b[31m", "é", "[red]",
    "human", "random", "war", "crazy8s", "cardkit view", "java", "glibc", [], [[]], {}, {"shuffled": ""},
    {"shuffled": "7H"}, {"shuffled": "??"}, {"first": 1, "again": 2}, ["ai"] * 3,
]  # fmt: skip


def bases() -> list[bytes]:
    """Valid records, and what a seat knew of one."""
    texts = [path.read_bytes() for path in sorted(RECORDS.glob("*.json")) if path.stat().st_size < SMALL]
    path = RECORDS / "crazy8s.json"
    kept = read_record(path)
    told = retell(load_game(kept.game), kept, path, seat=1)
    return [*texts, view_text(view_record(load_game(kept.game), kept, 1, told.blocks)).encode()]


def mutant(raw: bytes, chance: random.Random) -> bytes:
    """The same with one to three changes, of its bytes or, where it is some, of its JSON."""
    if not raw.startswith(b"{") or raw.count(b"\n{") or chance.random() < 0.4:
        return _changed_bytes(raw, chance)
    root = [json.loads(raw)]
    for _ in range(chance.randint(1, 3)):
        _change(root, chance)
    text = json.dumps(root[0] if root else None, ensure_ascii=chance.random() < 0.5, indent=chance.choice([None, 1]))
    raw = text.encode("utf-8", "surrogatepass")
    return _changed_bytes(raw, chance) if chance.random() < 0.05 else raw


def _changed_bytes(raw: bytes, chance: random.Random) -> bytes:
    for _ in range(chance.randint(1, 3)):
        place, length = chance.randint(0, len(raw)), chance.choice([0, 1, 1, 2, 10, 200])
        start, part, end = raw[:place], raw[place : place + length], raw[place + length :]
        new = (b"", part + part, chance.randbytes(min(length, 10)) + part, bytes([chance.randrange(32, 127)]))
        raw = chance.choice([*(start + one + end for one in new), start])
    return raw


def _change(value: Any, chance: random.Random) -> None:
    """Change a list or an object at some place in it, as deep as may be."""
    if not value:
        return
    key: Any = chance.randrange(len(value)) if isinstance(value, list) else chance.choice(list(value))
    old = value[key]
    if isinstance(old, dict | list) and old and chance.random() < 0.85:
        _change(old, chance)
        return
    match chance.randrange(10):
        case 0:
            del value[key]
        case 1 if isinstance(value, dict):
            value[chance.choice(["colour", "", "seed", "log", key.upper()])] = chance.choice(ODD)
        case 1 | 2 if isinstance(value, list):
            value.insert(key, copy.deepcopy(chance.choice([chance.choice(value), chance.choice(ODD)])))
        case 3 if isinstance(value, list):
            value.insert(0, value.pop(key))
        case 4:
            value[key] = chance.choice(ODD)
        case _ if isinstance(old, str):
            value[key] = _changed_text(old, chance)
        case _ if isinstance(old, int | float) and not isinstance(old, bool):
            value[key] = old + chance.choice([-1, 1, 2, 0.5, 2**32, 2**64])
        case _:
            value[key] = chance.choice(ODD)


def _changed_text(text: str, chance: random.Random) -> str:
    words, letter = text.split(", "), chance.randrange(len(text) + 1)
    place = chance.randrange(len(words))
    word = chance.choice(["7H", "8 Clubs", "10 Clubs", "??", "", "²H", "Hearts", "\ud800", words[0]])
    return chance.choice(
        [
            ", ".join([*words[:place], *words[place + 1 :]]),
            ", ".join([*words, words[place]]),
            ", ".join(chance.sample(words, len(words))),
            ", ".join([*words[:place], word, *words[place + 1 :]]),
            text[:letter] + chance.choice("abc789HC ,?\x07é") + text[letter + 1 :],
            text[:letter],
        ]
    )


GAMES: dict[str, Plugin] = {}


def outcome(raw: bytes, path: Path) -> str:
    """What becomes of a file with these bytes: `refused`, `told` or `view told`; anything but RecordError escapes."""
    path.write_bytes(raw)
    try:
        kept = read_record(path, ViewRecord)
        if isinstance(kept, ViewRecord):
            assert not any("\n" in line for block in tell_view(kept, path).blocks for line in block.lines)
            return "view told"
        if kept.game not in installed():
            return "refused"
        plugin = GAMES.setdefault(kept.game, load_game(kept.game))
        verify(plugin, kept, path)
    except RecordError as error:
        if not str(error).startswith(f"{path}: "):
            raise AssertionError(f"the file is not named: {error}") from error
        return "refused"
    for seat in (None, 0):
        lines = [line for block in retell(plugin, kept, path, seat=seat).blocks for line in block.lines]
        assert lines or not kept.actions
    assert record_of(replayed(plugin, kept, path)).deck
    write_record(path, kept)
    assert kept == read_record(path)
    return "told"


# The readers

READERS = (decks, records, settings_in_toml, protocol, contests, networks, strategies, tables)


def check(reading: Reading, examples: int, seconds: float = 0.0) -> None:
    """Let changed things be read, so many, and as many again until so many seconds are over."""
    bases, reads = reading
    until = monotonic() + seconds
    quiet = settings(deadline=None, database=None, suppress_health_check=list(HealthCheck))

    def law(chance: random.Random, base: bytes) -> None:
        reads(mutant(base, chance))

    chances = given(chance=st.randoms(use_true_random=False), base=st.sampled_from(bases))
    for number in count():
        seed(number)(settings(quiet, max_examples=examples)(chances(law)))()
        if monotonic() > until:
            break


@pytest.fixture(params=READERS, ids=lambda reader: reader.__name__)
def reading(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Reading:
    monkeypatch.setenv("CARDKIT_HOME", str(tmp_path))
    found: Reading = request.param(tmp_path)
    return found


def test_nothing_but_its_own_error_comes_of_what_is_changed(reading: Reading) -> None:
    check(reading, 25)


@pytest.mark.slow
def test_nothing_but_its_own_error_comes_of_what_is_changed_in_a_minute(reading: Reading) -> None:
    check(reading, 500, 60.0)
