"""What a server keeps in PostgreSQL: all that happened at its tables since the last commit, in one commit."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any

from cardkit.core.acts.results import Result
from cardkit.core.cards import Card
from cardkit.online.stores.store import StoreError, TableLost
from cardkit.records.parts import End
from cardkit.records.record import Record, entries

if TYPE_CHECKING:
    from psycopg import AsyncConnection

_OWNED = "where name = %(name)s and owner = %(owner)s and epoch = %(epoch)s"
_CHANGES = {
    "people": f"update cardkit_table set people = %(value)s {_OWNED}",
    "replace": f"update cardkit_table set header = %(value)s, result = null {_OWNED}",
    "finish": f"update cardkit_table set result = %(value)s {_OWNED}",
    "release": f"update cardkit_table set owner = null {_OWNED}",
}
_ADD = """
with mine as (select name, epoch from cardkit_table where owner = %(owner)s and name = any(%(names)s) for share),
     step as (select * from unnest(
         %(names)s::text[], %(epochs)s::integer[], %(numbers)s::integer[], %(entries)s::text[]
     ) as step (name, epoch, number, entries))
insert into cardkit_step (name, number, entries)
select name, number, step.entries from step join mine using (name, epoch) returning name
"""
"""Steps of many tables, of which those count that this server owns; none can be taken over in the middle of it."""


_TAKEN = "has been taken over by another server"


@dataclass
class Batch:
    """What is kept by one commit."""

    changes: list[Change] = field(default_factory=list["Change"])
    done: asyncio.Event = field(default_factory=asyncio.Event)


class Writer:
    """Keeps what happens at the tables of a server: whatever came up during one commit goes into the next one."""

    def __init__(self, connect: Callable[[], Awaitable[AsyncConnection[Any]]]) -> None:
        self._connect = connect
        self._connection: AsyncConnection[Any] | None = None
        self._next = Batch()
        self._news = asyncio.Event()
        self._writing: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to write; raises StoreError."""
        self._connection = await self._connect()
        self._writing = asyncio.create_task(self._write())

    async def stop(self) -> None:
        """Write what is left, and end the session."""
        if self._next.changes:
            await self._next.done.wait()
        if self._writing is not None:
            self._writing.cancel()
            await asyncio.wait([self._writing])
        if self._connection is not None:
            await _let_go(self._connection)

    def add(self, place: PostgresPlace, kind: str, value: Any) -> Batch:
        """The batch by which a change is kept."""
        self._next.changes.append((place, kind, value))
        self._news.set()
        return self._next

    async def _write(self) -> None:
        import psycopg

        while True:
            await self._news.wait()
            self._news.clear()
            batch, self._next = self._next, Batch()
            try:
                await self._commit(batch.changes)
            except (psycopg.Error, StoreError) as error:
                for place, _, _ in batch.changes:
                    place.lost = f"can't be kept: {error}"
            batch.done.set()

    async def _commit(self, changes: Sequence[Change]) -> None:
        if self._connection is None or self._connection.closed:
            self._connection = await self._connect()
        async with self._connection.transaction():
            for is_step, some in groupby(changes, lambda change: change[1] == "add"):
                if is_step:
                    await _add(self._connection, list(some))
                else:
                    for change in some:
                        await _change(self._connection, change)


async def _add(connection: AsyncConnection[Any], steps: list[Change]) -> None:
    """Keep steps of tables; those of tables that are owned no longer are lost."""
    parts = {
        "owner": steps[0][0].owner,
        "names": [place.name for place, _, _ in steps],
        "epochs": [place.epoch for place, _, _ in steps],
        "numbers": [number for _, _, (number, _) in steps],
        "entries": [written for _, _, (_, written) in steps],
    }
    found = await connection.execute(_ADD, parts)
    kept = {name for (name,) in await found.fetchall()}
    for place, _, _ in steps:
        if place.name not in kept:
            place.lost = _TAKEN


async def _change(connection: AsyncConnection[Any], change: Change) -> None:
    """Change what is kept of a table, if it is owned still."""
    place, kind, value = change
    header, log = value if kind == "replace" else (value, "")
    parts = {"name": place.name, "owner": place.owner, "epoch": place.epoch, "value": header}
    changed = await connection.execute(_CHANGES[kind].encode(), parts)
    if not changed.rowcount:
        place.lost = _TAKEN
    elif kind == "replace":
        await connection.execute("delete from cardkit_step where name = %s", (place.name,))
        await connection.execute("insert into cardkit_step values (%s, 0, %s)", (place.name, log))


class PostgresPlace:
    """A table in the database, as long as this server owns it in this epoch."""

    def __init__(self, writer: Writer, name: str, owner: int, epoch: int, steps: int) -> None:
        self.name = name
        self.owner = owner
        self.epoch = epoch
        self.lost: str = ""
        """Why nothing is kept any more; empty as long as all is."""
        self._writer = writer
        self._steps = steps
        self._batch: Batch | None = None

    def begin(self, record: Record, people: Mapping[str, Any]) -> None:
        """Keep a game that begins, in the place of one that was there."""
        self.seat(people)
        self.replace(record)

    def seat(self, people: Mapping[str, Any]) -> None:
        """Keep who sits there."""
        self._keep("people", json.dumps(people))

    def add(self, action: str, outcomes: Sequence[Sequence[Card] | int], seat: int | None = None) -> None:
        """Keep an action, and what chance made after it."""
        written = [_plain(entry) for entry in entries(action, outcomes, seat)]
        self._keep("add", (self._steps, json.dumps(written)))
        self._steps += 1

    def replace(self, record: Record) -> None:
        """Keep this game in the place of what it was."""
        header = record.model_dump_json(exclude={"log"})
        self._keep("replace", (header, json.dumps([_plain(entry) for entry in record.log])))
        self._steps = 1

    def finish(self, result: Result) -> None:
        """Keep how the game ended."""
        self._keep("finish", End.of(result).model_dump_json())

    def _keep(self, kind: str, value: Any) -> None:
        if self.lost:
            raise TableLost(self.name, self.lost)
        self._batch = self._writer.add(self, kind, value)

    async def settled(self) -> None:
        """Return when everything is committed; raises TableLost where it can't be."""
        while self._batch is not None and not self._batch.done.is_set():
            await self._batch.done.wait()
        if self.lost:
            raise TableLost(self.name, self.lost)

    async def release(self) -> None:
        """Own the table no longer, unless it is lost."""
        if not self.lost:
            self._keep("release", None)
            await self.settled()
            self.lost = "was put away"


Change = tuple[PostgresPlace, str, Any]
"""A change of what is kept of a table: which table, what kind of change, and the new value."""


def _plain(entry: Any) -> Any:
    return entry if isinstance(entry, str) else entry.model_dump(mode="json")


async def _let_go(connection: AsyncConnection[Any]) -> None:
    """End a session, and its locks before: the database takes its time to see that a session has ended."""
    import psycopg

    with suppress(psycopg.Error):
        await connection.execute("select pg_advisory_unlock_all()")
    await connection.close()
