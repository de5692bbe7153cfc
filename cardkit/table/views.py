"""Views: the tables that events are told with, as they were at that moment."""

from __future__ import annotations

from functools import cache
from typing import Any, cast
from weakref import ref

from cardkit.core.acts.events import Event
from cardkit.core.fields import rebuilt
from cardkit.core.piles import Pile, Seat
from cardkit.core.state import State
from cardkit.table.match import Match

BEFORE = -1
"""The place of what was so before the last action."""


class Moments:
    """The tables of one step of a match: before it, at each thing that was told, and now."""

    def __init__(self, match: Match[Any, Any]) -> None:
        self._match = match
        self._unmade = _unmade(cast(Any, type(match.state)))
        self._shown: list[ref[Any]] = []

    def told(self) -> list[tuple[int | None, Event]]:
        """What happened by the last action, the actions first, each with its place."""
        match = self._match
        return [*((BEFORE, acted) for acted in match.acted), *match.journal.placed_events(match.state.seats)]

    def view(self, place: int | None, seat: Seat | None) -> Any:
        """The table as a seat saw it: at an entry of the dealer's journal, before the first one (-1), or now (None)."""
        if place is None and seat is None:
            return self._match.state
        view = object.__new__(self._unmade)
        view._recipe = (self, place, seat)
        self._shown.append(ref(view))
        return view

    def close(self) -> None:
        """Make the views that somebody keeps before the match goes on."""
        for view in filter(None, [reference() for reference in self._shown]):
            if type(view) is self._unmade:
                view.seats  # noqa: B018

    def made(self, place: int | None, seat: Seat | None) -> dict[str, Any]:
        """The fields of that view."""
        match = self._match
        if place is None:
            return vars(cast(State, match.view(seat)))
        lying = {id(pile): pile.cards.copy() for pile in match.state.piles()}
        match.journal.rewind(place + 1, lambda pile: lying.setdefault(id(pile), pile.cards.copy()))
        fields = match.before if place == BEFORE else match.journal.moments[place]

        def then(pile: Pile) -> Pile:
            copy = pile.copy()
            copy.cards[:] = lying.get(id(pile), copy.cards)
            return copy

        kind = cast(type[State], type(match.state))
        state = object.__new__(kind)
        vars(state).update({name: rebuilt(value, then) for name, value in fields.items()})
        return vars(state if seat is None else state.view(seat))


@cache
def _unmade(kind: type[State]) -> Any:
    """The class of views that nobody has looked at yet; with the first look they become states of that kind."""

    def look(view: Any, name: str) -> Any:
        moments, place, seat = object.__getattribute__(view, "_recipe")
        view._recipe = None
        object.__getattribute__(view, "__dict__").update(moments.made(place, seat))
        view.__class__ = kind
        return getattr(view, name)

    return type(f"Unmade{kind.__name__}", (kind,), {"__slots__": (), "__getattribute__": look})
