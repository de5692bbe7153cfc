"""A game that is dealt at a hosted table: its turns, its clocks, its log, who is told, and its points kept whole.

Of points that are kept, nobody who goes back to one waits until all of it was played again.
"""

from __future__ import annotations

import copyreg
import io
import pickle
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NoReturn, Self, cast

from cardkit.core.cards import Seat
from cardkit.core.errors import CardkitError, IllegalAction, NotAnAction
from cardkit.core.results import Result
from cardkit.core.state import State
from cardkit.hosting.messages import Teller
from cardkit.hosting.scene import Sketch, lying_of, scene
from cardkit.plugins.board import Board
from cardkit.plugins.lines import Laying, Line
from cardkit.plugins.people import Guarded, guarding
from cardkit.plugins.reading import NotTaken, Reader
from cardkit.plugins.sayings import Sayings, out_of_time_line
from cardkit.plugins.setup import PUBLIC, Session
from cardkit.records.record import Log, Record, RecordedEnd
from cardkit.records.replay import Advice, advice, stand_in
from cardkit.table.match import Match
from cardkit.table.turns import Table, Watcher

MOST_ADDED = 200
"""Of so many moves is kept what they added to a clock, which is taken away where they are taken back."""
EVERY = 40
"""After so many actions the next point is kept."""


class KeptPoints:
    """What a game was after some of its actions, copied with the memory of its machines and narrators.

    What can't be copied truly, such as a program, a function within a function or a mark that is nothing but itself,
    isn't kept, and the game is played again from its beginning.
    """

    def __init__(self) -> None:
        self._kept: list[tuple[int, bytes]] = []
        self._left: list[tuple[int, bytes]] = []
        """Those that come after where the game was taken back to, until another one is kept."""
        self._can_be_copied = True

    def keep(self, actions: int, game: Any) -> None:
        """Keep the game as it is after so many actions, if the last point that was kept is long enough ago."""
        if self._can_be_copied and actions - (self._kept[-1][0] if self._kept else 0) >= EVERY:
            copy = io.BytesIO()
            try:
                _Copier(copy).dump(game)
            except Exception:
                self._can_be_copied = False
            else:
                self._kept.append((actions, copy.getvalue()))
                self._left = []

    def last(self, actions: int) -> tuple[Any, KeptPoints] | None:
        """The game at the last point after no more than so many actions, also one that was left, and the points."""
        all_points = self._kept + self._left
        kept = [point for point in all_points if point[0] <= actions]
        if not kept:
            return None
        points = KeptPoints()
        points._kept, points._left = kept, all_points[len(kept) :]
        try:
            return pickle.loads(kept[-1][1]), points
        except Exception:
            return None


def _refuse(mark: object) -> NoReturn:
    raise pickle.PicklingError(f"{mark} is another one when it is copied")


class _Copier(pickle.Pickler):
    def __init__(self, copy: io.BytesIO) -> None:
        super().__init__(copy, pickle.HIGHEST_PROTOCOL)
        self.dispatch_table = {**copyreg.dispatch_table, object: _refuse}


Watching = Callable[[Session, Record | None], Iterable[tuple[Watcher, Seat | None]]]
"""Who is told of a game that begins, or is played again up to where a record ends, and with whose eyes."""


