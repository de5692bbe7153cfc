"""What simulated games came to, one row of whole numbers a game, in a block of memory that NumPy can share."""

from __future__ import annotations

from array import array
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from cardkit.core.acts.results import Cycle, How
from cardkit.core.piles import Seat

ENDS = (How.WON, How.DRAW, How.LOST, How.ENDLESS, How.CUT_OFF)
"""How a game ended, by its number in a row; the last two did not end."""
WON, DRAWN, LOST, ENDLESS, CUT_OFF = range(5)
FIXED = ("game", "end", "length", "first", "again")
"""The columns that every row begins with; then comes one for each seat, which is 1 where it won, then the figures."""


class Outcome(NamedTuple):
    """How one game of a batch ended."""

    game: int
    """Its number in the batch, from 0."""
    how: How
    winners: tuple[Seat, ...]
    length: int
    """The rounds or turns it had; of an endless game, those before the first position that came back."""
    cycle: Cycle | None
    figures: tuple[int, ...]
    """What the state counted besides, in the order of the batch's figures."""
    scores: tuple[float, ...] = ()
    """The score of each seat; empty where it says no more than who won."""


def plain_scores(winners: Sequence[Seat], seats: int) -> tuple[float, ...]:
    """The scores that say no more than who won: 1 for these seats, else 0."""
    return tuple(float(seat in winners) for seat in range(seats))


@dataclass(frozen=True)
class Rows:
    """A table of whole numbers; `numpy.asarray(rows["length"])` is a column without copying.

    >>> rows = Rows(seats=2, figures=("wars",))
    >>> rows.add(Outcome(7, How.WON, (1,), 26, None, (3,)))
    >>> [outcome.winners for outcome in rows], rows["wars"].tolist(), len(rows)
    ([(1,)], [3], 1)
    """

    seats: int
    figures: tuple[str, ...]
    numbers: array[int]
    scores: array[float]
    """The scores, one for each seat and game; empty where no game has any that say more than who won."""

    def __init__(self, seats: int, figures: Sequence[str], games: int = 0) -> None:
        object.__setattr__(self, "seats", seats)
        object.__setattr__(self, "figures", tuple(figures))
        object.__setattr__(self, "numbers", array("q", [0]) * (games * self.width))
        object.__setattr__(self, "scores", array("d"))

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        return (*FIXED, *(f"seat {seat}" for seat in range(self.seats)), *self.figures)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(FIXED) + self.seats + len(self.figures)

    def add(self, outcome: Outcome) -> None:
        """Put a game into a row of its own, after the others."""
        first, again = (outcome.cycle.first, outcome.cycle.again) if outcome.cycle else (0, 0)
        won = [int(seat in outcome.winners) for seat in range(self.seats)]
        row = (outcome.game, ENDS.index(outcome.how), outcome.length, first, again, *won, *outcome.figures)
        if outcome.scores and not self.scores:
            self.scores.extend(self.all_scores())
        if outcome.scores or self.scores:
            self.scores.extend(outcome.scores or plain_scores(outcome.winners, self.seats))
        self.numbers.extend(row)

    def extend(self, other: Rows) -> None:
        """Put the games of another table after these."""
        if other.scores or self.scores:
            self.scores.extend(array("d") if self.scores else self.all_scores())
            self.scores.extend(other.scores or other.all_scores())
        self.numbers.extend(other.numbers)

    def only(self, games: Container[int]) -> Rows:
        """The rows of these games alone."""
        rows = Rows(self.seats, self.figures)
        for outcome in self:
            if outcome.game in games:
                rows.add(outcome)
        return rows

    def all_scores(self) -> array[float]:
        """The scores, one for each seat and game, also where they say no more than who won."""
        return self.scores or array("d", chain.from_iterable(zip(*self.won(), strict=True)))

    def won(self) -> list[memoryview[int]]:
        """The column of each seat, which has 1 where it won."""
        return [self[f"seat {seat}"] for seat in range(self.seats)]

    def scores_of(self, seat: Seat) -> Sequence[float]:
        """The score of a seat in each game."""
        return self.scores[seat :: self.seats] if self.scores else self[f"seat {seat}"]

    def __getitem__(self, column: str) -> memoryview[int]:
        return memoryview(self.numbers)[self.columns.index(column) :: self.width]

    def __len__(self) -> int:
        return len(self.numbers) // self.width

    def __iter__(self) -> Iterator[Outcome]:
        for place in range(len(self)):
            game, end, length, first, again, *rest = self.numbers[place * self.width : (place + 1) * self.width]
            winners = tuple(seat for seat in range(self.seats) if rest[seat])
            cycle = Cycle(first, again) if again else None
            scores = tuple(self.scores[place * self.seats : (place + 1) * self.seats])
            told = scores if scores != plain_scores(winners, self.seats) else ()
            yield Outcome(game, ENDS[end], winners, length, cycle, tuple(rest[self.seats :]), told)
