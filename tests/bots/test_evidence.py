"""What a seat is told is evidence: the cards that would have left another table to be seen are ruled out, no others."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, pairwise
from typing import Any

import pytest
from following import denied, followed, random_match

from cardkit import (
    BACK,
    Action,
    Card,
    Dealer,
    Game,
    Match,
    Pile,
    Place,
    Random,
    Rank,
    Result,
    Seat,
    Seeded,
    State,
    cards,
    deck,
    private,
    standard52,
)
from cardkit.authors.secrecy import Onlookers
from cardkit.bots.worlds import Watched, seen_to_leave, union
from cardkit.core.actions import choices
from cardkit.core.events import Moved

RANKS, SUITS = "12345", "RGB"
Hand = Sequence[Card]


class Tell(Action):
    """Tell the next seat which of its cards have a rank."""

    rank: Rank


class Ask(Action):
    """Let something be said of the next seat's cards."""


class Board(State):
    """A table at which nobody sees the own cards; what was said of them is kept in several ways."""

    stock: Pile
    hands: list[Pile]
    cells: list[list[Pile]]
    lists: list[list[str]]
    text: list[str]
    places: list[set[Place]]
    said: Any = None
    whispered: list[Any] = private(default_factory=list[Any])


class Telling(Game[Board, Tell | Ask]):
    """Seats tell each other what they hold."""

    name = "telling"
    players = range(2, 4)
    way: str = "lists"
    apart: bool = False

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Board:
        each = range(seats)
        table = Board(
            seats=seats, stock=deck, lists=[["-"] * 4 for _ in each], text=["- - - -"] * seats,
            hands=[Pile.seen_by_others(seat) for seat in each], places=[set() for _ in each],
            cells=[[Pile.seen_by_others(seat) for _ in range(4)] for seat in each], whispered=[None] * seats,
        )  # fmt: skip
        dealer.shuffle(table.stock)
        piles = [*table.cells[0], *table.cells[1]] if self.apart else table.hands
        dealer.deal(table.stock, piles, 1 if self.apart else 4)
        return table

    def held(self, table: Board, seat: Seat) -> list[Card]:
        return [card for pile in (table.cells[seat] if self.apart else [table.hands[seat]]) for card in pile]

    def legal(self, table: Board) -> list[Tell | Ask]:
        held = self.held(table, table.others()[0])
        return [Tell(rank) for rank in dict.fromkeys(card.rank for card in held)]

    def apply(self, table: Board, action: Tell | Ask, dealer: Dealer) -> None:
        assert isinstance(action, Tell)
        (seat, *_), rank = table.others(), action.rank
        told = [place for place, card in enumerate(self.held(table, seat)) if card.rank == rank]
        match self.way:
            case "lists":
                table.lists[seat] = [rank if place in told else old for place, old in enumerate(table.lists[seat])]
            case "text":
                words = [rank if place in told else old for place, old in enumerate(table.text[seat].split())]
                table.text[seat] = " ".join(words)
            case "places":
                table.places[seat] = {*told}
            case _:
                table.whispered[seat] = (rank, told)
        table.pass_turn()

    def result(self, table: Board) -> Result | None:
        return Result.draw(table.seats) if table.count >= 4 else None


CARDS = [card for card in deck(RANKS, SUITS) for _ in range(2)]


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("way", ["lists", "text", "places", "whispered"])
def test_what_was_told_of_each_card_is_so_in_every_world(way: str, *, apart: bool) -> None:
    agree = 0
    for seed in range(2):
        match = Match(Telling(way=way, apart=apart), CARDS, seats=2, rng=Seeded(seed))
        (known,) = (onlookers := Onlookers(match, [1])).known
        action = match.legal[0]
        assert isinstance(action, Tell)
        onlookers.told(match.play(action))
        assert [] == [*onlookers.denials()]
        worlds, chance = known.worlds(), Seeded(seed)
        game, truth = match.game, [card.rank == action.rank for card in match.game.held(match.state, 1)]
        held = [game.held(worlds.deal(chance), 1) for _ in range(100)]
        agree += sum(truth == [card.rank == action.rank for card in hand] for hand in held)
    assert agree == 200


def points(hand: Hand) -> list[int]:
    return [RANKS.index(card.rank) for card in hand]


