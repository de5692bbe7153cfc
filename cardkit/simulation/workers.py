"""Who plays runs of games: this thread, several threads or processes, or a cluster; what comes of them is in order."""

from __future__ import annotations

import importlib
import os
import signal
import sys
from array import array
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor
from functools import partial
from time import sleep
from typing import TYPE_CHECKING, Any, Generic, TypeVar
from zlib import crc32

from cardkit.core.errors import CardkitError

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor
    from ctypes import c_byte
    from multiprocessing.sharedctypes import Synchronized

Run = tuple[int, int]
"""A run of games: the number of the first, and how many."""
P = TypeVar("P")
leaving: list[Callable[[], object]] = []
"""What a worker does yet that is told to stop."""
_last_said: dict[int, Synchronized[int]] = {}
"""What was said last by whoever plays games together with this process, as a number that they all share; by its id."""
TRIES = 3
"""How often a run of games may cost a worker its life."""
_ANSWER = 4
"""The seconds within which a cluster has to answer."""
_BIT = 0.2
"""The seconds after which somebody who waits looks up."""


class WorkersLost(CardkitError):
    """Worker processes died again and again in the same games."""

    first: int
    games: int

    def __str__(self) -> str:
        last = self.first + self.games - 1
        return f"{TRIES} worker processes died while the games {self.first} to {last} were played"


class NoCluster(CardkitError):
    """A cluster that can't be reached or used."""

    address: str
    reason: str
    sentence = "the cluster {address} can't be used: {reason}"


def runs(games: int, size: int) -> Iterator[Run]:
    """The games shared out in runs of that size."""
    for first in range(0, games, size):
        yield first, min(size, games - first)


def driven(
    play: Callable[[int, int], P], shares: Iterable[Run], *, jobs: int = 1, cluster: str | None = None
) -> Generator[P]:
    """What comes of each run, by the Dask cluster at this address, by so many processes, or by this thread."""
    if cluster is not None:
        return on_cluster(play, shares, cluster, jobs)
    return here(play, shares) if jobs == 1 else Processes(play, jobs).parts(shares)


def here(play: Callable[[int, int], P], shares: Iterable[Run]) -> Generator[P]:
    """The parts, played one after the other by this thread."""
    for run in shares:
        yield play(*run)


def by_threads(play: Callable[[int, int, array[int]], P], shares: Iterable[Run], jobs: int) -> Generator[P]:
    """The parts, played by so many threads, for kernels that let other threads run meanwhile.

    One thread is not this one either, which has to be free for Ctrl-C: whatever ends the parts early halts the kernels.
    """
    from concurrent.futures import ThreadPoolExecutor

    halt = array("q", [0])
    pool = ThreadPoolExecutor(jobs)
    try:
        yield from _in_order(lambda run: partial(_awaited, pool.submit(play, *run, halt)), shares, 2 * jobs)
    finally:
        halt[0] = 1
        pool.shutdown(wait=True, cancel_futures=True)


def _in_order(submit: Callable[[Run], Callable[[], P]], shares: Iterable[Run], ahead: int) -> Generator[P]:
    """The results in order, with at most so many runs under way or waiting to be taken."""
    waiting: deque[Callable[[], P]] = deque()
    for run in shares:
        waiting.append(submit(run))
        if len(waiting) >= ahead:
            yield waiting.popleft()()
    while waiting:
        yield waiting.popleft()()


def _awaited(future: Future[P]) -> P:
    """What comes of it; waited for bit by bit, since on Windows Ctrl-C is heeded only between waits."""
    from concurrent.futures import wait

    while not wait([future], timeout=_BIT).done:
        pass
    return future.result()


def is_news(said: object) -> bool:
    """Whether this was not said last, by this process or by a worker beside it; whoever asks says it now."""
    number, last = crc32(repr(said).encode()), _shared_word()
    if not last.get_lock().acquire(timeout=_BIT):
        return False
    try:
        is_new, last.value = last.value != number, number
    finally:
        last.get_lock().release()
    return is_new


def _shared_word() -> Synchronized[int]:
    own = os.getpid()
    if own not in _last_said:
        from multiprocessing import Value

        _last_said[own] = Value("q", -1)
    return _last_said[own]


