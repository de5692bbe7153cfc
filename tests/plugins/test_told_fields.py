"""Whatever a field of a table holds, people are told it in some way, and it never takes the table away from them."""

from __future__ import annotations

from enum import Enum
from typing import Any, Literal

import pytest

from cardkit import BySeat, Pile, Seat, State, private
from cardkit.plugins.board import Board


class Colour(Enum):
    RED = 1


class Untold:
    def __str__(self) -> str:
        raise ValueError("nothing is said of this")

    __repr__ = __str__


class Held(State):
    stock: Pile
    places: list[Seat]
    partner: dict[Seat, Seat]
    pairs: list[tuple[Seat, int]]
    best: tuple[Seat, int] | None
    last: Seat | None
    first: Seat | None
    way: Literal["up", "down"] | None
    held: int | list[Seat] | None
    turns: list[list[Seat]]
    done: set[str]
    grid: list[list[int]]
    odd: Any
    calls: list[str]
    bids: BySeat[int | None]
    leads: BySeat[Seat]
    own: list[int | None] = private(default_factory=list)
    scores: tuple[int, ...] = ()


def table(**changed: Any) -> Held:
    values: dict[str, Any] = {
        "places": [], "partner": {}, "pairs": [], "best": None, "last": None, "first": None, "way": None,
        "turns": [], "done": set(), "grid": [], "held": None, "odd": None, "calls": [], "bids": [],
        "leads": [],
    }  # fmt: skip
    return Held(seats=3, stock=Pile.face_down(), **{**values, **changed})


def told(field: str, value: Any) -> list[str]:
    return [str(line) for line in Board(table(**{field: value}), 0, ["Ada", "Ben", "Cid"]).fact(field)]


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("places", [2, 0], "Cid, you"),
        ("places", [2, 0, 1], "Cid, you, Ben"),
        ("partner", {0: 2}, "you Cid"),
        ("pairs", [(1, 0)], "(Ben, 0)"),
        ("best", (1, 30), "Ben, 30"),
        ("last", 0, "you"),
        ("first", 2, "Cid"),
        ("way", "up", "up"),
        ("held", [2, 0], "Cid, you"),
        ("held", 1, "1"),
        ("turns", [[0, 1], [2]], "(you, Ben), (Cid)"),
        ("done", {"b", "a"}, "a, b"),
        ("grid", [[1, 2], [3]], "(1, 2), (3)"),
        ("odd", [1, None, {"a": [True]}], "1, -, (a (True))"),
        ("calls", ["pass", "1c", "pass"], "pass, 1c, pass"),
        ("bids", [3, None, 0], "you 3, Ben -, Cid 0"),
        ("leads", [2, 0, 1], "you Cid, Ben you, Cid Ben"),
        ("own", [3, None, None], "you 3, Ben -, Cid -"),
        ("scores", (3, 1, 0), "you 3, Ben 1, Cid 0"),
        ("odd", Colour.RED, "Colour.RED"),
        ("odd", frozenset({3, 1}), "1, 3"),
        ("odd", Untold(), "?"),
        ("odd", [Untold()], "?"),
        ("odd", {"x": Untold()}, "?"),
    ],
)
def test_a_field_is_told_whatever_it_holds(field: str, value: Any, words: str) -> None:
    assert [f"{field}: {words}"] == told(field, value)


@pytest.mark.parametrize(("field", "value"), [("best", None), ("last", None), ("places", []), ("done", set())])
def test_nothing_is_told_where_there_is_nothing(field: str, value: Any) -> None:
    assert [] == told(field, value)
