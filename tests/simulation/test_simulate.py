"""Many games at once: summaries that merge exactly, any number of workers, games that fail, files, and the commands."""

from __future__ import annotations

import csv
import json
import os
import pickle
import re
import shlex
import shutil
import signal
import socket
import sys
import time
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from helpers import ROOT, TESTS, cardkit, cardkit_process, finished
from hypothesis import given
from hypothesis import strategies as st
from processes import PATIENCE, interrupted, needs_signals, program

from cardkit import Plugin, deck, standard52
from cardkit.cli.options import whole
from cardkit.plugins.setup import machines
from cardkit.simulation import workers
from cardkit.simulation.batch import Batch, empty_of
from cardkit.simulation.estimates import wilson
from cardkit.simulation.jobs import Job
from cardkit.simulation.results import SUFFIXES, Results
from cardkit.simulation.simulate import GameBrokenOff, Plan, batch, outcomes, play_part, simulate
from cardkit.simulation.summary import Histogram, Outcome, Rows, Summary
from cardkit.simulation.tables import Comparison, histogram_lines
from cardkit.simulation.workers import WorkersLost, by_threads, here, runs
from cardkit_crazy8s import Crazy8s

SMALL = deck("2345", "AB")

PICKY = '''
"""A player that raises an error in some games: where the newest card of its hand is the 5H."""

def player(view, legal):
    if str(view.hands[view.turn].top) == "5H":
        raise ValueError("I don't like the five")
    return legal[0]
'''

SLOW = """
import time

from cardkit.play import terminal
from cardkit.simulation import simulate

terminal._PATIENCE, simulate.GAMES_A_PART = 0.4, 1

def player(view, legal):
    time.sleep(0.1)
    return legal[-1]
"""

DYING = '''
"""A player that kills its process the first time it is asked, as the file beside tells."""

import os
from pathlib import Path

def player(view, legal):
    try:
        Path({marker!r}).touch(exist_ok=False)
    except FileExistsError:
        return legal[0]
    os._exit(1)
'''


# Summaries


def test_a_wilson_interval_is_that_of_the_textbook() -> None:
    _, low, high = wilson(81, 263)
    assert (0.2553, 0.3662) == (round(low, 4), round(high, 4))
    assert (0.0, 0.2775) == (wilson(0, 10).low, round(wilson(0, 10).high or 0, 4))
    assert 1.0 == wilson(10, 10).high


@given(st.lists(st.integers(0, 500), min_size=2), st.floats(0, 100))
def test_a_histogram_knows_what_the_numbers_know(numbers: list[int], percent: float) -> None:
    seen = Histogram()
    for number in numbers:
        seen.add(Histogram({number: 1}))
    mean = Fraction(sum(numbers), len(numbers))
    assert mean == seen.mean
    assert sum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1) == seen.variance
    assert (min(numbers), max(numbers), len(numbers)) == (seen.lowest, seen.highest, seen.total)
    chosen = seen.percentile(percent)
    assert chosen is not None
    assert 100 * sum(number <= chosen for number in numbers) >= Fraction(percent) * len(numbers)
    assert 100 * sum(number < chosen for number in numbers) <= Fraction(percent) * len(numbers)


def test_a_histogram_of_nothing_has_nothing_to_say() -> None:
    empty = Histogram()
    assert (None,) * 5 == (empty.mean, empty.deviation, empty.estimate, empty.lowest, empty.percentile(50))


def test_rows_are_numbers_that_others_can_use_without_a_copy() -> None:
    rows = Rows(2, ("wars",), 3)
    column = rows["length"]
    rows.numbers[rows.width + 2] = 7
    assert [0, 7, 0] == column.tolist()
    numpy = pytest.importorskip("numpy")
    shared = numpy.asarray(rows["length"])
    rows.numbers[2] = 5
    assert [5, 7, 0] == shared.tolist()


@pytest.mark.parametrize(
    ("players", "seated"), [(range(1, 6), 2), (range(1, 2), 1), (range(3, 6), 3), (range(1, 6, 2), 3)]
)
def test_where_nothing_is_said_no_fewer_than_two_machines_sit_down_if_the_game_takes_two(
    players: range, seated: int
) -> None:
    assert ("ai",) * seated == machines(Plugin(game=type("Any8s", (Crazy8s,), {"players": players})))
    assert ("ai",) == machines(Plugin(game=Crazy8s, seats=("human",))), "a plugin can say that one plays alone"


