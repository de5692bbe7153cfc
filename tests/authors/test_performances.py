"""What a plugin brings beside its rules takes part in `cardkit check`: players, narrators, prompts, rule sets."""

from __future__ import annotations

from pathlib import Path

import pytest
from broken_games import HEAP

from cardkit import CannotStart, UnknownName
from cardkit.authors.checking import Subject, findings
from cardkit.authors.laws import PLUGIN_PROMISES
from cardkit.authors.verdicts import Verdict

RULES = (
    HEAP.replace('    """Take the top card."""\n', '    """Take cards."""\n\n    number: int\n')
    .replace("range(1, 3)\n", "range(1, 4)\n    left: int = 40\n")
    .replace("[Take()]", "[Take(1), Take(2)]")
    .replace("table.taken[table.turn])", "table.taken[table.turn], action.number)\n        assert self.left != 45")
    .replace("None if table.heap", "None if len(table.heap) > self.left")
    .replace("import Action,", "import Acted, Action, Human, RuleSet,")
)
"""Take one card or two until there are few left."""
BROUGHT = """

class Narrator:
    def __init__(self, names):
        self.names = names

    def __call__(self, event, view):
        if isinstance(event, Acted):
            yield f"{self.names[event.seat]} takes"
            NARRATED


class Bot:
    def __init__(self, rng):
        self.rng = rng
        self.turns = 0

    def __call__(self, view, legal):
        self.turns += 1
        BOT
        return legal[self.rng.below(len(legal))]


class Person(Human):
    def show(self, view):
        PERSON
        return ["This is the table."]


def ask(order, console):
    ASKED
    return order


plugin = Plugin(
    game=Leaky,
    players={"bold": Bot},
    styles={"short": Narrator},
    human=Person,
    rule_sets=[RuleSet(name="long", about="x"), RuleSet(name="quick", about="x", options={"left": LEFT}, ask=ask)],
)
"""
GOOD = {"NARRATED": "pass", "BOT": "pass", "PERSON": "pass", "ASKED": "pass", "LEFT": "48"}


def checked(folder: Path, *promises: str, seated: tuple[str, ...] = (), **faults: str) -> dict[str, Verdict]:
    """The verdicts on the game with these faults, by their promises."""
    text = RULES + BROUGHT
    for word, instead in {**GOOD, **faults}.items():
        text = text.replace(word, instead)
    path = folder / "takes.py"
    path.write_text(text, encoding="utf-8")
    subject = Subject.named(str(path), file=None, rules=None, options={}, seated=seated)
    found = findings(subject, folder / "broken.json", games=1, promises=promises or PLUGIN_PROMISES)
    return {finding.promise: finding for finding in found}


def test_what_is_well_made_keeps_every_promise(tmp_path: Path) -> None:
    assert dict.fromkeys(PLUGIN_PROMISES, "ok") == {name: one.word for name, one in checked(tmp_path).items()}


AT_FAULT = {
    "NARRATED": "told-in-every-style",
    "BOT": "players-answer",
    "LEFT": "players-answer",
    "PERSON": "people-can-answer",
    "ASKED": "people-can-answer",
}


@pytest.mark.parametrize(
    ("place", "fault", "said"),
    [
        ("NARRATED", "{}['x']", "the narrator short on Acted: KeyError was raised ('x') (takes.py"),
        ("NARRATED", "yield 7", "the narrator short on Acted: it tells 7, which is no line"),
        ("BOT", "1 / (self.turns - 2)", "(bold) is at fault: ZeroDivisionError: division by zero (takes"),
        ("BOT", "return Take(9)", "'take 9' can't be done: not allowed now"),
        ("BOT", "return None", "(bold) is at fault: it chose None, which is none of the legal actions"),
        ("LEFT", "45", "AssertionError was raised (takes.py, line "),
        ("PERSON", "raise KeyError('hand')", "(human) is at fault: KeyError: 'hand' (takes.py, line"),
        ("PERSON", "return [7]", "people are shown 7, which is no line of text"),
        ("ASKED", "1 / 0", "the questions before the game: ZeroDivisionError was raised (division"),
    ],
)
def test_a_crash_in_what_comes_with_the_rules_is_found(place: str, fault: str, said: str, tmp_path: Path) -> None:
    found, promise = checked(tmp_path, **{place: fault}), AT_FAULT[place]
    asked = {promise, "typed-as-said"} if place == "PERSON" else {promise}
    assert asked == {name for name, verdict in found.items() if verdict.word != "ok"}
    assert said in str(found[promise].broken)


def test_what_is_typed_is_not_taken_for_another_thing(tmp_path: Path) -> None:
    other = "self.read = lambda text, legal: legal[0]"
    found = checked(tmp_path, PERSON=other)
    assert "'take 2' was typed, and taken for 'take 1'" in str(found["people-can-answer"].broken)


def test_a_card_that_is_typed_in_full_is_not_taken_for_another(tmp_path: Path) -> None:
    plural = "self.read = lambda text, legal, own=self.read: legal[0] if text.endswith('s') else own(text, legal)"
    assert " was typed, which is " in str(checked(tmp_path, PERSON=plural)["typed-as-said"].broken)


def test_a_person_or_an_unknown_player_cannot_play_in_a_check(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="a person can't play while it is checked"):
        checked(tmp_path, seated=("human",))
    with pytest.raises(UnknownName, match="'nobody'"):
        checked(tmp_path, seated=("nobody",))
