"""How well search players play, by the same deals with the seats turned, with intervals of 95 %; and what it costs.

python benchmarks/bots.py GAME SEATS PLAYER AGAINST DEALS [OPTION=VALUE …] [--rules] [--beside PLAYER]

In a game for one, both players play the same deals, and whoever has the higher score has won the deal. With --rules no
kernel plays; with --beside another player plays the same deals too, and how much more the first wins is told. Without
arguments it plays what docs/bots.md has of Crazy 8s and Go Fish, which takes an hour.
"""

from __future__ import annotations

import shlex
import sys
import time
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from cardkit import Match, Seeded, Table, standard52
from cardkit.core.texts import counted
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.registry import load_game, load_player
from cardkit.simulation.estimates import Estimate, estimate, estimate_of_share


def interval(found: Estimate, unit: float = 1) -> str:
    """A mean with its interval of 95 %, times a unit."""
    mean, between = found.times(unit).told()
    return f"{mean} ({between})"


FIGURES = """
crazy8s 2 search:iterations=400 ai 200 shuffle=true --rules
crazy8s 2 search:iterations=300,method=single ai 300 shuffle=true
crazy8s 2 search:iterations=600 ai 300 shuffle=true
crazy8s 2 search:iterations=300,method=single crazy8s:careful 500 shuffle=true
crazy8s 2 search:iterations=600 crazy8s:careful 500 shuffle=true
crazy8s 4 search:iterations=300,method=single ai 100 shuffle=true
crazy8s 4 search:iterations=600 ai 100 shuffle=true
go_fish 3 search:iterations=60 random 100 --beside "python3 docs/examples/bots/remember.py"
go_fish 3 search:iterations=200 random 100 --beside "python3 docs/examples/bots/remember.py"
"""
"""The arguments of what is played without any."""


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


def played_by(
    spec: str, plugin: Plugin, seats: int, against: str, deals: int, options: Mapping[str, str]
) -> Sequence[float]:
    """The shares of the wins in each deal of a player, whose partners are of its kind; scores and time are printed."""
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
    print(f"{1000 * seconds / max(decisions, 1):.0f} ms of processor time a decision", flush=True)
    return wins


def main(words: Sequence[str]) -> None:
    """Play what the arguments say."""
    parser = ArgumentParser()
    for name in ("game", "seats", "player", "against", "deals"):
        parser.add_argument(name, type=int if name in ("seats", "deals") else str)
    parser.add_argument("options", nargs="*")
    parser.add_argument("--rules", action="store_true")
    parser.add_argument("--beside")
    given = parser.parse_args(words)
    plugin = load_game(given.game)
    plugin = replace(plugin, kernel=None) if given.rules else plugin
    options = dict(text.split("=", 1) for text in given.options)

    def wins_of(spec: str) -> Sequence[float]:
        return played_by(spec, plugin, given.seats, given.against, given.deals, options)

    wins = wins_of(given.player)
    if given.beside:
        more = estimate([one - other for one, other in zip(wins, wins_of(given.beside), strict=True)])
        print(f"{given.player} wins {interval(more, 100)} % more than {given.beside}")


if __name__ == "__main__":
    for line in [shlex.join(sys.argv[1:])] if sys.argv[1:] else FIGURES.strip().splitlines():
        main(shlex.split(line))
