"""The actions of a game as numbers: each has its own, or is said step by step where they are too many."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cache
from operator import index
from typing import Any, NoReturn, cast

import numpy as np
from numpy.typing import NDArray

from cardkit.core.actions import FORMS, Action, Choices, Each, Form, SomeOf, found_in, kind_of, likeness, parts_of
from cardkit.core.cards import Card, Domain, Seat
from cardkit.core.description import Kinds, fields_of
from cardkit.core.errors import CardkitError, NotAnAction, shown
from cardkit.core.game import Game
from cardkit.core.texts import listed
from cardkit.table.faults import PASS
from cardkit.table.native.common import DIGITS, DONE, WayFinder, Ways, usual
from cardkit.table.native.engine import NativeTwin
from cardkit.table.notation import action_classes, catalogue, read_action

Token = tuple[str, Any]
"""What a step says: `("kind", Bid)`, `("digit", "3")`, `("seat", 1)`, `("value", 7C)`, `("value", "hearts")`."""
Beginning = tuple[int, ...]
"""The steps of an action that isn't said to its end, by their numbers."""


class Spelling:
    """How actions of some kinds are said: a step for each token, each of which has a number.

    A step that can be but one is left out, unless it is the only answer.
    """

    def __init__(self, kinds: Sequence[Any], deck: Sequence[Card], seats: int, first: int) -> None:
        """The deck is in the order of the numbers, of which `first` is the first one."""
        self._seats = seats
        tokens: dict[Token, None] = {("kind", kind): None for kind in kinds}
        for kind in kinds:
            for field in fields_of(kind).values():
                tokens.update(dict.fromkeys(self._tokens_for(field, deck)))
        self.tokens = dict(enumerate(tokens, start=first))
        """What each step says, by its number."""
        self.names = [f"{value.word} …" if name == "kind" else f"… {_named(name, value)}" for name, value in tokens]
        """What the steps are called."""
        fields = {kind: [one.domain is Domain.SEAT for one in fields_of(kind).values()] for kind in kinds}
        self.finder: Any = WayFinder({token: number for number, token in self.tokens.items()}, fields, seats, Card)

    def of_twin(self, twin: NativeTwin) -> Spelling:
        """The same steps for the actions of a twin; raises KeyError where it hasn't their kinds."""
        own = copy(self)
        steps = {
            (name, twin.kind(value) if name == "kind" else twin.own(value)): number
            for number, (name, value) in self.tokens.items()
        }
        fields = {twin.kind(kind): are_seats for kind, are_seats in self.finder.fields.items()}
        own.finder = twin.way_finder(steps, fields, self._seats)
        return own

    def _tokens_for(self, field: Kinds, deck: Sequence[Card]) -> Iterator[Token]:
        """Every token of the values of a field."""
        for kind in field.each:
            is_many = kind.base is tuple and bool(kind.parts)
            for one in [one for part in kind.parts for one in part.each] if is_many else [kind]:
                listed = one.values(deck, self._seats)
                if one.domain is Domain.SEAT:
                    yield from (("seat", offset) for offset in range(self._seats))
                elif listed is not None and not any(type(value) is int for value in listed):
                    yield from (("value", value) for value in listed)
                else:
                    yield from (*(("digit", digit) for digit in DIGITS), DONE)
            if is_many:
                yield DONE

    def has(self, number: int) -> bool:
        """Whether a number is that of a step."""
        return number in self.tokens

    def knows(self, kind: Any) -> bool:
        """Whether actions of this kind are said step by step."""
        return kind in self.finder.fields

    def ways(self, parts: Sequence[Any], seat: Seat) -> Ways:
        """What a seat may do of these kinds, where these actions and forms are legal."""
        ways: Ways = self.finder.ways(parts, seat)
        return ways

    def shown(self, begun: Beginning) -> list[float]:
        """How often each step was said of what is begun, and the number that is said up to now."""
        times, digits = [0.0] * len(self.tokens), ""
        first = next(iter(self.tokens))
        for number in begun:
            times[number - first] += 1
            name, value = self.tokens[number]
            digits = digits + value if name == "digit" else ""
        return [*times, float(digits) if digits.strip("-") else 0.0]


def _named(name: str, value: Any) -> str:
    """What a token is called."""
    if name == "seat":
        return f"seat +{value}" if value else "own seat"
    return str(value)


