"""What is seen of a game: events."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from enum import Enum, StrEnum
from typing import Any, ClassVar, Literal, cast

from cardkit.core.actions import Action, Value, kebab
from cardkit.core.cards import BACK, Card
from cardkit.core.piles import Seat
from cardkit.core.results import Result


class Event(Value):
    """Something that happened, in the words of the table. A game may tell events of its own by subclasses."""

    untold: ClassVar[frozenset[str]] = frozenset()
    """The fields that JSON leaves out."""
    says: ClassVar[str | None] = None
    """The event as a sentence for people, without whom it is about, which is its `seat`: `take the trick`."""

    def seen_by(self, seat: Seat | None, /) -> Event:
        """The event as a seat sees it; None is somebody who sees everything."""
        return self


class Begun(Event):
    """The game is set up and can be played."""

    seats: int


class TurnBegun(Event):
    """A seat has to act; `number` counts the rounds or turns of the game from 1."""

    seat: Seat
    number: int


class RoundBegun(Event):
    """The cards are dealt for a round of a game of several rounds, the first being number 1.

    Told by the rules before they gather and deal the cards; the moves up to the next action are the deal.
    """

    number: int


class RoundEnded(Event):
    """A round of a game of several rounds is over: each seat's points in it, and its score in all rounds up to now."""

    points: tuple[float, ...]
    scores: tuple[float, ...]


class Acted(Event):
    """A seat did something."""

    seat: Seat
    action: Action
    cards_of: Seat | None = None
    """The seat whose cards were played, where it was another one."""

    def seen_by(self, seat: Seat | None, /) -> Acted:
        return self if seat in (None, self.seat) else Acted(self.seat, self.action.redacted(), self.cards_of)


Taken = Literal["top", "chosen", "placed"]
"""How cards leave a pile: one by one from the top, out of its middle, or one by one by their places."""


class Moved(Event):
    """Cards went from one pile to another, in this order; `under` is true where they went to the bottom."""

    untold = frozenset({"taken", "places"})
    cards: tuple[Card, ...]
    source: str
    target: str
    owner: Seat | None
    """The owner of the pile the cards went to."""
    under: bool
    known_to: tuple[Seat, ...] | None
    """The seats that saw the faces, because they see one of the two piles; None where everybody did."""
    taken: Taken = dataclasses.field(default="chosen", compare=False, repr=False)
    """How the cards were taken, for players who remember the order of a pile."""
    places: tuple[int, ...] = dataclasses.field(default=(), compare=False, repr=False)
    """Where they are taken by place, the place of each when those before it had left."""

    def seen_by(self, seat: Seat | None, /) -> Moved:
        if seat is None or self.known_to is None or seat in self.known_to:
            return self
        return dataclasses.replace(self, cards=(BACK,) * len(self.cards))


class Chosen(Event):
    """A seat has made up its mind where several choose at the same time; what it chose is told when all have."""

    seat: Seat


class AllPassed(Event):
    """Nobody did anything where several seats might have."""

    seats: tuple[Seat, ...]


class Shown(Event):
    """Some seats had a look at cards, which stay where they lie."""

    cards: tuple[Card, ...]
    pile: str
    owner: Seat | None
    """The owner of the pile."""
    known_to: tuple[Seat, ...]

    def seen_by(self, seat: Seat | None, /) -> Shown:
        if seat is None or seat in self.known_to:
            return self
        return dataclasses.replace(self, cards=(BACK,) * len(self.cards))


class LaidOpen(Event):
    """Some seats see the cards of a pile from now on, and no others do; None where everybody sees them."""

    cards: tuple[Card, ...]
    pile: str
    owner: Seat | None
    """The owner of the pile."""
    known_to: tuple[Seat, ...] | None

    def seen_by(self, seat: Seat | None, /) -> LaidOpen:
        if seat is None or self.known_to is None or seat in self.known_to:
            return self
        return dataclasses.replace(self, cards=(BACK,) * len(self.cards))


class Hinted(Event):
    """A seat was told, and all heard it, which cards of a pile have a rank or a suit: those at these places alone."""

    seat: Seat
    pile: str
    owner: Seat | None
    """The owner of the pile."""
    places: tuple[int, ...]
    rank: str | None
    suit: str | None


class Rolled(Event):
    """Chance gave a number from 1 to `sides`."""

    sides: int
    number: int


class PointsScored(Event):
    """A seat got points, or lost some where they are below 0, for something: fifteen, a run of four."""

    seat: Seat
    points: float
    reason: str


class Shuffled(Event):
    """A pile of `size` cards was shuffled."""

    pile: str
    size: int


class Ended(Event):
    """The game is over, after `number` rounds or turns."""

    result: Result
    number: int


_AS_IT_IS = frozenset({int, str, float, bool, type(None)})


def plain(value: Any) -> Any:
    """A value of an event as JSON has it: cards and actions in notation, events as objects with their name."""
    if type(value) in _AS_IT_IS:
        return value
    if isinstance(value, Card | Action | StrEnum):
        return str(value)
    if isinstance(value, Event):
        told = {name: plain(part) for name, part in vars(value).items() if name not in value.untold}
        if isinstance(value, Acted) and value.cards_of is None:
            del told["cards_of"]
        return {"event": kebab(type(value).__name__), **told}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        told = {name: plain(part) for name, part in vars(value).items()}
        if isinstance(value, Result) and value.of is None:
            del told["of"]
        return told
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, set | frozenset):
        return sorted((plain(part) for part in cast(set[Any], value)), key=str)
    if isinstance(value, tuple | list):
        return [plain(part) for part in cast(tuple[Any, ...], value)]
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in cast(Mapping[Any, Any], value).items()}
    return value
