"""Errors out of what authors write, of any type and from anywhere: told in a sentence, the game so far kept."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from helpers import Run, cardkit, cardkit_process, environment, finished

from cardkit import CannotLoad, Rng, Stacked, deck_text, standard52, steady
from cardkit.play import menu as menus
from cardkit.play.terminal import Terminal
from cardkit.records.record import read_record
from cardkit.simulation.simulate import simulate

GAME = str(Path(__file__).parents[1] / "data" / "faulty_game.py")
SEATS = ("--seat", "ai", "--seat", "ai")
LINE = re.compile(r"\(faulty_game\.py, line \d+\)")


def fails(place: str, kind: str, patch: pytest.MonkeyPatch) -> None:
    patch.setenv("FAULTY_PLACE", place)
    patch.setenv("FAULTY_KIND", kind)


def write_deck(folder: Path) -> None:
    (folder / "deck.txt").write_text(deck_text(standard52()), encoding="utf-8")


def sentence(run: Run) -> str:
    """The one line that is told of an error, whatever else the bot prints to standard error."""
    said = [line for line in run.err.splitlines() if line != "the bot thinks"]
    assert (1, 1) == (run.code, len(said)), run
    assert said[0].startswith("cardkit: ")
    assert "the bot thinks" not in run.out
    return said[0].removeprefix("cardkit: ")


KINDS = {
    "a key that is missing": "KeyError: 'a key that is missing'",
    "a missing file": "FileNotFoundError: [Errno 2] No such file or directory: 'weights.txt'",
    "a pipe that broke": "BrokenPipeError: [Errno 32] Broken pipe",
    "leaving Python": "SystemExit: enough",
    "Ctrl-C that is none": "KeyboardInterrupt: no",
    "Ctrl-C of cardkit's": "Interrupted: interrupted",
    "a name of nothing": "UnknownName: there is no game 'x'; known: y",
    "leaving the command line": "Exit: 0",
    "no text": "AssertionError",
    "lines": "ValueError: one two",
    "an error without words": "Unspeakable: its text can't be had because of LookupError",
    "an error whose words leave": "Unspeakable: its text can't be had because of SystemExit",
    "no Exception": "Inhuman: out of the ordinary",
    "an empty pile": "EmptyPile: there is no card left in the well",
    "no card": "InvalidCard: '' is not a card: ",
    "a loop": "RecursionError: maximum recursion depth exceeded",
}


@pytest.mark.parametrize(("kind", "told"), KINDS.items())
def test_any_error_of_a_player_is_told_with_its_seat_and_its_place(
    kind: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fails("bot", kind, monkeypatch)
    path = tmp_path / "kept.json"
    said = sentence(cardkit("play", GAME, *SEATS, "--seed", "1", "--record", str(path)))
    assert said.startswith(f"seat 0 (ai) is at fault: {told}")
    assert LINE.search(said)
    assert said.endswith(f"; the game so far is kept in {path}")
    assert ["take 1"] * 4 == list(read_record(path).actions)


WRONGLY_STEADY = """from cardkit import steady

asked = 0


@steady
def player(view, legal):
    global asked
    asked += 1
    return legal[0] if asked < 30 else legal[-1]
