"""The random numbers of docs/rng.md, against the numbers printed there and against a second, slower implementation."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable
from itertools import product
from math import factorial
from pathlib import Path

import pytest

from cardkit.core.chance.generators import (
    Rng,
    ScriptedRng,
    Seeded,
    Stacked,
    System,
    generator,
    mix64,
    shuffle,
)
from cardkit.core.errors import CardkitError, OutOfNumbers

PAGE = Path(__file__).parents[2] / "docs" / "rng.md"
SEEDS = (0, 1, 2, 42, 1234567, 2**32, 2**63, 2**64 - 1)


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
        answer = None
        while answer is None:
            answer = scaled(self.number(), n, bits=64)
        return answer

    def split(self, label: str) -> Reference:
        stream = Reference(self.seed)
        stream.state += 0x9E3779B97F4A7C15 * int(hashlib.blake2b(label.encode("utf-8"), digest_size=8).hexdigest(), 16)
        return Reference(stream.number())

    def derive(self, label: str) -> Reference:
        key = bytes(self.seed // 256**place % 256 for place in reversed(range(8)))
        return Reference(int(hashlib.blake2b(label.encode("utf-8"), key=key, digest_size=8).hexdigest(), 16))

    def shuffled(self, count: int) -> list[int]:
        order = list(range(count))
        for place in reversed(range(1, count)):
            chosen = self.below(place + 1)
            order[place], order[chosen] = order[chosen], order[place]
        return order


def scaled(number: int, n: int, *, bits: int) -> int | None:
    """What `below(n)` makes of a number of so many bits, None where it draws again."""
    answer, rest = divmod(number * n, 2**bits)
    return None if rest < 2**bits % n else answer


def drawn(rng: Rng, n: int, count: int) -> list[int]:
    return [rng.below(n) for _ in range(count)]


def shuffled(rng: Rng, count: int) -> list[int]:
    order = list(range(count))
    shuffle(order, rng)
    return order


def from_java_or_c(kind: str, what: str, n: str, seed: str, count: int) -> list[int]:
    rng = generator(kind, int(seed))
    match what:
        case "below":
            return drawn(rng, int(n), count)
        case "shuffle":
            return shuffled(rng, int(n))
        case _:
            draw: Callable[[], int] = getattr(rng, what)
            return [draw() for _ in range(count)]


def from_seeded(what: str, n: str, seed: str, count: int) -> list[int]:
    match what:
        case "numbers":
            return [mix64(int(seed), index) for index in range(count)]
        case "below":
            return drawn(Seeded(int(seed)), int(n), count)
        case "shuffle":
            return shuffled(Seeded(int(seed)), int(n))
        case _:
            stream: Seeded = getattr(Seeded(int(seed)), what)(n.strip('"'))
            return [stream.seed]


def from_reference(what: str, n: str, seed: str, count: int) -> list[int]:
    reference = Reference(int(seed))
    match what:
        case "numbers":
            return [reference.number() for _ in range(count)]
        case "below":
            return drawn(reference, int(n), count)
        case "shuffle":
            return reference.shuffled(int(n))
        case _:
            stream: Reference = getattr(reference, what)(n.strip('"'))
            return [stream.seed]


VECTORS = [
    line
    for block in re.findall(r"^```vectors\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    for line in block.splitlines()
    if line
]
LINE = re.compile(r'(?:(java|msvc|glibc) )?(\w+)(?: (\d+|".*"))?, seed (-?\d+): ([-\d ]+)')


@pytest.mark.parametrize("line", VECTORS)
def test_the_page_prints_the_numbers_of_the_code(line: str) -> None:
    parts = LINE.fullmatch(line)
    assert parts is not None
    kind, what, n, seed, numbers = parts.groups()
    expected = [int(number) for number in numbers.split()]
    if kind:
        assert expected == from_java_or_c(kind, what, n, seed, len(expected))
    else:
        assert expected == from_seeded(what, n, seed, len(expected))
        assert expected == from_reference(what, n, seed, len(expected))


def test_the_page_prints_numbers_of_every_kind() -> None:
    kinds = {match.group(1, 2) for match in map(LINE.fullmatch, VECTORS) if match}
    assert {(None, what) for what in ("numbers", "below", "split", "derive", "shuffle")} <= kinds
    assert {("java", "next_int"), ("java", "below"), ("msvc", "rand"), ("glibc", "rand")} <= kinds


@pytest.mark.parametrize("n", [1, 2, 3, 52, 1000, 2**32, 2**63, 2**63 + 1, 3 * 2**62, 2**64 - 1])
def test_below_agrees_with_the_reference(n: int) -> None:
    for seed in SEEDS:
        assert drawn(Reference(seed), n, 50) == drawn(Seeded(seed), n, 50)


@pytest.mark.parametrize("n", [0, -1, 2**64])
def test_below_refuses_what_it_cannot_count_to(n: int) -> None:
    with pytest.raises(ValueError, match="whole number"):
        Seeded(1).below(n)


def test_below_one_draws_all_the_same() -> None:
    numbers = Seeded(1)
    numbers.below(1)
    assert drawn(Seeded(1), 52, 6)[1:] == drawn(numbers, 52, 5)


WAYS = pytest.mark.parametrize("way", [Seeded.split, Seeded.derive])
Way = Callable[[Seeded, str], Seeded]


@WAYS
def test_a_stream_of_its_own_does_not_depend_on_what_was_drawn(way: Way) -> None:
    fresh, used = Seeded(7), Seeded(7)
    drawn(used, 52, 100)
    assert drawn(way(fresh, "deal"), 52, 20) == drawn(way(used, "deal"), 52, 20)


@WAYS
def test_to_make_a_stream_of_its_own_draws_nothing(way: Way) -> None:
    parent, untouched = Seeded(7), Seeded(7)
    drawn(way(parent, "deal"), 52, 20)
    assert drawn(untouched, 52, 20) == drawn(parent, 52, 20)


@WAYS
def test_streams_of_neighbouring_seeds_and_labels_all_differ(way: Way) -> None:
    seeds = [way(Seeded(seed), f"seat {seat}").seed for seed in range(100) for seat in range(10)]
    assert len(seeds) == len(set(seeds))


def test_a_shuffle_reaches_every_order_by_exactly_one_script() -> None:
    for count in range(6):
        scripts = product(*(range(last + 1) for last in range(count - 1, 0, -1)))
        orders = Counter(tuple(shuffled(ScriptedRng(script), count)) for script in scripts)
        assert (factorial(count), {1}) == (len(orders), set(orders.values()))


def test_stacked_leaves_the_cards_as_they_lie_and_system_shuffles_the_same_cards() -> None:
    assert list(range(52)) == shuffled(Stacked(), 52) == sorted(shuffled(System(), 52))


def test_scripted_gives_its_numbers_and_then_is_out_of_numbers() -> None:
    script = [3, 0, 51]
    numbers = ScriptedRng(iter(script))
    assert script == drawn(numbers, 52, 3)
    with pytest.raises(OutOfNumbers, match="used up"):
        numbers.below(52)
    assert issubclass(OutOfNumbers, CardkitError)


@pytest.mark.parametrize("number", [-1, 4, 5])
def test_scripted_refuses_a_number_out_of_range_and_keeps_it(number: int) -> None:
    numbers = ScriptedRng([number])
    for _ in range(2):
        with pytest.raises(ValueError, match=f"the script has {number} where a number below 4 is wanted"):
            numbers.below(4)
