"""A table with people at it who come, go and come back: it never waits for anybody, and knows no network.

Whoever is there is told that there is news, and fetches it when they can: a message is always the whole view, and what
was told since the last one. So nobody who is slow is waited for, and nobody who comes back needs anything special.
A console at the same machine sits at it as well: it is told each event as it happens, by a watcher of its own.
"""

from __future__ import annotations

import re
import secrets
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

from cardkit.core.cards import Seat
from cardkit.core.errors import CannotStart, CardkitError, GameFault, IllegalAction, NotAnAction, PlayerFault
from cardkit.hosting.commands import LONGEST_NAME
from cardkit.hosting.messages import HANDLERS, Reply, Undoing, Views, fit_for_line, hello_of, refusal
from cardkit.hosting.sitting import Clock, Clocks, Sitting, Watching
from cardkit.plugins.people import Guarded, guarding
from cardkit.plugins.reading import NotTaken
from cardkit.plugins.registry import is_known, is_search
from cardkit.plugins.setup import MACHINES, PUBLIC, ConsoleFor, Session, Setup, new_seed, prepare, seated
from cardkit.records.record import Keep, Log, Record, Refused
from cardkit.records.replay import Advice, gone_to, revive

if TYPE_CHECKING:
    pass

__all__ = ["Clock", "Hosted", "Policy", "Refused", "Thought", "Unasked", "Visitor"]

SOON = 5.0
"""After so many seconds without somebody the others are told that they have left."""
MOST_TAKEN_BACK = 200
"""So many points that were left by taking back are kept."""


class Unasked:
    """The console of people who are asked in another way; raises CannotStart where a game asks before it is dealt."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._said = ""

    def say(self, line: str, /) -> None:
        """Keep what the question is."""
        self._said = line

    def ask(self, prompt: str = "", /) -> str:
        """Say what has to be said beforehand."""
        raise CannotStart(self._game, f"this has to be said beforehand: {prompt or self._said}")


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

    def give_key(self) -> None:
        """Give the seat another key."""
        self.key = new_key()


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


@dataclass(eq=False)
class Thought:
    """Something that a machine has to choose; `choose` may be called in another thread."""

    seat: Seat
    choose: Callable[[], Any]
    sitting: Sitting
    asked_by: Visitor | None = None
    """Who asked for a hint, if that is what it is for."""
    id: int | None = None

    @property
    def is_long(self) -> bool:
        """Whether it may take its time: all but the players of cardkit and of the game that don't search."""
        player, plugin = self.sitting.table.players[self.seat], self.sitting.session.setup.plugin
        is_quick = isinstance(player, Guarded) and is_known(player.name, plugin) and not is_search(player.name)
        return self.asked_by is not None or not is_quick

    def answer(self, advised: Advice) -> dict[str, Any]:
        """The answer to who asked for a hint."""
        return {
            "type": "answer",
            "id": self.id,
            "action": str(advised.action),
            "say": str(advised.said),
            "reasons": list(map(str, advised.reasons)),
        }


