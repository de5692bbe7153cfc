"""Search players at a table with people: as their opponent, for their hints, and where one plays for them."""

from __future__ import annotations

from following import EXAMPLES
from helpers import cardkit

GOLF = str(EXAMPLES / "golf.py")


def test_who_names_nobody_plays_against_search_which_gives_the_hints_and_its_reasons() -> None:
    run = cardkit("play", GOLF, "--seed", "1", typed=["turn 0", "turn 1", ":hint", ":hint", ":go 1", ":hint", ":quit"])
    hints = [line for line in run.lines if line.startswith("The machine would ")]
    assert (0, 3) == (run.code, len(hints))
    assert hints[0] == hints[1]
    action = hints[0].removeprefix("The machine would ").removesuffix(".")
    assert any(line.startswith(f"  {action}: ") and "points in the round" in line for line in run.lines)
    assert any(line.startswith("You ") for line in run.lines[run.lines.index("> :go 1") :])


def test_a_hint_after_a_choice_was_taken_back_is_the_one_from_before() -> None:
    typed = [":hint", "turn 0", ":undo", ":hint", ":quit"]
    run = cardkit("play", GOLF, "--seed", "2", "--practice", typed=typed)
    hints = [line for line in run.lines if line.startswith("The machine would ")]
    assert hints[0] == hints[1]
