"""Tables that a person looks at."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cardkit.core.texts import padded, width
from cardkit.plugins.lines import Heading, Line, Marked, Row

if TYPE_CHECKING:
    from rich.table import Table as RichTable

    from cardkit.play.kept.games import Kept
    from cardkit.play.kept.scores import Standing


_NUMBER = re.compile(r"-?[\d,.]*( to -?[\d,.]+)?( %)?( [* ])?|-")


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
            drawn.add_row(*map(escape, row))
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
