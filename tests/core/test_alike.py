"""Cards that are alike but in suit make one action: counted, numbered, typed, clicked as one, and kept as laid."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers import TESTS
from scenes import laid_at

from cardkit.core.actions import Action, likeness
from cardkit.core.cards import Card, cards, standard52
from cardkit.core.chance.generators import Seeded
from cardkit.core.errors import CardkitError, GameFault, IllegalAction
from cardkit.hosting.scene import scene
from cardkit.online.lines import Choosing, ChosenSoFar
from cardkit.plugins.reading import Ambiguous, Reader
from cardkit.plugins.registry import load_game
from cardkit.rl.actions import ActionSpace
from cardkit.simulation.simulate import ways_of
from cardkit.table.match import Match
from cardkit.table.native.engine import NativeTwin
from cardkit.table.native.making import compare, lay
from cardkit.table.native.reading import read
from cardkit.table.native.writing import ModuleWriter
from cardkit.table.notation import catalogue

RULES = (TESTS / "data" / "shed.py").read_text(encoding="utf-8")


def dealt(path: Path, rules: str, *held: str) -> Match[Any, Any]:
    """A game by these rules in which the seats hold these cards."""
    path.write_text(rules)
    return laid_at(Match(load_game(str(path)).game(), standard52(), seats=2, rng=Seeded(1)), *held)


@pytest.fixture
def match(tmp_path: Path) -> Match[Any, Any]:
    """A game in which seat 0 holds four eights, two threes and two kings."""
    return dealt(tmp_path / "shed.py", RULES, "8D 8H 8S 8C 3C 3H KD KS", "2C 2D 2H 2S 4C 5C 6C 7C")


def test_legal_has_one_for_each_kind(match: Match[Any, Any]) -> None:
    assert list(map(str, match.legal)) == [
        "show 8D",
        "show 3C",
        "show KD",
        "play 8D 8H 8S",
        "play 8D 8H 8S 3C",
        "play 8D 8H 8S KD",
        "play 8D 8H 8S 8C",
    ]


def test_any_that_is_alike_is_taken_and_kept_as_it_was_laid(match: Match[Any, Any]) -> None:
    match.play(match.read("play 3H 8C 8S 8H"))
    assert [str(acted.action) for acted in match.acted] == ["play 3H 8C 8S 8H"]
    assert match.state.heap.cards == cards("3H 8C 8S 8H")


@pytest.mark.parametrize("text", ["play 8D 8H 8S 4C", "play 8D 8H 8S 3D", "play 8D 8H 8H 3C", "show 8S 3C", "show 2C"])
def test_what_is_not_held_or_not_alike_is_refused(match: Match[Any, Any], text: str) -> None:
    with pytest.raises((IllegalAction, CardkitError)):
        match.play(match.read(text))


@pytest.mark.parametrize(
    ("laid", "typed"),
    [
        ("play 8D 8H 8S 3C", ["888 3", "3 888", "8883", "8 8 8 3", "play 3 8"]),
        ("play 8C 3H 8D 8H", ["play 8c 8 8 3h"]),
        ("play 8D 8H 8S", ["8 8 8"]),
        ("play 8D 8H 8S KD", ["888 k"]),
        ("play 8D 8H 8S 8C", ["8888"]),
        ("show 3H", ["3h"]),
        ("show 3C", ["show 3"]),
    ],
)
def test_ranks_are_typed_in_any_order(match: Match[Any, Any], typed: list[str], laid: str) -> None:
    for text in typed:
        action = Reader(match, 0, ["Ada", "Ben"]).read(text, match.legal)
        assert (laid, likeness(match.read(laid))) == (str(action), likeness(action))
    match.play(action)


@pytest.mark.parametrize("typed", ["8883 3", "333 8", "888 4", "play 8 8"])
def test_what_can_not_be_laid_is_not_read_as_something_else(match: Match[Any, Any], typed: str) -> None:
    with pytest.raises(CardkitError):
        Reader(match, 0, ["Ada", "Ben"]).read(typed, match.legal)


BEFORE, _, AFTER = RULES.partition("    def legal")
LEGAL = """    def legal(self, table):
        of = [tuple(table.hands[table.turn].of(suit=suit)) for suit in "CDHS"]
        some = [Throw(own[:number]) for own in of for number in range(1, len(own) + 1)]
        return [*some, *(Throw((*own[:1], *of[3][:1])) for own in of[:3] if own and of[3])]

