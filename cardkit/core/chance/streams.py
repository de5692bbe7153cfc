"""The numbers that follow from a seed, and shuffles made of them, for rules and kernels; compiled where possible."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, TypeVar

try:
    import cython
except ImportError:
    from cardkit.core.chance import uncompiled as cython  # type: ignore[no-redef]

if TYPE_CHECKING:
    from cardkit.core.chance.generators import Rng

if not cython.compiled:
    from cardkit.core.chance.uncompiled import upper

    # The compiler has these from streams.pxd, as constants.
    GOLDEN = 0x9E3779B97F4A7C15
    FIRST = 0xBF58476D1CE4E5B9
    SECOND = 0x94D049BB133111EB
    MASK = 2**64 - 1
    LOW = 2**32 - 1
    SEEDED, JAVA, MSVC = 0, 1, 2
    JAVA_MASK = 2**48 - 1
    JAVA_FACTOR = 0x5DEECE66D
    JAVA_LIMIT = 2**31
    MSVC_FACTOR = 214013
    MSVC_STEP = 2531011

T = TypeVar("T")


def scramble(number: int) -> int:
    """The 64-bit number that SplitMix64 makes of a 64-bit state (Steele, Lea and Flood, OOPSLA 2014)."""
    number = ((number ^ number >> 30) * FIRST) & MASK
    number = ((number ^ number >> 27) * SECOND) & MASK
    return number ^ number >> 31


def mix64(seed: int, index: int) -> int:
    """A seed for the stream with this index: the number at that place (from 0) in the sequence of `seed`."""
    return scramble((seed + GOLDEN * (index + 1)) & MASK)


def stream_number(label: str) -> int:
    """The index of the stream that `split` makes for a label."""
    return int.from_bytes(hashlib.blake2b(label.encode(), digest_size=8).digest(), "big")


class Chance:
    """A stream of random numbers, of one of three kinds of generators, which a kernel extends by its game."""

    def begin(self, kind: int, seed: int) -> None:
        """Start again with this kind of generator and this seed, modulo 2**64."""
        self.kind = kind
        self.state = seed
        if kind == JAVA:
            self.state = (seed ^ JAVA_FACTOR) & JAVA_MASK
        elif kind == MSVC:
            self.state = seed & LOW

    def mix(self, seed: int, index: int) -> int:
        """The same as `mix64`, of numbers of 64 bits."""
        return scramble((seed + GOLDEN * ((index + 1) & MASK)) & MASK)

    def draw(self, n: int) -> int:
        """A whole number from 0 up to, not including, n, which is from 1 to 2**31 - 1, or for `Seeded` to 2**64 - 1."""
        return self.draw_seeded(n) if self.kind == SEEDED else self.draw_foreign(n)

    def draw_seeded(self, n: int) -> int:
        """What `Seeded` gives, for n from 1 to 2**64 - 1."""
        while True:
            self.state = (self.state + GOLDEN) & MASK
            number = scramble(self.state)
            low = (number * n) & MASK
            if low >= n or low >= (MASK - n + 1) % n:
                return upper(number, n)

    def draw_foreign(self, n: int) -> int:
        """What Java's `nextInt(n)` gives, or Microsoft's `rand() % n`."""
        if self.kind == MSVC:
            self.state = (self.state * MSVC_FACTOR + MSVC_STEP) & LOW
            return ((self.state >> 16) & 0x7FFF) % n
        while True:
            self.state = (self.state * JAVA_FACTOR + 0xB) & JAVA_MASK
            number = self.state >> 17
            if n & (n - 1) == 0:
                return (n * number) >> 31
            if number - number % n + n - 1 < JAVA_LIMIT:
                return number % n

    def settle(self, items: list[int], size: int, end: int) -> None:
        """Shuffle so many items in place as `shuffle` does, until the places from `end` on are settled.

        To go on later, settle `end` items.
        """
        kind = self.kind
        for last in range(size - 1, max(end, 1) - 1, -1):
            chosen = self.draw_seeded(last + 1) if kind == SEEDED else self.draw_foreign(last + 1)
            item = items[last]
            items[last] = items[chosen]
            items[chosen] = item

    def pick(self, items: list[int], left: list[int], size: int) -> None:
        """Shuffle in place as `pick_out` does; `left` has room for all items."""
        for place in range(size):
            left[place] = items[place]
        for place in range(size - 1, -1, -1):
            chosen = self.draw(place + 1)
            items[place] = left[chosen]
            left[chosen] = left[place]


class Seeded(Chance):
    """The numbers that follow from a seed, the same on every system; seeds count modulo 2**64.

    >>> numbers = Seeded(1)
    >>> [numbers.below(52) for _ in range(5)]
    [29, 38, 50, 23, 23]
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed & MASK
        self.state = self.seed

    def below(self, n: int, /) -> int:
        if not 1 <= n <= MASK:
            raise ValueError(f"below({n}): n is a whole number from 1 to 2**64 - 1")
        return self.draw_seeded(n & MASK)

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

    def __copy__(self) -> Seeded:
        twin = type(self)(self.seed)
        twin.state = self.state
        return twin

    def __reduce__(self) -> tuple[type[Seeded], tuple[int], int]:
        return type(self), (self.seed,), self.state

    def __setstate__(self, state: int) -> None:
        self.state = state


def drawn(rng: Rng, n: int) -> int:
    """What the source gives; a compiled stream is asked for it without a detour by Python."""
    if type(rng) is not Seeded:
        return rng.below(n)
    stream = rng
    return stream.draw_seeded(n)


def pick_out(items: list[T], rng: Rng) -> None:
    """Shuffle in place: pick an item for the last place, then one of those left for the place before it, and so on.

    The gap that a picked item leaves is filled by the last of those left.
    """
    left = items.copy()
    for place in range(len(items) - 1, -1, -1):
        chosen = drawn(rng, place + 1)
        items[place] = left[chosen]
        left[chosen] = left[place]


def shuffle(items: list[T], rng: Rng) -> None:
    """Shuffle in place: from the last place down to the second, swap with a place at or below it (Durstenfeld 1964)."""
    for last in range(len(items) - 1, 0, -1):
        chosen = drawn(rng, last + 1)
        items[last], items[chosen] = items[chosen], items[last]
