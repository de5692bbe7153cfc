"""War: the highest card takes the table, equal cards start a war. Suits never decide anything."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import inf
from typing import ClassVar, Literal

from pydantic import Field, field_validator

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
    inside,
    uncounted,
)

MOST_PLAYERS = 10
EVERYBODY = [tuple(range(seats)) for seats in range(MOST_PLAYERS + 1)]
"""All seats at a table of so many."""
RANKS = "2 3 4 5 6 7 8 9 T J Q K A"
"""The ranks of the 52 cards, the lowest first."""
VALUES = {rank: value for value, rank in enumerate(RANKS.split(), start=2)}
"""What a rank is worth: 2 to 10 for its number, jack 11, queen 12, king 13, ace 14."""
FIRST, SECOND, BOTH = (0,), (1,), (0, 1)


class Turn(Action):
    """All players turn over their top card, and fight it out."""


class WarBegun(Event):
    """The highest cards are equal; `level` is 1 for a war, 2 for a war on top of it, and so on."""

    level: int


class RanOut(Event):
    """These seats had no card left for the next step of a war."""

    seats: tuple[Seat, ...]


class Battlefield(State):
    """Each player's deck, pile of won cards, and cards on the table face up and face down, the first laid on top."""

    decks: list[Pile]
    won: list[Pile]
    up: list[Pile]
    down: list[Pile]
    pot: Pile
    at_war: bool = False
    """Whether the cards on the table are equal and wait for the next ones."""
    left: int = inside(default=0)
    """The rounds that may still begin, where they are limited."""
    wars: int = uncounted(default=0)
    deepest: int = uncounted(default=0)
    """How many wars lay on top of one another at most."""
    plays: int = uncounted(default=0)
    """How often the players laid a card each, face up or face down."""
    most_of_loser: int = uncounted(default=0)
    """The most cards that anybody but the winner had after a round, or in the beginning."""
    peaks: tuple[int, ...] = uncounted(default=(0,) * MOST_PLAYERS)
    """The most cards that each seat had."""

    def held(self, seat: Seat) -> int:
        """How many cards a seat has, in its deck and won."""
        return len(self.decks[seat].cards) + len(self.won[seat].cards)

    def still_in(self) -> tuple[Seat, ...]:
        """The seats that have cards yet, or some in the battle."""
        return tuple(seat for seat in EVERYBODY[self.seats] if self.held(seat) or self.up[seat].cards)

    def standing(self, *, for_good: bool) -> list[Seat]:
        """The seats in the battle yet, for good or until they have laid less than others; all, where none has begun."""
        laid = [len(up.cards) + len(down.cards) for up, down in zip(self.up, self.down, strict=True)]
        if not any(laid):
            laid = [len(deck.cards) for deck in self.decks]
            for_good = True
        return [seat for seat, cards in enumerate(laid) if cards and (for_good or cards == max(laid))]

    def take_note(self, seat: Seat) -> None:
        """Keep how many cards a seat has, where it never had as many."""
        held = len(self.decks[seat].cards) + len(self.won[seat].cards)
        if held > self.peaks[seat]:
            self.peaks = (*self.peaks[:seat], held, *self.peaks[seat + 1 :])
            self.most_of_loser = sorted(self.peaks)[-2]

    def steps(self, face_down: int) -> list[list[Pile | None]]:
        """The piles that cards were laid on in this battle, step by step, with None where a seat laid none."""
        shown, hidden = (max([len(pile.cards) for pile in piles]) for piles in (self.up, self.down))
        steps = [_laid(self.up, 0)]
        for level in range(1, shown + 1):
            steps += [_laid(self.down, k) for k in range((level - 1) * face_down, min(level * face_down, hidden))]
            if level < shown:
                steps.append(_laid(self.up, level))
        return steps


TURN = (Turn(),)


