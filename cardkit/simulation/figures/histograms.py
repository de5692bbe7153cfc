"""Numbers that were seen in many games: how often each, and the statistics that follow from it exactly."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

PERCENTILES = (1, 5, 25, 50, 75, 95, 99)
Z95 = 1.959963984540054
"""How many standard errors a 95 % interval reaches to each side."""


def wilson(times: int, of: int, z: float = Z95) -> tuple[float, float]:
    """The interval for a share that was seen `times` in `of` cases (Wilson, JASA 22, 1927).

    >>> [round(end, 4) for end in wilson(50, 100)]
    [0.4038, 0.5962]
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if not of:
        return 0.0, 1.0
    share = times / of
    centre = share + z * z / (2 * of)
    reach = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    scale = 1 + z * z / of
    low = 0.0 if times == 0 else (centre - reach) / scale
    return low, 1.0 if times == of else (centre + reach) / scale


def exact(number: float) -> int | Fraction:
    """A number as one that can be added and multiplied without any error."""
    return number if isinstance(number, int) else Fraction(number)


class Histogram:
    """How often each number was seen; everything else about the numbers follows from it exactly.

    Whole numbers are counted as such, whatever their type.

    >>> seen = Histogram({3: 1, 5: 2, 11: 1})
    >>> seen.total, seen.mean, seen.percentile(50), round(seen.deviation, 3), seen.lowest, seen.highest
    (4, Fraction(6, 1), 5, 3.464, 3, 11)
    """

    def __init__(self, counts: Mapping[float, int] | None = None) -> None:
        self.counts: Counter[float] = Counter(counts or {})

    @classmethod
    def of(cls, numbers: Iterable[float]) -> Histogram:
        """How often each of these numbers is among them."""
        seen = Counter(numbers)
        return cls({int(number) if number == int(number) else number: times for number, times in seen.items()})

    @property
    def total(self) -> int:
        """How many numbers were seen."""
        return self.counts.total()

    @property
    def sum(self) -> int | Fraction:
        """The sum of the numbers seen, exactly."""
        return sum(exact(number) * times for number, times in self.counts.items())

    @property
    def mean(self) -> Fraction | None:
        """The mean, exactly; None where nothing was seen."""
        return Fraction(self.sum, self.total) if self.counts else None

    @property
    def variance(self) -> Fraction | None:
        """The variance of the sample, exactly; None where fewer than two numbers were seen."""
        total = self.total
        if total < 2:
            return None
        squares = sum(exact(number) ** 2 * times for number, times in self.counts.items())
        return (squares - Fraction(self.sum**2, total)) / (total - 1)

    @property
    def deviation(self) -> float | None:
        """The standard deviation of the sample."""
        return None if self.variance is None else math.sqrt(self.variance)

    @property
    def error(self) -> float | None:
        """The standard error of the mean."""
        return None if self.deviation is None else self.deviation / math.sqrt(self.total)

    def interval(self, z: float = Z95) -> tuple[float, float] | None:
        """Where the mean of all games may lie, so many standard errors to each side; None where little was seen."""
        if self.mean is None or self.error is None:
            return None
        return float(self.mean) - z * self.error, float(self.mean) + z * self.error

    @property
    def lowest(self) -> float | None:
        """The lowest number seen."""
        return min(self.counts, default=None)

    @property
    def highest(self) -> float | None:
        """The highest number seen."""
        return max(self.counts, default=None)

    def percentile(self, percent: float) -> float | None:
        """The lowest number that at least so many per cent of those seen don't exceed."""
        wanted = math.ceil(Fraction(percent) * self.total / 100)
        reached = 0
        for number in sorted(self.counts):
            reached += self.counts[number]
            if reached >= max(1, wanted):
                return number
        return None

    def add(self, other: Histogram) -> None:
        """Count what the other one has seen, too."""
        self.counts.update(other.counts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Histogram) and self.counts == other.counts

    __hash__ = None  # type: ignore[assignment]

    def as_json(self) -> dict[str, Any]:
        """The statistics, and the counts in the order of the numbers."""
        between = self.interval()
        return {
            "games": self.total,
            "sum": self.sum if isinstance(self.sum, int) else float(self.sum),
            "mean": None if self.mean is None else float(self.mean),
            "interval95": None if between is None else list(between),
            "sd": self.deviation,
            "min": self.lowest,
            "percentiles": {str(percent): self.percentile(percent) for percent in PERCENTILES},
            "max": self.highest,
            "counts": {str(number): self.counts[number] for number in sorted(self.counts)},
        }


def games_for(variance: float, error: float) -> int:
    """How many games it takes, where one has this variance, until the standard error of their mean is so small.

    >>> games_for(0.25, 0.001)
    250000
    """
    return math.ceil(variance / error**2)
