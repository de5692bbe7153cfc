"""Search at one table with OpenSpiel's ISMCTSBot at equal processor time: both engines play each deal side by side.

    pip install 'cardkit[openspiel]'
    python benchmarks/openspiel_bots.py --deals 40
    python benchmarks/openspiel_bots.py hearts euchre --deals 20 --iterations 400

Each deal is played once with search in each seat, or team, and the bots in the others. Both engines are compared as
openspiel_games.py does: where their rules are known to be others, only what both allow is legal. The bots try as many
games as make their decisions take as long as ours, by what both took up to then. Spades and Crazy 8s can't say in
OpenSpiel what a seat holds possible, so that its bot in C++ doesn't play them: there it is the one in Python, and deals
itself the tables that our `Knowledge` holds possible, which is not counted.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from itertools import chain
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np
import pyspiel
from openspiel_games import GAMES, Beside, Disagreement, Mirror, Seen, compared, loaded, suit_first

from cardkit import Match, Seeded, standard52
from cardkit.bots.knowledge import Knowledge
from cardkit.plugins.registry import load_player
from cardkit.simulation.estimates import Estimate, estimate
from cardkit.simulation.jobs import progress_bar
from cardkit.table.turns import seating_at

ismcts: Any = import_module("open_spiel.python.algorithms.ismcts")
mcts: Any = import_module("open_spiel.python.algorithms.mcts")
FIRST_GUESS = 25
"""How many games OpenSpiel's bot tries for each of ours before any time was measured."""
_FEWEST = 4
"""With fewer it can't choose."""


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


@dataclass(frozen=True, kw_only=True)
class Rivals:
    """A game in which OpenSpiel's bot is met."""

    explore: float
    """Its constant of exploration, about twice the spread of what comes of games at random, in what is won there."""
    least: bool = False
    """Whether few points are good."""
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    unlike: Sequence[str] = ()
    """What nobody does, as it is said there otherwise than here."""
    again: Callable[[Any, Any, int], Any] | None = None
    """Their table once more with other hidden cards, by an imagined one of ours and the seat that looks."""


class Ours:
    """A search player, all of whose thinking is timed, also that about what others did."""

    def __init__(self, match: Match[Any, Any], seat: int, beside: Beside, seed: Seeded, cost: Cost, tries: int) -> None:
        self._cost, self._tries = cost, tries
        player: Any = load_player(f"search:iterations={tries}", loaded(beside.ours), seed)
        self._player = player
        self._player.begin(seating_at(match.game, match.state, seat), match.view(seat))

    def told(self, events: Sequence[Any], view: Any) -> None:
        """Let it remember what happened."""
        self._timed(partial(self._player.told, events, view))

    def choose(self, view: Any, legal: Sequence[Any]) -> Any:
        """What it does."""
        if len(legal) == 1:
            return legal[0]
        self._cost.decisions += 1
        self._cost.tries += self._tries
        return self._timed(partial(self._player.choose, view, legal))

    def _timed(self, thinking: Callable[[], Any]) -> Any:
        start = time.process_time()
        thought = thinking()
        self._cost.seconds += time.process_time() - start
        return thought


class Theirs:
    """OpenSpiel's bot, which takes the action that it tried most often."""

    def __init__(self, mirror: Mirror, seat: int, rivals: Rivals, seed: Seeded, cost: Cost, tries: int) -> None:
        self._mirror, self._cost, self._tries, self._seed = mirror, cost, tries, seed
        self._dealing = 0.0
        self._knowledge: Knowledge | None = None
        game, match = mirror.state.get_game(), mirror.match
        by_sight = not game.get_type().provides_information_state_string
        if rivals.again is None:
            self._bot: Any = pyspiel.ISMCTSBot(
                seed=seed.below(2**31),
                evaluator=pyspiel.RandomRolloutEvaluator(1, seed.below(2**31)),
                uct_c=rivals.explore,
                max_simulations=tries,
                final_policy_type=pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
                use_observation_string=by_sight,
                allow_inconsistent_action_sets=True,
            )
            return
        chance = np.random.RandomState(seed.below(2**31))
        self._bot = ismcts.ISMCTSBot(
            game,
            mcts.RandomRolloutEvaluator(1, chance),
            rivals.explore,
            tries,
            random_state=chance,
            use_observation_string=by_sight,
            allow_inconsistent_action_sets=True,
        )
        self._knowledge = Knowledge(seating_at(match.game, match.state, seat))
        self._knowledge.begin(match.view(seat))
        self._bot.set_resampler(partial(self._again, rivals.again))

    def _again(self, again: Callable[[Any, Any, int], Any], state: Any, seat: int) -> Any:
        start = time.process_time()
        assert self._knowledge is not None
        world = self._knowledge.worlds().deal(self._seed)
        self._dealing += time.process_time() - start
        return again(world, state, seat)

    def told(self, events: Sequence[Any], view: Any) -> None:
        """It looks at its own table, and at ours only for what it holds possible."""
        if self._knowledge is not None:
            self._knowledge.told(events, view)

    def name(self, names: Sequence[str]) -> str:
        """Which of these it does, that are legal there."""
        state = self._mirror.state
        if len(names) == 1:
            return names[0]
        start, self._dealing = time.process_time(), 0.0
        action = self._bot.step(state)
        self._cost.seconds += time.process_time() - start - self._dealing
        self._cost.decisions += 1
        self._cost.tries += self._tries
        name = self._mirror.beside.read(state.action_to_string(state.current_player(), action))
        return name if name in names else names[0]


