"""The table and the question as a person is shown them, from what the engine knows: the hand last, sorted."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import cache, cached_property
from itertools import chain
from typing import Any, cast

from cardkit.core.cards import Card, Domain, Pile, Seat
from cardkit.core.description import Kind, Kinds, known_fields_of
from cardkit.core.events import plain
from cardkit.core.game import Game
from cardkit.core.state import Part, State, piles_in
from cardkit.core.texts import listed
from cardkit.plugins.lines import (
    Entry,
    HeldTogether,
    Laying,
    Line,
    Marked,
    Name,
    Order,
    PileSeen,
    Row,
    SuitName,
    Wide,
    called,
    cards_in_suits,
    from_one,
    hidden_said,
    in_order,
    interleaved,
    is_done,
    nobodys,
    pile_lines,
    pile_seen,
    singular,
    stack_lines,
    word_of,
)
from cardkit.plugins.sayings import all_of, capital, rank_said, suit_said

_NUMBER = re.compile(r"\d+\b")
_POINTS = frozenset({"scores", "points"})
"""What the core counts for each seat."""
_BEFORE_NAMES = frozenset({"against", "at", "by", "for", "from", "of", "to", "with"})
"""Words after which a name is expected: what ends in one says nothing where it stands without."""
_NEVER_SHOWN = frozenset({"seats", "turn", "count", "round"})


class Board:
    """What the person at a seat sees of a table, in lines and as the data that they are made of."""

    def __init__(
        self,
        view: State,
        seat: Seat,
        names: Sequence[str],
        order: Order | None = None,
        game: Game[Any, Any] | None = None,
        cards_of: Seat | None = None,
        laying: Laying | None = None,
    ) -> None:
        self._view = view
        self._seat = seat
        self.names = tuple(Name("you") if place == seat else Name(name) for place, name in enumerate(names))
        self._order = order
        self._game = game
        self._cards_of = cards_of
        self._laying = laying or Laying()
        self.piles = view.piles()
        self._facts: dict[str, Sequence[Entry]] = {}

    @classmethod
    def of(
        cls,
        game: Game[Any, Any],
        view: State,
        seat: Seat,
        names: Sequence[str],
        cards_of: Seat | None = None,
        laying: Laying | None = None,
    ) -> Board:
        """The board of a game, with its order of cards and what it says of its table."""
        return cls(view, seat, names, game.order_at(view), game, cards_of, laying)

    @property
    def is_ordered_by_seat(self) -> bool:
        """Whether each seat has its cards in an order of its own, which may change."""
        return self._game is not None and self._game.wants_seat("order")

    @cached_property
    def lying(self) -> list[dict[str, Any]]:
        """The piles as their seat sees them."""
        return [self.seen(pile, self.looks(pile), self.title(pile)) for pile in self.piles]

    def looks(self, pile: Pile) -> tuple[Any, ...]:
        """All by which it follows how a pile of its name is drawn, beside how others are called."""
        by = self._laying.of(pile, self._view.seats)
        takes = self._game.takes(self._view) if by and self._game is not None else None
        is_noted = word_of(pile.name) in self._noted
        return pile.sight, pile.eyes, pile.owner, pile.cards, pile.marks, is_noted, by, takes

    def seen(self, pile: Pile, looks: tuple[Any, ...], title: str) -> dict[str, Any]:
        """A pile as its seat sees it."""
        *_, is_noted, by, takes = looks
        return pile_seen(pile, self._seat, title, self._game, self._order, by, takes, is_noted=is_noted)

    def head(self, title: str, counts: str) -> Line:
        """Which game it is, whose turn, and how many cards lie where they can't be seen."""
        whose = "" if self._cards_of is None else f" for {self.names[self._cards_of]}"
        return head_line([title, counts, f"your turn{whose}"], self.lying, self.names, self._seat)

    def lines(self) -> Iterator[Line]:
        """What else people are to know, then the piles that are seen, one's own hand last."""
        yield from self.facts()
        yield from table_lines(self.lying, self.names, self._seat)

    def facts(self) -> Iterator[Entry]:
        """What people are to know of the table beside its piles."""
        yield from self.parts()
        for name, _ in self.fields:
            yield from self.fact(name)
        yield from self.of_parts
        yield from self.notes

    def counted(self) -> Iterator[Entry]:
        """What is counted: points, tricks, chips, and what has been won."""
        kinds = known_fields_of(cast(Any, type(self._view)))
        for name, value in self.fields:
            if _is_counted(value, kinds.get(name)):
                yield from self.fact(name)
        yield from (told for told in self.of_parts if _NUMBER.search(told.content))
        for note, value in zip(self._notes, self._noted.values(), strict=True):
            if _is_counted(value):
                yield from note
        yield from stack_lines(self.lying, self.names)
        if built := [pile for pile in self.piles if word_of(pile.name) in ("foundation", "foundations")]:
            yield Entry("on the foundations", str(sum(map(len, built))))

    def parts(self) -> Iterator[Entry]:
        """Who has which part in the game, where no field tells the same, and who plays together where not all do."""
        if self._game is None:
            return
        roles = self._game.roles(self._view)
        fields = {name for name, _ in self.fields} if roles else ()
        for role, seats in roles.items():
            told = Entry(role, listed([self.names[seat] for seat in seats]), at_seats=dict.fromkeys(seats, ""))
            field = role.replace(" ", "_")
            if seats and not (field in fields and str(told) in map(str, self.fact(field))):
                yield told
        for side in self._game.sides(self._view):
            if self._seat in side and 1 < len(side) < self._view.seats:
                others = [seat for seat in side if seat != self._seat]
                names = listed([self.names[seat] for seat in others])
                at_seats = dict.fromkeys(others, "")
                yield Entry("partner" if len(others) == 1 else "partners", names, at_seats=at_seats)

    @cached_property
    def of_parts(self) -> Sequence[Entry]:
        """What people are to know of each part of the table beside its piles: `your box: bet 10`."""
        return list(self._of_parts())

    def _of_parts(self) -> Iterator[Entry]:
        every = self._view.parts()
        parts = [(name, part, next((pile.owner for _, pile in piles_in(part)), None)) for name, part in every]
        of_each = Counter((word_of(name), owner) for name, _, owner in parts)
        for name, part, owner in parts:
            told = list(self._of_part(part, owner))
            if told:
                word, *places = name.split()
                which = map(from_one, places) if of_each[word, owner] > 1 else ()
                said = " ".join((singular(word), *which)).replace("_", " ")
                whose = "your" if owner == self._seat else f"{self.names[owner]}'s" if owner is not None else ""
                yield Entry(f"{whose} {said}".strip(), *interleaved(told, ", "))

    def _of_part(self, part: Part, owner: Seat | None) -> Iterator[Line]:
        """What is told of the plain fields of a part; not that it is its owner's."""
        kinds, hidden = known_fields_of(cast(Any, type(part))), _inside(cast(Any, type(part)))
        for field, value in vars(part).items():
            is_owner = value == owner and _is_seat(kinds.get(field))
            if field not in hidden and not is_owner and not any(piles_in(value)):
                for entry in self._fact(field, value, kinds.get(field)):
                    is_so = str(entry.label) == "now"
                    yield Line(entry.content) if is_so else Line(entry.label, " ", entry.content)

    @cached_property
    def _noted(self) -> Mapping[str, Any]:
        return self._game.notes(self._view) if self._game is not None else {}

    @property
    def notes(self) -> Iterator[Entry]:
        """What the game itself says of its table."""
        return chain.from_iterable(self._notes)

    @cached_property
    def _notes(self) -> Sequence[Sequence[Entry]]:
        return [[*self._note(name, value)] for name, value in self._noted.items()]

    def _note(self, name: str, value: Any) -> Iterator[Entry]:
        if isinstance(value, Mapping):
            by_seat = cast(Mapping[Seat, Any], value).items()
            each = {seat: Line(*_noted(one)) for seat, one in by_seat if one is not None}
            if each:
                told = [Line(self.names[seat], " ", one) for seat, one in each.items()]
                yield Entry(name, *interleaved(told, ", "), at_seats=each)
        elif value is not None:
            yield Entry(name, *_noted(value))

    @cached_property
    def fields(self) -> Sequence[tuple[str, Any]]:
        """The fields of the table that people are to know, with their values; not those that a note speaks of."""
        hidden, values = _never_shown(cast(Any, type(self._view))), vars(self._view)
        shown = (name for name in self._view.plain_fields() if name not in hidden and name not in self._noted)
        return [(name, values[name]) for name in shown]

    def fact(self, field: str) -> Sequence[Entry]:
        """What people are to know of a field of the table."""
        if field not in self._facts:
            kinds = known_fields_of(cast(Any, type(self._view))).get(field)
            try:
                self._facts[field] = [*self._fact(field, vars(self._view)[field], kinds)]
            except Exception:  # a value may fail when it is asked what it is, which takes nobody's table away
                self._facts[field] = [Entry(field.replace("_", " "), "?")]
        return self._facts[field]

    def has_told(self, field: str, fact: Sequence[Entry]) -> None:
        """Know what is told of a field, which was so before."""
        self._facts[field] = fact

    def title(self, pile: Pile) -> str:
        """What a pile is called, places from 1: `stock`, `your hand`, `Bo's layout 4`."""
        if pile.owner is None:
            return nobodys(pile.name)
        word = word_of(pile.name)
        said = called(pile.name) if len(pile.name.split()) > 2 else word
        return str(self._whose(pile.owner, said))

    def where(self, counts: str) -> Iterator[Line]:
        """How it stands in three sentences: what is to be known, what others have and lies open, what is one's own."""
        return where_lines(f"It is your turn in {counts}", list(self.facts()), self.lying, self.names, self._seat)

    def _whose(self, owner: Seat, word: str) -> str | Line:
        """What a pile is called: `your hand`, `Bo's books`."""
        like = [pile for pile in self.piles if pile.owner == owner and word_of(pile.name) == word]
        said = (singular(word) if len(like) == 1 else word).replace("_", " ")
        if is_done(said):
            return f"{said} by {self.names[owner]}"
        return f"your {said}" if owner == self._seat else Line(self.names[owner], f"'s {said}")

    def _fact(self, name: str, value: Any, kinds: Kinds | None = None) -> Iterator[Entry]:
        """A field of the table for people; nothing where it says no, none or nothing."""
        words, shown = (kinds and kinds.called) or self._called(name), plain(self._named(value, kinds))
        if value is True:
            yield Entry("now", words)
        elif isinstance(shown, dict):
            facts = [f"{key} {_said(part)}" for key, part in cast(Mapping[str, Any], shown).items() if part]
            if facts:
                yield Entry(words, ", ".join(facts))
        elif isinstance(shown, list):
            parts = list(map(_said, cast(list[Any], shown)))
            if any(cast(list[Any], shown)):
                whose = self.names if self._is_by_seat(name, kinds) else self._sides
                if name in _POINTS and len(parts) == len(self._sides):
                    whose = self._sides
                at_seats = _at_seats(parts) if whose is self.names and len(parts) == len(whose) else {}
                if len(parts) == len(whose) > 1:
                    parts = [Line(name, HeldTogether(f" {part}")) for name, part in zip(whose, parts, strict=True)]
                yield Entry(words, *interleaved(parts, ", "), at_seats=at_seats)
        elif shown or (value is not None and _is_seat(kinds)):
            is_mark = isinstance(shown, Name) and words.split()[-1] not in _BEFORE_NAMES
            yield Entry(words, _said(shown), at_seats={value: ""} if is_mark else {})

    def _called(self, field: str) -> str:
        """What a field is called: `this hand` for the points of a hand beside the scores of all."""
        if field == "points" and self._game is not None and hasattr(self._view, "scores"):
            return f"this {'round' if self._game.counts == 'turn' else self._game.counts}"
        return field.replace("_", " ")

    @cached_property
    def _sides(self) -> Sequence[str]:
        """Who plays together, where there are such: a number for each of them is told so."""
        sides = self._game.sides(self._view) if self._game is not None else ()
        return (
            [all_of([self.names[seat] for seat in side]) for side in sides] if 1 < len(sides) < self._view.seats else ()
        )

    def _is_by_seat(self, name: str, kinds: Kinds | None) -> bool:
        """Whether a field has a value for each seat: as its type says, because each seat sees its own, or as points."""
        is_said = kinds is not None and any(kind.by_seat for kind in kinds.each)
        return is_said or name in _POINTS or name in self._view.fields_marked("private")

    def _named(self, value: Any, kinds: Kinds | None) -> Any:
        """A value with the names of players in the place of their seats, and what has no order in one."""
        kind = _kind_of(value, kinds)
        inner = kind.parts if kind else ()
        if kind and kind.domain in (Domain.RANK, Domain.SUIT) and isinstance(value, str):
            return rank_said(value) if kind.domain is Domain.RANK else SuitName(suit_said(value))
        if kind and kind.domain is Domain.SEAT:
            return self.names[value] if type(value) is int and 0 <= value < len(self.names) else value
        if isinstance(value, Mapping):
            key, part = inner if len(inner) == 2 else (None, None)
            both = cast(Mapping[Any, Any], value).items()
            return {self._named(one, key): self._named(other, part) for one, other in both}
        if isinstance(value, set | frozenset):
            return [
                self._named(one, inner[0] if inner else None) for one in sorted(cast(set[Any], value), key=_by_size)
            ]
        if isinstance(value, list | tuple):
            parts = cast(Sequence[Any], value)
            each = inner if len(inner) == len(parts) else [inner[0] if inner else None] * len(parts)
            return [self._named(part, kinds) for part, kinds in zip(parts, each, strict=True)]
        return value.name.lower().replace("_", " ") if isinstance(value, Enum) else value


