"""The random numbers of docs/rng.md: as printed there, by a second, slower implementation, by the originals at hand."""

from __future__ import annotations

import copy
import ctypes
import hashlib
import platform
import random
import re
from collections import Counter
from itertools import product
from math import factorial
from pathlib import Path
from typing import Any

import pytest
from helpers import cardkit

from cardkit.core.chance.generators import (
    GENERATORS,
    Glibc,
    Java,
    Msvc,
    Rng,
    ScriptedRng,
    Seeded,
    Stacked,
    System,
    generator,
    mix64,
    shuffle,
)
from cardkit.core.errors import BadRange, BadSeed, CardkitError, OutOfNumbers, UnknownName

PAGE = Path(__file__).parents[2] / "docs" / "rng.md"
SEEDS = (0, 1, 2, 42, 1234567, 2**32, 2**63, 2**64 - 1)
KINDS = {"seeded": Seeded, "java": Java, "msvc": Msvc, "glibc": Glibc}


class Reference:
    """SplitMix64 as the page describes it, by division and remainder only."""

    def __init__(self, seed: int) -> None:
        self.seed = seed % 2**64
        self.state = self.seed

    def number(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        number = self.state
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)):
            number = (number ^ number // 2**shift) * factor % 2**64
        return number

    def below(self, n: int, /) -> int:
        while True:
            answer, rest = divmod(self.number() * n, 2**64)
            if rest >= 2**64 % n:
                return answer

    def split(self, label: str) -> Reference:
        stream = Reference(self.seed)
        stream.state += 0x9E3779B97F4A7C15 * int(hashlib.blake2b(label.encode("utf-8"), digest_size=8).hexdigest(), 16)
        return Reference(stream.number())

    def derive(self, label: str) -> Reference:
        key = bytes(self.seed // 256**place % 256 for place in reversed(range(8)))
        return Reference(int(hashlib.blake2b(label.encode("utf-8"), key=key, digest_size=8).hexdigest(), 16))

    def shuffle(self, count: int) -> list[int]:
        order = list(range(count))
        for place in reversed(range(1, count)):
            chosen = self.below(place + 1)
            order[place], order[chosen] = order[chosen], order[place]
        return order


def drawn(rng: Rng, n: int, count: int) -> list[int]:
    return [rng.below(n) for _ in range(count)]


def shuffled(rng: Rng, count: int) -> list[int]:
    order = list(range(count))
    shuffle(order, rng)
    return order


def printed(rng: Any, what: str, n: str, count: int) -> list[int]:
    """So many numbers of a kind that the page prints."""
    match what:
        case "below":
            return drawn(rng, int(n), count)
        case "shuffle":
            return rng.shuffle(int(n)) if isinstance(rng, Reference) else shuffled(rng, int(n))
        case "split" | "derive":
            return [getattr(rng, what)(n.strip('"')).seed]
        case "numbers":
            return [rng.number() if isinstance(rng, Reference) else mix64(rng.seed, index) for index in range(count)]
        case _:
            return [getattr(rng, what)() for _ in range(count)]


BLOCK = re.compile(r"^```vectors\n(.*?)^```$", re.MULTILINE | re.DOTALL)
VECTORS = [line for block in BLOCK.findall(PAGE.read_text(encoding="utf-8")) for line in block.splitlines() if line]
LINE = re.compile(r'(?:(java|msvc|glibc) )?(\w+)(?: (\d+|".*"))?, seed (-?\d+): ([-\d ]+)')


@pytest.mark.parametrize("line", VECTORS)
def test_the_page_prints_the_numbers_of_the_code(line: str) -> None:
    parts = LINE.fullmatch(line)
    assert parts is not None
    kind, what, n, seed, numbers = parts.groups()
    expected = [int(number) for number in numbers.split()]
    for rng in [generator(kind, int(seed))] if kind else [Seeded(int(seed)), Reference(int(seed))]:
        assert expected == printed(rng, what, n, len(expected))


def test_the_page_prints_numbers_of_every_kind() -> None:
    kinds = {match.group(1, 2) for match in map(LINE.fullmatch, VECTORS) if match}
    assert {(None, what) for what in ("numbers", "below", "split", "derive", "shuffle")} <= kinds
    assert {("java", "next_int"), ("java", "below"), ("msvc", "rand"), ("glibc", "rand")} <= kinds


@pytest.mark.parametrize("n", [1, 2, 3, 52, 1000, 2**32, 2**63, 2**63 + 1, 3 * 2**62, 2**64 - 1])
def test_below_agrees_with_the_reference(n: int) -> None:
    for seed in SEEDS:
        numbers, reference = Seeded(seed), Reference(seed)
        assert drawn(reference, n, 50) == drawn(numbers, n, 50)
        assert drawn(reference, 52, 5) == drawn(numbers, 52, 5), "one number is drawn of 1 too"


@pytest.mark.parametrize("way", [Seeded.split, Seeded.derive])
def test_a_stream_of_its_own_does_not_depend_on_what_was_drawn_and_to_make_one_draws_nothing(way: Any) -> None:
    fresh, used, untouched = Seeded(7), Seeded(7), Seeded(7)
    drawn(used, 52, 100)
    assert drawn(way(fresh, "deal"), 52, 20) == drawn(way(used, "deal"), 52, 20)
    assert drawn(untouched, 52, 20) == drawn(fresh, 52, 20)


def test_a_shuffle_reaches_every_order_by_exactly_one_script() -> None:
    for count in range(6):
        scripts = product(*(range(last + 1) for last in range(count - 1, 0, -1)))
        orders = Counter(tuple(shuffled(ScriptedRng(script), count)) for script in scripts)
        assert (factorial(count), {1}) == (len(orders), set(orders.values()))


def test_stacked_leaves_the_cards_as_they_lie_and_system_shuffles_the_same_cards() -> None:
    assert list(range(52)) == shuffled(Stacked(), 52) == sorted(shuffled(System(), 52))


def test_scripted_gives_its_numbers_keeps_one_that_is_out_of_range_and_then_is_out_of_numbers() -> None:
    script = [3, 0, 51]
    numbers = ScriptedRng(iter(script))
    assert script == drawn(numbers, 52, 3)
    with pytest.raises(OutOfNumbers, match="used up"):
        numbers.below(52)
    assert issubclass(OutOfNumbers, CardkitError)
    for number in (-1, 4):
        numbers = ScriptedRng([number])
        for _ in range(2):
            with pytest.raises(ValueError, match=f"the script has {number} where a number below 4 is wanted"):
                numbers.below(4)


def test_a_shuffle_by_java_is_that_of_a_course_assignment() -> None:
    pile = [rank + suit for suit in "shdc" for rank in "KQJT98765432A"][::-1]
    shuffle(pile, Java(123456))
    assert "3d Ah 5d Js Td Qs 6c 4d Kc 9h" == " ".join(pile[:-11:-1])


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the C library here is not the GNU one")
def test_glibc_as_the_c_library_has_it() -> None:
    library = ctypes.CDLL(None)
    special = [*(0, 1, 2, 42, 127772, 127773), *(2**31 + more for more in range(-2, 3)), 2**32 - 127774, 2**32 - 127773]
    for seed in (*special, 2**32 - 2, 2**32 - 1, *(Seeded(seed).below(2**32) for seed in range(100))):
        library.srand(ctypes.c_uint(seed))
        assert [library.rand() for _ in range(80)] == [number.rand() for number in [Glibc(seed)] for _ in range(80)]


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
    assert drawn(generator(kind, same), 52, 10) == drawn(generator(kind, seed), 52, 10)


@pytest.mark.parametrize("seed", [2**63, -(2**63) - 1, 10**40])
def test_java_refuses_a_seed_that_is_no_long(seed: int) -> None:
    with pytest.raises(BadSeed) as caught:
        generator("java", seed)
    assert ("java", seed) == (caught.value.generator, caught.value.seed)
    expected = f"the java generator can't start from {seed}: a seed is a whole number from -2**63 to 2**63 - 1"
    assert expected == str(caught.value)
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
def test_a_copy_goes_on_by_itself_and_pythons_own_generator_is_neither_used_nor_disturbed(kind: str) -> None:
    random.seed(1)
    before = random.getstate()
    numbers = generator(kind, 7)
    drawn(numbers, 52, 10)
    twin = copy.copy(numbers)
    ahead = drawn(numbers, 52, 100)
    assert before == random.getstate()
    random.seed(2)
    assert ahead == drawn(twin, 52, 100)


def test_every_generator_is_known_by_its_name_and_others_are_refused_with_the_names_there_are() -> None:
    assert KINDS == {kind: type(generator(kind, 1)) for kind in GENERATORS}
    for kind in ("", "Java", "mersenne"):
        with pytest.raises(UnknownName) as caught:
            generator(kind, 1)
        assert ("generator", kind, tuple(KINDS)) == (caught.value.kind, caught.value.name, caught.value.known)
