"""Who has a record for themselves: nobody else plays on in it, as long as that process lives or hasn't let go."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import IO

from cardkit.core.errors import CardkitError

_held: dict[Path, IO[bytes]] = {}
"""The locks of the records that this process has."""


class Held(CardkitError):
    """A record that another process has."""

    def __init__(self, path: Path, holder: str) -> None:
        super().__init__(path, holder)
        self.path = path
        self.holder = holder

    def __str__(self) -> str:
        return f"{self.path}: this game is played elsewhere, by {self.holder}; go on there, or leave it there first"


@contextmanager
def holding(path: Path) -> Generator[None]:
    """Have a record for this process alone meanwhile; raises Held where another has it."""
    hold(path)
    try:
        yield
    finally:
        let_go(path)


def hold(path: Path) -> None:
    """Have a record for this process alone, until it ends or lets go; raises Held where another has it.

    The tables in a folder are a server's as long as that runs. Where there can be no lock, nothing can be written.
    """
    with suppress(OSError, ValueError, RuntimeError):
        lock = _lock_of(path)
        if holder := holder_of(lock.with_name(".lock")):
            raise Held(path, holder)
        if lock not in _held:
            file = taken(lock)
            if isinstance(file, str):
                raise Held(path, file)
            _held[lock] = file


def let_go(path: Path) -> None:
    """Let other processes have a record, if this one had it; nothing is left of its lock."""
    with suppress(OSError, ValueError, RuntimeError):
        lock = _lock_of(path)
        if lock in _held:
            with _held.pop(lock):
                lock.unlink()


def is_held_elsewhere(path: Path) -> bool:
    """Whether another process has a record."""
    with suppress(OSError, ValueError, RuntimeError):
        lock = _lock_of(path)
        return lock not in _held and bool(holder_of(lock))
    return False


def taken(lock: Path) -> IO[bytes] | str:
    """A lock that this process has until the file is closed, or who has it if another does; raises OSError."""
    while True:
        file = lock.open("a+b")
        if not _is_locked(file):
            with file:
                return _named_in(file)
        if _is_there_still(file, lock):
            file.truncate(0)
            file.write(f"process {os.getpid()} since {datetime.now():%H:%M}".encode())
            file.flush()
            return file
        file.close()


def holder_of(lock: Path) -> str:
    """Which process has a lock; empty where none does. Raises OSError where it can't be looked at."""
    try:
        with lock.open("rb") as file:
            return "" if _is_locked(file) else _named_in(file)
    except FileNotFoundError:
        return ""


def _lock_of(path: Path) -> Path:
    there = path.resolve()
    return there.with_name(f".{there.name}.lock")


def _named_in(file: IO[bytes]) -> str:
    """Who has a lock that couldn't be had."""
    file.seek(0)
    text = file.read(100).decode(errors="replace")
    return text if text and text.isprintable() else "another process"


def _is_locked(file: IO[bytes]) -> bool:
    """Whether this process alone has the file now, until it is closed; always so where the system knows no locks."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def _is_there_still(file: IO[bytes], lock: Path) -> bool:
    """Whether a lock is the file that others look at, and wasn't removed by who had it before."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), lock.stat())
    except FileNotFoundError:
        return False
