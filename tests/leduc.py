"""Leduc poker, a game small enough to be solved and large enough for bluffs to matter."""

from __future__ import annotations

from collections.abc import Sequence

from cardkit import Action, Card, Dealer, Game, Pile, Plugin, Result, State

RANKS = "JQK"


class Fold(Action):
    """Give up."""


class Call(Action):
    """Check, or match the bet."""


class Raise(Action):
    """Bet, or bet more."""


class Pot(State):
    """What each seat has put in, and a card for both."""

    stock: Pile
    hands: list[Pile]
    board: Pile
    paid: list[int]
    said: int = 0
    raises: int = 0
    folded: int = -1


class Leduc(Game[Pot, Fold | Call | Raise]):
    """A card each, a round of bets of two chips, a card for both, a round of bets of four; a pair, or the higher card,
    wins. Source: F. Southey and others, Bayes' bluff, 2005.
    """

    name = "leduc"
    players = range(2, 3)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Pot:
        pot = Pot(seats=seats, stock=deck, hands=Pile.hands(seats), board=Pile.face_up(), paid=[1, 1])
        dealer.shuffle(pot.stock)
        dealer.deal(pot.stock, pot.hands, each=1)
        return pot

    def legal(self, pot: Pot) -> Sequence[Fold | Call | Raise]:
        is_behind = pot.paid[0] != pot.paid[1]
        return [*[Fold()] * is_behind, Call(), *[Raise()] * (pot.raises < 2)]

    def apply(self, pot: Pot, action: Fold | Call | Raise, dealer: Dealer) -> None:
        if isinstance(action, Fold):
            pot.folded = pot.turn
            return
        pot.paid[pot.turn] = max(pot.paid)
        pot.said += 1
        if isinstance(action, Raise):
            pot.paid[pot.turn] += 4 if pot.board else 2
            pot.raises += 1
        elif pot.said > 1 and not pot.board:
            dealer.draw(pot.stock, pot.board)
            pot.said = pot.raises = pot.turn = 0
            return
        pot.pass_turn()

    def result(self, pot: Pot) -> Result | None:
        if pot.folded >= 0:
            winner = 1 - pot.folded
        elif pot.board and pot.said > 1 and pot.paid[0] == pot.paid[1]:
            one, two = [(hand.top.rank == pot.board.top.rank, RANKS.index(hand.top.rank)) for hand in pot.hands]
            if one == two:
                return Result.most((0.0, 0.0))
            winner = int(two > one)
        else:
            return None
        won = pot.paid[1 - winner]
        return Result.most((won, -won) if winner == 0 else (-won, won))


LEDUC = Plugin(game=Leduc, deck=lambda: [Card(rank, suit) for rank in RANKS for suit in "SH"])
