"""The command line as tests use it: in this process, with somebody at the keyboard, or as a process of its own."""

from __future__ import annotations

import importlib.util
import io
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from copies import copied

from cardkit.cli import app as cli

TESTS = Path(__file__).parent
ROOT = TESTS.parent

WINDOWS = os.name == "nt"
needs_shell = pytest.mark.skipif(WINDOWS, reason="there is no POSIX shell")
in_posix_words = pytest.mark.skipif(WINDOWS, reason="Windows has other words for it")

LIMIT = 60.0
"""After so many seconds a process is killed."""
PYTEST = ["-m", "pytest", "-p", "no:cacheprovider", "-p", "no:hypothesispytest", "-p", "no:xdist"]
"""Pytest as a program, without plugins that take longer to load than what is tested."""
INPUT_ENDED = "cardkit: the input ended where an answer was needed\n"


@dataclass(frozen=True)
class Run:
    """What a run of the program left behind."""

    out: str
    err: str
    code: int

    @property
    def lines(self) -> list[str]:
        """The lines of standard output."""
        return self.out.splitlines()


class Tty(io.StringIO):
    """A screen that keeps what is written on it, in the encoding that it says it has."""

    def __init__(self, encoding: str = "utf-8") -> None:
        super().__init__()
        self._encoding = encoding

    @property
    def encoding(self) -> str:
        return self._encoding

    def isatty(self) -> bool:
        return True


class Keyboard(io.StringIO):
    """Standard input that shows each line that is read, as a terminal echoes it; after `> ` where it is none."""

    def __init__(self, typed: Iterable[str], screen: io.StringIO) -> None:
        super().__init__("".join(f"{line}\n" for line in typed))
        self._screen = screen

    def isatty(self) -> bool:
        return self._screen.isatty()

    def readline(self, size: int | None = -1, /) -> str:
        line = super().readline()
        self._screen.write(line if self.isatty() or not line else f"> {line}")
        return line


def cardkit(
    *arguments: str,
    typed: Iterable[str] = (),
    folder: Path = TESTS,
    screen: Tty | None = None,
    wanted: Mapping[str, str] | None = None,
) -> Run:
    """Run the command line in this process; the output has the typed lines, after `> `, where they were read."""
    out = screen or io.StringIO()
    err = screen or io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        if wanted is not None:
            for name in {*os.environ} - {*wanted}:
                patch.delenv(name)
            for name, value in wanted.items():
                patch.setenv(name, value)
        for name, stream in (("stdin", Keyboard(typed, out)), ("stdout", out), ("stderr", err)):
            patch.setattr(sys, name, stream)
        patch.setattr(sys, "argv", ["cardkit", *arguments])
        with pytest.raises(SystemExit) as left:
            cli.main()
    return Run(out.getvalue(), "" if screen else err.getvalue(), int(left.value.code or 0))


def at_terminal(
    *arguments: str,
    typed: Iterable[str] = (),
    folder: Path = TESTS,
    size: tuple[int, int] = (80, 24),
    encoding: str = "utf-8",
    **changes: str,
) -> Run:
    """Run the command line in this process at a terminal of so many columns and lines; all is shown on its screen."""
    columns, lines = map(str, size)
    wanted = environment(COLUMNS=columns, LINES=lines, **changes)
    return cardkit(*arguments, typed=typed, folder=folder, screen=Tty(encoding), wanted=wanted)


def loaded_from(path: Path) -> Any:
    """The module that a file holds."""
    spec = importlib.util.spec_from_file_location(f"{path.stem}_here", path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def environment(**changes: str) -> dict[str, str]:
    """The environment for a process: nothing in it that decides about colours, widths, encodings or buffers."""
    deciding = {"CARDKIT_CARDS", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "PYTHONUNBUFFERED", "PYTHONUTF8"}
    own = {name: value for name, value in os.environ.items() if name not in deciding}
    return {**own, "PYTHONIOENCODING": "utf-8", "TERM": "xterm-256color", **changes}


def launched(command: Sequence[str | Path], *, limit: float = LIMIT, **options: Any) -> subprocess.Popen[Any]:
    """A process in a session of its own, which is killed after so many seconds with all that it started."""
    options = copied(command, options)
    process: subprocess.Popen[Any] = subprocess.Popen(command, start_new_session=not WINDOWS, **options)
    watchdog = Timer(limit, kill, [process])
    watchdog.daemon = True
    watchdog.start()
    return process


def kill(process: subprocess.Popen[Any]) -> None:
    """Kill a process with all that it started, which would else keep its pipes open."""
    if WINDOWS:
        process.kill()
        return
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def finished(
    command: Sequence[str | Path], typed: str | bytes | None = None, **options: Any
) -> subprocess.CompletedProcess[Any]:
    """What became of a process that reads what is typed, if anything is, and is killed where it takes too long."""
    pipes = {name: options.pop(name, subprocess.PIPE) for name in ("stdout", "stderr")}
    stdin = options.pop("stdin", None if typed is None else subprocess.PIPE)
    with launched(command, stdin=stdin, **pipes, **options) as process:
        out, err = process.communicate(typed)
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def cardkit_process(*arguments: str, typed: bytes = b"", folder: Path = TESTS, **changes: str) -> Run:
    """Run `python -m cardkit` as a process of its own, with pipes in the place of a terminal."""
    done = finished([sys.executable, "-m", "cardkit", *arguments], typed, cwd=folder, env=environment(**changes))
    out, err = (text.decode("utf-8", "replace").replace(os.linesep, "\n") for text in (done.stdout, done.stderr))
    return Run(out, err, done.returncode)
