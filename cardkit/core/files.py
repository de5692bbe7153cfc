"""Every file that grows or is replaced: who has it, how it changes as a whole or not at all, and who may read it.

A file that grows has whole lines after every moment, or the old end; one that is replaced is the old one or the new
one. Whoever has a file is alone with it until the process ends or lets go.
"""

from __future__ import annotations

import codecs
import os
import platform
import re
import select
import stat
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from datetime import datetime
from errno import EFBIG, EISDIR, ELOOP, ETIMEDOUT
from io import BufferedWriter, FileIO
from pathlib import Path
from typing import IO, Self

from cardkit.core.errors import CannotWrite, CardkitError
from cardkit.core.texts import safe

MOST = 256 * 1024**2
"""So many bytes a file may have."""
PATIENCE = 10.0
"""Seconds without a byte after which a pipe is given up."""


def bytes_of(path: Path) -> bytes:
    """What is in a file, or comes out of a pipe; raises OSError where it can't be read, goes on without an end, or
    nothing comes.
    """
    try:
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except RuntimeError:
        raise OSError(ELOOP, os.strerror(ELOOP)) from None
    try:
        kind = os.fstat(file).st_mode
        if stat.S_ISDIR(kind):
            raise OSError(EISDIR, os.strerror(EISDIR))
        parts, size = list[bytes](), 0
        while part := _next(file, is_file=stat.S_ISREG(kind)):
            parts.append(part)
            size += len(part)
            if size > MOST:
                raise OSError(EFBIG, f"it has more than {MOST >> 20} MB, or no end")
        return b"".join(parts)
    finally:
        os.close(file)


def _next(file: int, *, is_file: bool) -> bytes:
    """What comes next, nothing at the end."""
    while True:
        if not is_file and sys.platform != "win32":
            poll = select.poll()
            poll.register(file, select.POLLIN)
            if not poll.poll(PATIENCE * 1_000):
                raise OSError(ETIMEDOUT, f"nothing has come out of it for {PATIENCE:g} seconds")
        try:
            return os.read(file, 1 << 20)
        except BlockingIOError:
            continue


OVERWRITE = "say --overwrite, or choose another"
"""What to do about a file that is there already, where there is that option."""
RESUME = "choose another, or resume that game"
"""What to do about a record that is there already where one is to begin."""
_held: dict[Path, IO[bytes]] = {}
"""The locks of the files that this process has."""
_BLOCK = 1 << 16
_BYTE = 1 << 30
"""The byte that is locked where a lock is one of bytes, far from what is written."""


class Held(CardkitError):
    """A file that another process has; or had, until this one was told to let go of it."""

    path: Path
    holder: str
    sentence = "{path} is in use elsewhere, by {holder}; go on there, or leave it there first"


class TakenOver(CardkitError):
    """A file that this process had, until somebody took it over in another one."""

    path: Path
    holder: str
    sentence = "{path} was taken over by {holder}; go on there"


# Who has a file


@contextmanager
def holding(path: Path, *, wait: float = 0) -> Generator[None]:
    """Have a file for this process alone meanwhile, if need be after so many seconds; raises Held where another has it.

    What this process had before, it has afterwards.
    """
    had = _has(path)
    hold(path, wait=wait)
    try:
        yield
    finally:
        if not had:
            let_go(path)


def hold(path: Path, *, wait: float = 0) -> None:
    """Have a file for this process alone, until it ends or lets go; raises Held where another has it.

    The files of a folder with a lock of its own are those of whoever has that. Where there can be no lock, nothing can
    be written.
    """
    until = time.monotonic() + wait
    while True:
        try:
            _hold_now(path)
            return
        except Held:
            if time.monotonic() >= until:
                raise
        time.sleep(0.02)


def _hold_now(path: Path) -> None:
    with suppress(OSError, ValueError, RuntimeError):
        lock = _lock_of(path)
        if holder := holder_of(lock.with_name(".lock")):
            raise Held(path, holder)
        if lock not in _held:
            file = taken(lock)
            if isinstance(file, str):
                raise Held(path, file)
            _held[lock] = file


def take_over(path: Path) -> None:
    """Have a file that another process has; that one is told at its next write. Raises Held where that can't be."""
    lock = _lock_of(path)
    if holder := holder_of(lock.with_name(".lock")):
        raise Held(path, holder)
    let_go(path)
    with _alone(path.resolve()), suppress(OSError):
        lock.unlink()
    hold(path)


