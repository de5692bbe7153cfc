"""War counted out: every deal of small decks, and published games, to the last round."""

from __future__ import annotations

from itertools import permutations
from typing import Literal

import pytest
from naive_war import Outcome, Tally, deals, dealt, play
from published_deals import FIRST, SECOND

from cardkit import (
    Action,
    Card,
    Cycle,
    Dealer,
    Event,
    Game,
    How,
    Match,
    Pile,
    Result,
    Stacked,
    State,
    Table,
    first_legal,
)
from cardkit_war import War

Numbers = tuple[int, ...]

pytestmark = pytest.mark.slow


RANKS = "23456789TJQKA"
CARDS = [Card(rank, "S") for rank in RANKS]


def played(order: Numbers, war: War) -> Outcome:
    """How cardkit's War goes with cards of these values, the first dealt first."""
    match = Match(war, [CARDS[value] for value in reversed(order)], seats=2, rng=Stacked())
    result = Table(match, [first_legal] * 2).run()
    cycle = (result.cycle.first, result.cycle.again) if result.cycle else None
    return Outcome(result.how.value, match.winner, match.state.count, match.state.wars, cycle)


def naively(order: Numbers, *, face_down: int, pickup: str) -> Outcome:
    """How it goes by the plain program."""
    return play(*dealt(order), face_down=face_down, pickup=pickup)


# Every deal of a small deck, by cardkit

Pickup = Literal["winner-first", "loser-first", "table", "seat"]


@pytest.mark.parametrize(
    ("ranks", "suits", "face_down", "pickup", "tally"),
    [
        (4, 2, 1, "winner-first", Tally(2520, 1069, 1069, 312, 70, 13_144, 2_918, 13)),
        (4, 2, 1, "loser-first", Tally(2520, 1088, 1088, 344, 0, 14_544, 3_100, 16)),
        (4, 2, 1, "table", Tally(2520, 705, 782, 104, 929, 7_722, 1_761, 16)),
        (4, 2, 1, "seat", Tally(2520, 726, 850, 100, 844, 8_240, 2_103, 16)),
        (4, 2, 3, "winner-first", Tally(2520, 828, 828, 864, 0, 12_032, 2_016, 13)),
        (2, 4, 1, "winner-first", Tally(70, 23, 23, 24, 0, 196, 116, 5)),
    ],
)
def test_every_deal_of_a_small_deck_is_counted(
    ranks: int, suits: int, face_down: int, pickup: Pickup, tally: Tally
) -> None:
    war = War(face_down=face_down, pickup=pickup)
    orders = list(deals([suits] * ranks))
    outcomes = [played(order, war) for order in orders]
    assert tally == Tally.of(outcomes)
    assert outcomes == [naively(order, face_down=face_down, pickup=pickup) for order in orders]


@pytest.mark.parametrize("highest", ["5", "9", "A"])
def test_which_ranks_a_small_deck_has_makes_no_difference(highest: str) -> None:
    last = RANKS.index(highest)
    orders = [tuple(value + last - 3 for value in order) for order in deals([2, 2, 2, 2])][::9]
    plain = [naively(order, face_down=1, pickup="winner-first") for order in orders]
    assert plain == [played(order, War()) for order in orders]


# Eight different ranks

EIGHT = list(permutations(range(8)))


