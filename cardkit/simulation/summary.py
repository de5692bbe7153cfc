"""Outcomes of many games in rows, and what they come to: how often each number was seen, and what follows from that."""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from cardkit.core.cards import Seat
from cardkit.core.results import Cycle, How
from cardkit.core.texts import listed
from cardkit.simulation.bulk import gathered, highest, tally
from cardkit.simulation.estimates import (
    Estimate,
    chance_of_mean,
    of_difference,
    of_mean,
    of_share,
    skewness_of,
    wilson,
)

Bounds = tuple[float, float]
"""What a number is at least and at most."""
ANY: Bounds = (-math.inf, math.inf)
PERCENTILES = (1, 5, 25, 50, 75, 95, 99)


def exact(number: float) -> int | Fraction:
    """A number as one that can be added and multiplied without any error."""
    return number if isinstance(number, int) else Fraction(number)


class Histogram:
    """How often each number was seen; everything else about the numbers follows from it exactly.

    Whole numbers are counted as such, whatever their type.

    >>> seen = Histogram({3: 1, 5: 2, 11: 1})
    >>> seen.total, seen.mean, seen.percentile(50), round(seen.deviation, 3), seen.lowest, seen.highest
    (4, Fraction(6, 1), 5, 3.464, 3, 11)
    """

    def __init__(
        self, counts: Mapping[float, int] | None = None, *, least: float = -math.inf, most: float = math.inf
    ) -> None:
        self.counts: Counter[float] = Counter(counts or {})
        self._least, self._most = least, most
        """No number can be lower or higher, unless one is seen that is."""

    @classmethod
    def of(cls, numbers: Iterable[float]) -> Histogram:
        """How often each of these numbers is among them."""
        seen = Counter(numbers)
        return cls({int(number) if number == int(number) else number: times for number, times in seen.items()})

    @property
    def total(self) -> int:
        """How many numbers were seen."""
        return self.counts.total()

    @property
    def sum(self) -> int | Fraction:
        """The sum of the numbers seen, exactly."""
        return sum(exact(number) * times for number, times in self.counts.items())

    @property
    def mean(self) -> Fraction | None:
        """The mean, exactly; None where nothing was seen."""
        return Fraction(self.sum, self.total) if self.counts else None

    @property
    def variance(self) -> Fraction | None:
        """The variance of the sample, exactly; None where fewer than two numbers were seen."""
        total = self.total
        if total < 2:
            return None
        squares = sum(exact(number) ** 2 * times for number, times in self.counts.items())
        return (squares - Fraction(self.sum**2, total)) / (total - 1)

    @property
    def deviation(self) -> float | None:
        """The standard deviation of the sample."""
        return None if self.variance is None else math.sqrt(self.variance)

    @property
    def whole_deviation(self) -> float | None:
        """The standard deviation where there are no other numbers than those seen."""
        return math.sqrt((self.variance or 0) * (self.total - 1) / self.total) if self.counts else None

    @property
    def estimate(self) -> Estimate | None:
        """What the mean of all games may be; None where nothing was seen."""
        if self.mean is None:
            return None
        mean, spread, total = float(self.mean), float(self.variance or 0), self.total
        cubes = math.fsum(times * (number - mean) ** 3 for number, times in self.counts.items()) / total
        found = of_mean(mean, spread, skewness_of(cubes, spread, total), total)
        if found.low is None or found.high is None:
            return found
        least, most = min(self._least, min(self.counts)), max(self._most, max(self.counts))
        return found._replace(low=max(least, found.low), high=min(most, found.high))

    def within(self, bounds: Bounds) -> Histogram:
        """The same numbers, of which none can be lower or higher than these two."""
        return Histogram(self.counts, least=bounds[0], most=bounds[1])

    def share(self, games: int = 1) -> Estimate:
        """What the share of all games may be, where each number is how many of the so many games of a deal were so."""
        return of_share(float(self.mean or 0) / games, float(self.variance or 0) / games**2, self.total)

    @property
    def difference(self) -> Estimate:
        """What the difference of two shares may be, where each number is how much they differ in a deal."""
        return of_difference(float(self.mean or 0), float(self.variance or 0), self.total)

    @property
    def chance(self) -> float:
        """How likely a mean so far from 0 is where it is 0."""
        return chance_of_mean(float(self.mean or 0), float(self.variance or 0), self.total)

    @property
    def lowest(self) -> float | None:
        """The lowest number seen."""
        return min(self.counts, default=None)

    @property
    def highest(self) -> float | None:
        """The highest number seen."""
        return max(self.counts, default=None)

    def percentile(self, percent: float) -> float | None:
        """The lowest number that at least so many per cent of those seen don't exceed."""
        wanted = math.ceil(Fraction(percent) * self.total / 100)
        reached = 0
        for number in sorted(self.counts):
            reached += self.counts[number]
            if reached >= max(1, wanted):
                return number
        return None

    def add(self, other: Histogram) -> None:
        """Count what the other one has seen, too."""
        self.counts.update(other.counts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Histogram) and self.counts == other.counts

    __hash__ = None  # type: ignore[assignment]

    def as_json(self, *, whole: bool = False) -> dict[str, Any]:
        """The statistics, and the counts in the order of the numbers; exactly where there are no others."""
        found = self.estimate
        exactly = {"exactly": str(self.mean)} if whole and self.counts else {}
        return {
            "games": self.total,
            "sum": self.sum if isinstance(self.sum, int) else float(self.sum),
            "mean": None if found is None else found.mean,
            **exactly,
            "interval95": None if found is None or whole else found.as_json()["interval95"],
            "sd": self.whole_deviation if whole else self.deviation,
            "min": self.lowest,
            "percentiles": {str(percent): self.percentile(percent) for percent in PERCENTILES},
            "max": self.highest,
            "counts": {str(number): self.counts[number] for number in sorted(self.counts)},
        }


