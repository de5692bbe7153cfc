"""The widget that shows a table: one picture in strips, a cursor among what can be chosen, and the mouse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Click, Resize
from textual.geometry import Offset, Region, Size
from textual import message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from cardkit.online.screen.drawing.blocks import Block, Spot, Wish

Draw = Callable[[int, int, Wish | None], Block]
"""Draws the table in so many columns and rows, with the cursor on something."""


class TableView(ScrollView, can_focus=True):
    """A drawn table; it tells what was pointed at, by keys or by the mouse."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1, 0)", show=False),
        Binding("right", "step(1, 0)", show=False),
        Binding("up", "step(0, -1)", show=False),
        Binding("down", "step(0, 1)", show=False),
        Binding("enter,space", "choose", "play", key_display="Enter"),
    ]

    class Pointed(message.Message):
        """Something was pointed at, and is meant."""

        def __init__(self, wish: Wish) -> None:
            super().__init__()
            self.wish = wish

    class Resized(message.Message):
        """The table was drawn for other room, so that the cursor may be on something else."""

    class CursorMoved(message.Message):
        """The cursor is on something else."""

    def __init__(self, draw: Draw, can: Callable[[Wish], bool]) -> None:
        super().__init__(id="table")
        self._draw = draw
        self._can = can
        self._block = Block()
        self._strips: list[Strip] = []
        self._at = 0
        self._corner = Offset(0, 0)
        """How far the picture is from the widget's corner."""

    def draw(self) -> None:
        """Draw the table as it is now; the cursor stays where it is, as far as that is still there."""
        wish = self.wish
        width, height = self.size
        if not (width and height):
            return
        block = self._draw(width, height, wish)
        spots = _in_reading_order(block)
        near = [number for number, spot in enumerate(spots) if spot.wish == wish]
        if near:
            self._at = min(near, key=lambda number: abs(number - self._at))
        elif spots:
            self._at = self._first(spots)
            block = self._draw(width, height, spots[self._at].wish)
        self._block = block
        self._strips = [Strip([*row]) for row in block.rows]
        self._corner = Offset(max((width - block.width) // 2, 0), max((height - block.height) // 2, 0))
        self.virtual_size = Size(block.width, block.height)
        self.refresh()

    def _first(self, spots: Sequence[Spot]) -> int:
        """Where the cursor goes when what it was on is gone: to a card that can be played, if there is one."""
        able = [number for number, spot in enumerate(spots) if self._can(spot.wish)]
        cards = [number for number in able if spots[number].wish.what == "card"]
        return next(iter([*cards, *able, 0]))

    @property
    def spots(self) -> list[Spot]:
        """All that can be pointed at, in reading order."""
        return _in_reading_order(self._block)

    @property
    def wish(self) -> Wish | None:
        """What the cursor is on."""
        spots = self.spots
        return spots[self._at].wish if self._at < len(spots) else None

    def render_line(self, y: int) -> Strip:
        """A row of the picture."""
        place = y + self.scroll_offset.y - self._corner.y
        blank = self.rich_style
        if not 0 <= place < len(self._strips):
            return Strip.blank(self.size.width, blank)
        strip = Strip.join([Strip.blank(self._corner.x, blank), self._strips[place]])
        return strip.adjust_cell_length(self.size.width, blank).apply_style(blank)

    def on_resize(self, event: Resize) -> None:
        """Draw anew for the room that there is now."""
        self.draw()
        self.post_message(self.Resized())

    def on_click(self, event: Click) -> None:
        """Point at what lies under the mouse."""
        x = event.x + self.scroll_offset.x - self._corner.x
        y = event.y + self.scroll_offset.y - self._corner.y
        for number, spot in enumerate(self.spots):
            if spot.holds(x, y):
                self._at = number
                self.post_message(self.Pointed(spot.wish))

    def action_choose(self) -> None:
        """Point at what the cursor is on."""
        if self.wish is not None:
            self.post_message(self.Pointed(self.wish))

    def action_step(self, columns: int, rows: int) -> None:
        """Move the cursor to the next thing in this direction."""
        spots = self.spots
        if not spots:
            return
        here = spots[min(self._at, len(spots) - 1)]
        if columns:
            self._at = (self._at + columns) % len(spots)
        else:
            beyond = [(number, spot) for number, spot in enumerate(spots) if (spot.y - here.y) * rows > 0]
            if not beyond:
                return
            self._at, _ = min(beyond, key=lambda one: (abs(one[1].y - here.y), abs(one[1].x - here.x)))
        spot = spots[self._at]
        self.scroll_to_region(Region(spot.x, spot.y + self._corner.y, spot.width, spot.height), animate=False)
        self.draw()
        self.post_message(self.CursorMoved())


def _in_reading_order(block: Block) -> list[Spot]:
    return sorted(block.spots, key=lambda spot: (spot.y, spot.x))
