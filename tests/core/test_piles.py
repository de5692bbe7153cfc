"""Piles: the top, the bottom, who sees the faces, and a player's deck in the words people use for it."""

from __future__ import annotations

import copy
from collections.abc import Callable

import pytest
from pydantic import ValidationError

from cardkit import BACK, Card, CardkitError, EmptyPile, Pile, Sight, cards
from cardkit_war import beats, ties, value


def test_the_cards_of_a_deck_come_round_again_when_they_are_added_to_the_bottom() -> None:
    pile = Pile.face_down(cards("4S 6D KH"))
    dealt: list[str] = []
    for _ in range(4):
        top, card = pile.top, pile.deal_from_top()
        assert (top, 2) == (card, len(pile))
        dealt.append(str(card))
        pile.add_to_bottom(card)
    assert (["KH", "6D", "4S", "KH"], "[6D 4S KH]") == (dealt, str(pile))
    assert "[8 Hearts 4 Spades]" == str(Pile.face_down(cards("4 Spades, 8 Hearts")))


def test_a_card_is_worth_two_to_fourteen_beats_a_lower_one_and_ties_with_its_equal() -> None:
    for worth, rank in enumerate("23456789TJQKA", start=2):
        assert [worth] * 4 == [value(Card(rank, suit)) for suit in "HCDS"]
    for line in ("KH > QS", "QS < KH", "7C = 7D", "2H < AS", "AS > 2H", "TC > 9C", "TC < JC"):
        card, sign, other = line.split()
        assert (sign == ">") is beats(Card.read(card), Card.read(other))
        assert (sign == "=") is ties(Card.read(card), Card.read(other))


@pytest.mark.parametrize("name", ["", "stock"])
def test_an_empty_pile_has_no_top_and_nothing_to_deal_which_is_no_index_error(name: str) -> None:
    pile = Pile(name=name)
    for ask in (lambda: pile.top, pile.deal_from_top):
        with pytest.raises(EmptyPile, match=f"there is no card left in {name or 'the pile'}") as refused:
            ask()
        assert name == refused.value.pile
        assert isinstance(refused.value, CardkitError)
        assert not isinstance(refused.value, LookupError)


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({}, "KH 6D KS 6H 6D"),
        ({"rank": "6"}, "6D 6H 6D"),
        ({"suit": "H"}, "KH 6H"),
        ({"rank": "6", "suit": "D"}, "6D 6D"),
        ({"rank": "K", "suit": "D"}, ""),
    ],
)
def test_the_cards_of_a_rank_or_a_suit_come_in_the_order_they_lie(wanted: dict[str, str], expected: str) -> None:
    assert cards(expected) == Pile.face_up(cards("KH 6D KS 6H 6D")).of(**wanted)


@pytest.mark.parametrize(
    ("pile", "seers"),
    [
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


@pytest.mark.parametrize("twin", [Pile.copy, lambda pile: pile.view(None), lambda pile: pile.view(2), copy.deepcopy])
def test_a_copy_or_a_view_shares_no_cards_with_the_pile(twin: Callable[[Pile], Pile]) -> None:
    pile = Pile.hand(1, cards("KH 6D"))
    twin(pile).cards.clear()
    assert "[6D KH]" == str(pile)


def test_new_piles_have_no_cards_in_common_and_none_with_the_list_they_are_made_of() -> None:
    mine, hands = cards("KH 6D"), Pile.hands(2)
    for pile in (Pile.face_down(mine), Pile(), hands[0]):
        pile.add_to_bottom(BACK)
    assert (cards("KH 6D"), [], []) == (mine, Pile().cards, hands[1].cards)


@pytest.mark.parametrize("field", [{"cards": ["K"]}, {"cards": [None]}, {"sight": "sideways"}, {"owner": "left"}])
def test_a_pile_takes_notations_for_cards_and_nothing_that_is_no_card(field: dict[str, object]) -> None:
    assert cards("KH 6D") == Pile(cards=["KH", "6D"]).cards  # type: ignore[list-item]
    with pytest.raises(ValidationError):
        Pile(**field)  # type: ignore[arg-type]
