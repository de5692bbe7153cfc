"""The command line as its users meet it: files, options, pipes, terminals, odd letters, Ctrl-C."""

from __future__ import annotations

import json
import re
import shlex
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
import typer
from helpers import (
    ROOT,
    WINDOWS,
    Run,
    at_terminal,
    cardkit,
    cardkit_process,
    environment,
    finished,
    needs_shell,
)
from processes import heed_ctrl_c, interrupted, needs_signals, program
from terminals import Screen
from typer.main import get_command

from cardkit.cli.app import COMMANDS, app
from cardkit.plugins.registry import examples, installed
from cardkit_crazy8s import Crazy8s

DECKS = ROOT / "decks"
ESCAPE = "\x1b"

WAR = "Ada\nBen\n7H\n6S\n"


# Which file is meant


def test_a_deck_can_come_through_a_pipe() -> None:
    pytest.importorskip("fcntl", reason="/dev/stdin is a thing of POSIX systems")
    run = cardkit_process("play", "war", "/dev/stdin", "--quiet", typed=WAR.encode())
    assert Run("Ada wins the game in 1 round.\n", "", 0) == run


def test_the_file_is_asked_for_where_none_is_named(tmp_path: Path) -> None:
    answer = "  first-war.txt  "
    run = cardkit("play", "war", "--quiet", typed=[answer], folder=tmp_path)
    expected = f"Enter the name of the deck file:\n> {answer}\nAda wins the game in 14 rounds.\n"
    assert Run(expected, "", 0) == run


# Files that are refused


@pytest.mark.parametrize("game", ["war", "crazy8s"])
def test_a_file_that_can_not_be_read_is_refused_before_anything_is_said(game: str, tmp_path: Path) -> None:
    tmp_path.joinpath("latin.txt").write_bytes(b"Ada\nZo\xeb\n7H\n")
    for file, reason in (
        ("none", "none: the file can't be read: No such file or directory"),
        ("latin", "latin.txt, line 2: the text is not UTF-8"),
        ("a\nb", "a b: the file can't be read: No such file or directory"),
        *[("x" * 5000, f"{'x' * 20}…{'x' * 18}…: the file can't be read: File name too long")] * (not WINDOWS),
    ):
        assert Run("", f"cardkit: {reason}\n", 1) == cardkit("play", game, file, folder=tmp_path)


# What is told


ENDS = {
    "first-war": "Ada wins the game in 14 rounds.",
    "drawn-war": "The game is a draw: both players ran out of cards in round 3.",
    "endless": "The game never ends: round 13 would begin as round 5 did, and so on for ever, in a cycle of 8 rounds.",
}


@pytest.mark.parametrize("deck", ENDS)
def test_watched_or_not_a_game_ends_in_the_same_line_and_in_json_every_line_is_an_event(deck: str) -> None:
    assert Run(f"{ENDS[deck]}\n", "", 0) == cardkit("play", "war", deck, "--quiet")
    watched = cardkit("play", "war", deck)
    assert (ENDS[deck], "", 0) == (watched.lines[-1], watched.err, watched.code)
    events = [json.loads(line) for line in cardkit("play", "war", deck, "--json").lines]
    assert "begun" in [event["event"] for event in events]
    assert ["ended"] == [event["event"] for event in events if "result" in event]
    assert "ended" == events[-1]["event"]
    assert events[-1:] == [json.loads(line) for line in cardkit("play", "war", deck, "--json", "--quiet").lines]


def test_prompts_stay_out_of_json() -> None:
    run = cardkit_process("play", "crazy8s", "microDeck", "--json", typed=b"1\nn\n1\n8 Clubs\nSpades\n")
    assert "ended" == [json.loads(line) for line in run.lines][-1]["event"]
    assert ["Enter number of players:", "What suit would you like to declare?"] == [
        run.err.splitlines()[0],
        run.err.splitlines()[-1],
    ]


# Wrong usage


