"""What the end of a playout is worth to each seat, and how playouts are best played, as a few of them show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul
from typing import Any, cast

from cardkit.bots.rollout import Policy, QuickDealer, Rollout, any_action, avoiding, mixed_action
from cardkit.core.acts.actions import Action
from cardkit.core.acts.results import Result
from cardkit.core.cards import Card
from cardkit.core.chance.generators import Seeded, shuffle
from cardkit.core.piles import Pile, Seat
from cardkit.core.state import State
from cardkit.table.players import Seating
from cardkit.table.setting_up import laid

LONGEST = 400
"""After so many actions a playout is given up."""
_OTHERS = 0.3
"""How much the points of the others count beside one's own: less, as they hang mostly on what others do."""
_SCORES = 0.1
"""How much the scores of a game count beside the win."""
_ACTIONS = 4000
"""How many actions of trial games are played in all."""
_GAMES = 80
_FEW = 4
"""How many games in which all do the same show how long they are."""
_LONG = 100
"""Where games without rounds are longer than this, a playout is given up after `_SHORT` actions."""
_SHORT = 24
_APART = 3
"""One of so many tables of trial games is measured."""


def measures(state: State) -> list[list[float]]:
    """For each seat how many cards are in its piles, and its numbers, against the average of the others; 1 before."""
    seats, found = state.seats, list[list[float]]()
    for value in vars(state).values():
        if isinstance(value, list) and len(cast(list[Any], value)) == seats > 1:
            own = [len(part) if type(part) is Pile else part for part in cast(list[Any], value)]
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
    """What the end of a round or of a game is worth to each seat: points where there are any, else the win."""

    def __init__(self, seating: Seating, *, low_is_good: bool, weights: Sequence[float] = ()) -> None:
        """The weights of measures say what a table is worth where a playout was cut off."""
        self.low_is_good, self._weights = low_is_good, weights
        teams = seating.game.teams(seating.seats)
        self._team = {seat: frozenset(team) for team in teams for seat in team}
        self._teams, self._seats = len(teams), seating.seats

    def of(self, rollout: Rollout) -> Sequence[float]:
        """What a table is worth to each seat where a playout has ended."""
        ended, result = rollout.dealer.ended, rollout.result
        if ended is not None:
            return self.margins(ended.points)
        if result is None:
            return self._estimates(rollout.state)
        return [won + _SCORES * squashed(margin) for won, margin in self._parts(result)]

    def _estimates(self, state: State) -> Sequence[float]:
        """What a table is likely to come to for each seat; a draw where nothing was learned, and points don't count."""
        if self._weights:
            rows = measures(state)
            if len(rows[0]) == len(self._weights):
                return [sum(map(mul, row, self._weights)) for row in rows]
        return [0.0 if state.round or self._teams == 1 else 1 / self._teams] * self._seats

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


@dataclass(frozen=True)
class Acquaintance:
    """What a few trial games show of a game."""

    policy: Policy
    rewards: Rewards
    longest: int
    """After so many actions a playout is cut off."""
    in_vain: frozenset[type[Action]]
    """The kinds of actions after which a game was always over, with nobody winning: to give up is one."""

    def worth(self, rollout: Rollout) -> Sequence[float]:
        """What the table where a playout ended, or was given up, is worth to each seat."""
        if self.in_vain and not rollout.is_over:
            for action in rollout.legal:
                if type(action) in self.in_vain:
                    rollout.play(action)
                    break
        return self.rewards.of(rollout)


_KNOWN: dict[tuple[Any, ...], Acquaintance] = {}
"""What was seen of each game, with its options, deck and seats; the same whenever it is looked at."""


def acquainted(seating: Seating) -> Acquaintance:
    """What is to be known of a game before it is searched, such as whether first actions are good."""
    key = (type(seating.game), repr(seating.game), seating.deck, seating.seats)
    if key not in _KNOWN:
        _KNOWN[key] = _Trial(seating).acquaintance()
    return _KNOWN[key]


