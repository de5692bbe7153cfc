"""How sure figures are: the 95 % intervals of means and shares, by deals, for every command that plays many games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import atanh, cbrt, ceil, comb, floor, fsum, ldexp, log1p, log10, sqrt, tanh
from statistics import NormalDist, fmean, variance
from typing import Any, NamedTuple

NORMAL = NormalDist().inv_cdf(0.975)
"""How many standard errors a 95 % interval reaches to each side where the variance is known."""
ERROR = 0.05
"""How often an interval may miss, and a verdict be wrong."""
_EIGHTH = 1 / 8
"""Taken into the spread of the deals' shares, since deals aren't all alike because the few that were seen are."""
_MOST_SKEWED = 2.0
WILSONS = NORMAL * NORMAL
"""The interval of a share is as narrow as if so many games more had been played, half of them won."""
_ONE_DIGIT = 3.55
"""From here on an error is told with one digit, below with two, as the Particle Data Group rounds."""


class Estimate(NamedTuple):
    """A mean, and the ends of the interval that holds the true one 95 times in a hundred; None where that is unknown.

    >>> Estimate(0.52134, 0.49, 0.55).times(100).told("%")
    ('52.1 %', '49.0 to 55.0 %')
    """

    mean: float
    low: float | None
    high: float | None

    @property
    def half(self) -> float | None:
        """Half the width of the interval."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2

    @property
    def error(self) -> float | None:
        """The standard error that the interval has."""
        return None if self.half is None else self.half / NORMAL

    @property
    def reach(self) -> float:
        """How far the true one may be from the mean, as far as is known."""
        return max(0.0 if end is None else abs(end - self.mean) for end in self[1:])

    def times(self, factor: float) -> Estimate:
        """The estimate of a positive multiple."""
        return Estimate(self.mean * factor, *(None if end is None else end * factor for end in self[1:]))

    @property
    def decimals(self) -> int:
        """How many decimals of the mean make sense: two digits of the error, or one where it begins with 4 to 9."""
        return 2 if not self.half else max(0, _decimals(self.half))

    def told(self, unit: str = "") -> tuple[str, str]:
        """The mean and the interval as people read them; nothing is told in more digits than the error allows."""
        decimals, unit = self.decimals, f" {unit}" if unit else ""
        mean = f"{number_text(self.mean, decimals)}{unit}"
        if self.low is None or self.high is None:
            return mean, "-"
        return mean, f"{number_text(self.low, decimals)} to {number_text(self.high, decimals)}{unit}"

    def as_json(self) -> dict[str, Any]:
        """The same for programs, in full digits."""
        return {
            "mean": self.mean,
            "half": self.half,
            "interval95": None if self.low is None else [self.low, self.high],
        }


def _decimals(error: float) -> int:
    power = floor(log10(error))
    return -power + int(error * 10.0**-power < _ONE_DIGIT)


def number_text(number: float, decimals: int) -> str:
    """A number with so many decimals, without a sign where they are nothing, and without decimals where it is 0."""
    return f"{round(number, decimals) + 0.0:,.{decimals}f}" if number else "0"


def student(freedom: int) -> float:
    """The 97.5th percentile of Student's t; exact for one and two degrees of freedom, else to a hundredth.

    >>> student(1), round(student(1000), 4)
    (12.706, 1.9623)
    """
    if freedom < 3:
        return (12.706, 4.303)[freedom - 1]
    z = NORMAL
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def of_mean(mean: float, spread: float, skewness: float, number: int) -> Estimate:
    """The estimate of a mean of so many independent values of this variance and skewness.

    By Student's t, corrected for skewness, without which it misses too often where few games last long
    (Hall, J. R. Statist. Soc. B 54, 1992).
    """
    if number < 2:
        return Estimate(mean, None, None)
    reach, deviation = student(number - 1) / sqrt(number), sqrt(spread)
    ends = (_unskewed(sign * reach, skewness, number) for sign in (1, -1))
    return Estimate(mean, *(mean - deviation * end for end in ends))


def _unskewed(reach: float, skewness: float, number: int) -> float:
    """So many deviations of a mean of values without skewness, as deviations of one of values that have it."""
    if abs(skewness) < 1e-6:
        return reach
    return 3 / skewness * (cbrt(1 + skewness * (reach - skewness / (6 * number))) - 1)