class NotAnEnvironment(CardkitError):
    """A game whose actions or tables can't be told in numbers, or not as they were asked for."""

    game: str
    reason: str
    sentence = "{game} can't be an environment: {reason}"


class NotNow(NotAnEnvironment):
    """An environment was asked for what it hasn't at the time, or was given what is no step of it."""

    sentence = "{game}: {reason}"


NO_GAME = "no game was begun: call reset first"


Pick = Callable[[Sequence[Any], Any], Any]
"""Given the legal actions of a kind, sorted, and the view of the seat, returns one of them, or None."""
Coarse = int | Sequence[str | Pick]
"""Which few actions stand for a kind: so many, evenly spread over the legal ones, or each in notation or picked."""
Look = Callable[[], Any]
"""Returns the view of the seat that acts."""


class ActionSpace:
    """Every action that a game can ever have with this deck and number of seats, each with a number from 0.

    They are numbered as `catalogue` lists them for the cards sorted by their notation, however the deck lies; then
    comes passing, where several seats may act at a time, and then what `coarse` has for kinds of which there are too
    many. Seats in actions are counted from the one who acts, in turn order, so that one policy plays at every seat.
    Raises NotAnEnvironment where some kind of action can't be numbered.
    """

    def __init__(
        self, game: Game[Any, Any], deck: Iterable[Card], seats: int, coarse: Mapping[str, Coarse] | None = None
    ) -> None:
        self.game, self.seats = game, seats
        self._has_alike = game.has_alike()
        self._deck = tuple(sorted(deck, key=str))
        self._picks: dict[Any, dict[int, Pick]] = {}
        self._kinds: dict[int, Any] = {}
        fixed, self.names = self._numbered(coarse or {})
        self.spelling = self._spelled(coarse or {}, fixed)
        """What says actions step by step that have no number of their own; None where each has one."""
        self.size = len(fixed)
        """How many numbers there are."""
        turns = [_turned(fixed, seat, seats) for seat in range(seats)]
        self._actions = [actions for actions, _ in turns]
        self._numbers = [numbers for _, numbers in turns]
        self._likeness: Callable[[Any], Any] = likeness

    def of_twin(self, twin: NativeTwin) -> ActionSpace:
        """The same numbers for the actions of a twin; raises KeyError where it hasn't their kinds."""
        own = copy(self)
        own._likeness, own.spelling = twin.likeness, self.spelling and self.spelling.of_twin(twin)
        own._actions = [[action and twin.own(action) for action in actions] for actions in self._actions]
        own._numbers = [
            {twin.likeness(action): number for number, action in enumerate(actions) if action is not None}
            for actions in own._actions
        ]
        own._kinds = {number: twin.kind(kind) for number, kind in self._kinds.items()}
        own._picks = {twin.kind(kind): picks for kind, picks in self._picks.items()}
        return own

    def _numbered(self, coarse: Mapping[str, Coarse]) -> tuple[list[Action | None], list[str]]:
        """The actions in their order, None where one is picked when it comes to it, and what they are called."""
        kinds = {kind.__name__: kind for kind in action_classes(type(self.game))}
        for name in coarse:
            if name not in kinds:
                self._refuse(f"coarse names {name}, and its kinds of actions are {listed(list(kinds))}")
        found = catalogue(self.game, self._deck, self.seats)
        fixed: list[Action | None] = [action for action in found if type(action).__name__ not in coarse]
        if not self.game.has_one_actor() and PASS not in fixed:
            fixed.append(PASS)
        names = list(map(str, fixed))
        for name, few in coarse.items():
            self._add(kinds[name], few, fixed, names)
        return fixed, names

    def _spelled(self, coarse: Mapping[str, Coarse], fixed: list[Action | None]) -> Spelling | None:
        """What says the kinds that have no numbers; its steps get theirs."""
        unlisted = catalogue(self.game, self._deck, self.seats).unlisted
        kinds = [
            kind
            for kind in action_classes(type(self.game))
            if kind.__name__ in unlisted and kind.__name__ not in coarse
        ]
        if not kinds:
            return None
        spelling = Spelling(kinds, self._deck, self.seats, len(fixed))
        fixed += [None] * len(spelling.names)
        self.names += spelling.names
        return spelling

    def _add(self, kind: Any, few: Coarse, fixed: list[Action | None], names: list[str]) -> None:
        """Add the few actions that stand for a kind."""
        picks: Sequence[str | Pick] = [_Spread(place, few) for place in range(few)] if isinstance(few, int) else few
        for place, pick in enumerate(picks, start=1):
            if isinstance(pick, str):
                fixed.append(self._read(kind, pick))
                names.append(str(fixed[-1]))
            else:
                self._picks.setdefault(kind, {})[len(fixed)] = pick
                self._kinds[len(fixed)] = kind
                fixed.append(None)
                names.append(f"{kind.word} ({place} of {len(picks)})")

    def _read(self, kind: Any, text: str) -> Action:
        """The action of a kind that a text is the notation of."""
        try:
            action = read_action(type(self.game), text, self._deck)
        except NotAnAction as error:
            self._refuse(str(error))
        if type(action) is not kind:
            self._refuse(f"coarse has {text!r} for {kind.__name__}, and that is a {type(action).__name__}")
        return action

    def _refuse(self, reason: str) -> NoReturn:
        raise NotAnEnvironment(self.game.name, reason)

    def numbers(self, legal: Sequence[Any], seat: Seat, look: Look, begun: Beginning = ()) -> list[int]:
        """The numbers of what a seat may answer, in the order of the legal actions, then picked ones, then steps.

        Where an action is begun they are those of the steps that may follow.
        """
        if begun and self.spelling is not None:
            return self.spelling.ways(parts_of(legal), seat).numbers(begun)
        whole, ways = self.answers(legal, seat, look)
        return whole if ways is None else [*whole, *ways.numbers((), is_first=bool(whole))]

    def answers(self, legal: Sequence[Any], seat: Seat, look: Look) -> tuple[list[int], Ways | None]:
        """The numbers of what a seat may answer in one step, and the ways to say all else, where there is more."""
        of, spelling = self._numbers[seat], self.spelling
        if type(legal) is not Choices:
            found = list(map(of.get, map(self._likeness, legal) if self._has_alike else legal))
            if None not in found:
                return cast(list[int], found), None
            stranger = next(one for one, number in zip(legal, found, strict=True) if number is None)
            if not self._picks and not (spelling and spelling.knows(type(stranger))):
                self._refuse(f"{stranger} is legal, and not among the actions that its deck allows")
        parts = parts_of(cast(Sequence[Any], legal))
        return self._whole(parts, of, look), None if spelling is None else spelling.ways(parts, seat)

    def _whole(self, parts: Sequence[Any], of: Mapping[Action, int], look: Look) -> list[int]:
        """The numbers of actions that have one of their own."""
        spelling = self.spelling
        whole = parts if spelling is None else [part for part in parts if not spelling.knows(kind_of(part))]
        numbers = [of[key] for part in whole for key in map(self._likeness, _listed(part, of)) if key in of]
        for kind, picks in self._picks.items():
            if actions := _of_kind(kind, parts):
                numbers += _possible(picks, actions, look)
        return numbers

    def after(
        self, number: int, legal: Sequence[Any], seat: Seat, look: Look, begun: Beginning = ()
    ) -> Action | Beginning | None:
        """The action of a seat that a number says, or what is begun of one by this step."""
        if self.spelling is None or self.is_whole(number):
            return self.action(number, legal, seat, look)
        said: Action | Beginning | None = self.spelling.ways(parts_of(legal), seat).after(begun, number)
        return said

    def action(self, number: int, legal: Sequence[Any], seat: Seat, look: Look) -> Action | None:
        """The action of a seat that a number stands for now; None where a picked one stands for nothing, or a step."""
        if number not in self._kinds:
            action = self._actions[seat][number]
            if action is None or not action.alike:
                return action
            return next((own for own in parts_of(legal) if self._likeness(own) == self._likeness(action)), action)
        kind = self._kinds[number]
        actions = _of_kind(kind, parts_of(legal))
        picked = self._picks[kind][number](actions, look()) if actions else None
        return None if picked is None else cast("Action | None", found_in(legal, picked))

    @property
    def is_spread(self) -> bool:
        """Whether no action is picked by what is seen."""
        return all(isinstance(pick, _Spread) for picks in self._picks.values() for pick in picks.values())

    def is_fixed(self, number: int) -> bool:
        """Whether a number always stands for the same action."""
        return number not in self._kinds and self.is_whole(number)

    def is_whole(self, number: int) -> bool:
        """Whether a number stands for an action, and not for a step."""
        return self.spelling is None or not self.spelling.has(number)

    def checked(self, number: Any) -> int:
        """A number that an agent chose; raises NotAnEnvironment unless it is that of an action, legal or not."""
        try:
            place = index(number)
        except TypeError:
            place = -1
        if not 0 <= place < self.size:
            reason = f"{shown(number)} is no action: they have the numbers from 0 to {self.size - 1}"
            raise NotNow(self.game.name, reason)
        return place

    def number(self, action: Action, seat: Seat) -> int | None:
        """The number of an action of a seat, legal or not; None where it has none of its own."""
        return self._numbers[seat].get(self._likeness(action))

    def mask(self, numbers: Iterable[int], out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """A 1 for each of these numbers, else 0, in a new array or in that which is given."""
        ones = bytearray(self.size)
        for number in numbers:
            ones[number] = 1
        mask = np.frombuffer(ones, np.int8)
        if out is None:
            return mask
        out[:] = mask
        return out


@dataclasses.dataclass(frozen=True)
class _Spread:
    """Picks the action at one of so many places that are evenly spread from the first legal action to the last."""

    place: int
    number: int

    def __call__(self, actions: Sequence[Any], view: Any) -> Any:
        if len(actions) <= self.number:
            return actions[self.place] if self.place < len(actions) else None
        return actions[round(self.place * (len(actions) - 1) / max(self.number - 1, 1))]


def _of_kind(kind: Any, parts: Iterable[Any]) -> Choices[Any]:
    """The legal actions of a kind, in an order that doesn't hang on how cards lie in a hand, which is told nobody."""
    own = [part for part in parts if (part.kind if type(part) in FORMS else type(part)) is kind]
    return Choices(sorted(map(_in_order, own), key=usual))


def _in_order(part: Any) -> Any:
    """An action, or a form with its choices in order."""
    if isinstance(part, Each):
        return Each[Any](kind_of(part), [_sorted(values) for values in part.choices])
    if isinstance(part, SomeOf):
        return SomeOf[Any](kind_of(part), _sorted(part.cards), part.least, part.most, [*map(_sorted, part.choices)])
    return part


def _sorted(values: Sequence[Any]) -> Sequence[Any]:
    return values if isinstance(values, range) else sorted(values, key=usual)


def _possible(picks: Mapping[int, Pick], actions: Choices[Any], look: Look) -> list[int]:
    """The numbers for which one of these actions is picked; spread ones are counted, as that takes no time."""
    first = next(iter(picks.values()))
    if isinstance(first, _Spread):
        return list(picks)[: len(actions)]
    view = look()
    picked = {number: pick(actions, view) for number, pick in picks.items()}
    return [number for number, action in picked.items() if action is not None and action in actions]


def _listed(part: Any, of: Mapping[Action, int]) -> Iterable[Any]:
    """An action, or those of a form that may have numbers: what is fixed is looked up where a form has far more."""
    if type(part) not in FORMS:
        return (part,)
    form = cast(Form[Any], part)
    return form if len(form) <= len(of) else [action for action in of if action in form]


def _turned(fixed: Sequence[Action | None], seat: Seat, seats: int) -> tuple[list[Action | None], dict[Action, int]]:
    """The actions as a seat takes them, and the number of each."""
    actions = [None if action is None else seated(action, seat, seats) for action in fixed]
    return actions, {likeness(action): number for number, action in enumerate(actions) if action is not None}


def seated(action: Action, seat: Seat, seats: int) -> Action:
    """An action in which seats are counted from 0, of one in which they are counted from this seat."""
    names = seat_fields(cast(Any, type(action))) if seat else ()
    if not names:
        return action
    values = {name: getattr(action, name) for name in names}
    return dataclasses.replace(
        action, **{name: (value + seat) % seats for name, value in values.items() if value is not None}
    )


@cache
def seat_fields(kind: Any) -> tuple[str, ...]:
    """The fields of a class of actions that name a seat."""
    return tuple(name for name, kinds in fields_of(kind).items() if kinds.is_one(Domain.SEAT))