SAID: dict[str, Callable[[Hand], Any]] = {
    "how many points there are": lambda hand: sum(points(hand)),
    "whether there is a five": lambda hand: any(card.rank == "5" for card in hand),
    "how many are red": lambda hand: sum(card.suit == "R" for card in hand),
    "the highest": lambda hand: max(points(hand)),
    "whether the first is below the second": lambda hand: points(hand)[0] < points(hand)[1],
    "whether neighbours are alike": lambda hand: any(one.rank == two.rank for one, two in pairwise(hand)),
    "all suits": lambda hand: " ".join(sorted({card.suit for card in hand})),
    "where the highest lies": lambda hand: points(hand).index(max(points(hand))),
    "whether the last, and no other, is a five": lambda hand: [card.rank == "5" for card in hand] == [0, 0, 0, 1],
    "the suit of the last": lambda hand: hand[-1].suit,
}


class Saying(Telling):
    """Something is said of all cards of a hand together."""

    name = "saying"
    what: str = ""

    def legal(self, table: Board) -> list[Tell | Ask]:
        return [Ask()]

    def apply(self, table: Board, action: Tell | Ask, dealer: Dealer) -> None:
        table.said = SAID[self.what](self.held(table, table.others()[0]))
        table.pass_turn()


@pytest.mark.parametrize("what", SAID)
def test_what_hangs_on_several_cards_rules_out_no_truth(what: str) -> None:
    for seed, apart in enumerate((False, True)):
        match = Match(Saying(what=what, apart=apart), CARDS, seats=2, rng=Seeded(seed))
        onlookers = Onlookers(match, [0, 1])
        while not match.is_over:
            onlookers.told(match.play(choices(match.legal)[0]))
            assert [] == [*onlookers.denials()]


ACE = Card("A", "S")


def taken_apart(hand: list[Card]) -> Any:
    match hand:
        case [first, _]:
            return first
        case _:
            return None


@pytest.mark.parametrize(
    "look",
    [
        list,
        tuple,
        lambda hand: sum(card.rank == "A" for card in hand),
        lambda hand: sorted(hand, key=str),
        lambda hand: {card.suit for card in hand},
        lambda hand: [*hand],
        lambda hand: operator.add([], hand),
        lambda hand: operator.add(hand, []),
        lambda hand: hand * 2,
        lambda hand: [ACE].extend(hand),
        lambda hand: hand[-1],
        lambda hand: hand[:1],
        lambda hand: ACE in hand,
        lambda hand: hand.index(ACE),
        lambda hand: hand.count(ACE),
        lambda hand: hand.copy(),
        lambda hand: hand.pop(),
        lambda hand: hand.remove(ACE),
        lambda hand: next(reversed(hand)),
        lambda hand: hand == [ACE],
        lambda hand: [ACE] == hand,
        lambda hand: hand != [ACE],
        taken_apart,
    ],
)
def test_rules_are_seen_to_look_at_cards(look: Callable[[list[Card]], object]) -> None:
    hand = Watched(cards("KS AS"))
    look(hand)
    assert hand.looked_at


def test_how_many_cards_there_are_and_what_comes_to_them_is_no_look() -> None:
    hand = Watched(cards("KS AS"))
    assert len(hand) == 2
    assert hand
    hand.append(ACE)
    hand += [ACE]
    hand[:] = [ACE]
    hand.clear()
    assert not hand.looked_at


def moved(text: str, source: str, target: str, taken: Any) -> Moved:
    return Moved(tuple(cards(text)) if text else (BACK,), source, target, None, under=False, known_to=None, taken=taken)


def test_cards_that_were_seen_to_leave_lay_where_they_came_from() -> None:
    events = [
        moved("", "stock", "burnt", "top"),
        moved("KS 3H", "stock", "board", "top"),
        moved("4C", "hand", "board", "chosen"),
        moved("5C", "hand", "board", "top"),
        moved("6C", "board", "hand", "chosen"),
        moved("7C", "hand", "board", "top"),
    ]
    king, three, four, five = cards("KS 3H 4C 5C")
    assert [("stock", 1, king), ("stock", 2, three), ("hand", None, four), ("hand", None, five)] == list(
        seen_to_leave(events)
    )


class Play(Action):
    """Put a card down, and name a suit where it is wild."""

    card: Card
    suit: str = ""


class Draw(Action):
    """Take a card."""


class Keep(Action):
    """Play nothing more."""


class Layout(State):
    """A stock, discards, the suit that counts, and hands that are never sorted."""

    stock: Pile
    discards: Pile
    hands: list[Pile]
    suit: str = ""
    drawn: bool = False


