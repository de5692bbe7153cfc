"""Rummy 500: melds that others lay off on, and discards that are taken from deep down. A whole game in one file."""

from collections.abc import Iterator, Sequence
from itertools import combinations

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
    Place,
    Result,
    State,
    card_said,
    inside,
)

RANKS = "A23456789TJQK"
ROUND = f"{RANKS}A"


class Draw(Action):
    """Draw a card from the stock."""


class Take(Action):
    """Take a discard and all that lie on it; it has to be laid at once."""

    card: Card


class Meld(Action):
    """Lay down three or four of a rank, or a sequence of a suit."""

    says = "meld {cards}"
    cards: tuple[Card, ...]


class LayOff(Action):
    """Lay a card off on a meld."""

    card: Card
    meld: Place


class Discard(Action):
    """Discard a card."""

    card: Card


class Stop(Action):
    """End the deal, as the stock is empty."""


class Table(State):
    """The table; `must` is the discard that was taken and has to be laid at once."""

    stock: Pile
    hands: list[Pile]
    discards: Pile
    melds: list[Pile]
    scores: list[int]
    points: list[int] = inside(default_factory=list)
    drawn: bool = inside(default=False)
    must: Card | None = None
    over: bool = inside(default=False)


Move = Draw | Take | Meld | LayOff | Discard | Stop


def worth(card: Card) -> int:
    """The points of a card."""
    return 15 if card.rank == "A" else int(card.rank) if card.rank.isdigit() else 10


def is_meld(cards: Sequence[Card]) -> bool:
    """Whether cards are three or four of a rank, or at least three in a row of a suit, the ace below 2 or above K."""
    if len(cards) < 3:
        return False
    if len({card.rank for card in cards}) == 1:
        return True
    ranks = "".join(sorted((card.rank for card in cards), key=RANKS.index))
    return len({card.suit for card in cards}) == 1 and (ranks in ROUND or f"{ranks[1:]}{ranks[0]}" in ROUND)


def melds_in(cards: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Every meld that can be made of some cards."""
    for rank in RANKS:
        same = [card for card in cards if card.rank == rank]
        for size in (3, 4):
            yield from combinations(same, size)
    for suit in dict.fromkeys(card.suit for card in cards):
        has = {card.rank: card for card in cards if card.suit == suit}
        for start in range(12):
            for end in range(start + 1, min(start + 13, 14)):
                if ROUND[end] not in has or ROUND[start] not in has:
                    break
                if end > start + 1 and all(rank in has for rank in ROUND[start:end]):
                    yield tuple(has[rank] for rank in ROUND[start : end + 1])


class Rummy500(Game[Table, Move]):
    """Seven cards each, thirteen for two. In turn each draws from the stock, or takes a discard and all cards on it, of
    which the lowest has to be laid at once; lays melds, and cards on melds of anybody; and discards a card. Who has no
    card left ends the deal, as does an empty stock. Each has the points of the cards laid, less those left in the hand:
    15 for an ace, 10 for a court card, else its number. After a deal with 500 points for somebody most points win.

    Source: https://www.pagat.com/rummy/500rum.html. Our own: no jokers; with no stock, whoever is to draw may end it.
    """

    name = "rummy-500"
    players = range(2, 5)
    counts = "deal"
    better = "most"

    limit: int = Field(default=500, ge=1, description="the points that end the game")

    def needs(self, seats: int) -> Needs:
        return Needs(ranks=RANKS, least=40, different=True)

    def says(self, table: Table, what: Action | Event) -> str | None:
        match what:
            case LayOff(card, meld):
                return f"lay {card_said(card)} off on {card_said(table.melds[meld].cards[0])}"
            case Moved(target=target) if target.startswith("melds"):
                return ""
            case _:
                return super().says(table, what)

    def order(self, card: Card) -> tuple[str, int]:
        return card.suit, RANKS.index(card.rank)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Table:
        hands, nobody = Pile.hands(seats), [0] * seats
        table = Table(
            seats=seats, stock=deck, hands=hands, discards=Pile.face_up(), melds=[], scores=nobody, points=[*nobody]
        )
        self.deal(table, dealer)
        return table

    def deal(self, table: Table, dealer: Dealer) -> None:
        dealer.begin_round(table)
        dealer.gather(table, table.stock)
        table.melds = []
        dealer.shuffle(table.stock)
        dealer.deal(table.stock, table.hands, 13 if table.seats == 2 else 7)
        dealer.draw(table.stock, table.discards)
        table.turn, table.drawn = (table.round - 1) % table.seats, False

    def legal(self, table: Table) -> Sequence[Move]:
        hand = table.hands[table.turn].cards
        if not table.drawn:
            deep = list(enumerate(table.discards))
            taken = [
                Take(card) for place, card in deep if self.laid(table, card, [*hand, *table.discards.cards[place:]])
            ]
            return [Draw() if table.stock else Stop(), *taken]
        if table.must:
            return self.laid(table, table.must, hand)
        laid = [move for card in hand for move in self.laid(table, card, hand)]
        return [*dict.fromkeys(laid), *map(Discard, hand)]

    def laid(self, table: Table, card: Card, hand: Sequence[Card]) -> list[Move]:
        """The ways to lay a card of a hand."""
        melds: list[Move] = [Meld(cards) for cards in melds_in(hand) if card in cards]
        return [*melds, *(LayOff(card, place) for place, meld in enumerate(table.melds) if is_meld([*meld, card]))]

    def apply(self, table: Table, action: Move, dealer: Dealer) -> None:
        hand = table.hands[table.turn]
        match action:
            case Draw():
                dealer.draw(table.stock, hand)
                table.drawn = True
            case Take(card):
                place = table.discards.cards.index(card)
                dealer.move(table.discards.cards[place:], table.discards, hand)
                table.drawn, table.must = True, card
            case Meld(cards):
                table.melds.append(Pile.face_up())
                self.lay(table, cards, table.melds[-1], dealer)
            case LayOff(card, meld):
                self.lay(table, [card], table.melds[meld], dealer)
            case Discard(card):
                dealer.move([card], hand, table.discards)
            case Stop():
                self.score(table, dealer)
                return
        if not hand:
            self.score(table, dealer)
        elif isinstance(action, Discard):
            table.drawn = False
            table.pass_turn()

    def lay(self, table: Table, cards: Sequence[Card], meld: Pile, dealer: Dealer) -> None:
        dealer.move(cards, table.hands[table.turn], meld)
        dealer.score(table, table.turn, sum(map(worth, cards)), "cards laid")
        table.must = None

    def score(self, table: Table, dealer: Dealer) -> None:
        for seat, hand in enumerate(table.hands):
            if hand:
                dealer.score(table, seat, -sum(map(worth, hand)), "cards left")
        dealer.end_round(table)
        table.drawn, table.over = False, max(table.scores) >= self.limit
        if self.result(table) is None:
            self.deal(table, dealer)

    def result(self, table: Table) -> Result | None:
        return Result.most(table.scores) if table.over else None
