"""Whether what a seat knows is ever wrong, what it costs to conclude it, and whether voids are found.

    python benchmarks/knowledge.py --seeds 200 --jobs 2

Random games of every game of the project, at all numbers of seats up to four, are followed with the eyes of every seat.
What one seat knows after one step is a state. The time is that of telling an action of somebody else to one seat, by
processor time. Somebody who didn't follow suit is void until the round is over; a void is found where a seat knows that
none of the cards that it doesn't see, and that are of that suit, lies in that hand.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, partial
from typing import Any

from cardkit import standard52
from cardkit.authors.secrecy import Onlookers
from cardkit.authors.trial import RandomPlay, TrialSetup
from cardkit.bots.knowledge import Knowledge
from cardkit.bots.worlds import union
from cardkit.core.cards import Seat
from cardkit.core.events import Event, Moved, RoundBegun
from cardkit.core.game import Game
from cardkit.plugins.registry import examples, installed, load_game
from cardkit.simulation.jobs import progress_bar
from cardkit.simulation.workers import Processes, runs

SHUFFLED: Mapping[str, Mapping[str, Any]] = {"crazy8s": {"shuffle": True}, "war": {"shuffle": "swap"}}
TRICKS = ("hearts", "spades")
MOST_SEATS = 4


@dataclass
class Counts:
    """What was seen of one game at one number of seats."""

    states: int = 0
    told: int = 0
    seconds: float = 0.0
    voids: int = 0
    found: int = 0
    denials: list[str] = field(default_factory=list[str])

    def add(self, other: Counts) -> None:
        """Count in what was seen of more games."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))


class Voids:
    """Who is known to be void in a trick game, by what everybody saw."""

    def __init__(self) -> None:
        self._led = ""
        self._found = set[tuple[Seat, str]]()

    def told(self, events: Sequence[Event], *, is_over: bool) -> None:
        """Look who didn't follow suit in a trick that may be over."""
        for event in events:
            if isinstance(event, RoundBegun):
                self._found.clear()
            elif isinstance(event, Moved) and event.target == "trick":
                [suit] = [card.suit for card in event.cards]
                self._led = self._led or suit
                if suit != self._led:
                    self._found.add((int(event.source.removeprefix("hands ")), self._led))
        self._led = "" if is_over else self._led

    def known_to(self, knowledge: Knowledge) -> Iterator[bool]:
        """For each void of somebody else, of a suit of which there are cards yet, whether a seat knows it."""
        unseen = knowledge.unseen(knowledge.view)
        for seat, suit in sorted(self._found):
            of_suit = union(knowledge.bit[card] for card in unseen if card.suit == suit)
            if of_suit and seat != knowledge.seat:
                yield not union(knowledge.piles[f"hands {seat}"]) & of_suit


@cache
def game_of(name: str) -> Game[Any, Any]:
    """A game of the project, shuffled."""
    return load_game(name).game.with_options(SHUFFLED.get(name, {}))


def tables() -> list[tuple[str, int]]:
    """The games with the numbers of seats at which they are followed."""
    return [
        (name, seats)
        for name in (*installed(), *examples())
        for seats in range(1, MOST_SEATS + 1)
        if seats in game_of(name).players
    ]


def followed(name: str, seats: int, seed: int, steps: int) -> Counts:
    """What is seen of one game."""
    deck = (load_game(name).deck or standard52)()
    setting = TrialSetup(game=game_of(name), deck=deck, seats=seats, seed=seed, max_actions=steps, is_cut=True)
    match, counts, voids = setting.match(), Counts(), Voids()
    play, onlookers = RandomPlay(match, setting), Onlookers(match, range(seats))
    while True:
        counts.states += seats
        counts.denials += [f"{name}, {seats} seats, seed {seed}: {denial}" for denial in onlookers.denials()]
        if name in TRICKS:
            known = [is_known for knowledge in onlookers.known for is_known in voids.known_to(knowledge)]
            counts.voids, counts.found = counts.voids + len(known), counts.found + sum(known)
        if (action := play.choose()) is None:
            return counts
        brought = match.play(action)
        acting = [acted.seat for acted in match.acted]
        for knowledge, events, view in onlookers.news(brought):
            start = time.process_time()
            knowledge.told(events, view)
            if knowledge.seat not in acting:
                counts.seconds, counts.told = counts.seconds + time.process_time() - start, counts.told + 1
        if name in TRICKS:
            voids.told(brought, is_over=not match.state.trick)


def followed_all(steps: int, first: int, seeds: int) -> Mapping[tuple[str, int], Counts]:
    """What is seen of all games with these seeds."""
    counts = {table: Counts() for table in tables()}
    for (name, seats), counted in counts.items():
        for seed in range(first, first + seeds):
            counted.add(followed(name, seats, seed, steps))
    return counts


def main() -> None:
    """Print a line for each game at each number of seats, every denial, and the sums."""
    parser = argparse.ArgumentParser(description="Whether what a seat knows is ever wrong, and what it costs.")
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="the first seed")
    parser.add_argument("--seeds", type=int, default=10, metavar="N", help="how many seeds")
    parser.add_argument("--steps", type=int, default=80, metavar="N", help="how many steps of a game are followed")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many processes follow games")
    asked = parser.parse_args()
    sums = {table: Counts() for table in tables()}
    shares = ((asked.first + start, seeds) for start, seeds in runs(asked.seeds, 1))
    with progress_bar("seeds", asked.seeds) as advance:
        for part in Processes(partial(followed_all, asked.steps), asked.jobs).parts(shares):
            advance(1)
            for table, counted in part.items():
                sums[table].add(counted)
    total = Counts()
    print(f"{'game':12} seats     states  denied  ms a told")
    for (name, seats), counted in sums.items():
        total.add(counted)
        milliseconds = 1000 * counted.seconds / max(counted.told, 1)
        found = f"  {counted.found} of {counted.voids} voids found" if counted.voids else ""
        print(f"{name:12} {seats:5} {counted.states:10} {len(counted.denials):7} {milliseconds:10.2f}{found}")
    print(*total.denials, sep="\n", end="\n" if total.denials else "")
    print(
        f"{total.states} states, {len(total.denials)} of them deny the truth, "
        f"{1000 * total.seconds / max(total.told, 1):.2f} ms a told, {total.found} of {total.voids} voids found"
    )


if __name__ == "__main__":
    main()
