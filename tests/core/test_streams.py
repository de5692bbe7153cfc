"""The streams of numbers and the shuffles, compiled and as plain Python: the same to the last bit."""

from __future__ import annotations

import copy
import doctest
import pickle
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.core.chance import streams
from cardkit.core.chance.generators import ScriptedRng, Stacked
from cardkit.core.chance.uncompiled import beside

PLAIN = beside(streams.__file__, "streams")
MODULES = [PLAIN, streams]
SEEDS = st.integers(-(2**70), 2**70)
BOUNDS = st.integers(1, 2**64 - 1) | st.integers(1, 100) | st.sampled_from([2**63, 2**63 + 1, 3 * 2**62, 2**64 - 1])


def both(what: Callable[[ModuleType], Any]) -> Any:
    """What comes of it with the plain module, which must also come of it with the other; an error as its type."""
    found: list[Any] = []
    for module in MODULES:
        try:
            found.append(what(module))
        except (ValueError, TypeError, AttributeError) as error:
            found.append((type(error), str(error) if isinstance(error, ValueError) else ""))
    assert found[0] == found[1]
    return found[0]


def test_the_plain_module_is_not_the_compiled_one_and_its_examples_are_true() -> None:
    assert PLAIN.Seeded is not streams.Seeded
    assert str(PLAIN.__file__).endswith("streams.py")
    assert (0, 4) == doctest.testmod(PLAIN)


@given(SEEDS, st.lists(BOUNDS, max_size=30), st.text(st.sampled_from("a7 é王\U0001f0a1"), max_size=20), SEEDS)
def test_the_same_seed_gives_the_same_numbers_and_streams(
    seed: int, bounds: Sequence[int], label: str, index: int
) -> None:
    def drawn(module: ModuleType) -> Any:
        stream = module.Seeded(seed)
        numbers = [stream.below(n) for n in bounds]
        return numbers, stream.split(label).seed, stream.derive(label).seed, stream.seed, stream.state

    both(drawn)
    assert 0 <= both(lambda module: module.mix64(seed, index)) < 2**64


@pytest.mark.parametrize("way", ["shuffle", "pick_out"])
@given(seed=SEEDS, items=st.lists(st.integers(), max_size=120))
def test_the_same_cards_are_shuffled(way: str, seed: int, items: list[int]) -> None:
    def shuffled(module: ModuleType) -> Any:
        pile, stream = items.copy(), module.Seeded(seed)
        getattr(module, way)(pile, stream)
        return pile, stream.state

    assert sorted(items) == sorted(both(shuffled)[0])


class Counting(streams.Seeded):
    """A stream that counts how often it is asked."""

    asked = 0

    def below(self, n: int, /) -> int:
        self.asked += 1
        return super().below(n)


@pytest.mark.parametrize("way", ["shuffle", "pick_out"])
def test_a_shuffle_asks_any_source_of_chance_and_a_stream_that_somebody_has_changed(way: str) -> None:
    def shuffled(module: ModuleType) -> Any:
        piles = [list("abcd") for _ in range(4)]
        for pile, script in zip(piles, ([3, 2, 1, 0], [0, 2, 1, 0], [0, 0, 0, 0], []), strict=True):
            getattr(module, way)(pile, ScriptedRng(script) if script else Stacked())
        return piles

    both(shuffled)
    stream = Counting(7)
    getattr(streams, way)(list(range(10)), stream)
    assert {"shuffle": 9, "pick_out": 10}[way] == stream.asked


class Wrong:
    """A source of chance that gives numbers it may not give."""

    def __init__(self, number: Any) -> None:
        self.number = number

    def below(self, n: int, /) -> Any:
        return self.number


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("number", [4, 10**6, 2**64, None, 1.5])
def test_a_shuffle_by_wrong_numbers_raises_an_error(module: ModuleType, number: Any) -> None:
    with pytest.raises((IndexError, OverflowError, TypeError)):
        module.shuffle(list("abcd"), Wrong(number))


def test_the_same_bounds_and_seeds_are_refused() -> None:
    for n in (0, -1, 2**64, 1.5, "2", None):
        assert isinstance(both(lambda module, n=n: module.Seeded(1).below(n))[0], type)
    for seed in ("1", 1.5, None):
        assert (TypeError, "") == both(lambda module, seed=seed: module.Seeded(seed))


@pytest.mark.parametrize("module", MODULES)
def test_a_copy_and_what_was_pickled_go_on_by_themselves(module: ModuleType) -> None:
    stream = module.Seeded(3)
    stream.below(52)
    for twin in (copy.copy(stream), copy.deepcopy(stream), pickle.loads(pickle.dumps(stream))):
        assert type(twin) is module.Seeded
        assert (stream.seed, stream.state) == (twin.seed, twin.state)
        twin.below(52)
        assert stream.state != twin.state
    at_zero = module.Seeded(2**64 - 0x9E3779B97F4A7C15)
    at_zero.below(2)
    assert (0, at_zero.seed) == (copy.copy(at_zero).state, copy.copy(at_zero).seed)
