"""The numbers of contests: intervals, the sequential test, ratings, luck and skill as shares of variance."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from cardkit import Seeded
from cardkit.arena.contest import Bout, MatchVerdict, Variances, ratings, verdict
from cardkit.simulation.estimates import estimate, estimate_of_share, jackknifed, student
from cardkit.simulation.summary import Histogram

STUDENT = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 10: 2.228, 30: 2.042, 120: 1.980}
"""The 97.5th percentile by degrees of freedom, as tables have it."""


@pytest.mark.parametrize("freedom", STUDENT)
def test_intervals_are_those_of_student(freedom: int) -> None:
    assert student(freedom) == pytest.approx(STUDENT[freedom], rel=0.012)
    values = [0.0] * freedom + [1.0] * freedom
    mean, low, high = estimate(values)
    reach = student(2 * freedom - 1) * (0.25 / (2 * freedom - 1)) ** 0.5
    assert (mean, low, high) == (0.5, pytest.approx(0.5 - reach), pytest.approx(0.5 + reach))


def test_intervals_of_numbers_that_are_skewed_reach_further_to_the_long_side() -> None:
    mean, low, high = estimate([1.0, 2.0, 2.0, 3.0, 3.0, 4.0, 5.0, 30.0])
    assert low is not None
    assert high is not None
    assert high - mean > 1.5 * (mean - low) > 0


def test_what_is_unknown_is_not_called_certain() -> None:
    assert estimate([1.0]).half is None
    assert (0.5, 0.0, 1.0) == estimate_of_share([0.5])
    assert 0.05 < (estimate_of_share([0.5] * 9).half or 0) < 0.15
    assert (0.0, 0.0) == estimate_of_share([0.0] * 9)[:2]
    assert 0.2 < (estimate_of_share([0.0] * 9).high or 0) < 0.4


def shares(*values: float) -> Histogram:
    """The shares of deals."""
    return Histogram.of(values)


def test_a_test_is_decided_also_where_all_deals_end_alike() -> None:
    assert MatchVerdict.OPEN is verdict(shares(*[1.0] * 4), 0.05)
    assert MatchVerdict.BETTER is verdict(shares(*[1.0] * 9), 0.05)
    assert MatchVerdict.WORSE is verdict(shares(*[0.0] * 9), 0.05)
    assert MatchVerdict.ALIKE is verdict(shares(*[0.5] * 40), 0.05)


def verdicts(chance_of_ten: int, runs: int) -> list[MatchVerdict]:
    """What tests say of a player who wins a game so often in ten, two games a deal, up to 600 deals."""
    rng, said = Seeded(11), list[MatchVerdict]()
    for _ in range(runs):
        sums, found = Histogram(), MatchVerdict.OPEN
        while found is MatchVerdict.OPEN and sums.total < 600:
            sums.add(shares(((rng.below(10) < chance_of_ten) + (rng.below(10) < chance_of_ten)) / 2))
            found = verdict(sums, 0.1)
        said.append(found)
    return said


def test_a_verdict_is_seldom_wrong() -> None:
    even, better = verdicts(5, 60), verdicts(6, 60)
    assert even.count(MatchVerdict.BETTER) + even.count(MatchVerdict.WORSE) <= 6
    assert even.count(MatchVerdict.ALIKE) > 45
    assert better.count(MatchVerdict.BETTER) > 50


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

    def mean_of(groups: Sequence[int]) -> list[float]:
        chosen = [value for place, value in enumerate(values) if place % 20 in groups]
        return [sum(chosen) / len(chosen)]

    [found] = jackknifed(mean_of, 20)
    assert (estimate(values).half or 0) == pytest.approx(found.half, rel=0.4)
    assert jackknifed(lambda groups: [1.0], 1)[0].half is None is jackknifed(lambda groups: [1.0], 20)[0].half


def games(chance: random.Random, skill: float, deals: float, play: float, number: int) -> Variances:
    """What was found of deals in which these variances are true."""
    found = Variances()
    for deal in range(number):
        cards = chance.gauss(0, deals**0.5)
        bouts: list[Bout] = []
        for seating in ((0, 1), (1, 0)):
            own = (skill**0.5 if seating[0] == 0 else -(skill**0.5)) + cards + chance.gauss(0, play**0.5)
            shares = (0.5 + own, 0.5 - own)
            bouts.append(Bout(deal=deal, seating=seating, how="won", shares=shares, scores=(0.0, 0.0), length=1))
        found.take(bouts, (0, 1))
    return found


def test_of_games_whose_variances_are_known_the_intervals_hold_the_shares() -> None:
    chance, held = random.Random(1), [0, 0, 0]
    for _ in range(60):
        luck = games(chance, 1.0, 4.0, 5.0, 300).luck
        assert luck is not None
        for place, (part, true) in enumerate(zip(luck, (0.1, 0.4, 0.5), strict=True)):
            assert part.low is not None
            assert part.high is not None
            held[place] += part.low <= true <= part.high
    assert all(times >= 51 for times in held), held


def test_the_shares_add_up_and_who_does_not_differ_has_no_skill() -> None:
    luck = games(random.Random(2), 0.0, 1.0, 1.0, 2000).luck
    assert luck is not None
    assert 1 == pytest.approx(sum(part.mean for part in luck))
    assert luck.skill.mean < 0.01
    assert games(random.Random(2), 0.0, 0.0, 0.0, 100).luck is None
    assert games(random.Random(2), 1.0, 1.0, 1.0, 2).luck is None
    assert games(random.Random(2), 0.0, 1.0, 0.0, 100).luck is None, "nobody knows what chance does where all is alike"


@pytest.mark.parametrize("variances", [(4.0, 0.0, 1.0), (0.0, 2.0, 3.0), (0.0, 0.0, 1.0), (5.0, 0.0, 0.02)])
def test_a_part_of_which_nothing_is_seen_has_an_interval_as_the_others_have(
    variances: tuple[float, float, float],
) -> None:
    for seed in range(20):
        luck = games(random.Random(seed), *variances, 400).luck
        assert luck is not None
        for part in luck:
            assert part.half is not None
            assert part.half < 0.2
