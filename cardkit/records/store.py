"""Where the tables of a server are kept: in a folder, or in a PostgreSQL that several servers share.

Whatever happens at a table is kept before anybody is told of it. So a server may be killed at any moment, and no
action that was answered is lost. A table has one owner at a time, who has its place.

The database decides who owns each of its tables. A server is alive as long as its session holds its lock there, so a
server that was killed owns nothing from that moment on. Whoever takes a table over counts its epoch up; what an earlier
owner would still keep is refused by that.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Protocol

from cardkit.core.errors import CardkitError
from cardkit.core.files import bytes_of, is_there, make_folder, taken
from cardkit.core.results import Result
from cardkit.records.record import Entry, Keep, Record, RecordedEnd, RecordError, RecordFile, beside_record, read_grown

if TYPE_CHECKING:
    from psycopg import AsyncConnection


def is_name(text: str) -> bool:
    """Whether a table can be called so."""
    return re.fullmatch(r"[A-Za-z0-9_-]{1,40}", text) is not None


class StoreError(CardkitError):
    """A store of tables that can't be opened, read or written."""

    store: str
    reason: str
    sentence = "{store}: {reason}"


class TableLost(CardkitError):
    """A table that another server has taken over, or that couldn't be kept: what was not kept didn't happen."""

    table: str
    reason: str
    sentence = "the table {table} {reason}"


AGE = 90 * 24 * 3_600
"""After so many seconds in which nothing was kept of a table, a store forgets it, with its keys and its invitation."""
INVITATION = "invitation"
"""The first setting of a table that has an invitation."""


@dataclass(frozen=True, kw_only=True)
class Stored:
    """A table as a store has it."""

    settings: Mapping[str, Any]
    """What it was laid with."""
    people: Mapping[str, Any]
    """Who sits there, with their keys, as the table itself has it."""
    record: Record | None = None
    """The game; None before it is dealt, and where it wasn't asked for."""


@dataclass(frozen=True)
class Elsewhere:
    """A table that another server owns, which is alive."""

    address: str
    """Where other servers reach it, such as `http://10.0.0.2:8765`."""
    secret: str
    """What shows it that a server asks."""


class Store(Protocol):
    """Tables by name, each owned by at most one server at a time."""

    @property
    def where(self) -> str:
        """What `--store` names it by."""
        ...

    async def open(self) -> None:
        """Begin; raises StoreError."""
        ...

    async def close(self) -> None:
        """Own no table any longer."""
        ...

    async def create(self, table: str, settings: Mapping[str, Any], people: Mapping[str, Any]) -> Keep:
        """The place of a new table; raises StoreError."""
        ...

    async def claim(self, table: str, *, by_force: bool = False) -> tuple[Keep, Stored] | Elsewhere | None:
        """The table, owned from now on, or where it is if another living server owns it; by force, even then.

        None where there is no such table; raises StoreError or RecordError where it can't be read.
        """
        ...

    async def look(self, table: str) -> Stored | None:
        """The table as it is kept, whoever owns it; None where there is none. Raises StoreError or RecordError."""
        ...

    async def beside(self, table: str) -> Stored | None:
        """What is kept of a table, without its record; raises as `look` does."""
        ...

    async def quiet(self, table: str) -> float:
        """For how many seconds nothing was kept of a table; raises as `look` does."""
        ...

    async def invited(self, invitation: str) -> str | None:
        """The table to which an invitation leads, whoever owns it; raises StoreError."""
        ...

    async def forget(self, but: Collection[str] = ()) -> None:
        """Have the tables no longer of which nothing was kept for `AGE`, but for some; raises StoreError."""
        ...

    def is_server(self, secret: str) -> bool:
        """Whether this is the secret that only other servers of this store know."""
        ...