class War(Game[Battlefield, Turn]):
    """All players turn over the top cards of their decks. The highest card takes them all, and they go to the
    bottom of the winner's deck. Ranks go from 2, the lowest, to the ace; suits don't count.

    If the highest cards are equal there is a war: each player lays cards face down, then one face up, and these
    decide; if the highest are equal too, there is a war on top of it. Who has no card left for the next step of a
    war has lost; if nobody has one, the game is a draw. Playing the very last card is not running out.

    Who has all the cards has won. A game whose decks come back to an earlier order never ends, and is stopped.
    """

    name: ClassVar[str] = "war"
    players: ClassVar[Sequence[int]] = range(2, MOST_PLAYERS + 1)
    counts: ClassVar[str] = "round"

    def score_bounds(self, seats: int) -> tuple[float, float]:
        return 0, inf if self.most_rounds or self.winnings == "counted" else 1

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Battlefield:
        strange = [card for card in deck.cards if card.rank not in self.ranks.split()]
        if strange:
            raise CannotStart(self.name, f"{strange[0]} has none of the ranks {self.ranks}")
        if self.running_out == "borrows" and seats > 2:
            raise CannotStart(self.name, "cards for a war can be borrowed only where two play")
        pile = Pile.face_up if self.open_decks else Pile.face_down
        field = Battlefield(
            seats=seats,
            decks=[pile(owner=seat) for seat in range(seats)],
            won=[pile(owner=seat) for seat in range(seats)],
            up=[Pile.face_up(owner=seat) for seat in range(seats)],
            down=[pile(owner=seat) for seat in range(seats)],
            pot=Pile.face_down(),
            left=self.most_rounds,
            peaks=(0,) * seats,
        )
        if self.shuffle != "off":
            dealer.shuffle(deck, picking=self.shuffle == "pick")
        dealer.deal(deck, field.decks, under=self.deal == "under")
        for seat in EVERYBODY[seats]:
            field.take_note(seat)
        return field

    def legal(self, field: Battlefield) -> Sequence[Turn]:
        return TURN

    def acting(self, field: Battlefield) -> Sequence[Seat]:
        return BOTH if field.seats == 2 else field.still_in()

    def apply(self, field: Battlefield, action: Turn, dealer: Dealer) -> None:
        field.count += 1
        if field.left:
            field.left -= 1
        laying = self.laying(field, dealer, begins=True)
        while laying is not None:
            self.lay(field, field.up, laying, dealer)
            leading = self.leading(field)
            if len(leading) == 1:
                self.take(field, leading[0], dealer)
                break
            field.at_war = True
            field.wars += 1
            level = max([len(pile.cards) for pile in field.up])
            field.deepest = max(field.deepest, level)
            dealer.tell(WarBegun(level))
            laying = self.lay_face_down(field, dealer)
            if self.war_is_a_turn:
                break
        if field.seats > 2:
            field.turn = min(field.still_in(), default=0)

    def says(self, field: Battlefield, what: Action | Event) -> str | None:
        match what:
            case Turn():
                return "turn a card over"
            case Acted(action=Turn()) | Moved(source="pot") | Moved(target="pot"):
                return ""
            case WarBegun():
                return "The highest cards are equal: it is war"
            case RanOut():
                return "{seats} had too few cards for it"
            case Moved(target=str(target), source=str(source), owner=int(owner)):
                if target.startswith("up "):
                    return "turn up {cards}"
                if target.startswith("down "):
                    return "lay {cards} face down"
                return "" if source.endswith(f" {owner}") else None
            case _:
                return what.says

    def result(self, field: Battlefield) -> Result | None:
        if field.at_war:
            return None
        if self.most_rounds and not field.left:
            return self.by_cards(field)
        with_cards = 0
        for deck in field.decks:
            if deck.cards:
                with_cards += 1
        if with_cards > 1:
            return None
        if self.winnings == "counted":
            return Result.most(tuple([float(len(won)) for won in field.won]))
        holding = [seat for seat in range(field.seats) if field.held(seat)]
        if len(holding) > 1:
            return None
        if not holding:
            return Result.draw(field.seats)
        return self.by_cards(field) if self.most_rounds else Result.win(*holding, seats=field.seats)

    def by_cards(self, field: Battlefield) -> Result:
        """A game won by whoever has most cards, in the deck and won."""
        return Result.most(tuple([float(field.held(seat)) for seat in range(field.seats)]))

    def leading(self, field: Battlefield) -> Sequence[Seat]:
        """The seats in the battle whose last cards face up are the highest."""
        worth = worth_of(self.ranks, low_wins=self.low_wins)
        if field.seats == 2:
            first, second = worth[field.up[0].cards[0].rank], worth[field.up[1].cards[0].rank]
            return BOTH if first == second else FIRST if first > second else SECOND
        piles = [pile.cards for pile in field.up]
        level = 1 if self.running_out == "last-card" else max(map(len, piles))
        shown = [worth[cards[0].rank] if len(cards) >= level else -1 for cards in piles]
        return [seat for seat, one in enumerate(shown) if one == max(shown)]

    def lay_face_down(self, field: Battlefield, dealer: Dealer) -> Sequence[Seat] | None:
        """Let the cards for a war be laid face down; the seats that then lay one face up, or None where it is over."""
        for _ in range(self.face_down):
            laying = self.laying(field, dealer, least=2 if self.running_out == "last-card" else 1)
            if laying is None:
                return None
            if not laying:
                break
            self.lay(field, field.down, laying, dealer)
        return self.laying(field, dealer)

    def laying(
        self, field: Battlefield, dealer: Dealer, *, least: int = 1, begins: bool = False
    ) -> Sequence[Seat] | None:
        """The seats that lay a card in the next step, who have so many at least; None where that ends the battle."""
        for deck in field.decks:
            if len(deck.cards) < least:
                break
        else:
            return EVERYBODY[field.seats]
        self.take_up_won(field, dealer)
        standing = field.standing(for_good=self.running_out == "last-card")
        able = [seat for seat in standing if self.can_lay(field, seat) >= least]
        if self.running_out == "last-card" and (able or least > 1):
            return able
        if self.running_out == "borrows" and len(able) == 1 and self.can_lay(field, able[0]) > 1:
            return (able[0], 1 - able[0])
        out = tuple(seat for seat in standing if seat not in able)
        if out and not begins:
            dealer.tell(RanOut(out))
        if len(able) > 1:
            return able
        if able and self.winnings != "counted":
            self.take(field, able[0], dealer)
        field.at_war = False
        return None

    def can_lay(self, field: Battlefield, seat: Seat) -> int:
        """How many cards a seat could lay."""
        return field.held(seat) if self.winnings == "won-pile" else len(field.decks[seat].cards)

    def take_up_won(self, field: Battlefield, dealer: Dealer) -> None:
        """Whoever has no deck left goes on with the won cards, shuffled, where they are there for that."""
        if self.winnings == "won-pile":
            for deck, won in zip(field.decks, field.won, strict=True):
                if not deck.cards and won.cards:
                    dealer.shuffle(won)
                    dealer.sweep(won, deck)

    def lay(self, field: Battlefield, piles: Sequence[Pile], seats: Sequence[Seat], dealer: Dealer) -> None:
        """These seats put their top card under these piles of theirs, or the other player's where they have none."""
        field.plays += 1
        for seat in seats:
            deck = field.decks[seat]
            if not deck.cards:
                self.take_up_won(field, dealer)
                deck = deck if deck.cards else field.decks[1 - seat]
            dealer.draw(deck, piles[seat], under=True)

    def take(self, field: Battlefield, winner: Seat, dealer: Dealer) -> None:
        """The winner puts everything on the table away, in the order of the option."""
        if field.at_war:
            piles = in_order(field.steps(self.face_down), self.pickup, winner)
        else:
            piles = [
                field.up[seat] for seat in seats_in_order(field.seats, self.pickup, winner) if field.up[seat].cards
            ]
        target = field.decks[winner] if self.winnings == "deck" else field.won[winner]
        if self.pickup in ("reversed", "random"):
            for pile in piles:
                dealer.draw(pile, field.pot)
            if self.pickup == "random":
                dealer.shuffle(field.pot)
            piles = [field.pot] * len(piles)
        for pile in piles:
            dealer.draw(pile, target, under=True)
        field.at_war = False
        field.take_note(winner)

    face_down: int = Field(default=1, ge=0, le=1_000_000, description="cards laid face down in each step of a war")
    running_out: Literal["loses", "last-card", "borrows"] = Field(
        default="loses",
        description="what becomes of whoever has too few cards for a war: it is lost; the last card is turned up and "
        "decides, and stands until the war is over; or the other one of two players lays cards for both",
    )
    pickup: Literal["winner-first", "loser-first", "table", "seat", "interleaved", "reversed", "random"] = Field(
        default="winner-first",
        description="the order in which won cards are put away: the winner's and then the losers', the other way "
        "round, as they came to the table, all of the first seat's and then the second's, as they came with the "
        "winner's first in each step, the last that came first, or shuffled",
    )
    winnings: Literal["deck", "won-pile", "counted"] = Field(
        default="deck",
        description="where won cards go: under the deck; to a pile of won cards, which is shuffled and becomes the "
        "deck when that is empty; or to a pile that is only counted when all cards have been played once",
    )
    ranks: str = Field(default=RANKS, description="the ranks of the cards, the lowest first")
    low_wins: bool = Field(default=False, description="whether the lowest card wins, and not the highest")
    most_rounds: int = Field(
        default=0, ge=0, description="rounds after which whoever has more cards wins; 0 where there is no limit"
    )
    war_is_a_turn: bool = Field(
        default=False, description="whether the cards that decide a war are a turn of their own"
    )
    shuffle: Literal["off", "swap", "pick"] = Field(
        default="off",
        description="how the deck is shuffled: not at all; by swapping each card, from the top down, with one at or "
        "below it; or by picking each next card from those that are left, which from the same numbers gives the same "
        "order, and draws one number more",
    )
    deal: Literal["under", "on-top"] = Field(
        default="under", description="whether dealt cards go under each other or on top"
    )
    open_decks: bool = Field(default=True, description="whether the decks lie face up, for everybody to see")

    @field_validator("ranks")
    @classmethod
    def _are_ranks(cls, text: str) -> str:
        return " ".join(read_ranks(text))


