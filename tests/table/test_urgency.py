"""Claims of different urgency: all who may are asked once, the most urgent acts, and nobody is told who thought."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers import TESTS
from scenes import laid_at

from cardkit.core.actions import Pass
from cardkit.core.cards import standard52
from cardkit.core.chance.generators import Seeded
from cardkit.core.errors import GameFault
from cardkit.core.events import AllPassed, TurnBegun
from cardkit.hosting.scene import scene
from cardkit.plugins.registry import load_game
from cardkit.table.match import Match
from cardkit.table.native.reading import Untranslatable, read
from cardkit.table.native.writing import ModuleWriter
from cardkit.table.turns import Scripted, Table, first_legal

CLAIMS = TESTS / "data" / "claims.py"


def at(*hands: str, path: Path = CLAIMS) -> Match[Any, Any]:
    """A match in which the seats hold these cards and seat 0 discards."""
    return laid_at(Match(load_game(str(path)).game(), standard52(), seats=len(hands), rng=Seeded(1)), *hands)


def test_the_most_urgent_acts_whoever_spoke_first() -> None:
    match = at("8C 2C", "8D 3C", "8H 8S", "4C 5C")
    match.play(match.read("discard 8C"))
    assert match.to_act == (1, 2)
    assert match.play(match.read("pair", 1), 1) == []
    assert not match.acted
    match.play(match.read("three", 2), 2)
    assert [(acted.seat, str(acted.action)) for acted in match.acted] == [(2, "three")]
    assert len(match.state.claimed[2]) == 3


def test_of_equal_ones_the_seat_named_first_acts() -> None:
    match = at("8C 2C", "8D 3C", "4H 8S", "4C 5C")
    match.play(match.read("discard 8C"))
    match.play(match.read("pair", 2), 2)
    match.play(match.read("pair", 1), 1)
    assert [acted.seat for acted in match.acted] == [1]


def test_who_has_nothing_to_do_is_not_asked_and_who_passes_is_not_told() -> None:
    match = at("8C 2C", "8D 3C", "8H 8S", "4C 5C")
    events = match.play(match.read("discard 2C"))
    assert match.turn == 1
    assert not match.is_shared
    assert not [event for event in events if isinstance(event, AllPassed)]
    match.play(match.read("discard 8D"))
    told = [*match.play(Pass(), 2), *match.play(Pass(), 0)]
    assert not [event for event in told if isinstance(event, AllPassed)]
    assert not match.state.is_open


def test_the_others_are_not_told_who_thinks() -> None:
    match = at("8C 2C", "8D 3C", "8H 8S", "4C 5C")
    heard: dict[int, list[int]] = {seat: [] for seat in range(4)}
    table = Table(match, [Scripted(["discard 8C"]), Scripted(["pair"]), Scripted(["pass"]), first_legal])
    for seat in range(4):

        def hear(event: Any, view: Any, seat: int = seat) -> None:
            if isinstance(event, TurnBegun):
                heard[seat].append(event.seat)

        table.watch(hear, seat=seat)
    table.begin()
    table.answer(0, match.read("discard 8C"))
    names = ["Ada", "Ben", "Cid", "Dan"]
    assert [scene(match, seat, names, table.asked)["view"]["asked"] for seat in range(4)] == [[], [1], [2], []]
    table.answer(1, match.read("pair", 1))
    assert not match.acted or str(match.acted[0].action) == "discard 8C"
    table.answer(2, Pass())
    assert [acted.seat for acted in match.acted] == [1]
    assert heard[3] == heard[0]
    assert 2 not in heard[1]


def test_windows_in_which_nobody_ever_has_anything_to_do_are_a_fault(tmp_path: Path) -> None:
    changed = CLAIMS.read_text(encoding="utf-8").replace("table.is_open = False", "table.is_open = True")
    (tmp_path / "claims.py").write_text(changed, encoding="utf-8")
    match = at("8C 2C", "3D 3C", "4H 4S", path=tmp_path / "claims.py")
    with pytest.raises(GameFault, match="nobody has anything to do in its windows"):
        match.play(match.read("discard 8C"))
    assert not match.state.is_open


def test_such_a_game_is_not_compiled_and_says_so() -> None:
    with pytest.raises(Untranslatable, match="claims by urgency are played by their rules alone"):
        ModuleWriter(read(load_game(str(CLAIMS)).game)).write()
