"""The journal of what was done at a table in one action: it can be told as events, and taken back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardkit.core.acts.events import Event, Moved, Taken
from cardkit.core.cards import Card
from cardkit.core.piles import Pile

Move = tuple[Pile, Pile, list[Card], Sequence[int] | None, bool]
"""Where cards went from and to, the cards, their places in the pile they left, whether under.

The places are None for cards from the top, and a tuple for a whole pile from the bottom card up.
"""
Entry = Move | tuple[Pile, list[Card]] | Event
"""A move, a pile with its order before chance changed it, or something that was told."""


class Journal:
    """What was done, in its order; where somebody wants to know it, with the fields of the table at each entry."""

    __slots__ = ("entries", "moments", "note")

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.note: Callable[[], dict[str, Any]] | None = None
        """Says how the plain fields of the table are, where somebody wants to know that for each entry."""
        self.moments: list[dict[str, Any]] = []
        """The fields at each entry."""

    def begin(self) -> None:
        """Start a new page."""
        self.entries.clear()
        if self.moments:
            self.moments = []

    def enter(self, entry: Entry) -> None:
        """Put something down."""
        self.entries.append(entry)
        if self.note is not None:
            self.moments.append(self.note())

    def events(self, seats: int = 0) -> list[Event]:
        """What was done, as events at a table of so many seats."""
        return [event for _, event in self.placed_events(seats)]

    def placed_events(self, seats: int) -> list[tuple[int, Event]]:
        """What was done, as events at a table of so many seats, each with the place of its entry."""
        told: list[tuple[int, Event]] = []
        by_chance = False
        for place, entry in enumerate(self.entries):
            if isinstance(entry, Event):
                told.append((place, entry))
            elif len(entry) == 5:
                source, target, cards, places, under = entry
                taken: Taken = "all" if type(places) is tuple else "chosen" if places or by_chance else "top"
                moved = Moved.between(source, target, tuple(cards), under=under, seats=seats, taken=taken)
                told.append((place, moved))
            by_chance = not isinstance(entry, Event) and len(entry) == 2
        return told

    def rewind(self, place: int, cards_of: Callable[[Pile], list[Card]]) -> None:
        """Take back, in these lists of the piles' cards, what was done from a place on."""
        for entry in reversed(self.entries[place:]):
            if isinstance(entry, Event):
                continue
            if len(entry) == 2:
                pile, order = entry
                cards_of(pile)[:] = order
                continue
            source, target, moved, places, under = entry
            lying, left = cards_of(target), cards_of(source)
            del lying[slice(len(moved)) if under else slice(len(lying) - len(moved), None)]
            if places is None:
                left += moved[::-1]
                continue
            for k in range(len(moved) - 1, -1, -1):
                left.insert(places[k], moved[k])
