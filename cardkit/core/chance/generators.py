"""Random numbers, specified to the last bit in docs/rng.md, with one primitive, `below`."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Protocol

from cardkit.core.chance.streams import Seeded as Seeded
from cardkit.core.chance.streams import mix64 as mix64
from cardkit.core.chance.streams import pick_out as pick_out
from cardkit.core.chance.streams import shuffle as shuffle
from cardkit.core.chance.streams import stream_number as stream_number
from cardkit.core.errors import OutOfNumbers


class Rng(Protocol):
    """A source of random numbers."""

    def below(self, n: int, /) -> int:
        """A whole number from 0 up to, not including, n."""
        ...


def read_seed(text: str) -> int | None:
    """The whole number that a text is in decimal digits, perhaps after a sign, or None.

    >>> read_seed(" -7 "), read_seed("2.5"), read_seed("1_0")
    (-7, None, None)
    """
    digits = text.strip()
    unsigned = digits[1:] if digits[:1] in ("+", "-") else digits
    return int(digits) if unsigned.isascii() and unsigned.isdecimal() and len(unsigned) < 1000 else None


class System:
    """Numbers from the operating system, never the same again."""

    def below(self, n: int, /) -> int:
        return secrets.randbelow(n)


class Stacked:
    """No chance at all: a shuffle by it leaves the cards as they lie."""

    def below(self, n: int, /) -> int:
        return n - 1


class ScriptedRng:
    """The given numbers, one after the other; raises OutOfNumbers after the last."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self._numbers = list(numbers)
        self._drawn = 0

    def below(self, n: int, /) -> int:
        if self._drawn == len(self._numbers):
            raise OutOfNumbers
        number = self._numbers[self._drawn]
        if not 0 <= number < n:
            raise ValueError(f"the script has {number} where a number below {n} is wanted")
        self._drawn += 1
        return number
