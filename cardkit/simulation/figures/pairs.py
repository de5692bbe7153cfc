"""Games of two batches side by side, each with its deal in common: what differs, and by how much for certain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import compress
from math import comb, ldexp, log, sqrt
from operator import sub
from statistics import NormalDist
from typing import Any

from cardkit.simulation.figures.endings import ending
from cardkit.simulation.figures.histograms import Z95, Histogram
from cardkit.simulation.figures.outcomes import ENDLESS, Rows
from cardkit.simulation.figures.summary import Sides

MOST_COUNTED = 1000
"""Up to so many games that differ, what chance makes of them is counted; of more, calculated."""


@dataclass(kw_only=True)
class Share:
    """In how many pairs of games something came about by one of the two alone, out of how many pairs."""

    pairs: int
    more: int
    """Pairs in which it came about, and by the first batch did not."""
    less: int

    @property
    def difference(self) -> float:
        """How much larger the share is than the first batch's."""
        return (self.more - self.less) / self.pairs if self.pairs else 0.0

    @property
    def variance(self) -> float:
        """The variance of the difference in one pair, never quite 0 (Agresti and Min, Statistics in Medicine 24)."""
        pairs, more, less = self.pairs + 2, self.more + 0.5, self.less + 0.5
        return (more + less) / pairs - ((more - less) / pairs) ** 2

    def interval(self, z: float = Z95) -> tuple[float, float]:
        """Where the difference may lie, so many standard errors to each side."""
        centre = (self.more - self.less) / (self.pairs + 2)
        reach = z * sqrt(self.variance / (self.pairs + 2))
        return max(-1.0, centre - reach), min(1.0, centre + reach)

    @property
    def chance(self) -> float:
        """How likely so great a difference is where there is none: then each game that differs is a toss of a coin."""
        tosses, fewer = self.more + self.less, min(self.more, self.less)
        if tosses > MOST_COUNTED:
            return 2 * NormalDist().cdf((fewer + 0.5 - tosses / 2) / sqrt(tosses / 4))
        return min(1.0, 2 * sum(comb(tosses, heads) for heads in range(fewer + 1)) / (1 << tosses))


def chance_of(seen: Histogram) -> float:
    """How likely a mean so far from 0 is where it is 0, by Student's distribution (Wallace, Ann. Math. Stat. 30)."""
    if seen.mean is None or not seen.error:
        return 1.0 if not seen.mean else ldexp(1.0, 1 - seen.total)
    freedom = seen.total - 1
    squares = (float(seen.mean) / seen.error) ** 2
    normal = (8 * freedom + 1) / (8 * freedom + 3) * sqrt(freedom * log(1 + squares / freedom))
    return 2 * NormalDist().cdf(-normal)


@dataclass(kw_only=True)
class Paired:
    """The games of a batch beside those of the same numbers by another, the first."""

    ends: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    """How often a game ended so by the first batch and so by this one, in the words of the table of shares."""
    lengths: Histogram = field(default_factory=Histogram)
    """How many more rounds or turns it took, where it ended by both."""
    scores: dict[int, Histogram] = field(default_factory=dict[int, Histogram])
    """How much higher the score of each seat was, where the game ended by both."""

    def add(self, base: Rows, rows: Rows, base_sides: Sides, sides: Sides) -> None:
        """Take in games of both; those that one of them has not, because they failed, are left out."""
        if base["game"] != rows["game"]:
            games = set(base["game"]) & set(rows["game"])
            base, rows = base.only(games), rows.only(games)
        seats = zip(zip(base["end"], *base.won(), strict=True), zip(rows["end"], *rows.won(), strict=True), strict=True)
        for (before, after), times in Counter(seats).items():
            self.ends[ending(before, base_sides), ending(after, sides)] += times
        both = [first < ENDLESS and second < ENDLESS for first, second in zip(base["end"], rows["end"], strict=True)]
        self.lengths.add(differences(base["length"], rows["length"], both))
        if base.scores or rows.scores:
            for seat in range(min(base.seats, rows.seats)):
                seen = differences(base.scores_of(seat), rows.scores_of(seat), both)
                self.scores.setdefault(seat, Histogram()).add(seen)

    @property
    def games(self) -> int:
        """The number of pairs."""
        return self.ends.total()

    def share(self, end: str) -> Share:
        """What became of the share of the games that end so."""
        more = sum(times for (before, after), times in self.ends.items() if after == end != before)
        less = sum(times for (before, after), times in self.ends.items() if before == end != after)
        return Share(pairs=self.games, more=more, less=less)

    def shares(self, ends: Iterable[str]) -> dict[str, Share]:
        """What became of each of these shares."""
        return {end: self.share(end) for end in ends}

    def tests(self, ends: Iterable[str]) -> int:
        """How many questions are put whether something differs: one less where a share is what another leaves."""
        varying = sum(share.more + share.less > 0 for share in self.shares(ends).values())
        return (1 if varying == 2 else varying) + sum(seen.total > 0 for seen in self.numbers())

    def numbers(self) -> Iterator[Histogram]:
        """The differences of what is a number."""
        yield self.lengths
        yield from self.scores.values()

    def as_json(self, ends: Iterable[str]) -> dict[str, Any]:
        """The differences with their 95 % intervals."""
        return {
            "pairs": self.games,
            "shares": {
                name: {"difference": share.difference, "interval95": list(share.interval())}
                for name, share in self.shares(ends).items()
            },
            "length": _difference(self.lengths),
            "scores": [_difference(seen) for seen in self.scores.values()],
        }


def _difference(seen: Histogram) -> dict[str, Any]:
    between = seen.interval()
    return {
        "pairs": seen.total,
        "difference": None if seen.mean is None else float(seen.mean),
        "interval95": None if between is None else list(between),
    }


def differences(base: Sequence[float], numbers: Sequence[float], both: Sequence[bool]) -> Histogram:
    """How much more each number is than that of the first batch, where both count."""
    return Histogram.of(compress(map(sub, numbers, base), both))
