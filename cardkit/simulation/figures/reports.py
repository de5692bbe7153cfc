"""Summaries as people look at them: tables, a histogram drawn in the terminal, and comparisons of variants."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt

from cardkit.core.piles import Seat
from cardkit.core.texts import listed
from cardkit.play.text_tables import Table
from cardkit.simulation.figures.histograms import PERCENTILES, Histogram, wilson
from cardkit.simulation.figures.summary import Summary

ENDS = {"won by several": "shared", "draws": "draws", "lost": "lost", "endless": "endless", "cut off": "cut_off"}
"""What is said of games that no side won alone, each with the field of a summary that counts it."""
RARE = {"won by several", "lost", "cut off"}


def shares_table(summary: Summary) -> Table:
    """How many games each side won alone, and how the others ended, with 95 % intervals; together all games."""
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
    """The length, the scores and whatever else was counted: mean with 95 % interval, spread, percentiles."""
    headings = ("", "mean", "95 % interval", "sd", "min", *(f"{percentile} %" for percentile in PERCENTILES), "max")
    table = Table(headings=headings, empty="No game ended.")
    rows = {f"{counts}s": summary.lengths, **{name.replace("_", " "): seen for name, seen in summary.figures.items()}}
    rows |= {f"score of {name}": seen for name, seen in scores_of_sides(summary).items()}
    if summary.endless:
        rows |= {"first repeat": summary.repeats, "cycle": summary.cycles}
    table.rows += [number_row(name, seen) for name, seen in rows.items() if seen.total]
    return table


def number_row(name: str, seen: Histogram) -> tuple[str, ...]:
    """A row of the table of numbers."""
    low, high = seen.interval() or (None, None)
    between = "-" if low is None else f"{decimals(low)} to {decimals(high)}"
    ranks = [seen.lowest, *(seen.percentile(percentile) for percentile in PERCENTILES), seen.highest]
    told = (f"{rank:,}" for rank in ranks if rank is not None)
    return name, decimals(seen.mean), between, decimals(seen.deviation), *told


def side_name(side: Sequence[Seat]) -> str:
    """What a side is called: `seat 0`, `seats 0 and 2`."""
    return f"seat {side[0]}" if len(side) == 1 else f"seats {listed(list(map(str, side)))}"


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


def decimals(number: object) -> str:
    """A number with two decimals."""
    return "-" if number is None else f"{float(number):,.2f}"  # type: ignore[arg-type]


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
    """The games that each side won alone, and all others; of what is rare, only what there is among these."""
    alone = zip(summary.sides, summary.alone, strict=True)
    counts = {f"{side_name(side)} {'wins' if len(side) == 1 else 'win'}": wins for side, wins in alone}
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