"""


@pytest.mark.parametrize("seed", ["2", "3"])
def test_a_player_that_is_wrongly_marked_as_steady_is_at_fault_where_it_shows(seed: str, tmp_path: Path) -> None:
    player = tmp_path / "wrong.py"
    player.write_text(WRONGLY_STEADY, encoding="utf-8")
    said = sentence(cardkit("play", "klondike", "--seat", str(player), "--seed", seed))
    reason = "it is marked as steady, and chose otherwise when it was asked again in the same position"
    assert said.startswith(f"seat 0 ({player}) is at fault: {reason}")


@pytest.mark.parametrize(("kind", "told"), KINDS.items())
def test_any_error_of_a_rule_is_told_with_its_function_and_its_place(
    kind: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fails("apply", kind, monkeypatch)
    name, colon, text = told.partition(":")
    said = sentence(cardkit("play", GAME, *SEATS, "--quiet", "--seed", "1"))
    assert said.startswith(f"faulty is at fault: {name} in apply{colon}{text}")
    assert LINE.search(said)


@pytest.mark.parametrize(
    ("place", "function"),
    [
        ("setup", "setup"),
        ("legal", "legal"),
        ("apply", "apply"),
        ("result", "result"),
        ("words for names", "Words.__init__"),
        ("words", "Words.__call__"),
        ("ask", "ask"),
    ],
)
def test_an_error_is_told_wherever_in_a_game_it_comes_from(
    place: str, function: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fails(place, "missing", monkeypatch)
    said = sentence(cardkit("play", GAME, *SEATS, "--seed", "1"))
    assert re.fullmatch(rf"faulty is at fault: KeyError in {re.escape(function)}: 'missing' {LINE.pattern}", said)


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("answers nothing", "it chose None, which is none of the legal actions"),
        ("answers what is no action", "it chose 'take 1', which is none of the legal actions"),
        ("answers what isn't legal", "'take 3' can't be done: take 2 at most"),
        ("answers what no rule can read", "'take three' can't be done: not allowed now"),
        ("adds to what is legal", "'take 4' can't be done: take 2 at most"),
    ],
)
@pytest.mark.parametrize("command", ["play", "simulate", "forecast"])
def test_a_player_that_chooses_what_is_not_legal_is_at_fault(
    place: str, told: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fails(place, "", monkeypatch)
    write_deck(tmp_path)
    run = cardkit(command, GAME, "deck.txt", *SEATS, "--seed", "1", folder=tmp_path)
    assert f"seat 0 (ai) is at fault: {told}" in sentence(run)


def test_an_error_of_what_asks_a_person_is_told_with_the_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    fails("prompt", "missing", monkeypatch)
    said = sentence(cardkit("play", GAME, "--seat", "ai", "--seat", "human", "--seed", "1"))
    assert re.fullmatch(
        rf"seat 1 \(human\) is at fault: KeyError: 'missing' {LINE.pattern}; the game so far is kept in .*\.json", said
    )


@pytest.mark.parametrize("command", ["resume", "replay", "fork"])
def test_errors_are_told_when_a_record_is_taken_up(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept.json"
    left = [":quit"]
    cardkit("play", GAME, "--seat", "human", "--seed", "1", "--record", str(path), typed=["2", "2", "2", *left])
    more = {"resume": (), "replay": (), "fork": ("--at", "4", "--record", str(tmp_path / "other.json"))}[command]
    for place in ("setup", "apply", "words"):
        fails(place, "a missing file", monkeypatch)
        said = sentence(cardkit(command, str(path), "--game", GAME, *more))
        assert said.startswith("faulty is at fault: FileNotFoundError in ")
        assert LINE.search(said)
        assert ["take 2"] * 3 == list(read_record(path).actions)
        (tmp_path / "other.json").unlink(missing_ok=True)


@pytest.mark.parametrize(
    ("kind", "told", "jobs"), [(*one, jobs) for one, jobs in zip(KINDS.items(), cycle("12"), strict=False)]
)
def test_simulations_tell_the_same(
    kind: str, told: str, jobs: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fails("bot", kind, monkeypatch)
    run = cardkit("simulate", GAME, *SEATS, "-n", "150", "--seed", "1", "--jobs", jobs, folder=tmp_path)
    said = sentence(run)
    assert re.match(r"game 0 \(seed \d+\) was broken off: ", said)
    assert f"seat 0 (ai) is at fault: {told}" in said
    assert LINE.search(said)
    assert said.endswith("; its record is faulty-seed-1-game-0.json")
    assert ["take 1"] * 4 == list(read_record(tmp_path / "faulty-seed-1-game-0.json").actions)


@pytest.mark.parametrize("command", ["simulate", "compare", "forecast"])
def test_errors_of_rules_are_told_by_the_commands_for_many_games(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_deck(tmp_path)
    more = {"simulate": ("-n", "3"), "compare": ("-n", "3", "--vary", "most=2"), "forecast": ()}[command]
    for place in ("setup", "apply"):
        fails(place, "a missing file", monkeypatch)
        said = sentence(cardkit(command, GAME, "deck.txt", *more, *SEATS, "--seed", "1", folder=tmp_path))
        assert f"faulty is at fault: FileNotFoundError in {place}: " in said
        assert LINE.search(said)


@pytest.mark.parametrize("kind", ["a missing file", "leaving Python", "no Exception"])
def test_check_tells_an_error_as_a_promise_that_is_broken_with_its_file_and_line(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fails("apply", kind, monkeypatch)
    run = cardkit("check", GAME, "--promise", "plays-without-errors", "--games", "2", folder=tmp_path)
    assert (1, "") == (run.code, run.err)
    assert f"plays-without-errors: {KINDS[kind].partition(':')[0]} was raised" in run.out
    assert LINE.search(run.out)


@pytest.mark.parametrize("kind", ["leaving the command line", "Ctrl-C of cardkit's", "no more"])
def test_an_error_of_rules_is_told_where_a_game_is_solved(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fails("legal", kind, monkeypatch)
    said = sentence(cardkit("solve", GAME))
    assert said.startswith("faulty is at fault: ")
    assert " in legal: " in said
    assert LINE.search(said)


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_the_whole_traceback_is_shown_to_who_asks_for_it(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fails("bot", "missing", monkeypatch)
    run = cardkit(command, GAME, *SEATS, "--seed", "1", "--traceback", folder=tmp_path)
    assert 1 == run.code
    assert "Traceback (most recent call last)" in run.err
    assert re.search(r'faulty_game\.py", line \d+, in __call__', run.err)
    assert run.err.splitlines()[-1].startswith("cardkit: ")


def test_what_a_player_prints_stays_out_of_json(tmp_path: Path) -> None:
    write_deck(tmp_path)
    words = (GAME, "deck.txt", *SEATS, "--seed", "1", "--json")
    for command in (["play"], ["forecast"], ["simulate", "-n", "150"], ["simulate", "-n", "150", "--jobs", "2"]):
        run = cardkit_process(command[0], *words, *command[1:], folder=tmp_path)
        assert all(isinstance(json.loads(line), dict) for line in run.lines)
        assert ({"the bot thinks"}, 0) == (set(run.err.splitlines()), run.code)
        assert command[0] != "simulate" or len(run.lines) == 1


def test_an_output_that_is_full_is_no_fault_of_who_asks_a_person(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this needs /dev/full")
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        command = [sys.executable, "-m", "cardkit", "play", GAME, "--seat", "human", "--seed", "1"]
        done = finished(command, "", stdout=full, text=True, env=environment())
    assert ("cardkit: the output can't be written: No space left on device\n", 1) == (done.stderr, done.returncode)


def test_the_menu_tells_an_error_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    for place, told in (
        ("ask", "faulty is at fault: KeyError in ask"),
        ("prompt", "seat 0 (human) is at fault: KeyError"),
    ):
        fails(place, "missing", monkeypatch)
        monkeypatch.setattr(sys, "stdin", io.StringIO("1\nq\n"))
        monkeypatch.setattr(menus, "installed", lambda: {GAME: None})
        shown = io.StringIO()
        menus.menu(Terminal(shown))
        assert told in shown.getvalue()
        assert 2 == shown.getvalue().count("q  quit")


# The machine that is asked for a hint

HINTS = """
from typing import Any

