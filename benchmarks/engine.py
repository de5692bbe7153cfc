"""What the engine costs: the same games by a plain program and by the core, side by side in one run.

    python benchmarks/engine.py

Every figure is the best of several rounds by process time, in which the programs take turns.
"""

from __future__ import annotations

import importlib
import io
import time
from collections.abc import Callable, Sequence
from typing import Any

import plain

from cardkit import Card, Event, Match, Plugin, Random, Seeded, Stacked, Table, first_legal, shuffle, standard52
from cardkit_crazy8s import Crazy8s
from cardkit_crazy8s import plugin as crazy8s_plugin
from cardkit_war import War
from cardkit_war import plugin as war_plugin

ROUNDS = 7
GAMES = 60

Deck = list[Card]
Run = Callable[[int], int]
"""Plays the game of that number and returns how many rounds or turns it had."""


def shuffled_decks(games: int) -> list[Deck]:
    """So many shuffled 52-card decks."""
    decks: list[Deck] = []
    for number in range(games):
        cards = standard52()
        shuffle(cards, Seeded(number))
        decks.append(cards)
    return decks


def measured(programs: dict[str, Run], games: int) -> dict[str, tuple[float, int]]:
    """For each program the best time of all its games in seconds, and the rounds or turns in them."""
    best: dict[str, tuple[float, int]] = {}
    for _ in range(ROUNDS):
        for name, run in programs.items():
            start = time.process_time()
            units = sum(run(game) for game in range(games))
            seconds = time.process_time() - start
            if name not in best or seconds < best[name][0]:
                best[name] = seconds, units
    return best


def report(title: str, best: dict[str, tuple[float, int]], unit: str) -> None:
    """Print a table of one group of programs; the first one is what the others are compared with."""
    (base, base_units), *_ = best.values()
    print(f"\n{title}")
    for name, (seconds, units) in best.items():
        each = seconds / units
        ratio = each / (base / base_units)
        print(f"  {name:34} {units:9,} {unit}s {each * 1e6:8.2f} us each {1 / each:12,.0f} a second {ratio:7.2f} x")


def played(game: Any, deck: Deck, seats: int, players: Sequence[Any]) -> int:
    """The rounds or turns of a game played by the core with nobody watching."""
    match = Match(game, deck[::-1], seats=seats, rng=Stacked())
    Table(match, players).run()
    count: int = match.state.count
    return count


def narrated(plugin: Plugin, game: Any, deck: Deck, seats: int, style: str) -> int:
    """The rounds or turns of a game told by a narrator to a sink."""
    names = [f"Player {seat}" for seat in range(seats)]
    sink, narrator = io.StringIO(), plugin.styles[style](names)

    def tell(event: Event, view: Any) -> None:
        for line in narrator(event, view):
            sink.write(line + "\n")

    match = Match(game, deck[::-1], seats=seats, rng=Stacked())
    Table(match, [first_legal] * seats).watch(tell).run()
    count: int = match.state.count
    return count


def war() -> None:
    """War by the rhodes rules."""
    decks = shuffled_decks(GAMES)
    texts = [[str(card) for card in deck] for deck in decks]
    game = War()
    programs: dict[str, Run] = {
        "plain program": lambda number: plain.war(texts[number])[1],
        "core, nobody watching": lambda number: played(game, decks[number], 2, [first_legal] * 2),
        "core, told to a sink": lambda number: narrated(war_plugin, game, decks[number], 2, "rhodes"),
    }
    report("War, 52 cards, rhodes rules", measured(programs, GAMES), "battle")


def alike(decks: list[Deck], pairs: list[list[plain.Crazy8sCard]], game: Crazy8s, seats: int) -> dict[str, Run]:
    """The programs that play Crazy 8s with machines that play the first legal card."""
    return {
        "plain program": lambda number: plain.crazy8s(pairs[number], seats, 5)[1],
        "core, nobody watching": lambda number: played(game, decks[number], seats, [first_legal] * seats),
        "core, told to a sink": lambda number: narrated(crazy8s_plugin, game, decks[number], seats, "classic"),
    }


def crazy8s() -> None:
    """Crazy 8s with machines that play the first legal card, and with random ones."""
    games = GAMES * 10
    decks = shuffled_decks(games)
    pairs = [[(card.rank, card.suit) for card in deck] for deck in decks]
    game = Crazy8s()
    for seats in (2, 4):
        machines = alike(decks, pairs, game, seats)
        report(f"Crazy 8s, 52 cards, {seats} seats that play the first legal card", measured(machines, games), "turn")
    programs: dict[str, Run] = {
        "plain program": lambda number: plain.crazy8s(pairs[number], 2, 5, Seeded(number).below)[1],
        "core, nobody watching": lambda number: played(game, decks[number], 2, [Random(Seeded(number))] * 2),
    }
    openspiel = openspiel_crazy_eights()
    if openspiel is not None:
        programs["OpenSpiel's crazy_eights from Python"] = openspiel
    report("Crazy 8s, 52 cards, 2 random seats", measured(programs, games), "turn")


def openspiel_crazy_eights() -> Run | None:
    """Random games of OpenSpiel's own crazy_eights, chance steps counted in; None where it isn't installed."""
    try:
        pyspiel: Any = importlib.import_module("pyspiel")
    except ImportError:
        print("\nOpenSpiel isn't installed (pip install open_spiel): it is left out.")
        return None
    game = pyspiel.load_game("crazy_eights(players=2)")

    def run(number: int) -> int:
        below = Seeded(number).below
        state, actions = game.new_initial_state(), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[below(len(legal))])
            actions += 1
        return actions

    return run


if __name__ == "__main__":
    war()
    crazy8s()
