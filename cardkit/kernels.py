"""What a kernel is written against, beside cardkit's rules: docs/how-to/kernel.md.

Streams of chance and arrays for compiled code, the same as plain Python, what a kernel is given and fills, and what all
kernels have in common. Most of it is loaded when it is asked for.
"""

from __future__ import annotations

import importlib
from array import array
from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any

from cardkit.core.cards import Card
from cardkit.core.chance.streams import stream_number

if TYPE_CHECKING:
    from cardkit.core.chance import uncompiled as uncompiled
    from cardkit.core.chance.uncompiled import Chance as Chance
    from cardkit.core.chance.uncompiled import beside as beside
    from cardkit.core.chance.uncompiled import bit as bit
    from cardkit.core.chance.uncompiled import cells as cells
    from cardkit.core.chance.uncompiled import constants as constants
    from cardkit.core.chance.uncompiled import counts as counts
    from cardkit.core.chance.uncompiled import doubles as doubles
    from cardkit.core.chance.uncompiled import floats as floats
    from cardkit.core.chance.uncompiled import highest as highest
    from cardkit.core.chance.uncompiled import is_set as is_set
    from cardkit.core.chance.uncompiled import small as small
    from cardkit.rl.actions import ActionSpace as ActionSpace
    from cardkit.rl.lanes import Arrays as Arrays
    from cardkit.rl.observations import NumberLayout as NumberLayout
    from cardkit.simulation.batch import Batch as Batch
    from cardkit.simulation.summary import Rows as Rows
    from cardkit.table.turns import Seating as Seating

_ELSEWHERE = {
    "ActionSpace": "rl.actions",
    "Arrays": "rl.lanes",
    "Batch": "simulation.batch",
    "NumberLayout": "rl.observations",
    "Rows": "simulation.summary",
    "Seating": "table.turns",
    "uncompiled": "core.chance",
}
_PLAIN = {"Chance", "beside", "bit", "cells", "constants", "counts", "doubles", "floats", "highest", "is_set", "small"}

__all__ = [
    "GENERATORS",
    "ActionSpace",
    "Arrays",
    "Batch",
    "CardNumbers",
    "Chance",
    "ModuleKernel",
    "NumberLayout",
    "Rows",
    "Seating",
    "beside",
    "bit",
    "cells",
    "constants",
    "counts",
    "doubles",
    "floats",
    "highest",
    "is_set",
    "small",
    "streams",
    "uncompiled",
]

GENERATORS = ("seeded", "java", "msvc")
"""The generators that `Chance` has, by their numbers."""


def __getattr__(name: str) -> Any:
    """What is loaded when it is wanted: kernels that are compiled need little of it."""
    if name not in _ELSEWHERE and name not in _PLAIN:
        raise AttributeError(f"module {__name__} has no attribute {name}")
    module = importlib.import_module(f"cardkit.{_ELSEWHERE.get(name, 'core.chance.uncompiled')}")
    return importlib.import_module(f"{module.__name__}.{name}") if name == "uncompiled" else getattr(module, name)


def streams() -> array[int]:
    """The numbers of the two streams that a game's seed is split into: for the deck, and for the dealer."""
    return array("Q", map(stream_number, ("deck", "deal")))


class CardNumbers:
    """Cards as the numbers that a kernel has, and back."""

    def __init__(self, number: Mapping[Card, int]) -> None:
        self._number = number
        self._card = {number: card for card, number in number.items()}

    def numbers(self, cards: Iterable[Card]) -> list[int]:
        """The numbers of these cards."""
        return [self._number[card] for card in cards]

    def cards(self, numbers: Iterable[int]) -> list[Card]:
        """The cards of these numbers."""
        return [self._card[number] for number in numbers]


class ModuleKernel:
    """A kernel in a module that may be compiled; the module says in MOST_CARDS and MOST_SEATS what it has room for."""

    knows = ("most_turns", "deals")

    def __init__(self, module: ModuleType) -> None:
        self.module: Any = module
        self.compiled = not str(module.__file__).endswith(".py")

    def deals_by_place(self, batch: Batch) -> bool:
        """Whether it hangs on the places of the cards alone what is dealt where."""
        return True

    def too_much(self, batch: Batch) -> str | None:
        """Which cards, seats or generator of a batch the module has no room for, in a clause, or None."""
        cards, seats = self.module.MOST_CARDS, self.module.MOST_SEATS
        if len(batch.setup.cards) > cards:
            return f"it has room for {cards} cards, and the deck has {len(batch.setup.cards)}"
        if batch.seats > seats:
            return f"it is for up to {seats} players, not {batch.seats}"
        if batch.setup.rng not in GENERATORS:
            return f"it has the generators {', '.join(GENERATORS)}, not {batch.setup.rng}"
        return None
