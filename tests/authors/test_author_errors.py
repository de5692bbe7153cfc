"""What is said to an author who makes a mistake: the class, the file and the line, and what to write instead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from pathlib import Path
from typing import Any

import pytest

from cardkit import Action, CannotLoad, CardkitError, Event, Game, GameFault, Match, Pile, Stacked, State, standard52
from cardkit.authors.testing import BrokenPromise, check_game
from cardkit.plugins.registry import load_game

Row = list[Pile]

GAME = '''"""A game of an author's first try."""

from typing import Any

from cardkit import Action, Card, Dealer, Field, Game, Pile, Result, State


class Take(Action):
    """Take the top card."""


class Heap(State):
    """The cards that are left, and those taken."""

    heap: Pile
    taken: list[Pile]


class Leaky(Game[Heap, Take]):
    """Take all cards."""

    name = "leaky"
    players = range(1, 3)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Any:
        return Heap(seats=seats, heap=deck, taken=Pile.hands(seats))

    def legal(self, table: Heap) -> Any:
        return [Take()]

    def apply(self, table: Heap, action: Any, dealer: Dealer) -> None:
        dealer.draw(table.heap, table.taken[table.turn])

    def result(self, table: Heap) -> Result | None:
        return None if table.heap else Result.draw(table.seats)
