"""A program in a process of its own: lines to it, answers from it, its last words, its clock, its end."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
import threading
from threading import Thread
from time import monotonic
from typing import IO, cast

from cardkit.core.errors import ProgramFault, shown
from cardkit.plugins.programs.bounds import set_bounds

LONGEST_LINE = 65_536
"""How many bytes a line of a program may have."""
MOST_SAID = 1_048_576
"""How many bytes a program may say before it answers."""
_LAST_WORDS = 4_000
GRACE = 0.3
"""After so many seconds a program is killed that doesn't end with its input."""


class Process:
    """A program that is running, which nobody waits for longer than its clock allows.

    While it is asked, one thread listens to its errors, and another one kills it when its time is up; so neither
    writing to it nor reading from it can hang.
    """

    def __init__(self, command: Sequence[str], patience: float) -> None:
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise ProgramFault(f"it can't be started: {error.strerror}") from None
        set_bounds(process.pid)
        self._process = process
        self._in, self._out, self._err = (
            cast(IO[bytes], pipe) for pipe in (process.stdin, process.stdout, process.stderr)
        )
        self._patience = patience
        self._waiting = b""
        self._rest = b""
        self._words = b""
        self._deadline = float("inf")
        self.is_late = False
        """Whether it was killed because its time was up."""
        self.has_left = False
        """Whether it ended in good order when it was asked, as one may that has played its game."""
        self._over = threading.Event()
        self.is_new = True
        """Whether it has not answered yet, so that it may still be starting."""
        self._listener = Thread(target=self._listen, daemon=True)
        self._watchdog = Thread(target=self._watch, daemon=True)
        self._listener.start()
        self._watchdog.start()

    def tell(self, line: str) -> None:
        """Keep a line for the program until it is asked or sent what was kept."""
        self._waiting += line.encode() + b"\n"

    def send(self) -> None:
        """Send what was kept, within the patience there is with this program; one that has ended misses it."""
        self._deadline = monotonic() + self._patience
        with suppress(OSError):
            self._write()
        self._deadline = float("inf")

    def ask(self, line: str, seconds: float) -> str:
        """What the program answers; raises ProgramFault where it doesn't, or says something else."""
        self._refuse_unasked()
        self.tell(line)
        self._deadline = monotonic() + seconds
        try:
            with suppress(OSError):
                self._write()
            answer = self._answer()
        except ProgramFault:
            if self.is_late:
                raise self._too_late(seconds) from None
            raise
        late = monotonic() > self._deadline
        self._deadline = float("inf")
        if late:
            raise self._too_late(seconds)
        self.is_new = False
        return answer

    def _write(self) -> None:
        waiting, self._waiting = self._waiting, b""
        while waiting:
            waiting = waiting[self._in.write(waiting) :]

    def _answer(self) -> str:
        """The next line that is no remark."""
        said = 0
        while True:
            while b"\n" in self._rest:
                line = self._line()
                if not is_remark(line):
                    return line
            chunk = self._read()
            said += len(chunk)
            if said > MOST_SAID:
                raise self.fault(f"it said {said:,} bytes and no answer")

    def _read(self) -> bytes:
        """What comes next of what the program says."""
        if len(self._rest) > LONGEST_LINE:
            raise self.fault(f"it said a line of more than {LONGEST_LINE:,} bytes")
        chunk = os.read(self._out.fileno(), LONGEST_LINE)
        if not chunk:
            raise self._ended()
        self._rest += chunk
        return chunk

    def _line(self) -> str:
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode(errors="replace").strip()

    def _refuse_unasked(self) -> None:
        """Raise ProgramFault where the program has said something since its last answer that is no remark."""
        if sys.platform != "win32" and select.select([self._out], [], [], 0)[0]:
            self._read()
        while b"\n" in self._rest:
            line = self._line()
            if not is_remark(line):
                raise self.fault(f"it said {shown(line)} without being asked")

    def _too_late(self, seconds: float) -> ProgramFault:
        begun = " and began a line that it doesn't end" if self._rest else ""
        hint = "" if self._rest else " (does it flush its output after each line?)"
        return self.fault(f"it took more than {seconds:.3g} seconds{begun or hint}")

    def _ended(self) -> ProgramFault:
        """The fault of a program that has closed its output."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        self.kill()
        code = self._process.returncode
        self.has_left = code == 0
        how = f"by {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
        return self.fault(f"it has ended {how}")

    def fault(self, reason: str) -> ProgramFault:
        """The fault of this program, with its last words; it is ended."""
        self.end()
        lines = [line.strip() for line in self._words.decode(errors="replace").splitlines()]
        last = next((line for line in reversed(lines) if line), "")
        return ProgramFault(reason, "".join(letter if letter.isprintable() else "?" for letter in last[:200]))

    @property
    def pid(self) -> int:
        """The number of its process, and of the group of those that it starts."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    def end(self, grace: float = GRACE) -> bool:
        """Let the program end with its input, and kill it with all that it started; whether it ended by itself."""
        try:
            with suppress(OSError):
                self._in.close()
            self._listener.join(0 if self.is_late else grace)
            by_itself = not self._listener.is_alive()
        finally:
            self.kill()
        self._listener.join(GRACE)
        self._out.close()
        return by_itself

    def kill(self) -> None:
        """Kill the program with all that it started."""
        if not self._over.is_set():
            self._over.set()
            self._strike()
            self._process.wait()

    def _strike(self) -> None:
        if sys.platform == "win32":
            self._process.kill()
        else:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def _listen(self) -> None:
        """Keep the last words that the program says to its standard error."""
        with self._err, suppress(OSError, ValueError):
            while chunk := self._err.read(LONGEST_LINE):
                self._words = (self._words + chunk)[-_LAST_WORDS:]

    def _watch(self) -> None:
        """Kill the program when its time is up; whoever asks it next has at least its patience before that."""
        while not self._over.wait(max(0.0, min(self._deadline - monotonic(), self._patience))):
            if monotonic() >= self._deadline:
                self.is_late = True
                self._strike()
                return


def is_remark(line: str) -> bool:
    """Whether a line of a program answers nothing."""
    return not line or line.startswith("#")
