"""Hearts beside OpenSpiel's own, card by card."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for every Python and system: pip install open-spiel")

from cardkit import Match, Seeded, standard52

PROGRAM = Path(__file__).parents[2] / "benchmarks" / "openspiel_hearts.py"


@pytest.fixture(scope="module")
def program() -> Any:
    """The program that plays both engines side by side."""
    spec = importlib.util.spec_from_file_location("openspiel_hearts", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def played(program: Any, deals: int, **rules: str) -> list[Any]:
    """The points of some deals, by players that hardly think."""
    costs, tries = program.Costs(program.Cost(), program.Cost()), program.Tries(1, 2)
    return [program.played(Seeded(deal), [deal % 4], tries, costs, **rules) for deal in range(deals)]


def test_both_engines_have_the_same_legal_cards_and_points(program: Any) -> None:
    assert {26, 78} >= {sum(points) for points in played(program, 3)}


def test_other_rules_are_found_by_the_cards_that_may_be_played(program: Any) -> None:
    told = r"^after \d+ cards seat (\d) may play [^H]+, and in OpenSpiel seat \1 may play .*H"
    with pytest.raises(program.Disagreement, match=told):
        played(program, 30, queen_breaks="false")


def test_other_points_are_found_at_the_end(program: Any) -> None:
    match = Match(program.HEARTS.with_options(program.ONE_DEAL), list(standard52()), seats=4, rng=Seeded(1))
    mirror = program.Mirror(match)
    while match.result is None:
        mirror.compare(match.turn, match.legal)
        mirror.play(str(match.legal[0].card))
        match.play(match.legal[0])
    mirror.compare_points(match.result.scores)
    with pytest.raises(program.Disagreement, match=r"^the points are \[1, 2, 3, 20\], and in OpenSpiel \["):
        mirror.compare_points((1, 2, 3, 20))


@pytest.mark.parametrize("alone", ["ours", "theirs"])
def test_the_one_is_compared_with_the_others_and_both_take_equally_long(
    program: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, alone: str
) -> None:
    def made_up(_seed: Any, ours: Sequence[int], tries: Any, costs: Any) -> Sequence[float]:
        for cost, decisions, tried, seconds in zip(costs, (10, 30), tries, (0.001, 0.00002), strict=True):
            cost.decisions += decisions
            cost.tries += decisions * tried
            cost.seconds += decisions * tried * seconds
        return [3 if (seat in ours) == (alone == "ours") else 8 for seat in range(4)]

    monkeypatch.setattr(sys, "argv", ["openspiel_hearts.py", "--deals", "3", "--iterations", "100", "--alone", alone])
    monkeypatch.setattr(program, "played", made_up)
    assert 0 == program.main()
    _, points, *costs = capsys.readouterr().out.splitlines()
    assert "points a deal 3.00 ± 0.00, and -5.00 ± 0.00 beside the mean of the others" == points
    assert ["100.0 ms a decision, 100 games tried", "100.0 ms a decision, 5000 games tried"] == [
        line.split(maxsplit=1)[1] for line in costs
    ]


def test_a_difference_ends_the_program_with_a_sentence(
    program: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["openspiel_hearts.py", "--iterations", "1"])
    monkeypatch.setitem(program.ONE_DEAL, "queen_breaks", "false")
    assert 1 == program.main()
    assert capsys.readouterr().err.startswith("The engines differ: after ")
