"""Kuhn poker: three cards, a chip each, one bet. Small enough to be solved. A whole game in one file."""

from collections.abc import Sequence

from cardkit import Action, BySeat, Card, Dealer, Event, Game, Needs, Pile, Plugin, Result, State, inside

RANKS = "JQK"


class Check(Action):
    """Put nothing in: check, or fold where there is a bet."""


class Bet(Action):
    """Put a chip in: bet, or call where there is a bet."""


class Pot(State):
    """What each seat has put in, and who was the first to bet."""

    stock: Pile
    hands: list[Pile]
    paid: BySeat[int]
    said: int = inside(default=0)
    """How many of the two have spoken since the deal, or since the bet."""

    @property
    def is_bet(self) -> bool:
        """Whether somebody has bet."""
        return max(self.paid) > 1


class Kuhn(Game[Pot, Check | Bet]):
    """Each player puts a chip in and is dealt one card of jack, queen and king. The first may check or bet a chip; who
    is bet against folds or calls. If both check, or a bet is called, the higher card wins the chips.

    Source: H. W. Kuhn, A simplified two-person poker, 1950. Played well, it costs the first player 1/18 of a chip.
    """

    name = "kuhn"
    title = "Kuhn Poker"
    scored_in = "chip"
    players = range(2, 3)
    better = "most"

    def score_bounds(self, seats: int) -> tuple[float, float]:
        return -2, 2

    def needs(self, seats: int) -> Needs:
        return Needs(ranks=RANKS, least=3)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Pot:
        pot = Pot(seats=seats, stock=deck, hands=Pile.hands(seats), paid=[1] * seats)
        dealer.shuffle(pot.stock)
        dealer.deal(pot.stock, pot.hands, each=1)
        return pot

    def says(self, pot: Pot, what: Action | Event) -> str | None:
        match what:
            case Check():
                return "fold" if pot.is_bet else "check"
            case Bet():
                return "call" if pot.is_bet else "bet"
            case _:
                return super().says(pot, what)

    def legal(self, pot: Pot) -> Sequence[Check | Bet]:
        return [Check(), Bet()]

    def apply(self, pot: Pot, action: Check | Bet, dealer: Dealer) -> None:
        pot.said = 1 if isinstance(action, Bet) and not pot.is_bet else pot.said + 1
        pot.paid[pot.turn] += isinstance(action, Bet)
        pot.pass_turn()

    def result(self, pot: Pot) -> Result | None:
        if pot.said < 2:
            return None
        if pot.paid[0] == pot.paid[1]:
            winner = max((0, 1), key=lambda seat: RANKS.index(pot.hands[seat].top.rank))
        else:
            winner = pot.paid.index(max(pot.paid))
        won = pot.paid[1 - winner]
        return Result.most((won, -won) if winner == 0 else (-won, won))


plugin = Plugin(game=Kuhn, deck=lambda: [Card(rank, "S") for rank in RANKS])
