"""What every test has: a home of its own for what cardkit keeps, and a terminal of 80 columns."""

from __future__ import annotations

import asyncio
import gc
from inspect import iscoroutinefunction, signature
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

collect_ignore = ["data"]

# What was loaded stays: nobody looks through it again and again, nor does a copy of this process.
gc.set_threshold(50_000, 20, 50)
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The directory where cardkit keeps its score board in this test."""
    kept = tmp_path / "cardkit-home"
    monkeypatch.setenv("CARDKIT_HOME", str(kept))
    return kept


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run tests that are coroutines, each in a loop of its own."""
    if not iscoroutinefunction(pyfuncitem.obj):
        return None
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in signature(pyfuncitem.obj).parameters}))
    return True