class _Trial:
    """Games in which some seats take mostly first actions and the others any, and some in which all do the same."""

    def __init__(self, seating: Seating) -> None:
        self._seating = seating
        self._seats = range(seating.seats)
        self._chance = Seeded(3)
        self._low: bool | None = None
        self._vain: dict[type[Action], bool] = {}
        """Whether, whenever an action of a kind was done, the game was over and nobody had won."""
        self._length = 0
        self._tables: list[Sequence[Sequence[float]]] = []
        """How long the last game was, and what some of its tables measured for each seat."""
        self._has_rounds = False

    def acquaintance(self) -> Acquaintance:
        is_better = self._is_mixed_better()
        self._low = bool(self._low)
        in_vain = frozenset(kind for kind, always in self._vain.items() if always)
        policies = [avoiding(in_vain, policy) for policy in (any_action, mixed_action)]
        lengths = [self._typical(policy) for policy in policies]
        if lengths[is_better] > LONGEST / 2:
            is_better = lengths[True] <= lengths[False]
        policy, is_long = policies[is_better], lengths[is_better] > _LONG and not self._has_rounds
        rewards = self._rewards(self._weights(policy) if is_long and not in_vain else ())
        return Acquaintance(policy, rewards, _SHORT if is_long else LONGEST, in_vain)

    def _rewards(self, weights: Sequence[float] = ()) -> Rewards:
        return Rewards(self._seating, low_is_good=bool(self._low), weights=weights)

    def _is_mixed_better(self) -> bool:
        """Whether those who take mostly first actions win more than those who take any."""
        ends: list[tuple[set[Seat], Rollout]] = []
        left = _ACTIONS
        for number in range(_GAMES):
            mixed = {seat for seat in self._seats if (seat + number) % 2}
            rollout = self._game([mixed_action if seat in mixed else any_action for seat in self._seats], left)
            if rollout is not None:
                ends.append((mixed, rollout))
            left -= self._length
            if left <= 0:
                break
        rewards, by_mixed, by_any = self._rewards(), [0.0], [0.0]
        for mixed, rollout in ends:
            for seat, worth in enumerate(rewards.of(rollout)):
                (by_mixed if seat in mixed else by_any).append(worth)
        return sum(by_mixed) / len(by_mixed) > sum(by_any) / len(by_any)

    def _typical(self, policy: Policy) -> float:
        """How long a game or a round is in which all play by a policy, on the average of a few."""
        total = 0
        for _ in range(_FEW):
            self._game([policy] * len(self._seats), LONGEST)
            total += self._length
        return total / _FEW

    def _weights(self, policy: Policy) -> Sequence[float]:
        """What tables come to in games in which all play by a policy, as weights of what they measure."""
        rows, worths, left = list[Sequence[float]](), list[float](), _ACTIONS
        while left > 0:
            rollout = self._game([policy] * len(self._seats), left)
            left -= max(self._length, 1)
            if rollout is not None:
                rows += [row for table in self._tables for row in table]
                worths += [*self._rewards().of(rollout)] * len(self._tables)
        return fitted(rows, worths) if len({*map(len, rows)}) == 1 else ()

    def _game(self, policies: Sequence[Policy], most: int) -> Rollout | None:
        """A game, or a round where it is known which scores are good; None where it isn't ended."""
        deck: list[Card] = list(self._seating.deck)
        shuffle(deck, self._chance)
        self._length, self._tables = 0, []
        try:
            state = laid(self._seating.game, deck, self._seating.seats, QuickDealer(self._chance))
            rollout = Rollout(self._seating.game, state, self._chance)
            self._has_rounds = state.round > 0
            while rollout.result is None and self._length < most:
                if self._length % _APART == 0:
                    self._tables.append(measures(rollout.state))
                self._length += 1
                action = policies[rollout.seat](rollout, self._chance)
                rollout.play(action)
                is_vain = rollout.result is not None and not rollout.result.winners
                self._vain[type(action)] = is_vain and self._vain.get(type(action), True)
                if rollout.dealer.ended is not None and self._low is not None:
                    break
        except Exception:
            return None
        self._look_at(rollout.result)
        return rollout if rollout.is_over else None

    def _look_at(self, result: Result | None) -> None:
        """See from a result whether high scores win or low ones."""
        if result is not None and result.winners and len(set(result.scores)) > 1:
            best = result.scores[result.winners[0]]
            if best in (min(result.scores), max(result.scores)):
                self._low = best == min(result.scores)
