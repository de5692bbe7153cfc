"""Lines that are longer than the screen is wide, folded between words; cards and names are not torn."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from cardkit.core.cards import Card
from cardkit.core.texts import cut, width
from cardkit.plugins.lines import What, pieces

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
    whole = [(shown(text, what), what) for text, what in pieces(line)]
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
