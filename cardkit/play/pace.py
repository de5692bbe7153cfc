"""The pace of a game: waiting before machines' turns, and letting it go on while a machine plays for a person."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Container, Generator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any

from cardkit.core.acts.events import Event, TurnBegun
from cardkit.core.chance.generators import Seeded
from cardkit.core.piles import Seat
from cardkit.play.output import flush
from cardkit.plugins.boundaries import Guarded
from cardkit.plugins.people import Relieved
from cardkit.plugins.registry import load_player
from cardkit.plugins.session import Session
from cardkit.table.players import Player, Seating


class Pause:
    """A watcher that waits before each turn of a machine."""

    def __init__(self, seconds: float, people: Container[Seat]) -> None:
        self._seconds = seconds
        self._people = people

    def __call__(self, event: Event, view: Any) -> None:
        if isinstance(event, TurnBegun) and event.seat not in self._people:
            flush()
            time.sleep(self._seconds)


class StandIn:
    """A person at a seat, for whom a machine plays where they let the game go on; Ctrl-C calls them back."""

    def __init__(self, person: Player[Any, Any], machine: Callable[[], Player[Any, Any]]) -> None:
        self._person = person
        self._make = machine
        self._machine: Player[Any, Any] | None = None
        self._turns: float = 0
        self._before: Any = None
        """What Ctrl-C did before, while it calls the person back."""
        self.remembers = True
        self._heard: list[tuple[Any, Any]] = []
        """What the machine has to be told if it is one that remembers: the seating, then each step, with the views."""

    def begin(self, seating: Seating, view: Any, /) -> None:
        """Keep how the game begins."""
        self._heard.append((seating, view))

    def told(self, events: Sequence[Event], view: Any, /) -> None:
        """Keep what happened for the machine, or tell it."""
        if isinstance(self._machine, Guarded) and self._machine.remembers:
            self._machine.told(events, view)
        else:
            self._heard.append((events, view))

    def __call__(self, view: Any, legal: Sequence[Any], /) -> Any:
        if self._turns <= 0:
            self.stop()
            try:
                return self._person(view, legal)
            except Relieved as relieved:
                self._begin(relieved.turns)
        self._turns -= 1
        assert self._machine is not None
        return self._machine(view, legal)

    def stop(self) -> None:
        """Let the person play again."""
        self._turns = 0
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
            self._before = None

    def _begin(self, turns: float) -> None:
        if self._machine is None:
            self._machine = self._make()
            if isinstance(self._machine, Guarded) and self._machine.remembers:
                self._machine.begin(*self._heard[0])
                for step in self._heard[1:]:
                    self._machine.told(*step)
        self._turns = turns
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._call_back)

    def _call_back(self, number: int, frame: FrameType | None) -> None:
        self._turns = 0


@contextmanager
def standing_in(session: Session) -> Generator[Sequence[Player[Any, Any]]]:
    """The players of a game, where a machine can play for each person; in the end nobody stands in any more."""
    people = session.people
    players = [
        _with_machine(session, seat) if seat in people else player for seat, player in enumerate(session.players)
    ]
    try:
        yield players
    finally:
        for player in players:
            if isinstance(player, StandIn):
                player.stop()


def _with_machine(session: Session, seat: Seat) -> StandIn:
    name = session.plugin.opponent

    def machine() -> Player[Any, Any]:
        return Guarded(load_player(name, session.plugin, Seeded(session.seed).derive(f"go {seat}")), seat, name)

    return StandIn(session.players[seat], machine)
