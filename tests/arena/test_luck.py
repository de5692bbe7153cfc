"""Luck and skill as shares of variance."""

from __future__ import annotations

import random

import pytest

from cardkit.arena.contest import Bout, Variances


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
