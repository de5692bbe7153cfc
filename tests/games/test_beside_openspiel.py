"""Our games beside OpenSpiel's: at every decision the same is legal, and the points are the same."""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import replace
from typing import Any

import pytest
from helpers import ROOT

pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for every Python and system: pip install open-spiel")

spec = importlib.util.spec_from_file_location("openspiel_games", ROOT / "benchmarks" / "openspiel_games.py")
assert spec is not None
assert spec.loader is not None
program: Any = importlib.util.module_from_spec(spec)
sys.modules[spec.name] = program
spec.loader.exec_module(program)


@pytest.mark.parametrize("games", [12, pytest.param(500, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", program.GAMES)
def test_both_engines_allow_the_same_and_count_the_same(name: str, games: int) -> None:
    seen = program.Seen()
    for number in range(games):
        program.play(program.GAMES[name], number, seen)
    assert seen.games == games
    assert seen.decisions >= games / 2
    assert seen.apart < seen.decisions / 2


@pytest.mark.parametrize("name", ["euchre", "spades", "gin_rummy"])
def test_what_differs_is_told(name: str) -> None:
    """Where it isn't said in which places OpenSpiel's rules are others, the first of these is a disagreement."""

    def games() -> None:
        for number in range(10):
            program.play(replace(program.GAMES[name], apart=lambda _: False), number, program.Seen())

    with pytest.raises(program.Disagreement, match="legal are"):
        games()
