"""The tables of a server: those that are open here, whose machine thinks when, and those that lie in the store."""

from __future__ import annotations

import asyncio
import secrets
from collections import defaultdict
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import count, islice
from pathlib import Path
from time import monotonic
from typing import Any, cast

from cardkit.core.cards import Seat
from cardkit.core.errors import CannotWrite, CardkitError, told
from cardkit.core.files import Held, TakenOver
from cardkit.hosting.hosted import Chairs, Visitor, seat_by_key
from cardkit.online.backroom import Backroom, Broken, Musing, News
from cardkit.online.budgets import Accounts, Addresses, Limits
from cardkit.online.viewing import Forking
from cardkit.online.wishes import NotInvited, Wish, free_seats, heard, invited_to, new_invitation, offer
from cardkit.play.terminal import aside
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.registry import is_known
from cardkit.plugins.setup import PUBLIC
from cardkit.records.record import Keep, Record, RecordError, RecordFile, Refused, record_text
from cardkit.records.store import INVITATION, Elsewhere, Store, Stored, StoreError, TableLost


class NotOver(CardkitError):
    """A game whose record would show what is hidden still."""

    sentence = "the game is not over, and its record would show the cards that are hidden"


def state_in_store(table: str, stored: Stored, key: str, *, is_late: bool) -> dict[str, Any] | None:
    """How it stands at a table that is kept; None for who has no key of it, no end for who sees it later."""
    record, chairs = stored.record, Chairs.back(stored.people, 0.0)
    if (seat := chairs.seat_of(key)) is None:
        return None
    if is_late and record is not None:
        record = record.model_copy(update={"result": None})
    phase = "waiting" if record is None else "over" if record.result else "playing"
    names = [chair.name for chair in chairs.chairs]
    game = record.game if record is not None else str(stored.settings["wish"]["game"])
    result = None if record is None or record.result is None else {"text": _end_of(record)}
    return _state(table, game, phase, names, seat, result, here=False)


def _state(
    table: str, game: str, phase: str, names: list[str], seat: Seat, result: Any, *, here: bool
) -> dict[str, Any]:
    known = {"game": game, "phase": phase, "names": names, "seat": seat, "result": result}
    return {"table": table, "here": here, **known}


def _end_of(record: Record) -> str:
    """How a recorded game ended, in a few words."""
    ended = record.result
    if ended is None:
        return ""
    winners = ended.winners
    if winners:
        return f"won by {' and '.join(record.names[seat] for seat in winners)}"
    return ended.how.value if ended.of is None else f"{ended.scores[0]:g} of {ended.of:g}"


def whole_record(stored: Stored) -> str:
    """The record of a game that is over; raises NotOver."""
    if stored.record is None or stored.record.result is None:
        raise NotOver
    return record_text(stored.record)


THINKING = 4
"""So many machines think at the same time; the others wait for their turn."""


@dataclass(frozen=True)
class InTurn:
    """A machine that waits for its turn to think."""

    table: OpenTable
    musing: Musing
    address: str
    number: int


class Thinking:
    """Whose machine thinks when: hints first, then whose address, and whose table, was served longest ago."""

    def __init__(self) -> None:
        self._waiting: list[InTurn] = []
        self._at_work: dict[asyncio.Task[None], InTurn] = {}
        self._served: dict[str, int] = {}
        """By address and by table, the number of the turn that was theirs last."""
        self._numbers = count(1)

    def add(self, table: OpenTable, musing: Musing, address: str) -> None:
        """Let a machine think when it is its turn."""
        self._waiting.append(InTurn(table, musing, address, next(self._numbers)))
        self._go_on()

    def _go_on(self) -> None:
        while self._waiting and len(self._at_work) < THINKING:
            turn = min(self._waiting, key=self._rank)
            self._waiting.remove(turn)
            for name in (turn.address, turn.table.name):
                self._served.pop(name, None)
                self._served[name] = next(self._numbers)
            while len(self._served) > Addresses.most:
                del self._served[next(iter(self._served))]
            task = asyncio.create_task(turn.table.think(turn.musing))
            self._at_work[task] = turn
            task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        del self._at_work[task]
        if not task.cancelled() and (error := task.exception()) is not None:
            aside(f"a machine has gone wrong: {told(error)}")
        self._go_on()

    def _rank(self, turn: InTurn) -> tuple[bool, int, int, int, int]:
        """The lower, the sooner: first those of addresses of which fewest think now."""
        now = sum(other.address == turn.address for other in self._at_work.values())
        served = self._served.get(turn.address, 0), self._served.get(turn.table.name, 0)
        return turn.musing.asked_by is None, now, *served, turn.number


