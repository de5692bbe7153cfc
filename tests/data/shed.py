"""A game in which cards that are alike but in suit make one action."""

from __future__ import annotations

from cardkit import Action, Card, Game, Pile, Result, State


class Play(Action):
    """Lay cards."""

    alike = ("rank",)
    cards: tuple[Card, ...]


class Show(Action):
    """Lay one card."""

    alike = ("rank",)
    card: Card


class Table(State):
    stock: Pile
    hands: list[Pile]
    heap: Pile


class Shed(Game[Table, Play | Show]):
    """Three of a kind with one more, three of a kind, or any card are laid."""

    name = "shed"
    players = range(2, 4)

    def setup(self, deck, seats, dealer):
        table = Table(seats=seats, stock=deck, hands=Pile.hands(seats), heap=Pile.face_up())
        dealer.shuffle(deck)
        dealer.deal(deck, table.hands, 8)
        return table

    def legal(self, table):
        hand = table.hands[table.turn]
        ranks = {card.rank: len(hand.of(rank=card.rank)) for card in hand}
        threes = [rank for rank, times in ranks.items() if times > 2]
        return [
            *(Show(card) for card in hand),
            *(Play.of_ranks(hand, rank * 3) for rank in threes),
            *(Play.of_ranks(hand, rank * 3 + more) for rank in threes for more in ranks if more != rank),
            *(Play.of_ranks(hand, rank * 4) for rank in threes if ranks[rank] > 3),
        ]

    def apply(self, table, action, dealer):
        laid = action.cards if isinstance(action, Play) else [action.card]
        dealer.move(laid, table.hands[table.turn], table.heap)
        table.pass_turn()

    def result(self, table):
        empty = [seat for seat, hand in enumerate(table.hands) if not hand]
        return Result.win(*empty, seats=table.seats) if empty else None
