"""Hearts: take no hearts and not the queen of spades, or take them all. A whole game in one file."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from cardkit import (
    Action,
    All,
    CannotStart,
    Card,
    Dealer,
    Event,
    Field,
    Form,
    Game,
    Moved,
    Needs,
    One,
    Pile,
    Result,
    Seat,
    State,
    counted,
)

RANKS = {rank: place for place, rank in enumerate("23456789TJQKA")}
SUITS = {suit: place for place, suit in enumerate("CDSH")}
QUEEN = Card("Q", "S")
PASSED = 3
Way = Literal["left", "right", "across"]
WAYS: dict[Way, int] = {"left": 1, "right": -1, "across": 2}


def worth(card: Card) -> int:
    """The points of a card: 13 for the queen of spades, 1 for a heart, else 0."""
    return 13 if card == QUEEN else int(card.suit == "H")


class Pass(Action):
    """Give cards to another player, face down."""

    secret = True
    cards: tuple[Card, ...]


class Play(Action):
    """Play a card to the trick."""

    card: Card


class Round(State):
    """The table; `passing` says which way cards are passed on, and is None once that is done."""

    stock: Pile
    left_out: Pile
    hands: list[Pile]
    trick: Pile
    taken: list[Pile]
    passing: Way | None = None
    hearts_broken: bool = False
    scores: tuple[int, ...]


class Hearts(Game[Round, Pass | Play]):
    """All cards are dealt; with three or five players, a low diamond or club that would be too many is left out. Before
    a round, all choose three cards at the same time and pass them on face down: first to the left, then to the right,
    with four players across, then none at all.

    Whoever has the lowest club leads it. The others follow suit if they can, and else play any card, but in the first
    trick no hearts and not the queen of spades if there is a choice. The highest card of the suit that was led takes
    the trick, and its player leads the next one. Hearts can't be led before one was played, unless there is nothing
    else. Each heart is a point, the queen of spades 13. Who takes all has shot the moon, and all others get the points.
    After a round in which somebody gets to 100 points, the lowest score wins.

    Source: https://www.pagat.com/reverse/hearts.html. Our own: no points in the first trick, which are allowed there
    (first_trick_points=true); one way for the moon, between which the player chooses there (moon); ties are shared.
    """

    name = "hearts"
    players = range(3, 6)
    counts = "round"
    usual = 4
    better = "least"

    limit: int = Field(default=100, ge=1, description="the points that end the game")
    passing: bool = Field(default=True, description="whether cards are passed before a round")
    moon: Literal["others", "self", "off"] = Field(
        default="others",
        description="what shooting the moon does: all others get the points, they are taken off one's own, or nothing",
    )
    queen_breaks: bool = Field(default=False, description="whether hearts can be led after the queen of spades, too")
    first_trick_points: bool = Field(default=False, description="whether the first trick can have points")

    def needs(self, seats: int) -> Needs:
        return Needs(ranks=RANKS, suits=SUITS)

    def score_bounds(self, seats: int) -> tuple[float, float]:
        return 0, self.limit + 25

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Round:
        hearts, needed = len(deck.of(suit="H")), f"{PASSED} hearts, and {PASSED} cards for each of {seats} players"
        if min(hearts, len(deck) // seats) < PASSED:
            raise CannotStart(self.name, f"it takes {needed}; the deck has {hearts} hearts and {len(deck)} cards")
        table = Round(
            seats=seats,
            stock=deck,
            left_out=Pile.face_up(),
            hands=Pile.hands(seats),
            trick=Pile.face_up(),
            taken=[Pile.face_up(owner=seat) for seat in range(seats)],
            scores=(0,) * seats,
        )
        lowest = sorted(deck, key=lambda card: (card.suit not in "CD", RANKS[card.rank], card.suit == "C"))
        dealer.move(lowest[: len(deck) % seats], deck, table.left_out)
        self.deal(table, dealer)
        return table

    def order(self, card: Card) -> tuple[int, int]:
        """Where a card lies in a sorted hand."""
        return SUITS[card.suit], RANKS[card.rank]

    def looks(self, pile: str) -> str | None:
        return "stack" if pile in ("taken", "left_out") else None

    def takes(self, table: Round) -> Card | None:
        return max(table.trick.of(suit=table.trick.cards[0].suit), key=self.order) if table.trick else None

    def notes(self, table: Round) -> Mapping[str, object]:
        points = {seat: sum(map(worth, taken)) for seat, taken in enumerate(table.taken)}
        return {"points so far": points if any(points.values()) else None}

    def says(self, table: Round, what: Action | Event) -> str | None:
        match what:
            case Play():
                return "play {card}" if table.trick else "lead {card}"
            case Moved(cards, source="trick"):
                points = sum(map(worth, cards))
                return "take the trick" + (f": {counted(points, 'point')}" if points else "")
            case _:
                return super().says(table, what)

    def deal(self, table: Round, dealer: Dealer) -> None:
        dealer.begin_round(table)
        for taken in table.taken:
            dealer.sweep(taken, table.stock)
        dealer.shuffle(table.stock)
        dealer.deal(table.stock, table.hands)
        ways: list[Way | None] = ["left", "right", None]
        if table.seats == 4:
            ways.insert(2, "across")
        table.passing = ways[(table.round - 1) % len(ways)] if self.passing else None
        table.hearts_broken = False
        if not table.passing:
            self.begin(table)

    def begin(self, table: Round) -> None:
        table.passing = None
        lowest = min((card for hand in table.hands for card in hand), key=self.order)
        table.turn = next(seat for seat in table.everybody() if lowest in table.hands[seat])

    def acting(self, table: Round) -> All | One:
        return All(table.everybody()) if table.passing else One(table.turn)

    def legal(self, table: Round, seat: Seat) -> Sequence[Play | Form[Pass]]:
        if table.passing:
            return [Pass.some_of(sorted(table.hands[seat], key=self.order), PASSED, PASSED)]
        return [Play(card) for card in sorted(dict.fromkeys(self.playable(table, table.hands[seat])), key=self.order)]

    def playable(self, table: Round, hand: Pile) -> list[Card]:
        """The cards of a hand that can be played; all of them where none would be free."""
        if not table.trick:
            free = [card for card in hand if table.hearts_broken or card.suit != "H"]
            return (free or hand.cards) if any(table.taken) else [min(hand, key=self.order)]
        if following := hand.of(suit=table.trick.cards[0].suit):
            return following
        return [card for card in hand if not worth(card) or self.first_trick_points or any(table.taken)] or hand.cards

    def objection(self, table: Round, action: Pass | Play, seat: Seat) -> str | None:
        cards = action.cards if isinstance(action, Pass) else (action.card,)
        if lacking := Counter(cards) - Counter(table.hands[seat]):
            return f"{next(iter(lacking))} is not in your hand"
        if isinstance(action, Pass):
            why = None if len(cards) == PASSED else f"{PASSED} cards are passed on"
            return why if table.passing else "no cards are passed on now"
        if table.passing:
            return f"{PASSED} cards are passed on first"
        playable = self.playable(table, table.hands[seat])
        if action.card in playable:
            return None
        if not table.trick:
            return "hearts can't be led before one was played" if any(table.taken) else f"{playable[0]} leads"
        led, other = table.trick.cards[0], playable[0]
        following = f"{led} was led, and you have {other}"
        return following if led.suit == other.suit else "no points are played to the first trick"

    def apply(self, table: Round, action: Pass | Play, dealer: Dealer, seat: Seat) -> None:
        if isinstance(action, Pass):
            taker = (seat + WAYS[table.passing or "left"]) % table.seats
            dealer.move(action.cards, table.hands[seat], table.hands[taker])
            return
        dealer.move([action.card], table.hands[seat], table.trick)
        table.hearts_broken |= action.card.suit == "H" or (self.queen_breaks and action.card == QUEEN)
        table.pass_turn()
        if len(table.trick) == table.seats:
            self.take_trick(table, dealer)

    def apply_together(self, table: Round, passes: Mapping[Seat, Pass | Play], dealer: Dealer) -> None:
        super().apply_together(table, passes, dealer)
        self.begin(table)

    def take_trick(self, table: Round, dealer: Dealer) -> None:
        best = self.takes(table) or table.trick.top
        table.turn = (table.turn + table.trick.cards.index(best)) % table.seats
        dealer.sweep(table.trick, table.taken[table.turn])
        if not any(table.hands):
            self.score(table, dealer)

    def score(self, table: Round, dealer: Dealer) -> None:
        points = [sum(map(worth, taken)) for taken in table.taken]
        every = sum(points)
        if every in points and self.moon != "off":
            points = [own and -own for own in points] if self.moon == "self" else [every - own for own in points]
        table.scores = tuple(map(sum, zip(table.scores, points, strict=True)))
        dealer.end_round(points, table.scores)
        if self.result(table) is None:
            self.deal(table, dealer)

    def result(self, table: Round) -> Result | None:
        return Result.least(table.scores) if max(table.scores) >= self.limit else None