KNOWN = ", ".join([*installed(), *examples()])
NO_SETTING = "there is no setting 'nmae'; known: name, cards, pause, practice; did you mean name?"
NO_SEED = "Invalid value for '--seed': 'abc' is not a seed: that is a whole number, such as 123456 or -7"
MANY_PLAYERS = "is more than one player: give the option once for each***"
WRONG: list[tuple[str | list[str], int, str]] = [
    ("nope", 2, "No such command 'nope'."),
    ("--nope", 2, "No such option: --nope"),
    ("play", 2, "Invalid value for GAME: say which game, such as `cardkit play crazy8s`"),
    ("play war first-war more", 2, "Got unexpected extra argument(s) (more)"),
    ("games " + "9" * 900, 2, "Got unexpected extra argument(s) (" + "9" * 19 + "…" + "9" * 19 + ")"),
    *((f"{words} poker", 2, "there is no game 'poker'; known: " + KNOWN) for words in ("play", "rules")),
    ("play craz", 2, "***; did you mean crazy8s?"),
    ("play Hearts", 2, "***; did you mean hearts?"),
    (
        "play crazy8s small --set hand_size=1 --seat nobody",
        2,
        "there is no player 'nobody'; known: human, ai, random, search, crazy8s:careful, FILE.py, FILE.onnx, "
        "module:player, ./program",
    ),
    (
        "play crazy8s standard52 --seat Human --seat ai",
        2,
        "there is no player 'Human'; known: human***; did you mean human?",
    ),
    ("play crazy8s small --rules war", 2, "there is no rule set of crazy8s 'war'; known: classic, house"),
    ("play war frist --rules rhode", 2, "***; did you mean rhodes?"),
    ("play hearts --cards red", 2, "Invalid value for --cards: 'red' is none of two-colour, four-colour***"),
    ("play war first-war --set", 2, "Option '--set' requires an argument."),
    (
        "play war first-war --set face_down",
        2,
        "Invalid value for --set: 'face_down' is not OPTION=VALUE, such as face_down=3",
    ),
    (
        "play crazy8s small --set cards=3",
        2,
        "option cards='3' of crazy8s: there is no such option; known: " + ", ".join(Crazy8s.model_fields),
    ),
    ("play war first-war --set face_down=x", 2, "option face_down='x' of war: it is a whole number, such as 5"),
    ("play war first-war --set face_down=-1", 2, "option face_down='-1' of war: it is 0 at least"),
    (
        "play war first-war --set pickup=any",
        2,
        "option pickup='any' of war: it is 'winner-first', 'loser-first', 'table', 'seat', 'interleaved', "
        "'reversed' or 'random'",
    ),
    ("play crazy8s small --set wild=Z", 2, "option wild='Z' of crazy8s: the ranks of the deck are 7 8 9 J Q K"),
    ("play war first-war --seed abc", 2, NO_SEED),
    ("play hearts --people 3 --players 2", 1, "hearts: 3 people can't sit at 2 seats"),
    ("play hearts --players 7", 1, "hearts: ***"),
    ("play hearts --players 3 --seat ai", 2, "Invalid value for --seat: say who plays by --seat, or ***"),
    ("play war first-war --seat ai", 1, "war: 1 seat was asked for, the game takes 2 to 10"),
    ("play war first-war" + " --seat ai" * 11, 1, "war: 11 seats were asked for, the game takes 2 to 10"),
    ("play war first-war --name Eve", 1, "war: there is 1 name for 2 seats"),
    ("play war first-war --name Eve --name Eve --name Eve", 1, "war: there are 3 names for 2 seats"),
    *(
        (["play", "war", "first-war", "--name", name, "--name", "Ben"], 2, f"***{name!r} is not a name: it ***")
        for name in ("A\nB", "\x1b[31mEve", "E\u202eve", "\t")
    ),
    ("simulate war --seat ai,ai,ai", 2, f"***'ai,ai,ai' {MANY_PLAYERS}"),
    ("play war --seat ai+random", 2, f"***'ai+random' {MANY_PLAYERS}"),
    ("arena crazy8s --player 'ai ai'", 2, f"***'ai ai' {MANY_PLAYERS}"),
    ("simulate war --seats 3", 2, "***say --seat once for each seat***"),
    ("compare war --vary pickup", 2, "Invalid value for --vary: 'pickup' is not OPTION=VALUE, such as face***"),
    *(
        (
            f"compare war --vary pickup=table {option} face_down=1 {option} face-down=3",
            2,
            f"Invalid value for {option}: face_down is given twice, and has one value***",
        )
        for option in ("--set", "--vary")
    ),
    ("replay x --until x", 2, "Invalid value for '--until': it is a whole number, such as 5***"),
    ("config set pause soon", 2, "Invalid value for pause: 'soon': it is a number, such as 0.5"),
    ("config set practice 'yes please'", 2, "***'yes please': it is true or false"),
    ("config set cards red", 2, "***'red': it is one of two-colour, four-colour, bold, letters, plain"),
    (["config", "set", "name", "A\x1b[2J"], 2, "***a name can't hold control characters"),
    *((f"config {words}", 2, NO_SETTING) for words in ("set nmae Ann", "get nmae")),
    ("config set name", 2, "***write `cardkit config set NAME VALUE`"),
    ("config get nam", 2, "***; did you mean name?"),
    ("config list name", 2, "***write `cardkit config list`"),
    ("shuffle --seed 1 --rng php", 2, "there is no generator 'php'; known: seeded, java, msvc, glibc***"),
    ("shuffle --seed 1 --for chess", 2, "there is no game 'chess'; known: crazy8s, war, blackjack, cheat***"),
    ("shuffle --seed abc", 2, NO_SEED),
    ("shuffle --rng java", 2, "Missing option '--seed'."),
    (
        f"shuffle --seed {2**63} --rng java",
        2,
        f"the java generator can't start from {2**63}: a seed is a whole number from -2**63 to 2**63 - 1",
    ),
    ("shuffle --seed 1 --deck none", 1, "none: the file can't be read: No such file or directory"),
    ("shuffle --seed 1 --deck colours", 1, "war: *** is not a card of its deck files"),
    ("shuffle --seed 1 --name Eve", 1, "war: a deck file has two names, not 1"),
]
"""What is typed, the exit code, and the whole sentence, in which *** stands for anything."""


