"""Files that are none, or have no end, are told in a sentence, wherever somebody names one."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers import cardkit

from cardkit.core.files import bytes_of


def pipe(path: Path) -> None:
    os.mkfifo(path)


def link_to_itself(path: Path) -> None:
    path.symlink_to(path)


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


ODD: list[Callable[[Path], None]] = [pipe, link_to_itself, endless, Path.mkdir]
COMMANDS = [["deck", "war"], ["replay"], ["resume"], ["play", "war"], ["analyse"], ["config"]]


@pytest.fixture(autouse=True)
def hastily(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardkit.core.files.PATIENCE", 0.3)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
@pytest.mark.parametrize(("command", "made"), [(COMMANDS[turn % 6], ODD[turn // 2 % 4]) for turn in range(12)])
def test_what_is_no_file_is_told(
    command: list[str], made: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDKIT_HOME", str(tmp_path))
    is_settings = command == ["config"]
    made(tmp_path / ("config.toml" if is_settings else "odd"))
    run = cardkit(*command, *([] if is_settings else ["./odd"]), folder=tmp_path)
    assert run.code in (1, 2)
    assert is_settings or "odd" in run.err
    assert "cardkit is at fault" not in run.err
    assert 1 == len(run.err.strip().splitlines())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_what_comes_out_of_a_pipe_by_and_by_is_read_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "pipe"
    pipe(path)
    monkeypatch.setattr("cardkit.core.files.PATIENCE", 30.0)

    def write() -> None:
        with path.open("wb", buffering=0) as file:
            for _ in range(5):
                file.write(b"x" * 100_000)

    writer = threading.Thread(target=write)
    holding = os.open(path, os.O_RDWR)
    writer.start()
    threading.Timer(0.2, os.close, (holding,)).start()
    assert b"x" * 500_000 == bytes_of(path)
    writer.join()
    monkeypatch.setattr("cardkit.core.files.PATIENCE", 0.1)
    holding = os.open(path, os.O_RDWR)
    with pytest.raises(OSError, match=r"nothing has come out of it for 0\.1 seconds"):
        bytes_of(path)
    os.close(holding)
