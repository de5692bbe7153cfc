"""A clock for rules of others, which may loop for ever: what takes too long is broken off and told."""

from __future__ import annotations

import signal
import sys
import threading
from types import FrameType, TracebackType
from typing import Self

SECONDS = 5.0
"""So much processor time a step may take, and a look at one promise after it."""
_AGAIN = 0.5
"""After so much more it is broken off again, where a rule goes on all the same."""


class OutOfTime(BaseException):
    """A rule that takes more processor time than it is given; no Exception, which rules might take for their own."""


class Clock:
    """Breaks off what takes too long while it is entered; it begins anew with each step.

    Where the system has no such clock, and in threads, nothing is broken off.
    """

    def __init__(self) -> None:
        self._runs = sys.platform != "win32" and threading.current_thread() is threading.main_thread()

    def __enter__(self) -> Self:
        if self._runs:
            self._before = signal.signal(signal.SIGPROF, _ring)
        return self.step()

    def step(self, seconds: float = SECONDS) -> Self:
        """Begin to count anew."""
        if self._runs:
            signal.setitimer(signal.ITIMER_PROF, seconds, _AGAIN)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._runs:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, self._before)


def _ring(number: int, frame: FrameType | None) -> None:
    raise OutOfTime(f"it takes more than {SECONDS:.0f} seconds")
