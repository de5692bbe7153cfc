"""A game in which all bid at a time, and anybody may snap what was turned up; its deck and words are its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardkit import (
    Action,
    All,
    AnyOf,
    Card,
    Dealer,
    Game,
    One,
    Pile,
    Result,
    Seat,
    State,
    cards,
    inside,
)


class Bid(Action):
    """Bid cards of the hand."""

    cards: tuple[Card, ...]


class Snap(Action):
    """Take the heap."""


class Turn(Action):
    """Turn a card up on the heap."""


class Parlour(State):
    """Hands, a heap, and what the seats have won."""

    stock: Pile
    heap: Pile
    hands: list[Pile]
    won: list[Pile]
    phase: str = inside(default="bid")
    cards_out: bool = False
    all_bid: bool = False


Move = Bid | Snap | Turn


def ten_cards() -> list[Card]:
    """The deck, the first card on top."""
    return cards("4C 2C 5C 3C 6C 7C 8C 9C TC JC")


class Parlours(Game[Parlour, Move]):
    """Everybody bids cards at the same time; then cards are turned up, and anybody may snap them."""

    name = "parlours"
    players = (2, 4)
    seats = ("human", "human")
    deck = ten_cards

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Parlour:
        won = [Pile.face_up(owner=seat) for seat in range(seats)]
        parlour = Parlour(seats=seats, stock=deck, heap=Pile.face_up(), hands=Pile.hands(seats), won=won)
        dealer.deal(deck, parlour.hands, each=2)
        return parlour

    def order(self, card: Card) -> int:
        return "23456789TJ".index(card.rank)

    def acting(self, parlour: Parlour) -> One | All | AnyOf:
        match parlour.phase:
            case "bid":
                return All(parlour.everybody())
            case "snap":
                return AnyOf(parlour.everybody())
            case _:
                return One(parlour.turn)

    def legal(self, parlour: Parlour, seat: Seat) -> Sequence[Any]:
        match parlour.phase:
            case "bid":
                return [Bid.some_of(parlour.hands[seat], 1, 2)]
            case "snap":
                return [Snap()]
            case _:
                return [Turn()]

    def apply_together(self, parlour: Parlour, actions: Mapping[Seat, Move], dealer: Dealer) -> None:
        for seat, action in actions.items():
            assert isinstance(action, Bid)
            dealer.move(action.cards, parlour.hands[seat], parlour.heap)
        parlour.phase, parlour.all_bid = "turn", True

    def apply(self, parlour: Parlour, action: Move, dealer: Dealer, seat: Seat) -> None:
        if isinstance(action, Snap):
            dealer.sweep(parlour.heap, parlour.won[seat])
            parlour.phase = "turn"
            parlour.pass_turn()
        else:
            dealer.draw(parlour.stock, parlour.heap)
            parlour.phase = "snap"

    def all_passed(self, parlour: Parlour, dealer: Dealer) -> None:
        parlour.phase = "turn"
        parlour.pass_turn()

    def result(self, parlour: Parlour) -> Result | None:
        if len(parlour.stock) > 3 or parlour.phase == "snap":
            return None
        return Result.most(tuple(float(len(won)) for won in parlour.won))

    def invariants(self, parlour: Parlour) -> Iterator[tuple[bool, str]]:
        yield len(parlour.stock) <= 6, "some cards are dealt"
