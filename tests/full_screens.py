"""The full screen as tests use it: a table in this process, keys that are pressed, and what is shown."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib import import_module
from time import monotonic
from typing import Any

from textual.pilot import Pilot
from textual.screen import Screen

from cardkit.core.cards import Card
from cardkit.hosting.hosted import Hosted, Policy
from cardkit.online.drawing import Paints, Spotted
from cardkit.online.playing import LocalTable
from cardkit.online.screen import TableApp
from cardkit.play.settings import LOOKS
from cardkit.plugins.registry import load_game
from cardkit.plugins.setup import Setup

SMALL = (80, 24)
PATIENCE = 20.0
DECKS = {"war": "full-war", "crazy8s": "standard52"}

# After each key Textual sleeps, twice, until a sleep in which next to nothing was done; a shorter one shows it too.
vars(import_module("textual._wait"))["SLEEP_GRANULARITY"] = 1 / 400


def laid(game: str, *seats: str, seed: int = 4, names: tuple[str, ...] | None = None, **options: Any) -> Hosted:
    """A table of a game in this process."""
    plugin = load_game(game)
    sitting = seats or plugin.default_seats
    setup = Setup.for_people(plugin, seed=seed, seats=sitting, deck=DECKS.get(game), names=names, options=options)
    return Hosted.lay(setup, policy=Policy(), now=monotonic())


@asynccontextmanager
async def shown(
    hosted: Hosted, size: tuple[int, int] = SMALL, paints: Paints | None = None, pause: float = 0.01
) -> AsyncGenerator[tuple[TableApp, Pilot[None]]]:
    """The screen of a table, where it waits for somebody at it."""
    app = TableApp(LocalTable(hosted).ways(), paints or Paints(LOOKS["two-colour"]))
    app.pause = pause
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: bool(app.place.told.view) and is_waiting(app))
        yield app, pilot


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    end = monotonic() + PATIENCE
    await pilot.pause()
    while not holds():
        assert monotonic() < end, f"this does not come:\n{text_of(pilot.app)}"
        await asyncio.sleep(0.001)
        await pilot.pause()


def is_waiting(app: TableApp) -> bool:
    """Whether the table waits for somebody at this screen, or the game is over; a server may have told nothing yet."""
    return app.place.told.view.get("phase") == "over" or any(place.told.is_asked for place in app.places)


def text_of(app: Any) -> str:
    """All that is on the screen, row by row."""
    rows = app.screen._compositor.render_strips()
    return "\n".join("".join(part.text for part in row).rstrip() for row in rows)


def faces_of(app: TableApp, texts: list[str]) -> list[str]:
    """Cards as they are written on their faces."""
    return [app.paints.face(Card.read(text)) for text in texts]


async def go_to(pilot: Pilot[None], app: TableApp, wish: Spotted) -> None:
    """Press the right arrow until the cursor is on something."""
    assert wish in [spot.wish for spot in app.table.spots]
    at = app.table._at

    def has_moved() -> bool:
        return app.table._at != at

    while app.table.wish != wish:
        at = app.table._at
        await pilot.press("right")
        await until(pilot, has_moved)


async def choose(pilot: Pilot[None], app: TableApp, wish: Spotted, key: str = "enter") -> None:
    """Choose something by keys, and wait until something has come of it."""
    await go_to(pilot, app, wish)
    before = state_of(app)
    await pilot.press(key)
    await until(pilot, lambda: state_of(app) != before)


def state_of(app: TableApp) -> tuple[Any, ...]:
    """What changes when something is chosen, whatever comes of it."""
    place = app.place
    return app.screen, place, place.choosing, place.told.is_asked, place.told.view.get("number"), app._status


async def over(pilot: Pilot[None], app: TableApp, dialog: type[Screen[Any]]) -> None:
    """Wait until a dialog lies over the table, where keys go."""
    await until(pilot, lambda: isinstance(app.screen, dialog) and app.screen.focused is not None)


def wished(app: TableApp) -> Spotted:
    """What somebody wants who plays the first thing that can be played: cards, then seats and piles, then buttons."""
    choosing = app.place.choosing
    able = [spot.wish for spot in app.table.spots if app._can(spot.wish)]
    buttons = [wish for wish in able if wish.what == "act"]
    if choosing.choice and buttons:
        return buttons[0]
    kinds = ("card", "place", "pile", "seat", "act", "form")
    left = [wish for wish in able if not choosing.choice.has(wish.what, wish.meaning)]
    return min(left, key=lambda wish: kinds.index(wish.what))


async def play_by_keys(
    app: TableApp, pilot: Pilot[None], wants: Callable[[TableApp], Spotted] = wished, most: int = 400
) -> int:
    """Play to the end by keys alone; how many times Enter was pressed."""
    for pressed in range(most):
        await until(pilot, lambda: is_waiting(app))
        if app.place.told.view["phase"] == "over":
            return pressed
        await choose(pilot, app, wants(app))
    raise AssertionError(f"the game is not over:\n{text_of(app)}")


def on_screen(run: Callable[[], Awaitable[None]]) -> None:
    """Run a test that waits."""
    asyncio.run(run())
