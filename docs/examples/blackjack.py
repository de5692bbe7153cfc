"""Blackjack: everybody bets against the house, whose cards are drawn by rule. A whole game in one file."""

from collections.abc import Mapping
from math import inf

from cardkit import (
    Acted,
    Action,
    BySeat,
    CannotStart,
    Card,
    Dealer,
    Event,
    Field,
    Form,
    Game,
    Moved,
    Part,
    Pile,
    Result,
    Seat,
    State,
    inside,
)

POINTS = {rank: int(rank) for rank in "23456789"} | dict.fromkeys("TJQK", 10) | {"A": 1}
BETS = range(10, 51, 10)


def total(hand: Pile) -> int:
    """The points of some cards: one ace counts 11 where that is not too many."""
    points = sum(POINTS[card.rank] for card in hand)
    return points + 10 if points <= 11 and is_soft(hand) else points


def is_soft(hand: Pile) -> bool:
    """Whether there is an ace in the hand."""
    return any(card.rank == "A" for card in hand)


class Bet(Action):
    """Bet so many chips on the next round."""

    says = "bet {chips:chip}"
    chips: int


class Hit(Action):
    """Take a card."""


class Stand(Action):
    """Take no more cards."""


class Double(Action):
    """Bet as much again, and take one card more, which is the last."""


class Split(Action):
    """Make two hands of two cards of the same value, and bet as much on the second one."""


Move = Bet | Hit | Stand | Double | Split


class Box(Part):
    """A hand that a seat plays, with the bet on it."""

    seat: Seat
    hand: Pile
    bet: int
    split: bool = False
    done: bool = False


class Table(State):
    """The table; a box is made by a bet, and another one by a split."""

    stock: Pile
    house: Pile
    hole: Pile
    boxes: list[Box]
    chips: BySeat[int]
    bets_open: bool = inside(default=True)


