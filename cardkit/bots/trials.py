"""Trying an action out on imagined tables, with one hand or another, and taking it back each time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from cardkit.core.acts.choices import choices, found_in
from cardkit.core.acts.events import Acted, Event, Moved, Rolled, RoundBegun, Shuffled
from cardkit.core.cards import BACK, Card
from cardkit.core.chance.generators import Rng
from cardkit.core.dealer import Dealer
from cardkit.core.fields import rebuilt
from cardkit.core.game import Game
from cardkit.core.piles import Domain, Pile, Seat
from cardkit.core.state import State
from cardkit.table.notation import fields_of, marks
from cardkit.table.positions import Position

PROBES = 250
"""How often the rules are asked about one action at most."""

Move = tuple[str, str, tuple[Card, ...]]
"""Where cards came from and where they went to, and the cards."""


class Spent(Exception):
    """The rules have been asked often enough about this action."""


@dataclass
class Question:
    """An action of a seat, which the rules are asked about, and whose eyes look on."""

    game: Game[Any, Any]
    acted: Acted
    eyes: Seat
    chance: Rng
    asked: int = 0
    """How often they were asked."""


class TrialTable:
    """An imagined table on which an action is tried out."""

    def __init__(self, question: Question, state: State) -> None:
        self._question = question
        self._position = Position(state)
        self._fields = self._position.fields()
        self._plain = state.plain_fields()
        self.state = state
        self.piles = state.piles()
        self._ids = [*map(id, self.piles)]

    def played(self, place: int, hand: Sequence[Card]) -> tuple[list[Event], dict[str, Any]] | None:
        """What the action brings about where a pile, by its place, has these cards, and the plain fields after it.

        None where it isn't legal there. Raises Spent.
        """
        question = self._question
        if question.asked >= PROBES:
            raise Spent
        question.asked += 1
        if place < 0:
            return self._acted()
        pile = self.piles[place]
        lying = pile.cards.copy()
        pile.cards[:] = hand
        try:
            return self._acted()
        finally:
            pile.cards[:] = lying

    def _acted(self) -> tuple[list[Event], dict[str, Any]] | None:
        question, state = self._question, self.state
        action, seat, dealer = question.acted.action, question.acted.seat, Dealer(question.chance)
        try:
            if found_in(choices(question.game.legal_for(state, seat)), action) is None:
                return None
        except Exception:
            return None
        try:
            question.game.apply_for(state, action, dealer, seat)
            state.look_for_piles()
            return dealer.events(state.seats), plain_fields(state, question.eyes)
        except Exception:
            return None
        finally:
            dealer.take_back()
            self._put_back()

    def _put_back(self) -> None:
        """Put the fields back as they were; those of piles too, where piles have come or gone."""
        fields = vars(self.state)
        if len(fields) != len(self._fields) or [*map(id, self.state.piles())] != self._ids:
            self._position.put_back(self._fields)
            self._fields = self._position.fields()
        for name in self._plain:
            fields[name] = rebuilt(self._fields[name], Pile.copy)

    def moved(self, place: int, hand: Sequence[Card]) -> list[Move] | None:
        """What the action moves where a pile has these cards, as the onlooker sees it; None where it isn't legal."""
        found = self.played(place, hand)
        return None if found is None else moves_of([event.seen_by(self._question.eyes) for event in found[0]])


def moves_of(events: Sequence[Event]) -> list[Move]:
    """The moves among some events."""
    return [(event.source, event.target, event.cards) for event in events if isinstance(event, Moved)]


def plain_fields(state: State, eyes: Seat) -> dict[str, Any]:
    """The fields of a table that hold no piles, as a seat sees them."""
    seen = state.view(eyes) if state.fields_marked("private") else state
    return {name: vars(seen)[name] for name in state.plain_fields()}


def shown_by(hand: str, moves: Sequence[Move]) -> list[Card] | None:
    """The cards that a hand showed by going; None where some of them may have come to it just before, unseen."""
    shown: list[Card] = []
    got_unseen = False
    for source, target, cards in moves:
        if source == hand and BACK not in cards:
            if got_unseen:
                return None
            shown += cards
        got_unseen = got_unseen or (target == hand and BACK in cards)
    return shown


def hangs_on_chance(events: Sequence[Event]) -> bool:
    """Whether chance had a say in what was moved, or a new round was dealt."""
    shuffled: set[str] = set()
    for event in events:
        if isinstance(event, RoundBegun | Rolled) or (isinstance(event, Moved) and event.source in shuffled):
            return True
        if isinstance(event, Shuffled):
            shuffled.add(event.pile)
    return False


@cache
def names_a_place(kind: Any) -> bool:
    """Whether actions of a class say where a card lies, and not which one it is."""
    return any(Domain.PLACE in marks(field) for field in fields_of(kind).values())
