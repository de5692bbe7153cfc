"""Every action that a deck allows, where they can be listed: it follows from the fields of the actions' classes."""

from __future__ import annotations

import itertools
import types
from collections.abc import Iterable, Mapping, Sequence
from math import prod
from typing import Any, Literal, Union, cast, get_args, get_origin

from cardkit.core.acts.actions import Action
from cardkit.core.cards import Card
from cardkit.core.game import Game
from cardkit.core.piles import Domain
from cardkit.table.notation import action_classes, fields_of, marks

_MOST_LISTED = 100_000
"""How many actions of a kind are listed at most."""


class Catalogue(list[Action]):
    """Actions that could be taken with a deck and a number of seats, each once, and the kinds that can't be listed."""

    unlisted: Mapping[str, str]
    """Why actions of a kind aren't listed, by the name of their class."""


def catalogue(game: Game[Any, Any], deck: Iterable[Card], seats: int) -> Catalogue:
    """Every action that could ever be taken with this deck and number of seats, each once.

    Kinds with a field of any number or text, or with more than a hundred thousand actions, are only named.
    """
    actions: list[Action] = []
    unlisted: dict[str, str] = {}
    pack = list(deck)
    for cls in action_classes(type(game)):
        fields = fields_of(cls)
        domains = [_domain(kind, pack, seats) for kind in fields.values()]
        strange = [name for name, domain in zip(fields, domains, strict=True) if domain is None]
        listed = [list(domain) for domain in domains if domain is not None]
        number = prod(map(len, listed))
        if strange:
            unlisted[cls.__name__] = f"the values of {cls.__name__}.{strange[0]} have no end"
        elif number > _MOST_LISTED:
            unlisted[cls.__name__] = f"there are {number:,} of them"
        else:
            actions.extend(cls(*values) for values in itertools.product(*listed))
    found = Catalogue(actions)
    found.unlisted = unlisted
    return found


def _domain(kind: Any, deck: Sequence[Card], seats: int) -> Iterable[Any] | None:
    """The values that a field of a type can have, or None where they have no end."""
    domains = marks(kind)
    if Domain.SEAT in domains:
        return range(seats)
    if Domain.PLACE in domains:
        return range(len(deck))
    if Domain.RANK in domains:
        return dict.fromkeys(card.rank for card in deck)
    if Domain.SUIT in domains:
        return dict.fromkeys(card.suit for card in deck)
    if kind is Card:
        return dict.fromkeys(deck)
    if kind is bool:
        return (False, True)
    if kind is type(None):
        return (None,)
    if get_origin(kind) is Literal:
        return get_args(kind)
    if get_origin(kind) in (Union, types.UnionType):
        parts = [_domain(part, deck, seats) for part in get_args(kind)]
        return None if None in parts else list(itertools.chain(*cast(Any, parts)))
    return None
