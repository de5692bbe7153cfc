"""How well playouts tell actions apart, and what the end of one is worth to each seat."""

from __future__ import annotations

import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from math import inf, sqrt
from operator import mul
from statistics import fmean, pvariance, stdev, variance
from threading import current_thread, main_thread
from typing import Any, TypeVar, cast

from cardkit.bots.knowledge import Knowledge
from cardkit.bots.outlook import Gain
from cardkit.bots.rollout import (
    Policy,
    QuickDealer,
    Rollout,
    any_action,
    avoiding,
    kind_of,
    last_action,
    mixed_action,
    one_of,
    parts,
)
from cardkit.core.actions import FORMS, Action, choices, words_of
from cardkit.core.cards import Card, Seat, Sight
from cardkit.core.chance.generators import Rng, Seeded, shuffle
from cardkit.core.events import Acted
from cardkit.core.game import Game
from cardkit.core.results import Result
from cardkit.core.state import State
from cardkit.table.faults import laid
from cardkit.table.turns import Seating

LONGEST = 400
"""After so many actions a playout is given up."""
_OTHERS = 0.3
"""How much the points of the others count beside one's own: less, as they hang mostly on what others do.

Of two sides that collect points those of the other count in full; of chips none, as these are won for their own sake.
"""
_SCORES = 0.1
"""How much the scores of a game count beside the win."""


def measures(state: State) -> list[list[float]]:
    """For each seat how many cards are in its piles, and its numbers, against the average of the others; 1 before."""
    seats, found = state.seats, list[list[float]]()
    for value in vars(state).values():
        if isinstance(value, list) and len(cast(list[Any], value)) == seats > 1:
            own = [len(part) if hasattr(part, "deal_from_top") else part for part in cast(list[Any], value)]
            if all(type(part) in (int, float) for part in own):
                total = sum(own)
                found.append([part - (total - part) / (seats - 1) for part in own])
    return [[1.0, *row] for row in zip(*found, strict=True)] or [[1.0]] * seats


def fitted(rows: Sequence[Sequence[float]], worths: Sequence[float]) -> Sequence[float]:
    """The weights with which a sum of measures comes nearest to what they were worth, by least squares."""
    size = range(len(rows[0]))
    table = [
        [sum(row[i] * row[j] for row in rows) + (i == j) for j in size]
        + [sum(row[i] * worth for row, worth in zip(rows, worths, strict=True))]
        for i in size
    ]
    for i in size:
        table[i] = [value / table[i][i] for value in table[i]]
        for j in size:
            if j != i:
                factor = table[j][i]
                table[j] = [value - factor * pivot for value, pivot in zip(table[j], table[i], strict=True)]
    return [line[-1] for line in table]


