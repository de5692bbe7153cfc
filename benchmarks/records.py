"""What taking back and forking cost: both play the record again up to a point.

    python benchmarks/records.py

A game of Crazy 8s of a thousand actions is made; every figure is the best and the median of several rounds.
"""

from __future__ import annotations

import io
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path

from cardkit import Match, Random, Seeded, standard52
from cardkit.play.driver import TerminalPlay
from cardkit.plugins.registry import load_game
from cardkit.records.record import Log, Record, cards_text, entries, read_record, record_text, write_record
from cardkit.records.replay import revive, verify
from cardkit.table.turns import Table

ACTIONS = 1000
ROUNDS = 15
LIMIT = 50.0
"""Milliseconds that taking back or forking may take."""


def long_record() -> Record:
    """A game in which nobody wins for so long, because whoever has few cards draws."""
    plugin, chance = load_game("crazy8s"), Seeded(1)
    game = plugin.game.with_options({"hand_size": 5, "shuffle": True, "reshuffle": "shuffle"})
    deck = standard52()
    match = Match(game, deck, seats=4, rng=chance.split("deal"))
    anything = Random(chance)
    log = entries(None, match.outcomes)
    for _ in range(ACTIONS):
        few = len(match.state.hands[match.turn]) <= 3
        action = match.legal[-1] if few else anything(None, match.legal)
        match.advance(action)
        log += entries(str(action), match.outcomes)
    return Record(
        game="crazy8s",
        rules="classic",
        options=game.model_dump(mode="json"),
        seats=("human", "ai", "ai", "ai"),
        names=("Ada", "Ben", "Cem", "Dora"),
        deck=cards_text(deck),
        log=tuple(log),
    )


def measured(task: Callable[[], object]) -> tuple[float, float]:
    """The best and the median time of a task, in milliseconds."""
    times: list[float] = []
    for _ in range(ROUNDS):
        start = time.process_time()
        task()
        times.append(1000 * (time.process_time() - start))
    return min(times), statistics.median(times)


def main() -> None:
    """Measure, and say whether both are within the limit."""
    record, plugin = long_record(), load_game("crazy8s")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.json"
        write_record(path, record)

        def undo() -> None:
            """What happens at `:undo`: the record is cut and written, and the game played again, told in silence."""
            earlier = read_record(path).up_to(ACTIONS - 1)
            write_record(Path(folder) / "undone.json", earlier)
            session = revive(plugin, earlier, path, TerminalPlay()._desk)  # pyright: ignore[reportPrivateUsage]
            narrator, told = session.narrator(), list[str]()
            table = Table(session.match, session.players)
            table.watch(Log(session)).watch(lambda event, view: told.extend(narrator(event, view)), seat=session.eyes)
            with redirect_stdout(io.StringIO()):
                table.retell(earlier.taken)

        def fork() -> None:
            """What happens at `fork`: the record is read, verified, cut and written."""
            kept = read_record(path)
            turns = verify(plugin, kept, path)
            write_record(Path(folder) / "fork.json", kept.up_to(len([turn for turn in turns if turn < 500])))

        tasks: dict[str, Callable[[], object]] = {
            "undo": undo,
            "fork": fork,
            "verify": lambda: verify(plugin, record, path),
            "read": lambda: read_record(path),
        }
        size = len(record_text(record).encode())
        sys.stdout.write(f"a game of {len(record.actions)} actions, {len(record.log)} entries, {size} bytes\n")
        for name, task in tasks.items():
            best, median = measured(task)
            within = "within" if median <= LIMIT else "OVER"
            sys.stdout.write(f"{name:7} best {best:6.1f} ms, median {median:6.1f} ms: {within} {LIMIT:.0f} ms\n")


if __name__ == "__main__":
    main()
