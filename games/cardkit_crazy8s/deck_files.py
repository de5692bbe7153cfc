"""Crazy 8s' deck files: cardkit's own format, with an 8 among the ranks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardkit import CannotStart, Card, DeckFile, DeckFileError, standard52
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


TEN = {"T": "10"}
SUITS = {"H": "Hearts", "C": "Clubs", "D": "Diamonds", "S": "Spades"}


def in_words(card: Card) -> Card:
    """One of the 52 cards as Crazy 8s' deck files have it: its suit written out, and T as 10."""
    return Card(TEN.get(card.rank, card.rank), SUITS.get(card.suit, card.suit))


def whole_deck() -> list[Card]:
    """The 52 cards in words."""
    return list(map(in_words, standard52()))


def deck_text(deck: DeckFile) -> str:
    """A deck file of these suits, ranks and cards; of the 52 cards, letters of suits are written out, and T as 10.

    Raises CannotStart where 8 is not one of the ranks.
    """
    if not deck.ranks:
        return any_deck_text(map(in_words, deck.cards))
    if "8" not in deck.ranks:
        raise CannotStart(
            "crazy8s", f"8 has to be one of the ranks of a deck file, and they are {' '.join(deck.ranks)}"
        )
    return any_deck_text(deck.cards, suits=deck.suits, ranks=deck.ranks)