# The same to the last digit, whoever plays


def plan(games: Batch, **parts: Any) -> Plan:
    return Plan(batch=games, **parts)


def merged(found: Any, games: Batch) -> Summary:
    summary = empty_of(games)
    for part in found:
        summary.add(part.summary)
    return summary


def test_a_summary_doesnt_depend_on_who_plays_which_games() -> None:
    options = {"pickup": "random"}
    games = batch("war", seed=7, deck=SMALL, options=options)
    whole_batch = play_part(plan(games), 0, 210).summary
    for size in (1, 209):
        assert whole_batch == merged(here(partial(play_part, plan(games)), runs(210, size)), games)
    assert whole_batch == merged(by_threads(partial(play_part, plan(games, engine="kernel")), runs(210, 60), 3), games)
    assert whole_batch == simulate("war", n=210, seed=7, deck=SMALL, options=options, jobs=2, engine="rules")
    assert whole_batch == simulate("war", n=210, seed=7, deck=SMALL, options=options, engine="both")


# Games that fail, workers that die, batches that are stopped


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_game_that_is_not_over_for_long_is_told_once_with_where_it_is_and_what_ends_it(
    tmp_path: Path, jobs: int
) -> None:
    (tmp_path / "slow.py").write_text(SLOW, encoding="utf-8")
    words = ["simulate", "crazy8s", "-n", "2", "--seed", "5", "--most-turns", "15", "--jobs", str(jobs)]
    run = cardkit_process(*words, "--seat", "slow.py", "--seat", "slow.py", folder=tmp_path)
    limit = "--most-turns N cuts games off, and cardkit check crazy8s says whether games end"
    assert 1 == len(re.findall(rf"note: game \d is not over after 0\.4 s, in turn \d+; {limit}\n", run.err)), run.err
    assert 0 == run.code


def test_a_quiet_game_that_is_not_over_for_long_is_told_so_too(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW, encoding="utf-8")
    words = ["play", "go_fish", "--quiet", "--seed", "5", "--most-turns", "15"]
    run = cardkit_process(*words, "--seat", "slow.py", "--seat", "slow.py", folder=tmp_path)
    assert 1 == len(re.findall(r"note: the game is not over after 0\.4 s, in turn \d+; --most-turns N ", run.err)), (
        run.err
    )
    assert 0 == run.code


def test_a_game_that_fails_stops_the_batch_or_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "picky.py").write_text(PICKY, encoding="utf-8")
    words = ["simulate", "crazy8s", "-n", "200", "--seed", "5", "--seat", "picky.py", "--seat", "ai", "--json"]
    words += ["--engine", "rules"]
    stopped = cardkit(*words, folder=tmp_path)
    record = next(tmp_path.glob("crazy8s-seed-5-game-*.json"))
    number = int(record.stem.rpartition("-")[2])
    assert (1, True) == (stopped.code, f"game {number} (seed " in stopped.err)
    assert "ValueError: I don't like the five" in stopped.err
    assert (number, 1) == (json.loads(stopped.out)["games"], json.loads(stopped.out)["failed"])
    assert 0 == cardkit("replay", record.name, folder=tmp_path).code
    record.unlink()

    words += ["--on-error", "skip"]
    skipped = cardkit(*words, folder=tmp_path)
    found = json.loads(skipped.out)
    assert (0, 200) == (skipped.code, found["games"] + found["failed"])
    assert 0 < min(10, found["failed"]) == len(list(tmp_path.glob("*.json")))
    assert skipped.out == cardkit(*words, "--jobs", "2", folder=tmp_path).out
    assert stopped.out == cardkit(*words[:-2], "--jobs", "2", folder=tmp_path).out


