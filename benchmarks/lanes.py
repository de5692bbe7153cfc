"""Steps a second of Crazy 8s in lanes, with what is seen and masks, beside OpenSpiel's crazy_eights from Python.

    python benchmarks/lanes.py

It needs the extras rl and openspiel. The programs take turns, each for a second of processor time; the best counts.
All choose legal actions by chance, and that is part of the time; OpenSpiel's program makes no observations.
"""

from __future__ import annotations

import importlib
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

from cardkit.rl import aec_env, vector_env

ROUNDS = 3
LANES = 4_096
Steps = Iterator[int]
"""Plays on and on, and yields again and again how many actions were played since."""


def lanes(**options: Any) -> Steps:
    """Crazy 8s for two in lanes."""
    env = vector_env("crazy8s", LANES, seats=2, options={"shuffle": True, **options}, seed=1)
    env.reset()
    while True:
        env.step(env.any_actions())
        yield LANES


def one_by_one() -> Steps:
    """The same game as PettingZoo's AECEnv."""
    env: Any = aec_env("crazy8s", seats=2, options={"shuffle": True})
    chance, seed = random.Random(1), 0
    while True:
        env.reset(seed=seed)
        seed, actions = seed + 1, 0
        for _ in env.agent_iter():
            seen, _, ended, stopped, _ = env.last()
            legal = seen["action_mask"].nonzero()[0]
            env.step(None if ended or stopped else int(legal[int(chance.random() * len(legal))]))
            actions += not (ended or stopped)
        yield actions


def open_spiel() -> Steps:
    """OpenSpiel's crazy_eights for two, whose cards come off at chance nodes, which aren't counted."""
    game, chance = importlib.import_module("pyspiel").load_game("crazy_eights", {"players": 2}), random.Random(1)
    while True:
        state, actions = game.new_initial_state(), 0
        while not state.is_terminal():
            is_chance = state.is_chance_node()
            legal = state.legal_actions()
            state.apply_action(legal[int(chance.random() * len(legal))])
            actions += not is_chance
        yield actions


def rate(program: Steps, seconds: float = 1.0) -> float:
    """How many actions a second of processor time a program plays."""
    next(program)
    start, actions = time.process_time(), 0
    while (spent := time.process_time() - start) < seconds:
        actions += next(program)
    return actions / spent


def main() -> None:
    """Print the best rate of each program."""
    makers: dict[str, Callable[[], Steps]] = {
        f"vector_env, {LANES} lanes": lanes,
        "vector_env, draw until playable": lambda: lanes(draw="until-playable"),
        "aec_env": one_by_one,
        "OpenSpiel's crazy_eights": open_spiel,
    }
    programs = {name: make() for name, make in makers.items()}
    best = dict.fromkeys(programs, 0.0)
    for _ in range(ROUNDS):
        for name, program in programs.items():
            best[name] = max(best[name], rate(program))
    for name, found in best.items():
        print(f"{name:32} {found:12,.0f} actions a second")


if __name__ == "__main__":
    main()