class Rewards:
    """What the end of a round or of a game is worth to each seat: points where there are any, else the win.

    Where all play together it is the share of the score with which they win, `goal`.
    """

    def __init__(
        self,
        seating: Seating,
        *,
        low_is_good: bool,
        weights: Sequence[float] = (),
        goal: float | None = None,
        is_zero_sum: bool = False,
        has_scores: bool = False,
        least: float = -inf,
        winning: int = 1,
        scores: Sequence[float] = (),
    ) -> None:
        """The weights of measures say what a table is worth where a playout was cut off.

        Where the points that a seat gets are those that others lose, they are what counts, and not the win. Where
        nobody plays against anybody, and there are scores, these are what is told. Fewer points than `least` never
        come, and fewer teams than `winning` never win: where these are several, each wins as a whole. The scores are
        those with which the first round begins; none where points of rounds don't add up to scores.
        """
        self._is_zero_sum = is_zero_sum
        self._in_points = is_zero_sum or (has_scores and len(seating.game.teams(seating.seats)) == 1)
        self.low_is_good, self._weights, self.goal = low_is_good, weights, goal
        self._game, self._seats = seating.game, seating.seats
        self._least, self._winning, self._scores = least, winning, scores
        self._has_sides = cast(Any, type(seating.game)).sides is not cast(Any, Game).sides
        self._take(seating.game.teams(seating.seats))
        is_in_points = self._game.scored_in == Game.scored_in
        self.leads = is_in_points and self._teams == 2 and not (self._has_sides or low_is_good)
        """Whether it is by how much a side is ahead of the only other one that counts in a round.

        Where few points are good each takes its own, as at Golf, and those of the other are noise.
        """
        self._counted = 1.0 if self.leads else _OTHERS if is_in_points else 0.0

    def _take(self, sides: Sequence[Sequence[Seat]]) -> None:
        """Take these seats for those that win and lose together."""
        self._team = {seat: frozenset(side) for side in sides for seat in side}
        self._others = [
            [other for other in range(self._seats) if other not in self._team[seat]] for seat in range(self._seats)
        ]
        self._teams = len(sides)

    def of(self, rollout: Rollout) -> Sequence[float]:
        """What a table is worth to each seat where a playout has ended."""
        ended, result = rollout.dealer.ended, rollout.result
        if self._has_sides:
            self._take(rollout.sides if ended is not None else self._game.sides(rollout.state))
        if ended is not None:
            return self.margins(ended.points)
        if result is None:
            return self._estimates(rollout.state)
        if result.of is not None:
            return [score / result.of for score in result.scores]
        if self._is_zero_sum:
            return self.margins(result.scores)
        return [won + _SCORES * squashed(margin) for won, margin in self._parts(result)]

    def gain(self, view: State, seat: Seat, scores: Sequence[float] = ()) -> Gain:
        """In what it is counted what `gained` returns for a decision of a seat with this view.

        The scores are those with which the round began, if somebody knows them.
        """
        scored_in, (low, high) = self._game.scored_in, self._game.score_bounds(self._seats)
        if view.round:
            where = f" in the {'round' if self._game.counts == 'turn' else self._game.counts}"
            if self.leads:
                return Gain("points", where, scored_in=scored_in, is_lead=True)
            scores = self._scores if view.round == 1 else scores
            least, most = (low - scores[seat], high - scores[seat]) if scores else (-inf, inf)
            return Gain("points", where, self.low_is_good, scored_in, max(self._least, least), most)
        if self.goal is not None:
            return Gain("points", f" of {self.goal:g}", scored_in=scored_in, least=self._least, most=self.goal)
        if self._in_points:
            return Gain("points", "", self.low_is_good, scored_in, max(self._least, low), high)
        return Gain("wins")

    def gained(self, rollout: Rollout, seat: Seat) -> float:
        """What the game itself gives a seat where a playout has ended: points, or its share of the win.

        Of the points of a round it is by how many its side is ahead, where those of the other count in full. Where
        several always win, each of them has won, as all but one at Old Maid.
        """
        ended, result = rollout.dealer.ended, rollout.result
        if ended is not None:
            return self.margins(ended.points)[seat] if self.leads else ended.points[seat]
        if result is None:
            worth = self._estimates(rollout.state)[seat]
            if self.goal:
                return worth * self.goal
            return worth if rollout.state.round or self._in_points else min(max(self._winning * worth, 0.0), 1.0)
        if result.of is not None or self._in_points:
            return result.scores[seat]
        return self._winning * self._parts(result)[seat][0]

    def _estimates(self, state: State) -> Sequence[float]:
        """What a table is likely to come to for each seat; a draw where nothing was learned, and points don't count."""
        if self._weights:
            rows = measures(state)
            if len(rows[0]) == len(self._weights):
                return [sum(map(mul, row, self._weights)) for row in rows]
        return [
            0.0 if state.round or self._teams == 1 or self.goal or self._is_zero_sum else 1 / self._teams
        ] * self._seats

    def _parts(self, result: Result) -> Sequence[tuple[float, float]]:
        """For each seat its share of the win, and how far its score is from those of the others."""
        winning = {self._team[seat] for seat in result.winners}
        if not winning and self._teams > 1:
            shares = [1 / self._teams] * self._seats
        else:
            shares = [float(seat in result.winners) / max(len(winning), 1) for seat in range(self._seats)]
        return list(zip(shares, self.margins(result.scores), strict=True))

    def margins(self, points: Sequence[float]) -> list[float]:
        """How good each seat's points are, those of others counted against them."""
        sign = -1 if self.low_is_good else 1
        return [
            sign
            * (
                points[seat]
                - (self._counted * sum([points[other] for other in against]) / len(against) if against else 0.0)
            )
            for seat, against in enumerate(self._others)
        ]


