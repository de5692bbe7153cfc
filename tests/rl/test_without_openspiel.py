"""What is said where OpenSpiel isn't installed."""

from __future__ import annotations

import sys

import pytest

from cardkit.openspiel import register


def test_a_sentence_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "cardkit.rl.openspiel", raising=False)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ImportError, match=r"needs pyspiel, which comes with: pip install 'cardkit\[openspiel\]'"):
        register()
