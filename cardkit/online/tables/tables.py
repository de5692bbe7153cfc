"""The tables that a server runs: laid, taken up from their store, driven, put away."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

from cardkit.core.errors import CardkitError
from cardkit.core.where import told
from cardkit.online.tables.limits import Limits
from cardkit.online.tables.states import damaged_state, state_here, state_in_store, whole_record
from cardkit.play.output import aside
from cardkit.records.files import RecordFile
from cardkit.records.log import Keep
from cardkit.records.record import Record, RecordError
from cardkit.records.store import Elsewhere, Store, Stored, StoreError, TableLost
from cardkit.tables.hosted import Hosted, Thought, Visitor

T = TypeVar("T")
THINKING = 4
"""So many machines think at the same time; the others wait for their turn."""


class Running:
    """A table that this server runs, from when somebody asked for it until it is put away."""

    def __init__(self, name: str, hosted: Hosted, place: Keep, tables: Tables) -> None:
        self.name = name
        self.hosted = hosted
        self.place = place
        self.lost = ""
        """Why the table is here no longer; empty as long as it is."""
        self.is_faulty = False
        """Whether it was lost by a fault, which may come again at once."""
        self.visits: dict[Visitor, Callable[[], None]] = {}
        """Who is there, each with what lets them be told that something happened."""
        self.quiet_since = monotonic()
        self._tables = tables
        self._thinking: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None

    def enter(self, visitor: Visitor, hello: Mapping[str, Any], wake: Callable[[], None]) -> dict[str, Any]:
        """Somebody comes in; what they are told first. Raises Refused."""
        told = self._safely(lambda: self.hosted.enter(visitor, hello, monotonic()))
        self.visits[visitor] = wake
        self.go_on()
        return told

    def take(self, visitor: Visitor, said: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """What a visitor is answered; raises Refused, or another CardkitError in a sentence."""
        answer = self._safely(lambda: self.hosted.take(visitor, said, monotonic()))
        self.go_on()
        return answer

    def message(self, visitor: Visitor) -> dict[str, Any]:
        """The whole view of a visitor, and what they weren't told yet."""
        return self._safely(lambda: self.hosted.message(visitor))

    def leave(self, visitor: Visitor) -> None:
        """Somebody is there no longer."""
        if self.visits.pop(visitor, None) is not None and not self.lost:
            self.quiet_since = monotonic()
            self._tables.gone += 1
            with suppress(TableLost):
                self._safely(lambda: self.hosted.leave(visitor, monotonic()))
            self.go_on()

    def go_on(self) -> None:
        """Let the machines act whose turn it is, and the clocks run."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        try:
            at = None if self.lost else self._safely(lambda: self.hosted.tick(monotonic()))
            if at is not None:
                self._timer = asyncio.get_running_loop().call_later(max(0.0, at - monotonic()), self.go_on)
            while not self.lost and (thought := self._safely(self.hosted.thought)) is not None:
                task = asyncio.create_task(self._think(thought))
                self._thinking.add(task)
                task.add_done_callback(self._thinking.discard)
        except CardkitError as error:
            self.lose(str(error))

    async def _think(self, thought: Thought) -> None:
        """Let a machine choose, in a thread where that takes its time, and act."""
        try:
            chosen = await self._tables.thought_out(thought) if thought.is_long else thought.choose()
        except Exception as error:  # whatever a machine raises ends its own table alone
            failure = error
            act = partial(self.hosted.failed, thought, failure)
        else:
            act = partial(self.hosted.done, thought, chosen)
        if self.lost:
            return
        try:
            self._safely(lambda: act(monotonic()))
            await self.place.settled()
        except CardkitError as error:
            self.lose(str(error))
        self.go_on()

    def _safely(self, step: Callable[[], T]) -> T:
        """What a step returns; one that goes wrong, and not as it may, ends this table alone."""
        try:
            return step()
        except (RecordError, StoreError, TableLost) as error:
            self.lose(str(error))
            raise
        except CardkitError:
            raise
        except Exception as error:
            aside(f"the table {self.name} has gone wrong: {told(error)}")
            self.is_faulty = True
            self.lose("has gone wrong; its game is kept")
            raise TableLost(self.name, self.lost) from error

    def is_idle(self, before: float) -> bool:
        """Whether nobody has been here since this time, and nothing will happen by itself."""
        return not self.visits and self.quiet_since < before and self._timer is None and not self._thinking

    async def put_away(self) -> None:
        """Let the store alone have the table."""
        self.lose("was put away")
        for place in self.hosted.places:
            with suppress(CardkitError):
                await place.settled()
                await place.release()

    def lose(self, why: str) -> None:
        """Run the table no longer; whoever is there is sent away, and comes back to it as it is kept."""
        self.lost = self.lost or why
        if self._timer is not None:
            self._timer.cancel()
        self._tables.forget(self)
        self.hosted.close()
        for wake in self.visits.values():
            wake()


Laying = Callable[[str, Mapping[str, Any], tuple[Stored, list[Keep]] | None, float], Hosted]
"""Lays the table of a name by these settings, as it is stored if it is, at this time; raises CardkitError."""


def places_of(place: Keep, settings: Mapping[str, Any], record: Record | None) -> list[Keep]:
    """Where a table is kept: its place in the store, and a file of somebody's own; raises RecordError."""
    own = settings.get("record")
    return [place, RecordFile(Path(own), record, replacing=True)] if own else [place]


