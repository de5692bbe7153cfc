"""Cheat: put cards down unseen, say what they are, and be doubted by anybody. A whole game in one file."""

from collections import Counter

from cardkit import (
    Action,
    AnyOf,
    Card,
    Dealer,
    Event,
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
MOST = 4
"""How many cards can be put down at once."""


class Put(Action):
    """Put cards down unseen, and say that all of them are of the rank that is due."""

    secret = True
    public = ("rank",)
    says = "put {cards} down as {rank:many}"
    cards: tuple[Card, ...]
    rank: Rank


class Doubt(Action):
    """Have the cards turned up that were just put down."""


class Table(State):
    """The hands, the heap, what was put down last and can be doubted, what was turned up, and the rank that is due."""

    hands: list[Pile]
    heap: Pile
    claimed: Pile
    shown: Pile
    due: Rank = "A"


class Cheat(Game[Table, Put | Doubt]):
    """All cards are dealt. In turn, each player puts one to four cards on the heap unseen, and says that they are aces,
    the next one twos, and so on; after kings come aces again. It need not be true. Then any of the others may doubt it:
    the cards are turned up, and if all are what was said, whoever doubted takes the heap, and else whoever lied. Either
    way the next player puts down the next rank. Whoever has no cards left, and is not caught, wins.

    Source: https://www.pagat.com/beating/cheat.html. Our own: four cards are the most that can be put down at once.
    """

    name = "cheat"
    players = range(2, 11)

    def needs(self, seats: int) -> Needs:
        return Needs(ranks=RANKS, least=seats)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Table:
        claimed, heap, shown = Pile.face_down(), Pile.face_down(), Pile.face_up()
        dealer.shuffle(deck)
        table = Table(seats=seats, hands=Pile.hands(seats), heap=heap, claimed=claimed, shown=shown)
        dealer.deal(deck, table.hands)
        return table

    def acting(self, table: Table) -> One | AnyOf:
        return AnyOf(table.others()) if table.claimed else One(table.turn)

    def legal(self, table: Table, seat: Seat) -> list[Doubt | Form[Put]]:
        return [Doubt()] if table.claimed else [Put.some_of(table.hands[seat], 1, MOST, [table.due])]

    def objection(self, table: Table, action: Put | Doubt, seat: Seat) -> str | None:
        match action:
            case Doubt():
                return None if table.claimed else "nothing was put down that could be doubted"
            case Put() if table.claimed:
                return "doubt what was put down, or pass"
            case Put(cards, rank):
                lacking = Counter(cards) - Counter(table.hands[seat])
                if lacking:
                    return f"{next(iter(lacking))} is not in your hand"
                if rank != table.due:
                    return f"the rank that is due is {table.due}"
                return None if 1 <= len(cards) <= MOST else f"one to {MOST} cards are put down at once"

    def says(self, table: Table, what: Action | Event) -> str | None:
        match what:
            case Moved(source="claimed", target="shown"):
                return "The cards are turned up: {cards}"
            case Moved(source="shown"):
                return "take them"
            case Moved(source="heap"):
                return "take the heap too: {cards}"
            case Moved(source="claimed"):
                return ""
            case _:
                return super().says(table, what)

    def apply(self, table: Table, action: Put | Doubt, dealer: Dealer, seat: Seat) -> None:
        if isinstance(action, Put):
            dealer.move(action.cards, table.hands[seat], table.claimed)
            return
        dealer.sweep(table.claimed, table.shown)
        is_true = all(card.rank == table.due for card in table.shown)
        taker = table.hands[seat if is_true else table.turn]
        dealer.sweep(table.shown, taker)
        dealer.sweep(table.heap, taker)
        self.go_on(table)

    def all_passed(self, table: Table, dealer: Dealer) -> None:
        dealer.sweep(table.claimed, table.heap)
        self.go_on(table)

    def go_on(self, table: Table) -> None:
        table.due = RANKS[(RANKS.index(table.due) + 1) % len(RANKS)]
        table.pass_turn()

    def result(self, table: Table) -> Result | None:
        out = [] if table.claimed else [seat for seat, hand in enumerate(table.hands) if not hand]
        return Result.win(*out, seats=table.seats) if out else None