"""
SUITS = BEFORE.replace("Play", "Throw").replace(" | Show", "").replace("rank", "suit") + LEGAL
SUITS += AFTER[AFTER.index("    def apply") :].replace(" if isinstance(action, Play) else [action.card]", "")
SUITED = ("3C 9C JC 2C 5D 7H 9S AS", "3D 3H 3S 4D 4H 4S 6D 6H")


@pytest.fixture
def suits(tmp_path: Path) -> Match[Any, Any]:
    """A game in which seat 0 holds four clubs, a diamond, a heart and two spades."""
    return dealt(tmp_path / "suits.py", SUITS, *SUITED)


@pytest.mark.parametrize(
    ("laid", "typed"),
    [
        ("throw 3C", ["throw clubs", "clubs", "throw club", "a club", "♣"]),
        ("throw 9C", ["9c"]),
        ("throw JC", ["throw jack"]),
        ("throw 3C 9C JC 2C", ["throw 4 clubs", "cccc"]),
        ("throw 3C 9C", ["throw clubs clubs"]),
        ("throw JC 3C", ["jc c"]),
        ("throw 9S AS", ["throw two spades"]),
        ("throw 5D 9S", ["a diamond and a spade"]),
        ("throw 7H 9S", ["spades hearts"]),
        ("throw 9S", ["one spade"]),
    ],
)
def test_suits_are_typed_as_ranks_are(suits: Match[Any, Any], typed: list[str], laid: str) -> None:
    for text in typed:
        action = Reader(suits, 0, ["Ada", "Ben"]).read(text, suits.legal)
        assert sorted(map(str, action.cards)) == sorted(map(str, suits.read(laid).cards))
    suits.play(action)


@pytest.mark.parametrize(
    ("typed", "which"), [("3 clubs", "Which: throw 3C or 3C 9C JC?"), ("throw 9", "Which: throw 9C or 9S?")]
)
def test_it_is_asked_which_is_meant(suits: Match[Any, Any], typed: str, which: str) -> None:
    with pytest.raises(Ambiguous) as asked:
        Reader(suits, 0, ["Ada", "Ben"]).read(typed, suits.legal)
    assert str(asked.value) == which


@pytest.mark.parametrize("typed", ["throw 3 spades", "throw two hearts", "dh", "throw 99999999999 clubs"])
def test_suits_that_are_not_held_are_not_read_as_something_else(suits: Match[Any, Any], typed: str) -> None:
    with pytest.raises(CardkitError):
        Reader(suits, 0, ["Ada", "Ben"]).read(typed, suits.legal)


@pytest.mark.parametrize(
    ("clicked", "laid"), [("JC", ["throw 3C", "throw 3C 9C"]), ("JC AS", ["throw JC AS"]), ("7H 5D", [])]
)
def test_cards_of_a_suit_are_clicked(suits: Match[Any, Any], clicked: str, laid: list[str]) -> None:
    told = scene(suits, 0, ["Ada", "Ben"], [0])
    choosing = Choosing(told["legal"], told["forms"], ChosenSoFar(cards=tuple(clicked.split())))
    found = [choosing.meant] if choosing.meant else [action["text"] for action in choosing.actions]
    assert found[:2] == laid


def test_all_that_are_alike_have_one_number(match: Match[Any, Any]) -> None:
    listed = catalogue(match.game, standard52(), 2)
    assert [str(action) for action in listed if action.word == "show"][:3] == ["show 2C", "show 3C", "show 4C"]
    assert len(listed) == 13
    assert listed.unlisted["Play"] == f"there are {5**13:,} of them"
    space = ActionSpace(match.game, standard52(), 2, {"Play": 3})
    numbers = space.numbers(match.legal, 0, lambda: match.view(0))
    assert len(numbers) == len(set(numbers)) == 6
    assert space.action(numbers[0], match.legal, 0, lambda: match.view(0)) in match.legal
    assert space.number(match.read("show 8H"), 0) == numbers[0]


def test_cards_that_are_alike_are_clicked(match: Match[Any, Any]) -> None:
    told = scene(match, 0, ["Ada", "Ben"], [0])
    choosing = Choosing(told["legal"], told["forms"], ChosenSoFar(cards=("8C", "8S", "3H", "8D")))
    assert choosing.meant == "play 8C 8S 3H 8D"
    assert not Choosing(told["legal"], [], ChosenSoFar(cards=("8C", "3C", "3H"))).actions
    assert match.play(match.read("play 8C 8S 3H 8D"))


def test_what_is_not_alike_to_a_kind_of_its_own_is_objected_to(tmp_path: Path) -> None:
    (tmp_path / "half.py").write_text(RULES.replace('card."""\n\n    alike = ("rank",)\n', 'card."""\n'))
    half: Match[Any, Any] = Match(load_game(str(tmp_path / "half.py")).game(), standard52(), seats=2, rng=Seeded(1))
    with pytest.raises(IllegalAction, match="not allowed now"):
        half.read("play 2C 3D 4H")


def test_a_compiled_game_makes_actions_of_ranks(tmp_path: Path) -> None:
    (tmp_path / "shed.py").write_text(RULES)
    plugin = load_game(str(tmp_path / "shed.py"))
    lay(tmp_path, "tw_shed", ModuleWriter(read(plugin.game)).write().text)
    assert compare(NativeTwin(tmp_path, "tw_shed"), ways_of(plugin)[0], 1) > 10


def test_alike_says_what_matters() -> None:
    with pytest.raises(GameFault, match="what matters of cards"):
        type("Wrong", (Action,), {"alike": ("colour",), "__annotations__": {"card": Card}})


def test_a_lacking_rank_is_named() -> None:
    class Lay(Action):
        alike = ("rank",)
        cards: tuple[Card, ...]

    assert str(Lay.of_ranks(cards("8D 3C 8H"), "88")) == "lay 8D 8H"
    with pytest.raises(ValueError, match="too few cards of the rank 8"):
        Lay.of_ranks(cards("8D 3C 8H"), ["8", "8", "8"])
