"""How a game is begun, from the menu and in few words, and how fast it goes: players, pauses, letting it go on."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from helpers import Run, cardkit, cardkit_process
from terminals import Screen

from cardkit.play.home import last_game
from cardkit.play.menu import entries

CHOICE = "Your choice: "
QUIT = "q  quit"
WIDTHS = pytest.mark.parametrize("columns", [40, 80, 120])


def fits(screen: Screen, columns: int) -> bool:
    """Whether no line was longer than the terminal is wide."""
    assert screen.lines
    return max(map(len, screen.lines)) <= columns


def number_of(title: str) -> str:
    """The number that a game has in the menu."""
    return str([entry.title for entry in entries()].index(title) + 1)


@WIDTHS
def test_the_menu_shows_every_game_in_one_row_and_fits_in_24(columns: int) -> None:
    with Screen(columns=columns) as screen:
        assert 0 == screen.wait_for("Enter  Crazy 8s against a machine").enter(CHOICE, "q").end()
        assert fits(screen, columns)
    assert len(screen.lines) < 24
    for entry in entries():
        assert any(re.match(rf" +\d+  {re.escape(entry.title)} ", line) for line in screen.lines)
    assert "  1  Crazy 8s    " in screen.text


def test_enter_is_crazy8s_against_a_machine_and_leaving_it_leads_back() -> None:
    with Screen() as screen:
        screen.enter(CHOICE, "").wait_for("your turn").type(":go 1\n:quit\n")
        screen.wait_for("Seed: ").wait_for("The game is kept in ").wait_for("crazy8s-1.json").wait_for(
            "g  go on with crazy8s-1"
        )
        screen.enter(CHOICE, "g").wait_for("your turn").type(":quit\n")
        assert 0 == screen.wait_for(QUIT).enter(CHOICE, "quit").end()


@WIDTHS
def test_at_enter_war_is_played_with_52_shuffled_cards_by_the_rules_of_jones(columns: int) -> None:
    with Screen(columns=columns) as screen:
        screen.enter(CHOICE, "war").wait_for("By which rules?")
        for rules in ("1. jones: 52 shuffled cards", "2. rhodes: ", "3. umbc: ", "4. umassd: "):
            screen.wait_for(rules)
        screen.enter("Your choice? (1 to 4) [1]", "").enter("How many players? (2 to 10) [2]", "")
        screen.enter("How many people? (0 to 2) [1]", "0")
        screen.wait_for("Seed: ").wait_for("Hand 1\n").wait_for(".-----.")
        screen.wait_for("wins the game after").wait_for(QUIT).enter(CHOICE, "s")
        screen.wait_for("jones").enter(CHOICE, "q")
        assert 0 == screen.end()
        assert fits(screen, columns)


def test_a_file_of_ones_own_is_asked_for_and_a_wrong_one_leads_back(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("Hearts\n7 8\n7 Hearts\n8 Hearts\n", encoding="utf-8")
    with Screen(folder=tmp_path) as screen:
        for file in ("none.txt", "mine.txt"):
            screen.enter(CHOICE, "1").enter("[1]", "2").wait_for("a file of mine")
            last = re.findall(r"(\d+)\. a file of mine", screen.text)[0]
            screen.enter("[1]", last).enter("The file: ", file)
            if file == "none.txt":
                screen.wait_for("none.txt: the file can't be read: No such file or directory.")
        screen.enter("Enter number of players:", "1").enter("Is player 0 an AI? (y/n)", "y").enter("start with?", "1")
        screen.wait_for("Player 0 wins!")
        assert 0 == screen.enter(CHOICE, "q").end()


def test_numbers_are_asked_for_as_numbers_and_enter_is_an_answer() -> None:
    with Screen() as screen:
        screen.enter(CHOICE, number_of("Hearts"))
        for wrong in ("6", "x", "-3"):
            screen.enter("How many players? (3 to 5) [4] ", wrong)
            screen.wait_for("Please type a number, 3 to 5, Enter for 4, b to go back, or q to leave.")
        screen.enter("How many players? (3 to 5) [4] ", "3").enter("How many people? (0 to 3) [1] ", "")
        screen.wait_for("your turn").type(":quit\n").wait_for(QUIT)
        assert 0 == screen.enter(CHOICE, "q").end()


def test_b_goes_back_from_every_question() -> None:
    with Screen() as screen:
        screen.enter(CHOICE, "1").enter("[1]", "b").wait_for(QUIT).enter(CHOICE, "r").enter("[1]", "b").wait_for(QUIT)
        screen.enter(CHOICE, "hearts").enter("How many players?", "").enter("How many people?", "b").wait_for(QUIT)
        assert 0 == screen.enter(CHOICE, "q").end()


def test_rules_are_shown_a_screenful_at_a_time_and_an_empty_board_too() -> None:
    with Screen() as screen:
        screen.enter(CHOICE, "r").enter("[1]", "2").wait_for("===").enter("[Enter: on, q: leave]", "")
        screen.wait_for("Options (--set OPTION=VALUE)").enter("[Enter: on, q: leave]", "").wait_for(QUIT)
        screen.enter(CHOICE, "r").enter("[1]", "2").enter("[Enter: on, q: leave]", "q").wait_for(QUIT)
        screen.enter(CHOICE, "s").wait_for("No game is on the score board yet.")
        assert 0 == screen.enter(CHOICE, "q").end()


def test_a_name_is_remembered(home: Path) -> None:
    with Screen() as screen:
        screen.enter(CHOICE, "n").enter("Your name: ", "Ann").wait_for("n  your name: Ann")
        screen.enter(CHOICE, "").wait_for("your turn").type(":quit\n")
        assert 0 == screen.wait_for(QUIT).enter(CHOICE, "q").end()
    assert 'name = "Ann"\n' == (home / "config.toml").read_text(encoding="utf-8")


def test_what_is_no_choice_is_asked_for_again() -> None:
    with Screen() as screen:
        for answer in ("0", "55", "abc", "-1", "1.0", "²", "[red]", "g"):
            screen.enter(CHOICE, answer).wait_for("Please type a number from 1 to ")
        assert 0 == screen.enter(CHOICE, " q ").end()


@pytest.mark.parametrize("answers", [[], ["1"], ["hearts", "3"], ["n"]], ids=lambda answers: "-".join(answers))
def test_the_end_of_the_input_leaves_quietly_and_ctrl_c_at_once(answers: list[str]) -> None:
    for ctrl_c, code in [(True, 130), (False, 0)]:
        with Screen() as screen:
            for answer in answers:
                screen.wait_for(": " if answer == answers[0] else "] ").type(f"{answer}\n")
            screen.wait_for("Your name: " if answers == ["n"] else "] " if answers else CHOICE)
            assert code == (screen.interrupt() if ctrl_c else screen.type("\x04").end())
            assert ctrl_c == ("cardkit: interrupted" in screen.text)
            assert "Traceback" not in screen.text


def test_play_without_a_game_opens_the_menu() -> None:
    with Screen("play") as screen:
        assert 0 == screen.enter(CHOICE, "q").end()


def test_in_a_pipe_there_is_no_menu_but_help() -> None:
    run = cardkit_process(typed=b"q\n")
    assert ("Usage: cardkit [OPTIONS] COMMAND [ARGS]...", "", 0) == (run.lines[0], run.err, run.code)
    assert CHOICE not in run.out
    assert Run(run.out, "", 0) == cardkit_process("--help")


# Without the menu

HOUSE = ("play", "crazy8s", "--rules", "house", "--seed", "4")


def hand(run: Run) -> list[str]:
    """The first hand that is shown."""
    return next(line for line in run.lines if line.startswith("your hand")).split(": ")[1].split(", ")


def test_the_house_rules_ask_nothing_and_deal_seven_cards_to_two_and_five_to_more() -> None:
    run = cardkit(*HOUSE, typed=[":quit"])
    assert ("", 0, 7) == (run.err, run.code, len(hand(run)))
    assert 5 == len(hand(cardkit(*HOUSE, "--players", "4", typed=[":quit"])))
    assert 3 == len(hand(cardkit(*HOUSE, "--set", "hand_size=3", typed=[":quit"])))
    assert hand(run) != hand(cardkit(*HOUSE[:-1], "5", typed=[":quit"]))


def test_players_and_people_say_who_sits_there() -> None:
    for options, seats in [
        (["--players", "3"], ("human", "crazy8s:careful", "crazy8s:careful")),
        (["--people", "2"], ("human", "human")),
        (["--people", "2", "--players", "3"], ("human", "human", "crazy8s:careful")),
        ([], ("human", "crazy8s:careful")),
    ]:
        cardkit(*HOUSE, *options, typed=[":go 1", ":quit"])
        assert seats == last_game(unfinished=True).record.seats
    run = cardkit("play", "war", "first-war", "--people", "1", typed=[":quit"])
    assert "Ada, press Enter to turn over your card." in run.out


def test_a_machine_plays_for_a_person_as_long_as_they_want() -> None:
    run = cardkit(*HOUSE, typed=[":go 0", ":go x", ":go 2", ":quit"])
    assert 2 == run.lines.count("Say for how many turns, such as :go 10, or :go alone for all of them.")
    turns = [line for line in run.lines if " · your turn" in line]
    assert 2 == len(turns)
    assert 4 == len(last_game(unfinished=True).record.actions)
    whole = cardkit(*HOUSE, typed=[":go"])
    assert (0, "") == (whole.code, whole.err)
    assert any(" the game in " in line for line in whole.lines)


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_the_machine_that_goes_on_does_what_the_hint_says(seed: int) -> None:
    seats = ["--seat=human", *["--seat=random"] * 3]
    lines = cardkit("play", "spades", "--seed", str(seed), *seats, typed=[":hint", ":go 1", ":quit"]).lines
    [hinted] = [line for line in lines if line.startswith("The machine would bid ")]
    assert f"You {hinted.removeprefix('The machine would ')}" in lines


def test_ctrl_c_calls_the_person_back_while_a_machine_plays_for_them() -> None:
    with Screen("play", "war", "--rules", "jones", "--people", "1", "--seed", "3", "--pause", "0.05") as screen:
        screen.enter("press Enter to turn over your card.", ":go").wait_for("Hand 4")
        screen.type("\x03").wait_for("press Enter to turn over your card.").type(":quit\n")
        assert 0 == screen.end()
        assert "The game is kept in " in screen.text


def test_a_pause_is_made_before_each_turn_of_a_machine() -> None:
    begun = time.monotonic()
    cardkit("play", "crazy8s", "microDeck", "--players", "2", "--people", "0", "--set", "hand_size=2", "--pause", "0.1")
    assert time.monotonic() - begun > 0.2


def test_a_wrong_name_of_a_deck_is_asked_for_again_at_a_keyboard_and_ends_the_program_in_a_pipe() -> None:
    with Screen("play", "crazy8s", "--players", "2", "--set", "hand_size=2") as screen:
        screen.enter("Choose a file to load the deck from:", "none")
        screen.wait_for("`cardkit decks`").enter("Choose a file to load the deck from:", "microDeck")
        screen.wait_for("The initial discard is 7").type(":quit\n")
        assert 0 == screen.end()
    run = cardkit("play", "crazy8s", typed=["none"])
    assert ("cardkit: none: the file can't be read: No such file or directory\n", 1) == (run.err, run.code)


def test_people_are_waited_for_between_rounds_at_a_keyboard_and_not_in_a_pipe() -> None:
    order = ("play", "holdem", "--seat", "human", "--seat", "random", "--seed", "1", "--no-score")
    with Screen(*order) as screen:
        screen.enter("fold", "fold").wait_for("Press Enter for the next hand.")
        assert "Hand 2" not in screen.text
        screen.type("\n").enter("Hand 2", ":quit")
        assert 0 == screen.end()
        assert 1 == screen.text.count("Press Enter for")
    run = cardkit(*order, typed=["fold", ":quit"])
    assert (0, True, False) == (run.code, "Hand 2" in run.out, "Press Enter for" in run.out)
