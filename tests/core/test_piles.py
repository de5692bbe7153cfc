"""Piles: the top, the bottom, who sees the faces, and a player's deck in the words people use for it."""

from __future__ import annotations

import copy
from collections.abc import Callable

import pytest
from pydantic import ValidationError

from cardkit import BACK, Card, CardkitError, EmptyPile, Pile, Sight, cards
from cardkit_war import beats, ties, value


def laid(text: str) -> Pile:
    """A pile that nobody sees, its top card first in the text."""
    return Pile.face_down(cards(text)[::-1])


# A player's deck


def test_the_cards_of_a_deck_come_round_again_when_they_are_added_to_the_bottom() -> None:
    pile = laid("KH 6D 4S")
    dealt = []
    for _ in range(4):
        top = pile.top
        card = pile.deal_from_top()
        assert (top, 2) == (card, len(pile))
        dealt.append(str(card))
        pile.add_to_bottom(card)
    assert ["KH", "6D", "4S", "KH"] == dealt
    assert "[6D 4S KH]" == str(pile)
    assert ("4D", "[8 Hearts 4 Spades]") == (
        str(Pile.face_up(cards("KS 4D")).top),
        str(Pile.face_down(cards("4 Spades, 8 Hearts"))),
    )


@pytest.mark.parametrize(("rank", "worth"), [*zip("23456789TJQKA", range(2, 15), strict=True)])
def test_a_card_is_worth_two_to_fourteen_whatever_its_suit(rank: str, worth: int) -> None:
    assert [worth] * 4 == [value(Card(rank, suit)) for suit in "HCDS"]


@pytest.mark.parametrize("line", ["KH > QS", "QS < KH", "7C = 7D", "2H < AS", "AS > 2H", "TC > 9C", "TC < JC"])
def test_a_card_beats_a_lower_one_and_ties_with_its_equal(line: str) -> None:
    card, sign, other = line.split()
    assert (sign == ">") is beats(Card.read(card), Card.read(other))
    assert (sign == "=") is ties(Card.read(card), Card.read(other))


# A pile without cards


@pytest.mark.parametrize("name", ["", "stock"])
def test_an_empty_pile_has_no_top_and_nothing_to_deal(name: str) -> None:
    pile = Pile(name=name)
    with pytest.raises(EmptyPile) as no_top:
        _ = pile.top
    with pytest.raises(EmptyPile) as no_card:
        pile.deal_from_top()
    assert (name, name) == (no_top.value.pile, no_card.value.pile)
    assert f"there is no card left in {name or 'the pile'}" == str(no_top.value) == str(no_card.value)


def test_an_empty_pile_is_never_told_of_as_an_index_error() -> None:
    assert issubclass(EmptyPile, CardkitError)
    assert not issubclass(EmptyPile, LookupError)


# Looking for cards


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({}, "KH 6D KS 6H 6D"),
        ({"rank": "6"}, "6D 6H 6D"),
        ({"suit": "H"}, "KH 6H"),
        ({"rank": "6", "suit": "D"}, "6D 6D"),
        ({"rank": "2"}, ""),
        ({"rank": "K", "suit": "D"}, ""),
    ],
)
def test_the_cards_of_a_rank_or_a_suit_come_in_the_order_they_lie(wanted: dict[str, str], expected: str) -> None:
    assert cards(expected) == Pile.face_up(cards("KH 6D KS 6H 6D")).of(**wanted)


# Who sees the faces


@pytest.mark.parametrize(
    ("pile", "seers"),
    [
        (Pile.face_down(cards("KH 6D")), [None]),
        (Pile.face_down(cards("KH 6D"), owner=1), [None]),
        (Pile.face_up(cards("KH 6D")), [None, -1, 0, 1, 2]),
        (Pile.face_up(cards("KH 6D"), owner=1), [None, -1, 0, 1, 2]),
        (Pile.hand(1, cards("KH 6D")), [None, 1]),
        (Pile.hand(0, cards("KH 6D")), [None, 0]),
        (Pile(cards=cards("KH 6D"), sight=Sight.OWNER), [None]),
        (Pile(cards=cards("KH 6D")), [None]),
    ],
)
def test_a_seat_sees_the_faces_or_as_many_backs(pile: Pile, seers: list[int | None]) -> None:
    for seat in (None, -1, 0, 1, 2):
        assert (seat in seers) is pile.seen_by(seat)
        view = pile.view(seat)
        assert (cards("KH 6D") if seat in seers else [BACK, BACK]) == view.cards
        assert (pile.sight, pile.owner, pile.name) == (view.sight, view.owner, view.name)
    assert cards("KH 6D") == pile.cards


# Piles share nothing


@pytest.mark.parametrize("text", ["", "KH 6D"])
def test_a_pile_takes_a_copy_of_the_list_it_is_made_of(text: str) -> None:
    mine = cards(text)
    pile = Pile.face_down(mine)
    pile.add_to_bottom(BACK)
    assert cards(text) == mine


@pytest.mark.parametrize("twin", [Pile.copy, lambda pile: pile.view(None), lambda pile: pile.view(2), copy.deepcopy])
def test_a_copy_or_a_view_shares_no_cards_with_the_pile(twin: Callable[[Pile], Pile]) -> None:
    pile = Pile.hand(1, cards("KH 6D"))
    twin(pile).cards.clear()
    assert "[6D KH]" == str(pile)


def test_new_piles_have_no_cards_in_common() -> None:
    first, second = Pile(), Pile()
    first.add_to_bottom(BACK)
    assert [] == second.cards
    hands = Pile.hands(2)
    hands[0].add_to_bottom(BACK)
    assert [] == hands[1].cards


# What a pile is made of


@pytest.mark.parametrize("field", [{"cards": ["K"]}, {"cards": [None]}, {"sight": "sideways"}, {"owner": "left"}])
def test_a_pile_of_anything_but_cards_is_refused(field: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Pile(**field)  # type: ignore[arg-type]


def test_a_pile_takes_notations_for_cards() -> None:
    assert cards("KH 6D") == Pile(cards=["KH", "6D"]).cards  # type: ignore[list-item]
