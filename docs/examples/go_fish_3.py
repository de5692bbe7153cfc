"""Go Fish, third step: four cards of a rank are a book, and most books win."""

from cardkit import Action, Dealer, Game, Pile, Rank, Result, Seat, State


class Ask(Action):
    """Ask another player for all cards of a rank."""

    seat: Seat
    rank: Rank


class Pond(State):
    """The cards nobody has yet, a place to show one of them, the hands, and the books each player has laid down."""

    stock: Pile
    shown: Pile
    hands: list[Pile]
    books: list[Pile]


class GoFish(Game[Pond, Ask]):
    """In turn, a player asks somebody for a rank. Four cards of a rank are a book, and most books win."""

    name = "go-fish"
    players = range(2, 7)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Pond:
        books = [Pile.face_up(owner=seat) for seat in range(seats)]
        pond = Pond(seats=seats, stock=deck, shown=Pile.face_up(), hands=Pile.hands(seats), books=books)
        dealer.shuffle(pond.stock)
        dealer.deal(pond.stock, pond.hands, each=7 if seats == 2 else 5)
        for seat in range(seats):
            self.lay_books(pond, seat, dealer)
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
        self.lay_books(pond, pond.turn, dealer)
        pond.count += 1
        if not caught:
            pond.turn = ask.seat

    def lay_books(self, pond: Pond, seat: Seat, dealer: Dealer) -> None:
        hand, ranks = pond.hands[seat], [card.rank for card in pond.hands[seat]]
        for rank in dict.fromkeys(ranks):
            if ranks.count(rank) >= 4:
                dealer.move(hand.of(rank=rank)[:4], hand, pond.books[seat])

    def result(self, pond: Pond) -> Result | None:
        return None if pond.stock and all(pond.hands) else Result.most(tuple(len(books) / 4 for books in pond.books))
