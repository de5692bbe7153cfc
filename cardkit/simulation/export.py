"""Files that simulations write: a row for each game, and plots; that they can be written is seen before the games."""

from __future__ import annotations

import csv
import importlib
import json
from abc import abstractmethod
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any, Self

from cardkit.core.errors import CannotWrite
from cardkit.core.files import Replacement, cannot_write
from cardkit.simulation.batch import Batch
from cardkit.simulation.summary import Histogram, Outcome, Rows, plain_scores


class Export:
    """A file with a row for each game, which is there when all of them are; raises CannotWrite."""

    def __init__(self, path: Path, batch: Batch) -> None:
        self.path = path
        self.batch = batch
        self.scores = [f"score {seat}" for seat in range(batch.seats)]
        self.new = Replacement(path)
        with self._safely():
            self.open()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Put the file in its place, or leave what was there, if there was an error."""
        if kind is not None:
            self.new.drop()
            return
        with self._safely():
            self.close()
        self.new.put()

    @contextmanager
    def _safely(self) -> Generator[None]:
        """Within, the old file stays where the new one can't be written."""
        try:
            yield
        except OSError as error:
            self.new.drop()
            raise cannot_write(self.path, error) from error
        except BaseException:
            self.new.drop()
            raise

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return ["game", "seed", "result", "winners", "length", "first", "again", *self.scores, *self.batch.figures]

    def write(self, rows: Rows) -> None:
        """Write these games."""
        with self._safely():
            self.add(self.row(outcome) for outcome in rows)

    def row(self, outcome: Outcome) -> list[Any]:
        """What the columns hold for a game; winners are seats with blanks between, a game that ended has no cycle."""
        game, how, winners, length, cycle, figures, scores = outcome
        won = " ".join(map(str, winners))
        first, again = (cycle.first, cycle.again) if cycle else (None, None)
        scores = scores or plain_scores(winners, self.batch.seats)
        return [game, self.batch.seed_of(game), how.value, won, length, first, again, *scores, *figures]

    @abstractmethod
    def open(self) -> None:
        """Begin to write."""

    @abstractmethod
    def add(self, rows: Iterator[list[Any]]) -> None:
        """Write rows."""

    @abstractmethod
    def close(self) -> None:
        """Write what is left."""


class TextExport(Export):
    """A file of text."""

    file: TextIOWrapper

    def open(self) -> None:
        self.file = TextIOWrapper(self.new.file, encoding="utf-8", newline="")

    def close(self) -> None:
        self.file.detach()


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
        self._writer: Any = importlib.import_module("pyarrow.parquet").ParquetWriter(self.new.file, self._schema)

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
    """A picture of how long the games were, which can be written before it is drawn; raises CannotWrite."""

    def __init__(self, path: Path) -> None:
        self.path = path
        needed("matplotlib", path)
        Replacement(path).drop()

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
        kind, drawn = self.path.suffix[1:], BytesIO()
        figure.savefig(drawn, format=kind, metadata={"Date": None} if kind == "svg" else None)
        with Replacement(self.path) as new:
            new.write(drawn.getvalue())
