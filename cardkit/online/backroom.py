"""Where the games of a server are played: in processes of their own, each of which ends where its game doesn't.

The server asks and is answered in the order in which it asked; it waits for nobody else's game meanwhile. Whatever is
done at a table may take `STEP` seconds of processor time and `STANDSTILL` seconds in all, which the system itself
counts, so that no rule can hold it up.
"""

from __future__ import annotations

import asyncio
import gc
import io
import os
import pickle
import signal
import socket
import struct
import sys
import time
from collections import deque
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from threading import Lock, Thread, get_native_id
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic_core import to_json

from cardkit.bots.search import Budget
from cardkit.bots.tuning import TRIALS
from cardkit.core.errors import CardkitError, GameFault, PlayerFault, UnknownName, is_from_author, sendable, told
from cardkit.hosting.hosted import Hosted, Thought, Unasked, Visitor, new_key
from cardkit.hosting.messages import result_of
from cardkit.online.viewing import Viewing
from cardkit.online.wishes import Wish, first_rules, fitting_decks, free_seats, sample, tell_of_seed
from cardkit.plugins.people import Guarded
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.programs import FORKS, begin_apart, end_with_parent, is_program, process_apart
from cardkit.plugins.registry import is_search, load_game
from cardkit.records.record import Entry, Keep, Record, RecordFile, Refused
from cardkit.records.replay import revive
from cardkit.records.store import Stored

if TYPE_CHECKING:
    from cardkit.online.lobby import OpenRoom

STEP = 2.0
"""Seconds of processor time that anything done at a table may take."""
STANDSTILL = 10.0
"""Seconds that it may take in all, whatever it waits for."""
REPLAY = 0.02
"""Seconds that a table which is taken up may take more for each action that was played."""
THOUGHT = 10.0
"""Seconds of processor time that a machine may think about a choice, beside what its own budget says."""
PATIENCE = 60.0
"""Seconds that it may take for that in all."""
_QUICK = ("act", "why", "hint", "talk")
"""What somebody says at a table for which nothing is played again."""
_LOOK = 0.25
"""Seconds between looks at what a machine that thinks has used."""
_YOUNG = 10_000
"""So many objects are made in a process until the young ones are looked through for cycles."""
_FAREWELL = 3.0
"""Seconds that a process has to let its tables go."""
_HEAD = struct.Struct("!I")


class Broken(CardkitError):
    """Something that has gone wrong in a process, and not as it may; told to whoever runs the server."""

    reason: str
    sentence = "{reason}"


@dataclass(frozen=True)
class Musing:
    """A choice that a machine has to make at a table, by its number."""

    number: int
    is_long: bool
    """Whether it may take its time, and waits for its turn to think."""
    asked_by: int | None
    """The visitor whose hint it is."""
    seconds: float | None
    """Processor time that it may take; None for a program, which has a clock of its own."""
    seat: int = 0
    player: str = ""
    """The machine, as `--seat` names it."""

    def fault(self, reason: str) -> PlayerFault:
        """What is told where the machine doesn't choose."""
        return PlayerFault(self.seat, self.player, reason)


@dataclass
class News:
    """What came of something that was done in a room."""

    answer: Any = None
    error: CardkitError | None = None
    woken: set[int] = field(default_factory=set[int])
    """The visitors to whom something can be told."""
    views: list[tuple[int, str, float]] = field(default_factory=list[tuple[int, str, float]])
    """What those of them are told who wait for it, as it is sent, with the processor time that it took."""
    answers: list[tuple[int, dict[str, Any]]] = field(default_factory=list[tuple[int, dict[str, Any]]])
    gone: dict[int, str] = field(default_factory=dict[int, str])
    """The visitors who have to leave, and why."""
    kept: list[tuple[str, tuple[Any, ...]]] = field(default_factory=list[tuple[str, tuple[Any, ...]]])
    """What has to be kept, call by call, where the process can't do that itself."""
    keys: tuple[Any, ...] = ()
    """The key of spectators and those of the seats, where one of them is another than it was."""
    at: float | None = None
    """When something will happen by itself."""
    musings: list[Musing] = field(default_factory=list[Musing])
    seconds: float = 0.0
    """The processor time that it took."""


