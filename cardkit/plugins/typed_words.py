"""What people type for a card, a rank, a suit or a player: beginnings, symbols, other names, without capitals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple, TypeAlias, cast

from cardkit.core.cards import Card, Domain
from cardkit.plugins.sayings import RANKS, SUITS, rank_in_words

_SYMBOLS = str.maketrans(
    {"♠": "s", "♤": "s", "♥": "h", "♡": "h", "♦": "d", "♢": "d", "♣": "c", "♧": "c", ",": " "}
    | dict.fromkeys("\ufe0e\ufe0f\u200b\u200c\u200d\u2060\ufeff", "")
)
_SIGNS_OF_SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_SIGNS = "!?.;:\"'()[]"
"""What may stand at either end of a word and says nothing."""
IN_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBERS = {word: number for number, word in enumerate(IN_WORDS)} | {"zero": 0, "none": 0, "thirteen": 13}
_NAMES_OF_RANKS = frozenset(RANKS.values())
_Means: TypeAlias = Callable[[str, str], bool]
_PATIENCE = 20_000
"""How often a word and a value are compared for one line."""
MOST = 60
"""How many words are read of a line, and how many actions are made of a form that a line leaves open."""
_WORDS = 4096
"""Of so many typed words it is remembered what they can mean, so that a server doesn't remember all that was typed."""
_FILLERS = frozenset({"of", "the", "and", "&"})


def tokens_of(text: str) -> list[str]:
    """The words of a typed text in small letters, symbols of suits as their letters: `the 7 of ♠, 10h` is 7, s, 10h."""
    words = (word.strip(_SIGNS) for word in text.translate(_SYMBOLS).casefold().split())
    return [word for word in words if word and word not in _FILLERS]


@cache
def _spellings(rank: str) -> tuple[str, ...]:
    """The short spellings of a rank: ten is 10 as well as T."""
    own = rank.casefold()
    return {"t": ("t", "10"), "10": ("10", "t")}.get(own, (own,))


@lru_cache(_WORDS)
def is_rank(token: str, rank: str) -> bool:
    """Whether a word means a rank: `10`, `t`, `ten`, `tens`, `que`, or `7s` for sevens."""
    if token in _spellings(rank) or (token.endswith("s") and token[:-1] in _spellings(rank)):
        return True
    name = _name_of_rank(rank)
    return len(token) > 1 and (name.startswith(token) or token in (f"{name}s", f"{name}es"))


@lru_cache(_WORDS)
def is_suit(token: str, suit: str) -> bool:
    """Whether a word is the beginning of a suit's name."""
    own = suit.casefold()
    return SUITS.get(own, own).startswith(token)


@cache
def _name_of_rank(rank: str) -> str:
    return rank_in_words(rank).casefold()


@lru_cache(_WORDS)
def _is_rank_in_full(token: str, rank: str) -> bool:
    return token in (*_spellings(rank), _name_of_rank(rank))


def is_alike(token: str, card: Card, alike: Sequence[str]) -> bool:
    """Whether a word is what a card has in common with those that are alike: its rank, its suit."""
    return ("rank" in alike and is_rank(token, card.rank)) or ("suit" in alike and is_suit(token, card.suit))


@lru_cache(_WORDS)
def _is_suit_in_full(token: str, suit: str) -> bool:
    own = suit.casefold()
    name = SUITS.get(own, own)
    return token in (own, name, name.removesuffix("s")) or (name in _LETTERS and token == _LETTERS[name])


_LETTERS = {name: letter for letter, name in SUITS.items()}


def ways_to_type(card: Card) -> Sequence[str]:
    """A card in full as people type it.

    >>> ways_to_type(Card("Q", "S"))
    ('QS', 'qs', 'queen-of-spades', 's-q', 'Q♠', 'q s')
    """
    rank, suit = card.rank, _spellings_of_suit(card.suit)[0]
    sign = _SIGNS_OF_SUITS.get(suit, suit)
    in_words = f"{_name_of_rank(rank)}-of-{SUITS.get(suit, suit)}"
    ways = (card.text, f"{rank} {suit}", in_words, f"{suit}-{rank}", f"{rank}{sign}", f"{rank} {suit}")
    if len(suit) == 1:
        ways = (f"{rank}{suit.upper()}", f"{rank}{suit}".casefold(), *ways[2:])
    return tuple(way if place in (0, 4) else way.casefold() for place, way in enumerate(ways))


class Words(NamedTuple):
    """A typed line in words; each that names a card in full is one that means that card and nothing else."""

    joined: Sequence[str]
    """As an action with cards is read: `q s`, `clubs queen` and `cq` are cards too."""
    apart: Sequence[str]
    """As an action without cards is read: `bid 3 hearts` is of no card."""
    typed: Sequence[str]
    """As they were typed, whatever they name."""


