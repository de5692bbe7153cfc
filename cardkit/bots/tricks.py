"""Which cards are played to tricks in playouts: those sooner that did well in trial games.

A game says by `takes` which card takes the trick so far. A card leads where there is none yet; else it would take the
trick, or it wouldn't. For each of the three it is learned how likely each card is to be played, by playing: after a
game that came to more than others what was done in it is done more often (a softmax policy, by REINFORCE).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import sqrt
from statistics import fmean, pvariance
from typing import TYPE_CHECKING, Any, cast

from cardkit.bots.rollout import Policy, QuickDealer, Rollout, Worths, drawn, less_likely
from cardkit.bots.tuning import LONGEST, Acquaintance, acquainted, found_if_any, found_once
from cardkit.core.actions import FORMS
from cardkit.core.cards import Card, Seat
from cardkit.core.chance.generators import Rng, Seeded, shuffle
from cardkit.core.game import Game
from cardkit.table.faults import laid
from cardkit.table.native.common import leaning
from cardkit.table.turns import Seating

if TYPE_CHECKING:
    from cardkit.table.native.engine import NativeTwin

_ACTIONS = 60_000
"""So many actions are played to learn from."""
_TOGETHER = 20
"""From so many games together it is learned."""
_STEP = 0.2
"""By how much it is changed at most what is likely, as the logarithm."""
_CALM = 0.4
"""By this the logarithms are multiplied in playouts, where what is less likely is to be seen too."""
_ASKED = 5
"""So often the rules are asked whether one card takes a trick from another: in some games that hangs on trumps."""
_COMPARED = 100
"""In so many games those who play so meet those who play as before."""
_CLEARLY = 2.0
"""By how many standard errors they have to do better."""
_FINE = 2**20

Weights = dict[Card | None, dict[Any, int]]
"""How likely actions are, by the card that takes the trick so far."""


@dataclass(frozen=True)
class Leanings:
    """A policy of playouts: cards are played to tricks by weights, and all else is done as another policy does it."""

    weights: Weights
    otherwise: Policy

    def __call__(self, rollout: Rollout, chance: Rng) -> Any:
        weights = self.weights.get(rollout.takes()) if len(rollout.legal) > 1 else None
        action = None if weights is None else leaning(rollout.legal, weights, chance)
        return self.otherwise(rollout, chance) if action is None else action

    def compiled(self, twin: NativeTwin, otherwise: Policy) -> Leanings:
        """The same for a compiled game."""
        own = twin.own
        weights = {
            own(card): {own(action): weight for action, weight in row.items()} for card, row in self.weights.items()
        }
        return Leanings(weights, otherwise)


_KNOWN: dict[tuple[Any, ...], Weights | None] = {}
_PLAYING: dict[tuple[NativeTwin | None, bool], dict[tuple[Any, ...], Acquaintance]] = {}


def playing_tricks(seating: Seating, twin: NativeTwin | None, *, learns: bool) -> Acquaintance:
    """What is known of a game, or of a compiled one; where it learns, also which cards are played to tricks."""
    find = partial(_playing_tricks, twin=twin, learns=learns)
    return found_once(_PLAYING.setdefault((twin, learns), {}), seating, find)


def _playing_tricks(seating: Seating, twin: NativeTwin | None, *, learns: bool) -> Acquaintance:
    weights, known = leanings(seating, twin) if learns else None, acquainted(seating)
    if twin is not None:
        known = known.compiled(twin.kind)
    if weights is None:
        return known
    policy = Leanings(weights, known.policy)
    if twin is not None:
        policy = policy.compiled(twin, known.policy)
    return replace(known, policy=policy, weights=policy.weights, is_divided=False)


def leanings(seating: Seating, twin: NativeTwin | None) -> Weights | None:
    """How likely cards are to be played to tricks; None where there are none, or nothing better was learned."""
    known = acquainted(seating)
    if (
        cast(Any, type(seating.game)).takes is cast(Any, Game).takes
        or known.longest < LONGEST
        or known.has_long_lists
        or known.bids
    ):
        return None
    return found_if_any(_KNOWN, seating, lambda here: _Lessons(here, known, twin).weights())


class _Place:
    """What is learned of actions that lead, or wouldn't take the trick, or would."""

    def __init__(self) -> None:
        self.sums: dict[Any, float] = {}
        """How much more came of games in which an action was done, by how unlikely it was."""
        self.parts: dict[Any, float] = {}
        self.worth: dict[Any, float] = {}
        """The logarithm of how likely an action is: the sum of what its parts add."""
        self.likely: dict[Any, float] = {}
        self._mean, self._square = defaultdict[Any, float](float), defaultdict[Any, float](float)
        self._of_mean = self._of_square = 1.0

    def take(self, slopes: Mapping[Any, float], least: float) -> None:
        """Change what parts add by their slopes (Adam)."""
        self._of_mean, self._of_square = 0.9 * self._of_mean, 0.99 * self._of_square
        of_mean, of_square = 1 - self._of_mean, 1 - self._of_square
        for part, slope in slopes.items():
            self._mean[part] = mean = 0.9 * self._mean[part] + 0.1 * slope
            self._square[part] = square = 0.99 * self._square[part] + 0.01 * slope * slope
            change = mean / of_mean / (sqrt(square / of_square) + least)
            self.parts[part] = self.parts.get(part, 0.0) + _STEP * change


