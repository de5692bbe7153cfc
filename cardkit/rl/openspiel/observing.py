"""What a seat knows, for OpenSpiel: what it sees now, or all that it saw since the game began."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from cardkit.core.piles import Seat
from cardkit.rl.environments.setting import Setting
from cardkit.rl.history import COLUMNS
from cardkit.rl.layout import Array
from cardkit.rl.openspiel.course import Course


class Observer:
    """What OpenSpiel calls an observer; with perfect recall it has what the seat saw and did, in order.

    In the tensor these are the last rows of the history, as many as the game's parameter has; where that is 0 there is
    no such tensor.
    """

    def __init__(self, setting: Setting, *, recall: bool) -> None:
        self._layout, self._recall = setting.observations, recall
        self.tensor: Array | None = None
        self.dict: dict[str, Array] = {}
        length = 0 if setting.histories is None else setting.histories.length
        if recall and not length:
            return
        size = self._layout.size
        self.tensor = np.zeros(size + recall * length * len(COLUMNS), np.float32)
        self.dict["observation"] = self.tensor[:size]
        if recall:
            self.dict["history"] = self.tensor[size:].reshape(length, len(COLUMNS))

    def set_from(self, state: Any, player: Seat) -> None:
        """Write what a seat knows into the tensor."""
        course: Course = state.course
        for array in self.dict.values():
            array.fill(0)
        if course.match is None:
            return
        self._layout.encode(course.match.state, player, self.dict["observation"])
        if self._recall:
            rows = course.rows(player)
            if rows:
                self.dict["history"][-len(rows) :] = rows

    def string_from(self, state: Any, player: Seat) -> str:
        """What a seat knows in a line."""
        course: Course = state.course
        return course.knows(player, recall=self._recall)


def observer_of(setting: Setting, kind: Any) -> Observer | None:
    """The observer that OpenSpiel asks for; None for what is public alone, or private alone."""
    if kind is None:
        return Observer(setting, recall=False)
    if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
        return None
    return Observer(setting, recall=kind.perfect_recall)
