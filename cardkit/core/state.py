"""The state of a table: its piles, and whatever else the rules of a game need to know."""

from __future__ import annotations

import copy
import dataclasses
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, Self, TypeVar, cast, dataclass_transform

from cardkit.core.actions import Action
from cardkit.core.errors import GameFault, shown
from cardkit.core.piles import Pile, Seat
from cardkit.core.where import at, at_caller, typed, typeless

S = TypeVar("S", bound="State")
A = TypeVar("A", bound=Action)
T = TypeVar("T")


_NEVER_A_PILE = frozenset({str, int, float, bool, type(None)})


def piles_in(value: Any) -> Iterator[tuple[str, Pile]]:
    """The piles in a field's value, each with what follows the field's name in the name of the pile."""
    if isinstance(value, Pile):
        yield "", value
        return
    parts: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, list | tuple):
        parts = enumerate(cast(list[Any], value))
    elif isinstance(value, dict):
        parts = cast(dict[Any, Any], value).items()
    for key, part in parts:
        if isinstance(part, Pile):
            yield f" {key}", part
        elif isinstance(part, list | tuple | dict):
            yield from ((f" {key}{rest}", pile) for rest, pile in piles_in(part))


def _not_a_pile(value: Any) -> Any:
    """Something in the value of a field for piles that is no pile, and is not None; None where there is none."""
    if isinstance(value, Pile):
        return None
    if isinstance(value, list | tuple):
        parts = cast(list[Any], value)
        return parts if any(_not_a_pile(part) is not None for part in parts) else None
    if isinstance(value, dict):
        return _not_a_pile(list(cast(dict[Any, Any], value).values()))
    return value


def rebuilt(value: Any, turn: Callable[[Pile], Pile]) -> Any:
    """A copy of a field's value in which each pile is replaced by what `turn` makes of it."""
    kind = cast(Any, type(value))
    if kind in _NEVER_A_PILE:
        return value
    if kind is Pile:
        return turn(value)
    if kind is list:
        return [rebuilt(part, turn) for part in value]
    if kind is tuple:
        return tuple([rebuilt(part, turn) for part in value])
    if kind is dict:
        return {key: rebuilt(part, turn) for key, part in value.items()}
    return copy.deepcopy(value, {id(pile): turn(pile) for _, pile in piles_in(value)})


def hashable(value: Any) -> Any:
    """A field's value as something that can be hashed, and is equal for equal values in the same order."""
    if isinstance(value, Pile):
        return tuple(value.cards)
    if isinstance(value, list | tuple):
        return tuple(hashable(part) for part in cast(list[Any], value))
    if isinstance(value, dict):
        return tuple((key, hashable(part)) for key, part in cast(dict[Any, Any], value).items())
    if isinstance(value, set):
        return frozenset(cast(set[Any], value))
    if type(value).__hash__ is None:
        return hashable(vars(value)) if hasattr(value, "__dict__") else repr(value)
    return value


def uncounted(*, default: T) -> T:
    """A field that counts something and so makes no difference between two positions."""
    return dataclasses.field(default=default, compare=False)


@dataclass_transform(kw_only_default=True, field_specifiers=(dataclasses.field, uncounted))
@dataclasses.dataclass(kw_only=True)
class State:
    """A table in the middle of a game: a subclass's fields are its piles and whatever else the rules need.

    Subclasses become dataclasses by being declared, and are made with keywords. Piles are named by their fields:
    `stock`, `hands 0`. The rules count rounds or turns in `count`; two states that differ in nothing but
    uncounted fields are the same position, so the rules may write these fields but not read them.
    """

    __slots__ = ("__dict__", "_piles", "_plain")

    seats: int
    turn: Seat = 0
    count: int = uncounted(default=0)

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for name in vars(cls).get("__annotations__", ()):
            if callable(getattr(State, name, None)):
                raise GameFault(cls.__name__, f"its field {name} has the name of a method that every state has")
        for name, value in typeless(cls):
            raise GameFault(cls.__name__, typed(name, value) + at(cls))
        dataclasses.dataclass(kw_only=True)(cls)

    def __post_init__(self) -> None:
        for name in self._fields_for_piles():
            if (other := _not_a_pile(vars(self)[name])) is not None:
                reason = f"its field {name} is for piles, and was given {shown(other)}: write `Pile.face_down(cards)`"
                raise GameFault(type(self).__name__, reason + at_caller())
        self._survey()

    @classmethod
    @cache
    def _fields_for_piles(cls) -> list[str]:
        """The names of the fields that are piles by their types."""
        texts = {field.name: str(field.type) for field in dataclasses.fields(cls)}
        return [name for name, text in texts.items() if re.search(r"\bPile\b", text) and "Card" not in text]

    def _survey(self) -> None:
        """Find the piles, which stay the same objects from now on, and name them by their fields."""
        self._piles: list[Pile] = []
        self._plain: list[str] = []
        for field, value in vars(self).items():
            found = () if type(value) in _NEVER_A_PILE else piles_in(value)
            known = len(self._piles)
            for rest, pile in found:
                pile.name = field + rest
                self._piles.append(pile)
            if len(self._piles) == known:
                self._plain.append(field)

    def piles(self) -> list[Pile]:
        """Every pile on the table, in the order of the fields."""
        if not hasattr(self, "_piles"):
            self._survey()
        return self._piles.copy()

    def plain_fields(self) -> list[str]:
        """The names of the fields that hold no piles."""
        if not hasattr(self, "_plain"):
            self._survey()
        return self._plain.copy()

    def others(self, seat: Seat | None = None) -> list[Seat]:
        """The other seats in turn order, beginning at the left of `seat`, or of the one whose turn it is."""
        start = self.turn if seat is None else seat
        return [(start + k) % self.seats for k in range(1, self.seats)]

    def pass_turn(self) -> None:
        """Let the next seat have its turn."""
        self.turn = (self.turn + 1) % self.seats
        self.count += 1

    def clone(self) -> Self:
        """A copy that shares nothing that can change."""
        return self._rebuilt(Pile.copy)

    def view(self, seat: Seat | None) -> Self:
        """The table as a seat sees it: the same type, hidden cards turned to BACK; None sees everything."""
        return self._rebuilt(lambda pile: pile.view(seat))

    @classmethod
    @cache
    def counted_fields(cls) -> list[str]:
        """The names of the fields that make a difference to how the game goes on."""
        return [field.name for field in dataclasses.fields(cls) if field.compare]

    def position(self) -> tuple[Any, ...]:
        """All that makes a difference to how the game goes on, as something to compare and to hash."""
        return tuple(hashable(getattr(self, name)) for name in self.counted_fields())

    def _rebuilt(self, turn: Callable[[Pile], Pile]) -> Self:
        twin = object.__new__(type(self))
        vars(twin).update({name: rebuilt(value, turn) for name, value in vars(self).items()})
        return twin
