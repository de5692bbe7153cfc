"""The seats of a hosted table: who sits there, by which secret key, and since when they have been away."""

from __future__ import annotations

import re
import secrets
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from cardkit.core.piles import Seat
from cardkit.plugins.session import PUBLIC


def new_key() -> str:
    """A secret of 128 bits."""
    return secrets.token_urlsafe(16)


class Visitor:
    """Somebody who looks at a table, at a seat or with the eyes of the public."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self.wake = wake
        """Called whenever there is something new for this visitor: fetch `answers`, then `message`."""
        self.seat: Seat = PUBLIC
        self.answers: deque[dict[str, Any]] = deque()
        """Answers for this visitor alone that took their time, such as a hint."""
        self.gone = ""
        """Why this visitor has to leave, if so; they are told nothing more."""
        self.game = 0
        """The number of the game, and of its beginnings anew, whose lines this visitor was told."""
        self.lines = self.moves = self.talk = 0


@dataclass
class Chair:
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


@dataclass
class Chairs:
    """All seats of a table."""

    chairs: list[Chair]
    watch_key: str = field(default_factory=new_key, repr=False)
    visitors: list[Visitor] = field(default_factory=list[Visitor])
    host: Seat | None = None
    """The seat of the host: the first one with a person, turned with that person."""

    @classmethod
    def of(cls, seats: Sequence[str], names: Sequence[str]) -> Self:
        """The seats of a new table, each with a key of its own."""
        chairs = [
            Chair(name, player, new_key() if player == "human" else None)
            for player, name in zip(seats, names, strict=True)
        ]
        return cls(chairs, host=next((seat for seat, player in enumerate(seats) if player == "human"), None))

    @classmethod
    def back(cls, people: Mapping[str, Any], now: float) -> Self:
        """The seats as they were kept; nobody is there yet."""
        chairs = [Chair(**chair, away_since=now if chair["key"] else None) for chair in people["chairs"]]
        return cls(chairs, watch_key=people["watch_key"], host=people["host"])

    def kept(self) -> dict[str, Any]:
        """What has to be kept of the seats."""
        chairs = [{name: value for name, value in vars(chair).items() if name != "away_since"} for chair in self.chairs]
        return {"chairs": chairs, "watch_key": self.watch_key, "host": self.host}

    def seat_of(self, key: str) -> Seat | None:
        """The seat that a key opens, -1 for that of the spectators, None for a wrong one; it takes the same time."""
        given, found = key.encode(errors="replace"), None
        for seat, known in ((PUBLIC, self.watch_key), *((n, chair.key) for n, chair in enumerate(self.chairs))):
            if known is not None and secrets.compare_digest(given, known.encode()):
                found = seat
        return found

    @property
    def people(self) -> list[Seat]:
        """The seats that are people's."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.player == "human"]

    def own_name(self, seat: Seat, name: str) -> str:
        """A name at a seat, told from those at the others."""
        others = {chair.name for other, chair in enumerate(self.chairs) if other != seat}
        return f"{name} {seat}" if name in others else name

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
