"""What cards are called in words, for those who hear the table."""

from __future__ import annotations

from cardkit.core.cards import BACK, Card
from cardkit.plugins.person.spelling import RANKS, SUITS


def card_said(card: Card) -> str:
    """A card in words.

    >>> card_said(Card("7", "H")), card_said(Card("Q", "Spades")), card_said(Card("8", "Orange"))
    ('the 7 of hearts', 'the queen of spades', 'the 8 of Orange')
    """
    return "a hidden card" if card is BACK else f"the {rank_said(card.rank)} of {suit_said(card.suit)}"


def rank_said(rank: str) -> str:
    """A rank in words; a number stays one."""
    return rank if rank.isdecimal() else RANKS.get(rank.casefold(), rank)


def suit_said(suit: str) -> str:
    """A suit in words."""
    name = SUITS.get(suit.casefold(), suit)
    return name.casefold() if name.casefold() in SUITS.values() else name
