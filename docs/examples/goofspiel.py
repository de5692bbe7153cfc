"""Goofspiel: everybody bids a card at once for the prizes that lie open. A whole game in one file."""

from collections.abc import Mapping
from math import inf

from cardkit import Action, All, CannotStart, Card, Dealer, Event, Game, Moved, Pile, Result, Seat, State, counted

RANKS = [*"A23456789TJQK"]
SUITS = "DCSH"
"""The suit of the prizes, and those of the seats."""


def worth(card: Card) -> int:
    """What a prize counts, and how high a bid is: the ace 1, the king 13."""
    return RANKS.index(card.rank) + 1


class Bid(Action):
    """Bid a card for the prizes that lie open."""

    card: Card


class Auction(State):
    """The suit that nobody has, the prizes to come and those on offer, and what each player bids with, bid and won."""

    aside: Pile
    stock: Pile
    prizes: Pile
    hands: list[Pile]
    spent: list[Pile]
    won: list[Pile]


class Goofspiel(Game[Auction, Bid]):
    """The diamonds are prizes, turned up one by one; each player has a suit of the same ranks to bid with. All bid at
    the same time, and the highest bid wins what is on offer; where two are highest, it stays there, and the next prize
    comes to it. A bid is spent. A prize is worth its rank, from the ace with 1 to the king with 13; what is still on
    offer after the last bid is nobody's. Most points win.

    Source: https://www.pagat.com/misc/gops.html. Our own: ties are shared.
    """

    name = "goofspiel"
    players = range(2, 4)

    def score_bounds(self, seats: int) -> tuple[float, float]:
        return 0, inf

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Auction:
        suits = SUITS[: seats + 1]
        ranks = [rank for rank in RANKS if Card(rank, "D") in deck] or RANKS
        lacking = [card for suit in suits for rank in ranks if (card := Card(rank, suit)) not in deck]
        if lacking:
            raise CannotStart(self.name, f"the suits {' '.join(suits)} need the same ranks; {lacking[0]} is missing")
        spent, won = ([Pile.face_up(owner=seat) for seat in range(seats)] for _ in range(2))
        stock, prizes, hands = Pile.face_down(), Pile.face_up(), Pile.hands(seats)
        auction = Auction(seats=seats, aside=deck, stock=stock, prizes=prizes, hands=hands, spent=spent, won=won)
        for suit, pile in zip(suits, [stock, *hands], strict=True):
            dealer.move([Card(rank, suit) for rank in ranks], deck, pile)
        dealer.shuffle(stock)
        dealer.draw(stock, prizes)
        return auction

    def acting(self, auction: Auction) -> All:
        return All(auction.everybody())

    def legal(self, auction: Auction, seat: Seat) -> list[Bid]:
        return [Bid(card) for card in auction.hands[seat]]

    def objection(self, auction: Auction, bid: Bid, seat: Seat) -> str | None:
        return None if bid.card in auction.hands[seat] else f"{bid.card} is not in your hand"

    def looks(self, pile: str) -> str | None:
        return "stack" if pile == "won" else None

    def notes(self, auction: Auction) -> Mapping[str, object]:
        points = {seat: sum(map(worth, won)) for seat, won in enumerate(auction.won)}
        return {"points": points if any(points.values()) else None}

    def says(self, auction: Auction, what: Action | Event) -> str | None:
        match what:
            case Bid():
                return "bid {card}"
            case Moved(cards, source="prizes"):
                return f"win {{cards}}: {counted(sum(map(worth, cards)), 'point')}"
            case Moved(target="prizes"):
                return "The next prize is {cards}"
            case _:
                return super().says(auction, what)

    def apply(self, auction: Auction, bid: Bid, dealer: Dealer, seat: Seat) -> None:
        dealer.move([bid.card], auction.hands[seat], auction.spent[seat])

    def apply_together(self, auction: Auction, bids: Mapping[Seat, Bid], dealer: Dealer) -> None:
        super().apply_together(auction, bids, dealer)
        best = max(worth(bid.card) for bid in bids.values())
        highest = [seat for seat, bid in bids.items() if worth(bid.card) == best]
        if len(highest) == 1:
            dealer.sweep(auction.prizes, auction.won[highest[0]])
        if auction.stock:
            dealer.draw(auction.stock, auction.prizes)
        auction.count += 1

    def result(self, auction: Auction) -> Result | None:
        return None if any(auction.hands) else Result.most(tuple(float(sum(map(worth, won))) for won in auction.won))
