"""Gin Rummy: make melds, and knock when little else is left in your hand. A whole game in one file."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, pairwise
from math import inf
from typing import Literal

from cardkit import (
    BACK,
    Acted,
    Action,
    BySeat,
    Card,
    Dealer,
    Event,
    Field,
    Game,
    Moved,
    Needs,
    Pile,
    Place,
    Result,
    Seat,
    State,
    card_said,
    inside,
)

RANKS = "A23456789TJQK"
POINTS = {rank: min(points, 10) for points, rank in enumerate(RANKS, start=1)}
LEFT = 2

Cards = tuple[Card, ...]


@cache
def order(card: Card) -> tuple[str, int]:
    """Where a card lies in a sorted hand."""
    return card.suit, RANKS.index(card.rank)


@cache
def after(card: Card) -> Card | None:
    """The card of the same suit and the next rank."""
    return None if card.rank == "K" else Card(RANKS[RANKS.index(card.rank) + 1], card.suit)


def is_meld(cards: Sequence[Card]) -> bool:
    """Whether the cards are three or more of a rank, or three or more of a suit that follow each other."""
    places = sorted(RANKS.index(card.rank) for card in cards)
    row = len({card.suit for card in cards}) == 1 and all(high - low == 1 for low, high in pairwise(places))
    return len(cards) >= 3 and (row or len(set(places)) == 1)


def melds_of(hand: Cards) -> list[Cards]:
    """All melds that can be made of a sorted hand."""
    of_rank: dict[str, list[Card]] = {}
    for card in hand:
        of_rank.setdefault(card.rank, []).append(card)
    many = [cards for cards in of_rank.values() if len(cards) >= 3]
    sets = [some for cards in many for size in (3, 4) for some in combinations(cards, size)]
    rows: list[Cards] = []
    for first in range(len(hand) - 2):
        last = first + 1
        while last < len(hand) and hand[last] == after(hand[last - 1]):
            last += 1
            if last - first >= 3:
                rows.append(hand[first:last])
    return sets + rows


def deadwood(cards: Sequence[Card]) -> int:
    """The points of the cards that are left over where the melds are the best."""
    return best(tuple(sorted(cards, key=order)))[0]


def loose(hand: Cards) -> int:
    """The points of the cards of a sorted hand that are in no meld: at least these are left over."""
    melded = {card for meld in melds_of(hand) for card in meld}
    return sum([POINTS[card.rank] for card in hand if card not in melded])


@lru_cache(maxsize=10_000)
def best(hand: Cards) -> tuple[int, tuple[Cards, ...]]:
    """The melds of a sorted hand that leave least points over, after those points."""
    found: list[tuple[int, tuple[Cards, ...]]] = [(sum([POINTS[card.rank] for card in hand]), ())]
    for meld in melds_of(hand):
        points, others = best(tuple([card for card in hand if card not in meld]))
        found.append((points, (meld, *others)))
    return min(found, key=lambda one: one[0])


class Take(Action):
    """Take the top card of the discards."""


class Refuse(Action):
    """Leave the first card of the discards to the other player."""

    says = "leave the first card"


class Draw(Action):
    """Take the top card of the stock."""


class Discard(Action):
    """Put a card on the discards."""

    card: Card


class Knock(Action):
    """Put a card on the discards, lay your melds open, and end the hand."""

    says = "knock, discarding {card}"
    card: Card


class LayOff(Action):
    """Add a card to a meld of the one who knocked."""

    says = "lay {card} on meld {to}"
    card: Card
    to: Place


class Done(Action):
    """Lay off no more cards, and let the hand be counted."""

    says = "lay off no more"


Move = Take | Refuse | Draw | Discard | Knock | LayOff | Done


class Table(State):
    """The table; melds are laid on it by a knock, and what is left of the hands lies in `shown` to be counted."""

    stock: Pile
    discards: Pile
    hands: list[Pile]
    melds: list[Pile]
    shown: list[Pile]
    phase: Literal["offer", "last offer", "stock", "draw", "discard", "lay off", "over"] = inside(default="offer")
    taken: Card | None = inside(default=None)
    dealt_by: Seat = 1
    hands_won: BySeat[int]
    scores: BySeat[int]


class GinRummy(Game[Table, Move]):
    """Both get ten cards, and one is laid open, which the one who did not deal may take, or the dealer; where both
    leave it, the former draws. In turn, a player takes the top discard or draws, and discards another card than the one
    he took. Three or four of a rank, or three or more of a suit in sequence, are a meld; the ace is low. Cards in no
    meld are deadwood: pictures count ten, others themselves. With ten points of it or fewer, after the discard, a
    player may knock and lays his melds open. The other may lay off cards on them, unless the knocker has none left
    over, which is gin and wins 25 points and the other's deadwood. Else the one with less wins the difference, and 25
    more if the other one knocked, as he does where they are equal. With two cards left in the stock, the hand is void,
    and dealt again. The winner deals. At 100 points the game ends: its winner gets 100 more, or 200 if the other has
    none, and each 20 for every hand won.

    Source: https://www.pagat.com/rummy/ginrummy.html. Our own: the melds are those that leave least over.
    """

    name = "gin_rummy"
    players = range(2, 3)
    counts = "hand"

    limit: int = Field(default=100, ge=1, description="the points that end the game")
    knock: int = Field(default=10, ge=0, description="with how many points of deadwood a player may knock")
    bonus: int = Field(default=25, ge=0, description="the points for gin, and for less than the knocker has")
    hand_size: int = Field(default=10, ge=3, le=10, description="the cards that each player gets")

    def needs(self, seats: int) -> Needs:
        return Needs(ranks=RANKS, least=2 * self.hand_size + LEFT + 2, different=True)

    def score_bounds(self, seats: int) -> tuple[float, float]:
        return 0, inf

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Table:
        table = Table(
            seats=seats,
            stock=deck,
            discards=Pile.face_up(),
            hands=Pile.hands(seats),
            melds=[],
            shown=[Pile.face_up(owner=seat) for seat in range(seats)],
            hands_won=[0] * seats,
            scores=[0] * seats,
        )
        self.deal(table, dealer)
        return table

    def deal(self, table: Table, dealer: Dealer) -> None:
        dealer.begin_round(table)
        dealer.gather(table, table.stock)
        table.melds, table.phase, table.turn = [], "offer", 1 - table.dealt_by
        dealer.shuffle(table.stock)
        dealer.deal(table.stock, [table.hands[table.turn], table.hands[table.dealt_by]], self.hand_size)
        dealer.draw(table.stock, table.discards)

    def order(self, card: Card) -> tuple[str, int]:
        return order(card)

    def notes(self, table: Table) -> Mapping[str, object]:
        """The melds of the hand that is seen, and the points of what is left over."""
        for hand in table.hands:
            if hand and BACK not in hand:
                points, melds = best(tuple(sorted(hand, key=order)))
                return {"in melds": list(melds) or None, "deadwood": points}
        return {}

    def says(self, table: Table, what: Action | Event) -> str | None:
        match what:
            case Acted(action=Take() | Draw()):
                return ""
            case Take() if table.discards:
                return f"take {card_said(table.discards.top)}"
            case Moved(target=str(target)) if target.startswith("melds"):
                return "lay down a meld: {cards}" if len(what.cards) > 1 else ""
            case Moved(target=str(target)) if target.startswith("shown"):
                return "have {cards} left over"
            case _:
                return super().says(table, what)

    def legal(self, table: Table) -> list[Move]:
        if table.phase in ("offer", "last offer"):
            return [Take(), Refuse()]
        if table.phase in ("stock", "draw"):
            return [Draw(), Take()] if table.phase == "draw" else [Draw()]
        hand = sorted(table.hands[table.turn], key=order)
        if table.phase == "discard":
            cards = [card for card in hand if card != table.taken]
            least = loose(tuple(hand)) - self.knock
            heavy = [card for card in cards if POINTS[card.rank] >= least]
            return [*map(Discard, cards), *(Knock(card) for card in heavy if self.left(table, card) <= self.knock)]
        places = range(len(table.melds))
        return [Done(), *(LayOff(card, to) for card in hand for to in places if self.fits(table, card, to))]

    def left(self, table: Table, card: Card) -> int:
        """The deadwood after a card is discarded."""
        return deadwood([other for other in table.hands[table.turn] if other != card])

    def fits(self, table: Table, card: Card, to: int) -> bool:
        return is_meld([*table.melds[to], card])

    def objection(self, table: Table, move: Move) -> str | None:
        phases: dict[type[Move], tuple[str, ...]] = {
            Take: ("offer", "last offer", "draw"),
            Refuse: ("offer", "last offer"),
            Draw: ("stock", "draw"),
            Discard: ("discard",),
            Knock: ("discard",),
        }
        now = {
            "stock": "draw a card",
            "draw": "draw or take a card",
            "discard": "discard a card",
            "lay off": "lay off cards, or be done",
        }
        if table.phase not in phases.get(type(move), ("lay off",)):
            return f"you may {now.get(table.phase, 'take the first card or leave it')}"
        if isinstance(move, Discard | Knock | LayOff) and move.card not in table.hands[table.turn]:
            return f"you don't have {move.card}"
        if isinstance(move, Discard | Knock) and move.card == table.taken:
            return f"you have just taken {move.card}"
        if isinstance(move, Knock) and (left := self.left(table, move.card)) > self.knock:
            return f"{left} points would be left over, and {self.knock} are allowed"
        if isinstance(move, LayOff) and not (0 <= move.to < len(table.melds) and self.fits(table, move.card, move.to)):
            return f"{move.card} does not make that meld longer"
        return None

    def apply(self, table: Table, move: Move, dealer: Dealer) -> None:
        hand = table.hands[table.turn]
        match move:
            case Take():
                table.taken = dealer.draw(table.discards, hand)[0]
                table.phase = "discard"
            case Draw():
                dealer.draw(table.stock, hand)
                table.phase = "discard"
            case Refuse():
                table.phase = "last offer" if table.phase == "offer" else "stock"
                table.turn = 1 - table.turn
            case Discard(card):
                dealer.move([card], hand, table.discards)
                table.turn, table.taken, table.phase = 1 - table.turn, None, "draw"
                if len(table.stock) <= LEFT:
                    dealer.end_round([0, 0], table.scores)
                    self.deal(table, dealer)
            case Knock(card):
                dealer.move([card], hand, table.discards)
                self.lay_open(table, dealer)
            case LayOff(card, to):
                dealer.move([card], hand, table.melds[to])
            case Done():
                self.count(table, dealer)

    def lay_open(self, table: Table, dealer: Dealer) -> None:
        hand = table.hands[table.turn]
        points, melds = best(tuple(sorted(hand, key=order)))
        for meld in melds:
            table.melds.append(Pile.face_up(owner=table.turn))
            dealer.move(meld, hand, table.melds[-1])
        dealer.sweep(hand, table.shown[table.turn])
        table.turn, table.taken, table.phase = 1 - table.turn, None, "lay off"
        if not points:
            self.count(table, dealer)

    def count(self, table: Table, dealer: Dealer) -> None:
        other, knocker = table.turn, 1 - table.turn
        dealer.sweep(table.hands[other], table.shown[other])
        left, own = deadwood(table.shown[other].cards), sum(POINTS[card.rank] for card in table.shown[knocker])
        winner = knocker if left > own or not own else other
        points = [0, 0]
        points[winner] = abs(left - own) + (self.bonus if winner == other or not own else 0)
        table.scores = [score + more for score, more in zip(table.scores, points, strict=True)]
        table.hands_won[winner] += 1
        table.dealt_by, table.phase = winner, "over"
        dealer.end_round(points, table.scores)
        if self.result(table) is None:
            self.deal(table, dealer)

    def result(self, table: Table) -> Result | None:
        if max(table.scores) < self.limit:
            return None
        game = 100 if min(table.scores) else 200
        with_boxes = [score + 20 * won for score, won in zip(table.scores, table.hands_won, strict=True)]
        with_boxes[table.dealt_by] += game
        return Result.most(tuple(map(float, with_boxes)))
