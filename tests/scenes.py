"""Scenes at the tables of games: what is played, what may be done, and why something may not."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import pytest
from helpers import ROOT

from cardkit import Card, IllegalAction, Match, RoundEnded, cards, parts_of
from cardkit.plugins.registry import load_game

EXAMPLES = ROOT / "docs" / "examples"
Scene = Match[Any, Any]


def game(name: str) -> Any:
    """The game in an example."""
    return load_game(str(EXAMPLES / f"{name}.py")).game


def in_turn(hands: Sequence[str], rest: str = "") -> list[Card]:
    """A deck from which these hands are dealt, one card at a time in turn; the rest follows, its first card first."""
    dealt = zip(*map(cards, hands), strict=True)
    return [*chain(*dealt), *cards(rest)][::-1]


def play(match: Scene, *notations: str) -> list[Any]:
    """Play actions one after the other, and return what the last one brought about."""
    events: list[Any] = []
    for notation in notations:
        events = match.play(match.read(notation))
    return events


def legal(match: Scene) -> list[str]:
    """What may be done, as people are told it."""
    return list(map(str, parts_of(match.legal)))


def refused(match: Scene, notation: str, seat: int | None = None) -> str:
    """The reason why an action is not allowed."""
    with pytest.raises(IllegalAction) as caught:
        match.read(notation, seat)
    return str(caught.value)


def ended(events: list[Any]) -> RoundEnded:
    """The end of a round among what happened."""
    return next(event for event in events if isinstance(event, RoundEnded))


def lying(piles: Any) -> list[str]:
    """The cards of piles, in the order they lie."""
    return [" ".join(map(str, pile)) for pile in piles]


def laid_at(match: Scene, *hands: str) -> Scene:
    """The match with these hands, and all other cards in the stock."""
    rest = [card for pile in match.state.piles() for card in pile]
    for pile in match.state.piles():
        pile.cards.clear()
    for pile, held in zip(match.state.hands, hands, strict=True):
        pile.cards[:] = cards(held)
        for card in pile:
            rest.remove(card)
    match.state.stock.cards[:] = rest
    match.look()
    return match
