"""People at one terminal: what each is shown and asked, and what nobody else may see, on whatever screen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers import TESTS, Run, cardkit, cardkit_process
from terminals import Screen

PARLOUR = str(TESTS / "data" / "parlour_game.py")
PLAY = ("play", PARLOUR, "--seed", "1")
SEATS = ("--seat=random", "--seat=random")


def parlour(*more: str, typed: list[str]) -> Run:
    """A game in which all choose at once, and then who is first."""
    return cardkit(*PLAY, *more, typed=typed)


@pytest.mark.parametrize(("game", "told"), [("hearts", "Ada, Ben and Cleo play at random."), ("crazy8s", "")])
def test_an_ai_that_is_no_other_than_random_is_told_to_play_at_random(game: str, told: str) -> None:
    deck = ["standard52", "--set", "shuffle=true", "--set", "hand_size=5"] if game == "crazy8s" else []
    out = cardkit("play", game, *deck, "--seat=human", *["--seat=ai"] * 3, "--seed", "4").out
    assert told in out
    assert ("at random" in out) == bool(told)


def test_forms_are_a_line_each_words_alone_are_numbered_and_enter_passes_in_a_window() -> None:
    asked = parlour(typed=["4c", "3C, 2C", "turn"]).lines
    assert "bid: 1 to 2 of 4C 5C" in asked
    assert "Player 2 bids 2C and 3C." in asked
    assert "you can: 1 snap, 2 pass, as Enter does" == asked[-1]
    lines = parlour(typed=["4C", "2C", "turn", "", "1", "turn"]).lines
    assert "Player 2 snaps." in lines
    assert "Player 2 takes 4C, 2C and 6C from the heap." in lines


def test_an_answer_that_means_nothing_is_explained_and_asked_for_again() -> None:
    lines = parlour(typed=["bid QC", "1"]).lines
    assert ["bid: 1 to 2 of 4C 5C"] * 3 == [line for line in lines if line.startswith("bid: ")]
    assert 2 == sum(line.endswith("Try again.") for line in lines)


@pytest.mark.parametrize("seats", [("human", "random"), ("random", "human")])
def test_machines_choose_at_once_and_the_person_is_asked_alone(seats: tuple[str, str]) -> None:
    lines = parlour(*(f"--seat={seat}" for seat in seats), typed=["4C" if seats[0] == "human" else "2C"]).lines
    assert 1 == sum("bid: 1 to 2 of" in line for line in lines)
    assert 2 == sum("bid the" in line or "bids the" in line for line in lines)


def test_commands_know_the_seat_that_is_asked() -> None:
    lines = parlour(typed=["4C", ":legal", ":hint", "2C", "turn", "", ":legal", ":hint", ":undo"]).lines
    assert "  bid 1 to 2 of 2C, 3C" in lines
    [hinted] = [line for line in lines if line.startswith("The machine would bid ")]
    assert {"2C", "3C"} >= set(re.findall(r"[23]C", hinted)) | {"2C"}
    assert "> :legal\n  snap\n  pass\n> :hint\nThe machine would snap.\n" in "\n".join(lines)
    assert any(line.startswith("  snap: wins ") for line in lines)


def test_a_game_of_all_and_any_is_resumed_replayed_and_forked(tmp_path: Path) -> None:
    record = str(tmp_path / "game.json")
    assert 1 == parlour("--record", record, typed=["4C", "2C", "turn", "", "1", "turn"]).code
    ended = cardkit("resume", record, "--game", PARLOUR, typed=["1", "", "", "turn", "", "1"])
    told = cardkit("replay", record, "--game", PARLOUR)
    assert ended.lines[-1] == told.lines[-1]
    bids = [line for line in told.lines if " bids " in line]
    assert ["Player 1 bids the 4 of clubs.", "Player 2 bids the 2 of clubs."] == bids
    forked = cardkit("fork", record, "--game", PARLOUR, "--at", "3", *SEATS, "--record", f"{record}2")
    assert [(0, "")] * 2 == [(run.code, run.err) for run in (ended, forked)]


def test_a_choice_among_all_is_taken_back_until_others_have_chosen() -> None:
    run = parlour("--seat=human", "--seat=random", typed=["4C", ":undo", "n", "5C"])
    assert "Taken back." not in run.lines
    assert "You have seen cards since that were hidden. " in run.out


def test_nothing_of_a_choice_is_left_on_the_screen_for_the_next_person() -> None:
    with Screen(*PLAY) as screen:
        for bid in ("bid 4C", "bid 2C"):
            screen.enter(HAND_OVER, "").enter("bid ", bid)
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


# None of them sees what was shown to another

MICRO = ("play", "crazy8s", "microDeck", "--set", "hand_size=3")
TWO = ("--seat", "human", "--seat", "human")
TYPED = "What would you like to play?"
HAND_OVER = "Press Enter when nobody else is looking."
CLEARED = "\x1b[H\x1b[2J\x1b[3J"
LINES = 40
"""The lines that the terminals of tests have."""


def turn(seat: int) -> str:
    return f"Player {seat}, it is your turn. {HAND_OVER}"


def screens(screen: Screen, changes: dict[str, str]) -> list[str]:
    """What was shown between one clearing and the next."""
    if changes.get("TERM") == "dumb":
        assert "\x1b" not in screen.raw
        return screen.raw.split("\n" * LINES)
    return screen.raw.split(CLEARED)


def hands(text: str) -> set[str]:
    return set(re.findall(r"Your hand contains: (.*)", re.sub(r"\x1b\[[0-9;]*m", "", text)))


@pytest.mark.parametrize(
    ("output", "changes"),
    [((), {}), ((), {"NO_COLOR": "1"}), ((), {"TERM": "dumb"}), (("--quiet",), {"NO_COLOR": "1"}), (("--json",), {})],
    ids=str,
)
def test_no_two_people_have_their_hands_on_one_screen_and_none_shows_before_somebody_is_there(
    output: tuple[str, ...], changes: dict[str, str], tmp_path: Path
) -> None:
    with Screen(*MICRO, *TWO, *output, "--record", "two.json", folder=tmp_path, **changes) as screen:
        for seat in (0, 1, 0, 1):
            screen.enter(turn(seat), "").enter(TYPED, "draw card")
        screen.enter(turn(0), "").wait_for(TYPED).type(":quit\n")
        assert 0 == screen.end()
    assert [0, 1, 1, 1, 1, 1, 0] == [len(hands(shown)) for shown in screens(screen, changes)]
    assert "go on with: cardkit resume" in screen.lines[-1]
    if output:
        return
    with Screen("resume", "two.json", folder=tmp_path, **changes) as screen:
        screen.wait_for(turn(0))
        assert set() == hands(screen.raw)
        screen.type("\n").wait_for("Player 1 draws a card.").enter(TYPED, "\x04")
        assert 1 == screen.end()
        assert set() == hands(screens(screen, changes)[-1])


def test_after_a_machine_the_first_person_is_asked_to_come_as_well(tmp_path: Path) -> None:
    with Screen(*MICRO, "--seat", "ai", *TWO, folder=tmp_path) as screen:
        screen.wait_for(turn(1))
        assert set() == hands(screen.raw)
        screen.type("\n").wait_for("Player 0 plays 8 Clubs").wait_for(TYPED).interrupt()
    assert set() == hands(screens(screen, {})[-1])


@pytest.mark.parametrize("practice", [True, False])
def test_who_takes_a_choice_back_stays_and_takes_nothing_back_after_hidden_cards_were_seen_but_in_practice(
    tmp_path: Path, *, practice: bool
) -> None:
    more = ["--practice"] * practice
    with Screen(*MICRO, *TWO, *more, "--set", "draw=until-playable", folder=tmp_path) as screen:
        screen.enter(turn(0), "").enter(TYPED, "draw card").wait_for("Player 0 draws a card.").enter(TYPED, ":undo")
        screen.wait_for("Taken back." if practice else "You have seen cards since that were hidden.")
        (screen.wait_for(TYPED) if practice else screen).type(":quit\n")
        assert 0 == screen.end()
    assert 1 == screen.text.count(turn(0))
    assert practice or ("Taken back." not in screen.text and "practice" not in screen.text)


def test_the_seed_is_on_the_first_persons_screen(tmp_path: Path) -> None:
    with Screen(*MICRO, *TWO, "--set", "shuffle=true", folder=tmp_path) as screen:
        screen.enter(turn(0), "").wait_for("Seed: ").wait_for("The initial discard is").enter(TYPED, ":quit")
        assert 0 == screen.end()


def test_one_person_and_programs_that_play_two_through_pipes_are_asked_for_no_key() -> None:
    with Screen(*MICRO, "--seat", "human", "--seat", "ai") as screen:
        assert 0 == screen.enter(TYPED, ":quit").end()
    assert ("Press Enter" in screen.text, CLEARED in screen.raw) == (False, False)
    run = cardkit_process(*MICRO, *TWO, typed=b"draw card\ndraw card\n:quit\n")
    assert (False, 3, "", 0) == ("Press Enter" in run.out, len(hands(run.out)), run.err, run.code)


# Questions beside the game's own

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
def test_every_question_helps_takes_back_refuses_shows_nothing_secret_and_can_be_left(
    name: str, tmp_path: Path
) -> None:
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
        assert (typed != "q") >= screen.text[shown:].count("your hand")


def test_enter_answers_every_question_that_has_an_answer(tmp_path: Path) -> None:
    with Screen("play", "crazy8s", "standard52", folder=tmp_path) as screen:
        for question in ("players: [2]", "player 0 an AI? (y/n) [n]", "player 1 an AI? (y/n) [y]", "start with? [5]"):
            screen.enter(question, "")
        screen.enter("What would you like to play?", ":quit")
        assert 0 == screen.end()


def test_no_line_at_a_yes_or_no_question_is_said_to_be_taken_for_no(tmp_path: Path) -> None:
    command, before, question = WHERE["practice"]
    with Screen(*command, folder=tmp_path) as screen:
        for prompt, answer in before:
            screen.enter(prompt, answer)
        screen.wait_for(question).type("\x04").wait_for("That is taken for n.").type(":quit\n")
        assert 0 == screen.end()


def test_a_program_is_helped_at_a_question_before_the_game_too() -> None:
    assert "Type an answer; :quit leaves.\n" in cardkit("play", "crazy8s", typed=[":help", ":quit"]).out
    assert ":helped: the file can't be read" in cardkit("play", "crazy8s", typed=[":helped"]).err
