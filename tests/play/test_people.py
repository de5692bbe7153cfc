"""People at one terminal: what they are shown and asked, and what nobody else may see."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers import cardkit
from terminals import Screen

PARLOUR = str(Path(__file__).parents[1] / "data" / "parlour_game.py")
PLAY = ("play", PARLOUR, "--seed", "1")
SEATS = ("--seat=random", "--seat=random")


@pytest.mark.parametrize(("game", "told"), [("hearts", "Ada, Ben and Cleo play at random."), ("crazy8s", "")])
def test_an_ai_that_is_no_other_than_random_is_told_to_play_at_random(game: str, told: str) -> None:
    deck = ["standard52", "--set", "shuffle=true", "--set", "hand_size=5"] if game == "crazy8s" else []
    seats = [word for player in ("human", "ai", "ai", "ai") for word in ("--seat", player)]
    out = cardkit("play", game, *deck, *seats, "--seed", "4").out
    assert told in out
    assert ("at random" in out) == bool(told)


def test_forms_are_a_line_each_and_words_alone_are_numbered() -> None:
    run = cardkit(*PLAY, typed=["4c", "3C, 2C", "turn"])
    assert "bid: 1 to 2 of 4C 5C" in run.lines
    assert "Player 2 bids 2C and 3C." in run.lines
    assert "you can: 1 snap, 2 pass, as Enter does" == run.lines[-1]


def test_an_answer_that_means_nothing_is_explained_and_asked_for_again() -> None:
    run = cardkit(*PLAY, typed=["bid QC", "1"])
    assert ["bid: 1 to 2 of 4C 5C"] * 3 == [line for line in run.lines if line.startswith("bid: ")]
    assert 2 == sum(line.endswith("Try again.") for line in run.lines)


def test_in_a_window_enter_passes_and_a_number_chooses() -> None:
    run = cardkit(*PLAY, typed=["4C", "2C", "turn", "", "1", "turn"])
    assert "Player 2 snaps." in run.lines
    assert "Player 2 takes 4C, 2C and 6C from the heap." in run.lines


@pytest.mark.parametrize("seats", [("human", "random"), ("random", "human")])
def test_machines_choose_at_once_and_the_person_is_asked_alone(seats: tuple[str, str]) -> None:
    run = cardkit(*PLAY, *(f"--seat={seat}" for seat in seats), typed=["4C" if seats[0] == "human" else "2C"])
    assert 1 == sum("bid: 1 to 2 of" in line for line in run.lines)
    assert 2 == sum("bid the" in line or "bids the" in line for line in run.lines)


def test_commands_know_the_seat_that_is_asked() -> None:
    run = cardkit(*PLAY, typed=["4C", ":legal", ":hint", "2C", "turn", "", ":legal", ":hint", ":undo"])
    assert "  bid 1 to 2 of 2C, 3C" in run.lines
    [hinted] = [line for line in run.lines if line.startswith("The machine would bid ")]
    assert {"2C", "3C"} >= set(re.findall(r"[23]C", hinted)) | {"2C"}
    assert ["> :legal", "  snap", "  pass", "> :hint", "The machine would snap."] in [
        run.lines[place : place + 5] for place in range(len(run.lines))
    ]
    assert any(line.startswith("  snap: wins ") for line in run.lines)


def test_a_game_of_all_and_any_is_resumed_replayed_and_forked(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    typed = ["4C", "2C", "turn", "", "1", "turn"]
    cut = cardkit(*PLAY, "--record", str(record), typed=typed)
    assert 1 == cut.code
    ended = cardkit("resume", str(record), "--game", PARLOUR, typed=["1", "", "", "turn", "", "1"])
    assert (0, "") == (ended.code, ended.err)
    told = cardkit("replay", str(record), "--game", PARLOUR)
    assert ended.lines[-1] == told.lines[-1]
    assert [f"Player {n} bids the {r} of clubs." for n, r in ((1, 4), (2, 2))] == [
        line for line in told.lines if " bids " in line
    ]
    forked = cardkit("fork", str(record), "--game", PARLOUR, "--at", "3", *SEATS, "--record", str(tmp_path / "f"))
    assert (0, "") == (forked.code, forked.err)


def test_a_choice_among_all_is_taken_back_until_others_have_chosen() -> None:
    run = cardkit(*PLAY, "--seat=human", "--seat=random", typed=["4C", ":undo", "n", "5C"])
    assert "Taken back." not in run.lines
    assert "You have seen cards since that were hidden. " in run.out


def test_nothing_of_a_choice_is_left_on_the_screen_for_the_next_person() -> None:
    with Screen(*PLAY) as screen:
        screen.enter("Press Enter when nobody else is looking.", "")
        screen.enter("bid ", "bid 4C")
        screen.enter("Press Enter when nobody else is looking.", "")
        screen.enter("bid ", "bid 2C")
        screen.wait_for("Player 2 bids the 2 of clubs.")
        shown = screen.raw.split("\x1b[3J")
    assert "4♣" in shown[1]
    assert "4♣" not in shown[2].split("Player 1 bids the 4 of clubs.")[0]


SIGNALS = '''
from cardkit import Action, AnyOf, Card, Game, Pile, Result, State


class Signal(Action):
    """Say that a card is your lowest or your highest."""

    card: Card
    how: str
    says = "signal {card}: the {how}"


class Done(Action):
    """Attack no more."""

    says = "attack no more"


class Table(State):
    hands: list[Pile]
    rows: list[Pile]


class Signals(Game[Table, Signal | Done]):
    """Signal as long as you want."""

    name = "signals"
    players = range(2, 3)

    def setup(self, deck, seats, dealer):
        table = Table(seats=seats, hands=Pile.hands(seats), rows=[Pile.face_up()])
        dealer.deal(deck, table.hands)
        return table

    def acting(self, table):
        return AnyOf(0)

    def legal(self, table):
        return [Signal(card, "lowest") for card in table.hands[0].cards[:2]]

    def apply(self, table, action, dealer):
        dealer.move([action.card], table.hands[0], table.rows[0])

    def all_passed(self, table, dealer):
        dealer.sweep(table.hands[0], table.hands[1])

    def result(self, table):
        return None if table.hands[0] else Result.draw(2)
'''


def test_what_is_said_of_half_an_answer_and_of_what_cant_be_done_reads_well(tmp_path: Path) -> None:
    (tmp_path / "signals.py").write_text(SIGNALS, encoding="utf-8")
    typed = ["signal", "", "done", "?"]
    run = cardkit("play", str(tmp_path / "signals.py"), "--seat=human", "--seat=random", typed=typed)
    which = next(place for place, line in enumerate(run.lines) if line.startswith("Which: "))
    assert re.fullmatch(r"Which: signal \S+ or \S+: the lowest\?", run.lines[which])
    assert ["or: pass, as Enter does", "or: pass"] == [run.lines[which - 2], run.lines[which + 2]]
    assert any(line.startswith("You can't attack no more now; type ") for line in run.lines)
    assert "  :quit   leave the game" in run.lines
