"""War's deck files: two names, then a card a line, dealt to the two in turn; read generously, shown canonically."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from cardkit import CannotStart, Card, DeckFile, DeckFileError, Pile, counted, read_lines
from cardkit_war.rules import VALUES

SUITS = {"H": "H", "C": "C", "D": "D", "S": "S", "♥": "H", "♣": "C", "♦": "D", "♠": "S"}
WORDS = {"Hearts": "H", "Clubs": "C", "Diamonds": "D", "Spades": "S"}
"""The suits as deck files of other games have them."""
PLAYERS = ("first", "second")


def read_deck(path: Path) -> DeckFile:
    """The names and the cards of a file; the first card is dealt first.

    Raises DeckFileError where a name is missing or blank, a line holds anything but one card, or there are no cards.
    """
    lines = read_lines(path)
    names = tuple(_name(path, lines, number) for number in (1, 2))
    cards = tuple(_card(path, number, line.strip()) for number, line in enumerate(lines[2:], start=3) if line.strip())
    if not cards:
        raise DeckFileError(path, None, None, "there are no cards after the two names")
    return DeckFile(cards=cards, names=names)


def _name(path: Path, lines: list[str], number: int) -> str:
    name = lines[number - 1].strip() if len(lines) >= number else ""
    if not name:
        raise DeckFileError(path, number, None, f"the name of the {PLAYERS[number - 1]} player is missing")
    return name


def _card(path: Path, number: int, text: str) -> Card:
    rank, suit = text[:-1].upper(), SUITS.get(text[-1].upper() if text.isascii() else text[-1])
    rank = "T" if rank == "10" else rank
    if suit is None or rank not in VALUES:
        reason = "a card is a rank (2 to 9, T or 10, J, Q, K, A) and a suit (H, C, D, S), such as 7C, one card a line"
        if text.split()[-1] in WORDS:
            reason = f"this card is written as decks of other games have it; in War's {reason}"
        raise DeckFileError(path, number, text, reason)
    return Card(rank, suit)


def described(deck: DeckFile) -> Iterable[str]:
    """The names, the number of cards, and both decks as they are dealt."""
    yield f"{' against '.join(deck.names)}, {counted(len(deck.cards), 'card')}"
    for seat, name in enumerate(deck.names):
        dealt = Pile(cards=list(reversed(deck.cards[seat::2])))
        yield f"{name}'s deck ({counted(len(dealt), 'card')}): {dealt}"


def deck_text(deck: DeckFile) -> str:
    """A deck file of these cards, the first dealt first, and two names; raises CannotStart where it can't be one."""
    if len(deck.names) != 2:
        raise CannotStart("war", f"a deck file has two names, not {len(deck.names)}")
    lines = list(deck.names)
    for card in deck.cards:
        rank, suit = "T" if card.rank == "10" else card.rank, SUITS.get(WORDS.get(card.suit, card.suit))
        if rank not in VALUES or suit is None:
            raise CannotStart("war", f"{card} is not a card of its deck files")
        lines.append(f"{rank}{suit}")
    return "".join(f"{line}\n" for line in lines)
