"""What rules declare and return, looked at: a table that is set up, who acts and what may be done, and how it ended.

An author's mistake in it is told with what to write instead.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from inspect import isabstract
from itertools import chain
from math import isfinite
from typing import Any, TypeVar, cast, get_type_hints

from pydantic import ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from cardkit.core.actions import Action, Pass, kebab, kind_of
from cardkit.core.cards import BACK, Card, Pile, Seat
from cardkit.core.description import classes_in, fields_of, known_fields_of
from cardkit.core.errors import BadOption, CannotStart, EmptyPile, GameFault, at, shown
from cardkit.core.events import Dealer
from cardkit.core.game import NO_REASON, Acting, Game, One, action_types, declared_types
from cardkit.core.results import Result
from cardkit.core.state import Part, State
from cardkit.core.texts import counted

_METHODS = {
    "setup": "def setup(self, deck: Pile, seats: int, dealer: Dealer)",
    "legal": "def legal(self, state)",
    "apply": "def apply(self, state, action, dealer: Dealer)",
    "result": "def result(self, state)",
}
_INSTEAD = {
    list: "tuple[Card, ...]",
    set: "tuple[Card, ...]",
    frozenset: "tuple[Card, ...]",
    Pile: "Card",
    dict: "Card",
}
"""What to write in the place of a type whose values have no notation that can be read back."""

_SINGLE = {bool, float, int, str, type(None)}
_INSTEAD_OF = {
    "NoneType": "a `return` is missing",
    "generator": "write `return [...]` instead of `yield`",
    "set": "a set has no order that stays the same; write `list(dict.fromkeys(...))`",
    "dict": "write `list(...)` around it",
}


@cache
def fault(game: type[Game[Any, Any]]) -> str | None:
    """What is wrong with the declaration of a game, in a clause that goes on after its name; None if nothing is."""
    for look in (_types, _methods, _name, _players, _usual, _options, _action_fields, _state_fields):
        for clause in look(game):
            return clause if clause.endswith(")") else clause + at(game)
    return None


def _types(game: type[Game[Any, Any]]) -> Iterator[str]:
    declared = declared_types(game)
    if declared is None:
        yield f"doesn't say what its state and its actions are: write `class {game.__name__}(Game[Table, Move]):`"
        return
    state, actions = declared
    for found, base in ((state, State), *((action, Action) for action in action_types(actions))):
        if found is not Any and not isinstance(found, TypeVar) and not _derives_from(found, base):
            name = getattr(found, "__name__", str(found))
            kind = base.__name__
            yield f"has {name} for its {kind.lower()}, and that is none: write `class {name}({kind}):`{at(found)}"


def _derives_from(found: Any, base: type) -> bool:
    return isinstance(found, type) and issubclass(found, base)


def _methods(game: type[Game[Any, Any]]) -> Iterator[str]:
    if isabstract(game):
        for method in sorted(game.__abstractmethods__):
            yield f"has no method `{method}`: write `{_METHODS.get(method, method)}`"


def _name(game: type[Game[Any, Any]]) -> Iterator[str]:
    wanted = f'write `name = "{kebab(game.__name__)}"`'
    if "name" in game.model_fields:
        yield f"has `name` as an option: {wanted}, without a type"
    elif not hasattr(game, "name"):
        yield f"has no `name`: {wanted}"
    elif not isinstance(cast(Any, game.name), str):
        yield f"has the `name` {game.name!r}, which is no text: {wanted}"


def _players(game: type[Game[Any, Any]]) -> Iterator[str]:
    if "players" in game.model_fields:
        yield "has `players` as an option: write `players = range(2, 5)`, without a type"
        return
    players: Any = getattr(game, "players", None)
    if players is None:
        yield "has no `players`: write `players = range(2, 5)` if two to four can play"
    elif not _counts_seats(players):
        example = f"range({players}, {players + 1})" if isinstance(players, int) and players > 0 else "range(2, 5)"
        yield f"has the `players` {players!r}, which is no range of numbers of seats: write `players = {example}`"


def _usual(game: type[Game[Any, Any]]) -> Iterator[str]:
    if game.usual is not None and game.usual not in game.players:
        yield f"has `usual = {game.usual!r}`, and that is none of its `players`"


def _counts_seats(players: Any) -> bool:
    """Whether these are numbers of seats: a range, or a tuple in which each is higher than the one before."""
    if not isinstance(players, range | tuple) or not players:
        return False
    numbers = cast(Sequence[Any], players)
    whole = all(isinstance(number, int) and number >= 1 for number in numbers)
    return whole and sorted({*numbers}) == list(numbers)


def _options(game: type[Game[Any, Any]]) -> Iterator[str]:
    fields = game.model_fields
    for option, field in fields.items():
        if field.is_required():
            kind = getattr(field.annotation, "__name__", str(field.annotation))
            yield f"has an option `{option}` without a default: write `{option}: {kind} = …`"
    defaults = {option: field.get_default(call_default_factory=True) for option, field in fields.items()}
    try:
        usual = game(**{option: value for option, value in defaults.items() if value is not PydanticUndefined})
    except ValidationError as error:
        first = error.errors()[0]
        reason = first["msg"].removeprefix("Value error, ")
        option = str(first["loc"][0]) if first["loc"] else "…"
        yield f"has an option `{option}` whose default {shown(defaults.get(option))} is not allowed: {reason}"
        return
    for option, value in defaults.items():
        try:
            usual.model_dump(mode="json", include={option})
        except Exception:  # whatever a type of the author's own raises
            value = shown(value)
            yield f"has an option `{option}` whose default {value} no record can hold: take a text, a number or a tuple"
    for seats, options in game.by_seats.items():
        if seats not in game.players:
            yield f"has options `by_seats` for {seats!r}, and that is none of its `players`"
        try:
            game.with_options(options)
        except BadOption as error:
            yield f"has `by_seats` with the {error}"


def _action_fields(game: type[Game[Any, Any]]) -> Iterator[str]:
    declared = declared_types(game)
    for action in action_types(declared[1]) if declared else ():
        if not _derives_from(action, Action):
            continue
        try:
            fields = fields_of(action)
        except NameError as error:
            yield f"has an action {action.__name__} with a type that isn't there: {error}{at(action)}"
            continue
        several = [name for name, kinds in fields.items() if kinds.many]
        if len(several) > 1:
            both = " and ".join(f"`{name}`" for name in several[:2])
            what = f"{both}, of which nobody can read where the first one ends"
            yield f"has an action {action.__name__} with {what}: let only one be a tuple{at(action)}"
        for name, kinds in fields.items():
            for kind in kinds.each:
                if instead := _INSTEAD.get(kind.base):
                    what = f"`{name}`, a {kind.base.__name__}, that can't be read back from its notation"
                    yield f"has an action {action.__name__} with {what}: write `{name}: {instead}`{at(action)}"


def _state_fields(game: type[Game[Any, Any]]) -> Iterator[str]:
    """Piles that nobody would find, options in place of fields, and private fields without a value for each seat."""
    declared = declared_types(game)
    state: Any = declared[0] if declared else None
    if not _derives_from(state, State) or state is State:
        return
    fields = known_fields_of(state)
    parts = [kind for kinds in fields.values() for kind in classes_in(kinds.written) if _derives_from(kind, Part)]
    for holder in (state, *parts):
        for field in dataclasses.fields(holder):
            if isinstance(field.default, FieldInfo):
                what = f"has {holder.__name__} with `{field.name} = Field(…)`, which is for options of a game"
                yield f"{what}: write `{field.name} = field(…)` of `dataclasses`{at(holder)}"
    for name, kinds in fields.items():
        if hider := next(filter(_hides_piles, classes_in(kinds.written)), None):
            what = f"whose `{name}` holds {hider.__name__}, in which its piles aren't found"
            yield f"has a state {state.__name__} {what}: write `class {hider.__name__}(Part):`{at(hider)}"
        if name in state.fields_marked("private") and {kind.base for kind in kinds.each} <= _SINGLE:
            what = f"whose `{name}` is private, and has no value for each seat"
            instead = (
                f"`{name}: list[{getattr(kinds.written, '__name__', kinds.written)}] = private(default_factory=list)`"
            )
            yield f"has a state {state.__name__} {what}: write {instead}{at(state)}"


def _hides_piles(kind: Any) -> bool:
    """Whether a class of the author's has piles in it, and is none in which they are looked for."""
    if issubclass(kind, Pile | Part | State):
        return False
    try:
        hints = get_type_hints(kind)
    except Exception:
        return False  # Types that are there for checkers of types alone do no harm.
    return any(Pile in classes_in(hint) for hint in hints.values())


