"""War's table and what happens on it: decks, won cards, and the cards that were laid in a battle."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from cardkit import Action, Card, Event, Pile, Seat, State, inside, uncounted

MOST_PLAYERS = 10
EVERYBODY = [tuple(range(seats)) for seats in range(MOST_PLAYERS + 1)]
"""All seats at a table of so many."""
RANKS = "2 3 4 5 6 7 8 9 T J Q K A"
"""The ranks of the 52 cards, the lowest first."""
VALUES = {rank: value for value, rank in enumerate(RANKS.split(), start=2)}
"""What a rank is worth: 2 to 10 for its number, jack 11, queen 12, king 13, ace 14."""


def read_ranks(text: str) -> list[str]:
    """The ranks that a text names; raises ValueError where one can't be a rank, or comes twice."""
    ranks = text.split()
    for rank in ranks:
        Card(rank, "H")
    if not ranks or len(set(ranks)) < len(ranks):
        raise ValueError("the ranks are words, each once, such as 2 3 4")
    return ranks


@cache
def worth_of(ranks: str, *, low_wins: bool) -> dict[str, int]:
    """What the cards of each rank are worth, from 0; the highest wins."""
    words = ranks.split()
    return {rank: worth for worth, rank in enumerate(words[::-1] if low_wins else words)}


def value(card: Card) -> int:
    """What a card is worth, from 2 to 14.

    >>> value(Card("T", "C")), value(Card("A", "S"))
    (10, 14)
    """
    return VALUES[card.rank]


def beats(card: Card, other: Card) -> bool:
    """Whether a card is worth more than another."""
    return VALUES[card.rank] > VALUES[other.rank]


def ties(card: Card, other: Card) -> bool:
    """Whether two cards are worth the same."""
    return VALUES[card.rank] == VALUES[other.rank]


class Turn(Action):
    """All players turn over their top card, and fight it out."""


class WarBegun(Event):
    """The highest cards are equal; `level` is 1 for a war, 2 for a war on top of it, and so on."""

    level: int


class RanOut(Event):
    """These seats had no card left for the next step of a war."""

    seats: tuple[Seat, ...]


class Battlefield(State):
    """Each player's deck, pile of won cards, and cards on the table face up and face down, the first laid on top."""

    decks: list[Pile]
    won: list[Pile]
    up: list[Pile]
    down: list[Pile]
    pot: Pile
    at_war: bool = False
    """Whether the cards on the table are equal and wait for the next ones."""
    left: int = inside(default=0)
    """The rounds that may still begin, where they are limited."""
    wars: int = uncounted(default=0)
    deepest: int = uncounted(default=0)
    """How many wars lay on top of one another at most."""
    plays: int = uncounted(default=0)
    """How often the players laid a card each, face up or face down."""
    most_of_loser: int = uncounted(default=0)
    """The most cards that anybody but the winner had after a round, or in the beginning."""
    peaks: tuple[int, ...] = uncounted(default=(0,) * MOST_PLAYERS)
    """The most cards that each seat had."""

    def held(self, seat: Seat) -> int:
        """How many cards a seat has, in its deck and won."""
        return len(self.decks[seat].cards) + len(self.won[seat].cards)

    def still_in(self) -> tuple[Seat, ...]:
        """The seats that have cards yet, or some in the battle."""
        return tuple(seat for seat in EVERYBODY[self.seats] if self.held(seat) or self.up[seat].cards)

    def standing(self, *, for_good: bool) -> list[Seat]:
        """The seats in the battle yet, for good or until they have laid less than others; all, where none has begun."""
        laid = [len(up.cards) + len(down.cards) for up, down in zip(self.up, self.down, strict=True)]
        if not any(laid):
            laid = [len(deck.cards) for deck in self.decks]
            for_good = True
        return [seat for seat, cards in enumerate(laid) if cards and (for_good or cards == max(laid))]

    def take_note(self, seat: Seat) -> None:
        """Keep how many cards a seat has, where it never had as many."""
        held = len(self.decks[seat].cards) + len(self.won[seat].cards)
        if held > self.peaks[seat]:
            self.peaks = (*self.peaks[:seat], held, *self.peaks[seat + 1 :])
            self.most_of_loser = sorted(self.peaks)[-2]

    def steps(self, face_down: int) -> list[list[Pile | None]]:
        """The piles that cards were laid on in this battle, step by step, with None where a seat laid none."""
        shown, hidden = (max([len(pile.cards) for pile in piles]) for piles in (self.up, self.down))
        steps = [_laid(self.up, 0)]
        for level in range(1, shown + 1):
            steps += [_laid(self.down, k) for k in range((level - 1) * face_down, min(level * face_down, hidden))]
            if level < shown:
                steps.append(_laid(self.up, level))
        return steps


def _laid(piles: Sequence[Pile], place: int) -> list[Pile | None]:
    """The piles that have a card of that number, counted from 0."""
    return [pile if len(pile.cards) > place else None for pile in piles]


def in_order(steps: Sequence[Sequence[Pile | None]], pickup: str, winner: Seat) -> list[Pile]:
    """The piles that cards are put away from, a card each time; for a pot that is turned over or shuffled, as laid."""
    order = seats_in_order(len(steps[0]), pickup, winner)
    if pickup in ("winner-first", "loser-first", "seat"):
        found = [step[seat] for seat in order for step in steps]
    else:
        found = [step[seat] for step in steps for seat in order]
    return [pile for pile in found if pile is not None]


@cache
def seats_in_order(seats: int, pickup: str, winner: Seat) -> tuple[Seat, ...]:
    """Whose cards are put away one after the other."""
    first = winner if pickup in ("winner-first", "interleaved") else winner + 1 if pickup == "loser-first" else 0
    every = tuple(range(seats))
    return (*every[first:], *every[:first])
