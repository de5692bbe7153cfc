"""Nested playouts: the seat that is advised doesn't play blindly afterwards, but tries what it may do there, too.

At each of its later decisions it knows what it would see there, and nothing else of the imagined table: its actions are
tried on other tables that may then be the true one, all on the same ones, and played on from there by the policy of
playouts. That is policy rollout (Tesauro and Galperin, 1996), and recursive Monte Carlo search where cards are hidden
(Furtak and Buro, 2013). It multiplies what a playout costs, and so is done where few decisions are left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from math import inf
from typing import Any, NamedTuple

from cardkit.bots.knowledge import Knowledge
from cardkit.bots.rollout import Rollout, avoiding, begin_round, one_of
from cardkit.bots.tuning import Acquaintance
from cardkit.core.actions import choices
from cardkit.core.cards import Seat
from cardkit.core.chance.generators import Rng
from cardkit.core.events import Dealer
from cardkit.core.game import Game
from cardkit.core.state import State

_MOST = 8
"""So many of the actions that are legal are tried, drawn by chance where there are more."""
TABLE = 4
"""To imagine a table takes about as long as so many actions."""
_SURVEYED = 8
"""How many playouts show how much is left to decide."""
_LEAST_TRIES, _MOST_TRIES = 2, 16
"""How often each action is tried at a later decision."""
_ENOUGH = 400
"""So many games are enough where more would leave fewer tries for later decisions."""
_EACH = 5
"""So many games for each action that can be chosen now have to be left."""


class TellingDealer(Dealer):
    """The dealer of a playout that can be told."""

    __slots__ = ()

    def begin_round(self, state: State) -> None:
        begin_round(self, state)


class NestedRollout(Rollout):
    """A playout in which a seat remembers what it sees and is told."""

    def __init__(
        self, game: Game[Any, Any], state: State, chance: Rng, knowledge: Knowledge, followers: int = -1
    ) -> None:
        """The seats that follow the policy are bits of a number; the others do anything."""
        super().__init__(game, state, chance, knowledge.seat)
        self.followers = followers
        self._before, self._knowledge = knowledge, knowledge
        self.dealer: Any = TellingDealer(chance)

    def knowledge(self) -> Knowledge:
        """What the seat would know here."""
        seat, dealer = self._before.seat, self.dealer
        if self._knowledge is self._before:
            self._knowledge = self._before.imagined()
        self.state.look_for_piles()
        told = [event.seen_by(seat) for event in dealer.events(self.state.seats)]
        self._knowledge.told(told, self.state.view(seat))
        dealer.begin()
        return self._knowledge


class Nested:
    """The policy of a playout whose seat takes what comes out best where it has a choice, and the others any other."""

    def __init__(self, game: Game[Any, Any], knowledge: Knowledge, known: Acquaintance, tries: int) -> None:
        """After what is tried, so often, all play on as `known` has it, but the seat itself does anything.

        Where mostly first actions tell others apart, they may be bad ones, as to hit again and again at Blackjack.
        """
        self._game, self._knowledge, self._tries = game, knowledge, tries
        self._others, self._anything = known.policy, avoiding(known.in_vain | known.last_resorts, is_mixed=False)
        self._own = self._anything if known.weights is None else known.policy
        self._known = replace(known, policy=self._afterwards)
        self.spent = 0
        """How many actions it took to try what was tried."""

    def rollout(self, world: State, chance: Rng) -> NestedRollout:
        """The game from an imagined table on."""
        followers = chance.below(1 << world.seats) if self._known.is_divided else -1
        return NestedRollout(self._game, world, chance, self._knowledge, followers)

    def __call__(self, rollout: Rollout, chance: Rng) -> Any:
        if isinstance(rollout, NestedRollout):
            if is_decision(rollout, self._knowledge.seat):
                with suppress(Exception):
                    return self._best(rollout, tried_of(rollout.legal, chance), chance)
            if not rollout.followers >> rollout.seat & 1:
                return self._anything(rollout, chance)
        return self._others(rollout, chance)

    def _best(self, rollout: NestedRollout, actions: Sequence[Any], chance: Rng) -> Any:
        seat, worlds, worths = self._knowledge.seat, rollout.knowledge().worlds(), [0.0] * len(actions)
        for _ in range(self._tries):
            world = worlds.deal(chance)
            for place, action in enumerate(actions):
                trial = Rollout(self._game, world.clone(), chance, seat)
                trial.carry_out(action)
                worths[place] += self._known.played_out(trial, chance)[seat]
                self.spent += 1 + TABLE
        return actions[worths.index(max(worths))]

    def _afterwards(self, rollout: Rollout, chance: Rng) -> Any:
        self.spent += 1
        return (self._own if rollout.seat == self._knowledge.seat else self._others)(rollout, chance)


def is_decision(rollout: Rollout, seat: Seat) -> bool:
    """Whether a seat has to act, and has a choice."""
    return rollout.seat == seat and len(choices(rollout.legal)) > 1


def tried_of(legal: Sequence[Any], chance: Rng) -> list[Any]:
    """The legal actions, or some of them where they are many."""
    every = choices(legal)
    return [*every] if len(every) <= _MOST else list(dict.fromkeys(one_of(legal, chance) for _ in range(_MOST)))


class Nesting(NamedTuple):
    """How a decision is thought about."""

    games: int
    """How many games are tried."""
    tries: int = 0
    """How often each action is tried at later decisions; 0 where playouts are not nested."""
    actions: float = inf
    """Half of the games are enough where so many actions were played in what was tried there."""
    evenly: Sequence[Any] = ()
    """What is tried equally often in the first half of the games, so that few of these decide what is tried later."""


def planned(
    plan: Nesting, game: Game[Any, Any], seat: Seat, deal: Callable[[Rng], State], known: Acquaintance, chance: Rng
) -> Nesting:
    """A plan for games that begin with an action of a seat, nested where so many actions do for half of them.

    A few playouts from imagined tables show what is left to decide. More games than enough are given up for more tries.
    Raises whatever the rules raise.
    """
    enough, length, more, first = min(plan.games, _ENOUGH), 0, 0, list[Any]()
    for place in range(_SURVEYED):
        rollout, number, found = Rollout(game, deal(chance), chance, seat), 0, list[tuple[int, int]]()
        first = first or tried_of(rollout.legal, chance)
        action = first[place % len(first)]
        least = min(max(enough / 2, _EACH * len(first)), enough)
        while number < known.longest:
            rollout.carry_out(action)
            number += 1
            if rollout.is_over:
                break
            if is_decision(rollout, seat):
                found.append((min(len(choices(rollout.legal)), _MOST), number))
            if least * (length + number + _LEAST_TRIES * (more + _cost(found, number))) > _SURVEYED * plan.actions:
                return Nesting(plan.games)
            action = known.policy(rollout, chance)
        length, more = length + number, more + _cost(found, number)
    if not more:
        return Nesting(plan.games)
    tries = int((_SURVEYED * plan.actions / enough - length) / more)
    tries = min(max(tries, _LEAST_TRIES), _MOST_TRIES)
    possible = int(_SURVEYED * plan.actions / (length + tries * more))
    return Nesting(min(plan.games, possible), tries, plan.actions, first)


def _cost(decisions: Sequence[tuple[int, int]], length: int) -> int:
    """How many actions it costs to try once what can be done at some decisions of a playout."""
    return sum([tried * (TABLE + length - at) for tried, at in decisions])
