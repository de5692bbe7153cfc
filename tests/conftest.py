"""What every test has: a home of its own for what cardkit keeps, and a terminal of 80 columns."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

collect_ignore = ["data"]

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The directory where cardkit keeps its score board in this test."""
    kept = tmp_path / "cardkit-home"
    monkeypatch.setenv("CARDKIT_HOME", str(kept))
    return kept
