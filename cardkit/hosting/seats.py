"""The seats of a table: who sits there, by which secret key, since when they have been away, and their clocks."""

from __future__ import annotations

import re
import secrets
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Self

from cardkit.core.cards import Seat
from cardkit.core.errors import CardkitError
from cardkit.plugins.session import MACHINES, PUBLIC

LONGEST_NAME = 24
LONGEST_TALK = 300
MOST_ADDED = 200
"""Of so many moves is kept what they added to a clock, which is taken away where they are taken back."""


def new_key() -> str:
    """A secret of 128 bits."""
    return secrets.token_urlsafe(16)


def seat_by_key(key: str, watch_key: str, keys: Sequence[str | None]) -> Seat | None:
    """The seat that a key opens, -1 for that of the spectators, None for a wrong one; it takes the same time."""
    given, found = key.encode(errors="replace"), None
    for seat, known in enumerate((watch_key, *keys), PUBLIC):
        if known is not None and secrets.compare_digest(given, known.encode()):
            found = seat
    return found


class Visitor:
    """Somebody who looks at a table, at a seat or with the eyes of the public."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self.wake = wake
        """Called whenever there is something new for this visitor: fetch `answers`, then `message`."""
        self.seat: Seat = PUBLIC
        self.protocol = 1
        """The version of the protocol that was said hello by."""
        self.answers: deque[dict[str, Any]] = deque()
        """Answers for this visitor alone that took their time, such as a hint."""
        self.gone = ""
        """Why this visitor has to leave, if so; they are told nothing more."""
        self.game = 0
        """The number of the game, and of its beginnings anew, whose lines this visitor was told."""
        self.lines = self.moves = self.talk = 0


@dataclass
class Occupant:
    """A seat, and who sits there."""

    name: str
    player: str
    """`human`, or a machine in the words of `--seat`."""
    key: str | None = field(repr=False)
    """What opens the seat; None for a machine's."""
    taken: bool = False
    """Whether its person has been there once."""
    machine: bool = False
    """Whether a machine plays for its person."""
    away_since: float | None = None
    is_missed: bool = False
    """Whether the others were told that its person has left."""
    won: int = 0
    """How many games were won here by who sits there, up to the last rematch."""


