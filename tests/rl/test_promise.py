"""The promise that agents can learn a game, which is looked at where it is named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers import cardkit

from cardkit.authors import performances as machines
from cardkit.authors.trial import TrialSetup
from cardkit.plugins.registry import load_game

SPYING = """
from cardkit import Action, Dealer, Game, Pile, Result, State


class Go(Action):
    '''Go on.'''


class Table(State):
    '''A stock, and a number that nobody is shown.'''

    stock: Pile
    secret: int = 0

    def view(self, seat):
        view = super().view(seat)
        view.secret = 0
        return view


class Spying(Game[Table, Go]):
    '''Three turns are taken.'''

    name = "spying"
    players = range(2, 3)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Table:
        return Table(seats=seats, stock=deck)

    def legal(self, table: Table) -> list[Go]:
        return [Go()]

    def apply(self, table: Table, action: Go, dealer: Dealer) -> None:
        table.secret += 1
        table.pass_turn()

    def result(self, table: Table) -> Result | None:
        return Result.draw(2) if table.count == 3 else None
"""


def test_a_game_that_agents_can_learn_keeps_it() -> None:
    run = cardkit("check", "holdem", "--promise", "rl")
    assert (0, ["ok      rl", "holdem keeps every promise, 1 of 1."]) == (run.code, run.lines)


def test_numbers_that_tell_more_than_a_view_does_break_it(tmp_path: Path) -> None:
    path = tmp_path / "spying.py"
    path.write_text(SPYING, encoding="utf-8")
    run = cardkit("check", str(path), "--promise", "rl", folder=tmp_path)
    assert (
        "spying breaks the promise rl: what is told to seat 0 hangs on what it can't see, after 1 action: go" in run.out
    )


def test_it_is_not_looked_at_unless_it_is_named() -> None:
    run = cardkit("check", "twenty_one", "--games", "1", "--promise", "ends", "--json")
    assert '"rl"' not in run.out


def test_without_numpy_it_is_open_and_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    missing: Any = lambda name: None  # noqa: E731
    monkeypatch.setattr(machines, "find_spec", missing)
    run = cardkit("check", "crazy8s", "--promise", "rl")
    assert 1 == run.code
    assert "crazy8s: it takes NumPy to look at that: pip install 'cardkit[rl]'" in run.out


def test_games_of_every_number_of_seats_can_be_learned() -> None:
    game: Any = load_game("go_fish").game()
    deck = tuple(game.own_deck()())
    assert [None] * 5 == [
        machines.can_be_learned(TrialSetup(game=game, deck=deck, seats=seats, seed=seats, max_actions=100))
        for seats in game.players
    ]