ENDS = (How.WON, How.DRAW, How.LOST, How.ENDLESS, How.CUT_OFF)
"""How a game ended, by its number in a row; the last two did not end."""
WON, DRAWN, LOST, ENDLESS, CUT_OFF = range(5)
LENGTH = "length"
"""The column, and the figure, of how many rounds or turns games have."""
SEAT = "seat "
"""What the column of a seat begins with, before its number."""
FIXED = ("game", "end", LENGTH, "first", "again")
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

    @property
    def has_ended(self) -> bool:
        """Whether the game was won, drawn or lost, and neither endless nor cut off."""
        return ENDS.index(self.how) < ENDLESS


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
    columns: tuple[str, ...]
    """The names of the columns."""
    numbers: array[int]
    scores: array[float]
    """The scores, one for each seat and game; empty where no game has any that say more than who won."""

    def __init__(self, seats: int, figures: Sequence[str], games: int = 0) -> None:
        object.__setattr__(self, "seats", seats)
        object.__setattr__(self, "figures", tuple(figures))
        object.__setattr__(self, "columns", (*FIXED, *(f"seat {seat}" for seat in range(seats)), *self.figures))
        object.__setattr__(self, "numbers", array("q", [0]) * (games * self.width))
        object.__setattr__(self, "scores", array("d"))

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.columns)

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
        return self.chosen([place for place, game in enumerate(self["game"]) if game in games])

    def chosen(self, places: Sequence[int]) -> Rows:
        """The rows at these places alone."""
        rows = Rows(self.seats, self.figures, len(places))
        gathered(self.numbers, self.width, array("q", places), rows.numbers)
        if self.scores:
            seats = range(self.seats)
            rows.scores.extend([self.scores[place * self.seats + seat] for place in places for seat in seats])
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


