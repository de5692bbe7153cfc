"""What came of games as people look at it: tables of shares and of numbers, and pictures."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator, Mapping
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import Any

from cardkit.core.files import Replacement
from cardkit.core.texts import listed
from cardkit.play.terminal import TextTable
from cardkit.simulation.estimates import Estimate, number_text, wilson
from cardkit.simulation.results import needed
from cardkit.simulation.summary import PERCENTILES, Histogram, Summary, shares, side_name


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
