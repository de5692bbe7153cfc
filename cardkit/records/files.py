"""Records in files: reading them, also where the last entry broke off, and keeping them as a game is played."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast, overload

from pydantic import BaseModel, ValidationError

from cardkit.core.cards import Card
from cardkit.core.errors import shown
from cardkit.core.files import RESUME, append, hold, let_go, refuse_existing, replace, text_of
from cardkit.core.results import Result
from cardkit.core.texts import flaw
from cardkit.core.whole import bytes_of
from cardkit.records.record import END, VERSION, Record, RecordedEnd, RecordError, entries, entry_text, record_text


def read_record(path: Path) -> Record:
    """The record in a file; raises RecordError where it can't be read or isn't one."""
    return read_any(path)


def read_grown(path: Path) -> Record:
    """The record in a file that grew as it was played, without an entry in which its writing broke off at the end.

    Raises RecordError where it is damaged otherwise; the file stays as it is.
    """
    text = _text_in(path)
    try:
        return cast(Record, _of_text(text, path))
    except RecordError as error:
        whole = mended(text) if error.__cause__ is not None else text
        if whole == text:
            raise
        return cast(Record, _of_text(whole, path))


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
        return text_of(bytes_of(path))
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

    A step is added over the end of the file, which is there again where that fails; whatever changes the header
    replaces the file at once. The table of a server has a file beside it, for its settings and for who sits there, and
    both are their owner's alone. Any other file is this process's alone until it is let go. Raises CannotWrite where a
    file can't be written, or is there and not to be replaced, Held where another process has it, and TakenOver.
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
            refuse_existing(path, RESUME)
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
            replace(beside_record(self.path), json.dumps(beside, indent=1) + "\n", secret=True)

    def add(self, action: str, outcomes: Sequence[Sequence[Card] | int], seat: int | None = None) -> None:
        """Add an action to the log, and what chance made after it."""
        if self._entries is None:
            raise AssertionError("nothing is kept of a game before it begins")
        added = entries(action, outcomes, seat)
        text = ("," if self._entries else "") + ",".join(map(entry_text, added)) + END
        append(self.path, text, over=END)
        self._entries += len(added)

    def finish(self, result: Result) -> None:
        """Put down how the game ended."""
        self.replace(read_record(self.path).model_copy(update={"result": RecordedEnd.made_of(result)}))

    def replace(self, record: Record) -> None:
        """Hold this record from now on."""
        replace(self.path, record_text(record), secret=self._settings is not None)
        self._entries = len(record.log)

    async def settled(self) -> None:
        """What was kept is in the files already."""

    async def release(self) -> None:
        """Let other processes have the file; what lies in the folder of a server is that server's."""
        self.let_go()

    def let_go(self) -> None:
        """Let other processes have the file."""
        let_go(self.path)


def beside_record(record: Path) -> Path:
    """The file beside a table's record, of what the record doesn't say."""
    return record.with_suffix(".table")


def write_record(path: Path, record: Record) -> None:
    """Write a record in place of whatever is at this path, at once; raises CannotWrite."""
    replace(path, record_text(record))


_LOG = '\n "log": ['


def mended(text: str) -> str:
    """The text of a record without an entry that broke off at its end; as it is where it has no log to be cut.

    Entries are added over the end of the file, one a line, so all before the one that broke off are whole. Where whole
    ones follow, it was no write that broke off.
    """
    header, log, body = text.partition(_LOG)
    if not log or (END in text and not text.endswith(END)):
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
