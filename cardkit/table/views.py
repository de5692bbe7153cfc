"""Who is told of a game, and views: the tables that events are told with, as they were at that moment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol, cast
from weakref import ref

from cardkit.core.actions import Action
from cardkit.core.events import Event, TurnBegun
from cardkit.core.piles import Pile, Seat
from cardkit.core.state import State, rebuilt
from cardkit.table.match import Match
from cardkit.table.players import Bot, is_bot, seating_at

BEFORE = -1
"""The place of what was so before the last action."""


class Watcher(Protocol):
    """Is told every event a seat may know of, with the table as that seat saw it at that moment.

    One that has `follow` is told all that happened in a step at once, a list of events with their tables.
    """

    def __call__(self, event: Event, view: Any, /) -> None:
        """Take notice of an event; the view must not be changed, and is looked at now or never."""
        ...


@dataclass(frozen=True, kw_only=True)
class Played:
    """An action that was played."""

    action: Action
    seat: Seat
    seats: tuple[Seat, ...]
    """The seats that took it together."""
    is_shared: bool
    """Whether other seats chose, or might act, at the same time."""


class Audience:
    """Who is told of a match: keepers of its record, watchers with some seat's eyes or all-seeing ones, and bots."""

    def __init__(self, match: Match[Any, Any], players: Sequence[Any]) -> None:
        self._match = match
        self.watchers: list[tuple[Watcher, Seat | None]] = []
        self.keepers: list[Callable[[Played], None]] = []
        self._announced: set[Seat] = set()
        self.find_bots(players)

    def find_bots(self, players: Sequence[Any]) -> None:
        """Find the players that are told what happens."""
        self.bots: list[tuple[Seat, Bot]] = [(seat, bot) for seat, bot in enumerate(players) if is_bot(bot)]

    def begin(self) -> None:
        """Let the bots sit down, and tell the watchers of the opening."""
        match = self._match
        for seat, bot in self.bots:
            bot.begin(seating_at(match.game, match.state, seat), match.view(seat))
        if self.watchers:
            match.keep_moments()
            self.tell_watchers([(None, event) for event in match.events()])

    def turn_begins(self, seat: Seat, number: int, *, first: bool) -> None:
        """Tell that a seat is asked, once where several are asked at the same time, of which it may be the first."""
        if first:
            self._announced.clear()
        if seat not in self._announced:
            self._announced.add(seat)
            is_secret = self._match.acting.urgency is not None
            self.tell_watchers([(None, TurnBegun(seat, number))], only=seat if is_secret else None)

    def tell(self, events: Sequence[Event]) -> None:
        """Tell all events with the table as it is now."""
        self.tell_watchers([(None, event) for event in events])
        self._tell_bots(events)

    def step(self, action: Action, seat: Seat, seats: tuple[Seat, ...], *, is_shared: bool) -> None:
        """Let an action be kept that was played, and tell what happened by it."""
        match = self._match
        if self.keepers:
            played = Played(action=action, seat=seat, seats=seats, is_shared=is_shared)
            for keep in self.keepers:
                keep(played)
        if self.watchers:
            self.tell_watchers(Moments(match).told())
        if self.bots:
            self._tell_bots([*match.acted, *match.events()])

    def tell_watchers(self, events: Sequence[tuple[int | None, Event]], *, only: Seat | None = None) -> None:
        """Tell the watchers, or those alone with the eyes of one seat; the tables are those of the last step."""
        if not self.watchers:
            return
        moments = Moments(self._match)
        for watcher, seat in self.watchers:
            if only is not None and seat not in (None, only):
                continue
            follow = getattr(watcher, "follow", None)
            if follow is not None:
                follow([(event.seen_by(seat), moments.view(place, seat)) for place, event in events])
                continue
            for place, event in events:
                watcher(event.seen_by(seat), moments.view(place, seat))
        moments.close()

    def _tell_bots(self, events: Sequence[Event]) -> None:
        """Tell the bots what happened in a step, if anything did."""
        for seat, bot in self.bots if events else ():
            bot.told([event.seen_by(seat) for event in events], self._match.view(seat))


class Moments:
    """The tables of one step of a match: before it, at each thing that was told, and now."""

    def __init__(self, match: Match[Any, Any]) -> None:
        self._match = match
        self._unmade = _unmade(cast(Any, type(match.state)))
        self._shown: list[ref[Any]] = []
        self._lying: dict[int, State] = {}

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
        self._lying.clear()

    def made(self, place: int | None, seat: Seat | None) -> dict[str, Any]:
        """The fields of that view."""
        if place is None:
            return vars(cast(State, self._match.view(seat)))
        if place not in self._lying:
            self._lying[place] = self._state(place)
        state = self._lying[place]
        return vars(state.clone() if seat is None else state.view(seat))

    def _state(self, place: int) -> State:
        """The table as it was there."""
        match = self._match
        lying = {id(pile): pile.copy() for pile in match.state.piles()}
        match.journal.rewind(place + 1, lambda pile: lying.setdefault(id(pile), pile.copy()))
        fields = match.before if place == BEFORE else match.journal.moments[place]

        def then(pile: Pile) -> Pile:
            copy = lying.get(id(pile))
            return pile.copy() if copy is None else copy

        kind = cast(type[State], type(match.state))
        state = object.__new__(kind)
        vars(state).update({name: rebuilt(value, then) for name, value in fields.items()})
        return state


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
