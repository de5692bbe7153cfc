"""The files of many games, a row for each, of simulations and contests: what they hold, and how one is gone on with."""

from __future__ import annotations

import csv
import importlib
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from cardkit.core.errors import CannotWrite, shown
from cardkit.records.record import cards_text
from cardkit.simulation.batch import Batch

T = TypeVar("T")
Row = Mapping[str, Any]
_HEADER: TypeAdapter[dict[str, Any]] = TypeAdapter(dict[str, Any])


def header_of(batch: Batch, what: str, players: Iterable[str]) -> dict[str, Any]:
    """Everything that decides how games go, but for programs themselves; `what` they are stands before their game."""
    setup = batch.setup
    return {
        what: batch.game.name,
        "version": setup.plugin.version,
        "rules": setup.rules.name,
        "options": batch.game.model_dump(mode="json"),
        "deck": cards_text(setup.pile),
        "seats": batch.seats,
        "players": list(players),
        "seed": batch.seed,
        "rng": setup.rng,
    }


class Results(Generic[T]):
    """A file with a row for each game: JSON lines, of which the first says what is played, or a table without that.

    JSON lines are gone on with: `kept` is what `read` makes of the rows that were there, as many as are whole times
    `whole`. A table is written anew. Raises CannotWrite where the file can't be written, or is that of other games.
    """

    def __init__(
        self, path: Path, header: dict[str, Any], kinds: dict[str, str], read: Callable[[Any], T], whole: int = 1
    ) -> None:
        self.path = path
        self.kept: list[T] = []
        try:
            if path.suffix in TABLES:
                self._writer: _Lines | _Csv | _Parquet = TABLES[path.suffix](path, kinds)
            else:
                self._writer = _Lines(path, header, self._taken_up(header, read, whole))
        except (OSError, UnicodeDecodeError) as error:
            raise CannotWrite(path, getattr(error, "strerror", None) or "it is not a text in UTF-8") from error

    def write(self, rows: Iterable[Row]) -> None:
        """Write these games."""
        try:
            self._writer.write(list(rows))
        except OSError as error:
            raise CannotWrite(self.path, error.strerror or str(error)) from error

    def close(self) -> None:
        """Finish the file."""
        self._writer.close()

    def _taken_up(self, header: dict[str, Any], read: Callable[[Any], T], whole: int) -> int:
        """Read what was there; how many bytes of it stay."""
        lines = self.path.read_bytes().splitlines(keepends=True) if self.path.exists() else []
        if lines and not lines[-1].endswith(b"\n"):
            del lines[-1]
        if not lines:
            return 0
        self._refuse_others(header, lines[0])
        lines = lines[: 1 + (len(lines) - 1) // whole * whole]
        for number, line in enumerate(lines[1:], start=2):
            try:
                self.kept.append(read(json.loads(line)))
            except (ValueError, LookupError, TypeError, AttributeError):
                what = next(iter(header))
                raise CannotWrite(self.path, f"line {number} of it is not a game of a {what}") from None
        return sum(map(len, lines))

    def _refuse_others(self, header: dict[str, Any], line: bytes) -> None:
        what = next(iter(header))
        try:
            found = _HEADER.validate_json(line)
        except ValidationError:
            found = {}
        if what not in found:
            raise CannotWrite(self.path, f"it is there already, and is not the file of a {what}")
        for name, wanted in header.items():
            if found.get(name) != wanted:
                differs = f"{name} is {shown(found.get(name))} there, and {shown(wanted)} here"
                raise CannotWrite(self.path, f"it has the games of another {what}: {differs}")


class _Lines:
    """A JSON object a line, after one that says what is played."""

    def __init__(self, path: Path, header: dict[str, Any], kept: int) -> None:
        self._file: BinaryIO = path.open("r+b" if kept else "wb")
        self._file.truncate(kept)
        self._file.seek(kept)
        self.write([] if kept else [header])

    def write(self, rows: list[Row]) -> None:
        self._file.write("".join(f"{json.dumps(row)}\n" for row in rows).encode())
        self._file.flush()

    def close(self) -> None:
        self._file.close()


def _cell(value: Any) -> Any:
    """A value as a table has it: several in one cell have blanks between."""
    several: tuple[type, ...] = (list, tuple)
    return " ".join(map(str, value)) if type(value) in several else value


class _Csv:
    """Values separated by commas, with a line of headings."""

    def __init__(self, path: Path, kinds: dict[str, str]) -> None:
        self._file = path.open("w", encoding="utf-8", newline="")
        self._rows = csv.writer(self._file, lineterminator="\n")
        self._rows.writerow(kinds)

    def write(self, rows: list[Row]) -> None:
        self._rows.writerows(map(_cell, row.values()) for row in rows)

    def close(self) -> None:
        self._file.close()


class _Parquet:
    """Apache Parquet, by pyarrow."""

    def __init__(self, path: Path, kinds: dict[str, str]) -> None:
        self._arrow = needed("pyarrow", path)
        self._schema = self._arrow.schema([(name, getattr(self._arrow, kind)()) for name, kind in kinds.items()])
        self._writer: Any = importlib.import_module("pyarrow.parquet").ParquetWriter(path, self._schema)

    def write(self, rows: list[Row]) -> None:
        if rows:
            cells = ([_cell(row[field.name]) for row in rows] for field in self._schema)
            columns = [self._arrow.array(cell, field.type) for cell, field in zip(cells, self._schema, strict=True)]
            self._writer.write_table(self._arrow.Table.from_arrays(columns, schema=self._schema))

    def close(self) -> None:
        self._writer.close()


TABLES: dict[str, type[_Csv | _Parquet]] = {".csv": _Csv, ".parquet": _Parquet}
SUFFIXES = (".csv", ".jsonl", ".parquet")
"""How the names of such files end."""


def needed(module: str, path: Path) -> Any:
    """A module that cardkit can do without; raises CannotWrite where it isn't installed."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise CannotWrite(path, f"{module} isn't installed (pip install {module})") from None
