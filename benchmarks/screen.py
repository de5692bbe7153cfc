"""What drawing the full screen costs, for every game, beside that of War.

    python benchmarks/screen.py

The table is drawn as it is at the first choice, in 80 columns and 24 rows; games take turns.
"""

from __future__ import annotations

import asyncio
import time
from statistics import median

from rich.console import Console
from rich.table import Table

from cardkit.hosting.hosted import Hosted, Policy
from cardkit.online.drawing import Paints
from cardkit.online.playing import LocalTable
from cardkit.online.screen import TableApp
from cardkit.play.settings import LOOKS
from cardkit.plugins.registry import examples, installed, load_game
from cardkit.plugins.setup import Setup

ROUNDS = 15
BESIDE = "war"


def first_screen(game: str) -> TableApp:
    """The screen of somebody who sits down at a game."""
    plugin = load_game(game)
    seats = ("human", "random") if game == BESIDE else plugin.default_seats
    setup = Setup.for_people(plugin, seed=4, seats=seats, deck="full-war" if game == BESIDE else None)
    hosted = Hosted.lay(setup, policy=Policy(), now=time.monotonic())
    return TableApp(LocalTable(hosted).ways(), Paints(LOOKS["two-colour"]))


async def drawn(game: str) -> float:
    """How many milliseconds of processor time the table takes to be drawn once more."""
    app = first_screen(game)
    async with app.run_test(size=(80, 24)) as pilot:
        while not app.table.spots:
            await pilot.pause()
        begun = time.process_time()
        app.table.draw()
        return 1000 * (time.process_time() - begun)


def main() -> None:
    """Print a table."""
    times: dict[str, list[float]] = {BESIDE: [], **{game: [] for game in [*installed(), *examples()]}}
    for _ in range(ROUNDS):
        for game, took in times.items():
            took.append(asyncio.run(drawn(game)))
    table = Table("game", "median ms", "longest", f"times {BESIDE}")
    for game, took in times.items():
        ratio = median(took) / median(times[BESIDE])
        table.add_row(game, f"{median(took):.1f}", f"{max(took):.1f}", f"{ratio:.1f}")
    Console().print(table)


if __name__ == "__main__":
    main()
