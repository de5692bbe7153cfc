"""Trying an action out on imagined tables, with one hand or another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from cardkit.bots.worlds import World
from cardkit.core.actions import choices, meant_by
from cardkit.core.cards import BACK, Card
from cardkit.core.chance.generators import Rng
from cardkit.core.dealer import Dealer
from cardkit.core.description import fields_of
from cardkit.core.events import Acted, Event, Moved, Rolled, RoundBegun, Shuffled
from cardkit.core.game import Game
from cardkit.core.piles import Domain, Pile, Seat
from cardkit.core.state import NEVER_A_PILE, State, rebuilt
from cardkit.table.match import Position

PROBES = 250
"""How often the rules are asked about one action at most."""

FEW = 4
"""So few cards are asked about one by one."""
Concerns = Callable[[Sequence[Card]], bool]
"""Whether something is so with some of these cards."""
Move = tuple[str, str, tuple[Card, ...]]
"""Where cards came from and where they went to, and the cards."""
Trial = tuple[Pile, Pile, list[Card]]
"""The same of an action that was tried, with all faces."""
Leaving = Sequence[tuple[str, int]]
"""Where cards of one pile went to, and how many."""


class Spent(Exception):
    """The rules have been asked often enough about this action, or look at more than which cards a hand holds."""


@dataclass
class Question:
    """An action of a seat, which the rules are asked about, and whose eyes look on."""

    game: Game[Any, Any]
    acted: Acted
    eyes: Seat
    chance: Rng
    most: int = PROBES
    """How often they are asked at most."""
    asked: int = 0
    """How often they were asked."""


@dataclass
class Base:
    """A world in which an action comes out as it was told."""

    world: World
    more: list[Card]
    """What the acting seat holds beside the cards that it showed."""
    left: dict[str, list[Card]]
    """The cards that leave each pile there."""


def _noticed(name: str) -> Any:
    """A method of lists that notes that the cards were looked at."""
    method: Callable[..., Any] = getattr(list, name)

    def looks(self: Watched, *given: Any) -> Any:
        self.looked_at = True
        return method(self, *given)

    return looks


class Watched(list[Card]):
    """The cards of a pile, and whether anybody has looked at them; how many there are is no secret."""

    looked_at = False

    def __radd__(self, cards: list[Card]) -> list[Card]:
        return [*cards, *self]


for looking in (
    *("__iter__", "__reversed__", "__getitem__", "__contains__", "index", "count", "copy", "pop", "remove", "sort"),
    *("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__add__", "__mul__", "__rmul__"),
):
    setattr(Watched, looking, _noticed(looking))


class TrialTable:
    """A table on which an action is tried out again and again, each time with other cards."""

    def __init__(self, question: Question, view: State) -> None:
        self._question = question
        self.state = view.clone()
        self._piles = self.state.piles()
        self._ids = [*map(id, self._piles)]
        self._hidden = [number for number, pile in enumerate(self._piles) if BACK in pile.cards]
        self._kinds: list[type[list[Card]]] = [Watched if BACK in pile.cards else list for pile in self._piles]
        self._lying: dict[int, Sequence[Card]] = {number: pile.cards.copy() for number, pile in enumerate(self._piles)}
        self._seen = [pile.known for pile in self._piles]
        self._answers: dict[tuple[Any, ...], Leaving | None] = {}
        self._position = Position(self.state)
        self._fields = self._position.fields()
        plain = {name: self._fields[name] for name in self.state.plain_fields()}
        self._steady = {name: value for name, value in plain.items() if type(value) in NEVER_A_PILE}
        self._changeable = [name for name in plain if name not in self._steady]

    def played(self, world: World, hands: Mapping[int, Sequence[Card]] | None = None) -> list[Trial] | None:
        """What the action moves in a world where some piles, by their numbers, have other cards; None if not legal.

        Raises Spent.
        """
        question, state = self._question, self.state
        if question.asked >= question.most:
            raise Spent
        question.asked += 1
        self._lay(world, hands or {})
        action, seat, dealer = question.acted.action, question.acted.seat, Dealer(question.chance)
        try:
            if meant_by(choices(question.game.legal_for(state, seat)), action, self._piles, seat) is None:
                return None
            question.game.apply_for(state, action, dealer, seat)
            state.look_for_piles()
        except Exception:
            return None
        entries = dealer.journal.entries
        return [(entry[0], entry[1], entry[2]) for entry in entries if not isinstance(entry, Event) and len(entry) == 5]

    def leaving(self, number: int, hand: Sequence[Card], world: World) -> Leaving | None:
        """How many cards go to each pile from one that has these cards; None where the action isn't legal then.

        The rules are asked once for each hand in a world, or in all worlds where they look at no other hidden cards.
        """
        sizes = tuple(map(len, world.cards.values()))
        for where in (sizes, id(world)):
            if (where, number, *hand) in self._answers:
                return self._answers[where, number, *hand]
        moves, pile = self.played(world, {number: hand}), self._piles[number]
        leaving = None if moves is None else [(to.name, len(cards)) for source, to, cards in moves if source is pile]
        is_so_everywhere = not world.values and all(looked_at == number for looked_at in self.looked_at())
        self._answers[sizes if is_so_everywhere else id(world), number, *hand] = leaving
        return leaving

    def looked_at(self) -> list[int]:
        """The numbers of the hidden piles whose cards the rules looked at when the action was tried last."""
        return [number for number in self._hidden if getattr(self._piles[number].cards, "looked_at", True)]

    def seen(self, moves: Sequence[Trial]) -> list[Move]:
        """Some moves as the onlooker sees them."""
        eyes = self._question.eyes
        return [
            (source.name, target.name, tuple(cards))
            if source.seen_by(eyes) or target.seen_by(eyes)
            else (source.name, target.name, (BACK,) * len(cards))
            for source, target, cards in moves
        ]

    def fields(self) -> dict[str, Any]:
        """The fields that hold no piles, as the onlooker sees them after the action."""
        return plain_fields(self.state, self._question.eyes)

    def _lay(self, world: World, hands: Mapping[int, Sequence[Card]]) -> None:
        """Lay the cards, and put all fields back as they were; those of piles too, where piles have come or gone."""
        fields = vars(self.state)
        if len(fields) != len(self._fields) or [*map(id, self.state.piles())] != self._ids:
            self._position.put_back(self._fields)
            self._fields = self._position.fields()
        fields.update(self._steady)
        for name in self._changeable:
            fields[name] = rebuilt(world.values.get(name, self._fields[name]), Pile.copy)
        lying = {**self._lying, **world.cards, **hands}
        for pile, kind, cards, seen in zip(self._piles, self._kinds, lying.values(), self._seen, strict=True):
            pile.cards = kind(cards)
            pile.sight, pile.eyes, pile.marks = seen


def moves_of(events: Sequence[Event]) -> list[Move]:
    """The moves among some events."""
    return [(event.source, event.target, event.cards) for event in events if isinstance(event, Moved)]


def plain_fields(state: State, eyes: Seat) -> dict[str, Any]:
    """The fields of a table that hold no piles, as a seat sees them."""
    seen = state.view(eyes) if state.fields_marked("private") else state
    return {name: vars(seen)[name] for name in state.plain_fields()}


def shown_by(hand: str, moves: Sequence[Move]) -> list[Card]:
    """The cards that a hand showed by going, but for the last ones where others had just come to it unseen."""
    shown, came = list[Card](), 0
    for source, target, cards in moves:
        if source == hand and BACK not in cards:
            shown += cards[: max(len(cards) - came, 0)]
            came -= min(came, len(cards))
        elif target == hand and BACK in cards:
            came += len(cards)
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
    return any(kinds.domain is Domain.PLACE for kinds in fields_of(kind).values())


def seen_to_leave(events: Sequence[Event]) -> Iterator[tuple[str, int | None, Card]]:
    """The cards that left piles, face up, to which none had come: pile, how many lay above it where known, card."""
    came, chosen, gone = set[str](), set[str](), Counter[str]()
    for event in events:
        if not isinstance(event, Moved):
            continue
        source = event.source
        chosen.update([source] if event.taken != "top" else ())
        for card in event.cards:
            if card is not BACK and source not in came:
                yield source, None if source in chosen else gone[source], card
            gone[source] += 1
        came.add(event.target)


def concerned(groups: Iterable[Sequence[Card]], concerns: Concerns, room: int) -> list[Card]:
    """The cards that a question concerns, which is asked of as many of a group as there is room for, then of fewer."""
    left = [group[k : k + max(room, 1)] for group in groups for k in range(0, len(group), max(room, 1))]
    found: list[Card] = []
    while left:
        some = left.pop(0)
        if not concerns(some):
            continue
        if len(some) == 1:
            found += some
        size = len(some) // 2 if len(some) > FEW else 1
        left[:0] = [some[k : k + size] for k in range(0, len(some), size)] if len(some) > 1 else ()
    return found
