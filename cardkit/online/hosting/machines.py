"""What machines at a hosted table have to think about, one thing at a time, and never while they could be told more."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardkit.core.piles import Seat
from cardkit.online.hosting.chairs import Visitor
from cardkit.plugins.boundaries import Guarded
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.registry import is_known, is_search
from cardkit.records.advice import Advice

if TYPE_CHECKING:
    from cardkit.online.hosting.playing import Playing
    from cardkit.online.hosting.sitting import Sitting


@dataclass(eq=False)
class Thought:
    """Something that a machine has to choose; `choose` may be called in another thread."""

    seat: Seat
    choose: Callable[[], Any]
    is_long: bool
    """Whether it may take its time, so that a thread is worth it."""
    sitting: Sitting
    asked_by: Visitor | None = None
    """Who asked for a hint, if that is what it is for."""
    id: int | None = None

    def answer(self, advised: Advice) -> dict[str, Any]:
        """The answer to who asked for a hint."""
        return {"type": "answer", "id": self.id, "action": str(advised.action), "reasons": list(advised.reasons)}


class Machines:
    """Knows whose machine has to choose, and what was asked of one beside that."""

    def __init__(self) -> None:
        self._hints: deque[Thought] = deque()
        self._advising: set[Seat] = set()
        """The seats whose hint isn't there yet."""
        self.thinking: Thought | None = None
        """What is thought about now."""
        self.ready = 0.0
        """The time before which no machine acts."""

    def seat(self, table: Playing) -> Seat | None:
        """The seat whose machine has to act now; None while no person is at the table, or a person has to answer first.

        Where several seats choose, or may act, at the same time, machines do so when all people have: so nobody can
        tell by the time what a machine chose.
        """
        sitting, chairs = table.sitting, table.chairs
        if sitting is None or table.fault or not chairs.somebody_is_there:
            return None
        asked = sitting.table.asked
        return None if any(map(chairs.is_person, asked)) else next(iter(asked), None)

    def advise(self, hint: Thought) -> bool:
        """Think about a hint soon, unless one is thought about already for that seat."""
        if hint.seat in self._advising:
            return False
        self._advising.add(hint.seat)
        self._hints.append(hint)
        return True

    def next(self, table: Playing) -> Thought | None:
        """What has to be thought about next, if nothing is; hints wait for nobody."""
        if self._hints:
            return self._hints.popleft()
        seat = None if self.thinking or table.now < self.ready else self.seat(table)
        if seat is None or table.sitting is None:
            return None
        sitting = table.sitting
        player = sitting.table.players[seat]
        is_quick = isinstance(player, Guarded) and _is_quick(player.name, table.session.plugin)
        self.thinking = Thought(seat, sitting.table.question(seat), not is_quick, sitting)
        return self.thinking

    def advised(self, hint: Thought) -> None:
        """A hint is thought about no more."""
        self._advising.discard(hint.seat)

    def is_wanted(self, thought: Thought, table: Playing) -> bool:
        """Whether somebody still waits for what was thought about; it is thought about no more."""
        if self.thinking is thought:
            self.thinking = None
        return thought.sitting is table.sitting and self.seat(table) == thought.seat


def _is_quick(name: str, plugin: Plugin) -> bool:
    """Whether a player is one of cardkit's or the game's own that doesn't search."""
    return is_known(name, plugin) and not is_search(name)
