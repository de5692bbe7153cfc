"""Recognising a game that will never end, by the first round or turn that begins as an earlier one did.

A position that comes back in the middle of a turn is not enough for that: what is said of a cycle has to be true of
turns from their beginning. A turn that goes round in a circle within itself is recognised, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from cardkit.core.errors import Unsteady
from cardkit.core.results import Cycle
from cardkit.table.match import Match, Snapshot

Choose = Callable[[Match[Any, Any]], Any]
"""What the players of a match do next, as they did it before: nobody is asked who has no choice."""

LONG_TURN = 64
"""After so many actions of one turn it is watched for repeats within itself."""
_MOST_AGAIN = 10
"""So many times what was looked at takes no steady player to come to where it has been."""


class _Repeats:
    """What both ways to notice repeats have in common: where turns begin, and turns that never end."""

    def __init__(self, match: Match[Any, Any], choose: Choose) -> None:
        self._match = match
        self._choose = choose
        self._draws = match.draws
        self._number: int | None = None
        self._looked = 0
        self._within = 0
        self._kept_within: Snapshot | None = None

    def forget(self) -> None:
        """Start again with the next turn: what was played last might not be played again."""
        self._number = self._match.number
        self._clear()

    def _clear(self) -> None:
        self._within = 0
        self._kept_within = None

    def note(self) -> Cycle | None:
        """Look at the position the match is in; the cycle, where it has been in it before."""
        match = self._match
        self._looked += 1
        if match.draws != self._draws:
            self._draws = match.draws
            self._clear()
        if match.number != self._number:
            self._number = match.number
            self._within = 0
            self._kept_within = None
            return self._turn_begins()
        self._within += 1
        return self._turn_goes_on() if self._within >= LONG_TURN else None

    def _turn_begins(self) -> Cycle | None:
        raise NotImplementedError

    def _turn_goes_on(self) -> Cycle | None:
        """The cycle of a turn that comes back to where it has been, by Brent's algorithm."""
        match = self._match
        if self._kept_within is None or self._within & (self._within - 1) == 0:
            self._kept_within = match.snapshot()
        elif match.nobody_has_spoken and match.is_at(self._kept_within):
            return Cycle(match.number, match.number)
        return None

    def _played_again(self, match: Match[Any, Any]) -> Iterator[None]:
        """Play a match on to the beginning of the next round or turn, as often as is asked.

        Raises Unsteady where it ends, or takes longer than what was looked at from its beginning.
        """
        number = match.number
        for _ in range(_MOST_AGAIN * self._looked):
            if match.is_over:
                break
            match.hurry(self._choose(match))
            if match.number != number:
                yield
                number = match.number
        raise Unsteady


class Positions(_Repeats):
    """Notices the first repeat when it comes, at the price of one number in a dictionary, about 100 bytes, a turn.

    Where a number comes back, the match is played once more on a copy, up to the turn that had it, so that no
    two positions are ever taken for one.
    """

    def __init__(self, match: Match[Any, Any], choose: Choose) -> None:
        super().__init__(match, choose)
        self._seen: dict[int, int] = {}

    def _clear(self) -> None:
        super()._clear()
        self._seen.clear()

    def _turn_begins(self) -> Cycle | None:
        match, seen = self._match, self._seen
        here = len(seen)
        if not here:
            self._start = match.snapshot()
        number = match.digest()
        while (turns := seen.setdefault(number, here)) != here:
            before = self._after(turns)
            if match.is_at(before.snapshot()):
                return Cycle(before.number, match.number)
            number += 1
        return None

    def _after(self, turns: int) -> Match[Any, Any]:
        """A match in the position that came so many turns after the first one taken down."""
        behind = self._match.fork()
        behind.restore(self._start)
        behind.dealer.keep(journal=False)
        again = self._played_again(behind)
        for _ in range(turns):
            next(again)
        return behind


class Laps(_Repeats):
    """Notices that positions come back some time after they do, at next to no price, and goes back to the first repeat.

    Brent's algorithm (BIT 20, 1980): the position is compared with one that is kept, and replaced after 1, 2, 4, 8 …
    looks. It suits matches that nobody watches, because the match is taken back to where the first repeat was.
    """

    def __init__(self, match: Match[Any, Any], choose: Choose) -> None:
        super().__init__(match, choose)
        self._kept: Snapshot | None = None

    def _clear(self) -> None:
        super()._clear()
        self._kept = None

    def begin_again(self) -> None:
        """Start again at the beginning of the match, which is played once more."""
        Laps.__init__(self, self._match, self._choose)

    def note(self) -> Cycle | None:
        self._match.look_for_piles()
        return super().note()

    def _turn_begins(self) -> Cycle | None:
        match = self._match
        if self._kept is None:
            self._start = self._kept = match.snapshot()
            self._looks = 0
            self._power: int = 1
        elif match.is_at(self._kept):
            return self._first_repeat(self._kept)
        elif self._looks == self._power:
            self._kept = match.snapshot()
            self._looks = 0
            self._power *= 2
        self._looks += 1
        return None

    def _first_repeat(self, kept: Snapshot) -> Cycle:
        """The first turn that comes back, after as many turns as the one that was kept takes to come back."""
        behind, ahead = self._match.fork(), self._match
        behind.dealer.keep(journal=False)
        ahead.dealer.keep(journal=False)
        ahead.restore(kept)
        lap = next(lap for lap, _ in enumerate(self._played_again(ahead), 1) if ahead.is_at(kept))
        behind.restore(self._start)
        ahead.restore(self._start)
        again, further = self._played_again(behind), self._played_again(ahead)
        for _ in range(lap):
            next(further)
        while not ahead.is_at(behind.snapshot()):
            next(again)
            next(further)
        ahead.dealer.keep(journal=True)
        return Cycle(behind.number, ahead.number)
