"""What is the same in all games of an environment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict, Unpack, cast

import numpy as np
from gymnasium import spaces

from cardkit.core.cards import Card
from cardkit.core.errors import CannotStart, UnknownName
from cardkit.core.game import Game
from cardkit.core.texts import counted, there_are
from cardkit.plugins.game_seeds import new_seed
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.registry import load_game
from cardkit.plugins.setup import Setup, machines
from cardkit.rl.actions import ActionSpace, Coarse
from cardkit.rl.describing import described, read
from cardkit.rl.history import COLUMNS, Histories
from cardkit.rl.observations import Observations
from cardkit.rl.refused import NotAnEnvironment
from cardkit.rl.rewards import REWARDS, Rewards
from cardkit.rl.values import MOST
from cardkit.simulation.batch import Batch, batch_of

AnyGame = str | Plugin | type[Game[Any, Any]]
"""A game by its name or its file, or itself."""


@dataclass(kw_only=True)
class Setting:
    """What is the same in all games, and which of them is the next."""

    batch: Batch
    actions: ActionSpace
    observations: Observations
    histories: Histories | None
    rewards: Rewards
    most_actions: int
    number: int = -1

    def next_game(self, seed: int | None) -> None:
        """Go on to the next game; with a seed, to the first of the batch of that seed, as `cardkit simulate` has it."""
        if seed is None and self.number >= 0:
            self.number += 1
        else:
            self.batch, self.number = self.batch.having(seed=new_seed() if seed is None else seed), 0

    @property
    def observation_space(self) -> spaces.Box:
        """What the numbers that a seat sees can be."""
        layout = self.observations
        return spaces.Box(layout.low, layout.high, dtype=np.float32)

    @property
    def history_space(self) -> spaces.Box | None:
        """What the rows of the history can be, where there is one."""
        if self.histories is None:
            return None
        return spaces.Box(-MOST, MOST, (self.histories.length, len(COLUMNS)), np.float32)

    def names(self, names: Sequence[str] | None) -> list[str]:
        """What the agents are called, by default `player_0` and so on; raises CannotStart unless each has a name."""
        seats = self.batch.seats
        called = list(names or [f"player_{seat}" for seat in range(seats)])
        if len(called) != seats or len({*called}) != seats:
            reason = f"{there_are(len({*called}), 'different name')} for {counted(seats, 'seat')}"
            raise CannotStart(self.batch.game.name, reason)
        return called

    def describe(self, observation: Any = None) -> str:
        """What every number means; of an observation, what it says."""
        if observation is None:
            return described(self.actions, self.observations, self.histories)
        numbers = cast(Any, observation)["observation"] if isinstance(observation, dict) else observation
        return read(self.observations, numbers)


class Wishes(TypedDict, total=False):
    """What may be said of an environment beside the game and who learns."""

    rules: str | None
    """The rule set, by default the game's first one."""
    options: Mapping[str, Any]
    deck: str | Path | Sequence[Card] | None
    """A deck file, or the cards, the first one on top; by default the game's own."""
    coarse: Mapping[str, Coarse]
    """Which few actions stand for a kind of which there are too many, by the name of its class."""
    rewards: str
    """`wins`, by default, or `scores`."""
    history: int
    """How many rows of what a seat saw are part of what it sees; by default none."""
    most_actions: int
    """After so many actions a game is stopped, and is worth nothing; by default 1,000."""


def setting_of(game: AnyGame, seats: int | None = None, **wishes: Unpack[Wishes]) -> Setting:
    """The setting for a game; raises the error of cardkit that says in a sentence what is wrong."""
    plugin = game if isinstance(game, Plugin) else load_game(game) if isinstance(game, str) else Plugin(game=game)
    rewards, history, most = wishes.get("rewards", "wins"), wishes.get("history", 0), wishes.get("most_actions", 1_000)
    for name in wishes:
        if name not in Wishes.__annotations__:
            raise UnknownName("wish", name, ("seats", *Wishes.__annotations__, "names", "render_mode"))
    if rewards not in REWARDS:
        raise UnknownName("kind of rewards", rewards, REWARDS)
    for name, number, least in (("history", history, 0), ("most_actions", most, 1)):
        if number < least:
            raise NotAnEnvironment(plugin.game.name, f"{name} is a number from {least} on, and was {number}")
    seated = ("random",) * (len(machines(plugin)) if seats is None else seats)
    setup = Setup.of(
        plugin, wishes.get("rules"), options=wishes.get("options", {}), deck=wishes.get("deck"), seats=seated
    )
    batch = batch_of(setup)
    actions = ActionSpace(batch.game, setup.cards, batch.seats, wishes.get("coarse"))
    observations = Observations(batch.game, setup.cards, batch.seats)
    return Setting(
        batch=batch,
        actions=actions,
        observations=observations,
        histories=Histories(actions, observations, history) if history else None,
        rewards=REWARDS[rewards],
        most_actions=most,
    )
