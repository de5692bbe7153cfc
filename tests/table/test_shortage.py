"""What is told of a deck that a game can't be set up with."""

from __future__ import annotations

from typing import Any

import pytest

from cardkit import Action, CannotStart, Card, Dealer, Field, Game, Match, Pile, Result, Stacked, State, cards


class Nothing(Action):
    """Do nothing."""


class Shelf(State):
    """Three piles."""

    stock: Pile
    first: Pile
    second: Pile


class Picky(Game[Shelf, Nothing]):
    """Two cards are put aside, and then two are dealt."""

    name = "picky"
    players = range(1, 2)
    favourite: Card = Field(default=Card("Q", "C"), description="the first card that is put aside")

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Shelf:
        shelf = Shelf(seats=seats, stock=deck, first=Pile.face_up(), second=Pile.face_up())
        dealer.move([self.favourite], deck, shelf.first)
        dealer.move([Card("K", "H")], deck, shelf.second)
        dealer.draw(deck, shelf.first, 2)
        return shelf

    def legal(self, shelf: Shelf) -> list[Nothing]:
        return [Nothing()]

    def apply(self, shelf: Shelf, action: Nothing, dealer: Dealer) -> None:
        shelf.pass_turn()

    def result(self, shelf: Shelf) -> Result | None:
        return Result.draw(shelf.seats)


@pytest.mark.parametrize(
    ("pack", "options", "reason"),
    [
        ("KH 2C 3C", {}, 'the deck has no QC; --set "favourite=2C" takes a card that it has'),
        ("KH QH 2C", {}, 'the deck has no QC; --set "favourite=QH" takes a card that it has'),
        ("QC 2C 3C", {}, "the deck has no KH"),
        ("KH 2C 3C", {"favourite": "KH"}, "there is no card left in stock that is KH"),
        ("KH QC 2C", {}, "the deck of 3 cards is too small: there is no card left in stock"),
        ("", {}, "the deck has no QC"),
    ],
)
def test_the_reason_is_the_true_one_and_says_what_would_help(pack: str, options: dict[str, Any], reason: str) -> None:
    with pytest.raises(CannotStart) as refused:
        Match(Picky.with_options(options), cards(pack), seats=1, rng=Stacked())
    assert f"picky: {reason}" == str(refused.value)


def test_a_deck_that_lacks_nothing_does() -> None:
    assert Match(Picky(), cards("KH QC 2C 3C"), seats=1, rng=Stacked()).is_over