def spades_again(world: Any, state: Any, _: int) -> Any:
    """Their table of Spades with these hands and all that was played."""
    hands, after = [list(hand) for hand in world.hands], state.history()[52:]
    new = state.get_game().new_initial_state()
    number = {new.action_to_string(0, action): action for action in new.legal_actions()}
    tricks = [(one.player, one.action) for one in state.full_history()[52:] if one.action < 52]
    cards = [[number[suit_first(card)] for card in hand] for hand in hands]
    for seat, card in tricks:
        cards[seat].append(card)
    for action in chain.from_iterable(zip(*cards, strict=True)):
        new.apply_action(action)
    for action in after:
        new.apply_action(action)
    return new


def crazy8s_again(world: Any, state: Any, seat: int) -> Any:
    """Their table of Crazy 8s with this hand of the other, and all that was done and seen.

    What the other played it is taken to have had as early as may be.
    """
    new, other = state.get_game().new_initial_state(), 1 - seat
    steps = [(one.player, one.action) for one in state.full_history()]
    new.apply_action(steps[0][1])
    number = {new.action_to_string(action).removeprefix("Deal "): action for action in new.legal_actions()}
    played = [
        action for who, action in steps[1:] if who == other and state.action_to_string(who, action).startswith("Play")
    ]
    unseen = iter([*played, *(number[suit_first(card)] for card in world.hands[other])])
    size, last = 7, -1
    for place, (who, action) in enumerate(steps[1:]):
        if who >= 0:
            last = who
        receiver = place % 2 if place < 2 * size else -1 if place == 2 * size else last
        new.apply_action(next(unseen) if who < 0 and receiver == other else action)
    return new


RIVALS: Mapping[str, Rivals] = {
    "hearts": Rivals(explore=15.0, least=True),
    "euchre": Rivals(explore=4.0, unlike=["Alone"]),
    "gin_rummy": Rivals(explore=16.0, options={"limit": 1}),
    "spades": Rivals(explore=160.0, again=spades_again),
    "crazy8s": Rivals(explore=100.0, again=crazy8s_again),
}


class Costs(NamedTuple):
    """What the decisions of both kinds took."""

    ours: Cost
    theirs: Cost

    def theirs_for(self, tries: int) -> int:
        """How many games of theirs take as long as so many of ours."""
        if not self.theirs.seconds:
            return FIRST_GUESS * tries
        return max(_FEWEST, round(self.ours.of_decision * self.theirs.tries / self.theirs.seconds))


def _choice(theirs: Theirs, mirror: Mirror, meant: Mapping[Any, Sequence[str]], legal: Sequence[Any]) -> Any:
    """What their bot does, which may say it in two steps, unless the first one ends the game; both are done there."""
    name = theirs.name([*dict.fromkeys([meant[action][0] for action in legal])])
    mirror.play(name)
    found = {(*meant[action][1:], str(getattr(action, "card", "")))[0]: action for action in legal
             if meant[action][0] == name}  # fmt: skip
    if len(found) == 1 or mirror.state.is_terminal():
        action = next(iter(found.values()))
        mirror.later += meant[action][1:]
        return action
    second = theirs.name([name for name in mirror.legal if name in found])
    mirror.play(second)
    return found[second]


