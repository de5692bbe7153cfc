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


def title(picture: str) -> str | None:
    return ElementTree.fromstring(picture).findtext(f"{SVG}title")


@pytest.mark.parametrize("way", WAYS)
def test_a_picture_is_small_and_well_formed(way: dict[str, bool]) -> None:
    for text in [*map(str, standard52()), *STRANGE]:
        picture = face(text, **way)
        assert title(picture)
        assert len(picture.encode()) <= 3_000, text
        assert picture == face(text, **way)
    assert len(back().encode()) <= 3_000


def test_cards_look_different() -> None:
    pictures = {face(text, **way) for text in [*map(str, standard52()), *STRANGE] for way in WAYS}
    four = sum(card.suit in "DC" for card in standard52())
    alike = 2 * (52 - four + len(STRANGE))
    assert 4 * (52 + len(STRANGE)) - alike == len(pictures)


def test_a_picture_says_what_it_is() -> None:
    assert "Queen of spades" == title(face("QS"))
    assert "10 of hearts" == title(face("TH"))
    assert "8 of Orange" == title(face("8 Orange"))
    assert "3 of hearts" == title(face("3 Hearts"))


def test_there_are_as_many_pips_as_the_rank_says() -> None:
    for rank, number in [("2", 2), ("3", 3), ("7", 7), ("T", 10), ("10", 10)]:
        used = [use for use in ElementTree.fromstring(face(f"{rank}H")).iter(f"{SVG}use") if use.get("href") == "#s"]
        assert number + 1 == len(used), "and one in the corner, which is turned round for the other"


def test_what_is_no_card_has_no_picture() -> None:
    for text in ["", "<b>", "8", '8 "', "8 a b"]:
        with pytest.raises(InvalidCard):
            face(text)