class Processes(Generic[P]):
    """Worker processes, replaced when one of them dies; its games are then played again."""

    def __init__(self, play: Callable[[int, int], P], jobs: int) -> None:
        self._play = play
        self._jobs = jobs
        from multiprocessing import RawValue

        # An event would wait for those who wait for it, and some of them may be dead.
        self._stop = RawValue("b", 0)
        self._pool = self._new_pool()
        self._waiting: deque[tuple[Run, Future[P]]] = deque()
        self._tries = 0

    def _new_pool(self) -> ProcessPoolExecutor:
        from concurrent.futures import ProcessPoolExecutor

        return ProcessPoolExecutor(self._jobs, initializer=serve, initargs=(self._stop, _shared_word()))

    def parts(self, shares: Iterable[Run]) -> Generator[P]:
        """The parts in order."""
        try:
            for run in shares:
                self._submit(run)
                if len(self._waiting) >= 2 * self._jobs:
                    yield self._next()
            while self._waiting:
                yield self._next()
        finally:
            if self._waiting:
                self._stop.value = 1
            self._pool.shutdown(wait=True, cancel_futures=True)

    def _submit(self, run: Run) -> None:
        try:
            self._waiting.append((run, self._pool.submit(self._play, *run)))
        except BrokenExecutor:
            self._start_again(run)

    def _next(self) -> P:
        while True:
            run, future = self._waiting[0]
            try:
                part = _awaited(future)
            except BrokenExecutor:
                self._tries += 1
                if self._tries == TRIES:
                    raise WorkersLost(*run) from None
                self._start_again()
            else:
                self._waiting.popleft()
                self._tries = 0
                return part

    def _start_again(self, *more: Run) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._new_pool()
        again = [run for run, _ in self._waiting]
        self._waiting.clear()
        for run in (*again, *more):
            self._submit(run)


def serve(stop: c_byte, said: Synchronized[int]) -> None:
    """Begin as a worker: the terminal is the business of the process that started this one, which says when to stop."""
    from threading import Thread

    _last_said[os.getpid()] = said
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr
    Thread(target=_leave_when, args=(stop, os.getppid()), daemon=True).start()


def _leave_when(stop: c_byte, parent: int) -> None:
    """Wait for the word to stop, or the end of who would say it, and leave whatever is being played."""
    while not stop.value and os.getppid() == parent:
        sleep(_BIT)
    for last in leaving:
        last()
    os._exit(1)


def on_cluster(play: Callable[[int, int], P], shares: Iterable[Run], address: str, jobs: int) -> Generator[P]:
    """The parts, played by the workers of a Dask cluster, or of one that is started here where the address is local.

    Raises NoCluster where dask.distributed isn't installed, or the cluster can't be reached or is lost.
    """
    try:
        dask: Any = importlib.import_module("dask.distributed")
    except ImportError:
        raise NoCluster(address, "dask.distributed isn't installed (pip install distributed)") from None
    local: Any = None
    try:
        if address == "local":
            local = dask.LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address=None)
        else:
            _refuse_silent(dask, address)
        client: Any = dask.Client(local or address, timeout=_ANSWER, set_as_default=False)
    except NoCluster:
        raise
    except Exception as error:
        raise NoCluster(address, _told(error)) from None

    def brought(future: Any) -> P:
        try:
            return future.result()  # type: ignore[no-any-return]
        except (dask.CancelledError, dask.KilledWorker, dask.comm.CommClosedError) as error:
            raise NoCluster(address, f"it was lost: {_told(error)}") from None
        except RuntimeError as error:
            if not isinstance(error.__cause__, CardkitError):
                raise
            raise NoCluster(address, f"it can't read what it is sent: {_told(error.__cause__)}") from None

    try:
        workers = max(1, len(client.scheduler_info()["workers"]))
        yield from _in_order(lambda run: partial(brought, client.submit(play, *run, pure=False)), shares, 3 * workers)
    finally:
        client.close()
        if local is not None:
            local.close()


def _refuse_silent(dask: Any, address: str) -> None:
    """Raise NoCluster unless a scheduler answers at this address in time: a client would wait on, and end in a mess."""
    import asyncio
    from concurrent.futures import ThreadPoolExecutor

    async def who() -> str:
        comm = await dask.connect(address, timeout=_ANSWER, **dask.Security().get_connection_args("client"))
        try:
            await comm.write({"op": "identity", "reply": True})
            return str((await comm.read())["type"])
        finally:
            comm.abort()

    async def asked() -> str:
        return await asyncio.wait_for(who(), _ANSWER)

    try:
        with ThreadPoolExecutor(1) as pool:
            answer = pool.submit(lambda: asyncio.run(asked())).result()
    except TimeoutError:
        raise NoCluster(address, f"nobody answers there within {_ANSWER} seconds") from None
    except (OSError, ValueError, TypeError):
        raise
    except Exception:
        answer = ""
    if answer != "Scheduler":
        raise NoCluster(address, "what answers there is no scheduler of Dask's")


def _told(error: BaseException) -> str:
    """The text of an error in a line."""
    return " ".join(str(error).split()) or type(error).__name__
