"""War: the higher card takes the table, equal cards start a war. Suits never decide anything."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import ClassVar, Literal

from pydantic import Field

from cardkit import Action, CannotStart, Card, Dealer, Event, Game, Pile, Result, Seat, State, inside, uncounted

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
    players: ClassVar[Sequence[int]] = range(2, 3)
    counts: ClassVar[str] = "round"

    face_down: int = Field(default=1, ge=0, le=1_000_000, description="cards laid face down in each step of a war")
    pickup: Literal["winner-first", "loser-first", "table", "seat", "random"] = Field(
        default="winner-first",
        description="the order in which won cards are put away: the winner's and then the loser's, the other "
        "way round, as they came to the table, all of the first seat's and then the second's, or shuffled",
    )
    winnings: Literal["deck", "won-pile", "counted"] = Field(
        default="deck",
        description="where won cards go: under the deck; to a pile of won cards, which is shuffled and becomes the "
        "deck when that is empty; or to a pile that is only counted when all cards have been played once",
    )
    low_wins: bool = Field(default=False, description="whether the lower card wins, and not the higher one")
    most_rounds: int = Field(
        default=0, ge=0, description="rounds after which whoever has more cards wins; 0 where there is no limit"
    )
    war_is_a_turn: bool = Field(
        default=False, description="whether the cards that decide a war are a turn of their own"
    )
    shuffle: Literal["off", "swap", "pick"] = Field(
        default="off",
        description="how the deck is shuffled: not at all; by swapping each card, from the top down, with one at or "
        "below it; or by picking each next card from those that are left, which from the same numbers gives the same "
        "order, and draws one number more",
    )
    deal: Literal["under", "on-top"] = Field(
        default="under", description="whether dealt cards go under each other or on top"
    )
    open_decks: bool = Field(default=True, description="whether the decks lie face up, for everybody to see")

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Battlefield:
        strange = [card for card in deck.cards if card.rank not in VALUES]
        if strange:
            raise CannotStart(self.name, f"{strange[0]} has none of the ranks {' '.join(VALUES)}")
        pile = Pile.face_up if self.open_decks else Pile.face_down
        field = Battlefield(
            seats=seats,
            decks=[pile(owner=seat) for seat in range(seats)],
            won=[pile(owner=seat) for seat in range(seats)],
            up=[Pile.face_up(owner=seat) for seat in range(seats)],
            down=[pile(owner=seat) for seat in range(seats)],
            pot=Pile.face_down(),
            left=self.most_rounds,
        )
        if self.shuffle != "off":
            dealer.shuffle(deck, picking=self.shuffle == "pick")
        dealer.deal(deck, field.decks, under=self.deal == "under")
        return field

    def legal(self, field: Battlefield) -> Sequence[Turn]:
        return TURN

    def acting(self, field: Battlefield) -> Sequence[Seat]:
        return (0, 1)

    def apply(self, field: Battlefield, action: Turn, dealer: Dealer) -> None:
        field.count += 1
        if self.most_rounds:
            field.left -= 1
        while self.can_lay(field, dealer):
            first, second = self.lay(field, field.up, dealer)
            if VALUES[first.rank] != VALUES[second.rank]:
                field.at_war = False
                is_higher = VALUES[first.rank] > VALUES[second.rank]
                self.take(field, 0 if is_higher is not self.low_wins else 1, dealer)
                return
            field.wars += 1
            field.at_war = True
            field.deepest = max(field.deepest, len(field.up[0]))
            dealer.tell(WarBegun(len(field.up[0])))
            for _ in range(self.face_down):
                if not self.can_lay(field, dealer):
                    return
                self.lay(field, field.down, dealer)
            if self.war_is_a_turn:
                self.can_lay(field, dealer)
                return

    def can_lay(self, field: Battlefield, dealer: Dealer) -> bool:
        """Whether both players have a card for the next step; if one has none, the other takes the table."""
        first, second = field.decks
        if first.cards and second.cards:
            return True
        if self.winnings == "won-pile":
            for deck, won in zip(field.decks, field.won, strict=True):
                if not deck.cards and won.cards:
                    dealer.shuffle(won)
                    dealer.sweep(won, deck)
        out = tuple(seat for seat, deck in enumerate(field.decks) if not deck.cards)
        if out:
            dealer.tell(RanOut(out))
            if len(out) == 1 and self.winnings != "counted":
                self.take(field, 1 - out[0], dealer)
            field.at_war = False
        return not out

    def lay(self, field: Battlefield, piles: list[Pile], dealer: Dealer) -> tuple[Card, Card]:
        """Both players put their top card under these piles of theirs; the two cards."""
        decks = field.decks
        first = dealer.draw(decks[0], piles[0], under=True)
        second = dealer.draw(decks[1], piles[1], under=True)
        return first[0], second[0]

    def take(self, field: Battlefield, winner: Seat, dealer: Dealer) -> None:
        """The winner puts everything on the table away, in the order of the option."""
        steps = self.steps(field)
        target = field.decks[winner] if self.winnings == "deck" else field.won[winner]
        match self.pickup:
            case "winner-first":
                seats = (winner, 1 - winner)
            case "loser-first":
                seats = (1 - winner, winner)
            case "seat":
                seats = (0, 1)
            case "table":
                for pile in chain.from_iterable(steps):
                    dealer.draw(pile, target, under=True)
                return
            case "random":
                for pile in chain.from_iterable(steps):
                    dealer.draw(pile, field.pot)
                dealer.shuffle(field.pot)
                dealer.draw(field.pot, target, len(field.pot), under=True)
                return
        for seat in seats:
            for piles in steps:
                dealer.draw(piles[seat], target, under=True)

    def steps(self, field: Battlefield) -> list[list[Pile]]:
        """The piles that cards were laid on in this battle, in the order of laying."""
        shown, hidden = len(field.up[0].cards), len(field.down[0].cards)
        steps = [field.up]
        for level in range(1, shown + 1):
            steps += [field.down] * min(self.face_down, hidden - (level - 1) * self.face_down)
            if level < shown:
                steps.append(field.up)
        return steps

    def result(self, field: Battlefield) -> Result | None:
        first, second = field.decks
        if field.at_war:
            return None
        if self.most_rounds and not field.left:
            return self.by_cards(field)
        if first.cards and second.cards:
            return None
        if self.winnings == "counted":
            return Result.most((float(len(field.won[0])), float(len(field.won[1]))))
        left = [bool(deck.cards or won.cards) for deck, won in zip(field.decks, field.won, strict=True)]
        if all(left):
            return None
        if not any(left):
            return Result.draw(seats=2)
        return self.by_cards(field) if self.most_rounds else Result.win(left.index(True), seats=2)

    def by_cards(self, field: Battlefield) -> Result:
        """A game won by whoever has more cards, in the deck and won."""
        first, second = (len(deck) + len(won) for deck, won in zip(field.decks, field.won, strict=True))
        return Result.most((float(first), float(second)))
