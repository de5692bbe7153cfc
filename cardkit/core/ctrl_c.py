"""Ctrl-C while the program can't answer it yet, or any longer: it ends at once, without a word.

This is loaded before everything else of cardkit, most of which takes a while to load.
"""

import os
import signal
import sys
from types import FrameType

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it."""


def _is_the_program() -> bool:
    begun_by = sys.argv[0] if sys.argv else ""
    name = sys.orig_argv[-len(sys.argv)] if begun_by == "-m" else begun_by.replace("\\", "/").rpartition("/")[2]
    return name.partition(".")[0] == "cardkit"


IS_THE_PROGRAM = _is_the_program()
"""Whether this process is the command line, and not somebody's own program that imports cardkit."""


def _end_at_once(number: int, frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)


def ends_at_once() -> None:
    """From now on Ctrl-C ends the program, unless it doesn't hear Ctrl-C at all."""
    if IS_THE_PROGRAM and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end_at_once)


def is_heard() -> None:
    """From now on Ctrl-C raises KeyboardInterrupt again."""
    if signal.getsignal(signal.SIGINT) is _end_at_once:
        signal.signal(signal.SIGINT, signal.default_int_handler)


ends_at_once()