def test_a_game_that_fails_is_an_error_in_the_library() -> None:
    def grumpy(view: Any, legal: Sequence[Any], /) -> Any:
        raise ValueError("no")

    told = r"game 0 \(seed \d+\) was broken off: seat 0 \(grumpy\) is at fault: ValueError: no"
    with pytest.raises(GameBrokenOff, match=told):
        simulate("crazy8s", n=5, players=[grumpy, "ai"])
    with pytest.raises(GameBrokenOff):
        list(outcomes(batch("crazy8s", players=[grumpy, "ai"]), 3))


def test_a_worker_that_dies_costs_no_game(tmp_path: Path) -> None:
    player = tmp_path / "dying.py"
    player.write_text(DYING.format(marker=str(tmp_path / "died")), encoding="utf-8")
    found = simulate("crazy8s", n=200, players=[str(player), "ai"], jobs=2)
    assert (tmp_path / "died").exists()
    assert found == simulate("crazy8s", n=200, players=["ai", "ai"], engine="rules")


def test_workers_that_die_again_and_again_are_given_up(tmp_path: Path) -> None:
    player = tmp_path / "deadly.py"
    player.write_text("import os\n\ndef player(view, legal):\n    os._exit(1)\n", encoding="utf-8")
    with pytest.raises(WorkersLost, match="3 worker processes died while the games 0 to 99 were played"):
        simulate("crazy8s", n=200, players=[str(player), "ai"], jobs=2)


def wait_for(path: Path, size: int) -> None:
    """Wait until a program has written at least so many bytes to a file that it makes, for a minute at most."""
    limit = time.monotonic() + 60
    while time.monotonic() < limit and not (path.exists() and path.stat().st_size >= size):
        time.sleep(0.02)


@needs_signals
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_is_finished_is_told_after_ctrl_c(tmp_path: Path, jobs: str) -> None:
    words = ["simulate", "war", "-n", "1e12", "--json", "--jobs", jobs]
    words += ["--engine", "rules", "--out", "games.csv"]
    with program(*words, folder=tmp_path) as run:
        wait_for(tmp_path / ".games.csv.new", 1000)
        out, err = interrupted(run)
    assert (130, "cardkit: interrupted\n") == (run.returncode, err)
    games = json.loads(out)["games"]
    assert games > 0
    assert games + 1 == len((tmp_path / "games.csv").read_text(encoding="utf-8").splitlines())


@needs_signals
def test_ctrl_c_in_the_middle_of_writing_waits_until_what_is_written_is_counted(tmp_path: Path) -> None:
    write = Results[Outcome].write

    def pressed(file: Results[Outcome], rows: Iterable[Any]) -> None:
        """Somebody presses Ctrl-C while the rows of the second part are written."""
        rows = list(rows)
        if rows[0].game:
            signal.raise_signal(signal.SIGINT)
        write(file, rows)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Results, "write", pressed)
        games = batch("war", players=["ai", "ai"], deck=standard52())
        done = Job(games=1000, jobs=1, engine="rules").run(games, "", tmp_path / "games.csv")
    assert done.interrupted
    rows = (tmp_path / "games.csv").read_text(encoding="utf-8").splitlines()
    assert done.summary.games + 1 == len(rows)
    assert done.summary.games > 150


DECK = "A B C\n2 4 6 7 8\n2 A\n7 B\n4 B\n4 C\n6 C\n"
NEVER = ["--seat", "ai", "--set", "hand_size=1", "--set", "reshuffle=shuffle", "--seed", "1"]
"""With that deck, many games go on until they are cut off, after six million turns."""


def spent() -> float:
    """Seconds of processor time that programs took which have ended."""
    times = os.times()
    return times.children_user + times.children_system


@needs_signals
@pytest.mark.parametrize("words", [["--engine", "rules", "--jobs", "2"], ["--jobs", "1"]], ids=" ".join)
def test_ctrl_c_stops_games_that_do_not_end(tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "deck.txt").write_text(DECK, encoding="utf-8")
    words = ["simulate", "crazy8s", "deck.txt", *NEVER, "-n", "1e9", "--out", "games.csv", *words]
    before = spent()
    with program(*words, folder=tmp_path) as run:
        wait_for(tmp_path / ".games.csv.new", 0)
        time.sleep(0.5)
        _, err = interrupted(run)
    assert spent() - before < PATIENCE
    assert (130, "cardkit: interrupted\n") == (run.returncode, err)


