"""Search at one table with OpenSpiel's own bot, in both engines side by side."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from helpers import ROOT

from cardkit import Seeded

pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for every Python and system: pip install open-spiel")


@pytest.fixture(scope="module")
def program() -> Any:
    """The program that plays both engines side by side."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "benchmarks")
        return importlib.import_module("openspiel_bots")


@pytest.mark.parametrize(
    ("name", "ours"), [("euchre", [0, 2]), ("gin_rummy", [0]), ("spades", [1, 3]), ("crazy8s", [1])]
)
def test_a_deal_is_played_to_its_end_in_both_engines_and_the_time_of_both_is_taken(
    program: Any, name: str, ours: Sequence[int]
) -> None:
    costs = program.Costs(program.Cost(), program.Cost())
    costs.theirs.seconds = costs.theirs.tries = 1
    more = program.played(name, Seeded(2), ours, 1, costs)
    assert -300 < more < 300
    assert all(cost.decisions > 2 and cost.tries >= cost.decisions and cost.seconds > 0 for cost in costs)


def test_few_points_are_good_in_hearts(program: Any) -> None:
    """Who thinks, against bots that try one game, takes fewer."""
    costs = program.Costs(program.Cost(), program.Cost(1.0, 1, 1))
    assert sum(program.played("hearts", Seeded(seed), [seed % 4], 30, costs) for seed in range(4)) > 0


def test_the_bot_tries_as_many_games_as_take_as_long(program: Any) -> None:
    costs = program.Costs(program.Cost(1.0, 10, 2000), program.Cost(0.5, 10, 20_000))
    assert 4000 == costs.theirs_for(200)


def test_what_comes_of_a_contest_is_a_row_and_worse_for_sure_is_an_error(
    program: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def made_up(name: str, _seed: Any, _ours: Sequence[int], tries: int, costs: Any) -> float:
        for cost, seconds in zip(costs, (0.001, 0.00002), strict=True):
            cost.decisions += 10
            cost.tries += 10 * tries
            cost.seconds += 10 * tries * seconds
        return -3.0 if name == "euchre" else 5.0

    monkeypatch.setattr(program, "played", made_up)
    for name, code, points in (("hearts", 0, "5.00 (5.00 to 5.00)"), ("euchre", 1, "-3.00 (-3.00 to -3.00)")):
        monkeypatch.setattr(sys, "argv", ["openspiel_bots.py", name, "--deals", "3", "--iterations", "100"])
        assert code == program.main()
        row = capsys.readouterr().out.splitlines()[-1]
        assert f"| {name} | 3 | {points} points better | 100.0 ms, 100 games | 2.0 ms, 100 games |" == row


def test_a_difference_ends_the_program_with_a_sentence(
    program: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["openspiel_bots.py", "euchre", "--iterations", "1"])
    monkeypatch.setitem(program.GAMES, "euchre", replace(program.GAMES["euchre"], apart=lambda _: False))
    assert 1 == program.main()
    assert capsys.readouterr().err.startswith("euchre: the engines differ: ")