def not_a_state(game: Game[Any, Any], returned: Any) -> str:
    """What `setup` returned in the place of a state, and what to write."""
    what = f"setup has to return the state, and returned {shown(returned)}"
    return f"{what}: end it with `return` and the state{at(game.setup)}"


def misplaced(game: Game[Any, Any], deck: Sequence[Card], state: State) -> str:
    """What is wrong with where the cards of a deck lie after setup."""
    lying, whole = Counter(card for pile in state.piles() for card in pile), Counter(deck)
    card = next(card for card in (*whole, *lying) if lying[card] != whole[card])
    often = f"{card} is in the deck {counted(whole[card], 'time')}, and in the piles {counted(lying[card], 'time')}"
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


@cache
def _kinds_of_actions(game: type[Game[Any, Any]]) -> tuple[type, ...]:
    """The classes of a game's actions; none where they can't be known."""
    declared = declared_types(game)
    kinds = action_types(declared[1]) if declared else ()
    return kinds if all(isinstance(kind, type) for kind in kinds) else ()


def not_actions(game: Game[Any, Any], legal: Sequence[Any]) -> str | None:
    """What is wrong with something in `legal` that is no action of the game, and what to write; None if nothing."""
    kinds = _kinds_of_actions(type(game))
    for action in legal if kinds else ():
        kind = kind_of(action)
        if kind not in kinds and not issubclass(kind, kinds):
            names = " | ".join(known.__name__ for known in kinds)
            named = f"write `Game[..., {names} | {kind.__name__}]`"
            instead = named if issubclass(kind, Action) else f"write `{names}(...)`"
            what = f"{type(game).__name__}.legal returned {shown(str(action))}, which is none of its actions"
            return f"{what}: {instead}{at(game.legal)}"
    return None


