"""What rules work out of their options once, in a cached property, stays with the rules wherever they are played."""

from __future__ import annotations

import pickle
from functools import cached_property
from typing import Any

import pytest

from cardkit import Action, Dealer, Game, Match, Pile, Result, Stacked, State, Table, first_legal, standard52
from cardkit.simulation.simulate import batch

WORKED_OUT: list[int] = []


class Look(Action):
    """Look at the table."""


class Looks(State):
    """The cards, and how often somebody looked."""

    stock: Pile
    looks: int = 0


class Looking(Game[Looks, Look]):
    """Whoever looks often enough has won."""

    name = "looking"
    players = (1,)
    least: int = 3

    @cached_property
    def most(self) -> int:
        """How many looks win; it can't be worked out where there are none."""
        WORKED_OUT.append(self.least)
        return 12 // self.least

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Looks:
        return Looks(seats=seats, stock=deck)

    def legal(self, state: Looks, /, *seat: Any, **_: Any) -> list[Look]:
        return [Look()]

    def apply(self, state: Looks, action: Look, dealer: Dealer, /, *seat: Any, **_: Any) -> None:
        state.looks += 1

    def result(self, state: Looks) -> Result | None:
        return Result.win(0, seats=1) if state.looks >= self.least and state.looks >= self.most else None


def test_it_is_worked_out_once_in_a_game_that_is_played_unwatched() -> None:
    WORKED_OUT.clear()
    match = Match(Looking(), standard52(), seats=1, rng=Stacked())
    Table(match, [first_legal]).run()
    assert (4, [3]) == (match.state.looks, WORKED_OUT)


def test_what_it_raises_is_raised_where_the_rules_ask_for_it() -> None:
    with pytest.raises(ZeroDivisionError):
        Match(Looking(least=0), standard52(), seats=1, rng=Stacked())


def test_it_is_no_option() -> None:
    game = Looking()
    assert (4, {"least": 3}, "Looking(least=3)") == (game.most, dict(game), repr(game))
    assert game == Looking()


def test_a_batch_in_another_process_has_the_same_rules() -> None:
    games = batch("war")
    before = games.match(0).game
    Table(games.match(0), [first_legal] * 2).run()
    sent = pickle.loads(pickle.dumps(games))
    assert (before, games.game.worth) == (sent.game, sent.game.worth)