def of_share(share: float, spread: float, deals: int) -> Estimate:
    """The estimate of a share that has this variance from deal to deal; between 0 and 1, and never without width.

    It is Wilson's for so many cases as the deals are worth, since games of a deal depend on each other, with Student's
    t for twice as many degrees of freedom as there are deals: so it holds the truth as often as it says, from five on.
    """
    if deals < 2:
        return Estimate(share, 0.0, 1.0)
    worth = (spread * (deals - 1) + _EIGHTH) / (deals * share * (1 - share) + _EIGHTH)
    return _scored(share, student(2 * deals) ** 2 * worth / deals)


def of_difference(difference: float, spread: float, deals: int) -> Estimate:
    """The same for how much two shares differ, between -1 and 1."""
    found = of_share((1 + difference) / 2, spread / 4, deals)
    return Estimate(difference, *(2 * (end or 0.0) - 1 for end in found[1:]))


def wilson(times: int, of: int) -> Estimate:
    """The estimate of a share that was seen `times` in `of` cases on their own (Wilson, JASA 22, 1927).

    >>> [round(end, 4) for end in wilson(50, 100)]
    [0.5, 0.4038, 0.5962]
    >>> wilson(0, 0)
    Estimate(mean=0.0, low=0.0, high=1.0)
    """
    return _scored(times / of, WILSONS / of) if of else Estimate(0.0, 0.0, 1.0)


def _scored(share: float, squares: float) -> Estimate:
    """The shares from which one may be seen that lies off by no more than its standard error there, times a root."""
    share = min(1.0, max(0.0, share))
    centre = share + squares / 2
    reach = sqrt(squares * share * (1 - share) + squares * squares / 4)
    low = 0.0 if share == 0 else (centre - reach) / (1 + squares)
    return Estimate(share, low, 1.0 if share == 1 else (centre + reach) / (1 + squares))


def skewness_of(cubes: float, spread: float, number: int) -> float:
    """The skewness of a sample, by its mean cube about the mean and its variance; 0 for fewer than three values.

    It is told as 2 at most, what waiting times have: more of it in few values is an outlier.
    """
    if number < 3 or not spread:
        return 0.0
    biased = spread * (number - 1) / number
    found = cubes / (biased * sqrt(biased)) * sqrt(number * (number - 1)) / (number - 2)
    return max(-_MOST_SKEWED, min(_MOST_SKEWED, found))


def estimate(values: Sequence[float]) -> Estimate:
    """The estimate of the mean of independent values.

    >>> estimate([0.5, 0.5, 0.5])
    Estimate(mean=0.5, low=0.5, high=0.5)
    """
    number, mean = len(values), fmean(values)
    spread = variance(values) if number > 1 else 0.0
    return of_mean(mean, spread, skewness_of(fmean((value - mean) ** 3 for value in values), spread, number), number)


def estimate_of_share(shares: Sequence[float]) -> Estimate:
    """The same for shares of games, one for each deal.

    >>> [round(end, 3) for end in estimate_of_share([1.0] * 10)]
    [1.0, 0.697, 1.0]
    """
    return of_share(fmean(shares), variance(shares) if len(shares) > 1 else 0.0, len(shares))


def jackknifed(of_groups: Callable[[Sequence[int]], list[float]], groups: int) -> list[Estimate]:
    """Figures of all groups of deals with their intervals, by leaving out one group at a time.

    Where no group makes a difference, nothing is known of the interval.
    """
    every = range(groups)
    whole = of_groups(every)
    if groups < 2:
        return [Estimate(value, None, None) for value in whole]
    left = [of_groups([group for group in every if group != out]) for out in every]
    found: list[Estimate] = []
    for value, others in zip(whole, zip(*left, strict=True), strict=True):
        middle = fmean(others)
        spread = (groups - 1) / groups * sum((other - middle) ** 2 for other in others)
        half = student(groups - 1) * sqrt(spread)
        found.append(Estimate(value, value - half, value + half) if half else Estimate(value, None, None))
    return found


