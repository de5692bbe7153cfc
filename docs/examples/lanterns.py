"""Lanterns: all play together, hold their cards with the backs to themselves, and help each other by hints."""

from collections.abc import Sequence

from cardkit import (
    Acted,
    Action,
    Card,
    Dealer,
    Event,
    Field,
    Game,
    Hinted,
    Moved,
    Needs,
    Pile,
    Place,
    Rank,
    Result,
    Seat,
    State,
    Suit,
)

SUITS = {"R": "red", "G": "green", "B": "blue", "Y": "yellow"}
RANKS = [*"12345"]
COPIES = {"1": 3, "2": 2, "3": 2, "4": 2, "5": 1}


class Light(Action):
    """Lay a card of yours, which you don't see, to the lanterns."""

    says = "light card {place}"
    place: Place


class Burn(Action):
    """Burn a card of yours, which you don't see, for one more match."""

    says = "burn card {place}"
    place: Place


class Ranks(Action):
    """Use a match to tell somebody which cards in that hand have a rank."""

    says = "tell {to} which cards are {rank:many}"
    to: Seat
    rank: Rank


class Colours(Action):
    """Use a match to tell somebody which cards in that hand have a colour."""

    to: Seat
    suit: Suit


class Table(State):
    """The table; `last` counts the turns that are left once the stock has run out."""

    stock: Pile
    hands: list[Pile]
    lit: dict[Suit, Pile]
    burnt: Pile
    matches: int
    mistakes: int = 0
    last: int | None = None


Move = Light | Burn | Ranks | Colours


def pack() -> Sequence[Card]:
    """The 40 cards: of each colour more low ones than high ones."""
    return [Card(rank, suit) for suit in SUITS for rank in RANKS for _ in range(COPIES[rank])]


class Lanterns(Game[Table, Move]):
    """Each colour's lantern is lit from the one to the five, a card at a time. Everybody sees all hands but the own.

    In turn, one lights a card, burns one, or uses up a match to tell another player all cards in that hand of one rank
    or of one colour. A card that doesn't fit is burnt and is a mistake. Burnt cards and lit fives bring a match back,
    up to the first number. After a card was lit or burnt another is drawn; once the stock has run out, everybody has
    one more turn. All win with every lantern lit to the five, and else score the cards that are lit.

    Source: our own, in the family of Hanabi by Antoine Bauza, whose fifth colour and lost scores it doesn't have.
    """

    name = "lanterns"
    players = range(2, 5)
    better = "most"
    deck = pack

    matches: int = Field(default=6, ge=1, description="how many hints can be given before a card has to be burnt")
    mistakes: int = Field(default=3, ge=1, description="the mistake that ends the game")

    def needs(self, seats: int) -> Needs:
        return Needs(ranks=[*RANKS], suits=[*SUITS], least=4 * seats + 1)

    def order(self, card: Card) -> int:
        return 0

    def teams(self, seats: int) -> Sequence[Sequence[Seat]]:
        return [range(seats)]

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Table:
        hands = [Pile.seen_by_others(seat) for seat in range(seats)]
        lit = {suit: Pile.face_up() for suit in SUITS}
        table = Table(seats=seats, stock=deck, hands=hands, lit=lit, burnt=Pile.face_up(), matches=self.matches)
        dealer.shuffle(table.stock)
        dealer.deal(table.stock, table.hands, 4)
        return table

    def looks(self, pile: str) -> str | None:
        return "stack" if pile == "lit" else None

    def says(self, table: Table, what: Action | Event) -> str | None:
        match what:
            case Acted(action=Ranks() | Colours()):
                return ""
            case Colours(suit=suit):
                return f"tell {{to}} which cards are {SUITS[suit]}"
            case Hinted(places=places, suit=str(suit)):
                return f"tell {{seat}}: your {{places:th}} {'cards are' if places[1:] else 'card is'} {SUITS[suit]}"
            case Moved(cards=(card,), source="stock"):
                return f"draw the {SUITS[card.suit]} {card.rank}" if card.suit in SUITS else "draw a card"
            case Moved(cards=(card,), target=target):
                return f"It is the {SUITS[card.suit]} {card.rank}{', which is burnt' if target == 'burnt' else ''}"
            case _:
                return super().says(table, what)

    def legal(self, table: Table) -> Sequence[Move]:
        places = range(len(table.hands[table.turn]))
        moves: list[Move] = [Light(place) for place in places]
        if table.matches < self.matches:
            moves += [Burn(place) for place in places]
        for other in table.others() if table.matches else ():
            moves += [Ranks(other, rank) for rank in RANKS if table.hands[other].of(rank=rank)]
            moves += [Colours(other, suit) for suit in SUITS if table.hands[other].of(suit=suit)]
        return moves

    def apply(self, table: Table, action: Move, dealer: Dealer) -> None:
        hand = table.hands[table.turn]
        match action:
            case Light(place):
                self.light(table, hand.cards[place], place, dealer)
            case Burn(place):
                dealer.take([place], hand, table.burnt)
                table.matches += 1
            case Ranks(to, rank):
                dealer.hint(table.hands[to], to, rank=rank)
                table.matches -= 1
            case Colours(to, suit):
                dealer.hint(table.hands[to], to, suit=suit)
                table.matches -= 1
        if table.last is not None:
            table.last -= 1
        if table.stock and isinstance(action, Light | Burn):
            dealer.draw(table.stock, hand)
            table.last = None if table.stock else table.seats
        table.pass_turn()

    def light(self, table: Table, card: Card, place: Place, dealer: Dealer) -> None:
        """Lay a card to its lantern, or burn it where it doesn't fit."""
        hand, lit = table.hands[table.turn], table.lit[card.suit]
        fits = len(lit) == RANKS.index(card.rank)
        dealer.take([place], hand, lit if fits else table.burnt)
        table.mistakes += not fits
        table.matches += fits and card.rank == RANKS[-1] and table.matches < self.matches

    def result(self, table: Table) -> Result | None:
        score, most = sum(map(len, table.lit.values())), len(SUITS) * len(RANKS)
        is_over = score == most or table.mistakes == self.mistakes or table.last == 0
        return Result.together(score, of=most, seats=table.seats) if is_over else None
