"""Choices are taken back where all choose at a time, and where anybody may act."""

from __future__ import annotations

import pytest
from helpers import ROOT, cardkit

EXAMPLES = ROOT / "docs" / "examples"


def played(name: str, *typed: str, seats: int = 2) -> str:
    """What is said to one person among machines who types this, in a game where choices may be taken back."""
    options = ["--seat", "human", *["--seat", "ai"] * (seats - 1), "--seed", "1", "--no-score", "--practice"]
    return cardkit("play", str(EXAMPLES / f"{name}.py"), *options, typed=[*typed, ":quit"]).out


def test_a_choice_is_taken_back_after_all_have_chosen() -> None:
    out = played("goofspiel", "bid 3C", ":undo", "bid 4C")
    before, after = out.split("Taken back.")
    assert "You bid the 3 of clubs." in before
    assert "You bid the 4 of clubs." in after
    assert "You bid the 3 of clubs." not in after
    assert "your hand: 2C 3C 4C 5C" in after


def test_cards_that_were_passed_on_come_back() -> None:
    out = played("hearts", "pass 2C 7C KC", ":undo", seats=3)
    hands = [line for line in out.splitlines() if line.startswith("your hand: ")]
    assert "Taken back." in out
    assert hands[0] == hands[-1] != hands[1]


@pytest.mark.parametrize("answer", ["doubt", "pass"])
def test_what_is_said_in_a_window_is_taken_back(answer: str) -> None:
    opening = played("cheat").splitlines()
    card = next(line for line in opening if line.startswith("your hand: ")).split()[2].strip(",")
    out = played("cheat", f"put {card} A", answer, ":undo")
    before, after = out.split("Taken back.")
    assert 1 == before.count("you can: 1 doubt") == after.count("you can: 1 doubt")
