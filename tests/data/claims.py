"""A game in which who claims a card more urgently takes it."""

from __future__ import annotations

from cardkit import Action, AnyOf, Card, Game, One, Pile, Result, State


class Discard(Action):
    """Lay a card open."""

    card: Card


class Pair(Action):
    """Take the open card to a pair."""


class Three(Action):
    """Take the open card to three of a kind."""


class Table(State):
    stock: Pile
    hands: list[Pile]
    heap: Pile
    claimed: list[Pile]
    is_open: bool = False
    seen: list[int]


class Claims(Game[Table, Discard | Pair | Three]):
    """Whoever has two of the rank takes it before whoever has one; else it is lost."""

    name = "claims"
    players = range(3, 5)

    def setup(self, deck, seats, dealer):
        claimed = [Pile.face_up(owner=seat) for seat in range(seats)]
        table = Table(seats=seats, stock=deck, hands=Pile.hands(seats), heap=Pile.face_up(), claimed=claimed, seen=[])
        dealer.shuffle(deck)
        dealer.deal(deck, table.hands, 7)
        return table

    def acting(self, table):
        if not table.is_open:
            return One(table.turn)
        return AnyOf(table.others(), urgency=lambda action, seat: [Pair, Three].index(type(action)))

    def legal(self, table, seat):
        hand = table.hands[seat]
        if not table.is_open:
            return [Discard(card) for card in dict.fromkeys(hand)]
        have = len(hand.of(rank=table.heap.top.rank))
        return [Pair()] * (have > 0) + [Three()] * (have > 1)

    def apply(self, table, action, dealer, seat):
        if isinstance(action, Discard):
            dealer.move([action.card], table.hands[seat], table.heap)
            table.is_open = True
            return
        same = table.hands[seat].of(rank=table.heap.top.rank)[: 1 + isinstance(action, Three)]
        dealer.move([table.heap.top], table.heap, table.claimed[seat])
        dealer.move(same, table.hands[seat], table.claimed[seat])
        self.all_passed(table, dealer)

    def all_passed(self, table, dealer):
        table.is_open = False
        table.pass_turn()
        if not table.hands[table.turn]:
            table.turn = max(table.everybody(), key=lambda seat: len(table.hands[seat]))

    def result(self, table):
        if any(table.hands) or table.is_open:
            return None
        return Result.most(tuple(float(len(pile)) for pile in table.claimed))
