"""Hints: what a seat is told of the cards of a pile stays at them as marks, is seen everywhere, and is known."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers import cardkit

from cardkit.bots.knowledge import Knowledge
from cardkit.bots.rollout import QuickDealer
from cardkit.core.cards import Pile, cards, marked
from cardkit.core.chance.generators import Seeded
from cardkit.core.events import Dealer, Hinted
from cardkit.hosting.scene import scene
from cardkit.plugins.board import Board
from cardkit.plugins.registry import load_game
from cardkit.table.match import Match
from cardkit.table.turns import seating_at

LANTERNS = str(Path(__file__).parents[2] / "docs" / "examples" / "lanterns.py")


def told(pile: Pile) -> list[str]:
    return [marked(marks) for marks in pile.marks]


def hand() -> Pile:
    return Pile.seen_by_others(0, cards("1R 2B 1R 3B"))


@pytest.mark.parametrize("dealer", [Dealer(Seeded(1)), QuickDealer(Seeded(1))])
def test_a_mark_stays_with_the_cards_until_they_move(dealer: Dealer) -> None:
    pile, heap = hand(), Pile.face_up()
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


def test_taking_back_puts_the_marks_back() -> None:
    dealer, pile, heap = Dealer(Seeded(1)), hand(), Pile.face_up()
    dealer.hint(pile, 0, rank="1")
    before = told(pile)
    dealer.begin()
    dealer.take([2], pile, heap)
    dealer.hint(pile, 0, suit="R")
    dealer.shuffle(pile)
    dealer.take_back()
    assert told(pile) == before
    assert pile.cards == hand().cards


@pytest.mark.parametrize("wrong", [{}, {"rank": "1", "suit": "R"}])
def test_a_hint_tells_of_a_rank_or_of_a_suit(wrong: dict[str, str]) -> None:
    with pytest.raises(TypeError, match="of a rank or of a suit"):
        Dealer(Seeded(1)).hint(hand(), 0, **wrong)


def match_at(*hands: str) -> Match[Any, Any]:
    """A game of Lanterns in which seat 0 acts, with these hands."""
    plugin = load_game(LANTERNS)
    assert plugin.deck is not None
    match: Match[Any, Any] = Match(plugin.game(), plugin.deck(), seats=len(hands), rng=Seeded(1))
    deck = [*match.state.stock.cards, *(card for pile in match.state.hands for card in pile)]
    for pile, held in zip(match.state.hands, hands, strict=True):
        pile.cards[:] = cards(held)
        for card in pile.cards:
            deck.remove(card)
    match.state.stock.cards[:] = deck
    match.look()
    return match


def test_what_is_told_is_known_to_whoever_plays_for_the_seat() -> None:
    match = match_at("1R 2R 3R 4R", "4R 4G 1B 3Y")
    knowledge = Knowledge(seating_at(match.game, match.state, 1))
    knowledge.begin(match.view(1), opening=False)
    chance = Seeded(5)
    for text in ("ranks 1 4", "light 3", "light 2", "ranks 0 2", "colours 1 R"):
        match.play(match.read(text))
        told_now = [*match.acted, *match.events()]
        knowledge.told([event.seen_by(1) for event in told_now], match.view(1))
        worlds = [knowledge.worlds().deal(chance) for _ in range(100)]
        mine = match.state.hands[1]
        for world in worlds:
            for card, marks in zip(world.hands[1].cards, mine.marks or [()] * 4, strict=True):
                assert all(mark.fits(card) for mark in marks), (text, str(card), marks)
        assert knowledge.denies(match.state) is None


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


def test_a_hint_is_told_in_words() -> None:
    seats = ["--seat", "human", "--seat", "human", "--seed", "3"]
    played = cardkit("play", LANTERNS, *seats, typed=["ranks 1 4", "light 1", ":quit"])
    assert " tells Player 2: your 1st and 4th cards are fours." in played.out