def let_go(path: Path) -> None:
    """Let other processes have a file, if this one had it; nothing is left of its lock."""
    with suppress(OSError, ValueError, RuntimeError):
        lock = _lock_of(path)
        if lock in _held:
            with _held.pop(lock) as file:
                is_own = _is_there_still(file, lock)
                if is_own and sys.platform != "win32":
                    lock.unlink()
            if is_own and sys.platform == "win32":  # there, nothing that is open can be removed
                lock.unlink()


def taken(lock: Path) -> IO[bytes] | str:
    """A lock that this process has until the file is closed, or who has it if another does; raises OSError."""
    while True:
        file = lock.open("a+b", buffering=0)
        if not _is_locked(file):
            with file:
                return _named_in(file)
        if _is_there_still(file, lock):
            with suppress(OSError):  # on a full disk it is a lock all the same, though not by whom
                file.truncate(0)
                file.write(f"process {os.getpid()}{_ON_THIS} since {datetime.now():%H:%M}".encode())
            return file
        file.close()


def holder_of(lock: Path) -> str:
    """Which process has a lock; empty where none does. Raises OSError where it can't be looked at."""
    try:
        with lock.open("rb") as file:
            return "" if _is_locked(file) else _named_in(file)
    except FileNotFoundError:
        return ""


_ON_THIS = f" on {platform.node()}"


def _has(path: Path) -> bool:
    with suppress(OSError, ValueError, RuntimeError):
        return _lock_of(path) in _held
    return False


def _lock_of(path: Path) -> Path:
    there = path.resolve()
    return there.with_name(f".{there.name}.lock")


def _named_in(file: IO[bytes]) -> str:
    """Who has a lock that couldn't be had."""
    file.seek(0)
    text = file.read(400).decode(errors="replace").replace(_ON_THIS, "")
    return text if text and text.isprintable() else "another process"


def _is_locked(file: IO[bytes]) -> bool:
    """Whether this process alone has the file now, until it is closed; always so where the system knows no locks."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(_BYTE)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True
    return True


def _is_there_still(file: IO[bytes], path: Path) -> bool:
    """Whether an open file is the one that others find at this path, and nobody has removed or replaced it."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


