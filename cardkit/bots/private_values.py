"""What the private values of others may be: such as the rules give them on imagined tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from cardkit.bots.rollout import Rollout, one_of
from cardkit.core.acts.events import Acted
from cardkit.core.chance.generators import Seeded
from cardkit.core.fields import hashable
from cardkit.core.piles import Seat
from cardkit.core.state import State

if TYPE_CHECKING:
    from cardkit.bots.knowledge import Knowledge

_VALUE_TRIES = 8
"""On how many imagined tables a secret action is tried."""


class PrivateValues:
    """For each private field and each other seat, the values that it may have."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._fields: Sequence[str] = ()
        self._values: dict[str, dict[Any, list[Any]]] = {}
        self._chance = Seeded(2)

    def begin(self, view: State) -> None:
        """Know nothing but that others may have what this seat has."""
        self._fields = sorted(view.fields_marked("private"))
        own = self._knowledge.seat
        self._values = {
            name: {seat: [places(vars(view)[name]).get(own)] for seat in places(vars(view)[name]) if seat != own}
            for name in self._fields
        }

    def set_up(self, states: Sequence[State]) -> None:
        """Take in the values that others have on tables just set up."""
        self._take_in(states, range(self._knowledge.view.seats))

    def told(self, acted: Sequence[Acted], before: State, view: State) -> None:
        """Take in what private values follow from what others did, as far as it was seen."""
        if not self._fields:
            return
        self._values = {
            name: {seat: self._values[name].get(seat, [None]) for seat in places(vars(view)[name])}
            for name in self._fields
        }
        others = [event for event in acted if event.seat != self._knowledge.seat]
        if others:
            states = [state for _ in range(_VALUE_TRIES) for state in self._after(acted, before)]
            seen = [state for state in states if _alike(state.view(self._knowledge.seat), view)]
            self._take_in(seen or states, [event.seat for event in others])

    def _after(self, acted: Sequence[Acted], before: State) -> list[State]:
        """An imagined table after actions that look as these do; none where the rules don't allow them there."""
        told = {event.seat: event.action for event in acted}
        try:
            rollout = Rollout(self._knowledge.game, self._knowledge.worlds(before).deal(self._chance), self._chance)
            for _ in acted:
                action = told[rollout.seat]
                if action.secret and rollout.seat != self._knowledge.seat:
                    action = self._like(action, rollout)
                rollout.carry_out(action)
        except Exception:
            return []
        return [rollout.state]

    def _like(self, action: Any, rollout: Rollout) -> Any:
        """A legal action that others see as this one."""
        found = one_of(rollout.legal, self._chance)
        for _ in range(20):
            if found.redacted() == action:
                break
            found = one_of(rollout.legal, self._chance)
        return found

    def _take_in(self, states: Sequence[State], seats: Sequence[Seat]) -> None:
        for name in self._fields if states else ():
            for seat in seats:
                values = [places(vars(state)[name]).get(seat) for state in states]
                if seat in self._values[name]:
                    self._values[name][seat] = values

    def possible(self, view: State) -> Mapping[str, Mapping[Any, Sequence[Any]]]:
        """For each private field the values that each other seat may have."""
        own = self._knowledge.seat
        return {
            name: {seat: values for seat, values in self._values[name].items() if seat != own} for name in self._fields
        }


def places(field: Any) -> dict[Any, Any]:
    """The values of a private field by their seats."""
    return cast(dict[Any, Any], field) if isinstance(field, dict) else dict(enumerate(cast(Sequence[Any], field)))


def _alike(one: State, other: State) -> bool:
    """Whether two views have the same plain fields."""
    names = one.plain_fields()
    return all(hashable(vars(one)[name]) == hashable(vars(other).get(name)) for name in names)
