"""Euchre: name trumps, perhaps play alone, and take three of five tricks. A whole game in one file."""

from collections.abc import Mapping, Sequence

from cardkit import (
    Action,
    Card,
    Dealer,
    Event,
    Field,
    Game,
    Moved,
    Needs,
    Pile,
    Result,
    Seat,
    State,
    Suit,
    card_said,
    inside,
)

RANKS = [*"9TJQKA"]
SAME_COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}
TEAMS = [(0, 2), (1, 3)]


class Order(Action):
    """Make the suit of the upcard trumps; the dealer takes it up."""

    alone: bool = False


class Name(Action):
    """Make another suit trumps."""

    says = "call {suit} trumps[{alone:, alone}]"
    suit: Suit
    alone: bool = False


class Pass(Action):
    """Leave trumps to others."""


class Bury(Action):
    """Lay a card away for the upcard."""

    secret = True
    card: Card


class Play(Action):
    """Play a card to the trick."""

    card: Card


class Table(State):
    """The table; `passed` counts the passes in this hand, `scores` has a number for each team."""

    stock: Pile
    hands: list[Pile]
    upcard: Pile
    buried: Pile
    trick: Pile
    taken: list[Pile]
    scores: list[int]
    passed: int = inside(default=0)
    trumps: Suit | None = None
    maker: Seat | None = None
    alone: bool = False
    leader: Seat = inside(default=0)


Move = Order | Name | Pass | Bury | Play


def nines_up() -> Sequence[Card]:
    """The 24 cards from the nine up."""
    return [Card(rank, suit) for suit in SAME_COLOUR for rank in RANKS]


