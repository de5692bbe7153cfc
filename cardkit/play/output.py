"""Standard output, which is cardkit's alone while a command runs: what others print goes to standard error."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager, redirect_stdout
from typing import TextIO

from cardkit.plugins.people import OutputLost

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
    sys.stderr.write(f"cardkit: {' '.join(sentence.split())}\n")