class Pairs:
    """Pairs of numbers, in groups one of which can be left out, and how far they go together."""

    GROUPS = 50

    def __init__(self, *, whole: bool = False) -> None:
        """They are `whole` where there are no others, so that nothing is estimated."""
        self._sums = [[0.0] * 6 for _ in range(self.GROUPS)]
        self._whole = whole
        self.total = 0
        """How many pairs there are."""

    def add(self, one: float, other: float) -> None:
        """Take in a pair."""
        sums = self._sums[self.total % self.GROUPS]
        self.total += 1
        for place, value in enumerate((1, one, other, one * one, other * other, one * other)):
            sums[place] += value

    @property
    def correlation(self) -> Estimate | None:
        """Pearson's correlation, with the interval that leaving out groups gives for its arctanh; None where one of the
        numbers is always the same.

        >>> pairs = Pairs()
        >>> for number in range(200):
        ...     pairs.add(number, number * number)
        >>> pairs.correlation.told()
        ('0.9679', '0.9647 to 0.9709')
        """
        every = range(min(self.GROUPS, self.total))
        whole = self._of(every)
        if whole is None or self._whole:
            return None if whole is None else Estimate(whole, None, None)
        if abs(whole) > 1 - 1e-12:
            return Estimate(whole, whole, whole)
        (found,) = jackknifed(lambda groups: [atanh(self._of(groups) or 0.0)], len(every))
        low, high = (None if end is None else tanh(end) for end in found[1:])
        return Estimate(whole, low, high)

    def told(self) -> str:
        """How far they go together, for people."""
        found = self.correlation
        if found is None:
            return "no correlation, as one of them is always the same"
        if found.low is None:
            return f"correlation {found.mean:.4f}"
        share, between = found.told()
        return f"correlation {share} (95 % interval {between})"

    def explained(self) -> Iterator[str]:
        """What the correlation says; nothing where there is none."""
        if found := self.correlation:
            squared = f"{100 * found.mean**2:.0f} % of what makes one figure differ goes with the other"
            by_chance = (found.low or 0.0) <= 0 <= (found.high or 0.0) and found.low is not None
            yield f"By the correlation squared, {squared}{'; it may be none but for chance' if by_chance else ''}."

    def as_json(self) -> dict[str, Any] | None:
        """The same for programs."""
        found = self.correlation
        return None if found is None else {"games": self.total, **found.as_json()}

    def _of(self, groups: Sequence[int]) -> float | None:
        number, x, y, xx, yy, xy = (fsum(self._sums[group][place] for group in groups) for place in range(6))
        spread = (number * xx - x * x) * (number * yy - y * y)
        if spread <= 0:
            return None
        return max(-1.0, min(1.0, (number * xy - x * y) / sqrt(spread)))


def widest_error(found: Iterable[Estimate | None]) -> float | None:
    """The greatest standard error of several estimates; None where one is unknown."""
    errors = [None if one is None else one.error for one in found]
    return None if None in errors else max((error for error in errors if error is not None), default=0.0)


def games_for(error: float, games: float, wanted: float) -> int:
    """How many games it takes until the standard error is as wanted, where it is this one after so many.

    >>> games_for(0.02, 1000, 0.01)
    4000
    """
    return ceil(games * (error / wanted) ** 2)


def upwards(number: float) -> str:
    """A number from 0 up in two digits, never too low.

    >>> upwards(38416), upwards(0.714), upwards(100), upwards(0)
    ('39,000', '0.72', '100', '0')
    """
    decimals = 1 - floor(log10(number)) if number else 0
    return number_text(ceil(number * 10.0**decimals - 1e-9) / 10.0**decimals, max(0, decimals))


_MOST_COUNTED = 1000
"""Up to so many cases that differ, what chance makes of them is counted; of more, calculated."""


def chance_of_cases(more: int, less: int) -> float:
    """How likely it is that so many cases differ in one way and so many in the other, where each is a toss of a coin.

    >>> chance_of_cases(8, 0) == 2 / 2**8
    True
    """
    tosses, fewer = more + less, min(more, less)
    if tosses > _MOST_COUNTED:
        return 2 * NormalDist().cdf((fewer + 0.5 - tosses / 2) / sqrt(tosses / 4))
    return min(1.0, 2 * sum(comb(tosses, heads) for heads in range(fewer + 1)) / (1 << tosses))


def chance_of_mean(mean: float, spread: float, number: int) -> float:
    """How likely a mean so far from 0 is where it is 0, by Student's distribution (Wallace, Ann. Math. Stat. 30)."""
    if not mean or not spread:
        return 1.0 if not mean else ldexp(1.0, 1 - number)
    freedom = number - 1
    squares = mean * mean * number / spread
    normal = (8 * freedom + 1) / (8 * freedom + 3) * sqrt(freedom * log1p(squares / freedom))
    return 2 * NormalDist().cdf(-normal)
