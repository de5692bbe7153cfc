"""Players who play each deal at every seat in turn: what a player is worth, and what a seat is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from operator import add
from typing import Any

from cardkit.play.text_tables import TextTable
from cardkit.simulation.figures.histograms import Histogram, games_for
from cardkit.simulation.figures.outcomes import Rows
from cardkit.simulation.figures.summary import Sides


class Rotation:
    """Games in which every deal was played once for each seat at which the first player can sit."""

    def __init__(self, players: Sequence[str], sides: Sides) -> None:
        self.players = players
        self.turns = len(players)
        """How often each deal was played."""
        self.deals = 0
        self.shared = 0
        """Games that several sides won; they count for nobody."""
        self._sides = sides
        self.of_seats = [Histogram() for _ in players]
        """How often each seat won, in the games of a deal."""
        self.of_players = [Histogram() for _ in players]

    def add(self, turned: Sequence[Rows]) -> None:
        """Take in the same deals of every turn, in which the first player sat at the first seat, the second, and so on.

        Deals of which a game failed are left out.
        """
        games = set(turned[0]["game"]).intersection(*(rows["game"] for rows in turned[1:]))
        played = [rows if len(rows) == len(games) else rows.only(games) for rows in turned]
        self.deals += len(games)
        alone = [self._alone(rows) for rows in played]
        for seat in range(self.turns):
            self.of_seats[seat].add(_sums([wins[seat] for wins in alone]))
            sat = [wins[(seat + turn) % self.turns] for turn, wins in enumerate(alone)]
            self.of_players[seat].add(_sums(sat))

    def _alone(self, rows: Rows) -> list[list[int]]:
        """For each seat, 1 for each game that its side won and no other."""
        verdicts: dict[tuple[int, ...], tuple[int, ...]] = {}
        columns = list(zip(*rows.won(), strict=True))
        for seats in set(columns):
            winning = [side for side in self._sides if any(seats[seat] for seat in side)]
            seen = winning[0] if len(winning) == 1 else ()
            verdicts[seats] = tuple(int(seat in seen) for seat in range(self.turns))
        self.shared += sum(
            times for seats, times in Counter(columns).items() if any(seats) and not any(verdicts[seats])
        )
        return [[verdicts[seats][seat] for seats in columns] for seat in range(self.turns)]

    def games_needed(self, error: float | None) -> int:
        """How many deals it takes for this standard error of every share, in percentage points."""
        seen = [*self.of_seats, *self.of_players]
        return games_for(max(float(one.variance or 0) for one in seen) / self.turns**2, (error or 100) / 100)

    def table(self) -> TextTable:
        """What each seat and each player won, of all games, with the 95 % intervals that the deals have."""
        table = TextTable(headings=("", "wins", "share", "95 % interval"))
        for seat, seen in enumerate(self.of_seats):
            table.rows.append((f"seat {seat}", *self._row(seen)))
        for place, seen in enumerate(self.of_players):
            table.rows.append((f"player {place}, {self.players[place]}", *self._row(seen)))
        return table

    def _row(self, seen: Histogram) -> tuple[str, str, str]:
        mean = 0.0 if seen.mean is None else float(seen.mean)
        low, high = seen.interval() or (0.0, float(self.turns))
        scale = 100 / self.turns
        return f"{seen.sum:,}", f"{mean * scale:.2f} %", f"{low * scale:.2f} to {high * scale:.2f} %"

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        return {"deals": self.deals, "turns": self.turns, "shared": self.shared} | {
            name: [
                {"wins": seen.sum, "share": self._share(seen.mean), "interval95": self._interval(seen)}
                for seen in every
            ]
            for name, every in (("seats", self.of_seats), ("players", self.of_players))
        }

    def _share(self, mean: object) -> float | None:
        return None if mean is None else float(mean) / self.turns  # type: ignore[arg-type]

    def _interval(self, seen: Histogram) -> list[float] | None:
        between = seen.interval()
        return None if between is None else [end / self.turns for end in between]


def _sums(columns: Sequence[Iterable[int]]) -> Histogram:
    """How often the numbers of a row have which sum."""
    sums: Iterable[int] = columns[0]
    for column in columns[1:]:
        sums = map(add, sums, column)
    return Histogram.of(sums)
