"""Random numbers, specified to the last bit in docs/rng.md, with one primitive, `below`."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from typing import Protocol, TypeVar

from cardkit.core.errors import OutOfNumbers

T = TypeVar("T")

_MASK = 2**64 - 1
_GOLDEN = 0x9E3779B97F4A7C15


class Rng(Protocol):
    """A source of random numbers."""

    def below(self, n: int, /) -> int:
        """A whole number from 0 up to, not including, n."""
        ...


def scramble(number: int) -> int:
    """The 64-bit number that SplitMix64 makes of a 64-bit state (Steele, Lea and Flood, OOPSLA 2014)."""
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    number = (number ^ number >> 27) * 0x94D049BB133111EB & _MASK
    return number ^ number >> 31


def mix64(seed: int, index: int) -> int:
    """A seed for the stream with this index: the number at that place (from 0) in the sequence of `seed`."""
    return scramble(seed + _GOLDEN * (index + 1) & _MASK)


def stream_number(label: str) -> int:
    """The index of the stream that `split` makes for a label."""
    return int.from_bytes(hashlib.blake2b(label.encode(), digest_size=8).digest(), "big")


def read_seed(text: str) -> int | None:
    """The whole number that a text is in decimal digits, perhaps after a sign, or None.

    >>> read_seed(" -7 "), read_seed("2.5"), read_seed("1_0")
    (-7, None, None)
    """
    digits = text.strip()
    unsigned = digits[1:] if digits[:1] in ("+", "-") else digits
    return int(digits) if unsigned.isascii() and unsigned.isdecimal() and len(unsigned) < 1000 else None


class Seeded:
    """The numbers that follow from a seed, the same on every system; seeds count modulo 2**64.

    >>> numbers = Seeded(1)
    >>> [numbers.below(52) for _ in range(5)]
    [29, 38, 50, 23, 23]
    """

    __slots__ = ("seed", "state")

    def __init__(self, seed: int) -> None:
        self.seed = seed & _MASK
        self.state = self.seed

    def below(self, n: int, /) -> int:
        if not 1 <= n <= _MASK:
            raise ValueError(f"below({n}): n is a whole number from 1 to 2**64 - 1")
        while True:
            self.state = self.state + _GOLDEN & _MASK
            product = scramble(self.state) * n
            low = product & _MASK
            if low >= n or low >= (_MASK + 1 - n) % n:
                return product >> 64

    def split(self, label: str) -> Seeded:
        """A stream of its own, that depends on this stream's seed and on the label, not on what was drawn.

        >>> Seeded(1).split("deal").seed == Seeded(1).split("seat 0").seed
        False
        """
        return Seeded(mix64(self.seed, stream_number(label)))

    def derive(self, label: str) -> Seeded:
        """A stream of its own as `split` makes one, but of whose numbers, all of them, nothing follows about this one.

        >>> Seeded(1).derive("seat 0").seed == Seeded(2).derive("seat 0").seed
        False
        """
        hashed = hashlib.blake2b(label.encode(), key=self.seed.to_bytes(8, "big"), digest_size=8)
        return Seeded(int.from_bytes(hashed.digest(), "big"))


class System:
    """Numbers from the operating system, never the same again."""

    def below(self, n: int, /) -> int:
        return secrets.randbelow(n)


class Stacked:
    """No chance at all: a shuffle by it leaves the cards as they lie."""

    def below(self, n: int, /) -> int:
        return n - 1


class Scripted:
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


def pick_out(items: list[T], rng: Rng) -> None:
    """Shuffle in place: pick an item for the last place, then one of those left for the place before it, and so on.

    The gap that a picked item leaves is filled by the last of those left.
    """
    left = items.copy()
    for place in range(len(items) - 1, -1, -1):
        chosen = rng.below(place + 1)
        items[place] = left[chosen]
        left[chosen] = left[place]


def shuffle(items: list[T], rng: Rng) -> None:
    """Shuffle in place: from the last place down to the second, swap with a place at or below it (Durstenfeld 1964)."""
    for last in range(len(items) - 1, 0, -1):
        chosen = rng.below(last + 1)
        items[last], items[chosen] = items[chosen], items[last]
