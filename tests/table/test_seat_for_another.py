"""A seat that plays the cards of another one, and hands that are laid open."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import TESTS, cardkit

from cardkit.core.cards import Pile, Sight, cards, standard52
from cardkit.core.chance.generators import Seeded
from cardkit.core.events import Dealer, LaidOpen, plain
from cardkit.core.game import One
from cardkit.hosting.scene import scene
from cardkit.plugins.registry import load_game
from cardkit.table.match import Match

WHIST = str(TESTS / "data" / "whist.py")


@pytest.fixture
def match() -> Match[Any, Any]:
    match: Match[Any, Any] = Match(load_game(WHIST).game(), standard52(), seats=4, rng=Seeded(1))
    match.play(match.legal[0])
    return match


def test_the_other_seat_acts_and_it_is_told_for_whom(match: Match[Any, Any]) -> None:
    assert (match.state.turn, match.turn, match.to_act, match.acting) == (2, 0, (0,), One(0, cards_of=2))
    view = scene(match, 0, ["Ada", "Ben", "Cid", "Dan"], [0])
    assert view["view"]["cards_of"] == 2
    assert {name["cards"][0] for name in view["legal"]} <= set(map(str, match.state.hands[2].cards))
    match.play(match.legal[0])
    (acted,) = match.acted
    assert (acted.seat, acted.cards_of) == (0, 2)
    assert plain(acted)["cards_of"] == 2
    match.play(match.legal[0])
    assert "cards_of" not in plain(match.acted[0])
    assert One(0) != One(0, cards_of=2)


def test_a_hand_is_laid_open_for_all_told_and_taken_back(match: Match[Any, Any]) -> None:
    hand = match.state.hands[2]
    assert [event.cards for event in match.events() if isinstance(event, LaidOpen)] == [tuple(hand.cards)]
    assert match.view(1).hands[2].cards == hand.cards
    assert match.view(1).hands[3].cards != match.state.hands[3].cards


def test_what_is_laid_open_can_be_for_some_and_is_a_part_of_the_position(match: Match[Any, Any]) -> None:
    dealer, pile = Dealer(Seeded(1)), Pile.hand(2, cards("7C 8D"))
    dealer.lay_open(pile, to=[0, 2])
    assert (pile.sight, pile.eyes) == (Sight.SEATS, (0, 2))
    (event,) = [event for event in dealer.events(4) if isinstance(event, LaidOpen)]
    assert [str(card) for card in event.seen_by(1).cards] == ["??", "??"]
    assert event.seen_by(0) == event
    dealer.take_back()
    assert pile == Pile.hand(2, cards("7C 8D"))
    dealer.begin()
    dealer.lay_open(pile, to=[2])
    assert pile.sight is Sight.OWNER
    before, number = match.snapshot(), match.digest()
    match.dealer.lay_open(match.state.hands[3])
    assert not match.is_at(before)
    assert match.digest() != number
    match.restore(before)
    assert match.state.hands[3].sight is Sight.OWNER


def test_a_person_plays_for_the_partner() -> None:
    seats = [part for player in ("human", "random", "random", "random") for part in ("--seat", player)]
    names = ["--name", "Ada", "--name", "Ben", "--name", "Cid", "--name", "Dan"]
    played = cardkit("play", WHIST, *seats, *names, "--seed", "1", typed=[":quit"])
    assert "your turn for Cid" in played.out, played.out
    assert "is laid open: " in played.out
