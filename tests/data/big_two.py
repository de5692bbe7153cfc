"""Big Two: be the first to get rid of the cards, alone, in twos, threes and poker hands. A whole game in one file."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from cardkit import Action, Card, Dealer, Field, Game, Needs, Pile, Result, Seat, State, inside

RANKS, SUITS = "3456789TJQKA2", "DCHS"
LOWEST = Card("3", "D")
Strength = tuple[int, int, int, int]


class Play(Action):
    """Play one card, two or three of a rank, or a hand of five."""

    says = "play {cards}"
    cards: tuple[Card, ...]


class Pass(Action):
    """Leave it to the others."""


class Table(State):
    """The table; `best` is the seat that played last, `beaten` is what lay before on the pile."""

    stock: Pile
    hands: list[Pile]
    played: Pile
    beaten: Pile
    best: Seat | None = inside(default=None)
    scores: list[int]
    points: list[int] = inside(default_factory=list)


def high(card: Card) -> tuple[int, int]:
    """How high a card is."""
    return RANKS.index(card.rank), SUITS.index(card.suit)


def strength(cards: Sequence[Card]) -> Strength | None:
    """What cards are worth together: their number, the kind of hand, its rank and suit; None where they are nothing."""
    by_rank = Counter(card.rank for card in cards)
    many, times = by_rank.most_common(1)[0]
    top = max(cards, key=high)
    if len(cards) < 5:
        return (len(cards), 0, *high(top)) if times == len(cards) < 4 else None
    flush = len({card.suit for card in cards}) == 1
    places = sorted(map(RANKS.index, by_rank))
    if times == 1 and places[-1] - places[0] == 4 and "2" not in by_rank:
        return 5, 5 if flush else 1, *high(top)
    if flush:
        return 5, 2, SUITS.index(top.suit), RANKS.index(top.rank)
    kinds = {(3, 2): 3, (4, 1): 4}
    kind = kinds.get(tuple(sorted(by_rank.values(), reverse=True)))  # type: ignore[call-overload]
    return (5, kind, RANKS.index(many), 0) if kind else None


def fives(hand: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Every hand of five among some cards."""
    ranks = {rank: [card for card in hand if card.rank == rank] for rank in RANKS}
    for start in range(8):
        yield from product(*(ranks[rank] for rank in RANKS[start : start + 5]))
    for suit in SUITS:
        for five in combinations([card for card in hand if card.suit == suit], 5):
            if (found := strength(five)) and found[1] == 2:
                yield five
    for rank, many in ranks.items():
        others = {other: some for other, some in ranks.items() if other != rank}
        for three, pairs in product(combinations(many, 3), others.values()):
            yield from ((*three, *pair) for pair in combinations(pairs, 2))
        if len(many) == 4:
            yield from ((*many, card) for some in others.values() for card in some)


class BigTwo(Game[Table, Play | Pass]):
    """All cards are dealt. Whoever has the lowest card begins with a play that has it. In turn each plays as many cards
    that are higher, or passes; when all others have passed, whoever played last begins anew. Twos are the highest,
    then aces; suits go diamonds, clubs, hearts, spades. Five cards are a straight, a flush, a full house, four and one,
    or a straight flush, each higher than those before. Twos are in no straight.

    Who has no card left ends the deal; the others have a point for each card, two for each where they have ten or more,
    three for each of thirteen. After a deal in which somebody gets to the limit, the fewest points win.

    Source: https://www.pagat.com/climbing/bigtwo.html. Our own: flushes are compared by suit first.
    """

    name = "big-two"
    players = range(2, 5)
    usual = 4
    counts = "deal"
    better = "least"

    limit: int = Field(default=50, ge=1, description="the points that end the game")

    def needs(self, seats: int) -> Needs:
        return Needs(ranks=RANKS, suits=SUITS, least=13 * seats, different=True)

    def order(self, card: Card) -> tuple[int, int]:
        return high(card)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Table:
        piles = {"stock": deck, "played": Pile.face_up(), "beaten": Pile.face_up(), "hands": Pile.hands(seats)}
        table = Table(seats=seats, **piles, scores=[0] * seats, points=[0] * seats)
        self.deal(table, dealer)
        return table

    def deal(self, table: Table, dealer: Dealer) -> None:
        dealer.begin_round(table)
        dealer.gather(table, table.stock)
        dealer.shuffle(table.stock)
        dealer.deal(table.stock, table.hands, 13)
        lowest = [min(hand, key=high) for hand in table.hands]
        table.turn, table.best = lowest.index(min(lowest, key=high)), None

    def legal(self, table: Table) -> Sequence[Play | Pass]:
        hand = sorted(table.hands[table.turn], key=high)
        size = len(table.played)
        sizes = [size] if size else [1, 2, 3, 5]
        to_beat = strength(table.played.cards) if table.played else None
        first = min(hand, key=high) if table.best is None else None
        every = [five for five in fives(hand) if 5 in sizes]
        for rank, number in product(RANKS, sizes):
            every += combinations([card for card in hand if card.rank == rank], number) if number < 5 else ()
        fits = [cards for cards in every if first in (None, *cards)]
        plays = [Play(cards) for cards in fits if to_beat is None or (strength(cards) or (0,)) > to_beat]
        return [*plays, Pass()] if size else plays

    def apply(self, table: Table, action: Play | Pass, dealer: Dealer) -> None:
        seat = table.turn
        table.pass_turn()
        if isinstance(action, Play):
            dealer.sweep(table.played, table.beaten)
            dealer.move(action.cards, table.hands[seat], table.played)
            table.best = seat
            if not table.hands[seat]:
                self.score(table, dealer)
        elif table.turn == table.best:
            dealer.sweep(table.played, table.beaten)

    def score(self, table: Table, dealer: Dealer) -> None:
        for seat, left in enumerate(map(len, table.hands)):
            if left:
                dealer.score(table, seat, left * (1 + (left > 9) + (left > 12)), f"{left} cards")
        dealer.end_round(table)
        if self.result(table) is None:
            self.deal(table, dealer)

    def result(self, table: Table) -> Result | None:
        return Result.least(table.scores) if max(table.scores) >= self.limit else None
