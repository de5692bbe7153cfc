"""Playing at one keyboard on the full screen: what is kept, resumed and scored, and where there is no screen."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from full_screens import SMALL, choose, is_waiting, play_by_keys, until, wished
from helpers import cardkit
from terminals import Screen
from textual.pilot import Pilot

from cardkit.cli.options import needing
from cardkit.core.errors import CardkitError
from cardkit.online import playing
from cardkit.online.drawing import Paints
from cardkit.online.lines import Way
from cardkit.online.screen import TableApp
from cardkit.play.kept_games import games_folder, last_game
from cardkit.play.scores import ScoreBoard
from cardkit.play.settings import LOOKS
from cardkit.plugins.registry import load_game
from cardkit.plugins.setup import Setup
from cardkit.records.record import read_record

HOLDEM = load_game("holdem")
ONE_HAND = Setup.of(HOLDEM, seed=4, seats=("human", "random"), options={"hands": 1})


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """After how many things that somebody does they leave, each time a screen is shown; none is to the end."""
    left: list[int] = []

    def show(ways: Sequence[Way]) -> TableApp:
        app = TableApp(ways, Paints(LOOKS["two-colour"]))

        async def run() -> None:
            async with app.run_test(size=SMALL) as pilot:
                await until(pilot, lambda: bool(app.place.told.view) and is_waiting(app))
                await (act(app, pilot, left.pop(0)) if left else play_by_keys(app, pilot))

        asyncio.run(run())
        return app

    monkeypatch.setattr(playing, "show", show)
    return left


async def act(app: TableApp, pilot: Pilot[None], times: int) -> None:
    """Do what can be done so many times."""
    for _ in range(times):
        await choose(pilot, app, wished(app))
        await until(pilot, lambda: is_waiting(app))


def play(setup: Setup = ONE_HAND, record: Path | None = None, *, scored: bool = True) -> None:
    """Play Hold'em on the screen."""
    playing.play_on_screen(setup, record, scored=scored, pause=0)


@pytest.mark.usefixtures("steps")
def test_a_game_is_kept_in_the_named_file_and_scored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(record=tmp_path / "game.json")
    record = read_record(tmp_path / "game.json")
    assert record.result is not None
    assert record.seats == ("human", "random")
    assert "game" in capsys.readouterr().out
    assert 1 == len(ScoreBoard().games())


def test_a_game_that_was_left_is_gone_on_with(steps: list[int], capsys: pytest.CaptureFixture[str]) -> None:
    steps.append(1)
    play()
    assert "go on with: cardkit resume" in " ".join(capsys.readouterr().out.split())
    kept = last_game(unfinished=True)
    assert kept is not None
    record = kept.record
    assert record is not None
    assert 0 < len(record.actions)
    playing.take_up_on_screen(HOLDEM, record, kept.path, (), scored=False)
    ended = read_record(kept.path)
    assert ended.result is not None
    assert record.actions == ended.actions[: len(record.actions)]
    assert [kept.path] == list(games_folder().glob("*.json"))
    assert [] == ScoreBoard().games()


def test_where_nothing_was_played_nothing_is_kept(steps: list[int], capsys: pytest.CaptureFixture[str]) -> None:
    steps.append(0)
    play(ONE_HAND.having(seats=("human", "human")))
    assert "The game was not kept: nothing was played.\n" == capsys.readouterr().out
    assert not games_folder().exists()


@pytest.mark.parametrize("option", [[], ["--quiet"], ["--json"]], ids=str)
def test_without_a_terminal_there_is_no_screen(option: list[str]) -> None:
    run = cardkit("play", "war", "full-war", "--screen", *option)
    assert 2 == run.code
    assert "" == run.out
    assert "full screen" in run.err
    assert 1 == len(run.err.splitlines())


def test_a_missing_library_is_told_with_its_extra() -> None:
    def missing() -> None:
        with needing("screen"):
            raise ModuleNotFoundError("No module named 'textual.app'", name="textual.app")

    with pytest.raises(
        CardkitError, match=r"this needs textual, which is not installed: pip install 'cardkit\[screen\]'"
    ):
        missing()


@pytest.mark.parametrize(("key", "code", "said"), [("\x11", 0, "The game was not kept"), ("\x03", 130, "interrupted")])
def test_the_screen_is_left_by_a_key(key: str, code: int, said: str) -> None:
    with Screen("play", "holdem", "--screen", "--seed", "4") as screen:
        assert code == screen.wait_for("Hold'em").type(key).end()
        assert said in screen.text