def _is_counted(value: Any, kinds: Kinds | None = None) -> bool:
    """Whether a value is a number, or holds some for the seats, and not what it is a number of: a seat, a place."""
    if isinstance(value, Mapping):
        return any(
            _is_counted(one) or (isinstance(one, str) and _NUMBER.match(one)) for one in cast(Any, value).values()
        )
    if isinstance(value, list | tuple):
        return _no_domain(kinds) and any(map(_is_counted, cast(Sequence[Any], value)))
    return isinstance(value, int | float) and not isinstance(value, bool | Enum) and _no_domain(kinds)


def _no_domain(kinds: Kinds | None) -> bool:
    return kinds is None or kinds.domain is None


def _at_seats(parts: Sequence[str]) -> dict[Seat, str]:
    """What of a field is told at each seat: of yes and no that it is so, and nothing where there is nothing."""
    return {seat: "" if part == "yes" else part for seat, part in enumerate(parts) if part not in ("no", "-")}


def _by_size(value: Any) -> tuple[bool, Any]:
    """What sorts numbers by how great they are, and anything else as it is written."""
    return (False, value) if isinstance(value, int) else (True, str(value))


def _said(part: Any) -> str | Marked:
    """What is told of a part of a field's value; what is marked, as names are, stays so."""
    if isinstance(part, list):
        return f"({', '.join(map(str, map(_said, cast(list[Any], part))))})"
    if isinstance(part, dict):
        facts = cast(dict[str, Any], part).items()
        return f"({', '.join(f'{key} {_said(value)}' for key, value in facts)})"
    if isinstance(part, Marked):
        return part
    return "-" if part is None or part == "" else ("no", "yes")[part] if isinstance(part, bool) else str(part)


