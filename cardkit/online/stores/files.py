"""Tables in a folder: of each its record, as `cardkit replay` reads it, and beside it what the record doesn't say."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from cardkit.core.acts.results import Result
from cardkit.core.cards import Card
from cardkit.online.stores.store import Elsewhere, Stored, StoreError, is_name
from cardkit.records.files import RecordFile, is_there, read_record, write_at_once
from cardkit.records.mending import mended
from cardkit.records.record import Record, RecordError


class FilePlace:
    """A table in two files: its record, which grows by one write an action, and who sits there."""

    def __init__(self, path: Path, settings: Mapping[str, Any], record: Record | None) -> None:
        self._path = path
        self._settings = settings
        self._file = None if record is None else RecordFile(path, record, replacing=True)

    def begin(self, record: Record, people: Mapping[str, Any]) -> None:
        """Keep a game that begins, in the place of one that was there; raises RecordError."""
        self.seat(people)
        self._file = RecordFile(self._path, record, replacing=True)

    def seat(self, people: Mapping[str, Any]) -> None:
        """Keep who sits there; raises RecordError."""
        beside = {"settings": self._settings, "people": people}
        write_at_once(beside_record(self._path), json.dumps(beside, indent=1) + "\n")

    def add(self, action: str, outcomes: Sequence[Sequence[Card] | int], seat: int | None = None) -> None:
        """Keep an action, and what chance made after it; raises RecordError."""
        self._begun.add(action, outcomes, seat)

    def replace(self, record: Record) -> None:
        """Keep this game in the place of what it was; raises RecordError."""
        self._begun.replace(record)

    def finish(self, result: Result) -> None:
        """Keep how the game ended; raises RecordError."""
        self._begun.finish(result)

    @property
    def _begun(self) -> RecordFile:
        if self._file is None:
            raise AssertionError("nothing is kept of a game before it begins")
        return self._file

    async def settled(self) -> None:
        """What was kept is in the files already."""

    async def release(self) -> None:
        """Nobody else owns what lies in this folder."""


def beside_record(record: Path) -> Path:
    """The file beside a table's record, of what the record doesn't say."""
    return record.with_suffix(".table")


class FileStore:
    """The tables in a folder, which one server owns as long as it runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.where = str(folder)
        self._lock: IO[bytes] | None = None

    async def open(self) -> None:
        """Begin, with the folder made where there is none; raises StoreError."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock = (self.folder / ".lock").open("wb")
        except OSError as error:
            raise StoreError(str(self.folder), f"tables can't be kept there: {error.strerror}") from error
        if not _locked(self._lock):
            self._lock.close()
            raise StoreError(str(self.folder), "another cardkit keeps its tables there; give each a folder of its own")

    async def close(self) -> None:
        """Let another server have the folder, which is gone where nothing is in it."""
        if self._lock is not None:
            self._lock.close()
            if [path.name for path in self.folder.iterdir()] == [".lock"]:
                with suppress(OSError):
                    (self.folder / ".lock").unlink()
                    self.folder.rmdir()

    async def create(self, table: str, settings: Mapping[str, Any], people: Mapping[str, Any]) -> FilePlace:
        """The place of a new table; raises RecordError where it can't be written."""
        place = FilePlace(self._path(table), settings, None)
        place.seat(people)
        return place

    async def claim(self, table: str, *, by_force: bool = False) -> tuple[FilePlace, Stored] | Elsewhere | None:
        """The table; None where there is none. Raises RecordError where it can't be read or written."""
        stored = await self.look(table)
        return None if stored is None else (FilePlace(self._path(table), stored.settings, stored.record), stored)

    async def look(self, table: str) -> Stored | None:
        """The table as it is kept; None where there is none. Raises RecordError where it can't be read."""
        path = self._path(table) if is_name(table) else None
        if path is None or not is_there(beside_record(path)):
            return None
        try:
            beside = json.loads(beside_record(path).read_text(encoding="utf-8"))
            return Stored(settings=beside["settings"], people=beside["people"], record=record_in(path))
        except (OSError, ValueError, LookupError, TypeError) as error:
            raise RecordError(beside_record(path), "", "this is not what cardkit keeps of a table") from error

    def is_server(self, secret: str) -> bool:
        """No other server has these tables."""
        return False

    def _path(self, table: str) -> Path:
        return self.folder / f"{table}.json"


def record_in(path: Path) -> Record | None:
    """The record in a file up to its last whole entry; None where there is no file. Raises RecordError."""
    if not is_there(path):
        return None
    try:
        return read_record(path)
    except RecordError:
        with suppress(OSError, UnicodeDecodeError):
            write_at_once(path, mended(path.read_text(encoding="utf-8")))
        return read_record(path)


def _locked(file: IO[bytes]) -> bool:
    """Whether this process alone has the file now, until it is closed; always so where the system knows no locks."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
