"""A game in which all save for one purse."""

from __future__ import annotations

from cardkit import Action, Game, Pile, Result, State


class Bank(Action):
    """Put the next card away for all, by its worth."""


class Waste(Action):
    """Throw the next card away."""


class Purse(State):
    stock: Pile
    kept: Pile
    gone: Pile
    gold: int = 0


class Savers(Game[Purse, Bank | Waste]):
    """All save for one purse."""

    name = "savers"
    players = range(1, 4)
    wanted: int = 6
    cards: int = 6

    def teams(self, seats):
        return [range(seats)]

    def setup(self, deck, seats, dealer):
        return Purse(seats=seats, stock=deck, kept=Pile.face_up(), gone=Pile.face_up())

    def legal(self, purse):
        return [Waste(), Bank()]

    def apply(self, purse, action, dealer):
        is_kept = isinstance(action, Bank)
        dealer.draw(purse.stock, purse.kept if is_kept else purse.gone)
        purse.gold += is_kept
        purse.pass_turn()

    def result(self, purse):
        if len(purse.kept) + len(purse.gone) < self.cards:
            return None
        return Result.together(purse.gold, of=self.wanted, seats=purse.seats)
