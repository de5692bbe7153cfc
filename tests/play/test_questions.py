"""Questions beside the game's own hear commands at a keyboard, show nothing secret, and Enter answers where it can."""

from __future__ import annotations

from pathlib import Path

import pytest
from terminals import Screen

TWO = ("--seat", "human", "--seat", "human")
HAND_OVER = "Press Enter when nobody else is looking."
HOUSE = ("play", "crazy8s", "--rules", "house", *TWO, "--seed", "3")
WHERE = {
    "hand-over": (HOUSE, (), HAND_OVER),
    "second hand-over": (HOUSE, ((HAND_OVER, ""), ("or", "draw card")), HAND_OVER),
    "name": (("play", "war", "--rules", "umbc"), (), "player 1's name:"),
    "seed": (("play", "war", "--rules", "umbc"), (("player 1's name:", ""), ("player 2's name:", "")), "RNG seed"),
    "another seed": (("play", "war", "--rules", "umassd"), (), "Enter seed:"),
    "number": (("play", "crazy8s", "standard52"), (), "Enter number of players:"),
    "y/n": (("play", "crazy8s", "standard52"), (("Enter number of players:", ""),), "Is player 0 an AI?"),
    "deck": (("play", "crazy8s"), (), "file to load the deck"),
    "practice": (
        ("play", "go_fish", "--players", "2", "--seed", "1"),
        (("your hand", "6"), ("your hand", ":undo")),
        "off the score board? (y/n)",
    ),
    "next": (("play", "holdem", "--players", "2", "--seed", "1"), (("fold", "fold"),), "next hand"),
}
"""What is played, what is typed before, and the question."""


@pytest.mark.parametrize("name", WHERE)
def test_every_question_helps_takes_back_refuses_and_can_be_left(name: str, tmp_path: Path) -> None:
    command, before, question = WHERE[name]
    with Screen(*command, folder=tmp_path) as screen:
        for prompt, answer in before:
            screen.enter(prompt, answer)
        screen.wait_for(question)
        shown = len(screen.text)
        screen.type(":help\n").wait_for(":quit").type(":hepl\n").wait_for("There is no command :hepl")
        if name != "second hand-over" and name != "next":
            screen.type(":undo\n").wait_for("There is nothing to take back here.")
        screen.type(":quit\n")
        assert 0 == screen.end()
    assert "your hand" not in screen.text[shown:]


@pytest.mark.parametrize("typed", ["q", ":help", "draw card"])
def test_at_the_hand_over_nothing_but_enter_opens_the_hand(typed: str, tmp_path: Path) -> None:
    with Screen(*HOUSE, folder=tmp_path) as screen:
        screen.enter(HAND_OVER, "").enter("or", "draw card").wait_for(HAND_OVER)
        shown = len(screen.text)
        screen.type(f"{typed}\n")
        if typed == "q":
            assert 0 == screen.end()
        else:
            screen.wait_for(HAND_OVER).type("\n").wait_for("your turn")
        assert screen.text[shown:].find("your hand") in (-1, screen.text[shown:].rfind("your hand"))
        assert typed != "q" or "your hand" not in screen.text[shown:]


def test_enter_answers_every_question_that_has_an_answer(tmp_path: Path) -> None:
    with Screen("play", "crazy8s", "standard52", folder=tmp_path) as screen:
        for question in ("players: [2]", "player 0 an AI? (y/n) [n]", "player 1 an AI? (y/n) [y]", "start with? [5]"):
            screen.enter(question, "")
        screen.enter("What would you like to play?", ":quit")
        assert 0 == screen.end()