def objection(game: Game[Any, Any], state: State, action: Any, seat: Seat) -> str:
    """Why an action that is not legal can't be done, as the game says; one made of anything may trip up its rules."""
    with suppress(Exception):
        return game.objection_to(state, action, seat) or NO_REASON
    return NO_REASON


S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)

PASS = Pass()


def laid(game: Game[S, Any], deck: Sequence[Card], seats: int, dealer: Dealer) -> S:
    """The table before the first turn; raises CannotStart, or GameFault where the rules don't set it up rightly."""
    if clause := fault(type(game)):
        raise GameFault(type(game).__name__, f"it {clause}")
    if seats not in game.players:
        raise CannotStart(game.name, wrong_seats(game, seats))
    if BACK in deck:
        raise CannotStart(game.name, "the back of a card can't be in a deck")
    needs = game.needs(seats)
    if needs is not None and (lack := needs.lack(deck)) is not None:
        raise CannotStart(game.name, lack)
    pile = Pile.face_down(list(deck))
    pile.name = "deck"
    try:
        state = game.setup(pile, seats, dealer)
    except EmptyPile as error:
        raise CannotStart(game.name, shortage(game, deck, error)) from error
    if not isinstance(cast(Any, state), State):
        raise GameFault(game.name, not_a_state(game, state))
    if not _same_cards(list(chain.from_iterable([pile.cards for pile in state.piles()])), deck):
        raise GameFault(game.name, misplaced(game, deck, state))
    return state


