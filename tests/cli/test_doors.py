"""The doors of the command line: what comes from outside is a line, told as whose it is, and files stay as they are."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from helpers import TESTS, cardkit, in_posix_words, needs_shell

from cardkit.core.texts import flaw, width

ESCAPE = "\x1b[31m\u202e"
PLAIN_GAME = """
from cardkit import Game, Plugin
import importlib.util, sys
spec = importlib.util.spec_from_file_location("go_fish", {path!r})
module = importlib.util.module_from_spec(spec)
sys.modules["go_fish"] = module
spec.loader.exec_module(module)
Fish = next(one for one in vars(module).values() if isinstance(one, type) and issubclass(one, Game) and one is not Game)
{more}
"""
FISH = str(TESTS.parent / "docs" / "examples" / "go_fish.py")


@needs_shell
@pytest.mark.parametrize(
    "command",
    [
        ["play", f"no{ESCAPE}"],
        ["play", "crazy8s", "--set", f"{ESCAPE}=3"],
        ["play", "crazy8s", "--set", "hand_size=" + "9" * 4000],
        ["play", "crazy8s", "--rules", "house", "--set", "hand_size=" + "9" * 1000],
        ["play", "9" * 4000],
        ["play", "crazy8s", "--rules", ESCAPE * 9999],
        ["play", "crazy8s", "--seat", f"./{ESCAPE}.py"],
        ["deck", "war", f"{ESCAPE}.txt"],
        ["deck", "war", "loop"],
        ["deck", "crazy8s", "wide.txt"],
        ["replay", f"{ESCAPE}.json"],
        ["replay", "loop"],
        ["replay", "deep.json"],
        ["play", "raises.py"],
        ["play", "exits.py"],
        ["play", "words.py", "--style", "odd", "--seed", "1", "--seat", "ai", "--seat", "ai"],
        ["play", "rules.py"],
        ["config", "get", ESCAPE],
        ["config", "set", "name", ESCAPE],
        ["join", f"http://{ESCAPE}"],
        ["games", "--out", "x.json"],
        ["arena", "war", "--player", "ai", "--player", "random", "-n", "1", "--move-seconds", "1e300"],
        ["shuffle", "--seed", "1", "--out", "no/x.txt"],
        ["simulate", "war", "-n", "3", "--out", "loop.csv", "--overwrite"],
    ],
    ids=lambda command: " ".join(command).encode("unicode_escape").decode()[:40],
)
def test_whatever_is_wrong_is_a_line_that_moves_nothing_and_blames_nobody_else(
    command: list[str], tmp_path: Path
) -> None:
    for name in ("loop", "loop.csv"):
        (tmp_path / name).symlink_to(tmp_path / name)
    (tmp_path / "wide.txt").write_text("Hearts\n" + "x" * 3_000_000 + "\n8 Hearts\n", encoding="utf-8")
    (tmp_path / "deep.json").write_text("[" * 100_000, encoding="utf-8")
    (tmp_path / "raises.py").write_text(f"raise BaseException({ESCAPE * 999!r})", encoding="utf-8")
    (tmp_path / "exits.py").write_text("raise GeneratorExit()", encoding="utf-8")
    for name, odd in (("words", "styles={'odd': lambda names: lambda event, view: 5}"), ("rules", "rule_sets='abc'")):
        text = PLAIN_GAME.format(path=FISH, more=f"plugin = Plugin(game=Fish, {odd})")
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    run = cardkit(*command, folder=tmp_path)
    assert run.code in (1, 2)
    assert 1 == run.err.count("\n"), run.err
    assert "" == flaw(run.err.strip())
    assert width(run.err.strip()) <= 200
    assert "cardkit is at fault" not in run.err
    assert "is at fault: ValueError" not in run.err


@in_posix_words
def test_a_home_that_can_not_be_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDKIT_HOME", "/tmp/" + "x" * 300)
    run = cardkit("scores")
    assert "File name too long" in run.err
    assert "the output" not in run.err


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_a_home_whose_name_is_no_utf_8_keeps_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDKIT_HOME", os.fsdecode(bytes(tmp_path) + b"/\xff"))
    played = cardkit("play", "crazy8s", "--rules", "house", "--seed", "2", typed=["draw", ":quit"])
    assert (0, "") == (played.code, played.err)
    assert "crazy8s-1" in cardkit("resume", "--list").out


@pytest.mark.parametrize(
    "command",
    [["games"], ["rules", "war"], ["decks"], ["deck", "war", "full-war"], ["config"], ["simulate", "war", "-n", "5"]],
    ids=lambda command: command[0],
)
def test_json_goes_into_a_file_and_over_one_only_where_that_is_said(command: list[str], tmp_path: Path) -> None:
    seed = ["--seed", "1"] if command[0] == "simulate" else []
    printed = cardkit(*command, *seed, "--json").out
    path = tmp_path / "x.json"
    into = [*command, *seed, "--json", "--out", str(path)]
    assert ("", "", 0) == ((run := cardkit(*into)).out, run.err, run.code)
    assert json.loads(printed) == json.loads(path.read_text(encoding="utf-8"))
    path.write_text("precious", encoding="utf-8")
    assert "say --overwrite, or choose another" in cardkit(*into).err
    assert "precious" == path.read_text(encoding="utf-8")
    assert 0 == cardkit(*into, "--overwrite").code
    assert json.loads(printed) == json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("wrong", "option"),
    [
        (["--engine", "typo"], "--out=r.csv"),
        (["--seat", "nobody"], "--out=r.json"),
        (["--set", "x=1"], "--plot=r.svg"),
        (["--on-error", "x"], "--out=r.json"),
        (["--rng", "x"], "--plot=r.svg"),
    ],
    ids=str,
)
def test_a_command_that_is_refused_leaves_files_as_they_are(wrong: list[str], option: str, tmp_path: Path) -> None:
    path = tmp_path / option.partition("=")[2]
    path.write_text("precious", encoding="utf-8")
    for more in ([], ["--overwrite"]):
        assert cardkit("simulate", "war", "-n", "3", "--json", option, *wrong, *more, folder=tmp_path).code in (1, 2)
        assert "precious" == path.read_text(encoding="utf-8")
    path.unlink()
    assert cardkit("simulate", "war", "-n", "3", "--json", option, *wrong, folder=tmp_path).code in (1, 2)
    assert [] == list(tmp_path.glob("*r.*"))
