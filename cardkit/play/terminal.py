"""The terminal: standard output, which is cardkit's alone while a command runs, lines that are typed, and questions."""

from __future__ import annotations

import codecs
import io
import os
import re
import shutil
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, TextIO, cast

from cardkit.core.cards import Card
from cardkit.core.files import Replacement, cannot_write, holding
from cardkit.core.texts import LONGEST_MESSAGE, complaint, cut, flaw, padded, safe, sentence, width
from cardkit.hosting.commands import meant
from cardkit.play.settings import SETTING, Look, chosen_look, settings
from cardkit.plugins.lines import Entry, Face, Heading, Line, Marked, Pad, Row, What, Wide, pieces
from cardkit.plugins.people import EndOfInput, Left, OutputLost
from cardkit.records.record import Refused

if TYPE_CHECKING:
    from rich.console import Console as RichConsole
    from rich.table import Table as RichTable


Piece = tuple[str, What]
"""Some text and what it is."""


def as_it_is(text: str, what: What) -> str:
    """The text of a piece."""
    return text


def folded(
    line: str, columns: int, shown: Callable[[str, What], str] = as_it_is, indent: int | None = None
) -> list[list[Piece]]:
    """The pieces of a line in as many rows as it takes, none wider than so many columns.

    `shown` makes of each piece the text that is to be seen. Rows after the first are indented by so many columns.
    """
    whole, used = list[Piece](), 0
    for text, what in pieces(line):
        text = " " * (what.columns - used) if isinstance(what, Pad) else shown(text, what)
        used = 0 if isinstance(what, Pad) else used + width(text)
        whole.append((text, what))
    if sum(width(text) for text, _ in whole) <= columns:
        return [whole]
    fold = _Fold(columns, min(4, columns // 4) if indent is None else indent)
    for blanks, chunk in _chunks(whole):
        fold.put(blanks, chunk)
    return fold.rows


def _chunks(whole: Iterable[Piece], *, tearing: bool = False) -> Iterator[tuple[str, list[Piece]]]:
    """What must stay together, each with the blanks before it; blanks in cards and names hold unless they are torn."""
    blanks: str = ""
    chunk: list[Piece] = []
    for text, what in whole:
        holds = not tearing and (isinstance(what, Card) or (what is not None and what.holds))
        for part in [text] if holds else re.split("([ \t]+)(?![ \t%])", text):
            if holds or part.strip(" \t"):
                chunk.append((part, what))
            elif chunk and part:
                yield blanks, chunk
                blanks, chunk = part, []
            else:
                blanks += part
    if chunk:
        yield blanks, chunk


class _Fold:
    """Rows that are being filled."""

    def __init__(self, columns: int, indent: int) -> None:
        self.rows: list[list[Piece]] = [[]]
        self._columns = columns
        self._indent = " " * indent
        self._used = 0
        self._begun = False
        """Whether there is more than blanks on the row."""

    def put(self, blanks: str, chunk: list[Piece]) -> None:
        """Put a chunk on this row after blanks, or on the next one; where no row can hold it, tear it."""
        size = sum(width(text) for text, _ in chunk)
        if self._used + width(blanks) + size <= self._columns:
            self._add((blanks, None), *chunk)
        elif self._begun and len(self._indent) + size <= self._columns:
            self._begin_row()
            self._add(*chunk)
        elif any(" " in text for text, _ in chunk):
            for inner, part in _chunks(chunk, tearing=True):
                self.put(blanks + inner, part)
                blanks = ""
        else:
            self._cut(blanks, chunk)

    def _cut(self, blanks: str, chunk: list[Piece]) -> None:
        """Fill this row and the next ones with as much of the chunk as each can hold."""
        self._add((cut(blanks, self._columns - self._used), None))
        for text, what in chunk:
            rest = text
            while rest:
                held = cut(rest, self._columns - self._used) or ("" if self._begun else rest[0])
                self._add((held, what))
                rest = rest[len(held) :]
                if rest:
                    self._begin_row()

    def _add(self, *added: Piece) -> None:
        for text, what in added:
            if text:
                self.rows[-1].append((text, what))
                self._used += width(text)
                self._begun = self._begun or not text.isspace()

    def _begin_row(self) -> None:
        self.rows.append([(self._indent, None)])
        self._used = len(self._indent)
        self._begun = False


_NUMBER = re.compile(r"[-+]?[\d,.]*( to [-+]?[\d,.]+)?( %)?( [* ])?|[-?]")


class Cell(Marked):
    """A cell of a table with its heading."""

    __slots__ = ()
    holds = True


@dataclass(kw_only=True)
class TextTable:
    """Rows of cells under headings; numbers stand to the right."""

    headings: Sequence[str]
    rows: list[Sequence[str]] = field(default_factory=list[Sequence[str]])
    empty: str = "There is nothing to show."
    """What is shown where there are no rows."""

    @property
    def columns(self) -> int:
        """How many columns of the screen the table takes in plain text."""
        return max(map(width, self.plain()))

    @property
    def columns_drawn(self) -> int:
        """How many it takes with lines between the cells, which then have a blank on either side."""
        return sum(columns + 3 for columns in self._widths()) + 1 if self.rows else width(self.empty)

    def plain(self) -> Iterator[str]:
        """The table in aligned columns of text."""
        if not self.rows:
            yield self.empty
            return
        widths, numbers = self._widths(), list(map(self._is_number, range(len(self.headings))))

        def aligned(row: Sequence[str]) -> str:
            cells = zip(row, widths, numbers, strict=True)
            return "  ".join([padded(cell, columns, right=number) for cell, columns, number in cells]).rstrip()

        yield Heading(aligned(self.headings))
        yield from map(aligned, self.rows)

    def stacked(self) -> Iterator[str]:
        """A line for each row, in which every cell has its heading before it, for screens that are too narrow."""
        if not self.rows:
            yield self.empty
        for first, *cells in self.rows:
            told = [
                Cell(f"{heading} {cell.strip()}")
                for heading, cell in zip(self.headings[1:], cells, strict=True)
                if cell.strip()
            ]
            yield Line(first, ": ", Row(told, ", "))

    def rich(self) -> RichTable | str:
        """The table as the terminal draws it."""
        if not self.rows:
            return self.empty
        from rich.markup import escape
        from rich.table import Table as RichTable

        drawn = RichTable(header_style="bold")
        for column, heading in enumerate(self.headings):
            drawn.add_column(escape(heading), justify="right" if self._is_number(column) else "left")
        for row in self.rows:
            drawn.add_row(*[escape(safe(cell)) for cell in row])
        return drawn

    def _widths(self) -> list[int]:
        every = [self.headings, *self.rows]
        return [max(width(row[column]) for row in every) for column in range(len(self.headings))]

    def _is_number(self, column: int) -> bool:
        return all(_NUMBER.fullmatch(row[column]) for row in self.rows)


_reserved: list[TextIO] = []


@contextmanager
def reserved() -> Generator[None]:
    """Within, whatever prints to `sys.stdout` prints to standard error."""
    _reserved.append(sys.stdout)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _reserved.pop()


@contextmanager
def written_into(path: Path | None) -> Generator[None]:
    """Within, what goes to standard output goes into this file, if there is one, which is there when all of it is.

    Raises CannotWrite, and Held where another process has it.
    """
    if path is None:
        yield
        return
    with holding(path), Replacement(path) as new:
        text = io.TextIOWrapper(new.file, encoding="utf-8", errors="replace", newline="\n")
        _reserved.append(text)
        try:
            yield
            text.flush()
        except OSError as error:
            raise cannot_write(path, error) from error
        except OutputLost as lost:
            raise cannot_write(path, lost.error) from lost
        finally:
            _reserved.remove(text)
        text.detach()


def standard_output() -> TextIO:
    """Standard output itself."""
    return _reserved[-1] if _reserved else sys.stdout


@contextmanager
def writing() -> Generator[None]:
    """Within, an output that takes no more is told as OutputLost, so that it is taken for nobody else's error."""
    try:
        yield
    except OSError as error:
        raise OutputLost(error) from error


def write(text: str) -> None:
    """Write a text to standard output as it is; raises OutputLost."""
    with writing():
        standard_output().write(text)


def write_line(line: str) -> None:
    """Write a line to standard output as it is; raises OutputLost."""
    write(f"{line}\n")


def flush() -> None:
    """Let everything that was written be seen; raises OutputLost."""
    with writing():
        standard_output().flush()


def aside(sentence: str) -> None:
    """A line on standard error, after everything that was written before."""
    flush()
    sys.stderr.write(f"{complaint(f'cardkit: {sentence}')}\n")


_PATIENCE = 10.0
"""After so many seconds something is said of a game that is not over."""


@contextmanager
def telling_of_long_games(counts: str, source: str, is_news: Callable[[], bool] = lambda: True) -> Generator[list[Any]]:
    """Takes what a game is called, and its match, and says so once, if it is news, where it goes on and on."""
    under_way, over = list[Any](), Event()

    def watch() -> None:
        before = ""
        while not over.wait(_PATIENCE):
            called, *match = under_way or [""]
            if called and called == before:
                where = f", in {counts} {match[0].number:,}" if match else ""
                limit = f"--most-turns N cuts games off, and cardkit check {source} says whether games end"
                if is_news():
                    aside(f"note: {called} is not over after {_PATIENCE:g} s{where}; {limit}")
                return
            before = called

    Thread(target=watch, daemon=True).start()
    try:
        yield under_way
    finally:
        over.set()


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


_reading: list[Thread] = []


def read_beside(read: Callable[[], None]) -> None:
    """Read what is typed in a thread that nobody waits for, because reading can't be broken off."""
    _reading.append(Thread(target=read, daemon=True))
    _reading[-1].start()


def is_being_read() -> bool:
    """Whether such a thread still reads."""
    return any(thread.is_alive() for thread in _reading)


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


_LETTERS = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "·": "|", "…": "..."})
_LABEL = 14
"""The columns that the beginnings of entries have, if there is room for them."""
_ROOM_FOR_LABELS = 60


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
    """Whether a stream gets text alone: pipes, files, dumb terminals, and wherever that is asked for."""
    if stream is None or not stream.isatty():
        return True
    return bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb" or os.environ.get(SETTING) == "plain"


