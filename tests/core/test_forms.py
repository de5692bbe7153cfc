"""Forms: many legal actions at once, found, counted and reached by their number without being listed."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toys import Table, Toy

from cardkit import Card, Dealer, Game, Match, Pile, Random, Seat, Seeded, Stacked, Suit, cards
from cardkit.core.actions import Action, Choices, Form, parts_of
from cardkit.core.errors import GameFault, IllegalAction


class Raise(Action):
    """Raise the bet."""

    to: int


class Put(Action):
    """Put cards down."""

    cards: tuple[Card, ...]
    claimed: str = "ace"


class Fold(Action):
    """Give up."""


class Ask(Action):
    """Ask a seat for a suit."""

    seat: Seat
    suit: Suit


@given(low=st.integers(0, 30), high=st.integers(0, 30), step=st.integers(1, 4))
def test_a_form_of_a_range_is_the_list_of_its_actions(low: int, high: int, step: int) -> None:
    form, listed = Raise.of(range(low, high, step)), [Raise(to) for to in range(low, high, step)]
    assert (listed, len(listed), bool(listed)) == (list(form), len(form), bool(form))
    assert [to in range(low, high, step) for to in range(-1, 32)] == [Raise(to) in form for to in range(-1, 32)]


def test_the_choices_of_several_fields_are_all_combined() -> None:
    form = Ask.of([1, 2], "CDH")
    assert [Ask(seat, suit) for seat in (1, 2) for suit in "CDH"] == list(form)
    assert [True, False, False] == [action in form for action in (Ask(2, "H"), Ask(2, "S"), Fold())]
    assert "ask 1/2 C/D/H" == str(form)


class Lay(Action):
    """Lay cards."""

    cards: tuple[Card, ...]


@given(
    hand=st.lists(st.sampled_from(cards("2C 3C 4C 5D 6H")), max_size=7), least=st.integers(0, 4), more=st.integers(0, 4)
)
def test_what_is_held_of_many_actions_is_what_is_found_one_by_one(hand: list[Card], least: int, more: int) -> None:
    every = cards("2C 3C 4C 5D 6H 7S")
    asked = [
        *(Lay(some) for size in range(5) for some in combinations(every, size)),
        Lay((every[0], every[0])),
        Lay(cast(Any, [*every[:2]])),
        Lay(cast(Any, every[0])),
        Fold(),
        *(Put(some) for some in combinations(every, 2)),
    ]
    lay, put = Lay.some_of(hand, least, least + more), Put.some_of(hand, least, least + more, ["ace", "two"])
    several: list[Any] = [lay, put, Choices[Any]([lay]), Choices[Any]([lay, put, Fold()])]
    for many in several:
        found = [action for action in asked if many.find(action) is not None]
        assert found == many.holding(asked) == [action for action in asked if action in many]


@given(
    hand=st.lists(st.sampled_from(cards("2C 3C 4C 5D 6H")), max_size=7), least=st.integers(0, 4), more=st.integers(0, 4)
)
def test_some_of_a_hand_is_every_different_choice_once_in_any_order(hand: list[Card], least: int, more: int) -> None:
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


def test_more_cards_than_there_are_or_others_are_none_of_the_form_and_it_needs_a_field_for_cards() -> None:
    form = Put.some_of(cards("2C 3C 3C"), 1, 2, ["ace"])
    assert "put 1 to 2 of 2C, 3C, 3C ace" == str(form)
    assert ["3C 3C"] == [text for text in ("3C 3C", "2C 2C", "4C", "2C 3C 3C", "") if Put(tuple(cards(text))) in form]
    with pytest.raises(GameFault, match=r"some_of needs one field for cards: write `cards: tuple\[Card, ...\]`"):
        list(Raise.some_of(cards("2C"), 1, 1))


def test_choices_are_a_sequence_that_nobody_can_change() -> None:
    choices: Choices[Action] = Choices([Fold(), Raise.of(range(3, 6)), Raise.of(range(9, 9))])
    listed = [Fold(), Raise(3), Raise(4), Raise(5)]
    assert (4, listed, listed[::-1], listed[1:3]) == (len(choices), list(choices), choices[::-1], choices[1:3])
    assert 2 == len(parts_of(choices))
    assert (2, True, False) == (choices.index(Raise(4)), Raise(5) in choices, Raise(6) in choices)
    assert not hasattr(choices, "append")


class Bets(Toy, Game[Table, Put | Raise | Fold]):
    """Raise as you like, or put cards."""

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Table:
        table: Table = super().setup(deck, seats, dealer)
        dealer.deal(deck, table.hands)
        return table

    def legal(self, table: Table) -> list[Fold | Form[Any]]:
        return [Fold(), Raise.of(range(1, 101)), Put.some_of(table.hands[0], 1, 4, ["ace"])]


def bets() -> Match[Any, Any]:
    """A match of one seat with these cards in its hand."""
    return Match(Bets(), cards("2C 3C 4D 5D"), seats=1, rng=Stacked())


@pytest.mark.parametrize(
    ("meant", "texts"),
    [
        ("raise 22", ["raise 22", "RAISE 22", "22"]),
        ("put 5D 2C ace", ["put 5D 2C ace", "put 2C, 5D ace", "put 2c 5d ace"]),
        ("put 4D ace", ["4d ace"]),
        ("fold", ["fold"]),
    ],
)
def test_what_is_typed_is_found_in_a_form(meant: str, texts: list[str]) -> None:
    assert {meant} == {str(bets().read(text)) for text in texts}


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


class AnyCard:
    """What says that it is every card, and lies in dictionaries where one of them does."""

    def __init__(self, card: Card) -> None:
        self.card = card

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash(self.card)


def test_a_form_finds_its_own_action_and_cards_for_what_says_that_it_is_one_and_nothing_for_what_is_none() -> None:
    assert "raise 30" == str(Raise.of(range(22, 297)).find(Raise(cast(int, 30.0))))
    hand = cards("2C 3C 4C")
    form = Put.some_of(hand, 1, 2, ["ace"])
    found = form.find(Put(cast(Any, (AnyCard(hand[1]), hand[0]))))
    assert found is not None
    assert [hand[0], hand[1]] == list(found.cards)
    assert all(type(card) is Card for card in found.cards)
    assert form.find(Put(cast(Any, ([], hand[0])))) is form.find(Put(cast(Any, 5))) is None