class Sitting:
    """A game that is dealt, from its first action or from where a record has it: its turns, its log, who is told."""

    def __init__(
        self,
        session: Session,
        log: Log,
        record: Record | None = None,
        watch: Watching | None = None,
        retold: Callable[[], None] | None = None,
    ) -> None:
        self.session = session
        self._sketches: defaultdict[Seat, Sketch] = defaultdict(Sketch)
        self.match: Match[Any, Any] = session.match
        self.table: Table[Any, Any] = Table(
            session.match, session.players, seed=session.seed, most_turns=session.setup.most_turns
        )
        self.log = log
        self.table.watch(log).record(log.keep)
        self.tellers: dict[Seat, Teller] = {}
        if watch is None:
            self.tellers = {
                seat: Teller(session.narrator(seat, is_drawn=True), partial(self._lying, seat))
                for seat in (PUBLIC, *session.people)
            }
        for watcher, eyes in watch(session, record) if watch else ((self.tellers[seat], seat) for seat in self.tellers):
            self.table.watch(watcher, seat=eyes)
        self._readers: dict[Seat, Reader] = {}
        self._points = KeptPoints()
        with guarding(self.match.game.name, session.players):
            self._begin(record, retold)

    def _begin(self, record: Record | None, retold: Callable[[], None] | None = None) -> None:
        if record is not None and record.log:
            machines = [seat for seat in range(self.match.state.seats) if seat not in self.session.people]
            taken = record.taken[self.log.actions :]
            for first in range(0, len(taken), EVERY):
                self.table.retell(taken[first : first + EVERY], reminding=machines)
                self.keep_point()
        if record is not None and retold is not None:
            retold()
        if record is not None and record.result is not None and record.result.out_of_time is not None:
            self.run_out(record.result.out_of_time)
        else:
            self.table.begin()

    def __getstate__(self) -> dict[str, Any]:
        """What is kept of a point: all but what was set up, what was drawn, and the earlier points."""
        return {**vars(self), "session": None, "_points": None, "_readers": {}, "_sketches": defaultdict(Sketch)}

    def keep_point(self) -> None:
        """Keep how things stand, if it is time and nobody's answer waits for others; a console is told as it goes."""
        if self.tellers and not self.table.answers:
            self._points.keep(self.log.actions, (self, self.session.players))

    def gone_to(self, record: Record) -> Sitting | None:
        """The same game where a record has it, played on from the last point before; None where none was kept."""
        here = self.log.record
        if (record.names, record.seats) != (here.names, here.seats):
            return None
        common = self.log.in_common(record)
        goes_on = common == self.log.actions
        for actions in (len(record.taken), common) if goes_on else (common,):
            point = cast(tuple[tuple[Sitting, Sequence[Any]], KeptPoints] | None, self._points.last(actions))
            if point is None:
                return None
            (sitting, players), points = point
            if sitting.log.begins(record):
                break
        else:
            return None
        sitting._points = points
        setup = self.session.setup.having(practice=record.practice)
        sitting.session = replace(self.session, setup=setup, match=sitting.match, players=players)
        sitting.log.go_on_from(self.log, sitting.session)
        for seat in self.session.people:
            if sitting.table.players[seat] is not players[seat]:
                sitting.sit_back(seat)
        with guarding(self.match.game.name, players):
            sitting._begin(record)
        return sitting

    def is_new(self) -> bool:
        """Whether things stand otherwise than before the last answer, and not only one of several has answered."""
        return self.match.is_over or (self.match.nobody_has_spoken and not self.table.answers)

    def read(self, seat: Seat, text: str, *, typed: bool = False) -> Any:
        """The legal action that a seat means by a text; raises a CardkitError with the reason where it means none."""
        return self._reader(seat).read(text, self.match.legal_of(seat) or self.match.legal, typed=typed)

    def can(self, seat: Seat, text: str, *, typed: bool) -> tuple[list[Any], str]:
        """The legal actions that a text can mean, and else the reason why it means none."""
        try:
            return [self.read(seat, text, typed=typed)], ""
        except CardkitError as error:
            found = self._reader(seat).meanings(text, self.match.legal_of(seat))
            reason = error.reason if isinstance(error, IllegalAction | NotAnAction | NotTaken) else str(error)
            return found, "" if found else reason

    def _reader(self, seat: Seat) -> Reader:
        if seat not in self._readers:
            self._readers[seat] = Reader(self.match, seat, self.session.names, partial(self.said, seat))
        return self._readers[seat]

    def said(self, seat: Seat, action: Any) -> Line:
        """The sentence of an action for a seat."""
        return Sayings(self.match.game, self.session.names, seat).action(action, self.match.view(seat))

    def stand_in(self, seat: Seat) -> None:
        """Let a machine play on for a person."""
        self.table.sit(seat, stand_in(self.session, seat, self.log.record.taken))

    def sit_back(self, seat: Seat) -> None:
        """Let a person play again."""
        _let_go(self.table.players[seat])
        self.table.sit(seat, self.session.players[seat])

    def close(self) -> None:
        """Let the machines go; the game doesn't go on here."""
        for player in self.table.players:
            _let_go(player)

    def advice(self, seat: Seat) -> Callable[[], Advice]:
        """What asks a machine what it would do."""
        return advice(self.session, seat, self.log.record.taken)

    def run_out(self, seat: Seat) -> RecordedEnd:
        """Let a seat lose because its time has run out; how the game ended, for its record."""
        result = Result.out_of_time(seat, self.match.game.sides(self.match.state))
        for teller in self.tellers.values():
            teller.say(out_of_time_line(seat, self.session.names))
        self.table.end(result)
        return RecordedEnd.made_of(result).model_copy(update={"out_of_time": seat})

    def scene(self, seat: Seat, *, is_broken_off: bool) -> dict[str, Any]:
        """What a seat sees, and may do, which is nothing where the game was broken off; raises GameFault."""
        asked = () if is_broken_off else self.table.asked
        with guarding(self.match.game.name):
            laying = self.tellers[seat].laying
            return scene(self.match, seat, self.session.names, asked, self._sketches[seat], laying)

    def _lying(self, seat: Seat, view: State, laying: Laying) -> dict[str, Any]:
        """How the table lies, as a seat saw it at some moment."""
        board = Board.of(self.match.game, view, seat, self.session.names, laying=laying)
        return lying_of(board, self._sketches[seat])


def _let_go(player: Any) -> None:
    if isinstance(player, Guarded):
        player.leave()


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
