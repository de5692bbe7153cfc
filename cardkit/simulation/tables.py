"""What came of games as people look at it: tables of shares and of numbers, pictures, and deals played in several ways.

Whoever plays deals under several treatments, as variants, turned seats, and players who change, adds to a `Paired` what
the games of each deal came to together. The tables of `compare` and `simulate --rotate` are here, that of a contest is
`arena`'s.
"""

from __future__ import annotations

import importlib
import os
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from io import BytesIO
from itertools import compress
from operator import add, sub
from pathlib import Path
from typing import Any

from cardkit.core.files import Replacement
from cardkit.core.texts import counted, listed
from cardkit.play.terminal import TextTable
from cardkit.simulation.estimates import (
    NORMAL,
    WILSONS,
    Estimate,
    chance_of_cases,
    games_for,
    number_text,
    upwards,
    widest_error,
    wilson,
)
from cardkit.simulation.results import needed
from cardkit.simulation.summary import (
    COUNTED,
    ENDLESS,
    LENGTH,
    PERCENTILES,
    Histogram,
    Rows,
    Sides,
    Summary,
    ending,
    shares,
    side_name,
    winning,
)


def _figure(height: float) -> Any:
    """An empty picture of this height in inches."""
    matplotlib: Any = importlib.import_module("matplotlib")
    matplotlib.rcParams["svg.hashsalt"] = "cardkit"
    figure_type: Any = importlib.import_module("matplotlib.figure").Figure
    return figure_type(figsize=(8, height), layout="constrained")


PLOTS = (".png", ".svg", ".pdf")


