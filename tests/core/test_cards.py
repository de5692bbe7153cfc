"""Cards: what one is made of, that it never changes, and how it is written and read."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, TypeAdapter, ValidationError

from cardkit import BACK, Card, CardkitError, InvalidCard, cards, deck, flaw, standard52

KING = Card("K", "H")
WORDS = st.text(
    alphabet=st.characters(categories=["L", "Nd"]).filter(lambda one: not flaw(one)), min_size=1, max_size=8
)
NOT_A_WORD = ["", " ", "K ", " K", "K\n", "\n", "a-b", "²", "½", "_", "1.0", "♥", "?", "\u115f", "\u0301", "\ud800"]


class Hand(BaseModel):
    """A model with cards among its fields, as a user of the library would write it."""

    name: str
    cards: tuple[Card, ...]
    trump: Card | None = None


def test_equal_cards_are_one_object_however_they_are_made() -> None:
    made = [Card("K", "H"), Card(rank="K", suit="H"), Card.read("KH"), cards("2C KH")[1], deck("QK", "SH")[3]]
    made += [next(card for card in standard52() if str(card) == "KH"), copy.copy(KING), *copy.deepcopy([KING])]
    made += [pickle.loads(pickle.dumps(KING, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    made += [TypeAdapter(Card).validate_python("KH"), TypeAdapter(Card).validate_json('"KH"')]
    assert all(KING is same for same in made)


@pytest.mark.parametrize("other", [Card("K", "S"), Card("Q", "H"), Card("k", "H"), Card("KH", "H"), BACK, "KH", None])
def test_a_card_differs_from_everything_that_is_another_card_or_none(other: object) -> None:
    assert other != KING
    assert Card("K", "He") is not Card("KH", "e"), "which are written alike"


def test_nothing_of_a_card_can_be_set_or_deleted() -> None:
    for name in ("rank", "suit", "text", "points"):
        for change in (lambda name=name: setattr(KING, name, "2"), lambda name=name: delattr(KING, name)):
            with pytest.raises(AttributeError, match="a card never changes"):
                change()
    assert ("K", "H", "KH") == (KING.rank, KING.suit, KING.text)


@pytest.mark.parametrize("value", [*NOT_A_WORD, None, 8, 8.0, b"K", ["K"], KING])
def test_what_is_no_word_is_neither_a_rank_nor_a_suit(value: Any) -> None:
    for rank, suit, what in ((value, "H", "rank"), ("K", value, "suit")):
        with pytest.raises(InvalidCard) as refused:
            Card(rank, suit)
        assert value == refused.value.value
        assert value != "a-b" or str(refused.value).startswith("'a-b' is not a card: ")
        assert str(refused.value).endswith(f" is not a card: a {what} is made of letters and digits, at least one")
        assert str(refused.value) == str(pickle.loads(pickle.dumps(refused.value)))
        assert isinstance(refused.value, ValueError)
        assert isinstance(refused.value, CardkitError)


@pytest.mark.parametrize(
    ("rank", "suit", "text"),
    [("K", "H", "KH"), ("10", "H", "10H"), ("8", "Hearts", "8 Hearts"), ("Q", "é", "Qé"), ("٣", "王", "٣王")],
)
def test_a_card_is_written_as_rank_and_suit(rank: str, suit: str, text: str) -> None:
    card = Card(rank, suit)
    assert text == str(card) == card.text == f"{card}"
    assert f"Card({rank!r}, {suit!r})" == repr(card)


@given(rank=WORDS, suit=WORDS)
def test_every_card_is_read_back_from_its_notation(rank: str, suit: str) -> None:
    card = Card(rank, suit)
    assert card is Card.read(str(card)) is Card.read(f"\t {card}  ")


@pytest.mark.parametrize("text", ["", " ", "K", "8", "K H S", "10-H", "- -", "??", "K²", "8 ½", "K,H"])
def test_what_is_not_the_notation_of_a_card_is_refused(text: str) -> None:
    with pytest.raises(InvalidCard):
        Card.read(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("KS 10D\n4C", "KS, 10D, 4C"),
        ("8 Hearts, 4 Spades", "8 Hearts, 4 Spades"),
        ("KS,4D", "KS, 4D"),
        ("KS KS", "KS, KS"),
    ],
)
def test_many_cards_are_read_from_one_text(text: str, expected: str) -> None:
    assert expected == ", ".join(map(str, cards(text)))


@pytest.mark.parametrize("text", ["KS,", "KS 4", "8 Hearts, 4", "KS,,4D"])
def test_one_bad_card_among_many_is_refused(text: str) -> None:
    with pytest.raises(InvalidCard):
        cards(text)


def test_a_deck_has_every_rank_of_one_suit_and_then_of_the_next() -> None:
    assert "7S 8S 7H 8H" == " ".join(map(str, deck(["7", "8"], ["S", "H"])))
    assert deck("78", "SH") == deck((rank for rank in "78"), (suit for suit in "SH"))
    pack = standard52()
    assert (52, 52) == (len(pack), len(set(pack)))
    assert ("2C", "AC", "2D", "KS", "AS") == tuple(str(pack[place]) for place in (0, 12, 13, 50, 51))
    pack.clear()
    assert 52 == len(standard52())


def test_a_back_is_no_card_that_anybody_could_make_and_stays_the_same_when_it_is_copied_or_sent() -> None:
    assert "??" == str(BACK)
    with pytest.raises(InvalidCard):
        Card(BACK.rank, BACK.suit)
    assert BACK not in standard52()
    assert BACK is copy.deepcopy(BACK) is pickle.loads(pickle.dumps(BACK))


def test_a_model_takes_cards_and_their_notations_and_survives_json() -> None:
    hand = Hand(name="Ann", cards=("KH", Card("4", "D"), " 8  Hearts "), trump="KH")  # type: ignore[arg-type]
    assert ((KING, Card("4", "D"), Card("8", "Hearts")), KING) == (hand.cards, hand.trump)
    text = hand.model_copy(update={"trump": None}).model_dump_json()
    assert '{"name":"Ann","cards":["KH","4D","8 Hearts"],"trump":null}' == text
    assert hand == Hand.model_validate_json(text.replace("null", '"KH"'))
    assert {"type": "string"} == TypeAdapter(Card).json_schema()


@pytest.mark.parametrize("value", ["K", "K-H", 8, None, ["K", "H"]])
def test_a_model_refuses_what_is_no_card(value: object) -> None:
    with pytest.raises(ValidationError) as refused:
        Hand(name="Ann", cards=(value,))  # type: ignore[arg-type]
    assert {("cards", 0)} == {error["loc"][:2] for error in refused.value.errors()}
