"""Intervals hold what they say: of 200 batches of a kind, in every table, 92 to 98 in a hundred hold the truth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from math import log
from statistics import fmean

import pytest

from cardkit import Seeded
from cardkit.arena.bouts import contest
from cardkit.arena.contest import Bout, Contest, Standings
from cardkit.core.results import How
from cardkit.simulation.estimates import Estimate, wilson
from cardkit.simulation.paired import Comparison, Rotation
from cardkit.simulation.summary import LENGTH, Histogram, Outcome, Rows, Summary

BATCHES = 200
NUMBERS = (5, 10, 20, 50, 500)
"""How many games or deals a batch has; so few as five have too few ends for an interval that isn't sometimes wider."""
CHANCE = 0.01
"""What chance makes of so many batches."""
SINGLES = [(0,), (1,)]
Held = tuple[Estimate, float]
"""What a table tells, and what is true."""


class Luck:
    """Games of two players by chance: how the cards lie decides as much of a deal as `lying` says."""

    def __init__(self, seed: int, better: float, lying: float) -> None:
        self.chance, self.better, self.lying = Seeded(seed), better, lying

    def uniform(self) -> float:
        """A number from 0 to 1."""
        return self.chance.below(1 << 30) / (1 << 30)

    def deal(self) -> tuple[bool, bool]:
        """Whether the first player wins at the first seat, and at the second; each as often as it is better."""
        if self.uniform() >= self.lying:
            return self.uniform() < self.better, self.uniform() < self.better
        one, other = self.uniform() < self.better, self.uniform() < 2 * abs(self.better - 0.5)
        return (one, one) if other else (one, not one) if self.uniform() < 0.5 else (not one, one)

    def turns(self) -> int:
        """How long a game lasts: most are short, and a few are long, as those of War."""
        return 10 + int(-120 * (log(1 - self.uniform()) + log(1 - self.uniform())))


def outcome(number: int, winner: int, length: int = 5) -> Outcome:
    """A game that a seat won."""
    return Outcome(number, How.WON, (winner,), length, None, ())


KINDS = [(0.5, 0.0), (0.6, 0.5), (0.75, 0.0), (0.9, 0.5)]
"""How good the first player is, and how much the cards decide."""


def shares(number: int, luck: Luck) -> Iterator[Held]:
    """The shares of `simulate`."""
    yield wilson(sum(luck.uniform() < luck.better for _ in range(number)), number), luck.better


def means(number: int, luck: Luck) -> Iterator[Held]:
    """The means of `simulate`."""
    found = Histogram.of(float(luck.turns()) for _ in range(number)).estimate
    assert found is not None
    yield found, truth_of_turns()


@cache
def truth_of_turns() -> float:
    """The mean that games have, of very many."""
    luck = Luck(99, 0.5, 0.0)
    return fmean(luck.turns() for _ in range(400_000))


def compared(number: int, luck: Luck) -> Iterator[Held]:
    """The differences of `compare`, in shares and in lengths, of which a half is what the first has."""
    found = Comparison(counts="turn", variants={name: Summary.empty(2, ()) for name in ("first", "second")})
    rows = {name: Rows(2, ()) for name in found.variants}
    for game in range(number):
        one, other = luck.uniform() < 0.5, luck.uniform() < luck.better
        length = luck.turns()
        rows["first"].add(outcome(game, int(one), length))
        rows["second"].add(outcome(game, int(one if luck.uniform() < 0.5 else other), length + luck.turns()))
    found.add(rows)
    pair = found.pairs["second"]
    yield pair.share("seat 1 wins").difference, (luck.better - 0.5) / 2
    longer = pair.number(LENGTH).estimate
    assert longer is not None
    yield longer, truth_of_turns()


def rotated(number: int, luck: Luck) -> Iterator[Held]:
    """What players and seats have by `simulate --rotate`."""
    found, turned = Rotation(["one", "other"], SINGLES), [Rows(2, ()), Rows(2, ())]
    for game in range(number):
        for rows, won, seat in zip(turned, luck.deal(), (0, 1), strict=True):
            rows.add(outcome(game, seat if won else 1 - seat))
    found.add(dict(zip(("turn 0", "turn 1"), turned, strict=True)))
    yield found.seen("players")[0].share(2), truth_of(luck)
    yield found.seen("seats")[0].share(2), 0.5


def truth_of(luck: Luck) -> float:
    """How often the first player wins."""
    far = 2 * abs(luck.better - 0.5)
    return luck.better * (1 - luck.lying) + luck.lying * (luck.better * far + 0.5 * (1 - far))


@cache
def two() -> Contest:
    """A contest of two players."""
    return contest("crazy8s", ["ai", "random"], options={"shuffle": True})


def contested(number: int, luck: Luck) -> Iterator[Held]:
    """The shares and the points of `arena`."""
    standings = Standings(two())
    for game in range(number):
        bouts = list[Bout]()
        for seating, won in zip(standings.contest.games_of_a_deal, luck.deal(), strict=True):
            has = tuple(float((who == 0) == won) for who in seating)
            points = tuple(share * luck.turns() for share in has)
            bouts.append(
                Bout(deal=game, seating=tuple(seating), how="won", shares=has, scores=points, length=1),
            )
        standings.take(bouts)
    truth = truth_of(luck)
    yield standings.share(0, 1), truth
    yield standings.total(1), 1 - truth


@pytest.mark.slow
@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("table", [shares, means, compared, rotated, contested])
def test_intervals_hold_the_truth_as_often_as_they_say(
    table: Callable[[int, Luck], Iterator[Held]], number: int
) -> None:
    told = list[list[bool]]()
    for kind, (better, lying) in enumerate(KINDS):
        luck = Luck(10 * number + kind, better, lying)
        for _ in range(BATCHES if number < 500 else BATCHES // 2):
            found = list(table(number, luck))
            told.append([(one.low or 0) - 1e-12 <= truth <= (one.high or 0) + 1e-12 for one, truth in found])
    for column in zip(*told, strict=True):
        assert 0.92 - CHANCE <= fmean(column) <= (0.98 + CHANCE if number > 5 else 1)
