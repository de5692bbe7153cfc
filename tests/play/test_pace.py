"""How a game is begun without many words, and how fast it goes: numbers of players, pauses, letting it go on."""

from __future__ import annotations

import time
from pathlib import Path

from helpers import Run, cardkit
from terminals import Screen

from cardkit.play.kept_games import last_game

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


def test_a_machine_plays_for_a_person_as_long_as_they_want() -> None:
    run = cardkit(*HOUSE, typed=[":go 0", ":go x", ":go 2", ":quit"])
    assert 2 == run.lines.count("Say for how many turns, such as :go 10, or :go alone for all of them.")
    turns = [line for line in run.lines if " · your turn" in line]
    assert 2 == len(turns)
    kept = last_game(unfinished=True)
    assert kept is not None
    assert kept.record is not None
    assert 4 == len(kept.record.actions)
    whole = cardkit(*HOUSE, typed=[":go"])
    assert (0, "") == (whole.code, whole.err)
    assert any(" the game in " in line for line in whole.lines)


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


TOSSES = """
from cardkit import Action, Dealer, Game, Pile, Result, State

class Toss(Action):
    "Toss, and end the round."

class Table(State):
    pack: Pile

class Tosses(Game[Table, Toss]):
    "Two rounds of one toss each."

    name = "tosses"
    players = range(1, 2)
    counts = "toss"

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Table:
        table = Table(seats=seats, pack=deck)
        dealer.begin_round(table)
        return table

    def legal(self, table: Table) -> list[Toss]:
        return [Toss()]

    def apply(self, table: Table, toss: Toss, dealer: Dealer) -> None:
        dealer.end_round([1.0], [1.0])
        dealer.begin_round(table)

    def result(self, table: Table) -> Result | None:
        return Result.win(0, seats=1) if table.round == 3 else None
"""


def test_people_are_waited_for_between_rounds_at_a_keyboard_and_not_in_a_pipe(tmp_path: Path) -> None:
    (tmp_path / "tosses.py").write_text(TOSSES, encoding="utf-8")
    order = ("play", "tosses.py", "--seat", "human", "--no-score")
    with Screen(*order, folder=tmp_path) as screen:
        screen.enter("Toss 1", "toss").wait_for("Press Enter for the next toss.")
        assert "Toss 2" not in screen.text
        screen.type("\n").enter("Toss 2", ":go").wait_for("You win the game")
        screen.enter("Again?", "q")
        assert 0 == screen.end()
        assert 1 == screen.text.count("Press Enter for")
    run = cardkit(*order, folder=tmp_path, typed=["toss", "toss"])
    assert (0, False) == (run.code, "Press Enter for" in run.out)
