"""The game at a hosted table: dealing, answers and what is kept of them, machines for people, clocks, other points."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Literal

from cardkit.core.errors import CardkitError, GameFault, IllegalAction, NotAnAction, PlayerFault
from cardkit.core.piles import Seat
from cardkit.online.hosting.chairs import Chairs, Visitor
from cardkit.online.hosting.clocks import Clocks
from cardkit.online.hosting.machines import Machines
from cardkit.online.hosting.policy import Policy
from cardkit.online.hosting.sitting import Keep, Sitting, Unasked, named, next_game
from cardkit.online.hosting.views import Views
from cardkit.plugins.boundaries import guarding
from cardkit.plugins.session import Session
from cardkit.records.keeper import Refused, Trail
from cardkit.records.record import Record
from cardkit.records.reopening import gone_to


class Playing:
    """A game that is set up, dealt when its people are there, and played to its end."""

    def __init__(
        self,
        session: Session,
        *,
        policy: Policy | None = None,
        keep: Keep | None = None,
        people: Mapping[str, Any] | None = None,
        now: float = 0.0,
        table: str = "",
    ) -> None:
        """A table for a game that is set up; `people` are those of a table that was kept."""
        self.session = session
        self.policy = policy or Policy()
        self.table = table
        self.keep = keep
        self.now = now
        self.chairs = Chairs.back(people, now) if people else Chairs.of(session.seats, session.names)
        left = people["clocks"] if people else None
        self.clocks = Clocks(self.policy.clock, len(session.seats), left) if self.policy.clock else None
        self.sitting: Sitting | None = None
        self.trail = Trail()
        self.taken_back_by: Seat | None = None
        """Who has taken something back since the last action."""
        self.fault = ""
        """Why the game was broken off, if it was."""
        self.machines = Machines()
        self.views = Views(self.policy.delay)
        self._for_one_move: set[Seat] = set()
        """The people whose time has run out, so that a machine makes this move."""

    @property
    def people(self) -> dict[str, Any]:
        """What the record doesn't say: the seats with their keys, what clocks have left, answers not yet played."""
        kept = self.chairs.kept() | {"clocks": self.clocks.left(self.now) if self.clocks else None}
        answers = self.sitting.table.answers if self.sitting else {}
        if self.sitting is not None and answers:
            said = {str(seat): str(action) for seat, action in answers.items()}
            kept["answers"] = {"after": self.sitting.keeper.actions, "said": said}
        return kept

    @property
    def visitors(self) -> list[Visitor]:
        """Who is there."""
        return self.chairs.visitors

    @property
    def phase(self) -> str:
        """How far the table is: `waiting` for its people, `playing`, or `over`."""
        if self.fault:
            return "over"
        if self.sitting is None:
            return "waiting"
        return "over" if self.sitting.match.is_over else "playing"

    @property
    def record(self) -> Record | None:
        """The record of the game; None before it is dealt."""
        return self.sitting.record if self.sitting else None

    def at_play(self) -> Sitting:
        """The game that is played; raises Refused where none is."""
        if self.phase == "over":
            raise Refused("the game is over")
        if self.sitting is None:
            raise Refused("the game has not begun")
        return self.sitting

    def note(self) -> None:
        """Keep who sits where."""
        if self.keep is not None:
            self.keep.seat(self.people)

    def start(self) -> None:
        """Deal; for people who were not there yet machines play until they come."""
        for seat in self.chairs.people:
            self.chairs.chairs[seat].machine = not self.chairs.chairs[seat].taken
        session = self.session
        names = tuple(chair.name for chair in self.chairs.chairs)
        self.begin(session if names == session.names else named(session, names))

    def begin(self, session: Session) -> None:
        """Begin a game that is set up, and keep it."""
        if self.clocks is not None and self.policy.clock is not None:
            self.clocks = Clocks(self.policy.clock, len(session.seats))
        self.trail, self.fault, self._for_one_move = Trail(), "", set()
        try:
            self.sit_down(session, None)
        except (GameFault, PlayerFault) as fault:
            self.fault = str(fault)

    def sit_down(
        self, session: Session, record: Record | None, *, keeping: Literal["begin", "replace", "nothing"] = "begin"
    ) -> None:
        """Play the game of a session on from where a record has it, from its beginning where there is none.

        It is kept as one that begins, or in the place of the one that is kept, or is kept already.
        """
        sitting = Sitting(session, self.trail, record)
        if self.keep is not None and keeping == "begin":
            self.keep.begin(sitting.record, self.people)
        elif self.keep is not None and keeping == "replace":
            self.keep.replace(sitting.record)
        if keeping == "begin":
            self._finish(sitting)
        sitting.keep_in(self.keep)
        self.close()
        self.session, self.sitting = session, sitting
        for seat in self.chairs.people:
            if self.chairs.chairs[seat].machine:
                sitting.stand_in(seat)
        self.views.begin_anew()

    def answer(self, seat: Seat, action: Any) -> None:
        """Let a seat act; raises IllegalAction where it can't, and whatever keeping the record raises."""
        sitting = self.at_play()
        actions = sitting.keeper.actions
        try:
            sitting.answer(seat, action)
        except IllegalAction:
            raise
        except (GameFault, PlayerFault) as fault:
            self.break_off(str(fault))
            return
        except CardkitError:
            self.sit_down(*self._session_at(sitting.record.up_to(actions)), keeping="nothing")
            self.news()
            raise
        self.taken_back_by = None
        if self.clocks is not None:
            self.clocks.moved(seat, self.now)
        if self.clocks is not None or sitting.table.answers:
            self.note()
        if seat in self._for_one_move:
            self._for_one_move.discard(seat)
            self.come_back(seat)
        self._finish(sitting)
        self.machines.ready = self.now + self.policy.pace
        self.news(stands_otherwise=sitting.is_new())

    def hear_again(self, kept: Mapping[str, Any] | None) -> None:
        """Take answers that were kept of seats that act at the same time, if nothing was played since.

        One that can't be given any more, as the game has gone on meanwhile, is asked for again.
        """
        if kept and self.sitting is not None and kept["after"] == self.sitting.keeper.actions:
            for seat, text in kept["said"].items():
                if int(seat) in self.sitting.table.asked:
                    with suppress(IllegalAction, NotAnAction):
                        self.sitting.answer(int(seat), self.sitting.read(int(seat), text))

    def _finish(self, sitting: Sitting) -> None:
        """Keep how the game ended, if it has."""
        if sitting.match.result is not None and self.keep is not None:
            self.keep.finish(sitting.match.result)

    def break_off(self, fault: str) -> None:
        """End the table by a fault of its rules or of a machine; its record stays as it is."""
        self.fault = fault
        self.close()
        self.news()

    def close(self) -> None:
        """Let the machines go, where the game isn't played on here."""
        if self.sitting is not None:
            self.sitting.close()

    def play_for(self, seat: Seat) -> None:
        """Let a machine play for somebody until they come back."""
        self.chairs.chairs[seat].machine = True
        if self.sitting is not None:
            self.sitting.stand_in(seat)

    def come_back(self, seat: Seat) -> None:
        """Let somebody play themselves for whom a machine has played."""
        self.chairs.chairs[seat].machine = False
        if self.sitting is not None:
            self.sitting.sit_back(seat)

    def go_to(self, record: Record) -> None:
        """Go on from another point of the game."""
        self.sit_down(*self._session_at(record), keeping="replace")
        self.news()

    def _session_at(self, record: Record) -> tuple[Session, Record]:
        console = Unasked(self.session.match.game.name)
        with guarding(self.session.match.game.name):
            return gone_to(self.session, record, lambda seat: console), record

    def next_game(self) -> None:
        """Begin another game, everybody one seat further on."""
        session = next_game(self.session)
        self.chairs.turn(1)
        try:
            self.begin(session)
        except BaseException:
            self.chairs.turn(-1)
            raise
        self.news()

    def run_out(self, seat: Seat, sitting: Sitting) -> None:
        """Do what follows where a seat's time has run out."""
        if self.policy.on_timeout == "machine":
            self._for_one_move.add(seat)
            self.play_for(seat)
        else:
            end = sitting.run_out(seat)
            if self.keep is not None:
                self.keep.replace(sitting.record.model_copy(update={"result": end}))
        self.news()

    def news(self, *, stands_otherwise: bool = True) -> None:
        """Something has changed: let clocks run or stand, and wake everybody."""
        if self.clocks is not None:
            going = self.sitting is not None and self.phase == "playing" and self.chairs.somebody_is_there
            asked = self.sitting.table.asked if going and self.sitting is not None else ()
            self.clocks.run(filter(self.chairs.is_person, asked), self.now)
        self.views.changed(self, stands_otherwise=stands_otherwise)
        for visitor in self.visitors:
            visitor.wake()
