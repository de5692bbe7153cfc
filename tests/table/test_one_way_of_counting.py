"""A game is the same game whether anybody watches or not: what counts as one action, and how far it may go."""

from __future__ import annotations

from typing import Any

import pytest

from cardkit import (
    Action,
    Dealer,
    Game,
    Match,
    Pile,
    Random,
    Result,
    Seeded,
    State,
    Table,
    first_legal,
    standard52,
)  # fmt: skip
from cardkit_crazy8s import Crazy8s


class Pick(Action):
    number: int


class Picks(State):
    stock: Pile
    told: int = 0


class Picking(Game[Picks, Pick]):
    """A number is picked, which is the only thing that there ever is to do."""

    name = "picking"
    players = range(1, 3)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Picks:
        return Picks(seats=seats, stock=deck)

    def legal(self, table: Picks) -> list[Any]:
        return [Pick.of(range(3, 9))]

    def apply(self, table: Picks, action: Pick, dealer: Dealer) -> None:
        table.told += action.number
        table.pass_turn()

    def result(self, table: Picks) -> Result | None:
        return Result.draw(table.seats) if table.told > 20 else None


class PickingOrNot(Picking):
    """Beside the form of all numbers there is one of none."""

    name = "picking-or-not"

    def legal(self, table: Picks) -> list[Any]:
        return [Pick.of(range(0)), Pick(5)]


def played(game: Any, seats: int, players: Any, *, watched: bool, most: int = 1000) -> tuple[Result, int]:
    table = Table(Match(game, standard52(), seats=seats, rng=Seeded(1)), players, most=most)
    if watched:
        table.watch(lambda event, view: None)
    return table.run(), table.match.state.count


def players(seats: str) -> list[Any]:
    return [Random(Seeded(seat)) if seats == "random" else first_legal for seat in range(2)]


@pytest.mark.parametrize("game", [Picking(), PickingOrNot()], ids=lambda game: game.name)
@pytest.mark.parametrize("seats", ["first", "random"])
def test_a_form_alone_is_as_many_actions_as_it_has(game: Any, seats: str) -> None:
    watched, unwatched = (
        played(
            game,
            2,
            [Random(Seeded(seat)) if seats == "random" else first_legal for seat in range(2)],
            watched=is_watched,
        )
        for is_watched in (True, False)
    )
    assert watched == unwatched
    assert watched[1] >= 3


def test_a_game_is_cut_off_after_as_many_choices_whether_watched_or_not() -> None:
    game = Crazy8s(shuffle=True, reshuffle="shuffle", points_to=5000)
    watched, unwatched = (
        played(game, 4, [Random(Seeded(seat)) for seat in range(4)], watched=is_watched, most=300)
        for is_watched in (True, False)
    )
    assert watched == unwatched
    assert "cut-off" == watched[0].how


@pytest.mark.parametrize("seats", ["first", "random"])
def test_a_form_of_nothing_is_no_choice(seats: str) -> None:
    watched, unwatched = (
        played(PickingOrNot(), 2, players(seats), watched=is_watched, most=2) for is_watched in (True, False)
    )
    assert watched == unwatched
    assert "draw" == watched[0].how
