"""What a program may take of the machine, where the system can bound it; elsewhere only its time is bounded."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

MEMORY = 2 * 1024**3
"""How many bytes of memory a process of a program may have."""
PROCESSES = 100
"""How many processes and threads a program may start beside those that its user has already."""


def set_bounds(pid: int) -> None:
    """Bound the memory of a process, the processes that it starts, and leave no dump of it behind."""
    if sys.platform != "linux":
        return
    import resource

    limits = {
        resource.RLIMIT_DATA: MEMORY,
        resource.RLIMIT_NPROC: _threads_of_user() + PROCESSES,
        resource.RLIMIT_CORE: 0,
    }
    for kind, limit in limits.items():
        with suppress(OSError, ValueError):
            hard = resource.prlimit(pid, kind)[1]
            bound = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
            resource.prlimit(pid, kind, (bound, bound))


def _threads_of_user() -> int:
    """How many threads the user of this process has at the moment."""
    threads, user = 0, os.getuid() if sys.platform != "win32" else 0
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if process.stat().st_uid == user:
                threads += len(list((process / "task").iterdir()))
    return threads
