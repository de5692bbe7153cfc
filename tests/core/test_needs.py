"""What a game needs of a deck, and how many usually play it."""

from __future__ import annotations

import pytest

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
