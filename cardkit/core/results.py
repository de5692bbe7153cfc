"""How games end."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from enum import StrEnum

from cardkit.core.cards import Seat


class How(StrEnum):
    """How a game ended."""

    WON = "won"
    DRAW = "draw"
    ENDLESS = "endless"
    LOST = "lost"
    """All at the table lost: a patience didn't come out, the house won, or a game together came to less than wins."""
    CUT_OFF = "cut-off"
    """Nobody played on, because a limit was reached that somebody had set."""


@dataclasses.dataclass(frozen=True)
class Cycle:
    """Where an endless game repeats itself: what `again` would begin is what `first` began, counted from 1.

    Where both are the same, the game goes round in a circle within that one.
    """

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
    places: tuple[int, ...] = ()
    """The place of each seat, from 1, where the game has more to say of it than who won; equal places are shared."""
    of: float | None = None
    """The score with which all win together; None where seats play against each other, or against the house."""

    @classmethod
    def win(cls, *winners: Seat, seats: int) -> Result:
        """A game won by one seat, or by several together."""
        return cls(How.WON, winners, tuple(float(seat in winners) for seat in range(seats)))

    @classmethod
    def won(cls, *winners: Seat, scores: Sequence[float]) -> Result:
        """A game won by these seats whatever the scores are, of which there is one for each seat."""
        return cls(How.WON, winners, tuple(map(float, scores)))

    @classmethod
    def together(cls, score: float, *, of: float, seats: int) -> Result:
        """A game that all play together, and win where their score reaches `of`, or else lose; raises ValueError where
        that isn't above 0.

        >>> Result.together(17, of=25, seats=2).how, Result.together(25, of=25, seats=2).winners
        (<How.LOST: 'lost'>, (0, 1))
        """
        if of <= 0:
            raise ValueError(f"together, all win with a score above 0, and not with {of:g}")
        how, winners = (How.WON, tuple(range(seats))) if score >= of else (How.LOST, ())
        return cls(how, winners, (float(score),) * seats, of=float(of))

    @classmethod
    def draw(cls, seats: int) -> Result:
        """A game that nobody won."""
        return cls(How.DRAW, (), (0.0,) * seats)

    @classmethod
    def lost(cls, seats: int = 1, *, scores: tuple[float, ...] = ()) -> Result:
        """A game that everybody lost: together, against the house, or in a patience."""
        return cls(How.LOST, (), scores or (0.0,) * seats)

    @classmethod
    def in_order(cls, seats: Sequence[Seat]) -> Result:
        """A game with a place for everybody: the seats from the first, who wins, to the last.

        >>> Result.in_order([2, 0, 1]).places
        (2, 3, 1)
        """
        places = tuple(seats.index(seat) + 1 for seat in range(len(seats)))
        scores = tuple(float(len(seats) - place) for place in places)
        return cls(How.WON, (seats[0],), scores, places=places)

    @classmethod
    def cut_off(cls, scores: tuple[float, ...]) -> Result:
        """A game that was stopped at a limit."""
        return cls(How.CUT_OFF, (), scores)

    @classmethod
    def out_of_time(cls, seat: Seat, teams: Sequence[Sequence[Seat]]) -> Result:
        """A game that a seat lost, with its team, because its time ran out: all others win."""
        seats = sum(map(len, teams))
        winners = sorted(other for team in teams if seat not in team for other in team)
        return cls.win(*winners, seats=seats) if winners else cls.lost(seats)

    @classmethod
    def most_of(cls, teams: Sequence[Sequence[Seat]], scores: Sequence[float]) -> Result:
        """A game won by the team with the highest score, given in the order of the teams; a draw where all have it."""
        return cls._best(max(scores), _each(teams, scores))

    @classmethod
    def least_of(cls, teams: Sequence[Sequence[Seat]], scores: Sequence[float]) -> Result:
        """A game won by the team with the lowest score, given in the order of the teams; a draw where all have it."""
        return cls._best(min(scores), _each(teams, scores))

    @classmethod
    def endless(cls, seats: int, cycle: Cycle) -> Result:
        """A game that would go on for ever."""
        return cls(How.ENDLESS, (), (0.0,) * seats, cycle)

    @classmethod
    def most(cls, scores: Sequence[float]) -> Result:
        """A game won by the highest score, or a draw where all have the same."""
        return cls._best(max(scores), tuple(scores))

    @classmethod
    def least(cls, scores: Sequence[float]) -> Result:
        """A game won by the lowest score, or a draw where all have the same."""
        return cls._best(min(scores), tuple(scores))

    @classmethod
    def _best(cls, best: float, scores: tuple[float, ...]) -> Result:
        winners = tuple([seat for seat, score in enumerate(scores) if score == best])
        return cls(How.DRAW, (), scores) if len(winners) == len(scores) > 1 else cls(How.WON, winners, scores)


def _each(teams: Sequence[Sequence[Seat]], scores: Sequence[float]) -> tuple[float, ...]:
    """The score of each seat, which is that of its team."""
    of_seat = {seat: float(score) for team, score in zip(teams, scores, strict=True) for seat in team}
    return tuple(of_seat[seat] for seat in sorted(of_seat))