from cardkit import Plugin, Random
from cardkit.plugins.registry import load_game

def last(view: Any, legal: Any) -> Any:
    return legal[-1]

class Memory:
    def __init__(self, rng: Any) -> None:
        self.rng = rng
        self.asked = 0

    def __call__(self, view: Any, legal: Any) -> Any:
        self.asked += 1
        return legal[self.asked - 1]

class Spoils(Memory):
    def __call__(self, view: Any, legal: Any) -> Any:
        return legal.pop()

class Fails(Memory):
    def __call__(self, view: Any, legal: Any) -> Any:
        return [][0]

plugin = Plugin(game=load_game({game!r}).game, players={{"ai": {machine}}})
"""


@pytest.mark.parametrize(
    ("machine", "hint"),
    [
        ("last", "The machine would take 2."),
        ("Memory", "The machine would take 1."),
        ("Spoils", "The machine would take 2."),
        ("Fails", "Seat 0 (ai) is at fault: IndexError: list index out of range (hints.py, line 25)."),
    ],
)
def test_a_hint_comes_from_a_function_or_a_class_and_the_game_goes_on(machine: str, hint: str, tmp_path: Path) -> None:
    (tmp_path / "hints.py").write_text(HINTS.format(game=GAME, machine=machine), encoding="utf-8")
    typed = [":hint", ":hint", "take 2", ":quit"]
    run = cardkit("play", "./hints.py", "--seat", "human", "--seed", "1", typed=typed, folder=tmp_path)
    assert 2 == run.lines.count(hint)
    assert "You take 2." in run.lines
    assert ("", 0) == (run.err, run.code)


# Players that all games would share

SHARED = """
class Counts:
    def __init__(self, rng=None):
        self.asked = 0

    def __call__(self, view, legal):
        self.asked += 1
        return legal[self.asked % len(legal)]

