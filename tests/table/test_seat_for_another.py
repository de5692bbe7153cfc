"""A seat that plays the cards of another one, and hands that are laid open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers import cardkit

from cardkit.authors.testing import check_game
from cardkit.core.cards import Pile, Sight, cards, standard52
from cardkit.core.chance.generators import Seeded
from cardkit.core.events import Dealer, LaidOpen, plain
from cardkit.core.game import One
from cardkit.hosting.scene import scene
from cardkit.plugins.registry import load_game
from cardkit.table.match import Match

RULES = '''
from cardkit import Action, Card, Dealer, Game, One, Pile, Result, State


class Play(Action):
    """Play a card."""

    card: Card


class Table(State):
    stock: Pile
    hands: list[Pile]
    trick: Pile
    taken: list[Pile]
    tricks: int = 0


class Whist(Game[Table, Play]):
    """Seat 0 plays against seats 1 and 3, and for seat 2, whose hand lies open after the first card."""

    name = "dummy-whist"
    players = range(4, 5)

    def teams(self, seats):
        return [(0, 2), (1, 3)]

    def setup(self, deck, seats, dealer):
        taken = [Pile.face_up(owner=seat) for seat in range(seats)]
        table = Table(seats=seats, stock=deck, hands=Pile.hands(seats), trick=Pile.face_up(), taken=taken)
        dealer.shuffle(deck)
        dealer.deal(deck, table.hands, 3)
        table.turn = 1
        return table

    def acting(self, table):
        return One(0, cards_of=2) if table.turn == 2 else One(table.turn)

    def legal(self, table):
        hand = table.hands[table.turn]
        led = table.trick.cards[0].suit if table.trick else None
        return [Play(card) for card in hand.of(suit=led) or hand.cards]

    def apply(self, table, action, dealer):
        first = len(table.hands[2]) == 3 and not table.trick
        dealer.move([action.card], table.hands[table.turn], table.trick)
        if first and table.hands[2].sight != "everybody":
            dealer.lay_open(table.hands[2])
        table.pass_turn()
        if len(table.trick) == 4:
            led = table.trick.of(suit=table.trick.cards[0].suit)
            best = max(led, key=lambda card: "23456789TJQKA".index(card.rank))
            table.turn = (table.turn + table.trick.cards.index(best)) % 4
            dealer.sweep(table.trick, table.taken[table.turn])
            table.tricks += table.turn % 2 == 0

    def result(self, table):
        won = (table.tricks, 3 - table.tricks)
        return None if any(table.hands) else Result.most_of(self.teams(4), won)
'''


@pytest.fixture
def path(tmp_path: Path) -> str:
    (tmp_path / "whist.py").write_text(RULES)
    return str(tmp_path / "whist.py")


@pytest.fixture
def match(path: str) -> Match[Any, Any]:
    match: Match[Any, Any] = Match(load_game(path).game(), standard52(), seats=4, rng=Seeded(1))
    match.play(match.legal[0])
    return match


def test_the_other_seat_acts_and_it_is_told_for_whom(match: Match[Any, Any]) -> None:
    assert (match.state.turn, match.turn, match.to_act, match.acting) == (2, 0, (0,), One(0, cards_of=2))
    view = scene(match, 0, ["Ada", "Ben", "Cid", "Dan"], [0])
    assert view["view"]["cards_of"] == 2
    card = match.state.hands[2].cards[0]
    assert {name["cards"][0] for name in view["legal"]} <= set(map(str, match.state.hands[2].cards))
    match.play(match.legal[0])
    (acted,) = match.acted
    assert (acted.seat, acted.cards_of) == (0, 2)
    assert plain(acted)["cards_of"] == 2
    match.play(match.legal[0])
    assert "cards_of" not in plain(match.acted[0])
    assert card


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


def test_a_person_plays_for_the_partner(path: str) -> None:
    seats = [part for player in ("human", "random", "random", "random") for part in ("--seat", player)]
    names = ["--name", "Ada", "--name", "Ben", "--name", "Cid", "--name", "Dan"]
    played = cardkit("play", path, *seats, *names, "--seed", "1", typed=[":quit"])
    assert "your turn for Cid" in played.out, played.out
    assert "is laid open: " in played.out


def test_such_a_game_keeps_every_promise(path: str) -> None:
    assert check_game(load_game(path).game(), games=4, seats=[4]).games == 4


def test_a_seat_acts_in_the_turn_of_another() -> None:
    assert One(0) != One(0, cards_of=2)
    assert hash(One(0)) == hash(One(0))
