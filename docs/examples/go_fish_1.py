"""Go Fish, first step: the cards are dealt, and everybody fishes until the pond is empty."""

from cardkit import Action, Dealer, Game, Pile, Result, State


class Fish(Action):
    """Take the top card of the pond."""


class Pond(State):
    """The cards nobody has yet, and the hands."""

    stock: Pile
    hands: list[Pile]


class GoFish(Game[Pond, Fish]):
    """In turn, each player takes the top card of the pond, until it is empty."""

    name = "go-fish"
    players = range(2, 7)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Pond:
        pond = Pond(seats=seats, stock=deck, hands=Pile.hands(seats))
        dealer.shuffle(pond.stock)
        dealer.deal(pond.stock, pond.hands, each=7 if seats == 2 else 5)
        return pond

    def legal(self, pond: Pond) -> list[Fish]:
        return [Fish()]

    def apply(self, pond: Pond, action: Fish, dealer: Dealer) -> None:
        dealer.draw(pond.stock, pond.hands[pond.turn])
        pond.pass_turn()

    def result(self, pond: Pond) -> Result | None:
        return None if pond.stock else Result.draw(pond.seats)
