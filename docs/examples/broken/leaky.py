"""A game that loses cards, to show what `cardkit check` says of it."""

from cardkit import Action, Dealer, Game, Pile, Result, State


class Take(Action):
    """Take the top card."""


class Heap(State):
    """A heap of cards."""

    heap: Pile


class Leaky(Game[Heap, Take]):
    """Take cards from the heap until there are none."""

    name = "leaky"
    players = range(1, 3)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Heap:
        return Heap(seats=seats, heap=deck)

    def legal(self, table: Heap) -> list[Take]:
        return [Take()]

    def apply(self, table: Heap, action: Take, dealer: Dealer) -> None:
        table.heap.deal_from_top()

    def result(self, table: Heap) -> Result | None:
        return None if table.heap else Result.draw(table.seats)
