"""Summaries of many games in whole numbers, which merge exactly, and the statistics that follow from them."""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from cardkit.simulation.figures.counting import highest, tally
from cardkit.simulation.figures.outcomes import CUT_OFF, DRAWN, ENDLESS, LOST, WON, Rows

PERCENTILES = (1, 5, 25, 50, 75, 95, 99)
Z95 = 1.959963984540054
"""How many standard errors a 95 % interval reaches to each side."""
_LONGEST_TALLY = 1 << 20
"""Numbers up to this one are counted in an array, a few bytes for each; higher ones in a dictionary."""


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


class Histogram:
    """How often each whole number was seen; everything else about the numbers follows from it exactly.

    >>> seen = Histogram({3: 1, 5: 2, 11: 1})
    >>> seen.total, seen.mean, seen.percentile(50), round(seen.deviation, 3), seen.lowest, seen.highest
    (4, Fraction(6, 1), 5, 3.464, 3, 11)
    """

    def __init__(self, counts: Mapping[int, int] | None = None) -> None:
        self.counts = Counter(counts or {})

    @property
    def total(self) -> int:
        """How many numbers were seen."""
        return self.counts.total()

    @property
    def sum(self) -> int:
        """The sum of the numbers seen."""
        return sum(number * times for number, times in self.counts.items())

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
        squares = sum(number * number * times for number, times in self.counts.items())
        return (squares - Fraction(self.sum**2, total)) / (total - 1)

    @property
    def deviation(self) -> float | None:
        """The standard deviation of the sample."""
        return None if self.variance is None else math.sqrt(self.variance)

    @property
    def error(self) -> float | None:
        """The standard error of the mean."""
        return None if self.deviation is None else self.deviation / math.sqrt(self.total)

    @property
    def lowest(self) -> int | None:
        """The lowest number seen."""
        return min(self.counts, default=None)

    @property
    def highest(self) -> int | None:
        """The highest number seen."""
        return max(self.counts, default=None)

    def percentile(self, percent: float) -> int | None:
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
        return {
            "games": self.total,
            "sum": self.sum,
            "mean": None if self.mean is None else float(self.mean),
            "sd": self.deviation,
            "min": self.lowest,
            "percentiles": {str(percent): self.percentile(percent) for percent in PERCENTILES},
            "max": self.highest,
            "counts": {str(number): self.counts[number] for number in sorted(self.counts)},
        }


@dataclass(kw_only=True)
class Summary:
    """What the games of a batch came to, in whole numbers."""

    seats: int
    figures: dict[str, Histogram]
    """What the game counts beside rounds or turns, over the games that ended."""
    games: int = 0
    wins: list[int] = field(default_factory=list[int])
    """How many games each seat won, alone or together with others."""
    shared: int = 0
    """Games that more than one seat won, and that count for each of them."""
    draws: int = 0
    lost: int = 0
    """Games that everybody lost, against the house or in a patience."""
    endless: int = 0
    cut_off: int = 0
    """Games in which chance or free choices had their say so often that they were stopped."""
    failed: int = 0
    """Games that a player or a rule broke off by an error; they are in none of the other counts."""
    lengths: Histogram = field(default_factory=Histogram)
    """The rounds or turns of the games that ended."""
    repeats: Histogram = field(default_factory=Histogram)
    """Of endless games, the round or turn that would have begun as an earlier one did."""
    cycles: Histogram = field(default_factory=Histogram)
    """Of endless games, the rounds or turns from one time to the next."""

    @classmethod
    def empty(cls, seats: int, figures: Iterable[str]) -> Summary:
        """The summary of no games."""
        return cls(seats=seats, figures={name: Histogram() for name in figures}, wins=[0] * seats)

    @classmethod
    def of(cls, rows: Rows) -> Summary:
        """The summary of these games."""
        ends = _count(rows, "end", endless_too=True).counts
        endless = _endless(rows) if ends[ENDLESS] else []
        wins = [_count(rows, f"seat {seat}").counts[1] for seat in range(rows.seats)]
        return cls(
            seats=rows.seats,
            figures={name: _count(rows, name) for name in rows.figures},
            games=len(rows),
            wins=wins,
            shared=_shared(rows) if sum(wins) > ends[WON] else 0,
            draws=ends[DRAWN],
            lost=ends[LOST],
            endless=ends[ENDLESS],
            cut_off=ends[CUT_OFF],
            lengths=_count(rows, "length"),
            repeats=Histogram(Counter(again for _, again in endless)),
            cycles=Histogram(Counter(again - first for first, again in endless)),
        )

    @property
    def finished(self) -> int:
        """How many games ended, won, drawn or lost."""
        return self.games - self.endless - self.cut_off

    def add(self, other: Summary) -> None:
        """Take in the games of another summary, of the same game and number of seats."""
        self.games += other.games
        self.wins = [own + others for own, others in zip(self.wins, other.wins, strict=True)]
        self.shared += other.shared
        self.draws += other.draws
        self.lost += other.lost
        self.endless += other.endless
        self.cut_off += other.cut_off
        self.failed += other.failed
        for own, others in zip(self._histograms(), other._histograms(), strict=True):
            own.add(others)

    def _histograms(self) -> list[Histogram]:
        return [self.lengths, self.repeats, self.cycles, *self.figures.values()]

    def as_json(self) -> dict[str, Any]:
        """All there is, as JSON has it; the shares with their 95 % intervals."""
        shares = {name: getattr(self, name) for name in ("shared", "draws", "lost", "endless", "cut_off")}
        return {
            "games": self.games,
            "failed": self.failed,
            "wins": [_share(times, self.games) for times in self.wins],
            **{name: _share(times, self.games) for name, times in shares.items()},
            "length": self.lengths.as_json(),
            "figures": {name: seen.as_json() for name, seen in self.figures.items()},
            "first_repeat": self.repeats.as_json(),
            "cycle": self.cycles.as_json(),
        }


def _share(times: int, of: int) -> dict[str, Any]:
    return {"games": times, "share": times / of if of else None, "interval95": list(wilson(times, of))}


def _shared(rows: Rows) -> int:
    """How many of the games more than one seat won."""
    columns = [rows[f"seat {seat}"] for seat in range(rows.seats)]
    return sum(sum(won) > 1 for won in zip(*columns, strict=True))


def _endless(rows: Rows) -> list[tuple[int, int]]:
    return [(first, again) for first, again in zip(rows["first"], rows["again"], strict=True) if again]


def _count(rows: Rows, column: str, *, endless_too: bool = False) -> Histogram:
    """How often each number stands in a column, in the rows of games that ended or in all."""
    place, end = rows.columns.index(column), rows.columns.index("end")
    most = highest(rows.numbers, rows.width, place)
    if most > _LONGEST_TALLY:
        pairs = zip(rows["end"], rows[column], strict=True)
        return Histogram(Counter(number for how, number in pairs if endless_too or how < ENDLESS))
    counts = array("q", bytes(8 * (most + 1)))
    tally(rows.numbers, rows.width, place, -1 if endless_too else end, counts)
    return Histogram({number: times for number, times in enumerate(counts) if times})
