"""How fast games are played compiled: a twin beside the rules it was made of, taking turns in one run.

    python benchmarks/twins.py GAME... [--rounds N]

Games have to be compiled before (`cardkit compile GAME`). All seats play at random, with the same choices both ways:
microseconds of processor time an action, and their ratio, the median of the rounds.
"""

from __future__ import annotations

import argparse
import time
from statistics import median
from typing import Any

from cardkit import Match, Random, Seeded, Table
from cardkit.plugins.registry import load_game
from cardkit.simulation.twins import ways_of
from cardkit.table.native.engine import NativeTwin, Variant, twin_of

SECONDS = 1.0
"""For about so long the rules play in each round."""


def by_rules(way: Variant, number: int) -> None:
    """Play a game by its rules."""
    match: Any = Match(way.game, way.cards, seats=way.seats, rng=Seeded(number))
    Table(match, [Random(Seeded(100 * number + seat)) for seat in range(way.seats)]).run()


def by_twin(way: Variant, twin: NativeTwin, number: int) -> int:
    """Play the same game compiled; how many actions that were."""
    rngs = [Seeded(100 * number + seat) for seat in range(way.seats)]
    return twin.finish(twin.begin(way, way.cards, Seeded(number), rngs, lot=lambda _, among: 0)).actions


def measured(way: Variant, twin: NativeTwin, first: int) -> tuple[float, float]:
    """Seconds an action by the rules and compiled, of games from a number on."""
    games, start = 0, time.process_time()
    while not games or time.process_time() - start < SECONDS:
        by_rules(way, first + games)
        games += 1
    rules, start = time.process_time() - start, time.process_time()
    actions = sum(by_twin(way, twin, first + number) for number in range(games))
    return rules / actions, (time.process_time() - start) / actions


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    for name in given.games:
        way = ways_of(load_game(name))[0]
        twin = twin_of(way)
        if twin is None:
            print(f"{name}: not compiled")
            continue
        found = [measured(way, twin, 1000 * number) for number in range(given.rounds)]
        rules, compiled = (1e6 * min(pair[place] for pair in found) for place in (0, 1))
        ratio = median(one / other for one, other in found)
        both = f"{rules:.2f} µs by the rules, {compiled:.2f} compiled"
        print(f"{name}, {way.seats} seats: {both}, {ratio:.1f} times as fast")


if __name__ == "__main__":
    main()
