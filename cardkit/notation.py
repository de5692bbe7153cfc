"""Reading actions from their notation, and listing all a deck allows: both follow from the fields of their classes."""

from __future__ import annotations

import dataclasses
import itertools
import types
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter, ValidationError

from cardkit.cards import Card
from cardkit.errors import GameFault, NotAnAction
from cardkit.events import Action
from cardkit.game import Game
from cardkit.piles import Domain


def tidy(text: str) -> str:
    """A typed text as it is compared with notation: single blanks, no difference between capitals and small letters."""
    return " ".join(text.split()).casefold()


def action_classes(game: type[Game[Any, Any]]) -> tuple[type[Action], ...]:
    """The classes of a game's actions, as its declaration `Game[State, Actions]` has them."""
    for base in game.__mro__:
        arguments = getattr(base, "__pydantic_generic_metadata__", {}).get("args", ())
        if len(arguments) == 2:
            actions = arguments[1]
            return get_args(actions) if get_origin(actions) in (Union, types.UnionType) else (actions,)
    raise GameFault(game.__name__, "it has to be declared as Game[its state, its actions]")


def read_action(game: type[Game[Any, Any]], text: str) -> Action:
    """The action that `text` is the notation of, legal or not; raises NotAnAction where there is none."""
    words = text.split()
    classes = action_classes(game)
    for cls in classes:
        if words and words[0].casefold() == cls.word:
            for values in _readings(words[1:], _fields(cls)):
                try:
                    return _validator(cls).validate_python(values)
                except ValidationError:
                    continue
    forms = "; ".join(_form(cls) for cls in classes)
    raise NotAnAction(text, f"known are: {forms}")


def catalogue(game: Game[Any, Any], deck: Iterable[Card], seats: int) -> list[Action]:
    """Every action that could ever be taken with this deck and number of seats, each once."""
    actions: list[Action] = []
    known = list(dict.fromkeys(deck))
    for cls in action_classes(type(game)):
        fields = _fields(cls)
        domains = [list(_domain(game, cls, name, kind, known, seats)) for name, kind in fields.items()]
        actions.extend(cls(**dict(zip(fields, values, strict=True))) for values in itertools.product(*domains))
    return actions


@cache
def _validator(cls: type[Action]) -> TypeAdapter[Action]:
    return TypeAdapter(cls)


@cache
def _fields(cls: type[Action]) -> dict[str, Any]:
    hints = get_type_hints(cls, include_extras=True)
    return {field.name: hints[field.name] for field in dataclasses.fields(cls)}


def _form(cls: type[Action]) -> str:
    return " ".join([cls.word, *(f"<{name}>" for name in _fields(cls))])


def _readings(words: Sequence[str], fields: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every way to share the words out among the fields in their order."""
    if not fields:
        if not words:
            yield {}
        return
    (name, kind), *rest = fields.items()
    for count in range(len(words) + 1):
        for tail in _readings(words[count:], dict(rest)):
            yield from ({**value, **tail} for value in _values(name, kind, words[:count]))


def _values(name: str, kind: Any, words: Sequence[str]) -> Iterator[dict[str, Any]]:
    """What these words can mean as the value of one field: nothing is a field left out, a card has one word or two."""
    if not words:
        yield {}
    elif get_origin(kind) is tuple:
        yield {name: tuple(words)}
        if len(words) % 2 == 0:
            yield {name: tuple(map(" ".join, zip(words[::2], words[1::2], strict=True)))}
    elif kind is bool:
        if list(words) == [name]:
            yield {name: True}
    elif len(words) <= 2:
        yield {name: " ".join(words)}


def _domain(
    game: Game[Any, Any], cls: type[Action], name: str, kind: Any, deck: Sequence[Card], seats: int
) -> Iterable[Any]:
    marks = getattr(kind, "__metadata__", ())
    if Domain.SEAT in marks:
        return range(seats)
    if Domain.RANK in marks:
        return dict.fromkeys(card.rank for card in deck)
    if Domain.SUIT in marks:
        return dict.fromkeys(card.suit for card in deck)
    if kind is Card:
        return deck
    if kind is bool:
        return (False, True)
    if kind is type(None):
        return (None,)
    if get_origin(kind) is Literal:
        return get_args(kind)
    if get_origin(kind) in (Union, types.UnionType):
        parts = [list(_domain(game, cls, name, part, deck, seats)) for part in get_args(kind)]
        return list(itertools.chain(*parts))
    raise GameFault(
        game.name,
        f"the values of {cls.__name__}.{name} can't be listed: make it a Card, Seat, Rank, Suit, bool or Literal",
    )
