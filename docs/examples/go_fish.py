"""Go Fish: ask the others for ranks, collect books of four. A whole game in one file."""

from cardkit import Action, CannotStart, Dealer, Field, Game, Pile, Rank, Result, Seat, State


class Ask(Action):
    """Ask another player for all cards of a rank."""

    seat: Seat
    rank: Rank


class Pond(State):
    """The cards nobody has yet, the hands, and the books each player has laid down."""

    stock: Pile
    hands: list[Pile]
    books: list[Pile]


class GoFish(Game[Pond, Ask]):
    """All players start with the same number of cards: five as a rule, and seven if there are two players. The cards
    left over are the pond. In turn, a player asks somebody for a rank that is among the player's own cards.

    Whoever is asked hands over all the cards of that rank, and the player asks again. If there are none, the player
    fishes the top card of the pond, and asks again if it is of that rank. Else it is the turn of the one who was
    asked. Four cards of a rank are a book, and are laid down at once.

    The game ends when a hand or the pond runs out, and most books win.

    Source: https://www.pagat.com/quartet/gofish.html
    """

    name = "go-fish"
    players = range(2, 7)
    hand_size: int = Field(default=5, ge=1, le=7, description="cards that each player starts with")

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Pond:
        if len(deck) <= seats * self.hand_size:
            raise CannotStart(self.name, f"{len(deck)} cards leave no pond for {seats} hands of {self.hand_size}")
        books = [Pile.face_up(owner=seat) for seat in range(seats)]
        pond = Pond(seats=seats, stock=deck, hands=Pile.hands(seats), books=books)
        dealer.shuffle(pond.stock)
        dealer.deal(pond.stock, pond.hands, each=self.hand_size)
        for seat in range(seats):
            self.lay_books(pond, seat, dealer)
        return pond

    def legal(self, pond: Pond) -> list[Ask]:
        ranks = dict.fromkeys(card.rank for card in pond.hands[pond.turn])
        return [Ask(seat, rank) for seat in pond.others() for rank in ranks]

    def apply(self, pond: Pond, ask: Ask, dealer: Dealer) -> None:
        mine, theirs = pond.hands[pond.turn], pond.hands[ask.seat]
        caught = dealer.move(theirs.of(rank=ask.rank), theirs, mine) or dealer.draw(pond.stock, mine)
        self.lay_books(pond, pond.turn, dealer)
        pond.count += 1
        if ask.rank not in {card.rank for card in caught}:
            pond.turn = ask.seat

    def lay_books(self, pond: Pond, seat: Seat, dealer: Dealer) -> None:
        hand = pond.hands[seat]
        for rank in dict.fromkeys(card.rank for card in hand):
            if len(book := hand.of(rank=rank)[:4]) == 4:
                dealer.move(book, hand, pond.books[seat])

    def result(self, pond: Pond) -> Result | None:
        if pond.stock and all(pond.hands):
            return None
        return Result.most(tuple(len(books) / 4 for books in pond.books))
