"""Check goes where random games seldom come, says which lines were never run, and goes on whatever a rule does."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from broken_games import DRAWN, HEAP
from helpers import ROOT, cardkit_process

from cardkit.authors.trial import StepClock, in_ranges

LANTERNS = (ROOT / "docs" / "examples" / "lanterns.py").read_text(encoding="utf-8")
"""A game in which a lantern is seldom full, and in which nobody sees the own cards."""
HINTED = "dealer.hint(table.hands[to], to, rank=rank)"
NOTED = {
    "    mistakes: int = 0\n": "    mistakes: int = 0\n    notes: list[str] = field(default_factory=list)\n",
    "from cardkit import (": "from dataclasses import field\n\nfrom cardkit import (",
    HINTED: f"{HINTED}\n                table.notes = [f'{{card.rank == rank}}' for card in table.hands[to]]",
}
"""What is told of a hand is written down too."""
TAKES = HEAP.replace('"leaky"', '"takes"').replace(DRAWN, f"RULE\n        {DRAWN}")


def checked(folder: Path, text: str, *promises: str) -> list[str]:
    """The lines that are told of a game, and the exit code first."""
    (folder / "game.py").write_text(text, encoding="utf-8")
    asked = [word for promise in promises for word in ("--promise", promise)]
    run = cardkit_process("check", str(folder / "game.py"), *asked, "--record", str(folder / "broken.json"))
    assert "" == run.err
    return [str(run.code), *run.lines]


def test_a_fault_that_random_games_seldom_meet_is_found_soon(tmp_path: Path) -> None:
    text = LANTERNS.replace("len(lit) == RANKS.index(card.rank)", "RANKS[len(lit)] == card.rank")
    told = checked(tmp_path, text.replace(', "B": "blue", "Y": "yellow"', ""), "plays-without-errors")
    assert ["1", "broken  plays-without-errors"] == told[:2]
    assert "IndexError was raised" in told[2]


def test_notes_that_follow_from_what_was_told_are_no_leak(tmp_path: Path) -> None:
    text = LANTERNS
    for old, new in NOTED.items():
        text = text.replace(old, new, 1)
    told = checked(tmp_path, text, "log-keeps-secrets")
    assert ["0", "ok      log-keeps-secrets"] == told[:2]


@pytest.mark.parametrize(
    "leak",
    [
        "table.seen = f'{table.stock.top.suit}{table.stock.top.rank}' if table.stock else ''",
        "table.seen = str([sum(card.rank > '3' for card in hand) for hand in table.hands])",
    ],
)
def test_values_made_of_hidden_cards_are_found(leak: str, tmp_path: Path) -> None:
    turn = "        table.pass_turn()"
    text = LANTERNS.replace(turn, f"        {leak}\n{turn}")
    text = text.replace("    mistakes: int = 0\n", "    mistakes: int = 0\n    seen: str = ''\n", 1)
    told = checked(tmp_path, text, "log-keeps-secrets")
    assert ["1", "broken  log-keeps-secrets"] == told[:2]
    assert "the field seen tells " in told[2]


def test_the_lines_that_were_never_run_are_told(tmp_path: Path) -> None:
    text = TAKES.replace("RULE", "if len(table.heap) > 52:\n            print('never')")
    line = text.splitlines().index("            print('never')") + 1
    told = checked(tmp_path, text, "plays-without-errors")
    assert f"Never run: line {line} of game.py." == told[-2]
    assert "1, 4-6" == in_ranges([1, 4, 5, 6])


UNSPEAKABLE = """
class Unspeakable(Exception):
    def __str__(self):
        raise KeyboardInterrupt
"""


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("while True: pass", "it takes "),
        ("raise SystemExit(3)", "SystemExit was raised (3)"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt was raised"),
        ("raise Unspeakable", "Unspeakable was raised (its text can't be had because of KeyboardInterrupt)"),
        ("__import__('os')._exit(0)", "SystemExit was raised (os._exit(0))"),
        ("__import__('ctypes').CDLL(None)._exit(0)", "it ends the process, with the exit code 0"),
    ],
)
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system can't fork")
def test_check_goes_on_whatever_a_rule_does(
    rule: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = StepClock.step
    monkeypatch.setattr(StepClock, "step", lambda clock, seconds=0.5: step(clock, min(seconds, 0.5)))
    text = f"{TAKES}\n\n{UNSPEAKABLE}".replace("RULE", f"if len(table.heap) < 50:\n            {rule}")
    told = checked(tmp_path, text, "plays-without-errors", "cards-conserved")
    assert ["1", "broken  plays-without-errors"] == told[:2]
    assert said in told[2]
    assert any(line.split()[1:] == ["cards-conserved"] or "keeps 1 of 2" in line for line in told[3:])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system can't fork")
def test_check_goes_on_where_no_game_can_be_set_up(tmp_path: Path) -> None:
    error = "KeyboardInterrupt"
    text = TAKES.replace("RULE", "").replace("taken=Pile.hands(seats)", f"taken=exec('raise {error}')")
    told = checked(tmp_path, text)
    assert "1" == told[0]
    assert any(f": {error} was raised" in line and ", after setup" in line for line in told)
    assert "takes keeps 0 of " in told[-1]
