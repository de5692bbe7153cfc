"""Games side by side, each played by the rules: what a kernel does for its game, for any game."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from cardkit.core.chance.generators import Seeded
from cardkit.rl.arrays import Arrays
from cardkit.rl.episode import Episode
from cardkit.rl.setting import Setting

ILLEGAL = -1.0
"""What a game is worth to an agent that ends it by an action that isn't legal; to the others it is worth nothing."""


class RulesLanes:
    """As many games as the arrays have rows, as `cardkit.rl.vector.Lanes` has them, by the rules."""

    def __init__(self, setting: Setting, arrays: Arrays) -> None:
        self._arrays, lanes = arrays, arrays.lanes
        self._settings = [setting] * lanes
        self._games: list[Episode] = []
        self._over = [False] * lanes
        """In which lanes the game is over."""
        self._seen = np.frombuffer(arrays.seen, np.float32).reshape(lanes, -1)
        self._last_seen = np.frombuffer(arrays.last_seen, np.float32).reshape(lanes, -1)
        self._masks = np.frombuffer(arrays.masks, np.int8).reshape(lanes, -1)
        self._all_rewards = np.frombuffer(arrays.all_rewards, np.float64).reshape(lanes, -1)

    def begin(self) -> None:
        """Begin in each lane the game with the number and of the seed that the arrays have."""
        self._settings = [
            replace(one, batch=one.batch.having(seed=seed))
            for one, seed in zip(self._settings, self._arrays.seeds, strict=True)
        ]
        self._games = [self._begun(lane) for lane in range(self._arrays.lanes)]
        for lane in range(self._arrays.lanes):
            self._look(lane)

    def _begun(self, lane: int) -> Episode:
        setting = self._settings[lane]
        setting.number = self._arrays.numbers[lane]
        self._over[lane] = False
        return Episode(setting)

    def _begin_next(self, lane: int) -> None:
        self._arrays.numbers[lane] += 1
        self._games[lane] = self._begun(lane)

    def step(self, most_actions: int, *, at_once: bool) -> None:
        """Play the actions that the arrays have."""
        arrays = self._arrays
        self._all_rewards[:] = 0
        for lane in range(arrays.lanes):
            arrays.rewards[lane] = arrays.ended[lane] = arrays.stopped[lane] = 0
            if self._over[lane]:
                self._begin_next(lane)
            else:
                self._answer(lane)
            if at_once and self._over[lane]:
                game = self._games[lane]
                self._last_seen[lane] = game.observation(game.seat)
                arrays.turns[arrays.lanes + lane] = game.seat
                self._begin_next(lane)
            self._look(lane)

    def _answer(self, lane: int) -> None:
        """Play the action of a lane; one that isn't legal ends the game."""
        arrays, game = self._arrays, self._games[lane]
        seat = game.seat
        if game.answer(arrays.actions[lane], seat):
            self._over[lane] = game.is_over
            if game.is_over:
                arrays.ended[lane], arrays.stopped[lane] = not game.is_cut_off, game.is_cut_off
                self._all_rewards[lane] = game.rewards()
        else:
            self._over[lane] = True
            arrays.ended[lane] = 1
            self._all_rewards[lane, seat] = ILLEGAL
        arrays.rewards[lane] = self._all_rewards[lane, seat]

    def _look(self, lane: int) -> None:
        """Write what the seat whose turn it is sees and may do."""
        game = self._games[lane]
        seat = self._arrays.turns[lane] = game.seat
        self._seen[lane] = game.observation(seat)
        self._masks[lane] = 0 if self._over[lane] else game.mask(seat)

    def choose(self) -> None:
        """Put a legal action by chance into the arrays for each lane."""
        arrays = self._arrays
        for lane, game in enumerate(self._games):
            arrays.actions[lane] = 0
            if not self._over[lane]:
                chance, legal = Seeded(arrays.chances[lane]), sorted(game.numbers(game.seat))
                arrays.actions[lane] = legal[chance.below(len(legal))]
                arrays.chances[lane] = chance.__reduce__()[2]
