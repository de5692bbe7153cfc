"""What a seat knows at a table where cards are shown, hidden, turned over, cut, passed, swapped and traded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from cardkit import Action, Card, Dealer, Game, Match, Pile, Place, Result, Seat, Seeded, State, deck
from cardkit.authors.secrecy import Onlookers


class Draw(Action):
    """Take the top card of the stock, which may be played at once."""


class PlayTop(Action):
    """Play the card that was drawn, if it fits."""


class Keep(Action):
    """Keep it."""


class Play(Action):
    """Play a card that fits."""

    card: Card


class Give(Action):
    """Give somebody a card unseen."""

    secret, public = True, ("to",)
    to: Seat
    card: Card


class ShowTo(Action):
    """Show somebody a card."""

    secret, public = True, ("to",)
    to: Seat
    card: Card


class Open(Action):
    """Lay the hand open."""


class Hide(Action):
    """Take it up again."""


class Turn(Action):
    """Turn the heap over, under the stock."""


class Cut(Action):
    """Cut the stock."""

    cards: int


class Peek(Action):
    """Look at the top card of the stock."""


class Look(Action):
    """Look at a card of the own row."""

    place: Place


class Swap(Action):
    """Put a card of the own row on the heap, and the top card of the stock in the row, unseen."""

    place: Place


class SwapIn(Action):
    """Take a card of the own row, and put one of the hand there unseen."""

    secret, public = True, ("place",)
    place: Place
    card: Card


class Bury(Action):
    """Put a card under the stock, or on it, unseen."""

    secret, public = True, ("under",)
    card: Card
    under: int


class Mix(Action):
    """Shuffle the heap into the stock."""


class Ask(Action):
    """Ask somebody for a rank that one has."""

    to: Seat
    rank: str


class Trade(Action):
    """Trade hands with somebody."""

    to: Seat


class Table(State):
    """The table."""

    stock: Pile
    heap: Pile
    aside: Pile
    hands: list[Pile]
    rows: list[Pile]
    has_drawn: bool = False
    steps: int = 0


class Strange(Game[Table, Action]):
    """Each turn one of these things is done, whichever it is."""

    name = "strange"
    players = range(2, 5)
    sees_partner: bool = False

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Table:
        hands = Pile.hands(seats)
        if self.sees_partner:
            hands = [Pile.seen_by_seats(seat, (seat + 2) % seats, owner=seat) for seat in range(seats)]
        rows = [Pile.face_down(owner=seat) for seat in range(seats)]
        table = Table(seats=seats, stock=deck, heap=Pile.face_up(), aside=Pile.face_down(), hands=hands, rows=rows)
        dealer.shuffle(deck)
        dealer.deal(deck, hands, 3)
        dealer.deal(deck, rows, 2)
        dealer.draw(deck, table.heap)
        return table

    def fits(self, table: Table, card: Card) -> bool:
        return not table.heap or card.suit == table.heap.top.suit or card.rank == table.heap.top.rank

    def legal(self, table: Table) -> Sequence[Action]:
        hand, places, others = table.hands[table.turn], range(2), table.others()
        if table.has_drawn:
            return [Keep(), *([PlayTop()] if self.fits(table, hand.top) else [])]
        held = list(dict.fromkeys(hand))
        found: list[Action] = [Open(), Hide(), *(Play(card) for card in held if self.fits(table, card))]
        for to in others:
            found += [Trade(to), *(kind(to, card) for kind in (Give, ShowTo) for card in held)]
            found += [Ask(to, rank) for rank in dict.fromkeys(card.rank for card in held)]
        found += [*map(Look, places), *(SwapIn(place, card) for place in places for card in held)]
        found += [Bury(card, under) for card in held for under in (0, 1)]
        if len(table.stock) > 2:
            found += [Draw(), Peek(), *map(Swap, places), Cut(1), Cut(2)]
        return [*found, Turn(), Mix()] if len(table.heap) > 3 else found

    def apply(self, table: Table, action: Action, dealer: Dealer) -> None:
        seat, stock, heap, aside = table.turn, table.stock, table.heap, table.aside
        hand, row = table.hands[seat], table.rows[seat]
        table.has_drawn = isinstance(action, Draw)
        table.steps += 1
        match action:
            case Draw():
                dealer.draw(stock, hand)
            case PlayTop():
                dealer.draw(hand, heap)
            case Play(card):
                dealer.move([card], hand, heap)
            case Give(to, card):
                dealer.move([card], hand, table.hands[to])
            case ShowTo(to, card):
                dealer.show([card], hand, [to])
            case Open() | Hide():
                dealer.lay_open(hand, None if isinstance(action, Open) else [seat])
            case Turn():
                dealer.sweep(stock, aside)
                dealer.draw(heap, stock, len(heap))
                dealer.sweep(aside, stock)
            case Cut(number):
                dealer.draw(stock, aside, number)
                dealer.sweep(aside, stock, under=True)
            case Peek():
                dealer.show([stock.top], stock, [seat])
            case Look(place):
                dealer.show([row.cards[place]], row, [seat])
            case Swap(place):
                dealer.take([place], row, aside)
                dealer.draw(stock, row)
                dealer.sweep(aside, heap)
            case SwapIn(place, card):
                dealer.take([place], row, hand)
                dealer.move([card], hand, row)
            case Bury(card, under):
                dealer.move([card], hand, stock, under=bool(under))
            case Mix():
                dealer.sweep(heap, stock, under=True)
                dealer.shuffle(stock)
            case Ask(to, rank):
                dealer.move(table.hands[to].of(rank=rank), table.hands[to], hand)
            case Trade(to):
                dealer.sweep(hand, aside)
                dealer.sweep(table.hands[to], hand)
                dealer.sweep(aside, table.hands[to])
        if not table.has_drawn:
            table.pass_turn()

    def result(self, table: Table) -> Result | None:
        return Result.draw(table.seats) if table.steps > 60 or not any(table.hands) else None


@pytest.mark.parametrize(("seats", "copies", "sees_partner"), [(2, 1, False), (3, 2, False), (4, 2, True)])
def test_the_truth_is_never_ruled_out_at_strange_tables(*, seats: int, copies: int, sees_partner: bool) -> None:
    steps = 0
    for seed in range(2):
        pack = deck("A2345", "CDHS") * copies
        match: Match[Any, Any] = Match(Strange(sees_partner=sees_partner), pack, seats=seats, rng=Seeded(seed))
        onlookers, chance = Onlookers(match, range(seats)), Seeded(seed).split("chance")
        while not match.is_over:
            assert [] == [*onlookers.denials()]
            for known in onlookers.known:
                assert known.worlds().deal(chance).view(known.seat) == match.view(known.seat)
            kinds = list(dict.fromkeys(map(type, match.legal)))
            kind = kinds[chance.below(len(kinds))]
            ways = [action for action in match.legal if type(action) is kind]
            onlookers.told(match.play(ways[chance.below(len(ways))]))
            steps += 1
    assert steps > 60
