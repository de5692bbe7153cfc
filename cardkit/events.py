"""What is done at a table and what is seen of it: actions, events, results."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, TypeVar, cast, dataclass_transform

from cardkit.blame import at, typed, typeless
from cardkit.cards import BACK, Card
from cardkit.errors import GameFault
from cardkit.piles import Pile, Seat, Sight

T = TypeVar("T")


def kebab(name: str) -> str:
    """A class name as it is written in notation and in JSON: `PlayCard` as `play-card`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


def face_down(value: T) -> T:
    """The same value with every card in it turned to BACK."""
    if isinstance(value, Card):
        return cast(T, BACK)
    if isinstance(value, tuple | list):
        return cast(T, type(cast(Any, value))(map(face_down, cast(tuple[Any, ...], value))))
    return value


@dataclass_transform(frozen_default=True)
class Value:
    """A base whose subclasses become frozen dataclasses by being declared."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for name, value in typeless(cls):
            raise GameFault(cls.__name__, typed(name, value) + at(cls))
        dataclasses.dataclass(frozen=True)(cls)


class Action(Value):
    """Something a player may do: a subclass's fields are what it needs to say, in that order.

    `str(action)` is the notation, the only one: a word, which is the name of the class, then the fields.
    A field that is None or False is left out of it, one that is True is its own name. An action with
    `secret = True` shows its cards to the seat that acts, and their backs to the others.
    """

    word: ClassVar[str]
    secret: ClassVar[bool] = False

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for field in dataclasses.fields(cast(Any, cls)):
            if field.name in ("word", "secret"):
                reason = f"its {field.name} has a type, so that it is a field: write `{field.name} = {field.default!r}`"
                raise GameFault(cls.__name__, reason + at(cls))
        if "word" not in vars(cls):
            cls.word = kebab(cls.__name__)

    def __str__(self) -> str:
        parts = [self.word]
        for name, value in vars(self).items():
            if isinstance(value, tuple):
                parts.extend(map(str, cast(tuple[Any, ...], value)))
            elif value is True:
                parts.append(name)
            elif value is not None and value is not False:
                parts.append(str(value))
        return " ".join(parts)

    def redacted(self) -> Action:
        """The action as the other seats see it."""
        if not self.secret:
            return self
        return dataclasses.replace(self, **{name: face_down(value) for name, value in vars(self).items()})


class How(StrEnum):
    """How a game ended."""

    WON = "won"
    DRAW = "draw"
    ENDLESS = "endless"


@dataclasses.dataclass(frozen=True)
class Cycle:
    """Where an endless game repeats itself: what `again` would begin is what `first` began, counted from 1."""

    first: int
    again: int

    @property
    def length(self) -> int:
        """How many rounds or turns lie between the two."""
        return self.again - self.first


@dataclasses.dataclass(frozen=True)
class Result:
    """The end of a game: how it ended, who won, and one score for each seat (1 for winners, else 0, by default)."""

    how: How
    winners: tuple[Seat, ...]
    scores: tuple[float, ...]
    cycle: Cycle | None = None

    @classmethod
    def win(cls, *winners: Seat, seats: int) -> Result:
        """A game won by one seat, or by several together."""
        return cls(How.WON, winners, tuple(float(seat in winners) for seat in range(seats)))

    @classmethod
    def draw(cls, seats: int) -> Result:
        """A game that nobody won."""
        return cls(How.DRAW, (), (0.0,) * seats)

    @classmethod
    def endless(cls, seats: int, cycle: Cycle) -> Result:
        """A game that would go on for ever."""
        return cls(How.ENDLESS, (), (0.0,) * seats, cycle)

    @classmethod
    def most(cls, scores: tuple[float, ...]) -> Result:
        """A game won by the highest score, or a draw where all have the same."""
        return cls._best(max(scores), scores)

    @classmethod
    def least(cls, scores: tuple[float, ...]) -> Result:
        """A game won by the lowest score, or a draw where all have the same."""
        return cls._best(min(scores), scores)

    @classmethod
    def _best(cls, best: float, scores: tuple[float, ...]) -> Result:
        winners = tuple(seat for seat, score in enumerate(scores) if score == best)
        return cls(How.DRAW, (), scores) if len(winners) == len(scores) > 1 else cls(How.WON, winners, scores)


class Event(Value):
    """Something that happened, in the words of the table. A game may tell events of its own by subclasses."""

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

    def seen_by(self, seat: Seat | None, /) -> Acted:
        return self if seat in (None, self.seat) else Acted(self.seat, self.action.redacted())


class Moved(Event):
    """Cards went from one pile to another, in this order; `under` is true where they went to the bottom."""

    cards: tuple[Card, ...]
    source: str
    target: str
    owner: Seat | None
    """The owner of the pile the cards went to."""
    under: bool
    known_to: tuple[Seat, ...] | None
    """The seats that saw the faces, because they see one of the two piles; None where everybody did."""

    @classmethod
    def between(cls, source: Pile, target: Pile, cards: tuple[Card, ...], *, under: bool) -> Moved:
        """The event of these cards going from one pile to another."""
        known_to: tuple[Seat, ...] | None = None
        if source.sight is not Sight.EVERYBODY and target.sight is not Sight.EVERYBODY:
            owners = [pile.owner for pile in (source, target) if pile.sight is Sight.OWNER and pile.owner is not None]
            known_to = tuple(dict.fromkeys(owners))
        return cls(cards, source.name, target.name, target.owner, under, known_to)

    def seen_by(self, seat: Seat | None, /) -> Moved:
        if seat is None or self.known_to is None or seat in self.known_to:
            return self
        return dataclasses.replace(self, cards=(BACK,) * len(self.cards))


class Shuffled(Event):
    """A pile of `size` cards was shuffled."""

    pile: str
    size: int


class Ended(Event):
    """The game is over, after `number` rounds or turns."""

    result: Result
    number: int


def plain(value: Any) -> Any:
    """A value of an event as JSON has it: cards and actions in notation, events as objects with their name."""
    if isinstance(value, Card | Action | StrEnum):
        return str(value)
    if isinstance(value, Event):
        return {"event": kebab(type(value).__name__), **{name: plain(part) for name, part in vars(value).items()}}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {name: plain(part) for name, part in vars(value).items()}
    if isinstance(value, tuple | list):
        return [plain(part) for part in cast(tuple[Any, ...], value)]
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in cast(Mapping[Any, Any], value).items()}
    return value
