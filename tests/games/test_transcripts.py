"""Sessions of War and Crazy 8s as they stand in tests/transcripts, to the line, with what is typed after `> `."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from helpers import TESTS, cardkit, cardkit_process

NOTE = "cardkit: note: the seed had no effect, because nothing in this game was left to chance\n"
SEEDED_FOR_NOTHING = {"umassd-nested-wars", "umassd-one-card", "umassd-runs-out"}
SESSIONS = [path for path in sorted((TESTS / "transcripts").glob("*.txt")) if path.stem != "umassd_sample"]


def parts(path: Path) -> tuple[list[str], list[str], list[str]]:
    """The arguments, the typed lines and all lines of a session."""
    command, *session = path.read_text(encoding="utf-8").splitlines()
    prompt, program, *arguments = shlex.split(command)
    assert ["$", "cardkit"] == [prompt, program]
    return arguments, [line.removeprefix("> ") for line in session if line.startswith("> ")], session


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_a_session_reads_as_written(path: Path) -> None:
    arguments, typed, session = parts(path)
    run = cardkit(*arguments, typed=typed)
    assert session == run.lines
    assert (NOTE if path.stem in SEEDED_FOR_NOTHING else "", 0) == (run.err, run.code)
    assert len(SESSIONS) > 24


def test_a_session_through_pipes_prints_the_same_lines() -> None:
    arguments, typed, session = parts(TESTS / "transcripts" / "crazy8s-sample-session.txt")
    run = cardkit_process(*arguments, typed="\n".join(typed).encode())
    assert [line for line in session if not line.startswith("> ")] == run.lines
    assert ("", 0) == (run.err, run.code)


@pytest.mark.parametrize("name", ["endless", "tied", "two-machines"])
def test_a_quiet_game_tells_how_it_ended_and_no_more(name: str) -> None:
    arguments, typed, session = parts(TESTS / "transcripts" / f"crazy8s-{name}.txt")
    run = cardkit(*arguments, "--quiet", typed=typed)
    assert (session[-2:], "", 0) == (run.lines[-2:], run.err, run.code)
    assert not [line for line in run.lines if "plays" in line or "draws" in line]
