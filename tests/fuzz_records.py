"""Broken records: valid ones with bytes or JSON changed, and a check that nothing but RecordError comes of them.

    python tests/fuzz_records.py 100000

reads so many of them, plays them again, tells them, and says what became of them.
"""

from __future__ import annotations

import copy
import json
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from cardkit.plugins.plugin import Plugin
from cardkit.plugins.registry import installed, load_game
from cardkit.records.record import Record, RecordError, read_record, record_of, write_record
from cardkit.records.replay import ViewRecord, replayed, retell, tell_view, verify, view_record, view_text

RECORDS = Path(__file__).parent / "records" / "v1"
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
    value = json.loads(raw)
    for _ in range(chance.randint(1, 3)):
        value = _changed(value, chance)
    text = json.dumps(value, ensure_ascii=chance.random() < 0.5, indent=chance.choice([None, 1]))
    raw = text.encode("utf-8", "surrogatepass")
    return _changed_bytes(raw, chance) if chance.random() < 0.05 else raw


def _changed_bytes(raw: bytes, chance: random.Random) -> bytes:
    for _ in range(chance.randint(1, 3)):
        place, length = chance.randint(0, len(raw)), chance.choice([0, 1, 1, 2, 10, 200])
        match chance.randrange(5):
            case 0:
                raw = raw[:place] + raw[place + length :]
            case 1:
                raw = raw[:place] + chance.randbytes(min(length, 10)) + raw[place:]
            case 2:
                raw = raw[:place] + bytes([chance.randrange(32, 127)]) + raw[place + 1 :]
            case 3:
                raw = raw[:place] + raw[place : place + length] + raw[place:]
            case _:
                raw = raw[:place]
    return raw


def _changed(value: Any, chance: random.Random) -> Any:
    """The value with a change at some place in it."""
    if isinstance(value, dict) and value and chance.random() < 0.85:
        name = chance.choice(list(value))
        match chance.randrange(12):
            case 0:
                return {key: part for key, part in value.items() if key != name}
            case 1:
                return {**value, chance.choice(["colour", "", "seed", "log", name.upper()]): chance.choice(ODD)}
            case _:
                return {**value, name: _changed(value[name], chance)}
    if isinstance(value, list) and value and chance.random() < 0.85:
        place = chance.randrange(len(value))
        listed = copy.copy(value)
        match chance.randrange(7):
            case 0:
                del listed[place]
            case 1:
                listed.insert(place, copy.deepcopy(chance.choice(value)))
            case 2:
                listed.append(copy.deepcopy(chance.choice(value)))
            case 3:
                listed.insert(0, listed.pop(place))
            case 4:
                listed.insert(place, chance.choice(ODD))
            case _:
                listed[place] = _changed(value[place], chance)
        return listed
    if isinstance(value, str) and value and chance.random() < 0.7:
        return _changed_text(value, chance)
    if isinstance(value, int | float) and not isinstance(value, bool) and chance.random() < 0.7:
        return value + chance.choice([-1, 1, 2, 0.5, 2**32, 2**64])
    return chance.choice(ODD)


def _changed_text(text: str, chance: random.Random) -> str:
    words = text.split(", ")
    place = chance.randrange(len(words))
    match chance.randrange(6):
        case 0:
            return ", ".join([*words[:place], *words[place + 1 :]])
        case 1:
            return ", ".join([*words, words[place]])
        case 2:
            chance.shuffle(words)
            return ", ".join(words)
        case 3:
            words[place] = chance.choice(["7H", "8 Clubs", "10 Clubs", "??", "", "²H", "Hearts", "\ud800"])
            return ", ".join(words)
        case 4:
            letter = chance.randrange(len(text))
            return text[:letter] + chance.choice("abc789HC ,?\x07é") + text[letter + 1 :]
        case _:
            return text[: chance.randrange(len(text))]


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
    _check_written_again(kept, path)
    return "told"


def _check_written_again(kept: Record, path: Path) -> None:
    write_record(path, kept)
    assert kept == read_record(path)


def main(count: int) -> None:
    """Read so many mutants, each from a seed of its own, and say what became of them."""
    valid, outcomes = bases(), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mutant.json"
        for number in range(count):
            chance = random.Random(number)
            raw = mutant(chance.choice(valid), chance)
            try:
                outcomes[outcome(raw, path)] += 1
            except Exception as error:  # whatever it is, it is counted
                outcomes[f"ESCAPED {type(error).__name__}"] += 1
                if outcomes.total() - outcomes["refused"] - outcomes["told"] - outcomes["view told"] <= 20:
                    sys.stdout.write(f"mutant {number}: {type(error).__name__}: {error}"[:300] + "\n")
    listed = ", ".join(f"{times} {what}" for what, times in outcomes.most_common())
    sys.stdout.write(f"{count} mutated records: {listed}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