class Plot:
    """A picture of what games came to, which can be written before it is drawn; raises CannotWrite."""

    def __init__(self, path: Path) -> None:
        self.path = path
        os.environ["MPLBACKEND"] = "agg"  # whatever draws on somebody's screen has no say in a file
        needed("matplotlib", path)
        Replacement(path).drop()

    def draw(self, seen: Histogram, title: str, counts: str) -> None:
        """Write the picture: the share of the games for each length up to the 99.5th percentile, and what is beyond."""
        figure = _figure(4.5)
        axes: Any = figure.subplots()
        most = int(seen.percentile(99.5) or 0)
        width = max(1, most // 100)
        bars: dict[int, int] = {}
        for number, times in seen.counts.items():
            if number <= most:
                number = int(number)
                bars[number // width * width] = bars.get(number // width * width, 0) + times
        heights = [100 * times / max(1, seen.total) / width for times in bars.values()]
        axes.bar(list(bars), heights, width=width, align="edge")
        axes.set(title=title, xlabel=f"{counts}s", ylabel=f"% of the games that ended, a {counts}")
        for percentile, style, share in ((50, "-", "half"), (95, "--", "95 %")):
            longest = seen.percentile(percentile) or 0
            label = f"{share} of the games: {longest:g} {counts}s at most"
            axes.axvline(longest, color="black", linewidth=0.8, linestyle=style, label=label)
        beyond, longest = sum(times for number, times in seen.counts.items() if number > most), seen.highest or 0
        if beyond:
            share = wilson(beyond, seen.total).times(100).told("%")[0]
            axes.plot([], [], " ", label=f"{share} of the games are longer, up to {longest:,g} {counts}s")
        axes.legend(framealpha=1)
        self._write(figure)

    def draw_estimates(self, title: str, panels: Mapping[str, Mapping[str, Estimate | None]]) -> None:
        """Write a picture with a panel for each figure, in which each name has its estimate with its 95 % interval."""
        rows = max(map(len, panels.values()), default=0)
        figure = _figure(1.6 + 0.4 * rows)
        figure.suptitle(title, wrap=True)
        figure.supxlabel("Lines are 95 % intervals.", fontsize="small")
        for axes, (what, estimates) in zip(
            figure.subplots(1, len(panels), squeeze=False)[0], panels.items(), strict=True
        ):
            for place, found in enumerate(estimates.values()):
                if found is not None:
                    ends = (found.mean if end is None else end for end in found[1:])
                    axes.plot(list(ends), [place, place], color="black", linewidth=1)
                    axes.plot([found.mean], [place], "o", color="black")
            axes.set(xlabel=what, yticks=range(len(estimates)), yticklabels=list(estimates), ylim=(rows - 0.5, -0.5))
            axes.grid(axis="x", linewidth=0.4)
        self._write(figure)

    def _write(self, figure: Any) -> None:
        kind, drawn = self.path.suffix[1:], BytesIO()
        figure.savefig(drawn, format=kind, metadata={"Date": None} if kind == "svg" else None)
        with Replacement(self.path) as new:
            new.write(drawn.getvalue())


def shares_table(summary: Summary) -> TextTable:
    """How many games each side won alone, and how the others ended, with 95 % intervals or exactly; together all."""
    what, how = ("deals", "exactly") if summary.whole else ("games", "95 % interval")
    table = TextTable(headings=("", what, "share", how))
    for name, games in shares(summary, [summary]).items():
        table.rows.append((name, f"{games:,}", *percent(games, summary.games, whole=summary.whole)))
    if summary.failed:
        table.rows.append(("broken off", f"{summary.failed:,}", "", ""))
    return table


def percent(games: int, of: int, *, whole: bool = False) -> tuple[str, str]:
    """A share in per cent, and its 95 % interval; where these are all there are, the share as a fraction."""
    if whole:
        return (f"{100 * games / of:.2f} %", str(Fraction(games, of))) if of else ("-", "-")
    share, between = wilson(games, of).times(100).told("%")
    return (share if of else "-"), between


def mean_of(seen: Histogram, *, whole: bool = False) -> tuple[str, str, str]:
    """A mean, its 95 % interval, and the standard deviation, in as many digits as the interval leaves to the mean.

    Where these are all there are, the mean as a fraction stands in the place of the interval.
    """
    found = seen.estimate
    if found is None or seen.mean is None:
        return "-", "-", "-"
    if whole:
        return f"{found.mean:,.2f}", str(seen.mean), f"{seen.whole_deviation:,.2f}"
    deviation = "-" if seen.deviation is None else number_text(seen.deviation, found.decimals)
    return *found.told(), deviation


def means_table(summary: Summary, counts: str) -> TextTable:
    """The length, the scores and whatever else was counted: mean with 95 % interval or exactly, and spread."""
    headings = ("", "mean", "exactly" if summary.whole else "95 % interval", "sd")
    table = TextTable(headings=headings, empty="No game ended.")
    for name, seen in seen_numbers(summary, counts).items():
        table.rows.append((name, *mean_of(seen, whole=summary.whole)))
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


def groups_table(figure: str, groups: dict[float, Summary], counts: str) -> TextTable:
    """How the games ended that are alike in a figure, a row for each of its values, with 95 % intervals or exactly."""
    summaries = [groups[value] for value in sorted(groups)]
    every = [shares(summary, summaries) for summary in summaries]
    names = [name for name in (every[0] if every else ()) if any(ended[name] for ended in every)]
    whole = any(summary.whole for summary in summaries)
    how = "exactly" if whole else "95 %"
    headings = (
        figure,
        "deals" if whole else "games",
        *(heading for name in names for heading in (name, how)),
        f"mean {counts}s",
        how,
    )
    table = TextTable(headings=headings, empty="No deal was so.")
    for value, summary, ended in zip(sorted(groups), summaries, every, strict=True):
        told = (text for name in names for text in percent(ended[name], summary.games, whole=whole))
        table.rows.append((f"{value:,}", f"{summary.games:,}", *told, *mean_of(summary.lengths, whole=whole)[:2]))
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
    places = wilson(max(counts), seen.total).times(100).decimals
    longest = max(map(len, labels))
    room = BAR_WIDTH if columns is None else max(1, min(BAR_WIDTH, columns - longest - _BESIDE_A_BAR))
    for name, times in zip(labels, counts, strict=True):
        bar = ("█" if blocks else "#") * round(room * times / max(counts))
        share = f"{number_text(100 * times / seen.total, places)} %"
        yield f"{name:>{longest}}  {bar:{room}}  {share:>8}"


def label(first: int, last: int) -> str:
    """A range of whole numbers."""
    return f"{first:,}" if first >= last else f"{first:,} to {last:,}"


def round_width(least: float) -> int:
    """The lowest of 1, 2, 5, 10, 20, 50, … that is at least so much."""
    width = 1
    while width < least:
        width = width * 5 // 2 if str(width)[0] == "2" else width * 2
    return width


LEVEL = 0.05
"""How likely a table has any star, at most, where nothing differs."""


class Paired:
    """How often each figure of the deals had which value, where a figure is one number for all games of a deal.

    So a deal is one case, however often it was played. Of deals of which nothing was added a share is 0.

    >>> paired = Paired()
    >>> paired.take(3, {"seat 0 wins": Histogram({1: 1})})
    >>> paired.share("seat 0 wins").counts == {1: 1, 0: 2}
    True
    """

    def __init__(self) -> None:
        self.deals = 0
        self._seen: dict[Hashable, Histogram] = {}

    def take(self, deals: int, figures: Mapping[Any, Histogram]) -> None:
        """Take in so many deals, and which values the figures had in them."""
        self.deals += deals
        for figure, seen in figures.items():
            self._seen.setdefault(figure, Histogram()).add(seen)

    def number(self, figure: Hashable) -> Histogram:
        """The values of a figure that not every deal has, as the length of games that may be endless."""
        return self._seen.get(figure, Histogram())

    def share(self, figure: Hashable) -> Histogram:
        """The values of a figure that every deal has."""
        seen = self.number(figure)
        rest = self.deals - seen.total
        return Histogram(seen.counts + Counter({0: rest})) if rest else seen


def _difference(seen: Histogram, found: Estimate | None) -> dict[str, Any]:
    told = {} if found is None else found.as_json()
    return {"pairs": seen.total, "difference": told.get("mean"), "interval95": told.get("interval95")}


def _differences(base: Sequence[float], numbers: Sequence[float], both: Sequence[bool]) -> Histogram:
    """How much more each number is than that of the first batch, where both count."""
    return Histogram.of(compress(map(sub, numbers, base), both))


def compared(base: Rows, rows: Rows, base_sides: Sides, sides: Sides) -> tuple[int, dict[Any, Histogram]]:
    """How many games both have, and how much more there is of everything by the second: ends, lengths and scores.

    The figures are each end in the words of the table of shares, `LENGTH`, and each seat's score by its number.
    """
    if base["game"] != rows["game"]:
        games = set(base["game"]) & set(rows["game"])
        base, rows = base.only(games), rows.only(games)
    found: dict[Any, Histogram] = {}
    seats = zip(zip(base["end"], *base.won(), strict=True), zip(rows["end"], *rows.won(), strict=True), strict=True)
    for (before, after), times in Counter(seats).items():
        ends = ending(before, base_sides), ending(after, sides)
        for end, more in zip(ends, (-1, 1), strict=True) if ends[0] != ends[1] else ():
            found.setdefault(end, Histogram()).counts[more] += times
    both = [first < ENDLESS and second < ENDLESS for first, second in zip(base["end"], rows["end"], strict=True)]
    found[LENGTH] = _differences(base["length"], rows["length"], both)
    if base.scores or rows.scores:
        for seat in range(min(base.seats, rows.seats)):
            found[seat] = _differences(base.scores_of(seat), rows.scores_of(seat), both)
    return len(base), found


@dataclass(kw_only=True)
class Comparison:
    """Variants with what their games came to, the first of them being what the others are held against."""

    counts: str
    variants: dict[str, Summary]
    pairs: dict[str, Paired] = field(default_factory=dict[str, Paired])

    def add(self, rows: Mapping[str, Rows]) -> None:
        """Take in the same games of every variant; those that one of them has not, because they failed, are no pair."""
        first = next(iter(self.variants))
        for name, summary in self.variants.items():
            summary.add(Summary.of(rows[name], summary.sides, summary.score_bounds))
            if name != first:
                pairs = compared(rows[first], rows[name], self.variants[first].sides, summary.sides)
                self.pairs.setdefault(name, Paired()).take(*pairs)

    def error(self, mean: str) -> float | None:
        """The greatest standard error of a difference, in shares or else in mean lengths; None where one is unknown."""
        if mean:
            return widest_error(paired.number(LENGTH).estimate for paired in self.pairs.values())
        every = [(paired, end) for name, paired in self.pairs.items() for end in self.ends_of(name)]
        return widest_error(paired.share(end).difference for paired, end in every)

    @property
    def ends(self) -> list[str]:
        """How the games of any variant end."""
        every = list(self.variants.values())
        names = dict.fromkeys(name for summary in every for name in shares(summary, every))
        return sorted(names, key=lambda name: list(COUNTED).index(name) if name in COUNTED else -1)

    def ends_of(self, variant: str) -> list[str]:
        """How the games of a variant and of the first both can end."""
        every = list(self.variants.values())
        both = shares(every[0], every).keys() & shares(self.variants[variant], every).keys()
        return [end for end in self.ends if end in both]

    @property
    def _seats(self) -> list[int]:
        """The seats whose scores say more than who won, by any variant."""
        return sorted({seat for summary in self.variants.values() for seat in range(len(summary.scores))})

    @property
    def level(self) -> float:
        """How likely a single star is at most where nothing differs, so that all have the level of the table."""
        return LEVEL / max(1, len(self.questions()))

    def questions(self) -> list[tuple[str, Any]]:
        """The variants and figures in which games differ; of two shares one alone, as the other is what it leaves."""
        found: list[tuple[str, Any]] = []
        for name, paired in self.pairs.items():
            ends = [end for end in self.ends_of(name) if any(paired.number(end).counts)]
            less = {-more: times for more, times in paired.number(ends[-1]).counts.items()} if ends else {}
            if len(ends) == 2 and paired.number(ends[0]).counts == less:
                ends.pop()
            numbers = [one for one in self.numbers if any(paired.number(one).counts)]
            found += [(name, figure) for figure in (*ends, *numbers)]
        return found

    @property
    def numbers(self) -> list[Any]:
        """The figures that are no shares."""
        return [LENGTH, *self._seats]

    @property
    def _headings(self) -> list[str]:
        return list(map(self.heading, self.numbers))

    def heading(self, figure: Any) -> str:
        """What a figure is called."""
        return f"mean {self.counts}s" if figure == LENGTH else f"score {figure}" if figure in self._seats else figure

    def more(self, variant: str, figure: Any) -> Estimate | None:
        """How much more there is of a figure than by the first variant."""
        paired = self.pairs[variant]
        return paired.number(figure).estimate if figure in self.numbers else paired.share(figure).difference

    def chance(self, variant: str, figure: Any) -> float:
        """How likely so great a difference from the first variant is where there is none."""
        paired = self.pairs.get(variant, Paired())
        if figure in self.numbers:
            return paired.number(figure).chance
        if figure not in self.ends_of(variant):
            return 1.0
        seen = paired.number(figure).counts
        return chance_of_cases(seen[1], seen[-1])

    def table(self) -> TextTable:
        """A row for each variant; a star marks what differs from the first row by more than chance explains."""
        ends, level = self.ends, self.level
        table = TextTable(headings=("variant", *ends, *self._headings, "sd", "median"))

        def starred(text: str, figure: Any) -> str:
            return f"{text} {'*' if self.chance(name, figure) < level else ' '}"

        for name, summary in self.variants.items():
            there = shares(summary, self.variants.values())
            cells = [starred(percent(there[end], summary.games)[0], end) if end in there else "-" for end in ends]
            length, median, scores = summary.lengths, summary.lengths.percentile(50), summary.all_scores()
            means = [starred(mean_of(length)[0], LENGTH)]
            means += [starred(mean_of(scores[seat])[0] if seat < len(scores) else "-", seat) for seat in self._seats]
            told = "-" if median is None else f"{median:,}"
            table.rows.append((name, *cells, *means, mean_of(length)[2], told))
        return table

    def differences(self) -> TextTable:
        """A row for each variant but the first, with the 95 % intervals of what differs from the first, in points."""
        every = self.pairs.items()
        ends = [
            end
            for end in self.ends
            if any(any(one.number(end).counts) and end in self.ends_of(name) for name, one in every)
        ]
        table = TextTable(headings=("variant", *ends, *self._headings))
        for name, paired in self.pairs.items():
            there = self.ends_of(name)
            told = [paired.share(end).difference.times(100).told()[1] if end in there else "-" for end in ends]
            table.rows.append((name, *told, *(mean_of(self._more(paired, one))[1] for one in self.numbers)))
        return table

    def _more(self, paired: Paired, figure: Any) -> Histogram:
        """How much more there is of a figure in each pair; scores differ by no more than their bounds do."""
        seen = paired.number(figure)
        if figure == LENGTH:
            return seen
        least, most = zip(*(summary.score_bounds for summary in self.variants.values()), strict=True)
        width = max(most) - min(least)
        return seen.within((-width, width))

    def panels(self) -> dict[str, dict[str, Estimate | None]]:
        """For a picture: the share of each seat or side, and the mean of the lengths, by each variant."""
        first = next(iter(self.variants.values()))
        wins: dict[str, dict[str, Estimate | None]] = {
            f"{winning(side)} (%)": {
                name: wilson(one.wins[number], one.games).times(100) for name, one in self.variants.items()
            }
            for number, side in enumerate(first.sides)
        }
        return wins | {f"mean {self.counts}s": {name: one.lengths.estimate for name, one in self.variants.items()}}

    def as_json(self) -> dict[str, dict[str, Any]]:
        """All there is of every variant, as JSON has it."""
        differ = {name: {"differences": self._pairs_json(name, paired)} for name, paired in self.pairs.items()}
        return {name: summary.as_json() | differ.get(name, {}) for name, summary in self.variants.items()}

    def _pairs_json(self, name: str, paired: Paired) -> dict[str, Any]:
        every = {end: _difference(seen := paired.share(end), seen.difference) for end in self.ends_of(name)}
        numbers = {one: _difference(seen := self._more(paired, one), seen.estimate) for one in self.numbers}
        return {
            "pairs": paired.deals,
            "shares": {end: {name: one[name] for name in ("difference", "interval95")} for end, one in every.items()},
            "length": numbers[LENGTH],
            "scores": [numbers[seat] for seat in self._seats if numbers[seat]["pairs"]],
        }


class Rotation:
    """Games in which every deal was played once for each seat at which the first player can sit.

    The figures are how many games of a deal each seat won alone, and each player.
    """

    def __init__(self, players: Sequence[str], sides: Sides) -> None:
        self.players = players
        self.turns = len(players)
        """How often each deal was played."""
        self.paired = Paired()
        self.shared = 0
        """Games that several sides won; they count for nobody."""
        self._sides = sides

    def add(self, rows: Mapping[str, Rows]) -> None:
        """Take in the same deals of every turn, in which the first player sat at the first seat, the second, and so on.

        Deals of which a game failed are left out.
        """
        turned = list(rows.values())
        games = set(turned[0]["game"]).intersection(*(one["game"] for one in turned[1:]))
        played = [one if len(one) == len(games) else one.only(games) for one in turned]
        alone = [self._alone(one) for one in played]
        found: dict[Any, Histogram] = {}
        for seat in range(self.turns):
            found["seats", seat] = _sums([wins[seat] for wins in alone])
            found["players", seat] = _sums([wins[(seat + turn) % self.turns] for turn, wins in enumerate(alone)])
        self.paired.take(len(games), found)

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

    def seen(self, kind: str) -> list[Histogram]:
        """How many games of a deal each of the seats or players won."""
        return [self.paired.share((kind, number)) for number in range(self.turns)]

    def estimates(self, kind: str) -> list[Estimate]:
        """The share that each of the seats or players has of all games.

        Where all players are the same one, each has as much, whatever the cards are, and so there is no interval.
        """
        found = [seen.share(self.turns) for seen in self.seen(kind)]
        return [Estimate(one.mean, None, None) for one in found] if kind == "players" and self.are_alike else found

    @property
    def are_alike(self) -> bool:
        """Whether all players are the same one, so that each has won as often."""
        return len({*self.players}) == 1 == len({seen.sum for seen in self.seen("players")})

    @property
    def uncertain(self) -> list[Estimate]:
        """The shares that are estimated."""
        return [one for kind in ("seats", "players") for one in self.estimates(kind) if one.half is not None]

    def error(self, mean: str) -> float | None:
        """The greatest standard error of any share; means have none here."""
        return widest_error(self.uncertain)

    def table(self) -> TextTable:
        """What each seat and each player won, of all games, with the 95 % intervals that the deals have."""
        table = TextTable(headings=("", "wins", "share", "95 % interval"))
        names = [f"seat {seat}" for seat in range(self.turns)]
        names += [f"player {place}, {player}" for place, player in enumerate(self.players)]
        seen = [*self.seen("seats"), *self.seen("players")]
        estimates = [*self.estimates("seats"), *self.estimates("players")]
        for name, wins, one in zip(names, seen, estimates, strict=True):
            table.rows.append((name, f"{wins.sum:,}", *one.times(100).told("%")))
        return table

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        told: dict[str, Any] = {"deals": self.paired.deals, "turns": self.turns, "shared": self.shared}
        for kind in ("seats", "players"):
            found = [(seen.sum, one.as_json()) for seen, one in zip(self.seen(kind), self.estimates(kind), strict=True)]
            told[kind] = [
                {"wins": wins, "share": one["mean"] if self.paired.deals else None, "interval95": one["interval95"]}
                for wins, one in found
            ]
        return told


def _sums(columns: Sequence[Iterable[int]]) -> Histogram:
    """How often the numbers of a row have which sum."""
    sums: Iterable[int] = columns[0]
    for column in columns[1:]:
        sums = map(add, sums, column)
    return Histogram.of(sums)


WANTED = 0.5
"""For so many percentage points to each side it is said how many games it takes."""
_LEAST = 1e-15
Sure = tuple[Estimate, float]
"""An estimate, and how many cases it is of."""


def explained(summary: Summary, groups: Sequence[Summary], played: int) -> Iterator[str]:
    """What the tables of a batch say: of all of so many games, or of groups of them that are alike in a figure."""
    if summary.whole:
        yield "These are all deals there are: nothing is estimated, and so there are no intervals."
        return
    if not summary.games:
        return
    yield what_intervals_are("games")
    ends = shares(summary, [summary])
    if unseen := [name for name, times in ends.items() if not times]:
        most = wilson(0, summary.games).times(100).told("%")[1]
        yield f"Not seen in {summary.games:,} games: {', '.join(unseen)}. Of all games {most} may end so."
    shown = groups or [summary]
    if len(summary.sides) == 2 and not groups:
        one, other = map(side_name, summary.sides)
        yield f"{one} and {other}: {chance_in_words(chance_of_cases(*summary.alone), 'nothing between them')}"
    every = [(share, (one.games + WILSONS) * played / one.games) for one in shown for share in one.estimates.values()]
    yield games_line(every, "game")


def explained_comparison(found: Comparison, played: int) -> Iterator[str]:
    """What differs between variants, and how likely that would be by chance; of so many games of each."""
    first = next(iter(found.variants))
    yield what_intervals_are("games")
    asked = found.questions()
    estimates: list[Sure] = []
    for name, figure in asked:
        difference = found.more(name, figure) or Estimate(0.0, None, None)
        told = difference if figure in found.numbers else difference.times(100)
        unit = "" if figure in found.numbers else "points"
        chance, mean = found.chance(name, figure), told.told(unit)[0]
        more = f"{'-' if mean[0] == '-' else '+'}{mean.lstrip('-')}"
        yield f"{found.heading(figure)} by {name}: {more} beside {first}. {chance_in_words(chance, 'no difference')}"
        if figure not in found.numbers:
            estimates.append((difference, played))
    yield (
        f"That is {counted(len(asked), 'question')}, so a star stands where that chance is below {found.level:.2g}: "
        f"{LEVEL:.2g} by the number of questions. Each is held against the first row alone."
    )
    if estimates:
        yield games_line(estimates, "game", "difference", " of each variant, for one interval by itself")


def explained_rotation(found: Rotation, groups: Sequence[Rotation], played: int) -> Iterator[str]:
    """What seats and players won, of so many deals that were played with all seats turned, or of groups of them."""
    if not found.paired.deals:
        return
    yield what_intervals_are("deals")
    yield f"The {counted(found.turns, 'game')} of a deal count as one case, since the same cards lie in them."
    if found.are_alike:
        yield "All players are the same, so that each wins as often as the others: of that nothing is estimated."
    yield games_line([(one, played) for table in groups or [found] for one in table.uncertain], "deal")


def what_intervals_are(cases: str) -> str:
    """What a 95 % interval is."""
    return (
        f"95 % interval: what is true of all {cases} lies within it 95 times in 100, "
        "were the same asked again and again with other seeds."
    )


def games_line(found: Sequence[Sure], case: str, what: str = "share", more: str = "") -> str:
    """How certain each share is, and how many games it takes for half a point."""
    error = WANTED / 100 / NORMAL
    needed = max(games_for(one.error or 0.0, cases, error) for one, cases in found)
    return (
        f"Each {what} is certain to ± {upwards(100 * max(one.reach for one, _ in found))} points or better; for "
        f"± {WANTED} points, a standard error of {100 * error:.3f}, it takes some {upwards(needed)} {case}s{more}."
    )


def chance_in_words(chance: float, without: str) -> str:
    """How often something as great comes about by chance alone, and the p-value."""
    for of in (100, 1000):
        if chance * of >= 1:
            often = f"{round(chance * of)} of {of:,}"
            break
    else:
        often = "fewer than 1 of 1,000"
    told = f"p = {chance:.2g}" if chance > _LEAST else f"p < {_LEAST:.0e}"
    return f"Were there {without}, as much or more would be seen in {often} such runs ({told})."
