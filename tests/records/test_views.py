"""What one seat knew of a game: told from its file in the same words as from the record, whatever the event."""

from __future__ import annotations

import dataclasses
import json
import types
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from helpers import ROOT, Run, cardkit

from cardkit import BACK, Acted, Action, Card, Cycle, Event, How, Plain, Result
from cardkit.core import events as core_events
from cardkit.core.events import plain
from cardkit.records.replay import ViewRecord, tell_view, view_text

HEARTS, GOLF = (str(ROOT / "docs" / "examples" / f"{name}.py") for name in ("hearts", "golf"))
CORE = [cls for cls in Event.__subclasses__() if cls.__module__ == core_events.__name__]
NAMES = ("Ann", "Ben", "Cem")


class Give(Action):
    """An action with a card that others don't see."""

    secret = True
    card: Card


RESULTS = [
    Result(How.WON, (1,), (0.0, 12.5, 3.0)),
    Result(How.DRAW, (), (0.0, 0.0, 0.0)),
    Result.endless(3, Cycle(2, 9)),
]


def samples(kind: Any) -> list[Any]:
    """Some values of the type of an event's field."""
    if get_origin(kind) in (Union, types.UnionType):
        return [value for part in get_args(kind) for value in samples(part)]
    if get_origin(kind) is tuple:
        part, *_ = get_args(kind)
        return [tuple((samples(part) * 3)[:3])]
    known: dict[Any, list[Any]] = {
        int: [0, 2],
        float: [2.5, -3.0, 10.0],
        bool: [False, True],
        str: ["hands 1", "stock"],
        Card: [Card("8", "Hearts"), BACK, Card("K", "S")],
        Action: [Give(Card("7", "H")), Give(Card("7", "H")).redacted()],
        Result: RESULTS,
        type(None): [None],
    }
    return known[kind]


def made(cls: type[Event]) -> list[Event]:
    """Events of a class in which each value of each field occurs."""
    hints = get_type_hints(cls)
    columns = [samples(hints[field.name]) for field in dataclasses.fields(cls) if field.name not in cls.untold]
    rows = range(max(map(len, columns), default=1))
    return [cls(*(column[row % len(column)] for column in columns)) for row in rows]


def view(events: list[Any]) -> ViewRecord:
    """The file of a seat with these events, or what JSON has of them."""
    header: dict[str, Any] = {"game": "x", "rules": "", "names": NAMES, "seat": 1, "counts": "hole"}
    return ViewRecord.model_validate_json(json.dumps({**header, "events": list(map(plain, events))}))


def lines_of(found: ViewRecord) -> list[str]:
    return [line for block in tell_view(found, Path("mine.json")).blocks for line in block.lines]


@pytest.mark.parametrize("cls", CORE, ids=lambda cls: cls.__name__)
def test_every_event_of_the_core_is_told_in_the_same_words_from_a_file(cls: type[Event]) -> None:
    begun = core_events.Begun(3)
    for event in made(cls):
        narrator = Plain(NAMES, "hole")
        expected = [*narrator(begun, None), *narrator(event, None)]
        if cls is Acted:
            expected = [line.replace("the 7 of hearts", "7H").replace("gives a card", "gives ??") for line in expected]
        assert expected == lines_of(view([begun, event]))


class Peeked(Event):
    """An event that only its game knows."""

    seat: int
    points: tuple[float, ...]
    card: Card | None
    open: bool


def test_an_event_of_a_games_own_is_told_in_the_same_words_from_a_file() -> None:
    for event in (Peeked(1, (3.0, 4.5), Card("8", "Hearts"), open=True), Peeked(0, (), None, open=False)):
        assert list(Plain(NAMES)(event, None)) == lines_of(view([event]))
    assert ["Peeked: seat 1, points [3.0, 4.5], card 8 Hearts, open True."] == lines_of(
        view([Peeked(1, (3.0, 4.5), Card("8", "Hearts"), open=True)])
    )
    other_shuffled = {"event": "shuffled", "pile": "stock", "size": 3, "by": "Ann"}
    assert ["Shuffled: pile stock, size 3, by Ann."] == lines_of(view([other_shuffled]))