def _same_cards(cards: Sequence[Card], deck: Sequence[Card]) -> bool:
    """Whether these are the cards of a deck, each as often as there, in any order."""
    different = set(cards)
    if len(cards) == len(deck) == len(different):
        return different == set(deck)
    return sorted(map(id, cards)) == sorted(map(id, deck))


def actors(game: Game[S, A], state: S, said: Any) -> Acting:
    """Who acts next, and how, as `acting` said; raises GameFault unless these are seats at the table."""
    kind, turn = said.__class__, state.turn
    if (
        kind is One
        and said.seats == (turn,)
        and said.cards_of is None
        and turn.__class__ is int
        and 0 <= turn < state.seats
    ):
        return cast(One, said)
    try:
        acting = said if isinstance(said, Acting) else One(said)
    except TypeError:
        raise GameFault(game.name, f"acting has to return seats, and returned {shown(said)}{at(game.acting)}") from None
    if not acting.seats:
        raise GameFault(game.name, f"nobody may act, and there is no result{at(game.acting)}")
    named = acting.seats if acting.cards_of is None else (*acting.seats, acting.cards_of)
    if (strange := no_seats(state, named)) is not None:
        raise GameFault(game.name, f"acting names {strange}{at(game.acting)}")
    return acting


def no_seats(state: State, seats: Sequence[Any]) -> str | None:
    """What is named as a seat and is none at this table, and what the seats are; None where all are."""
    for seat in seats:
        if not isinstance(seat, int) or not 0 <= seat < state.seats:
            return f"{shown(seat)} as a seat, and the seats are {numbers(range(state.seats))}"
    return None


def ended(game: Game[S, Any], state: S, result: Any) -> Result:
    """How the game ended, as `result` said; raises GameFault unless it is a result for these seats."""
    reason = None
    if not isinstance(result, Result):
        reason = f"result has to return a Result or None, and returned {shown(result)}"
    elif (strange := no_seats(state, result.winners)) is not None:
        reason = f"its result names {strange}"
    elif len(result.scores) != state.seats or not all(map(_is_finite, result.scores)):
        reason = f"its result has the scores {shown(result.scores)}, and needs a number for each of "
        reason += counted(state.seats, "seat")
    if reason is not None:
        raise GameFault(game.name, reason + at(game.result))
    return cast(Result, result)


def _is_finite(score: Any) -> bool:
    return isinstance(score, int | float) and isfinite(score)


def wrong_seats(game: Game[Any, Any], seats: int) -> str:
    """Why a game can't be set up with so many seats."""
    return (
        f"{counted(seats, 'seat')} {'was' if seats == 1 else 'were'} asked for, the game takes {numbers(game.players)}"
    )


def shortage(game: Game[Any, Any], deck: Sequence[Card], error: EmptyPile) -> str:
    """Why a game can't be set up with a deck in which the rules met this error: it lacks a card, or cards at all.

    Where an option asked for the card, it says what the option can be instead: a card of the deck that is like it.
    """
    wanted = error.card
    if wanted is None:
        return f"the deck of {counted(len(deck), 'card')} is too small: {error}"
    if wanted in deck:
        return str(error)
    option = next((name for name, value in game if value is wanted), None)
    if option is None or not deck:
        return f"the deck has no {wanted}"
    like = min(deck, key=lambda card: (card.rank != wanted.rank, card.suit[0] != wanted.suit[0]))
    return f'the deck has no {wanted}; --set "{option}={like}" takes a card that it has'


def numbers(players: Sequence[int]) -> str:
    """The numbers of seats that a game takes, in words.

    >>> numbers(range(2, 5)), numbers((2, 4, 6)), numbers((4,))
    ('2 to 4', '2, 4 or 6', '4')
    """
    counts = list(players)
    if len(counts) == 1:
        return str(counts[0])
    if counts == list(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]} to {counts[-1]}"
    return f"{', '.join(map(str, counts[:-1]))} or {counts[-1]}"