class Shedding(Game[Layout, Play | Draw | Keep]):
    """Follow suit or rank; who draws may put that card down at once, or keep it."""

    name = "shedding"
    players = range(2, 6)
    goes: str = "drawn"

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Layout:
        table = Layout(seats=seats, stock=deck, discards=Pile.face_up(), hands=Pile.hands(seats))
        dealer.shuffle(table.stock)
        dealer.deal(table.stock, table.hands, each=6)
        dealer.draw(table.stock, table.discards)
        table.suit = table.discards.top.suit
        return table

    def playable(self, table: Layout, hand: Pile) -> Sequence[Card]:
        """The cards of a hand that may be played if they fit, by where they lie in it."""
        match self.goes:
            case "ends":
                return [hand.cards[0], hand.top]
            case "middle":
                return hand.cards[len(hand) // 2 :][:1]
            case "last but one" if table.drawn:
                return hand.cards[-2:-1]
            case "bottom" if table.drawn:
                return hand.cards[:1]
            case _:
                return [hand.top] if table.drawn else hand.cards

    def plays(self, table: Layout, hand: Pile) -> Iterator[Play]:
        """What can be played of a hand."""
        for card in dict.fromkeys(self.playable(table, hand)):
            if table.suit == card.suit or table.discards.top.rank == card.rank:
                yield Play(card)

    def legal(self, table: Layout) -> Sequence[Play | Draw | Keep]:
        plays = [*self.plays(table, table.hands[table.turn])]
        other = Keep() if table.drawn or not table.stock else Draw()
        return plays if plays and self.goes == "ends" else [*plays, other]

    def apply(self, table: Layout, action: Play | Draw | Keep, dealer: Dealer) -> None:
        hand = table.hands[table.turn]
        if isinstance(action, Draw):
            dealer.move([table.stock.top], table.stock, hand, under=self.goes == "bottom")
            table.drawn = True
            return
        if isinstance(action, Play):
            dealer.move([action.card], hand, table.discards)
            table.suit = action.suit or action.card.suit
        table.drawn = False
        table.pass_turn()

    def result(self, table: Layout) -> Result | None:
        out = next((seat for seat, hand in enumerate(table.hands) if not hand), None)
        if out is not None:
            return Result.win(out, seats=table.seats)
        return Result.draw(table.seats) if table.count > 60 else None


class Uno(Shedding):
    """An eight is wild, for those who hold nothing of the suit."""

    name = "uno"

    def plays(self, table: Layout, hand: Pile) -> Iterator[Play]:
        has_suit = any(card.suit == table.suit for card in hand)
        for card in dict.fromkeys(self.playable(table, hand)):
            if card.rank == "8":
                yield from () if has_suit else (Play(card, suit) for suit in "CDHS")
            elif table.suit == card.suit or table.discards.top.rank == card.rank:
                yield Play(card)


GAMES: list[Game[Any, Any]] = [
    *(Shedding(goes=goes) for goes in ("drawn", "last but one", "ends", "middle", "bottom")),
    Uno(),
]


@pytest.mark.parametrize(("game", "seats"), [*zip(GAMES, cycle((2, 4)), strict=False)])
def test_the_truth_is_never_ruled_out_where_places_count(game: Game[Any, Any], seats: int) -> None:
    match = Match(game, standard52(), seats=seats, rng=Seeded(seats).split("deal"))
    assert [] == denied(match, [Random(Seeded(seats).split("player"))] * seats, most=120)


@pytest.mark.parametrize("draw", ["1", "3", "until-playable"])
def test_the_truth_is_never_ruled_out_where_a_drawn_card_may_be_played(draw: str) -> None:
    options = {"draw": draw, "reshuffle": "shuffle", "skip": "Q", "draw_two": "2"}
    assert [] == denied(*random_match("crazy8s", 3, 0, **options), most=120)


def test_a_suit_that_a_wild_card_denies_is_found_wherever_the_card_lay() -> None:
    found = played = 0
    for seed in range(4):
        match = Match(Uno(), standard52(), seats=3, rng=Seeded(seed).split("deal"))
        player, suit = Random(Seeded(seed).split("player")), ""
        for known in followed(match, [player] * 3, most=80):
            acted = match.acted[0] if match.acted else None
            if acted is not None and isinstance(acted.action, Play) and acted.action.card.rank == "8":
                one = known[(acted.seat + 1) % 3]
                of_suit = union(one.bit[card] for card in one.unseen(one.view) if card.suit == suit)
                played += 1
                found += not union(one.piles[f"hands {acted.seat}"]) & of_suit
            suit = match.state.suit
    assert 0 < played == found
