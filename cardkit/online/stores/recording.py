"""A place that keeps the record of its table in a file of somebody's own as well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from cardkit.core.acts.results import Result
from cardkit.core.cards import Card
from cardkit.online.stores.store import Place
from cardkit.records.files import RecordFile
from cardkit.records.record import Record


class Recording:
    """Keeps whatever the place within keeps, and the record in a file; both raise RecordError."""

    def __init__(self, within: Place, path: Path, record: Record | None) -> None:
        self._within = within
        self._path = path
        self._file = None if record is None else RecordFile(path, record, replacing=True)

    def begin(self, record: Record, people: Mapping[str, Any]) -> None:
        """Keep a game that begins, in the place of one that was there."""
        self._within.begin(record, people)
        self._file = RecordFile(self._path, record, replacing=True)

    def seat(self, people: Mapping[str, Any]) -> None:
        """Keep who sits there, which the record doesn't say."""
        self._within.seat(people)

    def add(self, action: str, outcomes: Sequence[Sequence[Card] | int], seat: int | None = None) -> None:
        """Keep an action, and what chance made after it."""
        self._within.add(action, outcomes, seat)
        if self._file is not None:
            self._file.add(action, outcomes, seat)

    def replace(self, record: Record) -> None:
        """Keep this game in the place of what it was."""
        self._within.replace(record)
        if self._file is not None:
            self._file.replace(record)

    def finish(self, result: Result) -> None:
        """Keep how the game ended."""
        self._within.finish(result)
        if self._file is not None:
            self._file.finish(result)

    async def settled(self) -> None:
        """Return when the place within has everything."""
        await self._within.settled()

    async def release(self) -> None:
        """Own the table no longer."""
        await self._within.release()


def recorded(place: Place, settings: Mapping[str, Any], record: Record | None) -> Place:
    """The place of a table, which also keeps a record in the file that its settings name; raises RecordError."""
    return Recording(place, Path(settings["record"]), record) if settings.get("record") else place
