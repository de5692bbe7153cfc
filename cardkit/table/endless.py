"""Recognising a game that will never end, by the first position that comes back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardkit.core.results import Cycle
from cardkit.table.match import Match, Snapshot

Choose = Callable[[Match[Any, Any]], Any]
"""What the players of a match do next, as they did it before: nobody is asked who has no choice."""


class Positions:
    """Notices the first repeat when it comes, at the price of one number in a dictionary, about 100 bytes, a position.

    Where a number comes back, the match is played once more on a copy, up to the position that had it, so that no
    two positions are ever taken for one.
    """

    def __init__(self, match: Match[Any, Any], choose: Choose) -> None:
        self._match = match
        self._choose = choose
        self._draws = match.draws
        self._seen: dict[int, int] = {}

    def forget(self) -> None:
        """Start again with the next position: what was played last might not be played again."""
        self._seen.clear()

    def note(self) -> Cycle | None:
        """Take down the position the match is in; the cycle, where it has been in it before."""
        match, seen = self._match, self._seen
        if match.draws != self._draws:
            self._draws = match.draws
            seen.clear()
        here = len(seen)
        if not here:
            self._start = match.snapshot()
        number = match.digest()
        while (actions := seen.setdefault(number, here)) != here:
            before = self._after(actions)
            if match.is_at(before.snapshot()):
                return Cycle(before.state.count + 1, match.state.count + 1)
            number += 1
        return None

    def _after(self, actions: int) -> Match[Any, Any]:
        """A match in the position that came so many actions after the first one taken down."""
        behind = self._match.fork()
        behind.restore(self._start)
        for _ in range(actions):
            behind.advance(self._choose(behind))
        return behind


class Laps:
    """Notices that positions come back some time after they do, at next to no price, and goes back to the first repeat.

    Brent's algorithm (BIT 20, 1980): the position is compared with one that is kept, and replaced after 1, 2, 4, 8 …
    actions. It suits matches that nobody watches, because the match is taken back to where the first repeat was.
    """

    def __init__(self, match: Match[Any, Any], choose: Choose) -> None:
        self._match = match
        self._choose = choose
        self._draws = match.draws
        self._kept: Snapshot | None = None

    def forget(self) -> None:
        """Start again with the next position: what was played last might not be played again."""
        self._kept = None

    def note(self) -> Cycle | None:
        """Look at the position the match is in; the cycle, and the match taken back, where it has been in it before."""
        match = self._match
        if self._kept is None or match.draws != self._draws:
            self._draws = match.draws
            self._start = self._kept = match.snapshot()
            self._actions = 0
            self._power: int = 1
        elif match.is_at(self._kept):
            return self._first_repeat()
        elif self._actions == self._power:
            self._kept = match.snapshot()
            self._actions = 0
            self._power *= 2
        self._actions += 1
        return None

    def _first_repeat(self) -> Cycle:
        """The first position that comes back after as many actions as the one that was kept."""
        behind, ahead = self._match.fork(), self._match
        behind.restore(self._start)
        ahead.restore(self._start)
        for _ in range(self._actions):
            ahead.advance(self._choose(ahead))
        while not ahead.is_at(behind.snapshot()):
            behind.advance(self._choose(behind))
            ahead.advance(self._choose(ahead))
        return Cycle(behind.state.count + 1, ahead.state.count + 1)
