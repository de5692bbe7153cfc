"""The generators of other languages, against numbers that the originals gave and against the originals at hand."""

from __future__ import annotations

import copy
import ctypes
import platform
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers import cardkit

from cardkit.core.chance.generators import GENERATORS, Glibc, Java, Msvc, Rng, Seeded, generator, shuffle
from cardkit.core.errors import BadRange, BadSeed, CardkitError, UnknownName

KINDS = ("seeded", "java", "msvc", "glibc")
MANY = [Seeded(2024).split("seeds").below(2**64 - 1), *(Seeded(seed).below(2**64 - 1) for seed in range(100))]
WORDS = [
    *(0, 1, 2, 42, 123456, 127772, 127773, 2**31 - 2, 2**31 - 1, 2**31, 2**31 + 1, 2**31 + 2),
    *(2**32 - 127774, 2**32 - 127773, 2**32 - 2, 2**32 - 1),
    *(seed % 2**32 for seed in MANY),
]


def joined(draw: Callable[[], int], count: int = 10) -> str:
    return " ".join(str(draw()) for _ in range(count))


def below(rng: Rng, n: int, count: int = 10) -> str:
    return joined(lambda: rng.below(n), count)


def shuffled(rng: Rng, count: int = 52) -> str:
    order = list(range(count))
    shuffle(order, rng)
    return " ".join(map(str, order))


def test_a_shuffle_by_java_is_that_of_a_course_assignment() -> None:
    from_the_top = [rank + suit for suit in "shdc" for rank in "KQJT98765432A"]
    pile = from_the_top[::-1]
    shuffle(pile, Java(123456))
    expected = "3d Ah 5d Js Td Qs 6c 4d Kc 9h"
    assert expected == " ".join(pile[:-11:-1])


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the C library here is not the GNU one")
def test_glibc_as_the_c_library_has_it() -> None:
    library = ctypes.CDLL(None)
    assert {seed: library_rand(library, seed) for seed in WORDS} == {
        seed: joined(Glibc(seed).rand, 80) for seed in WORDS
    }


def library_rand(library: ctypes.CDLL, seed: int) -> str:
    library.srand(ctypes.c_uint(seed))
    return joined(library.rand, 80)


@pytest.mark.parametrize(
    ("kind", "seed", "same"),
    [
        ("msvc", -1, 2**32 - 1),
        ("msvc", 2**32, 0),
        ("glibc", -1, 2**32 - 1),
        ("glibc", 2**32 + 42, 42),
        ("glibc", 2**32, 1),
        ("seeded", -1, 2**64 - 1),
        ("seeded", 2**64 + 5, 5),
    ],
)
def test_seeds_count_modulo_the_size_of_a_seed(kind: str, seed: int, same: int) -> None:
    assert below(generator(kind, same), 52) == below(generator(kind, seed), 52)


@pytest.mark.parametrize("seed", [2**63, -(2**63) - 1, 10**40])
def test_java_refuses_a_seed_that_is_no_long(seed: int) -> None:
    with pytest.raises(BadSeed) as caught:
        generator("java", seed)
    assert ("java", seed) == (caught.value.generator, caught.value.seed)
    expected = f"the java generator can't start from {seed}: a seed is a whole number from -2**63 to 2**63 - 1"
    assert expected == str(caught.value)
    assert isinstance(caught.value, CardkitError)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(("kind", "most"), [("java", 2**31 - 1), ("msvc", 2**15), ("glibc", 2**31)])
def test_below_counts_as_far_as_the_original_can(kind: str, most: int) -> None:
    assert 0 <= generator(kind, 1).below(most) < most
    for n in (0, -1):
        with pytest.raises(ValueError, match=f"n is a whole number from 1 to {most}"):
            generator(kind, 1).below(n)
    with pytest.raises(BadRange) as caught:
        generator(kind, 1).below(most + 1)
    assert (kind, most + 1, most) == (caught.value.generator, caught.value.n, caught.value.most)


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_a_deck_that_is_too_long_for_a_generator_is_told_as_that(command: str, tmp_path: Path) -> None:
    deck = tmp_path / "long.txt"
    deck.write_text("Hearts\n8\n" + "8 Hearts\n" * (2**15 + 1), encoding="utf-8")
    run = cardkit(command, "crazy8s", str(deck), "--rules", "house", *["--seat", "random"] * 2, "--rng", "msvc")
    reason = "it chooses among 32768 at most; take another one, such as seeded"
    assert (1, f"cardkit: the msvc generator can't choose among 32769: {reason}\n") == (run.code, run.err)


@pytest.mark.parametrize("kind", KINDS)
def test_a_copy_goes_on_by_itself(kind: str) -> None:
    numbers = generator(kind, 7)
    below(numbers, 52)
    twin = copy.copy(numbers)
    ahead = below(numbers, 52, 100)
    assert ahead == below(twin, 52, 100)


@pytest.mark.parametrize("kind", KINDS)
def test_pythons_own_generator_is_neither_used_nor_disturbed(kind: str) -> None:
    random.seed(1)
    before = random.getstate()
    first = shuffled(generator(kind, 1))
    assert before == random.getstate()
    random.seed(2)
    assert first == shuffled(generator(kind, 1))


def test_every_generator_is_known_by_its_name() -> None:
    expected = {"seeded": Seeded, "java": Java, "msvc": Msvc, "glibc": Glibc}
    assert expected == {kind: type(generator(kind, 1)) for kind in GENERATORS}


@pytest.mark.parametrize("kind", ["", "Java", "mersenne"])
def test_an_unknown_generator_is_refused_with_the_names_there_are(kind: str) -> None:
    with pytest.raises(UnknownName) as caught:
        generator(kind, 1)
    assert ("generator", kind, KINDS) == (caught.value.kind, caught.value.name, caught.value.known)
