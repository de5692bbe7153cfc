"""Rules without what checks their options: the same methods and values, read as fast as any object's."""

from __future__ import annotations

from functools import cache
from inspect import isfunction
from typing import Any, NoReturn, cast

from pydantic import BaseModel

from cardkit.core.game import Game


class _Lean(type(BaseModel)):  # type: ignore[misc]
    """Classes of games that inherit all but what pydantic's models bring, such as a hook in every attribute's way."""

    def __new__(cls, name: str, bases: tuple[type, ...], members: dict[str, Any]) -> Any:
        return type.__new__(cls, name, bases, members)

    def __init__(cls, name: str, bases: tuple[type, ...], members: dict[str, Any]) -> None:
        type.__init__(cls, name, bases, members)

    def mro(cls) -> list[type]:
        return [base for base in super().mro() if base is not BaseModel]


def _never(game: Any, name: str, *_: Any) -> NoReturn:
    raise AttributeError(f"the rules keep nothing outside the state: {name} can't be set")


def _of_model(name: str) -> Any:
    def method(game: Any, *given: Any, **named: Any) -> Any:
        return getattr(game._model, name)(*given, **named)

    return method


def _same(twin: Any, other: Any) -> bool:
    return bool(twin._model == getattr(other, "_model", other))


def _hash(twin: Any) -> int:
    return hash(twin._model)


def _fields(twin: Any) -> Any:
    return twin._model.__dict__


def _again(twin: Any, protocol: Any) -> Any:
    return lean, (twin._model,)


_OWN: dict[str, Any] = {
    "__reduce_ex__": _again,
    "__eq__": _same,
    "__hash__": _hash,
    "__dict__": property(_fields),
    "__setattr__": _never,
    "__delattr__": _never,
}
"""What twins do in their own way."""
_NOT_ASKED = {"__getattr__", "__init__", *_OWN}


@cache
def _lean_class(game: type[Game[Any, Any]]) -> Any:
    """The class of a game's twins: what it would have of pydantic's models, it asks the game itself for."""
    rules: list[Any] = [base for base in game.__mro__ if issubclass(base, Game)]
    of_games: set[str] = {
        name for base in rules for name, value in cast(dict[str, Any], vars(base)).items() if callable(value)
    }
    asked = [name for name, value in vars(BaseModel).items() if isfunction(value)]
    members = {name: _of_model(name) for name in asked if name not in of_games | _NOT_ASKED}
    named = {"__module__": game.__module__, "__qualname__": game.__qualname__}
    return _Lean(game.__name__, (game,), {**members, **_OWN, **named})


_MOST_KEPT = 100
_kept: dict[int, tuple[Game[Any, Any], Any]] = {}
"""Twins of games, by the identity of the games."""


def lean(game: Game[Any, Any]) -> Any:
    """The same rules with the same options, for loops that ask them a million times.

    A game with private attributes is its own twin.
    """
    kept = _kept.get(id(game))
    if kept is not None and kept[0] is game:
        return kept[1]
    if type(game).__private_attributes__ or isinstance(type(game), _Lean):
        return game
    twin = object.__new__(_lean_class(type(game)))
    for name, value in vars(game).items():
        object.__setattr__(twin, name, value)
    object.__setattr__(twin, "_model", game)
    if len(_kept) >= _MOST_KEPT:
        _kept.clear()
    _kept[id(game)] = game, twin
    return twin
