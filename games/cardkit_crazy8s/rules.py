"""Crazy 8s: play a card of the rank or the suit on the pile, or an 8 and name the suit; else draw. Empty hand wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import inf
from typing import Annotated, Any, ClassVar, Literal

from pydantic import (
    BeforeValidator,
    Field,
    PositiveInt,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    field_validator,
)

from cardkit import (
    Acted,
    Action,
    CannotStart,
    Card,
    Dealer,
    Event,
    Game,
    Moved,
    Pile,
    Result,
    Seat,
    State,
    Suit,
    counted,
    one_of_rank,
    suit_said,
    uncounted,
)


class Play(Action):
    """Put a card on the discards; with a wild one, name the suit that counts from now on."""

    says = "play {card}[, naming {suit}]"
    card: Card
    suit: Suit | None = None


class Draw(Action):
    """Take a card from the draw pile."""


class EndTurn(Action):
    """End the turn after having drawn."""

    word = "pass"


class Flipped(Event):
    """The draw pile was empty, and the discards but the top one were made the new draw pile."""

    says = "The draw pile is empty, and the discards are made a new one"


class Stuck(Event):
    """A seat has to draw, and there is nothing to draw: the game is a draw."""

    says = "have no card to draw"
    seat: Seat


class Skipped(Event):
    """A special card takes the turn of a seat away."""

    says = "miss a turn"
    seat: Seat


class Scored(Event):
    """A deal is over; a seat has these points for it, and so many in all."""

    says = "win the deal: {points:point}, {score} in all"
    seat: Seat
    points: int
    score: int


class NewDeal(Event):
    """All cards are taken up and dealt again."""

    says = "All cards are dealt again"
    deals = True


class Crazy8sTable(State):
    """The draw pile, the discards, the hands, and the suit that counts."""

    stock: Pile
    discards: Pile
    hands: list[Pile]
    suits: tuple[str, ...]
    suit: str
    drawn: int = 0
    stuck: bool = False
    flips: int = uncounted(default=0)
    cards_drawn: int = uncounted(default=0)
    plays: tuple[int, ...] = uncounted(default=())
    """How often each of the suits was played; the first discard doesn't count as played."""

    def most_played_suit(self) -> str:
        """The suit that was played most often, the one named first in the deck among several."""
        return self.suits[self.plays.index(max(self.plays))]


class HouseTable(Crazy8sTable):
    """A table at which cards may turn the direction, or several deals are played for points."""

    backwards: bool = False
    scores: tuple[int, ...] = ()
    """The points of each seat in all deals up to now."""

    def after(self, seat: Seat) -> Seat:
        """The seat whose turn comes after that of another."""
        return (seat + (-1 if self.backwards else 1)) % self.seats


Move = Play | Draw | EndTurn

DRAW, PASS = Draw(), EndTurn()
play = cache(Play)


@cache
def plays_of_wild(card: Card, suits: tuple[str, ...]) -> list[Play]:
    """The plays of a wild card, its own suit named first."""
    return [play(card, suit) for suit in dict.fromkeys((card.suit, *suits))]


NO_RANK = "none"
"""What a rank is called that no card has."""


def words(value: Any) -> Any:
    """A text of several words as the words."""
    return tuple(value.split()) if isinstance(value, str) else value


def one_of(words: str) -> WrapValidator:
    """A validator that says what an option can be where a value is nothing of that."""

    def read(value: Any, validated: ValidatorFunctionWrapHandler) -> Any:
        try:
            return validated(value)
        except ValidationError:
            raise ValueError(f"it is {words}") from None

    return WrapValidator(read)


Words = Annotated[tuple[str, ...], BeforeValidator(words)]
Drawing = Annotated[Literal["one", "until-playable"] | PositiveInt, one_of("one, until-playable, or a number from 1")]
HandSize = Annotated[Literal["usual"] | PositiveInt, one_of("usual, or a number from 1")]


