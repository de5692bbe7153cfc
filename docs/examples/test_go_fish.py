"""Tests of Go Fish, as one writes them for a game of one's own; run them with `pytest docs/examples`."""

from pathlib import Path
from typing import Any

from cardkit import Match, Stacked, cards
from cardkit.authors.testing import check_game
from cardkit.plugins.registry import load_game

GoFish: Any = load_game(str(Path(__file__).parent / "go_fish.py")).game


def scene(text: str) -> Match[Any, Any]:
    """Two players, a card each, and a deck that nobody shuffles; its last card is the top."""
    return Match(GoFish(hand_size=1), cards(text), seats=2, rng=Stacked())


def test_who_gets_the_card_asks_again() -> None:
    match = scene("KS 4D 9H 4C 4S")
    match.play(match.read("ask 1 4"))
    assert str(match.state.hands[0]) == "[4C 4S]"
    assert match.turn == 0


def test_go_fish_keeps_every_promise() -> None:
    check_game(GoFish(), games=5)