class Blackjack(Game[Table, Move]):
    """Everybody bets 10 to 50 chips and gets two cards; the house gets one face up and one face down. Numbers count
    themselves, jacks, queens and kings ten, and an ace 1 or 11. An ace with a ten is blackjack and pays three to two,
    if the house has none, too; the house looks at once. In turn, everybody takes cards or stands; more than 21 loses.
    With two cards one may double the bet for one card more; or split two of the same value, once, into two hands, which
    are no blackjack with 21; split aces get one card each. Then the house draws to 17. The higher hand wins as much as
    was bet, and equal hands nothing. Who has most chips in the end wins, if they are more than at first: else the house
    does. Source: https://www.pagat.com/banking/blackjack.html. Our own: one pack, shuffled before each round; no
    insurance, and no surrender.
    """

    name = "blackjack"
    players = range(1, 6)
    counts = "round"
    scored_in = "chip"

    chips: int = Field(default=200, ge=10, description="the chips that everybody begins with")
    rounds: int = Field(default=10, ge=1, description="how many rounds are played")
    soft_17: bool = Field(default=False, description="whether the house draws to 17 with an ace that counts 11")

    def score_bounds(self, seats: int) -> tuple[float, float]:
        return 0, inf

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Table:
        needed, strange = 60 * seats + 26, [card for card in deck if card.rank not in POINTS]
        if strange or sum(POINTS[card.rank] for card in deck) < needed:
            lack = f"{strange[0]} does not do" if strange else "the deck has fewer"
            reason = f"it takes cards of {needed} points in all, of the ranks {' '.join(POINTS)}; {lack}"
            raise CannotStart(self.name, reason)
        house, hole = Pile.face_up(), Pile.face_down()
        table = Table(seats=seats, stock=deck, house=house, hole=hole, boxes=[], chips=[self.chips] * seats)
        self.begin(table, dealer)
        return table

    def begin(self, table: Table, dealer: Dealer) -> None:
        dealer.begin_round(table)
        dealer.gather(table, table.stock)
        dealer.shuffle(table.stock)
        table.boxes, table.bets_open = [], True
        table.turn = self.betting(table)[0]

    def betting(self, table: Table) -> list[Seat]:
        """The seats that have yet to bet, and can."""
        since = table.boxes[-1].seat + 1 if table.boxes else 0
        return [seat for seat in range(since, table.seats) if table.chips[seat] >= BETS[0]]

    def current(self, table: Table) -> Box:
        return next(box for box in table.boxes if not box.done)

    def legal(self, table: Table) -> list[Move | Form[Move]]:
        if table.bets_open:
            return [Bet.of(BETS[: table.chips[table.turn] // BETS.step])]
        more = [move for move in (Double(), Split()) if self.no_more(table, move) is None]
        return [Hit(), Stand(), *more]

    def no_more(self, table: Table, move: Double | Split) -> str | None:
        """Why the bet on a box can't be made again; None if it can."""
        box = self.current(table)
        if len(box.hand) > 2:
            return "that is for a hand of two cards"
        if isinstance(move, Split) and box.split:
            return "a hand is split once"
        if isinstance(move, Split) and len({POINTS[card.rank] for card in box.hand}) > 1:
            return "your cards have not the same value"
        lack = table.chips[table.turn] < box.bet
        return f"the bet was {box.bet}, and you have only {table.chips[table.turn]}" if lack else None

    def objection(self, table: Table, move: Move) -> str | None:
        match move:
            case Bet() if not table.bets_open:
                return "the bets are made"
            case Bet(chips) if chips not in BETS:
                return f"a bet is {BETS[0]} to {BETS[-1]} in steps of {BETS.step}"
            case Bet(chips):
                return None if chips <= table.chips[table.turn] else f"you have only {table.chips[table.turn]}"
            case _ if table.bets_open:
                return "bet first"
            case Double() | Split():
                return self.no_more(table, move)
            case _:
                return None

    def notes(self, table: Table) -> Mapping[str, object]:
        """What is bet on each hand, and what it comes to."""
        boxes: dict[Seat, list[str]] = {}
        for box in table.boxes:
            of_cards = f" on {total(box.hand)}" if box.hand else ""
            boxes.setdefault(box.seat, []).append(f"{box.bet}{of_cards}")
        bets = {seat: " and ".join(bets) for seat, bets in boxes.items()}
        return {"bets": bets, "the house has": total(table.house) or None}

    def says(self, table: Table, what: Action | Event) -> str | None:
        match what:
            case Acted(action=Hit()):
                return ""
            case Moved(source="hole"):
                return "The house turns up {cards}"
            case Moved(target="house"):
                return f"The house gets {{cards}}: {total(table.house)} in all"
            case Moved(target="hole"):
                return "The house gets a card face down"
            case Moved(owner=int()):
                return "get {cards}"
            case _:
                return super().says(table, what)

    def apply(self, table: Table, move: Move, dealer: Dealer) -> None:
        if isinstance(move, Bet):
            table.chips[table.turn] -= move.chips
            table.boxes.append(Box(seat=table.turn, hand=Pile.face_up(owner=table.turn), bet=move.chips))
            if waiting := self.betting(table):
                table.turn = waiting[0]
            else:
                self.deal(table, dealer)
            return
        box = self.current(table)
        match move:
            case Stand():
                box.done = True
            case Hit():
                dealer.draw(table.stock, box.hand)
            case Double():
                table.chips[box.seat] -= box.bet
                box.bet, box.done = 2 * box.bet, True
                dealer.draw(table.stock, box.hand)
            case Split():
                self.split(table, box, dealer)
        self.go_on(table, dealer)

    def split(self, table: Table, box: Box, dealer: Dealer) -> None:
        table.chips[box.seat] -= box.bet
        box.split, box.done = True, is_soft(box.hand)
        hand = Pile.face_up(owner=box.seat)
        other = Box(seat=box.seat, hand=hand, bet=box.bet, split=True, done=box.done)
        table.boxes.insert(table.boxes.index(box) + 1, other)
        dealer.draw(box.hand, other.hand)
        dealer.deal(table.stock, [box.hand, other.hand], 1)

    def deal(self, table: Table, dealer: Dealer) -> None:
        table.bets_open = False
        hands = [box.hand for box in table.boxes]
        dealer.deal(table.stock, [*hands, table.house], 1)
        dealer.deal(table.stock, [*hands, table.hole], 1)
        if self.is_blackjack([*table.house, *table.hole]):
            self.settle(table, dealer)
        else:
            self.go_on(table, dealer)

    def is_blackjack(self, cards: list[Card], *, split: bool = False) -> bool:
        return len(cards) == 2 and total(Pile(cards)) == 21 and not split

    def go_on(self, table: Table, dealer: Dealer) -> None:
        for box in table.boxes:
            box.done = box.done or total(box.hand) >= 21
            if not box.done:
                table.turn = box.seat
                return
        self.settle(table, dealer)

    def settle(self, table: Table, dealer: Dealer) -> None:
        dealer.sweep(table.hole, table.house)
        open_boxes = [box for box in table.boxes if total(box.hand) <= 21]
        if not all(self.is_blackjack(box.hand.cards, split=box.split) for box in open_boxes):
            while total(table.house) < 17 or (self.soft_17 and self.is_soft_17(table.house)):
                dealer.draw(table.stock, table.house)
        won = [0] * table.seats
        for box in table.boxes:
            gain = self.gain(box, table.house)
            won[box.seat] += gain
            table.chips[box.seat] += box.bet + gain
        dealer.end_round(won, table.chips)
        if self.result(table) is None:
            self.begin(table, dealer)

    def is_soft_17(self, hand: Pile) -> bool:
        return total(hand) == 17 and sum(POINTS[card.rank] for card in hand) == 7

    def gain(self, box: Box, house: Pile) -> int:
        """What a box wins, below zero where it loses."""
        natural, theirs = self.is_blackjack(box.hand.cards, split=box.split), self.is_blackjack(house.cards)
        if natural or theirs:
            return 0 if natural and theirs else box.bet * 3 // 2 if natural else -box.bet
        own, other = total(box.hand), total(house)
        if own > 21 or own < other <= 21:
            return -box.bet
        return 0 if own == other else box.bet

    def result(self, table: Table) -> Result | None:
        settled = bool(table.house) and not table.hole
        if not settled or (table.round < self.rounds and max(table.chips) >= BETS[0]):
            return None
        scores = tuple(map(float, table.chips))
        return Result.most(scores) if max(scores) > self.chips else Result.lost(table.seats, scores=scores)