def squashed(margin: float) -> float:
    """A difference of scores as a number between -1 and 1."""
    return margin / (1 + abs(margin))


TABLES = 40
"""On how many tables actions are tried, or on fewer where games are longer than half of `_LONG`."""
_ACTIONS_APART = 4
_DRAWN = 8
"""So many actions are drawn at a table, of which no more than `_ACTIONS_APART` different ones are tried."""
_GAMES_APART = 5
"""How often a game is played on after each of them."""
_APART_CLEARLY = 1.5
"""By how many standard errors playouts have to be clearer."""

PlayOut = Callable[[Rollout], Sequence[float]]
"""Plays a game on from a table, and returns what comes of it for each seat."""


def is_clearer(game: Game[Any, Any], tables: Sequence[State], one: PlayOut, other: PlayOut, chance: Rng) -> bool:
    """Whether playouts of one kind clearly tell actions on some tables apart better than those of another kind."""
    by_one, by_other = ([_spread(game, table, play_out, chance) for table in tables] for play_out in (one, other))
    better = [own - theirs for own, theirs in zip(_clarities(by_one), _clarities(by_other), strict=True)]
    return len(better) > 1 and fmean(better) > _APART_CLEARLY * stdev(better) / sqrt(len(better))


def _clarities(spreads: Sequence[tuple[float, float]]) -> Sequence[float]:
    """How much actions differ on each table, in units of the variance by chance on the average of all."""
    noise = fmean([within for _, within in spreads] or [0.0])
    return [between / noise if noise else 0.0 for between, _ in spreads]


def _spread(game: Game[Any, Any], table: State, play_out: PlayOut, chance: Rng) -> tuple[float, float]:
    """The variance of what some actions of the seat to act are worth, and that by chance after each of them."""
    rollout = Rollout(game, table.clone(), chance)
    seat, worths = rollout.seat, list[list[float]]()
    for action in list(dict.fromkeys(one_of(rollout.legal, chance) for _ in range(_DRAWN)))[:_ACTIONS_APART]:
        worths.append([])
        for _ in range(_GAMES_APART):
            rollout = Rollout(game, table.clone(), chance, seat)
            rollout.carry_out(action)
            worths[-1].append(play_out(rollout)[seat])
    within = fmean(map(variance, worths))
    return (variance(map(fmean, worths)) - within / _GAMES_APART if len(worths) > 1 else 0.0), within


_ACTIONS = 4000
"""How many actions of trial games are played for a question at most, or some times as many."""
_OFTEN = 6
"""So many times as many are played at most to see which kinds of actions are better left alone."""
_GAMES = 80
_VERY_CLEARLY = 3.0
"""By how many standard errors it has to be better to do without a kind of action, or to take mostly first ones or any.

Who passes to keep high cards for later does little worse in trial games than who never passes, and yet people do.
"""
_LEAD = 3
"""By how many games more it has to be seen whether the most points win or the least."""
_FEW = 4
"""How many games in which all do the same show how long they are."""
MANY = 24
"""From more actions on than these, forms are tried little by little, and lists of several classes by classes."""
_LONG = 100
"""Where games or rounds are longer than this, a playout is given up after `_SHORT` actions."""
_SHORT = 24
_ANSWERED = 4
"""The same where cards are put down unseen, and others answer: what comes much later hides what that brings."""
_COST, _OF_CARD, _USUAL = 8.0, 0.25, 12.0
"""What an action costs besides looks at piles, what a card costs that is looked at, and what is usual for it all."""
_APART = 3
"""One of so many tables of trial games is measured, or taken to try actions on."""


Kinds = frozenset[type[Action]]
"""Classes of actions."""


