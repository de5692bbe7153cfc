"""Shuffles as hands make them, which leave some of the order that was there: riffles and overhand shuffles."""

from __future__ import annotations

from collections.abc import Sequence

from cardkit.core.cards import Card
from cardkit.core.chance.generators import Rng

KINDS = ("riffle", "overhand")
MOST_TIMES = 1000


def read_shuffle(text: str) -> tuple[str, int]:
    """Which shuffle a text names, and how often it is made; raises ValueError, which says what would be right.

    >>> read_shuffle("riffle:7"), read_shuffle("overhand")
    (('riffle', 7), ('overhand', 1))
    """
    kind, colon, times = text.strip().partition(":")
    if kind not in KINDS or (colon and not (times.isascii() and times.isdecimal() and int(times) <= MOST_TIMES)):
        raise ValueError(f"say riffle or overhand, and how often, up to {MOST_TIMES}: riffle:7")
    return kind, int(times) if colon else 1


def shuffle_by_hand(cards: Sequence[Card], text: str, rng: Rng) -> list[Card]:
    """The cards after a shuffle that a text names, in the same direction as before."""
    kind, times = read_shuffle(text)
    found = list(cards)
    for _ in range(times):
        found = _riffled(found, rng) if kind == "riffle" else _overhand(found, rng)
    return found


def _riffled(cards: list[Card], rng: Rng) -> list[Card]:
    """Cut in two by as many heads as tosses for all cards give; the next card falls from a packet as likely as it is
    large (Gilbert, Shannon and Reeds).
    """
    cut = sum(rng.below(2) for _ in cards)
    one, other, found = cards[:cut], cards[cut:], list[Card]()
    while one or other:
        packet = one if rng.below(len(one) + len(other)) < len(one) else other
        found.append(packet.pop())
    return found[::-1]


def _overhand(cards: list[Card], rng: Rng) -> list[Card]:
    """Taken off in packets, each laid upon those before: between two cards it is cut one time in five (Pemantle)."""
    found, packet = list[Card](), list[Card]()
    for card in cards:
        packet.append(card)
        if rng.below(5) == 0:
            found[:0], packet = packet, []
    return [*packet, *found]
