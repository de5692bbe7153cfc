"""What is said to an author who makes a mistake: the class, the file and the line, and what to write instead."""

from __future__ import annotations

import re
from dataclasses import field
from pathlib import Path
from typing import Any

import pytest
from broken_games import DRAWN, HEAP
from helpers import TESTS

from cardkit import Action, CardkitError, Event, Game, GameFault, Match, Pile, Stacked, State, standard52
from cardkit.authors.testing import BrokenPromise, check_game
from cardkit.plugins.registry import load_game

Row = list[Pile]
MISTAKES = (TESTS / "authors" / "mistakes.txt").read_text(encoding="utf-8").split("\n\n")
"""What is written otherwise in the game `HEAP`, a part of it after `-` and after `+` what stands there; then what is
said."""
CHANGE = re.compile(r"((?:^-.*\n)+)((?:^\+.*\n)*)", re.MULTILINE)


def written(lines: str) -> str:
    """The text of lines with a sign before them."""
    return "\n".join(line[2:] for line in lines.splitlines())


def played(folder: Path, text: str) -> None:
    """Load a game with this text, and play a first action."""
    path = folder / "leaky.py"
    path.write_text(text, encoding="utf-8")
    match = Match[Any, Any](load_game(str(path)).game(), standard52(), seats=2, rng=Stacked())
    match.play(match.read("take"))


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_told_with_its_place_and_what_to_write_when_the_game_is_loaded_or_first_played(
    mistake: str, tmp_path: Path
) -> None:
    text = HEAP
    for change in CHANGE.finditer(mistake):
        old, new = map(written, change.groups())
        assert 1 == text.count(old), old
        text = text.replace(old, new)
    with pytest.raises(CardkitError) as caught:
        played(tmp_path, text)
    said = str(caught.value).replace(str(tmp_path / "leaky.py"), "leaky.py")
    assert mistake.splitlines()[-1] == f"{type(caught.value).__name__}: {said}"


def test_the_game_without_a_mistake_can_be_played(tmp_path: Path) -> None:
    played(tmp_path, HEAP)


CHECKED = [
    ("cards-conserved", "table.heap.deal_from_top()", "in the deck it was 1 time"),
    ("cards-conserved", "table.heap.add_to_bottom(Card('1', 'X'))", "1X lies in the piles 1 time"),
    ("piles-stay", "table.heap = Pile.face_down(table.heap.cards[1:])", "let the dealer move its cards instead"),
    ("piles-stay", "table.heap.cards = table.heap.cards[1:]", "the pile heap was put away, and another one laid in"),
]


@pytest.mark.parametrize(("promise", "line", "wrong"), CHECKED)
def test_a_mistake_in_an_action_is_found_by_the_check(tmp_path: Path, promise: str, line: str, wrong: str) -> None:
    path = tmp_path / "leaky.py"
    path.write_text(HEAP.replace(DRAWN, line), encoding="utf-8")
    with pytest.raises(BrokenPromise) as caught:
        check_game(load_game(str(path)).game())
    assert promise == caught.value.promise
    assert wrong in str(caught.value)


def test_a_game_that_was_not_loaded_is_looked_over_when_it_is_played() -> None:
    class Nameless(Game[State, Action]):
        """A game that nobody named."""

        players = range(1, 3)
        setup = legal = apply = result = lambda *_: None

    with pytest.raises(GameFault, match='Nameless is at fault: it has no `name`: write `name = "nameless"`'):
        Match(Nameless(), standard52(), seats=2, rng=Stacked())


def test_constants_of_classes_and_empty_rows_of_piles_are_no_mistakes() -> None:
    class Counted(Event):
        """An event with a method, a property and a private name."""

        number: int
        _unit = "card"

        @property
        def text(self) -> str:
            return f"{self.number} {self._unit}"

    class Shelf(State):
        """Piles in all the ways that a state may hold them."""

        rows: list[list[Pile]]
        named: dict[str, Pile]
        perhaps: Pile | None = None
        aliased: Row = field(default_factory=list)
        counted: dict[str, list[Counted]] = field(default_factory=dict)

    assert "3 card" == Counted(3).text
    assert ["rows 1 0"] == [pile.name for pile in Shelf(seats=1, rows=[[], [Pile()]], named={}).piles()]
    for name, wrong in (("named", {"left": 5}), ("aliased", [5])):
        piles: Any = {"rows": [], "named": {}, name: wrong}
        with pytest.raises(GameFault, match=rf"its field {name} is for piles, and was given \[5\]"):
            Shelf(seats=1, **piles)
