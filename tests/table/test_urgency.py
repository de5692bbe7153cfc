"""Claims of different urgency: all who may are asked once, the most urgent acts, and nobody is told who thought."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardkit.authors.testing import check_game
from cardkit.core.actions import Pass
from cardkit.core.cards import standard52
from cardkit.core.chance.generators import Seeded
from cardkit.core.errors import GameFault
from cardkit.core.events import AllPassed, TurnBegun
from cardkit.hosting.scene import scene
from cardkit.plugins.registry import load_game
from cardkit.table.match import Match
from cardkit.table.native.reading import Untranslatable, read
from cardkit.table.native.writing import ModuleWriter
from cardkit.table.turns import Scripted, Table, first_legal

RULES = '''
from cardkit import Action, AnyOf, Card, Dealer, Game, One, Pile, Result, State


class Discard(Action):
    """Lay a card open."""

    card: Card


class Pair(Action):
    """Take the open card to a pair."""


class Three(Action):
    """Take the open card to three of a kind."""


class Table(State):
    stock: Pile
    hands: list[Pile]
    heap: Pile
    claimed: list[Pile]
    is_open: bool = False
    seen: list[int]


class Claims(Game[Table, Discard | Pair | Three]):
    """Whoever has two of the rank takes it before whoever has one; else it is lost."""

    name = "claims"
    players = range(3, 5)

    def setup(self, deck, seats, dealer):
        claimed = [Pile.face_up(owner=seat) for seat in range(seats)]
        table = Table(seats=seats, stock=deck, hands=Pile.hands(seats), heap=Pile.face_up(), claimed=claimed, seen=[])
        dealer.shuffle(deck)
        dealer.deal(deck, table.hands, 7)
        return table

    def acting(self, table):
        if not table.is_open:
            return One(table.turn)
        return AnyOf(table.others(), urgency=lambda action, seat: [Pair, Three].index(type(action)))

    def legal(self, table, seat):
        hand = table.hands[seat]
        if not table.is_open:
            return [Discard(card) for card in dict.fromkeys(hand)]
        have = len(hand.of(rank=table.heap.top.rank))
        return [Pair()] * (have > 0) + [Three()] * (have > 1)

    def apply(self, table, action, dealer, seat):
        if isinstance(action, Discard):
            dealer.move([action.card], table.hands[seat], table.heap)
            table.is_open = True
            return
        same = table.hands[seat].of(rank=table.heap.top.rank)[: 1 + isinstance(action, Three)]
        dealer.move([table.heap.top], table.heap, table.claimed[seat])
        dealer.move(same, table.hands[seat], table.claimed[seat])
        self.all_passed(table, dealer)

    def all_passed(self, table, dealer):
        table.is_open = False
        table.pass_turn()
        if not table.hands[table.turn]:
            table.turn = max(table.everybody(), key=lambda seat: len(table.hands[seat]))

    def result(self, table):
        if any(table.hands) or table.is_open:
            return None
        return Result.most(tuple(float(len(pile)) for pile in table.claimed))
'''


@pytest.fixture
def path(tmp_path: Path) -> str:
    (tmp_path / "claims.py").write_text(RULES)
    return str(tmp_path / "claims.py")


def at(path: str, *hands: str) -> Match[Any, Any]:
    """A match in which the seats hold these cards and seat 0 discards."""
    from cardkit.core.cards import cards

    match: Match[Any, Any] = Match(load_game(path).game(), standard52(), seats=len(hands), rng=Seeded(1))
    state = match.state
    every = [card for pile in state.piles() for card in pile]
    for pile, held in zip(state.hands, hands, strict=True):
        pile.cards[:] = cards(held)
    state.stock.cards[:] = [card for card in every if not any(card in pile for pile in state.hands)]
    match.look()
    return match


def test_the_most_urgent_acts_whoever_spoke_first(path: str) -> None:
    match = at(path, "8C 2C", "8D 3C", "8H 8S", "4C 5C")
    match.play(match.read("discard 8C"))
    assert match.to_act == (1, 2)
    assert match.play(match.read("pair", 1), 1) == []
    assert not match.acted
    match.play(match.read("three", 2), 2)
    assert [(acted.seat, str(acted.action)) for acted in match.acted] == [(2, "three")]
    assert len(match.state.claimed[2]) == 3


def test_of_equal_ones_the_seat_named_first_acts(path: str) -> None:
    match = at(path, "8C 2C", "8D 3C", "4H 8S", "4C 5C")
    match.play(match.read("discard 8C"))
    match.play(match.read("pair", 2), 2)
    match.play(match.read("pair", 1), 1)
    assert [acted.seat for acted in match.acted] == [1]


def test_who_has_nothing_to_do_is_not_asked_and_who_passes_is_not_told(path: str) -> None:
    match = at(path, "8C 2C", "8D 3C", "8H 8S", "4C 5C")
    events = match.play(match.read("discard 2C"))
    assert match.turn == 1
    assert not match.is_shared
    assert not [event for event in events if isinstance(event, AllPassed)]
    match.play(match.read("discard 8D"))
    told = [*match.play(Pass(), 2), *match.play(Pass(), 0)]
    assert not [event for event in told if isinstance(event, AllPassed)]
    assert not match.state.is_open


def test_the_others_are_not_told_who_thinks(path: str) -> None:
    match = at(path, "8C 2C", "8D 3C", "8H 8S", "4C 5C")
    heard: dict[int, list[int]] = {seat: [] for seat in range(4)}
    table = Table(match, [Scripted(["discard 8C"]), Scripted(["pair"]), Scripted(["pass"]), first_legal])
    for seat in range(4):

        def hear(event: Any, view: Any, seat: int = seat) -> None:
            if isinstance(event, TurnBegun):
                heard[seat].append(event.seat)

        table.watch(hear, seat=seat)
    table.begin()
    table.answer(0, match.read("discard 8C"))
    names = ["Ada", "Ben", "Cid", "Dan"]
    assert [scene(match, seat, names, table.asked)["view"]["asked"] for seat in range(4)] == [[], [1], [2], []]
    table.answer(1, match.read("pair", 1))
    assert not match.acted or str(match.acted[0].action) == "discard 8C"
    table.answer(2, Pass())
    assert [acted.seat for acted in match.acted] == [1]
    assert heard[3] == heard[0]
    assert 2 not in heard[1]


def test_windows_in_which_nobody_ever_has_anything_to_do_are_a_fault(path: str) -> None:
    Path(path).write_text(RULES.replace("table.is_open = False", "table.is_open = True"))
    match = at(path, "8C 2C", "3D 3C", "4H 4S")
    with pytest.raises(GameFault, match="nobody has anything to do in its windows"):
        match.play(match.read("discard 8C"))
    assert not match.state.is_open


def test_such_a_game_is_not_compiled_and_says_so(path: str) -> None:
    with pytest.raises(Untranslatable, match="claims by urgency are played by their rules alone"):
        ModuleWriter(read(load_game(path).game)).write()


def test_such_a_game_keeps_every_promise(path: str) -> None:
    assert check_game(load_game(path).game(), games=4, seats=[3, 4]).games >= 4
