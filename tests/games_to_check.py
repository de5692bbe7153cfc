"""Texts of games that are checked: fireworks whose fault is met seldom, and games whose rules never come to an end."""

FIREWORKS = '''
"""Lay fireworks in five colours without a look at one's own cards; what others tell of them is noted."""

from cardkit import Action, Card, CannotStart, Game, Pile, Place, Rank, Result, Seat, Sight, State, Suit, deck

COLOURS, VALUES = "RYGWB", "12345"
LIVES = 3


def pack() -> list[Card]:
    return [card for card in deck(VALUES, COLOURS) for _ in range({"1": 3, "5": 1}.get(card.rank, 2))]


class Play(Action):
    """Lay a card."""

    place: Place


class Drop(Action):
    """Drop a card for a token."""

    place: Place


class Colour(Action):
    """Tell somebody which cards are of a colour."""

    seat: Seat
    suit: Suit


class Number(Action):
    """Tell somebody which cards have a number."""

    seat: Seat
    rank: Rank


class Sky(State):
    """The fireworks, and what everybody was told of its cards."""

    stock: Pile
    hands: list[Pile]
    fireworks: list[Pile]
    dropped: Pile
    told: list[str]
    tokens: int = 8
    lives: int = LIVES
    last: int = -1


class Fireworks(Game[Sky, Play | Drop | Colour | Number]):
    """Five fireworks from 1 to 5."""

    name = "fireworks"
    players = range(2, 4)
    deck = pack

    def setup(self, deck, seats, dealer):
        dealer.shuffle(deck)
        table = Sky(
            seats=seats,
            stock=deck,
            hands=[Pile(sight=Sight.OTHERS, owner=seat) for seat in range(seats)],
            fireworks=[Pile.face_up() for _ in COLOURS],
            dropped=Pile.face_up(),
            told=[" ".join(["-"] * 5)] * seats,
        )
        dealer.deal(table.stock, table.hands, each=5)
        return table

    def legal(self, table):
        places = range(len(table.hands[table.turn]))
        told = []
        if table.tokens:
            for seat in table.others():
                hand = table.hands[seat]
                told += [Colour(seat, suit) for suit in COLOURS if any(card.suit == suit for card in hand)]
                told += [Number(seat, rank) for rank in VALUES if any(card.rank == rank for card in hand)]
        drops = [Drop(place) for place in places] if table.tokens < 8 else []
        return [*map(Play, places), *drops, *told]

    def apply(self, table, action, dealer):
        hand = table.hands[table.turn]
        match action:
            case Play(place):
                card = hand.cards[place]
                pile = table.fireworks[COLOURS.index(card.suit)]
                if card.rank == (NEXT):
                    dealer.take([place], hand, pile)
                    self.refill(table, place, dealer)
                else:
                    dealer.take([place], hand, table.dropped)
                    table.lives -= 1
                    self.refill(table, place, dealer)
            case Drop(place):
                dealer.take([place], hand, table.dropped)
                table.tokens += 1
                self.refill(table, place, dealer)
            case Colour(seat, suit):
                table.tokens -= 1
                self.note(table, seat, [card.suit == suit for card in table.hands[seat]], suit)
            case Number(seat, rank):
                table.tokens -= 1
                self.note(table, seat, [card.rank == rank for card in table.hands[seat]], rank)
        table.last -= table.last > 0
        if not table.stock and table.last < 0:
            table.last = table.seats
        table.pass_turn()

    def note(self, table, seat, which, word):
        notes = table.told[seat].split()
        for place, is_so in enumerate(which):
            if is_so and word not in notes[place]:
                notes[place] = "".join(sorted(notes[place].replace("-", "") + word))
        table.told[seat] = " ".join(notes)

    def refill(self, table, place, dealer):
        notes = table.told[table.turn].split()
        notes.pop(place)
        if table.stock:
            dealer.draw(table.stock, table.hands[table.turn])
        notes += ["-"] * (5 - len(notes))
        table.told[table.turn] = " ".join(notes)

    def result(self, table):
        score = sum(map(len, table.fireworks))
        if table.lives and table.last != 0 and score < 25:
            return None
        return Result.together(score, of=25, seats=table.seats)
'''
"""NEXT stands for how a card is found to follow: rightly, or with a fault on a firework that is full."""
RIGHT, FULL = "VALUES[len(pile)] if len(pile) < 5 else None", "VALUES[len(pile)]"
