"""Every game in the project with every rule set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import cycle
from typing import Any

import pytest

from cardkit.hosting.hosted import Unasked
from cardkit.plugins.registry import examples, installed, load_game
from cardkit.plugins.setup import Session, Setup, prepare
from cardkit.simulation.batch import Batch, batch_of

COARSE: Mapping[str, Mapping[str, Any]] = {
    "blackjack": {"Bet": 4},
    "cheat": {"Put": 8},
    "cribbage": {"Throw": 8},
    "hearts": {"Pass": 6},
    "holdem": {"Raise": 5},
    "spades": {"Bid": [f"bid {tricks}" for tricks in range(14)]},
}
"""A few actions that stand for those that are too many to be numbered, where there are such."""


@dataclass(frozen=True)
class Way:
    """A way to play a game."""

    game: str
    rules: str | None

    @property
    def has_several_at_a_time(self) -> bool:
        """Whether several seats ever choose, or may act, at the same time."""
        return not load_game(self.game).game.has_one_actor()

    def batch(self) -> Batch:
        """The games of it."""
        return batch_of(self.setup(seed=1))

    def setup(self, **parts: Any) -> Setup:
        """The request for them."""
        return Setup.of(load_game(self.game), self.rules, **parts)

    def session(self, *seats: str, seed: int = 1) -> Session:
        """A game of it in which nobody is asked anything beforehand."""
        nobody = Unasked(self.game)
        return prepare(self.setup(seats=seats, number=0, seed=seed), nobody, lambda seat: nobody)

    def __str__(self) -> str:
        return f"{self.game}-{self.rules}" if self.rules else self.game


WAYS = [
    Way(name, rules)
    for name in (*installed(), *examples())
    for rules in [one.name for one in load_game(name).rule_sets] or [None]
]
in_every_way = pytest.mark.parametrize("way", WAYS, ids=str)


def in_every_way_by_turns(name: str, values: Iterable[Any]) -> pytest.MarkDecorator:
    """Every way to play, each with one of some values, so that every value is taken with many games."""
    return pytest.mark.parametrize(("way", name), list(zip(WAYS, cycle(values), strict=False)), ids=str)
