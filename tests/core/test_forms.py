"""Forms: many legal actions at once, found, counted and reached by their number without being listed."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit import (
    Action,
    Card,
    Choices,
    Dealer,
    Form,
    Game,
    GameFault,
    IllegalAction,
    Match,
    Pile,
    Random,
    Result,
    Seat,
    Seeded,
    Stacked,
    State,
    Suit,
    cards,
    parts_of,
)


class Raise(Action):
    """Raise the bet."""

    to: int


class Ask(Action):
    """Ask a seat for a suit."""

    seat: Seat
    suit: Suit


class Put(Action):
    """Put cards down."""

    cards: tuple[Card, ...]
    claimed: str = "ace"


class Fold(Action):
    """Give up."""


@given(low=st.integers(0, 30), high=st.integers(0, 30), step=st.integers(1, 4))
def test_a_form_of_a_range_is_the_list_of_its_actions(low: int, high: int, step: int) -> None:
    form, listed = Raise.of(range(low, high, step)), [Raise(to) for to in range(low, high, step)]
    assert (listed, len(listed), bool(listed)) == (list(form), len(form), bool(form))
    assert [to in range(low, high, step) for to in range(-1, 32)] == [Raise(to) in form for to in range(-1, 32)]


def test_the_choices_of_several_fields_are_all_combined() -> None:
    form = Ask.of([1, 2], "CDH")
    assert [Ask(seat, suit) for seat in (1, 2) for suit in "CDH"] == list(form)
    assert Ask(2, "H") in form
    assert Ask(2, "S") not in form
    assert Fold() not in form
    assert "ask 1/2 C/D/H" == str(form)


@given(
    hand=st.lists(st.sampled_from(cards("2C 3C 4C 5D 6H")), max_size=7), least=st.integers(0, 4), more=st.integers(0, 4)
)
def test_some_of_a_hand_is_every_different_choice_once(hand: list[Card], least: int, more: int) -> None:
    form = Put.some_of(hand, least, least + more, ["ace", "king"])
    wanted = {
        (frozenset(Counter(chosen).items()), claimed)
        for size in range(least, min(least + more, len(hand)) + 1)
        for chosen in combinations(hand, size)
        for claimed in ("ace", "king")
    }
    found = list(form)
    assert (len(wanted), len(wanted), bool(wanted)) == (len(form), len(found), bool(form))
    assert wanted == {(frozenset(Counter(put.cards).items()), put.claimed) for put in found}
    for number, put in enumerate(found):
        assert (put, put) == (form[number], form.find(put))
        assert put == form.find(Put(put.cards[::-1], put.claimed))


def test_more_cards_than_there_are_or_others_are_none_of_the_form() -> None:
    form = Put.some_of(cards("2C 3C 3C"), 1, 2, ["ace"])
    assert Put(tuple(cards("3C 3C"))) in form
    for text in ("2C 2C", "4C", "2C 3C 3C"):
        assert Put(tuple(cards(text))) not in form
    assert Put((), "ace") not in form
    assert "put 1 to 2 of 2C, 3C, 3C ace" == str(form)


def test_some_of_needs_a_field_for_the_cards() -> None:
    with pytest.raises(GameFault, match=r"some_of needs one field for cards: write `cards: tuple\[Card, ...\]`"):
        list(Raise.some_of(cards("2C"), 1, 1))


def test_choices_are_a_sequence_that_nobody_can_change() -> None:
    choices: Choices[Action] = Choices([Fold(), Raise.of(range(3, 6)), Raise.of(range(9, 9))])
    listed = [Fold(), Raise(3), Raise(4), Raise(5)]
    assert (4, listed, listed[::-1], listed[1:3]) == (len(choices), list(choices), choices[::-1], choices[1:3])
    assert 2 == len(parts_of(choices))
    assert (2, True, False) == (choices.index(Raise(4)), Raise(5) in choices, Raise(6) in choices)
    assert not hasattr(choices, "append")


# In a game


class Table(State):
    """Hands of everybody, and what was put."""

    hands: list[Pile]
    heap: Pile
    bets: int = 0


Move = Put | Raise | Fold


class Bets(Game[Table, Move]):
    """Raise as you like, or put cards."""

    name = "bets"
    players = range(1, 3)
    chips: int = 100

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Table:
        table = Table(seats=seats, hands=Pile.hands(seats), heap=Pile.face_up())
        dealer.deal(deck, table.hands)
        return table

    def legal(self, table: Table) -> list[Move | Form[Move]]:
        hand = table.hands[table.turn]
        return [Fold(), Raise.of(range(1, self.chips + 1)), Put.some_of(hand, 1, 4, ["ace"])]

    def apply(self, table: Table, move: Move, dealer: Dealer) -> None:
        table.bets += 1
        if isinstance(move, Put):
            dealer.move(move.cards, table.hands[table.turn], table.heap)
        table.pass_turn()

    def result(self, table: Table) -> Result | None:
        return Result.draw(table.seats) if table.bets == 200 else None


def bets(text: str = "2C 3C 4D 5D", chips: int = 100) -> Match[Table, Move]:
    """A match of one seat with these cards in its hand."""
    return Match(Bets(chips=chips), cards(text), seats=1, rng=Stacked())


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("raise 22", "raise 22"),
        ("RAISE 22", "raise 22"),
        ("22", "raise 22"),
        ("put 5D 2C ace", "put 5D 2C ace"),
        ("put 2C, 5D ace", "put 5D 2C ace"),
        ("put 2c 5d ace", "put 5D 2C ace"),
        ("4d ace", "put 4D ace"),
        ("fold", "fold"),
    ],
)
def test_what_is_typed_is_found_in_a_form(text: str, meant: str) -> None:
    assert meant == str(bets().read(text))


@pytest.mark.parametrize("text", ["raise 101", "raise 0", "put 2C 2C ace", "put 9C ace", "put ace"])
def test_what_is_in_no_form_is_not_allowed(text: str) -> None:
    with pytest.raises(IllegalAction, match="not allowed now"):
        bets().read(text)


def test_an_action_with_its_cards_in_another_order_is_the_same_one() -> None:
    match = bets()
    match.play(Put(tuple(cards("2C 4D"))))
    assert "put 4D 2C ace" == str(match.acted[0].action)


def test_random_players_draw_a_form_first() -> None:
    drawn = Counter(type(Random(Seeded(seed))(None, bets().legal)).__name__ for seed in range(600))
    assert {"Fold", "Raise", "Put"} == set(drawn)
    assert 150 < min(drawn.values())


def test_a_form_finds_its_own_action_for_one_that_is_equal() -> None:
    found = Raise.of(range(22, 297)).find(Raise(cast(int, 30.0)))
    assert "raise 30" == str(found)
    assert None is Put.some_of(cards("2C 3C"), 1, 2).find(Put(cast(Any, 5)))


class AnyCard:
    """What says that it is every card, and lies in dictionaries where one of them does."""

    def __init__(self, card: Card) -> None:
        self.card = card

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash(self.card)


def test_a_form_finds_its_own_cards_for_what_says_that_it_is_one_and_nothing_for_what_is_none() -> None:
    hand = cards("2C 3C 4C")
    form = Put.some_of(hand, 1, 2, ["ace"])
    found = form.find(Put(cast(Any, (AnyCard(hand[1]), hand[0]))))
    assert found is not None
    assert [hand[0], hand[1]] == list(found.cards)
    assert all(type(card) is Card for card in found.cards)
    assert form.find(Put(cast(Any, ([], hand[0])))) is None