# Files


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_file_has_a_row_for_each_game(tmp_path: Path, suffix: str) -> None:
    if suffix == ".parquet":
        pytest.importorskip("pyarrow")
    path = tmp_path / f"games{suffix}"
    games = batch("war", seed=2, deck=SMALL, options={"pickup": "table"})
    Job(games=300).run(games, "", path)
    found = read(path)
    assert 300 == len(found)
    for row, outcome in zip(found, outcomes(games, 300), strict=True):
        assert games.seed_of(outcome.game) == int(row["seed"])
        assert (outcome.game, outcome.length, outcome.how) == (int(row["game"]), int(row["length"]), row["result"])
        assert " ".join(map(str, outcome.winners)) == row["winners"]
        assert str(outcome.cycle.first if outcome.cycle else None) == str(row["first"] or None)


def read(path: Path) -> list[dict[str, Any]]:
    if path.suffix == ".csv":
        return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    rows: list[dict[str, Any]] = pytest.importorskip("pyarrow.parquet").read_table(path).to_pylist()
    return rows


@pytest.mark.parametrize(
    "words",
    [
        ["war", "--rules", "umbc", "--by", "aces of seat 0"],
        ["war", "--set", "pickup=table", "--where", "aces of seat 0 = 2"],
    ],
    ids=" ".join,
)
def test_a_file_of_lines_is_gone_on_with_as_if_all_had_been_played_at_once(tmp_path: Path, words: list[str]) -> None:
    out, whole = tmp_path / "games.jsonl", tmp_path / "whole.jsonl"
    words = ["simulate", *words, "--seed", "3", "--json", "--engine", "rules"]
    assert 0 == cardkit(*words, "-n", "12", "--out", str(out)).code
    with out.open("a", encoding="utf-8") as file:
        file.write('{"game": 12, "se')
    told = [cardkit(*words, "-n", "25", "--out", str(path)).out for path in (out, whole)]
    assert told[0] == told[1]
    assert whole.read_bytes() == out.read_bytes()
    assert cardkit(*words, "-n", "12").out == cardkit(*words, "-n", "12", "--out", str(out)).out
    assert whole.read_bytes() == out.read_bytes()


