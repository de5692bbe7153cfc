"""Reading actions from their notation, and listing all a deck allows: both follow from the fields of their classes."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import prod
from operator import attrgetter
from typing import Any, Literal, cast

from pydantic import TypeAdapter, ValidationError

from cardkit.core.actions import Action, Form, found_in, kind_of, one_of_each, parts_of
from cardkit.core.cards import Card
from cardkit.core.description import Kind, Kinds, fields_of
from cardkit.core.errors import GameFault, NotAnAction
from cardkit.core.game import Game, action_types, declared_types
from cardkit.core.texts import spelled, tidy


def action_classes(game: type[Game[Any, Any]]) -> tuple[Any, ...]:
    """The classes of a game's actions, as its declaration `Game[State, Actions]` has them."""
    declared = declared_types(game)
    if declared is not None:
        return action_types(declared[1])
    raise GameFault(game.__name__, "it has to be declared as Game[its state, its actions]")


def read_legal(
    game: type[Game[Any, Any]], text: str, legal: Sequence[Any], deck: Collection[Card]
) -> tuple[Any, Action]:
    """The legal action that a text means, or None, and the action of the game that it means.

    Commas are blanks, and cards may come in any order. A text that is spelled as an action of the deck means that one,
    legal or not; else the one legal action that differs from it in capitals alone, or that it is when its first word is
    added. Raises NotAnAction where it means none, or could mean several legal ones.
    """
    words = spelled(text.replace(",", " "))
    if exact := _spelled(words, legal):
        return exact[0], exact[0]
    try:
        meant = read_action(game, words, deck)
    except NotAnAction as error:
        found = _alike_without_word(words, legal, deck)
        if not found:
            raise NotAnAction(text, error.reason) from None
        return _only(text, found), found[0]
    if str(meant) == words and not _strangers(meant, deck):
        return _any_order(meant, legal), meant
    found = _alike(words, legal, deck)
    return (_only(text, found), found[0]) if found else (None, meant)


def _only(text: str, found: Sequence[Action]) -> Action:
    """The only action that was found; raises NotAnAction where there are several."""
    if len(found) == 1:
        return found[0]
    capitals = ", which differ in capitals alone" if len({tidy(str(action)) for action in found}) == 1 else ""
    raise NotAnAction(text, f"it could be {' or '.join(map(str, found))}{capitals}")


def _spelled(text: str, legal: Sequence[Any]) -> list[Action]:
    """The legal action with exactly this notation, if it isn't one of a form."""
    for part in parts_of(legal):
        if isinstance(part, Action) and str(part) == text:
            return [part]
    return []


def _alike(text: str, legal: Sequence[Any], deck: Iterable[Card]) -> list[Action]:
    """The legal actions with this notation, apart from capitals and the order of cards."""
    wanted, found = tidy(text), dict[Action, None]()
    kinds = dict[Any, None]()
    for part in parts_of(legal):
        if isinstance(part, Form):
            kinds[cast(Any, part).kind] = None
        elif tidy(str(part)) == wanted:
            found[part] = None
        elif any(isinstance(value, tuple) for value in cast(dict[str, Any], vars(part)).values()):
            kinds[type(part)] = None
    for action in (action for kind in kinds for action in _actions(kind, text)):
        meant = _any_order(_with_capitals(action, deck), legal)
        if meant is not None:
            found[meant] = None
    return list(found)


def _alike_without_word(text: str, legal: Sequence[Any], deck: Iterable[Card]) -> list[Action]:
    """The legal actions that this text means with their word before it."""
    if not text:
        return []
    kinds = list(map(kind_of, parts_of(legal)))
    found = [action for kind in dict.fromkeys(kinds) for action in _alike(f"{kind.word} {text}", legal, deck)]
    return list(dict.fromkeys(found))


def _any_order(action: Action, legal: Sequence[Any]) -> Action | None:
    """The legal action with the same cards as this one, in whatever order, and all else alike."""
    found = found_in(legal, action)
    if found is None:
        wanted = _sorted_cards(action)
        alike = (part for part in parts_of(legal) if type(part) is type(action) and _sorted_cards(part) == wanted)
        found = next(alike, None)
    return cast("Action | None", found)


def _sorted_cards(action: Action) -> list[Any]:
    """The values of an action, its tuples in an order of their own."""
    values = vars(action).values()
    return [sorted(map(str, cast(list[Any], value))) if isinstance(value, tuple) else value for value in values]


def _with_capitals(action: Action, deck: Iterable[Card]) -> Action:
    """An action with cards, ranks and suits spelled as in the deck, where that has them in one spelling alone."""
    cards = list(deck)
    known = {*cards, *(card.rank for card in cards), *(card.suit for card in cards)}
    alike: dict[str, list[Any]] = {}
    for one in known:
        alike.setdefault(tidy(str(one)), []).append(one)

    def spelled(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(spelled, cast(tuple[Any, ...], value)))
        if value in known or not isinstance(value, Card | str):
            return value
        same = [one for one in alike.get(tidy(str(value)), ()) if isinstance(one, Card) is isinstance(value, Card)]
        return same[0] if len(same) == 1 else value

    return dataclasses.replace(action, **{name: spelled(value) for name, value in vars(action).items()})


