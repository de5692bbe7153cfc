"""Go Fish: ask the others for ranks, collect books of four. A whole game in one file."""

from math import inf

from cardkit import Action, CannotStart, Dealer, Event, Field, Game, Moved, Pile, Rank, Result, Seat, State


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
    """All players start with seven cards if there are two, and with five if there are more. The cards left over are the
    pond. In turn, a player asks somebody for a rank that is among the player's own cards. Whoever is asked hands over
    all the cards of that rank, and the player asks again. If there are none, the player fishes the top card of the
    pond, and if it is of that rank, shows it and asks again. Else it is the turn of the one who was asked.

    Four cards of a rank are a book, and are laid down at once. When a hand or the pond runs out, most books win. Our
    own: books lie face up; ties are shared. Source: https://www.pagat.com/quartet/gofish.html
    """

    name = "go-fish"
    scored_in = "book"
    players = range(2, 7)
    hand_size: int | None = Field(default=None, ge=1, le=7, description="cards that each player starts with")

    def score_bounds(self, seats: int) -> tuple[float, float]:
        return 0, inf

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Pond:
        each = self.hand_size or (7 if seats == 2 else 5)
        if len(deck) <= seats * each:
            raise CannotStart(self.name, f"{seats} hands of {each} leave no pond of a deck of {len(deck)}")
        books = [Pile.face_up(owner=seat) for seat in range(seats)]
        pond = Pond(seats=seats, stock=deck, shown=Pile.face_up(), hands=Pile.hands(seats), books=books)
        dealer.shuffle(pond.stock)
        dealer.deal(pond.stock, pond.hands, each=each)
        for seat in range(seats):
            self.lay_books(pond, seat, dealer)
        return pond

    def legal(self, pond: Pond) -> list[Ask]:
        ranks = dict.fromkeys(card.rank for card in pond.hands[pond.turn])
        return [Ask(seat, rank) for seat in pond.others() for rank in ranks]

    def objection(self, pond: Pond, ask: Ask) -> str | None:
        has_one = pond.hands[pond.turn].of(rank=ask.rank)
        why = "ask one of the other players" if has_one else f"you have no {ask.rank} yourself"
        return None if ask in self.legal(pond) else why

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

    def says(self, pond: Pond, what: Action | Event) -> str | None:
        match what:
            case Moved(source="stock"):
                return "go fishing: {cards}"
            case Moved(source="shown"):
                return ""
            case Moved(target=str(target)) if target.startswith("books"):
                return "lay down a book: {cards}"
            case _:
                return super().says(pond, what)

    def lay_books(self, pond: Pond, seat: Seat, dealer: Dealer) -> None:
        hand, ranks = pond.hands[seat], [card.rank for card in pond.hands[seat]]
        for rank in dict.fromkeys(ranks):
            if ranks.count(rank) >= 4:
                dealer.move(hand.of(rank=rank)[:4], hand, pond.books[seat])

    def result(self, pond: Pond) -> Result | None:
        return None if pond.stock and all(pond.hands) else Result.most(tuple(len(books) / 4 for books in pond.books))
