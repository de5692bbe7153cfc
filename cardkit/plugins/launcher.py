"""Starts a program within bounds, and stays until it ends: run by its path, not imported, so that it starts at once.

    launcher.py LIFELINE MEMORY PROCESSES COMMAND...

LIFELINE is a socket to whoever started it: it is told there that the program runs, or the number of the error for which
it can't, and by its end, however that came about, that the program with all that it started has to be killed.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import os
import resource
import select
import signal
import sys
import time
from pathlib import Path

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_IS_LINUX = sys.platform == "linux"
_PATIENCE = 2.0
"""Seconds in which everything has to be killed that was started."""


def _prctl(what: int, value: int) -> None:
    if _IS_LINUX:
        ctypes.CDLL(None).prctl(what, value)


def _set_bounds(memory: int, processes: int) -> None:
    """Bound the memory and the processes of what is started, and let it leave no dump behind."""
    limits = {resource.RLIMIT_CORE: 0}
    if _IS_LINUX:
        limits |= {resource.RLIMIT_DATA: memory, resource.RLIMIT_NPROC: _threads_of_user() + processes}
    for kind, limit in limits.items():
        with contextlib.suppress(OSError, ValueError):
            hard = resource.getrlimit(kind)[1]
            bound = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
            resource.setrlimit(kind, (bound, bound))


def _threads_of_user() -> int:
    """How many threads the user of this process has at the moment."""
    threads = 0
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if process.stat().st_uid == os.getuid():
                threads += len(list((process / "task").iterdir()))
    return threads


def _started() -> list[int]:
    """The processes that were started here, and those that lost who started them."""
    try:
        children = Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="ascii")
        return [int(child) for child in children.split()]
    except OSError:
        return []


def _kill_all(child: int) -> None:
    """Kill a process, unless it is 0, and whatever was started, also in sessions of its own, until nothing is left."""
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        for one in [child] * bool(child) + _started():
            with contextlib.suppress(OSError):
                os.kill(one, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG) != (0, 0):
                pass
        except ChildProcessError:
            return
        time.sleep(0.005)


def _run(command: list[str], lifeline: int, memory: int, processes: int) -> None:
    """Become the program; never returns."""
    fcntl.fcntl(lifeline, fcntl.F_SETFD, fcntl.FD_CLOEXEC)
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGTERM, signal.SIGCHLD, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)
    try:
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        _set_bounds(memory, processes)
        os.execvp(command[0], command)
    except OSError as error:
        os.write(lifeline, str(error.errno).encode())
    finally:
        os._exit(127)


def _woken(number: int, frame: object) -> None:
    """Something has ended, as the wakeup pipe tells."""


def main() -> int:
    """Run the program, and end as it does."""
    lifeline, memory, processes = map(int, sys.argv[1:4])
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    news, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, _woken)
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    child = os.fork()
    if not child:
        _run(sys.argv[4:], lifeline, memory, processes)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    status = None
    while status is None:
        there, _, _ = select.select([lifeline, news], [], [])
        if lifeline in there:
            break
        os.read(news, 512)
        with contextlib.suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG)) != (0, 0):
                status = ended[1] if ended[0] == child else status
    _kill_all(child if status is None else 0)
    code = 1 if status is None else os.waitstatus_to_exitcode(status)
    if code < 0:
        with contextlib.suppress(OSError):
            signal.signal(-code, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
        os.kill(os.getpid(), -code)
    return code


if __name__ == "__main__":
    os._exit(main())