@dataclass(frozen=True)
class Acquaintance:
    """What a few trial games show of a game."""

    policy: Policy
    rewards: Rewards
    longest: int
    """After so many actions a playout is cut off."""
    length: float
    """How many actions a game, or a round, has on average, or a playout that is cut off before."""
    in_vain: Kinds
    """The kinds of actions after which a game was always over, with nobody winning: to give up is one."""
    last_resorts: Kinds
    """The kinds of actions that are at times the only ones, and better left alone at others."""
    is_mixed: bool
    """Whether the policy takes mostly the first of the other actions, or any of them."""
    has_long_lists: bool
    """Whether more than `MANY` actions of several classes were legal at a time, as in an auction."""
    bids: Kinds
    """The kinds of actions that move no card, of which several were all that is legal for the one seat to act.

    Beside them those that name no card, and were only legal before anything in the round did, as to order up trumps.
    """
    has_bluffs: bool
    """Whether one seat alone did something of a long list that the others don't see, as cards are put down unseen."""
    is_divided: bool = False
    """Whether in each playout only some seats follow the policy, drawn by lot, and the others take any action."""
    effort: float = 1.0
    """How much an action costs, by how many cards the rules look at for it; 1 where that is no more than usual."""
    weights: dict[Card | None, dict[Any, int]] | None = None
    """How likely cards are to be played to tricks, by the card that takes it so far."""

    def compiled(self, kind: Callable[[type[Action]], Any]) -> Acquaintance:
        """The same for a compiled game, which has classes of its own for those of the actions."""
        in_vain, last_resorts, bids = (
            frozenset(map(kind, kinds)) for kinds in (self.in_vain, self.last_resorts, self.bids)
        )
        policy = avoiding(in_vain | last_resorts, is_mixed=self.is_mixed)
        return replace(self, policy=policy, in_vain=in_vain, last_resorts=last_resorts, bids=bids)

    def played_out(self, rollout: Any, chance: Rng) -> Sequence[float]:
        """What comes of a table for each seat when the game is played on from there, by the rules or compiled."""
        avoided = self.in_vain | self.last_resorts
        first = -self.is_mixed if not self.is_divided else chance.below(1 << rollout.state.seats)
        if not isinstance(rollout, Rollout):
            rollout.play_on(avoided, first, self.longest, self.weights)
            return self.worth(rollout)
        others = avoiding(avoided, is_mixed=False) if self.is_divided else self.policy
        for _ in range(self.longest):
            if rollout.is_over:
                break
            policy = self.policy if first >> rollout.seat & 1 else others
            rollout.carry_out(policy(rollout, chance))
        return self.worth(rollout)

    def worth(self, rollout: Any) -> Sequence[float]:
        """What the table where a playout ended, or was given up, is worth to each seat."""
        if self.in_vain and not rollout.is_over:
            for action in rollout.legal:
                if type(action) in self.in_vain:
                    rollout.carry_out(action)
                    break
        return self.rewards.of(rollout)


Found = TypeVar("Found")
TRIALS = 10.0
"""For so many seconds a clock waits at most until a player is acquainted with a game."""
_KNOWN: dict[tuple[Any, ...], Acquaintance] = {}
"""What was seen of each game, with its options, deck and seats; the same whenever it is looked at."""


def acquainted(seating: Seating) -> Acquaintance:
    """What is to be known of a game before it is searched, such as whether first actions are good."""
    return found_once(_KNOWN, seating, lambda here: _Trial(here).acquaintance())


def found_once(known: dict[tuple[Any, ...], Found], seating: Seating, find: Callable[[Seating], Found]) -> Found:
    """What is found of a game, with its options, deck and seats: once, and while no clock counts."""
    key = (type(seating.game), repr(seating.game), seating.deck, seating.seats)
    if key not in known:
        with uncounted():
            known[key] = find(seating)
    return known[key]


def found_if_any(
    known: dict[tuple[Any, ...], Found | None], seating: Seating, find: Callable[[Seating], Found]
) -> Found | None:
    """The same where there may be none: None where to look for it raises whatever error, in a game of another kind."""

    def looked_for(here: Seating) -> Found | None:
        try:
            return find(here)
        except Exception:
            return None

    return found_once(known, seating, looked_for)


_spent = 0.0
"""For how many seconds of processor time nothing was counted."""


