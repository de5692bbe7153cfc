"""The files of many games, a row for each, of simulations and contests: what they hold, and how one is gone on with."""

from __future__ import annotations

import csv
import importlib
import json
from collections.abc import Callable, Iterable, Mapping
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

from pydantic import TypeAdapter, ValidationError

from cardkit.core.errors import CannotWrite, shown
from cardkit.core.files import (
    OVERWRITE,
    Replacement,
    append,
    cannot_write,
    hold,
    is_there,
    let_go,
    refuse_existing,
    replace,
    whole_lines,
)
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

    JSON lines grow, and are gone on with: `kept` is what `read` makes of each row that was there, and its number, as
    `row` is what is written of a game. A table is there when all games are. The file is this process's alone meanwhile.

    Raises CannotWrite where it can't be written, is that of other games, or is a table that is there already; and Held.
    """

    def __init__(
        self,
        path: Path,
        header: dict[str, Any],
        kinds: dict[str, str],
        row: Callable[[T], Row],
        read: Callable[[Any, int], T],
        *,
        overwrite: bool = False,
    ) -> None:
        self.path, self._row = path, row
        self.kept: list[T] = []
        is_table = path.suffix in TABLES
        if is_table and not overwrite:
            refuse_existing(path, OVERWRITE)
        hold(path)
        try:
            if is_table:
                self._writer: _Lines | _Csv | _Parquet = TABLES[path.suffix](path, kinds)
            else:
                lines = [] if overwrite else self._taken_up(header, read)
                self._writer = _Lines(path, lines or [json.dumps(header)])
        except BaseException as error:
            let_go(path)
            if isinstance(error, UnicodeDecodeError):
                raise CannotWrite(path, "it is not a text in UTF-8") from error
            if isinstance(error, OSError | ValueError):
                raise cannot_write(path, error) from error
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Finish the file; a table that was broken off by an error leaves what was there as it was."""
        try:
            self._writer.close(is_whole=kind is None)
        finally:
            let_go(self.path)

    def write(self, games: Iterable[T]) -> None:
        """Write these games."""
        try:
            self._writer.write([*map(self._row, games)])
        except OSError as error:
            raise cannot_write(self.path, error) from error

    def _taken_up(self, header: dict[str, Any], read: Callable[[Any, int], T]) -> list[str]:
        """Read what was there; the lines of it that stay."""
        lines, what = whole_lines(self.path), next(iter(header))
        if not lines:
            if is_there(self.path) and self.path.stat().st_size:
                raise CannotWrite(self.path, f"it is there already, and is not the file of a {what}; {OVERWRITE}")
            return []
        self._refuse_others(header, lines[0])
        rows = lines[1:]
        for number, line in enumerate(rows):
            try:
                self.kept.append(read(json.loads(line), number))
            except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
                wrong = str(error) if isinstance(error, WrongRow) else f"is not a game of a {what}"
                raise CannotWrite(self.path, f"line {number + 2} of it {wrong}; take it and what follows out") from None
        return lines

    def _refuse_others(self, header: dict[str, Any], line: str) -> None:
        what = next(iter(header))
        try:
            found = _HEADER.validate_json(line)
        except ValidationError:
            found = {}
        if what not in found:
            raise CannotWrite(self.path, f"it is there already, and is not the file of a {what}; {OVERWRITE}")
        for name, wanted in header.items():
            if found.get(name) != wanted:
                differs = f"{name} is {shown(found.get(name))} there, and {shown(wanted)} here"
                raise CannotWrite(self.path, f"it has the games of another {what}: {differs}; {OVERWRITE}")


class WrongRow(ValueError):
    """What is wrong with a row that was read."""


class _Lines:
    """A JSON object a line, after one that says what is played."""

    def __init__(self, path: Path, lines: list[str]) -> None:
        self._path = path
        replace(path, "".join(f"{line}\n" for line in lines))

    def write(self, rows: list[Row]) -> None:
        append(self._path, "".join(f"{json.dumps(row)}\n" for row in rows))

    def close(self, *, is_whole: bool) -> None:
        """Everything has been written."""


def _cell(value: Any) -> Any:
    """A value as a table has it: several in one cell have blanks between, and what has names is JSON."""
    if isinstance(value, dict):
        return json.dumps(value)
    several: tuple[type, ...] = (list, tuple)
    return " ".join(map(str, value)) if type(value) in several else value


class _Csv:
    """Values separated by commas, with a line of headings."""

    def __init__(self, path: Path, kinds: dict[str, str]) -> None:
        self._new = Replacement(path)
        self._file = TextIOWrapper(self._new.file, encoding="utf-8", newline="")
        self._rows = csv.writer(self._file, lineterminator="\n")
        self._rows.writerow(kinds)

    def write(self, rows: list[Row]) -> None:
        self._rows.writerows(map(_cell, row.values()) for row in rows)

    def close(self, *, is_whole: bool) -> None:
        _put(self._new, self._file.detach, is_whole=is_whole)


class _Parquet:
    """Apache Parquet, by pyarrow."""

    def __init__(self, path: Path, kinds: dict[str, str]) -> None:
        self._arrow = needed("pyarrow", path)
        self._schema = self._arrow.schema([(name, getattr(self._arrow, kind)()) for name, kind in kinds.items()])
        self._new = Replacement(path)
        self._writer: Any = importlib.import_module("pyarrow.parquet").ParquetWriter(self._new.file, self._schema)

    def write(self, rows: list[Row]) -> None:
        if rows:
            cells = ([_cell(row[field.name]) for row in rows] for field in self._schema)
            columns = [self._arrow.array(cell, field.type) for cell, field in zip(cells, self._schema, strict=True)]
            self._writer.write_table(self._arrow.Table.from_arrays(columns, schema=self._schema))

    def close(self, *, is_whole: bool) -> None:
        _put(self._new, self._writer.close, is_whole=is_whole)


def _put(new: Replacement, end: Callable[[], object], *, is_whole: bool) -> None:
    """Put a file that is whole in its place, after what ends it; else leave what was there."""
    try:
        end()
    except OSError as error:
        new.drop()
        raise cannot_write(new.path, error) from error
    if is_whole:
        new.put()
    else:
        new.drop()


TABLES: dict[str, type[_Csv | _Parquet]] = {".csv": _Csv, ".parquet": _Parquet}
SUFFIXES = (".csv", ".jsonl", ".parquet")
"""How the names of such files end."""


def needed(module: str, path: Path) -> Any:
    """A module that cardkit can do without; raises CannotWrite where it isn't installed."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise CannotWrite(path, f"{module} isn't installed (pip install {module})") from None
