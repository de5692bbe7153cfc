"""What is said where OpenSpiel isn't installed."""

from __future__ import annotations

import sys

import pytest

from cardkit.openspiel import register


def test_a_sentence_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("cardkit.rl.openspiel.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ImportError, match=r"needs pyspiel, which comes with: pip install 'cardkit\[openspiel\]'"):
        register()
