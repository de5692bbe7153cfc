"""Summaries of many games in numbers that merge exactly, and from which all statistics follow."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from cardkit.core.piles import Seat
from cardkit.simulation.figures.counting import highest, tally
from cardkit.simulation.figures.histograms import Histogram, wilson
from cardkit.simulation.figures.outcomes import CUT_OFF, DRAWN, ENDLESS, LOST, WON, Rows

_LONGEST_TALLY = 1 << 20
"""Numbers up to this one are counted in an array, a few bytes for each; higher ones in a dictionary."""

Sides = Sequence[Sequence[Seat]]
"""The seats that win and lose together."""


@dataclass(kw_only=True)
class Summary:
    """What the games of a batch came to, in numbers of games."""

    sides: Sides
    figures: dict[str, Histogram]
    """What the game counts beside rounds or turns, over the games that ended."""
    games: int = 0
    wins: list[int] = field(default_factory=list[int])
    """How many games each side won, alone or together with others."""
    alone: list[int] = field(default_factory=list[int])
    """How many games each side won alone."""
    shared: int = 0
    """Games that more than one side won."""
    draws: int = 0
    lost: int = 0
    """Games that everybody lost, against the house or in a patience."""
    endless: int = 0
    cut_off: int = 0
    """Games that were stopped at a limit, of turns or of how often chance and free choices may have their say."""
    failed: int = 0
    """Games that a player or a rule broke off by an error; they are in none of the other counts."""
    lengths: Histogram = field(default_factory=Histogram)
    """The rounds or turns of the games that ended."""
    scores: list[Histogram] = field(default_factory=list[Histogram])
    """The scores of each seat in the games that ended; none where no game had any that say more than who won."""
    repeats: Histogram = field(default_factory=Histogram)
    """Of endless games, the round or turn that would have begun as an earlier one did."""
    cycles: Histogram = field(default_factory=Histogram)
    """Of endless games, the rounds or turns from one time to the next."""
    seat_wins: list[int] = field(default_factory=list[int])
    """How many games each seat won, alone or together with others."""

    @classmethod
    def empty(cls, seats: int, figures: Iterable[str], sides: Sides = ()) -> Summary:
        """The summary of no games; each seat is a side of its own if nothing else is said."""
        taken = tuple(map(tuple, sides)) or tuple((seat,) for seat in range(seats))
        none = [0] * len(taken)
        seen = {name: Histogram() for name in figures}
        return cls(sides=taken, figures=seen, wins=none.copy(), alone=none.copy(), seat_wins=[0] * seats)

    @classmethod
    def of(cls, rows: Rows, sides: Sides = ()) -> Summary:
        """The summary of these games."""
        found = cls.empty(rows.seats, rows.figures, sides)
        ends = _count(rows, "end", all_games=True).counts
        found.games = len(rows)
        found.draws, found.lost = ends[DRAWN], ends[LOST]
        found.endless, found.cut_off = ends[ENDLESS], ends[CUT_OFF]
        found.lengths = _count(rows, "length")
        found.figures = {name: _count(rows, name) for name in rows.figures}
        found.seat_wins = [_count(rows, f"seat {seat}").counts[1] for seat in range(rows.seats)]
        found._count_wins(rows, ends[WON])
        if rows.scores:
            found.scores = [_scores(rows, seat) for seat in range(rows.seats)]
        if ends[ENDLESS]:
            turns = [(first, again) for first, again in zip(rows["first"], rows["again"], strict=True) if again]
            found.repeats = Histogram(Counter(again for _, again in turns))
            found.cycles = Histogram(Counter(again - first for first, again in turns))
        return found

    def _count_wins(self, rows: Rows, won: int) -> None:
        """Count how many games each side won, and won alone."""
        if len(self.sides) == rows.seats and sum(self.seat_wins) == won:
            self.wins = [self.seat_wins[seat] for (seat,) in self.sides]
            self.alone = self.wins.copy()
            return
        columns = rows.won()
        for seats, times in Counter(zip(*columns, strict=True)).items():
            winning = [any(seats[seat] for seat in side) for side in self.sides]
            for side, has_won in enumerate(winning):
                self.wins[side] += times * has_won
                self.alone[side] += times * (has_won and sum(winning) == 1)
            self.shared += times * (sum(winning) > 1)

    @property
    def finished(self) -> int:
        """How many games ended: won, drawn or lost."""
        return self.games - self.endless - self.cut_off

    def add(self, other: Summary) -> None:
        """Take in the games of another summary, of the same game and number of seats."""
        if self.scores or other.scores:
            scores = [seen for one in (self, other) for seen in one.all_scores()]
            self.scores, others_scores = scores[: len(self.seat_wins)], scores[len(self.seat_wins) :]
            for own, others in zip(self.scores, others_scores, strict=True):
                own.add(others)
        for name in ("games", "shared", "draws", "lost", "endless", "cut_off", "failed"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("wins", "alone", "seat_wins"):
            pairs = zip(getattr(self, name), getattr(other, name), strict=True)
            setattr(self, name, [own + others for own, others in pairs])
        for own, others in zip(self._histograms(), other._histograms(), strict=True):
            own.add(others)

    def all_scores(self) -> list[Histogram]:
        """The scores of each seat in the games that ended, also where they say no more than who won."""
        if self.scores:
            return self.scores
        numbers = [{1: wins, 0: self.finished - wins} for wins in self.seat_wins]
        return [Histogram({score: times for score, times in seen.items() if times}) for seen in numbers]

    def _histograms(self) -> list[Histogram]:
        return [self.lengths, self.repeats, self.cycles, *self.figures.values()]

    def as_json(self) -> dict[str, Any]:
        """All there is, as JSON has it; the shares with their 95 % intervals."""
        shares = {name: getattr(self, name) for name in ("shared", "draws", "lost", "endless", "cut_off")}
        return {
            "games": self.games,
            "failed": self.failed,
            "sides": [list(side) for side in self.sides],
            "wins": [_share(times, self.games) for times in self.wins],
            "alone": [_share(times, self.games) for times in self.alone],
            **{name: _share(times, self.games) for name, times in shares.items()},
            "length": self.lengths.as_json(),
            "scores": [seen.as_json() for seen in self.scores],
            "figures": {name: seen.as_json() for name, seen in self.figures.items()},
            "first_repeat": self.repeats.as_json(),
            "cycle": self.cycles.as_json(),
        }


def _share(times: int, of: int) -> dict[str, Any]:
    return {"games": times, "share": times / of if of else None, "interval95": list(wilson(times, of))}


def _scores(rows: Rows, seat: Seat) -> Histogram:
    """The scores of a seat in the games that ended."""
    return Histogram.of(score for end, score in zip(rows["end"], rows.scores_of(seat), strict=True) if end < ENDLESS)


def _count(rows: Rows, column: str, *, all_games: bool = False) -> Histogram:
    """How often each number stands in a column, in the rows of games that ended or in all."""
    place, end = rows.columns.index(column), rows.columns.index("end")
    most = highest(rows.numbers, rows.width, place)
    if most > _LONGEST_TALLY or (column in rows.figures and len(rows) and min(rows[column]) < 0):
        pairs = zip(rows["end"], rows[column], strict=True)
        return Histogram(Counter(number for how, number in pairs if all_games or how < ENDLESS))
    counts = array("q", bytes(8 * (most + 1)))
    tally(rows.numbers, rows.width, place, -1 if all_games else end, counts)
    return Histogram({number: times for number, times in enumerate(counts) if times})
