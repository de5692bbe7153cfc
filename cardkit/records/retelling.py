"""A game that is told again, in blocks: the opening, then one for each round or turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from cardkit.core.acts.events import Ended, Event, RoundBegun, TurnBegun, plain
from cardkit.plugins.narrators import Narrator
from cardkit.plugins.people import Console, EndOfInput, whole_number
from cardkit.records.record import RecordError


class Block:
    """What happens in one round or turn, and what is told of it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.facts: list[Mapping[str, Any]] = []
        """The events, as JSON has them."""
        self.lines: list[str] = []
        self.table: list[str] = []
        """How the table lies after it, where somebody wants to see that."""


class Retelling:
    """A watcher that gathers the events of a game as one pair of eyes sees them, and what a narrator tells of them.

    What is told of a round that begins belongs to the next block, although the last action brought it about.
    """

    def __init__(self, narrator: Narrator, table: Callable[[Any], Iterable[str]] | None = None) -> None:
        self.blocks = [Block(0)]
        self._narrator = narrator
        self._table = table
        self._coming: Block | None = None

    def __call__(self, event: Event, view: Any) -> None:
        over = isinstance(event, TurnBegun) and event.number > self.blocks[-1].number
        if self._table is not None and (over or isinstance(event, Ended)):
            self.blocks[-1].table = list(self._table(view))
        self.add(event, plain(event), self._narrator(event, view))

    def add(self, event: Event | None, facts: Mapping[str, Any], lines: Iterable[str]) -> None:
        """Add an event, None for one that only its game knows, with its facts and what is told of it."""
        if isinstance(event, TurnBegun):
            self.settle(event.number)
        elif isinstance(event, RoundBegun) and self.blocks[-1].number and self._coming is None:
            self._coming = Block(0)
        block = self._coming or self.blocks[-1]
        block.facts.append(facts)
        block.lines += lines

    def settle(self, number: int) -> None:
        """Begin the block of the round or turn of this number, unless it has begun."""
        coming, self._coming = self._coming or Block(0), None
        if number > self.blocks[-1].number:
            coming.number = number
            self.blocks.append(coming)
        else:
            self.blocks[-1].facts += coming.facts
            self.blocks[-1].lines += coming.lines

    def end(self, number: int, until: int | None) -> None:
        """End before the round or turn of this number, whose cards may have been dealt, or after an earlier one."""
        if self._coming is not None:
            self.settle(number)
        if until is not None:
            self.blocks = [block for block in self.blocks if block.number <= until]


def no_such_turn(path: Path, counts: str, number: int, last: int) -> RecordError:
    """The error that a record has no round or turn of this number."""
    return RecordError(path, "log", f"there is no {counts} {number}, the last one is {last}")


def step_through(blocks: Sequence[Block], console: Console) -> None:
    """Show a record block by block: Enter goes on, `b` back, a number to that round or turn, `q` leaves."""
    place, last = 0, len(blocks) - 1
    while True:
        for line in (*blocks[place].lines, *blocks[place].table):
            console.say(line)
        try:
            text = console.ask(_KEYS if place < last else _KEYS_AT_THE_END).strip().lower()
        except EndOfInput:
            if place < last:
                raise
            return
        number = whole_number(text)
        if text in ("q", ":quit") or (not text and place == last):
            return
        if text == "b":
            place = max(place - 1, 0)
        elif number is not None:
            place = next((k for k, block in enumerate(blocks) if block.number >= number), last)
        else:
            place = min(place + 1, last)


_KEYS = "[Enter: on, b: back, a number: go there, q: leave] "
_KEYS_AT_THE_END = "[b: back, a number: go there, Enter or q: leave] "
