"""A game is the same game whether anybody watches or not: what counts as one action, and how far it may go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis.strategies import integers, lists
from toys import Toy, hopping

from cardkit import Dealer, Match, Pile, Random, Seat, Seeded, State, Table, first_legal, standard52, steady
from cardkit.core.actions import Action
from cardkit.core.events import QuietDealer
from cardkit.core.game import Acting, All, AnyOf, Game, One
from cardkit.core.results import How, Result


class Pick(Action):
    number: int


class Picks(State):
    stock: Pile
    told: int = 0


class Picking(Toy, Game[Picks, Pick]):
    """A number is picked, which is the only thing that there ever is to do."""

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

    def legal(self, table: Picks) -> list[Any]:
        return [Pick.of(range(0)), Pick(5)]


@pytest.mark.parametrize("game", [Picking(), PickingOrNot()], ids=lambda game: type(game).__name__)
@pytest.mark.parametrize("kinds", ["ff", "rr", "fr"])
def test_a_form_alone_is_as_many_actions_as_it_has_and_a_form_of_nothing_no_choice(game: Any, kinds: str) -> None:
    for most in (1000, 2):
        ends: list[Any] = []
        for is_watched in (True, False):
            table = Table(Match(game, standard52(), seats=2, rng=Seeded(1)), seated(kinds), most=most)
            table = table.watch(lambda event, view: None) if is_watched else table
            ends.append((table.run(), table.match.state.count))
        assert ends[0] == ends[1]
        assert ends[0][1] >= 3 or most == 2
        assert most == 1000 or type(game) is Picking or ends[0][0].how == "draw"


class Bid(Action):
    number: int


class Shout(Action):
    pass


class Fair(State):
    stock: Pile
    step: int = 0
    told: int = 0


class Fairs(Toy, Game[Fair, Bid | Shout]):
    """One bids, all bid, and whoever wants to shouts, over and over; there are forms among the bids, and empty ones."""

    goes_round: bool = False
    steps: int = 40

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Fair:
        return Fair(seats=seats, stock=deck)

    def acting(self, table: Fair) -> Acting:
        kind = (One, All, AnyOf)[table.step % 3]
        return kind(table.turn if kind is One else range(table.seats))

    def legal(self, table: Fair, seat: Seat) -> list[Any]:
        if table.step % 3 == 2:
            return [Shout()]
        return [Bid.of(range(1, 4))] if table.step % 3 == 0 else [Bid(0), Bid.of(range(seat, 3))]

    def apply(self, table: Fair, action: Bid | Shout, dealer: Dealer, seat: Seat) -> None:
        DEALERS.add(type(dealer))
        self.go_on(table, action.number if isinstance(action, Bid) else seat)

    def apply_together(self, table: Fair, actions: Mapping[Seat, Any], dealer: Dealer) -> None:
        DEALERS.add(type(dealer))
        self.go_on(table, sum((seat + 1) * action.number for seat, action in actions.items()))

    def all_passed(self, table: Fair, dealer: Dealer) -> None:
        DEALERS.add(type(dealer))
        if not self.goes_round:
            dealer.shuffle(table.stock)
        self.go_on(table, 1)

    def go_on(self, table: Fair, told: int) -> None:
        table.count += 1
        table.step, table.told = table.step + 1, table.told + told
        if self.goes_round:
            table.step, table.told = table.step % 12, table.told % 5
        table.turn = (table.turn + 1) % table.seats

    def result(self, table: Fair) -> Result | None:
        return Result.win(table.told % table.seats, seats=table.seats) if table.step >= self.steps else None


DEALERS: set[type[Dealer]] = set()
"""The dealers that rules were handed since this was emptied."""


def last_legal(view: Any, legal: Sequence[Any]) -> Any:
    """Passes wherever that may be done."""
    return legal[-1]


def seated(kinds: str) -> list[Any]:
    """Seats that take the first, the last, any action, or the first one without a promise to do so again."""
    same = steady(lambda view, legal: last_legal(view, legal))
    sorts = [{"f": first_legal, "l": same, "r": Random(Seeded(seat)), "u": last_legal} for seat in range(len(kinds))]
    return [sort[kind] for sort, kind in zip(sorts, kinds, strict=True)]


@pytest.mark.parametrize("kinds", ["f", "ll", "lfr", "rul", "lllu"])
@pytest.mark.parametrize("goes_round", [False, True])
def test_seats_that_act_together_do_the_same_unwatched_and_stay_in_the_quick_loop(
    kinds: str, *, goes_round: bool
) -> None:
    for most in (5, 17, 18, 400):
        ends: list[Any] = []
        for is_watched in (True, False):
            match = Match(Fairs(goes_round=goes_round), standard52(), seats=len(kinds), rng=Seeded(3))
            table = Table(match, seated(kinds), seed=7, most=most)
            state = match.state
            if is_watched:
                table.watch(lambda event, view: None)
            DEALERS.clear()
            result = table.run()
            assert match.state is state
            kept = result, state, state.count, match.draws, table.drew_lots
            ends.append((kept, table._actions if result.how is not How.ENDLESS else None))
            assert is_watched or not DEALERS or QuietDealer in DEALERS
            assert is_watched or result.how is How.ENDLESS or DEALERS <= {QuietDealer}
        assert ends[0] == ends[1]


@given(squares=lists(integers(0, 59), min_size=60, max_size=60), rounds=integers(1, 400))
def test_a_game_that_ends_by_what_is_only_counted_is_no_more_endless_by_a_late_look(
    squares: list[int], rounds: int
) -> None:
    watched = Table(hopping(squares, rounds=rounds), [first_legal]).watch(lambda event, view: None).run()
    unwatched = Table(hopping(squares, rounds=rounds), [first_legal]).run()
    assert unwatched == watched or unwatched.how is How.DRAW