@contextmanager
def _alone(there: Path) -> Generator[None]:
    """For the moment of a change: nobody takes the file over meanwhile. Raises TakenOver where somebody has."""
    while True:
        if sys.platform == "win32":  # there, nothing can be put in the place of a file that is open
            _refuse_taken_over(there)
            yield
            return
        try:
            number = os.open(there, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        except OSError:
            yield
            return
        with FileIO(number) as file:
            if _is_kept_open(file, there):
                _refuse_taken_over(there)
                yield
                return


def _is_kept_open(file: FileIO, path: Path) -> bool:
    """Whether an open file is the one at this path still, which nobody takes over until it is closed."""
    if sys.platform == "win32":
        return True
    import fcntl

    with suppress(OSError):
        fcntl.flock(file, fcntl.LOCK_EX)
    return _is_there_still(file, path)


def _refuse_taken_over(path: Path) -> None:
    """Raises TakenOver where this process had a file, and another one has it now."""
    lock = _lock_of(path) if _held else None
    file = _held.get(lock) if lock is not None else None
    if lock is not None and file is not None and not _is_there_still(file, lock):
        raise TakenOver(path.resolve(), holder_of(lock) or "another process")


# What is there


def is_there(path: Path) -> bool:
    """Whether there is something at this path; nothing can be where the path is none."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def refuse_existing(path: Path | None, instead: str = "choose another") -> None:
    """Raises CannotWrite where there is something at this path already."""
    if path is not None and is_there(path):
        raise CannotWrite(path, f"there is something of this name already; {instead}")


def named_after(text: str) -> str:
    """A text, such as the name of a game, as it can be a part of a file's name.

    >>> named_after("gin_rummy"), named_after("../../evil")
    ('gin_rummy', 'evil')
    """
    return re.sub(r"[/\\:]+", "-", safe(text))[:80].strip(".- ") or "game"


def make_folder(folder: Path, *, secret: bool = False) -> None:
    """Make a folder, where there is none, and those that it lies in; what is secret is its owner's alone."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700 if secret else 0o777, exist_ok=True)


# What changes


class Replacement:
    """A file that is written beside another one, and takes its place at once when it is whole.

    Until then the old one is as it was, also where a write fails or the process is killed. A link stays one, and who
    could read the old one can read the new one; what is secret, its owner alone. Within a `with` it is put in its place
    at the end, unless there was an error. Raises CannotWrite where it can't be written.
    """

    def __init__(self, path: Path, *, secret: bool = False) -> None:
        self.path = path
        try:
            self._there = path.resolve()
            mode = self._mode_of(0o600 if secret else None)
            self._beside = self._there.with_name(f".{self._there.name}.new")
            self._beside.unlink(missing_ok=True)
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
            self.file = BufferedWriter(FileIO(os.open(self._beside, flags, mode), "w"))
            if secret or self._there.exists():
                self._beside.chmod(mode)
        except (OSError, ValueError, RuntimeError) as error:
            raise cannot_write(path, error) from error

    def _mode_of(self, secret: int | None) -> int:
        """The mode that the file is to have."""
        try:
            old = self._there.stat()
        except FileNotFoundError:
            return 0o666 if secret is None else secret
        if not stat.S_ISREG(old.st_mode):
            raise OSError(0, "it is not a file")
        return stat.S_IMODE(old.st_mode) if secret is None else secret

    def write(self, data: bytes) -> None:
        """Write this at the end."""
        try:
            self.file.write(data)
        except OSError as error:
            raise cannot_write(self.path, error) from error

    def put(self) -> None:
        """Take the place of the old file."""
        try:
            with self.file:
                self.file.flush()
                os.fsync(self.file.fileno())
            with _alone(self._there):
                self._beside.replace(self._there)
            _sync(self._there.parent)
        except (OSError, CardkitError) as error:
            self.drop()
            raise cannot_write(self.path, error) from error

    def drop(self) -> None:
        """Leave the old file as it is."""
        with suppress(OSError, ValueError):
            self.file.close()
        with suppress(OSError):
            self._beside.unlink()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.put()
        else:
            self.drop()


def replace(path: Path, text: str, *, secret: bool = False) -> None:
    """Put a text in the place of what a path leads to, at once; raises CannotWrite, and TakenOver."""
    with Replacement(path, secret=secret) as new:
        new.write(text.encode())


def append(path: Path, text: str, *, over: str = "\n") -> None:
    """Write a text over the end of a file, which ends with `over`; raises CannotWrite, and TakenOver.

    Where that fails, the file is as it was. Of a file of lines only what broke off in the last one is written over, and
    there may be no such file before.
    """
    is_of_lines = over == "\n"
    old = b"" if is_of_lines else over.encode()
    flags = os.O_RDWR | (os.O_CREAT if is_of_lines else 0)
    try:
        while True:
            with FileIO(os.open(path, flags, 0o666), "r+") as file:
                if not _is_kept_open(file, path):
                    continue
                _refuse_taken_over(path)
                whole = _end_of_lines(file) if is_of_lines else file.seek(-len(old), os.SEEK_END)
                try:
                    if is_of_lines:
                        file.truncate(whole)
                    file.seek(whole)
                    _write_all(file, text.encode())
                except OSError:
                    file.seek(whole)
                    _write_all(file, old)
                    file.truncate()
                    raise
                return
    except (OSError, ValueError, RuntimeError) as error:
        raise cannot_write(path, error) from error


def text_of(data: bytes) -> str:
    """The text of a file in UTF-8, or in UTF-16 with a mark of that, as Windows PowerShell writes by `>`.

    No mark is part of it, and lines end as they do in it. Raises UnicodeDecodeError.
    """
    return data.decode("utf-16" if data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "utf-8-sig")


def whole_lines(path: Path) -> list[str]:
    """The lines of a file that grows by lines, without one that broke off; none where there is no file.

    Raises OSError and UnicodeDecodeError.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return []
    return data[: data.rfind(b"\n") + 1].decode("utf-8").splitlines()


def cannot_write(path: Path, error: BaseException) -> CardkitError:
    """The sentence for a file that an error keeps from being written."""
    if isinstance(error, CardkitError):
        return error
    return CannotWrite(path, str(getattr(error, "strerror", None) or error))


def _write_all(file: FileIO, data: bytes) -> None:
    while data:
        data = data[file.write(data) :]


def _end_of_lines(file: FileIO) -> int:
    """Where the last whole line ends."""
    end = file.seek(0, os.SEEK_END)
    while end:
        start = max(0, end - _BLOCK)
        file.seek(start)
        found = file.read(end - start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        end = start
    return 0


def _sync(folder: Path) -> None:
    """Let a folder's names be on the disk, where the system can."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