@pytest.mark.parametrize(("words", "code", "sentence"), WRONG, ids=str)
def test_what_is_wrong_is_told_in_one_line_and_nothing_else(
    words: str | list[str], code: int, sentence: str, home: Path
) -> None:
    run = cardkit(*(shlex.split(words) if isinstance(words, str) else words))
    assert ("", code) == (run.out, run.code)
    assert re.fullmatch(r"cardkit: " + re.escape(sentence).replace(r"\*\*\*", ".*") + "\n", run.err), run.err
    assert not home.exists()


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_takes_an_option_twice_that_has_one_value(name: str) -> None:
    group: Any = get_command(app)
    command: Any = group.get_command(None, name)
    for one in command.params:
        if one.param_type_name == "option" and not one.is_flag and not one.multiple:
            with pytest.raises(typer.BadParameter, match="it is given twice, and has one value"):
                command.make_context(name, [one.opts[0], "1", one.opts[-1], "2"])


@pytest.mark.parametrize("words", ["deck war", "forecast war", "simulate war -n 3", "compare war --vary face_down=1,2"])
def test_cards_where_names_should_be_are_told(words: str, tmp_path: Path) -> None:
    command, game, *more = words.split()
    for names, forgotten in (("", ["2H", "10C"]), ("Ben\nAl\n", [])):
        (tmp_path / "deck.txt").write_text(f"{names}2H\n10C\n3H\n4C\n", encoding="utf-8")
        run = cardkit(command, game, "deck.txt", *more, folder=tmp_path)
        assert forgotten == re.findall(r"are names, '(\w+)' too: were they forgotten", run.err)
        assert forgotten or not run.err


@pytest.mark.parametrize("option", ["face_down=3", "face-down=3", " face_down = 3 "])
def test_an_option_may_be_written_with_a_hyphen_or_blanks(option: str) -> None:
    assert Run("Ben wins the game in 21 rounds.\n", "", 0) == cardkit("play", "war", "first-war", "-q", "--set", option)


def test_help_lists_the_commands_and_each_has_its_own() -> None:
    for arguments in (["--help"], ["-h"], []):
        run = cardkit(*arguments)
        assert "Usage: cardkit [OPTIONS] COMMAND [ARGS]..." == run.lines[0]
        assert {*COMMANDS} <= set(re.findall(r"^  ([a-z]+) ", run.out, flags=re.MULTILINE))
        assert ("", 0, False) == (run.err, run.code, ESCAPE in run.out)
    for command in COMMANDS:
        run = cardkit(command, "--help")
        assert (True, 0) == (run.out.startswith(f"Usage: cardkit {command} "), run.code)


# The other commands


