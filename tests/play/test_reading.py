"""What people type at a keyboard: as much as tells what they mean, in every game."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import ROOT, Run, at_terminal, cardkit
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
    ("4d", "You can't play 4 Diamonds now: it is neither a heart nor a king."),
    (":und", "You have not done anything yet"),
    (":sa x", "The game is kept in x from now on."),
    (":h", ":h could be :hint or :help; type more of it."),
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


def test_all_that_is_typed_in_a_session_is_in_the_history_and_tab_completes_what_is_legal() -> None:
    with Screen(*CRAZY, "--set", "hand_size=4") as screen:
        screen.wait_for("> ").type("7 H\t").wait_for("7 Hearts").type("\n").wait_for("Player 0 plays 7 Hearts.")
        screen.wait_for("> ").type("\x1b[A").wait_for("7 Hearts").type("\x15:qu\t").wait_for(":quit ").type("\n")
        assert 0 == screen.end()


HEARTS = ("play", "docs/examples/hearts.py", "--seed", "3", "--seat", "human", "--seat", "random", "--seat", "random")


def hearts(*typed: str, plain: bool = False, folder: Path = ROOT) -> Run:
    """Hearts at a terminal of 80 by 24, three players, the first one a person."""
    options = ("--plain",) if plain else ()
    return at_terminal(*HEARTS, *options, typed=[*typed, ":quit"], folder=folder, NO_COLOR="1")


PASSES = "You pass 4♣, 5♣ and 8♣."


@pytest.mark.parametrize("typed", ["4c 5c 8c", "8c,5c,4c", "pass 8♣ 4♣ 5♣", "p 4 of clubs, 5 of clubs, eight of clubs"])
def test_several_cards_may_be_typed_in_any_order(typed: str) -> None:
    assert PASSES in hearts(typed).lines


def test_what_is_missing_is_said_by_the_game_or_by_cardkit() -> None:
    lines = hearts("4c 5c 8c", "8h", "4d").lines
    assert any("You have no 8♥. Try again." == line for line in lines)
    assert any("You can't play 4♦ now: 2♣ was led, and you have 10♣. Try again." == line for line in lines)


def test_the_rules_at_the_prompt_are_those_in_force() -> None:
    run = cardkit(*CRAZY, "--set", "hand_size=4", "--set", "wild=Q", typed=[":rules"])
    assert "  wild=Q" in run.lines
    assert "An 8 can be played on anything" not in run.out
    assert "A wild card, as a rule an 8, goes on anything" in run.out
    assert any(line.startswith("In this game: hand_size=4") for line in run.lines)


def test_only_words_alone_are_numbered_and_taken_by_their_number() -> None:
    run = at_terminal("play", "docs/examples/twenty_one.py", typed=["2"], folder=ROOT, NO_COLOR="1")
    assert "you can       1 draw, 2 stop" in run.lines
    assert "You stop." in run.lines


WRONG = [
    (("compare", "war", "--vary", "pickup"), "Invalid value for --vary: 'pickup' is not OPTION=VALUE, such as face"),
    (("replay", "x", "--until", "x"), "Invalid value for '--until': it is a whole number, such as 5"),
    (("play", "crazy8s", "standard52", "--seat", "Human", "--seat", "ai"), "there is no player 'Human'; known: human"),
    (("play", "hearts", "--cards", "red"), "Invalid value for --cards: 'red' is none of two-colour, four-colour"),
]


@pytest.mark.parametrize(("command", "said"), WRONG, ids=str)
def test_what_is_wrong_is_named_as_it_was_typed_and_before_anything_is_asked(
    command: tuple[str, ...], said: str
) -> None:
    run = cardkit(*command)
    assert ("", 2) == (run.out, run.code)
    assert run.err.startswith(f"cardkit: {said}")
