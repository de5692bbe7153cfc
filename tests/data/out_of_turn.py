"""Seats that aren't those whose turn it is act, in each way in which seats act."""

from collections.abc import Mapping, Sequence
from typing import Literal

from cardkit import Action, All, AnyOf, Dealer, Game, One, Pile, Result, Seat, State


class Take(Action):
    """Take cards."""

    number: Literal[1, 2]


class Table(State):
    """What each has taken."""

    stock: Pile
    hands: list[Pile]
    phase: int = 0


class OutOfTurn(Game[Table, Take]):
    """Most cards win."""

    name = "out-of-turn"
    players = range(3, 5)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Table:
        dealer.shuffle(deck)
        return Table(seats=seats, stock=deck, hands=Pile.hands(seats))

    def acting(self, table: Table) -> One | All | AnyOf | Sequence[Seat] | Seat:
        after, last = (table.turn + 1) % table.seats, (table.turn + 2) % table.seats
        ways: list[One | All | AnyOf | Sequence[Seat] | Seat] = [
            One(table.turn),
            One(last),
            One((last, after)),
            One(table.turn, cards_of=after),
            One(after, cards_of=table.turn),
            All((last, after)),
            AnyOf((last, after)),
            (after, last),
            after,
        ]
        return ways[table.phase]

    def legal(self, table: Table, seat: Seat) -> list[Take]:
        return [Take(1)] if table.phase in (2, 7) else [Take(1), Take(2)]

    def apply(self, table: Table, action: Take, dealer: Dealer, seat: Seat) -> None:
        dealer.draw(table.stock, table.hands[seat], min(action.number, len(table.stock)))
        self.go_on(table)

    def apply_together(self, table: Table, actions: Mapping[Seat, Take], dealer: Dealer) -> None:
        for seat, action in actions.items():
            dealer.draw(table.stock, table.hands[seat], min(action.number, len(table.stock)))
        self.go_on(table)

    def all_passed(self, table: Table, dealer: Dealer) -> None:
        self.go_on(table)

    def go_on(self, table: Table) -> None:
        table.phase += 1
        if table.phase == 9:
            table.phase = 0
            table.pass_turn()

    def result(self, table: Table) -> Result | None:
        return None if table.stock else Result.most([len(hand) for hand in table.hands])
