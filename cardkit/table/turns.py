"""The table: players who act on a match, and watchers who are told what happens."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Any, Generic, Protocol, Self, TypeVar

from cardkit.core.actions import Action
from cardkit.core.errors import CannotStart
from cardkit.core.events import Acted, Ended, Event, TurnBegun
from cardkit.core.piles import Seat
from cardkit.core.results import Result
from cardkit.core.state import State
from cardkit.core.texts import counted, there_are
from cardkit.table.endless import Laps, Positions
from cardkit.table.match import Match
from cardkit.table.players import Player, is_blind, is_steady

S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)


class Watcher(Protocol):
    """Is told every event a seat may know of, with the table as that seat sees it after the action."""

    def __call__(self, event: Event, view: Any, /) -> None:
        """Take notice of an event; the view must not be changed."""
        ...


class Table(Generic[S, A]):
    """The turn loop: asks the players in turn, plays what they choose, tells the watchers, until the game is over.

    A game whose position comes back is ended as endless, where nothing in between was left to chance, to memory
    or to a person who had a choice.
    """

    def __init__(self, match: Match[S, A], players: Sequence[Player[S, A]]) -> None:
        if len(players) != match.state.seats:
            reason = f"{there_are(len(players), 'player')} for {counted(match.state.seats, 'seat')}"
            raise CannotStart(match.game.name, reason)
        self.match = match
        self.players = list(players)
        self._steady = [is_steady(player) for player in players]
        self._blind = [is_blind(player) for player in players]
        self._all_steady = all(self._steady)
        self._watchers: list[tuple[Watcher, Seat | None]] = []
        self._positions: Positions | Laps | None = None
        self._views: dict[Seat, S] = {}
        self._nothing: S = object.__new__(type(match.state))

    def watch(self, watcher: Watcher, *, seat: Seat | None = None) -> Self:
        """Let a watcher follow the game with the eyes of a seat, or of somebody who sees everything."""
        self._watchers.append((watcher, seat))
        return self

    def run(self) -> Result:
        """Play until the game is over, and return how it ended."""
        match = self.match
        positions = self._begin()
        while match.result is None:
            seat = match.state.turn
            if len(match.legal) > 1 and not self._steady[seat]:
                positions.forget()
            elif (cycle := positions.note()) is not None:
                match.result, match.legal = Result.endless(match.state.seats, cycle), ()
                break
            if self._watchers:
                self._tell([TurnBegun(seat, match.state.count + 1)])
            action = self._choice(match)
            match.advance(action)
            if self._watchers:
                self._views.clear()
                self._tell([Acted(seat, action), *match.events()])
        if self._watchers:
            self._tell([Ended(match.result, match.state.count)])
        return match.result

    def retell(self, actions: Iterable[str], *, reminding: Container[Seat] = ()) -> None:
        """Play actions in notation that were chosen before, telling the watchers; the next `run` goes on from there.

        Players at the seats to be reminded are asked all the same, so that their memory and chance come along.
        Raises NotAnAction or IllegalAction where one can't be played.
        """
        match = self.match
        positions = self._begin()
        for text in actions:
            seat = match.state.turn
            action = match.read(text)
            if len(match.legal) > 1 and not (self._steady[seat] and action == self._choice(match)):
                positions.forget()
            else:
                positions.note()
            if self._watchers:
                self._tell([TurnBegun(seat, match.state.count + 1)])
            if seat in reminding and not self._steady[seat]:
                self._choice(match)
            match.advance(action)
            if self._watchers:
                self._views.clear()
                self._tell([Acted(seat, action), *match.events()])

    def _begin(self) -> Positions | Laps:
        """The positions so far; the first time, the watchers are told of the opening."""
        self._views.clear()
        if self._positions is None:
            self._positions = (Positions if self._watchers else Laps)(self.match, self._choice_again)
            if self._watchers:
                self._tell(self.match.events())
        return self._positions

    def _choice(self, match: Match[S, A]) -> A:
        """What the seats that act choose; one that has no choice is asked only if it may want to know its turn."""
        legal = match.legal
        action = legal[0]
        if len(legal) == 1 and self._all_steady:
            return action
        for seat in match.acting if len(legal) == 1 else (match.state.turn,):
            view = self._nothing if self._blind[seat] else match.view(seat)
            action = self.players[seat](view, legal)
        return action

    def _choice_again(self, match: Match[S, A]) -> A:
        """What was chosen in this position before; whoever had a choice there answers the same when asked again."""
        return match.legal[0] if len(match.legal) == 1 else self._choice(match)

    def _seen_from(self, seat: Seat | None) -> S:
        """The table as a seat sees it, made once for as long as nobody acts."""
        if seat is None:
            return self.match.state
        if seat not in self._views:
            self._views[seat] = self.match.view(seat)
        return self._views[seat]

    def _tell(self, events: Sequence[Event]) -> None:
        for watcher, seat in self._watchers:
            view = self._seen_from(seat)
            for event in events:
                watcher(event.seen_by(seat), view)
