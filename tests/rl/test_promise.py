"""The promise that agents can learn a game, which is looked at where it is named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from broken_games import DRAWN, HEAP
from helpers import cardkit

from cardkit.authors import performances as machines
from cardkit.authors.trial import TrialSetup
from cardkit.plugins.registry import load_game

HIDDEN = """    secret: int = 0

    def view(self, seat):
        view = super().view(seat)
        view.secret = 0
        return view
"""
"""A number that nobody is shown."""


def test_a_game_that_agents_can_learn_keeps_it() -> None:
    run = cardkit("check", "holdem", "--promise", "rl")
    assert (0, ["ok      rl", "holdem keeps every promise, 1 of 1."]) == (run.code, run.lines)


def test_numbers_that_tell_more_than_a_view_does_break_it(tmp_path: Path) -> None:
    spying = HEAP.replace("    taken: list[Pile]\n", f"    taken: list[Pile]\n{HIDDEN}")
    (tmp_path / "spying.py").write_text(spying.replace(DRAWN, f"{DRAWN}\n        table.secret += 1"), encoding="utf-8")
    run = cardkit("check", "spying.py", "--promise", "rl", folder=tmp_path)
    told = "leaky breaks the promise rl: what is told to seat 0 hangs on what it can't see, after 1 action: take"
    assert told in run.out


def test_it_is_not_looked_at_unless_it_is_named() -> None:
    assert '"rl"' not in cardkit("check", "twenty_one", "--games", "1", "--promise", "ends", "--json").out


def test_without_numpy_it_is_open_and_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machines, "find_spec", lambda _: None)
    run = cardkit("check", "crazy8s", "--promise", "rl")
    assert (1, True) == (run.code, "crazy8s: it takes NumPy to look at that: pip install 'cardkit[rl]'" in run.out)


def test_games_of_every_number_of_seats_can_be_learned() -> None:
    game: Any = load_game("go_fish").game()
    deck = tuple(game.own_deck()())
    setups = (TrialSetup(game=game, deck=deck, seats=seats, seed=seats, max_actions=100) for seats in game.players)
    assert [None] * 5 == [*map(machines.can_be_learned, setups)]
