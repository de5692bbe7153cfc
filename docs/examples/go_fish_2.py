"""Go Fish, second step: a player asks another one for a rank, and fishes only if that one has none."""

from cardkit import Action, Dealer, Game, Pile, Rank, Result, Seat, State


class Ask(Action):
    """Ask another player for all cards of a rank."""

    seat: Seat
    rank: Rank


class Pond(State):
    """The cards nobody has yet, a place to show one of them, and the hands."""

    stock: Pile
    shown: Pile
    hands: list[Pile]


class GoFish(Game[Pond, Ask]):
    """In turn, a player asks somebody for a rank. Whoever gets what was asked for has another turn."""

    name = "go-fish"
    players = range(2, 7)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Pond:
        pond = Pond(seats=seats, stock=deck, shown=Pile.face_up(), hands=Pile.hands(seats))
        dealer.shuffle(pond.stock)
        dealer.deal(pond.stock, pond.hands, each=7 if seats == 2 else 5)
        return pond

    def legal(self, pond: Pond) -> list[Ask]:
        ranks = dict.fromkeys(card.rank for card in pond.hands[pond.turn])
        return [Ask(seat, rank) for seat in pond.others() for rank in ranks]

    def apply(self, pond: Pond, ask: Ask, dealer: Dealer) -> None:
        mine, theirs = pond.hands[pond.turn], pond.hands[ask.seat]
        caught = dealer.move(theirs.of(rank=ask.rank), theirs, mine)
        if not caught:
            dealer.draw(pond.stock, pond.shown if pond.stock.top.rank == ask.rank else mine)
            caught = dealer.sweep(pond.shown, mine)
        pond.count += 1
        if not caught:
            pond.turn = ask.seat

    def result(self, pond: Pond) -> Result | None:
        return None if pond.stock and all(pond.hands) else Result.draw(pond.seats)
