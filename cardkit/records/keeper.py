"""A watcher that keeps the record of a game, and knows what each person may take back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from cardkit.core.acts.events import Begun, Event, Moved, Shown
from cardkit.core.cards import Card
from cardkit.core.errors import CardkitError
from cardkit.core.piles import Seat
from cardkit.plugins.session import PUBLIC, Session
from cardkit.records.parts import Entry
from cardkit.records.record import Record, entries, step_of
from cardkit.records.reopening import record_of
from cardkit.table.views import Played


class Refused(CardkitError):
    """A command that can't be carried out, and why."""

    def __init__(self, reason: str, *, practice: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.practice = practice
        """Whether it can be done all the same, so that the game is practice."""

    def __str__(self) -> str:
        return self.reason


class Growing(Protocol):
    """Where the record of a game goes as it is played."""

    def add(
        self, whole: Callable[[], Record], action: str, outcomes: Sequence[Sequence[Card] | int], seat: int | None, /
    ) -> None:
        """Add an action, and what chance made after it; `whole` is the record with it."""
        ...


@dataclass
class Trail:
    """What outlasts a choice that is taken back: where the game has been, and how often somebody asked for a hint."""

    left: list[Record] = field(default_factory=list[Record])
    """The points that were left by taking back, the last one at the end."""
    marks: dict[str, Record] = field(default_factory=dict[str, Record])
    hints: int = 0

    def again(self, now: Record) -> Record:
        """The point that was left last and still comes after this one; raises Refused where there is none."""
        while self.left:
            record = self.left.pop()
            if len(record.log) > len(now.log) and record.log[: len(now.log)] == now.log:
                return record.model_copy(update={"practice": now.practice})
        raise Refused("nothing was taken back that could be played again")


class Keeper:
    """Keeps the record of a game, in memory and in its file, and knows what was seen."""

    def __init__(self, session: Session, trail: Trail) -> None:
        self.session = session
        self.trail = trail
        self.file: Growing | None = None
        """Where the record goes; None while what is in it already is played again."""
        self._piles = {pile.name: pile for pile in session.match.state.piles()}
        self._log: list[Entry] = []
        self._actors: list[int] = []
        """For each action, the seats that took it, as bits."""
        self._seen: list[int] = []
        """For each action, the seats that saw a card by it that they had not seen before, as bits."""

    @property
    def record(self) -> Record:
        """The record up to now."""
        return record_of(self.session).model_copy(update={"log": tuple(self._log)})

    def __call__(self, event: Event, view: Any) -> None:
        match = self.session.match
        if isinstance(event, Begun):
            self._log += entries(None, match.outcomes)
        elif isinstance(event, Moved) and self._seen:
            self._seen[-1] |= _bits(self._seeing(event, match.state.seats))
        elif isinstance(event, Shown) and self._seen:
            self._seen[-1] |= _bits(event.known_to)

    def keep(self, played: Played) -> None:
        """Keep an action that was played."""
        self._actors.append(_bits(played.seats))
        self._seen.append(0)
        step = step_of(played, self.session.match.outcomes)
        self._log += entries(*step)
        if self.file is not None:
            self.file.add(lambda: self.record, *step)

    def _seeing(self, event: Moved, seats: int) -> Iterable[Seat]:
        """The seats for which this move turned up cards."""
        source = self._piles.get(event.source)
        if source is not None and source.seen_by(PUBLIC):
            return ()
        knowing = range(seats) if event.known_to is None else event.known_to
        return knowing if source is None else [seat for seat in knowing if not source.seen_by(seat)]

    @property
    def actions(self) -> int:
        """How many actions were played."""
        return len(self._actors)

    def before_choice_of(self, seat: Seat) -> Record:
        """The game before this seat's last choice; raises Refused where it has made none."""
        last = self._last_choice_of(seat)
        if last is None:
            raise Refused("you have not done anything yet")
        return self.record.up_to(last)

    def may_take_back(self, seat: Seat) -> bool:
        """Whether this seat has made a choice, and no other person has acted since."""
        last = self._last_choice_of(seat)
        others = _bits(self.session.people) & ~_bits([seat])
        return last is not None and not any(actors & others for actors in self._actors[last:])

    def _last_choice_of(self, seat: Seat) -> int | None:
        return next(
            (number for number in range(len(self._actors) - 1, -1, -1) if self._actors[number] >> seat & 1), None
        )

    def taken_back_by(self, record: Record, seat: Seat) -> range:
        """The actions that are taken back if the game goes on from a record; raises Refused for those of others."""
        here, there = self.record.taken, record.taken
        pairs = enumerate(zip(here, there, strict=False))
        first = next((number for number, (one, other) in pairs if one != other), min(len(here), len(there)))
        others = [other for other in self.session.people if other != seat]
        for actors in self._actors[first:]:
            for other in others:
                if actors >> other & 1:
                    raise Refused(f"{self.session.names[other]} has acted since")
        return range(first, len(here))

    def has_seen(self, actions: range, seat: Seat) -> bool:
        """Whether a seat saw cards by these actions that it had not seen before."""
        return any(self._seen[number] >> seat & 1 for number in actions)


def _bits(seats: Iterable[Seat]) -> int:
    """Seats as one number."""
    return sum({1 << seat for seat in seats})