class Speller:
    """Knows the cards of a deck and the names of the players, and what means which of them."""

    def __init__(self, deck: Iterable[Card], names: Sequence[str]) -> None:
        self.deck = sorted(set(deck), key=str)
        self._names = [tokens_of(name) for name in names]
        self._said = {word for name in self._names for word in name}
        self._patience, self._in_full = 0, False
        ranks = _with_all_that_are_usual([card.rank for card in self.deck], list(RANKS), _spellings)
        suits = _with_all_that_are_usual([card.suit for card in self.deck], list(SUITS), _spellings_of_suit)
        self._ranks, self._suits = ranks, suits
        self._named: dict[str, tuple[Card, ...]] = {}
        self._wholes: dict[str, str] = {}

    def words(self, text: str) -> Words:
        """The words of a typed line, among them one for each card that is named in full."""
        return self.words_of(tokens_of(text))

    def words_of(self, typed: Sequence[str]) -> Words:
        """The words of a typed line that is taken apart already."""
        joined, apart, place = list[str](), list[str](), 0
        while place < len(typed):
            word, used = self.first(typed[place : place + 2])
            joined.append(word)
            apart += [self._whole(typed[place]) or typed[place], *typed[place + 1 : place + used]]
            place += used
        return Words(joined, apart, typed)

    def first(self, typed: Sequence[str]) -> tuple[str, int]:
        """The first of some typed words, and how many it takes: a card may be named by two."""
        whole = typed[0] if self.cards_of(typed[0]) else self._whole(typed[0])
        pair = "" if whole else self._pair(typed[:2])
        return (pair, 2) if pair else (whole or typed[0], 1)

    def one_by_one(self, tokens: Iterable[str], alike: Sequence[str]) -> Iterator[str]:
        """The words once more, each that is nothing but ranks, or suits, taken apart: `888` is three eights."""
        for token in tokens:
            if not self.cards_of(token) and all(self.says_alone(letter, alike) for letter in token) and token != "10":
                yield from token
            else:
                yield token

    def counted(self, tokens: Sequence[str], alike: Sequence[str]) -> Iterator[str]:
        """The words once more, each as often as the number before it says: `two clubs and a heart`, but not `3 8`."""
        place = 0
        while place < len(tokens):
            number = 1 if tokens[place] in ("a", "an") else number_typed(tokens[place], None)
            after = [word for word in tokens[place + 1 : place + 2] if word.isalpha() and len(word) > 1]
            if number and number < MOST and after and self.says_alone(after[0], alike):
                yield from after * number
                place += 2
            else:
                yield tokens[place]
                place += 1

    def says_alone(self, token: str, alike: Sequence[str]) -> bool:
        """Whether a word is a rank or a suit of the deck, where the rank or the suit is what makes cards alike."""
        return any(is_alike(token, card, alike) for card in self.deck)

    def cards_of(self, token: str) -> Sequence[Card]:
        """The cards that a word names in full: one, but where two of the deck are called alike."""
        return self._named.get(token, ())

    def _whole(self, word: str) -> str:
        """The word for the card that one word names in full: `qs`, `queen-of-spades`, `s-q`, `cq`; empty for none."""
        if word not in self._wholes:
            self._wholes[word] = self._token_of(word)
        return self._wholes[word]

    def _token_of(self, word: str) -> str:
        if word in self._said:
            return ""
        if len(divided := tokens_of(word.replace("-", " ").replace("_", " "))) > 1:
            return self._pair(divided)
        parts = [(word[:place], word[place:]) for place in range(1, len(word))]
        ways = [(rank, suit) for rank, suit in parts if rank not in _NAMES_OF_RANKS or len(suit) > 1]
        found = [card for rank, suit in ways for card in self._cards(_is_rank_in_full, rank, is_suit, suit)]
        if not found:
            found = [
                card for suit, rank in parts for card in self._cards(_is_rank_in_full, rank, _is_suit_in_full, suit)
            ]
        return self._naming(found)

    def _pair(self, words: Sequence[str]) -> str:
        """The word for the card of which two words are the rank and the suit, in either order; empty for none."""
        if len(words) != 2:
            return ""
        one, other = words
        in_full = other in self._said
        found = self._cards(is_rank, one, _is_suit_in_full if in_full else is_suit, other)
        return self._naming(found or self._cards(_is_rank_in_full, other, _is_suit_in_full, one))

    def _cards(self, of_rank: _Means, rank: str, of_suit: _Means, suit: str) -> list[Card]:
        ranks = [own for own in self._ranks if of_rank(rank, own)]
        suits = [own for own in self._suits if ranks and of_suit(suit, own)]
        suits = [own for own in suits if _is_suit_in_full(suit, own)] or suits
        return [Card(own, its) for own in ranks for its in suits]

    def _naming(self, found: Sequence[Card]) -> str:
        """The word that means these cards alone; of several those that are of the deck."""
        own = [card for card in dict.fromkeys(found) if card in self.deck] or list(dict.fromkeys(found))
        if not own:
            return ""
        token = f"\0{' '.join(card.text for card in own)}\0"
        self._named[token] = tuple(own)
        return token

    def begin(self, *, in_full: bool = False) -> None:
        """Begin with a line: it is given up where there are too many ways to read it, as of ten ranks alone.

        Where it is read in full, no value is meant by the beginning of its words.
        """
        self._patience, self._in_full = _PATIENCE, in_full
        self._wholes.clear()

    def used(self, value: Any, tokens: Sequence[str], domain: Domain | None = None) -> Iterator[int]:
        """With how many of the first words a value can be meant; no word is needed for one that is no, or none."""
        self._patience -= 1
        if value is None or value is False:
            yield 0
        elif not tokens or self._patience < 0:
            return
        elif isinstance(value, Card):
            yield from self._used_by_card(value, tokens)
        elif domain is not None and isinstance(cast(object, value), tuple):
            yield from self._used_by_each(value, tokens, domain)
        elif isinstance(value, int):
            if number_typed(tokens[0], domain) == value:
                yield 1
            if domain is Domain.SEAT and value < len(self._names):
                yield from _used_by_words(self._names[value], tokens, in_full=self._in_full)
        elif domain is Domain.RANK:
            if is_rank(tokens[0], value):
                yield 1
        elif domain is Domain.SUIT:
            if (_is_suit_in_full if self._in_full else is_suit)(tokens[0], value):
                yield 1
        else:
            yield from _used_by_words(tokens_of(str(value)), tokens, in_full=self._in_full)

    def _used_by_card(self, card: Card, tokens: Sequence[str]) -> Iterator[int]:
        word, used = self.first(tokens)
        if card in self.cards_of(word) or is_rank(word, card.rank):
            yield used

    def _used_by_each(self, values: Sequence[Any], tokens: Sequence[str], domain: Domain) -> Iterator[int]:
        """With how many of the first words several values can be meant, in their order."""
        if not values:
            yield 0
            return
        for used in self.used(values[0], tokens, domain):
            yield from (used + more for more in self._used_by_each(values[1:], tokens[used:], domain))

    def divided(self, tokens: Sequence[str]) -> list[str]:
        """The words once more, a rank and a suit in the place of each card."""
        cards = {token: self.cards_of(token)[0] for token in tokens if self.cards_of(token)}
        both = [[cards[word].rank, cards[word].suit] if word in cards else [word] for word in tokens]
        return [word.casefold() for words in both for word in words]

    def rank_alone(self, token: str) -> str | None:
        """The rank of the deck that a word means, or None."""
        return next((card.rank for card in self.deck if is_rank(token, card.rank)), None)


