"""What people type for a card, a rank, a suit or a player: beginnings, symbols, other names, without capitals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from cardkit.core.cards import Card
from cardkit.core.piles import Domain

_SYMBOLS = str.maketrans(
    {"♠": "s", "♤": "s", "♥": "h", "♡": "h", "♦": "d", "♢": "d", "♣": "c", "♧": "c", "\ufe0f": "", ",": " "}
)
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
RANKS = dict(
    zip(
        ["a", "2", "3", "4", "5", "6", "7", "8", "9", "t", "10", "j", "q", "k"],
        ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "ten", "jack", "queen", "king"],
        strict=True,
    )
)
_PATIENCE = 20_000
"""How often a word and a value are compared for one line."""
_FILLERS = frozenset({"of", "the", "and", "&"})


def tokens_of(text: str) -> list[str]:
    """The words of a typed text in small letters, symbols of suits as their letters: `the 7 of ♠, 10h` is 7, s, 10h."""
    return [word for word in text.translate(_SYMBOLS).casefold().split() if word not in _FILLERS]


@cache
def _spellings(rank: str) -> tuple[str, ...]:
    """The short spellings of a rank: ten is 10 as well as T."""
    own = rank.casefold()
    return {"t": ("t", "10"), "10": ("10", "t")}.get(own, (own,))


@cache
def is_rank(token: str, rank: str) -> bool:
    """Whether a word means a rank: `10`, `t`, `ten`, `tens`, `que`, or `7s` for sevens."""
    if token in _spellings(rank) or (token.endswith("s") and token[:-1] in _spellings(rank)):
        return True
    name = RANKS.get(rank.casefold(), rank.casefold())
    return len(token) > 1 and (name.startswith(token) or token == f"{name}s")


@cache
def is_suit(token: str, suit: str) -> bool:
    """Whether a word is the beginning of a suit's name."""
    own = suit.casefold()
    return SUITS.get(own, own).startswith(token)


@cache
def _is_card(token: str, card: Card) -> bool:
    """Whether one word means a card: `7h`, `10hearts`."""
    return any(
        len(token) > len(rank) and token.startswith(rank) and is_suit(token[len(rank) :], card.suit)
        for rank in _spellings(card.rank)
    )


class Speller:
    """Knows the cards of a deck and the names of the players, and what means which of them."""

    def __init__(self, deck: Iterable[Card], names: Sequence[str]) -> None:
        self.deck = sorted(set(deck), key=str)
        self._suits = sorted({card.suit for card in self.deck})
        self._names = [tokens_of(name) for name in names]
        self._patience = 0

    def begin(self) -> None:
        """Begin with a line: it is given up where there are too many ways to read it, as of ten ranks alone."""
        self._patience = _PATIENCE

    def used(self, value: Any, tokens: Sequence[str], mark: object = None) -> Iterator[int]:
        """With how many of the first words a value can be meant; no word is needed for one that is no, or none."""
        self._patience -= 1
        if value is None or value is False:
            yield 0
        elif not tokens or self._patience < 0:
            return
        elif isinstance(value, Card):
            yield from self._used_by_card(value, tokens)
        elif isinstance(value, int):
            if tokens[0].isdecimal() and tokens[0].isascii() and int(tokens[0][:18]) == value:
                yield 1
            if mark is Domain.SEAT and value < len(self._names):
                yield from _used_by_words(self._names[value], tokens)
        elif mark is Domain.RANK:
            if is_rank(tokens[0], value):
                yield 1
        elif mark is Domain.SUIT:
            if is_suit(tokens[0], value):
                yield 1
        else:
            yield from _used_by_words(tokens_of(str(value)), tokens)

    def _used_by_card(self, card: Card, tokens: Sequence[str]) -> Iterator[int]:
        first, *after = tokens
        if _is_card(first, card):
            yield 1
        elif is_rank(first, card.rank):
            if not after or not any(is_suit(after[0], suit) for suit in self._suits):
                yield 1
            elif is_suit(after[0], card.suit):
                yield 2

    def mentioned(self, tokens: Sequence[str]) -> list[Card]:
        """The cards of the deck of which both the rank and the suit are typed, in their order."""
        found: list[Card] = []
        place = 0
        while place < len(tokens):
            left = tokens[place:]
            whole = [
                (used, card)
                for card in self.deck
                for used in self.used(card, left)
                if used == 2 or _is_card(left[0], card)
            ]
            found += [card for _, card in whole]
            place += whole[0][0] if whole else 1
        return found

    def rank_alone(self, token: str) -> str | None:
        """The rank of the deck that a word means, or None."""
        return next((card.rank for card in self.deck if is_rank(token, card.rank)), None)


def _used_by_words(words: Sequence[str], tokens: Sequence[str]) -> Iterator[int]:
    """With how many of the first typed words these words are meant: each is the beginning of one, in their order."""
    for used in range(1, min(len(words), len(tokens)) + 1):
        if not words[used - 1].startswith(tokens[used - 1]):
            return
        yield used


def used_by_verb(word: str, tokens: Sequence[str]) -> Iterator[int]:
    """With how many of the first typed words an action's own word is meant; it may be left out."""
    yield 0
    if tokens and word.casefold().startswith(tokens[0]):
        yield 1
    words = tokens_of(word.replace("-", " "))
    yield from (used for used in _used_by_words(words, tokens) if used > 1)
