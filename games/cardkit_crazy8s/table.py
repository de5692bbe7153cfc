"""Crazy 8s' table: what players can do, what happens besides, the piles, and what is known of the game so far."""

from __future__ import annotations

from functools import cache

from cardkit import Action, Card, Event, Pile, Seat, State, Suit, uncounted


class Play(Action):
    """Put a card on the discards; with a wild one, name the suit that counts from now on."""

    card: Card
    suit: Suit | None = None


class Draw(Action):
    """Take a card from the draw pile."""


class Pass(Action):
    """End the turn after having drawn."""


class Flipped(Event):
    """The draw pile was empty, and the discards but the top one were made the new draw pile."""


class Stuck(Event):
    """A seat has to draw, and there is nothing to draw: the game is a draw."""

    seat: Seat


class Crazy8sTable(State):
    """The draw pile, the discards, the hands, and the suit that counts."""

    stock: Pile
    discards: Pile
    hands: list[Pile]
    suits: tuple[str, ...]
    suit: str
    drawn: int = 0
    stuck: bool = False
    flips: int = uncounted(default=0)
    cards_drawn: int = uncounted(default=0)
    plays: tuple[int, ...] = uncounted(default=())
    """How often each of the suits was played; the first discard doesn't count as played."""

    def most_played_suit(self) -> str:
        """The suit that was played most often, the one named first in the deck among several."""
        return self.suits[self.plays.index(max(self.plays))]


class Skipped(Event):
    """A special card takes the turn of a seat away."""

    seat: Seat


class Scored(Event):
    """A deal is over; a seat has these points for it, and so many in all."""

    seat: Seat
    points: int
    score: int


class NewDeal(Event):
    """All cards are taken up and dealt again."""


class HouseTable(Crazy8sTable):
    """A table at which cards may turn the direction, or several deals are played for points."""

    backwards: bool = False
    scores: tuple[int, ...] = ()
    """The points of each seat in all deals up to now."""

    def after(self, seat: Seat) -> Seat:
        """The seat whose turn comes after that of another."""
        return (seat + (-1 if self.backwards else 1)) % self.seats


Move = Play | Draw | Pass

DRAW, PASS = Draw(), Pass()
play = cache(Play)


@cache
def plays_of_wild(card: Card, suits: tuple[str, ...]) -> list[Play]:
    """The plays of a wild card, its own suit named first."""
    return [play(card, suit) for suit in dict.fromkeys((card.suit, *suits))]


def points_of(card: Card, wild: str) -> int:
    """What a card left in a hand is worth: 50 where it is wild, its number, 1 for an ace, 10 for any other."""
    if card.rank == wild:
        return 50
    return int(card.rank) if card.rank.isdecimal() else 1 if card.rank == "A" else 10
