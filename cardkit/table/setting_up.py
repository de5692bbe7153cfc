"""What rules have to return: a table that is set up, who acts and what may be done, and how the game ended."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from math import isfinite
from typing import Any, TypeVar, cast

from cardkit.core.actions import Action, Pass
from cardkit.core.cards import BACK, Card
from cardkit.core.dealer import Dealer
from cardkit.core.errors import CannotStart, EmptyPile, GameFault, at, shown
from cardkit.core.game import Acting, Game, One
from cardkit.core.piles import Pile
from cardkit.core.results import Result
from cardkit.core.state import State
from cardkit.core.texts import counted
from cardkit.table.faults import fault, misplaced, not_a_state

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
    needs = game.needs(seats)
    if needs is not None and (lack := needs.lack(deck)) is not None:
        raise CannotStart(game.name, lack)
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
    different = set(cards)
    if len(cards) == len(deck) == len(different):
        return different == set(deck)
    return sorted(map(id, cards)) == sorted(map(id, deck))


def actors(game: Game[S, A], state: S, said: Any) -> Acting:
    """Who acts next, and how, as `acting` said; raises GameFault unless these are seats at the table."""
    kind, turn = said.__class__, state.turn
    if (
        kind is One
        and said.seats == (turn,)
        and said.cards_of is None
        and turn.__class__ is int
        and 0 <= turn < state.seats
    ):
        return cast(One, said)
    try:
        acting = said if isinstance(said, Acting) else One(said)
    except TypeError:
        raise GameFault(game.name, f"acting has to return seats, and returned {shown(said)}{at(game.acting)}") from None
    if not acting.seats:
        raise GameFault(game.name, f"nobody may act, and there is no result{at(game.acting)}")
    named = acting.seats if acting.cards_of is None else (*acting.seats, acting.cards_of)
    if (strange := no_seats(state, named)) is not None:
        raise GameFault(game.name, f"acting names {strange}{at(game.acting)}")
    return acting


def no_seats(state: State, seats: Sequence[Any]) -> str | None:
    """What is named as a seat and is none at this table, and what the seats are; None where all are."""
    for seat in seats:
        if not isinstance(seat, int) or not 0 <= seat < state.seats:
            return f"{shown(seat)} as a seat, and the seats are {numbers(range(state.seats))}"
    return None


def ended(game: Game[S, Any], state: S, result: Any) -> Result:
    """How the game ended, as `result` said; raises GameFault unless it is a result for these seats."""
    reason = None
    if not isinstance(result, Result):
        reason = f"result has to return a Result or None, and returned {shown(result)}"
    elif (strange := no_seats(state, result.winners)) is not None:
        reason = f"its result names {strange}"
    elif len(result.scores) != state.seats or not all(map(_is_finite, result.scores)):
        reason = f"its result has the scores {shown(result.scores)}, and needs a number for each of "
        reason += counted(state.seats, "seat")
    if reason is not None:
        raise GameFault(game.name, reason + at(game.result))
    return cast(Result, result)


def _is_finite(score: Any) -> bool:
    return isinstance(score, int | float) and isfinite(score)


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
