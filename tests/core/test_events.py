"""What is seen of a table: events as each seat may read them, secret actions, results, and what is written of them."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import json
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import pytest

from cardkit import BACK, Card, Cycle, Dealer, How, Pile, Result, Seat, Suit, cards
from cardkit.core.actions import UNSEEN, Action
from cardkit.core.chance.generators import Stacked
from cardkit.core.events import Acted, Begun, Ended, Event, Moved, Shuffled, TurnBegun, plain

PUBLIC = -1
"""Nobody's seat: the eyes of somebody who sees what everybody sees."""


class Bury(Action):
    """Lay cards of the hand under the stock, so that nobody sees which."""

    secret = True
    buried: tuple[Card, ...]
    then: Card | None = None


class Show(Action):
    """Put a card of the hand on the discards."""

    card: Card


class Take(Action):
    """Take the top card of the stock."""


class Pass(Action):
    """Give a card of the hand to another seat, so that only the two of them see it."""

    secret = True
    public = ("to", "suit")
    card: Card
    to: Seat
    suit: Suit | None = None


class Nodded(Event):
    """Something a game tells."""

    seat: Seat
    card: Card


PILES = {
    "nobody's": Pile.face_down(),
    "a's deck": Pile.face_down(owner=0),
    "everybody's": Pile.face_up(),
    "hand 0": Pile.hand(0),
    "hand 1": Pile.hand(1),
}
EYES: dict[str, set[int]] = {
    "nobody's": set(),
    "a's deck": set(),
    "everybody's": {0, 1, 2, PUBLIC},
    "hand 0": {0},
    "hand 1": {1},
}


@pytest.mark.parametrize("source", PILES)
@pytest.mark.parametrize("target", PILES)
def test_who_sees_one_of_the_piles_sees_the_cards_that_move_between_them(source: str, target: str) -> None:
    dealer, pile = Dealer(Stacked()), PILES[source].copy()
    pile.cards[:] = cards("6D KH")
    dealer.draw(pile, PILES[target].copy(), 2, under=True)
    moved = dealer.events(3)[0]
    assert isinstance(moved, Moved)
    assert moved is moved.seen_by(None)
    for seat in (0, 1, 2, PUBLIC):
        seen = moved.seen_by(seat)
        assert (tuple(cards("KH 6D")) if seat in EYES[source] | EYES[target] else (BACK, BACK)) == seen.cards
        assert (moved.source, moved.target, moved.owner, True) == (seen.source, seen.target, seen.owner, seen.under)


HEARTS = Card("K", "H")
HIDDEN: Any = UNSEEN


@pytest.mark.parametrize(
    ("action", "seen"),
    [
        (Show(HEARTS), Show(HEARTS)),
        (Take(), Take()),
        (Bury(tuple(cards("KH 6D"))), Bury((BACK, BACK), then=HIDDEN)),
        (Bury((), then=HEARTS), Bury(HIDDEN, then=BACK)),
        (Pass(HEARTS, 1), Pass(BACK, 1)),
        (Pass(HEARTS, 2, "H"), Pass(BACK, 2, "H")),
    ],
)
def test_a_secret_action_shows_backs_to_the_others(action: Action, seen: Action) -> None:
    acted = Acted(0, action)
    assert acted is acted.seen_by(0)
    assert acted is acted.seen_by(None)
    for seat in (1, 2, PUBLIC):
        assert Acted(0, seen) == acted.seen_by(seat)


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (Result.win(1, seats=3), (How.WON, (1,), (0.0, 1.0, 0.0), None)),
        (Result.win(0, 2, seats=3), (How.WON, (0, 2), (1.0, 0.0, 1.0), None)),
        (Result.draw(seats=2), (How.DRAW, (), (0.0, 0.0), None)),
        (Result.endless(2, Cycle(3, 9)), (How.ENDLESS, (), (0.0, 0.0), Cycle(3, 9))),
        (Result.most((3.0, 5.0, 4.0)), (How.WON, (1,), (3.0, 5.0, 4.0), None)),
        (Result.most((5.0, 5.0, 4.0)), (How.WON, (0, 1), (5.0, 5.0, 4.0), None)),
        (Result.most((2.0, 2.0)), (How.DRAW, (), (2.0, 2.0), None)),
        (Result.most((-1.0, -3.0)), (How.WON, (0,), (-1.0, -3.0), None)),
        (Result.most((2.0,)), (How.WON, (0,), (2.0,), None)),
        (Result.out_of_time(2, [(0, 2), (1, 3)]), (How.WON, (1, 3), (0.0, 1.0, 0.0, 1.0), None)),
        (Result.out_of_time(1, [(0,), (1,), (2,)]), (How.WON, (0, 2), (1.0, 0.0, 1.0), None)),
        (Result.out_of_time(0, [(0,)]), (How.LOST, (), Result.lost().scores, None)),
    ],
)
def test_a_result_says_how_it_ended_who_won_and_what_everybody_has(result: Result, expected: tuple[Any, ...]) -> None:
    assert expected == (result.how, result.winners, result.scores, result.cycle)
    assert result.cycle is None or result.cycle.length == 6


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (Begun(2), {"event": "begun", "seats": 2}),
        (TurnBegun(1, 7), {"event": "turn-begun", "seat": 1, "number": 7}),
        (Acted(0, Pass(HEARTS, 1)), {"event": "acted", "seat": 0, "action": "pass KH 1"}),
        (Nodded(1, Card("8", "Hearts")), {"event": "nodded", "seat": 1, "card": "8 Hearts"}),
        (Shuffled("stock", 3), {"event": "shuffled", "pile": "stock", "size": 3}),
        (
            Moved((HEARTS,), "", "", 1, under=False, known_to=(0, 1)).seen_by(2),
            {"event": "moved", "cards": ["??"], "source": "", "target": "", "owner": 1}
            | {"under": False, "known_to": [0, 1]},
        ),
        (
            Ended(Result.endless(2, Cycle(3, 9)), 8),
            {
                "event": "ended",
                "number": 8,
                "result": {"how": "endless", "winners": [], "scores": [0.0, 0.0]}
                | {"cycle": {"first": 3, "again": 9}, "places": []},
            },
        ),
    ],
)
def test_an_event_is_written_as_plain_json(event: Event, expected: dict[str, Any]) -> None:
    assert expected == plain(event) == json.loads(json.dumps(plain(event)))