class Sent(Keep):
    """A place whose owner is the server: what has to be kept is sent there with the news."""

    def __init__(self) -> None:
        self.kept: list[tuple[str, tuple[Any, ...]]] = []

    def begin(self, record: Record, people: Mapping[str, Any]) -> None:
        self.kept.append(("begin", (record, people)))

    def seat(self, people: Mapping[str, Any]) -> None:
        self.kept.append(("seat", (people,)))

    def add(self, step: Sequence[Entry]) -> None:
        self.kept.append(("add", (step,)))

    def replace(self, record: Record) -> None:
        self.kept.append(("replace", (record,)))

    def finish(self, result: Any) -> None:
        self.kept.append(("finish", (result,)))


# In the process


class Room:
    """A table or a record in its process, with its visitors by number."""

    def __init__(self, shown: Hosted | Viewing) -> None:
        self._shown = shown
        self._visitors: dict[int, Visitor] = {}
        self._woken: set[int] = set()

    def news(self) -> News:
        """What is new since the last one."""
        return News(woken=self.woken())

    def woken(self) -> set[int]:
        """The visitors to whom something can be told since this was asked."""
        woken, self._woken = self._woken, set()
        return woken

    def enter(self, number: int, hello: Mapping[str, Any]) -> dict[str, Any]:
        """Somebody comes in; what they are told first. Raises Refused."""
        visitor = Visitor(lambda: self._woken.add(number))
        told = self._shown.enter(visitor, hello, monotonic())
        self._visitors[number] = visitor
        return told

    def take(self, number: int, said: Mapping[str, Any]) -> Any:
        """What a visitor is answered; raises Refused, or another CardkitError in a sentence."""
        return self._shown.take(self._visitors[number], said, monotonic())

    def message(self, number: int) -> str:
        """The whole view of a visitor, and what they weren't told yet, as it is sent."""
        return to_json(self._shown.message(self._visitors[number])).decode()

    def leave(self, number: int) -> None:
        """Somebody is there no longer."""
        if (visitor := self._visitors.pop(number, None)) is not None:
            self._shown.leave(visitor, monotonic())

    def actions(self, do: str) -> int:
        """How many actions may have to be played again for what is asked."""
        return self._shown.actions if isinstance(self._shown, Viewing) else 0

    def close(self) -> None:
        """Let go whatever has to be; nothing goes on here."""


