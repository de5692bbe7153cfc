"""Worlds imagined from a view alone: the cards of the deck, dealt to its backs in every way alike."""

from __future__ import annotations

from typing import Any

import pytest
from following import EXAMPLES, imagined
from hypothesis import given, settings
from hypothesis import strategies as st

from cardkit import Card, Match, Seeded, Stacked, cards
from cardkit.authors.testing import decks, seeds
from cardkit.bots.worlds import WrongDeck
from cardkit.plugins.registry import load_game

GoFish: Any = load_game(str(EXAMPLES / "go_fish.py")).game


def scene(text: str) -> Match[Any, Any]:
    """Go Fish with a deck that nobody shuffles, its last card on top."""
    return Match(GoFish(hand_size=1), cards(text), seats=2, rng=Stacked())


@settings(deadline=None)
@given(pack=decks("2345", "AB", min_size=7, max_size=20), seed=seeds(), seat=st.integers(0, 2))
def test_an_imagined_table_has_the_cards_of_the_deck_and_the_same_view(pack: list[Card], seed: int, seat: int) -> None:
    match = Match(GoFish(hand_size=2), pack, seats=3, rng=Seeded(seed))
    view = match.view(seat)
    world = imagined(match, seat, Seeded(seed).split("imagination"))
    assert sorted(map(str, pack)) == sorted(str(card) for pile in world.piles() for card in pile)
    assert view == world.view(seat) == match.view(seat)
    assert [pile.name for pile in match.state.piles()] == [pile.name for pile in world.piles()]
    assert type(match.state) is type(world)


def test_every_deal_of_the_hidden_cards_is_imagined_equally_often() -> None:
    match = scene("2S 3S 4S 5S")
    chance = Seeded(1)
    counts: dict[str, int] = {}
    for _ in range(600):
        world = imagined(match, 0, chance)
        dealt = f"{world.stock}{world.hands[1]}"
        counts[dealt] = counts.get(dealt, 0) + 1
    assert 6 == len(counts)
    assert all(60 < count < 140 for count in counts.values())


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        ("5S 3S 4S", "it has 3 backs, and doesn't show 2 cards of the deck"),
        ("2S 3S 4S 5S 5S", "it has 3 backs, and doesn't show 4 cards of the deck"),
        ("2S 3S 4S 6S", "it shows 5S more often than the deck has it"),
    ],
)
def test_a_view_of_another_deck_is_told(other: str, reason: str) -> None:
    with pytest.raises(WrongDeck, match=f"the view of seat 0 is not one of a game with this deck: {reason}"):
        imagined(scene("2S 3S 4S 5S"), 0, Seeded(1), cards(other))
