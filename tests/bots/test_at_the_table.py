"""Search players at a table with people: as their opponent, for their hints, and where one plays for them."""

from __future__ import annotations

import re

import pytest
from following import EXAMPLES
from helpers import cardkit

GOLF = str(EXAMPLES / "golf.py")


def test_who_names_nobody_plays_against_search_which_gives_the_hints_and_its_reasons() -> None:
    run = cardkit("play", GOLF, "--seed", "1", typed=["turn 0", "turn 1", ":hint", ":hint", ":go 1", ":hint", ":quit"])
    hints = [line for line in run.lines if line.startswith("The machine would ")]
    assert (0, 3) == (run.code, len(hints))
    assert hints[0] == hints[1]
    action = hints[0].removeprefix("The machine would ").removesuffix(".")
    assert any(line.startswith(f"  {action}: ") and "points in the hole" in line for line in run.lines)
    assert any(line.startswith("You ") for line in run.lines[run.lines.index("> :go 1") :])


@pytest.mark.parametrize(
    ("game", "shown"),
    [("cheat", r"  put .+ down as aces: wins \d+ % .+"), ("klondike", r"  put .+ on .+: \d+\.\d \(.+\) cards in .+")],
)
def test_a_hint_says_each_action_in_words_and_what_the_game_counts(game: str, shown: str) -> None:
    """Also of very many actions; and where nobody plays against anybody, the score that one plays for."""
    run = cardkit("play", game, "--seed", "5", typed=[":hint", ":quit"])
    first = next(place for place, line in enumerate(run.lines) if line.startswith("The machine would put "))
    assert run.lines[first + 1].startswith(
        f"  {run.lines[first].removeprefix('The machine would ').removesuffix('.')}: "
    )
    assert re.fullmatch(shown, run.lines[first + 1])


def test_a_hint_after_a_choice_was_taken_back_is_the_one_from_before() -> None:
    typed = [":hint", "turn 0", ":undo", ":hint", ":quit"]
    run = cardkit("play", GOLF, "--seed", "2", "--practice", typed=typed)
    hints = [line for line in run.lines if line.startswith("The machine would ")]
    assert hints[0] == hints[1]
