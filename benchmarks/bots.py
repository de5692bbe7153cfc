"""How well search players play, by the same deals with the seats turned, with intervals of 95 %; and what it costs.

python benchmarks/bots.py GAME SEATS PLAYER AGAINST DEALS [OPTION=VALUE …]

Without arguments it plays what docs/bots.md has of Crazy 8s with a kernel, which takes some minutes.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from math import sqrt
from typing import Any

from cardkit import Match, Seeded, Table, standard52
from cardkit.plugins.registry import load_game, load_player


def interval(values: Sequence[float]) -> str:
    """The mean of some values with its interval of 95 %."""
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / max(len(values) - 1, 1)
    return f"{mean:.2f} ± {1.96 * sqrt(spread / len(values)):.2f}"


CRAZY8S = (
    (2, "search:iterations=300", "ai", 300),
    (2, "search:iterations=300", "crazy8s:careful", 500),
    (4, "search:iterations=300", "ai", 100),
)
"""Seats, player, the others, and deals, of shuffled Crazy 8s."""


class Timed:
    """A bot whose thinking is timed."""

    def __init__(self, bot: Any) -> None:
        self._bot = bot
        self.seconds, self.decisions = 0.0, 0

    def begin(self, seating: Any, view: Any) -> None:
        """Let it sit down."""
        self._bot.begin(seating, view)

    def told(self, events: Any, view: Any) -> None:
        """Tell it what happened."""
        self._bot.told(events, view)

    def choose(self, view: Any, legal: Sequence[Any]) -> Any:
        """What it chooses."""
        start = time.process_time()
        chosen = self._bot.choose(view, legal)
        if len(legal) > 1:
            self.seconds, self.decisions = self.seconds + time.process_time() - start, self.decisions + 1
        return chosen


def main(name: str, seats: int, spec: str, against: str, deals: int, options: dict[str, str]) -> None:
    """Print the wins and the scores of a search player, whose partners are of its kind, and its time for a decision."""
    plugin = load_game(name)
    game = plugin.game.with_options(options)
    deck = list((plugin.deck or standard52)())
    wins, own, others, seconds, decisions = list[float](), list[float](), list[float](), 0.0, 0
    for deal in range(deals):
        won, scored, left = list[float](), list[float](), list[float]()
        for seat in range(seats):
            team = next(team for team in game.teams(seats) if seat in team)
            players: list[Any] = [
                Timed(load_player(spec, plugin, Seeded(deal).derive(f"seat {place}")))
                if place in team
                else load_player(against, plugin, Seeded(deal).derive(f"seat {place}"))
                for place in range(seats)
            ]
            match = Match(game, deck, seats=seats, rng=Seeded(deal).split("deal"))
            result = Table(match, players).run()
            teams = max(len(result.winners) // len(team), 1)
            won.append((seat in result.winners) / teams if result.winners else len(team) / seats)
            scored.append(result.scores[seat])
            left += [result.scores[place] for place in range(seats) if place not in team]
            seconds += sum(players[place].seconds for place in team)
            decisions += sum(players[place].decisions for place in team)
        wins.append(100 * sum(won) / seats)
        own.append(sum(scored) / seats)
        others.append(sum(left) / len(left) if left else 0.0)
    print(f"{game.name}, {seats} seats, {spec} against {against}, {deals} deals in each seat")
    print(f"wins {interval(wins)} %, scores {interval(own)}, those of the others {interval(others)}")
    print(f"{1000 * seconds / max(decisions, 1):.0f} ms of processor time a decision")


if __name__ == "__main__" and len(sys.argv) == 1:
    for figure in CRAZY8S:
        main("crazy8s", *figure, {"shuffle": "true"})
elif __name__ == "__main__":
    _, game_name, seat_count, player, other, number, *rest = sys.argv
    main(game_name, int(seat_count), player, other, int(number), dict(text.split("=", 1) for text in rest))
