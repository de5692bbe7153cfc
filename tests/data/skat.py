"""Skat: bid for the right to play alone against two, for tricks of 61 points, or for none. A whole game in one file."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from cardkit import Action, Card, Dealer, Field, Form, Game, Needs, Pile, Result, Seat, State, inside, private

SUITS, RANKS = "DHSC", "789QKTAJ"
BASES = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}
WORTH = {"J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}
NULLS = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}
VALUES = sorted({*NULLS.values(), *(base * times for base in BASES.values() for times in range(2, 12))})


class Bid(Action):
    """Bid so many points, or hold a bid."""

    points: Annotated[int, VALUES]


class Pass(Action):
    """Leave the game to others."""


class Take(Action):
    """Take up the skat."""


class Lay(Action):
    """Lay two cards away as the skat."""

    secret = True
    cards: tuple[Card, ...]


class Announce(Action):
    """Name the game."""

    says = "play {game}[{schneider:, schneider}][{schwarz:, schwarz}][{ouvert:, with an open hand}]"
    game: Literal["diamonds", "hearts", "spades", "clubs", "grand", "null"]
    schneider: bool = False
    schwarz: bool = False
    ouvert: bool = False


class Play(Action):
    """Play a card to the trick."""

    card: Card


class Table(State):
    """The table; `bidder` makes bids to `hearer`, who holds them; a seat that has passed is out of the auction."""

    stock: Pile
    hands: list[Pile]
    skat: Pile
    trick: Pile
    taken: list[Pile]
    scores: list[int]
    points: list[int] = inside(default_factory=list)
    bid: int = 0
    bidder: Seat = inside(default=0)
    hearer: Seat = inside(default=0)
    held: bool = inside(default=True)
    rest: list[Seat] = inside(default_factory=list)
    declarer: Seat | None = None
    took: bool = False
    game: Announce | None = inside(default=None)
    trumps: str = ""
    own: list[tuple[Card, ...]] = private(default_factory=list)
    over: bool = inside(default=False)


Move = Bid | Pass | Take | Lay | Announce | Play


class Skat(Game[Table, Move]):
    """Ten cards each, and two for the skat. Middlehand bids to forehand, who holds each bid or passes; rearhand bids to
    the one who is left. Whoever has the highest bid plays alone: takes up the skat and lays two cards away, or plays
    by hand, and names trumps, grand (jacks alone are trumps) or null (no trick). Jacks are the highest trumps.

    Alone it takes 61 of the 120 points in the cards. The game is worth its base times one, one for each matador with or
    against, and one each for hand, schneider, schneider announced, schwarz, schwarz announced and open. A game that is
    lost, or worth less than the bid, costs twice its value. Source: https://www.pagat.com/schafk/skat.html.
    """

    name = "skat"
    players = range(3, 4)
    counts = "deal"

    @staticmethod
    def deck() -> Sequence[Card]:
        """The 32 cards from the seven up."""
        return [Card(rank, suit) for suit in SUITS for rank in RANKS]

    deals: int = Field(default=3, ge=1, description="how many deals are played")

    def needs(self, seats: int) -> Needs:
        return Needs(ranks=RANKS, suits=SUITS, least=32, different=True)

    def roles(self, table: Table) -> Mapping[str, Sequence[Seat]]:
        return {"declarer": [] if table.declarer is None else [table.declarer]}

    def sides(self, table: Table) -> Sequence[Sequence[Seat]]:
        alone = table.declarer
        return self.teams(3) if alone is None else [[alone], sorted(table.others(alone))]

    def suit_of(self, card: Card, table: Table) -> str:
        """The suit that a card belongs to; trumps have none."""
        is_trump = table.trumps != "null" and (card.rank == "J" or card.suit == table.trumps)
        return "" if is_trump else card.suit

    def order(self, card: Card, table: Table) -> tuple[int, int, int]:
        suit, high = self.suit_of(card, table), "789TJQKA" if table.trumps == "null" else RANKS
        return (4 - SUITS.index(suit) if suit else 9), high.index(card.rank), SUITS.index(card.suit)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Table:
        table = Table(
            seats=seats, stock=deck, hands=Pile.hands(seats), skat=Pile.face_down(), trick=Pile.face_up(),
            taken=[Pile.face_down(owner=seat) for seat in range(seats)], scores=[0] * seats, points=[0] * seats,
            own=[()] * seats,
        )  # fmt: skip
        self.deal(table, dealer)
        return table

    def deal(self, table: Table, dealer: Dealer) -> None:
        dealer.begin_round(table)
        dealer.gather(table, table.stock)
        dealer.shuffle(table.stock)
        dealer.deal(table.stock, table.hands, 10)
        dealer.sweep(table.stock, table.skat)
        table.bid, table.declarer, table.took, table.game, table.trumps = 0, None, False, None, ""
        table.hearer = (table.round - 1) % 3
        table.turn, *table.rest = table.others(table.hearer)
        table.bidder, table.held = table.turn, True

    def legal(self, table: Table) -> Sequence[Move | Form[Lay]]:
        hand = table.hands[table.turn]
        if table.declarer is None:
            more = [value for value in VALUES if value > table.bid] if table.held else [table.bid]
            return [*map(Bid, more), Pass()]
        if table.game is None:
            games = self.games(by_hand=not table.took)
            return [Lay.some_of(hand, 2, 2)] if len(hand) > 10 else games if table.took else [Take(), *games]
        led = self.suit_of(table.trick.cards[0], table) if table.trick else None
        return [*map(Play, [card for card in hand if led in (None, self.suit_of(card, table))] or hand)]

    def games(self, *, by_hand: bool) -> list[Announce]:
        """What can be announced; more than the game only by hand, but that a null game may be open."""
        more = [(), (True,), (True, True), (True, True, True)] if by_hand else [()]
        null = [Announce("null"), Announce("null", ouvert=True)]
        return [*(Announce(game, *said) for game in BASES for said in more), *null]

    def apply(self, table: Table, action: Move, dealer: Dealer) -> None:
        seat, hand = table.turn, table.hands[table.turn]
        match action:
            case Bid(points):
                table.bid, table.held = points, not table.held
                table.turn = table.bidder if table.held else table.hearer
                if table.bidder == table.hearer:
                    table.declarer = seat
            case Pass():
                self.leave(table, dealer)
            case Take():
                table.took = True
                dealer.sweep(table.skat, hand)
            case Lay(cards):
                dealer.move(cards, hand, table.skat)
            case Announce(game):
                table.game = action
                table.trumps = {name: name[0].upper() for name in BASES if name != "grand"}.get(game, game)
                if action.ouvert:
                    dealer.lay_open(hand)
                table.own[seat] = tuple(hand)
                table.turn = (table.round - 1) % 3
            case Play(card):
                dealer.move([card], hand, table.trick)
                table.pass_turn()
                if len(table.trick) == 3:
                    self.take_trick(table, dealer)

    def leave(self, table: Table, dealer: Dealer) -> None:
        """Let who is asked leave the auction, and the next one bid, or the last one play."""
        stays = table.hearer if table.held else table.bidder
        if table.bidder == table.hearer:
            self.score(table, 0, dealer)
        elif table.rest:
            table.hearer, table.bidder, table.held = stays, table.rest.pop(), True
            table.turn = table.bidder
        elif table.bid:
            table.declarer = table.turn = stays
        else:
            table.hearer = table.bidder = table.turn = stays

    def matadors(self, table: Table, cards: Sequence[Card]) -> int:
        """With or against how many of the highest trumps without a gap somebody plays."""
        trumps = [Card("J", suit) for suit in reversed(SUITS)]
        trumps += [Card(rank, table.trumps) for rank in RANKS[-2::-1] if table.trumps in SUITS]
        has = [card in cards for card in trumps]
        return next((number for number, one in enumerate(has) if one != has[0]), len(has))

    def take_trick(self, table: Table, dealer: Dealer) -> None:
        led = self.suit_of(table.trick.cards[0], table)
        best = max(table.trick, key=lambda card: (self.suit_of(card, table) in (led, ""), self.order(card, table)))
        table.turn = (table.turn + table.trick.cards.index(best)) % 3
        dealer.sweep(table.trick, table.taken[table.turn])
        if not any(table.hands) or (table.trumps == "null" and table.taken[table.declarer or 0]):
            self.score(table, self.value(table), dealer)

    def value(self, table: Table) -> int:
        """What the declarer gets, or loses."""
        seat, said = table.declarer or 0, table.game or Announce("null")
        if said.game == "null":
            won, value = not table.taken[seat], NULLS[not table.took, said.ouvert]
            return value if won and value >= table.bid else -2 * value
        taken, tricks = (*table.taken[seat], *table.skat), len(table.taken[seat]) // 3
        points = sum(WORTH.get(card.rank, 0) for card in taken)
        reached = [said.schneider or not 30 < points < 90, said.schwarz or tricks in (0, 10)]
        more, base = [not table.took, *reached, said.schneider, said.schwarz, said.ouvert, True], BASES[said.game]
        value = base * (self.matadors(table, [*table.own[seat], *table.skat]) + sum(more))
        if value < table.bid:
            return -2 * base * -(-table.bid // base)
        won = points > 60 and (points >= 90 or not said.schneider) and (tricks == 10 or not said.schwarz)
        return value if won else -2 * value

    def score(self, table: Table, points: int, dealer: Dealer) -> None:
        if table.declarer is not None:
            dealer.lay_open(table.hands[table.declarer], to=[table.declarer])
            dealer.score(table, table.declarer, points, table.game.game if table.game else "")
        dealer.end_round(table)
        table.over = table.round == self.deals
        if not table.over:
            self.deal(table, dealer)

    def result(self, table: Table) -> Result | None:
        return Result.most(table.scores) if table.over else None
