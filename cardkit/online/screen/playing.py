"""Playing a game on the full screen at one keyboard: the same order, record and score as at the line terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Any

from cardkit.core.acts.results import How, Result
from cardkit.core.cards import Card
from cardkit.core.errors import CardkitError
from cardkit.online.client.local import LocalTable
from cardkit.online.hosted import Hosted
from cardkit.online.hosting.chairs import Chairs
from cardkit.online.hosting.policy import Policy
from cardkit.online.hosting.sitting import Unasked
from cardkit.online.screen.running import show
from cardkit.play.driver import BrokenOff
from cardkit.play.kept.games import GameFile
from cardkit.play.kept.scores import keep_score
from cardkit.play.kept.settings import settings
from cardkit.play.terminal import Terminal
from cardkit.plugins.boundaries import guarding
from cardkit.plugins.people import Interrupted
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.session import prepare
from cardkit.plugins.setup import Setup
from cardkit.records.files import RecordFile, refuse_existing
from cardkit.records.record import Record

PACE = 0.7
"""Seconds before a machine acts, where nothing else is settled: so that people see what happens."""


class Kept:
    """Where the games at one keyboard are kept, one after the other, and put on the score board."""

    def __init__(self, path: Path | None, *, scored: bool) -> None:
        self._path = path
        self._scored = scored
        self.hosted: Hosted | None = None
        """The table of these games."""
        self.file: GameFile | None = None

    @property
    def _table(self) -> Hosted:
        assert self.hosted is not None
        return self.hosted

    def begin(self, record: Record, people: Mapping[str, Any]) -> None:
        """Keep a game that begins: the first one in the file that was named, further ones where others are."""
        session, path = self._table.session, self._path
        self._path = None
        named = None if path is None else RecordFile(path, record)
        self.file = GameFile(session, named) if named is not None or session.people else None

    def seat(self, people: Mapping[str, Any]) -> None:
        """Who sits there is in the record."""

    def add(self, action: str, outcomes: Sequence[Sequence[Card] | int], seat: int | None = None) -> None:
        """Keep an action, and what chance made after it."""
        if self.file is not None:
            self.file.add(self._record, action, outcomes, seat)

    def _record(self) -> Record:
        record = self._table.record
        assert record is not None
        return record

    def replace(self, record: Record) -> None:
        """Keep this record in the place of the one that was there."""
        if self.file is not None:
            self.file.become(record)

    def finish(self, result: Result) -> None:
        """Keep how the game ended, and who won it."""
        if self.file is not None:
            self.file.finish(result)
        session = self._table.session
        if self._scored and not session.practice and result.how not in (How.ENDLESS, How.CUT_OFF):
            keep_score(session, result, self._table.trail.hints)


def play_on_screen(setup: Setup, record: Path | None, *, scored: bool, pause: float | None) -> None:
    """Play a game, keeping its record in a file if one is given; raises a CardkitError where it can't be."""
    if record is not None:
        refuse_existing(record)
    settled = settings()
    setup = setup.having(person=settled.name, practice=setup.practice or settled.practice)
    nobody = Unasked(setup.plugin.game.name)
    with guarding(setup.plugin.game.name):
        session = prepare(setup, Terminal(), lambda seat: nobody)
    kept = Kept(record, scored=scored)
    kept.hosted = Hosted(session, policy=_policy(pause), keep=kept, now=monotonic())
    _sit_down(kept)


def take_up_on_screen(plugin: Plugin, record: Record, path: Path, seats: tuple[str, ...], *, scored: bool) -> None:
    """Go on with the game of a record in its own file; raises a CardkitError where that can't be."""
    kept = Kept(None, scored=scored)
    people = Chairs.of(seats or record.seats, record.names).kept() | {"clocks": None}
    policy = _policy(None)
    kept.hosted = Hosted.back(Setup.of(plugin), people=people, record=record, policy=policy, keep=kept, now=monotonic())
    kept.file = GameFile(kept.hosted.session, RecordFile(path, record, replacing=True))
    _sit_down(kept)


def _policy(pause: float | None) -> Policy:
    """Machines wait as long as somebody has said or settled."""
    return Policy(pace=(settings().pause or PACE) if pause is None else pause)


def _sit_down(kept: Kept) -> None:
    """Show the table until the person leaves, and say then how it ended, or how to go on."""
    hosted = kept.hosted
    assert hosted is not None
    app = show(LocalTable(hosted).ways())
    file = kept.file
    if hosted.fault:
        fault = CardkitError(hosted.fault)
        raise BrokenOff(fault, file.path) if file and file.path else fault
    if app.was_interrupted:
        raise Interrupted(f"go on with: {file.how_to_go_on}" if file and file.how_to_go_on else "")
    result = app.place.told.view.get("result")
    Terminal().say(result["text"] if result else file.farewell if file else "")
