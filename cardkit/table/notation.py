"""Reading actions from their notation, and listing all a deck allows: both follow from the fields of their classes."""

from __future__ import annotations

import dataclasses
import itertools
import types
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter, ValidationError

from cardkit.core.actions import Action
from cardkit.core.cards import Card
from cardkit.core.errors import GameFault, NotAnAction
from cardkit.core.game import Game, action_types, declared_types
from cardkit.core.piles import Domain

A = TypeVar("A", bound=Action)


def spelled(text: str) -> str:
    """A text with single blanks, as notation has it."""
    return " ".join(text.split())


def tidy(text: str) -> str:
    """A typed text as it is compared with notation: single blanks, no difference between capitals and small letters,
    nor between a letter with its marks and the same as one character.
    """
    return unicodedata.normalize("NFC", spelled(text).casefold())


def alike(text: str, actions: Iterable[A]) -> list[A]:
    """The action whose notation is spelled as the text is; where there is none, all that it is like when tidy."""
    tidied, exact = tidy(text), spelled(text)
    found = [action for action in actions if tidy(str(action)) == tidied]
    return [action for action in found if spelled(str(action)) == exact][:1] or found


def action_classes(game: type[Game[Any, Any]]) -> tuple[Any, ...]:
    """The classes of a game's actions, as its declaration `Game[State, Actions]` has them."""
    declared = declared_types(game)
    if declared is not None:
        return action_types(declared[1])
    raise GameFault(game.__name__, "it has to be declared as Game[its state, its actions]")


def read_legal(
    game: type[Game[Any, Any]], text: str, legal: Iterable[A], deck: Collection[Card]
) -> tuple[A | None, Action]:
    """The legal action that `text` means, or None, and the action of the game that it means.

    A text that is spelled as an action of the deck means that one, legal or not; else the one legal action that differs
    from it in capitals alone. Raises NotAnAction where it means none, or could mean several legal ones.
    """
    exact, found = spelled(text), alike(text, legal)
    if len(found) == 1 and spelled(str(found[0])) == exact:
        return found[0], found[0]
    meant = read_action(game, text, deck)
    if not found or (spelled(str(meant)) == exact and not _strangers(meant, deck)):
        return None, meant
    if len(found) > 1:
        raise NotAnAction(text, f"it could be {' or '.join(map(str, found))}, which differ in capitals alone")
    return found[0], found[0]


def read_action(game: type[Game[Any, Any]], text: str, deck: Collection[Card]) -> Action:
    """The action that `text` is the notation of, legal or not; raises NotAnAction where there is none.

    Where the words can be shared out in several ways, as `10 Hearts` that is one card or two, it is the action with the
    fewest cards, ranks and suits that are not of the deck, and among those the one that is spelled like the text.
    """
    classes = action_classes(game)
    actions = [action for cls in classes for action in _actions(cls, text)]
    if actions:
        return min(actions, key=lambda action: (_strangers(action, deck), str(action) != spelled(text)))
    forms = "; ".join(_form(cls) for cls in classes)
    raise NotAnAction(text, f"known are: {forms}")


def _actions(cls: Any, text: str) -> Iterator[Action]:
    """Every action of a class whose notation is this text."""
    words, own = text.split(), cls.word.split()
    if tidy(" ".join(words[: len(own)])) != tidy(cls.word):
        return
    for values in _readings(words[len(own) :], list(_fields(cls).items())):
        try:
            action = _validator(cls).validate_python(values)
        except ValidationError:
            continue
        if tidy(str(action)) == tidy(text):
            yield action


def _strangers(action: Action, deck: Collection[Card]) -> int:
    """How many of the cards, ranks, suits and other words in an action's fields are not of the deck or its class."""
    count, cls = 0, cast(Any, type(action))
    for name, kind in _fields(cls).items():
        value: Any = getattr(action, name)
        for part in cast(tuple[Any, ...], value if isinstance(value, tuple) else (value,)):
            if isinstance(part, Card):
                count += part not in deck
            elif isinstance(part, str):
                count += all(part not in _words(one, deck) for one in _kinds(kind))
    return count


def _words(kind: Any, deck: Collection[Card]) -> Iterable[Any]:
    """The texts that are known as values of a type."""
    if Domain.RANK in _domains(kind):
        return {card.rank for card in deck}
    if Domain.SUIT in _domains(kind):
        return {card.suit for card in deck}
    return get_args(kind) if get_origin(kind) is Literal else ()


def catalogue(game: Game[Any, Any], deck: Iterable[Card], seats: int) -> list[Action]:
    """Every action that could ever be taken with this deck and number of seats, each once."""
    actions: list[Action] = []
    pack = list(deck)
    for cls in action_classes(type(game)):
        fields = _fields(cls)
        domains = [list(_domain(game, cls, name, kind, pack, seats)) for name, kind in fields.items()]
        actions.extend(cls(**dict(zip(fields, values, strict=True))) for values in itertools.product(*domains))
    return actions


@cache
def _validator(cls: Any) -> TypeAdapter[Action]:
    return TypeAdapter(cls)


@cache
def _fields(cls: Any) -> dict[str, Any]:
    hints = get_type_hints(cls, include_extras=True)
    return {field.name: hints[field.name] for field in dataclasses.fields(cls)}


def _form(cls: Any) -> str:
    return " ".join([cls.word, *(f"<{name}>" for name in _fields(cls))])


def _readings(words: Sequence[str], fields: Sequence[tuple[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every way to share the words out among the fields in their order."""
    if not fields:
        if not words:
            yield {}
        return
    (name, kind), *rest = fields
    kinds = _kinds(kind)
    most = len(words) if any(get_origin(one) is tuple for one in kinds) else min(2, len(words))
    for count in range(most + 1):
        for value in itertools.chain.from_iterable(_values(name, one, words[:count]) for one in kinds):
            yield from ({name: value, **tail} for tail in _readings(words[count:], rest))


def _kinds(kind: Any) -> list[Any]:
    """The types that a field's annotation allows."""
    if get_origin(kind) in (Union, types.UnionType):
        return list(itertools.chain.from_iterable(map(_kinds, get_args(kind))))
    return [kind]


def _values(name: str, kind: Any, words: Sequence[str]) -> Iterator[Any]:
    """What these words can mean as a value of one type: no words are False, None or an empty tuple, a card has one word
    or two, a seat, a rank and a suit have one.
    """
    if get_origin(kind) is tuple:
        yield tuple(words)
        if words and len(words) % 2 == 0:
            yield tuple(map(" ".join, zip(words[::2], words[1::2], strict=True)))
    elif kind is bool:
        if not words or tidy(" ".join(words)) == tidy(name):
            yield bool(words)
    elif kind is type(None):
        if not words:
            yield None
    elif get_origin(kind) is Literal:
        yield from (value for value in get_args(kind) if tidy(" ".join(words)) == tidy(str(value)))
    elif len(words) == 1 or (words and not _domains(kind)):
        yield " ".join(words)


def _domains(kind: Any) -> tuple[Any, ...]:
    """What a type is marked with: Domain.RANK, for example, where it is Rank."""
    return getattr(kind, "__metadata__", ())


def _domain(game: Game[Any, Any], cls: Any, name: str, kind: Any, deck: Sequence[Card], seats: int) -> Iterable[Any]:
    domains = _domains(kind)
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
        parts = [list(_domain(game, cls, name, part, deck, seats)) for part in get_args(kind)]
        return list(itertools.chain(*parts))
    raise GameFault(
        game.name,
        f"the values of {cls.__name__}.{name} can't be listed: "
        "make it a Card, Seat, Place, Rank, Suit, bool or Literal",
    )
