"""A PostgreSQL of the tests' own, from the distribution's packages."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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
        if as_somebody:
            shutil.chown(name, "nobody", "nogroup")
        made = f"-D {name}/data -A trust -U cardkit --no-sync -E UTF8 --no-locale"
        command = [*as_somebody, str(where / "initdb"), *made.split()]
        subprocess.run(command, check=True, capture_output=True, cwd=name)
        settings = f"-D {name}/data -k {name} -c listen_addresses= -c fsync=off -c shared_buffers=16MB"
        command = [*as_somebody, str(where / "postgres"), *settings.split()]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=name)
        try:
            address = f"postgresql://cardkit@/postgres?host={name}"
            _wait_for(address, server)
            yield address
        finally:
            server.send_signal(2)
            server.wait(20)


def _wait_for(address: str, server: subprocess.Popen[bytes]) -> None:
    import psycopg

    for _ in range(200):
        with suppress(psycopg.OperationalError):
            psycopg.connect(address).close()
            return
        assert server.poll() is None, "PostgreSQL doesn't start"
        time.sleep(0.05)
    raise AssertionError("PostgreSQL doesn't answer")
