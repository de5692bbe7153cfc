"""Games that are played on from a table as fast as the rules allow: by whom, and what is learned of them.

What playouts learn from those before, where an auction or a long list leaves much to choose, is what did how well. An
action is known again by its notation, whoever does it and whatever the table looks like. Beside single actions stand
their classes: to pass is one of two things that can be done, not one of thirty-six.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from math import inf, sqrt
from operator import mul
from typing import Any, Protocol

from cardkit.core.actions import FORMS, Action, Choices
from cardkit.core.cards import Card, Pile, Seat
from cardkit.core.chance.generators import Rng, shuffle
from cardkit.core.errors import EmptyPile
from cardkit.core.events import Dealer, QuietDealer, RoundEnded, begin_points
from cardkit.core.game import All, AnyOf, Game
from cardkit.core.state import State
from cardkit.table.match import Stepping
from cardkit.table.turns import Seating


class QuickDealer(QuietDealer):
    """A dealer that writes nothing down; it notes only that a round has ended, without points where it is void."""

    __slots__ = ()

    def __init__(self, chance: Rng) -> None:
        super().__init__(chance)
        self.keep(journal=False)

    def shuffle(self, pile: Pile, *, picking: bool = False) -> None:
        shuffle(pile.cards, self._rng)
        pile.marks = []

    def pick(self, source: Pile, target: Pile, *, under: bool = False) -> Card:
        cards = source.cards
        if not cards:
            raise EmptyPile(source.name)
        place = self._rng.below(len(cards))
        cards[place], cards[-1] = cards[-1], cards[place]
        source.marks = []
        return self.draw(source, target, under=under)[0]

    def roll(self, sides: int) -> int:
        return self._rng.below(sides) + 1

    def begin_round(self, state: State) -> None:
        begin_round(self, state)


def begin_round(dealer: Dealer, state: State) -> None:
    """Begin a round in a playout: the one before has ended, without points where it is void."""
    if state.round and dealer.ended is None:
        dealer.ended = RoundEnded((0.0,) * state.seats, (0.0,) * state.seats)
    state.round += 1
    begin_points(state)


class Rollout(Stepping[Any, Any]):
    """A game on a table of its own, which is played on as fast as the rules allow.

    Where several seats choose together or may act, they are asked one after the other, `first` before the others; who
    comes next in a window is left to chance. Raises whatever the rules raise, and GameFault where nothing is legal.
    """

    dealer: QuickDealer  # pyright: ignore[reportIncompatibleVariableOverride]

    def __init__(self, game: Game[Any, Any], state: State, chance: Rng, first: Seat | None = None) -> None:
        self.chance = chance
        self._first = first
        self._sit_down(game, state, QuickDealer(chance), opening=False)
        self.look()
        self._first = None
        self.sides: Sequence[Sequence[Seat]] = game.sides(state)
        """Who won and lost together when it began."""

    def once_more(self) -> Rollout:
        """The same game again, in which something else can be done."""
        again = object.__new__(Rollout)
        vars(again).update(vars(self))
        again.state, again.dealer = self.state.clone(), QuickDealer(self.chance)
        again._chosen = dict(self._chosen)
        return again

    @property
    def legal(self) -> Sequence[Any]:
        """What the seat that is asked next may do, forms as such."""
        offer: Any = self.offer
        parts: Sequence[Any] = offer.parts if offer.__class__ is Choices else offer
        return parts

    @property
    def seat(self) -> Seat:
        """The seat that is asked next."""
        return self._waiting[0] if self._waiting else self.state.turn if self._deputy is None else self._deputy

    @property
    def is_over(self) -> bool:
        """Whether the game or the round has ended."""
        return self.result is not None or self.dealer.ended is not None

    def takes(self) -> Card | None:
        """The card that takes the trick so far."""
        return self.game.takes(self.state)

    @property
    def is_together(self) -> bool:
        """Whether the seat that is asked next chooses together with others."""
        return type(self._acting) is All

    @property
    def has_chosen(self) -> bool:
        """Whether some seat has chosen already of those that choose together."""
        return bool(self._chosen)

    def _in_order(self, acting: All | AnyOf) -> tuple[Seat, ...]:
        waiting = list(acting.seats)
        if type(acting) is AnyOf:
            shuffle(waiting, self.chance)
        if self._first in waiting:
            waiting.remove(self._first)
            waiting.insert(0, self._first)
        return tuple(waiting)


Policy = Callable[[Rollout, Rng], Action]
"""Chooses an action in a playout, with no view made for it."""


def parts(legal: Sequence[Any]) -> Sequence[Any]:
    """The legal actions and forms, without forms that stand for none."""
    return legal if FORMS.isdisjoint(map(type, legal)) else list(filter(None, legal))


def kind_of(part: Any) -> Any:
    """The class of a legal action, or of the actions of a form."""
    return part.kind if type(part) in FORMS else part.__class__


def one_of(legal: Sequence[Any], chance: Rng) -> Any:
    """Any of some actions, a form being as likely as an action beside it."""
    part: Any = legal[chance.below(len(legal))]
    return part if type(part) not in FORMS else part[chance.below(len(part))]


def mixed_of(legal: Sequence[Any], chance: Rng) -> Any:
    """The first of some actions, or one time in three any of them."""
    part: Any = legal[0]
    if chance.below(3) == 0:
        return one_of(legal, chance)
    return part if type(part) not in FORMS else part[0]


def any_action(rollout: Rollout, chance: Rng) -> Any:
    """Any legal action."""
    return one_of(rollout.legal, chance)


def last_action(rollout: Rollout, chance: Rng) -> Any:
    """The last legal action, which often is to pass, or the last of a form."""
    part: Any = rollout.legal[-1]
    return part if type(part) not in FORMS else part[len(part) - 1]


def mixed_action(rollout: Rollout, chance: Rng) -> Any:
    """The first legal action, or one time in three any of them."""
    return mixed_of(rollout.legal, chance)


def avoiding(kinds: Collection[type[Action]], *, is_mixed: bool) -> Policy:
    """Any action, or mostly the first one, but one of some kinds only where there are no others."""
    choose = mixed_of if is_mixed else one_of

    def chosen(rollout: Rollout, chance: Rng) -> Any:
        return choose([part for part in rollout.legal if kind_of(part) not in kinds] or rollout.legal, chance)

    return chosen if kinds else mixed_action if is_mixed else any_action


AT_ONCE = 16
"""How many games a kernel plays on from one imagined table."""


class Playouts(Protocol):
    """What a kernel's method `playouts(seating)` returns where it can play games on from tables like these."""

    taken_to: str
    """What it takes everybody to do, such as `play at random`."""

    def play_out(self, state: Any, games: int, seed: int, /) -> Sequence[float]:
        """The sum of what so many games, played on from this table, are worth to each seat: 1 for a win.

        The same seed gives the same games. The table is not changed.
        """
        ...

    def lacking(self, view: Any, action: Any, seat: Seat, /) -> Mapping[str, Sequence[Card]]:
        """The cards that piles, by their names, don't hold if a seat does this that plays by the same policy."""
        ...