def test_the_version_is_the_installed_one() -> None:
    assert Run(f"cardkit {version('cardkit')}\n", "", 0) == cardkit_process("--version")


def test_rules_show_every_option_with_its_default() -> None:
    lines = cardkit("rules", "crazy8s").lines
    defaults = {name: field.default for name, field in Crazy8s.model_fields.items()}
    options = [f"  {name}={'' if value == () else str(value).lower()}" for name, value in defaults.items()]
    assert options == [line for line in lines if re.match(r"  \w+=", line)]
    assert max(map(len, lines)) < 80
    assert "(shuffle=true, reshuffle=shuffle," in " ".join(line.strip() for line in lines), "as --set takes it"
    assert "  passes (not set)" in cardkit("rules", "klondike").lines


def test_every_shipped_deck_is_a_file_in_good_form() -> None:
    for path in DECKS.glob("*.txt"):
        for line in path.read_text("utf-8").split("\n")[:-1]:
            assert "" != line == " ".join(line.split())


# Imports


def test_help_imports_no_game_and_nothing_heavy() -> None:
    done = finished([sys.executable, "-X", "importtime", "-m", "cardkit", "--help"], env=environment(), text=True)
    assert 0 == done.returncode
    imported = {line.rpartition("|")[2].strip().partition(".")[0] for line in done.stderr.splitlines()}
    assert {"cardkit", "typer"} <= imported
    assert set() == imported & {"cardkit_war", "cardkit_crazy8s", "rich", "numpy", "hypothesis", "asyncio"}


@pytest.mark.parametrize(("begun_by", "is_left"), [("cardkit", "True"), ("mine.py", "False")])
def test_what_the_program_has_loaded_is_not_looked_at_for_garbage(begun_by: str, is_left: str) -> None:
    code = f"import atexit, gc, sys; sys.argv = [{begun_by!r}, '--version']; from cardkit.cli.app import main"
    code += "; atexit.register(lambda: print(gc.get_freeze_count() > 0)); main()"
    done = finished([sys.executable, "-c", code], env=environment(), text=True)
    assert (0, is_left) == (done.returncode, done.stdout.split()[-1])


# Pipes


@pytest.mark.parametrize("command", ["play war full-war", "play war full-war --json", "rules crazy8s"])
def test_a_pipe_that_is_closed_early_ends_the_program_quietly(command: str) -> None:
    with program(*shlex.split(command), PYTHONUNBUFFERED="1") as process:
        assert process.stdout.readline()
        process.stdout.close()
        assert "" == process.stderr.read()


def test_a_seed_that_has_no_effect_is_said_to_have_none() -> None:
    note = "cardkit: note: the seed had no effect, because nothing in this game was left to chance\n"
    for words, said in (
        ("war first-war --seed 1", note),
        ("crazy8s small --seat ai --seat ai --set hand_size=2 --seed 1", note),
        ("war first-war", ""),
        ("crazy8s small --seat ai --seat random --set hand_size=2 --seed 1", ""),
        ("war --rules jones --seed 1", ""),
        ("war first-war --seed 1 --game 2", ""),
    ):
        run = cardkit("play", *shlex.split(words))
        assert (said, 0) == (run.err, run.code)


@needs_shell
@pytest.mark.parametrize(
    ("command", "redirection", "err", "code"),
    [
        ("play war first-war", ">&-", "", 0),
        ("play war", "<&- >&- 2>&-", "", 1),
        ("nope", "2>&-", "", 2),
        ("play war first-war", ">/dev/full", "cardkit: the output can't be written: No space left on device\n", 1),
        ("--version", ">/dev/full", "cardkit: the output can't be written: No space left on device\n", 1),
    ],
)
def test_a_stream_that_is_closed_or_full_causes_no_traceback(
    command: str, redirection: str, err: str, code: int
) -> None:
    if "/dev/full" in redirection and not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    program = ["sh", "-c", f'exec "$@" {redirection}', "sh", sys.executable, "-m", "cardkit", *shlex.split(command)]
    done = finished(program, text=True, env=environment())
    assert (err, code) == (done.stderr, done.returncode)


