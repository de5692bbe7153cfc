"""What was played, as it is kept and as it may be taken back, and what a place is where it is kept."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from cardkit.core.errors import CardkitError
from cardkit.core.events import Event, Moved, Shown
from cardkit.core.piles import Seat
from cardkit.plugins.session import PUBLIC, Session
from cardkit.records.record import Entry, Keep, Record, entries, step_of
from cardkit.records.replay import record_of
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


class Log:
    """What was played of a game, who saw what by it, and what each person may take back; it goes to the places.

    The log of the same game at another point goes on from the earlier one.
    """

    def __init__(self, session: Session, earlier: Log | None = None) -> None:
        self.places: Sequence[Keep] = ()
        """Where it is kept; nowhere while what is there already is played again."""
        self.go_on_from(earlier, session)
        self._piles = {pile.name: pile for pile in session.match.state.piles()}
        self._log: list[Entry] = entries(None, session.match.outcomes)
        self._actors: list[int] = []
        """For each action, the seats that took it, as bits."""
        self._seen: list[int] = []
        """For each action, the seats that saw a card by it that they had not seen before, as bits."""

    def go_on_from(self, earlier: Log | None, session: Session) -> None:
        """Go on from an earlier log of the game, which is at another point now."""
        self.session = session
        self.left: list[Record] = earlier.left if earlier else []
        """The points that were left by taking back, the last one at the end."""
        self.marks: dict[str, Record] = earlier.marks if earlier else {}
        """The points that a person has named."""
        self.hints: int = earlier.hints if earlier else 0
        """How often somebody asked what the machine would do."""

    def __getstate__(self) -> dict[str, Any]:
        """What is kept of it where it may be gone back to: what was played, and nothing of the company."""
        return {**vars(self), "session": None, "places": (), "left": [], "marks": {}}

    @property
    def record(self) -> Record:
        """The record up to now."""
        return record_of(self.session).model_copy(update={"log": tuple(self._log)})

    def __call__(self, event: Event, view: Any) -> None:
        if isinstance(event, Moved) and self._seen:
            self._seen[-1] |= _bits(self._seeing(event, self.session.match.state.seats))
        elif isinstance(event, Shown) and self._seen:
            self._seen[-1] |= _bits(event.known_to)

    def keep(self, played: Played) -> None:
        """Keep an action that was played."""
        self._actors.append(_bits(played.seats))
        self._seen.append(0)
        step = step_of(played, self.session.match.outcomes)
        self._log += step
        for place in self.places:
            place.add(step)

    def again(self) -> Record | None:
        """The point that was left last and still comes after this one; those left later are forgotten, or all."""
        now = self.record if self.left else None
        while now is not None and self.left:
            record = self.left[-1]
            if len(record.log) > len(now.log) and record.log[: len(now.log)] == now.log:
                return record.model_copy(update={"practice": now.practice})
            self.left.pop()
        return None

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

    def mark(self, name: str) -> str:
        """Remember this point by a name; a sentence that says so. Raises Refused where there is no name."""
        if not name:
            raise Refused("say what to call this point, such as :mark before-the-queen")
        self.marks[name] = self.record
        return f"This point is {name}; :back {name} leads here"

    def marked(self, name: str) -> Record:
        """The point that a person has named so; raises Refused where there is none."""
        if name not in self.marks:
            known = f"the marks are {', '.join(self.marks)}" if self.marks else ":mark NAME marks one"
            raise Refused(f"there is no point {name!r}; {known}" if name else f"say to which point; {known}")
        return self.marks[name]

    def before_choice_of(self, seat: Seat) -> Record:
        """The game before this seat's last choice; raises Refused where it has made none."""
        last = self._last_choice_of(seat)
        if last is None:
            raise Refused("you have not done anything yet")
        return self.record.up_to(last)

    def has_chosen(self, seat: Seat) -> bool:
        """Whether this seat has made a choice that it may want to take back."""
        return self._last_choice_of(seat) is not None

    def acted_since(self, actions: int) -> set[Seat]:
        """The seats that have acted after so many actions."""
        return {seat for actors in self._actors[actions:] for seat in range(actors.bit_length()) if actors >> seat & 1}

    def _last_choice_of(self, seat: Seat) -> int | None:
        return next(
            (number for number in range(len(self._actors) - 1, -1, -1) if self._actors[number] >> seat & 1), None
        )

    def taken_back_by(self, record: Record, seat: Seat, agreed: Collection[Seat] = ()) -> range:
        """The actions that are taken back if the game goes on from a record.

        Raises Refused for those of other people who haven't agreed.
        """
        first = self.in_common(record)
        others = [other for other in self.session.people if other != seat and other not in agreed]
        for actors in self._actors[first:]:
            for other in others:
                if actors >> other & 1:
                    raise Refused(f"{self.session.names[other]} has acted since")
        return range(first, self.actions)

    def in_common(self, record: Record) -> int:
        """With how many of the actions played here a record begins."""
        here, there = self.record.taken, record.taken
        pairs = enumerate(zip(here, there, strict=False))
        return next((number for number, (one, other) in pairs if one != other), min(len(here), len(there)))

    def begins(self, record: Record) -> bool:
        """Whether a record begins with all that was played here."""
        return list(record.log[: len(self._log)]) == self._log

    def has_seen(self, actions: range, seat: Seat) -> bool:
        """Whether a seat saw cards by these actions that it had not seen before."""
        return any(self._seen[number] >> seat & 1 for number in actions)


def _bits(seats: Iterable[Seat]) -> int:
    """Seats as one number."""
    return sum({1 << seat for seat in seats})
