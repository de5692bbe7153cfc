"""The rules of my-game."""

from cardkit import Action, CannotStart, Card, Dealer, Field, Game, Pile, Result, State


class Lay(Action):
    """Lay a card on the heap."""

    card: Card


class Layout(State):
    """The cards that nobody gets, the heap in the middle, the hands, and what each player has won."""

    stock: Pile
    heap: Pile
    hands: list[Pile]
    won: list[Pile]


class MyGame(Game[Layout, Lay]):
    """Each player is dealt a hand; the other cards are put aside. In turn, a player lays a card on the heap.

    If it has the suit of the card that it is laid on, the player takes the whole heap. The game ends when all hands are
    empty. Most cards win.
    """

    name = "my-game"
    players = range(2, 6)
    hand_size: int = Field(default=5, ge=1, description="cards that each player is dealt")

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Layout:
        if len(deck) < seats * self.hand_size:
            raise CannotStart(
                self.name, f"hands of {self.hand_size} can't be dealt to {seats}: the deck has {len(deck)}"
            )
        won = [Pile.face_up(owner=seat) for seat in range(seats)]
        table = Layout(seats=seats, stock=deck, heap=Pile.face_up(), hands=Pile.hands(seats), won=won)
        dealer.shuffle(table.stock)
        dealer.deal(table.stock, table.hands, each=self.hand_size)
        return table

    def legal(self, table: Layout) -> list[Lay]:
        return [Lay(card) for card in dict.fromkeys(table.hands[table.turn])]

    def apply(self, table: Layout, action: Lay, dealer: Dealer) -> None:
        takes = bool(table.heap) and table.heap.top.suit == action.card.suit
        dealer.move([action.card], table.hands[table.turn], table.heap)
        if takes:
            dealer.sweep(table.heap, table.won[table.turn])
        table.pass_turn()

    def result(self, table: Layout) -> Result | None:
        if any(table.hands):
            return None
        return Result.most(tuple(float(len(pile)) for pile in table.won))
