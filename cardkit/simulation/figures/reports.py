"""Summaries as people look at them: tables of shares and of numbers."""

from __future__ import annotations

from fractions import Fraction

from cardkit.core.texts import listed
from cardkit.play.text_tables import TextTable
from cardkit.simulation.figures.endings import shares, side_name
from cardkit.simulation.figures.histograms import PERCENTILES, Histogram, wilson
from cardkit.simulation.figures.summary import Summary


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
