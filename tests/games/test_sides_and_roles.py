"""Sides and parts in the game that a deal decides: told, shown, searched for, and counted by `simulate`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from helpers import TESTS, cardkit

from cardkit.bots.rollout import Rollout
from cardkit.bots.tuning import Rewards
from cardkit.core.cards import cards, standard52
from cardkit.core.chance.generators import Seeded
from cardkit.core.results import Result
from cardkit.hosting.scene import scene
from cardkit.plugins.board import Board
from cardkit.plugins.registry import load_game
from cardkit.table.match import Match
from cardkit.table.turns import seating_at

ALONE = str(TESTS / "data" / "alone.py")


@pytest.fixture
def match() -> Match[Any, Any]:
    return Match(load_game(ALONE).game(), standard52(), seats=3, rng=Seeded(1))


NAMES = ["Ada", "Ben", "Cid"]


def test_who_is_what_is_shown_in_lines_and_pages(match: Match[Any, Any]) -> None:
    assert scene(match, 0, NAMES, [0])["view"]["teams"] is None
    for text in ("pass", "bid"):
        match.play(match.read(text))
    told = scene(match, 0, NAMES, [2])["view"]
    assert told["teams"] == [[1], [0, 2]]
    assert ["landlord", "Ben"] in told["fields"]
    assert "landlord: Ben" in map(str, Board.of(match.game, match.view(0), 0, NAMES).lines())


def test_a_win_of_the_side_is_a_win_for_whoever_searches(match: Match[Any, Any]) -> None:
    rewards = Rewards(seating_at(match.game, match.state, 0), low_is_good=False)
    for text in ("pass", "bid"):
        match.play(match.read(text))
    rollout = Rollout(match.game, match.state.clone(), Seeded(1))
    rollout.result = Result.win(0, 2, seats=3)
    worth = rewards.of(rollout)
    assert worth[0] == worth[2] > worth[1]
    assert worth[0] >= 0.9


def test_how_often_who_has_a_part_wins_is_counted() -> None:
    run = cardkit("simulate", ALONE, "-n", "60", "--seed", "1", "--json", *["--seat", "random"] * 3)
    told = json.loads(run.out)
    share = told["figures"]["landlord_wins"]
    assert share["games"] == 60
    assert set(share["counts"]) <= {"0", "1"}
    assert 0 < share["mean"] < 1


def test_a_contest_tells_how_often_each_has_won_in_each_part(tmp_path: Path) -> None:
    order = ["arena", ALONE, "--player", "random", "--player", "cardkit:first_legal", "-n", "20"]
    out = tmp_path / "games.jsonl"
    told = json.loads(cardkit(*order, "--json", "--out", str(out)).out)
    games = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()[1:]]
    assert {len(game["roles"]["landlord"]) for game in games} == {1}
    for who, player in enumerate(told["players"]):
        seats = [(game, seat) for game in games for seat in game["roles"]["landlord"] if game["seating"][seat] == who]
        won = [game["shares"][seat] > 0 for game, seat in seats]
        assert 0 < player["roles"]["landlord"]["mean"] < 1
        assert abs(player["roles"]["landlord"]["mean"] - sum(won) / len(won)) < 0.1
    run = cardkit(*order, "--out", str(out))
    assert [line.split()[:2] for line in run.lines[-3:]] == [
        ["won", "as"],
        ["random", *run.lines[-2].split()[1:2]],
        ["cardkit:first_legal", *run.lines[-1].split()[1:2]],
    ]
    assert run.lines[-3].split()[2:] == ["landlord"]
    damaged = out.read_text(encoding="utf-8").replace('"landlord": [', '"landlord": [7, ', 1)
    out.write_text(damaged, encoding="utf-8")
    assert "has the roles" in cardkit(*order, "--out", str(out)).err
    assert 0 == cardkit(*order, "--out", str(tmp_path / "games.csv")).code


def test_a_part_that_comes_later_is_refused_with_what_to_write(tmp_path: Path) -> None:
    late = (
        Path(ALONE)
        .read_text(encoding="utf-8")
        .replace(
            '{"landlord": [] if table.landlord is None else [table.landlord]}',
            '{} if table.landlord is None else {"landlord": [table.landlord]}',
        )
    )
    (tmp_path / "alone.py").write_text(late)
    for order in (
        ["simulate", "-n", "3", *["--seat", "random"] * 3],
        ["arena", "-n", "2", *["--player", "random"] * 2],
    ):
        run = cardkit(order[0], str(tmp_path / "alone.py"), *order[1:], folder=tmp_path)
        assert "roles names landlord, and nobody at the first table: a part that nobody has yet has no seats" in run.err


def hand_of(match: Match[Any, Any], seat: int) -> tuple[str, str]:
    """The hand of a seat as seat 0 sees it: in a line of the board, and on a page."""
    match.look()
    lines = map(str, Board.of(match.game, match.view(0), 0, NAMES).lines())
    owner = "your" if seat == 0 else f"{NAMES[seat]}'s"
    (line,) = [line.removeprefix(f"{owner} hand: ") for line in lines if line.startswith(f"{owner} hand: ")]
    piles = scene(match, 0, NAMES, [0])["view"]["piles"]
    return line, next(" ".join(pile["cards"]) for pile in piles if pile["name"] == f"hands {seat}")


def test_hands_lie_in_the_order_of_the_trumps_and_so_does_one_that_is_laid_open(match: Match[Any, Any]) -> None:
    for seat in (0, 1):
        match.state.hands[seat].cards[:] = cards("2S 3H AC KH")
    match.dealer.lay_open(match.state.hands[1])
    for trump, last in ((None, "2S"), ("H", "3H KH"), ("C", "AC")):
        match.state.trump = trump
        for seat in (0, 1):
            line, page = hand_of(match, seat)
            assert page == line.replace(" · ", " ")
            assert line.endswith(last)
    assert "3H KH · 2S · AC" == line
