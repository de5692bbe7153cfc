"""Where the tables of a server are kept: in a folder, or in a PostgreSQL that several servers share.

Whatever happens at a table is kept before anybody is told of it. So a server may be killed at any moment, and no
action that was answered is lost. A table has one owner at a time, who has its place.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any, Protocol

from cardkit.core.errors import CardkitError
from cardkit.core.files import bytes_of, is_there, make_folder, taken
from cardkit.records.record import Keep, Record, RecordError, RecordFile, beside_record, read_grown


def is_name(text: str) -> bool:
    """Whether a table can be called so."""
    return re.fullmatch(r"[A-Za-z0-9_-]{1,40}", text) is not None


class StoreError(CardkitError):
    """A store of tables that can't be opened, read or written."""

    store: str
    reason: str
    sentence = "{store}: {reason}"


class TableLost(CardkitError):
    """A table that another server has taken over, or that couldn't be kept: what was not kept didn't happen."""

    table: str
    reason: str
    sentence = "the table {table} {reason}"


AGE = 90 * 24 * 3_600
"""After so many seconds in which nothing was kept of a table, a store forgets it, with its keys and its invitation."""
INVITATION = "invitation"
"""The first setting of a table that has an invitation."""


@dataclass(frozen=True, kw_only=True)
class Stored:
    """A table as a store has it."""

    settings: Mapping[str, Any]
    """What it was laid with."""
    people: Mapping[str, Any]
    """Who sits there, with their keys, as the table itself has it."""
    record: Record | None = None
    """The game; None before it is dealt, and where it wasn't asked for."""


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

    async def beside(self, table: str) -> Stored | None:
        """What is kept of a table, without its record; raises as `look` does."""
        ...

    async def quiet(self, table: str) -> float:
        """For how many seconds nothing was kept of a table; raises as `look` does."""
        ...

    async def invited(self, invitation: str) -> str | None:
        """The table to which an invitation leads, whoever owns it; raises StoreError."""
        ...

    async def forget(self, but: Collection[str] = ()) -> None:
        """Have the tables no longer of which nothing was kept for `AGE`, but for some; raises StoreError."""
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
        self._invitations: dict[str, str] = {}
        """The table to which each invitation leads."""

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
        for path in self.folder.glob("*.table"):
            with suppress(RecordError):
                beside = await self.beside(path.stem)
                if beside is not None and INVITATION in beside.settings:
                    self._invitations[str(beside.settings[INVITATION])] = path.stem

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
        if INVITATION in settings:
            self._invitations[settings[INVITATION]] = table
        return place

    async def claim(self, table: str, *, by_force: bool = False) -> tuple[RecordFile, Stored] | Elsewhere | None:
        stored = await self.look(table)
        return None if stored is None else (self._opened(table, stored), stored)

    async def look(self, table: str) -> Stored | None:
        beside = await self.beside(table)
        if beside is None:
            return None
        path = self._path(table)
        return replace(beside, record=read_grown(path)) if is_there(path) else beside

    async def beside(self, table: str) -> Stored | None:
        path = beside_record(self._path(table)) if is_name(table) else None
        if path is None or not is_there(path):
            return None
        try:
            beside = json.loads(bytes_of(path))
            return Stored(settings=dict(beside["settings"]), people=dict(beside["people"]))
        except (OSError, ValueError, LookupError, TypeError, RecursionError) as error:
            raise RecordError(path, "", "this is not what cardkit keeps of a table") from error

    async def quiet(self, table: str) -> float:
        path = self._path(table)
        try:
            return time.time() - _kept_at(beside_record(path), path)
        except OSError as error:
            raise RecordError(path, "", "this is not what cardkit keeps of a table") from error

    async def invited(self, invitation: str) -> str | None:
        return self._invitations.get(invitation)

    async def forget(self, but: Collection[str] = ()) -> None:
        oldest = time.time() - AGE
        for path in [path for path in self.folder.glob("*.table") if path.stem not in but]:
            await asyncio.sleep(0)
            record = self._path(path.stem)
            with suppress(OSError):
                if _kept_at(path, record) < oldest:
                    record.unlink(missing_ok=True)
                    path.unlink()
                    self._invitations = {word: to for word, to in self._invitations.items() if to != path.stem}

    def _opened(self, table: str, stored: Stored) -> RecordFile:
        return RecordFile(self._path(table), stored.record, replacing=True, settings=stored.settings)

    def is_server(self, secret: str) -> bool:
        """No other server has these tables."""
        return False

    def _path(self, table: str) -> Path:
        return self.folder / f"{table}.json"


def _kept_at(*paths: Path) -> float:
    """When something of a table was kept last; raises OSError."""
    return max(path.stat().st_mtime for path in paths if is_there(path))
