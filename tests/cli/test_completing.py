"""What a shell completes beside commands and options."""

from __future__ import annotations

import os

import pytest
from helpers import cardkit, cardkit_process


def completed(line: str) -> list[str]:
    """What bash is offered at the end of a line."""
    words = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split(" ")) - 1)}
    run = cardkit_process(**words, _CARDKIT_COMPLETE="complete_bash", CARDKIT_HOME=os.environ["CARDKIT_HOME"])
    assert "" == run.err
    return run.out.split()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("cardkit play he", ["hearts"]),
        ("cardkit play crazy8s mi", ["microDeck"]),
        ("cardkit play crazy8s --rules ", ["classic", "house"]),
        ("cardkit simulate war --set f", ["face_down="]),
        ("cardkit play crazy8s --seat c", ["crazy8s:careful"]),
        ("cardkit play war --style u", ["umbc", "umassd"]),
        ("cardkit play chess --rules ", []),
        ("cardkit check --promise legal-is", ["legal-is-a-list"]),
        ("cardkit config get na", ["name"]),
    ],
)
def test_values_are_completed(line: str, words: list[str]) -> None:
    assert words == completed(line)


def test_kept_games_are_completed() -> None:
    cardkit("play", "go_fish", typed=[":go 1"])
    assert ["go-fish-1"] == completed("cardkit resume go")
