"""How sure figures are: the 95 % intervals of means and shares, by deals, for every command that plays many games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, sqrt
from statistics import NormalDist, fmean, variance
from typing import NamedTuple

_Z = NormalDist().inv_cdf(0.975)
"""How many standard errors a 95 % interval reaches to each side where the variance is known."""
ERROR = 0.05
"""How often an interval may miss, and a verdict be wrong."""
_GROUPS = 20


class Estimate(NamedTuple):
    """A mean, and half the width of the interval that holds the true one 95 times in a hundred; None if unknown."""

    mean: float
    half: float | None


def student(freedom: int) -> float:
    """The 97.5th percentile of Student's t; exact for one and two degrees of freedom, else to a hundredth.

    >>> student(1), round(student(1000), 4)
    (12.706, 1.9623)
    """
    if freedom < 3:
        return (12.706, 4.303)[freedom - 1]
    z = _Z
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def half_width(spread: float, number: int) -> float | None:
    """Half the 95 % interval of a mean of so many independent values of this variance; None for fewer than two."""
    return None if number < 2 else student(number - 1) * sqrt(spread / number)


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values, by Student's t in its expansion to the third order.

    >>> estimate([0.5, 0.5, 0.5])
    Estimate(mean=0.5, half=0.0)
    """
    number = len(values)
    return Estimate(fmean(values), half_width(variance(values), number) if number > 1 else None)


def estimate_of_share(shares: Sequence[float]) -> Estimate:
    """The same for shares of games; where one side has won everything, as uncertain as so few deals leave it.

    >>> round(estimate_of_share([1.0] * 10).half or 0, 4)
    0.2589
    """
    return of_share(estimate(shares), len(shares))


def of_share(found: Estimate, deals: int, even: float | None = 0.5) -> Estimate:
    """The estimate of a share: where all deals ended alike and not even, as uncertain as so few leave it."""
    return Estimate(found.mean, 1 - ERROR ** (1 / deals)) if found.half == 0 and found.mean != even else found


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
        found.append(Estimate(value, student(groups - 1) * sqrt(spread)))
    return found


def wilson(times: int, of: int) -> tuple[float, float]:
    """The interval for a share that was seen `times` in `of` cases (Wilson, JASA 22, 1927).

    >>> [round(end, 4) for end in wilson(50, 100)]
    [0.4038, 0.5962]
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if not of:
        return 0.0, 1.0
    z = _Z
    share = times / of
    centre = share + z * z / (2 * of)
    reach = z * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    scale = 1 + z * z / of
    low = 0.0 if times == 0 else (centre - reach) / scale
    return low, 1.0 if times == of else (centre + reach) / scale


def games_for(spread: float, error: float) -> int:
    """How many games it takes, where one has this variance, until the standard error of their mean is so small.

    >>> games_for(0.25, 0.001)
    250000
    """
    return ceil(spread / error**2)
