"""A table with people at it who come, go and come back: it never waits for anybody, and knows no network.

Whoever is there is told that there is news, and fetches it when they can: a message is always the whole view, and what
was told since the last one. So nobody who is slow is waited for, and nobody who comes back needs anything special.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Self

from cardkit.core.piles import Seat
from cardkit.online.hosting.chairs import Visitor
from cardkit.online.hosting.clocks import Clock
from cardkit.online.hosting.machines import Thought
from cardkit.online.hosting.playing import Playing
from cardkit.online.hosting.policy import Policy
from cardkit.online.hosting.requests import HANDLERS
from cardkit.online.hosting.sitting import Keep, Unasked
from cardkit.online.messages.frames import refusal
from cardkit.online.messages.hello import hello_of
from cardkit.online.protocol import LONGEST_NAME, Hello, fit, read
from cardkit.plugins.boundaries import guarding
from cardkit.plugins.session import PUBLIC, prepare
from cardkit.plugins.setup import Setup
from cardkit.records.keeper import Refused
from cardkit.records.record import Record
from cardkit.records.reopening import revive

__all__ = ["Clock", "Hosted", "Keep", "Policy", "Refused", "Thought", "Visitor"]


class Hosted(Playing):
    """One table, from the first guest to the last. Times are seconds on any scale that goes on evenly."""

    @classmethod
    def lay(cls, setup: Setup, *, keep: Keep | None = None, **given: Any) -> Self:
        """A table that waits for its people; raises a CardkitError where the setup doesn't say all, or can't be.

        `given` is what the class is given.
        """
        console = Unasked(setup.plugin.game.name)
        with guarding(setup.plugin.game.name):
            session = prepare(setup, console, lambda seat: console)
        hosted = cls(session, keep=keep, **given)
        hosted.note()
        return hosted

    @classmethod
    def back(
        cls,
        setup: Setup,
        *,
        people: Mapping[str, Any],
        record: Record | None,
        keep: Keep | None = None,
        **given: Any,
    ) -> Self:
        """The table that was kept, as it was, with nobody there yet; without a record its game isn't dealt."""
        if record is None:
            return cls.lay(setup, keep=keep, people=people, **given)
        seats = tuple(str(chair["player"]) for chair in people["chairs"])
        console = Unasked(setup.plugin.game.name)
        with guarding(setup.plugin.game.name):
            session = revive(setup.plugin, record, Path("the record"), lambda seat: console, seats)
        hosted = cls(session, keep=keep, people=people, **given)
        hosted.sit_down(session, record, keeping="nothing")
        hosted.hear_again(people.get("answers"))
        return hosted

    @property
    def keys(self) -> tuple[str | None, ...]:
        """The key of each seat, None for a machine's."""
        return tuple(chair.key for chair in self.chairs.chairs)

    @property
    def watch_key(self) -> str:
        """The key of the spectators."""
        return self.chairs.watch_key

    def key_seat(self, key: str) -> Seat | None:
        """The seat that a key opens, -1 for that of the spectators, None for a wrong one; it takes the same time."""
        return self.chairs.seat_of(key)

    def enter(self, visitor: Visitor, message: Any, now: float) -> dict[str, Any]:
        """Let somebody in who says hello; what they are told first. Raises Refused where they have no key."""
        hello = read(message)
        if not isinstance(hello, Hello):
            raise Refused("the first message has to be hello")
        seat = self.chairs.seat_of(hello.key)
        if seat is None:
            raise Refused("this link is none of this table, or was renewed")
        name = fit(hello.name, "a name", LONGEST_NAME)
        self.now, visitor.seat = now, seat
        self.visitors.append(visitor)
        try:
            if seat != PUBLIC:
                self._take_place(seat, name)
            elif self.sitting is None and not self.chairs.people:
                self.start()
        except BaseException:
            self.visitors.remove(visitor)
            raise
        self.news(stands_otherwise=False)
        return hello_of(self.session, table=self.table, seat=seat, is_host=seat == self.chairs.host)

    def _take_place(self, seat: Seat, name: str) -> None:
        """Let a person have their seat, from a machine that played for them if one did; deal when all are there."""
        chair = self.chairs.chairs[seat]
        changed = not chair.taken or chair.machine
        chair.taken, chair.away_since = True, None
        if self.sitting is None and name and name != chair.name:
            chair.name, changed = self.chairs.own_name(seat, name), True
        if chair.machine:
            self.come_back(seat)
        if changed:
            self.note()
        if self.sitting is None and all(self.chairs.chairs[other].taken for other in self.chairs.people):
            self.start()

    def leave(self, visitor: Visitor, now: float) -> None:
        """Let somebody go, whose connection has ended perhaps."""
        self.now = now
        if visitor in self.visitors:
            self.visitors.remove(visitor)
            if visitor.seat != PUBLIC and not self.chairs.is_there(visitor.seat):
                self.chairs.chairs[visitor.seat].away_since = now
            self.news(stands_otherwise=False)

    def take(self, visitor: Visitor, message: Any, now: float) -> dict[str, Any] | None:
        """Do what somebody says; what is answered to them alone. Raises Refused, and then nothing happened."""
        said = read(message)
        self.now = now
        handler = HANDLERS.get(type(said))
        if handler is None or visitor not in self.visitors:
            raise Refused(visitor.gone or "that is nothing that can be said here")
        return handler(self, visitor, said)

    def message(self, visitor: Visitor) -> dict[str, Any]:
        """The whole view of somebody, and what they weren't told yet."""
        return self.views.message(self, visitor)

    def thought(self) -> Thought | None:
        """What a machine has to choose now; hand what it chooses to `done`, and what it raises to `failed`."""
        return self.machines.next(self)

    def done(self, thought: Thought, chosen: Any, now: float) -> None:
        """A machine has chosen, which counts if somebody still waits for that."""
        self.now = now
        if thought.asked_by is not None:
            self._advise(thought.asked_by, thought, thought.answer(chosen))
        elif self.machines.is_wanted(thought, self):
            self.answer(thought.seat, chosen)

    def failed(self, thought: Thought, error: BaseException, now: float) -> None:
        """A machine has failed: its table ends, and its record is kept."""
        self.now = now
        if thought.asked_by is not None:
            self._advise(thought.asked_by, thought, refusal(Refused(f"there is no hint: {error}"), thought.id))
        elif self.machines.is_wanted(thought, self):
            self.break_off(str(error) or type(error).__name__)

    def _advise(self, visitor: Visitor, hint: Thought, answer: dict[str, Any]) -> None:
        """Let a visitor have what a machine would do."""
        self.machines.advised(hint)
        visitor.answers.append(answer)
        visitor.wake()

    def tick(self, now: float) -> float | None:
        """Let clocks run out, and machines play for who is away; when to call again, None while nothing is to come."""
        self.now = now
        if self.phase == "playing" and self.sitting is not None:
            seat = self.clocks.out(now) if self.clocks else None
            if seat is not None:
                self.run_out(seat, self.sitting)
            elif self.policy.stand_in == "at once":
                self._stand_in()
        if self.views.is_due(now):
            self.views.number += 1
            for visitor in self.visitors:
                visitor.wake()
        return min((alarm for alarm in self._alarms() if alarm is not None and alarm > now), default=None)

    def _stand_in(self) -> None:
        """Let machines play for those who have been away for long."""
        away = [seat for seat in self.chairs.people if self.chairs.is_away(seat, self.now, self.policy.away)]
        for seat in away:
            self.play_for(seat)
        if away:
            self.note()
            self.news(stands_otherwise=False)

    def _alarms(self) -> Iterator[float | None]:
        """The times at which something happens by itself."""
        yield self.views.next_change(self.now)
        if self.phase == "playing":
            yield self.machines.ready
            yield self.clocks.runs_out() if self.clocks else None
            for chair in self.chairs.chairs if self.policy.away is not None else ():
                yield None if chair.away_since is None else chair.away_since + (self.policy.away or 0.0)
