"""What is told of a deck that a game can't be set up with."""

from __future__ import annotations

from typing import Any

import pytest
from toys import Table, Toy

from cardkit import Action, CannotStart, Card, Dealer, Field, Game, Match, Pile, Result, Stacked, cards


class Picky(Toy, Game[Table, Action]):
    """Two cards are put aside, and then two are dealt."""

    name = "picky"
    favourite: Card = Field(default=Card("Q", "C"), description="the first card that is put aside")

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Table:
        table: Table = super().setup(deck, seats, dealer)
        dealer.move([self.favourite], deck, table.heap)
        dealer.move([Card("K", "H")], deck, table.heap)
        dealer.draw(deck, table.hands[0], 2)
        return table

    def result(self, table: Table) -> Result | None:
        return Result.draw(table.seats)


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