def tolerate_any_text() -> None:
    """Let no character stop the program: what a stream can't encode is written as what looks like it, or as a mark."""
    codecs.register_error("alike", _alike)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "alike"), (sys.stderr, "alike")):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=errors)


_LIKE = str.maketrans("♠♥♦♣·…▏▎•✓▸▒─│━┃«»▊▌▐█▔▁▂▃▄▅▆▇▀", "SHDC|~|!*+>#-|=|<>|||#-_______-")
"""Signs as wide as those that an encoding may not have, and alike to them."""


def _alike(error: UnicodeError) -> tuple[str, int]:
    """What is written in the place of characters that an encoding doesn't have, as wide as they are."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lost = error.object[error.start : error.end].translate(_LIKE)
    return "".join(sign if sign.isascii() else "?" * width(sign) for sign in lost), error.end


def is_full_screen() -> bool:
    """Whether there is a terminal with a keyboard, and a screen that can be drawn on."""
    streams = (sys.stdin, standard_output(), sys.__stderr__)
    return all(stream is not None and stream.isatty() for stream in streams) and os.environ.get("TERM") != "dumb"


class Terminal:
    """Standard input and output as a console for people."""

    def __init__(self, out: TextIO | None = None, look: Look | None = None) -> None:
        self._out = out or standard_output()
        self._letters = not can_show(self._out, "♠♥♦♣")
        self.wear(look or chosen_look(settings().cards))
        self._rich: RichConsole | None = None

    def wear(self, look: Look) -> None:
        """Let cards and words look so from now on."""
        self._look = look
        self.plain = look.spare or is_plain(self._out)

    @property
    def columns(self) -> int | None:
        """How wide the screen is; None in a pipe, where a line may have any length."""
        return shutil.get_terminal_size().columns if self._out.isatty() else None

    @property
    def has_people(self) -> bool:
        """Whether people sit before it, and not programs, whatever it may look like."""
        return self._out.isatty() or sys.stdin.isatty()

    def say(self, line: str, /) -> None:
        """Show a line; on a terminal its words look like what they are, and it is folded where it is too long."""
        columns = self.columns
        if flaw(line):
            line = safe(line, LONGEST_MESSAGE)
        with writing():
            if columns is not None:
                self._show(line, columns)
            else:
                self._out.write(f"{self._shown(line)}\n")

    @property
    def is_typed_at(self) -> bool:
        """Whether lines come from a keyboard, and not from a program or a file."""
        return sys.stdin.isatty()

    def ask(self, prompt: str = "", /, completed: Completed = nothing_known) -> str:
        """The next typed line; raises EndOfInput at the end of the input. In a pipe a prompt is a line of its own.

        At a keyboard the line can be edited, earlier ones come back, and Tab shows how it can be completed.
        """
        typed = self.is_typed_at and self._out.isatty()
        if typed:
            prompt = prompt or "> "
            edit_lines(completed)
        edited = typed and self._out is standard_output()
        with writing():
            if prompt and not edited:
                self._out.write(prompt if self._out.isatty() else f"{prompt.rstrip()}\n")
            self._out.flush()
        try:
            with redirect_stdout(standard_output()):
                return input(prompt if edited else "")
        except (EOFError, KeyboardInterrupt) as left:
            if typed:
                self.say("")
            if isinstance(left, EOFError):
                raise EndOfInput from None
            raise

    def show(self, table: TextTable) -> None:
        """Show a table: drawn where colours and room for it are, else in columns, or row by row on a narrow screen."""
        columns = self.columns
        if not self.plain and columns is not None and table.columns_drawn <= columns:
            with writing():
                self._console().print(table.rich())
            return
        for line in table.plain() if columns is None or table.columns <= columns else table.stacked():
            self.say(line)

    def clear(self) -> None:
        """Take what is shown from sight: clear the screen, or move it up and away where a terminal can't do that."""
        can_clear = self._out.isatty() and os.environ.get("TERM") != "dumb"
        with writing():
            self._out.write("\x1b[H\x1b[2J\x1b[3J" if can_clear else "\n" * shutil.get_terminal_size().lines)
            self._out.flush()

    def _show(self, line: str, columns: int) -> None:
        has_no_room = isinstance(line, Wide) and (line.width > columns or self._look.spare)
        for part in cast(Wide, line).instead if has_no_room else [line]:
            in_columns = isinstance(part, Entry) and not self._look.spare and columns >= _ROOM_FOR_LABELS
            for row in self._in_columns(cast(Entry, part), columns) if in_columns else self._folded(part, columns):
                self._print(row)

    def _in_columns(self, entry: Entry, columns: int) -> list[list[Piece]]:
        """An entry with what it is about in a column of its own."""
        gap = " " * (_LABEL - width(entry.label))
        return self._folded(Line(entry.label, gap or "  ", entry.content), columns, _LABEL)

    def _folded(self, line: str, columns: int, indent: int | None = None) -> list[list[Piece]]:
        return folded(line, columns, self._shown, indent)

    def _print(self, row: Sequence[Piece]) -> None:
        """Write a row, with the styles of its pieces where there may be any."""
        if self.plain:
            self._out.write("".join([text for text, _ in row]) + "\n")
            return
        from rich.text import Text

        styled = ((text, self._look.style(what)) for text, what in row)
        self._console().print(Text.assemble(*styled), soft_wrap=True)

    def _shown(self, text: str, what: What = None) -> str:
        """The text of a piece in characters that the output has, a card with the symbol of its suit if it has that."""
        if self._letters:
            return text.translate(_LETTERS)
        return self._look.face(what) if isinstance(what, Card) and not isinstance(text, Face) else text

    def _console(self) -> RichConsole:
        if self._rich is None:
            from rich.console import Console as RichConsole

            self._rich = RichConsole(file=self._out, highlight=False)
        return self._rich


