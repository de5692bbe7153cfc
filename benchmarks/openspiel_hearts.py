"""Hearts at one table with OpenSpiel's ISMCTSBot, at equal processor time: both engines play each deal side by side.

    pip install 'cardkit[openspiel]'
    python benchmarks/openspiel_hearts.py --deals 40 --iterations 200

One seat is a search player's and three are OpenSpiel's, or with `--alone theirs` the other way round; every deal is
played with the one in each seat. The legal cards of both engines are compared at every step, and the points at the end.
OpenSpiel's bot tries as many games as make its decisions take as long as ours, by what both took up to then.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pyspiel

from cardkit import Match, Seeded, Table, standard52
from cardkit.bots.search import Budget, SearchPlayer
from cardkit.plugins.registry import load_game
from cardkit.simulation.estimates import Estimate, estimate
from cardkit.simulation.jobs import progress_bar

HEARTS = load_game(str(Path(__file__).parent.parent / "docs" / "examples" / "hearts.py")).game
ONE_DEAL = {"limit": "1", "passing": "false", "queen_breaks": "true"}
"""The rules of OpenSpiel's Hearts, without passing."""
SEATS = 4
EXPLORE = 15.0
"""OpenSpiel's constant of exploration, in points."""
FIRST_GUESS = 25
"""How many games OpenSpiel's bot tries for each of ours before any time was measured."""


class Disagreement(Exception):
    """The two engines see a game differently."""


