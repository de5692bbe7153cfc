"""As much of PettingZoo's types as is used, which it brings without saying so."""

from typing import Any, Generic, TypeVar

AgentID = TypeVar("AgentID")
ObsType = TypeVar("ObsType")
ActionType = TypeVar("ActionType")

class AECEnv(Generic[AgentID, ObsType, ActionType]):
    agents: list[AgentID]
    rewards: dict[AgentID, float]
    _cumulative_rewards: dict[AgentID, float]
    terminations: dict[AgentID, bool]
    truncations: dict[AgentID, bool]
    infos: dict[AgentID, dict[str, Any]]
    agent_selection: AgentID
    _skip_agent_selection: AgentID | None
    def __init__(self) -> None: ...
    def _was_dead_step(self, action: ActionType | None) -> None: ...

class ParallelEnv(Generic[AgentID, ObsType, ActionType]):
    agents: list[AgentID]
