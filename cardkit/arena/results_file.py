"""The file of a contest: a line that says what is played, then a line for each game; a contest goes on from it."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from cardkit.arena.contest import Bout, Contest
from cardkit.core.errors import CannotWrite, shown
from cardkit.records.parts import cards_text

_BOUT = TypeAdapter(Bout)
_HEADER: TypeAdapter[dict[str, Any]] = TypeAdapter(dict[str, Any])


class ResultsFile:
    """The file of a contest; raises CannotWrite where it is that of another one, or none at all."""

    def __init__(self, path: Path, contest: Contest) -> None:
        self.path = path
        self.played: list[list[Bout]] = []
        """The games of each deal that were played before."""
        self._header = _header(contest)
        self._games_a_deal = contest.games_a_deal
        try:
            kept = path.read_text(encoding="utf-8") if path.exists() else ""
            self._take_up(kept.splitlines(keepends=True))
            self._file = path.open("w", encoding="utf-8", newline="\n")
            self._write([self._header, *(_row(bout) for deal in self.played for bout in deal)])
        except (OSError, UnicodeDecodeError) as error:
            raise CannotWrite(path, getattr(error, "strerror", None) or "it is not a text in UTF-8") from error

    def add(self, bouts: Sequence[Bout]) -> None:
        """Write the games of a part of the contest."""
        try:
            self._write([_row(bout) for bout in bouts])
        except OSError as error:
            raise CannotWrite(self.path, error.strerror or str(error)) from error

    def close(self) -> None:
        """Finish the file."""
        self._file.close()

    def _write(self, rows: Sequence[dict[str, Any]]) -> None:
        self._file.writelines(f"{json.dumps(row)}\n" for row in rows)
        self._file.flush()

    def _take_up(self, lines: list[str]) -> None:
        """Read the whole deals of what was played before."""
        if lines and not lines[-1].endswith("\n"):
            del lines[-1]
        if not lines:
            return
        try:
            header = _HEADER.validate_json(lines[0])
        except ValidationError:
            header = {}
        if "contest" not in header:
            raise CannotWrite(self.path, "it is there already, and is not the file of a contest")
        for name, wanted in self._header.items():
            if header.get(name) != wanted:
                differs = f"{name} is {shown(header.get(name))} there, and {shown(wanted)} here"
                raise CannotWrite(self.path, f"it has the games of another contest: {differs}")
        games = list(self._games(lines))
        whole = len(games) // self._games_a_deal
        size = self._games_a_deal
        self.played = [games[size * deal : size * (deal + 1)] for deal in range(whole)]

    def _games(self, lines: list[str]) -> Iterator[Bout]:
        for number, line in enumerate(lines[1:], start=2):
            try:
                yield _BOUT.validate_json(line)
            except ValidationError:
                raise CannotWrite(self.path, f"line {number} of it is not a game of a contest") from None


def _header(contest: Contest) -> dict[str, Any]:
    """Everything that decides how the games of a contest go, but for the programs themselves."""
    batch = contest.batch
    return {
        "contest": batch.game.name,
        "version": batch.setup.plugin.version,
        "rules": batch.setup.rules.name,
        "options": batch.game.model_dump(mode="json"),
        "deck": cards_text(batch.setup.pile),
        "seats": batch.seats,
        "players": list(contest.players),
        "seed": batch.seed,
        "rng": batch.setup.rng,
    }


def _row(bout: Bout) -> dict[str, Any]:
    row = dataclasses.asdict(bout)
    del row["record"]
    return row