def processor_time() -> float:
    """The processor time of this process in seconds, but for what was `uncounted`."""
    return time.process_time() - _spent


@contextmanager
def uncounted() -> Generator[None]:
    """Within, whatever clock of this process runs waits, so that nobody is late by it; for `TRIALS` at most."""
    global _spent
    before = processor_time()
    try:
        with _clocks_waiting():
            yield
    finally:
        _spent += processor_time() - before


@contextmanager
def _clocks_waiting() -> Generator[None]:
    if sys.platform == "win32" or current_thread() is not main_thread():
        yield
        return
    clocks = (signal.ITIMER_PROF, signal.ITIMER_VIRTUAL, signal.ITIMER_REAL)
    left = {clock: signal.getitimer(clock) for clock in clocks}
    running = {clock: (seconds, again) for clock, (seconds, again) in left.items() if seconds}
    for clock, (seconds, again) in running.items():
        signal.setitimer(clock, seconds + TRIALS, again)
    try:
        yield
    finally:
        for clock, (seconds, again) in running.items():
            signal.setitimer(clock, seconds, again)


class _Watched(list[Card]):
    """The cards of a pile, by which it is counted how often, and at how many cards, rules look."""

    def __init__(self, cards: Sequence[Card], looks: list[int]) -> None:
        super().__init__(cards)
        self._looks = looks

    def __iter__(self) -> Iterator[Card]:
        self._looks.append(len(self))
        return super().__iter__()

    def __contains__(self, card: object) -> bool:
        self._looks.append(len(self))
        return super().__contains__(card)