def _kind_of(value: Any, kinds: Kinds | None) -> Kind | None:
    """The kind that tells how a value is named, of those that its field allows."""
    some = kinds.some if kinds else ()
    if len(some) == 1:
        return some[0]
    for kind in some:
        if type(value) is int if kind.domain is Domain.SEAT else kind.parts and isinstance(value, kind.base):
            return kind
    return None


def _is_seat(kinds: Kinds | None) -> bool:
    return kinds is not None and kinds.is_one(Domain.SEAT)


@cache
def _never_shown(state: Any) -> frozenset[str]:
    """The names of the fields that people aren't shown: the rules' own, and what the table only counts."""
    marked: frozenset[str] = state.fields_marked("inside") | state.uncounted_fields()
    return _NEVER_SHOWN | marked


@cache
def _inside(part: Any) -> frozenset[str]:
    """The names of a part's fields that people aren't shown."""
    return frozenset(field.name for field in dataclasses.fields(part) if "inside" in field.metadata)


def head_line(parts: Sequence[str], piles: Sequence[PileSeen], names: Sequence[str], seat: Seat) -> Line:
    """The first line of a table: what is said of it, and how many cards lie where they can't be seen."""
    said = [Line(HeldTogether(part)) for part in parts]
    return Line(*interleaved([*said, *hidden_said(piles, names, seat)], " · "))


