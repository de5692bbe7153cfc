"""What one action costs, by everything that plays a game: one table, of programs that take turns in one run.

    python benchmarks/twins.py [GAME...] [--rounds N] [--before PYTHON]

All seats play at random: microseconds of processor time an action of a seat, set-up and dealing included, the median of
the rounds. A program plays whole games for about a second before the next one has its turn.

- plain: a short program of its own (`benchmarks/plain.py`); War and Crazy 8s alone have one.
- before: the rules as an earlier version plays them, which is installed where the interpreter `--before` is.
- rules: the game's file, nobody watching.
- compiled: its twin, which has to be there (`cardkit compile GAME`).
- kernel: what `cardkit simulate` plays War and Crazy 8s by.
- OpenSpiel, RLCard: where `pyspiel` and `rlcard` are installed and have the game, with rules of their own: driven from
  Python by chance, the legal list, a choice, the step, and the result.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import os
import random
import subprocess
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from statistics import median
from typing import Any

import plain

from cardkit import Match, Random, Seeded, Table, shuffle
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.registry import examples, installed, load_game
from cardkit.plugins.setup import Setup
from cardkit.simulation.batch import batch_of
from cardkit.simulation.simulate import by_kernel, ways_of
from cardkit.table.native.engine import NativeTwin, Variant, twin_of

SECONDS = 1.0
"""For about so long a program plays in each round."""
PROGRAMS = ("plain", "before", "rules", "compiled", "kernel", "OpenSpiel", "RLCard")
OPENSPIEL = {
    "blackjack": ("blackjack", 1),
    "crazy8s": ("crazy_eights(players=2,max_turns=10000)", 2),
    "cribbage": ("cribbage(players=2)", 2),
    "euchre": ("euchre", 4),
    "gin_rummy": ("gin_rummy", 2),
    "go-fish": ("go_fish", 2),
    "goofspiel": ("goofspiel(points_order=random)", 2),
    "hearts": ("hearts", 4),
    "klondike": ("solitaire", 1),
    "kuhn": ("kuhn_poker", 2),
    "spades": ("spades", 4),
}
"""Games that OpenSpiel has too, each with a number of seats that both take."""
RLCARD = {"blackjack": "blackjack", "gin_rummy": "gin-rummy", "holdem": "no-limit-holdem"}
"""Games that RLCard has too."""
BEFORE = """
import sys, time
from cardkit import Match, Random, Seeded, Table, cards
from cardkit.plugins.registry import load_game
class Counted:
    def __init__(self, player): self.player, self.calls = player, 0
    def __call__(self, view, legal):
        self.calls += 1
        return self.player(view, legal)
name, seats, deck = sys.argv[1], int(sys.argv[2]), cards(sys.argv[3])
game = load_game(name).game()
def play(number, wrap):
    players = [wrap(Random(Seeded(100 * number + seat))) for seat in range(seats)]
    Table(Match(game, deck, seats=seats, rng=Seeded(number)), players).run()
    return players
for line in sys.stdin:
    first, end = int(line), time.process_time() + 1.0
    start, number = time.process_time(), first
    while number == first or time.process_time() < end:
        play(number, lambda player: player)
        number += 1
    spent = time.process_time() - start
    print(spent, sum(player.calls for one in range(first, number) for player in play(one, Counted)), flush=True)
"""
"""What an earlier version plays by: what has been public from the first."""

Program = Callable[[int], tuple[float, int]]
"""Plays games from a number on for about a second: seconds of processor time, and the actions in them."""


def for_a_second(
    play: Callable[[int], int | None], count: Callable[[int], int] | None, first: int
) -> tuple[float, int]:
    """Play games one after the other; where `play` returns no number of actions, they are counted afterwards."""
    number, actions, start = first, 0, time.process_time()
    while number == first or time.process_time() - start < SECONDS:
        actions += play(number) or 0
        number += 1
    spent = time.process_time() - start
    return spent, sum(map(count, range(first, number))) if count else actions


def by_rules(way: Variant, number: int) -> None:
    """Play one game by its rules."""
    match: Any = Match(way.game, way.cards, seats=way.seats, rng=Seeded(number))
    Table(match, [Random(Seeded(100 * number + seat)) for seat in range(way.seats)]).run()


@cache
def counted_by_rules(way: Variant, number: int) -> int:
    """How many actions of seats that game has."""
    match: Any = Match(way.game, way.cards, seats=way.seats, rng=Seeded(number))
    calls: list[int] = []

    def counting(player: Random, view: Any, legal: Any) -> Any:
        calls.append(1)
        return player(view, legal)

    Table(match, [partial(counting, Random(Seeded(100 * number + seat))) for seat in range(way.seats)]).run()
    return len(calls)


def by_twin(way: Variant, twin: NativeTwin, number: int) -> None:
    """Play the same game compiled."""
    rngs = [Seeded(100 * number + seat) for seat in range(way.seats)]
    twin.finish(twin.begin(way, way.cards, Seeded(number), rngs, lot=lambda _, among: 0))


def by_plain(name: str, way: Variant, number: int) -> int:
    """Play a game of the same make by the plain program."""
    deck = list(way.cards)
    shuffle(deck, Seeded(number))
    if name == "war":
        return way.seats * plain.war([str(card) for card in deck])[1]
    return plain.crazy8s([(card.rank, card.suit) for card in deck], way.seats, 5, Seeded(number).below)[1]


def by_batch(plugin: Plugin, seats: int, first: int) -> tuple[float, int]:
    """Play a batch of games by the kernel: each turn of theirs is one action, each round of War one of each seat."""
    batch = batch_of(Setup.of(plugin, seats=("random",) * seats, seed=first))
    start = time.process_time()
    rows = by_kernel(batch, 0, 200_000)
    return time.process_time() - start, sum(rows["length"]) * (seats if plugin.game.name == "war" else 1)


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


def by_rlcard(env: Any, number: int) -> int:
    """Play a game of RLCard's at random; how many actions that were."""
    rng, actions = random.Random(number), 0
    state, _ = env.reset()
    while not env.is_over():
        state, _ = env.step(rng.choice(list(state["legal_actions"])))
        actions += 1
    env.get_payoffs()
    return actions


