"""The tree of a search: what was found out about each action, and which actions are tried of very many."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, cast

from cardkit.bots.rollout import one_of
from cardkit.core.acts.choices import choices, found_in
from cardkit.core.acts.forms import FORMS
from cardkit.core.chance.generators import Rng
from cardkit.core.piles import Seat

_MANY = 24
"""From more actions on than these, forms are tried little by little."""
_DRAWN = 8
"""Of so many actions of a form, drawn by chance, that one is tried next whose parts have done best."""


@dataclass(slots=True)
class Node:
    """An information set: what one seat can tell apart, by the actions that led there as it saw them."""

    visits: int = 0
    available: int = 0
    total: float = 0.0
    """What came of it for the seat that acted to come here."""
    branches: dict[Seat, dict[Any, Node]] = field(default_factory=dict[Seat, dict[Any, "Node"]])
    """What follows, for each seat that was seen to act here: whose turn it is can hang on hidden cards."""
    together: dict[Any, Node] = field(default_factory=dict[Any, "Node"])
    """What follows where several seats have chosen together."""


def offered(children: Mapping[Any, Node], legal: Sequence[Any], chance: Rng) -> Sequence[Any]:
    """The legal actions that are tried by now: all of them, or more and more where forms stand for very many."""
    if FORMS.isdisjoint(map(type, legal)):
        return legal
    every = choices(legal)
    if len(every) <= _MANY:
        return list(every)
    known = [(action, node) for action, node in children.items() if found_in(every, action) is not None]
    actions = [action for action, _ in known]
    if len(known) < 4 + 2 * sqrt(sum([node.visits for _, node in known])):
        fresh = _promising(known, [one_of(legal, chance) for _ in range(_DRAWN)])
        if fresh not in children:
            actions.append(fresh)
    return actions


def _promising(known: Sequence[tuple[Any, Node]], drawn: Sequence[Any]) -> Any:
    """The one of some actions whose parts, such as its cards, did best on the average in those that were tried."""
    mean = sum([node.total for _, node in known]) / max(sum([node.visits for _, node in known]), 1)
    tries, totals = defaultdict[Any, int](int), defaultdict[Any, float](float)
    for action, node in known:
        for part in _parts(action):
            tries[part] += node.visits
            totals[part] += node.total

    def promise(action: Any) -> float:
        worths = [(totals[part] + mean) / (tries[part] + 1) for part in _parts(action)]
        return sum(worths) / max(len(worths), 1)

    return max(drawn, key=promise)


def _parts(action: Any) -> Iterator[Any]:
    """What an action names: the values of its fields, of several cards each one."""
    fields = cast(dict[str, Any], vars(action))
    for name, value in fields.items():
        for part in cast(Sequence[Any], value) if isinstance(value, tuple) else (value,):
            yield name, part
