"""How well search players play, by the same deals with the seats turned, with intervals of 95 %; and what it costs.

python benchmarks/bots.py GAME SEATS PLAYER AGAINST DEALS [OPTION=VALUE …]

In a game for one, both players play the same deals, and whoever has the higher score has won the deal. Without
arguments it plays what docs/bots.md has of Crazy 8s with a kernel, which takes some minutes.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import Any

from cardkit import Match, Seeded, Table, standard52
from cardkit.arena.estimates import Estimate, estimate, estimate_of_share
from cardkit.core.texts import counted
from cardkit.plugins.registry import load_game, load_player


def interval(found: Estimate, unit: float = 1) -> str:
    """A mean with its interval of 95 %, times a unit."""
    return f"{unit * found.mean:.2f} ± {unit * (found.half or 0):.2f}"


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

    def played(deal: int, team: Sequence[int]) -> tuple[Sequence[int], Sequence[float]]:
        """Who won a deal, and all scores, with the search player in the seats of a team."""
        nonlocal seconds, decisions
        players: list[Any] = [
            load_player(spec if seat in team else against, plugin, Seeded(deal).derive(f"seat {seat}"))
            for seat in range(seats)
        ]
        for seat in team:
            players[seat] = Timed(players[seat])
        result = Table(Match(game, deck, seats=seats, rng=Seeded(deal).split("deal")), players).run()
        seconds += sum(players[seat].seconds for seat in team)
        decisions += sum(players[seat].decisions for seat in team)
        return result.winners, result.scores

    for deal in range(deals):
        if seats == 1:
            (score,), (other,) = played(deal, [0])[1], played(deal, [])[1]
            wins.append((score > other) + 0.5 * (score == other))
            own.append(score)
            others.append(other)
            continue
        won, scored, left = list[float](), list[float](), list[float]()
        for seat in range(seats):
            team = next(team for team in game.teams(seats) if seat in team)
            winners, scores = played(deal, team)
            teams = max(len(winners) // len(team), 1)
            won.append((seat in winners) / teams if winners else len(team) / seats)
            scored.append(scores[seat])
            left += [scores[place] for place in range(seats) if place not in team]
        wins.append(sum(won) / seats)
        own.append(sum(scored) / seats)
        others.append(sum(left) / len(left))
    better = estimate([mine - theirs for mine, theirs in zip(own, others, strict=True)])
    print(f"{game.name}, {counted(seats, 'seat')}, {spec} against {against}, {deals} deals in each seat")
    print(f"wins {interval(estimate_of_share(wins), 100)} %, scores {interval(estimate(own))}", end=", ")
    print(f"those of the others {interval(estimate(others))}, more by {interval(better)}")
    print(f"{1000 * seconds / max(decisions, 1):.0f} ms of processor time a decision")


if __name__ == "__main__" and len(sys.argv) == 1:
    for figure in CRAZY8S:
        main("crazy8s", *figure, {"shuffle": "true"})
elif __name__ == "__main__":
    _, game_name, seat_count, player, other, number, *rest = sys.argv
    main(game_name, int(seat_count), player, other, int(number), dict(text.split("=", 1) for text in rest))
