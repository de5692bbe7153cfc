"""The table: who is asked and who is told what, and games that go round in a circle for ever."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from toys import Hop, Hopping, Track, hopping

from cardkit import Card, Dealer, Match, Table, cards, first_legal, steady
from cardkit.core.chance.generators import Stacked
from cardkit.core.errors import CannotStart, GameFault, IllegalAction
from cardkit.core.events import Event
from cardkit.core.results import Cycle, Result


def ignore(event: Event, view: Any) -> None:
    """A watcher that takes no notice."""


def results(match: Match[Any, Any], players: Sequence[Any]) -> tuple[Result, Result]:
    """How a match ends with nobody watching, and how with somebody; both must leave the table alike."""
    alone, watched = match, match.fork()
    ends = Table(alone, players).run(), Table(watched, players).watch(ignore).run()
    assert alone.state == watched.state
    assert alone.state.count == watched.state.count
    return ends


@pytest.mark.parametrize("choice", [Hop(further=True), "hop", None, Card("K", "S")])
def test_a_player_that_breaks_the_rules_is_stopped_and_nothing_is_played(choice: Any) -> None:
    match = hopping([1, 0])
    with pytest.raises(IllegalAction) as refused:
        Table(match, [lambda view, legal: choice]).run()
    assert choice == refused.value.action
    assert (0, 0) == (match.state.count, match.state.square)


@pytest.mark.parametrize(("players", "given"), [(0, "are 0 players"), (1, "is 1 player"), (3, "are 3 players")])
def test_there_has_to_be_a_player_for_each_seat(players: int, given: str) -> None:
    with pytest.raises(CannotStart, match=f"hopping: there {given} for 2 seats"):
        Table(hopping([1, 0], seats=2), [first_legal] * players)


@pytest.mark.parametrize(
    ("squares", "cycle"),
    [
        ([0], Cycle(1, 2)),
        ([1, 2, 3, 4, 5, 6, 7, 8, 3], Cycle(4, 10)),
        ([*range(1, 100), 98], Cycle(99, 101)),
        ([*range(1, 300), 0], Cycle(1, 301)),
        *(
            ([*range(1, before + lap), before], Cycle(before + 1, before + lap + 1))
            for before, lap in [(90, 7), (10, 200), (300, 150)]
        ),
    ],
)
def test_a_position_that_comes_back_makes_a_game_endless(squares: list[int], cycle: Cycle) -> None:
    match = hopping(squares)
    assert (Result.endless(1, cycle),) * 2 == results(match, [first_legal])
    assert cycle.again == match.state.count + 1
    assert (True, (), None) == (match.is_over, match.legal, match.winner)


def naive_end(squares: Sequence[int], picks: dict[int, bool], chances: set[int], rounds: int) -> Result:
    """How the hopping ends, where each round before which the hopper is free is given with what it picks."""
    square, seen = 0, dict[int, int]()
    for number in range(1, rounds + 1):
        free = number in picks
        if free:
            seen.clear()
        elif square in seen:
            return Result.endless(1, Cycle(seen[square], number))
        else:
            seen[square] = number
        if square in chances:
            seen.clear()
        square = (squares[square] + picks.get(number, False)) % len(squares)
    return Result.draw(1)


@given(
    squares=st.integers(1, 9).flatmap(lambda size: st.lists(st.integers(0, size - 1), min_size=size, max_size=size)),
    choices=st.frozensets(st.integers(0, 8), max_size=3),
    chances=st.frozensets(st.integers(0, 8), max_size=2),
    picks=st.lists(st.booleans(), min_size=10, max_size=10),
)
@example(squares=[0, 1], choices=frozenset([0]), chances=frozenset(), picks=[False] * 7 + [True, False, False])
@example(squares=[3, 0, 2, 2], choices=frozenset([1, 3]), chances=frozenset(), picks=[False, True, *[False] * 8])
def test_no_game_is_called_endless_across_chance_or_a_free_choice(
    squares: list[int], choices: frozenset[int], chances: frozenset[int], picks: list[bool]
) -> None:
    # What is picked comes back after ten rounds, so that a circle without a choice has begun after ninety, and is seen
    # long before the last round by somebody who notices repeats late.
    alone = hopping(squares, choices=choices, chances=chances, rounds=150)
    watched = alone.fork()
    free: dict[int, bool] = {}

    def person(view: Track, legal: Sequence[Hop]) -> Hop:
        if len(legal) == 1:
            return legal[0]
        pick = free[view.count + 1] = picks[view.count % len(picks)]
        return Hop(further=pick)

    end = Table(alone, [person]).run()
    assert naive_end(squares, free, set(chances), 150) == end
    assert end == Table(watched, [person]).watch(ignore).run()
    assert alone.state == watched.state


@given(
    squares=st.integers(1, 9).flatmap(lambda size: st.lists(st.integers(0, size - 1), min_size=size, max_size=size)),
    choices=st.frozensets(st.integers(0, 8), max_size=4),
    further=st.frozensets(st.integers(0, 8), max_size=4),
)
def test_a_steady_player_goes_round_in_circles_even_where_it_has_a_choice(
    squares: list[int], choices: frozenset[int], further: frozenset[int]
) -> None:
    @steady
    def stubborn(view: Track, legal: Sequence[Hop]) -> Hop:
        return legal[-1] if -view.square in further else legal[0]

    jumps = [(square + (place in choices & further)) % len(squares) for place, square in enumerate(squares)]
    assert (naive_end(jumps, {}, set(), 1000),) * 2 == results(hopping(squares, choices=choices), [stubborn])


@pytest.mark.parametrize("together", [False, True])
def test_forced_moves_count_even_for_a_person_who_is_asked_no_more_than_needed(*, together: bool) -> None:
    asked: list[Any] = []

    def person(view: Track, legal: Sequence[Hop]) -> Hop:
        asked.append(view)
        return legal[0]

    table = Table(hopping([1, 2, 1], seats=2, together=together), [person, first_legal])
    assert Result.endless(2, Cycle(2, 4)) == table.watch(ignore).run()
    assert 3 == len(asked)


def test_a_game_told_again_ends_as_it_would_have() -> None:
    for rounds in range(10):
        squares = [1, 2, 3, 4, 5, 6, 7, 8, 3]
        for is_watched in (False, True):
            table = Table(hopping(squares), [first_legal])
            table = table.watch(ignore) if is_watched else table
            table.retell([(None, "hop")] * rounds)
            assert Result.endless(1, Cycle(4, 10)) == table.run()


class Odd(Hopping):
    """Hops by rules that may return anything."""

    name = "odd"
    players = range(2, 3)

    acts: Any = None
    ends: Any = None
    skips: int = 1

    def acting(self, track: Track) -> Any:
        return (0, 1) if self.acts is None else self.acts if track.count else 0

    def apply(self, track: Track, hop: Hop, dealer: Dealer) -> None:
        track.count += 1
        track.turn = (track.turn + 1) % 2 if self.skips == 1 else self.skips

    def result(self, track: Track) -> Any:
        return self.ends if track.count == 2 else None


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"acts": [5]}, "acting names 5 as a seat, and the seats are 0 to 1"),
        ({"acts": "x"}, "acting names 'x' as a seat, and the seats are 0 to 1"),
        ({"acts": 0.5}, "acting has to return seats, and returned 0.5"),
        ({"acts": ()}, "nobody may act, and there is no result"),
        ({"skips": 9}, "its turn names 9 as a seat, and the seats are 0 to 1"),
        ({"ends": 5}, "result has to return a Result or None, and returned 5"),
        ({"ends": Result.win(7, seats=2)}, "its result names 7 as a seat, and the seats are 0 to 1"),
        ({"ends": Result.draw(3)}, "its result has the scores (0.0, 0.0, 0.0), and needs a number for each of 2 seats"),
        (
            {"ends": Result.most((1.0, float("nan")))},
            "has the scores (1.0, nan), and needs a number for each of 2 seats",
        ),
    ],
)
def test_what_rules_return_has_to_fit_the_table_whether_somebody_watches_or_not(
    options: dict[str, Any], words: str
) -> None:
    for watches in (False, True):
        table = Table(Match(Odd(**options), cards("KS"), seats=2, rng=Stacked()), [first_legal] * 2)
        with pytest.raises(GameFault) as caught:
            (table.watch(ignore) if watches else table).run()
        assert words in str(caught.value)
