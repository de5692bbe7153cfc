"""An auction with many bids: search stops where it is worth it; one whose playouts learn nothing bids all it can."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

import pytest
from following import seated

from cardkit import Action, Dealer, Game, Match, Pile, Result, Seat, Seeded, State, Table, standard52
from cardkit.bots.search import Budget, SearchPlayer
from cardkit.plugins.registry import load_game

Cards = Literal[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
Suit = Literal["C", "D", "H", "S"]


class Bid(Action):
    """Say how many cards of a suit the side has."""

    cards: Cards
    suit: Suit


class Stop(Action):
    """Say nothing more."""


BIDS = [Bid(cards, suit) for cards in get_args(Cards) for suit in get_args(Suit)]


class Sale(State):
    """What was bid last, by whom, and how many have passed since."""

    stock: Pile
    hands: list[Pile]
    highest: int = -1
    bidder: Seat = 0
    passed: int = 0


class Auction(Game[Sale, Bid | Stop]):
    """Whoever bids last gets what was bid, or pays five for each card that the side lacks."""

    name = "auction"
    players = range(4, 5)
    better = "most"

    def teams(self, seats: int) -> Sequence[Sequence[Seat]]:
        return [(0, 2), (1, 3)]

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Sale:
        sale = Sale(seats=seats, stock=deck, hands=Pile.hands(seats))
        dealer.shuffle(sale.stock)
        dealer.deal(sale.stock, sale.hands, each=5)
        return sale

    def legal(self, sale: Sale) -> Sequence[Bid | Stop]:
        return [Stop(), *BIDS[sale.highest + 1 :]]

    def apply(self, sale: Sale, action: Bid | Stop, dealer: Dealer) -> None:
        sale.passed += 1
        if isinstance(action, Bid):
            sale.highest, sale.bidder, sale.passed = BIDS.index(action), sale.turn, 0
        sale.pass_turn()

    def result(self, sale: Sale) -> Result | None:
        if sale.passed < 3 + (sale.highest < 0):
            return None
        won = self.worth(sale) if sale.highest >= 0 else 0
        return Result.most(tuple(won if seat % 2 == sale.bidder % 2 else -won for seat in range(4)))

    def worth(self, sale: Sale) -> int:
        """What the last bid brings those who made it."""
        bid, hands = BIDS[sale.highest], [sale.hands[seat] for seat in (sale.bidder, (sale.bidder + 2) % 4)]
        lacking = bid.cards - sum(card.suit == bid.suit for hand in hands for card in hand)
        return -5 * lacking if lacking > 0 else bid.cards


def sold(deal: int) -> Sale:
    """How a deal ended in which all four search."""
    match = Match(Auction(), standard52(), seats=4, rng=Seeded(deal))
    Table(match, [SearchPlayer(Seeded(deal), Budget(iterations=100)) for _ in range(4)]).run()
    return match.state


def test_four_who_search_stop_bidding_where_it_is_worth_it() -> None:
    ends = [sold(deal) for deal in range(8)]
    assert sum(sale.highest < 0 or BIDS[sale.highest].cards <= 5 for sale in ends) >= 6


@pytest.mark.parametrize("seed", [5, 6, 7])
def test_a_bid_is_expected_to_come_to_what_bids_come_to_whose_others_bid_with_sense(seed: int) -> None:
    """Where a partner bids anything, up to all tricks, every bid loses, and to bid least looks best."""
    game = load_game("spades").game()
    match = Match(game, standard52(), seats=4, rng=Seeded(seed).split("deal"))
    bot = seated(match, budget=Budget(iterations=200))
    bot.choose(match.view(match.turn), match.legal)
    assert bot.outlooks[0].mean > 20
    assert 0 < bot.outlooks[0].action.tricks < 6
    assert "afterwards all are taken to bid what comes out well, and to play at random" == bot.assumed