def read_action(game: type[Game[Any, Any]], text: str, deck: Collection[Card]) -> Action:
    """The action that `text` is the notation of, legal or not; raises NotAnAction where there is none.

    Where the words can be shared out in several ways, as `10 Hearts` that is one card or two, it is the action with the
    fewest cards, ranks and suits that are not of the deck, and among those the one that is spelled like the text.
    """
    classes = action_classes(game)
    actions = [action for cls in classes for action in _actions(cls, text)]
    if actions:
        return min(actions, key=lambda action: (_strangers(action, deck), str(action) != spelled(text)))
    forms = "; ".join(form_of(cls) for cls in classes)
    raise NotAnAction(text, f"known are: {forms}")


def _actions(cls: Any, text: str) -> Iterator[Action]:
    """Every action of a class whose notation is this text."""
    words, own = text.split(), cls.word.split()
    if tidy(" ".join(words[: len(own)])) != tidy(cls.word):
        return
    for values in _readings(words[len(own) :], list(fields_of(cls).items())):
        try:
            action = _validator(cls).validate_python(values)
        except ValidationError:
            continue
        if tidy(str(action)) == tidy(text):
            yield action


def _strangers(action: Action, deck: Collection[Card]) -> int:
    """How many of the cards, ranks, suits and other words in an action's fields are not of the deck or its class."""
    count, cls = 0, cast(Any, type(action))
    for name, kinds in fields_of(cls).items():
        value: Any = getattr(action, name)
        for part in cast(tuple[Any, ...], value if isinstance(value, tuple) else (value,)):
            if isinstance(part, Card):
                count += part not in deck
            elif isinstance(part, str):
                count += all(part not in (kind.values(deck, 0) or ()) for kind in kinds.each)
    return count


@cache
def _validator(cls: Any) -> TypeAdapter[Action]:
    return TypeAdapter(cls)


def form_of(cls: Any) -> str:
    """How an action of a class is typed: `ask <seat> <rank>`."""
    return " ".join([cls.word, *(f"<{name}>" for name in fields_of(cls))])


def _readings(words: Sequence[str], fields: Sequence[tuple[str, Kinds]]) -> Iterator[dict[str, Any]]:
    """Every way to share the words out among the fields in their order."""
    if not fields:
        if not words:
            yield {}
        return
    (name, kinds), *rest = fields
    most = len(words) if kinds.many else min(2, len(words))
    for count in range(most + 1):
        for value in itertools.chain.from_iterable(_values(name, kind, words[:count]) for kind in kinds.each):
            yield from ({name: value, **tail} for tail in _readings(words[count:], rest))


def _values(name: str, kind: Kind, words: Sequence[str]) -> Iterator[Any]:
    """What these words can mean as a value of one kind: no words are False, None or an empty tuple, a card has one word
    or two, a seat, a rank and a suit have one.
    """
    if kind.base is tuple:
        yield tuple(words)
        if words and len(words) % 2 == 0:
            yield tuple(map(" ".join, zip(words[::2], words[1::2], strict=True)))
    elif kind.base is bool:
        if not words or tidy(" ".join(words)) == tidy(name):
            yield bool(words)
    elif kind.base is type(None):
        if not words:
            yield None
    elif kind.base is Literal:
        yield from (value for value in kind.literals if tidy(" ".join(words)) == tidy(str(value)))
    elif len(words) == 1 or (words and kind.domain is None):
        yield " ".join(words)


_MOST_LISTED = 100_000
"""How many actions of a kind are listed at most."""


class Catalogue(list[Action]):
    """Actions that could be taken with a deck and a number of seats, each once, and the kinds that can't be listed."""

    unlisted: Mapping[str, str]
    """Why actions of a kind aren't listed, by the name of their class."""


def _packs(deck: Sequence[Card], cls: Any) -> Sequence[Any]:
    """Cards of a deck, from none to all, one choice for each that are alike; only numbers where there are too many."""
    groups: dict[Any, list[Card]] = {}
    for card in deck:
        groups.setdefault(attrgetter(*cls.alike)(card), []).append(card)
    number = prod(len(group) + 1 for group in groups.values())
    if number > _MOST_LISTED:
        return range(number)
    every = itertools.product(*([group[:count] for count in range(len(group) + 1)] for group in groups.values()))
    return [tuple(itertools.chain.from_iterable(chosen)) for chosen in every]


def catalogue(game: Game[Any, Any], deck: Iterable[Card], seats: int) -> Catalogue:
    """Every action that could ever be taken with this deck and number of seats, each once, and one of those alike.

    Kinds with a field of any number or text, or with more than a hundred thousand actions, are only named.
    """
    actions: list[Action] = []
    unlisted: dict[str, str] = {}
    pack = list(deck)
    for cls in action_classes(type(game)):
        fields = fields_of(cls)
        domains = [
            _packs(pack, cls) if cls.alike and kinds.many else kinds.values(pack, seats) for kinds in fields.values()
        ]
        strange = [name for name, domain in zip(fields, domains, strict=True) if domain is None]
        listed = [domain for domain in domains if domain is not None]
        number = prod(map(len, listed))
        if strange:
            unlisted[cls.__name__] = f"the values of {cls.__name__}.{strange[0]} have no end"
        elif number > _MOST_LISTED:
            unlisted[cls.__name__] = f"there are {number:,} of them"
        else:
            every = [cls(*values) for values in itertools.product(*listed)]
            actions.extend(one_of_each(every) if cls.alike else every)
    found = Catalogue(actions)
    found.unlisted = unlisted
    return found
