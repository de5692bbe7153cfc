"""War's deck files: two names, then a card a line, dealt to the two in turn; read generously, shown canonically.

Between the names and the cards a line may name the ranks, the lowest first: `ranks: 1 2 3 4 5`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from cardkit import CannotStart, Card, DeckFile, DeckFileError, Pile, counted, read_lines
from cardkit_war.rules import RANKS

SUITS = {"H": "H", "C": "C", "D": "D", "S": "S", "♥": "H", "♣": "C", "♦": "D", "♠": "S"}
WORDS = {"Hearts": "H", "Clubs": "C", "Diamonds": "D", "Spades": "S"}
"""The suits as deck files of other games have them."""
PLAYERS = ("first", "second")
RANKS_LINE = "ranks:"


def read_deck(path: Path) -> DeckFile:
    """The names and the cards of a file; the first card is dealt first.

    Raises DeckFileError where a name is missing or blank, a line holds anything but one card, or there are no cards.
    """
    lines = read_lines(path)
    names = tuple(_name(path, lines, number) for number in (1, 2))
    ranks = _ranks(path, lines[2]) if lines[2:] and lines[2].startswith(RANKS_LINE) else ()
    first = 3 if ranks else 2
    known = ranks or RANKS.split()
    numbered = enumerate(lines[first:], start=first + 1)
    cards = tuple(_card(path, number, line.strip(), known) for number, line in numbered if line.strip())
    if not cards:
        raise DeckFileError(path, None, None, "there are no cards after the two names")
    return DeckFile(cards=cards, names=names, ranks=ranks)


def options_of(deck: DeckFile) -> Mapping[str, Any]:
    """What the file decides beside the cards: their ranks, where it names them."""
    return {"ranks": " ".join(deck.ranks)} if deck.ranks else {}


def _name(path: Path, lines: list[str], number: int) -> str:
    name = lines[number - 1].strip() if len(lines) >= number else ""
    if not name:
        raise DeckFileError(path, number, None, f"the name of the {PLAYERS[number - 1]} player is missing")
    return name


def _ranks(path: Path, line: str) -> tuple[str, ...]:
    ranks = tuple(line.removeprefix(RANKS_LINE).upper().split())
    if not ranks or len(set(ranks)) < len(ranks) or not all(rank.isalnum() for rank in ranks):
        raise DeckFileError(path, 3, line, "the ranks are words of letters and digits, each once, such as 1 2 3 4 5")
    return ranks


def _card(path: Path, number: int, text: str, ranks: Sequence[str]) -> Card:
    rank, suit = _rank(text[:-1].upper(), ranks), SUITS.get(text[-1].upper() if text.isascii() else text[-1])
    if suit is None or rank not in ranks:
        told = "2 to 9, T or 10, J, Q, K, A" if ranks == RANKS.split() else " ".join(ranks)
        reason = f"a card is a rank ({told}) and a suit (H, C, D, S), such as 7C, one card a line"
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
    # Decks that name their suits, too, are those of other games.
    own = () if deck.suits else deck.ranks
    ranks = own or RANKS.split()
    lines = [*deck.names, *([f"{RANKS_LINE} {' '.join(own)}"] if own else [])]
    for card in deck.cards:
        rank, suit = _rank(card.rank, ranks), SUITS.get(WORDS.get(card.suit, card.suit))
        if rank not in ranks or suit is None:
            raise CannotStart("war", f"{card} is not a card of its deck files")
        lines.append(f"{rank}{suit}")
    return "".join(f"{line}\n" for line in lines)


def _rank(text: str, ranks: Sequence[str]) -> str:
    """A rank as War's deck files have it: T for 10, where the ranks have no 10."""
    return "T" if text == "10" and "10" not in ranks else text