def told(*arguments: str, folder: Path) -> list[str]:
    run = cardkit(*arguments, folder=folder)
    assert ("", 0) == (run.err, run.code)
    return run.lines


def test_a_game_of_rounds_is_told_from_the_file_of_a_seat_as_from_the_record_each_with_its_points_at_its_end(
    tmp_path: Path,
) -> None:
    """A game of Hearts of several rounds."""
    how = ("--seed", "3", "--set", "limit=60", "--no-score", "--record", "h.json")
    told("play", HEARTS, *["--seat", "random"] * 4, *how, folder=tmp_path)
    replay = ("replay", "h.json", "--game", HEARTS)
    whole = told(*replay, "--seat", "3", "--record", "mine.json", folder=tmp_path)
    assert whole == told("replay", "mine.json", folder=tmp_path)
    assert told(*replay, "--seat", "3", "--json", folder=tmp_path) == told(
        "replay", "mine.json", "--json", folder=tmp_path
    )
    for until in (0, 1, 2):
        first = told(*replay, "--seat", "3", "--until", str(until), folder=tmp_path)
        assert first == told("replay", "mine.json", "--until", str(until), folder=tmp_path) == whole[: len(first)]
        assert until == 0 or first[-1].startswith("together ")
        assert until == 0 or whole[len(first)] == f"Round {until + 1}"
    last = int([line for line in whole if line.startswith("Round ")][-1].removeprefix("Round "))
    assert told(*replay, folder=tmp_path) == told(*replay, "--until", str(last), folder=tmp_path)
    run = cardkit("replay", "mine.json", "--step", typed=["1", "b", "2", "q"], folder=tmp_path)
    assert (0, 2) == (run.code, run.out.count("Round 1"))
    for name, game in (("h.json", ["--game", HEARTS]), ("mine.json", [])):
        run = cardkit("replay", name, *game, "--until", "999", folder=tmp_path)
        assert ("", 1) == (run.out, run.code)
        assert run.err.startswith(f"cardkit: {name}: log: there is no round 999, the last one is {last}")


def test_the_rounds_of_a_game_are_called_what_the_game_calls_them(tmp_path: Path) -> None:
    seats = ["--seat", "random"] * 2
    lines = told("play", GOLF, *seats, "--seed", "1", "--record", "g.json", folder=tmp_path)
    assert [f"Hole {number}" for number in range(1, 10)] == [line for line in lines if line.startswith("Hole ")]
    assert [] == [line for line in lines if line.startswith("Round ")]
    first = told("replay", "g.json", "--game", GOLF, "--seat", "0", "--record", "mine.json", folder=tmp_path)
    assert first == told("replay", "mine.json", folder=tmp_path)
    assert "Hole 9" in first


@pytest.mark.parametrize("arguments", [["--style", "jones"], ["--seat", "2"], ["--seat", "1", "--record", "x.json"]])
def test_a_view_is_told_in_plain_words_with_the_eyes_of_its_seat_alone(arguments: list[str], tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text(view_text(view([core_events.Begun(3)])))
    reason = "this is what seat 1 knew, which is told in plain words alone"
    assert Run("", f"cardkit: mine.json: {reason}\n", 1) == cardkit("replay", "mine.json", *arguments, folder=tmp_path)
    assert Run("", "", 0) == cardkit("replay", "mine.json", "--style", "plain", "--seat", "1", folder=tmp_path)


@pytest.mark.parametrize(
    ("place", "text"), [("names", "A\x1b[2J"), ("game", "A\u202eB"), ("counts", "A\u2028B"), ("event", "A\u200bB")]
)
def test_a_view_holds_texts_of_a_line(place: str, text: str, tmp_path: Path) -> None:
    found = json.loads(view_text(view([core_events.Shuffled("stock", 3)])))
    changed = {
        "names": {"names": [text, "B", "C"]},
        "event": {"events": [{"event": "shuffled", "pile": text, "size": 3}]},
    }
    (tmp_path / "mine.json").write_text(json.dumps({**found, **changed.get(place, {place: text})}))
    run = cardkit("replay", "mine.json", folder=tmp_path)
    assert ("", 1) == (run.out, run.code)
    assert f"{text!r} can't hold " in run.err
