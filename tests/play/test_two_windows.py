"""A game that is played in one window is nobody else's: whoever opens it is told who has it, and nothing is lost."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from helpers import TESTS, cardkit, needs_shell
from terminals import Screen

from cardkit.play.kept_games import MOST
from cardkit.records.record import read_record
from cardkit.records.store import FileStore

GAME = ("play", "crazy8s", "microDeck", "--seat", "human", "--seat", "ai", "--set", "hand_size=5")
PROMPT = "What would you like to play?"
SAID = re.compile(r"cardkit: (.+) is in use elsewhere, by process (\d+) since \d\d:\d\d; .+ first\n")


@pytest.fixture
def first(home: Path) -> Generator[Screen]:
    """A window in which a game is played, and kept by itself."""
    with Screen(*GAME) as screen:
        screen.enter(PROMPT, "7 Spades").wait_for("Player 1 plays 7 Clubs").wait_for(PROMPT)
        yield screen


@pytest.fixture
def record(first: Screen, home: Path) -> Path:
    return home / "games" / "crazy8s-1.json"


def locks(folder: Path) -> list[str]:
    return [path.name for path in folder.glob(".*")]


def test_a_second_window_is_told_who_plays_and_destroys_nothing(first: Screen, record: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.json"
    link.symlink_to(record)
    before = record.read_bytes()
    for by in ([], ["crazy8s-1"], [str(record)], [str(link)], ["--seat", "ai", "--seat", "ai"]):
        second = cardkit("resume", *by)
        said = SAID.fullmatch(second.err)
        assert said is not None, second.err
        assert (1, "", first.process.pid) == (second.code, second.out, int(said[2]))
        assert before == record.read_bytes()
    first.type("8 Clubs\n").wait_for("suit").type(":quit\n")
    assert 0 == first.end()
    assert [] == locks(record.parent)
    assert 0 == cardkit("resume", str(link), "--seat", "ai", "--seat", "ai").code
    ended = read_record(record)
    assert ended.result is not None
    assert ["play 7 Spades", "play 7 Clubs"] == ended.actions[:2]


@pytest.mark.usefixtures("first")
def test_the_menu_tells_who_plays(record: Path) -> None:
    before = record.read_bytes()
    with Screen() as second:
        second.enter("Your choice: ", "g").wait_for("is in use elsewhere")
        second.enter("(y/n)", "n").enter("Your choice: ", "q")
        assert 0 == second.end()
    assert before == record.read_bytes()


def test_a_window_that_was_killed_has_its_game_no_longer(first: Screen, record: Path) -> None:
    first.process.kill()
    first.process.wait()
    assert ["play 7 Spades", "play 7 Clubs"] == read_record(record).actions
    assert 0 == cardkit("resume", "--seat", "ai", "--seat", "ai").code
    assert [] == locks(record.parent)


def test_a_game_that_is_being_played_is_never_one_too_many(first: Screen, record: Path) -> None:
    for _ in range(MOST + 1):
        assert 0 == cardkit(*GAME, typed=["7 Spades", ":quit"]).code
    assert MOST == len(list(record.parent.glob("*.json")))
    first.type("8 Clubs\n").wait_for("suit").type(":quit\n")
    assert 0 == first.end()
    assert 2 <= len(read_record(record).actions)


def test_the_tables_of_a_server_are_not_gone_on_with_while_it_runs(record: Path, tmp_path: Path) -> None:
    async def served() -> None:
        store = FileStore(tmp_path / "tables")
        await store.open()
        place = await store.create("round", {"wish": {}}, {"chairs": []})
        place.begin(kept, {"chairs": []})
        before = place.path.read_bytes()
        refused = cardkit("resume", str(place.path))
        assert SAID.fullmatch(refused.err) is not None, refused.err
        assert before == place.path.read_bytes()
        await store.close()

    kept = read_record(record)
    asyncio.run(served())


def test_a_person_takes_a_game_over_and_the_first_window_is_told(first: Screen, record: Path) -> None:
    with Screen("resume") as second:
        second.wait_for("is in use elsewhere").enter("(y/n)", "n")
        assert 1 == second.end()
    with Screen("resume") as second:
        second.wait_for("is in use elsewhere").enter("(y/n)", "y").enter(PROMPT, "8 Clubs").wait_for("suit")
        first.type("8 Clubs\n").wait_for("suit").type("Hearts\n").wait_for("was taken over by process")
        assert 1 == first.end()
        second.type("Spades\n").wait_for("Spades").type(":quit\n")
        assert 0 == second.end()
    assert [] == locks(record.parent)
    assert "play 8 Clubs Spades" == read_record(record).actions[2]


@needs_shell
def test_on_a_full_disk_a_game_that_nobody_asked_to_keep_goes_on(home: Path) -> None:
    task = """
import resource, signal, sys
from cardkit.cli.app import main
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv.pop(1)),) * 2)
main()
"""
    typed = "7 Spades\n8 Clubs\nHearts\n" + "draw card\n" * 30
    ends = set()
    for limit in (100, 960):
        command = [sys.executable, "-c", task, str(limit), *GAME, "--seed", "1", "--no-score"]
        run = subprocess.run(command, input=typed, capture_output=True, text=True, cwd=TESTS, check=False)
        ends.add(run.stdout)
        assert 0 == run.returncode, run.stderr
        assert limit > 950 or "warning" in run.stderr
        assert "Traceback" not in run.stderr
    assert 1 == len(ends)
    for kept in (home / "games").glob("*.json"):
        read_record(kept)
