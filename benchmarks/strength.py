"""How well `search` plays in every game: the table of docs/bots.md, and the bar that it must not fall below.

    python benchmarks/strength.py [--quick] [--seconds S] [GAME …]

Each row is a contest of the arena: the same deals with the seats turned, on seeds that nothing was tuned on, until S
seconds of processor time are over (`--quick`: 10, or 60), four times as many where there is a goal. Wins are the share
of a seat, or a team, of the player alone at a table with the other one; where all play together, or alone, that of the
deals in which it did better. Where OpenSpiel is installed, search sits at a table with its ISMCTSBot as well,
at equal time (openspiel_bots.py). The exit code is 1 where a player is worse than the others, or misses a goal, by
the interval of 95 %, or breaks a game off.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import fmean
from typing import Any

from cardkit.arena.bouts import bouts, contest
from cardkit.arena.contest import Contest, Standings
from cardkit.bots.search import LEVELS
from cardkit.core.texts import counted
from cardkit.plugins.registry import examples, load_game
from cardkit.simulation.estimates import Estimate, estimate

SEED = 20_260_000
OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "blackjack": {"rounds": 3},
    "cribbage": {"limit": 31},
    "crazy8s": {"shuffle": True},
    "gin_rummy": {"limit": 25},
    "euchre": {"limit": 2},
    "golf": {"holes": 1},
    "hearts": {"limit": 1},
    "spades": {"limit": 50},
    "big_two": {"limit": 5},
    "rummy_500": {"limit": 50},
    "skat": {"deals": 1},
}
"""Games are short here, where they can be."""
SEATS = {"go_fish": 3, "hearts": 4, "twenty_one": 3}
"""Elsewhere as few play as may."""
FILES = [f"tests/data/{name}.py" for name in ("skat", "rummy_500", "big_two", "parlour_game")]
"""Games of others, which nothing was made for."""
GOALS = {
    ("go_fish", "random"): 60.0,
    ("crazy8s", "ai"): 65.0,
    ("golf", "random"): 92.0,
    ("twenty_one", "random"): 75.0,
    ("holdem", "random"): 70.0,
}
"""So many hundredths of the wins `search` is to have at least."""
POINTS = {("hearts", "random"): 2.5}
"""So many points it is to have at most, where few are good."""
_GOAL_TIMES = 4
"""Rows with a goal are played for so many times as long."""
_TIMES = 4
"""So many times as long all may take that isn't thinking, as where there is hardly anything to choose."""
IN_POINTS = ("kuhn",)
"""What one seat gets here the other loses: points count, and not wins, and 0 is even."""
PLAYERS = ("search", "search:easy")
SECONDS_A_DEAL = {"hearts": 20.0, "euchre": 2.0, "gin_rummy": 15.0, "spades": 8.0, "crazy8s": 1.0}
"""So long takes a deal, with search in each seat or team, beside bots that take as long."""


def held(name: str, pair: tuple[str, str], seats: int | None, seconds: float) -> tuple[Standings, Estimate]:
    """What came of a contest of two players who thought for so many seconds of the processor, and two deals at least.

    Beside it stand the points that the first had alone at a table with the other one.
    """
    seconds *= _GOAL_TIMES if pair in [(PLAYERS[0], other) for game, other in (*GOALS, *POINTS) if game == name] else 1
    points, began = list[float](), sum(os.times()[:4])
    found: Contest = contest(name, pair, seats=seats, seed=SEED, options=dict(OPTIONS.get(Path(name).stem, {})))
    standings = Standings(found)
    for deal in range(10_000):
        thought = sum([effort.seconds for effort in standings.thinking])
        if deal >= 2 and (thought > seconds or sum(os.times()[:4]) - began > _TIMES * seconds):
            break
        games = list(bouts(found, deal * found.games_a_deal, found.games_a_deal))
        standings.take(games)
        own = [bout.of(0, bout.scores) for bout in games if 0 in bout.seating]
        points.append(fmean([fmean(scores) for scores in own if len(scores) == min(map(len, own))]))
    return standings, estimate(points)


def rows(name: str, seats: int | None, seconds: float) -> Iterator[tuple[str, str, Standings, Estimate]]:
    """Each level against chance and the game's own player, where it has one, and the two against each other."""
    against = ["random", *(["ai"] if "ai" in load_game(name).players else [])]
    for player in PLAYERS:
        for other in against:
            yield player, other, *held(name, (player, other), seats, seconds)
    yield "search", "search:easy", *held(name, ("search", "search:easy"), seats, seconds)


def reached(found: Estimate, least: float) -> str:
    """Whether more than this was reached, as far as the interval tells."""
    if found.low is not None and found.low > least:
        return "reached"
    return "missed" if found.high is not None and found.high < least else "open"


def beside_openspiel(names: Sequence[str], seconds: float) -> int:
    """Print what search comes to at tables of OpenSpiel's bots; in how many games it is worse for sure."""
    worse = 0
    with suppress(ImportError):
        from openspiel_bots import RIVALS, contest, row, title

        rivals = [name for name in RIVALS if name in names]
        print(title() if rivals else "")
        for name in rivals:
            deals = max(2, round(seconds / SECONDS_A_DEAL[name]))
            met = contest(name, deals, LEVELS[""][0], SEED)
            print(row(name, met, deals), flush=True)
            worse += met.more.high is not None and met.more.high < 0
    return worse


def main(words: Sequence[str]) -> int:
    """Print the table, and return the exit code."""
    parser = ArgumentParser()
    parser.add_argument("games", nargs="*")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--seconds", type=float)
    given = parser.parse_args(words)
    seconds = given.seconds or (10.0 if given.quick else 60.0)
    worse = 0
    print("| game | player | against | deals | wins | even | goal | ms a decision |\n" + "|---" * 8 + "|")
    names = given.games or ["crazy8s", *examples(), *FILES]
    for name in names:
        players = load_game(name).game().players
        seats = SEATS.get(name, 2 if not players or 2 in players else min(players))
        for player, other, standings, scored in rows(name, seats, seconds):
            at = standings.contest.batch
            is_against = standings.contest.is_against
            unit, even = "%", 100 / len(at.game.teams(at.seats)) if is_against else 50.0
            found = (standings.alone(0, 1) if is_against else standings.share(0, 1)).times(100)
            if name in IN_POINTS and (points := standings.points) and points[0]:
                unit, even, found = f"{at.game.scored_in}s", 0.0, points[0]
            mean, between = found.told(unit)
            goal, is_bad = "", (100.0 if found.high is None else found.high) < even or any(standings.broken_off)
            if player == PLAYERS[0] and (least := GOALS.get((name, other))):
                goal = f"over {least:.0f} %: {reached(found, least)}"
            if player == PLAYERS[0] and (most := POINTS.get((name, other))):
                mean, between = f"{mean}; {scored.told('points')[0]}", f"{between}; {scored.told('points')[1]}"
                under = Estimate(-scored.mean, *(None if end is None else -end for end in (scored.high, scored.low)))
                goal = f"under {most} points: {reached(under, -most)}"
            is_bad = is_bad or goal.endswith("missed")
            worse += is_bad
            took = standings.thinking[0].milliseconds or 0.0
            told = f"{at.game.name}, {counted(at.seats, 'seat')} | `{player}` | `{other}` | {standings.deals}"
            print(
                f"| {told} | {mean} ({between}) | {even:.0f} {unit} | {goal} | {took:.1f}{' !' * is_bad} |", flush=True
            )
    return int(worse + beside_openspiel(names, seconds) > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
