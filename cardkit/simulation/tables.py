"""Summaries as people look at them: tables of shares and of numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import compress
from math import comb, ldexp, log, sqrt
from operator import add, sub
from statistics import NormalDist
from typing import Any

from cardkit.core.texts import listed
from cardkit.play.pages import TextTable
from cardkit.simulation.estimates import Estimate, games_for, half_width, of_share, wilson
from cardkit.simulation.summary import (
    COUNTED,
    ENDLESS,
    PERCENTILES,
    Histogram,
    Rows,
    Sides,
    Summary,
    ending,
    shares,
    side_name,
)


def shares_table(summary: Summary) -> TextTable:
    """How many games each side won alone, and how the others ended, with 95 % intervals; together all games."""
    table = TextTable(headings=("", "games", "share", "95 % interval"))
    for name, games in shares(summary, [summary]).items():
        table.rows.append((name, f"{games:,}", percent(games, summary.games), interval(games, summary.games)))
    if summary.failed:
        table.rows.append(("broken off", f"{summary.failed:,}", "", ""))
    return table


def exact_table(summary: Summary) -> TextTable:
    """How many deals each side won alone, and how the others ended, as fractions of all of them."""
    table = TextTable(headings=("", "deals", "fraction", "share"))
    for name, games in shares(summary, [summary]).items():
        fraction = str(Fraction(games, summary.games)) if summary.games else "-"
        table.rows.append((name, f"{games:,}", fraction, percent(games, summary.games)))
    return table


def percent(games: int, of: int) -> str:
    """A share in per cent, with two decimals."""
    return f"{100 * games / of:.2f} %" if of else "-"


def interval(games: int, of: int) -> str:
    """The 95 % interval of a share in per cent."""
    low, high = wilson(games, of)
    return f"{100 * low:.2f} to {100 * high:.2f} %"


def means_table(summary: Summary, counts: str, *, exact: bool = False) -> TextTable:
    """The length, the scores and whatever else was counted: mean with 95 % interval, and spread.

    Where all deals were played, the mean as a fraction stands in the place of the interval.
    """
    headings = ("", "mean", "exactly" if exact else "95 % interval", "sd")
    table = TextTable(headings=headings, empty="No game ended.")
    table.rows += [
        (name, decimals(seen.mean), str(seen.mean) if exact else between(seen), decimals(seen.deviation))
        for name, seen in seen_numbers(summary, counts).items()
    ]
    return table


def ranks_table(summary: Summary, counts: str) -> TextTable:
    """The same numbers: the least, the percentiles and the most."""
    table = TextTable(headings=("", "min", *(f"{percentile} %" for percentile in PERCENTILES), "max"))
    for name, seen in seen_numbers(summary, counts).items():
        ranks = [seen.lowest, *(seen.percentile(percentile) for percentile in PERCENTILES), seen.highest]
        table.rows.append((name, *(f"{rank:,}" for rank in ranks if rank is not None)))
    return table


def seen_numbers(summary: Summary, counts: str) -> dict[str, Histogram]:
    """What was counted in these games, and the scores that say more than who won, by their names."""
    found = {f"{counts}s": summary.lengths, **{name.replace("_", " "): seen for name, seen in summary.figures.items()}}
    found |= {f"score of {name}": seen for name, seen in scores_of_sides(summary).items()}
    if summary.endless:
        found |= {"first repeat": summary.repeats, "cycle": summary.cycles}
    return {name: seen for name, seen in found.items() if seen.total}


def between(seen: Histogram) -> str:
    """Where the mean of all games may lie, for 95 of 100 such intervals."""
    low, high = seen.interval() or (None, None)
    return "-" if low is None else f"{decimals(low)} to {decimals(high)}"


def scores_of_sides(summary: Summary) -> dict[str, Histogram]:
    """The scores of each side, or of each of its seats where they differ; none where they say no more than who won."""
    scores = summary.scores
    found: dict[str, Histogram] = {}
    for side in summary.sides if scores else ():
        seats = [side] if all(scores[seat] == scores[side[0]] for seat in side) else [(seat,) for seat in side]
        found |= {side_name(alike): scores[alike[0]] for alike in seats}
    return found


def together_line(summary: Summary) -> str | None:
    """How many games each side has if those are added that it won together with others, where there are any."""
    if not summary.shared:
        return None
    told = [f"{side_name(side)} has {wins:,}" for side, wins in zip(summary.sides, summary.wins, strict=True)]
    return f"With the games that several won together, {listed(told)}."


def decimals(number: Fraction | float | None) -> str:
    """A number with two decimals, without a sign where they are nothing."""
    return "-" if number is None else f"{round(float(number), 2) + 0.0:,.2f}"


def groups_table(figure: str, groups: dict[int, Summary], counts: str) -> TextTable:
    """How the games ended that are alike in a figure, a row for each of its values, with 95 % intervals."""
    summaries = [groups[value] for value in sorted(groups)]
    every = [shares(summary, summaries) for summary in summaries]
    names = [name for name in (every[0] if every else ()) if any(ended[name] for ended in every)]
    headings = (figure, "games", *(heading for name in names for heading in (name, "95 %")), f"mean {counts}s", "95 %")
    table = TextTable(headings=headings, empty="No deal was so.")
    for value, summary, ended in zip(sorted(groups), summaries, every, strict=True):
        wanted = [ended[name] for name in names]
        told = (text for games in wanted for text in (percent(games, summary.games), interval(games, summary.games)))
        table.rows.append(
            (f"{value:,}", f"{summary.games:,}", *told, decimals(summary.lengths.mean), between(summary.lengths))
        )
    return table


BARS = 20
"""About how many bars a histogram has."""
BAR_WIDTH = 50
_BESIDE_A_BAR = len("    100.00 %")


def histogram_lines(seen: Histogram, *, blocks: bool, columns: int | None = None) -> Iterator[str]:
    """A bar for each range of numbers, the last one for all above the 99th percentile; of signs that can be shown.

    The bars are as short as so many columns of a screen ask for.
    """
    if not seen.total:
        return
    low, high, most = (int(rank or 0) for rank in (seen.lowest, seen.percentile(99), seen.highest))
    width = round_width((high - low) / BARS)
    starts = list(range(low // width * width, high + 1, width))
    counts = [0] * len(starts)
    for number, times in seen.counts.items():
        counts[min((int(number) - starts[0]) // width, len(starts) - 1)] += times
    labels = [label(start, start + width - 1) for start in starts[:-1]] + [label(starts[-1], most)]
    longest = max(map(len, labels))
    room = BAR_WIDTH if columns is None else max(1, min(BAR_WIDTH, columns - longest - _BESIDE_A_BAR))
    for name, times in zip(labels, counts, strict=True):
        bar = ("█" if blocks else "#") * round(room * times / max(counts))
        yield f"{name:>{longest}}  {bar:{room}}  {percent(times, seen.total):>8}"


def label(first: int, last: int) -> str:
    """A range of whole numbers."""
    return f"{first:,}" if first >= last else f"{first:,} to {last:,}"


def round_width(least: float) -> int:
    """The lowest of 1, 2, 5, 10, 20, 50, … that is at least so much."""
    width = 1
    while width < least:
        width = width * 5 // 2 if str(width)[0] == "2" else width * 2
    return width


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
        share, (low, high) = self._share(seen), self._interval(seen) or (0.0, 1.0)
        mean = 0.0 if share is None else share.mean
        return f"{seen.sum:,}", f"{100 * mean:.2f} %", f"{100 * low:.2f} to {100 * high:.2f} %"

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        return {"deals": self.deals, "turns": self.turns, "shared": self.shared} | {
            name: [
                {
                    "wins": seen.sum,
                    "share": share.mean if (share := self._share(seen)) else None,
                    "interval95": self._interval(seen),
                }
                for seen in every
            ]
            for name, every in (("seats", self.of_seats), ("players", self.of_players))
        }

    def _share(self, seen: Histogram) -> Estimate | None:
        """The share of the games, even where every side wins as many as the others; None where there were none."""
        found, even = seen.estimate, 1 / len(self._sides) if len(self._sides) > 1 else None
        if found is None:
            return None
        half = None if found.half is None else found.half / self.turns
        return of_share(Estimate(found.mean / self.turns, half), self.deals, even)

    def _interval(self, seen: Histogram) -> list[float] | None:
        share = self._share(seen)
        if share is None or share.half is None:
            return None
        return [max(0.0, share.mean - share.half), min(1.0, share.mean + share.half)]


def _sums(columns: Sequence[Iterable[int]]) -> Histogram:
    """How often the numbers of a row have which sum."""
    sums: Iterable[int] = columns[0]
    for column in columns[1:]:
        sums = map(add, sums, column)
    return Histogram.of(sums)


MOST_COUNTED = 1000
"""Up to so many games that differ, what chance makes of them is counted; of more, calculated."""


@dataclass(kw_only=True)
class Share:
    """In how many pairs of games something came about by one of the two alone, out of how many pairs."""

    pairs: int
    more: int
    """Pairs in which it came about, and by the first batch did not."""
    less: int

    @property
    def difference(self) -> float:
        """How much larger the share is than the first batch's."""
        return (self.more - self.less) / self.pairs if self.pairs else 0.0

    @property
    def variance(self) -> float:
        """The variance of the difference in one pair, never quite 0 (Agresti and Min, Statistics in Medicine 24)."""
        pairs, more, less = self.pairs + 2, self.more + 0.5, self.less + 0.5
        return (more + less) / pairs - ((more - less) / pairs) ** 2

    def interval(self) -> tuple[float, float]:
        """Where the difference may lie, for 95 of 100 such intervals."""
        centre = (self.more - self.less) / (self.pairs + 2)
        reach = half_width(self.variance, self.pairs + 2) or 0.0
        return max(-1.0, centre - reach), min(1.0, centre + reach)

    @property
    def chance(self) -> float:
        """How likely so great a difference is where there is none: then each game that differs is a toss of a coin."""
        tosses, fewer = self.more + self.less, min(self.more, self.less)
        if tosses > MOST_COUNTED:
            return 2 * NormalDist().cdf((fewer + 0.5 - tosses / 2) / sqrt(tosses / 4))
        return min(1.0, 2 * sum(comb(tosses, heads) for heads in range(fewer + 1)) / (1 << tosses))


