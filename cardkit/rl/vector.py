"""Games side by side as Gymnasium's VectorEnv: arrays that a kernel or the rules read and write, handed out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from cardkit.core.chance.generators import Seeded
from cardkit.core.texts import counted
from cardkit.plugins.setup import new_seed
from cardkit.rl.actions import NO_GAME, NotAnEnvironment, NotNow
from cardkit.rl.arrays import Arrays
from cardkit.rl.lanes import RulesLanes, TwinLanes
from cardkit.rl.setting import Setting, wins
from cardkit.table.native.engine import Variant
from cardkit.table.native.making import compared_twin


class Lanes(Protocol):
    """What a kernel's method `lanes(batch, actions, observations, arrays)` returns where it plays such games."""

    arrays: Arrays
    """What is read and written: those that were given, or others in their places."""

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
    """What plays such games side by side: the game's kernel, where it knows how, a twin, or the rules."""
    batch = setting.batch
    if setting.history:
        return RulesLanes(setting, arrays)
    make: Any = getattr(batch.setup.plugin.kernel() if batch.setup.plugin.kernel else None, "lanes", None)
    if make is not None and setting.rewards is wins and not setting.by_hand:
        found: Lanes | str = make(batch, setting.actions, setting.observations, arrays)
        if not isinstance(found, str):
            return found
    twin = compared_twin(Variant(batch.game, batch.seats, batch.setup.pile))
    if twin is not None:
        with suppress(ValueError, KeyError):
            return TwinLanes(setting, arrays, twin)
    return RulesLanes(setting, arrays)


Step = tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class LanesEnv(VectorEnv[Any, Any, Any]):
    """Games in lanes, in each of which every step is the action of the seat whose turn it is.

    What that seat sees and may do is in the observations and in `infos["action_mask"]`, and which one it is in
    `infos["seat"]`. The rewards are those of the seats that have acted; `infos["rewards"]` has those of all seats. An
    action that isn't legal ends the game, and is worth to the seat that acted what no end is below. The arrays are the
    same in each step, and are written anew by the next one: copy what is to be kept.
    """

    def __init__(self, setting: Setting, n: int, *, seed: int | None = None, autoreset_mode: AutoresetMode) -> None:
        self.setting, self.num_envs, self._seed = setting, n, seed
        self._refuse_unknown(autoreset_mode)
        self._at_once = autoreset_mode is AutoresetMode.SAME_STEP
        self.metadata = {"autoreset_mode": autoreset_mode, "render_modes": []}
        self.single_observation_space = setting.shown_space
        self.single_action_space = spaces.Discrete(setting.actions.size)
        self.observation_space = batch_space(setting.shown_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        self.lanes = lanes_of(setting, Arrays.of(setting, n))
        """What plays the games."""
        self.arrays = arrays = self.lanes.arrays
        """What is written anew by each step."""
        self._has_begun = False
        self._observations = self._shown(arrays.seen, arrays.rows)
        self._rewards = read_only(arrays.rewards, np.float64)
        self._ended, self._stopped = read_only(arrays.ended, np.bool_), read_only(arrays.stopped, np.bool_)
        self._actions = np.frombuffer(arrays.actions, np.int64)
        self._infos = self._told()

    def _refuse_unknown(self, mode: Any) -> None:
        name = self.setting.batch.game.name
        if mode not in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
            raise NotAnEnvironment(name, "in lanes the next game begins by AutoresetMode.NEXT_STEP or SAME_STEP")

    def _shown(self, seen: Any, rows: Any) -> Any:
        """What seats see, as their observation space has it."""
        numbers, history = read_only(seen, np.float32).reshape(self.num_envs, -1), self.setting.history_space
        if history is None:
            return numbers
        told = read_only(rows, np.float32).reshape(self.num_envs, *history.shape)
        return {"observation": numbers, "history": told}

    def _told(self) -> dict[str, Any]:
        """What is told beside the observations, in arrays that stay the same."""
        n, arrays = self.num_envs, self.arrays
        turns = read_only(arrays.turns, np.int64)
        told: dict[str, Any] = {
            "action_mask": read_only(arrays.masks, np.int8).reshape(n, -1),
            "seat": turns[:n],
            "rewards": read_only(arrays.all_rewards, np.float64).reshape(n, -1),
        }
        every = read_only(b"\1" * n, np.bool_)
        if self._at_once:
            self._last = {
                "final_obs": self._shown(arrays.last_seen, arrays.last_rows),
                "final_info": {"seat": turns[n:]},
            }
        return {**told, **{f"_{name}": every for name in told}}

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin the next game in each lane; with a seed the first one of that seed in the first lane, then of the next.

        Or there are seeds for all lanes.
        """
        arrays, n = self.arrays, self.num_envs
        if seed is None and self._has_begun:
            np.frombuffer(arrays.numbers, np.int64)[:] += 1
        else:
            first = self._seed if seed is None else seed
            first = new_seed() if first is None else first
            seeds = range(first, first + n) if isinstance(first, int) else first
            if len(seeds) != n:
                given = f"{counted(len(seeds), 'seed')} {'was' if len(seeds) == 1 else 'were'} given"
                raise NotNow(self.setting.batch.game.name, f"{given} for {counted(n, 'lane')}")
            for lane, own in enumerate(seeds):
                arrays.seeds[lane], arrays.numbers[lane] = own % 2**64, 0
                arrays.chances[lane] = Seeded(own).split("actions").seed
        self._has_begun = True
        self.lanes.begin()
        return self._observations, dict(self._infos)

    def step(self, actions: Any) -> Step:
        """Play an action in each lane.

        By AutoresetMode.NEXT_STEP, where a game was over, the action counts for nothing, and the next game begins. By
        SAME_STEP it begins at once, and `infos["final_obs"]` has what was seen at the end.
        """
        given = np.asarray(actions)
        name, size = self.setting.batch.game.name, self.setting.actions.size
        if not self._has_begun:
            raise NotNow(name, NO_GAME)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise NotNow(name, f"a step takes {self.num_envs} whole numbers, one for each lane")
        if given.min() < 0 or given.max() >= size:
            raise NotNow(name, f"actions have the numbers from 0 to {size - 1}")
        self._actions[:] = given
        self.lanes.step(self.setting.most_actions, at_once=self._at_once)
        infos = dict(self._infos)
        if self._at_once:
            over = self._ended | self._stopped
            over.flags.writeable = False
            infos.update(self._last, _final_obs=over, _final_info=over)
        return self._observations, self._rewards, self._ended, self._stopped, infos

    def any_actions(self) -> NDArray[np.int64]:
        """A legal number in each lane, by chance, each as likely as the others; 0 where the game is over.

        Of actions that are said step by step, each step is so drawn, and whole actions aren't equally likely.
        """
        if not self._has_begun:
            raise NotNow(self.setting.batch.game.name, NO_GAME)
        self.lanes.choose()
        return read_only(self.arrays.actions, np.int64)

    def describe(self, observation: Any = None) -> str:
        """What every number means; of an observation of one lane, what it says."""
        return self.setting.describe(observation)


def read_only(buffer: Any, kind: Any) -> NDArray[Any]:
    """What lies in a buffer, as numbers of a kind that nobody can change: the game that is played lies there too."""
    array = np.frombuffer(buffer, kind)
    array.flags.writeable = False
    return array
