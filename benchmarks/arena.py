"""What the arena costs a game, and a program a turn, beside what players think: taking turns with bare tables.

    python benchmarks/arena.py

The times are the best of several rounds by processor time of this process; a program thinks in one of its own.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from cardkit import Table, first_legal
from cardkit.arena.bouts import bouts, contest
from cardkit.arena.contest import Contest, Standings

ROUNDS = 5
DEALS = 40
SHUFFLED: dict[str, Any] = {"options": {"shuffle": True}}
PROGRAM = f"bash {Path(__file__).parent.parent / 'docs' / 'examples' / 'bots' / 'first.sh'}"


class First:
    """A bot in Python that does what the program does."""

    turns = 0

    def begin(self, seating: Any, view: Any) -> None:
        """Nothing is remembered."""

    def told(self, events: Sequence[Any], view: Any) -> None:
        """Nothing is remembered."""

    def choose(self, view: Any, legal: Sequence[Any]) -> Any:
        """The first of the legal actions."""
        First.turns += 1
        return legal[0]


def bare(contest: Contest, player: Callable[[], Any]) -> float:
    """The seconds of a contest's games, each at a table without anything around it."""
    began = time.process_time()
    for deal in range(DEALS):
        for seat in range(2):
            players = [first_legal, first_legal]
            players[seat] = player()
            Table(contest.batch.match(deal), players).run()
    return time.process_time() - began


def arena(contest: Contest) -> float:
    """The seconds of the same games in the arena, standings included."""
    began, standings = time.process_time(), Standings(contest)
    played = list(bouts(contest, 0, 2 * DEALS))
    for deal in range(DEALS):
        standings.take(played[2 * deal : 2 * deal + 2])
    standings.as_json(None)
    return time.process_time() - began


def main() -> None:
    """Print what is paid for the arena, and for a program."""
    alike, program = contest("crazy8s", ["ai", "ai"], **SHUFFLED), contest("crazy8s", [PROGRAM, "ai"], **SHUFFLED)
    times: list[tuple[float, ...]] = []
    for _ in range(ROUNDS):
        First.turns = 0
        times.append((bare(alike, lambda: first_legal), arena(alike), bare(alike, First), arena(program)))
    plain, managed, bot, spoken = map(min, zip(*times, strict=True))
    games = 2 * DEALS
    print(f"a game of Crazy 8s at a bare table  {1000 * plain / games:6.3f} ms")
    print(f"the arena beside that               {1000 * (managed - plain) / games:6.3f} ms a game")
    print(f"a program beside a bot in Python    {1000 * (spoken - bot) / First.turns:6.3f} ms a turn")


if __name__ == "__main__":
    main()
