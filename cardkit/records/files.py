"""Who has a record for themselves: nobody else plays on in it, as long as that process lives or hasn't let go."""

from __future__ import annotations

import json
import os
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from io import FileIO
from pathlib import Path
from typing import IO, Any, TypeVar, cast, overload

from pydantic import BaseModel, ValidationError

from cardkit.core.cards import Card
from cardkit.core.errors import CardkitError, shown
from cardkit.core.results import Result
from cardkit.core.texts import flaw
from cardkit.core.whole import bytes_of
from cardkit.records.record import END, VERSION, Record, RecordedEnd, RecordError, entries, entry_text, record_text

_held: dict[Path, IO[bytes]] = {}
"""The locks of the records that this process has."""


class Held(CardkitError):
    """A record that another process has."""

    def __init__(self, path: Path, holder: str) -> None:
        super().__init__(path, holder)
        self.path = path
        self.holder = holder

    def __str__(self) -> str:
        return f"{self.path}: this game is played elsewhere, by {self.holder}; go on there, or leave it there first"


@contextmanager
def holding(path: Path) -> Generator[None]:
    """Have a record for this process alone meanwhile; raises Held where another has it."""
    hold(path)
    try:
        yield
    finally:
        let_go(path)


def hold(path: Path) -> None:
    """Have a record for this process alone, until it ends or lets go; raises Held where another has it.

    The tables in a folder are a server's as long as that runs. Where there can be no lock, nothing can be written.
    """
    with suppress(OSError, ValueError, RuntimeError):
        lock = _lock_of(path)
        if holder := holder_of(lock.with_name(".lock")):
            raise Held(path, holder)
        if lock not in _held:
            file = taken(lock)
            if isinstance(file, str):
                raise Held(path, file)
            _held[lock] = file


def let_go(path: Path) -> None:
    """Let other processes have a record, if this one had it; nothing is left of its lock."""
    with suppress(OSError, ValueError, RuntimeError):
        lock = _lock_of(path)
        if lock in _held:
            with _held.pop(lock):
                lock.unlink()


def is_held_elsewhere(path: Path) -> bool:
    """Whether another process has a record."""
    with suppress(OSError, ValueError, RuntimeError):
        lock = _lock_of(path)
        return lock not in _held and bool(holder_of(lock))
    return False


def taken(lock: Path) -> IO[bytes] | str:
    """A lock that this process has until the file is closed, or who has it if another does; raises OSError."""
    while True:
        file = lock.open("a+b")
        if not _is_locked(file):
            with file:
                return _named_in(file)
        if _is_there_still(file, lock):
            file.truncate(0)
            file.write(f"process {os.getpid()} since {datetime.now():%H:%M}".encode())
            file.flush()
            return file
        file.close()


def holder_of(lock: Path) -> str:
    """Which process has a lock; empty where none does. Raises OSError where it can't be looked at."""
    try:
        with lock.open("rb") as file:
            return "" if _is_locked(file) else _named_in(file)
    except FileNotFoundError:
        return ""


def _lock_of(path: Path) -> Path:
    there = path.resolve()
    return there.with_name(f".{there.name}.lock")


def _named_in(file: IO[bytes]) -> str:
    """Who has a lock that couldn't be had."""
    file.seek(0)
    text = file.read(100).decode(errors="replace")
    return text if text and text.isprintable() else "another process"


def _is_locked(file: IO[bytes]) -> bool:
    """Whether this process alone has the file now, until it is closed; always so where the system knows no locks."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def _is_there_still(file: IO[bytes], lock: Path) -> bool:
    """Whether a lock is the file that others look at, and wasn't removed by who had it before."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), lock.stat())
    except FileNotFoundError:
        return False


def read_record(path: Path) -> Record:
    """The record in a file; raises RecordError where it can't be read or isn't one."""
    return read_any(path)


T = TypeVar("T", bound=BaseModel)


@overload
def read_any(path: Path) -> Record: ...
@overload
def read_any(path: Path, other: type[T]) -> Record | T: ...
def read_any(path: Path, other: type[BaseModel] | None = None) -> BaseModel:
    """The record in a file, or what the file holds of another format; raises RecordError where it is neither."""
    return _of_text(_text_in(path), path, other)


