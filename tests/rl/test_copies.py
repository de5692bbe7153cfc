"""Copies and pickles of environments are whole: each goes on by itself, as the other one does."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("numpy", reason="the extra `rl` is not installed")
pytest.importorskip("pettingzoo", reason="the extra `rl` is not installed")

import numpy as np

from cardkit.rl import aec_env, gym_env

COPIES: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))]
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("crazy8s", {}),
    ("crazy8s", {"history": 8}),
    ("war", {}),
    ("go_fish", {"seats": 3, "history": 5}),
    ("goofspiel", {}),
    ("golf", {}),
    ("kuhn", {}),
]


def by_turns(env: Any, steps: int) -> list[Any]:
    """What is seen in so many steps, the first legal action after the other by turns."""
    seen: list[Any] = []
    for step in range(steps if env.agents else 0):
        observed, reward, ended, stopped, _ = env.last()
        seen.append((env.agent_selection, reward, {name: part.tobytes() for name, part in observed.items()}))
        legal = np.flatnonzero(observed["action_mask"])
        env.step(None if ended or stopped else int(legal[step % len(legal)]))
        if not env.agents:
            break
    return seen


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_copies_of_turns_are_whole(game: str, options: dict[str, Any]) -> None:
    env = aec_env(game, **options)
    for copied in COPIES:
        copied(env).reset(seed=1)
    env.reset(seed=3)
    by_turns(env, 6)
    now, later = ([copied(env) for copied in COPIES] for _ in range(2))
    seen = by_turns(env, 40)
    assert all(seen == by_turns(other, 40) for other in now)
    env.reset(seed=9)
    by_turns(env, 11)
    assert all(seen == by_turns(other, 40) for other in later)


def by_itself(env: Any, mask: Any, steps: int) -> list[Any]:
    """What one seat sees in so many steps."""
    seen: list[Any] = []
    for step in range(steps):
        legal = np.flatnonzero(mask)
        observed, reward, ended, stopped, info = env.step(int(legal[step % len(legal)]))
        mask = info["action_mask"]
        seen.append((reward, ended, np.asarray(observed).tobytes(), mask.tobytes()))
        if ended or stopped:
            break
    return seen


@pytest.mark.parametrize("against", ["random", "search:iterations=5"])
def test_copies_of_one_seat_are_whole(against: str) -> None:
    env = gym_env("crazy8s", against=against)
    _, info = env.reset(seed=3)
    now, later = ([copied(env) for copied in COPIES] for _ in range(2))
    seen = by_itself(env, info["action_mask"], 12)
    assert all(seen == by_itself(other, info["action_mask"], 12) for other in now)
    env.reset(seed=9)
    assert all(seen == by_itself(other, info["action_mask"], 12) for other in later)
