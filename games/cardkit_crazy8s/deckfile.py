"""Crazy 8s' deck files: cardkit's own format, with an 8 among the ranks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardkit import CannotStart, Card, DeckFile, DeckFileError
from cardkit import deck_text as any_deck_text
from cardkit import read_deck as read_any_deck


def read_deck(path: Path) -> DeckFile:
    """The suits, the ranks and the cards of a file; the first card is the top of the draw pile.

    Raises DeckFileError where the file doesn't match the format, or 8 is not one of the ranks.
    """
    deck = read_any_deck(path)
    if "8" not in deck.ranks:
        raise DeckFileError(path, 2, " ".join(deck.ranks), "8 has to be one of the ranks")
    return deck


def options_of(deck: DeckFile) -> Mapping[str, Any]:
    """What the file decides beside the cards: which suits can be named, and which ranks could be wild."""
    return {"suits": deck.suits, "ranks": deck.ranks}


SUITS = {"H": "Hearts", "C": "Clubs", "D": "Diamonds", "S": "Spades"}


def deck_text(deck: DeckFile) -> str:
    """A deck file of these suits, ranks and cards; of the 52 cards, letters of suits are written out, and T as 10.

    Raises CannotStart where 8 is not one of the ranks.
    """
    if not deck.ranks:
        ranks = {"T": "10"}
        return any_deck_text(Card(ranks.get(c.rank, c.rank), SUITS.get(c.suit, c.suit)) for c in deck.cards)
    if "8" not in deck.ranks:
        raise CannotStart(
            "crazy8s", f"8 has to be one of the ranks of a deck file, and they are {' '.join(deck.ranks)}"
        )
    return any_deck_text(deck.cards, suits=deck.suits, ranks=deck.ranks)
