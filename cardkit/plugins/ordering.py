"""The order in which people see cards, and what the names of piles say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from cardkit.core.cards import Card
from cardkit.core.piles import Pile, Sight

Order = Callable[[Card], Any]

_SUITS = {
    spelling: place
    for place, names in enumerate(("c clubs ♣", "d diamonds ♦", "s spades ♠", "h hearts ♥"))
    for spelling in names.split()
}
_RANKS = {rank: place for place, rank in enumerate([*"23456789", "t", "10", "j", "q", "k", "a"])}


def usual_order(card: Card) -> Any:
    """The suits with their colours in turn, in each the ranks up to the ace; None for any other card."""
    suit, rank = _SUITS.get(card.suit.casefold()), _RANKS.get(card.rank.casefold())
    return None if suit is None or rank is None else (suit, rank)


def by_rank(card: Card) -> Any:
    """The ranks up to the ace, in each the suits; None for any other card."""
    usual = usual_order(card)
    return None if usual is None else usual[::-1]


ORDERS: Mapping[str, Order | None] = {"suit": None, "rank": by_rank}
"""The orders that a person can see a hand in: by suits as the game has it, or by ranks."""


def in_order(cards: Iterable[Card], order: Order | None) -> list[Card]:
    """Cards sorted as the game has it, else as people do; as they lie where the game says the same for all of them."""
    lying = list(cards)
    return [lying[place] for place in places_in_order(lying, order)]


def places_in_order(cards: Sequence[Card], order: Order | None) -> list[int]:
    """The places of cards in the order in which they are shown."""
    own = list(map(order, cards)) if order is not None else []
    keys = own if any(key is not None for key in own) else list(map(usual_order, cards))
    places = range(len(cards))
    return list(places) if None in keys else sorted(places, key=keys.__getitem__)


def in_usual_ranks(ranks: Sequence[str]) -> list[str]:
    """Ranks from the two up to the ace; others come last, as they are."""
    return sorted(ranks, key=lambda rank: _RANKS.get(rank.casefold(), len(_RANKS)))


def is_hand(pile: Pile) -> bool:
    """Whether a pile is a hand, which is shown in order: one that its owner sees alone, or that was laid open."""
    is_open = pile.sight is Sight.EVERYBODY and pile.owner is not None
    return pile.sight is Sight.OWNER or (is_open and not {"hand", "hands"}.isdisjoint(pile.name.split()))


def word_of(pile: str) -> str:
    """The first word of a pile's name: that of the field it is in."""
    return pile.split()[0]


def called(pile: str) -> str:
    """What a pile of a player is called, places from 1: `layout 4` for `layout 0 3`, `hand` for `boxes 0 hand`."""
    word, *rest = pile.split()
    own = [part for part in rest[1:] if not part.isdecimal()]
    named = own or ([word, *map(from_one, rest[1:])] if rest[1:] else [singular(word)])
    return " ".join(named).replace("_", " ")


_DONE = frozenset({"burnt", "drawn", "held", "kept", "laid", "out", "put", "shown", "spent", "taken", "won"})


def is_done(called: str) -> bool:
    """Whether a pile is called after what was done with its cards: `shown`, `claimed`, `left out`."""
    return called.split()[-1] in _DONE or called.endswith("ed")


def the(called: str) -> str:
    """A pile within a sentence.

    >>> the("stock"), the("left out"), the("up 4")
    ('the stock', 'the left out cards', 'up 4')
    """
    return called if called.split()[-1].isdecimal() else f"the {called}{' cards' * is_done(called)}"


def from_one(place: str) -> str:
    """A part of a pile's name, places as people count them."""
    return str(int(place) + 1) if place.isdecimal() else place


def singular(word: str) -> str:
    """One of what an English word in the plural says, as far as that follows from its ending.

    >>> singular("hands"), singular("boxes"), singular("won"), singular("melds"), singular("cross")
    ('hand', 'box', 'won', 'meld', 'cross')
    """
    if word.endswith(("xes", "shes", "ches")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word
