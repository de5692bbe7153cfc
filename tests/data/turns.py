"""Take turns: draw, or let it be."""

from cardkit import Action, Dealer, Field, Game, Pile, Result, State


class Draw(Action):
    """Draw the top card of the stock."""


class Keep(Action):
    """Let it be."""


class Table(State):
    """The stock, and what each has drawn."""

    stock: Pile
    hands: list[Pile]
    left: int


class Turns(Game[Table, Draw | Keep]):
    """After so many turns most cards win."""

    name = "turns"
    players = range(2, 4)
    turns: int = Field(default=20, ge=1, description="how many turns there are")

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Table:
        dealer.shuffle(deck)
        return Table(seats=seats, stock=deck, hands=Pile.hands(seats), left=self.turns)

    def legal(self, table: Table) -> list[Draw | Keep]:
        return [Keep(), Draw()] if table.stock else [Keep()]

    def apply(self, table: Table, action: Draw | Keep, dealer: Dealer) -> None:
        if isinstance(action, Draw):
            dealer.draw(table.stock, table.hands[table.turn])
        table.left -= 1
        table.pass_turn()

    def result(self, table: Table) -> Result | None:
        return Result.most([len(hand) for hand in table.hands]) if table.left == 0 else None
