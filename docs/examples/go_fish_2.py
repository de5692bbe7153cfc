"""Go Fish, second step: a player asks another one for a rank, and fishes only if that one has none."""

from cardkit import Action, Dealer, Game, Pile, Rank, Result, Seat, State


class Ask(Action):
    """Ask another player for all cards of a rank."""

    seat: Seat
    rank: Rank


class Pond(State):
    """The cards nobody has yet, and the hands."""

    stock: Pile
    hands: list[Pile]


class GoFish(Game[Pond, Ask]):
    """In turn, a player asks somebody for a rank. Whoever gets what was asked for has another turn."""

    name = "go-fish"
    players = range(2, 7)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Pond:
        pond = Pond(seats=seats, stock=deck, hands=Pile.hands(seats))
        dealer.shuffle(pond.stock)
        dealer.deal(pond.stock, pond.hands, each=5)
        return pond

    def legal(self, pond: Pond) -> list[Ask]:
        ranks = dict.fromkeys(card.rank for card in pond.hands[pond.turn])
        return [Ask(seat, rank) for seat in pond.others() for rank in ranks]

    def apply(self, pond: Pond, ask: Ask, dealer: Dealer) -> None:
        mine, theirs = pond.hands[pond.turn], pond.hands[ask.seat]
        caught = dealer.move(theirs.of(rank=ask.rank), theirs, mine) or dealer.draw(pond.stock, mine)
        pond.count += 1
        if ask.rank not in {card.rank for card in caught}:
            pond.turn = ask.seat

    def result(self, pond: Pond) -> Result | None:
        return None if pond.stock and all(pond.hands) else Result.draw(pond.seats)
