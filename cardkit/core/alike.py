"""Actions that are alike: they name cards that differ in nothing that matters to the rules, such as the suit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any, cast

from cardkit.core.actions import Action, found_in, parts_of
from cardkit.core.cards import Card
from cardkit.core.piles import Pile, Seat


def likeness(action: Any) -> Any:
    """What all actions that are alike have in common, as something to compare and to hash; else the action itself."""
    kind = cast(type[Action], type(action))
    if not getattr(kind, "alike", ()):
        return action
    look = attrgetter(*kind.alike)

    def seen(value: Any) -> Any:
        if isinstance(value, Card):
            return look(value)
        if isinstance(value, tuple):
            parts = cast(tuple[Any, ...], value)
            return tuple(sorted(map(seen, parts), key=str)) if parts and isinstance(parts[0], Card) else parts
        return value

    return (kind, *map(seen, cast(dict[str, Any], vars(action)).values()))


def one_of_each(legal: Sequence[Any]) -> Sequence[Any]:
    """What is legal with the first alone of actions that are alike."""
    found = dict[Any, Any]()
    for part in legal:
        found.setdefault(likeness(part), part)
    return legal if len(found) == len(legal) else list(found.values())


def cards_of(action: Any) -> list[Card]:
    """The cards that an action names, in their order."""
    values = cast(dict[str, Any], vars(action)).values()
    every = (cast(tuple[Any, ...], value if isinstance(value, tuple) else (value,)) for value in values)
    return [part for parts in every for part in parts if isinstance(part, Card)]


def instead_of(action: Any, piles: Iterable[Pile], seat: Seat) -> Sequence[Card]:
    """The cards of the pile from which an action names its own: the seat's pile, where several have them all."""
    named = Counter(cards_of(action))
    there: list[Pile] = [
        pile for pile in piles if all(pile.cards.count(card) >= times for card, times in named.items())
    ]
    return sorted(there, key=lambda pile: pile.owner != seat)[0].cards if there else ()


def meant_by(legal: Sequence[Any], action: Any, piles: Iterable[Pile], seat: Seat) -> Any:
    """The legal action that this one means, or this one where it is alike to one and its cards lie there too."""
    found = found_in(legal, action)
    if found is not None or not getattr(cast(Any, type(action)), "alike", ()):
        return found
    wanted, named = likeness(action), Counter(cards_of(action))
    for own in parts_of(legal):
        if type(own) is type(action) and likeness(own) == wanted:
            there = instead_of(own, piles, seat)
            return action if all(there.count(card) >= times for card, times in named.items()) else None
    return None
