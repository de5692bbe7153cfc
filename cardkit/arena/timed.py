"""The clock of players in Python, who think in this process: an alarm, where the system has one."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import Any

from cardkit.core.errors import PlayerFault
from cardkit.core.piles import Seat
from cardkit.plugins.boundaries import Guarded


class _TimeUp(BaseException):
    """The alarm went off; no `except Exception` of a player's stops it."""


class Timed(Guarded):
    """A player who is at fault when its time for an answer is up."""

    def __init__(self, player: Any, seat: Seat, name: str, seconds: float) -> None:
        super().__init__(player, seat, name)
        self._seconds = seconds

    def _answer(self, asked: Callable[..., Any], *question: Any) -> Any:
        if sys.platform == "win32" or signal.getsignal(signal.SIGALRM) is not _ring:
            return super()._answer(asked, *question)
        try:
            signal.setitimer(signal.ITIMER_REAL, self._seconds)
            try:
                return super()._answer(asked, *question)
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
        except (PlayerFault, _TimeUp) as fault:
            if isinstance(fault, _TimeUp) or isinstance(fault.__cause__, _TimeUp):
                raise PlayerFault(self.seat, self.name, f"it took more than {self._seconds:.3g} seconds") from None
            raise


def _ring(*_: Any) -> None:
    raise _TimeUp


@contextmanager
def alarms() -> Generator[None]:
    """Within, timed players have their clock, if this is the main thread of a process on a system with alarms."""
    if sys.platform == "win32" or current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    try:
        yield
    finally:
        signal.signal(signal.SIGALRM, before)
