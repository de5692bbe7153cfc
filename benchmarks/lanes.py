"""Games in lanes, with what is seen and masks, and OpenSpiel's crazy_eights from Python, for environments.py.

All choose legal actions by chance, and that is part of the time; OpenSpiel's program makes no observations.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Iterator

from cardkit.rl import vector_env
from cardkit.rl.lanes import LanesEnv

LANES, FEW = 4_096, 256
"""So many lanes for a kernel, and for a twin, whose games take more memory."""
Steps = Iterator[int]
"""Plays on and on, and yields again and again how many actions were played since."""


def by_kernel() -> Steps:
    """Crazy 8s for two in lanes."""
    yield from _stepping(vector_env("crazy8s", LANES, seats=2, options={"shuffle": True}, seed=1))


def lanes(game: str) -> Steps:
    """A game in lanes, with its usual rules and as many seats as its environment has by itself."""
    yield from _stepping(vector_env(game, FEW, seed=1))


def _stepping(env: LanesEnv) -> Steps:
    env.reset()
    while True:
        env.step(env.any_actions())
        yield env.num_envs


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
