"""Typing at a terminal: arrow keys, earlier lines, and Tab, by readline where Python has it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

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


def forget_lines() -> None:
    """Let nobody who comes to the keyboard find what somebody else has typed."""
    try:
        import readline
    except ImportError:
        return
    readline.clear_history()
