"""Several seats at a time: all that choose together, and windows in which anybody may act and nobody has to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardkit import (
    Acted,
    Action,
    All,
    AnyOf,
    Chosen,
    Cycle,
    Event,
    Game,
    How,
    Match,
    One,
    Pass,
    Random,
    Result,
    Scripted,
    Seat,
    Seeded,
    Stacked,
    State,
    Table,
    cards,
    first_legal,
)
from cardkit.core.errors import GameFault, IllegalAction
from cardkit.plugins.registry import load_game

GAME: Any = load_game(str(Path(__file__).parents[1] / "data" / "parlour_game.py")).game
Bid, Snap = (GAME.legal.__globals__[name] for name in ("Bid", "Snap"))


class Parlours(GAME):
    """Everybody bids at the same time; then cards are turned up, and anybody but who turned one may snap them."""

    players = range(2, 5)

    def acting(self, parlour: Any) -> One | All | AnyOf:
        return AnyOf(parlour.others()) if parlour.phase == "snap" else super().acting(parlour)


DECK = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC"


def parlours(seats: int = 3) -> Match[Any, Any]:
    """A game in which the cards lie as in the text, the first on top."""
    return Match(Parlours(), reversed(cards(DECK)), seats=seats, rng=Stacked())


def test_where_all_choose_nothing_is_done_before_all_have_chosen() -> None:
    match = parlours()
    before = match.state.clone()
    assert (All((0, 1, 2)), (0, 1, 2), 0) == (match.acting, match.to_act, match.turn)
    assert [Chosen(0)] == match.play(match.read("bid 2C"))
    assert [Chosen(2)] == match.play(match.read("bid 7C", seat=2), seat=2)
    assert (before, (), (1,), 1) == (match.state, match.acted, match.to_act, match.turn)
    events = match.play(match.read("bid 3C"))
    assert ["2C", "3C", "7C"] == [str(card) for card in match.state.heap]
    assert [Acted(seat, Bid((card,))) for seat, card in enumerate(cards("2C 3C 7C"))] == list(match.acted)
    assert 3 == len(events)


def test_nobody_is_told_what_the_others_choose_before_all_have_chosen() -> None:
    told: dict[Seat, list[str]] = {seat: [] for seat in range(3)}
    table = Table(parlours(), [Scripted(["bid 2C"]), Scripted(["bid 3C"]), Scripted([])])
    for seat, lines in told.items():

        def listen(event: Event, view: Any, lines: list[str] = lines, seat: Seat = seat) -> None:
            lines.append(str(event))
            if seat == 2:
                assert {"??"} >= {str(card) for hand in view.hands[:2] for card in hand}

        table.watch(listen, seat=seat)
    with pytest.raises(IllegalAction, match="the script is used up"):
        table.run()
    assert ["Chosen(seat=0)", "Chosen(seat=1)"] == [line for line in told[2] if line.startswith("Chosen")]
    assert not [line for line in told[2] if line.startswith("Acted")]


def bidden() -> Match[Any, Any]:
    """A game in which all have bid, and seat 0 has turned a card up."""
    match = parlours()
    for text in ("bid 2C", "bid 3C", "bid 4C", "turn"):
        match.play(match.read(text))
    return match


def test_in_a_window_anybody_may_act_and_nobody_has_to() -> None:
    match = bidden()
    assert (AnyOf((1, 2)), [Snap(), Pass()]) == (match.acting, list(match.legal))
    match.play(Snap(), seat=2)
    assert (4, 1, One(1)) == (len(match.state.won[2]), match.state.turn, match.acting)


def test_a_window_without_a_rule_for_its_end_is_a_fault() -> None:
    class Waits(Parlours):
        """A game that says nothing of what follows where all pass."""

        all_passed = Game.all_passed

    match = Match(Waits(), reversed(cards(DECK)), seats=2, rng=Stacked())
    for text in ("bid 2C", "bid 3C", "turn"):
        match.play(match.read(text))
    with pytest.raises(GameFault, match="it lets seats pass: write `def all_passed"):
        match.play(match.read("pass"))


class Knock(Action):
    """Knock at the door, or say who is there."""


class Door(State):
    """Whether somebody knocked, and who said last who is there."""

    is_knocked: bool = False
    said: int = 0


class Knocks(Game[Door, Knock]):
    """Somebody knocks, and any of the others says who is there, for ever; perhaps it counts who does."""

    name = "knocks"
    players = range(3, 4)
    counts_who: bool = False

    def setup(self, deck: Any, seats: int, dealer: Any) -> Door:
        return Door(seats=seats)

    def acting(self, door: Door) -> One | AnyOf:
        return AnyOf(door.others()) if door.is_knocked else One(door.turn)

    def legal(self, door: Door) -> list[Knock]:
        return [Knock()]

    def apply(self, door: Door, action: Knock, dealer: Any, seat: Seat) -> None:
        door.is_knocked = not door.is_knocked
        if not door.is_knocked:
            door.said = seat if self.counts_who else 0
            door.pass_turn()

    def result(self, door: Door) -> Result | None:
        return None


@pytest.mark.parametrize("is_watched", [False, True])
@pytest.mark.parametrize(
    ("counts_who", "players", "how"),
    [
        (False, [first_legal] * 3, How.ENDLESS),
        (True, [first_legal] * 3, How.CUT_OFF),
        (False, [first_legal, first_legal, Random(Seeded(1))], How.CUT_OFF),
    ],
    ids=["the-same", "another-seat", "a-free-choice"],
)
def test_lots_are_chance_only_where_they_come_to_something_else(
    *, counts_who: bool, players: list[Any], how: How, is_watched: bool
) -> None:
    match: Match[Any, Any] = Match(Knocks(counts_who=counts_who), (), seats=3, rng=Stacked())
    table = Table(match, players, most=200)
    if is_watched:
        table.watch(lambda event, view: None)
    result = table.run()
    assert how is result.how
    assert result.cycle == (Cycle(1, 4) if how is How.ENDLESS else None)