@dataclass
class Chairs:
    """All seats of a table."""

    chairs: list[Occupant]
    watch_key: str = field(default_factory=new_key, repr=False)
    visitors: list[Visitor] = field(default_factory=list[Visitor])
    host: Seat | None = None
    """The seat of the host: the first one with a person, turned with that person."""

    @classmethod
    def of(cls, seats: Sequence[str], names: Sequence[str]) -> Self:
        """The seats of a new table, each with a key of its own."""
        chairs = [
            Occupant(name, player, new_key() if player == "human" else None)
            for player, name in zip(seats, names, strict=True)
        ]
        return cls(chairs, host=next((seat for seat, player in enumerate(seats) if player == "human"), None))

    @classmethod
    def back(cls, people: Mapping[str, Any], now: float) -> Self:
        """The seats as they were kept; nobody is there yet."""
        chairs = [Occupant(**chair, away_since=now if chair["key"] else None) for chair in people["chairs"]]
        return cls(chairs, watch_key=people["watch_key"], host=people["host"])

    def kept(self) -> dict[str, Any]:
        """What has to be kept of the seats."""
        chairs = [{name: value for name, value in vars(chair).items() if name != "away_since"} for chair in self.chairs]
        return {"chairs": chairs, "watch_key": self.watch_key, "host": self.host}

    def seat_of(self, key: str) -> Seat | None:
        """The seat that a key opens, -1 for that of the spectators, None for a wrong one; it takes the same time."""
        return seat_by_key(key, self.watch_key, [chair.key for chair in self.chairs])

    @property
    def people(self) -> list[Seat]:
        """The seats that are people's."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.player == "human"]

    def own_name(self, seat: Seat, name: str) -> str:
        """A name at a seat, told from those of other people; a machine of that name has another one from now on."""
        others = [chair for other, chair in enumerate(self.chairs) if other != seat]
        names = {name, *(chair.name for chair in others)}
        for chair in others:
            if chair.name == name and chair.player != "human":
                chair.name = next((free for free in MACHINES if free not in names), f"{name}'s machine")
        return f"{name} {seat}" if name in {chair.name for chair in others} else name

    def is_person(self, seat: Seat) -> bool:
        """Whether a person has to answer at a seat, and no machine in their place."""
        return self.chairs[seat].player == "human" and not self.chairs[seat].machine

    def is_there(self, seat: Seat) -> bool:
        """Whether somebody is at a seat: a machine always is at its own."""
        return self.chairs[seat].player != "human" or any(visitor.seat == seat for visitor in self.visitors)

    @property
    def somebody_is_there(self) -> bool:
        """Whether a person sits at the table; where there are seats for machines alone, whether somebody watches."""
        return any(visitor.seat != PUBLIC for visitor in self.visitors) if self.people else bool(self.visitors)

    def faces(self, now: float, grace: float | None) -> list[dict[str, Any]]:
        """Who sits where, for all to see."""
        return [
            {
                "name": chair.name,
                "player": re.split(r"[/\\]", chair.player)[-1],
                "there": self.is_there(seat),
                "machine": chair.player != "human" or chair.machine,
                "away": self.is_away(seat, now, grace),
                "since": None if chair.away_since is None else round(now - chair.away_since, 1),
                "won": chair.won,
            }
            for seat, chair in enumerate(self.chairs)
        ]

    def is_away(self, seat: Seat, now: float, grace: float | None) -> bool:
        """Whether a person has been away for so long that a machine may play for them."""
        since = self.chairs[seat].away_since
        return grace is not None and since is not None and self.is_person(seat) and now - since >= grace

    def turn(self, steps: int) -> None:
        """Let everybody move so many seats on; the visitors go with their seats."""
        seats = len(self.chairs)
        self.chairs = [self.chairs[(seat - steps) % seats] for seat in range(seats)]
        for visitor in self.visitors:
            visitor.seat = visitor.seat if visitor.seat == PUBLIC else (visitor.seat + steps) % seats
        self.host = None if self.host is None else (self.host + steps) % seats


class BadClock(CardkitError):
    """A text that is not what somebody can have for a clock."""

    text: str
    sentence = "{text!r} is no clock: 60 is so many seconds for each move, 300+5 is 300 for all and 5 more a move"


@dataclass(frozen=True)
class Clock:
    """How much time a seat has, in seconds."""

    first: float
    more: float | None = None
    """What a move adds; None where each move has the whole time."""

    @classmethod
    def read(cls, text: str) -> Self:
        """The clock of a text: `60` for each move, `300+5` for the game; raises BadClock."""
        first, plus, more = text.strip().partition("+")
        try:
            clock = cls(float(first), float(more) if plus else None)
        except ValueError:
            raise BadClock(text) from None
        if not (0 < clock.first < 1e6 and 0 <= (clock.more or 0) < 1e6):
            raise BadClock(text)
        return clock

    def __str__(self) -> str:
        return f"{self.first:g}" if self.more is None else f"{self.first:g}+{self.more:g}"


class Clocks:
    """The clocks at a table; those of the seats that are asked run, while the game goes on."""

    def __init__(self, clock: Clock, seats: int, people: Mapping[str, Any] | None = None) -> None:
        """The clocks of a table; `people` are those of a table that was kept with clocks."""
        kept = people or {}
        self._clock = clock
        self._left: list[float] = list(kept.get("clocks") or [clock.first] * seats)
        self._added: list[tuple[int, Seat, float]] = [(*move,) for move in kept.get("added", ())]
        """After how many actions each move came, whose it was, and what it added; taken back ones stand last."""
        self._is_added = len(self._added)
        """How many of them are not taken back."""
        self._running: frozenset[Seat] = frozenset()
        self._since = 0.0

    def run(self, seats: Iterable[Seat], now: float) -> None:
        """From now on, let the clocks of these seats run, and no others."""
        self._settle(now)
        self._running = frozenset(seats)

    def moved(self, seat: Seat, now: float, actions: int) -> None:
        """A seat has moved, after so many actions: it has the whole time again, or some more."""
        self._settle(now)
        more, before = self._clock.more, max(0.0, self._left[seat])
        self._left[seat] = self._clock.first if more is None else before + more
        self._added = [
            *(added for added in self._added if added[0] < actions),
            (actions, seat, self._left[seat] - before),
        ]
        self._is_added = len(self._added)

    def gone_to(self, actions: int, now: float) -> None:
        """The game goes on after so many actions: what moves added is taken away, or given again, and nothing else."""
        self._settle(now)
        there = sum(added < actions for added, _, _ in self._added)
        for _, seat, more in self._added[there : self._is_added]:
            self._left[seat] -= more
        for _, seat, more in self._added[self._is_added : there]:
            self._left[seat] += more
        self._is_added = there

    def out(self, now: float) -> Seat | None:
        """A seat whose time has run out."""
        self._settle(now)
        return next((seat for seat in sorted(self._running) if self._left[seat] <= 0), None)

    def runs_out(self) -> float | None:
        """When the next clock runs out; None while all stand."""
        return min((self._since + self._left[seat] for seat in self._running), default=None)

    def kept(self, now: float) -> dict[str, Any]:
        """What has to be kept of the clocks: what each seat has left, and what the last moves added."""
        return {"clocks": self.left(now), "added": self._added[: self._is_added][-MOST_ADDED:]}

    def left(self, now: float) -> list[float]:
        """What each seat has left."""
        self._settle(now)
        return [round(left, 3) for left in self._left]

    def faces(self, now: float) -> list[dict[str, Any]]:
        """What each clock shows."""
        return [{"left": max(0.0, left), "running": seat in self._running} for seat, left in enumerate(self.left(now))]

    def _settle(self, now: float) -> None:
        for seat in self._running:
            self._left[seat] -= now - self._since
        self._since = now


@dataclass(frozen=True, kw_only=True)
class Policy:
    """Absence, clocks, spectators and pace. Times are in seconds."""

    away: float | None = 60.0
    """After how long somebody's absence a machine may play for them; None for never."""
    stand_in: Literal["ask", "at once", "never"] = "ask"
    """Whether that happens when somebody at the table asks for it, by itself, or not at all."""
    clock: Clock | None = None
    on_timeout: Literal["lose", "machine"] = "lose"
    """What follows when a clock has run out: the game is lost, or a machine makes the move."""
    delay: float = 0.0
    """How much later spectators see what happens."""
    pace: float = 0.0
    """How long a machine waits before it acts, so that people can follow."""