class Euchre(Game[Table, Move]):
    """Partners sit across from each other. Five cards are dealt to each, and one is turned up. In turn, beginning left
    of the dealer, each may order it up or pass; where all pass, it is turned down, and each may name another suit. The
    jack of trumps is the highest card, then the other jack of its colour, which is a trump. Suit is followed by
    whoever can. Whoever makes trumps may play alone, without the partner.

    The makers get 1 point for three or four tricks, 2 for all five, 4 for all five alone; with fewer than three the
    others get 2. At 10 points a team wins.

    Source: https://www.pagat.com/euchre/euchre.html. Our own: to play alone is said when trumps are made.
    """

    name = "euchre"
    players = range(4, 5)
    counts = "hand"
    deck = nines_up

    limit: int = Field(default=10, ge=1, description="the points that win")
    stick: bool = Field(default=False, description="whether the dealer has to name a suit where all others have passed")

    def needs(self, seats: int) -> Needs:
        return Needs(ranks=RANKS, suits=SAME_COLOUR, least=21, different=True)

    def teams(self, seats: int) -> Sequence[Sequence[Seat]]:
        return TEAMS

    def roles(self, table: Table) -> Mapping[str, Sequence[Seat]]:
        return {"dealer": [self.dealing(table)], "maker": [] if table.maker is None else [table.maker]}

    def order(self, card: Card, table: Table) -> tuple[int, str, int]:
        suit = self.suit_of(card, table)
        bower = (1 + (card.suit == table.trumps)) * (card.rank == "J" and suit == table.trumps)
        return suit == table.trumps, suit, RANKS.index(card.rank) + len(RANKS) * bower

    def suit_of(self, card: Card, table: Table) -> str:
        """The suit that a card belongs to: the other jack of their colour is one of the trumps."""
        is_left = card.rank == "J" and card.suit == SAME_COLOUR.get(table.trumps or "")
        return table.trumps or "" if is_left else card.suit

    def dealing(self, table: Table) -> Seat:
        """The seat that deals."""
        return (table.round - 1) % table.seats

    def score_bounds(self, seats: int) -> tuple[float, float]:
        return 0, self.limit + 3

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Table:
        taken, piles = [Pile.face_up(owner=seat) for seat in range(seats)], [Pile.face_up() for _ in range(2)]
        table = Table(
            seats=seats, stock=deck, hands=Pile.hands(seats), upcard=piles[0], buried=Pile.face_down(), trick=piles[1],
            taken=taken, scores=[0, 0],
        )  # fmt: skip
        self.deal(table, dealer)
        return table

    def looks(self, pile: str) -> str | None:
        return "stack" if pile == "taken" else None

    def takes(self, table: Table) -> Card | None:
        led = self.suit_of(table.trick.cards[0], table) if table.trick else ""
        fits = [card for card in table.trick if self.suit_of(card, table) in (led, table.trumps)]
        return max(fits, key=lambda card: self.order(card, table), default=None)

    def notes(self, table: Table) -> Mapping[str, object]:
        tricks = {seat: len(taken) // (table.seats - table.alone) for seat, taken in enumerate(table.taken)}
        noted = {"alone": "the maker" if table.alone else None, "tricks": tricks if any(table.taken) else None}
        return {**noted, "taken": None}

    def says(self, table: Table, what: Action | Event) -> str | None:
        match what:
            case Order() if table.upcard:
                return f"order up {card_said(table.upcard.top)}[{{alone:, alone}}]"
            case Play():
                return "play {card}" if table.trick else "lead {card}"
            case Moved(source="upcard"):
                return "take up {cards}"
            case Moved(source="trick"):
                return "take the trick"
            case _:
                return super().says(table, what)

    def deal(self, table: Table, dealer: Dealer) -> None:
        dealer.begin_round(table)
        dealer.gather(table, table.stock)
        dealer.shuffle(table.stock)
        dealer.deal(table.stock, table.hands, 5)
        dealer.draw(table.stock, table.upcard)
        table.passed, table.trumps, table.maker, table.alone = 0, None, None, False
        table.turn = self.after(table, self.dealing(table))

    def after(self, table: Table, seat: Seat) -> Seat:
        """The seat that comes next; the partner of one that plays alone sits out."""
        following = (seat + 1) % table.seats
        sits_out = table.alone and table.maker is not None and following == (table.maker + 2) % table.seats
        return self.after(table, following) if sits_out else following

    def legal(self, table: Table) -> Sequence[Move]:
        hand = table.hands[table.turn]
        if table.trumps is None:
            return self.bids(table)
        if len(hand) > 5:
            return [Bury(card) for card in hand]
        if not table.trick:
            return [Play(card) for card in hand]
        led = self.suit_of(table.trick.cards[0], table)
        return [Play(card) for card in hand if self.suit_of(card, table) == led] or [Play(card) for card in hand]

    def bids(self, table: Table) -> Sequence[Move]:
        """What can be said before there are trumps."""
        if table.passed < table.seats:
            return [Order(), Order(alone=True), Pass()]
        suits = [suit for suit in SAME_COLOUR if suit != table.upcard.top.suit]
        names = [Name(suit, alone) for suit in suits for alone in (False, True)]
        return names if self.stick and table.passed == 2 * table.seats - 1 else [*names, Pass()]

    def apply(self, table: Table, action: Move, dealer: Dealer) -> None:
        seat = table.turn
        match action:
            case Pass():
                table.passed += 1
                table.pass_turn()
                if table.passed == 2 * table.seats:
                    self.score(table, {}, dealer)
            case Order(alone):
                table.trumps = table.upcard.top.suit
                self.make(table, seat, alone=alone)
                table.turn = self.dealing(table)
                dealer.draw(table.upcard, table.hands[table.turn])
            case Name(suit, alone):
                table.trumps = suit
                self.make(table, seat, alone=alone)
            case Bury(card):
                dealer.move([card], table.hands[seat], table.buried)
                table.turn = self.after(table, self.dealing(table))
            case Play(card):
                dealer.move([card], table.hands[seat], table.trick)
                table.count += 1
                self.play_on(table, dealer)

    def make(self, table: Table, seat: Seat, *, alone: bool) -> None:
        table.maker, table.alone = seat, alone
        table.turn = self.after(table, self.dealing(table))

    def play_on(self, table: Table, dealer: Dealer) -> None:
        """Let the next seat play, or the trick be taken, and the hand be scored after the fifth."""
        if len(table.trick) == 1:
            table.leader = table.turn
        players = [table.leader]
        while len(players) < table.seats - table.alone:
            players.append(self.after(table, players[-1]))
        if len(table.trick) < len(players):
            table.turn = self.after(table, table.turn)
            return
        table.turn = players[table.trick.cards.index(self.takes(table) or table.trick.top)]
        dealer.sweep(table.trick, table.taken[table.turn])
        if not table.hands[table.turn]:
            tricks = [sum(len(table.taken[seat]) for seat in team) // len(players) for team in TEAMS]
            self.score(table, self.points(table, tricks), dealer)

    def points(self, table: Table, tricks: Sequence[int]) -> Mapping[int, int]:
        """The points of the team that gets some."""
        makers = (table.maker or 0) % 2
        if tricks[makers] < 3:
            return {1 - makers: 2}
        return {makers: 1 if tricks[makers] < 5 else 4 if table.alone else 2}

    def score(self, table: Table, points: Mapping[int, int], dealer: Dealer) -> None:
        table.scores = [score + points.get(team, 0) for team, score in enumerate(table.scores)]
        told = [
            [numbers[seat % 2] for seat in range(4)] for numbers in ([points.get(0, 0), points.get(1, 0)], table.scores)
        ]
        dealer.end_round(*told)
        if self.result(table) is None:
            self.deal(table, dealer)

    def result(self, table: Table) -> Result | None:
        return Result.most_of(TEAMS, table.scores) if max(table.scores) >= self.limit else None
