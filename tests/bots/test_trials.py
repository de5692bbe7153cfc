"""Trying actions out: what rules look at is noticed, and which cards were seen to leave which pile."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import pytest

from cardkit import BACK, Card, cards
from cardkit.bots.worlds import Watched, seen_to_leave
from cardkit.core.events import Moved

ACE = Card("A", "S")


def taken_apart(hand: list[Card]) -> Any:
    match hand:
        case [first, _]:
            return first
        case _:
            return None


@pytest.mark.parametrize(
    "look",
    [
        list,
        tuple,
        lambda hand: sum(card.rank == "A" for card in hand),
        lambda hand: sorted(hand, key=str),
        lambda hand: {card.suit for card in hand},
        lambda hand: [*hand],
        lambda hand: operator.add([], hand),
        lambda hand: operator.add(hand, []),
        lambda hand: hand * 2,
        lambda hand: [ACE].extend(hand),
        lambda hand: hand[-1],
        lambda hand: hand[:1],
        lambda hand: ACE in hand,
        lambda hand: hand.index(ACE),
        lambda hand: hand.count(ACE),
        lambda hand: hand.copy(),
        lambda hand: hand.pop(),
        lambda hand: hand.remove(ACE),
        lambda hand: next(reversed(hand)),
        lambda hand: hand == [ACE],
        lambda hand: [ACE] == hand,
        lambda hand: hand != [ACE],
        taken_apart,
    ],
)
def test_rules_are_seen_to_look_at_cards(look: Callable[[list[Card]], object]) -> None:
    hand = Watched(cards("KS AS"))
    look(hand)
    assert hand.looked_at


def test_how_many_cards_there_are_and_what_comes_to_them_is_no_look() -> None:
    hand = Watched(cards("KS AS"))
    assert len(hand) == 2
    assert hand
    hand.append(ACE)
    hand += [ACE]
    hand[:] = [ACE]
    hand.clear()
    assert not hand.looked_at


def moved(text: str, source: str, target: str, taken: Any) -> Moved:
    return Moved(tuple(cards(text)) if text else (BACK,), source, target, None, under=False, known_to=None, taken=taken)


def test_cards_that_were_seen_to_leave_lay_where_they_came_from() -> None:
    events = [
        moved("", "stock", "burnt", "top"),
        moved("KS 3H", "stock", "board", "top"),
        moved("4C", "hand", "board", "chosen"),
        moved("5C", "hand", "board", "top"),
        moved("6C", "board", "hand", "chosen"),
        moved("7C", "hand", "board", "top"),
    ]
    king, three, four, five = cards("KS 3H 4C 5C")
    assert [("stock", 1, king), ("stock", 2, three), ("hand", None, four), ("hand", None, five)] == list(
        seen_to_leave(events)
    )
