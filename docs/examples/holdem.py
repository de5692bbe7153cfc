"""Texas Hold'em: any number of chips may be bet, and who has fewer plays for a part of the pot."""

from collections.abc import Mapping

from cardkit import (
    Action,
    BySeat,
    Card,
    Dealer,
    Event,
    Field,
    Form,
    Game,
    Moved,
    Needs,
    Pile,
    Result,
    Seat,
    State,
    inside,
)

RANKS = {rank: place for place, rank in enumerate("23456789TJQKA")}
BOARD = 5

Strength = tuple[tuple[int, ...], tuple[int, ...]]


def strength(cards: list[Card]) -> Strength:
    """How good the best five of some cards are: the kind of hand, then its ranks; the better one is the greater.

    A kind is told by how often each rank is there, so that (3, 2) is a full house; straights and flushes come between.
    """
    suits = [card.suit for card in cards]
    places = sorted([RANKS[card.rank] for card in cards], reverse=True)
    flush = sorted([RANKS[card.rank] for card in cards if suits.count(card.suit) >= 5], reverse=True)
    found = [most_alike(places)]
    if row := straight(places):
        found.append(((3, 1, 2), row))
    if flush:
        row = straight(flush)
        found.append(((5,), row) if row else ((3, 1, 3), tuple(flush[:5])))
    return max(found)


def straight(places: list[int]) -> tuple[int, ...]:
    """The highest five ranks in a row; the ace may be the lowest of them."""
    for top in range(12, 2, -1):
        row = [top, top - 1, top - 2, top - 3, top - 4 if top > 3 else 12]
        if all(rank in places for rank in row):
            return (*row[:4], top - 4)
    return ()


def most_alike(places: list[int]) -> Strength:
    """The best five ranks by how often each is there."""
    times = {rank: places.count(rank) for rank in places}
    shape, ranks, left = list[int](), list[int](), 5
    while left and times:
        often, rank = max([(min(many, left), rank) for rank, many in times.items()])
        shape, ranks, left = [*shape, often], [*ranks, rank], left - often
        del times[rank]
    return tuple(shape), tuple(ranks)


KINDS: dict[tuple[int, ...], str] = {
    (1, 1, 1, 1, 1): "a high card",
    (2, 1, 1, 1): "a pair",
    (2, 2, 1): "two pairs",
    (3, 1, 1): "three of a kind",
    (3, 1, 2): "a straight",
    (3, 1, 3): "a flush",
    (3, 2): "a full house",
    (4, 1): "four of a kind",
    (5,): "a straight flush",
}


class Fold(Action):
    """Give up your cards, and what you have paid."""


class Check(Action):
    """Stay in the hand without paying, as there is nothing to call."""


class Call(Action):
    """Pay as much as the others have, or all you have."""


class Raise(Action):
    """Bet, or raise what the others have to pay, to so many chips in this round of betting."""

    says = "raise to {to:chip}"
    to: int


Move = Fold | Check | Call | Raise


class Table(State):
    """The table: `bets` are paid in this round of betting, `paid` in this hand; `live` are the seats still in it."""

    stock: Pile
    burnt: Pile
    muck: Pile
    hands: list[Pile]
    shown: list[Pile]
    board: Pile
    chips: BySeat[int]
    bets: BySeat[int]
    paid: BySeat[int]
    live: list[Seat] = inside(default_factory=list[Seat])
    acted: list[Seat] = inside(default_factory=list[Seat])
    high: int = inside(default=0)
    step: int = inside(default=0)
    button: Seat = -1