class FileStore:
    """The tables in a folder, which one server owns as long as it runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.where = str(folder)
        self._lock: IO[bytes] | None = None
        self._invitations: dict[str, str] = {}
        """The table to which each invitation leads."""

    async def open(self) -> None:
        """Begin, with the folder made where there is none; raises StoreError."""
        try:
            make_folder(self.folder, secret=True)
            lock = taken(self.folder / ".lock")
        except OSError as error:
            raise StoreError(str(self.folder), f"tables can't be kept there: {error.strerror}") from error
        if isinstance(lock, str):
            raise StoreError(str(self.folder), "another cardkit keeps its tables there; give each a folder of its own")
        self._lock = lock
        for path in self.folder.glob("*.table"):
            with suppress(RecordError):
                beside = await self.beside(path.stem)
                if beside is not None and INVITATION in beside.settings:
                    self._invitations[str(beside.settings[INVITATION])] = path.stem

    async def close(self) -> None:
        """Let another server have the folder, which is gone where nothing is in it."""
        if self._lock is not None:
            self._lock.close()
            if [path.name for path in self.folder.iterdir()] == [".lock"]:
                with suppress(OSError):
                    (self.folder / ".lock").unlink()
                    self.folder.rmdir()

    async def create(self, table: str, settings: Mapping[str, Any], people: Mapping[str, Any]) -> RecordFile:
        """The place of a new table; raises CannotWrite."""
        place = RecordFile(self._path(table), settings=settings)
        place.seat(people)
        if INVITATION in settings:
            self._invitations[settings[INVITATION]] = table
        return place

    async def claim(self, table: str, *, by_force: bool = False) -> tuple[RecordFile, Stored] | Elsewhere | None:
        stored = await self.look(table)
        return None if stored is None else (self._opened(table, stored), stored)

    async def look(self, table: str) -> Stored | None:
        beside = await self.beside(table)
        if beside is None:
            return None
        path = self._path(table)
        return replace(beside, record=read_grown(path)) if is_there(path) else beside

    async def beside(self, table: str) -> Stored | None:
        path = beside_record(self._path(table)) if is_name(table) else None
        if path is None or not is_there(path):
            return None
        try:
            beside = json.loads(bytes_of(path))
            return Stored(settings=dict(beside["settings"]), people=dict(beside["people"]))
        except (OSError, ValueError, LookupError, TypeError, RecursionError) as error:
            raise RecordError(path, "", "this is not what cardkit keeps of a table") from error

    async def quiet(self, table: str) -> float:
        path = self._path(table)
        try:
            return time.time() - _kept_at(beside_record(path), path)
        except OSError as error:
            raise RecordError(path, "", "this is not what cardkit keeps of a table") from error

    async def invited(self, invitation: str) -> str | None:
        return self._invitations.get(invitation)

    async def forget(self, but: Collection[str] = ()) -> None:
        oldest = time.time() - AGE
        for path in [path for path in self.folder.glob("*.table") if path.stem not in but]:
            await asyncio.sleep(0)
            record = self._path(path.stem)
            with suppress(OSError):
                if _kept_at(path, record) < oldest:
                    record.unlink(missing_ok=True)
                    path.unlink()
                    self._invitations = {word: to for word, to in self._invitations.items() if to != path.stem}

    def _opened(self, table: str, stored: Stored) -> RecordFile:
        return RecordFile(self._path(table), stored.record, replacing=True, settings=stored.settings)

    def is_server(self, secret: str) -> bool:
        """No other server has these tables."""
        return False

    def _path(self, table: str) -> Path:
        return self.folder / f"{table}.json"


def _kept_at(*paths: Path) -> float:
    """When something of a table was kept last; raises OSError."""
    return max(path.stat().st_mtime for path in paths if is_there(path))


_SERVERS = 0x63617264
"""The space of the locks by which servers show that they are alive."""
_INVITED = f"""substring(settings from '^[{{]"{INVITATION}": "([a-z0-9-]+)"')"""
"""What leads to a table by its invitation, of settings that may be damaged."""
_SCHEMA = f"""
select pg_advisory_lock({_SERVERS}, 0);
create table if not exists cardkit_server (
    number integer generated always as identity primary key, address text not null, secret text not null,
    since timestamptz not null default now());
create table if not exists cardkit_table (
    name text primary key, settings text not null, people text not null,
    header text, result text, owner integer, epoch integer not null default 1,
    since timestamptz not null default now());
create table if not exists cardkit_step (
    name text references cardkit_table on delete cascade, number integer, entries text not null,
    primary key (name, number));
