"""Why a game can't be set up with a number of seats or a deck, and what would help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardkit.core.cards import Card
from cardkit.core.errors import EmptyPile
from cardkit.core.game import Game
from cardkit.core.texts import counted


def wrong_seats(game: Game[Any, Any], seats: int) -> str:
    """Why a game can't be set up with so many seats."""
    least, most = game.players[0], game.players[-1]
    wanted = str(least) if least == most else f"{least} to {most}"
    return f"{counted(seats, 'seat')} {'was' if seats == 1 else 'were'} asked for, the game takes {wanted}"


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
