"""Walks through environments: what is seen in so many steps, so that two of them can be held beside each other."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

COPIES: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))]


def lying(env: Any) -> list[str]:
    """How the cards lie."""
    return [str(pile) for pile in env.episode.match.state.piles()]


def read(seen: dict[str, Any], *, history: bool) -> dict[str, bytes]:
    """What an agent sees, with the history or without it."""
    return {name: part.tobytes() for name, part in seen.items() if history or name != "history"}


def by_turns(env: Any, steps: int, *, copied: bool = False, history: bool = True) -> Iterator[Any]:
    """What is seen where all seats learn: legal actions by turns, at last a wrong one, and the next game after each.

    `copied` goes on with a copy after some steps.
    """
    for step in range(steps):
        seen, reward, ended, stopped, _ = env.last()
        yield env.agent_selection, reward, ended, stopped, read(seen, history=history)
        if ended or stopped:
            env.reset()
            continue
        if step % 40 == 20:
            env = COPIES[2](copy.deepcopy(env)) if copied else env
            yield lying(env), [read(env.observe(agent), history=history) for agent in env.possible_agents]
        legal, wrong = np.flatnonzero(seen["action_mask"]), np.flatnonzero(seen["action_mask"] == 0)
        env.step(int(wrong[0] if step % 60 == 59 and len(wrong) else legal[step % len(legal)]))


def by_itself(env: Any, info: Any, steps: int, *, copied: bool = False) -> Iterator[Any]:
    """What is seen where one seat learns, from the information of a game that has begun."""
    for step in range(steps):
        if step == 10:
            env = COPIES[2](copy.deepcopy(env)) if copied else env
            yield lying(env)
        legal = np.flatnonzero(info["action_mask"])
        seen, reward, ended, stopped, info = env.step(int(legal[step % len(legal)]))
        numbers = seen["observation"] if isinstance(seen, dict) else seen
        yield reward, ended, stopped, info.get("how"), numbers.tobytes(), info["action_mask"].tobytes()
        if ended or stopped:
            _, info = env.reset()
