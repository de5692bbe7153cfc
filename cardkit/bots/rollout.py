"""Playing a game on from a table at full speed: no journal, no views, nothing told but the end of a round.

A kernel that knows how plays hundreds of games in the time in which the rules play one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Protocol

from cardkit.core.actions import FORMS, Action, Choices
from cardkit.core.cards import Card, Pile, Seat
from cardkit.core.chance.generators import Rng, shuffle
from cardkit.core.errors import EmptyPile
from cardkit.core.events import QuietDealer, RoundEnded, begin_points
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
        if state.round and self.ended is None:
            self.ended = RoundEnded((0.0,) * state.seats, (0.0,) * state.seats)
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
