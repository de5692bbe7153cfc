"""What a seat is told is evidence: the cards that would have left another table to be seen are ruled out, no others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import pytest

from cardkit import Action, Card, Dealer, Game, Match, Pile, Place, Rank, Result, Seat, Seeded, State, deck, private
from cardkit.authors.secrecy import Onlookers
from cardkit.core.actions import choices

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
