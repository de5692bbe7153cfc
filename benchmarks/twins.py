"""How fast games are played compiled: a twin beside the rules it was made of, taking turns in one run.

    python benchmarks/twins.py GAME... [--rounds N]

Games have to be compiled before (`cardkit compile GAME`). All seats play at random, with the same choices both ways:
microseconds of processor time an action, set-up and dealing included, the least of the rounds; ratios are their median.
Where `pyspiel` is there and has the game, it is played at random from Python with as many seats: its legal list, a
choice, its step, its chance, its returns.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import random
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any

from cardkit import Match, Random, Seeded, Table
from cardkit.plugins.registry import load_game
from cardkit.simulation.twins import ways_of
from cardkit.table.native.engine import NativeTwin, Variant, twin_of

SECONDS = 1.0
"""For about so long the rules play in each round."""
OPENSPIEL = {
    "blackjack": ("blackjack", 1),
    "crazy8s": ("crazy_eights(players=2,max_turns=10000)", 2),
    "gin_rummy": ("gin_rummy", 2),
    "go-fish": ("go_fish", 2),
    "goofspiel": ("goofspiel(points_order=random)", 2),
    "hearts": ("hearts", 4),
    "klondike": ("solitaire", 1),
    "spades": ("spades", 4),
}
"""Games that OpenSpiel has too, with rules of its own, each with a number of seats that both take."""


def by_rules(way: Variant, number: int) -> None:
    """Play a game by its rules."""
    match: Any = Match(way.game, way.cards, seats=way.seats, rng=Seeded(number))
    Table(match, [Random(Seeded(100 * number + seat)) for seat in range(way.seats)]).run()


def by_twin(way: Variant, twin: NativeTwin, number: int) -> int:
    """Play the same game compiled; how many actions that were."""
    rngs = [Seeded(100 * number + seat) for seat in range(way.seats)]
    return twin.finish(twin.begin(way, way.cards, Seeded(number), rngs, lot=lambda _, among: 0)).actions


def by_openspiel(game: Any, number: int) -> int:
    """Play a game of OpenSpiel's at random from Python; how many actions that were."""
    rng, state, actions = random.Random(number), game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, shares)[0])
        elif state.is_simultaneous_node():
            every = [rng.choice(state.legal_actions(seat)) for seat in range(state.num_players())]
            state.apply_actions(every)
            actions += len(every)
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            actions += 1
    state.returns()
    return actions


def measured(way: Variant, twin: NativeTwin, theirs: Callable[[int], int] | None, first: int) -> list[float]:
    """Seconds an action by the rules, compiled, and by OpenSpiel where it has the game, of games from a number on."""
    games, start = 0, time.process_time()
    while not games or time.process_time() - start < SECONDS:
        by_rules(way, first + games)
        games += 1
    rules, start = time.process_time() - start, time.process_time()
    actions = sum(by_twin(way, twin, first + number) for number in range(games))
    found = [rules / actions, (time.process_time() - start) / actions]
    if theirs is not None:
        actions, start = 0, time.process_time()
        while not actions or time.process_time() - start < SECONDS:
            actions += theirs(first + actions)
        found.append((time.process_time() - start) / actions)
    return found


def main() -> None:
    """Print a row for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    spiel: Any = importlib.import_module("pyspiel") if importlib.util.find_spec("pyspiel") else None
    print("| game, seats | rules | compiled | times as fast | OpenSpiel | compiled takes |\n|---|---|---|---|---|---|")
    for name in given.games:
        plugin = load_game(name)
        text, seats = OPENSPIEL.get(plugin.game.name, ("", plugin.game.players[0]))
        way = ways_of(plugin)[0]
        way = Variant(way.game, seats, way.cards)
        twin = twin_of(way)
        if twin is None:
            print(f"{name}, {seats}: not compiled, or not compared with so many seats")
            continue
        game = spiel.load_game(text) if spiel and text else None
        theirs = partial(by_openspiel, game) if game else None
        found = [measured(way, twin, theirs, 1000 * number) for number in range(given.rounds)]
        rules, compiled, *others = (1e6 * min(one) for one in zip(*found, strict=True))
        faster = median(one[0] / one[1] for one in found)
        beside = " | ".join(
            f"{other:.2f} µs | {median(one[1] / one[2] for one in found):.2f} of its time" for other in others
        )
        row = f"| {plugin.game.name}, {seats} | {rules:.2f} µs | {compiled:.2f} µs | {faster:.1f} | {beside or ' | '} |"
        print(row, flush=True)


if __name__ == "__main__":
    main()
