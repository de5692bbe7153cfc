"""Lines folded between words where they are longer than the screen is wide, and tables in columns or row by row."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cardkit.core.cards import Card
from cardkit.core.texts import cut, padded, safe, width
from cardkit.plugins.lines import Heading, Line, Marked, Pad, Row, What, pieces

if TYPE_CHECKING:
    from rich.table import Table as RichTable

    from cardkit.play.kept_games import Kept
    from cardkit.play.scores import Standing


Piece = tuple[str, What]
"""Some text and what it is."""


def as_it_is(text: str, what: What) -> str:
    """The text of a piece."""
    return text


def folded(
    line: str, columns: int, shown: Callable[[str, What], str] = as_it_is, indent: int | None = None
) -> list[list[Piece]]:
    """The pieces of a line in as many rows as it takes, none wider than so many columns.

    `shown` makes of each piece the text that is to be seen. Rows after the first are indented by so many columns.
    """
    whole, used = list[Piece](), 0
    for text, what in pieces(line):
        text = " " * (what.columns - used) if isinstance(what, Pad) else shown(text, what)
        used = 0 if isinstance(what, Pad) else used + width(text)
        whole.append((text, what))
    if sum(width(text) for text, _ in whole) <= columns:
        return [whole]
    fold = _Fold(columns, min(4, columns // 4) if indent is None else indent)
    for blanks, chunk in _chunks(whole):
        fold.put(blanks, chunk)
    return fold.rows


def _chunks(whole: Iterable[Piece], *, tearing: bool = False) -> Iterator[tuple[str, list[Piece]]]:
    """What must stay together, each with the blanks before it; blanks in cards and names hold unless they are torn."""
    blanks: str = ""
    chunk: list[Piece] = []
    for text, what in whole:
        holds = isinstance(what, Card) or (what is not None and what.holds)
        for part in [text] if holds and not tearing else re.split("([ \t]+)", text):
            if part.strip(" \t"):
                chunk.append((part, what))
            elif chunk and part:
                yield blanks, chunk
                blanks, chunk = part, []
            else:
                blanks += part
    if chunk:
        yield blanks, chunk


class _Fold:
    """Rows that are being filled."""

    def __init__(self, columns: int, indent: int) -> None:
        self.rows: list[list[Piece]] = [[]]
        self._columns = columns
        self._indent = " " * indent
        self._used = 0
        self._begun = False
        """Whether there is more than blanks on the row."""

    def put(self, blanks: str, chunk: list[Piece]) -> None:
        """Put a chunk on this row after blanks, or on the next one; where no row can hold it, tear it."""
        size = sum(width(text) for text, _ in chunk)
        if self._used + width(blanks) + size <= self._columns:
            self._add((blanks, None), *chunk)
        elif self._begun and len(self._indent) + size <= self._columns:
            self._begin_row()
            self._add(*chunk)
        elif any(" " in text for text, _ in chunk):
            for inner, part in _chunks(chunk, tearing=True):
                self.put(blanks + inner, part)
                blanks = ""
        else:
            self._cut(blanks, chunk)

    def _cut(self, blanks: str, chunk: list[Piece]) -> None:
        """Fill this row and the next ones with as much of the chunk as each can hold."""
        self._add((cut(blanks, self._columns - self._used), None))
        for text, what in chunk:
            rest = text
            while rest:
                held = cut(rest, self._columns - self._used) or ("" if self._begun else rest[0])
                self._add((held, what))
                rest = rest[len(held) :]
                if rest:
                    self._begin_row()

    def _add(self, *added: Piece) -> None:
        for text, what in added:
            if text:
                self.rows[-1].append((text, what))
                self._used += width(text)
                self._begun = self._begun or not text.isspace()

    def _begin_row(self) -> None:
        self.rows.append([(self._indent, None)])
        self._used = len(self._indent)
        self._begun = False


_NUMBER = re.compile(r"[-+]?[\d,.]*( to [-+]?[\d,.]+)?( %)?( [* ])?|[-?]")


class Cell(Marked):
    """A cell of a table with its heading."""

    __slots__ = ()
    holds = True


@dataclass(kw_only=True)
class TextTable:
    """Rows of cells under headings; numbers stand to the right."""

    headings: Sequence[str]
    rows: list[Sequence[str]] = field(default_factory=list[Sequence[str]])
    empty: str = "There is nothing to show."
    """What is shown where there are no rows."""

    @property
    def columns(self) -> int:
        """How many columns of the screen the table takes in plain text."""
        return max(map(width, self.plain()))

    @property
    def columns_drawn(self) -> int:
        """How many it takes with lines between the cells, which then have a blank on either side."""
        return sum(columns + 3 for columns in self._widths()) + 1 if self.rows else width(self.empty)

    def plain(self) -> Iterator[str]:
        """The table in aligned columns of text."""
        if not self.rows:
            yield self.empty
            return
        widths, numbers = self._widths(), list(map(self._is_number, range(len(self.headings))))

        def aligned(row: Sequence[str]) -> str:
            cells = zip(row, widths, numbers, strict=True)
            return "  ".join([padded(cell, columns, right=number) for cell, columns, number in cells]).rstrip()

        yield Heading(aligned(self.headings))
        yield from map(aligned, self.rows)

    def stacked(self) -> Iterator[str]:
        """A line for each row, in which every cell has its heading before it, for screens that are too narrow."""
        if not self.rows:
            yield self.empty
        for first, *cells in self.rows:
            told = [
                Cell(f"{heading} {cell.strip()}")
                for heading, cell in zip(self.headings[1:], cells, strict=True)
                if cell.strip()
            ]
            yield Line(first, ": ", Row(told, ", "))

    def rich(self) -> RichTable | str:
        """The table as the terminal draws it."""
        if not self.rows:
            return self.empty
        from rich.markup import escape
        from rich.table import Table as RichTable

        drawn = RichTable(header_style="bold")
        for column, heading in enumerate(self.headings):
            drawn.add_column(escape(heading), justify="right" if self._is_number(column) else "left")
        for row in self.rows:
            drawn.add_row(*[escape(safe(cell)) for cell in row])
        return drawn

    def _widths(self) -> list[int]:
        every = [self.headings, *self.rows]
        return [max(width(row[column]) for row in every) for column in range(len(self.headings))]

    def _is_number(self, column: int) -> bool:
        return all(_NUMBER.fullmatch(row[column]) for row in self.rows)


def scores_table(standings: Sequence[Standing]) -> TextTable:
    """The score board: a row for each game and rule set, with the hints where somebody asked for any."""
    hinted = any(standing.hints for standing in standings)
    table = TextTable(
        headings=("game", "rules", "by", "games", "drawn", "shortest", "longest", *["hints"] * hinted, "wins"),
        empty="No game is on the score board yet.",
    )
    for standing in standings:
        wins = ", ".join(f"{name} {count}" for name, count in standing.wins.items())
        by = {True: "people", False: "machines", None: "-"}[standing.people]
        numbers = [standing.games, standing.drawn, standing.shortest, standing.longest, *[standing.hints] * hinted]
        table.rows.append((standing.game, standing.rules, by, *map(str, numbers), wins))
    return table


def games_table(games: Sequence[Kept]) -> TextTable:
    """The games that were kept: a row for each."""
    table = TextTable(headings=("name", "players", "actions", "state", "last played"), empty="No game was kept.")
    for kept in games:
        facts = kept.facts()
        players = ", ".join(facts["names"])
        table.rows.append((facts["name"], players, str(facts["actions"]), facts["state"], facts["played"]))
    return table