class Holdem(Game[Table, Move]):
    """Everybody gets two cards, and five are laid open for all: three, one and one, a card being burnt before each.
    Before them and after the last, there is a round of betting. The two seats left of the button pay the blinds; where
    two play, the button pays the small one. A raise is at least as high as the one before, or all one has; one that is
    all and less does not let those raise again who have acted. The best five of seven cards win; who has paid less
    than others can win as much from each as he paid. Odd chips go to the first winners left of the button. Who has no
    chips is out, and the last one wins. Sources: https://www.pagat.com/poker/variants/texasholdem.html, and
    https://www.pagat.com/poker/rules/betting.html. Our own: all who are in at the end show their cards.
    """

    name = "holdem"
    title = "Texas Hold'em"
    players = range(2, 7)
    counts = "hand"
    scored_in = "chip"

    chips: int = Field(default=100, ge=2, description="the chips that everybody begins with")
    blind: int = Field(default=2, ge=2, description="the big blind; the small one is half of it")
    hands: int = Field(default=0, ge=0, description="after how many hands the most chips win; 0: play to the last seat")

    def needs(self, seats: int) -> Needs:
        return Needs(ranks=RANKS, least=2 * seats + BOARD + 3, different=True)

    def score_bounds(self, seats: int) -> tuple[float, float]:
        return 0, self.chips * seats

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Table:
        table = Table(
            seats=seats,
            stock=deck,
            burnt=Pile.face_down(),
            muck=Pile.face_down(),
            hands=Pile.hands(seats),
            shown=[Pile.face_up(owner=seat) for seat in range(seats)],
            board=Pile.face_up(),
            chips=[self.chips] * seats,
            bets=[0] * seats,
            paid=[0] * seats,
        )
        self.deal(table, dealer)
        return table

    def deal(self, table: Table, dealer: Dealer) -> None:
        dealer.begin_round(table)
        for pile in [table.board, table.burnt, table.muck, *table.hands, *table.shown]:
            dealer.sweep(pile, table.stock)
        dealer.shuffle(table.stock)
        table.button = next(seat for seat in self.around(table, table.button) if table.chips[seat])
        table.live = [seat for seat in self.around(table, table.button) if table.chips[seat]]
        dealer.deal(table.stock, [table.hands[seat] for seat in table.live], 2)
        small, big = table.live[-1:] + table.live[:1] if len(table.live) == 2 else table.live[:2]
        table.acted, table.high, table.step, table.turn = [], self.blind, self.blind, big
        self.pay(table, small, self.blind // 2)
        self.pay(table, big, self.blind)
        self.go_on(table, dealer)

    def notes(self, table: Table) -> Mapping[str, object]:
        return {"paid": None, "pot": sum(table.paid) or None}

    def says(self, table: Table, what: Action | Event) -> str | None:
        match what:
            case Call():
                return f"call {self.to_call(table)}"
            case Moved(target="burnt" | "muck"):
                return ""
            case Moved(target="board"):
                return "On the board: {cards}"
            case Moved(target=str(target)) if target.startswith("shown"):
                return f"show {{cards}}: {KINDS[strength([*what.cards, *table.board])[0]]}"
            case _:
                return super().says(table, what)

    def around(self, table: Table, seat: Seat) -> list[Seat]:
        return [*table.others(seat), seat % table.seats]

    def pay(self, table: Table, seat: Seat, chips: int) -> None:
        chips = min(chips, table.chips[seat])
        table.chips[seat] -= chips
        table.bets[seat] += chips
        table.paid[seat] += chips

    def to_call(self, table: Table) -> int:
        return min(table.high - table.bets[table.turn], table.chips[table.turn])

    def raises(self, table: Table) -> range:
        """What the seat whose turn it is may raise to."""
        seat = table.turn
        most = table.bets[seat] + table.chips[seat]
        if most <= table.high or self.no_raise(table):
            return range(0)
        return range(min(table.high + table.step, most), most + 1)

    def no_raise(self, table: Table) -> str | None:
        """Why nobody may raise any more, or not this seat."""
        if not any(table.chips[seat] for seat in table.live if seat != table.turn):
            return "all the others are all in"
        if table.turn in table.acted and table.high - table.bets[table.turn] < table.step:
            return "nobody has made a whole raise since your last turn"
        return None

    def legal(self, table: Table) -> list[Move | Form[Move]]:
        raises = Raise.of(self.raises(table))
        return [Call(), Fold(), raises] if self.to_call(table) else [Check(), raises]

    def objection(self, table: Table, move: Move) -> str | None:
        raises, call = self.raises(table), self.to_call(table)
        match move:
            case Check():
                return f"call {call} or fold" if call else None
            case Call() | Fold():
                return None if call else "there is nothing to call"
            case Raise(to):
                if to in raises:
                    return None
                if raises:
                    return f"you can raise to {raises[0]} at least, and to {raises[-1]} at most"
                return self.no_raise(table) or "you have too few chips to raise"

    def apply(self, table: Table, move: Move, dealer: Dealer) -> None:
        seat = table.turn
        match move:
            case Fold():
                table.live.remove(seat)
                dealer.sweep(table.hands[seat], table.muck)
            case Call():
                self.pay(table, seat, table.high - table.bets[seat])
            case Raise(to):
                self.pay(table, seat, to - table.bets[seat])
                table.step, table.high = max(table.step, to - table.high), to
            case Check():
                pass
        table.acted.append(seat)
        self.go_on(table, dealer)

    def go_on(self, table: Table, dealer: Dealer) -> None:
        """Give the turn to the next seat that has to act, or lay open what is missing, or end the hand."""
        while len(table.live) > 1:
            for seat in self.around(table, table.turn):
                if self.has_to_act(table, seat):
                    table.turn = seat
                    return
            if len(table.board) == BOARD:
                break
            dealer.draw(table.stock, table.burnt)
            dealer.draw(table.stock, table.board, 1 if table.board else 3)
            table.bets, table.acted = [0] * table.seats, []
            table.high, table.step, table.turn = 0, self.blind, table.button
        self.settle(table, dealer)

    def has_to_act(self, table: Table, seat: Seat) -> bool:
        if seat not in table.live or not table.chips[seat]:
            return False
        others = any(table.chips[other] for other in table.live if other != seat)
        return table.bets[seat] < table.high or (others and seat not in table.acted)

    def settle(self, table: Table, dealer: Dealer) -> None:
        if len(table.live) > 1:
            for seat in table.live:
                dealer.sweep(table.hands[seat], table.shown[seat])
        won = self.shares(table)
        points = [own - paid for own, paid in zip(won, table.paid, strict=True)]
        table.chips = [own + more for own, more in zip(table.chips, won, strict=True)]
        table.bets, table.paid, table.live = [0] * table.seats, [0] * table.seats, []
        dealer.end_round(points, table.chips)
        if self.result(table) is None:
            self.deal(table, dealer)

    def shares(self, table: Table) -> list[int]:
        """What each seat gets: pot by pot, each as high as the chips of somebody go who is still in the hand."""
        won, before = [0] * table.seats, 0
        best = {seat: strength([*table.shown[seat], *table.board]) for seat in table.live if len(table.live) > 1}
        levels = sorted({table.paid[seat] for seat in table.live})
        for level in levels:
            top = max(table.paid) if level == levels[-1] else level
            pot = sum(min(paid, top) - min(paid, before) for paid in table.paid)
            within = [seat for seat in table.live if table.paid[seat] >= level]
            winners = [seat for seat in within if best[seat] == max(best[one] for one in within)] if best else within
            for place, seat in enumerate(winners):
                won[seat] += pot // len(winners) + (place < pot % len(winners))
            before = level
        return won

    def result(self, table: Table) -> Result | None:
        if table.live or (table.round != self.hands and sum(map(bool, table.chips)) > 1):
            return None
        return Result.most(tuple(map(float, table.chips)))
