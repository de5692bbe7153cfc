"""Piles that come and go while a game is played, in lists that are made anew."""

from __future__ import annotations

from cardkit import Action, Dealer, Game, Part, Pile, Place, Result, State
from cardkit.authors.testing import check_game


class Play(Action):
    """Play the card at a place of your hand."""

    place: Place


class Held(Part):
    """One card of a hand."""

    card: Pile


class Parlour(State):
    """Hands whose cards lie in parts of their own, and rows by name that come and go."""

    stock: Pile
    heap: Pile
    hands: list[list[Held]]
    rows: dict[str, Pile]
    last: Pile


class Moving(Game[Parlour, Play]):
    """Who plays a card draws another: into a part that takes the place of the old one, or that comes first; the parts
    change places, a row comes or goes, and the pile of the last card is another each time.
    """

    name = "moving"
    players = range(2, 3)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Parlour:
        hands = [[Held(card=Pile.hand(seat)) for _ in range(3)] for seat in range(seats)]
        table = Parlour(seats=seats, stock=deck, heap=Pile.face_up(), hands=hands, rows={}, last=Pile.face_up())
        dealer.shuffle(table.stock)
        dealer.deal(table.stock, [held.card for hand in hands for held in hand], 1)
        return table

    def legal(self, table: Parlour) -> list[Play]:
        return [Play(place) for place in range(len(table.hands[table.turn]))]

    def apply(self, table: Parlour, action: Play, dealer: Dealer) -> None:
        hand, seat = table.hands[table.turn], table.turn
        dealer.sweep(table.last, table.heap)
        table.last = Pile.face_up()
        dealer.sweep(hand.pop(action.place).card, table.last)
        if len(table.stock) > 20:
            place = 0 if action.place == 1 else action.place
            hand.insert(place, Held(card=Pile.hand(seat)))
            dealer.draw(table.stock, hand[place].card)
        hand.reverse()
        name = str(len(table.heap) % 3)
        if name in table.rows:
            dealer.sweep(table.rows.pop(name), table.heap)
        elif len(table.stock) > 5:
            table.rows[name] = Pile.face_up()
            dealer.draw(table.stock, table.rows[name])
        table.pass_turn()

    def result(self, table: Parlour) -> Result | None:
        return None if table.hands[table.turn] else Result.draw(table.seats)


def test_parts_piles_and_lists_of_them_come_and_go_anywhere() -> None:
    """Each promise is kept, cards-conserved, moves-are-told and knowledge-holds among them."""
    report = check_game(Moving(), games=3)
    assert report.longest > 12
