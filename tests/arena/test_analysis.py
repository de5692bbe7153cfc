"""What search thinks of a game that was played: every decision of a seat, its cost, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers import ROOT, cardkit

from cardkit.arena.analysis import Decision, costliest, decisions, decisions_table, summary_lines
from cardkit.bots.search import Budget, SearchPlayer
from cardkit.core.chance.generators import Seeded
from cardkit.plugins.registry import load_game
from cardkit.records.files import read_record
from cardkit.records.replay import replayed

GAME = str(ROOT / "docs" / "examples" / "twenty_one.py")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a game in which Player 0 stops at once."""
    path = tmp_path / "game.json"
    run = cardkit("play", GAME, "--seat", "random", "--seat", "random", "--seed", "4", "--quiet", "--record", str(path))
    assert "" == run.err
    return path


def found_in(path: Path, *, actions: int | None = None, seed: int = 1) -> list[Decision]:
    plugin, kept = load_game(GAME), read_record(path)
    player = SearchPlayer(Seeded(seed), Budget(iterations=20))
    match = replayed(plugin, kept, path).match
    return list(decisions(match, kept.taken[:actions], 0, player))


def decision(played: str, worth: float | None, *, expected: float = 0.75, in_points: bool = False) -> Decision:
    return Decision(
        action=1,
        number=1,
        played=played,
        advised="draw",
        expected=expected,
        expected_of_played=worth,
        tries_of_played=3,
        in_points=in_points,
    )


def test_what_was_played_is_told_beside_what_search_would_have_done(record: Path) -> None:
    [one] = found_in(record)
    assert (1, 1, "stop", "draw") == (one.action, one.number, one.played, one.advised)
    assert one.expected is not None
    assert one.expected_of_played is not None
    assert one.expected - one.expected_of_played == one.cost
    assert 0 < one.tries_of_played < 20


def test_the_same_seed_gives_the_same_figures_and_the_end_of_a_game_changes_nothing_before(record: Path) -> None:
    assert found_in(record) == found_in(record)
    assert found_in(record) == found_in(record, actions=1)
    assert found_in(record) != found_in(record, seed=2)


def test_what_looked_better_costs_nothing_and_what_was_never_tried_costs_nobody_knows_what() -> None:
    assert [0.5, 0.0, None] == [decision("stop", worth).cost for worth in (0.25, 1.0, None)]


def test_the_costliest_come_first_and_those_that_cost_nothing_never() -> None:
    cheap, dear = decision("stop", 0.5), decision("fold", 0.25)
    every = [decision("wait", None), cheap, decision("draw", 0.75), dear]
    assert [dear, cheap] == costliest(every, 9)
    assert [dear] == costliest(every, 1)
    assert [
        "Search would have done the same in 1 of 4 decisions.",
        "Cost 50 % of a win: fold in turn 1, and not draw.",
        "Cost 25 % of a win: stop in turn 1, and not draw.",
    ] == list(summary_lines(every, "turn"))


def test_points_are_told_as_points() -> None:
    table = decisions_table([decision("stop", -1.5, expected=2.0, in_points=True)], "hole")
    assert ["1", "1", "stop", "draw", "2.0", "-1.5", "3", "3.5"] == list(table.rows[0])


def test_programs_get_json(record: Path) -> None:
    run = cardkit("analyse", str(record), "--game", GAME, "--by", "search:iterations=20", "--json")
    told = json.loads(run.out)
    assert (0, "Player 0", "search:iterations=20", 0) == (told["seat"], told["name"], told["by"], told["seed"])
    [one] = told["decisions"]
    assert ("stop", "draw", "wins") == (one["played"], one["advised"], one["unit"])


@pytest.mark.parametrize(
    ("options", "code", "sentence"),
    [
        (["--seat", "7"], 1, "seats: there is no seat 7, the last one is 1"),
        (["--by", "random"], 2, "'random' is not a search player, such as search or search:hard"),
        (["--by", "search:clever"], 1, "search:clever: clever says no level and no budget"),
    ],
)
def test_what_can_not_be_analysed_is_refused_in_a_sentence(
    record: Path, options: list[str], code: int, sentence: str
) -> None:
    run = cardkit("analyse", str(record), "--game", GAME, *options)
    assert ("", code) == (run.out, run.code)
    assert sentence in run.err
    assert 1 == len(run.err.splitlines())


def test_a_seat_without_a_choice_and_a_file_that_is_no_record_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "war.json"
    cardkit("play", "war", "first-war", "--seat", "ai", "--seat", "ai", "--quiet", "--record", str(path))
    assert f"cardkit: {path}: log: seat 0 had no choice in this game\n" == cardkit("analyse", str(path)).err
    path.write_text("{}", encoding="utf-8")
    assert "this is not a record" in cardkit("analyse", str(path)).err
    assert "cardkit: no game was kept; `cardkit play` begins one\n" == cardkit("analyse").err