def _with_all_that_are_usual(
    own: Iterable[str], usual: Iterable[str], spellings: Callable[[str], Iterable[str]]
) -> list[str]:
    """The ranks or the suits of a deck, and those of the usual deck where it has no others."""
    known = sorted(set(own))
    spelled = {spelling for one in known for spelling in spellings(one)}
    missing = [one for one in usual if spelled.isdisjoint(spellings(one))]
    if not spelled <= {spelling for one in usual for spelling in spellings(one)}:
        return known
    in_words = all(len(one) > 1 for one in known)
    for one in missing:
        if spelled.isdisjoint(spellings(one)):
            known.append(SUITS[one].capitalize() if in_words and one in SUITS else one.upper())
            spelled.update(spellings(one))
    return known


def _spellings_of_suit(suit: str) -> tuple[str, ...]:
    own = suit.casefold()
    name = SUITS.get(own, own)
    return (_LETTERS.get(name, own), name)


def _used_by_words(words: Sequence[str], tokens: Sequence[str], *, in_full: bool = False) -> Iterator[int]:
    """With how many of the first typed words these words are meant: each is the beginning of one, in their order."""
    if in_full:
        if words and list(words) == list(tokens[: len(words)]):
            yield len(words)
        return
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


def number_typed(token: str, domain: Domain | None) -> int | None:
    """The number that a word means; people count places from 1."""
    digits = token.isdecimal() and token.isascii()
    number = int(token[:18]) if digits else None if domain is Domain.SEAT else _NUMBERS.get(token)
    return None if number is None else number - (domain is Domain.PLACE)
