"""Players that are programs: what they are told, what they may answer, and what becomes of those that fail."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic, sleep
from typing import Any, cast

import pytest
from helpers import ROOT, finished, launched, needs_shell
from processes import heed_ctrl_c

from cardkit import CannotLoad, Match, PlayerFault, Seeded, Table, first_legal, standard52
from cardkit.plugins.people import Guarded, guarding
from cardkit.plugins.programs import MEMORY, MESSAGE, Process, Program, ProgramClock, Running, schema_text
from cardkit.plugins.registry import load_game, load_player

EXAMPLES = ROOT / "docs" / "examples"
BOTS = EXAMPLES / "bots"
PYTHON = sys.executable.replace("\\", "/")


def command(folder: Path, *lines: str) -> str:
    """The command of a program in Python with these lines."""
    script = folder / "script.py"
    script.write_text("\n".join(lines), encoding="utf-8")
    return f"'{PYTHON}' '{script.as_posix()}'" if os.name != "nt" else f"{PYTHON} {script.as_posix()}"


def seated(spec: str, game: str, *, clock: ProgramClock | None = None, running: Running | None = None) -> Program:
    """A program as a seat gets it."""
    program = cast(Program, load_player(spec, load_game(game), Seeded(5)))
    program.clock, program.running = clock or ProgramClock(), running
    return program


def ended(players: Sequence[Any], game: str, **options: Any) -> Any:
    """The result of a game between these players."""
    rules = load_game(game).game.with_options(options)
    guarded = [Guarded(player, seat, "a player") for seat, player in enumerate(players)]
    match = Match(rules, standard52(), seats=len(players), rng=Seeded(3))
    with guarding("the game", guarded):
        return Table(match, guarded).run()


def last_legal(view: Any, legal: Sequence[Any]) -> Any:
    """The last of the legal actions."""
    return legal[-1]


def longest_suit(view: Any, legal: Sequence[Any]) -> Any:
    """What `suit.js` plays."""
    held = [card.suit for card in view.hands[view.turn]]
    return max(legal, key=lambda move: held.count(str(move).split()[-1][-1]) if str(move).startswith("play") else -1)


@pytest.mark.parametrize(
    ("bot", "needed", "same"),
    [("first.sh", "bash", first_legal), ("suit.js", "node", longest_suit), ("last.c", "cc", last_legal)],
)
def test_bots_in_several_languages_play_as_players_in_python_do(
    bot: str, needed: str, same: Any, tmp_path: Path
) -> None:
    if shutil.which(needed) is None or os.name == "nt":
        pytest.skip(f"{needed} isn't installed")
    spec = f"{needed} '{BOTS / bot}'"
    if needed == "cc":
        spec = str(tmp_path / "last bot")
        assert 0 == finished(["cc", "-o", spec, BOTS / bot]).returncode
    options = {"shuffle": True, "hand_size": 7}
    assert ended([first_legal, same], "crazy8s", **options) == ended(
        [first_legal, seated(spec, "crazy8s")], "crazy8s", **options
    )


class Read(Process):
    """In the place of a program: reads each line by the schema, and answers with the last legal action."""

    def __init__(self) -> None:
        self.seen: list[Any] = []
        self.is_new = False

    def tell(self, line: str) -> None:
        MESSAGE.validate_json(line)
        self.seen.append(json.loads(line))

    def ask(self, line: str, seconds: float) -> str:
        self.tell(line)
        return json.dumps({"action": self.seen[-1]["legal"][-1], "why": "it stood last"})

    def send(self) -> None: ...

    def kill(self) -> None: ...

    def end(self, grace: float = 0) -> bool:
        return True


@pytest.mark.parametrize(("game", "seats"), [("crazy8s", 2), ("holdem", 3), ("goofspiel", 2)])
def test_every_line_keeps_to_the_schema_and_tells_no_more_than_the_seat_may_know(game: str, seats: int) -> None:
    name = game if game == "crazy8s" else str(EXAMPLES / f"{game}.py")
    bot = seated(f"{PYTHON} nothing" if os.name == "nt" else f"'{PYTHON}' nothing", name, running=Running())
    process = Read()
    cast(Running, bot.running).keep(bot._command, process)  # pyright: ignore[reportPrivateUsage]
    Read.is_alive = True  # type: ignore[method-assign, assignment]
    options: dict[str, Any] = {"crazy8s": {"shuffle": True}, "holdem": {"chips": 900}}.get(game, {})
    ended([first_legal, bot, *[first_legal] * (seats - 2)], name, **options)
    begin, *told, end = process.seen
    assert ("begin", "end") == (begin["type"], end["type"])
    assert (1, seats) == (begin["seat"], len(begin["names"]))
    assert sorted(map(str, standard52())) == begin["deck"]
    hands = begin["view"].get("hands")
    if hands is not None:
        assert {"??"} == {card for seat, hand in enumerate(hands) if seat != 1 for card in hand}
    turns = [message for message in told if message["type"] == "turn"]
    assert turns
    if game == "holdem":
        assert any(turn["forms"] for turn in turns)


READS, SLEEPS = "input(); input(); input()", "import time; time.sleep(60)"
FAULTS = {
    "it has ended with exit code 3": ["exit(3)"],
    "last words: ZeroDivisionError: division by zero": ["1/0"],
    "it took more than 0.4 seconds (does it flush": ["print('draw')", SLEEPS],
    "it took more than 0.4 seconds and began a line that it doesn't end": ["print('dr', end='', flush=True)", SLEEPS],
    "it said 'hello' without being asked": [f"import os; os.write(1, b'# soon\\ndraw\\nhello\\n'); {READS}"],
    "and no answer": ["while True: print('# ' + 'thinking ' * 100)"],
    "it said a line of more than 65,536 bytes": ["print('x' * 99999999)"],
    "it answered 'fly 7C'; legal were play": [f"print('fly 7C', flush=True); {READS}"],
    "in which there is no action": [f"print('{{\"action\": 7}}', flush=True); {READS}"],
    "which is no JSON": [f"print('{{nonsense', flush=True); {READS}"],
}


@pytest.mark.parametrize("reason", FAULTS)
def test_a_program_that_fails_is_told_in_a_sentence(reason: str, tmp_path: Path) -> None:
    clock = ProgramClock(move=0.4, start=0) if "took more" in reason else ProgramClock()
    bot = seated(command(tmp_path, "input(); input()", *FAULTS[reason]), "crazy8s", clock=clock)
    with pytest.raises(PlayerFault) as found:
        ended([bot, first_legal], "crazy8s", shuffle=True, hand_size=7)
    said = str(found.value)
    assert [True, True, False] == [part in said for part in (reason, "seat 0 (a player) is at fault: it ", "\n")]


@needs_shell
def test_a_program_ends_for_certain_with_all_that_it_started(tmp_path: Path) -> None:
    held_open = tmp_path / "held-open"
    os.mkfifo(held_open)
    reading = os.open(held_open, os.O_RDONLY | os.O_NONBLOCK)
    stubborn = f"exec 9>'{held_open}'; trap '' TERM HUP; sleep 60 & read -r line; echo draw; sleep 60"
    bot = seated(f'bash -c "{stubborn}"', "crazy8s", clock=ProgramClock(move=0.4))
    with pytest.raises(PlayerFault, match=r"more than 0\.4 seconds"):
        ended([bot, first_legal], "crazy8s", shuffle=True)
    assert b"" == os.read(reading, 1)
    os.close(reading)


PLAYS_AND_STAYS = [
    "import os, signal, sys, time",
    "for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT): signal.signal(number, signal.SIG_IGN)",
    "for leader in range(2):",
    "    if not os.fork():",
    "        leader and os.setsid()",
    "        os.closerange(0, 3)",
    "        open(f'staying-{os.getpid()}', 'w').close()",
    "        time.sleep(600)",
    "open(f'staying-{os.getpid()}', 'w').close()",
    "sys.stdin.readline(); time.sleep(600)",
]
"""A program that doesn't end with its input, with a child beside it and one in a session of its own."""


