"""What a seat sees as numbers: a layout that follows from the game, the deck and the number of seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, get_args, get_type_hints

import numpy as np
from numpy.typing import NDArray

from cardkit.core.cards import Card
from cardkit.core.chance.generators import Seeded
from cardkit.core.fields import Part
from cardkit.core.game import Game
from cardkit.core.piles import Pile, Seat, Sight
from cardkit.core.state import State
from cardkit.core.texts import listed
from cardkit.rl.refused import NotAnEnvironment
from cardkit.rl.values import ASeat, Frame, Telling, telling
from cardkit.table.match import Match

Array = NDArray[np.float32]


@dataclass(frozen=True, kw_only=True)
class Section:
    """Some numbers of an observation that lie side by side and tell one thing."""

    name: str
    """The pile, or the field: `stock`; `hands own`; `hands +1` for that of the next seat; `scores`."""
    what: str
    """`cards`: how often each card is seen there; `backs`: how many cards lie there that are not seen; `top` and
    `bottom`: a 1 for the card that lies there; `value`: what a field has.
    """
    start: int
    """The place of the first of its numbers."""
    labels: tuple[str, ...]
    """What each number is about: a card, a seat, a word."""
    low: float
    high: float

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return len(self.labels)


class _Key(NamedTuple):
    """Which pile it is for somebody at the table: its field, how far its owner is from there, which of those."""

    field: str
    offset: Seat | None
    place: int


class _Places(NamedTuple):
    """Where a pile is told: the numbers of its cards, of its backs, and of the cards that may be its top and bottom."""

    cards: Mapping[Card, int]
    backs: int
    tops: Mapping[Card, int] | None
    bottoms: Mapping[Card, int] | None


_MOST_PLANS = 10_000
"""For how many ways in which piles lie on the table is kept where they are told."""


class Observations:
    """The layout of what a seat sees: for each pile its cards, then the fields that count, told from that seat.

    The cards are the different ones of the deck, sorted by their notation, however the deck lies. For a pile there is a
    number for each, how often it is seen there, and one for the cards that lie there unseen. If everybody sees the
    pile, there is besides a number for each card that says whether it lies on top, and if the pile belongs to nobody,
    then whether it is the bottom card.

    Piles come in the order of their fields, those of a field by their owners: nobody's, one's own, then those of the
    next seats in turn order. Piles that come and go in a game are told together, those of each field and owner.

    Then come whose turn it is, one's own seat, and the other fields in their order. A number is itself; a word, a card
    or a seat is a 1 in its place. Seats are counted from one's own, and so is what has a value for each.
    """

    def __init__(self, game: Game[Any, Any], deck: Iterable[Card], seats: int) -> None:
        cards = tuple(deck)
        teams = tuple(map(tuple, game.teams(seats)))
        self._game = game.name
        self._frame = Frame(cards=tuple(sorted(set(cards), key=str)), seats=seats, teams=teams)
        self._most = len(cards)
        self.sections: list[Section] = []
        self.left_out: dict[str, str] = {}
        """Why fields are not told, or not wholly, by their names."""
        self.size = 0
        """How many numbers there are."""
        state: State = Match[Any, Any](game, cards, seats=seats, rng=Seeded(0)).state
        self._hints = get_type_hints(type(state), include_extras=True)
        self._changing = [name for name in vars(state) if _is_changing(state, name, self._hints.get(name))]
        self._places = self._lay_piles(state)
        self._plans: list[dict[Any, Sequence[_Places]]] = [{} for _ in range(seats)]
        self._fields = list(self._lay_fields(state))

    def _lay_piles(self, state: State) -> dict[_Key, _Places]:
        """Give every pile its numbers."""
        piles = dict(zip(self._keys(state.piles(), 0), state.piles(), strict=True))
        keys = [*piles, *(_Key(name, offset, 0) for name in self._changing for offset in (None, *range(state.seats)))]
        order = {name: place for place, name in enumerate(vars(state))}
        keys.sort(key=lambda key: (order[key.field], -1 if key.offset is None else key.offset, key.place))
        times = Counter((key.field, key.offset) for key in keys)
        places: dict[_Key, _Places] = {}
        for key in keys:
            words = [key.field, *([] if key.offset is None else [self._frame.offset(key.offset)])]
            name = " ".join([*words, *([str(key.place)] if times[key.field, key.offset] > 1 else [])])
            is_open = key in piles and piles[key].sight is Sight.EVERYBODY
            places[key] = _Places(
                cards=self._each_card(name, "cards", self._most),
                backs=self._add(name, "backs", ["cards"], high=self._most),
                tops=self._each_card(name, "top") if is_open else None,
                bottoms=self._each_card(name, "bottom") if is_open and key.offset is None else None,
            )
        return places

    def _keys(self, piles: Sequence[Pile], seat: Seat) -> list[_Key]:
        """Which piles these are for a seat."""
        counts, keys = Counter[tuple[str, Seat | None]](), list[_Key]()
        for pile in piles:
            field = pile.name.partition(" ")[0]
            offset = None if pile.owner is None else (pile.owner - seat) % self._frame.seats
            keys.append(_Key(field, offset, counts[field, offset]))
            counts[field, offset] += field not in self._changing
        return keys

    def _lay_fields(self, state: State) -> Iterator[tuple[str, int, Telling, bool]]:
        """Every plain field that is told, with the place of its first number, and whether it is private."""
        turn = ASeat(self._frame)
        yield "turn", self._add("turn", "value", turn.labels), turn, False
        self._seat = self._add("seat", "value", range(state.seats))
        private, counted = state.fields_marked("private"), state.counted_fields()
        passed_over = {"seats", "turn", *self._changing, *([] if state.round else ["round"])}
        for name in state.plain_fields():
            if name in passed_over or name not in counted:
                continue
            is_private = name in private
            told = telling(self._hints.get(name), vars(state)[name], self._frame, private=is_private)
            if told is None:
                self.left_out[name] = "its values can't be told in numbers by its type"
            else:
                yield name, self._add(name, "value", told.labels, told.low, told.high), told, is_private
        for name in vars(state):
            if parts := [part for part in _inner(self._hints.get(name)) if issubclass(part, Part)]:
                plain = [
                    field for part in parts for field, hint in get_type_hints(part).items() if Pile not in _inner(hint)
                ]
                self.left_out[name] = (
                    f"of its parts the cards are told, those of each owner together; not {listed(plain)}"
                )

    def _add(self, name: str, what: str, labels: Iterable[object], low: float = 0, high: float = 1) -> int:
        """The place of the first of some numbers, which are added to the layout."""
        section = Section(name=name, what=what, start=self.size, labels=tuple(map(str, labels)), low=low, high=high)
        self.sections.append(section)
        self.size += section.size
        return section.start

    def _each_card(self, name: str, what: str, high: float = 1) -> dict[Card, int]:
        """The place of the number of each card, which are added to the layout."""
        start = self._add(name, what, self._frame.cards, high=high)
        return {card: start + place for place, card in enumerate(self._frame.cards)}

    def encode(self, state: State, seat: Seat, out: Array | None = None) -> Array:
        """What a seat sees of a table, in a new array or in that which is given.

        It is the same of the true state as of the view of the seat. An array that is given is of 32-bit floats that lie
        side by side, as many as the layout has.
        """
        array = np.empty(self.size, np.float32) if out is None else out
        array.fill(0)
        numbers: Any = array.data
        piles = state.piles()
        for pile, places in zip(piles, self._plan(piles, seat), strict=True):
            cards = pile.cards
            if not cards:
                continue
            if pile.sight is not Sight.EVERYBODY and not pile.seen_by(seat):
                numbers[places.backs] += len(cards)
                continue
            for place in map(places.cards.__getitem__, cards):
                numbers[place] += 1
            if places.tops is not None:
                numbers[places.tops[cards[-1]]] = 1
            if places.bottoms is not None:
                numbers[places.bottoms[cards[0]]] = 1
        values = vars(state)
        numbers[self._seat + seat] = 1
        for name, start, told, _ in self._fields:
            told.write(numbers, start, values[name], seat)
        return array

    @property
    def cards(self) -> tuple[Card, ...]:
        """The different cards of the deck, in the order in which they are told."""
        return self._frame.cards

    def slots(self, piles: Sequence[Pile], seat: Seat) -> list[int]:
        """Which of the piles of the layout these are for a seat, counted from 1."""
        order = {places.backs: slot for slot, places in enumerate(self._places.values(), start=1)}
        return [order[places.backs] for places in self._plan(piles, seat)]

    def _plan(self, piles: Sequence[Pile], seat: Seat) -> Sequence[_Places]:
        """Where each of these piles is told to a seat."""
        plans = self._plans[seat]
        lying = tuple([(pile.name, pile.owner) for pile in piles])
        plan = plans.get(lying)
        if plan is None:
            if len(plans) >= _MOST_PLANS:
                plans.clear()
            plan = plans[lying] = [
                self._place_of(pile, key) for pile, key in zip(piles, self._keys(piles, seat), strict=True)
            ]
        return plan

    def _place_of(self, pile: Pile, key: _Key) -> _Places:
        """Where a pile is told."""
        if key not in self._places:
            reason = f"{pile.name} came while it was played, and {key.field} had other piles at first: begin with none"
            raise NotAnEnvironment(self._game, reason)
        return self._places[key]

    @property
    def low(self) -> Array:
        """What each number is at least."""
        return self._each([section.low for section in self.sections])

    @property
    def high(self) -> Array:
        """What each number is at most."""
        return self._each([section.high for section in self.sections])

    def _each(self, values: Sequence[float]) -> Array:
        """An array with a value of each section for each of its numbers."""
        return np.repeat(np.array(values, np.float32), [section.size for section in self.sections])


def _inner(hint: Any) -> list[type]:
    """Every class in a type."""
    if isinstance(hint, type) and not get_args(hint):
        return [hint]
    return [found for part in get_args(hint) for found in _inner(part)]


def _is_changing(state: State, name: str, hint: Any) -> bool:
    """Whether a field is for piles that come and go: there are none at first."""
    is_for_piles = any(issubclass(kind, Pile | Part) for kind in _inner(hint))
    return is_for_piles and not any(pile.name.partition(" ")[0] == name for pile in state.piles())
