"""Small games that can be solved: Leduc poker, in which bluffs matter, and Morra, in which both choose at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from cardkit import Action, All, Card, Dealer, Game, Pile, Plugin, Result, Seat, State

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


class Show(Action):
    """Show one finger, or two."""

    fingers: Literal[1, 2]


class Fingers(State):
    """What was shown, that of the first in tens."""

    stock: Pile
    shown: int = 0


class Morra(Game[Fingers, Show]):
    """Both show one finger or two at the same time: the first wins as many as they are if they are even."""

    name = "morra"
    players = range(2, 3)
    better = "most"

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Fingers:
        return Fingers(seats=seats, stock=deck)

    def acting(self, state: Fingers) -> All:
        return All((0, 1))

    def legal(self, state: Fingers, seat: Seat) -> Sequence[Show]:
        return [Show(1), Show(2)]

    def apply(self, state: Fingers, action: Show, dealer: Dealer, seat: Seat) -> None:
        state.shown += action.fingers if seat else 10 * action.fingers

    def result(self, state: Fingers) -> Result | None:
        both = sum(divmod(state.shown, 10))
        won = both if both % 2 == 0 else -both
        return Result.most((won, -won)) if state.shown > 9 else None


MORRA = Plugin(game=Morra, deck=lambda: [Card("A", "S")])
