"""Policies as players: what was learned sits at a table, at a terminal or in an arena."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from cardkit.core.chance.generators import Rng
from cardkit.core.errors import ProgramFault
from cardkit.core.events import Event
from cardkit.rl.actions import ActionSpace, Beginning, Coarse
from cardkit.rl.observations import Histories, Memory, Observations
from cardkit.table.turns import Seating

Policy = Callable[[dict[str, Any]], Any]
"""Given what an agent sees, as `aec_env` has it, returns the number of an action, or what each action is worth."""


class PolicyPlayer:
    """A bot that does what a policy says: the action of a number, or the best one of those that are legal."""

    policy: Policy
    coarse: Mapping[str, Coarse] | None = None
    history = 0

    def __init__(self, rng: Rng) -> None:
        """A policy has no need of chance."""

    def begin(self, seating: Seating, view: Any) -> None:
        """Sit down, and see which number tells what here."""
        seats, self._seat = seating.seats, seating.seat
        self._actions = ActionSpace(seating.game, seating.deck, seats, self.coarse)
        self._observations = Observations(seating.game, seating.deck, seats, self._actions.spelling)
        self._memory: Memory | None = None
        if self.history:
            self._memory = Memory(Histories(self._actions, self._observations, self.history), self._seat)
        if fits := getattr(self.policy, "fits", None):
            fits(self._seen(view, (), ()))

    def told(self, events: Sequence[Event], view: Any) -> None:
        """Remember what happened, if the policy is shown it."""
        if self._memory is not None:
            self._memory.note(events, view)

    def choose(self, view: Any, legal: Sequence[Any]) -> Any:
        """The action that the policy says; raises ProgramFault where it says none that is legal."""
        begun: Beginning = ()
        while True:
            numbers = self._actions.numbers(legal, self._seat, lambda: view, begun)
            number = self._meant(np.asarray(self.policy(self._seen(view, numbers, begun))).squeeze(), numbers)
            said = self._actions.after(number, legal, self._seat, lambda: view, begun)
            if not isinstance(said, tuple):
                return said
            begun = said

    def _seen(self, view: Any, numbers: Sequence[int], begun: Beginning) -> dict[str, Any]:
        """What the policy is shown where these numbers may be said."""
        seen: dict[str, Any] = {
            "observation": self._observations.encode(view, self._seat, begun=begun),
            "action_mask": self._actions.mask(numbers),
        }
        if self._memory is not None:
            seen["history"] = self._memory.array()
        return seen

    def _meant(self, said: Any, numbers: Sequence[int]) -> int:
        """The number of the action that is meant."""
        size = self._actions.size
        if said.shape == (size,) and size > 1:
            worth = said[list(numbers)]
            if worth.dtype.kind not in "biuf" or np.isnan(worth).any():
                raise ProgramFault("the policy said that a legal action is worth something that is no number")
            return numbers[int(np.argmax(worth))]
        if said.shape or not np.issubdtype(said.dtype, np.integer):
            what = f"{said.size} values" if said.shape else f"{said.item()!r}"
            raise ProgramFault(f"a policy says the number of an action, or {size} values, and this one said {what}")
        if said.item() not in numbers:
            raise ProgramFault(f"the policy said {said.item()}, and legal are {', '.join(map(str, numbers))}")
        return int(said.item())


def player(policy: Policy, *, coarse: Mapping[str, Coarse] | None = None, history: int = 0) -> type[PolicyPlayer]:
    """A player for `--seat FILE.py:NAME` that does what a policy says; the rest as for its environment."""
    return type("Learned", (PolicyPlayer,), {"policy": staticmethod(policy), "coarse": coarse, "history": history})