alter table cardkit_step add column if not exists since timestamptz not null default now();
do $$ begin if to_regclass('cardkit_invitation') is null then
create index cardkit_invitation on cardkit_table ({_INVITED}); end if; end $$;
select pg_advisory_unlock({_SERVERS}, 0);
set tcp_keepalives_idle = 5;
set tcp_keepalives_interval = 5;
set tcp_keepalives_count = 3;
"""
"""The tables, and a session that the database gives up 20 seconds after the machine at its other end has gone."""


class PostgresStore:
    """The tables in a database, of which this server owns some."""

    def __init__(self, where: str, address: str = "") -> None:
        self.where = where
        self.address = address
        """Where other servers reach this one; found from the way to the database where a part of it is left open."""
        self._secret = secrets.token_urlsafe(16)
        self.number = 0
        """The number of this server, of which no other one has the lock."""
        self._asking: AsyncConnection[Any] | None = None
        self._one_asks = asyncio.Lock()
        self._writer = Writer(self._connected)

    async def open(self) -> None:
        """Begin, with the tables of the database made where there are none; raises StoreError."""
        await self._writer.start()

    async def close(self) -> None:
        await self._writer.stop()
        if self._asking is not None:
            await self._asking.close()

    async def create(self, table: str, settings: Mapping[str, Any], people: Mapping[str, Any]) -> PostgresPlace:
        async with self._transaction() as connection:
            await connection.execute(
                "insert into cardkit_table (name, settings, people, owner) values (%s, %s, %s, %s)",
                (table, json.dumps(settings), json.dumps(people), self.number),
            )
        return PostgresPlace(self._writer, table, self.number, 1, 0)

    async def claim(self, table: str, *, by_force: bool = False) -> tuple[PostgresPlace, Stored] | Elsewhere | None:
        if not is_name(table):
            return None
        async with self._transaction() as connection:
            found = await connection.execute("select owner from cardkit_table where name = %s for update", (table,))
            row = await found.fetchone()
            if row is None:
                return None
            owner: int | None = row[0]
            if not by_force and owner not in (None, self.number) and (at := await _living(connection, owner)):
                return at
            taken = await connection.execute(
                "update cardkit_table set owner = %s, epoch = epoch + 1, since = now() where name = %s returning epoch",
                (self.number, table),
            )
            [epoch] = await taken.fetchone() or (0,)
            stored, steps = await _stored(connection, table)
        return PostgresPlace(self._writer, table, self.number, epoch, steps), stored

    async def look(self, table: str) -> Stored | None:
        if not is_name(table):
            return None
        async with self._transaction() as connection:
            found = await connection.execute("select 1 from cardkit_table where name = %s for share", (table,))
            return (await _stored(connection, table))[0] if await found.fetchone() else None

    async def beside(self, table: str) -> Stored | None:
        if not is_name(table):
            return None
        async with self._transaction() as connection:
            found = await connection.execute("select settings, people from cardkit_table where name = %s", (table,))
            row = await found.fetchone()
        return None if row is None else Stored(settings=_object(table, row[0]), people=_object(table, row[1]))

    async def quiet(self, table: str) -> float:
        async with self._transaction() as connection:
            found = await connection.execute(_QUIET, {"name": table})
            [seconds] = await found.fetchone() or (0.0,)
        return float(seconds)

    async def invited(self, invitation: str) -> str | None:
        async with self._transaction() as connection:
            found = await connection.execute(f"select name from cardkit_table where {_INVITED} = %s", (invitation,))
            row = await found.fetchone()
        return None if row is None else str(row[0])

    async def forget(self, but: Collection[str] = ()) -> None:
        """Have the tables no longer of which nothing was kept for `AGE`, but for some and those of living servers."""
        async with self._transaction() as connection:
            await connection.execute(_FORGET, {"age": AGE, "but": list(but), "servers": _SERVERS})
            await connection.execute(_FORGET_SERVERS, {"age": AGE, "servers": _SERVERS})

    def is_server(self, secret: str) -> bool:
        """Whether this is the secret that only other servers of this database know."""
        return secrets.compare_digest(secret.encode(), self._secret.encode())

    async def _connected(self) -> AsyncConnection[Any]:
        """A session that shows that this server is alive, by a number that it has from now on; raises StoreError."""
        connection = await self._session()
        host = connection.info.hostaddr
        own = await _own_address(connection) if host else "127.0.0.1"
        here = self.address.replace("//:", f"//{own}:"), self._secret
        if self.number:
            await connection.execute(
                "insert into cardkit_server (number, address, secret) overriding system value values (%s, %s, %s) "
                "on conflict do nothing",
                (self.number, *here),
            )
        else:
            registered = await connection.execute(
                "insert into cardkit_server (address, secret) values (%s, %s) returning number", here
            )
            [self.number] = await registered.fetchone() or (0,)
        await connection.execute("select pg_advisory_lock(%s, %s)", (_SERVERS, self.number))
        return connection

    async def _session(self) -> AsyncConnection[Any]:
        try:
            import psycopg
            from psycopg.conninfo import conninfo_to_dict
        except ImportError as error:
            raise StoreError("postgresql", "this needs psycopg: pip install 'cardkit[postgres]'") from error
        try:
            conninfo_to_dict(self.where)
            self.where.encode("ascii")
            refused = any(letter.isspace() for letter in self.where)
        except (psycopg.Error, UnicodeEncodeError):
            refused = True
        if refused:
            raise StoreError("postgresql", "it is no address of a database: postgresql://USER@HOST/NAME") from None
        try:
            connection = await psycopg.AsyncConnection.connect(self.where, autocommit=True, connect_timeout=10)
        except psycopg.Error as error:
            raise StoreError("postgresql", _reason(error)) from error
        try:
            for statement in _SCHEMA.split(";\n")[:-1]:
                await connection.execute(statement.encode())
        except psycopg.Error as error:
            await connection.close()
            raise StoreError("postgresql", _reason(error)) from error
        return connection

    @asynccontextmanager
    async def _transaction(self) -> AsyncGenerator[AsyncConnection[Any]]:
        """A transaction in which questions are asked one after the other; raises StoreError."""
        import psycopg

        async with self._one_asks:
            try:
                if self._asking is None or not await _answers(self._asking):
                    self._asking = await self._session()
                async with self._asking.transaction():
                    yield self._asking
            except psycopg.Error as error:
                raise StoreError("postgresql", _reason(error)) from error


async def _answers(connection: AsyncConnection[Any]) -> bool:
    """Whether the database is still at the other end."""
    import psycopg

    try:
        await connection.execute("select")
    except psycopg.Error:
        await connection.close()
        return False
    return True


async def _living(connection: AsyncConnection[Any], owner: int | None) -> Elsewhere | None:
    """Where the server of a number is; None where it holds its lock no longer."""
    found = await connection.execute(
        "select pg_try_advisory_xact_lock_shared(%s, %s), address, secret from cardkit_server where number = %s",
        (_SERVERS, owner, owner),
    )
    row = await found.fetchone()
    return None if row is None or row[0] else Elsewhere(row[1], row[2])


async def _stored(connection: AsyncConnection[Any], table: str) -> tuple[Stored, int]:
    """A table and the number of its steps."""
    found = await connection.execute(
        "select settings, people, header, result from cardkit_table where name = %s", (table,)
    )
    settings, people, header, result = await found.fetchone() or ("{}", "{}", None, None)
    logged = await connection.execute("select entries from cardkit_step where name = %s order by number", (table,))
    rows, record = await logged.fetchall(), None
    try:
        steps = [json.loads(row[0]) for row in rows]
        if header is not None:
            parts = {**json.loads(header), "log": [entry for step in steps for entry in step]}
            if result is not None:
                parts["result"] = json.loads(result)
            record = Record.model_validate_json(json.dumps(parts), strict=True)
        return Stored(settings=json.loads(settings), people=json.loads(people), record=record), len(steps)
    except (ValueError, TypeError) as error:
        raise RecordError(Path(table), "", "this is not what cardkit keeps of a table") from error


def _object(table: str, text: str) -> Mapping[str, Any]:
    """What is kept of a table in a column; raises RecordError."""
    try:
        found: Mapping[str, Any] = json.loads(text)
    except ValueError as error:
        raise RecordError(Path(table), "", "this is not what cardkit keeps of a table") from error
    return found


async def _own_address(connection: AsyncConnection[Any]) -> str:
    """The address by which this machine reaches the database."""
    found = await connection.execute("select host(inet_client_addr())")
    [address] = await found.fetchone() or ("127.0.0.1",)
    return f"[{address}]" if ":" in address else str(address)


def _reason(error: Exception) -> str:
    """The first line of what the database says."""
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__


_QUIET = """
select extract(epoch from now() - greatest(since, (select max(since) from cardkit_step where name = %(name)s)))
from cardkit_table where name = %(name)s
"""
_OLD = "since < now() - make_interval(secs => %(age)s)"
_FORGET = f"""
delete from cardkit_table as old where {_OLD} and name <> all(%(but)s)
and not exists (select from cardkit_step as step where step.name = old.name and not step.{_OLD})
and (owner is null or pg_try_advisory_xact_lock_shared(%(servers)s, owner))
"""
_FORGET_SERVERS = f"""
delete from cardkit_server where {_OLD} and not exists (select from cardkit_table where owner = cardkit_server.number)
and pg_try_advisory_xact_lock_shared(%(servers)s, number)
"""
"""Of tables and of servers, those that are old and that no living server has."""
_OWNED = "where name = %(name)s and owner = %(owner)s and epoch = %(epoch)s"
_CHANGES = {
    "people": f"update cardkit_table set people = %(value)s, since = now() {_OWNED}",
    "replace": f"update cardkit_table set header = %(value)s, result = null, since = now() {_OWNED}",
    "finish": f"update cardkit_table set result = %(value)s, since = now() {_OWNED}",
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
class Commit:
    """What is kept by one commit."""

    changes: list[Change] = field(default_factory=list["Change"])
    done: asyncio.Event = field(default_factory=asyncio.Event)


class Writer:
    """Keeps what happens at the tables of a server: whatever came up during one commit goes into the next one."""

    def __init__(self, connect: Callable[[], Awaitable[AsyncConnection[Any]]]) -> None:
        self._connect = connect
        self._connection: AsyncConnection[Any] | None = None
        self._next = Commit()
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

    def add(self, place: PostgresPlace, kind: str, value: Any) -> Commit:
        """The commit by which a change is kept."""
        self._next.changes.append((place, kind, value))
        self._news.set()
        return self._next

    async def _write(self) -> None:
        import psycopg

        while True:
            await self._news.wait()
            self._news.clear()
            commit, self._next = self._next, Commit()
            try:
                await self._commit(commit.changes)
            except (psycopg.Error, StoreError) as error:
                for place, _, _ in commit.changes:
                    place.lost = f"can't be kept: {error}"
            commit.done.set()

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


class PostgresPlace(Keep):
    """A table in the database, as long as this server owns it in this epoch."""

    def __init__(self, writer: Writer, name: str, owner: int, epoch: int, steps: int) -> None:
        self.name = name
        self.owner = owner
        self.epoch = epoch
        self.lost: str = ""
        """Why nothing is kept any more; empty as long as all is."""
        self._writer = writer
        self._steps = steps
        self._commit: Commit | None = None

    def seat(self, people: Mapping[str, Any]) -> None:
        self._keep("people", json.dumps(people))

    def add(self, step: Sequence[Entry]) -> None:
        self._keep("add", (self._steps, json.dumps(list(map(_plain, step)))))
        self._steps += 1

    def replace(self, record: Record) -> None:
        header = record.model_dump_json(exclude={"log"})
        self._keep("replace", (header, json.dumps(list(map(_plain, record.log)))))
        self._steps = 1

    def finish(self, result: Result) -> None:
        self._keep("finish", RecordedEnd.made_of(result).model_dump_json())

    def _keep(self, kind: str, value: Any) -> None:
        if self.lost:
            raise TableLost(self.name, self.lost)
        self._commit = self._writer.add(self, kind, value)

    async def settled(self) -> None:
        """Return when everything is committed; raises TableLost where it can't be."""
        while self._commit is not None and not self._commit.done.is_set():
            await self._commit.done.wait()
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


def store_at(where: str, address: str = "") -> Store:
    """The store of a folder, or of a `postgresql://` whose other servers reach this one at an address.

    Raises StoreError where it is neither.
    """
    if where.startswith(("postgresql://", "postgres://")):
        return PostgresStore(where, address)
    if found := re.match(r"([A-Za-z][A-Za-z0-9+.-]+):(?=//)", where):
        raise StoreError(f"{found[1]}://…", "tables are kept in a folder, or in a postgresql://USER@HOST/NAME")
    return FileStore(Path(where))
