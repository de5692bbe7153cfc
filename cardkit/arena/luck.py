"""Luck and skill: how much of what makes games differ is who plays, the cards and the seat, and what becomes of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import NamedTuple

from cardkit.arena.contest import Bout, Pair
from cardkit.simulation.estimates import Estimate, jackknifed

GROUPS = 50
"""The deals are taken in so many groups, one of which is left out at a time for the intervals."""


class Luck(NamedTuple):
    """The shares of the variance of a game's result, in which two players hold the same cards at the same seats."""

    skill: Estimate
    """Who plays."""
    deal: Estimate
    """The cards and the seat."""
    play: Estimate
    """What becomes of it: choices by chance, and cards that come later."""


class Variances:
    """What two players made of the same hands."""

    def __init__(self) -> None:
        self._sums = [[0.0] * 5 for _ in range(GROUPS)]
        self._deals = 0

    def take(self, games: Sequence[Bout], pair: Pair) -> None:
        """Take in the games of a deal, in which each sat where the other one did."""
        sums = self._sums[self._deals % GROUPS]
        self._deals += 1
        for seat in range(len(games[0].seating) if games else 0):
            shares = [[bout.shares[seat] for bout in games if bout.seating[seat] == who] for who in pair]
            if all(shares):
                one, other = map(fmean, shares)
                difference, middle = one - other, (one + other) / 2
                for place, value in enumerate((1, difference, difference**2, middle, middle**2)):
                    sums[place] += value

    @property
    def luck(self) -> Luck | None:
        """The shares; None where nothing differs, or there are too few deals."""
        groups = min(GROUPS, self._deals)
        if groups < 3 or not any(self._parts(range(groups))):
            return None
        found = jackknifed(lambda every: _shares(self._parts(every)), groups)
        return Luck(*map(_bounded, found))

    def _parts(self, groups: Iterable[int]) -> tuple[float, float, float]:
        """The variance that is due to who plays, to the deal, and to the play, none below 0."""
        chosen = [self._sums[group] for group in groups]
        number, first, squares, middle, middles = map(sum, zip(*chosen, strict=True))
        if number < 2:
            return 0.0, 0.0, 0.0
        spread = (squares - first * first / number) / (number - 1)
        of_deals = (middles - middle * middle / number) / (number - 1)
        skill = (first / number) ** 2 / 4 - spread / number / 4
        return max(0.0, skill), max(0.0, of_deals - spread / 4), spread / 2


def _bounded(found: Estimate) -> Estimate:
    """The estimate of a share, whose interval reaches from 0 to 1 at most."""
    low, high = found.low, found.high
    return found._replace(low=0.0 if low is None else max(0.0, low), high=1.0 if high is None else min(1.0, high))


def _shares(parts: tuple[float, float, float]) -> list[float]:
    whole = sum(parts)
    return [part / whole if whole else 0.0 for part in parts]