class OpenRoom:
    """A table or a record that this server has open, whose game is played in a process."""

    def __init__(self, name: str, game: str, backroom: Backroom, accounts: Accounts) -> None:
        self.name = name
        self.game = game
        self.accounts = accounts
        self.lost = ""
        """Why it is here no longer; empty as long as it is."""
        self.is_faulty = False
        """Whether it was lost by a fault, which may come again at once."""
        self.was_stopped = False
        """Whether its process was ended, so that it is taken up again at once."""
        self.backroom = backroom
        self.visits: dict[Visitor, int] = {}
        """Who is there, each with a number."""
        self.addresses: dict[int, str] = {}
        self._numbers = count()
        self._waiting: dict[int, bool] = {}
        """Who waits for news, and whether something that was asked will bring them."""
        self._views = defaultdict[int, list[str]](list)
        """What came with news to who waited for them."""
        self._behind = set[int]()
        """Those of them who can be told more than that."""
        backroom.rooms[name] = self

    async def enter(self, visitor: Visitor, hello: Mapping[str, Any], address: str) -> Mapping[str, Any]:
        """Somebody comes in; what they are told first. Raises Refused."""
        number = next(self._numbers)
        self.visits[visitor], self.addresses[number] = number, address
        try:
            said: Mapping[str, Any] = await self._asked(number, "enter", hello)
        except BaseException:
            self.leave(visitor)
            raise
        return said

    async def take(self, visitor: Visitor, said: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """What a visitor is answered; raises Refused, or another CardkitError in a sentence."""
        answer: Mapping[str, Any] | None = await self._asked(self.visits[visitor], "take", said)
        return answer

    async def news(self, visitor: Visitor) -> list[str]:
        """The whole view of a visitor, and what they weren't told yet, as it is sent; several, where they overtook."""
        number = self.visits[visitor]
        self._waiting.pop(number, None)
        told = self._views.pop(number, [])
        if told and number not in self._behind:
            return told
        self._behind.discard(number)
        asked = str(await self._asked(number, "message"))
        return [*told, *self._views.pop(number, ()), asked]

    def wait(self, visitor: Visitor) -> None:
        """Let a visitor be told with the next news what they are, so that they needn't ask."""
        self._waiting[self.visits[visitor]] = False

    def waiting(self) -> Sequence[int]:
        """Some of those who wait for news, to whom nothing that was asked will bring them, and who owe nothing."""
        owed = self.accounts.owed
        free = (one for one, is_asked in self._waiting.items() if not is_asked and not owed(self.addresses[one]))
        found = list(islice(free, MOST_WAITING))
        self._waiting.update(dict.fromkeys(found, True))
        return found

    async def _asked(self, number: int, do: str, *given: Any) -> Any:
        """What is answered to a visitor, when it is the turn of their address."""
        return await self.in_turn(self.addresses[number], do, number, *given)

    async def in_turn(self, address: str, do: str, *given: Any) -> Any:
        """What is answered when it is the turn of an address, whose own process gives way if it takes too much."""
        if address == self.backroom.address and self.accounts.owed(address):
            self.backroom.give_way()
        async with self.accounts.turn(address):
            return await self.ask(address, do, *given)

    async def ask(self, address: str, do: str, *given: Any) -> Any:
        """What is answered to an address, which pays for it."""
        return await self.backroom.ask(self.name, do, *given, pay=partial(self.accounts.pay, address))

    def leave(self, visitor: Visitor) -> None:
        """Somebody is there no longer."""
        number = self.visits.pop(visitor, None)
        if number is not None:
            del self.addresses[number]
            self._waiting.pop(number, None)
            self._views.pop(number, None)
            self._behind.discard(number)
            self.backroom.tell(self.name, "leave", number)

    async def settled(self) -> None:
        """Return when everything that has happened is kept."""

    def hear(self, news: News, waiting: Sequence[int] = ()) -> None:
        """Something has happened: let whoever is there know; these waited for it, and else wait on."""
        for number, view, seconds in news.views:
            if number in self.addresses:
                self._views[number].append(view)
                self._behind.discard(number)
                self.accounts.pay(self.addresses[number], seconds)
        self._behind |= news.woken & self._views.keys()
        answers = defaultdict[int, list[dict[str, Any]]](list)
        for number, answer in news.answers:
            answers[number].append(answer)
        for visitor, number in self.visits.items():
            visitor.gone = news.gone.get(number, visitor.gone)
            visitor.answers.extend(answers[number])
            if number in news.woken or number in news.gone or answers[number] or number in self._views:
                visitor.wake()
        self._waiting.update((number, False) for number in waiting if number in self._waiting)

    def end(self, fault: CardkitError | None) -> None:
        """Its process has ended, by its fault if it has one."""
        self.was_stopped = True
        self.lose("was stopped" if fault is None else str(fault))

    def lose(self, why: str) -> None:
        """Have the room no longer; whoever is there is sent away, and comes back to it as it is kept."""
        self.lost = self.lost or why
        self.backroom.forget(self.name)
        for visitor in self.visits:
            visitor.wake()


class OpenRecord(OpenRoom):
    """A record that is shown; whoever looks at it may have a table laid that goes on from there."""

    def __init__(self, name: str, game: str, backroom: Backroom, accounts: Accounts, fork: LayFork) -> None:
        super().__init__(name, game, backroom, accounts)
        self._fork = fork

    async def take(self, visitor: Visitor, said: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """What a visitor is answered; raises Refused, or another CardkitError in a sentence."""
        address = self.addresses[self.visits[visitor]]
        answer: Any = await super().take(visitor, said)
        if isinstance(answer, Forking):
            return {"type": "answer", "id": answer.id, **await self._fork(answer, address)}
        return cast(Mapping[str, Any] | None, answer)


MOST_WAITING = 8
"""So many visitors of a table are told with an answer what is new for them; the others ask for it."""

LayFork = Callable[[Forking, str], Awaitable[Mapping[str, Any]]]
"""Lays a table that goes on from a record, for somebody at an address; returns its links."""


class OpenTable(OpenRoom):
    """A table that this server runs, from when somebody asked for it until it is put away."""

    def __init__(self, name: str, game: str, backroom: Backroom, tables: Tables, address: str = "") -> None:
        super().__init__(name, game, backroom, tables.accounts)
        self.place: Keep | None = None
        """Where the server keeps it; None until it is known."""
        self.keys: Sequence[str | None] = ()
        self.watch_key = ""
        self.invitation = ""
        """The words by which free seats are taken; empty where it was laid without."""
        self.quiet_since = monotonic()
        self._address = address
        """Whose table it is, as long as nobody is there."""
        self._tables = tables
        self._thinking = 0
        self._choosing: set[asyncio.Task[None]] = set()
        """The machines that choose, or wait for their turn."""
        self._timer: asyncio.TimerHandle | None = None

    def stands(self, faces: Mapping[str, Any]) -> None:
        """Know the keys of its seats."""
        self.keys, self.watch_key, self.game = faces["keys"], faces["watch"], faces["game"]

    async def enter(self, visitor: Visitor, hello: Mapping[str, Any], address: str) -> Mapping[str, Any]:
        """Somebody comes in, by a key, or takes a free seat by the invitation, and is told its key.

        Raises Refused, and NotInvited.
        """
        if hello.get("do") != "sit":
            return await super().enter(visitor, hello, address)
        invitation = heard(str(hello.get("invitation", "")))
        if not self.invitation or not secrets.compare_digest(invitation, self.invitation):
            raise NotInvited
        told = await super().enter(visitor, hello, address)
        await self.settled()
        return told

    def leave(self, visitor: Visitor) -> None:
        """Somebody is there no longer."""
        if visitor in self.visits and not self.lost:
            self.quiet_since = monotonic()
            self._tables.gone += 1
        super().leave(visitor)

    def seat_of(self, key: str) -> Seat | None:
        """The seat that a key opens, -1 for that of the spectators, None for a wrong one; it takes the same time."""
        return seat_by_key(key, self.watch_key, self.keys)

    async def settled(self) -> None:
        """Return when everything that has happened is kept; where it can't be, the table is here no longer."""
        try:
            if self.place is not None:
                await self.place.settled()
        except CardkitError as error:
            aside(str(error))
            self.lose("couldn't be kept")
            raise TableLost(self.name, "couldn't be kept; what was not kept didn't happen") from None

    def hear(self, news: News, waiting: Sequence[int] = ()) -> None:
        """Something has happened: keep it, and let the machines act whose turn it is, and the clocks run."""
        try:
            for kind, given in news.kept if self.place is not None else ():
                getattr(self.place, kind)(*given)
        except CardkitError as error:
            news.error = error
        is_open = self.name in self._tables.running
        if isinstance(news.error, Broken) and is_open:
            aside(f"the table {self.name} has gone wrong: {news.error}")
            self.is_faulty = True
            self.lose("has gone wrong; its game is kept")
            news.error = TableLost(self.name, self.lost)
        elif isinstance(news.error, TableLost):
            self.lose(str(news.error))
        elif isinstance(news.error, UNKEPT):
            self.lose("can't be kept now")
            news.error = unkept(news.error) if is_open else news.error
        if news.keys:
            self.watch_key, *self.keys = news.keys
        super().hear(news, waiting)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.lost:
            return
        if news.at is not None:
            later = asyncio.get_running_loop().call_later
            self._timer = later(max(0.0, news.at - monotonic()), self.backroom.tell, self.name, "tick")
        there = next(iter(self.addresses.values()), self._address)
        for musing in news.musings:
            if musing.is_long:
                self._thinking += 1
                asked_by = None if musing.asked_by is None else self.addresses.get(musing.asked_by)
                self._tables.thinking.add(self, musing, asked_by or there)
            else:
                choosing = asyncio.create_task(self._choose(musing, there))
                self._choosing.add(choosing)
                choosing.add_done_callback(self._choosing.discard)

    async def _choose(self, musing: Musing, address: str) -> None:
        """Let a machine that takes no time choose and act, when it is the turn of an address."""
        with suppress(CardkitError):
            await self.in_turn(address, "choose", musing.number)

    async def think(self, musing: Musing) -> None:
        """Let a machine think, and act."""
        try:
            with suppress(CardkitError):
                await self.backroom.think(self.name, musing)
                await self.backroom.ask(self.name, "act", musing.number)
                await self.settled()
        finally:
            self._thinking -= 1

    def is_idle(self, before: float) -> bool:
        """Whether nobody has been here since this time, and nothing will happen by itself."""
        return (
            not self.visits
            and self.quiet_since < before
            and self._timer is None
            and not (self._thinking or self._choosing)
        )

    async def put_away(self) -> None:
        """Let the store alone have the table."""
        self.lose("was put away")
        if self.place is not None:
            with suppress(CardkitError):
                await self.place.settled()
                await self.place.release()

    def end(self, fault: CardkitError | None) -> None:
        """Its process has ended, by its fault if it has one, which is told to whoever comes back to it."""
        if fault is not None:
            aside(f"the table {self.name}: {fault}")
            again = self.name in self._tables.broken
            (self._tables.hopeless if again else self._tables.broken)[self.name] = fault
        super().end(fault)

    def lose(self, why: str) -> None:
        """Run the table no longer; whoever is there is sent away, and comes back to it as it is kept."""
        super().lose(why)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._tables.forget(self)


UNKEPT = (CannotWrite, Held, RecordError, StoreError, TakenOver)
"""Errors that tell of files and databases."""


def unkept(error: CardkitError) -> CardkitError:
    """What visitors are told of an error; where it tells of files and databases, that is told where the server runs."""
    if not isinstance(error, UNKEPT):
        return error
    aside(f"a table can't be kept: {error}")
    return Refused("this can't be kept now, and so it didn't happen; come again later")


class SetAside(CardkitError):
    """A table that can't be taken up, because what is kept of it is damaged; it stays as it is."""

    table: str
    sentence = "the table {table} is set aside: what is kept of it is damaged; who runs this server was told how"


def refuse_programs(table: str, stored: Stored, games: Mapping[str, Plugin]) -> None:
    """Raises RecordError where a table that is kept would have programs run, which it can't bring along."""
    wish = stored.settings["wish"]
    plugin = games.get(wish["game"])
    named = [str(chair["player"]) for chair in stored.people["chairs"]]
    for player in (*named, *(wish.get("seats") or ())):
        if plugin is not None and not is_known(player, plugin):
            reason = f"a table that is kept can't bring the player {player!r} along; lay it anew by cardkit host"
            raise RecordError(Path(table), "seats", reason)


class Full(CardkitError):
    """A server that has as many tables as it takes."""

    sentence = "all tables are taken; come again later"


class Tables:
    """The tables of a server by name; those that nobody looks at lie in the store."""

    def __init__(self, store: Store, games: Mapping[str, Plugin], limits: Limits) -> None:
        self.store = store
        self.limits = limits
        self.running: dict[str, OpenTable] = {}
        self.gone = 0
        """So many tables were let go, and so many visitors have left."""
        self.thinking = Thinking()
        self.accounts = Accounts(limits.processor)
        self.broken: dict[str, CardkitError] = {}
        """The tables whose process was ended by their fault, and what that is."""
        self.hopeless: dict[str, CardkitError] = {}
        """Those of which even what was kept can't be shown, and why."""
        self._games = games
        self._backrooms: list[Backroom] = []
        self._tries: dict[str, asyncio.Task[tuple[Mapping[str, Sequence[str]], Mapping[str, Any] | None]]] = {}
        """What is found out about the decks that each game takes, and about its table."""
        self._one_tries = asyncio.Lock()
        self._own: dict[str, Path | None] = {}
        """The tables that the command line wished, each with a file of its own if it has one."""
        self._coming: dict[str, asyncio.Task[OpenTable | Elsewhere | None]] = {}
        self._set_aside: set[str] = set()
        """The tables of which was told here that they are damaged."""

    def backroom(self, address: str) -> Backroom:
        """The process for one more room of an address: of its own, as long as there may be more of them."""
        self._backrooms = [one for one in self._backrooms if not one.has_ended]
        going_on = [one for one in self._backrooms if not one.is_over]
        own = [one for one in going_on if one.address == address]
        full = own if address and len(own) >= self.limits.processes_of_address else going_on
        if full is own or len(full) >= self.limits.processes:
            return min(full, key=lambda one: len(one.rooms))
        self._backrooms.append(Backroom(self._games, address))
        return self._backrooms[-1]

    async def offers(self) -> list[dict[str, Any]]:
        """The games as the lobby offers them, each tried once with the decks that come with cardkit."""
        for name in self._games:
            if name not in self._tries:
                self._tries[name] = asyncio.create_task(self._tried(name))
        return [offer(name, plugin, *await asyncio.shield(self._tries[name])) for name, plugin in self._games.items()]

    async def _tried(self, name: str) -> tuple[Mapping[str, Sequence[str]], Mapping[str, Any] | None]:
        """The decks by which a game can be dealt, and what is seen of it, found in a process that ends where its rules
        don't.
        """
        decks, seen = dict[str, Sequence[str]](), None
        async with self._one_tries:
            backroom = Backroom({name: self._games[name]}, "")
            try:
                decks = await backroom.ask(name, "decks")
                seen = await backroom.ask(name, "sample", next(iter(decks), None))
            except CardkitError as error:
                aside(f"of {name} is offered what was found before this: {error}")
            finally:
                await backroom.ended()
        return decks, seen

    async def lay(self, wish: Wish, address: str = "") -> OpenTable:
        """A new table, for somebody at an address; raises CardkitError where it can't be laid as it is wished."""
        return await self._laid(wish, address, "lay", wish.model_dump(mode="json"))

    async def lay_own(self, wish: Wish, record: Path | None) -> OpenTable:
        """The table of the command line, which may have programs, and a file of its own; raises CardkitError."""
        return await self._laid(wish, "", "lay", wish.model_dump(mode="json"), own=(record,))

    async def fork(
        self, wish: Wish, record: Record, path: Path, seats: tuple[str, ...], address: str = ""
    ) -> OpenTable:
        """A table that goes on from where a record ends, with these players; raises CardkitError."""
        return await self._laid(wish, address, "fork", wish.model_dump(mode="json"), record, path, seats)

    async def _laid(
        self, wish: Wish, address: str, do: str, *given: Any, own: tuple[Path | None] | None = None
    ) -> OpenTable:
        if len(self.running) >= self.limits.tables:
            raise Full()
        name = secrets.token_urlsafe(9)
        running = OpenTable(name, wish.game, self.backroom(address), self, address)
        try:
            faces = await running.ask(address, do, *given)
            running.stands(faces)
            running.invitation = await self._new_invitation()
            settings = {INVITATION: running.invitation, "wish": wish.model_dump(mode="json")}
            running.place = await self.store.create(name, settings, faces["people"])
            if own is not None:
                self._own[name] = own[0]
            in_file = running.place if isinstance(running.place, RecordFile) else None
            await running.backroom.ask(name, "keep", in_file, self._path_of(name))
            await running.settled()
        except CardkitError as error:
            running.lose("can't be laid")
            if not isinstance(error, Broken):
                raise
            aside(f"a table of {wish.game} has gone wrong: {error}")
            raise CardkitError("this table can't be laid; who runs this server was told why") from None
        self.running[name] = running
        return running

    async def _new_invitation(self) -> str:
        """An invitation that leads nowhere yet."""
        while await self.store.invited(found := new_invitation()) is not None:
            pass
        return found

    def _path_of(self, name: str) -> str | None:
        """The file that a table has of its own, if it has one."""
        path = self._own.get(name)
        return None if path is None else str(path.absolute())

    async def show(self, name: str, source: str, record: Record, path: Path, fork: LayFork) -> OpenRecord:
        """A record that is shown from now on; raises CardkitError."""
        shown = OpenRecord(name, source, self.backroom(""), self.accounts, fork)
        await shown.backroom.ask(name, "view", source, record, path)
        return shown

    async def find(self, name: str, address: str, *, by_force: bool = False) -> OpenTable | Elsewhere | None:
        """The table of a name, taken up for an address where it isn't open; None where the store has none.

        Raises CardkitError where it can't be taken up.
        """
        if name in self.running:
            return self.running[name]
        if name not in self._coming:
            self._coming[name] = asyncio.create_task(self._taken_up(name, address, by_force=by_force))
            self._coming[name].add_done_callback(lambda task: self._coming.pop(name, None))
        return await asyncio.shield(self._coming[name])

    async def _taken_up(self, name: str, address: str, *, by_force: bool) -> OpenTable | Elsewhere | None:
        if len(self.running) >= self.limits.tables:
            raise Full()
        if name in self.hopeless:
            raise self.hopeless[name]
        with self._setting_aside(name):
            claimed = await self.store.claim(name, by_force=by_force)
            if claimed is None or isinstance(claimed, Elsewhere):
                return claimed
            place, stored = claimed
            if name not in self._own:
                refuse_programs(name, stored, self._games)
            running = OpenTable(name, name, self.backroom(address), self, address)
            running.place = place
            running.invitation = str(stored.settings.get(INVITATION, ""))
            in_file = place if isinstance(place, RecordFile) else None
            try:
                given = stored, in_file, self._path_of(name), self.broken.get(name)
                running.stands(await running.ask(address, "back", *given))
            except CardkitError:
                running.lose("can't be taken up")
                raise
        self.running[name] = running
        return running

    @contextmanager
    def _setting_aside(self, name: str) -> Generator[None]:
        """Raises SetAside where what is kept of a table can't be read, or is none, and tells why where it runs."""
        try:
            yield
        except Exception as error:
            if isinstance(error, CardkitError) and not isinstance(error, RecordError | Broken | TableLost):
                raise
            if name not in self._set_aside:
                self._set_aside.add(name)
                why = error if isinstance(error, RecordError) else f"it is not what cardkit keeps: {told(error)}"
                aside(f"the table {name} is set aside: {why}")
            raise SetAside(name) from error

    def forget(self, running: OpenTable) -> None:
        """Run a table no longer."""
        if self.running.get(running.name) is running:
            del self.running[running.name]
            self.gone += 1

    async def put_away_idle(self) -> None:
        """Put the tables away at which nobody has been for long."""
        for running in [one for one in self.running.values() if one.is_idle(monotonic() - self.limits.idle)]:
            await running.put_away()

    async def forget_old(self) -> None:
        """Let the store forget what is old, and is not open here."""
        try:
            await self.store.forget(self.running)
        except StoreError as error:
            aside(f"what is old can't be forgotten: {error}")

    async def close(self) -> None:
        """Put all tables away, and own none any longer."""
        for running in list(self.running.values()):
            await running.put_away()
        await asyncio.gather(*(one.ended() for one in self._backrooms))
        await self.store.close()

    async def state(self, table: str, key: str, address: str) -> dict[str, Any] | None:
        """How it stands at a table, for somebody at an address who has a key of it; None for anybody else.

        Whose keys are good of one that is damaged can't be known; of that, everybody is told this alone.
        """
        running = self.running.get(table)
        if running is not None:
            if (seat := running.seat_of(key)) is None:
                return None
            faces = await running.ask(address, "faces")
            phase, result = faces["shown"] if seat == PUBLIC else (faces["phase"], faces["result"])
            return _state(table, faces["game"], phase, faces["names"], seat, result, here=True)
        try:
            with self._setting_aside(table):
                stored = await self._opened_by(table, key)
                if stored is None:
                    return None
                return state_in_store(table, stored, key, is_late=await self._is_late(table, stored, key))
        except SetAside:
            result = {"text": "set aside, because what is kept of it is damaged"}
            return _state(table, table, "damaged", [], PUBLIC, result, here=False)

    async def record(self, table: str, key: str) -> str | None:
        """The record of a game that is over, for somebody who has a key of the table; None for anybody else.

        Raises NotOver where the record would show what is hidden still, SetAside where the table is damaged.
        """
        running = self.running.get(table)
        if running is not None and running.seat_of(key) == PUBLIC:
            phase, _ = (await running.backroom.ask(table, "faces"))["shown"]
            if phase != "over":
                raise NotOver
        with self._setting_aside(table):
            stored = await self._opened_by(table, key)
            if stored is None:
                return None
            if await self._is_late(table, stored, key):
                raise NotOver
            return whole_record(stored)

    async def _is_late(self, table: str, stored: Stored, key: str) -> bool:
        """Whether who has a key sees how a table that is kept stands only later."""
        delay = float(stored.settings["wish"].get("delay") or 0)
        if not delay or Chairs.back(stored.people, 0.0).seat_of(key) != PUBLIC:
            return False
        return await self.store.quiet(table) < delay

    async def invited(self, invitation: str) -> dict[str, Any]:
        """What whoever has an invitation sees of its table; raises NotInvited where no seat of it is free."""
        name = await self.store.invited(invitation)
        beside = None if name is None else await self.store.beside(name)
        plugin = None if beside is None else self._games.get(beside.settings["wish"]["game"])
        if beside is None or plugin is None or not free_seats(beside.people):
            raise NotInvited
        return {"table": name, **invited_to(plugin, beside.settings["wish"], beside.people)}

    async def host_of(self, table: str, key: str) -> tuple[str, Chairs] | None:
        """The invitation of a table and its seats, for the host alone."""
        with self._setting_aside(table):
            beside = await self.store.beside(table)
            chairs = None if beside is None else Chairs.back(beside.people, 0.0)
            if beside is None or chairs is None or chairs.host is None or chairs.seat_of(key) != chairs.host:
                return None
            return str(beside.settings.get(INVITATION, "")), chairs

    async def _opened_by(self, table: str, key: str) -> Stored | None:
        """A table as it is kept, if the key is one of it, which is known before its record is read."""
        beside = await self.store.beside(table)
        if beside is None or Chairs.back(beside.people, 0.0).seat_of(key) is None:
            return None
        return await self.store.look(table)
