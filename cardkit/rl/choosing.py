"""A legal action by chance in each of many games; compiled where possible."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

try:
    import cython
except ImportError:
    from cardkit.core.chance import uncompiled as cython  # type: ignore[no-redef]

if not cython.compiled:
    from cardkit.core.chance.streams import Seeded

    def drawn(stream: Seeded, n: int) -> int:
        """What the stream gives."""
        return stream.below(n)


if TYPE_CHECKING:
    Mask = memoryview[int]


def place_of(number: int, masks: Mask, first: int) -> int:
    """The place of a 1 from a place on, before which there are so many others."""
    while number or not masks[first]:
        number -= masks[first]
        first += 1
    return first


def choose(masks: Mask, chances: array[int], actions: array[int]) -> None:
    """Put an action into each place, as `Seeded` draws it of those with a 1 in its row of the mask; 0 where none is.

    `chances` has the states of the streams, which go on.
    """
    stream, lanes = Seeded(0), len(actions)
    size = len(masks) // lanes
    for lane in range(lanes):
        first, most = lane * size, 0
        for place in range(first, first + size):
            most += masks[place]
        actions[lane] = 0
        if most:
            stream.state = chances[lane]
            actions[lane] = place_of(drawn(stream, most), masks, first) - first
            chances[lane] = stream.state
