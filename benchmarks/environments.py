"""Steps a second of PettingZoo's AECEnv: cardkit's games beside RLCard's UNO and PettingZoo's own card games.

    pip install 'cardkit[rl,openspiel]' rlcard pygame
    python benchmarks/environments.py
    python benchmarks/environments.py --profile crazy8s
    python benchmarks/environments.py --lanes hearts spades
    python benchmarks/environments.py --openspiel

The programs take turns, each for half a second of processor time; the best counts. Each step is what a learner does:
look at what the agent sees, take a legal action by chance. Games are played by their twins where `cardkit compile` made
some, and by their rules; then comes a match alone by the rules, without an environment, and then what 256 games come to
in the lanes of `vector_env`. UNO is wrapped as PettingZoo wrapped it as long as it had it. Beside these there are lanes
of Crazy 8s, which the kernel plays, and OpenSpiel's crazy_eights from Python. In OpenSpiel's own loop its games and
ours take turns, with and without what an agent sees.
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

import pyspiel
from lanes import by_kernel, lanes, open_spiel

from cardkit import Random, Seeded
from cardkit.openspiel import register
from cardkit.rl import aec_env
from cardkit.rl import lanes as rl_lanes

ROUNDS = 2
GAMES = (
    *(
        "crazy8s",
        "war",
        "hearts",
        "spades",
        "gin_rummy",
        "go_fish",
        "golf",
        "goofspiel",
        "euchre",
        "kuhn",
        "twenty_one",
    ),
    *("old_maid", "klondike", "cheat", "lanterns", "cribbage", "holdem", "blackjack"),
)
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


def rules(env: Any) -> Iterator[int]:
    """Plays a game's rules at random as `steps` does, with no environment around them."""
    batch, chance, number, taken = env.setting.batch, Random(Seeded(1)), 0, 0
    while True:
        match, number = batch.match(number), number + 1
        while match.result is None:
            match.advance(chance(None, match.legal))
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


def by_rules(name: str) -> Any:
    """A game's environment without its twin."""
    env = aec_env(name)
    rl_lanes.LANES[env.setting.observations] = None
    return env


def own(name: str) -> Any:
    """A game that PettingZoo has by itself."""
    return importlib.import_module(f"pettingzoo.classic.{name}").env()


def makers() -> dict[str, Callable[[], Any]]:
    """What makes each environment, by its name."""
    found: dict[str, Callable[[], Any]] = {UNO: uno}
    for name in OWN:
        found[f"PettingZoo's {name}"] = partial(own, name)
    for name in GAMES:
        found[name] = partial(aec_env, name)
    return found


def rate(program: Iterator[int], seconds: float = 0.5) -> float:
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
    pstats.Stats(profiler).sort_stats("tottime").print_stats(14)


def in_openspiel(name: str, tensor: str) -> Iterator[int]:
    """Plays a game of OpenSpiel's by chance as its examples do, with what an agent sees where that is named."""
    game, chance, taken = pyspiel.load_game(name), random.Random(1), 0
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = (
                [number for number, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
            )
            if tensor and not state.is_chance_node():
                getattr(state, tensor)()
            taken += not state.is_chance_node()
            state.apply_action(legal[int(chance.random() * len(legal))])
        if taken > _TOGETHER:
            yield taken
            taken = 0


def beside_openspiel() -> None:
    """Print how many times as long a step takes of ours as of OpenSpiel's game in C++."""
    register()
    for name, own, tensor in (
        ("hearts", "hearts", ""),
        ("hearts", "hearts", "information_state_tensor"),
        ("gin_rummy", "gin_rummy", ""),
        ("gin_rummy", "gin_rummy", "observation_tensor"),
        ("crazy_eights", "crazy8s", "observation_tensor"),
        ("spades", "spades", "observation_tensor"),
    ):
        programs = in_openspiel(name, tensor), in_openspiel(f"cardkit_{own}", tensor)
        theirs, ours = (max(map(rate, [program] * ROUNDS)) for program in programs)
        print(f"{name:14} {tensor or 'no tensor':26} {1e6 / theirs:7.1f} {1e6 / ours:7.1f} {theirs / ours:6.2f}")


def main() -> None:
    """Print the best rates of each environment, by twins and by rules, beside UNO's, of a match alone, and in lanes."""
    parser = argparse.ArgumentParser(description="Steps a second of environments.")
    parser.add_argument("--profile", metavar="GAME", help="show where the time of a game goes")
    parser.add_argument("--openspiel", action="store_true", help="steps in OpenSpiel's own loop, in microseconds")
    parser.add_argument("--lanes", metavar="GAME", nargs="+", help="actions a second of these games in lanes alone")
    asked = parser.parse_args()
    if asked.lanes:
        for game in asked.lanes:
            program = lanes(game)
            print(f"{game:15} {max(rate(program) for _ in range(3)):11,.0f}")
        return
    if asked.openspiel:
        beside_openspiel()
        return
    if asked.profile:
        profile(asked.profile)
        return
    programs = {name: steps(make()) for name, make in makers().items()}
    programs |= {f"{name}, rules": steps(by_rules(name)) for name in GAMES}
    programs |= {f"{name}, rules alone": rules(makers()[name]()) for name in GAMES}
    programs |= {f"{name}, in lanes": lanes(name) for name in GAMES}
    beside = {"crazy8s in lanes of its kernel": by_kernel(), "OpenSpiel's crazy_eights": open_spiel()}
    programs |= beside
    best = dict.fromkeys(programs, 0.0)
    for _ in range(ROUNDS):
        for name, program in programs.items():
            best[name] = max(best[name], rate(program))
    for name in (*makers(), *beside):
        found = [best[one] for one in (name, f"{name}, rules") if one in best]
        told = "".join(f"{one:10,.0f} {one / best[UNO]:5.1f}" for one in found)
        more = "".join(f" {best[f'{name}, {one}']:11,.0f}" for one in ("rules alone", "in lanes") if name in GAMES)
        print(f"{name:35} {told}{more}")


if __name__ == "__main__":
    main()
