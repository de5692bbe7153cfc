"""What follows from numbers of which there is one for each deal: intervals, a sequential test, ratings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from math import exp, log, log10, sqrt
from statistics import NormalDist, fmean, variance
from typing import NamedTuple

_Z = NormalDist().inv_cdf(0.975)
ERROR = 0.05
"""How often a verdict of the sequential test may be wrong."""
FEWEST = 5
"""From so many deals on there may be a verdict."""
_GROUPS = 20


class Estimate(NamedTuple):
    """A mean, and half the width of the interval that holds the true one 95 times in a hundred; None if unknown."""

    mean: float
    half: float | None


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values, by Student's t in its expansion to the third order.

    >>> estimate([0.5, 0.5, 0.5])
    Estimate(mean=0.5, half=0.0)
    """
    number = len(values)
    if number < 2:
        return Estimate(fmean(values), None)
    return Estimate(fmean(values), _student(number - 1) * sqrt(variance(values) / number))


def estimate_of_share(shares: Sequence[float]) -> Estimate:
    """The same for shares of games; where one side has won everything, as uncertain as so few deals leave it.

    >>> round(estimate_of_share([1.0] * 10).half or 0, 4)
    0.2589
    """
    found = estimate(shares)
    if found.half == 0 and found.mean != 0.5:
        return Estimate(found.mean, 1 - ERROR ** (1 / len(shares)))
    return found


def _student(freedom: int) -> float:
    """The 97.5th percentile of Student's t; exact for one and two degrees of freedom, else to a hundredth."""
    if freedom < 3:
        return (12.706, 4.303)[freedom - 1]
    z = _Z
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


class Verdict(StrEnum):
    """What a sequential test says of the first of two players."""

    BETTER = "better"
    WORSE = "worse"
    ALIKE = "alike"
    OPEN = "open"


class Sums:
    """Numbers of which only their sums are kept."""

    def __init__(self) -> None:
        self.number = 0
        self.total = 0.0
        self.squares = 0.0

    def add(self, value: float) -> None:
        """Add a number."""
        self.number += 1
        self.total += value
        self.squares += value * value


def verdict(shares: Sums, margin: float) -> Verdict:
    """Whether a player is better or worse than even, or not by as much as the margin: two sequential tests by Wald.

    Two more deals, one won and one lost, are taken into the variance: it is too small where deals are few, and none
    where they all end alike.
    """
    number = shares.number
    if number < FEWEST:
        return Verdict.OPEN
    mean = shares.total / number
    spread = (shares.squares - number * mean * mean + 0.5) / (number + 1)
    better, worse = (number * margin * (2 * sign * (mean - 0.5) - margin) / (2 * spread) for sign in (1, -1))
    if max(better, worse) >= log((1 - ERROR) / (ERROR / 2)):
        return Verdict.BETTER if better > worse else Verdict.WORSE
    return Verdict.ALIKE if max(better, worse) <= log(ERROR / (1 - ERROR / 2)) else Verdict.OPEN


Wins = Sequence[Sequence[float]]
"""How many games each player has won of each other one."""


def ratings(wins: Wins) -> list[float]:
    """Elo's ratings around 0 by the model of Bradley and Terry, with half a game more won by each of each other."""
    players = range(len(wins))
    won = [sum(wins[one][other] + 0.5 for other in players if other != one) for one in players]
    strength = [1.0] * len(wins)
    for _ in range(1000):
        before = strength
        strength = [
            won[one]
            / sum(
                (wins[one][other] + wins[other][one] + 1) / (before[one] + before[other])
                for other in players
                if other != one
            )
            for one in players
        ]
        middle = exp(fmean(map(log, strength)))
        strength = [value / middle for value in strength]
        if all(abs(new / old - 1) < 1e-9 for new, old in zip(strength, before, strict=True)):
            break
    return [400 * log10(value) for value in strength]


def jackknifed(of_deals: Callable[[Sequence[int]], list[float]], deals: int) -> list[Estimate]:
    """Figures of all deals with their intervals, by leaving out a group of the deals at a time."""
    every = range(deals)
    whole = of_deals(every)
    groups = min(_GROUPS, deals)
    if groups < 2:
        return [Estimate(value, None) for value in whole]
    left = [of_deals([deal for deal in every if deal % groups != group]) for group in range(groups)]
    found: list[Estimate] = []
    for value, others in zip(whole, zip(*left, strict=True), strict=True):
        middle = fmean(others)
        spread = (groups - 1) / groups * sum((other - middle) ** 2 for other in others)
        found.append(Estimate(value, _student(groups - 1) * sqrt(spread)))
    return found
