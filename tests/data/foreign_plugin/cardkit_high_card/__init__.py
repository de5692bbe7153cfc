"""High card for cardkit, by somebody who has nothing but its documentation."""

from collections.abc import Sequence

from cardkit import Action, Dealer, Game, Pile, Plugin, Result, RuleSet, State

RANKS = "23456789TJQKA"


class Reveal(Action):
    """Turn over the top card of the stock."""


class Parlour(State):
    """The stock, and the card each player has turned over."""

    stock: Pile
    shown: list[Pile]


class HighCard(Game[Parlour, Reveal]):
    """Everybody turns over a card. The highest one wins."""

    name = "high-card"
    players = range(2, 6)
    low_wins: bool = False

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Parlour:
        parlour = Parlour(seats=seats, stock=deck, shown=[Pile.face_up(owner=seat) for seat in range(seats)])
        dealer.shuffle(parlour.stock)
        return parlour

    def legal(self, parlour: Parlour) -> list[Reveal]:
        return [Reveal()]

    def apply(self, parlour: Parlour, reveal: Reveal, dealer: Dealer) -> None:
        dealer.draw(parlour.stock, parlour.shown[parlour.turn])
        parlour.pass_turn()

    def result(self, parlour: Parlour) -> Result | None:
        if not all(parlour.shown):
            return None
        sign = -1.0 if self.low_wins else 1.0
        return Result.most(tuple(sign * RANKS.index(pile.top.rank) for pile in parlour.shown))


def hasty(view: Parlour, legal: Sequence[Reveal]) -> Reveal:
    """The only thing there is to do."""
    return legal[0]


plugin = Plugin(
    game=HighCard,
    rule_sets=[
        RuleSet(name="high", about="The highest card wins."),
        RuleSet(name="low", about="The lowest card wins.", options={"low_wins": True}),
    ],
    players={"hasty": hasty},
)
