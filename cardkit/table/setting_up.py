"""What rules have to return: a table that is set up, and what may be done."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, TypeVar, cast

from cardkit.core.acts.actions import Action, Pass
from cardkit.core.acts.choices import choices
from cardkit.core.cards import BACK, Card
from cardkit.core.dealer import Dealer
from cardkit.core.errors import CannotStart, EmptyPile, GameFault
from cardkit.core.game import Acting, AnyOf, Game
from cardkit.core.piles import Pile, Seat
from cardkit.core.state import State
from cardkit.core.texts import counted
from cardkit.table.faults import fault, misplaced, not_a_list, not_a_state, not_actions

S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)

PASS = Pass()


def laid(game: Game[S, Any], deck: Sequence[Card], seats: int, dealer: Dealer) -> S:
    """The table before the first turn; raises CannotStart, or GameFault where the rules don't set it up rightly."""
    if clause := fault(type(game)):
        raise GameFault(type(game).__name__, f"it {clause}")
    if seats not in game.players:
        raise CannotStart(game.name, wrong_seats(game, seats))
    if BACK in deck:
        raise CannotStart(game.name, "the back of a card can't be in a deck")
    pile = Pile.face_down(list(deck))
    pile.name = "deck"
    try:
        state = game.setup(pile, seats, dealer)
    except EmptyPile as error:
        raise CannotStart(game.name, shortage(game, deck, error)) from error
    if not isinstance(cast(Any, state), State):
        raise GameFault(game.name, not_a_state(game, state))
    if not _same_cards(list(chain.from_iterable([pile.cards for pile in state.piles()])), deck):
        raise GameFault(game.name, misplaced(game, deck, state))
    return state


def _same_cards(cards: Sequence[Card], deck: Sequence[Card]) -> bool:
    """Whether these are the cards of a deck, each as often as there, in any order."""
    if len(cards) == len(deck) == len(set(cards)):
        return set(cards) == set(deck)
    return sorted(map(id, cards)) == sorted(map(id, deck))


def offered(game: Game[S, A], state: S, seat: Seat, acting: Acting, *, opening: bool) -> Sequence[A]:
    """What a seat may do, which nobody can change; where it need not act, the last thing is to pass.

    Raises GameFault where that is no list, or empty, or, in the opening, where something in it is no action.
    """
    legal: Any = game.legal_for(state, seat)
    if type(legal) not in (list, tuple):
        raise GameFault(game.name, not_a_list(game, legal))
    if opening and (reason := not_actions(game, legal)):
        raise GameFault(game.name, reason)
    found = choices([*legal, PASS] if type(acting) is AnyOf else legal)
    if not found:
        raise GameFault(game.name, "there is no legal action, and no result")
    return found


def wrong_seats(game: Game[Any, Any], seats: int) -> str:
    """Why a game can't be set up with so many seats."""
    return (
        f"{counted(seats, 'seat')} {'was' if seats == 1 else 'were'} asked for, the game takes {numbers(game.players)}"
    )


def shortage(game: Game[Any, Any], deck: Sequence[Card], error: EmptyPile) -> str:
    """Why a game can't be set up with a deck in which the rules met this error: it lacks a card, or cards at all.

    Where an option asked for the card, it says what the option can be instead: a card of the deck that is like it.
    """
    wanted = error.card
    if wanted is None:
        return f"the deck of {counted(len(deck), 'card')} is too small: {error}"
    if wanted in deck:
        return str(error)
    option = next((name for name, value in game if value is wanted), None)
    if option is None or not deck:
        return f"the deck has no {wanted}"
    like = min(deck, key=lambda card: (card.rank != wanted.rank, card.suit[0] != wanted.suit[0]))
    return f'the deck has no {wanted}; --set "{option}={like}" takes a card that it has'


def numbers(players: Sequence[int]) -> str:
    """The numbers of seats that a game takes, in words.

    >>> numbers(range(2, 5)), numbers((2, 4, 6)), numbers((4,))
    ('2 to 4', '2, 4 or 6', '4')
    """
    counts = list(players)
    if len(counts) == 1:
        return str(counts[0])
    if counts == list(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]} to {counts[-1]}"
    return f"{', '.join(map(str, counts[:-1]))} or {counts[-1]}"