def untold(self: Any) -> None:
    object.__setattr__(self, "seat", self.seat + 1)


def mine(self: Any) -> str:
    return "mine"


MADE: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "nothing": ({}, {}),
    "two": ({"seat": int, "card": str}, {"card": "7H"}),
    "no default": ({"seat": int, "card": str}, {}),
    "compared by one": ({"seat": int, "at": int}, {"at": dataclasses.field(default=3, compare=False, repr=False)}),
    "made for each": ({"seat": int, "seen": list}, {"seen": dataclasses.field(default_factory=list)}),
    "by keyword": ({"seat": int, "at": int}, {"at": dataclasses.field(default=3, kw_only=True)}),
    "not given": ({"seat": int, "at": int}, {"at": dataclasses.field(default=3, init=False)}),
    "keywords from here": ({"seat": int, "_": dataclasses.KW_ONLY, "at": int}, {"at": 3}),
    "more at the end": ({"seat": int}, {"__post_init__": untold}),
    "its own words": ({"seat": int}, {"__repr__": mine, "__eq__": object.__eq__}),
    "its own hash": ({"seat": int}, {"__hash__": len}),
}


def outcome(of: Callable[[], Any]) -> Any:
    """What comes out, or what is raised."""
    try:
        return of()
    except Exception as error:
        return type(error), str(error)


GIVEN: list[tuple[tuple[int, ...], dict[str, Any]]] = [
    ((), {}),
    ((1,), {}),
    ((1, 2), {}),
    ((), {"seat": 1, "card": "KS"}),
    ((1,), {"at": 5}),
    ((4, 4, 4), {}),
]
SAID: list[Callable[[Any], Any]] = [
    hash,
    copy.copy,
    dataclasses.asdict,
    vars,
    lambda it: it == copy.copy(it),
    lambda it: it == 3,
    lambda it: setattr(it, "seat", 1),
    lambda it: setattr(it, "new", 1),
    lambda it: delattr(it, "seat"),
    lambda it: dataclasses.replace(it, seat=9),
    lambda it: cast(Any, type(it)).__match_args__,
    lambda it: [*inspect.signature(cast(Any, type(it))).parameters],
    repr,
]


@pytest.mark.parametrize("name", MADE)
@pytest.mark.parametrize("is_inherited", [False, True])
def test_a_class_of_events_does_what_a_frozen_dataclass_does(name: str, *, is_inherited: bool) -> None:
    fields, own = MADE[name]

    def made(base: type, make: Callable[[Any], Any]) -> Any:
        body = {"__annotations__": fields, "__doc__": "A thing.", **own}
        kind = make(type("Thing", (base,), dict(body)))
        methods = {name: value for name, value in own.items() if callable(value)}
        return make(type("Heir", (kind,), methods)) if is_inherited else kind

    kinds = made(Event, lambda kind: kind), made(object, dataclasses.dataclass(frozen=True))
    for given, named in GIVEN:
        ours, theirs = (outcome(partial(kind, *given, **named)) for kind in kinds)
        if isinstance(ours, Event):
            assert [str(outcome(partial(say, ours))) for say in SAID] == [
                str(outcome(partial(say, theirs))) for say in SAID
            ]
        else:
            assert ours[0] is theirs[0]
