"""Blocks of drawn rows that are put beside and above each other, and know where in them something can be chosen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style


class Wish(NamedTuple):
    """What somebody points at: a card, a seat, a pile, a place, an action, or a form, by its text or number."""

    what: str
    value: str

    @property
    def meaning(self) -> str | int:
        """The value as actions have it: seats and places as numbers."""
        return int(self.value) if self.what in ("seat", "place") else self.value


class Spot(NamedTuple):
    """Where something can be chosen, in columns and rows of a block."""

    x: int
    y: int
    width: int
    height: int
    wish: Wish

    def moved(self, x: int, y: int) -> Spot:
        """The spot in a block that has this one so far from its corner."""
        return Spot(self.x + x, self.y + y, self.width, self.height, self.wish)

    def holds(self, x: int, y: int) -> bool:
        """Whether a cell belongs to it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


@dataclass(frozen=True)
class Block:
    """Rows of pieces, none wider than the block."""

    rows: Sequence[Sequence[Segment]] = ()
    width: int = 0
    spots: Sequence[Spot] = field(default_factory=tuple[Spot, ...])

    @property
    def height(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    def leading_to(self, wish: Wish | None) -> Block:
        """The same block, all of which is a spot."""
        return self if wish is None else replace(self, spots=(Spot(0, 0, self.width, self.height, wish),))


def piece(text: str, style: Style | None = None) -> Segment:
    """A text in a style."""
    return Segment(text, style)


def row_of(*pieces: Segment) -> Block:
    """A block of one row."""
    return Block((pieces,), sum(cell_len(one.text) for one in pieces))


def filled(row: Sequence[Segment], used: int, width: int) -> Sequence[Segment]:
    """A row with blanks after it."""
    return row if used >= width else (*row, Segment(" " * (width - used)))


def width_of(row: Iterable[Segment]) -> int:
    """How many columns the pieces of a row take."""
    return sum(cell_len(one.text) for one in row)


def above(blocks: Iterable[Block], gap: int = 0) -> Block:
    """Blocks one above the other, with so many empty rows between any two."""
    rows: list[Sequence[Segment]] = []
    spots: list[Spot] = []
    width = 0
    for block in blocks:
        if rows and block.rows:
            rows += [()] * gap
        spots += [spot.moved(0, len(rows)) for spot in block.spots]
        rows += block.rows
        width = max(width, block.width)
    return Block(rows, width, spots)


def beside(blocks: Sequence[Block], gap: int = 0) -> Block:
    """Blocks side by side, their first rows level."""
    height = max((block.height for block in blocks), default=0)
    rows: list[list[Segment]] = [[] for _ in range(height)]
    spots: list[Spot] = []
    x = 0
    for number, block in enumerate(blocks):
        x += gap if number else 0
        spots += [spot.moved(x, 0) for spot in block.spots]
        for y, row in enumerate(rows):
            own = block.rows[y] if y < block.height else ()
            before = [Segment(" " * gap)] if number and gap else []
            row += [*before, *filled(own, width_of(own), block.width)]
        x += block.width
    return Block(rows, x, spots)


def flowing(blocks: Iterable[Block], width: int, gap: int = 2, between: int = 0) -> Block:
    """Blocks side by side as far as there is room, then in further rows of blocks."""
    lines: list[list[Block]] = []
    used = 0
    for block in blocks:
        if not lines or used + gap + block.width > width:
            lines.append([])
            used = -gap
        lines[-1].append(block)
        used += gap + block.width
    return above([beside(line, gap) for line in lines], between)


def centred(block: Block, width: int) -> Block:
    """A block in the middle of so many columns, which then has them all."""
    return replace(indented(block, max((width - block.width) // 2, 0)), width=max(block.width, width))


def indented(block: Block, left: int) -> Block:
    """A block so many columns further to the right."""
    if not left:
        return block
    rows = [(Segment(" " * left), *row) for row in block.rows]
    return Block(rows, left + block.width, [spot.moved(left, 0) for spot in block.spots])
