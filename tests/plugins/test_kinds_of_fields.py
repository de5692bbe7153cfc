"""Whatever an action's fields may hold, it is asked for, typed, named and put into data in the words of a table."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from toys import Table, Toy

from cardkit import (
    Action,
    Card,
    Game,
    Match,
    Place,
    Rank,
    Seat,
    Seeded,
    Suit,
    cards,
    standard52,
)
from cardkit.bots.worlds import names_a_place
from cardkit.hosting.scene import Offer
from cardkit.plugins.people import question_lines
from cardkit.plugins.reading import Reader
from cardkit.plugins.sayings import Sayings

NAMES = ["Ada", "Ben", "Cid"]
SAYS = Sayings(None, NAMES)


class Say(Action):
    ranks: tuple[Rank, ...]


class Ask(Action):
    seats: tuple[Seat, ...] | None


class Trust(Action):
    suits: tuple[Suit, ...]
    loudly: bool = False


class Vote(Action):
    whom: Seat | None


class Turn(Action):
    place: Place | None
    card: Card | None = None
    way: Literal["up", "down"] | None = None


Move = Say | Ask | Trust | Vote | Turn


class Fields(Toy, Game[Table, Move]):
    def legal(self, table: Table) -> list[Move]:
        return list(LEGAL)


(QUEEN,) = cards("QS")
LEGAL: dict[Move, str] = {
    Say(("A", "K")): "say ace king",
    Say(("10",)): "say ten",
    Ask((0, 2)): "ask ada cid",
    Ask((1,)): "ask ben",
    Ask(None): "ask",
    Trust(("H", "S"), loudly=True): "trust hearts spades loudly",
    Trust(("C",)): "trust clubs",
    Vote(None): "vote",
    Vote(2): "vote cid",
    Turn(None): "turn",
    Turn(3): "turn 4",
    Turn(3, QUEEN): "turn 4 qs",
    Turn(None, None, "up"): "turn up",
}
"""Actions with fields of many kinds, each with how a person types it."""


@pytest.mark.parametrize(("action", "typed"), LEGAL.items(), ids=str)
def test_an_action_is_typed_in_words_and_in_notation(action: Move, typed: str) -> None:
    match = Match(Fields(), standard52(), seats=3, rng=Seeded(0))
    reader = Reader(match, match.turn, NAMES)
    assert action == reader.read(typed, match.legal) == reader.read(str(action).lower(), match.legal, typed=False)


@pytest.mark.parametrize(
    ("asked", "line"),
    [
        ([Say(("A", "K")), Say(("10",))], "say: aces and kings or tens"),
        ([Say.of([("A", "K"), ("10",)])], "say: aces and kings or tens"),
        ([Ask((0, 2)), Ask((1,))], "ask: Ada and Cid or Ben"),
        ([Vote.of([None, 1])], "vote: nobody or Ben"),
        ([Turn.of([None, 2, 1], [None], ["up"])], "turn: to place none, 3 or 2 none way up"),
    ],
    ids=str,
)
def test_actions_are_asked_for_in_the_words_of_the_table(asked: list[Any], line: str) -> None:
    assert [line] == [str(entry) for entry in question_lines(asked, SAYS, None)]


def test_actions_are_told_in_data_by_what_can_be_clicked() -> None:
    offer = Offer(SAYS, None, ["stock"])
    told = offer.action(Ask((0, 2)))
    assert ("ask Ada and Cid", [0, 2]) == (told["say"], told["seats"])
    told = offer.action(Say(("A", "K")))
    assert ("say aces and kings", ["A", "K"]) == (told["say"], told["ranks"])
    (part,) = offer.forms([Say.of([("A", "K"), ()])])[0]["parts"]
    assert {"name": "ranks", "kind": "choice", "of": ["A K", ""], "say": ["ace and king", "no ranks"]} == part


def test_a_place_that_may_be_left_out_is_one() -> None:
    assert [Turn] == [kind for kind in (Say, Ask, Trust, Vote, Turn) if names_a_place(kind)]