def of_before(python: str, name: str, way: Variant) -> Program | None:
    """The earlier version, in a process of its own that waits while others have their turn; None without the game."""
    deck = " ".join(str(card) for card in way.cards)
    words = [python, "-P", "-c", BEFORE, name, str(way.seats), deck]
    alone = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    pipe = subprocess.PIPE
    running = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, env=alone, text=True)

    def play(first: int) -> tuple[float, int]:
        assert running.stdin is not None
        assert running.stdout is not None
        print(first, file=running.stdin, flush=True)
        spent, actions = running.stdout.readline().split()
        return float(spent), int(actions)

    try:
        play(0)
    except ValueError:
        return None
    return play


def programs_of(name: str, plugin: Plugin, way: Variant, before: str) -> Iterator[tuple[str, Program]]:
    """All that plays a game, each by its name."""
    twin = twin_of(way)
    if name in ("war", "crazy8s"):
        yield "plain", partial(for_a_second, partial(by_plain, name, way), None)
    if before and (program := of_before(before, name, way)):
        yield "before", program
    counted = partial(counted_by_rules, way)
    yield "rules", partial(for_a_second, partial(by_rules, way), counted)
    if twin is not None:
        yield "compiled", partial(for_a_second, partial(by_twin, way, twin), counted)
    if plugin.kernel is not None:
        yield "kernel", partial(by_batch, plugin, way.seats)
    kind = plugin.game.name
    if kind in OPENSPIEL and importlib.util.find_spec("pyspiel"):
        theirs = importlib.import_module("pyspiel").load_game(OPENSPIEL[kind][0])
        yield "OpenSpiel", partial(for_a_second, partial(by_openspiel, theirs), None)
    if kind in RLCARD and importlib.util.find_spec("rlcard"):
        env = importlib.import_module("rlcard").make(RLCARD[kind])
        yield "RLCard", partial(for_a_second, partial(by_rlcard, env), None)


def row_of(name: str, rounds: int, before: str) -> list[str]:
    """What is printed of a game."""
    plugin = load_game(name)
    seats = OPENSPIEL.get(plugin.game.name, ("", plugin.game.players[0]))[1]
    first, *_ = ways_of(plugin)
    way = Variant(first.game, seats, first.cards)
    programs = dict(programs_of(name, plugin, way, before))
    found: dict[str, list[float]] = {one: [] for one in programs}
    for number in range(rounds):
        for one, program in programs.items():
            spent, actions = program(1000 * number)
            found[one].append(1e6 * spent / actions)
    middle = {one: median(each) for one, each in found.items()}
    cells = [f"{middle[one]:.3g}" if one in middle else "" for one in PROGRAMS]
    faster = f"{middle['rules'] / middle['compiled']:.1f}" if "compiled" in middle else ""
    share = f"{middle['compiled'] / middle['OpenSpiel']:.2f}" if {"compiled", "OpenSpiel"} <= {*middle} else ""
    since = f"{middle['rules'] / middle['before']:.2f}" if "before" in middle else ""
    return [f"{plugin.game.name}, {seats}", *cells, since, faster, share]


def main() -> None:
    """Print a row for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[*installed(), *examples()])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--before", default="", metavar="PYTHON")
    given = parser.parse_args()
    heads = ["game, seats", *PROGRAMS, "rules : before", "rules : compiled", "compiled : OpenSpiel"]
    print(f"| {' | '.join(heads)} |\n{'|---' * len(heads)}|")
    for name in given.games:
        print(f"| {' | '.join(row_of(name, given.rounds, given.before))} |", flush=True)


if __name__ == "__main__":
    main()