class SetAside(CardkitError):
    """A table that can't be taken up, because what is kept of it is damaged; it stays as it is."""

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self.table = table

    def __str__(self) -> str:
        return f"the table {self.table} is set aside: what is kept of it is damaged; who runs this server was told how"


class Full(CardkitError):
    """A server that has as many tables as it takes."""

    def __str__(self) -> str:
        return "all tables are taken; come again later"


class Tables:
    """The tables of a server by name; those that nobody looks at lie in the store."""

    def __init__(self, store: Store, lay: Laying, limits: Limits) -> None:
        self.store = store
        self.limits = limits
        self.running: dict[str, Running] = {}
        self.gone = 0
        """So many tables were let go, and so many visitors have left."""
        self._thinkers = ThreadPoolExecutor(THINKING, "machine")
        self._lay = lay
        self._coming: dict[str, asyncio.Task[Running | Elsewhere | None]] = {}
        self._set_aside: set[str] = set()
        """The tables of which was told here that they are damaged."""

    async def thought_out(self, thought: Thought) -> Any:
        """What a machine chooses, in a thread, when one of them is free."""
        return await asyncio.get_running_loop().run_in_executor(self._thinkers, thought.choose)

    async def lay(self, settings: Mapping[str, Any]) -> Running:
        """A new table; raises CardkitError where it can't be laid as it is wished."""
        name = secrets.token_urlsafe(9)
        return await self.adopt(self._lay(name, settings, None, monotonic()), settings)

    async def adopt(self, hosted: Hosted, settings: Mapping[str, Any]) -> Running:
        """A table that was laid, kept from now on; raises CardkitError."""
        if len(self.running) >= self.limits.tables:
            raise Full()
        name = hosted.table
        place = await self.store.create(name, settings, hosted.people)
        hosted.keep_in(places_of(place, settings, None))
        running = self.running[name] = Running(name, hosted, place, self)
        running.go_on()
        return running

    async def find(self, name: str, *, by_force: bool = False) -> Running | Elsewhere | None:
        """The table of a name, taken up from the store where it isn't open; None where there is none.

        Raises CardkitError where it can't be taken up.
        """
        if name in self.running:
            return self.running[name]
        if name not in self._coming:
            self._coming[name] = asyncio.create_task(self._taken_up(name, by_force=by_force))
            self._coming[name].add_done_callback(lambda task: self._coming.pop(name, None))
        return await asyncio.shield(self._coming[name])

    async def _taken_up(self, name: str, *, by_force: bool) -> Running | Elsewhere | None:
        if len(self.running) >= self.limits.tables:
            raise Full()
        with self._setting_aside(name):
            claimed = await self.store.claim(name, by_force=by_force)
            if claimed is None or isinstance(claimed, Elsewhere):
                return claimed
            place, stored = claimed
            places = places_of(place, stored.settings, stored.record)
            hosted = self._lay(name, stored.settings, (stored, places), monotonic())
        running = self.running[name] = Running(name, hosted, place, self)
        running.go_on()
        return running

    @contextmanager
    def _setting_aside(self, name: str) -> Generator[None]:
        """Raises SetAside where what is kept of a table can't be read, or is none, and tells why where it runs."""
        try:
            yield
        except Exception as error:
            if isinstance(error, CardkitError) and not isinstance(error, RecordError):
                raise
            if name not in self._set_aside:
                self._set_aside.add(name)
                why = error if isinstance(error, RecordError) else f"it is not what cardkit keeps: {told(error)}"
                aside(f"the table {name} is set aside: {why}")
            raise SetAside(name) from error

    def forget(self, running: Running) -> None:
        """Run a table no longer."""
        if self.running.get(running.name) is running:
            del self.running[running.name]
            self.gone += 1

    async def put_away_idle(self) -> None:
        """Put the tables away at which nobody has been for long."""
        for running in [one for one in self.running.values() if one.is_idle(monotonic() - self.limits.idle)]:
            await running.put_away()

    async def close(self) -> None:
        """Put all tables away, and own none any longer."""
        for running in list(self.running.values()):
            await running.put_away()
        self._thinkers.shutdown(wait=False, cancel_futures=True)
        await self.store.close()

    async def state(self, table: str, key: str) -> dict[str, Any] | None:
        """How it stands at a table, for somebody who has a key of it; None for anybody else.

        Whose keys are good of one that is damaged can't be known; of that, everybody is told this alone.
        """
        running = self.running.get(table)
        if running is not None:
            return state_here(running.hosted, key)
        try:
            with self._setting_aside(table):
                stored = await self.store.look(table)
                return None if stored is None else state_in_store(table, stored, key)
        except SetAside:
            return damaged_state(table)

    async def record(self, table: str, key: str) -> str | None:
        """The record of a game that is over, for somebody who has a key of the table; None for anybody else.

        Raises NotOver where the record would show what is hidden still, SetAside where the table is damaged.
        """
        with self._setting_aside(table):
            stored = await self.store.look(table)
            return None if stored is None else whole_record(stored, key)
