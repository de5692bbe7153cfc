"""A game in which one plays alone against the others."""

from __future__ import annotations

from cardkit import Action, Card, Game, Pile, Result, Seat, State


class Bid(Action):
    """Play alone against the others."""


class Pass(Action):
    """Let another one play alone."""


class Play(Action):
    """Play a card."""

    card: Card


class Table(State):
    stock: Pile
    hands: list[Pile]
    trick: Pile
    landlord: Seat | None = None
    trump: str | None = None
    won: Seat | None = None


class Alone(Game[Table, Bid | Pass | Play]):
    """One plays alone, with the suit of the first card as trumps; the highest card of the only trick wins."""

    name = "alone"
    players = range(3, 4)

    def sides(self, table):
        if table.landlord is None:
            return self.teams(table.seats)
        return [[table.landlord], [seat for seat in range(table.seats) if seat != table.landlord]]

    def roles(self, table):
        return {"landlord": [] if table.landlord is None else [table.landlord]}

    def order(self, card, table):
        return card.suit == table.trump, card.suit, "23456789TJQKA".index(card.rank)

    def setup(self, deck, seats, dealer):
        table = Table(seats=seats, stock=deck, hands=Pile.hands(seats), trick=Pile.face_up())
        dealer.shuffle(deck)
        dealer.deal(deck, table.hands, 4)
        return table

    def legal(self, table):
        if table.landlord is None:
            return [Bid()] if table.turn == table.seats - 1 else [Bid(), Pass()]
        return [Play(card) for card in table.hands[table.turn]]

    def apply(self, table, action, dealer):
        if isinstance(action, Bid):
            table.landlord = table.turn
        elif isinstance(action, Play):
            dealer.move([action.card], table.hands[table.turn], table.trick)
            table.trump = table.trump or action.card.suit
            if len(table.trick) == table.seats:
                best = max(table.trick, key=lambda card: self.order(card, table))
                table.won = (table.turn + 1 + table.trick.cards.index(best)) % table.seats
        table.pass_turn()

    def result(self, table):
        if table.won is None:
            return None
        points = [float(table.won in side) for side in self.sides(table)]
        return Result.most_of(self.sides(table), points)
