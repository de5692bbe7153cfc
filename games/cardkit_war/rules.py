"""War: the higher card takes the table, equal cards start a war. Suits never decide anything."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import ClassVar, Literal

from pydantic import Field

from cardkit import Action, CannotStart, Card, Dealer, Event, Game, Pile, Result, Seat, State, uncounted

VALUES = {rank: value for value, rank in enumerate("23456789TJQKA", start=2)}
"""What a rank is worth: 2 to 10 for its number, jack 11, queen 12, king 13, ace 14."""


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
    """Both players turn over their top card, and fight it out."""


class WarBegun(Event):
    """The cards are equal; `level` is 1 for a war, 2 for a war on top of it, and so on."""

    level: int


class RanOut(Event):
    """These seats had no card left for the next step of a war."""

    seats: tuple[Seat, ...]


class Battlefield(State):
    """Two decks, what each player has on the table face up and face down, and a pot to shuffle won cards in."""

    decks: list[Pile]
    up: list[Pile]
    down: list[Pile]
    pot: Pile
    wars: int = uncounted(default=0)


TURN = (Turn(),)


class War(Game[Battlefield, Turn]):
    """Two players turn over the top cards of their decks. The higher card takes both, and they go to the
    bottom of the winner's deck. Ranks go from 2, the lowest, to the ace; suits don't count.

    Equal cards start a war: each player lays cards face down, then one face up, and these two decide; if
    they are equal too, there is a war on top of it. Who has no card left for the next step of a war has lost;
    if both have none, the game is a draw. Playing the very last card is not running out.

    Who has all the cards has won. A game whose decks come back to an earlier order never ends, and is stopped.
    """

    name: ClassVar[str] = "war"
    players: ClassVar[range] = range(2, 3)
    counts: ClassVar[str] = "round"

    face_down: int = Field(default=1, ge=0, le=1_000_000, description="cards laid face down in each step of a war")
    pickup: Literal["winner-first", "loser-first", "table", "seat", "random"] = Field(
        default="winner-first",
        description="the order in which won cards go under the deck: the winner's and then the loser's, the other "
        "way round, as they came to the table, all of the first seat's and then the second's, or shuffled",
    )
    open_decks: bool = Field(default=True, description="whether the decks lie face up, for everybody to see")

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Battlefield:
        strange = [card for card in deck if card.rank not in VALUES]
        if strange:
            raise CannotStart(self.name, f"{strange[0]} has none of the ranks {' '.join(VALUES)}")
        pile = Pile.face_up if self.open_decks else Pile.face_down
        field = Battlefield(
            seats=seats,
            decks=[pile(owner=seat) for seat in range(seats)],
            up=[Pile.face_up(owner=seat) for seat in range(seats)],
            down=[pile(owner=seat) for seat in range(seats)],
            pot=Pile.face_down(),
        )
        dealer.deal(deck, field.decks, under=True)
        return field

    def legal(self, field: Battlefield) -> Sequence[Turn]:
        return TURN

    def acting(self, field: Battlefield) -> Sequence[Seat]:
        return (0, 1)

    def apply(self, field: Battlefield, action: Turn, dealer: Dealer) -> None:
        field.count += 1
        steps = [field.up]
        level = 0
        first, second = self.lay(field, field.up, dealer)
        while VALUES[first.rank] == VALUES[second.rank]:
            level += 1
            field.wars += 1
            dealer.tell(WarBegun(level))
            for piles in (*[field.down] * self.face_down, field.up):
                if not (field.decks[0].cards and field.decks[1].cards):
                    self.run_out(field, steps, dealer)
                    return
                first, second = self.lay(field, piles, dealer)
                steps.append(piles)
        self.take(field, 0 if VALUES[first.rank] > VALUES[second.rank] else 1, steps, dealer)

    def lay(self, field: Battlefield, piles: list[Pile], dealer: Dealer) -> tuple[Card, Card]:
        """Both players put their top card on these piles of theirs; the two cards."""
        decks = field.decks
        first = dealer.draw(decks[0], piles[0], under=True)
        second = dealer.draw(decks[1], piles[1], under=True)
        return first[0], second[0]

    def run_out(self, field: Battlefield, steps: list[list[Pile]], dealer: Dealer) -> None:
        """Whoever has no card left has lost the table to the other; if both have none, the cards stay there."""
        out = tuple(seat for seat, deck in enumerate(field.decks) if not deck.cards)
        dealer.tell(RanOut(out))
        if len(out) == 1:
            self.take(field, 1 - out[0], steps, dealer)

    def take(self, field: Battlefield, winner: Seat, steps: list[list[Pile]], dealer: Dealer) -> None:
        """The winner puts everything on the table under his deck: what was laid in these steps, in their order."""
        deck = field.decks[winner]
        match self.pickup:
            case "winner-first":
                seats = (winner, 1 - winner)
            case "loser-first":
                seats = (1 - winner, winner)
            case "table":
                for pile in chain.from_iterable(steps):
                    dealer.draw(pile, deck, under=True)
                return
            case "seat":
                seats = (0, 1)
            case "random":
                for pile in chain.from_iterable(steps):
                    dealer.draw(pile, field.pot)
                dealer.shuffle(field.pot)
                dealer.draw(field.pot, deck, len(field.pot), under=True)
                return
        for seat in seats:
            for piles in steps:
                dealer.draw(piles[seat], deck, under=True)

    def result(self, field: Battlefield) -> Result | None:
        first, second = field.decks
        if first.cards and second.cards:
            return None
        if not first.cards and not second.cards:
            return Result.draw(seats=2)
        return Result.win(0 if first.cards else 1, seats=2)
