"""How games end."""

from __future__ import annotations

import dataclasses
from enum import StrEnum

from cardkit.core.piles import Seat


class How(StrEnum):
    """How a game ended."""

    WON = "won"
    DRAW = "draw"
    ENDLESS = "endless"


@dataclasses.dataclass(frozen=True)
class Cycle:
    """Where an endless game repeats itself: what `again` would begin is what `first` began, counted from 1."""

    first: int
    again: int

    @property
    def length(self) -> int:
        """How many rounds or turns lie between the two."""
        return self.again - self.first


@dataclasses.dataclass(frozen=True)
class Result:
    """The end of a game: how it ended, who won, and one score for each seat (1 for winners, else 0, by default)."""

    how: How
    winners: tuple[Seat, ...]
    scores: tuple[float, ...]
    cycle: Cycle | None = None

    @classmethod
    def win(cls, *winners: Seat, seats: int) -> Result:
        """A game won by one seat, or by several together."""
        return cls(How.WON, winners, tuple(float(seat in winners) for seat in range(seats)))

    @classmethod
    def draw(cls, seats: int) -> Result:
        """A game that nobody won."""
        return cls(How.DRAW, (), (0.0,) * seats)

    @classmethod
    def endless(cls, seats: int, cycle: Cycle) -> Result:
        """A game that would go on for ever."""
        return cls(How.ENDLESS, (), (0.0,) * seats, cycle)

    @classmethod
    def most(cls, scores: tuple[float, ...]) -> Result:
        """A game won by the highest score, or a draw where all have the same."""
        return cls._best(max(scores), scores)

    @classmethod
    def least(cls, scores: tuple[float, ...]) -> Result:
        """A game won by the lowest score, or a draw where all have the same."""
        return cls._best(min(scores), scores)

    @classmethod
    def _best(cls, best: float, scores: tuple[float, ...]) -> Result:
        winners = tuple(seat for seat, score in enumerate(scores) if score == best)
        return cls(How.DRAW, (), scores) if len(winners) == len(scores) > 1 else cls(How.WON, winners, scores)