counts = Counts()
by_method = counts.__call__
player = {player}
"""


@pytest.mark.parametrize(("command", "player"), [("play", "Counts()"), ("simulate", "by_method")])
def test_an_object_that_all_games_would_share_is_refused(player: str, command: str, tmp_path: Path) -> None:
    (tmp_path / "shared.py").write_text(SHARED.format(player=player), encoding="utf-8")
    said = sentence(cardkit(command, GAME, "--seat", "./shared.py", "--seed", "1", folder=tmp_path))
    assert said.startswith("./shared.py: it is an object of ")
    assert "give a class, or a function" in said


def test_an_object_that_all_games_would_share_is_refused_from_python_unless_it_is_steady() -> None:
    for jobs in (1, 2):
        with pytest.raises(CannotLoad, match="it is an object of Counts, in which one game would remember another"):
            simulate("crazy8s", n=300, players=[Counts(Stacked()), "ai"], jobs=jobs)
    lazy = steady(Counts(Stacked()))
    assert 5 == simulate("crazy8s", n=5, players=[lazy, "ai"], options={"hand_size": 1}).games


class Counts:
    """A player that plays in turn the first, the second, and so on of what is legal."""

    def __init__(self, rng: Rng) -> None:
        self.asked = 0

    def __call__(self, view: Any, legal: Sequence[Any], /) -> Any:
        self.asked += 1
        return legal[self.asked % len(legal)]


@pytest.mark.parametrize(
    ("command", "end"),
    [
        *(("play", "os._exit(0)"), ("check", "os.abort()")),
        ("play crazy8s --rules house --seat ai --seat", "os._exit(0)"),
    ],
)
def test_code_that_would_end_the_process_without_a_word_is_told_of(command: str, end: str, tmp_path: Path) -> None:
    harm = f"def player(view, legal):\n    {end}\n" if "--seat" in command else f"{end}\n"
    (tmp_path / "harm.py").write_text(f"import os\n{harm}", encoding="utf-8")
    run = cardkit_process(*command.split(), "harm.py", folder=tmp_path)
    assert (1, 1) == (run.code, len(run.err.splitlines()))
    assert "SystemExit" in run.err
    assert f"{end} (harm.py, line " in run.err
