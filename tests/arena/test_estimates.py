"""The numbers of contests: intervals, the sequential test, ratings."""

from __future__ import annotations

import pytest

from cardkit import Seeded
from cardkit.arena.standings import MatchVerdict, Sums, ratings, verdict
from cardkit.simulation.estimates import estimate, estimate_of_share, jackknifed

STUDENT = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 10: 2.228, 30: 2.042, 120: 1.980}
"""The 97.5th percentile by degrees of freedom, as tables have it."""


@pytest.mark.parametrize("freedom", STUDENT)
def test_intervals_are_those_of_student(freedom: int) -> None:
    values = [float(number % 2) for number in range(freedom + 1)]
    mean, half = estimate(values)
    spread = sum((value - mean) ** 2 for value in values) / freedom
    assert half == pytest.approx(STUDENT[freedom] * (spread / len(values)) ** 0.5, rel=0.012)


def test_what_is_unknown_is_not_called_certain() -> None:
    assert estimate([1.0]).half is None
    assert 0.0 == estimate_of_share([0.5] * 9).half
    assert pytest.approx(0.05) == (1 - (estimate_of_share([0.0] * 9).half or 0)) ** 9


def shares(*values: float) -> Sums:
    """The sums of these numbers."""
    sums = Sums()
    for value in values:
        sums.add(value)
    return sums


def test_a_test_is_decided_also_where_all_deals_end_alike() -> None:
    assert MatchVerdict.OPEN is verdict(shares(*[1.0] * 4), 0.05)
    assert MatchVerdict.BETTER is verdict(shares(*[1.0] * 9), 0.05)
    assert MatchVerdict.WORSE is verdict(shares(*[0.0] * 9), 0.05)
    assert MatchVerdict.ALIKE is verdict(shares(*[0.5] * 40), 0.05)


def verdicts(chance_of_ten: int, runs: int) -> list[MatchVerdict]:
    """What tests say of a player who wins a game so often in ten, two games a deal, up to 600 deals."""
    rng, said = Seeded(11), list[MatchVerdict]()
    for _ in range(runs):
        sums, found = Sums(), MatchVerdict.OPEN
        while found is MatchVerdict.OPEN and sums.number < 600:
            sums.add(((rng.below(10) < chance_of_ten) + (rng.below(10) < chance_of_ten)) / 2)
            found = verdict(sums, 0.1)
        said.append(found)
    return said


def test_a_verdict_is_seldom_wrong() -> None:
    even, better = verdicts(5, 150), verdicts(6, 150)
    assert even.count(MatchVerdict.BETTER) + even.count(MatchVerdict.WORSE) <= 15
    assert even.count(MatchVerdict.ALIKE) > 120
    assert better.count(MatchVerdict.BETTER) > 130


def test_ratings_are_those_of_elo() -> None:
    one, other = ratings([[0, 7500], [2500, 0]])
    assert 190.8 == pytest.approx(one - other, abs=0.2)
    first, second, third = ratings([[0, 60, 80], [40, 0, 60], [20, 40, 0]])
    assert first > second > third
    assert 0 == pytest.approx(first + second + third, abs=1e-6)
    assert [0.0, 0.0] == ratings([[0, 5], [5, 0]])


def test_intervals_of_figures_are_those_of_their_means_where_they_are_means() -> None:
    rng = Seeded(3)
    values = [float(rng.below(3)) for _ in range(400)]
    [found] = jackknifed(lambda deals: [sum(values[deal] for deal in deals) / len(deals)], 400)
    assert (estimate(values).half or 0) == pytest.approx(found.half, rel=0.4)
    assert jackknifed(lambda deals: [1.0], 1)[0].half is None
