"""Typing at a terminal: arrow keys, earlier lines, and Tab, by readline where Python has it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import TextIO

Completed = Callable[[str], Sequence[str]]
"""What a line that was begun can be completed to."""


def nothing_known(line: str) -> Sequence[str]:
    """No completion."""
    return ()


def edit_lines(completed: Completed) -> None:
    """Let the next line that is typed be edited, and Tab complete it."""
    try:
        import readline
    except ImportError:
        return
    found: list[str] = []

    def complete(line: str, number: int) -> str | None:
        if number == 0:
            found[:] = completed(line)
        return found[number] if number < len(found) else None

    readline.set_completer_delims("")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
    readline.parse_and_bind("set enable-bracketed-paste off")
    # A terminal makes this of Ctrl-D where it is pressed before the line can be edited.
    readline.parse_and_bind(r'"\C-@": "\C-d"')


@contextmanager
def beside_typing(out: TextIO, prompt: str) -> Generator[None]:
    """Within, lines can be written while somebody types, whose prompt and beginning of a line then stand below them."""
    out.write("\r\x1b[K")
    yield
    out.write(f"{prompt}{_typed_so_far()}")
    out.flush()


def _typed_so_far() -> str:
    try:
        import readline
    except ImportError:
        return ""
    return readline.get_line_buffer()


@contextmanager
def terminal_kept() -> Generator[None]:
    """Within, a line may be edited in a thread that nobody waits for: the terminal is left as it was found."""
    try:
        import termios
    except ImportError:
        yield
        return
    found = termios.tcgetattr(sys.stdin) if sys.stdin.isatty() else None
    try:
        yield
    finally:
        if found is not None:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, found)


def forget_lines() -> None:
    """Let nobody who comes to the keyboard find what somebody else has typed."""
    try:
        import readline
    except ImportError:
        return
    readline.clear_history()
