"""A climbing game: who leads lays down some cards of a rank, and the others lay as many of a higher rank, or pass."""

from __future__ import annotations

from itertools import groupby

from cardkit import Action, Card, Dealer, Game, Pile, Result, State

RANKS = "23456789TJQKA"


def height(card: Card) -> int:
    """How high a card is."""
    return RANKS.index(card.rank)


class Climb(Action):
    """Lay cards of one rank on those of a lower one."""

    cards: tuple[Card, ...]


class Decline(Action):
    """Lay nothing."""


class Ladder(State):
    """The table; `width` is how many cards are laid at a time, and so many in a row have declined."""

    hands: list[Pile]
    heap: Pile
    stock: Pile
    width: int = 0
    declined: int = 0


class Climbing(Game[Ladder, Climb | Decline]):
    """Who has laid all cards first wins; whom nobody beats leads with what they like."""

    name = "climbing"
    players = range(3, 6)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Ladder:
        dealer.shuffle(deck)
        table = Ladder(seats=seats, hands=Pile.hands(seats), heap=Pile.face_up(), stock=deck)
        for hand in table.hands:
            dealer.move(deck.cards[-10:], deck, hand)
        return table

    def legal(self, table: Ladder) -> list[Climb | Decline]:
        hand = sorted(table.hands[table.turn], key=lambda card: (height(card), card.suit))
        found: list[Climb | Decline] = []
        for high, same in groupby(hand, key=height):
            cards = tuple(same)
            widths = [table.width] if table.width else range(1, len(cards) + 1)
            if not table.width or high > height(table.heap.top):
                found += [Climb(cards[:width]) for width in widths if width <= len(cards)]
        return [*found, Decline()] if table.width else found

    def apply(self, table: Ladder, action: Climb | Decline, dealer: Dealer) -> None:
        match action:
            case Climb(cards):
                dealer.move(cards, table.hands[table.turn], table.heap)
                table.width, table.declined = len(cards), 0
            case Decline():
                table.declined += 1
        if table.declined == table.seats - 1:
            table.width = table.declined = 0
        table.pass_turn()

    def result(self, table: Ladder) -> Result | None:
        done = [seat for seat, hand in enumerate(table.hands) if not hand]
        return Result.win(done[0], seats=table.seats) if done else None
