"""How a game is begun without many words, and how fast it goes: numbers of players, pauses, letting it go on."""

from __future__ import annotations

import time

from helpers import Run, cardkit
from terminals import Screen

from cardkit.play.kept.games import last_game

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
        kept = last_game(unfinished=True)
        assert kept is not None
        assert kept.record is not None
        assert seats == kept.record.seats
    run = cardkit("play", "war", "first-war", "--people", "1", typed=[":quit"])
    assert "Ada, press Enter to turn over your card." in run.out


def test_numbers_that_make_no_sense_are_refused() -> None:
    for options, code, said in [
        (["--people", "3", "--players", "2"], 1, "cardkit: hearts: 3 people can't sit at 2 seats\n"),
        (["--players", "7"], 1, "cardkit: hearts: "),
        (["--players", "3", "--seat", "ai"], 2, "cardkit: Invalid value for --seat: say who plays by --seat, or "),
    ]:
        run = cardkit("play", "hearts", *options)
        assert ("", code, 1) == (run.out, run.code, len(run.err.splitlines()))
        assert run.err.startswith(said)


def test_without_a_game_and_a_terminal_the_command_says_what_is_missing() -> None:
    run = cardkit("play")
    assert ("", 2) == (run.out, run.code)
    assert run.err.endswith("say which game, such as `cardkit play crazy8s`\n")


def test_a_machine_plays_for_a_person_as_long_as_they_want() -> None:
    run = cardkit(*HOUSE, typed=[":go 0", ":go x", ":go 2", ":quit"])
    assert 2 == run.lines.count("say for how many turns, such as :go 10, or :go alone for all of them.")
    turns = [line for line in run.lines if line == "Player 0's turn!"]
    assert 3 == len(turns)
    kept = last_game(unfinished=True)
    assert kept is not None
    assert kept.record is not None
    assert 4 == len(kept.record.actions)
    whole = cardkit(*HOUSE, typed=[":go"])
    assert (0, "") == (whole.code, whole.err)
    assert any(line.endswith(" wins!") for line in whole.lines)


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
