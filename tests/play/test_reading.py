"""What people type at a keyboard: as much as tells what they mean, in every game."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import Run, at_terminal, cardkit
from terminals import Screen

CRAZY = ("play", "crazy8s", "standard52", "--seat", "human", "--seat", "ai")
DRAWS = "Player 0 draws a card."


def crazy(*typed: str, hand_size: int = 4) -> Run:
    """Crazy 8s at a terminal; the hand is 4 Diamonds, 8 Clubs, 10 Hearts, 7 Hearts, and the pile K Hearts."""
    return at_terminal(*CRAZY, "--set", f"hand_size={hand_size}", typed=[*typed, ":quit"], NO_COLOR="1")


MEANT = [
    *[(text, "Player 0 plays 7 Hearts.") for text in ("7h", "7 h", "7 hearts", "7 HEARTS", "play 7 Hearts", "7", "7♥")],
    *[(text, "Player 0 plays 10 Hearts.") for text in ("10 Heart", "10H", "10 ♥", "th", "ten of hearts", "p 10")],
    *[(text, DRAWS) for text in ("draw", "d", "Draw card", "draw card")],
    ("3", "You have no 3. Try again."),
    ("?", ":undo "),
    ("help", ":undo "),
    ("quit", "The game was not kept"),
    ("q", "The game was not kept"),
    ("9s", "You have no 9 Spades. Try again."),
    ("4d", "You can't play that card. Try again."),
    (":und", "you have not done anything yet"),
    (":s x", "The game is kept in x from now on."),
    (":h", ":h could be :hint or :help."),
]


@pytest.mark.parametrize(("text", "expected"), MEANT)
def test_crazy_eights_takes_what_is_meant(text: str, expected: str, tmp_path: Path) -> None:
    run = at_terminal(*CRAZY, "--set", "hand_size=4", typed=[text, ":quit"], folder=tmp_path, NO_COLOR="1")
    shown = run.out.split("> ")[1].partition("\n")[2]
    assert expected in shown
    assert 0 == run.code


@pytest.mark.parametrize("text", ["7h", "7 hearts", "10 Heart", "draw", "d", "Draw card", "3", "?", "help", "quit"])
def test_a_pipe_takes_the_documents_words_alone(text: str) -> None:
    run = cardkit(*CRAZY, "--set", "hand_size=4", typed=[text, ":quit"])
    place = run.lines.index(f"> {text}")
    assert "That's not a card you have. Try again." == run.lines[place + 1]


def test_the_suit_after_a_wild_card_is_asked_for_and_its_beginning_will_do() -> None:
    for typed in (["8", "s"], ["8c", "Spades"], ["8 Clubs", "♠"], ["8c s"], ["8 Clubs Spades"]):
        assert "Player 0 plays 8 Clubs and changes the suit to Spades." in crazy(*typed).lines
    (asked,) = [line for line in crazy("8c").lines if line.startswith("What suit")]
    assert all(suit in asked for suit in ("Clubs", "Diamonds", "Hearts", "Spades"))


def test_a_half_typed_play_is_dropped_by_enter_and_by_undo_before_anything_else_is_taken_back() -> None:
    for dropped in ("", ":undo"):
        run = crazy("7h", "8c", dropped, "draw")
        assert "Taken back." not in run.lines
        assert DRAWS in run.lines
        assert 3 == sum(line.startswith("Your hand contains") for line in run.lines[: run.lines.index(DRAWS)])


def test_enter_shows_the_table_again() -> None:
    assert 2 == sum(line.startswith("Your hand contains") for line in crazy("").lines)


def test_all_that_is_typed_in_a_session_is_in_the_history_and_tab_completes_what_is_legal() -> None:
    with Screen(*CRAZY, "--set", "hand_size=4") as screen:
        screen.wait_for("> ").type("7 H\t").wait_for("7 Hearts").type("\n").wait_for("Player 0 plays 7 Hearts.")
        screen.wait_for("> ").type("\x1b[A").wait_for("7 Hearts").type("\x15:qu\t").wait_for(":quit ").type("\n")
        assert 0 == screen.end()
