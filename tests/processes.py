"""Programs in processes of their own that tests type to, interrupt and kill, and never wait for without end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from helpers import LIMIT, TESTS, WINDOWS, environment, kill, launched

PATIENCE = 5.0
"""After so many seconds Ctrl-C is pressed again."""
MOMENT = 0.1
"""So many seconds after a prompt is shown a program reads the answer; a Ctrl-C on the way to that is lost."""

needs_signals = pytest.mark.skipif(WINDOWS, reason="there Ctrl-C goes to a whole console, these tests included")


@contextmanager
def program(*arguments: str, folder: Path = TESTS, **changes: str) -> Iterator[subprocess.Popen[str]]:
    """`python -m cardkit`, read and written to through pipes; it is killed at the end, or where it takes too long."""
    options: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    options |= {"preexec_fn": None if WINDOWS else heed_ctrl_c, "env": environment(**changes)}
    command = [sys.executable, "-m", "cardkit", *arguments]
    process = launched(command, encoding="utf-8", cwd=folder, **options)
    try:
        yield process
    finally:
        kill(process)
        process.communicate()


def heed_ctrl_c() -> None:
    """Let a process be ended by Ctrl-C even where the tests are not, as those that run in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def press_until_it_ends(press: Callable[[], object], process: subprocess.Popen[Any]) -> None:
    """Press Ctrl-C, again and again where it is lost, until a process ends; it is killed where it doesn't."""
    time.sleep(MOMENT)
    until = time.monotonic() + LIMIT
    while process.poll() is None and time.monotonic() < until:
        press()
        with suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE)
    kill(process)


def interrupted(process: subprocess.Popen[str]) -> tuple[str, str]:
    """What a program still says after Ctrl-C."""
    press_until_it_ends(lambda: os.killpg(process.pid, signal.SIGINT), process)
    return process.communicate()
