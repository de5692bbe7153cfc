"""Cribbage: lay cards up to 31, then count the hand and the crib. A whole game in one file."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import prod

from cardkit import (
    Action,
    All,
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
    Rank,
    Result,
    Seat,
    State,
)

RANKS = [*"A23456789TJQK"]
MOST = 31
PAIRS = {2: "a pair", 3: "three alike", 4: "four alike"}


class Throw(Action):
    """Lay two cards away to the crib."""

    secret = True
    says = "throw {cards} into the crib"
    cards: tuple[Card, ...]


class Play(Action):
    """Play a card to the row."""

    card: Card


class Table(State):
    """The table; `row` has the ranks that were played since the last time nobody could go on."""

    stock: Pile
    hands: list[Pile]
    laid: list[Pile]
    crib: Pile
    starter: Pile
    scores: list[int]
    points: list[int]
    row: list[Rank]
    won: Seat | None = None


def worth(rank: str) -> int:
    """What a card counts: ten for pictures."""
    return min(RANKS.index(rank) + 1, 10)


def is_run(ranks: Sequence[str]) -> bool:
    """Whether these ranks, in any order, follow each other, and each is there once."""
    places = {RANKS.index(rank) for rank in ranks}
    return len(places) == len(ranks) == max(places) - min(places) + 1


def counted(hand: Sequence[Card], starter: Card, *, is_crib: bool) -> Iterator[tuple[int, str]]:
    """What a hand or a crib counts together with the starter: points, and what for."""
    ranks = [card.rank for card in (*hand, starter)]
    worths = [worth(rank) for rank in ranks]
    if fifteens := sum(sum(some) == 15 for size in range(2, 6) for some in combinations(worths, size)):
        yield 2 * fifteens, "fifteens"
    times = Counter(ranks)
    if pairs := sum(many * (many - 1) for many in times.values()):
        yield pairs, "pairs"
    run = max("".join([rank if rank in times else " " for rank in RANKS]).split(), key=len)
    if len(run) > 2:
        yield len(run) * prod(times[rank] for rank in run), "runs"
    if len({card.suit for card in (*hand, starter)}) == 1:
        yield 5, "a flush"
    elif len({card.suit for card in hand}) == 1 and not is_crib:
        yield 4, "a flush"
    if Card("J", starter.suit) in hand:
        yield 1, "his nobs"


class Cribbage(Game[Table, Throw | Play]):
    """Of six cards each player lays two to the crib, which the dealer counts at the end, and a starter is cut.

    In turn, beginning with the non-dealer, each plays a card to the row, up to 31: fifteen, thirty-one, cards alike and
    runs of the last cards played score, and so does the last card when nobody can go on; then a new row begins, at the
    other player's. At the end the non-dealer counts the hand, then the dealer the hand and the crib, each with the
    starter: fifteens, pairs, runs, a flush (in the crib of five cards alone), the jack of the starter's suit. Whoever
    has 121 points first wins at once.

    Source: https://www.pagat.com/adders/crib6.html. Our own: there is no muggins; a go is played without saying it.
    """

    name = "cribbage"
    players = range(2, 3)
    counts = "hand"
    better = "most"

    limit: int = Field(default=121, ge=1, description="the points that win")

    def needs(self, seats: int) -> Needs:
        return Needs(ranks=RANKS, least=13, different=True)

    def order(self, card: Card) -> int:
        return RANKS.index(card.rank)

    def score_bounds(self, seats: int) -> tuple[float, float]:
        return 0, self.limit + 28

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Table:
        laid, none = [Pile.face_up(owner=seat) for seat in range(seats)], [0] * seats
        table = Table(
            seats=seats, stock=deck, hands=Pile.hands(seats), laid=laid, crib=Pile.face_down(), starter=Pile.face_up(),
            scores=none, points=[*none], row=[],
        )  # fmt: skip
        self.deal(table, dealer)
        return table

    def says(self, table: Table, what: Action | Event) -> str | None:
        return "The starter is {cards}" if isinstance(what, Moved) and what.target == "starter" else None

    def deal(self, table: Table, dealer: Dealer) -> None:
        dealer.begin_round(table)
        dealer.gather(table, table.stock)
        dealer.lay_open(table.crib, to=[])
        dealer.shuffle(table.stock)
        dealer.deal(table.stock, table.hands, 6)
        table.row, table.turn = [], self.dealing(table) ^ 1

    def dealing(self, table: Table) -> Seat:
        """The seat that deals, and has the crib."""
        return (table.round - 1) % 2

    def roles(self, table: Table) -> Mapping[str, Sequence[Seat]]:
        return {"dealer": [self.dealing(table)]}

    def acting(self, table: Table) -> One | All:
        return One(table.turn) if table.starter else All(table.everybody())

    def legal(self, table: Table, seat: Seat) -> Sequence[Throw | Play | Form[Throw]]:
        if not table.starter:
            return [Throw.some_of(table.hands[seat], 2, 2)]
        return [Play(card) for card in self.playable(table, seat)]

    def playable(self, table: Table, seat: Seat) -> list[Card]:
        """The cards that don't take the row over 31."""
        left = MOST - sum(map(worth, table.row))
        return [card for card in table.hands[seat] if worth(card.rank) <= left]

    def apply(self, table: Table, action: Throw | Play, dealer: Dealer, seat: Seat) -> None:
        if isinstance(action, Throw):
            dealer.move(action.cards, table.hands[seat], table.crib)
            return
        table.count += 1
        dealer.move([action.card], table.hands[seat], table.laid[seat])
        table.row.append(action.card.rank)
        for points, what in self.pegged(table.row):
            self.peg(table, seat, points, what, dealer)
        able = [other for other in (seat ^ 1, seat) if self.playable(table, other)]
        if not able:
            if sum(map(worth, table.row)) < MOST:
                self.peg(table, seat, 1, "the last card", dealer)
            table.row = []
            able = [other for other in (seat ^ 1, seat) if table.hands[other]]
        table.turn = able[0] if able else seat
        if not able:
            self.show(table, dealer)

    def apply_together(self, table: Table, actions: Mapping[Seat, Throw | Play], dealer: Dealer) -> None:
        super().apply_together(table, actions, dealer)
        dealer.draw(table.stock, table.starter)
        if table.starter.top.rank == "J":
            self.peg(table, self.dealing(table), 2, "his heels", dealer)

    def pegged(self, row: Sequence[str]) -> Iterator[tuple[int, str]]:
        """What the last card of a row scores: points, and what for."""
        total = sum(map(worth, row))
        if total in (15, MOST):
            yield 2, "fifteen" if total == 15 else "thirty-one"
        alike = next((many for many in (4, 3, 2) if len(row) >= many and len({*row[-many:]}) == 1), 1)
        if alike > 1:
            yield alike * (alike - 1), PAIRS[alike]
        if run := next((many for many in range(len(row), 2, -1) if is_run(row[-many:])), 0):
            yield run, f"a run of {run}"

    def peg(self, table: Table, seat: Seat, points: int, what: str, dealer: Dealer) -> None:
        """Score points, as long as nobody has won."""
        if table.won is None:
            dealer.score(table, seat, points, what)
            table.won = seat if table.scores[seat] >= self.limit else None

    def show(self, table: Table, dealer: Dealer) -> None:
        """Count the hands and the crib, and deal anew."""
        mine = self.dealing(table)
        dealer.lay_open(table.crib)
        for seat, pile in ((mine ^ 1, table.laid[mine ^ 1]), (mine, table.laid[mine]), (mine, table.crib)):
            for points, what in counted(pile.cards, table.starter.top, is_crib=pile is table.crib):
                self.peg(table, seat, points, what, dealer)
        dealer.end_round(table)
        if table.won is None:
            self.deal(table, dealer)

    def result(self, table: Table) -> Result | None:
        return None if table.won is None else Result.won(table.won, scores=table.scores)