def chance_of(seen: Histogram) -> float:
    """How likely a mean so far from 0 is where it is 0, by Student's distribution (Wallace, Ann. Math. Stat. 30)."""
    if seen.mean is None or not seen.error:
        return 1.0 if not seen.mean else ldexp(1.0, 1 - seen.total)
    freedom = seen.total - 1
    squares = (float(seen.mean) / seen.error) ** 2
    normal = (8 * freedom + 1) / (8 * freedom + 3) * sqrt(freedom * log(1 + squares / freedom))
    return 2 * NormalDist().cdf(-normal)


@dataclass(kw_only=True)
class Paired:
    """The games of a batch beside those of the same numbers by another, the first."""

    ends: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    """How often a game ended so by the first batch and so by this one, in the words of the table of shares."""
    lengths: Histogram = field(default_factory=Histogram)
    """How many more rounds or turns it took, where it ended by both."""
    scores: dict[int, Histogram] = field(default_factory=dict[int, Histogram])
    """How much higher the score of each seat was, where the game ended by both."""

    def add(self, base: Rows, rows: Rows, base_sides: Sides, sides: Sides) -> None:
        """Take in games of both; those that one of them has not, because they failed, are left out."""
        if base["game"] != rows["game"]:
            games = set(base["game"]) & set(rows["game"])
            base, rows = base.only(games), rows.only(games)
        seats = zip(zip(base["end"], *base.won(), strict=True), zip(rows["end"], *rows.won(), strict=True), strict=True)
        for (before, after), times in Counter(seats).items():
            self.ends[ending(before, base_sides), ending(after, sides)] += times
        both = [first < ENDLESS and second < ENDLESS for first, second in zip(base["end"], rows["end"], strict=True)]
        self.lengths.add(differences(base["length"], rows["length"], both))
        if base.scores or rows.scores:
            for seat in range(min(base.seats, rows.seats)):
                seen = differences(base.scores_of(seat), rows.scores_of(seat), both)
                self.scores.setdefault(seat, Histogram()).add(seen)

    @property
    def games(self) -> int:
        """The number of pairs."""
        return self.ends.total()

    def share(self, end: str) -> Share:
        """What became of the share of the games that end so."""
        more = sum(times for (before, after), times in self.ends.items() if after == end != before)
        less = sum(times for (before, after), times in self.ends.items() if before == end != after)
        return Share(pairs=self.games, more=more, less=less)

    def shares(self, ends: Iterable[str]) -> dict[str, Share]:
        """What became of each of these shares."""
        return {end: self.share(end) for end in ends}

    def tests(self, ends: Iterable[str]) -> int:
        """How many questions are put whether something differs: one less where a share is what another leaves."""
        varying = sum(share.more + share.less > 0 for share in self.shares(ends).values())
        return (1 if varying == 2 else varying) + sum(seen.total > 0 for seen in self.numbers())

    def numbers(self) -> Iterator[Histogram]:
        """The differences of what is a number."""
        yield self.lengths
        yield from self.scores.values()

    def as_json(self, ends: Iterable[str]) -> dict[str, Any]:
        """The differences with their 95 % intervals."""
        return {
            "pairs": self.games,
            "shares": {
                name: {"difference": share.difference, "interval95": list(share.interval())}
                for name, share in self.shares(ends).items()
            },
            "length": _difference(self.lengths),
            "scores": [_difference(seen) for seen in self.scores.values()],
        }


