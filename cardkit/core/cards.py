"""Cards, the piles they lie in, and what a game needs of a deck.

The order and the worth of ranks belong to a game, not to a card. Who may see a card follows from the pile it lies in,
from nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Annotated, Any, NamedTuple, TypeVar
from weakref import WeakValueDictionary

from pydantic import GetCoreSchemaHandler, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass as validated
from pydantic_core import core_schema

from cardkit.core.errors import EmptyPile, InvalidCard
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


class Domain(StrEnum):
    """What a field of an action ranges over, so that every possible action can be listed."""

    SEAT = "seat"
    PLACE = "place"
    RANK = "rank"
    SUIT = "suit"


Seat = Annotated[int, Domain.SEAT]
"""The number of a place at the table, from 0."""
Place = Annotated[int, Domain.PLACE]
"""The place of a card in a pile, or of a pile in a row, from 0: names a card that the player can't see."""
Rank = Annotated[str, Domain.RANK]
"""The rank of some card of the deck."""
Suit = Annotated[str, Domain.SUIT]
"""The suit of some card of the deck."""


Value = TypeVar("Value")
BY_SEAT = "by seat"
"""What marks the type of a list with a value for each seat."""
BySeat = Annotated[list[Value], BY_SEAT]
"""A list with a value for each seat, in their order, which people are told by the names of the players."""


class Sight(StrEnum):
    """Who sees the faces of a pile's cards."""

    NOBODY = "nobody"
    OWNER = "owner"
    OTHERS = "others"
    """Everybody at the table but the owner."""
    SEATS = "seats"
    """The seats that are named as the pile's eyes, such as those of partners."""
    EVERYBODY = "everybody"


class Mark(NamedTuple):
    """What was told of a card where it lies: that it has this rank or this suit, or that it hasn't."""

    rank: str | None
    suit: str | None
    is_so: bool

    def fits(self, card: Card) -> bool:
        """Whether this may be told of a card."""
        return (card.suit == self.suit if self.rank is None else card.rank == self.rank) is self.is_so


Marks = tuple[Mark, ...]
"""All that was told of one card."""


def marked(marks: Marks) -> str:
    """What was told of a card, as it stands at its back; nothing where nothing was told.

    >>> marked((Mark("4", None, True), Mark(None, "R", False))), marked((Mark("4", None, True), Mark(None, "W", True)))
    ('4? not R', '4W')
    """
    rank = next((mark.rank for mark in marks if mark.is_so and mark.rank is not None), None)
    suit = next((mark.suit for mark in marks if mark.is_so and mark.suit is not None), None)
    known = f"{rank}?" if suit is None else f"?{suit}" if rank is None else Card(rank, suit).text
    so = [] if rank is suit is None else [known]
    others = [
        str(mark.rank or mark.suit)
        for mark in marks
        if not mark.is_so and (suit if mark.rank is None else rank) is None
    ]
    return " ".join([*so, *(["not"] if others else []), *others])


