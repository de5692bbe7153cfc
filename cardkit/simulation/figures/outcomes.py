"""What simulated games came to, one row of whole numbers a game, in a block of memory that NumPy can share."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Rows:
    """A table of whole numbers; `numpy.asarray(rows["length"])` is a column without copying.

    >>> rows = Rows(seats=2, figures=("wars",))
    >>> rows.add(Outcome(7, How.WON, (1,), 26, None, (3,)))
    >>> list(rows), rows["wars"].tolist()
    ([Outcome(game=7, how=<How.WON: 'won'>, winners=(1,), length=26, cycle=None, figures=(3,))], [3])
    """

    seats: int
    figures: tuple[str, ...]
    numbers: array[int]

    def __init__(self, seats: int, figures: Sequence[str], games: int = 0) -> None:
        object.__setattr__(self, "seats", seats)
        object.__setattr__(self, "figures", tuple(figures))
        object.__setattr__(self, "numbers", array("q", [0]) * (games * self.width))

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
        self.numbers.extend(row)

    def __getitem__(self, column: str) -> memoryview[int]:
        return memoryview(self.numbers)[self.columns.index(column) :: self.width]

    def __len__(self) -> int:
        return len(self.numbers) // self.width

    def __iter__(self) -> Iterator[Outcome]:
        for start in range(0, len(self.numbers), self.width):
            game, end, length, first, again, *rest = self.numbers[start : start + self.width]
            winners = tuple(seat for seat in range(self.seats) if rest[seat])
            cycle = Cycle(first, again) if again else None
            yield Outcome(game, ENDS[end], winners, length, cycle, tuple(rest[self.seats :]))