def _difference(seen: Histogram) -> dict[str, Any]:
    between = seen.interval()
    return {
        "pairs": seen.total,
        "difference": None if seen.mean is None else float(seen.mean),
        "interval95": None if between is None else list(between),
    }


def differences(base: Sequence[float], numbers: Sequence[float], both: Sequence[bool]) -> Histogram:
    """How much more each number is than that of the first batch, where both count."""
    return Histogram.of(compress(map(sub, numbers, base), both))


LEVEL = 0.05
"""How likely a table has any star, at most, where nothing differs."""


@dataclass(kw_only=True)
class Comparison:
    """Variants with what their games came to, the first of them being what the others are held against."""

    counts: str
    variants: dict[str, Summary]
    pairs: dict[str, Paired] = field(default_factory=dict[str, Paired])

    def add(self, rows: Mapping[str, Rows]) -> None:
        """Take in the same games of every variant."""
        first = next(iter(self.variants))
        for name, summary in self.variants.items():
            summary.add(Summary.of(rows[name], summary.sides))
            if name != first:
                paired = self.pairs.setdefault(name, Paired())
                paired.add(rows[first], rows[name], self.variants[first].sides, summary.sides)

    def games_needed(self, error: float | None) -> int:
        """How many games it takes for this standard error of every difference, in percentage points."""
        every = (share for paired in self.pairs.values() for share in paired.shares(self.ends).values())
        return games_for(max((share.variance for share in every), default=0.0), (error or 100) / 100)

    @property
    def ends(self) -> list[str]:
        """How the games of any variant end."""
        every = list(self.variants.values())
        names = dict.fromkeys(name for summary in every for name in shares(summary, every))
        return sorted(names, key=lambda name: list(COUNTED).index(name) if name in COUNTED else -1)

    @property
    def level(self) -> float:
        """How likely a single star is at most where nothing differs, so that all have the level of the table."""
        ends = self.ends
        return LEVEL / max(1, sum(paired.tests(ends) for paired in self.pairs.values()))

    def table(self) -> TextTable:
        """A row for each variant; a star marks what differs from the first row by more than chance explains."""
        ends, level = self.ends, self.level
        numbers = [f"mean {self.counts}s", *(f"score {seat}" for seat in self.seats_with_scores())]
        table = TextTable(headings=("variant", *ends, *numbers, "sd", "median"))
        for name, summary in self.variants.items():
            paired = self.pairs.get(name, Paired())
            counts = shares(summary, self.variants.values())
            cells = [
                percent(counts[end], summary.games) + star(paired.share(end).chance < level) if end in counts else "-"
                for end in ends
            ]
            length, median = summary.lengths, summary.lengths.percentile(50)
            means = [decimals(length.mean) + star(chance_of(paired.lengths) < level)]
            scores = summary.all_scores()
            for seat in self.seats_with_scores():
                mean = decimals(scores[seat].mean) if seat < len(scores) else "-"
                means.append(mean + star(chance_of(paired.scores.get(seat, Histogram())) < level))
            told = "-" if median is None else f"{median:,}"
            table.rows.append((name, *cells, *means, decimals(length.deviation), told))
        return table

    def differences(self) -> TextTable:
        """A row for each variant but the first, with the 95 % intervals of what differs from the first."""
        every = self.pairs.values()
        ends = [end for end in self.ends if any(one.share(end).more + one.share(end).less for one in every)]
        seats = self.seats_with_scores()
        numbers = [f"mean {self.counts}s", *(f"score {seat}" for seat in seats)]
        table = TextTable(headings=("variant", *ends, *numbers))
        for name, paired in self.pairs.items():
            there = shares(self.variants[name], self.variants.values())
            shared = {end: paired.share(end).interval() for end in ends if end in there}
            told = {end: f"{decimals(100 * low)} to {decimals(100 * high)} %" for end, (low, high) in shared.items()}
            means = [paired.lengths, *(paired.scores.get(seat, Histogram()) for seat in seats)]
            table.rows.append((name, *(told.get(end, "-") for end in ends), *map(between, means)))
        return table

    def seats_with_scores(self) -> list[int]:
        """The seats whose scores say more than who won, by any variant."""
        return sorted({seat for summary in self.variants.values() for seat in range(len(summary.scores))})

    def as_json(self) -> dict[str, dict[str, Any]]:
        """All there is of every variant, as JSON has it."""
        differ = {name: {"differences": paired.as_json(self.ends)} for name, paired in self.pairs.items()}
        return {name: summary.as_json() | differ.get(name, {}) for name, summary in self.variants.items()}


def star(marked: bool) -> str:  # noqa: FBT001
    """A star or the room for one."""
    return " *" if marked else "  "
