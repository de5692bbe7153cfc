"""Hints: what a seat is told of the cards of a pile stays at them as marks, and is seen everywhere."""

from __future__ import annotations

from typing import Any

import pytest
from scenes import laid_at

from cardkit.bots.rollout import QuickDealer
from cardkit.core.cards import Pile, cards, marked
from cardkit.core.chance.generators import Seeded
from cardkit.core.events import Dealer, Hinted
from cardkit.hosting.scene import scene
from cardkit.plugins.board import Board
from cardkit.plugins.registry import load_game
from cardkit.table.match import Match


def told(pile: Pile) -> list[str]:
    return [marked(marks) for marks in pile.marks]


@pytest.mark.parametrize("dealer", [Dealer(Seeded(1)), QuickDealer(Seeded(1))])
def test_a_mark_stays_with_the_cards_until_they_move(dealer: Dealer) -> None:
    pile, heap = Pile.seen_by_others(0, cards("1R 2B 1R 3B")), Pile.face_up()
    assert dealer.hint(pile, 0, rank="1") == [0, 2]
    assert dealer.hint(pile, 0, suit="B") == [1, 3]
    assert told(pile) == ["1? not B", "?B not 1", "1? not B", "?B not 1"]
    dealer.take([0], pile, heap)
    assert told(pile) == ["?B not 1", "1? not B", "?B not 1"]
    assert not heap.marks
    dealer.draw(heap, pile)
    assert told(pile) == ["?B not 1", "1? not B", "?B not 1", ""]
    dealer.move(cards("1R"), pile, heap, under=True)
    assert told(pile) == ["?B not 1", "?B not 1", ""]
    dealer.draw(heap, pile, under=True)
    assert told(pile) == ["", "?B not 1", "?B not 1", ""]
    dealer.shuffle(pile)
    assert not pile.marks
    dealer.hint(pile, 0, suit="R")
    dealer.sweep(pile, heap)
    assert not pile.marks
    assert not heap.marks


@pytest.mark.parametrize("wrong", [{}, {"rank": "1", "suit": "R"}])
def test_a_hint_tells_of_a_rank_or_of_a_suit(wrong: dict[str, str]) -> None:
    with pytest.raises(TypeError, match="of a rank or of a suit"):
        Dealer(Seeded(1)).hint(Pile.face_up(), 0, **wrong)


def match_at(*hands: str) -> Match[Any, Any]:
    """A game of Lanterns in which seat 0 acts, with these hands."""
    plugin = load_game("lanterns")
    assert plugin.deck is not None
    match: Match[Any, Any] = Match(plugin.game(), plugin.deck(), seats=len(hands), rng=Seeded(1))
    return laid_at(match, *hands)


def test_marks_are_a_part_of_the_position_of_views_and_of_forks() -> None:
    match = match_at("1R 2R 3R 4R", "4R 4G 1B 3Y")
    before, number = match.snapshot(), match.digest()
    twin = match.fork()
    match.play(match.read("ranks 1 4"))
    assert told(match.view(1).hands[1]) == ["4?", "4?", "not 4", "not 4"]
    assert not twin.state.hands[1].marks
    match.state.matches, match.state.turn, match.state.count = 6, 0, 0
    assert not match.is_at(before)
    assert match.digest() != number
    assert match.state.position() != twin.state.position()
    match.restore(before)
    assert not match.state.hands[1].marks
    assert match.is_at(before)


def test_marks_are_shown_at_the_cards() -> None:
    match = match_at("1R 2R 3R 4R", "4R 4G 1B 3Y")
    events = match.play(match.read("ranks 1 4"))
    assert [event for event in events if isinstance(event, Hinted)] == [Hinted(1, "hands 1", 1, (0, 1), "4", None)]
    lines = {seat: list(map(str, Board(match.view(seat), seat, ["Ada", "Ben"]).lines())) for seat in (0, 1)}
    assert "your hand: 1:4?, 2:4?, 3:not 4, 4:not 4" in lines[1]
    assert "Ben's hand: 4R (4?), 4G (4?), 1B (not 4), 3Y (not 4)" in lines[0]
    for seat in (0, 1):
        (mine,) = [
            pile for pile in scene(match, seat, ["Ada", "Ben"], [1])["view"]["piles"] if pile["name"] == "hands 1"
        ]
        assert mine["marks"] == ["4?", "4?", "not 4", "not 4"]
