"""Games as environments that agents learn in: actions and what a seat sees as numbers, for PettingZoo and Gymnasium.

It needs the extra `rl`, and imports from `simulation` and what is under it. Start reading at `actions.py`, which
numbers the actions, and `observations.py`, which says what a seat sees; `environments.py` is made of the two.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardkit.rl.environments import aec_env, gym_env, parallel_env, register, vector_env
    from cardkit.rl.policies import player

__all__ = ["aec_env", "gym_env", "parallel_env", "player", "register", "vector_env"]


def __getattr__(name: str) -> Any:
    """What makes environments, loaded when it is wanted, because not everybody here needs all libraries."""
    if name not in __all__:
        raise AttributeError(f"module {__name__} has no attribute {name}")
    try:
        module = "policies" if name == "player" else "environments"
        return getattr(importlib.import_module(f"cardkit.rl.{module}"), name)
    except ModuleNotFoundError as error:
        raise ImportError(f"{name} needs {error.name}, which comes with: pip install 'cardkit[rl]'") from None
