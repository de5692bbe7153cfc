"""What a store of tables is: who keeps one, what of it, and what becomes of a table that somebody else owns now."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from cardkit.core.acts.results import Result
from cardkit.core.cards import Card
from cardkit.core.errors import CardkitError
from cardkit.records.record import Record


def is_name(text: str) -> bool:
    """Whether a table can be called so."""
    return re.fullmatch(r"[A-Za-z0-9_-]{1,40}", text) is not None


class StoreError(CardkitError):
    """A store of tables that can't be opened, read or written."""

    def __init__(self, store: str, reason: str) -> None:
        super().__init__(store, reason)
        self.store = store
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.store}: {self.reason}"


class TableLost(CardkitError):
    """A table that another server has taken over, or that couldn't be kept: what was not kept didn't happen."""

    def __init__(self, table: str, reason: str) -> None:
        super().__init__(table, reason)
        self.table = table
        self.reason = reason

    def __str__(self) -> str:
        return f"the table {self.table} {self.reason}"


@dataclass(frozen=True, kw_only=True)
class Stored:
    """A table as a store has it."""

    settings: Mapping[str, Any]
    """What it was laid with."""
    people: Mapping[str, Any]
    """Who sits there, with their keys, as the table itself has it."""
    record: Record | None
    """The game; None before it is dealt."""


@dataclass(frozen=True)
class Elsewhere:
    """A table that another server owns, which is alive."""

    address: str
    """Where other servers reach it, such as `http://10.0.0.2:8765`."""
    secret: str
    """What shows it that a server asks."""


class Place(Protocol):
    """Where its owner keeps a table. What was kept counts when `settled` has returned, and no sooner."""

    def begin(self, record: Record, people: Mapping[str, Any]) -> None:
        """Keep a game that begins, in the place of one that was there."""
        ...

    def seat(self, people: Mapping[str, Any]) -> None:
        """Keep who sits there."""
        ...

    def add(self, action: str, outcomes: Sequence[Sequence[Card] | int], seat: int | None = None) -> None:
        """Keep an action, and what chance made after it."""
        ...

    def replace(self, record: Record) -> None:
        """Keep this game in the place of what it was."""
        ...

    def finish(self, result: Result) -> None:
        """Keep how the game ended."""
        ...

    async def settled(self) -> None:
        """Return when everything is kept; raises TableLost where it can't be."""
        ...

    async def release(self) -> None:
        """Own the table no longer; whoever is asked for it next may."""
        ...


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

    async def create(self, table: str, settings: Mapping[str, Any], people: Mapping[str, Any]) -> Place:
        """The place of a new table; raises StoreError."""
        ...

    async def claim(self, table: str, *, by_force: bool = False) -> tuple[Place, Stored] | Elsewhere | None:
        """The table, owned from now on, or where it is if another living server owns it; by force, even then.

        None where there is no such table; raises StoreError or RecordError where it can't be read.
        """
        ...

    async def look(self, table: str) -> Stored | None:
        """The table as it is kept, whoever owns it; None where there is none."""
        ...

    def is_server(self, secret: str) -> bool:
        """Whether this is the secret that only other servers of this store know."""
        ...