class InPlay(Room):
    """A table in its process."""

    def __init__(self, hosted: Hosted) -> None:
        super().__init__(hosted)
        self.hosted = hosted
        self._keys: tuple[Any, ...] = (hosted.watch_key, *hosted.keys)
        self._fork: tuple[Any, Record] | None = None
        self._numbers = count()
        self._thoughts: dict[int, Thought] = {}
        self._chosen: dict[int, Callable[[float], None]] = {}
        self._sent = Sent()
        self._own: RecordFile | None = None

    def news(self) -> News:
        """What is new since the last one."""
        hosted, news = self.hosted, super().news()
        news.at = hosted.tick(monotonic())
        keys = (hosted.watch_key, *hosted.keys)
        if keys != self._keys:
            news.keys = self._keys = keys
        while (thought := hosted.thought()) is not None:
            number = next(self._numbers)
            self._thoughts[number] = thought
            numbers = [one for one, visitor in self._visitors.items() if visitor is thought.asked_by]
            who = next(iter(numbers), None), _seconds_for(thought), thought.seat, _name_of(thought)
            news.musings.append(Musing(number, thought.is_long, *who))
        news.woken |= self.woken()
        news.kept, self._sent.kept = self._sent.kept, []
        for number, visitor in self._visitors.items():
            if visitor.gone:
                news.gone[number] = visitor.gone
            while visitor.answers:
                news.answers.append((number, visitor.answers.popleft()))
        return news

    def actions(self, do: str) -> int:
        """How many actions may have to be played again for what is asked."""
        if do == "message" or self.hosted.sitting is None:
            return len(self._fork[1].log) if self._fork is not None else 0
        log = self.hosted.sitting.log
        return max(log.actions, *(len(left.log) for left in log.left), 0)

    def faces(self) -> dict[str, Any]:
        """Its keys, and how it stands."""
        hosted = self.hosted
        return {
            "keys": hosted.keys,
            "watch": hosted.watch_key,
            "names": [chair.name for chair in hosted.chairs.chairs],
            "phase": hosted.phase,
            "result": result_of(hosted),
            "shown": hosted.views.shown(hosted),
            "people": hosted.people,
            "game": hosted.session.setup.plugin.game.name,
        }

    def keep(self, place: RecordFile | None, own: str | None) -> None:
        """Keep from now on whatever happens: in a file that is the process's business, and the server's place."""
        self.hosted.keep_in(self.places(place, own, None))
        if self._fork is not None:
            self.hosted.sit_down(*self._fork)
            self._fork = None

    def places(self, place: RecordFile | None, own: str | None, record: Record | None) -> list[Keep]:
        """Where a table is kept: its place in the store, and a file that the host has named.

        Raises CannotWrite, and Held.
        """
        self._own = RecordFile(Path(own), record, replacing=True) if own else None
        return [place or self._sent, *([self._own] if self._own else [])]

    def later(self, session: Any, record: Record) -> None:
        """Go on from a record as soon as it is known where that is kept."""
        self._fork = session, record

    def enter(self, number: int, hello: Mapping[str, Any]) -> dict[str, Any]:
        """Somebody comes in; what they are told first. Raises Refused."""
        return self._sit(number, hello) if hello.get("do") == "sit" else super().enter(number, hello)

    def _sit(self, number: int, said: Mapping[str, Any]) -> dict[str, Any]:
        """Somebody who is invited takes a free seat, whose key is another one from now on, and told to them alone."""
        seat = said.get("seat")
        if type(seat) is not int or seat not in free_seats(self.hosted.people):
            raise Refused("somebody has this seat by now")
        chair = self.hosted.chairs.chairs[seat]
        before, chair.key = chair.key, new_key()
        hello = {name: value for name, value in said.items() if name in ("id", "name", "protocol")}
        try:
            told = super().enter(number, {**hello, "do": "hello", "key": chair.key})
        except BaseException:
            chair.key = before
            raise
        return {**told, "key": chair.key}

    def tick(self) -> None:
        """Time has passed, which the news tell."""

    def choose(self, number: int) -> None:
        """Let a machine choose that takes no time, and act."""
        self.think(number)
        self.act(number)

    def think(self, number: int) -> None:
        """Let a machine choose, in whatever thread this is."""
        thought = self._thoughts.pop(number)
        try:
            chosen = thought.choose()
        except BaseException as error:  # whatever a machine raises ends its own table alone
            fault = (
                error if isinstance(error, CardkitError) else PlayerFault(thought.seat, _name_of(thought), told(error))
            )
            self._chosen[number] = partial(self.hosted.failed, thought, fault)
        else:
            self._chosen[number] = partial(self.hosted.done, thought, chosen)

    def act(self, number: int) -> None:
        """Let a machine act that has chosen."""
        self._chosen.pop(number)(monotonic())

    def close(self) -> None:
        """Let the machines go, and the file of somebody's own; the game isn't played on here."""
        self.hosted.close()
        if self._own is not None:
            self._own.let_go()


def _seconds_for(thought: Thought) -> float | None:
    """The processor time that a machine may take to choose."""
    name = _name_of(thought)
    if thought.asked_by is not None or not is_program(name):
        budget = Budget.of(name if is_search(name) else "search")
        before = TRIALS if is_search(name) else 0.0
        return before + THOUGHT * max(1.0, budget.iterations / Budget().iterations) + budget.seconds
    return None