def test_a_file_of_other_games_is_left_alone(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    words = ["simulate", "war", "-n", "5", "--engine", "rules", "--out", str(out), "--seed"]
    assert 0 == cardkit(*words, "3").code
    kept = out.read_bytes()
    run = cardkit(*words, "4")
    assert (1, kept) == (run.code, out.read_bytes())
    assert "it has the games of another simulation: seed is 3 there, and 4 here" in run.err
    lines = kept.splitlines(keepends=True)
    wrong = lines[2].replace(b'"winners": "', b'"winners": "7')
    for text, said in (
        (b"".join(lines[1:]), "it is there already, and is not the file of a simulation"),
        (b"".join([*lines[:2], wrong, *lines[3:]]), "line 3 of it is not a game of a simulation"),
        (b"".join([*lines[:3], *lines[2:]]), "line 4 of it is not a game of a simulation"),
        (b"".join([*lines[:2], b"[]\n", *lines[3:]]), "line 3 of it is not a game of a simulation"),
        (b"\xff\n", "it is not a text in UTF-8"),
    ):
        out.write_bytes(text)
        run = cardkit(*words, "3")
        assert (1, True, text) == (run.code, said in run.err, out.read_bytes())


def test_a_plot_is_drawn_whatever_draws_on_somebodys_screen(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    words = ["simulate", "war", "-n", "20", "--rules", "jones", "--plot", "length.svg"]
    run = cardkit_process(*words, folder=tmp_path, MPLBACKEND="nonsense")
    assert (0, "", True) == (run.code, run.err, (tmp_path / "length.svg").exists())


def test_pictures_of_games_comparisons_and_contests_say_what_they_show(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    into = ["--seed", "7", "--overwrite", "--plot", str(tmp_path / "drawn.svg")]
    games = ["400 games, seed 7", "half of the games: ", "95 % of the games: ", "of the games are longer, up to"]
    compared = ["20 games each, seed 7", "mean rounds", "face_down=3", "Lines are 95 % intervals."]
    for command, said in (
        ("simulate war -n 400", games),
        ("compare war --vary face_down=1,3 -n 20", compared),
        ("arena crazy8s --rules house --player ai --player random -n 20", ["20 deals", "seed 7", "wins (%)", "random"]),
    ):
        run = cardkit(*command.split(), *into)
        assert (0, "") == (run.code, run.err)
        drawn = (tmp_path / "drawn.svg").read_text(encoding="utf-8")
        assert [] == [text for text in ("<svg", *said) if text not in drawn]


def test_what_a_game_counts_is_told_to_be_no_less_than_nothing() -> None:
    few = simulate("war", n=4, seed=5, engine="rules")
    assert all(seen.estimate.low >= 0 for seen in few.figures.values() if seen.estimate and seen.total > 1)
    assert Histogram({0: 3, 1: 1}, least=0).estimate.low == 0  # type: ignore[union-attr]
    assert (Histogram({-1: 3, 1: 1}, least=0).estimate.low or 0) < 0  # type: ignore[union-attr]


# The commands


def test_simulate_shows_tables_and_a_histogram() -> None:
    lines = cardkit("simulate", "war", "-n", "200", "--seed", "7").lines
    assert "war rhodes (ai, ai): 200 games, seed 7" == lines[0]
    shown = "\n".join(lines)
    for word in ("seat 0 wins", "95 % interval", "draws", "endless", "rounds", "wars", "deepest", "99 %", "███"):
        assert word in shown
    assert "###" in "\n".join(histogram_lines(Histogram({1: 5, 2: 3}), blocks=False))


REFUSALS = (TESTS / "simulation" / "refusals.txt").read_text(encoding="utf-8").rstrip().split("\n\n")
"""Commands, each with its exit code and all that it says."""


@pytest.mark.parametrize("refusal", REFUSALS)
def test_what_cant_be_done_is_said_in_one_sentence(refusal: str, tmp_path: Path) -> None:
    command, said = refusal.splitlines()
    run = cardkit(*shlex.split(command)[2:], folder=tmp_path)
    assert ("", f"{said}\n") == (run.out, f"{run.code} {run.err}")


@pytest.mark.parametrize(("text", "games"), [("1e6", 10**6), ("1_000", 1000), ("7", 7), ("25E1", 250)])
def test_a_number_of_games_may_be_written_short(text: str, games: int) -> None:
    assert games == whole(text)


def test_compare_marks_what_differs_and_nothing_else() -> None:
    run = cardkit(
        "compare", "war", "--vary", "pickup=winner-first,table", "--vary", "face_down=1,3", "-n", "60", "--seed", "0"
    )
    assert 0 == run.code
    title, headings, first, *others = run.lines
    assert "war rhodes (ai, ai): 60 games each, seed 0" == title
    assert headings.startswith("variant ")
    assert "pickup=winner-first face_down=1" in first
    assert "*" not in first
    assert "*" in others[1]
    same = cardkit("compare", "war", "--vary", "open_decks=true,false", "-n", "60", "--seed", "0")
    assert "*" not in "".join(line for line in same.lines if not line.startswith("* differs"))
    found = json.loads(cardkit("compare", "war", "--vary", "face_down=0,1", "-n", "9", "--json").out)
    assert ["face_down=0", "face_down=1"] == list(found)


def test_a_comparison_of_no_games_marks_nothing() -> None:
    empty = Comparison(counts="round", variants={"a": Summary.empty(2, ()), "b": Summary.empty(2, ())})
    assert "*" not in "".join(empty.table().plain())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["war", "full-war"], "wins the game in 136 rounds."),
        (["war", "endless"], "round 13 would begin as round 5 did"),
        (["crazy8s", "small", "--set", "hand_size=2"], "Player 0 wins the game in 3 turns."),
        (["crazy8s", "small", "--set", "hand_size=2", "--seat", "ai"], "Player 0 wins the game in 4 turns."),
        (["war", "full-war", "--set", "pickup=random", "--seed", "1"], "rounds."),
        (["war", "full-war", "--seat", "random", "--seat", "random"], "Emil wins the game in 136 rounds."),
    ],
)
def test_a_forecast_tells_the_end_and_nothing_else(words: list[str], said: str) -> None:
    run = cardkit("forecast", *words)
    assert (0, 1) == (run.code, len(run.lines))
    assert said in run.out


