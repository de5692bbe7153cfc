"""What can be wrong with what the rules of a game return, told with what to write instead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, cast

from cardkit.blame import at
from cardkit.cards import Card
from cardkit.declaration import action_types, declared_types
from cardkit.errors import shown
from cardkit.events import Action
from cardkit.game import Game, State

_INSTEAD_OF = {
    "NoneType": "a `return` is missing",
    "generator": "write `return [...]` instead of `yield`",
    "set": "a set has no order that stays the same; write `list(dict.fromkeys(...))`",
    "dict": "write `list(...)` around it",
}


def not_a_state(game: Game[Any, Any], returned: Any) -> str:
    """What `setup` returned in the place of a state, and what to write."""
    what = f"setup has to return the state, and returned {shown(returned)}"
    return f"{what}: end it with `return` and the state{at(game.setup)}"


def misplaced(game: Game[Any, Any], deck: Sequence[Card], state: State) -> str:
    """What is wrong with where the cards of a deck lie after setup."""
    lying, whole = Counter(card for pile in state.piles() for card in pile), Counter(deck)
    card = next(card for card in (*whole, *lying) if lying[card] != whole[card])
    often = f"{card} is in the deck {whole[card]} times, and in the piles {lying[card]} times"
    holders = [name for name in state.plain_fields() if any(True for _ in _cards_in(getattr(state, name)))]
    instead = f"; {holders[0]} holds cards and is no pile: write `{holders[0]}: Pile`" if holders else ""
    return f"setup has to leave every card of the deck in a pile of the state, once: {often}{instead}{at(game.setup)}"


def _cards_in(value: Any) -> Iterator[Card]:
    """The cards in a field without piles."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, list | tuple | set | dict):
        for part in cast(list[Any], value):
            yield from _cards_in(part)


def not_a_list(game: Game[Any, Any], legal: Any) -> str:
    """What `legal` returned in the place of a list, and what to write."""
    kind = type(legal).__name__
    instead = _INSTEAD_OF.get(kind, "write `list(...)` around it")
    return f"{type(game).__name__}.legal has to return a list or a tuple, not a {kind}: {instead}{at(game.legal)}"


def not_actions(game: Game[Any, Any], legal: Sequence[Any]) -> str | None:
    """What is wrong with something in `legal` that is no action of the game, and what to write; None if nothing."""
    declared = declared_types(type(game))
    kinds = action_types(declared[1]) if declared else ()
    if not all(isinstance(kind, type) for kind in kinds):
        return None
    for action in legal:
        if not isinstance(action, kinds):
            names, kind = " | ".join(known.__name__ for known in kinds), type(action).__name__
            instead = f"write `Game[..., {names} | {kind}]`" if isinstance(action, Action) else f"write `{names}(...)`"
            what = f"{type(game).__name__}.legal returned {shown(str(action))}, which is none of its actions"
            return f"{what}: {instead}{at(game.legal)}"
    return None