_HEARD = ("quit", "help", "undo")
_ALONE = {"q": "quit", "quit": "quit", "?": "help", "help": "help", "u": "undo", "undo": "undo"}
"""What is a command without a colon too, where no answer is a word."""


def command_in(text: str, *, colon: bool = False) -> str:
    """The command that an answer to any question may be: `quit`, `help`, `undo`, or empty for none; raises Refused.

    Where the answer may be any word, a command needs its colon.
    """
    typed = text.strip()
    if typed.startswith(":"):
        return meant(typed[1:], _HEARD)
    return "" if colon else _ALONE.get(typed.casefold(), "")


class Questions:
    """A console that asks them: `:quit` raises Left, `:help` explains, `:undo` takes back."""

    def __init__(
        self, terminal: Terminal, about: str, undo: Callable[[], None] | None = None, *, colon: bool = False
    ) -> None:
        self._terminal, self._about, self._undo, self._colon = terminal, about, undo, colon

    @property
    def is_typed_at(self) -> bool:
        """Whether a person types there, and no program."""
        return self._terminal.is_typed_at

    def say(self, line: str, /) -> None:
        """Show a line."""
        self._terminal.say(line)

    def ask(self, prompt: str = "", /) -> str:
        """The next typed line that is not a command."""
        while True:
            line = self._terminal.ask(prompt)
            try:
                command = self._command(line)
                if not command:
                    return line
                if command == "quit":
                    raise Left
                if command == "undo" and self._undo is not None:
                    self._undo()
                else:
                    self.say(self._about if command == "help" else "There is nothing to take back here.")
            except Refused as error:
                self.say(sentence(error))

    def _command(self, line: str) -> str:
        """The command that a line is; of a program's lines one that is whole, with its colon."""
        if self.is_typed_at:
            return command_in(line, colon=self._colon)
        return next((command for command in _HEARD if line.strip() == f":{command}"), "")

    def wait(self) -> None:
        """Wait until Enter is pressed, and nothing else."""
        while self.ask().strip():
            self.say(self._about)

    def agrees(self) -> bool:
        """Whether the person says yes; Enter says no, and so does the end of the input at a keyboard."""
        try:
            while (answer := self.ask().strip().casefold()) not in ("y", "yes", "n", "no", ""):
                self.say("Please type y or n; Enter is n.")
        except EndOfInput:
            if not self.is_typed_at:
                raise
            self.say("That is taken for n.")
            return False
        return answer.startswith("y")


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
