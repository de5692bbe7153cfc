"""Who plays on the full screen: at a table of one's own, from a setup or a record, or at one that a link leads to."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from time import monotonic

from cardkit.core.errors import CardkitError
from cardkit.core.files import RESUME, refuse_existing
from cardkit.core.results import Result
from cardkit.hosting.hosted import Hosted, Policy, Unasked
from cardkit.hosting.seats import Chairs
from cardkit.online.drawing import Paints
from cardkit.online.lines import Lines, Way
from cardkit.online.link import Link, LinkWay, LocalTable
from cardkit.online.screen import TableApp
from cardkit.play.driver import BrokenOff
from cardkit.play.kept_games import GameFile
from cardkit.play.scores import keep_score
from cardkit.play.settings import chosen_look, settings
from cardkit.play.terminal import Terminal, can_show, is_full_screen, is_plain, standard_output, terminal_kept
from cardkit.plugins.boundaries import guarding
from cardkit.plugins.people import Interrupted
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.session import prepare
from cardkit.plugins.setup import Setup
from cardkit.records.record import Record, RecordFile


class NoScreen(CardkitError):
    """A full screen is wanted where there is none."""

    def __str__(self) -> str:
        return "a full screen needs a terminal, and this is a pipe or a file"


def paints() -> Paints:
    """What everything looks like on this terminal."""
    out = standard_output()
    look = chosen_look(settings().cards)
    return Paints(look, colours=not (look.spare or is_plain(out)), letters=not can_show(out, "♠♥♦♣"))


def show(ways: Sequence[Way]) -> TableApp:
    """Show the full screen until the person leaves; raises what ended it, if something did, and NoScreen."""
    if not is_full_screen():
        raise NoScreen
    app = TableApp(ways, paints())
    app.run()
    if app.fault is not None:
        raise app.fault
    return app


def join(link: str, *, screen: bool = False, name: str = "") -> None:
    """Be at the table of a link until the person leaves, in lines or on the full screen.

    Raises BadLink or NotLetIn, and Interrupted after Ctrl-C; the same link leads back to the seat.
    """
    way = LinkWay(Link.read(link), name or settings().name)
    try:
        if screen:
            if show([way]).was_interrupted:
                raise KeyboardInterrupt
        else:
            with terminal_kept():
                asyncio.run(Lines(Terminal(), way).run())
    except KeyboardInterrupt:
        if Terminal().is_typed_at and not screen:
            Terminal().say("")
        raise Interrupted("the same link leads back to the seat") from None


PACE = 0.7
"""Seconds before a machine acts, where nothing else is settled: so that people see what happens."""


def play_on_screen(setup: Setup, record: Path | None, *, scored: bool, pause: float | None) -> None:
    """Play a game, keeping its record in a file if one is given; raises a CardkitError where it can't be."""
    if record is not None:
        refuse_existing(record, RESUME)
    settled = settings()
    setup = setup.having(person=settled.name, practice=setup.practice or settled.practice)
    nobody = Unasked(setup.plugin.game.name)
    with guarding(setup.plugin.game.name):
        session = prepare(setup, Terminal(), lambda seat: nobody)
    hosted = Hosted(session, policy=_policy(pause), now=monotonic())
    _sit_down(hosted, GameFile.begun(session, record, finished=_scoring(hosted) if scored else None))


def take_up_on_screen(plugin: Plugin, record: Record, path: Path, seats: tuple[str, ...], *, scored: bool) -> None:
    """Go on with the game of a record in its own file; raises a CardkitError where that can't be."""
    people = Chairs.of(seats or record.seats, record.names).kept() | {"clocks": None}
    hosted = Hosted.back(Setup.of(plugin), people=people, record=record, policy=_policy(None), now=monotonic())
    file = RecordFile(path, record, replacing=True)
    _sit_down(hosted, GameFile(hosted.session, file, finished=_scoring(hosted) if scored else None))


def _policy(pause: float | None) -> Policy:
    """Machines wait as long as somebody has said or settled."""
    return Policy(pace=(settings().pause or PACE) if pause is None else pause)


def _scoring(hosted: Hosted) -> Callable[[Result], None]:
    """What puts each game of a table on the score board."""

    def finished(result: Result) -> None:
        keep_score(hosted.session, result, hosted.sitting.log.hints if hosted.sitting else 0)

    return finished


def _saved(hosted: Hosted, file: GameFile, name: str) -> str:
    """Keep the game in another file; what was done."""
    return file.save(name, hosted.at_end().log.record).removesuffix(".")


def _sit_down(hosted: Hosted, file: GameFile) -> None:
    """Show the table until the person leaves, and say then how it ended, or how to go on."""
    hosted.keep_in([file])
    try:
        app = show(LocalTable(hosted, partial(_saved, hosted, file)).ways())
    finally:
        file.let_go()
    if hosted.failure is not None:
        raise BrokenOff(hosted.failure, file.path) if file.path else hosted.failure
    if app.was_interrupted:
        raise Interrupted(f"go on with: {file.how_to_go_on}" if file.how_to_go_on else "")
    result = app.place.told.view.get("result")
    Terminal().say(result["text"] if result else file.farewell)
