"""What the end of a playout is worth to each seat."""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from typing import Any, cast

from cardkit.bots.outlook import Gain
from cardkit.bots.rollout import Rollout
from cardkit.core.game import Game
from cardkit.core.piles import Seat
from cardkit.core.results import Result
from cardkit.core.state import State
from cardkit.table.players import Seating

LONGEST = 400
"""After so many actions a playout is given up."""
_OTHERS = 0.3
"""How much the points of the others count beside one's own: less, as they hang mostly on what others do."""
_SCORES = 0.1
"""How much the scores of a game count beside the win."""


def measures(state: State) -> list[list[float]]:
    """For each seat how many cards are in its piles, and its numbers, against the average of the others; 1 before."""
    seats, found = state.seats, list[list[float]]()
    for value in vars(state).values():
        if isinstance(value, list) and len(cast(list[Any], value)) == seats > 1:
            own = [len(part) if hasattr(part, "deal_from_top") else part for part in cast(list[Any], value)]
            if all(type(part) in (int, float) for part in own):
                total = sum(own)
                found.append([part - (total - part) / (seats - 1) for part in own])
    return [[1.0, *row] for row in zip(*found, strict=True)] or [[1.0]] * seats


def fitted(rows: Sequence[Sequence[float]], worths: Sequence[float]) -> Sequence[float]:
    """The weights with which a sum of measures comes nearest to what they were worth, by least squares."""
    size = range(len(rows[0]))
    table = [
        [sum(row[i] * row[j] for row in rows) + (i == j) for j in size]
        + [sum(row[i] * worth for row, worth in zip(rows, worths, strict=True))]
        for i in size
    ]
    for i in size:
        table[i] = [value / table[i][i] for value in table[i]]
        for j in size:
            if j != i:
                factor = table[j][i]
                table[j] = [value - factor * pivot for value, pivot in zip(table[j], table[i], strict=True)]
    return [line[-1] for line in table]


class Rewards:
    """What the end of a round or of a game is worth to each seat: points where there are any, else the win.

    Where all play together it is the share of the score with which they win, `goal`.
    """

    def __init__(
        self,
        seating: Seating,
        *,
        low_is_good: bool,
        weights: Sequence[float] = (),
        goal: float | None = None,
        is_zero_sum: bool = False,
        has_scores: bool = False,
    ) -> None:
        """The weights of measures say what a table is worth where a playout was cut off.

        Where the points that a seat gets are those that others lose, they are what counts, and not the win. Where
        nobody plays against anybody, and there are scores, these are what is told.
        """
        self._is_zero_sum = is_zero_sum
        self._in_points = is_zero_sum or (has_scores and len(seating.game.teams(seating.seats)) == 1)
        self.low_is_good, self._weights, self.goal = low_is_good, weights, goal
        self._game, self._seats = seating.game, seating.seats
        self._has_sides = cast(Any, type(seating.game)).sides is not cast(Any, Game).sides
        self._take(seating.game.teams(seating.seats))

    def _take(self, sides: Sequence[Sequence[Seat]]) -> None:
        """Take these seats for those that win and lose together."""
        self._team = {seat: frozenset(side) for side in sides for seat in side}
        self._teams = len(sides)

    def of(self, rollout: Rollout) -> Sequence[float]:
        """What a table is worth to each seat where a playout has ended."""
        ended, result = rollout.dealer.ended, rollout.result
        if self._has_sides:
            self._take(rollout.sides if ended is not None else self._game.sides(rollout.state))
        if ended is not None:
            return self.margins(ended.points)
        if result is None:
            return self._estimates(rollout.state)
        if result.of is not None:
            return [score / result.of for score in result.scores]
        if self._is_zero_sum:
            return self.margins(result.scores)
        return [won + _SCORES * squashed(margin) for won, margin in self._parts(result)]

    def gain(self, view: State) -> Gain:
        """In what it is counted what `gained` returns for a decision with this view."""
        if view.round:
            return Gain("points", " in the round", self.low_is_good)
        if self.goal is not None:
            return Gain("points", f" of {self.goal:g}")
        return Gain("points", low_is_good=self.low_is_good) if self._in_points else Gain("wins")

    def gained(self, rollout: Rollout, seat: Seat) -> float:
        """What the game itself gives a seat where a playout has ended: points, or its share of the win."""
        ended, result = rollout.dealer.ended, rollout.result
        if ended is not None:
            return ended.points[seat]
        if result is None:
            worth = self._estimates(rollout.state)[seat]
            if self.goal:
                return worth * self.goal
            return worth if rollout.state.round or self._in_points else min(max(worth, 0.0), 1.0)
        return result.scores[seat] if result.of is not None or self._in_points else self._parts(result)[seat][0]

    def _estimates(self, state: State) -> Sequence[float]:
        """What a table is likely to come to for each seat; a draw where nothing was learned, and points don't count."""
        if self._weights:
            rows = measures(state)
            if len(rows[0]) == len(self._weights):
                return [sum(map(mul, row, self._weights)) for row in rows]
        return [
            0.0 if state.round or self._teams == 1 or self.goal or self._is_zero_sum else 1 / self._teams
        ] * self._seats

    def _parts(self, result: Result) -> Sequence[tuple[float, float]]:
        """For each seat its share of the win, and how far its score is from those of the others."""
        winning = {self._team[seat] for seat in result.winners}
        if not winning and self._teams > 1:
            shares = [1 / self._teams] * self._seats
        else:
            shares = [float(seat in result.winners) / max(len(winning), 1) for seat in range(self._seats)]
        return list(zip(shares, self.margins(result.scores), strict=True))

    def margins(self, points: Sequence[float]) -> list[float]:
        """How good each seat's points are, those of others counted against them."""
        sign = -1 if self.low_is_good else 1
        margins: list[float] = []
        for seat in range(self._seats):
            others = [points[other] for other in range(self._seats) if other not in self._team[seat]]
            margins.append(sign * (points[seat] - (_OTHERS * sum(others) / len(others) if others else 0.0)))
        return margins


def squashed(margin: float) -> float:
    """A difference of scores as a number between -1 and 1."""
    return margin / (1 + abs(margin))
