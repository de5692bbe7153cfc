"""The position that a match is in: all that makes a difference to how it goes on, to be kept and gone back to."""

from __future__ import annotations

from operator import is_
from typing import Any, NamedTuple, cast

from cardkit.core.cards import Card
from cardkit.core.piles import Marks, Pile, Seat, Sight
from cardkit.core.state import Part, State, hashable, rebuilt


class Snapshot(NamedTuple):
    """The fields of a state, its piles and their cards at one moment."""

    fields: dict[str, Any]
    piles: list[Pile]
    names: list[str]
    cards: list[list[Card]]
    known: list[tuple[Sight, tuple[Seat, ...], list[Marks]]]


class Position:
    """The position that a state is in while a match changes it.

    It is made of the cards of every pile in their order, and of every attribute that the state has, but for fields
    that are declared as uncounted.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        state.look_for_piles()
        self._survey()

    def _survey(self) -> None:
        state = self.state
        self.piles = state.piles()
        self.lists = [pile.cards for pile in self.piles]
        self._names = [pile.name for pile in self.piles]
        changeable = {name: value for name, value in vars(state).items() if not _is_unchanging(value)}
        flat = {name for name, value in changeable.items() if type(value) is list and _is_row(cast(list[Any], value))}
        self._rows = [name for name in changeable if name in flat]
        self._changeable = [name for name in changeable if name not in flat]
        self._passed_over = state.uncounted_fields().union(state.fields_for_piles())

    def look(self) -> None:
        """Find the piles anew where some have come or gone."""
        if self.state.look_for_piles():
            self._survey()

    def cards(self) -> set[Card]:
        """The different cards on the table."""
        return {card for lying in self.lists for card in lying}

    def fields(self) -> dict[str, Any]:
        """The fields as they are now, in which later changes don't show but for those of piles."""
        fields = self.plain_fields()
        for name in self._rows:
            fields[name] = fields[name].copy()
        return fields

    def plain_fields(self) -> dict[str, Any]:
        """The fields as they are now, in which later changes don't show but for those of piles and of rows of piles."""
        fields = vars(self.state).copy()
        for name in self._changeable:
            fields[name] = rebuilt(fields[name], _itself)
        return fields

    def put_back(self, fields: dict[str, Any]) -> None:
        """Put fields back as they were, the very ones where they are so."""
        now = vars(self.state).copy()
        vars(self.state).clear()
        vars(self.state).update({name: _same(now.get(name), value) for name, value in fields.items()})
        self.look()

    def snapshot(self) -> Snapshot:
        """The position as it is now."""
        return Snapshot(self.fields(), self.piles, self._names, [cards.copy() for cards in self.lists], self.known())

    def known(self) -> list[tuple[Sight, tuple[Seat, ...], list[Marks]]]:
        """Of each pile who sees it, and what was told of its cards."""
        return [pile.known for pile in self.piles]

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot, with piles of its own."""
        copies = {id(pile): pile.copy() for pile in snapshot.piles}
        for copy, kept, known in zip(copies.values(), snapshot.cards, snapshot.known, strict=True):
            copy.cards[:] = kept
            copy.sight, copy.eyes, copy.marks = known
        fields = {name: rebuilt(value, lambda pile: copies[id(pile)]) for name, value in snapshot.fields.items()}
        vars(self.state).clear()
        vars(self.state).update(fields)
        self.state.find_piles()
        self._survey()

    def is_at(self, snapshot: Snapshot) -> bool:
        """Whether the position is that of a snapshot."""
        if self.lists != snapshot.cards or self._names != snapshot.names:
            return False
        passed_over = self._passed_over
        return _counted(vars(self.state), passed_over) == _counted(snapshot.fields, passed_over)

    def digest(self) -> int:
        """A number for the position: the same for the same position while the program runs, hardly ever for another."""
        try:
            fields = vars(self.state)
            plain = [fields[name] for name in fields if name not in self._passed_over]
            return hash((*map(tuple, self.lists), *plain))
        except TypeError:
            return hash(self.state.position())


def _same(row: Any, before: Any) -> Any:
    """A row of the very same piles as before, or else what was there before."""
    if type(row) is not list or type(before) is not list:
        return before
    now, then = cast(list[Any], row), cast(list[Any], before)
    return now if len(now) == len(then) and all(map(is_, now, then)) else then


def _counted(fields: dict[str, Any], passed_over: frozenset[str]) -> dict[str, Any]:
    return {name: hashable(value, piles=False) for name, value in fields.items() if name not in passed_over}


_ALONE = frozenset({Pile, str, int, float, bool})


def _is_unchanging(value: Any) -> bool:
    """Whether a field changes only by being set anew, and so needs no copy; None may become something that does not.

    Piles change, but what happened to them is in the dealer's journal; in lists and dictionaries they may come and go.
    """
    if type(value) in _ALONE:
        return True
    if type(value) is list:
        return False
    if _is_piles(value):
        return isinstance(value, Pile | tuple)
    try:
        hash(value)
    except TypeError:
        return False
    return value is not None and not isinstance(value, Part)


def _is_row(parts: list[Any]) -> bool:
    """Whether a list holds piles alone, not in further lists."""
    return all(isinstance(part, Pile) for part in parts)


def _is_piles(value: Any) -> bool:
    """Whether a field holds piles, and nothing else."""
    if isinstance(value, dict):
        return _is_piles(list(cast(dict[Any, Any], value).values()))
    if isinstance(value, list | tuple):
        parts = cast(list[Any], value)
        return bool(parts) and all(map(_is_piles, parts))
    return isinstance(value, Pile)


def _itself(pile: Pile) -> Pile:
    return pile
