"""Tests of my-game: scenes at a table, and what every game promises."""

from cardkit import Match, Stacked, cards
from cardkit.plugins.registry import load_game
from cardkit.authors.testing import check_game
from my_game import Lay, Layout, MyGame


def scene(text: str) -> Match[Layout, Lay]:
    """Two players with two cards each, from a deck that nobody shuffles; its last card is dealt first."""
    return Match(MyGame(hand_size=2), cards(text), seats=2, rng=Stacked())


def test_a_card_of_the_same_suit_takes_the_heap() -> None:
    match = scene("3S 2S KH 9H")
    match.play(match.read("lay 9H"))
    match.play(match.read("lay KH"))
    assert str(match.state.won[1]) == "[KH 9H]"
    assert not match.state.heap


def test_a_card_of_another_suit_stays_on_the_heap() -> None:
    match = scene("3S 2S KH 9H")
    match.play(match.read("lay 9H"))
    match.play(match.read("lay 3S"))
    assert str(match.state.heap) == "[3S 9H]"
    assert match.turn == 0


def test_most_cards_win() -> None:
    match = scene("3S 2S KH 9H")
    for notation in ("lay 9H", "lay KH", "lay 2S", "lay 3S"):
        match.play(match.read(notation))
    assert match.winner == 1


def test_every_promise_is_kept() -> None:
    check_game(MyGame(), games=8)


def test_the_game_is_installed() -> None:
    assert load_game("my-game").game is MyGame
