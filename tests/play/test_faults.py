"""Errors out of what authors write, of any type and from anywhere: told in a sentence, the game so far kept."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable, Sequence
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


Fails = Callable[[str, str], None]


@pytest.fixture
def fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fails:
    """What lets the game fail at a place in some way; a deck of 52 cards lies beside."""
    (tmp_path / "deck.txt").write_text(deck_text(standard52()), encoding="utf-8")

    def fail(place: str, kind: str) -> None:
        monkeypatch.setenv("FAULTY_PLACE", place)
        monkeypatch.setenv("FAULTY_KIND", kind)

    return fail


def run(words: str, folder: Path, *seats: str, **given: Any) -> Run:
    """Run a command, in which GAME stands for the faulty game."""
    return cardkit(*words.replace("GAME", GAME).split(), *seats, "--seed", "1", folder=folder, **given)


def sentence(told: Run) -> str:
    """The one line that is told of an error, whatever else the bot prints to standard error."""
    said = [line for line in told.err.splitlines() if line != "the bot thinks"]
    assert (1, 1, False) == (told.code, len(said), "the bot thinks" in told.out), told
    assert said[0].startswith("cardkit: ")
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


ONE = "play GAME --record kept.json"
MANY_KEPT = (r"game 0 \(seed \d+\) was broken off: ", "its record is faulty-seed-1-game-0.json")
PLAYED = {
    ONE: ("", "the game so far is kept in kept.json"),
    **{f"simulate GAME -n 150 --jobs {jobs}": MANY_KEPT for jobs in (1, 2)},
}
"""What plays, what is said before, and where the record is."""


@pytest.mark.parametrize(
    ("words", "kind"),
    [(words, kind) for kind, many in zip(KINDS, cycle([*PLAYED][1:]), strict=False) for words in (ONE, many)],
)
def test_any_error_of_a_player_is_told_with_its_seat_and_its_place(
    words: str, kind: str, fails: Fails, tmp_path: Path
) -> None:
    fails("bot", kind)
    said, (before, kept) = sentence(run(words, tmp_path, *SEATS)), PLAYED[words]
    assert re.match(before + re.escape(f"seat 0 (ai) is at fault: {KINDS[kind]}"), said)
    assert LINE.search(said)
    assert said.endswith(f"; {kept}")
    assert ["take 1"] * 4 == list(read_record(tmp_path / kept.split()[-1]).actions)


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


MANY = {"simulate GAME deck.txt -n 3", "compare GAME deck.txt -n 3 --vary most=2", "forecast GAME deck.txt"}
FUNCTIONS = {"words for names": "Words.__init__", "words": "Words.__call__"}
OF_RULES = [
    *(("play GAME --quiet", "apply", kind) for kind in KINDS),
    *(("play GAME", place, "missing") for place in ("setup", "legal", "apply", "result", *FUNCTIONS, "ask")),
    *((words, place, "a missing file") for words in sorted(MANY) for place in ("setup", "apply")),
    *(("solve GAME", "legal", kind) for kind in ("leaving the command line", "Ctrl-C of cardkit's", "no more")),
]


@pytest.mark.parametrize(("words", "place", "kind"), OF_RULES)
def test_any_error_of_a_rule_is_told_with_its_function_and_its_place(
    words: str, place: str, kind: str, fails: Fails, tmp_path: Path
) -> None:
    fails(place, kind)
    said = sentence(run(words, tmp_path, *SEATS * ("solve" not in words)))
    name, colon, text = KINDS.get(kind, "KeyError: 'missing'" if kind == "missing" else "").partition(":")
    assert f"faulty is at fault: {name}" in said
    assert f" in {FUNCTIONS.get(place, place)}{colon}{text}" in said
    assert re.search(f"{LINE.pattern}$" if words == "play GAME" else LINE, said)
    assert said.startswith("faulty") or words in MANY


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
    place: str, told: str, command: str, fails: Fails, tmp_path: Path
) -> None:
    fails(place, "")
    assert f"seat 0 (ai) is at fault: {told}" in sentence(run(f"{command} GAME deck.txt", tmp_path, *SEATS))


def test_an_error_of_what_asks_a_person_is_told_with_the_seat(fails: Fails, tmp_path: Path) -> None:
    fails("prompt", "missing")
    said = sentence(run("play GAME --seat ai --seat human", tmp_path))
    assert re.fullmatch(
        rf"seat 1 \(human\) is at fault: KeyError: 'missing' {LINE.pattern}; the game so far is kept in .*\.json", said
    )


@pytest.mark.parametrize("command", ["resume", "replay", "fork"])
@pytest.mark.parametrize("place", ["setup", "apply", "words"])
def test_errors_are_told_when_a_record_is_taken_up(command: str, place: str, fails: Fails, tmp_path: Path) -> None:
    run("play GAME --seat human --record kept.json", tmp_path, typed=["2", "2", "2", ":quit"])
    more = ["--at", "4", "--record", "other.json"] if command == "fork" else []
    fails(place, "a missing file")
    said = sentence(cardkit(command, "kept.json", "--game", GAME, *more, folder=tmp_path))
    assert said.startswith("faulty is at fault: FileNotFoundError in ")
    assert LINE.search(said)
    assert ["take 2"] * 3 == list(read_record(tmp_path / "kept.json").actions)


@pytest.mark.parametrize("kind", ["a missing file", "leaving Python", "no Exception"])
def test_check_tells_an_error_as_a_promise_that_is_broken_with_its_file_and_line(
    kind: str, fails: Fails, tmp_path: Path
) -> None:
    fails("apply", kind)
    checked = cardkit("check", GAME, "--promise", "plays-without-errors", "--games", "2", folder=tmp_path)
    assert (1, "") == (checked.code, checked.err)
    assert f"plays-without-errors: {KINDS[kind].partition(':')[0]} was raised" in checked.out
    assert LINE.search(checked.out)


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_the_whole_traceback_is_shown_to_who_asks_for_it(command: str, fails: Fails, tmp_path: Path) -> None:
    fails("bot", "missing")
    told = run(f"{command} GAME --traceback", tmp_path, *SEATS)
    assert (1, True) == (told.code, "Traceback (most recent call last)" in told.err)
    assert re.search(r'faulty_game\.py", line \d+, in __call__', told.err)
    assert told.err.splitlines()[-1].startswith("cardkit: ")


@pytest.mark.usefixtures("fails")
def test_what_a_player_prints_stays_out_of_json(tmp_path: Path) -> None:
    words = (GAME, "deck.txt", *SEATS, "--seed", "1", "--json")
    for command in (["play"], ["forecast"], ["simulate", "-n", "150"], ["simulate", "-n", "150", "--jobs", "2"]):
        told = cardkit_process(command[0], *words, *command[1:], folder=tmp_path)
        assert all(isinstance(json.loads(line), dict) for line in told.lines)
        assert ({"the bot thinks"}, 0) == (set(told.err.splitlines()), told.code)
        assert command[0] != "simulate" or len(told.lines) == 1


def test_an_output_that_is_full_is_no_fault_of_who_asks_a_person(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this needs /dev/full")
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        command = [sys.executable, "-m", "cardkit", "play", GAME, "--seat", "human", "--seed", "1"]
        done = finished(command, "", stdout=full, text=True, env=environment())
    assert ("cardkit: the output can't be written: No space left on device\n", 1) == (done.stderr, done.returncode)


def test_the_menu_tells_an_error_and_goes_on(fails: Fails, monkeypatch: pytest.MonkeyPatch) -> None:
    for place, told in (
        ("ask", "faulty is at fault: KeyError in ask"),
        ("prompt", "seat 0 (human) is at fault: KeyError"),
    ):
        fails(place, "missing")
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
    told = run("play ./hints.py --seat human", tmp_path, typed=typed)
    assert (2, True) == (told.lines.count(hint), "You take 2." in told.lines)
    assert ("", 0) == (told.err, told.code)


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
    said = sentence(run(f"{command} GAME --seat ./shared.py", tmp_path))
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
    told = cardkit_process(*command.split(), "harm.py", folder=tmp_path)
    assert (1, 1, True) == (told.code, len(told.err.splitlines()), "SystemExit" in told.err)
    assert f"{end} (harm.py, line " in told.err
