"""Steps a second of PettingZoo's AECEnv: cardkit's games beside RLCard's UNO and PettingZoo's own card games.

    pip install 'cardkit[rl]' rlcard pygame
    python benchmarks/environments.py
    python benchmarks/environments.py --profile crazy8s

The programs take turns, each for a second of processor time; the best counts. Each step is what a learner does: look at
what the agent sees, take a legal action by chance. UNO is wrapped as PettingZoo wrapped it as long as it had it.
"""

from __future__ import annotations

import argparse
import cProfile
import importlib
import pstats
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from cardkit.rl import aec_env

ROUNDS = 1
COARSE = {"hearts": {"Pass": 6}, "holdem": {"Raise": 5}, "spades": {"Bid": 5}}
GAMES = ("twenty_one", "crazy8s", "war", "go_fish", "golf", "hearts", "spades", "gin_rummy", "holdem")
UNO = "RLCard's UNO"
_TOGETHER = 300
"""About how many steps are taken between two looks at the clock."""
OWN = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6")


def steps(env: Any) -> Iterator[int]:
    """Plays on and on, and yields now and then how many steps were taken since."""
    chance, taken = random.Random(1), 0
    env.reset(seed=1)
    while True:
        env.reset()
        for _ in env.agent_iter():
            seen, _, ended, stopped, _ = env.last()
            if ended or stopped:
                break
            legal = seen["action_mask"].nonzero()[0]
            env.step(int(legal[int(chance.random() * len(legal))]))
            taken += 1
        if taken > _TOGETHER:
            yield taken
            taken = 0


def uno() -> Any:
    """RLCard's UNO for two in PettingZoo's wrapper of RLCard's games."""
    base: Any = importlib.import_module("pettingzoo.classic.rlcard_envs.rlcard_base").RLCardBase
    wrappers: Any = importlib.import_module("pettingzoo.utils.wrappers")
    kind = type("Uno", (base,), {"metadata": {"name": "uno_v4"}, "render_mode": None})
    env = wrappers.TerminateIllegalWrapper(kind("uno", 2, (4, 4, 15)), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


def own(name: str) -> Any:
    """A game that PettingZoo has by itself."""
    return importlib.import_module(f"pettingzoo.classic.{name}").env()


def makers() -> dict[str, Callable[[], Any]]:
    """What makes each environment, by its name."""
    found: dict[str, Callable[[], Any]] = {UNO: uno}
    for name in OWN:
        found[f"PettingZoo's {name}"] = partial(own, name)
    for name in GAMES:
        found[name] = partial(aec_env, name, coarse=COARSE.get(name, {}))
    return found


def rate(program: Iterator[int], seconds: float = 1.0) -> float:
    """How many steps a second of processor time a program takes."""
    next(program)
    start, taken = time.process_time(), 0
    while (spent := time.process_time() - start) < seconds:
        taken += next(program)
    return taken / spent


def profile(game: str) -> None:
    """Print where the time of a game's steps goes."""
    program, profiler = steps(makers()[game]()), cProfile.Profile()
    next(program)
    profiler.runcall(rate, program, 3.0)
    pstats.Stats(profiler).sort_stats("tottime").print_stats(24)


def main() -> None:
    """Print the best rate of each environment, and how often it is that of UNO."""
    parser = argparse.ArgumentParser(description="Steps a second of environments.")
    parser.add_argument("--profile", metavar="GAME", help="show where the time of a game goes")
    asked = parser.parse_args()
    if asked.profile:
        profile(asked.profile)
        return
    programs = {name: steps(make()) for name, make in makers().items()}
    best = dict.fromkeys(programs, 0.0)
    for _ in range(ROUNDS):
        for name, program in programs.items():
            best[name] = max(best[name], rate(program))
    for name, steps_a_second in best.items():
        print(f"{name:35} {steps_a_second:9,.0f}  {steps_a_second / best[UNO]:5.1f}")


if __name__ == "__main__":
    main()
