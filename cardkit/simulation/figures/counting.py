"""Counting the numbers in a column of rows; compiled where that was possible when cardkit was installed."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from cardkit.core.chance import uncompiled as cython  # type: ignore[no-redef]

ENDLESS = 2


def highest(numbers: array[int], width: int, column: int) -> int:
    """The highest number in a column, at least 0."""
    most = 0
    with cython.nogil:
        for row in range(len(numbers) // width):
            most = max(most, numbers[row * width + column])
    return most


def tally(numbers: array[int], width: int, column: int, end: int, counts: array[int]) -> None:
    """Add to `counts` how often each number stands in a column, leaving out rows that have 2, endless, in column `end`.

    Nothing is left out where `end` is -1.
    """
    with cython.nogil:
        for row in range(len(numbers) // width):
            if end < 0 or numbers[row * width + end] != ENDLESS:
                counts[numbers[row * width + column]] += 1
