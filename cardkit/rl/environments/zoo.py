"""Games as PettingZoo's environments, in which every seat learns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from cardkit.core.errors import CannotStart
from cardkit.core.piles import Seat
from cardkit.rl.environments.episode import Episode
from cardkit.rl.environments.setting import Setting
from cardkit.rl.environments.shown import RENDER_MODES, shown
from cardkit.rl.layout import Array
from cardkit.rl.refused import NotAnEnvironment

ILLEGAL = -1.0
"""What a game is worth to an agent that ends it by an action that isn't legal; to the others it is worth nothing."""
Observation = dict[str, Any]


class _Seats:
    """What environments in which every seat learns have in common."""

    metadata: dict[str, Any]

    def _lay(self, setting: Setting, names: Sequence[str] | None, render_mode: str | None) -> None:
        """Set up what is the same in all games."""
        batch = setting.batch
        self.setting = setting
        self.metadata = {"name": f"cardkit_{batch.game.name}_v0", "render_modes": list(RENDER_MODES)}
        self.render_mode = render_mode
        self.possible_agents = setting.names(names)
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: spaces.Dict(self._seen()) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(setting.actions.size) for agent in self.possible_agents}
        self._game: Episode | None = None

    def _seen(self) -> dict[str, spaces.Space[Any]]:
        """What the parts of an observation can be."""
        mask = spaces.Box(0, 1, (self.setting.actions.size,), np.int8)
        history = self.setting.history_space
        return {
            "observation": self.setting.observation_space,
            "action_mask": mask,
            **({} if history is None else {"history": history}),
        }

    @property
    def episode(self) -> Episode:
        """The game that is played; raises NotAnEnvironment before the first one."""
        if self._game is None:
            raise NotAnEnvironment(self.setting.batch.game.name, "no game was begun: call reset first")
        return self._game

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent can see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of the actions."""
        return self.action_spaces[agent]

    def _observation(self, seat: Seat) -> Observation:
        """What a seat sees now, and what it may do."""
        game = self.episode
        seen: Observation = {"observation": game.observation(seat), "action_mask": game.mask(seat)}
        if (history := game.history(seat)) is not None:
            seen["history"] = history
        return seen

    def _nothing_more(self) -> dict[str, dict[str, Any]]:
        """That nothing more is to be said to any agent."""
        return {agent: {} for agent in self.agents}

    def _render(self, seat: Seat) -> Any:
        """The table as a seat sees it, in the chosen way."""
        return shown(self.render_mode, self.episode.match, seat, self.possible_agents)

    def describe(self, observation: Observation | Array | None = None) -> str:
        """What every number means; of an observation, what it says."""
        return self.setting.describe(observation)

    def close(self) -> None:
        """Nothing has to be closed."""


class TurnsEnv(_Seats, AECEnv[str, Observation, int]):  # pyright: ignore[reportIncompatibleVariableOverride]
    """A game whose agents act one after the other, as PettingZoo's AECEnv has it.

    Where several choose at a time, they are asked one after the other, and see nothing of what the others chose. An
    action that isn't legal ends the game: it is worth -1 to the one who chose it and 0 to the others.
    """

    def __init__(self, setting: Setting, *, names: Sequence[str] | None = None, render_mode: str | None = None) -> None:
        super().__init__()
        self._lay(setting, names, render_mode)

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin the next game; with a seed, the first one of that seed."""
        self.setting.next_game(seed)
        self._game = Episode(self.setting)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self._nothing_more()
        self._skip_agent_selection = None
        self._go_on(self._game)

    def observe(self, agent: str) -> Observation:
        """What an agent sees and may do; nothing may be done by one that isn't asked."""
        return self._observation(self._seat_of[agent])

    def step(self, action: int | None) -> None:
        """Play an action of the agent that is asked; None takes an agent away for whom the game is over."""
        agent, game = self.agent_selection, self.episode
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
        elif game.answer(self.setting.actions.checked(action), self._seat_of[agent]):
            self._go_on(game)
        else:
            self._end({**self.rewards, agent: ILLEGAL}, terminated=True, truncated=True)

    def _go_on(self, game: Episode) -> None:
        """See who is asked next, or what the game was worth."""
        self.agent_selection = self.possible_agents[game.seat]
        if game.is_over:
            rewards = dict(zip(self.possible_agents, game.rewards(), strict=True))
            self._end(rewards, terminated=not game.is_cut_off, truncated=game.is_cut_off)

    def _end(self, rewards: dict[str, float], *, terminated: bool, truncated: bool) -> None:
        """End the game, which was worth this; before, nothing was worth anything."""
        self.rewards, self._cumulative_rewards = rewards, rewards.copy()
        self.terminations = dict.fromkeys(self.agents, terminated)
        self.truncations = dict.fromkeys(self.agents, truncated)

    def render(self) -> Any:
        """The table as the agent sees it that is asked: text, or a picture; nothing where it was printed."""
        return self._render(self._seat_of[self.agent_selection])


class TogetherEnv(_Seats, ParallelEnv[str, Observation, int]):  # pyright: ignore[reportIncompatibleVariableOverride]
    """A game whose agents act at the same time, as PettingZoo's ParallelEnv has it.

    Where only some are asked, the mask of the others is all 0, and what they answer counts for nothing. An action that
    isn't legal ends the game: it is worth -1 to the one who chose it and 0 to the others.
    """

    def __init__(self, setting: Setting, *, names: Sequence[str] | None = None, render_mode: str | None = None) -> None:
        game = setting.batch.game
        if game.has_one_actor():
            raise NotAnEnvironment(game.name, "no two seats ever act at the same time: take aec_env")
        self._lay(setting, names, render_mode)

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin the next game; with a seed, the first one of that seed."""
        self.setting.next_game(seed)
        self._game = Episode(self.setting)
        self.agents = self.possible_agents[:]
        return self._observations(), self._nothing_more()

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._observation(seat) for agent, seat in self._seat_of.items()}

    def step(self, actions: Mapping[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        """Play the actions of those that are asked."""
        game, agents, wrong = self.episode, self.agents, None
        for seat in list(game.asked) if agents else ():
            agent = agents[seat]
            if agent not in actions:
                raise CannotStart(self.setting.batch.game.name, f"there is no action for {agent}, who is asked")
            if not game.answer(self.setting.actions.checked(actions[agent]), seat):
                wrong = agent
                break
        is_over, is_cut_off = wrong is not None or game.is_over, game.is_cut_off
        rewards = dict(zip(agents, game.rewards() if wrong is None else [0.0] * len(agents), strict=True))
        if wrong is not None:
            rewards[wrong] = ILLEGAL
        ended = dict.fromkeys(agents, is_over and not is_cut_off)
        stopped = dict.fromkeys(agents, is_cut_off or wrong is not None)
        seen = self._observations() if agents else {}
        infos = self._nothing_more()
        self.agents = [] if is_over else agents
        return seen, rewards, ended, stopped, infos

    def render(self) -> Any:
        """The table as the first agent sees it: text, or a picture; nothing where it was printed."""
        return self._render(0)
