"""Where the tables of a server are kept: in a folder, or in a PostgreSQL that several servers share.

Whatever happens at a table is kept before anybody is told of it. So a server may be killed at any moment, and no
action that was answered is lost. A table has one owner at a time, who has its place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Protocol

from cardkit.core.errors import CardkitError
from cardkit.core.files import is_there, make_folder, taken
from cardkit.core.whole import bytes_of
from cardkit.records.files import RecordFile, beside_record, read_grown
from cardkit.records.log import Keep
from cardkit.records.record import Record, RecordError


def is_name(text: str) -> bool:
    """Whether a table can be called so."""
    return re.fullmatch(r"[A-Za-z0-9_-]{1,40}", text) is not None


class StoreError(CardkitError):
    """A store of tables that can't be opened, read or written."""

    def __init__(self, store: str, reason: str) -> None:
        super().__init__(store, reason)
        self.store = store
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.store}: {self.reason}"


class TableLost(CardkitError):
    """A table that another server has taken over, or that couldn't be kept: what was not kept didn't happen."""

    def __init__(self, table: str, reason: str) -> None:
        super().__init__(table, reason)
        self.table = table
        self.reason = reason

    def __str__(self) -> str:
        return f"the table {self.table} {self.reason}"


@dataclass(frozen=True, kw_only=True)
class Stored:
    """A table as a store has it."""

    settings: Mapping[str, Any]
    """What it was laid with."""
    people: Mapping[str, Any]
    """Who sits there, with their keys, as the table itself has it."""
    record: Record | None
    """The game; None before it is dealt."""


@dataclass(frozen=True)
class Elsewhere:
    """A table that another server owns, which is alive."""

    address: str
    """Where other servers reach it, such as `http://10.0.0.2:8765`."""
    secret: str
    """What shows it that a server asks."""


class Store(Protocol):
    """Tables by name, each owned by at most one server at a time."""

    @property
    def where(self) -> str:
        """What `--store` names it by."""
        ...

    async def open(self) -> None:
        """Begin; raises StoreError."""
        ...

    async def close(self) -> None:
        """Own no table any longer."""
        ...

    async def create(self, table: str, settings: Mapping[str, Any], people: Mapping[str, Any]) -> Keep:
        """The place of a new table; raises StoreError."""
        ...

    async def claim(self, table: str, *, by_force: bool = False) -> tuple[Keep, Stored] | Elsewhere | None:
        """The table, owned from now on, or where it is if another living server owns it; by force, even then.

        None where there is no such table; raises StoreError or RecordError where it can't be read.
        """
        ...

    async def look(self, table: str) -> Stored | None:
        """The table as it is kept, whoever owns it; None where there is none. Raises StoreError or RecordError."""
        ...

    async def people(self, table: str) -> Mapping[str, Any] | None:
        """Who sits at a table, with their keys, without a look at its record; raises as `look` does."""
        ...

    def is_server(self, secret: str) -> bool:
        """Whether this is the secret that only other servers of this store know."""
        ...


class FileStore:
    """The tables in a folder, which one server owns as long as it runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.where = str(folder)
        self._lock: IO[bytes] | None = None

    async def open(self) -> None:
        """Begin, with the folder made where there is none; raises StoreError."""
        try:
            make_folder(self.folder, secret=True)
            lock = taken(self.folder / ".lock")
        except OSError as error:
            raise StoreError(str(self.folder), f"tables can't be kept there: {error.strerror}") from error
        if isinstance(lock, str):
            raise StoreError(str(self.folder), "another cardkit keeps its tables there; give each a folder of its own")
        self._lock = lock

    async def close(self) -> None:
        """Let another server have the folder, which is gone where nothing is in it."""
        if self._lock is not None:
            self._lock.close()
            if [path.name for path in self.folder.iterdir()] == [".lock"]:
                with suppress(OSError):
                    (self.folder / ".lock").unlink()
                    self.folder.rmdir()

    async def create(self, table: str, settings: Mapping[str, Any], people: Mapping[str, Any]) -> RecordFile:
        """The place of a new table; raises CannotWrite."""
        place = RecordFile(self._path(table), settings=settings)
        place.seat(people)
        return place

    async def claim(self, table: str, *, by_force: bool = False) -> tuple[RecordFile, Stored] | Elsewhere | None:
        """The table; None where there is none. Raises RecordError or CannotWrite."""
        stored = await self.look(table)
        return None if stored is None else (self._opened(table, stored), stored)

    async def look(self, table: str) -> Stored | None:
        """The table as it is kept; None where there is none. Raises RecordError where it can't be read."""
        beside = self._beside(table)
        if beside is None:
            return None
        path = self._path(table)
        return Stored(**beside, record=read_grown(path) if is_there(path) else None)

    async def people(self, table: str) -> Mapping[str, Any] | None:
        """Who sits at a table, with their keys, without a look at its record; raises as `look` does."""
        beside = self._beside(table)
        return None if beside is None else beside["people"]

    def _beside(self, table: str) -> dict[str, Any] | None:
        """What is kept of a table beside its record; None where there is none."""
        path = beside_record(self._path(table)) if is_name(table) else None
        if path is None or not is_there(path):
            return None
        try:
            beside = json.loads(bytes_of(path))
            return {"settings": dict(beside["settings"]), "people": dict(beside["people"])}
        except (OSError, ValueError, LookupError, TypeError, RecursionError) as error:
            raise RecordError(path, "", "this is not what cardkit keeps of a table") from error

    def _opened(self, table: str, stored: Stored) -> RecordFile:
        return RecordFile(self._path(table), stored.record, replacing=True, settings=stored.settings)

    def is_server(self, secret: str) -> bool:
        """No other server has these tables."""
        return False

    def _path(self, table: str) -> Path:
        return self.folder / f"{table}.json"
