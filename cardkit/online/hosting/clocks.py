"""Clocks of seats: so much time for each move, or for all moves with some more after each (Fischer's)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self

from cardkit.core.errors import CardkitError
from cardkit.core.piles import Seat


class BadClock(CardkitError):
    """A text that is not what somebody can have for a clock."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return f"{self.text!r} is no clock: 60 is so many seconds for each move, 300+5 is 300 for all and 5 more a move"


@dataclass(frozen=True)
class Clock:
    """How much time a seat has, in seconds."""

    first: float
    more: float | None = None
    """What a move adds; None where each move has the whole time."""

    @classmethod
    def read(cls, text: str) -> Self:
        """The clock of a text: `60` for each move, `300+5` for the game; raises BadClock."""
        first, plus, more = text.strip().partition("+")
        try:
            clock = cls(float(first), float(more) if plus else None)
        except ValueError:
            raise BadClock(text) from None
        if not (0 < clock.first < 1e6 and 0 <= (clock.more or 0) < 1e6):
            raise BadClock(text)
        return clock

    def __str__(self) -> str:
        return f"{self.first:g}" if self.more is None else f"{self.first:g}+{self.more:g}"


class Clocks:
    """The clocks at a table; those of the seats that are asked run, while the game goes on."""

    def __init__(self, clock: Clock, seats: int, left: Sequence[float] | None = None) -> None:
        self._clock = clock
        self._left = list(left) if left is not None else [clock.first] * seats
        self._running: frozenset[Seat] = frozenset()
        self._since = 0.0

    def run(self, seats: Iterable[Seat], now: float) -> None:
        """From now on, let the clocks of these seats run, and no others."""
        self._settle(now)
        self._running = frozenset(seats)

    def moved(self, seat: Seat, now: float) -> None:
        """A seat has moved: it has the whole time again, or some more."""
        self._settle(now)
        more = self._clock.more
        self._left[seat] = self._clock.first if more is None else max(0.0, self._left[seat]) + more

    def out(self, now: float) -> Seat | None:
        """A seat whose time has run out."""
        self._settle(now)
        return next((seat for seat in sorted(self._running) if self._left[seat] <= 0), None)

    def runs_out(self) -> float | None:
        """When the next clock runs out; None while all stand."""
        return min((self._since + self._left[seat] for seat in self._running), default=None)

    def left(self, now: float) -> list[float]:
        """What each seat has left."""
        self._settle(now)
        return [round(left, 3) for left in self._left]

    def faces(self, now: float) -> list[dict[str, Any]]:
        """What each clock shows."""
        return [{"left": max(0.0, left), "running": seat in self._running} for seat, left in enumerate(self.left(now))]

    def _settle(self, now: float) -> None:
        for seat in self._running:
            self._left[seat] -= now - self._since
        self._since = now