# Letters that a stream doesn't have


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_names_are_printed_as_they_are_in_whatever_letters_there_are(encoding: str, tmp_path: Path) -> None:
    tmp_path.joinpath("odd.txt").write_text("Zoë [/]\n🃏 [red]\n7♥\n6S\n", encoding="utf-8")
    run = cardkit_process("play", "war", "odd", folder=tmp_path, PYTHONIOENCODING=encoding)
    joker = "🃏" if encoding.startswith("utf") else "??"  # two cells wide
    expected = ["Round 1", "Zoë [/]'s deck: [7H]", f"{joker} [red]'s deck: [6S]", "Zoë [/] plays 7H"]
    assert [line.encode(encoding, "replace").decode("utf-8", "replace") for line in expected] == run.lines[:4]
    assert ("", 0) == (run.err, run.code)
    if encoding == "utf-8":
        assert run.out == without_escapes(at_terminal("play", "war", "odd", folder=tmp_path).out)


def test_json_loses_no_letter_where_the_encoding_has_not_all_of_them(tmp_path: Path) -> None:
    tmp_path.joinpath("hearts.txt").write_text("Cœur\n7 8\n7 Cœur\n8 Cœur\n", encoding="utf-8")
    command = shlex.split("play crazy8s hearts --seat ai --set hand_size=1 --json")
    run = cardkit_process(*command, folder=tmp_path, PYTHONIOENCODING="ascii")
    assert "play 8 Cœur Cœur" in [event.get("action") for event in map(json.loads, run.lines)]


# Terminals


def on_a_terminal(*arguments: str, **changes: str) -> Run:
    """Run the program on a terminal of its own."""
    with Screen(*arguments, **changes) as screen:
        code = screen.end()
        return Run(screen.raw, "", code)


def without_escapes(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_cards_and_results_have_colours_on_a_terminal() -> None:
    run = on_a_terminal("play", "war", "first-war")
    red, green = "\x1b[31m", "\x1b[1;32m"
    assert f"{red}7H\x1b[0m" in run.out
    assert "\x1b[31m9C" not in run.out
    assert f"{green}Ada wins the game in 14 rounds.\x1b[0m\n" in run.out
    assert cardkit("play", "war", "first-war").out == without_escapes(run.out)


@pytest.mark.parametrize("command", ["play war first-war", "rules twenty_one", "games", "--help", "play --help"])
def test_a_pipe_and_a_terminal_that_wants_no_colours_get_no_escape_codes(command: str) -> None:
    words, is_a_game = shlex.split(command), "first-war" in command
    runs = [(on_a_terminal if is_a_game else at_terminal)(*words, **no) for no in ({"NO_COLOR": "1"}, {"TERM": "dumb"})]
    for run in (*runs, (cardkit_process if is_a_game else cardkit)(*words)):
        assert (True, False, "", 0) == (bool(run.out), ESCAPE in run.out, run.err, run.code)


# Ctrl-C and the end of the input


@needs_signals
@pytest.mark.parametrize(
    ("command", "typed", "prompt"),
    [
        ("play war", "", "Enter the name of the deck file:"),
        ("play war first-war --seat ai --seat human", "", "Ben, press Enter to turn over your card."),
        ("play crazy8s microDeck", "1\n", "Is player 0 an AI? (y/n)"),
        ("play crazy8s microDeck", "1\nn\n1\n8 Clubs\n", "What suit would you like to declare?"),
    ],
)
def test_ctrl_c_at_a_prompt_ends_the_program_with_a_short_line(command: str, typed: str, prompt: str) -> None:
    with program(*shlex.split(command)) as process:
        process.stdin.write(typed)
        process.stdin.flush()
        assert f"{prompt}\n" in process.stdout
        out, err = interrupted(process)
    assert ("", "cardkit: interrupted\n", 130) == (out, err, process.returncode)


@needs_signals
@pytest.mark.parametrize("moment", ["cardkit.core.cards", "cardkit.cli.lists", "the end"])
def test_ctrl_c_while_the_program_begins_or_ends_shows_no_traceback(moment: str) -> None:
    pressed = f"""
import atexit, signal, sys
class Press:
    def find_spec(self, name, path=None, target=None):
        if name == {moment!r}:
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Press())
atexit.register(Press().find_spec, "the end")
sys.argv = ["/usr/bin/cardkit", "games"]
from cardkit.cli.app import main
main()
"""
    run = finished([sys.executable, "-c", pressed], env=environment(), preexec_fn=heed_ctrl_c)
    assert run.returncode == 130
    assert run.stderr in (b"", b"cardkit: interrupted\n")