def playouts_of(kernel: Any, seating: Seating) -> Playouts | None:
    """What plays games on in a kernel, if it knows how to at such tables."""
    make = getattr(kernel, "playouts", None)
    return None if make is None else make(seating)


_HEAT = 0.1
"""By how much of the spread of all that came of games an action may be worse that is still taken often."""
_PRIOR = 2.0
"""So many tries that came to the average are counted with those of an action."""
_FINE = 2**30


def classes(legal: Sequence[Any]) -> Mapping[Any, list[Any]]:
    """The legal actions by their classes."""
    found: dict[Any, list[Any]] = {}
    for action in legal:
        found.setdefault(kind_of(action), []).append(action)
    return found


class Worths:
    """What came of games: how many there were, what they came to on the average, and how much they differ."""

    def __init__(self) -> None:
        self._number, self._total, self._squares = 0, 0.0, 0.0
        self._least, self._most = inf, -inf

    def add(self, worth: float) -> None:
        """One more game."""
        self._number += 1
        self._total += worth
        self._squares += worth * worth
        self._least, self._most = min(self._least, worth), max(self._most, worth)

    @property
    def width(self) -> float:
        """By how much the best is better than the worst."""
        return self._most - self._least

    @property
    def mean(self) -> float:
        """What they came to on the average; 0 before the first."""
        return self._total / max(self._number, 1)

    @property
    def spread(self) -> float:
        """How much they differ: the standard deviation; 1 where they don't."""
        mean = self.mean
        return sqrt(max(self._squares / max(self._number, 1) - mean * mean, 0.0)) or 1.0