def _of_text(text: str, path: Path, other: type[BaseModel] | None = None) -> BaseModel:
    found = _object_of(text, path)
    formats = {str(model.model_fields["format"].default): model for model in (Record, other) if model is not None}
    name = found.get("format")
    if not isinstance(name, str) or name not in formats:
        raise RecordError(path, "", f'this is not a record: its "format" is not "{next(iter(formats))}"')
    if found.get("version") not in range(1, VERSION + 1) or isinstance(found.get("version"), bool | float):
        known = f"this program reads versions 1 to {VERSION}"
        raise RecordError(path, "version", f"{shown(found.get('version'))} is unknown, {known}")
    try:
        return formats[name].model_validate_json(text, strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        parts = list(first["loc"])
        if parts[:1] == ["log"] and len(parts) > 1:
            parts[1:] = [int(parts[1]) + 1, *parts[3:]]
        place = " ".join(shown(part) if flaw(str(part)) else str(part) for part in parts)
        reason = first["msg"].removeprefix("Value error, ")
        raise RecordError(path, place, reason[:1].lower() + reason[1:]) from None


def _text_in(path: Path) -> str:
    """The text of a file."""
    try:
        return bytes_of(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(path, "", "this is not a record: the text is not UTF-8") from error
    except (OSError, ValueError) as error:
        reason = str(getattr(error, "strerror", None) or error)
        raise RecordError(path, "", f"the record can't be read: {reason}") from error


def _object_of(text: str, path: Path) -> dict[str, Any]:
    """The JSON object in a file's text; an empty one where it is JSON of another kind."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        raise RecordError(path, f"line {line}" if line else "", "this is not a record: it is not JSON") from error
    return cast(dict[str, Any], found) if isinstance(found, dict) else {}


class RecordFile:
    """A place for a record in a file that grows as the game is played: whole and valid after every action.

    A step is added by one write over the end of the file, which is there again where that fails; whatever changes the
    header replaces the file at once. The table of a server has a file beside it, for its settings and for who sits
    there. Any other file is this process's alone until it is let go. Raises RecordError where a file can't be written,
    or is there already and not to be replaced, and Held where another process has it.
    """

    def __init__(
        self,
        path: Path,
        record: Record | None = None,
        *,
        replacing: bool = False,
        settings: Mapping[str, Any] | None = None,
    ) -> None:
        self.path = path
        self._settings = settings
        self._entries: int | None = None
        """How many entries the log has; None before the game begins."""
        if record is not None and not replacing:
            refuse_existing(path)
        if settings is None:
            hold(path)
        if record is not None:
            self.replace(record)

    def begin(self, record: Record, people: Mapping[str, Any]) -> None:
        """Keep a game that begins, in the place of one that was there."""
        self.seat(people)
        self.replace(record)

    def seat(self, people: Mapping[str, Any]) -> None:
        """Keep who sits there, at a table of a server."""
        if self._settings is not None:
            beside = {"settings": self._settings, "people": people}
            write_at_once(beside_record(self.path), json.dumps(beside, indent=1) + "\n", secret=True)

    def add(self, action: str, outcomes: Sequence[Sequence[Card] | int], seat: int | None = None) -> None:
        """Add an action to the log, and what chance made after it."""
        if self._entries is None:
            raise AssertionError("nothing is kept of a game before it begins")
        added = entries(action, outcomes, seat)
        text = ("," if self._entries else "") + ",".join(map(entry_text, added)) + END
        try:
            with self.path.open("r+b", buffering=0) as file:
                whole = file.seek(-len(END.encode()), os.SEEK_END)
                try:
                    _write_all(file, text.encode())
                except OSError:
                    file.seek(whole)
                    _write_all(file, END.encode())
                    file.truncate()
                    raise
        except OSError as error:
            raise RecordError(self.path, "", f"the record can't be written: {error.strerror}") from error
        self._entries += len(added)

    def finish(self, result: Result) -> None:
        """Put down how the game ended."""
        self.replace(read_record(self.path).model_copy(update={"result": RecordedEnd.made_of(result)}))

    def replace(self, record: Record) -> None:
        """Hold this record from now on."""
        write_record(self.path, record)
        self._entries = len(record.log)

    async def settled(self) -> None:
        """What was kept is in the files already."""

    async def release(self) -> None:
        """Let other processes have the file; what lies in the folder of a server is that server's."""
        self.let_go()

    def let_go(self) -> None:
        """Let other processes have the file."""
        let_go(self.path)


def _write_all(file: FileIO, data: bytes) -> None:
    while data:
        data = data[file.write(data) :]


def beside_record(record: Path) -> Path:
    """The file beside a table's record, of what the record doesn't say."""
    return record.with_suffix(".table")


def is_there(path: Path) -> bool:
    """Whether there is something at this path; nothing can be where the path is none."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def refuse_existing(path: Path) -> None:
    """Raises RecordError where there is something at this path already."""
    if is_there(path):
        raise RecordError(path, "", "there is a file of this name already; choose another, or resume that game")


def write_record(path: Path, record: Record) -> None:
    """Write a record in place of whatever is at this path, at once; raises RecordError."""
    write_at_once(path, record_text(record))


def write_at_once(path: Path, text: str, *, secret: bool = False) -> None:
    """Write a text in place of what a path leads to, at once; raises RecordError.

    Who could read that can read this; what is secret, its owner alone.
    """
    beside: Path | None = None
    try:
        there = path.resolve()
        beside = there.with_name(f".{there.name}.{os.getpid()}")
        beside.touch(0o600 if secret else 0o666)
        beside.write_bytes(text.encode())
        with suppress(FileNotFoundError):
            beside.chmod(0o600 if secret else there.stat().st_mode)
        beside.replace(there)
    except (OSError, ValueError, RuntimeError) as error:
        if beside is not None:
            with suppress(OSError, ValueError):
                beside.unlink()
        reason = str(getattr(error, "strerror", None) or error)
        raise RecordError(path, "", f"the record can't be written: {reason}") from error


_LOG = '\n "log": ['


def record_in(path: Path) -> Record | None:
    """The record in a file, whose last entry may have broken off; None where there is no file. Raises RecordError.

    Where one has, the file is without it from then on; one that is damaged otherwise stays as it is.
    """
    if not is_there(path):
        return None
    try:
        return read_record(path)
    except RecordError:
        whole = mended(_text_in(path))
        _of_text(whole, path)
        write_at_once(path, whole)
        return read_record(path)


def mended(text: str) -> str:
    """The text of a record without an entry that broke off at its end; as it is where it has no log to be cut.

    Entries are added over the end of the file, one a line, so all before the one that broke off are whole. Where whole
    ones follow, it was no write that broke off.
    """
    header, log, body = text.partition(_LOG)
    if not log:
        return text
    entries: list[str] = []
    has_broken_off = False
    for line in body.splitlines():
        if not line.startswith("  "):
            continue
        try:
            entry, end = json.JSONDecoder().raw_decode(line, 2)
        except ValueError:
            entry, end = None, 0
        if not isinstance(entry, str | dict):
            has_broken_off = True
        elif has_broken_off:
            return text
        else:
            entries.append(line[:end])
    return f"{header}{log}" + ",".join(f"\n{entry}" for entry in entries) + END
