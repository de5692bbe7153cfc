"""What choices too many to list cost: games with few of them and with many, taking turns in one run.

    python benchmarks/choices.py

The times are the best of several rounds by processor time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from cardkit import (
    Action,
    Card,
    Dealer,
    Form,
    Game,
    Match,
    Pile,
    Random,
    Result,
    Seeded,
    State,
    Table,
    deck,
    standard52,
)
from cardkit.plugins.registry import load_game

ROUNDS = 7
GAMES = 10
ACTIONS = 200
EXAMPLES = Path(__file__).parent.parent / "docs" / "examples"


class Put(Action):
    """Put one to four cards down."""

    cards: tuple[Card, ...]


class Heap(State):
    """A hand, which stays as large as it is, and what was put down."""

    hand: Pile
    heap: Pile
    put: int = 0


class Putting(Game[Heap, Put]):
    """Put cards down and take them back, time and again."""

    name = "putting"
    players = range(1, 2)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Heap:
        heap = Heap(seats=seats, hand=Pile.hand(0), heap=Pile.face_down())
        dealer.shuffle(deck)
        dealer.sweep(deck, heap.hand)
        return heap

    def legal(self, heap: Heap) -> list[Form[Put]]:
        return [Put.some_of(heap.hand, 1, 4)]

    def apply(self, heap: Heap, action: Put, dealer: Dealer) -> None:
        dealer.move(action.cards, heap.hand, heap.heap)
        dealer.sweep(heap.heap, heap.hand)
        heap.put += 1
        heap.pass_turn()

    def result(self, heap: Heap) -> Result | None:
        return Result.draw(1) if heap.put == ACTIONS else None


class Counting:
    """A random player that counts what it does."""

    def __init__(self, seed: Seeded) -> None:
        self.player = Random(seed)
        self.count = 0

    def __call__(self, view: Any, legal: Sequence[Any]) -> Any:
        self.count += 1
        return self.player(view, legal)


def played(game: Game[Any, Any], cards: Sequence[Card], seats: int) -> tuple[float, int]:
    """The seconds of processor time that games of random players take, and how many actions they have."""
    actions, start = 0, time.process_time()
    for number in range(GAMES):
        match = Match(game, cards, seats=seats, rng=Seeded(number))
        players = [Counting(Seeded(number).split(f"seat {seat}")) for seat in range(seats)]
        Table(match, players).run()
        actions += sum(player.count for player in players)
    return time.process_time() - start, actions


def told(name: str, few: Callable[[], tuple[float, int]], many: Callable[[], tuple[float, int]]) -> None:
    """Print how many times as long the games with many choices take, whole and by the action."""
    rounds = [(few(), many()) for _ in range(ROUNDS)]
    (base, actions), (time_of_many, actions_of_many) = (min(both) for both in zip(*rounds, strict=True))
    whole, each = time_of_many / base, time_of_many / actions_of_many / (base / actions)
    print(f"{name}: {whole:.2f} times as long in all, {each:.2f} times by the action")
    print(f"  {base * 1000:.0f} ms for {actions} actions, {time_of_many * 1000:.0f} ms for {actions_of_many}")


def main() -> None:
    """Print the ratios."""
    holdem: Any = load_game(str(EXAMPLES / "holdem.py")).game
    pack = deck("A23456789T", "CDHS")
    for seats in (2, 3, 6):
        told(
            f"{GAMES} games of Hold'em at {seats} seats with 10,000 chips in place of 100",
            partial(played, holdem(chips=100), standard52(), seats),
            partial(played, holdem(chips=10_000), standard52(), seats),
        )
    told(
        "one to four of 40 cards in place of 10",
        partial(played, Putting(), pack[:10], 1),
        partial(played, Putting(), pack, 1),
    )


if __name__ == "__main__":
    main()
