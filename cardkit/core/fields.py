"""What the fields of a state may hold: piles, in lists, dictionaries and parts, and plain values; and their copies."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable, Iterable, Iterator
from typing import Any, cast, dataclass_transform

from cardkit.core.cards import Card
from cardkit.core.errors import GameFault
from cardkit.core.piles import Pile, Seat
from cardkit.core.where import at, shared, typed, typeless

NEVER_A_PILE = frozenset({str, int, float, bool, type(None)})
_UNCHANGING = NEVER_A_PILE | {Card}


@dataclass_transform(kw_only_default=True)
class Part:
    """A part of a table with piles and plain fields of its own, such as a box in Blackjack; made with keywords.

    Subclasses become dataclasses by being declared. Parts lie in fields of the state, in lists or dictionaries; they
    may come and go while the game is played.
    """

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for name, value in typeless(cls):
            raise GameFault(cls.__name__, typed(name, value) + at(cls))
        for reason in shared(cls):
            raise GameFault(cls.__name__, reason + at(cls))
        dataclasses.dataclass(kw_only=True)(cls)


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
    elif isinstance(value, Part):
        parts = vars(value).items()
    for key, part in parts:
        if type(part) is Pile:
            yield f" {key}", part
        elif type(part) not in _UNCHANGING:
            yield from ((f" {key}{rest}", pile) for rest, pile in piles_in(part))


def not_a_pile(value: Any) -> Any:
    """Something in the value of a field for piles that is no pile, and is not None; None where there is none."""
    if isinstance(value, Pile):
        return None
    if isinstance(value, list | tuple):
        parts = cast(list[Any], value)
        return parts if any(not_a_pile(part) is not None for part in parts) else None
    if isinstance(value, dict):
        return not_a_pile(list(cast(dict[Any, Any], value).values()))
    return value


def rebuilt(value: Any, turn: Callable[[Pile], Pile]) -> Any:
    """A copy of a field's value in which each pile is replaced by what `turn` makes of it."""
    kind = cast(Any, type(value))
    if kind in _UNCHANGING:
        return value
    if kind is Pile:
        return turn(value)
    if kind is list:
        if _UNCHANGING.issuperset(map(type, value)):
            return value.copy()
        return [rebuilt(part, turn) for part in value]
    if kind is tuple:
        return tuple([rebuilt(part, turn) for part in value])
    if kind is dict:
        if _UNCHANGING.issuperset(map(type, value.values())):
            return value.copy()
        return {key: rebuilt(part, turn) for key, part in value.items()}
    if isinstance(value, Part):
        twin: Part = object.__new__(kind)
        vars(twin).update({name: rebuilt(part, turn) for name, part in vars(value).items()})
        return twin
    return copy.deepcopy(value, {id(pile): turn(pile) for _, pile in piles_in(value)})


def hashable(value: Any, *, piles: bool = True) -> Any:
    """A field's value as something that can be hashed, and is equal for equal values in the same order.

    Where piles are left out, it makes no difference which cards lie in them.
    """
    if isinstance(value, Pile):
        return tuple(value.cards) if piles else None
    if isinstance(value, list | tuple):
        return tuple(hashable(part, piles=piles) for part in cast(list[Any], value))
    if isinstance(value, dict):
        return tuple((key, hashable(part, piles=piles)) for key, part in cast(dict[Any, Any], value).items())
    if isinstance(value, set):
        return frozenset(cast(set[Any], value))
    if type(value).__hash__ is None:
        return hashable(vars(value), piles=piles) if hasattr(value, "__dict__") else repr(value)
    return value


def of_seat(value: Any, seat: Seat) -> Any:
    """A private field's value as a seat sees it: None in the place of what belongs to other seats."""
    if isinstance(value, dict):
        return {key: part if key == seat else None for key, part in cast(dict[Any, Any], value).items()}
    if isinstance(value, list | tuple):
        parts = cast(list[Any], value)
        return type(cast(Any, value))([part if place == seat else None for place, part in enumerate(parts)])
    return None
