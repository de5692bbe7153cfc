"""The game record: its text, its schema, records of every version, and what is refused, with the place."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
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


Change = Callable[[dict[str, Any]], Any]


def put(**changed: Any) -> Change:
    """A change of parts of the header."""
    return lambda found: {**found, **changed}


def without(part: str) -> Change:
    return lambda found: {name: value for name, value in found.items() if name != part}


def in_log(change: Callable[[list[Any]], Any]) -> Change:
    """A change of the log."""

    def changed(found: dict[str, Any]) -> Any:
        log = copy.deepcopy(found["log"])
        change(log)
        return {**found, "log": log}

    return changed


def one_more(found: dict[str, Any]) -> Any:
    return {**found, "deck": found["deck"] + ", 9 Spades"}


def result(**changed: Any) -> Change:
    return lambda found: {**found, "result": {**found["result"], **changed}}


CYCLE = "the game is not the same again where the record says that it is"
NOT_THE_END = "it is not the one the actions lead to: the game is "
KNOWN = "this program reads versions 1 to 2"
ACTIONS = "known are: play <card> <suit>; draw; pass"

REFUSED: list[tuple[str, Change, str]] = [
    ("crazy8s", put(colour="red"), "colour: extra inputs are not permitted"),
    ("crazy8s", put(format="chess record"), 'this is not a record: its "format" is not "cardkit record"'),
    ("crazy8s", put(version=3), f"version: 3 is unknown, {KNOWN}"),
    ("crazy8s", put(game="chess"), "game: there is no game 'chess'; known: crazy8s, war; --game says where else it is"),
    ("crazy8s", put(game="war"), "there is no rule set of war 'classic'; known: rhodes, "),
    ("crazy8s", put(options={"hand_size": 0}), "option hand_size=0 of crazy8s: it is usual, or a number from 1"),
    ("crazy8s", put(options={"hand_size": 9}), "crazy8s: 9 cards for each of 2 players and the first discard are 19 "),
    ("crazy8s", without("options"), "options: field required"),
    ("crazy8s", put(seats=["ai"] * 3, names=["A", "B", "C"]), "crazy8s: 4 cards for each of 3 players and the first "),
    ("crazy8s", put(names=["Ada"]), "crazy8s: 2 seats and 1 name for 2 seats"),
    ("crazy8s", put(names=["A\x1b[2J", "B"]), "names 0: 'A\\x1b[2J' can't hold control characters"),
    ("crazy8s", put(options={"a\x00": 1}), "options 'a\\x00' [key]: 'a\\x00' can't hold control characters"),
    ("crazy8s", put(**{"\x1b[2J": 1}), "'\\x1b[2J': extra inputs are not permitted"),
    ("crazy8s", in_log(lambda log: log.insert(1, "play\u20287H")), "log 2: 'play\\u20287H' can't hold line-separating"),
    ("crazy8s", put(chance={"generator": "seeded", "seed": "5"}), "chance seed: input should be a valid integer"),
    ("crazy8s", put(chance={"generator": "php", "seed": 5}), "there is no generator 'php'; known: seeded, java, "),
    ("crazy8s", put(chance={"generator": "java", "seed": 2**63}), "the java generator can't start from 92233720368"),
    (
        "crazy8s",
        put(chance={"generator": "seeded", "seed": 6}),
        "the opening: a shuffle of stock is not the one that follows from the seed",
    ),
    ("crazy8s", one_more, "the opening: a shuffle of stock has other cards than the pile"),
    ("crazy8s", put(deck="7H,, 8S"), "deck: '' is not a card: a card is a rank and a suit, such as KH or 8 Hearts"),
    ("war-rhodes", put(deck="9C"), "log 1: 'turn' can't be done: the game is over"),
    (
        "war-rhodes",
        lambda found: {**found, "deck": found["deck"] + ", AH"},
        "log 7: 'turn' can't be done: the game is over",
    ),
    ("crazy8s", in_log(lambda log: log.insert(3, 7)), "log 4: input should be a valid string"),
    ("crazy8s", in_log(lambda log: log.pop(0)), "the opening: the shuffles that follow are not the ones of the game"),
    ("crazy8s", in_log(lambda log: log.insert(0, log[0])), "the opening: the shuffles that follow are not the ones "),
    ("crazy8s", in_log(lambda log: log.insert(1, "play 7 Spades")), "log 2: 'play 7 Spades' can't be done: "),
    ("crazy8s", in_log(lambda log: log.insert(5, "jump")), f"log 6: 'jump' is not an action: {ACTIONS}"),
    ("crazy8s", in_log(lambda log: log.insert(1, "pass")), "log 2: 'pass' can't be done: you play or draw first"),
    ("crazy8s", in_log(lambda log: log.append("draw")), "log 9: 'draw' can't be done: the game is over"),
    ("crazy8s", in_log(lambda log: log.pop()), f"result: {NOT_THE_END}not over"),
    ("crazy8s", result(how="stolen"), "result how: input should be 'won', 'draw', 'endless', 'lost' or 'cut-off'"),
    ("crazy8s", result(winners=[1]), f"result: {NOT_THE_END}won"),
    ("crazy8s", result(cycle={"first": 1, "again": 3}), f"result: {NOT_THE_END}won"),
    ("crazy8s", result(cycle={"first": 0, "again": 3}), "result cycle first: input should be greater than or equal "),
    ("war-rhodes-drawn", result(how="won", winners=[0]), f"result: {NOT_THE_END}draw"),
    ("war-rhodes-endless", result(cycle={"first": 6, "again": 13}), f"result: {CYCLE}"),
    ("war-rhodes-endless", result(cycle={"first": 5, "again": 12}), f"result: {CYCLE}"),
    ("war-rhodes-endless", result(cycle=None), f"result: {NOT_THE_END}not over"),
    ("war-rhodes-endless", result(winners=[0]), "result: an endless game has no winners and no scores"),
    ("war-rhodes-endless", in_log(lambda log: log.append("turn")), f"result: {CYCLE}"),
]


@pytest.mark.parametrize(("name", "change", "sentence"), REFUSED, ids=lambda value: value if type(value) is str else "")
def test_a_record_that_contradicts_itself_is_refused_with_the_place(
    name: str, change: Change, sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.json"
    raw = json.dumps(change(parts(name))).encode()
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
