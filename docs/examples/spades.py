"""Spades: two teams bid how many tricks they take, and spades are trumps. A whole game in one file."""

from collections.abc import Mapping, Sequence

from cardkit import (
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
    Needs,
    Pile,
    Result,
    Seat,
    State,
)

RANKS = [*"23456789TJQKA"]
SUITS = [*"CDHS"]
TEAMS = [(0, 2), (1, 3)]
NIL = 100
"""What it counts to take no tricks when one has said so, and is lost if one does."""


class Bid(Action):
    """Say how many tricks you are going to take; with 0, which is nil, that you take none."""

    tricks: int


class Play(Action):
    """Play a card to the trick."""

    card: Card


class Hand(State):
    """The table; `bids` has a number for each seat that has bid in this hand, `scores` and `bags` one for each team."""

    stock: Pile
    hands: list[Pile]
    trick: Pile
    taken: list[Pile]
    bids: BySeat[int | None]
    scores: list[int]
    bags: list[int]
    spades_broken: bool = False


class Spades(Game[Hand, Bid | Play]):
    """Partners sit across from each other. All cards are dealt, and in turn, another player beginning in each hand, all
    bid tricks. Suit is followed by whoever can; the highest spade takes the trick, or else the highest card
    of the suit that was led. Spades can't be led before one was played, unless there is nothing else.

    A team that takes the tricks it has bid together gets 10 points for each, and 1 for each trick more, a bag; else it
    loses 10 for each that it bid. Ten bags cost 100 points. Who has bid nil gains or loses 100 points for the team;
    tricks taken all the same are bags, and don't help the partner's bid. At 500 points, the higher score wins; with the
    same score, another hand is played.

    Source: https://www.pagat.com/auctionwhist/spades.html. Our own: a team that is as far below zero has lost.
    """

    name = "spades"
    players = range(4, 5)
    counts = "hand"

    limit: int = Field(default=500, ge=1, description="the points, above zero or below, that end the game")

    def order(self, card: Card) -> tuple[int, int]:
        return SUITS.index(card.suit), RANKS.index(card.rank)

    def teams(self, seats: int) -> Sequence[Sequence[Seat]]:
        return TEAMS

    def needs(self, seats: int) -> Needs:
        return Needs(ranks=RANKS, suits=SUITS)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Hand:
        if not deck or len(deck) % seats:
            raise CannotStart(self.name, f"it takes the same number of cards for each; the deck has {len(deck)}")
        hands, taken = Pile.hands(seats), [Pile.face_up(owner=seat) for seat in range(seats)]
        trick, bids, scores, bags = Pile.face_up(), [None] * seats, [0, 0], [0, 0]
        table = Hand(
            seats=seats, stock=deck, hands=hands, trick=trick, taken=taken, bids=[*bids], scores=scores, bags=bags
        )
        self.deal(table, dealer)
        return table

    def looks(self, pile: str) -> str | None:
        return "stack" if pile == "taken" else None

    def takes(self, table: Hand) -> Card | None:
        led = table.trick.cards[0].suit if table.trick else ""
        return max(table.trick.of(suit="S") or table.trick.of(suit=led), key=self.order, default=None)

    def notes(self, table: Hand) -> Mapping[str, object]:
        if None in table.bids:
            return {"bids": {seat: "nil" if bid == 0 else bid for seat, bid in enumerate(table.bids)}}
        each = enumerate(zip(table.taken, table.bids, strict=True))
        tricks = {seat: f"{len(taken) // table.seats} of {bid or 'nil'}" for seat, (taken, bid) in each}
        return {"bids": None, "taken": None, "tricks": tricks}

    def says(self, table: Hand, what: Action | Event) -> str | None:
        match what:
            case Bid(0):
                return "bid nil"
            case Play():
                return "play {card}" if table.trick else "lead {card}"
            case Moved(source="trick"):
                return "take the trick"
            case _:
                return super().says(table, what)

    def deal(self, table: Hand, dealer: Dealer) -> None:
        dealer.begin_round(table)
        dealer.gather(table, table.stock)
        dealer.shuffle(table.stock)
        dealer.deal(table.stock, table.hands)
        table.bids, table.spades_broken = [None] * table.seats, False
        table.turn = (table.round - 1) % table.seats

    def legal(self, table: Hand) -> Sequence[Bid | Play | Form[Bid]]:
        hand = table.hands[table.turn]
        if None in table.bids:
            return [Bid.of(range(len(hand) + 1))]
        return [Play(card) for card in dict.fromkeys(self.playable(table, hand))]

    def playable(self, table: Hand, hand: Pile) -> list[Card]:
        """The cards of a hand that can be played; all of them where none would be free."""
        if table.trick:
            return hand.of(suit=table.trick.cards[0].suit) or hand.cards
        return [card for card in hand if table.spades_broken or card.suit != "S"] or hand.cards

    def objection(self, table: Hand, action: Bid | Play) -> str | None:
        hand, bidding = table.hands[table.turn], None in table.bids
        if isinstance(action, Bid):
            possible = bidding and 0 <= action.tricks <= len(hand)
            return None if possible else f"bid 0 to {len(hand)} tricks" if bidding else "all have bid"
        if bidding:
            return "the bids come first"
        if action.card not in hand:
            return f"{action.card} is not in your hand"
        playable = self.playable(table, hand)
        if action.card in playable:
            return None
        led = table.trick.cards[0] if table.trick else None
        return f"{led} was led, and you have {playable[0]}" if led else "spades can't be led before one was played"

    def apply(self, table: Hand, action: Bid | Play, dealer: Dealer) -> None:
        seat = table.turn
        table.pass_turn()
        if isinstance(action, Bid):
            table.bids[seat] = action.tricks
            return
        dealer.move([action.card], table.hands[seat], table.trick)
        table.spades_broken |= action.card.suit == "S"
        if len(table.trick) == table.seats:
            best = self.takes(table) or table.trick.top
            table.turn = (table.turn + table.trick.cards.index(best)) % table.seats
            dealer.sweep(table.trick, table.taken[table.turn])
            if not any(table.hands):
                self.score(table, dealer)

    def score(self, table: Hand, dealer: Dealer) -> None:
        points = [self.points(table, team) for team in range(len(TEAMS))]
        table.scores = [score + more for score, more in zip(table.scores, points, strict=True)]
        table.bags = [bags % 10 for bags in table.bags]
        dealer.end_round([points[seat % 2] for seat in range(4)], [table.scores[seat % 2] for seat in range(4)])
        if self.result(table) is None:
            self.deal(table, dealer)

    def points(self, table: Hand, team: int) -> int:
        """The points of a team in this hand, whose bags are added to those it has."""
        bid, for_bid, for_nil, nils = 0, 0, 0, 0
        for seat in TEAMS[team]:
            tricks, said = len(table.taken[seat]) // table.seats, table.bids[seat] or 0
            bid, for_bid, for_nil = bid + said, for_bid + tricks * bool(said), for_nil + tricks * (not said)
            nils += 0 if said else -NIL if tricks else NIL
        bags = max(for_bid - bid, 0) + for_nil
        table.bags[team] += bags
        return nils + (10 * bid if for_bid >= bid else -10 * bid) + bags - 100 * (table.bags[team] // 10)

    def result(self, table: Hand) -> Result | None:
        low, high = sorted(table.scores)
        is_over = low != high and (high >= self.limit or low <= -self.limit)
        return Result.most_of(TEAMS, table.scores) if is_over else None
