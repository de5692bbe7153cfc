"""Games as Gymnasium's environments, in which one seat learns and the others are players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cardkit.core.piles import Seat
from cardkit.plugins.boundaries import Guarded
from cardkit.plugins.setup import AnyPlayer
from cardkit.rl.environments.episode import Episode, absent
from cardkit.rl.environments.setting import Setting
from cardkit.rl.environments.shown import RENDER_MODES, shown
from cardkit.rl.environments.zoo import ILLEGAL
from cardkit.rl.refused import NotAnEnvironment

_MOST_IDLE = 1_000
"""After so many games in which the seat isn't asked once, it is taken that it never is."""


class OneSeatEnv(gymnasium.Env[Any, Any]):
    """A game seen from one seat, which learns; players sit at the others.

    The seat is the next one in each game, unless it is named. What it may do is in `info["action_mask"]`, and as truth
    values in `action_masks()`. An action that isn't legal ends the game, and is worth -1.
    """

    def __init__(
        self,
        setting: Setting,
        others: Sequence[AnyPlayer],
        *,
        seat: Seat | None = None,
        names: Sequence[str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}
        self.setting, self.render_mode = setting, render_mode
        self._others, self._wanted = tuple(others), seat
        self._names = setting.names(names)
        self.action_space = spaces.Discrete(setting.actions.size)
        box, history = setting.observation_space, setting.history_space
        self.observation_space = box if history is None else spaces.Dict({"observation": box, "history": history})
        self._players: list[Any] = []
        self._is_broken_off = False

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin the next game in which the seat is asked anything; with a seed, look from the first one of that on."""
        super().reset(seed=seed)
        self.setting.next_game(seed)
        self._begin()
        for _ in range(_MOST_IDLE):
            if not self.episode.is_over:
                return self._seen(), self._info()
            self.setting.next_game(None)
            self._begin()
        raise NotAnEnvironment(self.setting.batch.game.name, f"seat {self.seat} is never asked anything")

    def _begin(self) -> None:
        """Lay the table, and let the others act until the seat is asked."""
        self.close()
        setting, batch = self.setting, self.setting.batch
        self.seat = setting.number % batch.seats if self._wanted is None else self._wanted
        others = iter(self._others)
        self._players = [
            absent if seat == self.seat else batch.player(next(others), setting.number, seat)
            for seat in range(batch.seats)
        ]
        self.episode, self._is_broken_off = Episode(setting, self._players), False
        self._go_on()

    def _go_on(self) -> None:
        """Let the others answer until the seat is asked, or the game is over."""
        game = self.episode
        while game.asked and self.seat not in game.asked:
            game.let_answer(game.seat)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action of the seat, and let the others act until it is asked again."""
        game = self.episode
        if game.is_over or self._is_broken_off:
            raise NotAnEnvironment(self.setting.batch.game.name, "the game is over: call reset")
        if game.answer(self.setting.actions.checked(action), self.seat):
            self._go_on()
            value = float(game.rewards()[self.seat])
            return self._seen(), value, game.is_over and not game.is_cut_off, game.is_cut_off, self._info()
        self._is_broken_off = True
        return self._seen(), ILLEGAL, True, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Whether each action is legal now."""
        return self.episode.mask(self.seat).astype(np.bool_)

    def _seen(self) -> Any:
        """What the seat sees now."""
        game = self.episode
        numbers, history = game.observation(self.seat), game.history(self.seat)
        return numbers if history is None else {"observation": numbers, "history": history}

    def _info(self) -> dict[str, Any]:
        """What the seat may do, and which one it is."""
        return {"action_mask": self.episode.mask(self.seat), "seat": self.seat}

    def render(self) -> Any:
        """The table as the seat sees it: text, or a picture; nothing where it was printed."""
        return shown(self.render_mode, self.episode.match, self.seat, self._names)

    def describe(self, observation: Any = None) -> str:
        """What every number means; of an observation, what it says."""
        return self.setting.describe(observation)

    def close(self) -> None:
        """Let players go that are programs."""
        for player in self._players:
            if isinstance(player, Guarded):
                player.leave()
        self._players = []