'''

Play = Callable[..., None]


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """Load the game with some lines of it written otherwise, and play a first action."""

    def played(*changes: tuple[str, str]) -> None:
        text = GAME
        for old, new in changes:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        path = tmp_path / "leaky.py"
        path.write_text(text, encoding="utf-8")
        match: Match[Any, Any] = Match(load_game(str(path)).game(), standard52(), seats=2, rng=Stacked())
        match.play(match.read("take"))

    return played


def test_the_game_without_a_mistake_can_be_played(play: Play) -> None:
    play()


DECLARED = [
    (("Leaky(Game[Heap, Take])", "Leaky(Game)"), "doesn't say what its state and its actions are", "class Leaky(Game["),
    (("Take(Action)", "Take"), "has Take for its action, and that is none", "`class Take(Action):` (leaky.py, line 8)"),
    (("Heap(State)", "Heap"), "has Heap for its state, and that is none", "`class Heap(State):` (leaky.py, line 12)"),
    (('    name = "leaky"\n', ""), "the game Leaky has no `name`", '`name = "leaky"` (leaky.py, line 19)'),
    (("    name =", "    name: str ="), "has `name` as an option", '`name = "leaky"`, without a type'),
    (('name = "leaky"', "name = 7"), "has the `name` 7, which is no text", '`name = "leaky"`'),
    (("    players = range(1, 3)\n", ""), "the game Leaky has no `players`", "`players = range(2, 5)` if two to four"),
    (("players = range(1, 3)", "players = 3"), "has the `players` 3, which is no range", "`players = range(3, 4)`"),
    (("range(1, 3)", "(2, 1)"), "has the `players` (2, 1), which is no range", "`players = range(2, 5)`"),
    (("range(1, 3)", "range(3, 3)"), "which is no range of numbers of seats", "`players = range(2, 5)`"),
    (("    players =", "    players: Any ="), "has `players` as an option", "without a type (leaky.py, line 19)"),
    (
        ("    def result", "    def outcome"),
        "it has none, because Leaky has no method `result`",
        "`def result(self, state)`",
    ),
    (
        ("    def legal", "    def allowed"),
        "Leaky has no method `legal`",
        "`def legal(self, state)` (leaky.py, line 19)",
    ),
    (
        ("    players", "    size: int = Field(default=0, ge=1)\n    players"),
        "has an option `size` whose default 0 is not allowed",
        "greater than or equal to 1 (leaky.py, line 19)",
    ),
    (
        ("    players", "    mark: bytes = b'\\xff'\n    players"),
        "has an option `mark` whose default b'\\xff' no record can hold",
        "take a text, a number or a tuple (leaky.py, line 19)",
    ),
    (
        ("    players", "    size: int\n    players"),
        "has an option `size` without a default",
        "`size: int = …` (leaky.py, line 19)",
    ),
    (
        ("    players", "    size = 5\n    players"),
        "the option `size` has no type",
        "`size: int = 5`, or what its type is (leaky.py, line 19)",
    ),
    (
        ('    """Take the top card."""', "    cards: list[Card]"),
        "an action Take with `cards`, a list, that can't be read back from its notation",
        "`cards: tuple[Card, ...]` (leaky.py, line 8)",
    ),
    (
        ('    """Take the top card."""', "    source: Pile"),
        "an action Take with `source`, a Pile, that can't be read back",
        "`source: Card`",
    ),
    (
        ('    """Take the top card."""', "    card: 'Crad'"),
        "an action Take with a type that isn't there: name 'Crad' is not defined",
        "(leaky.py, line 8)",
    ),
    (
        ('    """Take the top card."""', "    card: Crad"),
        "NameError while it was loaded: name 'Crad' is not defined",
        "(leaky.py, line 9)",
    ),
    (
        ('    """Take the top card."""', "    give: tuple[Card, ...]\n    take: tuple[Card, ...] | None = None"),
        "an action Take with `give` and `take`, of which nobody can read where the first one ends",
        "let only one be a tuple (leaky.py, line 8)",
    ),
    (
        ("class Heap(State):", "class Person:\n    hand: Pile\n\n\nclass Heap(State):\n    people: 'list[Person]'"),
        "a state Heap whose `people` holds Person, in which its piles aren't found",
        "`class Person(Part):` (leaky.py, line 12)",
    ),
    (
        (
            "class Heap(State):",
            "Piles = list[Pile]\n\n\nclass Person:\n    hands: Piles\n\n\nclass Heap(State):\n    people: list[Person]",
        ),
        "a state Heap whose `people` holds Person, in which its piles aren't found",
        "`class Person(Part):`",
    ),
    (
        ("    heap: Pile\n", "    heap: Pile\n    bid: int = __import__('cardkit').Field(default=0)\n"),
        "has Heap with `bid = Field(…)`, which is for options of a game",
        "write `bid = field(…)` of `dataclasses` (leaky.py, line 12)",
    ),
    (
        ("    heap: Pile\n", "    heap: Pile\n    bid: int = __import__('cardkit').private(default=0)\n"),
        "a state Heap whose `bid` is private, and has no value for each seat",
        "`bid: list[int] = private(default_factory=list)` (leaky.py, line 12)",
    ),
]


@pytest.mark.parametrize(("change", "wrong", "instead"), DECLARED)
def test_a_mistake_in_the_declaration_is_told_as_the_game_is_loaded(
    play: Play, change: tuple[str, str], wrong: str, instead: str
) -> None:
    with pytest.raises(CannotLoad) as caught:
        play(change)
    assert wrong in str(caught.value)
    assert instead in str(caught.value)


FIELDS = [
    (
        ("    heap: Pile\n", "    heap: Pile\n    bids: list[int] = []\n"),
        "Heap is at fault: its bids has a list as its default, which all would share",
        "`bids: … = dataclasses.field(default_factory=list)` (leaky.py, line 12)",
    ),
    (
        ('    """Take the top card."""', "    card = None"),
        "Take is at fault: its card has no type, so that it is no field: write `card: Card`, or what it is",
        "(leaky.py, line 8)",
    ),
    (
        ('    """Take the top card."""', "    secret: bool = True"),
        "Take is at fault: its secret has a type, so that it is a field: write `secret = True`",
        "(leaky.py, line 8)",
    ),
    (
        ("    heap: Pile\n", "    heap = Pile()\n"),
        "Heap is at fault: its heap has no type, so that it is no field: write `heap: Pile`, or what it is",
        "(leaky.py, line 12)",
    ),
    (
        ("heap: Pile\n", "heap: Pile\n    turn = 1\n"),
        "Heap is at fault: its turn has no type, so that it is no field: write `turn: int`",
        "(leaky.py, line 12)",
    ),
]


@pytest.mark.parametrize(("change", "wrong", "line"), FIELDS)
def test_a_field_without_a_type_is_told(play: Play, change: tuple[str, str], wrong: str, line: str) -> None:
    with pytest.raises(GameFault) as caught:
        play(change)
    assert wrong in str(caught.value)
    assert line in str(caught.value)


RETURNED = [
    (
        ("heap=deck", "heap=deck.cards"),
        "Heap is at fault: its field heap is for piles, and was given [Card('2', 'C')",
        26,
    ),
    (("taken=Pile.hands(seats)", "taken=[deck.cards]"), "write `Pile.face_down(cards)`", 26),
    (
        ("        return Heap", "        Heap"),
        "setup has to return the state, and returned None: end it with `return`",
        25,
    ),
    (("return [Take()]", "return {Take()}"), "not a set: a set has no order that stays the same; write `list(", 28),
    (("return [Take()]", "yield Take()"), "not a generator: write `return [...]` instead of `yield`", 28),
    (("return [Take()]", "[Take()]"), "Leaky.legal has to return a list or a tuple, not a NoneType: a `return` is", 28),
    (("return [Take()]", "return iter([Take()])"), "not a list_iterator: write `list(...)` around it", 28),
    (("return [Take()]", "return ['take']"), "returned 'take', which is none of its actions: write `Take(...)`", 28),
    (
        ("heap=deck", "heap=Pile.face_down(deck.cards[1:])"),
        "setup has to leave every card of the deck in a pile of the state, once: "
        "2C is in the deck 1 time, and in the piles 0 times",
        25,
    ),
    (
        ("heap=deck", "heap=Pile.face_down([*deck.cards, Card('A', 'S')])"),
        "AS is in the deck 1 time, and in the piles 2 times",
        25,
    ),
]


@pytest.mark.parametrize(("change", "wrong", "line"), RETURNED)
def test_a_rule_that_returns_something_else_is_told(play: Play, change: tuple[str, str], wrong: str, line: int) -> None:
    with pytest.raises(GameFault) as caught:
        play(change)
    assert wrong in str(caught.value)
    assert f"(leaky.py, line {line})" in str(caught.value)


def test_an_action_of_another_class_is_named_with_what_to_declare(play: Play) -> None:
    with pytest.raises(
        GameFault, match=r"none of its actions: write `Game\[..., Take \| Skip\]` \(leaky.py, line 32\)"
    ):
        play(("class Heap", "class Skip(Action):\n    pass\n\n\nclass Heap"), ("return [Take()]", "return [Skip()]"))


CHECKED = [
    ("cards-conserved", "table.heap.deal_from_top()", "in the deck it was 1 time"),
    ("cards-conserved", "table.heap.add_to_bottom(Card('1', 'X'))", "1X lies in the piles 1 time"),
    ("piles-stay", "table.heap = Pile.face_down(table.heap.cards[1:])", "let the dealer move its cards instead"),
    ("piles-stay", "table.heap.cards = table.heap.cards[1:]", "the pile heap was put away, and another one laid in"),
]


@pytest.mark.parametrize(("promise", "line", "wrong"), CHECKED)
def test_a_mistake_in_an_action_is_found_by_the_check(tmp_path: Path, promise: str, line: str, wrong: str) -> None:
    path = tmp_path / "leaky.py"
    path.write_text(GAME.replace("dealer.draw(table.heap, table.taken[table.turn])", line), encoding="utf-8")
    with pytest.raises(BrokenPromise) as caught:
        check_game(load_game(str(path)).game())
    assert promise == caught.value.promise
    assert wrong in str(caught.value)


def test_a_game_that_was_not_loaded_is_looked_over_when_it_is_played() -> None:
    class Nameless(Game[State, Action]):
        """A game that nobody named."""

        players = range(1, 3)

        def setup(self, deck: Any, seats: int, dealer: Any) -> Any:
            return None

        def legal(self, state: Any) -> Any:
            return []

        def apply(self, state: Any, action: Any, dealer: Any) -> None:
            return None

        def result(self, state: Any) -> Any:
            return None

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
    shelf = Shelf(seats=1, rows=[[], [Pile()]], named={})
    assert ["rows 1 0"] == [pile.name for pile in shelf.piles()]
    with pytest.raises(GameFault, match=r"its field named is for piles, and was given \[5\]"):
        Shelf(seats=1, rows=[], named={"left": 5})  # type: ignore[dict-item]
    with pytest.raises(GameFault, match=r"its field aliased is for piles, and was given \[5\]"):
        Shelf(seats=1, rows=[], named={}, aliased=[5])  # type: ignore[list-item]


def test_every_mistake_is_one_sentence(play: Play) -> None:
    for change, *_ in [*DECLARED, *FIELDS]:
        with pytest.raises(CardkitError) as caught:
            play(change)
        assert 1 == len(str(caught.value).splitlines())
