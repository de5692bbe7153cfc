"""A pseudo-terminal that tests type on, and what a program shows there."""

from __future__ import annotations

import os
import re
import select
import struct
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest
from helpers import LIMIT, TESTS, environment, kill, launched
from processes import heed_ctrl_c, press_until_it_ends


class Screen:
    """`python -m cardkit` on a terminal of its own."""

    def __init__(self, *arguments: str, columns: int = 80, folder: Path = TESTS, **changes: str) -> None:
        pty = pytest.importorskip("pty", reason="there are pseudo-terminals on POSIX systems only")
        fcntl, termios = pytest.importorskip("fcntl"), pytest.importorskip("termios")
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))

        def take_the_terminal() -> None:
            heed_ctrl_c()
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        streams = dict.fromkeys(("stdin", "stdout", "stderr"), slave)
        own = {"cwd": folder, "env": environment(**changes), "preexec_fn": take_the_terminal}
        self.process = launched([sys.executable, "-m", "cardkit", *arguments], **streams, **own)
        os.close(slave)
        self._raw = b""
        self._seen = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        kill(self.process)
        self.process.wait()
        os.close(self._master)

    def wait_for(self, text: str) -> Self:
        """Read on until this text is shown after what was waited for before."""
        until = time.monotonic() + LIMIT
        while (place := self.text.find(text, self._seen)) < 0:
            assert self._read(until), f"{text!r} is not shown, but {self.text[self._seen :]!r}"
        self._seen = place + len(text)
        return self

    def type(self, keys: str) -> Self:
        """Press these keys."""
        os.write(self._master, keys.encode())
        return self

    def enter(self, prompt: str, answer: str) -> Self:
        """Wait for a prompt, and answer it."""
        return self.wait_for(prompt).type(f"{answer}\n")

    def interrupt(self) -> int:
        """Press Ctrl-C until the program ends; its exit code."""
        press_until_it_ends(lambda: self.type("\x03"), self.process)
        return self.end()

    def end(self) -> int:
        """Read to the end of the program; its exit code."""
        until = time.monotonic() + LIMIT
        while self._read(until):
            pass
        return self.process.wait(LIMIT)

    @property
    def raw(self) -> str:
        """All that was written so far."""
        return self._raw.decode("utf-8", "replace").replace("\r\n", "\n")

    @property
    def text(self) -> str:
        """All that was written so far, without colours."""
        return re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", self.raw)

    @property
    def lines(self) -> list[str]:
        """The lines that are shown."""
        return self.text.splitlines()

    def _read(self, until: float) -> bool:
        ready = select.select([self._master], [], [], max(until - time.monotonic(), 0))[0]
        assert ready, f"nothing more is shown after {self.text[-200:]!r}"
        try:
            more = os.read(self._master, 65536)
        except OSError:
            more = b""
        self._raw += more
        return bool(more)
