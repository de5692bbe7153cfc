"""Long texts on a terminal, a screenful at a time."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable

from cardkit.play.pages import folded
from cardkit.play.terminal import Terminal
from cardkit.plugins.people import EndOfInput

_KEYS = "[Enter: on, q: leave] "


def show_pages(terminal: Terminal, lines: Iterable[str]) -> None:
    """Show lines; where somebody reads them on a screen, only as many at once as there is room for."""
    columns = terminal.columns
    room = shutil.get_terminal_size().lines - 1
    shown = 0
    for line in lines:
        rows = len(folded(line, columns)) if columns else 0
        if columns and sys.stdin.isatty() and shown and shown + rows > room:
            try:
                if terminal.ask(_KEYS).strip().lower().startswith("q"):
                    return
            except EndOfInput:
                return
            shown = 0
        terminal.say(line)
        shown += rows