class _Trial:
    """Games in which some seats play by one policy and the others by another, and some in which all do the same."""

    def __init__(self, seating: Seating) -> None:
        self._seating = seating
        self._seats = range(seating.seats)
        self._chance = Seeded(3)
        self._low = False
        self._is_whole = True
        """Whether games are played to their end, or to the end of their first round, where points are counted."""
        self._vain: dict[type[Action], bool] = {}
        """Whether, whenever an action of a kind was done, the game was over and nobody had won."""
        self._alone, self._beside = set[type[Action]](), dict[type[Action], None]()
        """The kinds that were the only legal ones somewhere, and those that were not, in the order of their coming."""
        self._chosen_of = set[type[Action]]()
        """The kinds of which several actions were all that was legal somewhere: to be left nothing but to pass is no
        choice."""
        self._moves = defaultdict[type[Action], list[bool]](list)
        """Whether an action of a kind moved a card, the first few times that one seat did it alone."""
        self._names: dict[type[Action], bool] = {}
        """Whether an action of a kind names a card, as the first one that was seen does."""
        self._calls: dict[type[Action], bool] = {}
        """Whether all actions of a kind were legal only before a card was named."""
        self._is_named = False
        """Whether anything in the round that is played has named a card."""
        self._round: int = 0
        self._length = 0
        self._tables: list[Sequence[Sequence[float]]] = []
        """How long the last game was, and what some of its tables measured for each seat."""
        self._has_rounds = self._has_long_lists = self._has_bluffs = False
        self._goal: float | None = None
        """The score with which all win together, where a game ended so."""
        self._is_zero_sum: bool | None = None
        """Whether in every game what some seats got the others lost; None where nobody has got anything."""
        self._has_scores = False
        """Whether there are scores beside the wins."""
        self._least = inf
        """The fewest points that anybody got."""
        self._winning = seating.seats
        """The fewest teams that won a game."""
        self._begun = set[tuple[float, ...]]()
        """Scores after a first round without its points: the same in all games where points add up to scores."""

    def acquaintance(self) -> Acquaintance:
        """What is to be known of the game."""
        found = self._found()
        return replace(found, effort=self._effort(found.policy))

    def _found(self) -> Acquaintance:
        self._low, self._is_whole = self._low_is_good(), False
        more, error = self._advantage(any_action, mixed_action)
        in_vain = frozenset(kind for kind, always in self._vain.items() if always)
        lengths = [self._typical(avoiding(in_vain, is_mixed=is_mixed)) for is_mixed in (False, True)]
        is_mixed = more <= _VERY_CLEARLY * error
        is_undecided = is_mixed and more >= -_VERY_CLEARLY * error
        if lengths[is_mixed] > LONGEST / 2:
            is_mixed, is_undecided = lengths[True] <= lengths[False], False
        last_resorts = self._last_resorts(in_vain, is_mixed=is_mixed)
        self._look_at_what_comes_last()
        any_one, mixed = (
            replace(self._playing(in_vain, last_resorts, is_mixed=is_mixed), length=lengths[is_mixed])
            for is_mixed in (False, True)
        )
        is_divided = is_mixed and not is_undecided and lengths[False] <= _LONG
        if is_undecided and lengths[False] <= _LONG:
            is_mixed = self._is_clearer(mixed, any_one)
        found = replace(mixed, is_divided=is_divided) if is_mixed else any_one
        if lengths[is_mixed] <= _LONG:
            return found
        is_estimated = not (self._has_rounds or in_vain)
        rewards = self._rewards(self._weights(found.policy) if is_estimated else ())
        longest = _ANSWERED if self._has_bluffs and is_estimated else _SHORT
        return replace(found, rewards=rewards, longest=longest, length=longest)

    def _low_is_good(self) -> bool:
        """Whether few points are good: as the game says, or as most of the winners of trial games have them."""
        if self._seating.game.better is not None:
            return self._seating.game.better == "least"
        lead, left = 0, 3 * _ACTIONS
        for _ in range(_GAMES):
            rollout = self._game([mixed_action] * len(self._seats), left)
            left -= self._length
            lead += 0 if rollout is None else _side_of_winners(rollout.result)
            if abs(lead) >= _LEAD or left <= 0:
                break
        return lead < 0

    def _playing(self, in_vain: Kinds, last_resorts: Kinds, *, is_mixed: bool) -> Acquaintance:
        policy = avoiding(in_vain | last_resorts, is_mixed=is_mixed)
        return Acquaintance(
            policy,
            self._rewards(),
            LONGEST,
            LONGEST,
            in_vain,
            last_resorts,
            is_mixed,
            self._has_long_lists,
            self._bids(),
            self._has_bluffs,
        )

    def _look_at_what_comes_last(self) -> None:
        """See the kinds that are legal where all pass, by chances of their own, so that nothing else hangs on it."""
        chance, self._chance = self._chance, Seeded(4)
        for _ in range(_FEW):
            self._game([last_action] * len(self._seats), LONGEST)
        self._chance = chance

    def _bids(self) -> Kinds:
        found = frozenset(kind for kind, moves in self._moves.items() if kind in self._chosen_of and not all(moves))
        if not any(self._names.values()):
            return found
        return found | {kind for kind, is_first in self._calls.items() if is_first}

    def _is_clearer(self, one: Acquaintance, other: Acquaintance) -> bool:
        """Whether playouts as one has them tell actions apart better, on tables as they come up with either."""
        number = min(TABLES, round(TABLES * _LONG / 2 / max(one.length, other.length)))
        tables = [table for known in (one, other) for table in self._tables_of(known.policy, number // 2)]
        by_one, by_other = (partial(known.played_out, chance=self._chance) for known in (one, other))
        try:
            return is_clearer(self._seating.game, tables, by_one, by_other, self._chance)
        except Exception:
            return False

    def _tables_of(self, policy: Policy, number: int) -> Sequence[State]:
        """Some tables at which there is a choice, of games in which all play by a policy."""
        found = list[State]()

        def looking(rollout: Rollout, chance: Rng) -> Any:
            if len(rollout.legal) > 1 and not (rollout.is_together and rollout.has_chosen) and not chance.below(_APART):
                found.append(rollout.state.clone())
            return policy(rollout, chance)

        for _ in range(_GAMES):
            if len(found) >= number:
                break
            self._game([looking] * len(self._seats), LONGEST)
        return found[:number]

    def _rewards(self, weights: Sequence[float] = ()) -> Rewards:
        return Rewards(
            self._seating,
            low_is_good=self._low,
            weights=weights,
            goal=self._goal,
            is_zero_sum=self._is_zero_sum is True,
            has_scores=self._has_scores,
            least=0.0 if self._least >= 0 else -inf,
            winning=self._winning,
            scores=self._begun.copy().pop() if len(self._begun) == 1 else (),
        )

    def _last_resorts(self, avoided: Kinds, *, is_mixed: bool) -> Kinds:
        """The kinds without which seats do better, of those that were the only legal ones somewhere."""
        found: Kinds = frozenset()
        kinds_there = [kind for kind in self._beside if kind in self._alone - avoided]
        often = min(3, _OFTEN / max(len(kinds_there), 1))
        for kind in kinds_there:
            without, with_it = (avoiding(avoided | kinds, is_mixed=is_mixed) for kinds in (found | {kind}, found))
            more, error = self._advantage(without, with_it, often=often)
            if more > _VERY_CLEARLY * error:
                found |= {kind}
        return found

    def _advantage(self, one: Policy, other: Policy, often: float = 1) -> tuple[float, float]:
        """How much better seats do by one policy than others by another, and the standard error of that."""
        ends: list[tuple[set[Seat], Rollout]] = []
        left = round(often * _ACTIONS)
        for number in range(round(often * _GAMES)):
            chosen = {seat for seat in self._seats if (seat + number) % 2}
            rollout = self._game([one if seat in chosen else other for seat in self._seats], left)
            if rollout is not None:
                ends.append((chosen, rollout))
            left -= self._length
            if left <= 0:
                break
        rewards, by_one, by_other = self._rewards(), [0.0], [0.0]
        for chosen, rollout in ends:
            for seat, worth in enumerate(rewards.of(rollout)):
                (by_one if seat in chosen else by_other).append(worth)
        error = sqrt(pvariance(by_one) / len(by_one) + pvariance(by_other) / len(by_other))
        return fmean(by_one) - fmean(by_other), error

    def _typical(self, policy: Policy) -> float:
        """How long a game or a round is in which all play by a policy, on the average of a few."""
        total = 0
        for _ in range(_FEW):
            self._game([policy] * len(self._seats), LONGEST)
            total += self._length
        return total / _FEW

    def _effort(self, policy: Policy) -> float:
        """How much an action costs by which all play, on the average of a few games."""
        looks, costs = list[int](), list[float]()

        def watching(rollout: Rollout, chance: Rng) -> Any:
            if not rollout.has_chosen:
                rollout.state.look_for_piles()
                for pile in rollout.state.piles():
                    if type(pile.cards) is not _Watched:
                        pile.cards = _Watched(pile.cards, looks)
                looks.clear()
                rollout.look()
                costs.append(_COST + len(looks) + _OF_CARD * sum(looks))
            return policy(rollout, chance)

        for _ in range(_FEW):
            self._game([watching] * len(self._seats), LONGEST)
        return max(fmean(costs or [_USUAL]) / _USUAL, 1.0)

    def _weights(self, policy: Policy) -> Sequence[float]:
        """What tables come to in games in which all play by a policy, as weights of what they measure."""
        rows, worths, left = list[Sequence[float]](), list[float](), _ACTIONS
        while left > 0:
            rollout = self._game([policy] * len(self._seats), left)
            left -= max(self._length, 1)
            if rollout is not None:
                rows += [row for table in self._tables for row in table]
                worths += [*self._rewards().of(rollout)] * len(self._tables)
        return fitted(rows, worths) if len({*map(len, rows)}) == 1 else ()

    def _game(self, policies: Sequence[Policy], most: int) -> Rollout | None:
        """A game, or its first round; None where it isn't ended."""
        deck: list[Card] = list(self._seating.deck)
        shuffle(deck, self._chance)
        self._length, self._tables, self._is_named = 0, [], False
        try:
            state = laid(self._seating.game, deck, self._seating.seats, QuickDealer(self._chance))
            rollout = Rollout(self._seating.game, state, self._chance)
            self._has_rounds = state.round > 0
            while rollout.result is None and self._length < most:
                if self._length % _APART == 0:
                    self._tables.append(measures(rollout.state))
                self._length += 1
                self._look_at_kinds(rollout)
                action = policies[rollout.seat](rollout, self._chance)
                self._is_named = self._is_named or self._names[type(action)]
                self._carry_out(rollout, action)
                result = rollout.result
                is_vain = result is not None and not result.winners and result.of is None
                self._vain[type(action)] = is_vain and self._vain.get(type(action), True)
                if rollout.dealer.ended is not None and not self._is_whole:
                    break
        except Exception:
            return None
        ended = rollout.dealer.ended
        if ended is not None:
            self._least = min([self._least, *ended.points])
            if not self._is_whole and any(ended.points):
                begun = [score - points for score, points in zip(ended.scores, ended.points, strict=True)]
                self._begun.add(tuple([round(score, 6) for score in begun]))
        if rollout.result is not None:
            teams = self._seating.game.teams(len(self._seats))
            won = sum([not {*team}.isdisjoint(rollout.result.winners) for team in teams])
            self._winning = min(self._winning, won or 1)
            self._least = min([self._least, *rollout.result.scores])
            self._goal = rollout.result.of
            wins = tuple([float(seat in rollout.result.winners) for seat in self._seats])
            self._has_scores = self._has_scores or tuple(rollout.result.scores) != wins
            if any(rollout.result.scores):
                self._is_zero_sum = self._is_zero_sum is not False and abs(sum(rollout.result.scores)) < 1e-9
        return rollout if rollout.is_over else None

    def _carry_out(self, rollout: Rollout, action: Any) -> None:
        moves = self._moves[type(action)]
        if len(moves) == _FEW or rollout.is_together:
            return rollout.carry_out(action)
        before = [[*pile.cards] for pile in rollout.state.piles()]
        rollout.carry_out(action)
        moves.append(before != [pile.cards for pile in rollout.state.piles()])
        return None

    def _look_at_kinds(self, rollout: Rollout) -> None:
        legal = rollout.legal
        kinds = dict.fromkeys(map(kind_of, legal))
        if rollout.state.round != self._round:
            self._round, self._is_named = rollout.state.round, False
        for part in legal:
            kind = kind_of(part)
            if kind not in self._names:
                self._names[kind] = _names_card(part)
            self._calls[kind] = self._calls.get(kind, True) and not (self._is_named or self._names[kind])
        if not (FORMS.isdisjoint(map(type, legal)) or rollout.is_together):
            self._has_bluffs = self._has_bluffs or any(kind.secret for kind in kinds)
        if len(kinds) == 1:
            self._alone.update(kinds)
            if len(choices(legal)) > 1:
                self._chosen_of.update(kinds)
        else:
            self._beside.update(kinds)
            self._has_long_lists = self._has_long_lists or len(legal) > MANY


def _names_card(part: Any) -> bool:
    """Whether a legal action names a card, or the first action of a form."""
    return any(isinstance(word, Card) for word in words_of(part if type(part) not in FORMS else part[0]))


def _side_of_winners(result: Result | None) -> int:
    """-1 where somebody with the fewest points has won, 1 where it was with the most, 0 where neither shows."""
    if result is None or not result.winners or len(set(result.scores)) == 1:
        return 0
    best = result.scores[result.winners[0]]
    return (best == max(result.scores)) - (best == min(result.scores))


def lacking(knowledge: Knowledge, acted: Acted, last_resorts: frozenset[type[Action]]) -> Mapping[str, Sequence[Card]]:
    """The cards with which a seat could have done something else than a last resort, by the name of its hand.

    There are none where it did something else, or could always have, whatever it holds.
    """
    if type(acted.action) not in last_resorts:
        return {}
    state: Any = knowledge.worlds().deal(Seeded(0))
    hands = [pile for pile in state.piles() if pile.sight is Sight.OWNER and pile.owner == acted.seat]
    if len(hands) != 1:
        return {}
    unseen, found = list(dict.fromkeys(knowledge.unseen(knowledge.view))), list[Card]()
    for card in unseen:
        hands[0].cards[:] = [card]
        try:
            legal = parts(knowledge.game.legal_for(state, acted.seat))
        except Exception:
            return {}
        if any(kind_of(part) not in last_resorts for part in legal):
            found.append(card)
    return {hands[0].name: found} if len(found) < len(unseen) else {}
