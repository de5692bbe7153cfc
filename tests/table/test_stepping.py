"""A table that is stepped from outside: who is asked, answers of every kind, the same games as `run` plays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from test_seats import bidden, parlours
from toys import hopping

from cardkit import Event, Match, Random, Result, Seat, Seeded, Table, TurnBegun, first_legal, standard52
from cardkit.core.errors import IllegalAction
from cardkit.plugins.registry import load_game
from cardkit_crazy8s import Crazy8s
from cardkit_war import War


def unasked(view: Any, legal: Any) -> Any:
    """Somebody who answers from outside."""
    raise AssertionError("nobody is asked here")


def stepped(table: Table[Any, Any], players: list[Any], rng: Seeded) -> Result:
    """A game played from outside, by players that stand beside the table, those that are asked in any order."""
    table.begin()
    while asked := list(table.asked):
        seat = asked[rng.below(len(asked))]
        match = table.match
        legal = match.legal_of(seat) or match.legal
        table.answer(seat, players[seat](match.view(seat), legal))
    assert table.match.result is not None
    return table.match.result


GAMES: dict[str, Callable[[int], Match[Any, Any]]] = {
    "war": lambda seed: Match(War(shuffle="swap"), standard52(), seats=2, rng=Seeded(seed)),
    "crazy8s": lambda seed: Match(Crazy8s(shuffle=True, hand_size=5), standard52(), seats=3, rng=Seeded(seed)),
    "parlours": lambda seed: parlours(),
}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_as_it_does_in_run_whoever_answers_first(game: str) -> None:
    for seed in range(3):
        ends: list[Any] = []
        for step in (False, True):
            match = GAMES[game](seed)
            seats = match.state.seats
            told: list[Event] = []
            table = Table(match, [first_legal if not step else unasked] * seats, seed=seed)
            table.watch(lambda event, view, told=told: told.append(event))  # type: ignore[misc]
            result = stepped(table, [first_legal] * seats, Seeded(seed)) if step else table.run()
            ends.append((result, match.state, [event for event in told if not isinstance(event, TurnBegun)][-3:]))
        assert ends[0] == ends[1]


def test_seats_that_act_together_all_answer_before_anything_happens() -> None:
    match = hopping([1, 0], seats=3, together=True)
    table = Table(match, [unasked] * 3)
    table.begin()
    hop = match.legal[0]
    assert not table.answer(2, hop)
    assert [0, 1] == list(table.asked)
    with pytest.raises(IllegalAction, match="it has answered already"):
        table.answer(2, hop)
    assert not table.answer(0, hop)
    assert 0 == match.state.count
    assert table.answer(1, hop)
    assert (1, [0, 1, 2]) == (match.state.count, list(table.asked))


def test_who_is_first_in_a_window_hangs_on_the_seed_and_not_on_who_answered_first() -> None:
    def acting(order: list[Seat], seed: int) -> Seat:
        match = bidden()
        table = Table(match, [unasked] * 3, seed=seed)
        table.begin()
        for seat in order:
            table.answer(seat, match.legal_of(seat)[0])
        assert table.drew_lots
        return next(seat for seat, won in enumerate(match.state.won) if len(won) == 4)

    firsts = [acting([1, 2], seed) for seed in range(20)]
    assert firsts == [acting([2, 1], seed) for seed in range(20)]
    assert {1, 2} == set(firsts)


def test_rules_are_asked_once_what_is_legal_where_nobody_watches() -> None:
    asked, answered = list[int](), list[int]()

    class Counted(load_game("cheat").game):  # type: ignore[misc]
        def legal(self, table: Any, seat: int) -> Any:
            asked.append(seat)
            return super().legal(table, seat)

    class Answering(Random):
        def __call__(self, view: Any, legal: Any, /) -> Any:
            answered.append(len(legal))
            return super().__call__(view, legal)

    match: Match[Any, Any] = Match(Counted(), standard52(), seats=3, rng=Seeded(1))
    Table(match, [Answering(Seeded(seat)) for seat in range(3)]).run()
    assert len(asked) < 1.2 * len(answered)