class Crazy8s(Game[Crazy8sTable, Move]):
    """Everybody starts with the same number of cards; one more is turned over as the first discard. In turn, each
    player plays one card that has the rank or the suit of the card on the discards, or draws a card.

    A wild card, as a rule an 8, goes on anything; whoever plays it names the suit that counts for the next card.

    When the draw pile is empty, the discards are turned over to make a new one; the top discard stays. If there is
    still nothing to draw, the game is a draw. Whoever has no card left wins.
    """

    name: ClassVar[str] = "crazy8s"
    title: ClassVar[str] = "Crazy 8s"
    players: ClassVar[Sequence[int]] = range(1, 1001)
    usual: ClassVar[int | None] = 2

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Crazy8sTable:
        if self.points_to and seats == 1:
            raise CannotStart(
                self.name, "points are those of the others' cards, and one player has no others: points_to=0"
            )
        each = self.each_of(seats)
        needed = seats * each + 1
        if needed > len(deck):
            hands = f"{counted(each, 'card')} for each of {counted(seats, 'player')}"
            reason = f"{hands} and the first discard are {needed} cards, and the deck has {len(deck)}"
            raise CannotStart(self.name, reason)
        suits = tuple(dict.fromkeys([*self.suits, *sorted({card.suit for card in deck.cards})]))
        kind = Crazy8sTable if self.is_plain() else HouseTable
        table = kind(
            seats=seats,
            stock=deck,
            discards=Pile.face_up(),
            hands=Pile.hands(seats),
            suits=suits,
            suit=deck.top.suit,
            plays=(0,) * len(suits),
        )
        if isinstance(table, HouseTable):
            table.scores = (0,) * seats
        self.deal(table, dealer)
        return table

    def legal(self, table: Crazy8sTable) -> list[Move]:
        plays = self.playable(table)
        if self.draw == "one" or not table.drawn:
            return [*plays, DRAW]
        if self.draw == "until-playable":
            return plays or [DRAW]
        return [*plays, DRAW if self.draws_on(table) else PASS]

    def objection(self, table: Crazy8sTable, action: Move) -> str | None:
        """Why something can't be done now, with the card and the suit that count; None where it can."""
        if action in self.legal(table):
            return None
        if isinstance(action, Draw):
            return "there is a card to be played, or enough were drawn"
        if isinstance(action, EndTurn):
            return "you play or draw first"
        hand, card = table.hands[table.turn].cards, action.card
        if card not in hand:
            return f"{card} is not in your hand"
        if card.rank == self.wild:
            if len(hand) == 1 and not self.last_card_wild_asks:
                return "the last card names no suit"
            return f"{card} needs one of the suits {', '.join(dict.fromkeys((card.suit, *table.suits)))}"
        if card.suit == table.suit or card.rank == table.discards.cards[-1].rank:
            return f"a {self.wild} alone names a suit"
        suit = suit_said(table.suit).removesuffix("s")
        return f"it is neither a {suit} nor {one_of_rank(table.discards.cards[-1].rank)}"

    def apply(self, table: Crazy8sTable, action: Move, dealer: Dealer) -> None:
        seat = table.turn
        match action:
            case Play():
                card = action.card
                dealer.move([card], table.hands[seat], table.discards)
                table.suit = action.suit or card.suit
                played = table.suits.index(card.suit)
                table.plays = (*table.plays[:played], table.plays[played] + 1, *table.plays[played + 1 :])
                if isinstance(table, HouseTable):
                    self.house_rules(table, card, dealer)
                    return
            case Draw():
                if not self.draw_one(table, seat, dealer):
                    dealer.tell(Stuck(seat))
                    if isinstance(table, HouseTable) and self.points_to:
                        self.score(table, dealer)
                        return
                    table.stuck = True
                    table.count += 1
                    return
                table.drawn += 1
                if self.goes_on(table):
                    return
            case EndTurn():
                pass
        table.drawn = 0
        if isinstance(table, HouseTable):
            table.turn = table.after(seat)
            table.count += 1
        else:
            table.pass_turn()

    def notes(self, table: Crazy8sTable) -> Mapping[str, object]:
        """What goes on the discards, in the place of the suits."""
        if not table.discards:
            return {}
        ranks = [rank for rank in (table.discards.top.rank, self.wild) if rank != NO_RANK]
        fits = ", ".join(map(one_of_rank, dict.fromkeys(ranks)))
        return {"suits": None, "suit": None, "what goes": f"{fits} or {suit_said(table.suit)}"}

    def says(self, table: Crazy8sTable, what: Action | Event) -> str | None:
        match what:
            case Acted(action=Draw()) | Moved(target="stock"):
                return ""
            case Moved((_,), "stock", owner=int()):
                return "draw {cards}"
            case Moved(source="stock"):
                return "get {cards}"
            case Moved(target="discards", source=str(source)):
                return "have one card left" if len(table.hands[int(source.split()[-1])]) == 1 else None
            case _:
                return what.says

    def score_bounds(self, seats: int) -> tuple[float, float]:
        return 0, inf

    def result(self, table: Crazy8sTable) -> Result | None:
        if table.stuck:
            return Result.draw(table.seats)
        if isinstance(table, HouseTable) and self.points_to:
            return Result.most(tuple(map(float, table.scores))) if max(table.scores) >= self.points_to else None
        for hand in table.hands:
            if not hand.cards:
                return Result.win(table.hands.index(hand), seats=table.seats)
        return None

    def deal(self, table: Crazy8sTable, dealer: Dealer) -> None:
        """Turn over the first discard, and deal the hands."""
        if self.shuffle:
            dealer.shuffle(table.stock)
        dealer.draw(table.stock, table.discards)
        if self.starter == "not-wild":
            self.put_back_wild(table, dealer)
        table.suit = table.discards.top.suit
        dealer.deal(table.stock, table.hands, each=self.each_of(table.seats))

    def put_back_wild(self, table: Crazy8sTable, dealer: Dealer) -> None:
        """Put first discards under the draw pile until one isn't wild."""
        if all(card.rank == self.wild for card in (*table.stock, *table.discards)):
            raise CannotStart(self.name, f"every card is a {self.wild}, and the first discard may not be one")
        while table.discards.top.rank == self.wild:
            dealer.move([table.discards.top], table.discards, table.stock, under=True)
            dealer.draw(table.stock, table.discards)

    def each_of(self, seats: int) -> int:
        """How many cards each of so many players starts with."""
        return self.hand_size if self.hand_size != "usual" else 7 if seats == 2 else 5

    def playable(self, table: Crazy8sTable) -> list[Move]:
        """The cards that can be played, in the order of the hand; a wild one with its own suit first."""
        rank, suit, wild = table.discards.cards[-1].rank, table.suit, self.wild
        hand = table.hands[table.turn].cards
        plays: list[Move] = []
        for card in dict.fromkeys(hand):
            if card.rank == wild and (len(hand) > 1 or self.last_card_wild_asks):
                plays += plays_of_wild(card, table.suits)
            elif card.suit == suit or card.rank == rank or card.rank == wild:
                plays.append(play(card))
        return plays

    def draw_one(self, table: Crazy8sTable, seat: Seat, dealer: Dealer) -> bool:
        """Let a seat draw a card; False where there is none.

        Where the draw pile is empty, the discards but the top one are made the new one, the oldest on top.
        """
        if not table.stock.cards:
            under_the_top = table.discards.cards[-2::-1]
            if not under_the_top or self.reshuffle == "never":
                return False
            table.flips += 1
            dealer.tell(Flipped())
            dealer.move(under_the_top, table.discards, table.stock)
            if self.reshuffle == "shuffle":
                dealer.shuffle(table.stock)
        dealer.draw(table.stock, table.hands[seat])
        table.cards_drawn += 1
        return True

    def house_rules(self, table: HouseTable, card: Card, dealer: Dealer) -> None:
        """What comes of a card that was played: whose turn it is, or the end of the deal."""
        seat = table.turn
        table.drawn = 0
        if not table.hands[seat].cards:
            if self.points_to:
                self.score(table, dealer)
            else:
                table.count += 1
            return
        if card.rank == self.reverse and table.seats > 2:
            table.backwards = not table.backwards
        table.turn = following = table.after(seat)
        table.count += 1
        if card.rank == self.draw_two:
            for _ in range(2):
                self.draw_one(table, following, dealer)
        if card.rank in (self.skip, self.draw_two):
            dealer.tell(Skipped(following))
            table.turn = table.after(following)

    def score(self, table: HouseTable, dealer: Dealer) -> None:
        """Lay the hands open, and give the seat that has fewest points left, if no other has as few, what the others
        have more; deal again where nobody has enough, and the seat after this one begins.
        """
        for hand in table.hands:
            if hand:
                dealer.lay_open(hand)
        left = [sum(points_of(card, self.wild) for card in hand) for hand in table.hands]
        least = [seat for seat, hand in enumerate(table.hands) if not hand]
        least = least or [seat for seat, points in enumerate(left) if points == min(left)]
        if len(least) == 1:
            winner = least[0]
            points = sum(more - left[winner] for more in left)
            table.scores = tuple(score + points * (seat == winner) for seat, score in enumerate(table.scores))
            dealer.tell(Scored(winner, points, table.scores[winner]))
        if max(table.scores) < self.points_to:
            self.deal_again(table, table.after(table.turn), dealer)
        else:
            table.count += 1

    def deal_again(self, table: HouseTable, first: Seat, dealer: Dealer) -> None:
        """Take up all cards, and deal; this seat begins."""
        dealer.tell(NewDeal())
        dealer.sweep(table.discards, table.stock)
        for seat, hand in enumerate(table.hands):
            dealer.sweep(hand, table.stock)
            dealer.lay_open(hand, to=[seat])
        self.deal(table, dealer)
        table.drawn = 0
        table.turn = first
        table.count += 1

    def draws_on(self, table: Crazy8sTable) -> bool:
        """Whether the seat that has drawn may draw one card more, and there is one."""
        has_room = self.draw == "until-playable" or (self.draw != "one" and table.drawn < self.draw)
        return has_room and (bool(table.stock) or (self.reshuffle != "never" and len(table.discards) > 1))

    def goes_on(self, table: Crazy8sTable) -> bool:
        """Whether the seat that has drawn may still do something."""
        return self.draw != "one" and (self.draws_on(table) or bool(self.playable(table)))

    def is_plain(self) -> bool:
        """Whether no card is special but the wild ones, and there is one deal."""
        return (self.skip, self.reverse, self.draw_two, self.points_to) == (NO_RANK, NO_RANK, NO_RANK, 0)

    hand_size: HandSize = Field(
        default=5,
        description="cards that each player starts with; usual is seven for two players, and five for more "
        "[usual, or a number]",
    )
    shuffle: bool = Field(default=False, description="whether the deck is shuffled before it is dealt")
    starter: Literal["any", "not-wild"] = Field(
        default="any",
        description="what the first discard may be; one that is wild is put under the draw pile, and the next is taken",
    )
    reshuffle: Literal["flip", "shuffle", "never"] = Field(
        default="flip",
        description="whether the discards are only turned over to make a new draw pile, or shuffled too, or left as "
        "they are, so that the game is a draw when somebody has to draw and can't",
    )
    draw: Drawing = Field(
        default="one",
        description="what drawing means: one card, and the turn ends; cards until one can be played, as on Board Game "
        "Arena; or up to so many cards, after which the turn goes on if a card can be played; where no card is left "
        "after one was drawn, no more are drawn, and the turn ends if none can be played "
        "[one, until-playable, or a number]",
    )
    suits: Words = Field(default=(), description="the suits that can be named, beside those of the cards")
    ranks: Words = Field(default=(), description="the ranks of the deck, one of which has to be the wild one")
    wild: str = Field(
        default="8", validate_default=True, description="the rank that can be played on anything, or none"
    )
    last_card_wild_asks: bool = Field(
        default=True, description="whether a wild card that is the last still names a suit"
    )

    skip: str = Field(default=NO_RANK, description="the rank that takes the next player's turn away, or none")
    reverse: str = Field(default=NO_RANK, description="the rank that turns the direction of play, or none")
    draw_two: str = Field(
        default=NO_RANK,
        description="the rank after which the next player draws two cards in the place of a turn, or none",
    )
    points_to: int = Field(
        default=0,
        ge=0,
        description="the points that win, of several deals, in each of which the winner has those of the cards left in "
        "the other hands, less those left in the own one where nothing can be drawn; 0 for a single deal",
    )

    @field_validator("suits")
    @classmethod
    def _are_suits(cls, suits: tuple[str, ...]) -> tuple[str, ...]:
        for suit in suits:
            Card("8", suit)
        return suits

    @field_validator("ranks")
    @classmethod
    def _are_ranks(cls, ranks: tuple[str, ...]) -> tuple[str, ...]:
        for rank in ranks:
            Card(rank, "H")
        return ranks

    @field_validator("wild", "skip", "reverse", "draw_two")
    @classmethod
    def _is_a_rank(cls, rank: str, info: ValidationInfo) -> str:
        Card(rank, "H")
        ranks = info.data.get("ranks")
        if ranks and rank not in (*ranks, NO_RANK):
            raise ValueError(f"the ranks of the deck are {' '.join(ranks)}")
        return rank


def points_of(card: Card, wild: str) -> int:
    """What a card left in a hand is worth: 50 where it is wild, its number, 1 for an ace, 10 for any other."""
    if card.rank == wild:
        return 50
    return int(card.rank) if card.rank.isdecimal() else 1 if card.rank == "A" else 10
