"""A record as a table at which everybody has a place of their own: any moment of it, with the eyes of any seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardkit.core.cards import Seat
from cardkit.core.events import Ended
from cardkit.core.state import State
from cardkit.hosting.hosted import Chairs, Visitor
from cardkit.hosting.messages import KEPT_LINES, Teller, hello_of
from cardkit.hosting.protocol import At, Fork, Hello, read
from cardkit.hosting.scene import Sketch, lying_of, scene
from cardkit.plugins.board import Board
from cardkit.plugins.lines import Laying
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.setup import PUBLIC
from cardkit.records.record import Record, Refused
from cardkit.records.replay import replayed
from cardkit.table.match import Match
from cardkit.table.turns import Table, first_legal

STRIDE = 40
"""So many actions lie between two moments that are kept, from which the others are played again."""


@dataclass(frozen=True)
class Forking:
    """The wish for a table that goes on from a record, with these players."""

    record: Record
    seats: tuple[str, ...]
    id: int | None


class Story:
    """What was told of a game to one pair of eyes: of the opening, and of each action."""

    def __init__(self, plugin: Plugin, record: Record, path: Path, seat: Seat) -> None:
        session = replayed(plugin, record, path)
        match = session.match
        sketch = Sketch()

        def lying(view: State, laying: Laying) -> dict[str, Any]:
            return lying_of(Board.of(match.game, view, seat, record.names, laying=laying), sketch)

        self._teller = Teller(session.narrator(seat, is_drawn=True), lying)
        self._teller.look()
        self._end = (0, 0)
        self.chapters: list[tuple[dict[str, Any], Laying]] = []
        """What was told, and who had laid what by then."""
        table = Table(match, [first_legal] * len(record.seats)).watch(self._teller, seat=seat)
        table.record(lambda _: self._close())
        table.retell(record.taken)
        result = match.result or (record.result.result() if record.result else None)
        if result is not None:
            self._teller(Ended(result, match.length), match.view(seat))
        self._close()

    def _close(self) -> None:
        """What was told since the last action is what there is to tell of that."""
        teller = self._teller
        first, self._end = self._end, (teller.line_count, teller.move_count)
        self.chapters.append((teller.told(first, self._end), teller.laying.copy()))
        teller.look()

    def lines(self, number: int) -> list[str]:
        """The last lines up to an action."""
        return [line for told, _ in self.chapters[: number + 1] for line in told["lines"]][-KEPT_LINES:]


@dataclass
class Glance:
    """Where somebody is in a record, with whose eyes, and what they were told last."""

    number: int
    seat: Seat
    told: tuple[int, Seat] | None = None


class Viewing:
    """A record that is looked at; nobody acts in it."""

    def __init__(self, name: str, plugin: Plugin, record: Record, path: Path) -> None:
        self._name = name
        self._plugin = plugin
        self._record = record
        self._path = path
        self._session = replayed(plugin, record, path)
        self._moments: list[Match[Any, Any]] = [self._session.match]
        self._stories: dict[Seat, Story] = {}
        self._places: dict[Visitor, Glance] = {}
        people = [seat for seat, player in enumerate(record.seats) if player == "human"]
        self._eyes = people[0] if len(people) == 1 else PUBLIC
        self._taken = record.taken
        faces = Chairs.of(record.seats, record.names).faces(0.0, None)
        self._chairs = [{**face, "there": True} for face in faces]

    @property
    def actions(self) -> int:
        """How many actions the record has."""
        return len(self._taken)

    def enter(self, visitor: Visitor, hello: Mapping[str, Any], now: float) -> dict[str, Any]:
        """Somebody comes, to the end of the record; what they are told first. Raises Refused."""
        if not isinstance(read({"key": "", **hello}), Hello):
            raise Refused("the first message says hello")
        visitor.seat = self._eyes
        self._places[visitor] = Glance(len(self._taken), self._eyes)
        return hello_of(self._session, table=self._name, seat=self._eyes, is_host=False)

    def leave(self, visitor: Visitor, now: float) -> None:
        """Somebody has gone."""
        self._places.pop(visitor, None)

    def take(self, visitor: Visitor, said: Mapping[str, Any], now: float) -> Mapping[str, Any] | Forking:
        """What somebody is answered, or the fork they wish for; raises Refused."""
        place = self._places[visitor]
        asked = read(said if said.get("do") != "fork" else {"seats": list(self._record.seats), **said})
        if isinstance(asked, At):
            self._go(visitor, place, asked)
        elif isinstance(asked, Fork):
            return Forking(self._record.up_to(place.number), tuple(asked.seats), asked.id)
        else:
            raise Refused("this is a record: look at it, or fork it to play on from here")
        return {"type": "answer", "id": asked.id}

    def _go(self, visitor: Visitor, place: Glance, asked: At) -> None:
        if asked.number > len(self._taken):
            raise Refused(f"there is no action {asked.number}, the last one is {len(self._taken)}")
        if asked.seat is not None and asked.seat >= len(self._record.seats):
            raise Refused(f"there is no seat {asked.seat}, the last one is {len(self._record.seats) - 1}")
        place.number = asked.number
        place.seat = place.seat if asked.seat is None else asked.seat
        visitor.seat = place.seat
        visitor.wake()

    def message(self, visitor: Visitor) -> dict[str, Any]:
        """The table as it was where somebody is, and what was told there."""
        place, record = self._places[visitor], self._record
        number, seat = place.number, place.seat
        if seat not in self._stories:
            self._stories[seat] = Story(self._plugin, record, self._path, seat)
        story, follows = self._stories[seat], place.told == (number - 1, seat)
        told, laying = story.chapters[number]
        place.told = (number, seat)
        is_over = record.result is not None and number == len(self._taken)
        return {
            "type": "view",
            "number": number,
            "last": len(self._taken),
            "phase": "record",
            "seat": seat,
            "fresh": not follows,
            "presence": {"chairs": self._chairs, "watchers": 0},
            "clocks": None,
            "talk": [],
            "can": {"start": False, "undo": False, "redo": False, "hint": False, "rematch": False, "stand_in": []},
            **scene(self._moment(number), seat, record.names, (), laying=laying),
            "events": told if follows else {"lines": story.lines(number), "moves": [], "scenes": []},
            "result": record.result.model_dump(mode="json") if is_over and record.result else None,
        }

    def _moment(self, number: int) -> Match[Any, Any]:
        """The game after so many actions."""
        while len(self._moments) <= number // STRIDE:
            self._moments.append(self._played(self._moments[-1], (len(self._moments) - 1) * STRIDE, STRIDE))
        return self._played(self._moments[number // STRIDE], number // STRIDE * STRIDE, number % STRIDE)

    def _played(self, match: Match[Any, Any], first: int, actions: int) -> Match[Any, Any]:
        """A match with some more actions."""
        later = match.fork()
        for seat, text in self._taken[first : first + actions]:
            later.advance(later.read(text, seat), seat)
        return later
