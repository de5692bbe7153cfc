"""The table of a game: piles in fields, lists, dictionaries and parts, plain values beside them, views and copies."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from operator import is_
from typing import Any, Self, TypeVar, cast, dataclass_transform, overload

from cardkit.core.cards import Card, Pile, Seat
from cardkit.core.description import alternatives_in, classes_in, known_fields_of
from cardkit.core.errors import GameFault, at, at_caller, shared, shown, typed, typeless

NEVER_A_PILE = frozenset({str, int, float, bool, type(None)})
_UNCHANGING = NEVER_A_PILE | {Card}


@dataclass_transform(kw_only_default=True)
class Part:
    """A part of a table with piles and plain fields of its own, such as a box in Blackjack; made with keywords.

    Subclasses become dataclasses by being declared. Parts lie in fields of the state, in lists or dictionaries; they
    may come and go while the game is played.
    """

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for name, value in typeless(cls):
            raise GameFault(cls.__name__, typed(name, value) + at(cls))
        for reason in shared(cls):
            raise GameFault(cls.__name__, reason + at(cls))
        dataclasses.dataclass(kw_only=True)(cls)


def members(value: Any) -> Iterable[tuple[Any, Any]]:
    """What a field's value holds, each with what leads to it: a place, a key, or the name of a part's field."""
    if isinstance(value, list | tuple):
        return enumerate(cast(list[Any], value))
    if isinstance(value, dict):
        return cast(dict[Any, Any], value).items()
    return vars(value).items() if isinstance(value, Part) else ()


def piles_in(value: Any) -> list[tuple[str, Pile]]:
    """The piles in a field's value, each with what follows the field's name in the name of the pile."""
    if isinstance(value, Pile):
        return [("", value)]
    found: list[tuple[str, Pile]] = []
    for key, part in members(value):
        if type(part) is Pile:
            found.append((f" {key}", part))
        elif type(part) not in _UNCHANGING:
            found += [(f" {key}{rest}", pile) for rest, pile in piles_in(part)]
    return found


def lying_in(value: Any) -> Any:
    """The identities of the piles in a field's value, in its shape, to be compared; None where there are none."""
    kind = cast(Any, type(value))
    if kind is Pile:
        return id(value)
    if kind is list or kind is tuple:
        if set(map(type, value)) == _PILES:
            return [*map(id, value)]
        found = [lying_in(part) for part in value]
        return found if any([one is not None for one in found]) else None
    if kind in _UNCHANGING:
        return None
    return [(key, inside) for key, part in members(value) if (inside := lying_in(part)) is not None] or None


def parts_in(value: Any) -> Iterator[tuple[str, Part]]:
    """The parts in a field's value, each with what follows the field's name in the names of its piles."""
    if isinstance(value, Part):
        yield "", value
    for key, one in members(value):
        if type(one) not in NEVER_A_PILE:
            yield from ((f" {key}{rest}", part) for rest, part in parts_in(one))


def not_a_pile(value: Any) -> Any:
    """Something in the value of a field for piles that is no pile, and is not None; None where there is none."""
    if isinstance(value, Pile):
        return None
    if isinstance(value, list | tuple):
        parts = cast(list[Any], value)
        return parts if any(not_a_pile(part) is not None for part in parts) else None
    if isinstance(value, dict):
        return not_a_pile(list(cast(dict[Any, Any], value).values()))
    return value


def rebuilt(value: Any, turn: Callable[[Pile], Pile]) -> Any:
    """A copy of a field's value in which each pile is replaced by what `turn` makes of it."""
    kind = cast(Any, type(value))
    if kind in _UNCHANGING:
        return value
    if kind is Pile:
        return turn(value)
    if kind is list:
        kinds = set(map(type, value))
        if _UNCHANGING.issuperset(kinds):
            return value.copy()
        return [*map(turn, value)] if kinds == _PILES else [rebuilt(part, turn) for part in value]
    if kind is tuple:
        return tuple([rebuilt(part, turn) for part in value])
    if kind is dict:
        if _UNCHANGING.issuperset(map(type, value.values())):
            return value.copy()
        return {key: rebuilt(part, turn) for key, part in value.items()}
    if isinstance(value, Part):
        twin: Part = object.__new__(kind)
        vars(twin).update(rebuilt_fields(vars(value), turn))
        return twin
    return copy.deepcopy(value, {id(pile): turn(pile) for _, pile in piles_in(value)})


