"""Checking bots: what they have to do at a table, and what is said of those that don't."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from helpers import ROOT, cardkit, needs_shell

BOTS = ROOT / "docs" / "examples" / "bots"

CARELESS = """
import json, os, sys, time
turns = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "event" and message["event"] == "applause":
        raise SystemExit("what is applause?")
    if message["type"] == "turn":
        turns += 1
        print(message["legal"][os.urandom(1)[0] % len(message["legal"])], flush=True)
if turns == 1:
    time.sleep(60)
"""

LEAVING = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        print(message["legal"][0], flush=True)
    if message["type"] == "end":
        break
"""


@needs_shell
def test_a_good_bot_is_good_in_all_situations() -> None:
    run = cardkit("bot", "check", f"bash '{BOTS / 'first.sh'}'")
    assert 0 == run.code
    assert ["good"] * 7 == [line.split()[0] for line in run.lines[1:]]
    assert 0 == cardkit("bot", "check", f"bash '{BOTS / 'first.sh'}'", "klondike").code


def checked(script: Path, program: str) -> tuple[int, list[dict[str, str]]]:
    """The exit code of a check of a program in Python, and what was found."""
    script.write_text(program, encoding="utf-8")
    python = sys.executable if os.name == "nt" else f"'{sys.executable}'"
    run = cardkit("bot", "check", f"{python} {script.as_posix()}", "--json")
    findings: list[dict[str, str]] = json.loads(run.out)
    return run.code, findings


def test_a_bot_may_end_with_its_game(tmp_path: Path) -> None:
    code, findings = checked(tmp_path / "leaving.py", LEAVING)
    assert 0 == code
    notes = {one["situation"]: one["note"] for one in findings}
    assert "is started again" in notes["goes on with the next game where one was broken off"]


def test_what_a_careless_bot_does_wrong_is_told(tmp_path: Path) -> None:
    code, findings = checked(tmp_path / "careless.py", CARELESS)
    assert 1 == code
    found = {one["situation"]: one["wrong"] for one in findings}
    assert "let its chance come from `seed`" in found["plays the same game again in the same way"]
    unknown = found["reads on where there is something that it doesn't know"]
    assert "it has ended with exit code 1; its last words: what is applause?" == unknown
    assert "and was killed" in found["ends when its input ends"]
    assert 3 == sum(wrong != "" for wrong in found.values())


@needs_shell
def test_a_bot_that_answers_nonsense_is_checked_no_further() -> None:
    run = cardkit("bot", "check", "bash -c 'read -r; read -r; echo eight; read -r'")
    assert 1 == run.code
    assert ["wrong  answers its first turn with a legal action"] == run.lines[1:2]
    assert run.lines[2].startswith("       it answered 'eight'; legal was, for example, play")
    assert 3 == len(run.lines)
    assert 2 == cardkit("bot", "watch", "./bot").code
