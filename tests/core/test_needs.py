"""What a game needs of a deck, how many usually play it, and what is told of a deck that it can't be set up with."""

from __future__ import annotations

from typing import Any

import pytest
from toys import Table, Toy

from cardkit import Action, CannotStart, Card, Dealer, Field, Game, Match, Pile, Result, Stacked
from cardkit.core.cards import Needs, cards
from cardkit.plugins.plugin import seats_for
from cardkit.plugins.registry import load_game


@pytest.mark.parametrize(
    ("needs", "deck", "lack"),
    [
        (Needs(), "", None),
        (Needs(ranks="A2"), "AS 2S", None),
        (Needs(ranks="A2"), "AS 3S", "it takes cards of the ranks A 2; 3S does not do"),
        (Needs(suits="S"), "AS 3H", "it takes cards of the suits S; 3H does not do"),
        (
            Needs(ranks="A3", suits="S", least=3),
            "AS 3S",
            "it takes 3 cards or more, of the ranks A 3 and the suits S; the deck has 2",
        ),
        (Needs(least=2, different=True), "AS AS", "it takes 2 different cards; the deck has 1"),
        (Needs(least=1, different=True), "AS AS", "it takes 1 different card; the deck has 1"),
    ],
)
def test_what_is_lacking_is_said(needs: Needs, deck: str, lack: str | None) -> None:
    assert needs.lack(cards(deck)) == lack


@pytest.mark.parametrize(("name", "seats"), [("hearts", 4), ("holdem", 2), ("go_fish", 2), ("spades", 4)])
def test_the_usual_number_of_seats_is_what_nothing_said_gives(name: str, seats: int) -> None:
    plugin = load_game(name)
    assert len(plugin.default_seats) == len(seats_for(plugin, None, None)) == seats


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