def rebuilt_fields(fields: dict[str, Any], turn: Callable[[Pile], Pile]) -> dict[str, Any]:
    """Copies of fields by their names, in which each pile is replaced by what `turn` makes of it."""
    made = fields.copy()
    for name, part in fields.items():
        if type(part) not in _UNCHANGING:
            made[name] = rebuilt(part, turn)
    return made


def hashable(value: Any, *, piles: bool = True) -> Any:
    """A field's value as something that can be hashed, and is equal for equal values in the same order.

    Where piles are left out, it makes no difference which cards lie in them.
    """
    if isinstance(value, Pile):
        return (tuple(value.cards) if not value.marks else (*value.cards, tuple(value.marks))) if piles else None
    if isinstance(value, list | tuple):
        return tuple(hashable(part, piles=piles) for part in cast(list[Any], value))
    if isinstance(value, dict):
        return tuple((key, hashable(part, piles=piles)) for key, part in cast(dict[Any, Any], value).items())
    if isinstance(value, set):
        return frozenset(cast(set[Any], value))
    if type(value).__hash__ is None:
        return hashable(vars(value), piles=piles) if hasattr(value, "__dict__") else repr(value)
    return value


def of_seat(value: Any, seat: Seat) -> Any:
    """A private field's value as a seat sees it: None in the place of what belongs to other seats."""
    if isinstance(value, dict):
        return {key: part if key == seat else None for key, part in cast(dict[Any, Any], value).items()}
    if isinstance(value, list | tuple):
        parts = cast(list[Any], value)
        return type(cast(Any, value))([part if place == seat else None for place, part in enumerate(parts)])
    return None


T = TypeVar("T")
_PILES = {Pile}
_LISTS = {list}


def uncounted(*, default: T) -> T:
    """A field that counts something and so makes no difference between two positions."""
    return dataclasses.field(default=default, compare=False)


@overload
def private(*, default: T) -> T: ...
@overload
def private(*, default_factory: Callable[[], T]) -> T: ...
def private(**given: Any) -> Any:
    """A field with a value for each seat, in a list, a tuple or a dictionary, that only this seat sees.

    In the view of another seat the value is None.
    """
    return dataclasses.field(**given, metadata={"private": True})


@overload
def inside(*, default: T) -> T: ...
@overload
def inside(*, default_factory: Callable[[], T]) -> T: ...
def inside(**given: Any) -> Any:
    """A field that the rules need and people aren't shown."""
    return dataclasses.field(**given, metadata={"inside": True})


_CHANGING = frozenset({list, dict, set})


