"""`pytest --cardkit GAME`: a test for each promise, as somebody else's test run has it."""

from __future__ import annotations

import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from broken_games import LEAKY
from helpers import PYTEST, environment, finished

from cardkit.authors.laws import EVERY_PROMISE

pytestmark = pytest.mark.skipif(
    not any(entry.name == "cardkit" for entry in entry_points(group="pytest11")), reason="the plugin is not installed"
)


def run(folder: Path, *arguments: str) -> tuple[str, int]:
    """What pytest says with these arguments in a folder, and its exit code."""
    command = [sys.executable, *PYTEST, *arguments]
    done = finished(command, cwd=folder, env=environment(), text=True)
    return done.stdout + done.stderr, done.returncode


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a broken game and a test."""
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    (tmp_path / "leaky.py").write_text(LEAKY.replace("<leaky>", "leaky"), encoding="utf-8")
    (tmp_path / "test_other.py").write_text("def test_other():\n    assert True\n", encoding="utf-8")
    return tmp_path


def test_there_is_a_test_for_each_promise_and_nothing_else(folder: Path) -> None:
    said, code = run(folder, "--cardkit", "./leaky.py", "--collect-only", "-q")
    assert 0 == code, said
    names = [line.split("::")[1] for line in said.splitlines() if "::" in line]
    assert list(EVERY_PROMISE) == names


def test_a_broken_promise_fails_with_its_sentence_and_tests_that_are_named_run_too(folder: Path) -> None:
    words = ("-k", "other or conserved or legal-is")
    said, code = run(folder, "--cardkit", "leaky.py", "--cardkit-games", "1", "test_other.py", *words)
    assert 1 == code, said
    assert f"1 failed, 2 passed, {len(EVERY_PROMISE) - 2} deselected" in said
    assert "leaky breaks the promise cards-conserved: " in said
    assert "Traceback" not in said


def test_a_game_that_is_not_there_is_told(folder: Path) -> None:
    said, code = run(folder, "--cardkit", "nowhere.py", "-q")
    assert 2 == code, said
    assert "nowhere.py: there is no such file." in said
