"""Counting the numbers in a column of rows; compiled where that was possible when cardkit was installed."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from cardkit.core.chance import uncompiled as cython  # type: ignore[no-redef]

if not cython.compiled:
    from cardkit.core.chance.uncompiled import cells

ENDLESS = 3


def highest(numbers: array[int], width: int, column: int) -> int:
    """The highest number in a column, at least 0."""
    rows, count = cells(numbers), len(numbers) // width
    most = 0
    with cython.nogil:
        for row in range(count):
            most = max(most, rows[row * width + column])
    return most


def tally(numbers: array[int], width: int, column: int, end: int, counts: array[int]) -> None:
    """Add to `counts` how often each number stands in a column, leaving out rows of games that did not end.

    These have 3, endless, or more in the column `end`; where that is -1, nothing is left out. The highest number has a
    place in `counts`.
    """
    rows, count, seen = cells(numbers), len(numbers) // width, cells(counts)
    with cython.nogil:
        for row in range(count):
            if end < 0 or rows[row * width + end] < ENDLESS:
                seen[rows[row * width + column]] += 1
