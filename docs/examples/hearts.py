"""Hearts: take no hearts and not the queen of spades, or take them all. A whole game in one file."""

from typing import Literal

from cardkit import Action, CannotStart, Card, Dealer, Field, Game, Pile, Result, RoundBegun, RoundEnded, State

RANKS = [*"23456789TJQKA"]
SUITS = [*"CDSH"]
QUEEN = Card("Q", "S")
PASSED = 3
WAYS = {"left": 1, "right": -1, "across": 2}


def order(card: Card) -> tuple[int, int]:
    """Where a card lies in a sorted hand."""
    return SUITS.index(card.suit), RANKS.index(card.rank)


def worth(card: Card) -> int:
    """The points of a card: 13 for the queen of spades, 1 for a heart, else 0."""
    return 13 if card == QUEEN else int(card.suit == "H")


class Pass(Action):
    """Put a card aside for another player, face down."""

    secret = True
    card: Card


class Play(Action):
    """Play a card to the trick."""

    card: Card


class Round(State):
    """The table; the cards that a player passes on lie in `passed`, seen by nobody else, until everybody has chosen."""

    stock: Pile
    left_out: Pile
    hands: list[Pile]
    passed: list[Pile]
    trick: Pile
    taken: list[Pile]
    passing: str | None = None
    played: int = 0
    hearts_broken: bool = False
    scores: tuple[int, ...]


class Hearts(Game[Round, Pass | Play]):
    """All cards are dealt; with three or five players, a low diamond or club that would be too many is left out. Before
    a round, everybody passes three cards face down: first to the left, then right, with four across, then none at all.

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

    limit: int = Field(default=100, ge=1, description="the points that end the game")
    passing: bool = Field(default=True, description="whether cards are passed before a round")
    moon: Literal["others", "self", "off"] = Field(
        default="others",
        description="what shooting the moon does: all others get the points, they are taken off one's own, or nothing",
    )
    queen_breaks: bool = Field(default=False, description="whether hearts can be led after the queen of spades, too")
    first_trick_points: bool = Field(
        default=False, description="whether hearts and the queen of spades can be played to the first trick"
    )

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Round:
        strange = [card for card in deck if card.rank not in RANKS or card.suit not in SUITS]
        if strange:
            known = f"the ranks are {' '.join(RANKS)}, and the suits {' '.join(SUITS)}"
            raise CannotStart(self.name, f"{strange[0]} does not do: {known}")
        hearts, needed = len(deck.of(suit="H")), f"{PASSED} hearts, and {PASSED} cards for each of {seats} players"
        if min(hearts, len(deck) // seats) < PASSED:
            raise CannotStart(self.name, f"it takes {needed}; the deck has {hearts} hearts and {len(deck)} cards")
        table = Round(
            seats=seats,
            stock=deck,
            left_out=Pile.face_up(),
            hands=Pile.hands(seats),
            passed=Pile.hands(seats),
            trick=Pile.face_up(),
            taken=[Pile.face_up(owner=seat) for seat in range(seats)],
            scores=(0,) * seats,
        )
        lowest = sorted(deck, key=lambda card: (card.suit not in "CD", RANKS.index(card.rank), card.suit == "C"))
        dealer.move(lowest[: len(deck) % seats], deck, table.left_out)
        self.deal(table, dealer)
        return table

    def deal(self, table: Round, dealer: Dealer) -> None:
        dealer.tell(RoundBegun(table.played + 1))
        for taken in table.taken:
            dealer.sweep(taken, table.stock)
        dealer.shuffle(table.stock)
        dealer.deal(table.stock, table.hands)
        ways = ["left", "right", "across", None] if table.seats == 4 else ["left", "right", None]
        table.passing = ways[table.played % len(ways)] if self.passing else None
        table.turn, table.hearts_broken = table.played % table.seats, False
        if not table.passing:
            self.begin(table)

    def begin(self, table: Round) -> None:
        table.passing = None
        lowest = min((card for hand in table.hands for card in hand), key=order)
        table.turn = next(seat for seat in range(table.seats) if lowest in table.hands[seat])

    def legal(self, table: Round) -> list[Pass | Play]:
        hand = sorted(dict.fromkeys(table.hands[table.turn]), key=order)
        return [Pass(card) for card in hand] if table.passing else [Play(card) for card in self.playable(table, hand)]

    def playable(self, table: Round, hand: list[Card]) -> list[Card]:
        first_trick = not any(table.taken)
        if table.trick:
            following = [card for card in hand if card.suit == table.trick.cards[0].suit]
            harmless = [card for card in hand if first_trick and not self.first_trick_points and not worth(card)]
            return following or harmless or hand
        no_hearts = [card for card in hand if card.suit != "H" and not table.hearts_broken]
        return hand[:1] if first_trick else no_hearts or hand

    def apply(self, table: Round, action: Pass | Play, dealer: Dealer) -> None:
        hand, left = table.hands[table.turn], table.others()[0]
        if isinstance(action, Pass):
            dealer.move([action.card], hand, table.passed[table.turn])
            if len(table.passed[table.turn]) == PASSED:
                table.turn = left
            if all(len(passed) == PASSED for passed in table.passed):
                for seat, passed in enumerate(table.passed):
                    dealer.sweep(passed, table.hands[(seat + WAYS[table.passing or "left"]) % table.seats])
                self.begin(table)
            return
        dealer.move([action.card], hand, table.trick)
        table.hearts_broken |= action.card.suit == "H" or (self.queen_breaks and action.card == QUEEN)
        table.turn = left
        if len(table.trick) == table.seats:
            self.take_trick(table, dealer)

    def take_trick(self, table: Round, dealer: Dealer) -> None:
        best = max(table.trick.of(suit=table.trick.cards[0].suit), key=order)
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
        table.played = table.count = table.count + 1
        dealer.tell(RoundEnded(tuple(points), table.scores))
        if self.result(table) is None:
            self.deal(table, dealer)

    def result(self, table: Round) -> Result | None:
        return Result.least(table.scores) if max(table.scores) >= self.limit else None
