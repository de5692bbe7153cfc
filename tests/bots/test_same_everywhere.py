"""The same seed gives the same play on every machine: players reckon by what is the same to the last bit everywhere.

Python leaves `exp`, `log` and powers of broken numbers to the library of the system, which may round otherwise; plus,
minus, times, divided by and the square root are rounded in one way everywhere.
"""

from __future__ import annotations

import ast
import math
from pathlib import Path

import pytest

from cardkit import bots
from cardkit.bots.rollout import less_likely
from cardkit.bots.search import logarithm

THE_SAME = {"inf", "isfinite", "sqrt", "hypot", "prod"}
"""`hypot` is CPython's own, and only for what is told."""
EXACT = {"2", "10", "_SURE", "freedom", "MOST"}
"""Whole numbers, and 3.5, have powers that are exact."""


@pytest.mark.parametrize("path", sorted(Path(bots.__file__).parent.glob("*.py")), ids=lambda path: path.stem)
def test_no_player_asks_the_library_of_the_system(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "math":
            assert {name.name for name in node.names} <= THE_SAME
        assert not (isinstance(node, ast.Import) and "math" in [name.name for name in node.names])
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
            assert ast.unparse(node.left) in EXACT, ast.unparse(node)


def test_what_stands_in_for_it_is_near_enough() -> None:
    assert all(math.isclose(logarithm(number), math.log(number), rel_tol=1e-15) for number in range(1, 3000))
    assert (1.0, 0.0) == (less_likely(0.0), less_likely(2000.0))
    found = [less_likely(by / 10) for by in range(100)]
    assert found == sorted(found, reverse=True)
    assert all(abs(share - math.exp(-by / 10)) < 0.001 for by, share in enumerate(found))