@dataclass_transform(kw_only_default=True, field_specifiers=(dataclasses.field, uncounted, private, inside))
@dataclasses.dataclass(kw_only=True)
class State:
    """A table in the middle of a game: a subclass's fields are its piles and whatever else the rules need.

    Subclasses become dataclasses by being declared, and are made with keywords. Piles are named by their fields:
    `stock`, `hands 0`. Turns are counted in `count`; two states that differ in nothing but uncounted fields are the
    same position, so the rules may write these fields but not read them. Rounds are counted in `round`, by the dealer.
    """

    __slots__ = (
        "__dict__",
        "__weakref__",
        "_deep",
        "_deeply",
        "_held",
        "_holders",
        "_holding",
        "_piles",
        "_plain",
        "_recipe",
        "_rows",
        "_sizes",
    )

    seats: int
    turn: Seat = 0
    count: int = uncounted(default=0)
    round: int = 0

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for name in vars(cls).get("__annotations__", ()):
            if callable(getattr(State, name, None)):
                raise GameFault(cls.__name__, f"its field {name} has the name of a method that every state has")
            if name in ("round", "seats"):
                reason = f"its field {name} is one that every state has, and counts: leave it out, or call it otherwise"
                raise GameFault(cls.__name__, reason + at(cls))
        for name, value in typeless(cls):
            raise GameFault(cls.__name__, typed(name, value) + at(cls))
        for reason in shared(cls):
            raise GameFault(cls.__name__, reason + at(cls))
        dataclasses.dataclass(kw_only=True)(cls)

    def __post_init__(self) -> None:
        fields = vars(self)
        for name in self.fields_for_piles():
            value = fields[name]
            if type(value) is Pile or (type(value) is list and set(map(type, cast(list[Any], value))) == _PILES):
                continue
            if (other := not_a_pile(vars(self)[name])) is not None:
                reason = f"its field {name} is for piles, and was given {shown(other)}: write `Pile.face_down(cards)`"
                raise GameFault(type(self).__name__, reason + at_caller())
        self.find_piles()

    @classmethod
    @cache
    def fields_for_piles(cls) -> list[str]:
        """The names of the fields that are piles by their types."""
        kinds = {name: {*classes_in(field.written)} for name, field in known_fields_of(cast(Any, cls)).items()}
        return [name for name, named in kinds.items() if Pile in named and Card not in named]

    @classmethod
    @cache
    def fields_of_any_kind(cls) -> frozenset[str]:
        """The names of the fields that may hold a number at one time, and a list, or what else changes, at another."""
        named = {name: alternatives_in(field.written) for name, field in known_fields_of(cast(Any, cls)).items()}
        return frozenset(
            name for name, kinds in named.items() if Any in kinds or (len(kinds) > 1 and kinds & _CHANGING)
        )

    @classmethod
    @cache
    def fields_marked(cls, mark: str) -> frozenset[str]:
        """The names of the fields that are marked so: as `private`, or as `inside`."""
        return frozenset(field.name for field in dataclasses.fields(cls) if mark in field.metadata)

    def find_piles(self) -> None:
        """Find the piles and name them by their fields."""
        piles: list[Pile] = []
        plain: list[str] = []
        holders: list[Any] = []
        rows: list[list[Any]] = []
        row: list[Any] = []
        deep: list[str] = []
        holding: list[tuple[str, Any]] = []
        for_piles = self.fields_for_piles()
        for field, value in vars(self).items():
            kind = cast(Any, type(value))
            if kind is Pile:
                value.name = field
                piles.append(value)
                holding.append((field, value))
                continue
            if kind in NEVER_A_PILE and field not in for_piles:
                plain.append(field)
                continue
            if (kind is list or kind is tuple) and value:
                kinds = set(map(type, value))
                if kinds == _PILES:
                    for place, pile in enumerate(value):
                        pile.name = f"{field} {place}"
                    piles += value
                    if kind is list:
                        holders.append(value)
                        rows.append(value)
                        row += value
                    holding.append((field, value))
                    continue
                if kinds <= NEVER_A_PILE and field not in for_piles:
                    if kind is list:
                        holders.append(value)
                    plain.append(field)
                    continue
                if kind is list and kinds == _LISTS and set(map(type, chain.from_iterable(value))) == _PILES:
                    for place, inner in enumerate(value):
                        for number, pile in enumerate(inner):
                            pile.name = f"{field} {place} {number}"
                    holders += [value, *value]
                    rows += [value, *value]
                    row += value
                    for inner in value:
                        piles += inner
                        row += inner
                    holding.append((field, value))
                    continue
            found = piles_in(value)
            for rest, pile in found:
                pile.name = field + rest
                piles.append(pile)
            if found or field in for_piles:
                deep.append(field)
                continue
            plain.append(field)
            if kind is list or kind is dict:
                holders.append(value)
                if not value:
                    holding.append((field, value))
        self._piles, self._plain = piles, plain
        self._holders, self._sizes = holders, [*map(len, holders)]
        self._rows = rows
        self._holding, self._held = [name for name, _ in holding], [*[value for _, value in holding], *row]
        self._deep, self._deeply = deep, self._in_depth(deep)

    def _in_depth(self, fields: list[str]) -> list[Any]:
        """Where which piles lie in parts, in dictionaries, or in lists of lists."""
        return [lying_in(vars(self)[field]) for field in fields]

    def name_piles(self) -> list[Pile]:
        """Name every pile by its field, those too that have just come and may soon go; the piles, in that order."""
        found = list[Pile]()
        for field, value in vars(self).items():
            if type(value) not in NEVER_A_PILE:
                for rest, pile in piles_in(value):
                    pile.name = field + rest
                    found.append(pile)
        return found

    def look_for_piles(self) -> bool:
        """Whether piles have come or gone since the last look; then they are found and named again."""
        if not hasattr(self, "_holders"):
            self.find_piles()
            return True
        fields = vars(self)
        if (
            [*map(len, self._holders)] == self._sizes
            and all(map(is_, chain(map(fields.__getitem__, self._holding), *self._rows), self._held))
            and (not self._deep or self._in_depth(self._deep) == self._deeply)
        ):
            return False
        self.find_piles()
        return True

    def piles(self) -> list[Pile]:
        """Every pile on the table, in the order of the fields."""
        if not hasattr(self, "_piles"):
            self.find_piles()
        return self._piles.copy()

    def plain_fields(self) -> list[str]:
        """The names of the fields that hold no piles."""
        if not hasattr(self, "_plain"):
            self.find_piles()
        return self._plain.copy()

    def parts(self) -> list[tuple[str, Part]]:
        """Every part of the table with its name, such as `boxes 0`, in the order of the fields."""
        if not hasattr(self, "_deep"):
            self.find_piles()
        return [(name + rest, part) for name in self._deep for rest, part in parts_in(vars(self)[name])]

    def others(self, seat: Seat | None = None) -> list[Seat]:
        """The other seats in turn order, beginning at the left of `seat`, or of the one whose turn it is."""
        start = (self.turn if seat is None else seat) % self.seats
        return [*range(start + 1, self.seats), *range(start)]

    def everybody(self) -> range:
        """All seats, in their order."""
        return range(self.seats)

    def pass_turn(self) -> None:
        """Let the next seat have its turn."""
        self.turn = (self.turn + 1) % self.seats
        self.count += 1

    def clone(self) -> Self:
        """A copy that shares nothing that can change."""
        return self.rebuilt(Pile.copy)

    def rebuilt(self, turn: Callable[[Pile], Pile]) -> Self:
        """A copy that shares nothing that can change, with what `turn` makes of each pile in its place."""
        twin = object.__new__(type(self))
        vars(twin).update(rebuilt_fields(vars(self), turn))
        return twin

    def view(self, seat: Seat | None) -> Self:
        """The table as a seat sees it: the same type, hidden cards turned to BACK; None sees everything."""
        self.look_for_piles()
        piles: list[Pile] = []

        def seen(pile: Pile) -> Pile:
            piles.append(pile.view(seat))
            return piles[-1]

        view = self.rebuilt(seen)
        view._piles, view._plain, view._deep = piles, self._plain, self._deep
        if seat is not None:
            for name in self.fields_marked("private"):
                vars(view)[name] = of_seat(vars(view)[name], seat)
        return view

    @classmethod
    @cache
    def uncounted_fields(cls) -> frozenset[str]:
        """The names of the fields that make no difference to how the game goes on."""
        return frozenset(field.name for field in dataclasses.fields(cls) if not field.compare)

    def forget_counts(self) -> None:
        """Set every uncounted field to what it was at first, so that nothing can hang on it; for views."""
        for field in dataclasses.fields(self):
            if not field.compare:
                setattr(self, field.name, field.default)

    def counted_fields(self) -> list[str]:
        """The names of what makes a difference to how the game goes on: all the table has but uncounted fields."""
        uncounted = self.uncounted_fields()
        return [name for name in vars(self) if name not in uncounted]

    def position(self) -> tuple[Any, ...]:
        """All that makes a difference to how the game goes on, as something to compare and to hash."""
        return tuple(hashable(vars(self)[name]) for name in self.counted_fields())


def scores_of(state: Any) -> Sequence[float]:
    """The scores on a table, of seats or of teams; none where it has no such numbers."""
    scores = getattr(state, "scores", ())
    is_told = isinstance(scores, list | tuple) and all(isinstance(one, int | float) for one in cast(list[Any], scores))
    return cast(Sequence[float], scores) if is_told else ()


__all__ = ["Part", "State", "hashable", "inside", "piles_in", "private", "rebuilt", "scores_of", "uncounted"]
