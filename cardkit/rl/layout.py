"""Which number of what a seat sees tells what: it follows from the game, the deck and the number of seats."""

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


class Places(NamedTuple):
    """Where a pile is told: the numbers of its cards, of its backs, and of the cards that may be its top and bottom."""

    cards: Mapping[Card, int]
    backs: int
    tops: Mapping[Card, int] | None
    bottoms: Mapping[Card, int] | None


class Layout:
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
        self.own_seat = 0
        """The place of the number that is 1 where seat 0 looks."""
        self.fields = list(self._lay_fields(state))
        """The plain fields that are told, by name, with the place of the first number and how it is told."""

    def _lay_piles(self, state: State) -> dict[_Key, Places]:
        """Give every pile its numbers."""
        piles = {
            key: pile
            for seat in range(state.seats)
            for key, pile in zip(self._keys(state.piles(), seat), state.piles(), strict=True)
        }
        keys = [*piles, *(_Key(name, offset, 0) for name in self._changing for offset in (None, *range(state.seats)))]
        order = {name: place for place, name in enumerate(vars(state))}
        keys.sort(key=lambda key: (order[key.field], -1 if key.offset is None else key.offset, key.place))
        times = Counter((key.field, key.offset) for key in keys)
        places: dict[_Key, Places] = {}
        for key in keys:
            words = [key.field, *([] if key.offset is None else [self._frame.offset(key.offset)])]
            name = " ".join([*words, *([str(key.place)] if times[key.field, key.offset] > 1 else [])])
            is_open = key in piles and piles[key].sight is Sight.EVERYBODY
            places[key] = Places(
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

    def _lay_fields(self, state: State) -> Iterator[tuple[str, int, Telling]]:
        """Every plain field that is told, with the place of its first number."""
        turn = ASeat(self._frame)
        yield "turn", self._add("turn", "value", turn.labels), turn
        self.own_seat = self._add("seat", "value", range(state.seats))
        private, counted = state.fields_marked("private"), state.counted_fields()
        passed_over = {"seats", "turn", *self._changing, *([] if state.round else ["round"])}
        for name in state.plain_fields():
            if name in passed_over or name not in counted:
                continue
            told = telling(self._hints.get(name), vars(state)[name], self._frame, private=name in private)
            if told is None:
                self.left_out[name] = "its values can't be told in numbers by its type"
            else:
                yield name, self._add(name, "value", told.labels, told.low, told.high), told
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

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self._frame.seats

    @property
    def cards(self) -> tuple[Card, ...]:
        """The different cards of the deck, in the order in which they are told."""
        return self._frame.cards

    @property
    def places(self) -> Iterable[Places]:
        """Where the piles are told, in the order in which they are."""
        return self._places.values()

    def places_of(self, piles: Sequence[Pile], seat: Seat) -> list[Places]:
        """Where each of these piles is told to a seat; raises NotAnEnvironment where one has no place."""
        return [self._place_of(pile, key) for pile, key in zip(piles, self._keys(piles, seat), strict=True)]

    def _place_of(self, pile: Pile, key: _Key) -> Places:
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
