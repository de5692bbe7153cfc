"""The example that solves a small Crazy 8s."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for every Python and system: pip install open-spiel")

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "solve_crazy8s.py"


@pytest.mark.slow
def test_a_crazy_8s_of_eight_cards_is_solved() -> None:
    spec = importlib.util.spec_from_file_location("solve_crazy8s_here", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (_, first), *_, (done, last) = module.solved(actions=3, iterations=8, every=8)
    assert (8, True, True) == (done, first > 0.1, last < 0.01)
