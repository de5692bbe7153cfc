"""What simulations cost: kernels, the C++ reference and the plain Python programs, taking turns in one run.

    python benchmarks/simulate.py            the table of speeds
    python benchmarks/simulate.py figures    longer runs, against what other programs found
    python benchmarks/simulate.py asked      what conditions, tables and given cards cost beside plain games

The reference is compiled if there is a g++. Speeds are the best of several rounds by processor time, and how many
times as fast the kernel is, the median of the rounds.
"""

from __future__ import annotations

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import plain

from cardkit.core.cards import Card
from cardkit.core.chance.generators import stream_number
from cardkit.simulation.batch import Batch
from cardkit.simulation.simulate import Plan, batch, by_kernel, kernel_of, parts, simulate
from cardkit.simulation.tables import mean_of

ROUNDS = 15
GAMES = 50_000
PLAIN_GAMES = 300
REFERENCE = Path(__file__).with_name("reference.cpp")
OPTIONS = ["-O3", "-fno-tree-slp-vectorize"]
"""What the kernels are compiled with, too."""

Timed = Callable[[], float]
"""Plays games and returns the seconds each took."""


def compiled_reference(folder: str) -> str | None:
    """The reference program, or None where there is no g++."""
    if shutil.which("g++") is None:
        print("There is no g++: the C++ reference is left out.")
        return None
    program = f"{folder}/reference"
    subprocess.run(["g++", *OPTIONS, "-o", program, str(REFERENCE)], check=True)
    return program


def reference(program: str, game: str, option: int) -> tuple[int, int, float]:
    """The sum of lengths, the wins of the first seat, and the seconds of the reference program."""
    words = [program, game, str(option), str(GAMES), "1", str(stream_number("deck"))]
    total, wins, seconds = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
    return int(total), int(wins), float(seconds)


def kernel_seconds(games: Batch) -> float:
    """The seconds a game takes by the kernel."""
    start = time.process_time()
    by_kernel(games, 0, GAMES)
    return (time.process_time() - start) / GAMES


def plain_seconds(games: Batch, play: Callable[[list[Card]], Any]) -> float:
    """The seconds a game takes by a plain program."""
    decks = [list(games.setup.pile_of(number))[::-1] for number in range(PLAIN_GAMES)]
    start = time.process_time()
    for cards in decks:
        play(cards)
    return (time.process_time() - start) / PLAIN_GAMES


def measured(programs: dict[str, Timed]) -> dict[str, list[float]]:
    """The seconds of each program in every round; they take turns."""
    seconds: dict[str, list[float]] = {name: [] for name in programs}
    for _ in range(ROUNDS):
        for name, program in programs.items():
            seconds[name].append(program())
    return seconds


def times_as_fast(kernel: list[float], other: list[float]) -> float:
    """How many times as fast the first is, in the median round."""
    return statistics.median(theirs / ours for ours, theirs in zip(kernel, other, strict=True))


def compare(title: str, games: Batch, play: Callable[[list[Card]], Any], program: str | None, option: int) -> None:
    """Print how the kernel, the reference and the plain program compare, after seeing that they play the same games."""
    programs: dict[str, Timed] = {
        "kernel": lambda: kernel_seconds(games),
        "plain Python": lambda: plain_seconds(games, play),
    }
    if program is not None:
        rows = by_kernel(games, 0, GAMES)
        total, wins, _ = reference(program, games.game.name, option)
        assert (sum(rows["length"]), sum(rows["seat 0"])) == (total, wins), "the reference plays other games"
        programs["C++ reference"] = lambda: reference(program, games.game.name, option)[2] / GAMES
    found = measured(programs)
    print(f"\n{title}")
    for name, seconds in found.items():
        ratio = times_as_fast(found["kernel"], seconds)
        print(f"  {name:14} {1 / min(seconds):12,.0f} games a second   the kernel is {ratio:7.2f} times as fast")


def war(program: str | None) -> None:
    """War by the rhodes rules, with one card face down in a war, and with three."""
    for face_down in (1, 3):
        games = batch("war", seed=1, options={"face_down": face_down})

        def play(cards: list[Card], face_down: int = face_down) -> None:
            plain.war([card.text for card in cards], face_down)

        compare(f"War, 52 cards, {face_down} face down", games, play, program, face_down)


def crazy8s(program: str | None) -> None:
    """Crazy 8s with two and with four seats that play the first legal card."""
    for seats in (2, 4):
        games = batch("crazy8s", seed=1, players=["ai"] * seats)

        def play(cards: list[Card], seats: int = seats) -> None:
            plain.crazy8s([(card.rank, card.suit) for card in cards], seats, 5)

        compare(f"Crazy 8s, 52 cards, {seats} seats", games, play, program, seats)