def _name_of(thought: Thought) -> str:
    """The machine that has to choose, as `--seat` names it."""
    player = thought.sitting.table.players[thought.seat]
    return player.name if isinstance(player, Guarded) else ""


class Inside:
    """What is done in a process: rooms are made in it, and whatever is asked of them."""

    def __init__(self, games: Mapping[str, Plugin]) -> None:
        self._games = games
        self.rooms: dict[str, Room] = {}

    def lay(self, name: str, wish: Mapping[str, Any]) -> dict[str, Any]:
        """Lay a new table; raises CardkitError where it can't be laid."""
        asked = Wish.model_validate(wish)
        hosted = Hosted.lay(asked.setup(self.plugin(asked.game)), policy=asked.policy(), now=monotonic(), table=name)
        tell_of_seed(asked, hosted)
        room = self.rooms[name] = InPlay(hosted)
        return room.faces()

    def back(
        self, name: str, stored: Stored, place: RecordFile | None, own: str | None, fault: CardkitError | None
    ) -> dict[str, Any]:
        """Take up a table that was kept; its game ends by a fault if it has one. Raises CardkitError."""
        wish = Wish.model_validate(stored.settings["wish"])
        plugin = self.plugin(wish.game)
        hosted = Hosted.back(
            wish.setup(plugin),
            people=stored.people,
            record=stored.record,
            policy=wish.policy(),
            now=monotonic(),
            table=name,
        )
        tell_of_seed(wish, hosted)
        room = InPlay(hosted)
        hosted.keep_in(room.places(place, own, stored.record))
        self.rooms[name] = room
        if fault is not None:
            room.hosted.break_off(fault)
        return room.faces()

    def fork(
        self, name: str, wish: Mapping[str, Any], record: Record, path: Path, seats: tuple[str, ...]
    ) -> dict[str, Any]:
        """A table that goes on from where a record ends, with these players; raises CardkitError."""
        asked = Wish.model_validate(wish)
        plugin = self.plugin(asked.game)
        session = revive(plugin, record, path, lambda seat: Unasked(plugin.game.name), seats)
        hosted = Hosted(session, policy=asked.policy(), now=monotonic(), table=name)
        room = self.rooms[name] = InPlay(hosted)
        room.later(session, record)
        return room.faces()

    def view(self, name: str, source: str, record: Record, path: Path) -> None:
        """Show a record; raises CardkitError."""
        self.rooms[name] = Room(Viewing(name, self.plugin(source), record, path))

    def decks(self, name: str) -> dict[str, list[str]]:
        """The decks by which the game of a name can be dealt, each with the rule sets that take it."""
        return fitting_decks(self.plugin(name))

    def sample(self, name: str, deck: str | None) -> dict[str, Any]:
        """What is seen of the game of a name at a try, as the lobby offers it first, with a deck where it needs one."""
        plugin = self.plugin(name)
        first, needing = first_rules(plugin)
        return sample(plugin, first, deck if plugin.deck is None and (first in needing or not first) else None)

    def plugin(self, source: str) -> Plugin:
        """The game of a name; raises UnknownName."""
        if source not in self._games:
            raise UnknownName("game", source, self._games)
        return self._games[source]

    def replayed(self, name: str, do: str, given: tuple[Any, ...]) -> int:
        """About how many actions have to be played again for something that is asked."""
        if do in ("back", "fork", "view"):
            record = given[0].record if do == "back" else given[1]
            return 0 if record is None else len(record.log)
        again = do in ("enter", "keep", "tick", "message") or (do == "take" and given[1].get("do") not in _QUICK)
        room = self.rooms.get(name)
        return room.actions(do) if room is not None and again else 0

    def close(self, name: str) -> None:
        """Have a room no longer."""
        if (room := self.rooms.pop(name, None)) is not None:
            room.close()

    def done(self, name: str, do: str, given: tuple[Any, ...]) -> News:
        """Do something in a room; what came of it."""
        try:
            on_house = do in ("lay", "back", "fork", "view", "decks", "sample", "close")
            asked = partial(getattr(self, do), name) if on_house else getattr(self.rooms[name], do)
            answer = asked(*given)
            news = self.rooms[name].news() if name in self.rooms else News()
            news.answer = answer
        except CardkitError as error:
            return self._failed(name, error)
        except BaseException as error:  # whatever goes wrong in a room harms no other
            room = self.rooms.get(name)
            if not is_from_author(error):
                return self._failed(name, Broken(told(error)))
            fault = GameFault(
                room.hosted.session.setup.plugin.game.name if isinstance(room, InPlay) else name, told(error)
            )
            if isinstance(room, InPlay):
                room.hosted.break_off(fault)
            return self._failed(name, fault)
        return news

    def told(self, name: str, number: int) -> str | None:
        """What a visitor who waits is told; None where that fails, as it will again when they ask for it."""
        try:
            return self.rooms[name].message(number)
        except BaseException:  # whatever rules raise who show the table
            return None

    def woken(self, name: str) -> set[int]:
        """The visitors of a room to whom something can be told since this was asked."""
        return self.rooms[name].woken() if name in self.rooms else set()

    def _failed(self, name: str, error: CardkitError) -> News:
        """The news of something that has failed."""
        news = News()
        if name in self.rooms and not isinstance(error, Broken):
            with suppress(Exception):
                news = self.rooms[name].news()
        error = sendable(error)
        error.__traceback__ = error.__cause__ = error.__context__ = None
        news.error = error
        return news


