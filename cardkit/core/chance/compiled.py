"""Random numbers for kernels, the same as those of `generators` and `languages`; compiled where possible."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from cardkit.core.chance import uncompiled as cython  # type: ignore[no-redef]

if not cython.compiled:
    # The compiler has these from compiled.pxd, as constants.
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


class Chance:
    """A stream of random numbers of one kind, which a kernel extends by its game."""

    def begin(self, kind: int, seed: int) -> None:
        """Start again with this kind of generator and this seed, modulo 2**64."""
        self.kind = kind
        self.state = seed
        if kind == JAVA:
            self.state = (seed ^ JAVA_FACTOR) & JAVA_MASK
        elif kind == MSVC:
            self.state = seed & LOW

    def scramble(self, number: int) -> int:
        """The number that SplitMix64 makes of a state."""
        number = ((number ^ (number >> 30)) * FIRST) & MASK
        number = ((number ^ (number >> 27)) * SECOND) & MASK
        return number ^ (number >> 31)

    def mix(self, seed: int, index: int) -> int:
        """The same as `mix64`."""
        return self.scramble((seed + GOLDEN * ((index + 1) & MASK)) & MASK)

    def below(self, n: int) -> int:
        """A whole number from 0 up to, not including, n, which is less than 2**31."""
        if self.kind != SEEDED:
            return self.foreign_below(n)
        while True:
            self.state = (self.state + GOLDEN) & MASK
            number = self.scramble(self.state)
            low = (number * n) & MASK
            if low >= n or low >= (MASK - n + 1) % n:
                # The upper half of the 128-bit product, from two products of 64 bits.
                return ((number >> 32) * n + (((number & LOW) * n) >> 32)) >> 32

    def foreign_below(self, n: int) -> int:
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

    def shuffle(self, items: list[int], size: int) -> None:
        """Shuffle in place as `cardkit.core.chance.generators.shuffle` does."""
        for last in range(size - 1, 0, -1):
            chosen = self.below(last + 1)
            item = items[last]
            items[last] = items[chosen]
            items[chosen] = item

    def pick_out(self, items: list[int], left: list[int], size: int) -> None:
        """Shuffle in place as `cardkit.core.chance.generators.pick_out` does; `left` has room for all items."""
        for place in range(size):
            left[place] = items[place]
        for place in range(size - 1, -1, -1):
            chosen = self.below(place + 1)
            items[place] = left[chosen]
            left[chosen] = left[place]
