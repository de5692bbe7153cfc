"""What the end of a playout is worth to each seat, and how playouts are best played, as a few of them show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cardkit.bots.rollout import Policy, QuickDealer, Rollout, any_action, mixed_action
from cardkit.core.acts.results import Result
from cardkit.core.cards import Card
from cardkit.core.chance.generators import Seeded, shuffle
from cardkit.core.piles import Seat
from cardkit.table.players import Seating
from cardkit.table.setting_up import laid

LONGEST = 400
"""After so many actions a playout is given up, and worth as much as a draw."""
_OTHERS = 0.3
"""How much the points of the others count beside one's own: less, as they hang mostly on what others do."""
_SCORES = 0.1
"""How much the scores of a game count beside the win."""
_ACTIONS = 4000
"""How many actions of trial games are played in all."""
_GAMES = 80


class Rewards:
    """What the end of a round or of a game is worth to each seat: points where there are any, else the win."""

    def __init__(self, seating: Seating, *, low_is_good: bool) -> None:
        self.low_is_good = low_is_good
        teams = seating.game.teams(seating.seats)
        self._team = {seat: frozenset(team) for team in teams for seat in team}
        self._teams, self._seats = len(teams), seating.seats

    def of(self, rollout: Rollout) -> Sequence[float]:
        """What a table is worth to each seat where a playout has ended."""
        ended, result = rollout.dealer.ended, rollout.result
        if ended is not None:
            return self.margins(ended.points)
        if result is None:
            return [0.0 if rollout.state.round else 1 / self._teams] * self._seats
        return [won + _SCORES * squashed(margin) for won, margin in self._parts(result)]

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
    """What a few games by random players and by mostly first actions show of a game."""

    policy: Policy
    low_is_good: bool


_KNOWN: dict[tuple[Any, ...], Acquaintance] = {}
"""What was seen of each game, with its options, deck and seats; the same whenever it is looked at."""


def acquainted(seating: Seating) -> Acquaintance:
    """What is to be known of a game before it is searched: whether first actions are good, and which scores."""
    key = (type(seating.game), repr(seating.game), seating.deck, seating.seats)
    if key not in _KNOWN:
        _KNOWN[key] = _Trial(seating).acquaintance()
    return _KNOWN[key]


class _Trial:
    """Games in which some seats take mostly first actions, and the others any."""

    def __init__(self, seating: Seating) -> None:
        self._seating = seating
        self._left = _ACTIONS
        self._chance = Seeded(3)
        self._low: bool | None = None

    def acquaintance(self) -> Acquaintance:
        ends: list[tuple[set[Seat], Rollout]] = []
        for number in range(_GAMES):
            mixed = {seat for seat in range(self._seating.seats) if (seat + number) % 2}
            rollout = self._game(mixed)
            if rollout is not None:
                ends.append((mixed, rollout))
            if self._left <= 0:
                break
        rewards = Rewards(self._seating, low_is_good=bool(self._low))
        by_mixed, by_any = [0.0], [0.0]
        for mixed, rollout in ends:
            for seat, worth in enumerate(rewards.of(rollout)):
                (by_mixed if seat in mixed else by_any).append(worth)
        is_better = sum(by_mixed) / len(by_mixed) > sum(by_any) / len(by_any)
        return Acquaintance(mixed_action if is_better else any_action, rewards.low_is_good)

    def _game(self, mixed: set[Seat]) -> Rollout | None:
        """A game, or a round where it is known which scores are good; None where it isn't ended."""
        deck: list[Card] = list(self._seating.deck)
        shuffle(deck, self._chance)
        try:
            state = laid(self._seating.game, deck, self._seating.seats, QuickDealer(self._chance))
            rollout = Rollout(self._seating.game, state, self._chance)
            while rollout.result is None and self._left > 0:
                self._left -= 1
                rollout.play((mixed_action if rollout.seat in mixed else any_action)(rollout, self._chance))
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
