"""A PostgreSQL of the tests' own, from the distribution's packages."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def programs() -> Path:
    """The folder of PostgreSQL's programs; the test is skipped where there is none."""
    pytest.importorskip("psycopg", reason="psycopg is not installed")
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    place = shutil.which("initdb") or (str(found[-1]) if found else None)
    if place is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    return Path(place).resolve().parent


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a database that lives as long as the block; it listens at a socket in its own folder alone."""
    where = programs()
    as_somebody = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.getuid() == 0 else []
    with tempfile.TemporaryDirectory(prefix="cardkit-pg-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if as_somebody:
            shutil.chown(folder, "nobody", "nogroup")
        made = [
            str(where / "initdb"),
            "-D",
            f"{folder}/data",
            "-A",
            "trust",
            "-U",
            "cardkit",
            "--no-sync",
            "-E",
            "UTF8",
        ]
        subprocess.run([*as_somebody, *made, "--no-locale"], check=True, capture_output=True, cwd=folder)
        settings = ["-k", name, "-c", "listen_addresses=", "-c", "fsync=off", "-c", "shared_buffers=16MB"]
        server = subprocess.Popen(
            [*as_somebody, str(where / "postgres"), "-D", f"{folder}/data", *settings],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=folder,
        )
        try:
            address = f"postgresql://cardkit@/postgres?host={name}"
            _wait_for(address, server)
            yield address
        finally:
            server.send_signal(2)
            server.wait(20)


def _wait_for(address: str, server: subprocess.Popen[bytes]) -> None:
    import time

    import psycopg

    for _ in range(200):
        try:
            psycopg.connect(address).close()
        except psycopg.OperationalError:
            assert server.poll() is None, "PostgreSQL doesn't start"
            time.sleep(0.05)
        else:
            return
    raise AssertionError("PostgreSQL doesn't answer")
