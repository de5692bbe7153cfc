"""Games that all play together: what they came to is told, kept, searched for, learned from and compared."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from helpers import TESTS, cardkit

from cardkit import How, Result, result_lines
from cardkit.bots.search import Budget, SearchPlayer
from cardkit.core.cards import standard52
from cardkit.core.chance.generators import Seeded
from cardkit.core.events import Ended, plain
from cardkit.play.home import Kept
from cardkit.plugins.registry import load_game
from cardkit.records.record import RecordedEnd, read_record, record_text
from cardkit.records.replay import verify
from cardkit.rl.setting import scores, wins
from cardkit.table.match import Match
from cardkit.table.turns import seating_at

SAVERS = str(TESTS / "data" / "savers.py")


def test_a_score_that_is_reached_is_won_by_all_another_by_nobody_and_winners_may_be_given() -> None:
    whole, part = Result.together(25, of=25, seats=3), Result.together(17, of=25, seats=3)
    assert (How.WON, (0, 1, 2), (25.0,) * 3, 25.0) == (whole.how, whole.winners, whole.scores, whole.of)
    assert (How.LOST, (), (17.0,) * 3, 25.0) == (part.how, part.winners, part.scores, part.of)
    assert ([17 / 25] * 3, [17.0] * 3, [1.0] * 3) == (wins(part), scores(part), wins(whole)), "what learners get"
    assert plain(Ended(part, 9))["result"]["of"] == 25
    assert "of" not in plain(Ended(Result.draw(2), 9))["result"]
    with pytest.raises(ValueError, match="above 0, and not with 0"):
        Result.together(1, of=0, seats=2)
    result = Result.won(1, scores=[121, 120])
    assert (How.WON, (1,), (121.0, 120.0), None) == (result.how, result.winners, result.scores, result.of)


@pytest.mark.parametrize(
    ("result", "names", "told"),
    [
        (Result.together(17, of=25, seats=2), ["Ada", "Ben"], ["They score 17 of 25."]),
        (Result.together(0, of=25, seats=2), ["Ada", "Ben"], ["They score 0 of 25."]),
        (Result.together(1, of=2.5, seats=1), ["Ada"], ["Ada scores 1 of 2.5."]),
        (
            Result.together(26, of=25, seats=2),
            ["Ada", "Ben"],
            ["Ada and Ben win the game in 9 turns.", "They score 26 of 25."],
        ),
    ],
)
def test_what_they_score_is_told_once(result: Result, names: list[str], told: list[str]) -> None:
    assert told == [*map(str, result_lines(result, 9, "turn", names))]


def test_a_record_has_what_a_score_is_of_and_plays_again(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    seats = ["--seat", "random", "--seat", "random"]
    run = cardkit("play", SAVERS, *seats, "--seed", "1", "--record", str(kept))
    assert run.code == 0
    record = read_record(kept)
    assert record.result is not None
    assert record.result.of == 6
    assert run.lines[-1] == f"They score {record.result.scores[0]:g} of 6."
    replayed = cardkit("replay", str(kept), "--game", SAVERS)
    assert (0, run.lines[-1]) == (replayed.code, replayed.lines[-1])
    verify(load_game(SAVERS), record, kept)
    earlier = record.model_copy(update={"result": record.result.model_copy(update={"how": How.DRAW})})
    verify(load_game(SAVERS), earlier, kept)
    kept.write_text(record_text(earlier), encoding="utf-8")
    assert "lost" == Kept(kept, SAVERS).facts()["state"]
    counted = cardkit("simulate", SAVERS, "-n", "9", "--seed", "1", "--json", *seats)
    assert (0, True) == (json.loads(counted.out)["draws"]["games"], json.loads(counted.out)["lost"]["games"] > 0)
    assert "of" not in RecordedEnd.made_of(Result.draw(2)).model_dump()
    told = json.loads(kept.read_text(encoding="utf-8"))
    told["result"]["of"] = 7
    kept.write_text(json.dumps(told), encoding="utf-8")
    wrong = cardkit("replay", str(kept), "--game", SAVERS)
    assert wrong.code == 1
    assert "it is not the one the actions lead to" in wrong.err


@pytest.mark.parametrize("wanted", [6, 60])
def test_search_works_for_the_score_and_hints_speak_of_it(wanted: int) -> None:
    match: Match[Any, Any] = Match(load_game(SAVERS).game(wanted=wanted), standard52(), seats=2, rng=Seeded(1))
    player = SearchPlayer(Seeded(1), Budget(iterations=60))
    player.begin(seating_at(match.game, match.state, 0), match.view(0))
    assert "bank" == str(player.choose(match.view(0), match.legal))
    best = player.outlooks[0]
    assert best.mean == pytest.approx(4, abs=1.5)
    assert f"bank: {best.told} points of {wanted} in {best.tries} games tried" == player.reasons[0]


def test_a_game_is_analysed_by_the_score(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    cardkit("play", SAVERS, "--seat", "random", "--seat", "random", "--seed", "1", "--record", str(kept))
    run = cardkit("analyse", str(kept), "--game", SAVERS, "--by", "search:easy", "--json")
    found = json.loads(run.out)
    assert {"points"} == {one["unit"] for one in found["decisions"]}
    assert max(one["expected"] for one in found["decisions"]) > 1


def test_a_contest_compares_what_each_scores_at_all_seats() -> None:
    players = ["--player", "random", "--player", "search:easy"]
    run = cardkit("arena", SAVERS, *players, "--set", "wanted=20", "-n", "4", "--json")
    found = json.loads(run.out)
    random, search = found["players"]
    assert found["pairs"][0]["share"]["mean"] < 0.2
    assert random["points"]["mean"] < 5 < search["points"]["mean"]