_LONGEST_TALLY = 1 << 20
"""Numbers up to this one, and of few games only small ones, are counted in an array, a few bytes for each; others in a
dictionary.
"""

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
    lengths: Histogram = field(default_factory=partial(Histogram, least=0))
    """The rounds or turns of the games that ended."""
    scores: list[Histogram] = field(default_factory=list[Histogram])
    """The scores of each seat in the games that ended; none where no game had any that say more than who won."""
    repeats: Histogram = field(default_factory=Histogram)
    """Of endless games, the round or turn that would have begun as an earlier one did."""
    cycles: Histogram = field(default_factory=Histogram)
    """Of endless games, the rounds or turns from one time to the next."""
    seat_wins: list[int] = field(default_factory=list[int])
    """How many games each seat won, alone or together with others."""
    score_bounds: Bounds = ANY
    """What a score is at least and at most."""
    whole: bool = False
    """Whether these are all games that there are, so that nothing is estimated."""

    @classmethod
    def empty(
        cls,
        seats: int,
        figures: Iterable[str],
        sides: Sides = (),
        score_bounds: Bounds = ANY,
        *,
        whole: bool = False,
    ) -> Summary:
        """The summary of no games; each seat is a side of its own if nothing else is said."""
        taken = tuple(map(tuple, sides)) or tuple((seat,) for seat in range(seats))
        none = [0] * len(taken)
        seen = {name: Histogram(least=0) for name in figures}
        return cls(
            sides=taken,
            figures=seen,
            wins=none.copy(),
            alone=none.copy(),
            seat_wins=[0] * seats,
            score_bounds=score_bounds,
            whole=whole,
        )

    @classmethod
    def of(cls, rows: Rows, sides: Sides = (), score_bounds: Bounds = ANY) -> Summary:
        """The summary of these games."""
        found = cls.empty(rows.seats, rows.figures, sides, score_bounds)
        ends = _count(rows, "end", all_games=True).counts
        found.games = len(rows)
        found.draws, found.lost = ends[DRAWN], ends[LOST]
        found.endless, found.cut_off = ends[ENDLESS], ends[CUT_OFF]
        found.lengths.add(_count(rows, "length"))
        for name, seen in found.figures.items():
            seen.add(_count(rows, name))
        found.seat_wins = [_count(rows, f"seat {seat}").counts[1] for seat in range(rows.seats)]
        found._count_wins(rows, ends[WON])
        if rows.scores:
            found.scores = [_scores(rows, seat).within(score_bounds) for seat in range(rows.seats)]
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
        plain = [Histogram({score: times for score, times in seen.items() if times}) for seen in numbers]
        return [seen.within(self.score_bounds) for seen in plain]

    def _histograms(self) -> list[Histogram]:
        return [self.lengths, self.repeats, self.cycles, *self.figures.values()]

    def as_json(self) -> dict[str, Any]:
        """All there is, as JSON has it; the shares with their 95 % intervals."""
        shares = {name: getattr(self, name) for name in ("shared", "draws", "lost", "endless", "cut_off")}
        whole = self.whole
        return {
            "games": self.games,
            "failed": self.failed,
            "sides": [list(side) for side in self.sides],
            "wins": [self._share(times) for times in self.wins],
            "alone": [self._share(times) for times in self.alone],
            **{name: self._share(times) for name, times in shares.items()},
            "length": self.lengths.as_json(whole=whole),
            "scores": [seen.as_json(whole=whole) for seen in self.scores],
            "figures": {name: seen.as_json(whole=whole) for name, seen in self.figures.items()},
            "first_repeat": self.repeats.as_json(whole=whole),
            "cycle": self.cycles.as_json(whole=whole),
        }

    def _share(self, times: int) -> dict[str, Any]:
        share: dict[str, Any] = {"games": times, "share": times / self.games if self.games else None}
        if self.whole:
            return share | {"exactly": str(Fraction(times, self.games or 1)), "interval95": None}
        return share | {"interval95": wilson(times, self.games).as_json()["interval95"]}

    @property
    def estimates(self) -> dict[str, Estimate]:
        """The share of all games for each end in the table."""
        return {name: wilson(times, self.games) for name, times in shares(self, [self]).items()}


def _scores(rows: Rows, seat: Seat) -> Histogram:
    """The scores of a seat in the games that ended."""
    return Histogram.of(score for end, score in zip(rows["end"], rows.scores_of(seat), strict=True) if end < ENDLESS)


def _count(rows: Rows, column: str, *, all_games: bool = False) -> Histogram:
    """How often each number stands in a column, in the rows of games that ended or in all."""
    place, end = rows.columns.index(column), rows.columns.index("end")
    most = highest(rows.numbers, rows.width, place)
    if most > min(_LONGEST_TALLY, 4 * len(rows)) or (column in rows.figures and len(rows) and min(rows[column]) < 0):
        pairs = zip(rows["end"], rows[column], strict=True)
        return Histogram(Counter(number for how, number in pairs if all_games or how < ENDLESS))
    counts = array("q", bytes(8 * (most + 1)))
    tally(rows.numbers, rows.width, place, -1 if all_games else end, counts)
    return Histogram({number: times for number, times in enumerate(counts) if times})


SEVERAL = "won by several"
WORDS = {How.DRAW: "draws", How.LOST: "lost", How.ENDLESS: "endless", How.CUT_OFF: "cut off"}
COUNTED = {SEVERAL: "shared", "draws": "draws", "lost": "lost", "endless": "endless", "cut off": "cut_off"}
"""What is said of games that no side won alone, each with the field of a summary that counts it."""
RARE = {SEVERAL, "lost", "cut off"}


def side_name(side: Sequence[Seat]) -> str:
    """What a side is called: `seat 0`, `seats 0 and 2`."""
    return f"seat {side[0]}" if len(side) == 1 else f"seats {listed(list(map(str, side)))}"


def winning(side: Sequence[Seat]) -> str:
    """What is said of games that a side wins."""
    return f"{side_name(side)} {'wins' if len(side) == 1 else 'win'}"


def ending(columns: Sequence[int], sides: Sides) -> str:
    """What is said of a game with this end, by its number in a row, and with 1 for each seat that won."""
    end, *seats = columns
    if end != WON:
        return WORDS[ENDS[end]]
    won = [side for side in sides if any(seats[seat] for seat in side)]
    return winning(won[0]) if len(won) == 1 else SEVERAL


def shares(summary: Summary, among: Iterable[Summary]) -> dict[str, int]:
    """The games that each side won alone, and all others; of what is rare, only what there is among these."""
    counts = {winning(side): wins for side, wins in zip(summary.sides, summary.alone, strict=True)}
    rare = {name for name in RARE if any(getattr(one, COUNTED[name]) for one in among)}
    told = {name: getattr(summary, field) for name, field in COUNTED.items() if name in rare or name not in RARE}
    return counts | told
