"""Lines are text to the letter, and know what their words are."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from cardkit import (
    BACK,
    Action,
    Card,
    Face,
    Line,
    Match,
    Name,
    Narrator,
    Plugin,
    Row,
    Seeded,
    SuitName,
    Table,
    Win,
    cards,
    first_legal,
    standard52,
)
from cardkit.plugins.lines import What, pieces, spoken
from cardkit.plugins.registry import load_game
from cardkit.plugins.setup import narrator_maker

SEVEN, KING = cards("7H KS")


def test_a_line_is_the_text_of_its_parts_and_nothing_else() -> None:
    line = Line(Name("Ada"), " plays ", SEVEN, " and ", Row([SEVEN, KING], ", ", "(", ")"), ".")
    assert "Ada plays 7H and (7H, KS)." == line
    assert hash("Ada plays 7H and (7H, KS).") == hash(line)
    assert '"Ada plays 7H and (7H, KS)."' == json.dumps(line)
    assert "Ada plays 7H and (7H, KS).\n" == f"{line}\n" == line + "\n"
    assert "" == Line() == Row([])


def test_the_pieces_of_a_line_are_its_text_and_what_each_is() -> None:
    spelled = Face("ace of Hearts", SEVEN)
    line = Line(Name("Ada"), ": ", Line(SEVEN, "!"), Row([KING, spelled], " ", "[", "]"), SuitName("Hearts"))
    found = list(pieces(line))
    assert line == "".join(text for text, _ in found)
    told: list[tuple[str, What]] = [
        *(("Ada", Name("Ada")), (": ", None), ("7H", SEVEN), ("!", None), ("[", None), ("KS", KING), (" ", None)),
        *(("ace of Hearts", SEVEN), ("]", None), ("Hearts", SuitName("Hearts"))),
    ]
    assert told == found
    assert [type(what) for _, what in told] == [type(what) for _, what in found]


class Lay(Action):
    cards: tuple[Card, ...]
    to: str
    below: bool = False


class Pun(Action):
    card: Card

    def __str__(self) -> str:
        return f"lay a {self.card.rank}"


@pytest.mark.parametrize(
    "action", [Lay((SEVEN, KING), "Ben", below=True), Lay((), "x"), Lay((BACK,), "7H"), Pun(SEVEN)]
)
def test_an_action_is_spoken_in_its_notation_and_its_cards_are_cards(action: Action) -> None:
    line = spoken(action)
    assert str(action) == line
    found = [what for _, what in pieces(line) if what is not None]
    assert (list(action.cards) if isinstance(action, Lay) else []) == found


# What the narrators say

GAMES = {"war": 2, "crazy8s": 3, "docs/examples/go_fish.py": 3, "docs/examples/hearts.py": 4}
_CARD = re.compile(r"\b[2-9TJQKA][CDHS]\b|[♣♦♥♠]")
_SUIT = re.compile(r"\b([CDHS]|Clubs|Diamonds|Hearts|Spades)\b")
STYLES = [(name, style) for name in GAMES for style in ("plain", *load_game(name).styles)]


def told(plugin: Plugin, style: str, seats: int) -> Iterator[str]:
    """What a narrator says of a game, with the names as a person's game has them."""
    narrator: Narrator = narrator_maker(plugin, style)([f"Player {seat}" for seat in range(seats)])
    lines: list[str] = []
    match: Match[Any, Any] = Match(plugin.game(), [*(plugin.deck or standard52)()], seats=seats, rng=Seeded(4))
    Table(match, [first_legal] * seats).watch(lambda event, view: lines.extend(narrator(event, view))).run()
    yield from lines


@pytest.mark.parametrize(("name", "style"), STYLES)
def test_every_card_suit_and_name_that_a_narrator_says_is_marked(name: str, style: str) -> None:
    plugin = load_game(name)
    marked: set[type[Any]] = set()
    for line in told(plugin, style, GAMES[name]):
        for text, what in pieces(line):
            marked.add(type(what))
            if what is None:
                assert not _CARD.search(text), f"{text!r} of {line!r} has a card that is none"
                assert style == "plain" or not _SUIT.search(text), f"{text!r} of {line!r} has a suit that is none"
                assert "Player" not in text, f"{text!r} of {line!r} has a name that is none"
    assert Card in marked
    assert Win in marked