def two_jobs() -> None:
    """What a second thread brings."""
    games = batch("war", seed=1)
    plan = Plan(batch=games, engine="kernel")

    def run(jobs: int) -> float:
        start = time.perf_counter()
        for _ in parts(plan, 8 * GAMES, jobs=jobs):
            pass
        return time.perf_counter() - start

    found = measured({"1": lambda: run(1), "2": lambda: run(2)})
    print(f"\nTwo jobs are {min(found['1']) / min(found['2']):.2f} times as fast as one, by the clock.")


def memory() -> None:
    """The highest memory of processes that simulate more and more games."""
    print()
    for games in (10_000, 1_000_000, 5_000_000):
        code = (
            "import resource, sys; from cardkit.simulation.simulate import simulate; "
            f"simulate('war', n={games}); "
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)"
        )
        used = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        print(f"{games:12,} games of War in {used.strip()} MB")


def figures() -> None:
    """Longer runs of the figures that other programs found."""
    variants: list[dict[str, int]] = [{}, {"face_down": 3}]
    for options in variants:
        found = simulate("war", n=10_000_000, seed=1, options=options, jobs=os.cpu_count() or 1)
        ranks = "/".join(str(found.lengths.percentile(percent)) for percent in (1, 5, 25, 50, 75, 95, 99))
        mean = float(found.lengths.mean or 0)
        print(f"war {options}: mean {mean:.2f}, sd {found.lengths.deviation:.1f}, {ranks}, draws {found.draws}")
    for pickup, face_down in (("random", 1), ("random", 3), ("table", 1), ("table", 3), ("seat", 1), ("seat", 3)):
        variant = {"pickup": pickup, "face_down": face_down}
        found = simulate("war", n=200_000, seed=1, options=variant, jobs=os.cpu_count() or 1)
        mean, endless = float(found.lengths.mean or 0), 100 * found.endless / found.games
        print(f"war {variant}: mean {mean:.2f} ({mean_of(found.lengths)[1]}), endless {endless:.2f} %")
    for seats in (2, 4):
        found = simulate("crazy8s", n=10_000_000, seed=1, players=["ai"] * seats, jobs=os.cpu_count() or 1)
        shares = " / ".join(f"{100 * wins / found.games:.2f}" for wins in found.wins)
        print(f"crazy8s, {seats} seats: mean {float(found.lengths.mean or 0):.2f}, wins {shares} %")


def asked() -> None:
    """Print how many times as long games take with given cards, with conditions, and told apart by a figure."""
    for game, cards, counts in (("war", "aces of seat 0", "deepest"), ("crazy8s", "8s of seat 0", "flips")):
        ways: dict[str, dict[str, Any]] = {
            "plain": {},
            f"--by {counts!r}": {"by": counts},
            f"--where '{counts} = 1'": {"where": [f"{counts} = 1"]},
            f"--by {cards!r}": {"by": cards},
            f"--where '{cards} = 2'": {"where": [f"{cards} = 2"]},
            "--given 'seat 0: AC AD'": {"given": ["seat 0: AC AD"]},
        }
        batches = {name: batch(game, seed=1, **way) for name, way in ways.items()}
        best = dict.fromkeys(ways, 1e9)
        for _ in range(5):
            for name, games in batches.items():
                start = time.process_time()
                for _ in parts(Plan(batch=games, engine="kernel"), 4 * GAMES):
                    pass
                best[name] = min(best[name], time.process_time() - start)
        for name, seconds in best.items():
            print(f"{game:8} {name:28} {seconds / best['plain']:5.2f}")


def machine() -> str:
    """What this machine is, as far as it says."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return "an unknown processor"
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{os.cpu_count()} x {next(islice(models, 1), 'unknown')}"


if __name__ == "__main__":
    print(f"{machine()}, Python {sys.version.split()[0]}")
    if not kernel_of(batch("war")).compiled:
        sys.exit("The kernels are not compiled: install cardkit where there is a C compiler.")
    if sys.argv[1:] == ["asked"]:
        asked()
    elif sys.argv[1:] == ["figures"]:
        figures()
    else:
        with tempfile.TemporaryDirectory() as place:
            reference_program = compiled_reference(place)
            war(reference_program)
            crazy8s(reference_program)
        two_jobs()
        memory()
    print(f"\nHighest memory of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")
