"""Pictures of cards: small, well-formed, always the same, and of any rank and suit."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from cardkit import standard52
from cardkit.core.errors import InvalidCard
from cardkit.online.faces import back, face

SVG = "{http://www.w3.org/2000/svg}"
STRANGE = ["8 Orange", "Skip Red", "11S", "1 Hearts", "Ωmega Σ", "Joker Big"]
WAYS = [{}, {"four": True}, {"large": True}, {"four": True, "large": True}]


TEXTS = [*map(str, standard52()), *STRANGE]


def test_a_picture_is_small_well_formed_and_always_the_same_says_what_it_is_and_looks_like_no_other() -> None:
    pictures = list[str]()
    for text in TEXTS:
        for way in WAYS:
            picture = face(text, **way)
            pictures.append(picture)
            assert ElementTree.fromstring(picture).findtext(f"{SVG}title")
            assert picture == face(text, **way)
    assert max(len(picture.encode()) for picture in (*pictures, back())) <= 3_000
    four = sum(card.suit in "DC" for card in standard52())
    assert 4 * len(TEXTS) - 2 * (len(TEXTS) - four) == len(set(pictures))
    named = {"QS": "Queen of spades", "TH": "10 of hearts", "8 Orange": "8 of Orange", "3 Hearts": "3 of hearts"}
    for text, name in named.items():
        assert name == ElementTree.fromstring(face(text)).findtext(f"{SVG}title")


def test_there_are_as_many_pips_as_the_rank_says() -> None:
    for rank, number in [("2", 2), ("3", 3), ("7", 7), ("T", 10), ("10", 10)]:
        used = [use for use in ElementTree.fromstring(face(f"{rank}H")).iter(f"{SVG}use") if use.get("href") == "#s"]
        assert number + 1 == len(used), "and one in the corner, which is turned round for the other"


def test_what_is_no_card_has_no_picture() -> None:
    for text in ["", "<b>", "8", '8 "', "8 a b"]:
        with pytest.raises(InvalidCard):
            face(text)