class Hosted:
    """One table, from the first guest to the last. Times are seconds on any scale that goes on evenly."""

    def __init__(
        self,
        session: Session,
        *,
        policy: Policy | None = None,
        places: Sequence[Keep] = (),
        people: Mapping[str, Any] | None = None,
        now: float = 0.0,
        table: str = "",
        console_for: ConsoleFor | None = None,
        watch: Watching | None = None,
        retold: Callable[[], None] | None = None,
    ) -> None:
        """A table for a game that is set up; `people` are those of a table that was kept.

        People who sit at a console are asked there; who is told by `watch` fetches no messages, and hears by `retold`
        that the game was played again up to the end of a record.
        """
        self.session = session
        self.policy = policy or Policy()
        self.table = table
        self.places = list(places)
        """Where it is kept: what is kept is kept in each of them, in this order."""
        self.now = now
        self.chairs = Chairs.back(people, now) if people else Chairs.of(session.seats, session.names)
        self.watch_key, self.visitors = self.chairs.watch_key, self.chairs.visitors
        """The key of the spectators, and who is there."""
        self.clocks = Clocks(self.policy.clock, len(session.seats), people) if self.policy.clock else None
        self.sitting: Sitting | None = None
        self.taken_back_by: Seat | None = None
        """Who has taken something back that could be played again."""
        self.undoing: Undoing | None = None
        """What somebody asks to take back."""
        self.replacing: Seat | None = None
        """The seat of a person who is there, and is asked whether a machine may play."""
        self.asks_consent = True
        """Whether others are asked for that; not where they all sit at one keyboard."""
        self._by_time: tuple[bool, ...] = ()
        """What of the last view changes with time alone."""
        self.failure: CardkitError | None = None
        """By what the game was broken off, if it was."""
        self.views = Views(self.policy.delay)
        self._console_for: ConsoleFor = console_for or (lambda _: Unasked(session.setup.plugin.game.name))
        self._watch, self._retold = watch, retold
        self.moves_left: dict[Seat, float] = {}
        """The people for whom a machine makes so many moves more: one where their time has run out."""
        self._hints: deque[Thought] = deque()
        self.advising: set[Seat] = set()
        """The seats whose hint isn't there yet."""
        self._thinking: Thought | None = None
        """What is thought about now, beside hints."""
        self._ready = 0.0
        """The time before which no machine acts."""

    @classmethod
    def lay(cls, setup: Setup, *, places: Sequence[Keep] = (), **given: Any) -> Self:
        """A table that waits for its people; raises a CardkitError where the setup doesn't say all, or can't be.

        `given` is what the class is given.
        """
        console = Unasked(setup.plugin.game.name)
        with guarding(setup.plugin.game.name):
            session = prepare(setup, console, lambda seat: console)
        hosted = cls(session, places=places, **given)
        hosted.note()
        return hosted

    @classmethod
    def back(
        cls,
        setup: Setup,
        *,
        people: Mapping[str, Any],
        record: Record | None,
        places: Sequence[Keep] = (),
        **given: Any,
    ) -> Self:
        """The table that was kept, as it was, with nobody there yet; without a record its game isn't dealt."""
        if record is None:
            return cls.lay(setup, places=places, people=people, **given)
        seats = tuple(str(chair["player"]) for chair in people["chairs"])
        console = Unasked(setup.plugin.game.name)
        with guarding(setup.plugin.game.name):
            session = revive(setup.plugin, record, Path("the record"), lambda seat: console, seats)
        hosted = cls(session, places=places, people=people, **given)
        hosted.sit_down(session, record, keeping="nothing")
        hosted._hear_again(people.get("answers"))
        return hosted

    def _hear_again(self, kept: Mapping[str, Any] | None) -> None:
        """Take answers that were kept of seats that act at the same time, if nothing was played since.

        One that can't be given any more, as the game has gone on meanwhile, is asked for again.
        """
        sitting = self.sitting
        if kept and sitting is not None and kept["after"] == sitting.log.actions:
            for seat, text in kept["said"].items():
                if int(seat) in sitting.table.asked:
                    with suppress(IllegalAction, NotAnAction, NotTaken), guarding(sitting.match.game.name):
                        sitting.table.answer(int(seat), sitting.read(int(seat), text))

    # Who is there

    @property
    def keys(self) -> tuple[str | None, ...]:
        """The key of each seat, None for a machine's."""
        return tuple(chair.key for chair in self.chairs.chairs)

    @property
    def people(self) -> dict[str, Any]:
        """What the record doesn't say: the seats with their keys, what clocks have left, answers not yet played."""
        kept = self.chairs.kept() | (self.clocks.kept(self.now) if self.clocks else {"clocks": None})
        answers = self.sitting.table.answers if self.sitting else {}
        if self.sitting is not None and answers:
            said = {str(seat): str(action) for seat, action in answers.items()}
            kept["answers"] = {"after": self.sitting.log.actions, "said": said}
        return kept

    def keep_in(self, places: Sequence[Keep]) -> None:
        """Keep from now on in these places whatever happens."""
        self.places = list(places)
        if self.sitting is not None:
            self.sitting.log.places = self.places

    def note(self) -> None:
        """Keep who sits where."""
        for place in self.places:
            place.seat(self.people)

    def enter(self, visitor: Visitor, message: Any, now: float) -> dict[str, Any]:
        """Let somebody in who says hello; what they are told first. Raises Refused where they have no key."""
        from cardkit.hosting.protocol import Hello, read

        hello = read(message)
        if not isinstance(hello, Hello):
            raise Refused("the first message has to be hello")
        seat = self.chairs.seat_of(hello.key)
        if seat is None:
            raise Refused("this link is none of this table, or was renewed")
        name = fit_for_line(hello.name, "a name", LONGEST_NAME)
        visitor.protocol = hello.protocol
        self.sit(visitor, seat, name, now)
        is_host = seat == self.chairs.host
        return hello_of(self.session, table=self.table, seat=seat, is_host=is_host, protocol=hello.protocol)

    def sit(self, visitor: Visitor, seat: Seat, name: str, now: float) -> None:
        """Let somebody have a seat, or watch, who needs no key; the cards are dealt when everybody is there."""
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

    def _take_place(self, seat: Seat, name: str) -> None:
        """Let a person have their seat, from a machine that played for them if one did; deal when all are there."""
        chair = self.chairs.chairs[seat]
        is_new, is_back = not chair.taken, chair.machine or chair.is_missed
        changed = is_new or chair.machine
        chair.taken, chair.away_since, chair.is_missed = True, None, False
        if name and name != chair.name and (self.sitting is None or is_new):
            self.call(seat, name)
            changed = True
        if is_new or is_back:
            self.remark(f"{chair.name} has come" if is_new else f"{chair.name} is back", but=seat)
        if chair.machine:
            self.come_back(seat)
        if changed:
            self.note()
        if self.sitting is None and all(self.chairs.chairs[other].taken for other in self.chairs.people):
            self.start()

    def call(self, seat: Seat, name: str) -> None:
        """Let a seat have another name from now on, also in what is told of the game so far."""
        chair = self.chairs.chairs[seat]
        chair.name = self.chairs.own_name(seat, name)
        if self.sitting is not None and self.phase == "playing":
            names = tuple(other.name for other in self.chairs.chairs)
            self.go_to(self.sitting.log.record.model_copy(update={"names": names}))

    def remark(self, text: str, *, but: Seat | None = None) -> None:
        """Tell all something of the company, if anybody is there beside the one that it is about."""
        if any(visitor.seat != but for visitor in self.visitors):
            self.views.say("", f"{text}.")

    def leave(self, visitor: Visitor, now: float) -> None:
        """Let somebody go, whose connection has ended perhaps."""
        self.now = now
        if visitor in self.visitors:
            self.visitors.remove(visitor)
            if visitor.seat != PUBLIC and not self.chairs.is_there(visitor.seat):
                self.chairs.chairs[visitor.seat].away_since = now
            self.news(stands_otherwise=False)

    def message(self, visitor: Visitor) -> dict[str, Any]:
        """The whole view of somebody, and what they weren't told yet."""
        return self.views.message(self, visitor)

    # The game

    @property
    def phase(self) -> Literal["waiting", "playing", "over"]:
        """How far the table is: `waiting` for its people, `playing`, or `over`."""
        if self.failure is not None:
            return "over"
        if self.sitting is None:
            return "waiting"
        return "over" if self.sitting.match.is_over else "playing"

    @property
    def fault(self) -> str:
        """Why the game was broken off; empty where it wasn't."""
        return "" if self.failure is None else str(self.failure)

    @property
    def record(self) -> Record | None:
        """The record of the game; None before it is dealt."""
        return self.sitting.log.record if self.sitting else None

    def at_play(self) -> Sitting:
        """The game that is played; raises Refused where none is."""
        if self.phase == "over":
            raise Refused("the game is over")
        return self.at_end()

    def at_end(self) -> Sitting:
        """The game that was played; raises Refused where none was dealt."""
        if self.sitting is None:
            raise Refused("the game has not begun")
        return self.sitting

    def start(self) -> None:
        """Deal; for people who were not there yet machines play until they come."""
        for seat in self.chairs.people:
            self.chairs.chairs[seat].machine = not self.chairs.chairs[seat].taken
        session = self.session
        names = tuple(chair.name for chair in self.chairs.chairs)
        renamed = replace(session, setup=session.setup.having(names=names))
        self._begin(session if names == session.names else _with_players(renamed))

    def begin_next(self) -> None:
        """Begin another game with the same deck, everybody one seat further on."""
        session = _next_game(self.session)
        self.chairs.turn(1)
        try:
            self._begin(session)
        except BaseException:
            self.chairs.turn(-1)
            raise

    def open_seat(self, seat: Seat) -> None:
        """Let a machine's seat be a person's, for whom it plays on until they come."""
        chair = self.chairs.chairs[seat]
        chair.player, chair.machine = "human", self.sitting is not None
        chair.give_key()
        seats = tuple(other.player for other in self.chairs.chairs)
        self.session = _with_players(replace(self.session, setup=self.session.setup.having(seats=seats)))
        if self.sitting is not None:
            self.go_to(self.sitting.log.record.model_copy(update={"seats": seats}))

    def _begin(self, session: Session) -> None:
        """Begin a game that is set up, and keep it."""
        if self.policy.clock is not None:
            self.clocks = Clocks(self.policy.clock, len(session.seats))
        self.failure, self.moves_left = None, {}
        try:
            self.sit_down(session, None)
        except (GameFault, PlayerFault) as fault:
            self.failure = fault

    def sit_down(
        self, session: Session, record: Record | None, *, keeping: Literal["begin", "replace", "nothing"] = "begin"
    ) -> None:
        """Play the game of a session on from where a record has it, from its beginning where there is none.

        It is kept as one that begins, or in the place of the one that is kept, or is kept already.
        """
        earlier = None if keeping == "begin" or self.sitting is None else self.sitting.log
        self._play_on(Sitting(session, Log(session, earlier), record, self._watch, self._retold), record, keeping)

    def _play_on(
        self, sitting: Sitting, record: Record | None, keeping: Literal["begin", "replace", "nothing"]
    ) -> None:
        """Let a game that stands where a record has it be the one that is played here."""
        for place in self.places:
            if keeping == "begin":
                place.begin(sitting.log.record, self.people)
            elif keeping == "replace":
                place.replace(sitting.log.record)
        if record is None or record.result is None:
            self._finish(sitting)
        sitting.log.places = self.places
        self.close()
        self.undoing = self.replacing = None
        self.session, self.sitting = sitting.session, sitting
        for seat in self.chairs.people:
            if self.chairs.chairs[seat].machine:
                sitting.stand_in(seat)
        self.views.begin_anew()

    def play_out(self) -> None:
        """Let the machines play to the end, where nobody else sits and nobody has to be able to follow."""
        sitting = self.at_play()
        with guarding(sitting.match.game.name, self.session.players):
            sitting.table.run()
        self._finish(sitting)

    def answer(self, seat: Seat, action: Any) -> None:
        """Let a seat act; raises IllegalAction where it can't, and whatever keeping the record raises.

        A console is told as it goes, by its watcher.
        """
        sitting = self.at_play()
        actions = sitting.log.actions
        try:
            with guarding(sitting.match.game.name, sitting.session.players):
                sitting.table.answer(seat, action)
        except IllegalAction:
            raise
        except (GameFault, PlayerFault) as fault:
            self.break_off(fault)
            return
        except CardkitError:
            self._go_to(sitting.log.record.up_to(actions), "nothing")
            self.news()
            raise
        if sitting.log.again() is None:
            self.taken_back_by = None
        self.undoing = None
        if self.clocks is not None:
            self.clocks.moved(seat, self.now, actions)
        if self.clocks is not None or sitting.table.answers:
            self.note()
        if seat in self.moves_left:
            self.moves_left[seat] -= 1
            if self.moves_left[seat] <= 0:
                self.come_back(seat)
        self._finish(sitting)
        self._ready = self.now + self.policy.pace
        if self._watch is None:
            sitting.keep_point()
            self.news(stands_otherwise=sitting.is_new())

    def _finish(self, sitting: Sitting) -> None:
        """Keep how the game ended, if it has."""
        if sitting.match.result is not None:
            for place in self.places:
                place.finish(sitting.match.result)

    def break_off(self, fault: BaseException) -> None:
        """End the table by a fault of its rules or of a machine; its record stays as it is."""
        self.failure = fault if isinstance(fault, CardkitError) else CardkitError(str(fault) or type(fault).__name__)
        self.close()
        self.news()

    def close(self) -> None:
        """Let the machines go, where the game isn't played on here."""
        if self.sitting is not None:
            self.sitting.close()

    def go_to(self, record: Record) -> None:
        """Go on from another point of the game."""
        self._go_to(record, "replace")
        if self.clocks is not None:
            self.clocks.gone_to(len(record.taken), self.now)
            self.note()
        self.news()

    def _go_to(self, record: Record, keeping: Literal["replace", "nothing"]) -> None:
        sitting = self.sitting and self.sitting.gone_to(record)
        if sitting is not None:
            self._play_on(sitting, record, keeping)
            return
        with guarding(self.session.match.game.name):
            session = gone_to(self.session, record, self._console_for)
        self.sit_down(session, record, keeping=keeping)

    def news(self, *, stands_otherwise: bool = True) -> None:
        """Something has changed: let clocks run or stand, and wake everybody."""
        if self.clocks is not None:
            going = self.sitting is not None and self.phase == "playing" and self.chairs.somebody_is_there
            asked = self.sitting.table.asked if going and self.sitting is not None else ()
            self.clocks.run(filter(self.chairs.is_person, asked), self.now)
        self._by_time = self._timely()
        self.views.changed(self, stands_otherwise=stands_otherwise)
        for visitor in self.visitors:
            visitor.wake()

    # Machines

    def play_for(self, seat: Seat, moves: float | None = None) -> None:
        """Let a machine play for somebody until they come back, which they do after so many moves."""
        if moves is not None:
            self.moves_left[seat] = moves
        self.chairs.chairs[seat].machine = True
        if self.sitting is not None:
            self.sitting.stand_in(seat)

    def is_out_of_time(self, seat: Seat) -> bool:
        """Whether a machine makes a person's move because their time has run out."""
        return self.clocks is not None and seat in self.moves_left

    def come_back(self, seat: Seat) -> None:
        """Let somebody play themselves for whom a machine has played."""
        self.moves_left.pop(seat, None)
        self.chairs.chairs[seat].machine = False
        if self.sitting is not None:
            self.sitting.sit_back(seat)

    def thought(self) -> Thought | None:
        """What a machine has to choose now, if none does; hand it to `done`, and what it raises to `failed`.

        Hints wait for nobody. Nothing is thought about while somebody could be told more.
        """
        if self._hints:
            return self._hints.popleft()
        seat = None if self._thinking or self.now < self._ready else self.machine_asked
        if seat is None or self.sitting is None:
            return None
        self._thinking = Thought(seat, self.sitting.table.question(seat), self.sitting)
        return self._thinking

    @property
    def machine_asked(self) -> Seat | None:
        """The seat whose machine has to act now; None while no person is at the table, or a person has to answer first.

        Where several seats choose, or may act, at the same time, machines do so when all people have: so nobody can
        tell by the time what a machine chose.
        """
        if self.sitting is None or self.fault or not self.chairs.somebody_is_there:
            return None
        asked = self.sitting.table.asked
        return None if any(map(self.chairs.is_person, asked)) else next(iter(asked), None)

    def advise(self, visitor: Visitor, seat: Seat, number: int | None) -> None:
        """Let a machine think about what it would do at a seat, for a visitor who asked so by this number."""
        sitting = self.at_play()
        self.advising.add(seat)
        self._hints.append(Thought(seat, sitting.advice(seat), sitting, asked_by=visitor, id=number))
        sitting.log.hints += 1

    def done(self, thought: Thought, chosen: Any, now: float) -> None:
        """A machine has chosen, which counts if somebody still waits for that."""
        self.now = now
        if thought.asked_by is not None:
            self._advise(thought.asked_by, thought, thought.answer(chosen))
        elif self._is_wanted(thought):
            self.answer(thought.seat, chosen)

    def failed(self, thought: Thought, error: BaseException, now: float) -> None:
        """A machine has failed: its table ends, and its record is kept."""
        self.now = now
        if thought.asked_by is not None:
            self._advise(thought.asked_by, thought, refusal(Refused(f"there is no hint: {error}"), thought.id))
        elif self._is_wanted(thought):
            self.break_off(error)

    def _is_wanted(self, thought: Thought) -> bool:
        """Whether somebody still waits for what was thought about; it is thought about no more."""
        if self._thinking is thought:
            self._thinking = None
        return thought.sitting is self.sitting and self.machine_asked == thought.seat

    def _advise(self, visitor: Visitor, hint: Thought, answer: dict[str, Any]) -> None:
        """Let a visitor have what a machine would do."""
        self.advising.discard(hint.seat)
        visitor.answers.append(answer)
        visitor.wake()

    # Time

    def tick(self, now: float) -> float | None:
        """Let clocks run out, and machines play for who is away; when to call again, None while nothing is to come."""
        self.now = now
        if self.phase == "playing" and self.sitting is not None:
            seat = self.clocks.out(now) if self.clocks else None
            if seat is not None:
                self._run_out(seat, self.sitting)
            elif self.policy.stand_in == "at once":
                self.stand_in([seat for seat in self.chairs.people if self.chairs.is_away(seat, now, self.policy.away)])
        for chair in self.chairs.chairs:
            if chair.away_since is not None and not chair.is_missed and now - chair.away_since >= SOON:
                chair.is_missed = True
                self.remark(f"{chair.name} has left")
                self.news(stands_otherwise=False)
        if self._timely() != self._by_time:
            self.news(stands_otherwise=False)
        if self.views.is_due(now):
            self.views.number += 1
            for visitor in self.visitors:
                visitor.wake()
        return min((alarm for alarm in self._alarms() if alarm is not None and alarm > now), default=None)

    def _timely(self) -> tuple[bool, ...]:
        """What of a view changes by itself in the course of time."""
        return tuple(self.chairs.is_away(seat, self.now, self.policy.away) for seat in self.chairs.people)

    def _run_out(self, seat: Seat, sitting: Sitting) -> None:
        """Do what follows where a seat's time has run out."""
        if self.policy.on_timeout == "machine":
            self.remark(f"The time of {self.chairs.chairs[seat].name} has run out: a machine makes this move")
            self.play_for(seat, 1)
        else:
            end = sitting.run_out(seat)
            for place in self.places:
                place.replace(sitting.log.record.model_copy(update={"result": end}))
        self.news()

    def stand_in(self, seats: Sequence[Seat]) -> None:
        """Let machines play for people, and tell everybody."""
        for seat in seats:
            self.remark(f"A machine plays for {self.chairs.chairs[seat].name} now")
            self.play_for(seat)
        if seats:
            self.note()
            self.news(stands_otherwise=False)

    def _alarms(self) -> Iterator[float | None]:
        """The times at which something happens by itself."""
        yield self.views.next_change(self.now)
        for chair in self.chairs.chairs if self.visitors else ():
            if chair.away_since is not None:
                yield chair.away_since + SOON
                yield None if self.policy.away is None else chair.away_since + self.policy.away
        if self.phase == "playing":
            yield self._ready
            yield self.clocks.runs_out() if self.clocks else None

    # What is said to it

    def take(self, visitor: Visitor, message: Any, now: float) -> Reply:
        """Do what somebody says; what is answered to them alone. Raises Refused, and then nothing happened."""
        from cardkit.hosting.protocol import read

        said = read(message)
        self.now = now
        handler = HANDLERS.get(said.do)
        if handler is None or visitor not in self.visitors:
            raise Refused(visitor.gone or "that is nothing that can be said here")
        return handler(self, visitor, said)

    def go_back(self, seat: Seat, record: Record, *, practice: bool, agreed: Collection[Seat] = ()) -> None:
        """Let a seat go on from an earlier point; raises Refused where others have acted since who haven't agreed.

        A seat that has seen more since may do so if others agreed, or alone, against machines, and for practice; in a
        game that is practice from its beginning, always.
        """
        log = self.at_play().log
        actions = log.taken_back_by(record, seat, agreed)
        is_practice = self.session.setup.practice
        if not (is_practice or agreed) and log.has_seen(actions, seat):
            if len(self.session.people) > 1:
                raise Refused("you have seen cards since that were hidden")
            if not practice:
                reason = (
                    "you have seen cards since that were hidden: if it is taken back all the same, the game is practice"
                )
                raise Refused(reason, practice=True)
            is_practice = True
        log.left[:] = [*log.left, log.record][-MOST_TAKEN_BACK:]
        self.taken_back_by = seat
        self.remark(f"{self.chairs.chairs[seat].name} has taken back", but=seat)
        self.go_to(record.model_copy(update={"practice": is_practice}))

    def play_again(self, seat: Seat) -> None:
        """Play again what a seat has taken back, as long as nothing else was played; raises Refused."""
        record = self.at_play().log.again()
        if record is None or self.taken_back_by != seat:
            raise Refused("nothing was taken back that could be played again")
        self.remark(f"{self.chairs.chairs[seat].name} plays again what was taken back", but=seat)
        self.go_to(record)
        if self.at_end().log.again() is None:
            self.taken_back_by = None


def _next_game(session: Session) -> Session:
    """Another game with the same deck, everybody one seat further on."""
    *before, last = range(len(session.seats))
    turned = (last, *before)
    setup = session.another().having(
        deck=session.deck[::-1],
        seed=new_seed(),
        seats=tuple(session.seats[seat] for seat in turned),
        names=tuple(session.names[seat] for seat in turned),
    )
    match = setup.match()
    return _with_players(
        replace(session, setup=setup, match=match, seed_is_news=True, seed_was_given=False, cards_alone=False)
    )


def _with_players(session: Session) -> Session:
    nobody = Unasked(session.match.game.name)
    return replace(session, players=seated(session.setup, session.match, lambda seat: nobody))
