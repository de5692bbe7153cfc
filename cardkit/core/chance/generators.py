"""Random numbers, specified to the last bit in docs/rng.md, with one primitive, `below`."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from cardkit.core.chance.streams import (
    Seeded as Seeded,
)
from cardkit.core.chance.streams import (
    mix64 as mix64,
)
from cardkit.core.chance.streams import (
    pick_out as pick_out,
)
from cardkit.core.chance.streams import (
    shuffle as shuffle,
)
from cardkit.core.chance.streams import (
    stream_number as stream_number,
)
from cardkit.core.errors import BadRange, BadSeed, OutOfNumbers, UnknownName


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


class Java:
    """`java.util.Random`, as the Java SE documentation of that class specifies it.

    A seed is a Java long, from -2**63 to 2**63 - 1; any other raises BadSeed, a ValueError.

    >>> numbers = Java(42)
    >>> [numbers.below(52) for _ in range(5)]
    [26, 7, 48, 12, 26]
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        if not -(2**63) <= seed < 2**63:
            raise BadSeed("java", seed, "a seed is a whole number from -2**63 to 2**63 - 1")
        self._state = (seed ^ 0x5DEECE66D) % 2**48

    def next_int(self) -> int:
        """What `nextInt()` returns: a whole number from -2**31 to 2**31 - 1."""
        return _signed(self._next(32))

    def below(self, n: int, /) -> int:
        """What `nextInt(n)` returns, for n from 1 to 2**31 - 1; a higher one raises BadRange."""
        _check("java", n, 2**31 - 1)
        if n & n - 1 == 0:
            return n * self._next(31) >> 31
        while True:
            number = self._next(31)
            remainder = number % n
            # Java draws again where this sum overflows an int: the last, shorter run of numbers would favour low ones.
            if number - remainder + n - 1 < 2**31:
                return remainder

    def _next(self, bits: int) -> int:
        """The highest bits of the next state of 48, as a number from 0."""
        self._state = (self._state * 0x5DEECE66D + 0xB) % 2**48
        return self._state >> 48 - bits


class Msvc:
    """`srand` and `rand` of Microsoft's C library, as its source file rand.c has them; seeds count modulo 2**32.

    >>> numbers = Msvc(1)
    >>> [numbers.rand() for _ in range(5)]
    [41, 18467, 6334, 26500, 19169]
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed % 2**32

    def rand(self) -> int:
        """What `rand()` returns: a whole number from 0 to 32767."""
        self._state = (self._state * 214013 + 2531011) % 2**32
        return self._state >> 16 & 0x7FFF

    def below(self, n: int, /) -> int:
        """`rand() % n`, which is what C programs do, for n from 1 to 32768; a higher one raises BadRange."""
        _check("msvc", n, 2**15)
        return self.rand() % n


class Glibc:
    """`srand` and `rand` of the GNU C library, as its source file random_r.c has them; seeds count modulo 2**32.

    >>> numbers = Glibc(1)
    >>> [numbers.rand() for _ in range(3)]
    [1804289383, 846930886, 1681692777]
    """

    __slots__ = ("_words",)

    def __init__(self, seed: int) -> None:
        words = [_signed(seed % 2**32 or 1)]
        while len(words) < 31:
            # The C source reaches this remainder, never a negative one, by a detour that stays within 32 bits.
            words.append(16807 * words[-1] % (2**31 - 1))
        self._words = (*words[3:], *words[:3])
        for _ in range(310):
            self.rand()

    def rand(self) -> int:
        """What `rand()` returns: a whole number from 0 to 2**31 - 1."""
        word = (self._words[-31] + self._words[-3]) % 2**32
        self._words = (*self._words[1:], word)
        return word >> 1

    def below(self, n: int, /) -> int:
        """`rand() % n`, which is what C programs do, for n from 1 to 2**31; a higher one raises BadRange."""
        _check("glibc", n, 2**31)
        return self.rand() % n


GENERATORS: Mapping[str, Callable[[int], Rng]] = {"seeded": Seeded, "java": Java, "msvc": Msvc, "glibc": Glibc}
"""Every generator that starts from a seed, by its name."""


def generator(kind: str, seed: int) -> Rng:
    """The generator of that name, at its beginning; raises UnknownName, or BadSeed for a seed that it can't have.

    >>> generator("java", 1).below(100)
    85
    """
    if kind not in GENERATORS:
        raise UnknownName("generator", kind, GENERATORS)
    return GENERATORS[kind](seed)


def _signed(word: int) -> int:
    """The number that 32 bits mean as a signed int."""
    return word - 2**32 if word >= 2**31 else word


def _check(generator: str, n: int, most: int) -> None:
    """Raises ValueError unless n is at least 1, BadRange where it is more than `most`."""
    if n < 1:
        raise ValueError(f"below({n}): n is a whole number from 1 to {most}")
    if n > most:
        raise BadRange(generator, n, most)