def alive(folder: Path) -> list[str]:
    """Which of those are running that said that they stay."""
    found = [path.name.partition("-")[2] for path in folder.glob("staying-*")]
    stats = [Path(f"/proc/{process}/stat") for process in found]
    return [stat.parent.name for stat in stats if stat.exists() and ") Z " not in stat.read_text(encoding="utf-8")]


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait for something that comes soon."""
    end = monotonic() + 20
    while not holds():
        assert monotonic() < end
        sleep(0.05)


STARTED = {
    "play": "play crazy8s --rules house --no-score --seat ai --seat|seconds=60 {}",
    "simulate": "simulate crazy8s --rules house -n 50 --jobs 2 --seat ai --seat|seconds=60 {}",
    "arena": "arena crazy8s -n 50 --jobs 2 --move-seconds 60 --player ai --player|{}",
}


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux knows what was started in other sessions")
@pytest.mark.parametrize(
    ("who", "ending"),
    [*((who, "SIGKILL") for who in STARTED), ("play", "SIGINT"), ("simulate", "SIGTERM"), ("arena", "SIGHUP")],
)
def test_nothing_stays_of_a_program_whatever_ends_who_started_it(who: str, ending: str, tmp_path: Path) -> None:
    words, _, bot = STARTED[who].partition("|")
    started = [sys.executable, "-m", "cardkit", *words.split(), bot.format(command(tmp_path, *PLAYS_AND_STAYS))]
    with launched(started, cwd=tmp_path, stdin=-3, stdout=-3, stderr=-3, preexec_fn=heed_ctrl_c) as process:
        wait_until(lambda: len(alive(tmp_path)) >= 3)
        process.send_signal(signal.Signals[ending])
        process.wait(20)
    wait_until(lambda: not alive(tmp_path))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux knows what was started in other sessions")
def test_nothing_stays_of_a_program_after_a_game_that_went_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ended([seated(command(tmp_path, *PLAYS_AND_STAYS[:7], *ANSWERING), "crazy8s"), first_legal], "crazy8s")
    assert not alive(tmp_path)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds the memory of a program")
def test_bounds_are_there_before_a_program_begins(tmp_path: Path) -> None:
    bounds = "$(ulimit -d) $(ulimit -c)"
    bot = seated(f'bash -c "echo {bounds} > {tmp_path}/first; exit 7"', "crazy8s")
    with pytest.raises(PlayerFault, match="exit code 7"):
        ended([bot, first_legal], "crazy8s", shuffle=True)
    assert f"{MEMORY // 1024} 0\n" == (tmp_path / "first").read_text(encoding="utf-8")


@needs_shell
def test_what_is_no_program_after_all_is_told(tmp_path: Path) -> None:
    nonsense = tmp_path / "nonsense"
    nonsense.write_bytes(b"\x7fELF nonsense")
    nonsense.chmod(0o755)
    with pytest.raises(PlayerFault, match="it can't be started: Exec format error"):
        ended([seated(str(nonsense), "crazy8s"), first_legal], "crazy8s", shuffle=True)


ANSWERING = [
    "import json, os, sys",
    "for line in sys.stdin:",
    "    message = json.loads(line)",
    "    if message['type'] == 'turn':",
    "        print(message['legal'][0] + ' ', flush=True)",
    "    if message['type'] == 'begin':",
    "        print(os.getpid(), file=open('pids', 'a'))",
]


LEAVING = ["    if message['type'] == 'end':", "        raise SystemExit(__import__('time').sleep(0.1))"]


@pytest.mark.parametrize(("lines", "games", "processes"), [([], 3, 1), (LEAVING, 6, 6)])
def test_one_process_plays_game_after_game_or_ends_with_its_game_and_is_started_again(
    lines: list[str], games: int, processes: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    running, spec = Running(), command(tmp_path, *ANSWERING, *lines)
    for _ in range(games):
        ended([seated(spec, "crazy8s", running=running), first_legal], "crazy8s", shuffle=True)
    running.end()
    pids = (tmp_path / "pids").read_text(encoding="utf-8").split()
    assert (games, processes) == (len(pids), len(set(pids)))


def test_a_program_that_ends_at_once_is_not_started_again(tmp_path: Path) -> None:
    quitting = seated(command(tmp_path, "input()"), "crazy8s", running=Running())
    with pytest.raises(PlayerFault, match="it has ended with exit code 0"):
        ended([quitting, first_legal], "crazy8s")


def test_a_program_that_hangs_at_its_start_is_not_waited_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    running, clock = Running(), ProgramClock(move=0.4, start=0.6)
    spec = command(tmp_path, "import time", "open('starts', 'a').write('.')", "time.sleep(60)")
    for _ in range(3):
        with pytest.raises(PlayerFault, match="it took more than 1 seconds"):
            ended([seated(spec, "crazy8s", clock=clock, running=running), first_legal], "crazy8s", shuffle=True)
    running.end()
    assert "." == (tmp_path / "starts").read_text(encoding="utf-8")


def test_a_clock_stands_before_the_command_and_what_can_not_be_run_is_told_before_the_game(tmp_path: Path) -> None:
    answering = command(tmp_path, *ANSWERING)
    program = cast(Program, load_player(f"game_seconds=50 seconds=2.5 {answering}", load_game("crazy8s"), Seeded(5)))
    assert ProgramClock(move=2.5, game=50) == program.clock
    (tmp_path / "bot").write_text("#!/bin/sh\n", encoding="utf-8")
    no_clock = "is no number of seconds from 0.001 to 1,000,000"
    clocks = ("seconds=0", "seconds=nan", "seconds=", "game_seconds=1e9", "seconds=one")
    for spec, reason in (
        *((f"{clock} {answering}", f"{clock} {no_clock}") for clock in clocks),
        ("seconds=3 nothing", "there is no program nothing"),
        ("./nothing", "there is no program ./nothing"),
        ("node 'bot.js", "it is no command: no closing quotation"),
        *([] if os.name == "nt" else [(str(tmp_path / "bot"), "it may not be run: chmod +x")]),
    ):
        with pytest.raises(CannotLoad, match=re.escape(reason)):
            load_player(spec, load_game("crazy8s"), Seeded(1))


def test_the_schema_of_the_docs_is_that_of_the_lines() -> None:
    assert schema_text() == (ROOT / "docs" / "bot-protocol.schema.json").read_text(encoding="utf-8")