@contextmanager
def _bounded(more: float) -> Generator[None]:
    """Within, the system ends this process where it takes too long."""
    if sys.platform == "win32":
        yield
        return
    signal.setitimer(signal.ITIMER_PROF, STEP + more)
    signal.setitimer(signal.ITIMER_REAL, STANDSTILL + more)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)


def work(there: socket.socket, games: Mapping[str, Plugin] | Sequence[str]) -> None:
    """Do what is asked by this way, until nobody asks any more; games that are names are loaded."""
    if FORKS:
        os.closerange(3, there.fileno())
        os.closerange(there.fileno() + 1, os.sysconf("SC_OPEN_MAX"))
        signal.set_wakeup_fd(-1)
    for number in (signal.SIGTERM, *([signal.SIGPROF, signal.SIGALRM] if sys.platform != "win32" else [])):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    gc.freeze()
    gc.set_threshold(_YOUNG)
    there.settimeout(None)
    asked, lock, inside = (
        there.makefile("rb"),
        Lock(),
        Inside(games if isinstance(games, Mapping) else {name: load_game(name) for name in games}),
    )

    def say(said: Any) -> None:
        text = pickle.dumps(said, pickle.HIGHEST_PROTOCOL)
        with lock, suppress(OSError):
            there.sendall(_HEAD.pack(len(text)) + text)

    def think(name: str, number: int) -> None:
        with suppress(OSError, AttributeError):
            os.setpriority(os.PRIO_PROCESS, get_native_id(), 10)
        room = inside.rooms.get(name)
        if isinstance(room, InPlay):
            room.think(number)
        say((name, number))

    def heard() -> bytes:
        with suppress(OSError):
            return asked.read(_HEAD.size)
        return b""

    while head := heard():
        before = time.process_time()
        name, do, given, waiting = pickle.loads(asked.read(*_HEAD.unpack(head)))
        if do == "think":
            Thread(target=think, args=(name, *given), daemon=True).start()
            continue
        with _bounded(REPLAY * inside.replayed(name, do, given)):
            news = inside.done(name, do, given)
        news.seconds = time.process_time() - before
        in_wait = set(waiting)
        while due := news.woken & in_wait:  # a view may find that the game is at fault, of which everybody is told
            visitor, before = min(due), time.process_time()
            with _bounded(REPLAY * inside.replayed(name, "message", ())):
                view = inside.told(name, visitor)
            if view is None:
                in_wait.remove(visitor)
                continue
            news.views.append((visitor, view, time.process_time() - before))
            news.woken.remove(visitor)
            news.woken |= inside.woken(name)
        say(news)
    for name in list(inside.rooms):
        with _bounded(0.0):
            inside.close(name)
    os._exit(0)


