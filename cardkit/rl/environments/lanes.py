"""Games side by side by a kernel: the arrays that it reads and writes, and what it does with them."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import Any, Protocol

from cardkit.rl.environments.setting import Setting
from cardkit.rl.refused import NotAnEnvironment


@dataclass(frozen=True, kw_only=True)
class Arrays:
    """What is read and written of each lane: a number, or a row of them."""

    lanes: int
    seen: array[float]
    """What the seat whose turn it is sees."""
    last_seen: array[float]
    """The same at the end of a game, where the next one begins at once."""
    masks: array[int]
    """A 1 for each number of an action that is legal."""
    turns: array[int]
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
        longs = 8 * lanes
        return cls(
            lanes=lanes,
            seen=array("f", bytes(4 * lanes * width)),
            last_seen=array("f", bytes(4 * lanes * width)),
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


class Lanes(Protocol):
    """What a kernel's method `lanes(batch, actions, observations, arrays)` returns where it plays such games."""

    def begin(self) -> None:
        """Begin in each lane the game with the number and of the seed that the arrays have."""
        ...

    def step(self, most_actions: int, *, at_once: bool) -> None:
        """Play the actions that the arrays have; the next game follows by the next step, or at once."""
        ...

    def choose(self) -> None:
        """Put a legal action by chance into the arrays for each lane, and 0 where none is."""
        ...


def lanes_of(setting: Setting, arrays: Arrays) -> Lanes:
    """What plays such games side by side; raises NotAnEnvironment where no kernel does."""
    batch = setting.batch
    make: Any = getattr(batch.setup.plugin.kernel() if batch.setup.plugin.kernel else None, "lanes", None)
    reason = "the game has no kernel that does"
    if make is not None:
        found: Lanes | str = make(batch, setting.actions, setting.observations, arrays)
        if not isinstance(found, str):
            return found
        reason = f"of its kernel, {found}"
    hint = "gymnasium.vector.SyncVectorEnv of gym_env plays any game"
    raise NotAnEnvironment(batch.game.name, f"games can't be played side by side: {reason}; {hint}")
