"""What is legal as patterns that typed words can fit: an action, or a form with its choices."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args, get_origin

from cardkit.core.acts.forms import Each, Form, SomeOf
from cardkit.core.cards import Card
from cardkit.core.piles import Domain
from cardkit.plugins.person.spelling import Speller, Words, used_by_verb
from cardkit.table.notation import fields_of, marks

MOST = 60
"""How many words are read of a line, and how many actions are made of a form that a line leaves open."""


@dataclass(frozen=True)
class Choice:
    """One of some values."""

    values: Sequence[Any]
    mark: object = None

    def words(self) -> Sequence[Any]:
        """What can be typed for it."""
        return self.values

    def cards(self) -> list[Card]:
        """The cards among the values."""
        return [] if isinstance(self.values, range) else [value for value in self.values if isinstance(value, Card)]


@dataclass(frozen=True)
class Some:
    """Some cards, in any order, but no fewer than `least`."""

    pack: Sequence[Card]
    least: int

    def words(self) -> Sequence[Card]:
        """What can be typed for one of them."""
        return self.pack

    def cards(self) -> Sequence[Card]:
        """The cards of which some are chosen."""
        return self.pack


@dataclass(frozen=True)
class Pattern:
    """An action's word, the choices of its fields, and what makes the action of the values that were chosen."""

    word: str
    fields: Sequence[Choice | Some]
    make: Callable[[Sequence[Any]], Any]
    is_open: bool
    """Whether the values that were not typed have to be tried, because they make one action or another."""

    @classmethod
    def of(cls, part: Any) -> Pattern:
        """The pattern of a legal action, or of a form."""
        if isinstance(part, Form):
            form = cast(Form[Any], part)
            choices = _fields_of_form(form)
            return cls(form.kind.word, choices, lambda values: form.find(form.kind(*values)), is_open=True)
        values = cast(dict[str, Any], vars(part))
        typed = [name if value is True else value for name, value in values.items()]
        fields = list(map(_fixed, typed, marks_of(type(part))))
        return cls(part.word, fields, lambda _: part, is_open=False)

    @classmethod
    def of_kind(cls, kind: Any, deck: Sequence[Card], seats: int) -> Pattern | None:
        """The pattern of every action of a class with this deck, legal or not; None where its fields have no bounds."""
        fields = [_any_value(one, deck, seats) for one in fields_of(kind).values()]
        known = [field for field in fields if field is not None]
        if len(known) < len(fields):
            return None
        return cls(kind.word, known, lambda values: kind(*values), is_open=True)

    @property
    def has_cards(self) -> bool:
        """Whether cards can be typed for it."""
        return any(field.cards() for field in self.fields)

    def meant(self, words: Words, speller: Speller) -> Iterator[Any]:
        """The actions that typed words can mean: each word is the beginning of one, and what comes last may be left
        out.
        """
        tokens = words.joined if self.has_cards else words.apart
        for used in used_by_verb(self.word, tokens):
            for values in _filled(self.fields, tokens[used:], speller):
                if any(isinstance(value, Some) for value in values) and self.is_open:
                    continue
                open_values = [value.values if isinstance(value, Choice) else (value,) for value in values]
                every = itertools.product(*open_values) if self.is_open else [values]
                yield from filter(None, map(self.make, itertools.islice(every, MOST)))


def _filled(fields: Sequence[Choice | Some], tokens: Sequence[str], speller: Speller) -> Iterator[list[Any]]:
    """Every way to share words out among fields; one that no word is left for stays as it is, and so may a player."""
    if not fields or not tokens:
        if not tokens:
            yield list(fields)
        return
    field, *rest = fields
    if isinstance(field, Some):
        for cards, left in _some(field, (), tokens, speller):
            yield from ([cards, *values] for values in _filled(rest, left, speller))
        return
    if field.mark is Domain.SEAT:
        yield from ([field, *values] for values in _filled(rest, tokens, speller))
    for value in field.values if field.mark is Domain.SEAT else _near(field.values, tokens[0]):
        for used in speller.used(value, tokens, field.mark):
            yield from ([value, *values] for values in _filled(rest, tokens[used:], speller))


def _near(values: Sequence[Any], token: str) -> Sequence[Any]:
    """The values that a word can mean at all: in a range, which may be very long, the number alone."""
    if isinstance(values, range):
        number = int(token[:18]) if token.isdecimal() and token.isascii() else None
        return [number] if number is not None and number in values else []
    return values


def _some(
    field: Some, chosen: tuple[Card, ...], tokens: Sequence[str], speller: Speller
) -> Iterator[tuple[tuple[Card, ...], Sequence[str]]]:
    """Some of the cards that the first words mean, and the words after them."""
    if len(chosen) >= field.least and (chosen or not field.least):
        yield chosen, tokens
    left = list(field.pack)
    for card in chosen:
        left.remove(card)
    for card in dict.fromkeys(left):
        for used in speller.used(card, tokens):
            yield from _some(field, (*chosen, card), tokens[used:], speller)


def _fixed(value: Any, mark: object) -> Choice | Some:
    """A field of one action, which has one value; of its cards the first will do to tell it from others."""
    if isinstance(value, tuple) and value and all(isinstance(part, Card) for part in cast(tuple[Any, ...], value)):
        return Some(cast(tuple[Card, ...], value), 1)
    return Choice([value], mark)


def _fields_of_form(form: Form[Any]) -> list[Choice | Some]:
    choices = form.choices if isinstance(form, Each | SomeOf) else ()
    kinds = list(marks_of(form.kind))
    if not isinstance(form, SomeOf):
        return [Choice(values, mark) for values, mark in zip(choices, kinds, strict=True)]
    place = form.kind.place_of_cards()
    del kinds[place]
    fields: list[Choice | Some] = [Choice(values, mark) for values, mark in zip(choices, kinds, strict=True)]
    fields.insert(place, Some(form.cards, form.least))
    return fields


def marks_of(kind: Any) -> Iterator[object]:
    """Of each field, whether it is a seat, a place, a rank or a suit, if it is one."""
    for one in fields_of(kind).values():
        yield next((mark for part in (one, *get_args(one)) for mark in marks(part) if isinstance(mark, Domain)), None)


def _any_value(kind: Any, deck: Sequence[Card], seats: int) -> Choice | Some | None:
    """Every value of a type, none first where it may be left out."""
    parts = [part for part in get_args(kind) if part is not type(None)]
    if type(None) in get_args(kind) and len(parts) == 1:
        value = _any_value(parts[0], deck, seats)
        return Choice((None, *value.values), value.mark) if isinstance(value, Choice) else value
    known = marks(kind)
    if kind is bool:
        return Choice((False,))
    if kind is Card:
        return Choice(deck)
    if get_origin(kind) is tuple and get_args(kind)[0] is Card:
        return Some(deck, 0)
    if get_origin(kind) is Literal:
        return Choice(get_args(kind))
    if Domain.RANK in known:
        return Choice(tuple(dict.fromkeys(card.rank for card in deck)), Domain.RANK)
    if Domain.SUIT in known:
        return Choice(tuple(dict.fromkeys(card.suit for card in deck)), Domain.SUIT)
    if Domain.SEAT in known:
        return Choice(range(seats), Domain.SEAT)
    return Choice(range(1000), Domain.PLACE) if Domain.PLACE in known or kind is int else None
