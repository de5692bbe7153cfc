"""The menu that `cardkit` alone opens on a terminal, used as a person uses it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers import Run, cardkit_process
from terminals import Screen

CHOICE = "Your choice: "
MENU = ["cardkit", "  1. Play a game", "  2. Rules", "  3. Score board", "  4. Quit"]
WIDTHS = pytest.mark.parametrize("columns", [80, 120])


def fits(screen: Screen, columns: int) -> bool:
    """Whether no line was longer than the terminal is wide."""
    assert screen.lines
    return max(map(len, screen.lines)) <= columns


@WIDTHS
def test_the_menu_shows_its_choices_and_quits(columns: int) -> None:
    with Screen(columns=columns) as screen:
        assert 0 == screen.enter(CHOICE, "4").end()
        assert ["", *MENU, "Your choice: 4"] == screen.lines
        assert fits(screen, columns)


@WIDTHS
def test_war_is_played_by_the_rules_of_jones(columns: int) -> None:
    with Screen(columns=columns) as screen:
        screen.enter(CHOICE, "1").wait_for("Which game?").wait_for("1. crazy8s").enter("2. war", "2")
        screen.wait_for("By which rules?")
        for rules in ("1. rhodes: ", "2. jones: ", "3. umbc: ", "4. umassd: "):
            screen.wait_for(rules)
        screen.enter(CHOICE, "2").enter("How many of them are people?", "1")
        screen.wait_for("Seed: ").wait_for("Hand 1\n").wait_for(".-----.")
        screen.wait_for("wins the game after").wait_for("  4. Quit").enter(CHOICE, "3")
        screen.wait_for("game").wait_for("jones").enter(CHOICE, "4")
        assert 0 == screen.end()
        assert fits(screen, columns)
        assert re.search(r"war +│ +jones +│ machines +│ +1 +│ +0 +│ +\d+ +│ +\d+ +│ Player [01] 1", screen.text)


@WIDTHS
def test_crazy8s_is_played_with_a_shipped_deck(columns: int) -> None:
    with Screen(columns=columns) as screen:
        screen.enter(CHOICE, "1").enter("Which game?", "1").wait_for("With which deck?")
        screen.wait_for("microDeck").wait_for("a file of mine")
        number = re.search(r"(\d+)\. microDeck", screen.text)
        assert number
        screen.enter(CHOICE, number[1]).enter("Enter number of players:", "2")
        screen.enter("Is player 0 an AI? (y/n)", "y").enter("Is player 1 an AI? (y/n)", "y")
        screen.enter("How many cards should each player start with?", "2")
        screen.wait_for("The initial discard is 7 Hearts").wait_for("The most played suit was ")
        assert 0 == screen.enter(CHOICE, "4").end()
        assert fits(screen, columns)


def test_a_file_of_ones_own_is_asked_for(tmp_path: Path) -> None:
    deck = tmp_path / "mine.txt"
    deck.write_text("Hearts\n7 8\n7 Hearts\n8 Hearts\n", encoding="utf-8")
    with Screen(folder=tmp_path) as screen:
        screen.enter(CHOICE, "1").enter("Which game?", "1").wait_for("a file of mine")
        last = re.findall(r"(\d+)\. a file of mine", screen.text)[0]
        screen.enter(CHOICE, last).enter("The file: ", "mine.txt").enter("Enter number of players:", "1")
        screen.enter("Is player 0 an AI? (y/n)", "n").enter("start with?", "1")
        screen.enter('(enter "draw card" to draw a card)', ":help").wait_for(":undo").type("8 Hearts\n")
        screen.enter("What suit would you like to declare?", "Hearts").wait_for("Player 0 wins!")
        assert 0 == screen.enter(CHOICE, "4").end()


@WIDTHS
def test_rules_and_an_empty_board_are_shown(columns: int) -> None:
    with Screen(columns=columns) as screen:
        screen.enter(CHOICE, "2").enter("Which game?", "2").wait_for("===").wait_for("Lamb Chop mode")
        screen.wait_for("Options (--set OPTION=VALUE)").wait_for("face_down=1")
        screen.enter(CHOICE, "2").enter("Which game?", "1").wait_for("crazy8s\n=======")
        screen.enter(CHOICE, "3").wait_for("No game is on the score board yet.")
        assert 0 == screen.enter(CHOICE, "4").end()
        assert fits(screen, columns)


def test_what_is_no_choice_is_asked_for_again() -> None:
    with Screen() as screen:
        for answer in ("", "0", "5", "abc", "-1", "1.0", "²", "[red]", ":help"):
            screen.enter(CHOICE, answer).wait_for("Please type a number from 1 to 4.")
        assert 0 == screen.enter(CHOICE, " 4 ").end()


def test_a_game_that_can_not_be_set_up_leads_back_to_the_menu(tmp_path: Path) -> None:
    with Screen(folder=tmp_path) as screen:
        screen.enter(CHOICE, "1").enter("Which game?", "2").enter("By which rules?", "1").wait_for("a file of mine")
        last = re.findall(r"(\d+)\. a file of mine", screen.text)[0]
        screen.enter(CHOICE, last).enter("The file: ", "none.txt").enter("How many of them are people?", "1")
        screen.wait_for("none.txt: the file can't be read: No such file or directory.").wait_for("1. Play a game")
        assert 0 == screen.enter(CHOICE, "4").end()


def test_a_game_that_is_left_leads_back_to_the_menu() -> None:
    with Screen() as screen:
        screen.enter(CHOICE, "1").enter("Which game?", "2").enter("By which rules?", "2")
        screen.enter("How many of them are people?", "2").enter("press Enter to turn over your card.", ":quit")
        screen.wait_for("The game was not kept").wait_for("1. Play a game").enter(CHOICE, "4")
        assert 0 == screen.end()


@pytest.mark.parametrize(
    "answers",
    [[], ["1"], ["1", "2"], ["1", "2", "2"], ["1", "2", "3", "1"], ["2"]],
    ids=lambda answers: "-".join(answers),
)
def test_ctrl_c_and_the_end_of_the_input_end_the_menu_at_any_question(answers: list[str]) -> None:
    for ctrl_c, said, code in [
        (True, "cardkit: interrupted", 130),
        (False, "cardkit: the input ended where an answer was needed", 1),
    ]:
        with Screen() as screen:
            for answer in answers:
                screen.enter(CHOICE, answer)
            screen.wait_for("Please enter player 1's name: " if len(answers) == 4 else CHOICE)
            ended = screen.interrupt() if ctrl_c else screen.type("\x04").end()
            assert (code, 1) == (ended, screen.text.count(said))
            assert screen.lines[-1].endswith(said)
            assert "Traceback" not in screen.text


def test_ctrl_c_in_a_game_of_the_menu_ends_the_program() -> None:
    with Screen() as screen:
        screen.enter(CHOICE, "1").enter("Which game?", "2").enter("By which rules?", "2")
        screen.enter("How many of them are people?", "2").wait_for("press Enter to turn over your card.")
        assert 130 == screen.interrupt()
        assert screen.lines[-1].endswith("cardkit: interrupted")


def test_a_terminal_without_colours_has_the_menu_without_escape_codes() -> None:
    with Screen(NO_COLOR="1") as screen:
        assert 0 == screen.enter(CHOICE, "3").enter(CHOICE, "4").end()
        assert "\x1b" not in screen.raw


def test_in_a_pipe_there_is_no_menu_but_help() -> None:
    run = cardkit_process(typed=b"4\n")
    assert ("Usage: cardkit [OPTIONS] COMMAND [ARGS]...", "", 0) == (run.lines[0], run.err, run.code)
    assert CHOICE not in run.out
    assert Run(run.out, "", 0) == cardkit_process("--help")
