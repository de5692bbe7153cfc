"""Crazy 8s: play a card of the rank or the suit on the pile, or an 8 and name the suit; else draw. Empty hand wins."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import ClassVar, Literal

from pydantic import Field, ValidationInfo, field_validator

from cardkit import Action, CannotStart, Card, Dealer, Event, Game, Pile, Result, Seat, State, Suit, counted, uncounted
from cardkit_crazy8s.options import Drawing, HandSize, Words


class Play(Action):
    """Put a card on the discards; with a wild one, name the suit that counts from now on."""

    card: Card
    suit: Suit | None = None


class Draw(Action):
    """Take a card from the draw pile."""


class Pass(Action):
    """End the turn after having drawn."""


class Flipped(Event):
    """The draw pile was empty, and the discards but the top one were made the new draw pile."""


class Stuck(Event):
    """A seat has to draw, and there is nothing to draw: the game is a draw."""

    seat: Seat


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


Move = Play | Draw | Pass

DRAW, PASS = Draw(), Pass()
NO_RANK = "none"
"""What the wild rank is called where there is none."""
play = cache(Play)


@cache
def plays_of_wild(card: Card, suits: tuple[str, ...]) -> list[Play]:
    """The plays of a wild card, its own suit named first."""
    return [play(card, suit) for suit in dict.fromkeys((card.suit, *suits))]


class Crazy8s(Game[Crazy8sTable, Move]):
    """Everybody starts with the same number of cards; one more is turned over as the first discard. In turn, each
    player plays one card that has the rank or the suit of the card on the discards, or draws a card.

    A wild card, as a rule an 8, goes on anything; whoever plays it names the suit that counts for the next card.

    When the draw pile is empty, the discards are turned over to make a new one; the top discard stays. If there is
    still nothing to draw, the game is a draw. Whoever has no card left wins.
    """

    name: ClassVar[str] = "crazy8s"
    players: ClassVar[Sequence[int]] = range(1, 1001)

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
        description="what drawing means: one card, and the turn ends; cards until one can be played; or up to so many "
        "cards, after which the turn goes on if a card can be played; where no card is left after one was drawn, no "
        "more are drawn, and the turn ends if none can be played [one, until-playable, or a number]",
    )
    suits: Words = Field(default=(), description="the suits that can be named, beside those of the cards")
    ranks: Words = Field(default=(), description="the ranks of the deck, one of which has to be the wild one")
    wild: str = Field(
        default="8", validate_default=True, description="the rank that can be played on anything, or none"
    )
    last_card_wild_asks: bool = Field(
        default=True, description="whether a wild card that is the last still names a suit"
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

    @field_validator("wild")
    @classmethod
    def _is_a_rank(cls, wild: str, info: ValidationInfo) -> str:
        Card(wild, "H")
        ranks = info.data.get("ranks")
        if ranks and wild not in (*ranks, NO_RANK):
            raise ValueError(f"the ranks of the deck are {' '.join(ranks)}")
        return wild

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Crazy8sTable:
        each = self.each_of(seats)
        needed = seats * each + 1
        if needed > len(deck):
            hands = f"{counted(each, 'card')} for each of {counted(seats, 'player')}"
            reason = f"{hands} and the first discard are {needed} cards, and the deck has {len(deck)}"
            raise CannotStart(self.name, reason)
        suits = tuple(dict.fromkeys([*self.suits, *[card.suit for card in deck.cards]]))
        table = Crazy8sTable(
            seats=seats,
            stock=deck,
            discards=Pile.face_up(),
            hands=Pile.hands(seats),
            suits=suits,
            suit=deck.top.suit,
            plays=(0,) * len(suits),
        )
        if self.shuffle:
            dealer.shuffle(table.stock)
        dealer.draw(table.stock, table.discards)
        if self.starter == "not-wild":
            self.put_back_wild(table, dealer)
        table.suit = table.discards.top.suit
        dealer.deal(table.stock, table.hands, each=each)
        return table

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

    def legal(self, table: Crazy8sTable) -> list[Move]:
        plays = self.playable(table)
        if self.draw == "one" or not table.drawn:
            return [*plays, DRAW]
        if self.draw == "until-playable":
            return plays or [DRAW]
        return [*plays, DRAW if self.draws_on(table) else PASS]

    def apply(self, table: Crazy8sTable, action: Move, dealer: Dealer) -> None:
        seat = table.turn
        match action:
            case Play():
                card = action.card
                dealer.move([card], table.hands[seat], table.discards)
                table.suit = action.suit or card.suit
                played = table.suits.index(card.suit)
                table.plays = (*table.plays[:played], table.plays[played] + 1, *table.plays[played + 1 :])
            case Draw():
                if not table.stock.cards and not self.flip(table, dealer):
                    table.stuck = True
                    table.count += 1
                    dealer.tell(Stuck(seat))
                    return
                dealer.draw(table.stock, table.hands[seat])
                table.drawn += 1
                table.cards_drawn += 1
                if self.goes_on(table):
                    return
            case Pass():
                pass
        table.drawn = 0
        table.pass_turn()

    def draws_on(self, table: Crazy8sTable) -> bool:
        """Whether the seat that has drawn may draw one card more, and there is one."""
        has_room = self.draw == "until-playable" or (self.draw != "one" and table.drawn < self.draw)
        return has_room and (bool(table.stock) or (self.reshuffle != "never" and len(table.discards) > 1))

    def goes_on(self, table: Crazy8sTable) -> bool:
        """Whether the seat that has drawn may still do something."""
        return self.draw != "one" and (self.draws_on(table) or bool(self.playable(table)))

    def flip(self, table: Crazy8sTable, dealer: Dealer) -> bool:
        """Make the discards but the top one the new draw pile, the oldest on top; False where there are none."""
        under_the_top = table.discards.cards[-2::-1]
        if not under_the_top or self.reshuffle == "never":
            return False
        table.flips += 1
        dealer.tell(Flipped())
        dealer.move(under_the_top, table.discards, table.stock)
        if self.reshuffle == "shuffle":
            dealer.shuffle(table.stock)
        return True

    def result(self, table: Crazy8sTable) -> Result | None:
        if table.stuck:
            return Result.draw(table.seats)
        for hand in table.hands:
            if not hand.cards:
                return Result.win(table.hands.index(hand), seats=table.seats)
        return None
