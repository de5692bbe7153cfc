"""A game in which a seat plays the cards of its partner, whose hand is laid open."""

from __future__ import annotations

from cardkit import Action, Card, Game, One, Pile, Result, State


class Play(Action):
    """Play a card."""

    card: Card


class Table(State):
    stock: Pile
    hands: list[Pile]
    trick: Pile
    taken: list[Pile]
    tricks: int = 0


class Whist(Game[Table, Play]):
    """Seat 0 plays against seats 1 and 3, and for seat 2, whose hand lies open after the first card."""

    name = "dummy-whist"
    players = range(4, 5)

    def teams(self, seats):
        return [(0, 2), (1, 3)]

    def setup(self, deck, seats, dealer):
        taken = [Pile.face_up(owner=seat) for seat in range(seats)]
        table = Table(seats=seats, stock=deck, hands=Pile.hands(seats), trick=Pile.face_up(), taken=taken)
        dealer.shuffle(deck)
        dealer.deal(deck, table.hands, 3)
        table.turn = 1
        return table

    def acting(self, table):
        return One(0, cards_of=2) if table.turn == 2 else One(table.turn)

    def legal(self, table):
        hand = table.hands[table.turn]
        led = table.trick.cards[0].suit if table.trick else None
        return [Play(card) for card in hand.of(suit=led) or hand.cards]

    def apply(self, table, action, dealer):
        first = len(table.hands[2]) == 3 and not table.trick
        dealer.move([action.card], table.hands[table.turn], table.trick)
        if first and table.hands[2].sight != "everybody":
            dealer.lay_open(table.hands[2])
        table.pass_turn()
        if len(table.trick) == 4:
            led = table.trick.of(suit=table.trick.cards[0].suit)
            best = max(led, key=lambda card: "23456789TJQKA".index(card.rank))
            table.turn = (table.turn + table.trick.cards.index(best)) % 4
            dealer.sweep(table.trick, table.taken[table.turn])
            table.tricks += table.turn % 2 == 0

    def result(self, table):
        won = (table.tricks, 3 - table.tricks)
        return None if any(table.hands) else Result.most_of(self.teams(4), won)
