"""Summaries as people look at them: tables, a histogram drawn in the terminal, and comparisons of variants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import sqrt

from cardkit.play.text_tables import Table
from cardkit.simulation.figures.summary import PERCENTILES, Histogram, Summary, wilson

BARS = 20
"""About how many bars a histogram has."""
BAR_WIDTH = 50
_BESIDE_A_BAR = len("    100.00 %")
ENDS = {"won by several": "shared", "draws": "draws", "lost": "lost", "endless": "endless", "cut off": "cut_off"}
"""What is said of games beside who won them, each with the field of a summary that counts it."""
RARE = {"won by several", "lost", "cut off"}


def shares_table(summary: Summary) -> Table:
    """How many games each seat won, and how many nobody won, with 95 % intervals."""
    table = Table(headings=("", "games", "share", "95 % interval"))
    for name, games in shares(summary, [summary]).items():
        table.rows.append((name, f"{games:,}", percent(games, summary.games), interval(games, summary.games)))
    if summary.failed:
        table.rows.append(("broken off", f"{summary.failed:,}", "", ""))
    return table


def percent(games: int, of: int) -> str:
    """A share in per cent, with two decimals."""
    return f"{100 * games / of:.2f} %" if of else "-"


def interval(games: int, of: int) -> str:
    """The 95 % interval of a share in per cent."""
    low, high = wilson(games, of)
    return f"{100 * low:.2f} to {100 * high:.2f} %"


def numbers_table(summary: Summary, counts: str) -> Table:
    """The length and whatever else was counted: mean, standard deviation, least, percentiles and most."""
    headings = ("", "mean", "sd", "min", *(f"{percentile} %" for percentile in PERCENTILES), "max")
    table = Table(headings=headings, empty="No game ended.")
    rows = {f"{counts}s": summary.lengths, **{name.replace("_", " "): seen for name, seen in summary.figures.items()}}
    if summary.endless:
        rows |= {"first repeat": summary.repeats, "cycle": summary.cycles}
    table.rows += [number_row(name, seen) for name, seen in rows.items() if seen.total]
    return table


def number_row(name: str, seen: Histogram) -> tuple[str, ...]:
    """A row of the table of numbers."""
    ranks = [seen.lowest, *(seen.percentile(percentile) for percentile in PERCENTILES), seen.highest]
    return name, decimals(seen.mean), decimals(seen.deviation), *(f"{rank:,}" for rank in ranks if rank is not None)


def decimals(number: object) -> str:
    """A number with two decimals."""
    return "-" if number is None else f"{float(number):,.2f}"  # type: ignore[arg-type]


def histogram_lines(seen: Histogram, *, blocks: bool, columns: int | None = None) -> Iterator[str]:
    """A bar for each range of numbers, the last one for all above the 99th percentile; of signs that can be shown.

    The bars are as short as so many columns of a screen ask for.
    """
    low, high, most = seen.lowest, seen.percentile(99), seen.highest
    if low is None or high is None or most is None:
        return
    width = round_width((high - low) / BARS)
    starts = list(range(low // width * width, high + 1, width))
    counts = [0] * len(starts)
    for number, times in seen.counts.items():
        counts[min((number - starts[0]) // width, len(starts) - 1)] += times
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


def comparison_table(variants: Mapping[str, Summary], counts: str) -> Table:
    """A row for each variant; a star marks what differs from the first row by more than chance explains.

    The level is 5 % for all the stars of the table together (Bonferroni).
    """
    from statistics import NormalDist

    summaries = list(variants.values())
    base = summaries[0]
    names = list(shares(base, summaries))
    table = Table(headings=("variant", *names, f"mean {counts}s", "sd", "median"))
    tests = max(1, (len(summaries) - 1) * (len(names) + 1))
    limit = NormalDist().inv_cdf(1 - 0.05 / (2 * tests))
    for name, summary in variants.items():
        cells = [
            percent(games, summary.games) + star(differs(games, summary.games, of_base, base.games, limit))
            for games, of_base in zip(
                shares(summary, summaries).values(), shares(base, summaries).values(), strict=True
            )
        ]
        length, median = summary.lengths, summary.lengths.percentile(50)
        mean = decimals(length.mean) + star(means_differ(length, base.lengths, limit))
        table.rows.append((name, *cells, mean, decimals(length.deviation), "-" if median is None else f"{median:,}"))
    return table


def shares(summary: Summary, among: Iterable[Summary]) -> dict[str, int]:
    """The games that each seat won, and how many others there are; of what is rare, only what there is among these."""
    counts = {f"seat {seat} wins": wins for seat, wins in enumerate(summary.wins)}
    rare = {name for name in RARE if any(getattr(one, ENDS[name]) for one in among)}
    return counts | {name: getattr(summary, field) for name, field in ENDS.items() if name in rare or name not in RARE}


def star(marked: bool) -> str:  # noqa: FBT001
    """A star or the room for one."""
    return " *" if marked else "  "


def differs(times: int, of: int, base: int, base_of: int, limit: float) -> bool:
    """Whether two shares lie further apart than so many standard errors of their difference."""
    if not of or not base_of:
        return False
    pooled = (times + base) / (of + base_of)
    error = sqrt(pooled * (1 - pooled) * (1 / of + 1 / base_of))
    return error > 0 and abs(times / of - base / base_of) > limit * error


def means_differ(seen: Histogram, base: Histogram, limit: float) -> bool:
    """Whether two means lie further apart than so many standard errors of their difference."""
    if seen.mean is None or base.mean is None or seen.error is None or base.error is None:
        return False
    return abs(float(seen.mean - base.mean)) > limit * sqrt(seen.error**2 + base.error**2)