@validated(slots=True)
class Pile:
    """Cards in an order: the last one is the top, and in a hand the newest.

    Raises EmptyPile, never an IndexError, where a card is asked of a pile that has none.

    >>> pile = Pile.face_down([Card("4", "S"), Card("6", "D"), Card("K", "H")])
    >>> str(pile), str(pile.deal_from_top()), len(pile)
    ('[KH 6D 4S]', 'KH', 2)
    """

    cards: list[Card] = field(default_factory=list[Card])
    sight: Sight = Sight.NOBODY
    owner: Seat | None = None
    name: str = ""
    eyes: tuple[Seat, ...] = ()
    """The seats that see the cards where the sight is that of named seats."""
    marks: list[Marks] = field(default_factory=list[Marks])
    """What was told of each card while it lies here, from the bottom up; empty where nothing was told of any."""

    @classmethod
    def face_down(cls, cards: list[Card] | None = None, *, owner: Seat | None = None) -> Pile:
        """A pile whose cards nobody sees."""
        return cls._new(cards, Sight.NOBODY, owner)

    @classmethod
    def face_up(cls, cards: list[Card] | None = None, *, owner: Seat | None = None) -> Pile:
        """A pile whose cards everybody sees."""
        return cls._new(cards, Sight.EVERYBODY, owner)

    @classmethod
    def hand(cls, owner: Seat, cards: list[Card] | None = None) -> Pile:
        """A pile whose cards its owner alone sees."""
        return cls._new(cards, Sight.OWNER, owner)

    @classmethod
    def seen_by_others(cls, owner: Seat, cards: list[Card] | None = None) -> Pile:
        """A pile whose cards all seats see but its owner's."""
        return cls._new(cards, Sight.OTHERS, owner)

    @classmethod
    def seen_by_seats(cls, *eyes: Seat, cards: list[Card] | None = None, owner: Seat | None = None) -> Pile:
        """A pile whose cards these seats see, and nobody else."""
        pile = cls._new(cards, Sight.SEATS, owner)
        pile.eyes = eyes
        return pile

    @classmethod
    def hands(cls, seats: int) -> list[Pile]:
        """An empty hand for each seat."""
        return [cls.hand(seat) for seat in range(seats)]

    @property
    def known(self) -> tuple[Sight, tuple[Seat, ...], list[Marks]]:
        """Who sees the cards, and what was told of them."""
        return self.sight, self.eyes, self.marks

    @property
    def top(self) -> Card:
        """The card on top."""
        if not self.cards:
            raise EmptyPile(self.name)
        return self.cards[-1]

    def deal_from_top(self) -> Card:
        """The card that was on top, taken off the pile."""
        if not self.cards:
            raise EmptyPile(self.name)
        return self.cards.pop()

    def add_to_bottom(self, card: Card) -> None:
        """Put a card under all the others."""
        self.cards.insert(0, card)

    def of(self, *, rank: str | None = None, suit: str | None = None) -> list[Card]:
        """The cards of that rank, of that suit, or of both, in the order they lie."""
        cards = self.cards.copy() if suit is None else [card for card in self.cards if card.suit == suit]
        return cards if rank is None else [card for card in cards if card.rank == rank]

    def seen_by(self, seat: Seat | None) -> bool:
        """Whether this seat sees the faces; None is somebody who sees everything, and a seat below 0 sits nowhere."""
        if seat is None or self.sight is Sight.EVERYBODY:
            return True
        if self.sight is Sight.OWNER:
            return self.owner == seat
        if self.sight is Sight.OTHERS:
            return seat >= 0 and seat != self.owner
        return self.sight is Sight.SEATS and seat in self.eyes

    def watched_by(self, seats: int) -> tuple[Seat, ...]:
        """The seats that see the faces at a table of so many, in their order; the owner alone for a hand."""
        if self.sight is Sight.OWNER:
            return () if self.owner is None else (self.owner,)
        return () if self.sight is Sight.NOBODY else tuple(filter(self.seen_by, range(seats)))

    def copy(self) -> Pile:
        """The same pile once more, not validated again."""
        return _unchecked(self.cards.copy(), self.sight, self.owner, self.name, self.eyes, self.marks)

    def view(self, seat: Seat | None) -> Pile:
        """This pile as a seat sees it: the cards it may not see turned to BACK."""
        cards = self.cards.copy() if self.seen_by(seat) else [BACK] * len(self.cards)
        return _unchecked(cards, self.sight, self.owner, self.name, self.eyes, self.marks)

    @classmethod
    def _new(cls, cards: list[Card] | None, sight: Sight, owner: Seat | None) -> Pile:
        """A pile of these cards; nothing has to be validated where they are cards already, or there are none."""
        if not cards:
            return _unchecked([], sight, owner, "")
        if type(cards) is list and set(map(type, cards)) == _CARDS and (owner is None or type(owner) is int):
            return _unchecked(cards.copy(), sight, owner, "")
        return cls(cards=cards, sight=sight, owner=owner)

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __contains__(self, card: object) -> bool:
        return card in self.cards

    def __str__(self) -> str:
        return f"[{' '.join([card.text for card in reversed(self.cards)])}]"


_CARDS = {Card}
_NONE: list[Marks] = []
"""No marks, for all piles: those of a pile are set anew, and never changed in place."""


def _unchecked(
    cards: list[Card],
    sight: Sight,
    owner: Seat | None,
    name: str,
    eyes: tuple[Seat, ...] = (),
    marks: list[Marks] = _NONE,
) -> Pile:
    pile = object.__new__(Pile)
    pile.cards, pile.sight, pile.owner, pile.name, pile.eyes, pile.marks = cards, sight, owner, name, eyes, marks
    return pile
