"""What a class of actions, events or tables says of its fields: their kinds, found once from their types."""

from __future__ import annotations

import builtins
import dataclasses
import inspect
import sys
import types
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from cardkit.core.cards import BY_SEAT, Card, Domain


class Kind:
    """One kind of values, such as `Card`, `Seat` or `tuple[Card, ...]`."""

    def __init__(self, written: Any) -> None:
        self.written = written
        """The type as it stands there."""
        marks: Sequence[Any] = getattr(written, "__metadata__", ())
        self.by_seat = BY_SEAT in marks
        """Whether it is a list with a value for each seat."""
        if self.by_seat:
            written = get_args(written)[0]
        self.base: Any = get_origin(written) or written
        """The type without what it is a type of: `tuple` of `tuple[Card, ...]`; `Literal` or `Annotated` itself."""
        self.domain: Domain | None = next((mark for mark in marks if isinstance(mark, Domain)), None)
        self.literals: Sequence[Any] = get_args(written) if self.base is Literal else _listed(marks)
        """The only values, where the type names them."""
        inner = () if self.base is Literal or self.base is Annotated else get_args(written)
        self.parts: tuple[Kinds, ...] = tuple(Kinds(part) for part in inner if part is not ...)
        """What it is a type of: cards, of `tuple[Card, ...]`; keys and values, of a dictionary."""

    def values(self, deck: Collection[Card], seats: int) -> Sequence[Any] | None:
        """Every value with this deck and number of seats; None where they have no end."""
        if self.domain is Domain.SEAT:
            return range(seats)
        if self.domain is Domain.PLACE:
            return range(len(deck))
        if self.domain is Domain.RANK:
            return tuple(dict.fromkeys(card.rank for card in deck))
        if self.domain is Domain.SUIT:
            return tuple(dict.fromkeys(card.suit for card in deck))
        if self.base is Card:
            return tuple(dict.fromkeys(deck))
        if self.base is bool:
            return (False, True)
        return (None,) if self.base is types.NoneType else self.literals or None


def _listed(marks: Sequence[Any]) -> Sequence[Any]:
    """The values that marks of a type allow: a list of them, a range, or the whole numbers between two bounds."""
    for mark in marks:
        if isinstance(mark, list | tuple | range):
            return cast(Sequence[Any], mark)
        bounds = {name: bound for part in getattr(mark, "metadata", ()) for name, bound in _bounds_of(part).items()}
        low, high = bounds.get("ge", bounds.get("gt", 0) + 1), bounds.get("le", bounds.get("lt", 0) - 1)
        if {"ge", "gt"} & bounds.keys() and {"le", "lt"} & bounds.keys() and type(low) is type(high) is int:
            return range(low, high + 1)
    return ()


def _bounds_of(mark: Any) -> Mapping[str, Any]:
    """The bounds of a mark of pydantic's, by their names."""
    return {name: getattr(mark, name) for name in ("ge", "gt", "le", "lt") if hasattr(mark, name)}


class Kinds:
    """The kinds of values that a type allows: two for `Suit | None`."""

    def __init__(self, written: Any) -> None:
        self.written = written
        """The type as it stands there."""
        self.called, written = _called(written)
        """What people call the field, where its type says so."""
        self.each = tuple(map(Kind, alternatives(written)))
        """The kinds in their order, that of None among them."""
        self.some = tuple(kind for kind in self.each if kind.base is not types.NoneType)
        """The kinds without that of None."""
        self.optional = len(self.some) < len(self.each)
        """Whether a value may be None."""
        self.many = any(kind.base is tuple for kind in self.each)
        """Whether a value may be a tuple."""
        self.domain: Domain | None = next(self._domains(), None)
        """Whether its values, or what they hold, are seats, places, ranks or suits."""

    def _domains(self) -> Iterator[Domain]:
        for kind in self.each:
            inner = (part.domain for part in kind.parts)
            yield from (domain for domain in (kind.domain, *inner) if domain is not None)

    def is_one(self, domain: Domain) -> bool:
        """Whether a value may be a seat, for example, and not only hold some."""
        return any(kind.domain is domain for kind in self.each)

    def values(self, deck: Collection[Card], seats: int) -> Sequence[Any] | None:
        """Every value with this deck and number of seats; None where they have no end."""
        found = [kind.values(deck, seats) for kind in self.each]
        ends = [values for values in found if values is not None]
        return tuple(chain.from_iterable(ends)) if len(ends) == len(found) else None


def _called(written: Any) -> tuple[str, Any]:
    """The text that a type is marked with, or an empty one, and the type without it."""
    marks = getattr(written, "__metadata__", ())
    name = next((mark for mark in marks if type(mark) is str and mark != BY_SEAT), "")
    if not name:
        return "", written
    inner, rest = get_args(written)[0], tuple(mark for mark in marks if mark is not name)
    return name, cast(Any, Annotated)[(inner, *rest)] if rest else inner


@cache
def fields_of(cls: Any) -> Mapping[str, Kinds]:
    """The fields of a class in their order, each with its kinds; raises NameError where a type isn't there."""
    hints = get_type_hints(cls, include_extras=True)
    return {field.name: Kinds(hints[field.name]) for field in dataclasses.fields(cls)}


class Unknown:
    """What a type names that nobody else can look up: a class of a function, or one for checkers of types alone."""

    def __class_getitem__(cls, _: Any) -> type[Unknown]:
        return cls


class _Names(dict[str, Any]):
    """The names that a class knows beside those of its module; what neither has is `Unknown`."""

    def __init__(self, cls: type) -> None:
        super().__init__(vars(cls))
        self.module = vars(sys.modules[cls.__module__]) if cls.__module__ in sys.modules else {}

    def __missing__(self, name: str) -> Any:
        if name in self.module or hasattr(builtins, name):
            raise KeyError(name)
        return Unknown

    def hint(self, text: Any) -> Any:
        """The type that a text names."""
        try:
            holder = types.SimpleNamespace(__annotations__={"of": text})
            return get_type_hints(holder, self.module, self, include_extras=True)["of"]
        except Exception:  # what is no type does no harm where nobody asks for it
            return Unknown


@cache
def known_fields_of(cls: Any) -> Mapping[str, Kinds]:
    """The fields of a class in their order, each with its kinds, `Unknown` in the place of types that aren't there."""
    hints: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        names = _Names(base)
        hints |= {name: names.hint(text) for name, text in inspect.get_annotations(base).items()}
    return {field.name: Kinds(hints[field.name]) for field in dataclasses.fields(cls)}


def domains_of(cls: Any) -> list[Domain | None]:
    """Of each field in its order, whether its values are seats, places, ranks or suits."""
    return [kinds.domain for kinds in fields_of(cls).values()]


def alternatives(written: Any) -> tuple[Any, ...]:
    """The types of which a value is one: the type itself, or those of a union."""
    if get_origin(written) in (Union, types.UnionType):
        return tuple(chain.from_iterable(map(alternatives, get_args(written))))
    return (written,)


def classes_in(written: Any) -> Iterator[type]:
    """The classes that a type names, at any depth."""
    if isinstance(written, type) and not get_args(written):
        yield written
    for part in get_args(written):
        yield from classes_in(part)


def alternatives_in(written: Any) -> set[Any]:
    """The classes of which a value is one by its type, but for that of None."""
    if get_origin(written) is Annotated:
        return alternatives_in(get_args(written)[0])
    if get_origin(written) in (Union, types.UnionType):
        return {kind for part in get_args(written) for kind in alternatives_in(part)} - {type(None)}
    return {get_origin(written) or written}
