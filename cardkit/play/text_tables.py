"""Tables that a person looks at."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cardkit.core.texts import padded, width

if TYPE_CHECKING:
    from rich.table import Table as RichTable

    from cardkit.play.scores import Standing


_NUMBER = re.compile(r"[\d,.]*( to [\d,.]+)?( %)?( [* ])?|-")


@dataclass(kw_only=True)
class Table:
    """Rows of cells under headings; numbers stand to the right."""

    headings: Sequence[str]
    rows: list[Sequence[str]] = field(default_factory=list[Sequence[str]])
    empty: str = "There is nothing to show."
    """What is shown where there are no rows."""

    def plain(self) -> Iterator[str]:
        """The table in aligned columns of text."""
        if not self.rows:
            yield self.empty
            return
        every = [self.headings, *self.rows]
        widths = [max(width(row[column]) for row in every) for column in range(len(self.headings))]
        for row in every:
            cells = [
                padded(cell, columns, right=self._is_number(column))
                for column, (cell, columns) in enumerate(zip(row, widths, strict=True))
            ]
            yield "  ".join(cells).rstrip()

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

    def _is_number(self, column: int) -> bool:
        return all(_NUMBER.fullmatch(row[column]) for row in self.rows)


def scores_table(standings: Sequence[Standing]) -> Table:
    """The score board: a row for each game and rule set."""
    table = Table(
        headings=("game", "rules", "games", "drawn", "shortest", "longest", "wins"),
        empty="No game is on the score board yet.",
    )
    for standing in standings:
        wins = ", ".join(f"{name} {count}" for name, count in standing.wins.items())
        numbers = map(str, (standing.games, standing.drawn, standing.shortest, standing.longest))
        table.rows.append((standing.game, standing.rules, *numbers, wins))
    return table
