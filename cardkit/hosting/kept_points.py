"""Points of a game that are kept whole, so that nobody who goes back to one waits until all of it was played again."""

from __future__ import annotations

import copyreg
import io
import pickle
from typing import Any, NoReturn

EVERY = 40
"""After so many actions the next point is kept."""


class KeptPoints:
    """What a game was after some of its actions, copied with the memory of its machines and narrators.

    What can't be copied truly, such as a program, a function within a function or a mark that is nothing but itself,
    isn't kept, and the game is played again from its beginning.
    """

    def __init__(self) -> None:
        self._kept: list[tuple[int, bytes]] = []
        self._left: list[tuple[int, bytes]] = []
        """Those that come after where the game was taken back to, until another one is kept."""
        self._can_be_copied = True

    def keep(self, actions: int, game: Any) -> None:
        """Keep the game as it is after so many actions, if the last point that was kept is long enough ago."""
        if self._can_be_copied and actions - (self._kept[-1][0] if self._kept else 0) >= EVERY:
            copy = io.BytesIO()
            try:
                _Copier(copy).dump(game)
            except Exception:
                self._can_be_copied = False
            else:
                self._kept.append((actions, copy.getvalue()))
                self._left = []

    def last(self, actions: int) -> tuple[Any, KeptPoints] | None:
        """The game at the last point after no more than so many actions, also one that was left, and the points."""
        all_points = self._kept + self._left
        kept = [point for point in all_points if point[0] <= actions]
        if not kept:
            return None
        points = KeptPoints()
        points._kept, points._left = kept, all_points[len(kept) :]
        try:
            return pickle.loads(kept[-1][1]), points
        except Exception:
            return None


def _refuse(mark: object) -> NoReturn:
    raise pickle.PicklingError(f"{mark} is another one when it is copied")


class _Copier(pickle.Pickler):
    def __init__(self, copy: io.BytesIO) -> None:
        super().__init__(copy, pickle.HIGHEST_PROTOCOL)
        self.dispatch_table = {**copyreg.dispatch_table, object: _refuse}