def played(name: str, seed: Seeded, ours: Sequence[int], tries: int, costs: Costs) -> float:
    """By how many points these seats do better than the others, or their wins; raises Disagreement."""
    beside, rivals = GAMES[name], RIVALS[name]
    plugin, theirs_tries = loaded(beside.ours), costs.theirs_for(tries)
    deck = standard52() if plugin.deck is None else [*plugin.deck()]
    game = plugin.game(**{**beside.options, **rivals.options})
    match: Match[Any, Any] = Match(game, deck, seats=beside.seats, rng=seed.split("deal"))
    mirror, seen, events = Mirror(beside, match), Seen(), list[Any]()
    players: list[Ours | Theirs] = [
        Ours(match, seat, beside, seed.derive(f"seat {seat}"), costs.ours, tries)
        if seat in ours
        else Theirs(mirror, seat, rivals, seed.derive(f"seat {seat}"), costs.theirs, theirs_tries)
        for seat in range(beside.seats)
    ]
    while not (match.is_over or beside.ends(match.state)):
        seat = match.turn
        said = {action: beside.means(match.state, action, seat) for action in match.legal}
        meant = {action: names for action, names in said.items() if not {*names} & {*rivals.unlike}}
        mirror.go_on(events)
        if mirror.state.is_terminal():
            break
        legal, player = compared(mirror, seat, meant, seen), players[seat]
        if isinstance(player, Ours):
            action = player.choose(match.view(seat), legal)
            mirror.play(meant[action][0])
            mirror.later += meant[action][1:]
        else:
            action = _choice(player, mirror, meant, legal)
        events = [*match.play(action, seat)]
        for one, told in enumerate(players):
            told.told([event.seen_by(one) for event in [*match.acted, *events]], match.view(one))
    while not match.is_over and match.state.round == 1:
        match.play(match.legal[0])
    return _more(match, ours) * (-1 if rivals.least else 1)


def _more(match: Match[Any, Any], ours: Sequence[int]) -> float:
    """How many more points our seats have than the others, or how many more wins where there are no points."""
    teams = match.game.teams(match.state.seats)
    scores = getattr(match.state, "scores", [])
    if not scores:
        winners = match.result.winners if match.result is not None else ()
        return float(any(seat in ours for seat in winners)) - float(any(seat not in ours for seat in winners))
    points = [(scores[team if len(scores) == len(teams) else seats[0]], seats) for team, seats in enumerate(teams)]
    own = [score for score, seats in points if {*seats} <= {*ours}]
    return fmean(own) - fmean([score for score, seats in points if not {*seats} <= {*ours}])


class Met(NamedTuple):
    """What came of a contest."""

    more: Estimate
    """By how many points a deal ours does better, on the mean of its seats, or by which share of the games."""
    costs: Costs


def contest(name: str, deals: int, iterations: int, seed: int) -> Met:
    """What comes of so many deals, each played with ours in each seat or team."""
    beside = GAMES[name]
    teams = [*loaded(beside.ours).game().teams(beside.seats)]
    costs, margins = Costs(Cost(), Cost()), list[float]()
    with progress_bar(name, deals) as advance:
        for deal in range(-1, deals):
            chance = Seeded(seed).derive(f"deal {deal}")
            done = [played(name, chance, team, iterations, costs) for team in teams]
            if deal < 0:
                costs = _from_now(costs)
                continue
            margins.append(fmean(done))
            advance(1)
    return Met(estimate(margins), costs)


def _from_now(costs: Costs) -> Costs:
    """What a deal to warm up cost, taken as one decision of each."""
    return Costs(*[Cost(cost.of_decision, 1, round(cost.tries / max(cost.decisions, 1))) for cost in costs])


def title() -> str:
    """The first lines of the table."""
    return "| game | deals | search beside the mean of the others | search | ISMCTSBot |\n" + "|---" * 5 + "|"


def row(name: str, met: Met, deals: int) -> str:
    """What came of a contest as a row of a table."""
    unit = {"crazy8s": "% more wins than losses"}.get(name, "points better")
    mean, between = met.more.times(100 if name == "crazy8s" else 1).told()
    costs = " | ".join(
        f"{1000 * cost.of_decision:.1f} ms, {cost.tries / max(cost.decisions, 1):.0f} games" for cost in met.costs
    )
    return f"| {loaded(GAMES[name].ours).game.name} | {deals} | {mean} ({between}) {unit} | {costs} |"


def main() -> int:
    """Print a row for each game; 1 where the engines differ, or search is worse by the interval."""
    parser = argparse.ArgumentParser(description="Search beside OpenSpiel's ISMCTSBot at equal processor time.")
    parser.add_argument("games", nargs="*", choices=[[], *RIVALS], help=f"which of {', '.join(RIVALS)}")
    parser.add_argument("--deals", type=int, default=20, help="each is played with search in each seat or team")
    parser.add_argument("--iterations", type=int, default=200, help="the games that ours tries before a decision")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    print(title())
    worse = 0
    for name in asked.games or RIVALS:
        try:
            met = contest(name, asked.deals, asked.iterations, asked.seed)
        except Disagreement as difference:
            print(f"{name}: the engines differ: {difference}.", file=sys.stderr)
            return 1
        print(row(name, met, asked.deals), flush=True)
        worse += met.more.high is not None and met.more.high < 0
    return int(worse > 0)


if __name__ == "__main__":
    sys.exit(main())
