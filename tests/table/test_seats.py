"""Several seats at a time: all that choose together, and windows in which anybody may act and nobody has to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardkit import Acted, All, AnyOf, Chosen, Event, Game, Match, One, Pass, Scripted, Seat, Stacked, Table, cards
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
