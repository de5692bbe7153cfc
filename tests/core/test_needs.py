"""What a game needs of a deck, how many usually play it, and the points of a round."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardkit.core.cards import Needs, Pile, cards, standard52
from cardkit.core.chance.generators import Seeded
from cardkit.core.events import Dealer, RoundEnded
from cardkit.core.state import State
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


def _example(name: str) -> str:
    return str(Path(__file__).parents[2] / "docs" / "examples" / f"{name}.py")


@pytest.mark.parametrize(("name", "seats"), [("hearts", 4), ("holdem", 2), ("go_fish", 2), ("spades", 4)])
def test_the_usual_number_of_seats_is_what_nothing_said_gives(name: str, seats: int) -> None:
    plugin = load_game(_example(name))
    assert len(plugin.default_seats) == len(seats_for(plugin, None, None)) == seats


class Board(State):
    """A table with points."""

    stock: Pile
    scores: list[int]
    points: list[int]


def test_points_of_a_round_are_kept_and_told() -> None:
    dealer = Dealer(Seeded(1))
    board = Board(seats=2, stock=Pile.face_down(list(standard52())), scores=[5, 0], points=[9, 9])
    dealer.begin_round(board)
    assert board.points == [0, 0]
    dealer.score(board, 1, 2, "fifteen")
    dealer.score(board, 1, 3, "a run")
    dealer.score(board, 0, -1, "a false claim")
    dealer.end_round(board)
    assert dealer.events()[-1] == RoundEnded((-1, 5), (4, 5))