class Mirror:
    """OpenSpiel's table with the same hands, on which each action is repeated."""

    def __init__(self, match: Match[Any, Any]) -> None:
        self.state = pyspiel.load_game("hearts(pass_cards=False)").new_initial_state()
        self.play("No Pass")
        hands = [[str(card) for card in hand] for hand in match.state.hands]
        while self.state.is_chance_node():
            dealt = len(self.state.history()) - 1
            self.play(hands[dealt % SEATS][dealt // SEATS])

    @property
    def legal(self) -> dict[str, int]:
        """OpenSpiel's legal actions by the names of their cards."""
        return {self.state.action_to_string(action): action for action in self.state.legal_actions()}

    def play(self, name: str) -> None:
        """Play a card, or do what chance does, by its name."""
        self.state.apply_action(self.legal[name])

    def compare(self, seat: int, legal: Sequence[Any]) -> None:
        """Raise Disagreement where OpenSpiel has another seat to move, or other cards that may be played."""
        ours, theirs = sorted(str(action.card) for action in legal), sorted(self.legal)
        if seat != self.state.current_player() or ours != theirs:
            played = len(self.state.history()) - 1 - len(list(standard52()))
            raise Disagreement(
                f"after {played} cards seat {seat} may play {' '.join(ours)}, and in OpenSpiel "
                f"seat {self.state.current_player()} may play {' '.join(theirs)}"
            )

    def compare_points(self, points: Sequence[float]) -> None:
        """Raise Disagreement where the points are others; OpenSpiel counts how many of 26 were not taken."""
        theirs = [26 - value for value in self.state.returns()] if self.state.is_terminal() else "none yet"
        if theirs != list(points):
            raise Disagreement(f"the points are {list(points)}, and in OpenSpiel {theirs}")


@dataclass
class Cost:
    """What the decisions of one kind of players took, where there was a choice."""

    seconds: float = 0.0
    decisions: int = 0
    tries: int = 0
    """How many games were tried in all."""

    @property
    def of_decision(self) -> float:
        """Seconds of processor time a decision."""
        return self.seconds / max(self.decisions, 1)


class Ours:
    """A search player, all of whose thinking is timed, also that about what others did."""

    def __init__(self, mirror: Mirror, seat: int, seed: Seeded, tries: int, cost: Cost) -> None:
        self._mirror, self._seat, self._tries, self._cost = mirror, seat, tries, cost
        self._search = SearchPlayer(seed, Budget(iterations=tries))

    def begin(self, seating: Any, view: Any) -> None:
        """Sit down."""
        self._timed(lambda: self._search.begin(seating, view))

    def told(self, events: Sequence[Any], view: Any) -> None:
        """Let it remember what happened."""
        self._timed(lambda: self._search.told(events, view))

    def choose(self, view: Any, legal: Sequence[Any]) -> Any:
        """The card that it plays, in both engines."""
        self._mirror.compare(self._seat, legal)
        chosen = self._timed(lambda: self._search.choose(view, legal))
        self._cost.decisions += len(legal) > 1
        self._cost.tries += self._tries * (len(legal) > 1)
        self._mirror.play(str(chosen.card))
        return chosen

    def _timed(self, thinking: Callable[[], Any]) -> Any:
        start = time.process_time()
        thought = thinking()
        self._cost.seconds += time.process_time() - start
        return thought


class Theirs:
    """OpenSpiel's bot, which takes the action that it tried most often."""

    def __init__(self, mirror: Mirror, seat: int, seed: Seeded, tries: int, cost: Cost) -> None:
        self._mirror, self._seat, self._tries, self._cost = mirror, seat, tries, cost
        self._bot = pyspiel.ISMCTSBot(
            seed=seed.below(2**31),
            evaluator=pyspiel.RandomRolloutEvaluator(1, seed.below(2**31)),
            uct_c=EXPLORE,
            max_simulations=tries,
            final_policy_type=pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
            allow_inconsistent_action_sets=True,
        )

    def __call__(self, view: Any, legal: Sequence[Any]) -> Any:
        """The card that it plays, in both engines."""
        self._mirror.compare(self._seat, legal)
        if len(legal) == 1:
            chosen = legal[0]
        else:
            start = time.process_time()
            card = self._mirror.state.action_to_string(self._bot.step(self._mirror.state))
            self._cost.seconds += time.process_time() - start
            self._cost.decisions += 1
            self._cost.tries += self._tries
            chosen = next(action for action in legal if str(action.card) == card)
        self._mirror.play(str(chosen.card))
        return chosen


class Tries(NamedTuple):
    """How many games each kind of players tries before it decides."""

    ours: int
    theirs: int


class Costs(NamedTuple):
    """What the decisions of both kinds took."""

    ours: Cost
    theirs: Cost

    def theirs_for(self, tries: int) -> int:
        """How many games of theirs take as long as so many of ours."""
        if not self.theirs.seconds:
            return FIRST_GUESS * tries
        return max(1, round(self.ours.of_decision * self.theirs.tries / self.theirs.seconds))


def played(seed: Seeded, ours: Sequence[int], tries: Tries, costs: Costs, **rules: str) -> Sequence[float]:
    """The points of a deal with these seats ours; raises Disagreement where the engines differ."""
    match = Match(HEARTS.with_options({**ONE_DEAL, **rules}), list(standard52()), seats=SEATS, rng=seed.split("deal"))
    mirror = Mirror(match)
    players: list[Any] = [
        Ours(mirror, seat, seed.derive(f"seat {seat}"), tries.ours, costs.ours)
        if seat in ours
        else Theirs(mirror, seat, seed.derive(f"seat {seat}"), tries.theirs, costs.theirs)
        for seat in range(SEATS)
    ]
    result = Table(match, players).run()
    mirror.compare_points(result.scores)
    return result.scores


def seats_of_ours(alone: str, seat: int) -> Sequence[int]:
    """Our seats where one seat is alone's, whose that is."""
    return [place for place in range(SEATS) if (place == seat) == (alone == "ours")]


def contest(deals: int, iterations: int, seed: int, alone: str) -> tuple[Estimate, Estimate, Costs, float]:
    """The points a deal of the one, how many more they are than the mean of the others, and what it cost.

    The last figure is how many games OpenSpiel's bot tried on the average.
    """
    before = Costs(Cost(), Cost())
    for seat in (0, 2):
        tries = Tries(iterations, before.theirs_for(iterations))
        played(Seeded(seed).derive("warming up"), seats_of_ours(alone, seat), tries, before)
    costs = Costs(Cost(), Cost())
    points, margins = list[float](), list[float]()
    with progress_bar("Hearts", deals) as advance:
        for deal in range(deals):
            tries = Tries(iterations, (costs if deal else before).theirs_for(iterations))
            own, more = 0.0, 0.0
            for seat in range(SEATS):
                scores = played(Seeded(seed).derive(f"deal {deal}"), seats_of_ours(alone, seat), tries, costs)
                own += scores[seat] / SEATS
                more += (scores[seat] - (sum(scores) - scores[seat]) / (SEATS - 1)) / SEATS
            points.append(own)
            margins.append(more)
            advance(1)
    return estimate(points), estimate(margins), costs, costs.theirs.tries / costs.theirs.decisions


def told(found: Estimate, form: str) -> str:
    """A mean with its interval, where that is known."""
    return f"{found.mean:{form}} ± {'?' if found.half is None else f'{found.half:.2f}'}"


def main() -> int:
    """Print how many points the one takes, and what the decisions of both cost; 1 where the engines differ."""
    parser = argparse.ArgumentParser(description="Hearts with OpenSpiel's ISMCTSBot at equal processor time.")
    parser.add_argument("--deals", type=int, default=40, help="each is played four times, the seats turned")
    parser.add_argument("--iterations", type=int, default=200, help="the games that ours tries before a decision")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--alone", choices=["ours", "theirs"], default="ours", help="who sits against three others")
    asked = parser.parse_args()
    try:
        own, more, costs, simulations = contest(asked.deals, asked.iterations, asked.seed, asked.alone)
    except Disagreement as difference:
        print(f"The engines differ: {difference}.", file=sys.stderr)
        return 1
    one, others = ("one of ours", "theirs") if asked.alone == "ours" else ("one of theirs", "ours")
    print(f"{one} against three of {others}: {asked.deals} deals in each seat")
    print(f"points a deal {told(own, '.2f')}, and {told(more, '+.2f')} beside the mean of the others")
    print(f"ours   {1000 * costs.ours.of_decision:6.1f} ms a decision, {asked.iterations} games tried")
    print(f"theirs {1000 * costs.theirs.of_decision:6.1f} ms a decision, {simulations:.0f} games tried")
    return 0


if __name__ == "__main__":
    sys.exit(main())
