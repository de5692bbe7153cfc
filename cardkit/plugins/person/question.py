"""What a person may do, in few lines: the actions by their words, each with all that it can be done with."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterator, Sequence
from math import prod
from typing import Any, cast

from cardkit.core.acts.actions import Pass
from cardkit.core.acts.choices import kind_of, parts_of
from cardkit.core.acts.forms import Each, Form, SomeOf, spread
from cardkit.core.cards import Card
from cardkit.core.piles import Domain
from cardkit.plugins.lines import Entry, Line, Marked, Row, interleaved
from cardkit.plugins.person.board import Order, cards_in_suits, in_order, in_usual_ranks
from cardkit.plugins.person.patterns import marks_of

_HAND = Line("your hand")
_FEW = 3
"""Up to how many cards are named though they are all of a hand."""
_MOST_LINES = 6
"""How many lines the actions of one kind have, where their fields depend on each other."""


def numbered(legal: Sequence[Any]) -> Sequence[Any]:
    """The actions that have a number: all, where they are words alone, which no number can mean."""
    parts = parts_of(legal)
    return parts if all(not isinstance(part, Form) and not vars(part) for part in parts) else ()


def question_lines(
    legal: Sequence[Any], names: Sequence[str], order: Order | None, hand: Collection[Card] = ()
) -> Iterator[Entry]:
    """The legal actions, those of a word in a line, those without cards or anything else in the last one."""
    parts = parts_of(legal)
    if words := numbered(legal):
        passing = ", as Enter does" if isinstance(words[-1], Pass) else ""
        yield Entry("you can", ", ".join(f"{number} {action}" for number, action in enumerate(words, 1)), passing)
        return
    asking = _Asking(names, order, hand)
    kinds: dict[tuple[Any, int], list[Any]] = {}
    for part in parts:
        if isinstance(part, Form):
            yield asking.form(cast(Form[Any], part))
        elif values := _values(part):
            kinds.setdefault((kind_of(part), len(values)), []).append(values)
    for (kind, _), rows in kinds.items():
        yield from asking.actions(kind, rows)
    alone = [str(part) for part in parts if not isinstance(part, Form) and not _values(part)]
    if alone:
        alone[-1] += ", as Enter does" if isinstance(parts[-1], Pass) else ""
        yield Entry("or", ", ".join(alone))


def help_lines(legal: Sequence[Any], said: Callable[[Any], Line]) -> Iterator[Entry]:
    """What can be done now, each kind of action with an example of what is typed and what its author says of it."""
    kinds: dict[Any, Any] = {}
    for part in parts_of(legal):
        kinds.setdefault(kind_of(part), part)
    for kind, part in kinds.items():
        example = cast(Form[Any], part).nth(0) if isinstance(part, Form) else part
        meaning = inspect.cleandoc(kind.__doc__ or "").split("\n\n")[0].replace("\n", " ")
        yield Entry(said(example), meaning or "what the rules say")


def _values(action: Any) -> tuple[Any, ...]:
    """What has to be typed beside the action's own word, field by field."""
    values = cast(dict[str, Any], vars(action))
    return tuple(
        name if value is True else value
        for name, value in values.items()
        if value is not None and value is not False and value != ()
    )


class _Asking:
    """Writes the choices of actions in the words of a table: players by name, cards in their order."""

    def __init__(self, names: Sequence[str], order: Order | None, hand: Collection[Card]) -> None:
        self._names = names
        self._order = order
        self._hand = frozenset(hand)

    def form(self, form: Form[Any]) -> Entry:
        """A form in a line."""
        if isinstance(form, SomeOf):
            number = str(form.least) if form.least == form.most else f"{form.least} to {form.most}"
            cards = Line(f"{number} of ", self._cards(form.cards))
            return Entry(form.kind.word, *interleaved([cards, *map(Line, map(spread, form.choices))], " · "))
        choices = form.choices if isinstance(form, Each) else ()
        every = zip(choices, marks_of(form.kind), strict=True)
        return Entry(form.kind.word, *interleaved([self._some(values, mark) for values, mark in every], " · "))

    def actions(self, kind: Any, rows: Sequence[tuple[Any, ...]]) -> Iterator[Entry]:
        """The actions of a kind: in one line where all choices go together, else one for each of the first."""
        marks = list(marks_of(kind))
        columns = [list(dict.fromkeys(column)) for column in zip(*rows, strict=True)]
        if prod(map(len, columns)) == len(rows):
            yield Entry(kind.word, *interleaved(list(map(self._some, columns, marks)), " · "))
        elif len(columns[0]) <= _MOST_LINES:
            for first in columns[0]:
                after = [row[1:] for row in rows if row[0] == first]
                rest = [list(dict.fromkeys(column)) for column in zip(*after, strict=True)]
                begun = Line(f"{kind.word} ", self._one(first, marks[0]))
                yield Entry(begun, *interleaved(list(map(self._some, rest, marks[1:])), " · "))
        else:
            lines = [Line(*interleaved(list(map(self._one, row, marks)), " ")) for row in rows]
            yield Entry(kind.word, Row(lines, ", "))

    def _some(self, values: Sequence[Any], mark: object) -> Marked:
        """Several values of a field."""
        if isinstance(values, range) and len(values) > 2:
            return Line(spread(values))
        if all(isinstance(value, Card) for value in values):
            cards = self._cards(cast(Sequence[Card], values))
            return Line("one of ", cards) if cards == _HAND else cards
        if mark is Domain.PLACE:
            values = sorted(values)
        if mark is Domain.RANK:
            values = in_usual_ranks(cast(Sequence[str], values))
        shown = [self._one(value, mark) for value in values]
        return Row(shown, ", " if mark is Domain.SEAT or any(" " in one for one in shown) else " ")

    def _cards(self, cards: Sequence[Card]) -> Marked:
        """Cards to choose from, in a few words where they are all of a hand that is on the screen."""
        many = len(cards) > _FEW and self._hand == frozenset(cards)
        return _HAND if many else cards_in_suits(in_order(cards, self._order))

    def _one(self, value: Any, mark: object) -> Line:
        if mark is Domain.SEAT:
            return Line(self._names[int(value)])
        if isinstance(value, tuple):
            return Line(*interleaved([self._one(part, None) for part in cast(tuple[Any, ...], value)], " "))
        return Line(value if isinstance(value, Card) else str(value))
