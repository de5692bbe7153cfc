"""Figures of a deal, as the aces of a seat, and of a game, as its rounds; and what these have to be like."""

from __future__ import annotations

import operator
import re
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from cardkit.core.cards import Card
from cardkit.core.chance.streams import stream_number
from cardkit.core.errors import CannotStart
from cardkit.core.state import State
from cardkit.kernels import GENERATORS
from cardkit.plugins.setup import NotAskable, Setup, piles_at
from cardkit.simulation.orders import MOST, Orders
from cardkit.simulation.summary import ENDLESS, Rows

WORDS = {"aces": "A", "kings": "K", "queens": "Q", "jacks": "J"} | {
    word: str(rank)
    for rank, word in enumerate(("twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines"), start=2)
}
"""Ranks in the plural; tens have two notations."""
RELATIONS: dict[str, Callable[[float, float], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "!=": operator.ne,
    "=": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
}


class NotExact(CannotStart):
    """All deals of a game were to be counted, and more than the deal is left to chance, or they are too many."""


@dataclass(frozen=True)
class Figure:
    """How many cards of a kind lie in a place when the cards are dealt."""

    text: str
    kind: str
    place: str

    def refuse_strange(self, state: State) -> None:
        """Raises NotAskable where a table has no such place, or no such card."""
        piles_at(state, self.place, self.text)
        if not any(is_one_of(card, self.kind) for pile in state.piles() for card in pile):
            raise NotAskable(self.text, f"no card is one of the {self.kind}; say aces, hearts, 8s, QS, or cards")

    def of(self, state: State) -> int:
        """The figure of a deal."""
        return sum(is_one_of(card, self.kind) for pile in piles_at(state, self.place, self.text) for card in pile)


@dataclass(frozen=True)
class Count:
    """What a game counts until it ends: its rounds or turns, the score of a seat, or a figure of its state."""

    text: str
    place: int
    """Where it stands among the figures of an outcome; -1 for the length, and from -2 down for the scores of seats."""

    def of(self, rows: Rows) -> list[float | None]:
        """The number of each game; None where it didn't end."""
        if self.place < -1:
            scores = map(float, rows.scores_of(-2 - self.place))
            numbers: Sequence[float] = [int(score) if score.is_integer() else score for score in scores]
        else:
            numbers = rows["length" if self.place < 0 else rows.figures[self.place]].tolist()
        ends = rows["end"].tolist()
        if max(ends, default=0) < ENDLESS:
            return [*numbers]
        return [number if end < ENDLESS else None for number, end in zip(numbers, ends, strict=True)]


Asked = Figure | Count


def asked_of(text: str, counts: Mapping[str, int]) -> Asked:
    """The figure that a text asks for, as `aces of seat 0`, or one of those that a game counts; raises NotAskable."""
    words = " ".join(text.split())
    if words in counts:
        return Count(words, counts[words])
    kind, of, place = (part.strip() for part in words.partition(" of "))
    if not (kind and of and place):
        known = ", ".join(counts)
        said = "say which cards and where, as aces of seat 0, hearts of stock, cards of seat 1"
        raise NotAskable(text, f"{said}, or what the game counts: {known}")
    return Figure(text, kind, place)


@dataclass(frozen=True)
class Condition:
    """What a deal or a game has to be like: a figure, a relation and a number."""

    text: str
    figure: Asked
    relation: str
    number: float

    @classmethod
    def read(cls, text: str, counts: Mapping[str, int]) -> Condition:
        """The condition that a text is, as `aces of seat 0 >= 3` or `rounds > 500`; raises NotAskable."""
        found = re.fullmatch(r"(.+?)\s*(<=|>=|!=|=|<|>)\s*(-?\d{1,9}(?:\.\d{1,9})?)\s*", text)
        if found is None:
            raise NotAskable(text, "say a figure, one of = != < > <= >=, and a number, as aces of seat 0 = 4")
        return cls(text, asked_of(found[1], counts), found[2], float(found[3]))

    def holds(self, number: float | None) -> bool:
        """Whether the figure is like that; never where a game has none."""
        return number is not None and RELATIONS[self.relation](number, self.number)


def is_one_of(card: Card, kind: str) -> bool:
    """Whether a card is of a kind: a rank or a suit in the plural or in its notation, a card, or any of the cards."""
    word = kind.lower()
    ranks = ("T", "10") if word == "tens" else (WORDS.get(word, ""),)
    suits = (card.suit.lower(), f"{card.suit.lower()}s")
    is_suit = word in suits or (len(card.suit) == 1 and word == _SUITS.get(card.suit))
    return word == "cards" or is_suit or card.rank in ranks or kind in (card.rank, f"{card.rank}s", card.text)


_SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


class Dealing:
    """How the cards of a batch's games are dealt, where it hangs on their places alone what goes where."""

    def __init__(self, setup: Setup) -> None:
        """Raises CannotStart or ValueError where it isn't known how the cards of each game are shuffled."""
        self._setup, self._pile = setup, setup.pile
        deal = setup.given_deal
        if setup.every_deal or setup.shuffle or len(self._pile) > MOST or not deal.is_whole:
            raise ValueError("no shuffle, or one by hand, or of a part of the cards")
        given = array("q", deal.wishes())
        generator, stream = 0, stream_number("deck")
        if not given and not setup.is_shuffled:
            generator = GENERATORS.index(setup.rng)
            stream = 0 if generator else stream_number("deal")
        streams, master = array("Q", [stream, stream_number("given")]), (setup.seed or 0) % 2**64
        first: Any = setup.lying(0) if given or setup.is_shuffled else setup.match(0).outcomes[0]
        for picks in (0, 1):
            kind = array("q", [generator, picks])
            self.orders: Callable[[], Orders] = partial(Orders, len(self._pile), master, kind, streams, given)
            """What lays the cards, for each thread by itself."""
            if [self._pile[place] for place in self.orders().order(0)] == list(first):
                return
        raise ValueError("the rules shuffle in a way of their own")

    def count(self, figure: Figure, games: array[int]) -> list[int]:
        """The figure of the deal of each of these games."""
        places = array("q", sorted(self._setup.given_deal.places(figure.place, figure.text)))
        worth = array("q", [is_one_of(card, figure.kind) for card in self._pile])
        counts = array("q", bytes(8 * len(games)))
        if places:
            self.orders().count(games, worth, places, counts)
        return counts.tolist()

    def deals(self, first: int, games: int, numbers: Sequence[int]) -> array[int]:
        """The decks of so many games from this one on, each with its top card first, of cards with these numbers."""
        deals = array("q", bytes(8 * games * len(self._pile)))
        self.orders().deals(first, array("q", numbers), deals)
        return deals
