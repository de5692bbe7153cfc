"""Cards, the decks everybody knows, and what a game needs of a deck.

The order and the worth of ranks belong to a game, not to a card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any
from weakref import WeakValueDictionary

from pydantic import GetCoreSchemaHandler, TypeAdapter, ValidationError
from pydantic_core import core_schema

from cardkit.core.errors import InvalidCard
from cardkit.core.texts import Word, counted, lettered

_made: WeakValueDictionary[tuple[str, str], Card] = WeakValueDictionary()


class Card:
    """A rank and a suit, both text, that never change; equal cards are one and the same object.

    So cards compare and hash as fast as objects can, and two copies of a card in a deck can't be told apart.
    Raises InvalidCard, a ValueError, where the rank or the suit is not a word of letters and digits.

    >>> Card("8", "Hearts") is Card("8", "Hearts")
    True
    >>> str(Card("8", "Hearts")), str(Card("K", "H"))
    ('8 Hearts', 'KH')
    >>> Card("", "H")
    Traceback (most recent call last):
    cardkit.core.errors.InvalidCard: '' is not a card: a rank is made of letters and digits, at least one
    """

    __slots__ = ("__weakref__", "rank", "suit", "text")
    rank: str
    suit: str
    text: str
    """The notation."""

    def __new__(cls, rank: str, suit: str) -> Card:
        if type(rank) is str and type(suit) is str:
            made = _made.get((rank, suit))
            if made is not None and rank != "?":
                return made
        for part, word in (("rank", rank), ("suit", suit)):
            if not _is_word(word):
                raise InvalidCard(word, f"a {part} is made of letters and digits, at least one")
        return cls._make(rank, suit)

    @classmethod
    def _make(cls, rank: str, suit: str) -> Card:
        made = _made.get((rank, suit))
        if made is not None:
            return made
        card = super().__new__(cls)
        object.__setattr__(card, "rank", rank)
        object.__setattr__(card, "suit", suit)
        object.__setattr__(card, "text", f"{rank}{suit}" if len(suit) == 1 else f"{rank} {suit}")
        return _made.setdefault((rank, suit), card)

    @classmethod
    def read(cls, text: str) -> Card:
        """The card that `text` is the notation of: `KH`, `10H` or `8 Hearts`.

        >>> Card.read("10H").rank
        '10'
        """
        words = lettered(text).split()
        match words:
            case [word] if len(word) > 1:
                return cls(word[:-1], word[-1])
            case [rank, suit]:
                return cls(rank, suit)
            case _:
                raise InvalidCard(text, "a card is a rank and a suit, such as KH or 8 Hearts")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card never changes: {name} of {self} can't be set")

    def __delattr__(self, name: str) -> None:
        self.__setattr__(name, None)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card({self.rank!r}, {self.suit!r})"

    def __reduce__(self) -> tuple[Callable[[str, str], Card], tuple[str, str]]:
        return Card._make, (self.rank, self.suit)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        """Cards are written as their notation, and read from it."""
        text = core_schema.no_info_after_validator_function(cls.read, core_schema.str_schema())
        return core_schema.json_or_python_schema(
            json_schema=text,
            python_schema=core_schema.union_schema([core_schema.is_instance_schema(cls), text]),
            serialization=core_schema.to_string_ser_schema(),
        )


def _is_word(text: Any) -> bool:
    """Whether this is a `Word`; a pattern is made only for letters that few decks have."""
    if type(text) is str and text.isascii():
        return text.isalnum()
    try:
        _pattern().validate_python(text)
    except ValidationError:
        return False
    return True


@cache
def _pattern() -> TypeAdapter[str]:
    return TypeAdapter(Word)


BACK = Card._make("?", "?")  # pyright: ignore[reportPrivateUsage]
"""A card seen from behind: what a hidden card is in a view."""


def cards(text: str) -> list[Card]:
    """The cards of a text, in its order: split at commas where there are any, else at blanks.

    >>> cards("KS 10D"), cards("8 Hearts, 4 Spades")
    ([Card('K', 'S'), Card('10', 'D')], [Card('8', 'Hearts'), Card('4', 'Spades')])
    """
    return [Card.read(part) for part in (text.split(",") if "," in text else text.split())]


def deck(ranks: Iterable[str], suits: Iterable[str]) -> list[Card]:
    """Every rank of the first suit, then every rank of the next, in the order given."""
    every_rank = tuple(ranks)
    return [Card(rank, suit) for suit in suits for rank in every_rank]


def standard52() -> list[Card]:
    """The 52 cards from 2C to AS: clubs, diamonds, hearts, spades, each from 2 up to the ace."""
    return list(_standard52())


@cache
def _standard52() -> tuple[Card, ...]:
    return tuple(deck("23456789TJQKA", "CDHS"))


@dataclass(frozen=True, kw_only=True)
class Needs:
    """What a deck has to have: cards of these ranks and suits alone, and at least so many, perhaps all different.

    >>> Needs(ranks="A23", least=4).lack([Card("A", "S"), Card("2", "S")])
    'it takes 4 cards or more, of the ranks A 2 3; the deck has 2'
    """

    ranks: Iterable[str] = ()
    """All ranks will do where there are none."""
    suits: Iterable[str] = ()
    """All suits will do where there are none."""
    least: int = 0
    different: bool = False
    """Whether no card may be there twice."""

    def lack(self, deck: Iterable[Card]) -> str | None:
        """What is needed, and what is wrong with a deck; None where it does."""
        cards, ranks, suits = list(deck), dict.fromkeys(self.ranks), dict.fromkeys(self.suits)
        strange = [card for card in cards if (ranks and card.rank not in ranks) or (suits and card.suit not in suits)]
        number = len(set(cards)) if self.different else len(cards)
        if not strange and number >= self.least and not (self.different and number < len(cards)):
            return None
        kinds = [f"the ranks {' '.join(ranks)}"] * bool(ranks) + [f"the suits {' '.join(suits)}"] * bool(suits)
        what = "different card" if self.different else "card"
        many = counted(self.least, what) if self.least else f"{what}s"
        more = " or more" if self.least and not self.different else ""
        of = f"{',' if self.least else ''} of {' and '.join(kinds)}" if kinds else ""
        return f"it takes {many}{more}{of}; " + (f"{strange[0]} does not do" if strange else f"the deck has {number}")
