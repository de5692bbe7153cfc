"""Several people at one terminal: none of them sees what was shown to another, whatever the output looks like."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers import cardkit_process
from terminals import Screen

MICRO = ("play", "crazy8s", "microDeck", "--set", "hand_size=3")
TWO = ("--seat", "human", "--seat", "human")
TYPED = "What would you like to play?"
CLEARED = "\x1b[H\x1b[2J\x1b[3J"
LINES = 40
"""The lines that the terminals of tests have."""


def turn(seat: int) -> str:
    return f"Player {seat}, it is your turn. Press Enter when nobody else is looking."


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
    [
        ((), {}),
        ((), {"NO_COLOR": "1"}),
        ((), {"TERM": "dumb"}),
        ((), {"TERM": "dumb", "NO_COLOR": "1"}),
        (("--quiet",), {"NO_COLOR": "1"}),
        (("--json",), {}),
    ],
    ids=str,
)
def test_no_two_people_have_their_hands_on_one_screen(
    output: tuple[str, ...], changes: dict[str, str], tmp_path: Path
) -> None:
    with Screen(*MICRO, *TWO, *output, folder=tmp_path, **changes) as screen:
        for seat in (0, 1, 0, 1):
            screen.enter(turn(seat), "").enter(TYPED, "draw card")
        screen.enter(turn(0), "").wait_for(TYPED).type(":quit\n")
        assert 0 == screen.end()
    seen = [hands(shown) for shown in screens(screen, changes)]
    assert [0, 1, 1, 1, 1, 1, 0] == list(map(len, seen))
    assert "go on with: cardkit resume" in screen.lines[-1]


@pytest.mark.parametrize("changes", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_a_game_that_is_resumed_shows_no_hand_before_somebody_says_that_they_are_there(
    changes: dict[str, str], tmp_path: Path
) -> None:
    with Screen(*MICRO, *TWO, "--record", "two.json", folder=tmp_path, **changes) as screen:
        screen.enter(turn(0), "").enter(TYPED, "draw card").enter(turn(1), "").enter(TYPED, ":quit")
        assert 0 == screen.end()
        assert set() == hands(screens(screen, changes)[-1])
    with Screen("resume", "two.json", folder=tmp_path, **changes) as screen:
        screen.wait_for(turn(1))
        assert set() == hands(screen.raw)
        screen.type("\n").wait_for("Player 0 draws a card.").enter(TYPED, "\x04")
        assert 1 == screen.end()
        assert set() == hands(screens(screen, changes)[-1])


def test_after_a_machine_the_first_person_is_asked_to_come_as_well(tmp_path: Path) -> None:
    with Screen(*MICRO, "--seat", "ai", *TWO, folder=tmp_path) as screen:
        screen.wait_for(turn(1))
        assert set() == hands(screen.raw)
        screen.type("\n").wait_for("Player 0 plays 8 Clubs").wait_for(TYPED).interrupt()
    assert set() == hands(screens(screen, {})[-1])


def test_who_takes_a_choice_back_stays_at_the_keyboard(tmp_path: Path) -> None:
    with Screen(*MICRO, *TWO, "--practice", "--set", "draw=until-playable", folder=tmp_path) as screen:
        screen.enter(turn(0), "").enter(TYPED, "draw card").wait_for("Player 0 draws a card.").enter(TYPED, ":undo")
        screen.wait_for("Taken back.").wait_for(TYPED).type(":quit\n")
        assert 0 == screen.end()
    assert 1 == screen.text.count(turn(0))


def test_people_at_one_keyboard_take_nothing_back_after_they_have_seen_hidden_cards_as_at_a_servers_table(
    tmp_path: Path,
) -> None:
    with Screen(*MICRO, *TWO, "--set", "draw=until-playable", folder=tmp_path) as screen:
        screen.enter(turn(0), "").enter(TYPED, "draw card").wait_for("Player 0 draws a card.").enter(TYPED, ":undo")
        screen.wait_for("You have seen cards since that were hidden.").type(":quit\n")
        assert 0 == screen.end()
    assert "Taken back." not in screen.text
    assert "practice" not in screen.text


def test_the_seed_is_on_the_first_persons_screen(tmp_path: Path) -> None:
    with Screen(*MICRO, *TWO, "--set", "shuffle=true", folder=tmp_path) as screen:
        screen.enter(turn(0), "").wait_for("Seed: ").wait_for("The initial discard is").enter(TYPED, ":quit")
        assert 0 == screen.end()


def test_one_person_is_asked_for_no_key_and_no_screen_is_cleared() -> None:
    with Screen(*MICRO, "--seat", "human", "--seat", "ai") as screen:
        assert 0 == screen.enter(TYPED, ":quit").end()
        assert "Press Enter" not in screen.text
        assert CLEARED not in screen.raw


def test_programs_that_play_two_people_through_pipes_are_asked_for_no_key() -> None:
    run = cardkit_process(*MICRO, *TWO, typed=b"draw card\ndraw card\n:quit\n")
    assert "Press Enter" not in run.out
    assert (3, "", 0) == (len(hands(run.out)), run.err, run.code)
