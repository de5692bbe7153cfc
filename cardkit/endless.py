"""Recognising a game that will never end, by the first position that comes back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardkit.events import Cycle
from cardkit.match import Match

Choose = Callable[[Match[Any, Any]], Any]
"""What the players of a match do next."""


class Positions:
    """Notices the first repeat when it comes, at the price of one number in a dictionary, about 100 bytes, a position.

    Where a number comes back, the round trip is played once more on a copy, so that no two positions are ever
    taken for one.
    """

    def __init__(self, match: Match[Any, Any], choose: Choose) -> None:
        self._match = match
        self._choose = choose
        self._draws = match.draws
        self._seen: dict[int, int] = {}

    def forget(self) -> None:
        """Start again: what was played last might not be played again."""
        self._seen.clear()

    def note(self) -> Cycle | None:
        """Take down the position the match is in; the cycle, where it has been in it before."""
        match, seen = self._match, self._seen
        if match.draws != self._draws:
            self._draws = match.draws
            seen.clear()
        digest = match.digest()
        known, here = len(seen), match.state.count + 1
        before = seen.setdefault(digest, here)
        if len(seen) > known:
            return None
        if self._comes_back(here - before):
            return Cycle(before, here)
        seen[digest] = here
        return None

    def _comes_back(self, length: int) -> bool:
        """Whether the match, played on for so many rounds or turns, is in the same position again."""
        ahead = self._match.fork()
        here, until = ahead.snapshot(), ahead.state.count + length
        for _ in range(len(self._seen)):
            ahead.advance(self._choose(ahead))
            if ahead.is_over or ahead.draws != self._draws or ahead.state.count > until:
                return False
            if ahead.state.count == until and ahead.is_at(here):
                return True
        return False


class Laps:
    """Notices that positions come back some time after they do, at next to no price, and goes back to the first repeat.

    Brent's algorithm (BIT 20, 1980): the position is compared with one that is kept, and replaced after 1, 2, 4, 8 …
    actions. It suits matches that nobody watches, because the match is taken back to where the first repeat was.
    """

    def __init__(self, match: Match[Any, Any], choose: Choose) -> None:
        self._match = match
        self._choose = choose
        self.forget()

    def forget(self) -> None:
        """Start again: what was played last might not be played again."""
        self._draws = self._match.draws
        self._start = self._kept = self._match.snapshot()
        self._actions = 0
        self._power: int = 1

    def note(self) -> Cycle | None:
        """Look at the position the match is in; the cycle, and the match taken back, where it has been in it before."""
        match = self._match
        if match.draws != self._draws:
            self.forget()
            return None
        if self._actions and match.is_at(self._kept):
            return self._first_repeat()
        if self._actions == self._power:
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
