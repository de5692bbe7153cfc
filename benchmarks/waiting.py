"""How long a search player thinks about a decision, by level, in every game of the project: first, on average, at most.

    python benchmarks/waiting.py [GAME …]

All is processor time in milliseconds, of the rules without twins that are compiled. When a player is first asked it
gets acquainted with the game, once for all levels, which is not counted with its decision. The exit code is 1 where a
level takes longer than it may, by `MOST`.
"""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from cardkit import Match, Random, Seeded, Table, standard52
from cardkit.bots.tuning import processor_time
from cardkit.core.errors import CardkitError
from cardkit.plugins.registry import examples, installed, load_game, load_player

MOST = {"easy": 50, "": 300, "hard": 2000}
"""How many milliseconds each level may take."""
SEATS = {"holdem": 2}
"""Elsewhere three play, or as nearly three as may; where two bet against each other, it is thought in another way."""
_DECISIONS = {"easy": 12, "": 8, "hard": 3}
"""About how many decisions of each are timed, spread over games, the first of each game among them."""
_EVERY = 4
"""One of so many later decisions is timed; the others are left to chance."""


class _Enough(BaseException):
    """Enough decisions were timed."""


@dataclass
class Sample:
    """A player of whom some decisions are timed."""

    player: Any
    chance: Any
    enough: int
    times: list[float] = field(default_factory=list[float])
    acquainting: float = 0.0
    asked: int = 0

    def begin(self, seating: Any, view: Any) -> None:
        """Let it sit down."""
        self.player.begin(seating, view)

    def told(self, events: Any, view: Any) -> None:
        """Tell it what happened."""
        self.player.told(events, view)

    def choose(self, view: Any, legal: Sequence[Any]) -> Any:
        """What it chooses, or any action at most times."""
        self.asked += len(legal) > 1
        if len(legal) < 2 or self.asked % _EVERY != 1:
            return legal[self.chance.below(len(legal))]
        if len(self.times) == self.enough:
            raise _Enough
        began, own = time.process_time(), processor_time()
        chosen = self.player.choose(view, legal)
        took = processor_time() - own
        self.times.append(1000 * took)
        self.acquainting = max(self.acquainting, time.process_time() - began - took)
        return chosen


def timed(name: str, level: str) -> tuple[float, list[float]]:
    """How long getting acquainted took in this process, and some decisions, the first one first."""
    plugin = load_game(name)
    game, deck = plugin.game(), list((plugin.deck or standard52)())
    seats = SEATS.get(name, min(game.players, key=lambda number: abs(number - 3)) if game.players else 2)
    spec, times, before = f"search:{level}".removesuffix(":"), list[float](), 0.0
    for seed in range(20):
        chance = Seeded(seed)
        sample = Sample(load_player(spec, plugin, Seeded(seed)), chance, max(2, _DECISIONS[level] // 3))
        players: list[Any] = [Random(chance) for _ in range(seats)]
        players[seed % seats] = sample
        with suppress(_Enough):
            Table(Match(game, deck, seats=seats, rng=Seeded(seed).split("deal")), players, most=300).run()
        before = before or sample.acquainting
        times += sample.times
        if len(times) >= _DECISIONS[level]:
            break
    return before, times


def main(names: Sequence[str]) -> int:
    """Print a line a game, and return the exit code."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument(
        "names", metavar="GAME", nargs="*", help="a game, or a file of one; all of the project by default"
    )
    names, late = parser.parse_args(names).names, 0
    for name in names:
        try:
            load_game(name)
        except CardkitError as error:
            parser.error(str(error))
    print(f"{'game':14}{'acquainted':>11}" + "".join(f"{level or 'normal':>8}: first  mean  most" for level in MOST))
    for name in names or [*installed(), *examples()]:
        told, first = "", 0.0
        for level, most in MOST.items():
            before, times = timed(name, level)
            first = first or before
            late += max(times, default=0.0) > most
            told += f"{times[0]:15.0f}{fmean(times):6.0f}{max(times):6.0f}" if times else f"{'no choice':>27}"
        print(f"{name:14}{1000 * first:11.0f}{told}", flush=True)
    return int(late > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