# At the server


class BackroomLost(CardkitError):
    """A process of games that is no more."""

    sentence = "its game was stopped; come again at once"


Pay = Callable[[float], None]
"""Is told the processor time that something took."""


class _Asked(NamedTuple):
    """Something that is done in a process."""

    name: str
    future: asyncio.Future[Any] | None
    pay: Pay | None
    waiting: Sequence[int]
    """The visitors who are told with the answer what is new, if something is."""


class Backroom:
    """A process in which tables are played, as the server has it."""

    def __init__(self, games: Mapping[str, Plugin], address: str) -> None:
        self.address = address
        """For whom it was begun."""
        self.rooms: dict[str, OpenRoom] = {}
        self._asked: deque[_Asked] = deque()
        self._thoughts: dict[tuple[str, int], tuple[Musing, asyncio.Future[None]]] = {}
        self._blamed: tuple[str, CardkitError] | None = None
        self.is_over = False
        here, there = socket.socketpair()
        self._process = process_apart(work, there, games if FORKS else tuple(games), daemon=True)
        begin_apart(self._process)
        there.close()
        here.settimeout(0)
        self._way = here
        self._unsent = io.BytesIO()
        self._writer: asyncio.StreamWriter | None = None
        self._reading = asyncio.create_task(self._read())

    def ask(self, name: str, do: str, *given: Any, pay: Pay | None = None) -> Awaitable[Any]:
        """What is answered in a room; raises the CardkitError that comes of it, and BackroomLost.

        Whoever pays for it is told the processor time that it took.
        """
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        if self.is_over:
            future.set_exception(BackroomLost())
        else:
            self._ask(_Asked(name, future, pay, self._waiting(name)), do, given)
        return future

    def tell(self, name: str, do: str, *given: Any) -> None:
        """Let something be done in a room, about which nobody waits for an answer."""
        if not self.is_over:
            self._ask(_Asked(name, None, None, self._waiting(name)), do, given)

    async def think(self, name: str, musing: Musing) -> None:
        """Return when a machine has chosen; one that takes too long ends its table. Raises BackroomLost."""
        if self.is_over:
            raise BackroomLost
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._thoughts[name, musing.number] = musing, done
        self._send(name, "think", (musing.number,))
        begun, used = monotonic(), self._used()
        while not done.done():
            await asyncio.wait([done], timeout=_LOOK)
            if not done.done() and musing.seconds is not None:
                late = self._used() - used > musing.seconds or monotonic() - begun > musing.seconds + PATIENCE
                if late:
                    reason = f"it thought for more than {musing.seconds:g} seconds of processor time"
                    self.stop(name, musing.fault(reason))
        done.result()

    def give_way(self) -> None:
        """Let other processes go first from now on."""
        with suppress(OSError, AttributeError):
            os.setpriority(os.PRIO_PROCESS, self._process.pid or 0, 10)

    def stop(self, name: str, fault: CardkitError) -> None:
        """End the process by the fault of one of its rooms."""
        self._blamed = self._blamed or (name, fault)
        self._process.kill()

    def forget(self, name: str) -> None:
        """Have a room no longer; without any, the process ends."""
        if self.rooms.pop(name, None) is not None:
            self.tell(name, "close")
        if not self.rooms:
            self.leave()

    def leave(self) -> None:
        """Let the process end when it has done what it was asked."""
        if not self.is_over:
            self.is_over = True
            if self._writer is not None:
                self._writer.write_eof()
            asyncio.get_running_loop().call_later(_FAREWELL, self._process.kill)

    @property
    def has_ended(self) -> bool:
        """Whether the process is no more, and everybody was told so."""
        return self._reading.done()

    async def ended(self) -> None:
        """Return when the process has ended, which is soon."""
        self.leave()
        await asyncio.wait([self._reading], timeout=_FAREWELL)
        self._process.kill()
        await self._reading

    def _waiting(self, name: str) -> Sequence[int]:
        room = self.rooms.get(name)
        return () if room is None else room.waiting()

    def _ask(self, asked: _Asked, do: str, given: tuple[Any, ...]) -> None:
        self._asked.append(asked)
        self._send(asked.name, do, given, asked.waiting)

    def _send(self, name: str, do: str, given: tuple[Any, ...], waiting: Sequence[int] = ()) -> None:
        text = pickle.dumps((name, do, given, waiting), pickle.HIGHEST_PROTOCOL)
        (self._writer or self._unsent).write(_HEAD.pack(len(text)) + text)

    async def _read(self) -> None:
        is_unix = self._way.family == getattr(socket, "AF_UNIX", None)
        connect = asyncio.open_unix_connection if is_unix else asyncio.open_connection
        reader, self._writer = await connect(sock=self._way)
        self._writer.write(self._unsent.getvalue())
        if self.is_over:
            self._writer.write_eof()
        with suppress(asyncio.IncompleteReadError, OSError):
            while True:
                [size] = _HEAD.unpack(await reader.readexactly(_HEAD.size))
                self._hear(pickle.loads(await reader.readexactly(size)))
        self._writer.close()
        while self._process.exitcode is None:
            await asyncio.sleep(0.01)
        self._is_lost()

    def _hear(self, said: Any) -> None:
        if not isinstance(said, News):
            _, thought = self._thoughts.pop(said, (None, None))
            if thought is not None and not thought.done():
                thought.set_result(None)
            return
        news = said
        name, future, pay, waiting = self._asked.popleft()
        if pay is not None:
            pay(news.seconds)
        if (room := self.rooms.get(name)) is not None:
            room.hear(news, waiting)
        if future is not None and not future.done():
            if news.error is not None:
                future.set_exception(news.error)
            else:
                future.set_result(news.answer)

    def _is_lost(self) -> None:
        """The process has ended: whoever waits is told, and each room, one of them by whose fault."""
        was_over, self.is_over = self.is_over and not self._asked, True
        blamed = self._blamed
        if blamed is None and not was_over:
            thinking: list[tuple[str, Musing | None]] = [(name, one) for (name, _), (one, _) in self._thoughts.items()]
            [(name, musing)] = [(self._asked[0].name, None)] if self._asked else thinking[:1] or [("", None)]
            if (room := self.rooms.get(name)) is not None:
                at_fault = partial(GameFault, room.game) if musing is None else musing.fault
                blamed = name, at_fault(self._reason())
        asked, self._asked = self._asked, deque()
        waiting = [(one.name, one.future) for one in asked if one.future is not None]
        waiting += [(name, future) for (name, _), (_, future) in self._thoughts.items()]
        self._thoughts.clear()
        rooms, self.rooms = self.rooms, {}
        for name, room in rooms.items():
            room.end(blamed[1] if blamed and blamed[0] == name else None)
        for name, future in waiting:
            if not future.done():
                future.set_exception(blamed[1] if blamed and blamed[0] == name else BackroomLost())

    def _reason(self) -> str:
        """How the process came to its end."""
        code = self._process.exitcode or 0
        if code >= 0:
            return f"its code ended the process with exit code {code}"
        ended = signal.Signals(-code).name
        return {
            "SIGPROF": f"it took more than {STEP:g} seconds of processor time",
            "SIGALRM": f"it took more than {STANDSTILL:g} seconds",
        }.get(ended, f"its process ended by {ended}")

    def _used(self) -> float:
        """The processor time of the process, where the system tells that of another one."""
        if sys.platform != "linux" or not self._process.pid:
            return 0.0
        try:
            return time.clock_gettime((~self._process.pid << 3) | 2)
        except OSError:
            return 0.0
