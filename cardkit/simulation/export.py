"""Files that simulations write: a row for each game, and plots. They are opened before the first game."""

from __future__ import annotations

import csv
import importlib
import json
from abc import abstractmethod
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from cardkit.core.errors import CannotWrite
from cardkit.simulation.batch import Batch
from cardkit.simulation.summary import Histogram, Outcome, Rows, plain_scores


class Export:
    """A file with a row for each game."""

    def __init__(self, path: Path, batch: Batch) -> None:
        self.path = path
        self.batch = batch
        self.scores = [f"score {seat}" for seat in range(batch.seats)]
        try:
            self.open()
        except OSError as error:
            raise CannotWrite(path, error.strerror or str(error)) from error

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return ["game", "seed", "result", "winners", "length", "first", "again", *self.scores, *self.batch.figures]

    def write(self, rows: Rows) -> None:
        """Write these games."""
        try:
            self.add(self.row(outcome) for outcome in rows)
        except OSError as error:
            raise CannotWrite(self.path, error.strerror or str(error)) from error

    def row(self, outcome: Outcome) -> list[Any]:
        """What the columns hold for a game; winners are seats with blanks between, a game that ended has no cycle."""
        game, how, winners, length, cycle, figures, scores = outcome
        won = " ".join(map(str, winners))
        first, again = (cycle.first, cycle.again) if cycle else (None, None)
        scores = scores or plain_scores(winners, self.batch.seats)
        return [game, self.batch.seed_of(game), how.value, won, length, first, again, *scores, *figures]

    @abstractmethod
    def open(self) -> None:
        """Open the file."""

    @abstractmethod
    def add(self, rows: Iterator[list[Any]]) -> None:
        """Write rows."""

    @abstractmethod
    def close(self) -> None:
        """Finish the file."""


class TextExport(Export):
    """A file of text."""

    file: TextIOWrapper

    def open(self) -> None:
        self.file = self.path.open("w", encoding="utf-8", newline="")

    def close(self) -> None:
        self.file.close()


class Csv(TextExport):
    """Values separated by commas, with a line of headings."""

    def open(self) -> None:
        super().open()
        csv.writer(self.file, lineterminator="\n").writerow(self.columns)

    def add(self, rows: Iterator[list[Any]]) -> None:
        csv.writer(self.file, lineterminator="\n").writerows(rows)


class JsonLines(TextExport):
    """A JSON object a line."""

    def add(self, rows: Iterator[list[Any]]) -> None:
        columns = self.columns
        self.file.writelines(json.dumps(dict(zip(columns, row, strict=True))) + "\n" for row in rows)


class Parquet(Export):
    """Apache Parquet, by pyarrow."""

    def open(self) -> None:
        arrow = needed("pyarrow", self.path)
        text = {"result", "winners"}
        kinds: dict[str, Any] = {"seed": arrow.int64() if self.batch.setup.rng == "java" else arrow.uint64()}
        kinds |= dict.fromkeys(text, arrow.string()) | dict.fromkeys(self.scores, arrow.float64())
        self._schema = arrow.schema([(name, kinds.get(name, arrow.int64())) for name in self.columns])
        self._arrow = arrow
        self._writer: Any = importlib.import_module("pyarrow.parquet").ParquetWriter(self.path, self._schema)

    def add(self, rows: Iterator[list[Any]]) -> None:
        columns = list(zip(*rows, strict=True))
        if columns:
            arrays = [
                self._arrow.array(column, field.type) for column, field in zip(columns, self._schema, strict=True)
            ]
            self._writer.write_table(self._arrow.Table.from_arrays(arrays, schema=self._schema))

    def close(self) -> None:
        self._writer.close()


EXPORTS: dict[str, type[Export]] = {".csv": Csv, ".jsonl": JsonLines, ".parquet": Parquet}
"""The formats by the ends of their files' names."""
PLOTS = (".png", ".svg", ".pdf")


def needed(module: str, path: Path) -> Any:
    """A module that cardkit can do without; raises CannotWrite where it isn't installed."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise CannotWrite(path, f"{module} isn't installed (pip install {module})") from None


class Plot:
    """A picture of how long the games were."""

    def __init__(self, path: Path) -> None:
        self.path = path
        needed("matplotlib", path)
        try:
            with path.open("ab"):
                pass
        except OSError as error:
            raise CannotWrite(path, error.strerror or str(error)) from error

    def draw(self, seen: Histogram, title: str, counts: str) -> None:
        """Write the picture: the share of the games for each length, up to the 99.5th percentile."""
        matplotlib: Any = importlib.import_module("matplotlib")
        matplotlib.rcParams["svg.hashsalt"] = "cardkit"
        figure_type: Any = importlib.import_module("matplotlib.figure").Figure
        figure: Any = figure_type(figsize=(8, 4.5), layout="constrained")
        axes: Any = figure.subplots()
        most = int(seen.percentile(99.5) or 0)
        width = max(1, most // 100)
        bars: dict[int, int] = {}
        for number, times in seen.counts.items():
            if number <= most:
                number = int(number)
                bars[number // width * width] = bars.get(number // width * width, 0) + times
        heights = [100 * times / max(1, seen.total) / width for times in bars.values()]
        axes.bar(list(bars), heights, width=width, align="edge")
        axes.set(title=title, xlabel=f"{counts}s", ylabel=f"% of the games that ended, a {counts}")
        for percentile, style, share in ((50, "-", "half"), (95, "--", "95 %")):
            longest = seen.percentile(percentile) or 0
            label = f"{share} of the games: {longest:g} {counts}s at most"
            axes.axvline(longest, color="black", linewidth=0.8, linestyle=style, label=label)
        axes.legend()
        figure.savefig(self.path, metadata={"Date": None} if self.path.suffix == ".svg" else None)
