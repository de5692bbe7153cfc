"""A histogram drawn in the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from cardkit.simulation.figures.histograms import Histogram
from cardkit.simulation.figures.reports import percent

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