def test_every_deal_of_eight_different_ranks_comes_to_an_end_if_the_winners_cards_go_first() -> None:
    war = War()
    outcomes = [played(order, war) for order in EIGHT]
    assert Tally(40_320, 20_160, 20_160, 0, 0, 40_320 * 8_843 // 840, 0, 26) == Tally.of(outcomes)
    assert outcomes == [naively(order, face_down=1, pickup="winner-first") for order in EIGHT]


@pytest.mark.parametrize(
    ("pickup", "tally"),
    [
        ("loser-first", Tally(40_320, 20_160, 20_160, 0, 0, 40_320 * 57_193 // 5_040, 0, 38)),
        ("table", Tally(40_320, 6_832, 6_896, 0, 26_592, 91_824, 0, 20)),
        ("seat", Tally(40_320, 6_832, 6_896, 0, 26_592, 91_824, 0, 20)),
    ],
)
def test_the_plain_program_counts_all_deals_of_eight_ranks_and_cardkit_agrees_on_every_thirteenth(
    pickup: Pickup, tally: Tally
) -> None:
    outcomes = [naively(order, face_down=1, pickup=pickup) for order in EIGHT]
    assert tally == Tally.of(outcomes)
    war = War(pickup=pickup)
    assert outcomes[::13] == [played(order, war) for order in EIGHT[::13]]


def test_the_first_player_wins_every_battle_in_one_deal_of_sixteen() -> None:
    orders = [order for order in EIGHT if all(first > second for first, second in zip(*dealt(order), strict=True))]
    assert 2_520 == len(orders) == len(EIGHT) // 16
    assert {Outcome("won", 0, 4, 0)} == {played(order, War()) for order in orders}


# Larger decks, by the plain program


@pytest.mark.parametrize(
    ("face_down", "pickup", "tally"),
    [
        (1, "winner-first", Tally(34_650, 16_013, 16_013, 2_624, 0, 226_294, 90_822, 35)),
        (1, "table", Tally(34_650, 15_305, 16_021, 917, 2_407, 291_009, 89_816, 42)),
        (3, "winner-first", Tally(34_650, 14_814, 14_814, 5_022, 0, 149_162, 52_124, 19)),
    ],
)
def test_twelve_cards_of_three_ranks_are_counted_and_cardkit_agrees_on_every_fiftieth_deal(
    face_down: int, pickup: Pickup, tally: Tally
) -> None:
    orders = list(deals([4, 4, 4]))
    outcomes = [naively(order, face_down=face_down, pickup=pickup) for order in orders]
    assert tally == Tally.of(outcomes)
    war = War(face_down=face_down, pickup=pickup)
    assert outcomes[::50] == [played(order, war) for order in orders[::50]]


# A long circle: M. Z. Spivey, Cycles in War, Integers 10 (2010), G2


class Fight(Action):
    """Both turn over a card; there are no equal ones."""


class Field(State):
    """The two decks."""

    decks: list[Pile]


class FiftyTwo(Game[Field, Fight]):
    """War with 52 different values, in which the lower one wins, or the higher."""

    name = "fifty-two"
    players = range(2, 3)
    lower_wins: bool = True

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Field:
        field = Field(seats=seats, decks=[Pile.face_up(owner=seat) for seat in range(seats)])
        dealer.deal(deck, field.decks, under=True)
        return field

    def legal(self, field: Field) -> list[Fight]:
        return [Fight()]

    def apply(self, field: Field, fight: Fight, dealer: Dealer) -> None:
        first, second = field.decks
        first_wins = (int(first.top.rank) < int(second.top.rank)) is self.lower_wins
        winner, loser = (first, second) if first_wins else (second, first)
        dealer.draw(winner, winner, under=True)
        dealer.draw(loser, winner, under=True)
        field.count += 1

    def result(self, field: Field) -> Result | None:
        left = [seat for seat, deck in enumerate(field.decks) if deck]
        return Result.win(*left, seats=2) if len(left) == 1 else None


def spivey(*, lower_wins: bool) -> Match[Field, Fight]:
    """The published deal."""
    values = [value for pair in zip(FIRST.split(), SECOND.split(), strict=True) for value in pair]
    assert list(range(1, 53)) == sorted(map(int, values))
    return Match(
        FiftyTwo(lower_wins=lower_wins), [Card(value, "x") for value in reversed(values)], seats=2, rng=Stacked()
    )


def ignore(event: Event, view: Field) -> None:
    """A watcher that takes no notice."""


@pytest.mark.parametrize("watched", [False, True])
def test_spiveys_deal_comes_back_after_31920_rounds(*, watched: bool) -> None:
    match = spivey(lower_wins=True)
    table = Table(match, [first_legal] * 2)
    if watched:
        table.watch(ignore)
    assert Result.endless(2, Cycle(1, 31_921)) == table.run()
    assert 31_920 == match.state.count
    assert spivey(lower_wins=True).state.decks == match.state.decks


def test_spiveys_deal_ends_after_276_rounds_if_the_higher_value_wins() -> None:
    match = spivey(lower_wins=False)
    assert How.WON is Table(match, [first_legal] * 2).run().how
    assert 276 == match.state.count


def test_the_plain_program_goes_round_spiveys_circle_too() -> None:
    first, second = ([-int(value) for value in text.split()] for text in (FIRST, SECOND))
    assert (1, 31_921) == play(first, second).cycle
    first, second = ([int(value) for value in text.split()] for text in (FIRST, SECOND))
    assert 276 == play(first, second).rounds
