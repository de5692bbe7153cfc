"""What games side by side read and write: a number, or a row of them, for each."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from math import prod
from typing import Any

from cardkit.rl.setting import Setting


@dataclass(frozen=True, kw_only=True)
class Arrays:
    """What is read and written of each lane: a number, or a row of them."""

    lanes: int
    seen: Any
    """What the seat whose turn it is sees."""
    last_seen: array[float]
    """The same at the end of a game, where the next one begins at once."""
    rows: array[float]
    """What the seat whose turn it is saw before, where a history is told."""
    last_rows: array[float]
    """The same at the end of a game, where the next one begins at once."""
    masks: Any
    """A 1 for each number of an action that is legal."""
    turns: Any
    """Whose turn it is; after all lanes, whose turn it was at the end of a game where the next one begins at once."""
    actions: array[int]
    """What is to be played."""
    rewards: array[float]
    """What the action was worth to the seat that acted."""
    all_rewards: array[float]
    """What it was worth to each seat."""
    ended: array[int]
    """Whether the game is over."""
    stopped: array[int]
    """Whether it was stopped, after too many actions."""
    seeds: array[int]
    """The seed of the lane."""
    numbers: array[int]
    """Which of the games of that seed is played."""
    chances: array[int]
    """The state of the stream by which a legal action is chosen."""

    @classmethod
    def of(cls, setting: Setting, lanes: int) -> Arrays:
        """Arrays of zeros for so many lanes."""
        seats, width, actions = setting.batch.seats, setting.observations.size, setting.actions.size
        longs, history = 8 * lanes, setting.history_space
        rows = array("f", bytes(0 if history is None else 4 * lanes * prod(history.shape)))
        return cls(
            lanes=lanes,
            seen=array("f", bytes(4 * lanes * width)),
            last_seen=array("f", bytes(4 * lanes * width)),
            rows=rows,
            last_rows=rows[:],
            masks=array("b", bytes(lanes * actions)),
            turns=array("q", bytes(2 * longs)),
            actions=array("q", bytes(longs)),
            rewards=array("d", bytes(longs)),
            all_rewards=array("d", bytes(longs * seats)),
            ended=array("b", bytes(lanes)),
            stopped=array("b", bytes(lanes)),
            seeds=array("Q", bytes(longs)),
            numbers=array("q", bytes(longs)),
            chances=array("Q", bytes(longs)),
        )
