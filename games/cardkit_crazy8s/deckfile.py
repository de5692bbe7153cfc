"""Crazy 8s' deck files: cardkit's own format, with an 8 among the ranks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from cardkit import Card, DeckFile, DeckFileError
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


def deck_text(cards: Sequence[Card], names: Sequence[str]) -> str:
    """A deck file of these cards, the first on top; letters of suits are written out, and T as 10."""
    return any_deck_text(Card(card.rank.replace("T", "10"), SUITS.get(card.suit, card.suit)) for card in cards)
