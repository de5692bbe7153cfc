"""Whatever is read from outside: of anything that was changed in it nothing comes but the reader's own error."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any

import fuzz_records
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
from cardkit.plugins.registry import load_game
from cardkit.records.record import RecordError, Refused
from cardkit.records.store import FileStore
from cardkit.rl.onnx_files import onnx_player
from cardkit.rl.solved import Strategy
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
    return fuzz_records.bases(), lambda raw: fuzz_records.outcome(raw, folder / "record.json")


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


READERS = (decks, records, settings_in_toml, protocol, contests, networks, strategies, tables)


def check(reading: Reading, examples: int, seconds: float = 0.0) -> None:
    """Let changed things be read, so many, and as many again until so many seconds are over."""
    bases, reads = reading
    until = monotonic() + seconds
    quiet = settings(deadline=None, database=None, suppress_health_check=list(HealthCheck))

    def law(chance: random.Random, base: bytes) -> None:
        reads(fuzz_records.mutant(base, chance))

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