class Habits:
    """A policy of playouts: any of several classes, and any action of it, those sooner that did well before."""

    def __init__(self, policy: Policy, apart: Seat | None = None) -> None:
        """Where all that is legal is of one class, the other policy chooses.

        What a seat `apart` does is learned apart: its hand is the same in all games, and those of the others are any.
        """
        self._policy, self._apart = policy, apart
        self._known: dict[tuple[Seat | None, Any], tuple[int, float]] = {}
        self._done: list[tuple[Seat, Any]] = []
        self._worths = {None: Worths(), apart: Worths()}

    def __call__(self, rollout: Rollout, chance: Rng) -> Any:
        kinds = classes(rollout.legal)
        if len(kinds) < 2:
            return self._policy(rollout, chance)
        found, worths, whose = list[Any](), list[float](), self._whose(rollout.seat)
        for actions in kinds.values():
            expected = [self._worth(whose, action) for action in actions]
            weights = self._weights(whose, expected)
            found.append(drawn(actions, weights, chance))
            worths.append(sum(map(mul, weights, expected)) / sum(weights))
        action = drawn(found, self._weights(whose, worths), chance)
        self.note(rollout.seat, action)
        return action

    def among(self, seat: Seat, actions: Sequence[Any], chance: Rng) -> Any:
        """One of some actions of a seat, those sooner that did well before."""
        whose = self._whose(seat)
        return drawn(actions, self._weights(whose, [self._worth(whose, action) for action in actions]), chance)

    def note(self, seat: Seat, action: Any) -> None:
        """A seat does something, of which it is learned what comes of it."""
        self._done.append((seat, action))

    def learn(self, rewards: Sequence[float]) -> None:
        """A game has ended, and was worth this to each seat."""
        for seat, action in self._done:
            worth, whose = rewards[seat], self._whose(seat)
            tries, total = self._known.get((whose, action), (0, 0.0))
            self._known[whose, action] = tries + 1, total + worth
            self._worths[whose].add(worth)
        self.forget()

    def forget(self) -> None:
        """Nothing is learned of the game that was played last."""
        self._done.clear()

    def _whose(self, seat: Seat) -> Seat | None:
        """The seat apart, or None for all others."""
        return seat if seat == self._apart else None

    def _worth(self, whose: Seat | None, action: Any) -> float:
        tries, total = self._known.get((whose, action), (0, 0.0))
        return (total + _PRIOR * self._worths[whose].mean) / (tries + _PRIOR)

    def _weights(self, whose: Seat | None, worths: Sequence[float]) -> Sequence[float]:
        best, scale = max(worths), _HEAT * self._worths[whose].spread
        return [less_likely((best - worth) / scale) for worth in worths]


def less_likely(by: float) -> float:
    """About e to the power of `-by`, from 0 on: to the last bit the same on every machine, which `math.exp` isn't."""
    share = max(1 - by / 1024, 0.0)
    for _ in range(10):
        share *= share
    return share


def drawn(actions: Sequence[Any], weights: Sequence[float], chance: Rng) -> Any:
    """One of some actions, each as likely as its weight says."""
    left = chance.below(_FINE) / _FINE * sum(weights)
    for action, weight in zip(actions, weights, strict=True):
        left -= weight
        if left < 0:
            return action
    return actions[-1]
