"""First screens of every game on screens of all kinds, as they stand in tests/screens, which people have looked at.

`write()` writes them anew.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from helpers import ROOT, TESTS, Run, at_terminal

from cardkit import BACK, Human
from cardkit.core.texts import width
from cardkit.plugins.registry import examples

SIZES = [(80, 24), (120, 40), (40, 20)]
KINDS = {"colours": {}, "no-color": {"NO_COLOR": "1"}, "dumb": {"TERM": "dumb"}, "ascii": {"encoding": "ascii"}}
KEPT = [*((size, "colours") for size in SIZES), (SIZES[0], "ascii")]
"""What lies in a file: without colours a screen is the same one, but for its escape codes."""
COMMANDS = {
    **{name: f"play docs/examples/{name}.py --seed 3" for name in sorted(examples()) if name != "kuhn"},
    "euchre": "play docs/examples/euchre.py --seed 3 --seat ai --seat human --seat ai --seat ai",
    "crazy8s": "play crazy8s --rules house --seat human --seat ai --seed 3",
    "crazy8s of 52 cards": "play crazy8s standard52 --seat human --seat ai --set hand_size=20",
    "war": "play war --rules jones --seat human --seat ai --seed 3",
    "the menu": "",
    "what there is": "games",
    "rules": "rules hearts",
    "decks": "decks",
    "no scores": "scores",
    "no games": "resume --list",
}
HANDS = ("cheat", "cribbage", "gin_rummy", "go_fish", "goofspiel", "hearts", "holdem", "old_maid", "spades", "crazy8s")


def screen_of(name: str, size: tuple[int, int], kind: str) -> Run:
    """What is on the screen where somebody leaves at the first question."""
    typed = ["q"] if name == "the menu" else [":quit", *["q"] * 3]
    return at_terminal(*COMMANDS[name].split(), typed=typed, folder=ROOT, size=size, **KINDS[kind])


def golden(size: tuple[int, int], kind: str) -> Path:
    return TESTS / "screens" / f"{size[0]}x{size[1]}-{kind}.txt"


def whole(size: tuple[int, int], kind: str) -> str:
    """The screens of all commands one after the other, escape codes to be read."""
    shown = [f"=== {name}: cardkit {COMMANDS[name]}\n{screen_of(name, size, kind).out}" for name in COMMANDS]
    return "\n".join(shown).replace("\x1b", "^[")


def plain(text: str) -> str:
    """A text without escape codes."""
    return re.sub(r"\^\[\[[0-9;]*m", "", text)


@pytest.mark.parametrize(("size", "kind"), KEPT, ids=str)
def test_screens_are_as_they_were_looked_at(size: tuple[int, int], kind: str) -> None:
    text = whole(size, kind)
    assert golden(size, kind).read_text(encoding="utf-8") == text
    lines = plain(text).splitlines()
    assert size[0] >= max(width(line) for line in lines if not line.startswith("=== "))
    menu = screen_of("the menu", size, kind).out
    assert "…" not in text.replace(menu.replace("\x1b", "^["), "")
    assert not re.search(r"\d\.\.\.", text)
    assert "^[" in text
    assert kind != "ascii" or text.isascii()
    for name, screen in zip(COMMANDS, plain(text).split("\n=== "), strict=True):
        if name in HANDS:
            rows = screen.splitlines()[1:]
            asked = next(place for place, line in enumerate(rows) if line.startswith("> "))
            seen = rows[max(0, asked + 1 - size[1]) : asked]
            assert any(line.lower().startswith("your hand") for line in seen), name


@pytest.mark.parametrize(("size", "kind"), [(SIZES[0], "no-color"), (SIZES[2], "dumb")], ids=str)
def test_without_colours_screens_are_the_same_ones(size: tuple[int, int], kind: str) -> None:
    assert plain(golden(size, "colours").read_text(encoding="utf-8")) == whole(size, kind)


@pytest.mark.parametrize("name", [name for name in COMMANDS if "play" in COMMANDS[name] and name != "war"])
def test_no_card_is_on_the_screen_that_the_person_does_not_see(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hidden: set[str] = set()
    seen = Human.__call__

    def look(self: Human, view: Any, legal: Any) -> Any:
        known = {card for pile in view.piles() for card in pile}
        hidden.update(str(card) for pile in self.match.state.piles() for card in pile if card not in known)
        assert BACK in known or name in ("twenty_one", "blackjack")
        return seen(self, view, legal)

    monkeypatch.setattr(Human, "__call__", look)
    shown = at_terminal(*COMMANDS[name].split(), "--cards", "letters", typed=[":quit"], folder=ROOT, NO_COLOR="1")
    text = re.sub(r"\s+", " ", shown.out)
    assert hidden
    assert [] == sorted(card for card in hidden if re.search(rf"\b{card}\b", text))


def write() -> None:
    """Write the screens as they are now."""
    for size, kind in KEPT:
        golden(size, kind).write_text(whole(size, kind), encoding="utf-8")
