"""The console of the command line: plain text in pipes, colours and wrapped lines on a terminal."""

from __future__ import annotations

import io
import os
import re
import shutil
import sys
import textwrap
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, TextIO

from cardkit.play.output import standard_output, writing
from cardkit.plugins.people import EndOfInput

if TYPE_CHECKING:
    from rich.console import Console as RichConsole

    from cardkit.play.text_tables import Table

_STYLES = (
    (re.compile(r"\b(?:10|[2-9TJQKA])[HD]\b|\b(?:10|\w)[♥♦]|\b(?:\d+|[A-Z]) (?:Hearts|Diamonds|Red)\b"), "red"),
    (re.compile(r"\b(?:\d+|[A-Z]) (?:Green|Yellow|Blue)\b"), None),
    (re.compile(r"^WAR.*|!!WAR!!"), "bold yellow"),
    (re.compile(r"^\S.* wins?\b(?: the game.*|!)?$|^Winner: .*|^Congratulations.*"), "bold green"),
)


_LETTERS = str.maketrans("♠♥♦♣", "SHDC")


def can_show(stream: TextIO, text: str) -> bool:
    """Whether a stream's encoding has these characters."""
    try:
        text.encode(stream.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def open_streams() -> None:
    """Put nothing in the place of a standard stream that was closed, so that nobody stumbles over it."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, io.StringIO())


def is_plain(stream: TextIO | None) -> bool:
    """Whether a stream gets text alone: pipes, files, dumb terminals, and wherever NO_COLOR is set."""
    return stream is None or not stream.isatty() or bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"


def tolerate_any_text() -> None:
    """Let no character stop the program: what a stream can't encode or decode is replaced by a mark."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


class Terminal:
    """Standard input and output as a console for people."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._out = out or standard_output()
        self.plain = is_plain(self._out)
        self._letters = not can_show(self._out, "♠♥♦♣")
        self._rich: RichConsole | None = None

    @property
    def has_people(self) -> bool:
        """Whether people sit before it, and not programs, whatever it may look like."""
        return self._out.isatty() or sys.stdin.isatty()

    def say(self, line: str, /) -> None:
        """Show a line; on a terminal it is coloured, and wrapped where it is too long."""
        if self._letters:
            line = line.translate(_LETTERS)
        with writing():
            if self.plain:
                self._out.write(f"{line}\n")
            else:
                self._show(line)

    def ask(self, prompt: str = "", /) -> str:
        """The next typed line; raises EndOfInput at the end of the input. In a pipe a prompt is a line of its own."""
        with writing():
            if prompt:
                self._out.write(prompt if self._out.isatty() else f"{prompt.rstrip()}\n")
            self._out.flush()
        try:
            with redirect_stdout(standard_output()):
                return input()
        except EOFError:
            raise EndOfInput from None

    def show(self, table: Table) -> None:
        """Show a table: with lines and colours on a terminal, its cells in plain columns in a pipe."""
        if not self.plain:
            with writing():
                self._console().print(table.rich())
            return
        for line in table.plain():
            self.say(line)

    def clear(self) -> None:
        """Take what is shown from sight: clear the screen, or move it up and away where a terminal can't do that."""
        can_clear = self._out.isatty() and os.environ.get("TERM") != "dumb"
        with writing():
            self._out.write("\x1b[H\x1b[2J\x1b[3J" if can_clear else "\n" * shutil.get_terminal_size().lines)
            self._out.flush()

    def _show(self, line: str) -> None:
        from rich.text import Text

        width = shutil.get_terminal_size().columns
        hang = "    "
        wrapped = (
            textwrap.wrap(line, width, subsequent_indent=hang, replace_whitespace=False, break_on_hyphens=False)
            if len(line) > width
            else [line]
        )
        for part in wrapped:
            text = Text(part)
            for pattern, style in _STYLES:
                for found in pattern.finditer(part):
                    text.stylize(style or found[0].split()[-1].lower(), *found.span())
            self._console().print(text, soft_wrap=True)

    def _console(self) -> RichConsole:
        if self._rich is None:
            from rich.console import Console as RichConsole

            self._rich = RichConsole(file=self._out, highlight=False)
        return self._rich
