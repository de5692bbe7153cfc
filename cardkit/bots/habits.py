"""What playouts learn from those before, where an auction or a long list leaves much to choose: what did how well.

An action is known again by its notation, whoever does it and whatever the table looks like. Beside single actions stand
their classes: to pass is one of two things that can be done, not one of thirty-six.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, sqrt
from operator import mul
from typing import Any

from cardkit.bots.rollout import Policy, Rollout, kind_of
from cardkit.core.cards import Seat
from cardkit.core.chance.generators import Rng

_HEAT = 0.1
"""By how much of the spread of all that came of games an action may be worse that is still taken often."""
_PRIOR = 2.0
"""So many tries that came to the average are counted with those of an action."""
_FINE = 2**30


def classes(legal: Sequence[Any]) -> Mapping[Any, list[Any]]:
    """The legal actions by their classes."""
    found: dict[Any, list[Any]] = {}
    for action in legal:
        found.setdefault(kind_of(action), []).append(action)
    return found


class Worths:
    """What came of games: how many there were, what they came to on the average, and how much they differ."""

    def __init__(self) -> None:
        self._number, self._total, self._squares = 0, 0.0, 0.0
        self._least, self._most = inf, -inf

    def add(self, worth: float) -> None:
        """One more game."""
        self._number += 1
        self._total += worth
        self._squares += worth * worth
        self._least, self._most = min(self._least, worth), max(self._most, worth)

    @property
    def width(self) -> float:
        """By how much the best is better than the worst."""
        return self._most - self._least

    @property
    def mean(self) -> float:
        """What they came to on the average; 0 before the first."""
        return self._total / max(self._number, 1)

    @property
    def spread(self) -> float:
        """How much they differ: the standard deviation; 1 where they don't."""
        mean = self.mean
        return sqrt(max(self._squares / max(self._number, 1) - mean * mean, 0.0)) or 1.0


class Habits:
    """A policy of playouts: any of several classes, and any action of it, those sooner that did well before."""

    def __init__(self, policy: Policy) -> None:
        """Where all that is legal is of one class, the other policy chooses."""
        self._policy = policy
        self._known: dict[Any, tuple[int, float]] = {}
        self._done: list[tuple[Seat, Any]] = []
        self._worths = Worths()

    def __call__(self, rollout: Rollout, chance: Rng) -> Any:
        kinds = classes(rollout.legal)
        if len(kinds) < 2:
            return self._policy(rollout, chance)
        found, worths = list[Any](), list[float]()
        for actions in kinds.values():
            expected = list(map(self._worth, actions))
            weights = self._weights(expected)
            found.append(drawn(actions, weights, chance))
            worths.append(sum(map(mul, weights, expected)) / sum(weights))
        action = drawn(found, self._weights(worths), chance)
        self.note(rollout.seat, action)
        return action

    def among(self, actions: Sequence[Any], chance: Rng) -> Any:
        """One of some actions of a class, those sooner that did well before."""
        return drawn(actions, self._weights([*map(self._worth, actions)]), chance)

    def note(self, seat: Seat, action: Any) -> None:
        """A seat does something, of which it is learned what comes of it."""
        self._done.append((seat, action))

    def learn(self, rewards: Sequence[float]) -> None:
        """A game has ended, and was worth this to each seat."""
        for seat, action in self._done:
            worth = rewards[seat]
            tries, total = self._known.get(action, (0, 0.0))
            self._known[action] = tries + 1, total + worth
            self._worths.add(worth)
        self.forget()

    def forget(self) -> None:
        """Nothing is learned of the game that was played last."""
        self._done.clear()

    def _worth(self, action: Any) -> float:
        tries, total = self._known.get(action, (0, 0.0))
        return (total + _PRIOR * self._worths.mean) / (tries + _PRIOR)

    def _weights(self, worths: Sequence[float]) -> Sequence[float]:
        best, scale = max(worths), _HEAT * self._worths.spread
        return [less_likely((best - worth) / scale) for worth in worths]


def less_likely(by: float) -> float:
    """About e to the power of `-by`, from 0 on: to the last bit the same on every machine, which `math.exp` isn't."""
    share = max(1 - by / 1024, 0.0)
    for _ in range(10):
        share *= share
    return share


def drawn(actions: Sequence[Any], weights: Sequence[float], chance: Rng) -> Any:
    """One of some actions, each as likely as its weight says."""
    left = chance.below(_FINE) / _FINE * sum(weights)
    for action, weight in zip(actions, weights, strict=True):
        left -= weight
        if left < 0:
            return action
    return actions[-1]
