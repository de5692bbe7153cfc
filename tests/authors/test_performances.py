"""What a plugin brings beside its rules takes part in `cardkit check`: players, narrators, prompts, rule sets."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardkit import CannotStart, UnknownName
from cardkit.authors.checking import Subject, findings
from cardkit.authors.laws import PLUGIN_PROMISES
from cardkit.authors.verdicts import Verdict

RULES = '''
"""Take cards."""

from cardkit import Acted, Action, Game, Human, Moved, Pile, Plugin, Result, RuleSet, State


class Draw(Action):
    """Take cards."""

    number: int


class Heap(State):
    """A heap, and hands."""

    heap: Pile
    hands: list[Pile]


class Takes(Game[Heap, Draw]):
    """Take one card or two until there are few left."""

    name = "takes"
    players = range(1, 4)
    left: int = 40

    def setup(self, deck, seats, dealer):
        dealer.shuffle(deck)
        return Heap(seats=seats, heap=deck, hands=Pile.hands(seats))

    def legal(self, table):
        return [Draw(1), Draw(2)]

    def apply(self, table, action, dealer):
        dealer.draw(table.heap, table.hands[table.turn], action.number)
        assert self.left != 45
        table.pass_turn()

    def result(self, table):
        return None if len(table.heap) > self.left else Result.draw(table.seats)


class Narrator:
    """Tells who acts."""

    def __init__(self, names):
        self.names = names

    def __call__(self, event, view):
        if isinstance(event, Acted):
            yield f"{self.names[event.seat]} draws"
            NARRATED


class Bot:
    """Takes what it is told to by chance."""

    def __init__(self, rng):
        self.rng = rng
        self.turns = 0

    def __call__(self, view, legal):
        self.turns += 1
        BOT
        return legal[self.rng.below(len(legal))]


class Person(Human):
    """Somebody who is asked."""

    def show(self, view):
        PERSON
        return ["This is the table."]


def ask(order, console):
    """Asks for nothing."""
    ASKED
    return order


plugin = Plugin(
    game=Takes,
    players={"bold": Bot},
    styles={"short": Narrator},
    human=Person,
    rule_sets=[RuleSet(name="long", about="x"), RuleSet(name="quick", about="x", options={"left": LEFT}, ask=ask)],
)
'''
GOOD = {"NARRATED": "pass", "BOT": "pass", "PERSON": "pass", "ASKED": "pass", "LEFT": "48"}


def checked(folder: Path, *promises: str, seated: tuple[str, ...] = (), **faults: str) -> dict[str, Verdict]:
    """The verdicts on the game with these faults, by their promises."""
    text = RULES
    for word, instead in {**GOOD, **faults}.items():
        text = text.replace(word, instead)
    path = folder / "takes.py"
    path.write_text(text, encoding="utf-8")
    subject = Subject.named(str(path), file=None, rules=None, options={}, seated=seated)
    found = findings(subject, folder / "broken.json", games=1, promises=promises or PLUGIN_PROMISES)
    return {finding.promise: finding for finding in found}


def test_what_is_well_made_keeps_every_promise(tmp_path: Path) -> None:
    assert dict.fromkeys(PLUGIN_PROMISES, "ok") == {name: one.word for name, one in checked(tmp_path).items()}


@pytest.mark.parametrize(
    ("promise", "faults", "said"),
    [
        (
            "told-in-every-style",
            {"NARRATED": "{}['x']"},
            "the narrator short on Acted: KeyError was raised ('x') (takes.py",
        ),
        ("told-in-every-style", {"NARRATED": "yield 7"}, "the narrator short on Acted: it tells 7, which is no line"),
        (
            "players-answer",
            {"BOT": "1 / (self.turns - 2)"},
            "(bold) is at fault: ZeroDivisionError: division by zero (takes",
        ),
        ("players-answer", {"BOT": "return Draw(9)"}, "'draw 9' can't be done: not allowed now"),
        (
            "players-answer",
            {"BOT": "return None"},
            "(bold) is at fault: it chose None, which is none of the legal actions",
        ),
        ("players-answer", {"LEFT": "45"}, "AssertionError was raised (takes.py, line "),
        (
            "people-can-answer",
            {"PERSON": "raise KeyError('hand')"},
            "(human) is at fault: KeyError: 'hand' (takes.py, line",
        ),
        ("people-can-answer", {"PERSON": "return [7]"}, "people are shown 7, which is no line of text"),
        (
            "people-can-answer",
            {"ASKED": "1 / 0"},
            "the questions before the game: ZeroDivisionError was raised (division",
        ),
    ],
)
def test_a_crash_in_what_comes_with_the_rules_is_found(
    promise: str, faults: dict[str, str], said: str, tmp_path: Path
) -> None:
    found = checked(tmp_path, **faults)
    asked = {"people-can-answer", "typed-as-said"} if "PERSON" in faults else {promise}
    assert asked == {name for name, verdict in found.items() if verdict.word != "ok"}
    assert said in str(found[promise].broken)


def test_what_is_typed_is_not_taken_for_another_thing(tmp_path: Path) -> None:
    other = "self.read = lambda text, legal: legal[0]"
    found = checked(tmp_path, PERSON=other)
    assert "'draw 2' was typed, and taken for 'draw 1'" in str(found["people-can-answer"].broken)


def test_a_card_that_is_typed_in_full_is_not_taken_for_another(tmp_path: Path) -> None:
    plural = "self.read = lambda text, legal, own=self.read: legal[0] if text.endswith('s') else own(text, legal)"
    assert " was typed, which is " in str(checked(tmp_path, PERSON=plural)["typed-as-said"].broken)


def test_a_person_or_an_unknown_player_cannot_play_in_a_check(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="a person can't play while it is checked"):
        checked(tmp_path, seated=("human",))
    with pytest.raises(UnknownName, match="'nobody'"):
        checked(tmp_path, seated=("nobody",))
