"""Copies and pickles of environments are whole: each goes on by itself, as the other one does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

pytest.importorskip("numpy", reason="the extra `rl` is not installed")
pytest.importorskip("pettingzoo", reason="the extra `rl` is not installed")

from walks import COPIES, by_itself, by_turns

from cardkit.rl import aec_env, gym_env

ALL_LEARN: list[tuple[str, dict[str, Any]]] = [
    ("crazy8s", {}),
    ("crazy8s", {"history": 8}),
    ("war", {}),
    ("go_fish", {"seats": 3, "history": 5}),
    ("goofspiel", {}),
    ("golf", {}),
    ("kuhn", {}),
]


def assert_copies_are_whole(env: Any, walk: Callable[[Any], Iterator[Any]], steps_on: Callable[[], object]) -> None:
    """Now, and after the environment itself has gone on and begun anew."""
    now, later = ([copied(env) for copied in COPIES] for _ in range(2))
    seen = [*walk(env)]
    assert all(seen == [*walk(other)] for other in now)
    steps_on()
    assert all(seen == [*walk(other)] for other in later)


@pytest.mark.parametrize(("game", "options"), ALL_LEARN)
def test_copies_of_turns_are_whole(game: str, options: dict[str, Any]) -> None:
    env = aec_env(game, **options)
    for copied in COPIES:
        copied(env).reset(seed=1)
    env.reset(seed=3)
    assert [*by_turns(env, 6)]
    assert_copies_are_whole(env, partial(by_turns, steps=40), lambda: (env.reset(seed=9), [*by_turns(env, 11)]))


@pytest.mark.parametrize("against", ["random", "search:iterations=5"])
def test_copies_of_one_seat_are_whole(against: str) -> None:
    env = gym_env("crazy8s", against=against)
    _, info = env.reset(seed=3)
    assert_copies_are_whole(env, partial(by_itself, info=info, steps=12), lambda: env.reset(seed=9))