@cache
def worth_of(ranks: str, *, low_wins: bool) -> dict[str, int]:
    """What the cards of each rank are worth, from 0; the highest wins."""
    words = ranks.split()
    return {rank: worth for worth, rank in enumerate(words[::-1] if low_wins else words)}


def read_ranks(text: str) -> list[str]:
    """The ranks that a text names; raises ValueError where one can't be a rank, or comes twice."""
    ranks = text.split()
    for rank in ranks:
        Card(rank, "H")
    if not ranks or len(set(ranks)) < len(ranks):
        raise ValueError("the ranks are words, each once, such as 2 3 4")
    return ranks


def _laid(piles: Sequence[Pile], place: int) -> list[Pile | None]:
    """The piles that have a card of that number, counted from 0."""
    return [pile if len(pile.cards) > place else None for pile in piles]


def in_order(steps: Sequence[Sequence[Pile | None]], pickup: str, winner: Seat) -> list[Pile]:
    """The piles that cards are put away from, a card each time; for a pot that is turned over or shuffled, as laid."""
    order = seats_in_order(len(steps[0]), pickup, winner)
    if pickup in ("winner-first", "loser-first", "seat"):
        found = [step[seat] for seat in order for step in steps]
    else:
        found = [step[seat] for step in steps for seat in order]
    return [pile for pile in found if pile is not None]


@cache
def seats_in_order(seats: int, pickup: str, winner: Seat) -> tuple[Seat, ...]:
    """Whose cards are put away one after the other."""
    first = winner if pickup in ("winner-first", "interleaved") else winner + 1 if pickup == "loser-first" else 0
    every = tuple(range(seats))
    return (*every[first:], *every[:first])


def value(card: Card) -> int:
    """What a card is worth, from 2 to 14.

    >>> value(Card("T", "C")), value(Card("A", "S"))
    (10, 14)
    """
    return VALUES[card.rank]


def beats(card: Card, other: Card) -> bool:
    """Whether a card is worth more than another."""
    return VALUES[card.rank] > VALUES[other.rank]


def ties(card: Card, other: Card) -> bool:
    """Whether two cards are worth the same."""
    return VALUES[card.rank] == VALUES[other.rank]
