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


def test_the_plain_module_is_not_the_compiled_one() -> None:
    assert PLAIN.Seeded is not streams.Seeded
    assert str(PLAIN.__file__).endswith("streams.py")


def test_the_examples_in_the_source_are_true() -> None:
    assert (0, 4) == doctest.testmod(PLAIN)


@given(SEEDS, st.lists(BOUNDS, max_size=30))
def test_the_same_seed_gives_the_same_numbers(seed: int, bounds: Sequence[int]) -> None:
    def drawn(module: ModuleType) -> Any:
        stream = module.Seeded(seed)
        return [stream.below(n) for n in bounds], stream.seed, stream.state

    both(drawn)


@given(SEEDS, st.integers(-(2**70), 2**70))
def test_the_same_seeds_are_mixed(seed: int, index: int) -> None:
    assert 0 <= both(lambda module: module.mix64(seed, index)) < 2**64


@given(SEEDS, st.text(max_size=20))
def test_the_same_streams_are_split_and_derived(seed: int, label: str) -> None:
    def seeds(module: ModuleType) -> Any:
        stream = module.Seeded(seed)
        stream.below(52)
        return stream.split(label).seed, stream.derive(label).seed, stream.state

    both(seeds)


@given(SEEDS, st.lists(st.integers(), max_size=120), st.sampled_from(["shuffle", "pick_out"]))
def test_the_same_cards_are_shuffled(seed: int, items: list[int], way: str) -> None:
    def shuffled(module: ModuleType) -> Any:
        pile, stream = items.copy(), module.Seeded(seed)
        getattr(module, way)(pile, stream)
        return pile, stream.state

    assert sorted(items) == sorted(both(shuffled)[0])


@pytest.mark.parametrize("way", ["shuffle", "pick_out"])
@pytest.mark.parametrize("script", [[3, 2, 1, 0], [0, 2, 1, 0], [0, 0, 0, 0], [1, 1]])
def test_a_shuffle_asks_any_source_of_chance(way: str, script: list[int]) -> None:
    def shuffled(module: ModuleType) -> Any:
        pile = list("abcd")
        getattr(module, way)(pile, ScriptedRng(script) if len(script) > 2 else Stacked())
        return pile

    both(shuffled)


class Counting(streams.Seeded):
    """A stream that counts how often it is asked."""

    asked = 0

    def below(self, n: int, /) -> int:
        self.asked += 1
        return super().below(n)


def test_a_shuffle_asks_a_stream_that_somebody_has_changed() -> None:
    stream, pile = Counting(7), list(range(10))
    streams.shuffle(pile, stream)
    assert 9 == stream.asked
    streams.pick_out(pile, stream)
    assert 19 == stream.asked


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


@pytest.mark.parametrize("n", [0, -1, 2**64, 1.5, "2", None])
def test_the_same_bounds_are_refused(n: Any) -> None:
    assert isinstance(both(lambda module: module.Seeded(1).below(n))[0], type)


@pytest.mark.parametrize("seed", ["1", 1.5, None])
def test_the_same_seeds_are_refused(seed: Any) -> None:
    assert (TypeError, "") == both(lambda module: module.Seeded(seed))


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