class _Lessons:
    """Games in which it is learned what is good to play; compiled they are the same as by the rules."""

    def __init__(self, seating: Seating, known: Acquaintance, twin: NativeTwin | None) -> None:
        self._seating, self._twin = seating, twin
        self._known = known if twin is None else known.compiled(twin.kind)
        self._chance = Seeded(5)
        self._beats: dict[tuple[Any, Any], list[bool]] = defaultdict(list)
        self._cards: dict[Any, Any] = {}
        """The card of each action that names one and nothing else, else None."""
        self._taking: dict[Any, None] = {}
        self._places = tuple([_Place() for _ in range(3)])
        self._worths = Worths()

    def weights(self) -> Weights:
        """What was learned; raises LookupError where those who play so do no better, or a game isn't ended."""
        left = _ACTIONS
        while left > 0:
            for _ in range(_TOGETHER):
                left -= self._lesson()
            self._learn()
        found = self._rows()
        if not self._is_better(found):
            raise LookupError("nothing better was learned")
        return found

    def _rollout(self) -> Any:
        deck = [*self._seating.deck]
        shuffle(deck, self._chance)
        game = self._seating.game
        state = laid(game, deck, self._seating.seats, QuickDealer(self._chance))
        if self._twin is None:
            return Rollout(game, state, self._chance)
        return self._twin.rollout(game, self._twin.own(state), self._chance)

    def _lesson(self) -> int:
        """Play a game, and note what is to be learned of it; how long it was."""
        done: list[tuple[Seat, Any, list[tuple[int, Any, float]]]] = []
        rollout, length = self._rollout(), 0
        while not rollout.is_over:
            if length == LONGEST:
                raise LookupError("a game isn't ended")
            length += 1
            rollout.carry_out(self._chosen(rollout, done))
        rewards = self._known.rewards.of(rollout)
        for worth in rewards:
            self._worths.add(worth)
        for seat, taken, options in done:
            more = rewards[seat] - self._worths.mean
            for place, action, share in options:
                sums = self._places[place].sums
                sums[action] = sums.get(action, 0.0) + more * ((action is taken) - share)
        return length

    def _chosen(self, rollout: Any, done: list[tuple[Seat, Any, list[tuple[int, Any, float]]]]) -> Any:
        legal, takes = rollout.legal, rollout.takes()
        if len(legal) == 1 or any(self._card(action) is None for action in legal):
            return self._known.policy(rollout, self._chance)
        places = [self._place(rollout, takes, action) for action in legal]
        likely = [self._places[place].likely.get(action, 1.0) for place, action in zip(places, legal, strict=True)]
        taken, total = drawn(legal, likely, self._chance), sum(likely)
        options = [(place, action, one / total) for place, action, one in zip(places, legal, likely, strict=True)]
        done.append((rollout.seat, taken, options))
        return taken

    def _card(self, action: Any) -> Any:
        if type(action) in FORMS:
            return None
        if action not in self._cards:
            values = [*cast(dict[str, Any], vars(action)).values()]
            self._cards[action] = values[0] if len(values) == 1 and hasattr(values[0], "suit") else None
        return self._cards[action]

    def _place(self, rollout: Any, takes: Any, action: Any) -> int:
        """0 where the action leads, 2 where its card would take the trick, else 1."""
        if takes is None:
            return 0
        self._taking[takes] = None
        found = self._beats[takes, action]
        if len(found) < _ASKED:
            found.append(self._asked(rollout, takes, self._card(action)))
        return 1 + (2 * sum(found) > len(found))

    def _asked(self, rollout: Any, takes: Any, card: Any) -> bool:
        """Whether the rules say that a card takes the trick, once it lies there."""
        for pile in rollout.state.piles():
            if takes in pile.cards:
                before = pile.cards
                pile.cards = [*before, card]
                is_taken: bool = rollout.takes() == card
                pile.cards = before
                return is_taken
        return False

    def _learn(self) -> None:
        """Make likelier what did well: each card, and with it all of its rank and of its suit."""
        least = 1e-3 * self._worths.spread
        for place in self._places:
            slopes = defaultdict[Any, float](float)
            for action, total in place.sums.items():
                for part in self._parts(action):
                    slopes[part] += total / _TOGETHER
            place.take(slopes, least)
            place.worth = {action: sum([place.parts[part] for part in self._parts(action)]) for action in place.sums}
            place.sums = dict.fromkeys(place.sums, 0.0)
            best = max(place.worth.values(), default=0.0)
            place.likely = {action: less_likely(best - value) + 1e-12 for action, value in place.worth.items()}

    def _parts(self, action: Any) -> Sequence[Any]:
        """What is learned of an action is learned of these: of itself, and of all with a card of its rank or suit."""
        card, kind = self._cards[action], action.__class__
        return action, (kind, "rank", card.rank), (kind, "suit", card.suit)

    def _rows(self) -> Weights:
        """The weights of actions as the rules have them, by the card that takes the trick so far."""
        found: Weights = {}
        tables = [self._calm(place.worth) for place in self._places]
        for takes in (None, *self._taking):
            row = found[self._plain(takes)] = {}
            for action, card in self._cards.items():
                votes = self._beats.get((takes, action), [])
                table = tables[0 if takes is None else 1 + (2 * sum(votes) > len(votes))]
                if card is not None and action in table:
                    row[self._theirs(action)] = table[action]
        return found

    def _plain(self, card: Any) -> Card | None:
        plain: Card | None = card if self._twin is None else self._twin.plain(card)
        return plain

    def _theirs(self, action: Any) -> Any:
        return action if self._twin is None else self._twin.theirs(self._seating.game, action)

    def _calm(self, worth: Mapping[Any, float]) -> Mapping[Any, int]:
        best = max(worth.values(), default=0.0)
        return {action: 1 + int(_FINE * less_likely(_CALM * (best - value))) for action, value in worth.items()}

    def _is_better(self, weights: Weights) -> bool:
        """Whether seats that play so do better than others."""
        own = Leanings(weights, self._known.policy)
        own = own if self._twin is None else own.compiled(self._twin, self._known.policy)
        by_own, by_others = [0.0], [0.0]
        for number in range(_COMPARED):
            rollout = self._rollout()
            for _ in range(LONGEST):
                if rollout.is_over:
                    break
                policy: Policy = own if (rollout.seat + number) % 2 else self._known.policy
                rollout.carry_out(policy(rollout, self._chance))
            for seat, worth in enumerate(self._known.rewards.of(rollout)):
                (by_own if (seat + number) % 2 else by_others).append(worth)
        error = sqrt(pvariance(by_own) / len(by_own) + pvariance(by_others) / len(by_others))
        return fmean(by_own) - fmean(by_others) > _CLEARLY * error