def table_lines(piles: Sequence[PileSeen], names: Sequence[str], seat: Seat) -> Iterator[Line]:
    """The piles of a table in lines: what is won and lies aside in a line, then what is seen."""
    yield from stack_lines(piles, names)
    yield from pile_lines([pile for pile in piles if pile["looks"] != "stack" or pile["owner"] is None], names, seat)


def where_lines(
    begun: str, facts: Sequence[str], piles: Sequence[PileSeen], names: Sequence[str], seat: Seat
) -> Iterator[Line]:
    """How a table stands in three sentences: what is to be known, what others have and lies open, what is one's own."""
    yield Line(*interleaved([Line(begun), *facts], "; "), ".")
    is_owned = any(pile["owner"] is not None for pile in piles)
    theirs = [pile for pile in piles if pile["owner"] != seat]
    mine = [pile for pile in piles if pile["owner"] == seat]
    for some, none in (
        (theirs, "Nothing else lies on the table"),
        (mine, "You have no cards" if is_owned else "All that lies there is yours"),
    ):
        said = [*hidden_said(some, names, seat), *_in_words(some, names, seat)]
        yield capital(Line(*interleaved(said or [none], "; "), "."))


def _in_words(piles: Sequence[PileSeen], names: Sequence[str], seat: Seat) -> Iterator[str]:
    """The lines of a table in words alone, without columns."""
    for line in table_lines(piles, names, seat):
        yield from line.instead if isinstance(line, Wide) else [line]


def _noted(value: Any) -> Sequence[str | Card]:
    """What a game says of its table: cards in their suits, anything else as it is."""
    if isinstance(value, Pile):
        value = value.cards
    if isinstance(value, list | tuple):
        parts = cast(Sequence[Any], value)
        if all(isinstance(part, Card) for part in parts):
            return [cards_in_suits(in_order(parts, None))]
        return [*interleaved([Row(part, " ") for part in parts], " · ")]
    return [value if isinstance(value, str | Card) else f"{value:g}" if isinstance(value, float) else str(value)]
