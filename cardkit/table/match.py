"""A match: rules, a table and chance, which do nothing until somebody plays an action."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, Generic, Self, TypeVar, cast

from cardkit.core.actions import Action
from cardkit.core.cards import BACK, Card
from cardkit.core.chance.generators import Rng
from cardkit.core.dealer import Dealer
from cardkit.core.errors import CannotStart, EmptyPile, GameFault, IllegalAction
from cardkit.core.events import Begun, Event
from cardkit.core.game import Game
from cardkit.core.piles import Pile, Seat
from cardkit.core.results import Result
from cardkit.core.state import State, hashable, rebuilt
from cardkit.table.faults import fault, misplaced, not_a_list, not_a_state, not_actions
from cardkit.table.notation import read_legal
from cardkit.table.shortage import shortage, wrong_seats

S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)

Snapshot = tuple[dict[str, Any], list[list[Card]]]


class Match(Generic[S, A]):
    """One game being played; it neither reads nor prints anything.

    Shuffles come out as `told`, in this order, and by chance after that; if `strict`, chance has to say the same.
    Raises CannotStart where the game isn't made for that many seats or that deck.
    """

    def __init__(
        self,
        game: Game[S, A],
        deck: Iterable[Card],
        *,
        seats: int,
        rng: Rng,
        told: Iterable[Sequence[Card]] = (),
        strict: bool = False,
    ) -> None:
        if clause := fault(type(game)):
            raise GameFault(type(game).__name__, f"it {clause}")
        if seats not in game.players:
            raise CannotStart(game.name, wrong_seats(game, seats))
        deck_cards = list(deck)
        pile = Pile.face_down(deck_cards.copy())
        pile.name = "deck"
        before = sorted(map(id, pile.cards))
        if BACK in pile.cards:
            raise CannotStart(game.name, "the back of a card can't be in a deck")
        dealer = Dealer(rng)
        dealer.foretell(told, strict=strict)
        try:
            state = game.setup(pile, seats, dealer)
        except EmptyPile as error:
            raise CannotStart(game.name, shortage(game, deck_cards, error)) from error
        if not isinstance(cast(Any, state), State):
            raise GameFault(game.name, not_a_state(game, state))
        after = map(id, chain.from_iterable(lying.cards for lying in state.piles()))
        if sorted(after) != before:
            raise GameFault(game.name, misplaced(game, deck_cards, state))
        self._take_place(game, state, dealer)

    @classmethod
    def at(cls, game: Game[S, A], state: S, rng: Rng) -> Match[S, A]:
        """A match that starts at a table laid by hand."""
        match = object.__new__(cls)
        match._take_place(game, state, Dealer(rng))
        return match

    def _take_place(self, game: Game[S, A], state: S, dealer: Dealer) -> None:
        self.game = game
        self.state = state
        self._dealer = dealer
        self._lists = [pile.cards for pile in state.piles()]
        self._plain = state.plain_fields()
        self._changeable = [name for name, value in vars(state).items() if not _is_unchanging(value)]
        kept = {*self._plain, *self._changeable}
        self._counted = [name for name in state.counted_fields() if name in kept]
        self._opening = True
        self._look()

    def _look(self) -> None:
        """See how the table lies: whether the game is over, and if not, what may be done."""
        result = self.game.result(self.state)
        legal: Sequence[A] = ()
        if result is None:
            legal = self.game.legal(self.state)
            if type(legal) is not list and type(legal) is not tuple:
                raise GameFault(self.game.name, not_a_list(self.game, legal))
            if self._opening and (reason := not_actions(self.game, cast(Any, legal))):
                raise GameFault(self.game.name, reason)
            if not legal:
                raise GameFault(self.game.name, "there is no legal action, and no result")
        self.result: Result | None = result
        """How the game ended, or None while it goes on."""
        self.legal: Sequence[A] = legal
        """What the seat whose turn it is may do; empty after the end."""

    @property
    def turn(self) -> Seat:
        """The seat whose turn it is."""
        return self.state.turn

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    @property
    def winner(self) -> Seat | None:
        """The seat that won, if the game is over and exactly one did."""
        return self.result.winners[0] if self.result and len(self.result.winners) == 1 else None

    @property
    def draws(self) -> int:
        """How often chance was asked for since the beginning."""
        return self._dealer.draws

    @property
    def outcomes(self) -> list[list[Card]]:
        """What chance made of piles in the last action, or in setting up, one order of cards for each time."""
        return self._dealer.outcomes.copy()

    @property
    def acting(self) -> Sequence[Seat]:
        """The seats that take the next action together."""
        return self.game.acting(self.state)

    def view(self, seat: Seat | None) -> S:
        """The table as a seat sees it, hidden cards turned to BACK; None sees everything."""
        return self.state.view(seat)

    def advance(self, action: A) -> None:
        """Play an action; where a rule fails the match is as it was. Raises IllegalAction for one that isn't legal."""
        if action not in self.legal:
            raise IllegalAction(action, self._objection(action))
        state, dealer = self.state, self._dealer
        before = self._fields()
        dealer.begin()
        try:
            self.game.apply(state, action, dealer)
            self._look()
        except BaseException:
            dealer.take_back()
            vars(state).clear()
            vars(state).update(before)
            raise
        self._opening = False

    def play(self, action: A) -> list[Event]:
        """Play an action, and return what happened."""
        self.advance(action)
        return self.events()

    def events(self) -> list[Event]:
        """What happened by the last action, or by setting up where none was played yet."""
        told = self._dealer.events()
        return [*told, Begun(self.state.seats)] if self._opening else told

    def read(self, text: str) -> A:
        """The legal action that `text` is the notation of; exact spelling wins over one that differs in capitals.

        Raises NotAnAction where it is not notation, and IllegalAction, with the reason, where it isn't legal.
        """
        found, meant = read_legal(type(self.game), text, self.legal, {card for lying in self._lists for card in lying})
        if found is None:
            raise IllegalAction(meant, self._objection(meant))
        return found

    def _objection(self, action: Any) -> str:
        if self.result is not None:
            return "the game is over"
        return self.game.objection(self.state, action) or "not allowed now"

    def snapshot(self) -> Snapshot:
        """The fields of the state and the cards of its piles as they are now, kept for `restore`."""
        return self._fields(), [cards.copy() for cards in self._lists]

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot since which nothing was left to chance."""
        fields, cards = snapshot
        names = dict.fromkeys([*self._plain, *self._changeable])
        vars(self.state).update({name: rebuilt(fields[name], _itself) for name in names})
        for lying, kept in zip(self._lists, cards, strict=True):
            lying[:] = kept
        self._look()

    def is_at(self, snapshot: Snapshot) -> bool:
        """Whether the match is in the same position as it was when the snapshot was taken."""
        kept, cards = snapshot
        fields = vars(self.state)
        return self._lists == cards and all(hashable(fields[name]) == hashable(kept[name]) for name in self._counted)

    def digest(self) -> int:
        """A number for the position: the same for the same position while the program runs, hardly ever for another."""
        fields = vars(self.state)
        plain = [fields[name] for name in self._counted]
        try:
            return hash((*map(tuple, self._lists), *plain))
        except TypeError:
            return hash(self.state.position())

    def _fields(self) -> dict[str, Any]:
        fields = vars(self.state).copy()
        if self._changeable:
            fields.update({name: rebuilt(fields[name], _itself) for name in self._changeable})
        return fields

    def fork(self) -> Self:
        """The same match once more, with the same chance to come; what is played in one doesn't change the other."""
        twin = object.__new__(type(self))
        vars(twin).update(vars(self))
        twin.state = self.state.clone()
        twin._lists = [pile.cards for pile in twin.state.piles()]
        twin._dealer = self._dealer.fork()
        return twin


def _is_unchanging(value: Any) -> bool:
    """Whether a field changes only by being set anew, and so needs no copy; None may become something that does not.

    Piles change, but what happened to them is in the dealer's journal.
    """
    if _is_piles(value):
        return True
    try:
        hash(value)
    except TypeError:
        return False
    return value is not None


def _is_piles(value: Any) -> bool:
    """Whether a field holds piles, and nothing else."""
    if isinstance(value, dict):
        return _is_piles(list(cast(dict[Any, Any], value).values()))
    if isinstance(value, list | tuple):
        parts = cast(list[Any], value)
        return bool(parts) and all(map(_is_piles, parts))
    return isinstance(value, Pile)


def _itself(pile: Pile) -> Pile:
    return pile
