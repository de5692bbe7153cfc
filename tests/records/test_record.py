"""The game record: its text, its schema, records of every version, and what is refused, with the place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from helpers import ROOT, TESTS, WINDOWS, Run, cardkit

from cardkit import Card
from cardkit.records.record import (
    ChanceBegun,
    Record,
    RecordedShuffle,
    RecordFile,
    cards_of,
    entries,
    read_record,
    record_text,
    schema_text,
)

V1 = TESTS / "records" / "v1"
SCHEMA = ROOT / "docs" / "record.schema.json"

WRITTEN = (TESTS / "records" / "written.json").read_text(encoding="utf-8")


def parts(name: str) -> dict[str, Any]:
    """A kept record as the object that its JSON is."""
    found: dict[str, Any] = json.loads((V1 / f"{name}.json").read_bytes())
    return found


def test_a_record_is_written_a_part_and_an_entry_a_line(tmp_path: Path) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text("Zoë [/]\nBen\n7H\n6S\n9C\nTD\n", encoding="utf-8")
    path = tmp_path / "game.json"
    seats = ("--seat", "human", "--seat", "ai")
    cardkit("play", "war", str(deck), "--seed", "7", "--record", str(path), *seats, typed=["", "", ":quit"])
    assert WRITTEN == path.read_text(encoding="utf-8")


def test_the_text_of_a_record_is_read_as_the_record_it_is_of(tmp_path: Path) -> None:
    record = Record(
        game="crazy8s",
        rules="classic",
        options={"hand_size": 3, "suits": ["Hearts"]},
        seats=("human", "bot.py"),
        names=("[red]", "Zoë 🃏"),
        practice=True,
        chance=ChanceBegun(generator="java", seed=-(2**63)),
        deck="8 Hearts, 10 Clubs, KH",
        log=(RecordedShuffle(shuffled="KH, 8 Hearts, 10 Clubs"), "draw", "play 8 Hearts Clubs"),
    )
    path = tmp_path / "record.json"
    path.write_text(record_text(record), encoding="utf-8")
    assert record == read_record(path)
    assert record_text(record) == record_text(read_record(path))
    assert ["draw", "play 8 Hearts Clubs"] == record.actions
    assert [[Card("10", "Clubs"), Card("8", "Hearts"), Card("K", "H")]] == record.outcomes


def test_line_breaks_and_order_of_a_record_do_not_matter(tmp_path: Path) -> None:
    text = (V1 / "crazy8s.json").read_text(encoding="utf-8")
    shown, found = cardkit("replay", str(V1 / "crazy8s.json")), json.loads(text)
    path = tmp_path / "changed.json"
    order = json.dumps(dict(reversed(found.items())))
    for changed in ("\ufeff" + text, text.replace("\n", "\r\n"), json.dumps(found), order):
        path.write_bytes(changed.encode())
        assert shown == cardkit("replay", str(path))


NO_RECORD = 'this is not a record: its "format" is not "cardkit record"'
NO_JSON = "this is not a record: it is not JSON"


def test_records_name_parts_in_the_order_of_their_page() -> None:
    page = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
    listed = [line.split("`")[1] for line in page.splitlines() if line.startswith("| `")]
    assert list(Record.model_fields) == listed
    assert list(json.loads(WRITTEN)) == listed


def test_the_schema_in_the_documents_is_the_one_of_the_program() -> None:
    assert SCHEMA.read_text(encoding="utf-8") == schema_text()


@pytest.mark.parametrize("path", sorted(V1.glob("*.json")), ids=lambda path: path.stem)
def test_a_written_record_is_what_the_schema_says(path: Path) -> None:
    schema, found = json.loads(SCHEMA.read_bytes()), json.loads(path.read_bytes())
    assert list(schema["properties"]) == list(found)
    assert set(schema["required"]) <= set(found)
    Record.model_validate_json(path.read_bytes(), strict=True)
    assert record_text(read_record(path)) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "lines", "last"),
    [
        ("war-rhodes", 136, "Ada wins the game in 14 rounds."),
        ("war-rhodes-drawn", 34, "The game is a draw: both players ran out of cards in round 3."),
        (
            "war-rhodes-endless",
            109,
            "The game never ends: round 13 would begin as round 5 did, and so on for ever, in a cycle of 8 rounds.",
        ),
        ("war-jones", 1183, "Player 1 wins the game after 114 hands!"),
        ("war-umbc", 105, "Winner: Mary"),
        ("war-umbc-undecided", 106, "Winner: Zoë"),
        ("war-umassd-endless", 1101, "This is Lamb Chop mode, the game goes on for ever in a cycle of 52 battles"),
        ("crazy8s", 17, "The most played suit was Clubs"),
        ("crazy8s-reshuffled", 328, "The most played suit was Red"),
    ],
)
def test_a_record_of_version_1_is_told_again(name: str, lines: int, last: str) -> None:
    run = cardkit("replay", str(V1 / f"{name}.json"))
    assert (lines, last, "", 0) == (len(run.lines), run.lines[-1], run.err, run.code)


def test_a_game_that_is_not_over_in_a_record_of_version_1_is_taken_up(tmp_path: Path) -> None:
    kept = V1 / "crazy8s-unfinished.json"
    assert f"The game is not over; go on with: cardkit resume {kept}" == cardkit("replay", str(kept)).lines[-1]
    path = tmp_path / "game.json"
    path.write_bytes(kept.read_bytes())
    run = cardkit("resume", str(path), typed=["7 Spades", ":quit"])
    assert "Player 1 draws a card." in run.lines[: run.lines.index("> 7 Spades")]
    finished = cardkit("resume", str(path), "--seat", "ai", "--seat", "ai")
    assert ("", 0) == (finished.err, finished.code)
    assert 0 == cardkit("replay", str(path)).code


def test_every_kind_of_game_is_among_the_records_of_version_1() -> None:
    kept = [json.loads(path.read_bytes()) for path in V1.glob("*.json")]
    assert {1} == {record["version"] for record in kept}
    assert {"rhodes", "jones", "umbc", "umassd", "classic"} == {record["rules"] for record in kept}
    ends = {record["result"] and record["result"]["how"] for record in kept}
    assert {None, "won", "draw", "endless"} == ends


REFUSED = (TESTS / "records" / "refused.txt").read_text(encoding="utf-8").splitlines()
"""A kept record, what is changed in it (`=` is put there, `+` comes in, `-` goes), and what is said of it."""


def changed(name: str, changes: str) -> dict[str, Any]:
    """A kept record as an object in which something is changed."""
    found = parts(name)
    for change in changes.split("; "):
        path, sign, *value = change.split(" ", 2)
        *way, last = json.loads(f'"{path}"').split("/")
        at = found
        for step in way:
            at = at[step]
        key = int(last) if isinstance(at, list) else last
        if sign == "-":
            del at[key]
        elif sign == "+":
            at.insert(key, json.loads(value[0]))
        else:
            at[key] = json.loads(value[0])
    return found


@pytest.mark.parametrize("case", REFUSED)
def test_a_record_that_contradicts_itself_is_refused_with_the_place(case: str, tmp_path: Path) -> None:
    name, changes, sentence = case.split(" | ", 2)
    path = tmp_path / "game.json"
    raw = json.dumps(changed(name, changes)).encode()
    path.write_bytes(raw)
    for command in (["replay", str(path)], ["resume", str(path)], ["fork", str(path), "--at", "1", "--record", "x"]):
        run = cardkit(*command, folder=tmp_path)
        assert run.err.startswith(f"cardkit: {path}: {sentence}")
        assert ("", 1, 1) == (run.out, len(run.err.splitlines()), run.code)
    assert raw == path.read_bytes()
    assert [path] == list(tmp_path.glob("*.*"))


WHOLE = (V1 / "crazy8s.json").read_bytes()


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (b"", f"line 1: {NO_JSON}"),
        (WHOLE[:400], f"line 10: {NO_JSON}"),
        (WHOLE + b"{}", f"line 25: {NO_JSON}"),
        (b"\x00\xff\xfe\x80" * 100, "this is not a record: the text is not UTF-8"),
        (b"Ada\nBen\n7H\n", f"line 1: {NO_JSON}"),
        *((raw, NO_RECORD) for raw in (b"[1, 2]", b"{}", b"null", b'"cardkit record"')),
        *((raw * 100_000, NO_JSON) for raw in (b"[", b"9")),
        (WHOLE.replace(b'"seed": 5', b'"seed": NaN'), "chance seed: input should be a valid integer"),
        (WHOLE.replace(b'"Player 0"', b'"\\ud800"'), "invalid JSON: "),
    ],
    ids=lambda value: str(value[:20]),
)
def test_what_is_no_record_is_refused_and_left_as_it_is(raw: bytes, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(raw)
    for command in (["replay", str(path)], ["resume", str(path)]):
        run = cardkit(*command)
        assert run.err.startswith(f"cardkit: {path}: {sentence}")
        assert ("", 1, 1) == (run.out, len(run.err.splitlines()), run.code)
    assert raw == path.read_bytes()


def test_what_can_not_be_read_is_refused(tmp_path: Path) -> None:
    missing = tmp_path / "none.json"
    for path, why in ((missing, "No such file or directory"), *[(tmp_path, "Is a directory")] * (not WINDOWS)):
        assert Run("", f"cardkit: {path}: the record can't be read: {why}\n", 1) == cardkit("replay", str(path))


def test_an_unknown_player_of_a_record_is_refused_unless_another_is_given(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    kept = {**parts("crazy8s-unfinished"), "seats": ["ai", "nobody.py"]}
    path.write_text(json.dumps(kept), encoding="utf-8")
    run = cardkit("resume", str(path))
    expected = (
        f"cardkit: {path}: seats: a record can't bring the player 'nobody.py' along; say by --seat who sits there\n"
    )
    assert Run("", expected, 1) == run
    assert 0 == cardkit("resume", str(path), "--seat", "ai", "--seat", "ai").code


def test_a_record_file_that_grows_is_the_same_as_one_written_at_once(tmp_path: Path) -> None:
    whole = read_record(V1 / "crazy8s-reshuffled.json")
    path = tmp_path / "game.json"
    file = RecordFile(path, whole.up_to(0))
    for step in [*whole.steps()][1:]:
        assert step.action is not None
        file.add(entries(step.action, [cards_of(str(text)) for text in step.outcomes]))
        assert record_text(read_record(path)) == path.read_text(encoding="utf-8")
    assert whole.result is not None
    file.finish(whole.result.result())
    assert (V1 / "crazy8s-reshuffled.json").read_bytes() == path.read_bytes()
    file.replace(read_record(file.path).up_to(3))
    assert whole.up_to(3) == read_record(path)