def test_a_cluster_gives_the_same_games_and_one_that_is_lost_on_the_way_is_told(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    run = finished([sys.executable, "-c", CLUSTER], text=True, cwd=tmp_path, limit=120)
    same, lost = run.stdout.splitlines()
    assert "same" == same, run.stderr
    assert lost.startswith("the cluster tcp://")
    assert "can't be used: it was lost: " in lost


CLUSTER = """
from dask.distributed import LocalCluster

from cardkit.arena.bouts import Holding, contest
from cardkit.simulation.batch import empty_of
from cardkit.simulation.simulate import Plan
from cardkit.simulation.simulate import batch, parts
from cardkit.simulation.workers import NoCluster

if __name__ == "__main__":
    games = batch("war", seed=7)
    found = [empty_of(games) for _ in range(2)]
    for summary, cluster in zip(found, (None, "local")):
        for part in parts(Plan(batch=games), 250, jobs=2, cluster=cluster):
            summary.add(part.summary)
    played = contest("crazy8s", ["ai", "random"], options={"shuffle": True})
    running = LocalCluster(n_workers=1, processes=False, protocol="tcp://", dashboard_address=None)
    for cluster in (None, running.scheduler_address):
        standings, _ = Holding(contest=played, deals=5, cluster=cluster).run()
        told = standings.as_json(None)
        for player in told["players"]:
            del player["decision_ms"]  # which is measured
        found.append(told)
    print("same" if found[0] == found[1] and found[2] == found[3] else found)
    on_the_way = parts(Plan(batch=games), 5000, cluster=running.scheduler_address)
    next(on_the_way)
    running.close()
    try:
        print(len(list(on_the_way)))
    except NoCluster as error:
        print(error)
"""


@pytest.mark.parametrize(
    ("command", "address", "said"),
    [
        ("simulate war --engine rules", "nonsense", ""),
        ("compare war --vary face_down=0,1", "http://127.0.0.1:9", "unknown address scheme 'http'"),
        ("arena war --player ai --player random", "tls://127.0.0.1:9", "TLS expects"),
        ("arena war --player ai --player random", "tcp://127.0.0.1:9", ""),
        ("arena war --player ai --player random", "silent", "nobody answers there within 0.2 seconds"),
        ("arena war --player ai --player random", "babbling", "what answers there is no scheduler of Dask's"),
    ],
)
def test_a_bad_address_of_a_cluster_is_a_sentence_at_once(
    command: str, address: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed")
    if not said or said.startswith("nobody"):
        monkeypatch.setattr(workers, "_ANSWER", 0.2)
    # What Dask says by itself of who babbles, and when the program ends, only a process of its own would show.
    run_by = cardkit_process if address == "babbling" else cardkit
    with socket.create_server(("127.0.0.1", 0)) as server:
        if address in ("silent", "babbling"):
            answer = b"HTTP/1.1 400 Bad Request\r\n\r\n" * (address == "babbling")
            Thread(target=answering, args=(server, answer)).start()
            address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        began = time.monotonic()
        run = run_by(*command.split(), "-n", "5", "--cluster", address)
        assert time.monotonic() - began < 10 * PATIENCE
    assert (1, "", 1) == (run.code, run.out, run.err.count("\n")), run.err
    assert f"cardkit: the cluster {address} can't be used: {said}" in run.err


def answering(server: socket.socket, answer: bytes) -> None:
    """Say this to the first who comes, and wait until it goes."""
    client, _ = server.accept()
    with client:
        client.sendall(answer)
        while client.recv(1024):
            pass


def test_another_process_finds_a_game_by_its_whole_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    shutil.copy(ROOT / "docs" / "examples" / "golf.py", folder)
    monkeypatch.chdir(folder)
    sent = pickle.dumps(batch("./golf.py", seed=3))
    monkeypatch.chdir(tmp_path)
    found = pickle.loads(sent)
    assert ("./golf.py", "golf") == (found.setup.source, found.game.name)
    assert 3 == found.seed
