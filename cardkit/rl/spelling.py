"""Actions that are too many to be numbered, said step by step: which kind, then card by card and digit by digit."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple, cast

from cardkit.core.actions import FORMS, Action, SomeOf, cards_of, kind_of
from cardkit.core.cards import Card
from cardkit.core.description import Kinds, fields_of
from cardkit.core.piles import Domain, Seat

Token = tuple[str, Any]
"""What a step says: `("kind", Bid)`, `("card", 7C)`, `("digit", "3")`, `("seat", 1)`, `("value", "hearts")`."""
DONE: Token = ("done", "done")
"""There are no more cards, or no more digits."""
Begun = tuple[int, ...]
"""The steps of an action that isn't said to its end, by their numbers."""


class Read(NamedTuple):
    """What the next steps say of a field."""

    end: int | None
    """Where the field ends among the steps; None where it isn't said to its end."""
    value: Any
    """What it says then."""
    following: Iterable[int]
    """What may be said next where it isn't; nothing where no value begins so."""


_OTHERWISE = Read(None, None, ())
"""No value of the field is said so."""


class FieldWords:
    """The values that a field can have, each as steps of which none begins another one's."""

    @abstractmethod
    def read(self, said: Begun, start: int) -> Read:
        """What the steps from a place on say."""


class Spelled(FieldWords):
    """Values each of which has its steps."""

    def __init__(self, values: Iterable[tuple[Any, Begun]]) -> None:
        self._values = list(values)

    def read(self, said: Begun, start: int) -> Read:
        rest, following = said[start:], list[int]()
        for value, steps in self._values:
            size = len(steps)
            if size <= len(rest):
                if rest[:size] == steps:
                    return Read(start + size, value, ())
            elif steps[: len(rest)] == rest:
                following.append(steps[len(rest)])
        return Read(None, None, following)


@lru_cache(maxsize=10_000)
def digits_after(values: range, text: str) -> Sequence[str]:
    """The digits that may follow upon these in a number of a rising range."""
    return [digit for digit in _DIGITS if _begins(values, text + digit)]


def _begins(values: range, text: str) -> bool:
    """Whether some number begins so."""
    if text == "-":
        return values[0] < 0
    if "-" in text[1:] or (text.lstrip("-")[0] == "0" and text != "0"):
        return False
    low, high = int(text.lstrip("-")), int(text.lstrip("-"))
    while low <= max(abs(values[0]), abs(values[-1])):
        if _has_some(values, *((-high, -low) if text[0] == "-" else (low, high))):
            return True
        low, high = 10 * low, 10 * high + 9
        if not low:
            return False
    return False


def _has_some(values: range, low: int, high: int) -> bool:
    """Whether there is a number between these two."""
    place = max(0, -((values.start - low) // values.step))
    return place < len(values) and values[place] <= high


class Numbers(FieldWords):
    """The whole numbers of a range, digit by digit."""

    def __init__(self, values: range, steps: Mapping[Token, int]) -> None:
        self._values = values if values.step > 0 else values[::-1]
        self._steps, self._done = {digit: steps["digit", digit] for digit in _DIGITS}, steps[DONE]
        self._digits = {step: digit for digit, step in self._steps.items()}

    def read(self, said: Begun, start: int) -> Read:
        text, end = "", start
        while end < len(said) and said[end] != self._done:
            text += self._digits[said[end]]
            end += 1
        is_whole = text not in ("", "-") and int(text) in self._values
        if end < len(said):
            return Read(end + 1, int(text), ()) if is_whole else _OTHERWISE
        following = [self._steps[digit] for digit in digits_after(self._values, text)]
        return Read(None, None, [self._done, *following] if is_whole else following)


class ChosenCards(FieldWords):
    """Some of the cards of a form, in the order of the deck."""

    def __init__(self, form: SomeOf[Any], steps: Mapping[Token, int]) -> None:
        cards = sorted([(steps["card", card], card) for card in form.cards], key=itemgetter(0))
        self._steps, self._cards = [step for step, _ in cards], dict(cards)
        self._places = {card: place for place, card in enumerate(dict.fromkeys(form.cards))}
        self._done, self._least, self._most = steps[DONE], form.least, form.most

    def read(self, said: Begun, start: int) -> Read:
        end, place, steps = start, 0, self._steps
        while end < len(said) and said[end] != self._done:
            try:
                place = steps.index(said[end], place) + 1
            except ValueError:
                return _OTHERWISE
            end += 1
        size = end - start
        is_whole = self._least <= size <= self._most
        if end < len(said):
            if not is_whole:
                return _OTHERWISE
            chosen = [self._cards[step] for step in said[start:end]]
            return Read(end + 1, tuple(sorted(chosen, key=self._places.__getitem__)), ())
        following = [self._done] if is_whole else []
        if size < self._most:
            # As many cards as are wanted have to be left from the next one on.
            last = min(len(steps), len(steps) + size + 1 - self._least)
            following += steps[place:last]
        return Read(None, None, following)


class Possible(NamedTuple):
    """A legal action, or a form, with what says its fields."""

    part: Any
    words: Sequence[FieldWords]

    def read(self, said: Begun) -> Read:
        """The action that steps say, or what may follow them."""
        end, values = 0, list[Any]()
        for words in self.words:
            at, value, following = words.read(said, end)
            if at is None:
                return Read(None, None, following)
            end = at
            values.append(value)
        if type(self.part) not in FORMS:
            return Read(end, self.part, ())
        return Read(end, self.part.kind(*values[1:]), ())


class Ways:
    """What a seat may do of the kinds that are said step by step, and which steps may follow upon others."""

    def __init__(self, possible: Sequence[Possible]) -> None:
        self._possible = possible
        self._read: dict[Begun, tuple[Any, list[int]]] = {}
        self._followed: dict[Begun, tuple[Begun, list[int]]] = {}

    def read(self, said: Begun) -> tuple[Any, list[int]]:
        """The action that steps say, or None, and the steps that may follow upon them."""
        found = self._read.get(said)
        if found is None:
            ways = [way.read(said) for way in self._possible]
            value = next((way.value for way in ways if way.value is not None), None)
            found = self._read[said] = value, sorted({step for way in ways for step in way.following})
        return found

    def followed(self, said: Begun) -> tuple[Begun, list[int]]:
        """These steps with all that must follow, and what may follow then; nothing where they say an action."""
        found = self._followed.get(said)
        if found is None:
            whole = said
            while len(following := self.read(whole)[1]) == 1:
                whole = (*whole, *following)
            found = self._followed[said] = whole, following
        return found


class Spelling:
    """How actions of some kinds are said: a step for each token, each of which has a number.

    A step that can be but one is left out, unless it is the only answer.
    """

    def __init__(self, kinds: Sequence[Any], deck: Sequence[Card], seats: int, first: int) -> None:
        """The deck is in the order of the numbers, of which `first` is the first one."""
        self._kinds, self._seats = tuple(kinds), seats
        tokens: dict[Token, None] = {("kind", kind): None for kind in kinds}
        for kind in kinds:
            for field in fields_of(kind).values():
                tokens.update(dict.fromkeys(self._tokens_for(field, deck)))
        self._numbers = {token: number for number, token in enumerate(tokens, start=first)}
        self.tokens = {number: token for token, number in self._numbers.items()}
        """What each step says, by its number."""
        self.names = [f"{value.word} …" if name == "kind" else f"… {_named(name, value)}" for name, value in tokens]
        """What the steps are called."""
        self._kept: tuple[Sequence[Any], Seat, Ways] = ((), -1, Ways(()))
        self._known: dict[Any, Ways] = {}
        """What was legal before, as it comes again in other games."""

    def _tokens_for(self, field: Kinds, deck: Sequence[Card]) -> Iterator[Token]:
        """Every token of the values of a field."""
        for kind in field.each:
            is_many = kind.base is tuple and bool(kind.parts)
            for one in [one for part in kind.parts for one in part.each] if is_many else [kind]:
                listed = one.values(deck, self._seats)
                if one.domain is Domain.SEAT:
                    yield from (("seat", offset) for offset in range(self._seats))
                elif listed is not None and not any(type(value) is int for value in listed):
                    yield from map(_token, listed)
                else:
                    yield from (*(("digit", digit) for digit in _DIGITS), DONE)
            if is_many:
                yield DONE

    def has(self, number: int) -> bool:
        """Whether a number is that of a step."""
        return number in self.tokens

    def knows(self, kind: Any) -> bool:
        """Whether actions of this kind are said step by step."""
        return kind in self._kinds

    def numbers(self, parts: Sequence[Any], seat: Seat, begun: Begun, *, is_first: bool) -> list[int]:
        """The numbers of what a seat may say next; where it may also say something else, the kind comes first."""
        ways = self._ways(parts, seat)
        following = ways.read(begun)[1] if is_first else ways.followed(begun)[1]
        # Where a single action is legal, its kind is said.
        return following or ways.read(())[1]

    def after(self, parts: Sequence[Any], seat: Seat, begun: Begun, number: int) -> Action | Begun | None:
        """What is said by another step: an action, or what is begun of one; None where no action begins so."""
        ways, said = self._ways(parts, seat), begun
        if number not in ways.read(said)[1]:
            # What could be but one step was left out.
            said, following = ways.followed(said)
            if number not in following:
                return None
        said, following = ways.followed((*said, number))
        return said if following else cast(Action, ways.read(said)[0])

    def _ways(self, parts: Sequence[Any], seat: Seat) -> Ways:
        """What is legal of these kinds; kept for the next step, as long as the same is legal."""
        kept, of, ways = self._kept
        if kept is not parts or of != seat or type(parts) is not tuple:
            own = [part for part in parts if self.knows(kind_of(part))]
            key = (seat, *map(_written, own))
            found = self._known.get(key)
            if found is None:
                if len(self._known) >= _MOST_KNOWN:
                    self._known.clear()
                found = Ways([Possible(part, self._words(part, seat, own)) for part in own])
                self._known[key] = found
            ways = found
            self._kept = parts, seat, ways
        return ways

    def _words(self, part: Any, seat: Seat, own: Sequence[Any]) -> list[FieldWords]:
        """What says the kind and the fields of an action or a form."""
        kind = kind_of(part)
        words: list[FieldWords] = [Spelled([(kind, (self._numbers["kind", kind],))])]
        for place, (field, values) in enumerate(zip(fields_of(kind).values(), _values(part), strict=True)):
            if isinstance(values, SomeOf):
                words.append(ChosenCards(cast(SomeOf[Any], values), self._numbers))
            elif isinstance(values, range) and field.domain is not Domain.SEAT:
                words.append(Numbers(values, self._numbers))
            else:
                spell = self._speller(kind, place, seat, own, field)
                words.append(Spelled([(value, spell(value)) for value in values]))
        return words

    def _speller(self, kind: Any, place: int, seat: Seat, own: Sequence[Any], field: Kinds) -> Callable[[Any], Begun]:
        """What spells the values that a field has in what is legal."""
        is_ordered: bool | None = None
        others, numbers = list[Any](), self._numbers

        def spell(value: Any) -> Begun:
            nonlocal is_ordered
            parts = cast(tuple[Any, ...], value if isinstance(value, tuple) else (value,))
            tokens = [token for part in parts for token in self._tokens_of(part, seat, field)]
            if all(token in numbers for token in tokens):
                steps = [numbers[token] for token in tokens]
                if len(parts) > 1 and all(isinstance(part, Card) for part in parts):
                    if is_ordered is None:
                        is_ordered = _differ_in_order(kind, own)
                    steps = steps if is_ordered else sorted(steps)
                return (*steps, numbers[DONE]) if isinstance(value, tuple) else tuple(steps)
            if not others:
                found = dict.fromkeys(one for part in own if kind_of(part) is kind for one in _values(part)[place])
                others.extend(sorted(found, key=usual))
            return tuple([numbers[token] for token in (*_digits(others.index(value)), DONE)])

        return spell

    def _tokens_of(self, value: Any, seat: Seat, field: Kinds) -> list[Token]:
        """The tokens of a single value of a field."""
        if type(value) is not int:
            return [_token(value)]
        return [("seat", (value - seat) % self._seats)] if field.domain is Domain.SEAT else [*_digits(value), DONE]

    def steps_of(self, kind: Any, place: int, value: Any, seat: Seat) -> Begun | None:
        """What says a single value of a field, where that doesn't hang on what else is legal; else None."""
        tokens = self._tokens_of(value, seat, [*fields_of(kind).values()][place])
        steps = [self._numbers.get(token, -1) for token in tokens]
        return None if -1 in steps else tuple(steps)

    def shown(self, begun: Begun) -> list[float]:
        """How often each step was said of what is begun, and the number that is said up to now."""
        times, digits = [0.0] * len(self.tokens), ""
        first = next(iter(self.tokens))
        for number in begun:
            times[number - first] += 1
            name, value = self.tokens[number]
            digits = digits + value if name == "digit" else ""
        return [*times, float(digits) if digits.strip("-") else 0.0]


_MOST_KNOWN = 1_000
"""What is legal is kept of so many decisions."""


def _written(part: Any) -> Any:
    """An action, or a form as something that can be looked up."""
    if type(part) not in FORMS:
        return part
    cards = (part.cards, part.least, part.most) if isinstance(part, SomeOf) else ()
    return (part.kind, cards, *part.choices)


_DIGITS = "-0123456789"


def _digits(number: int) -> Iterator[Token]:
    return (("digit", one) for one in str(number))


def _token(value: Any) -> Token:
    return ("card" if isinstance(value, Card) else "value", value)


def usual(value: Any) -> Any:
    """What values are sorted by: numbers by their size, all others by their names."""
    return (value, "") if isinstance(value, int | float) else (0, str(value))


def _named(name: str, value: Any) -> str:
    """What a token is called."""
    if name == "seat":
        return f"seat +{value}" if value else "own seat"
    return str(value)


def _values(part: Any) -> list[Any]:
    """For each field of an action or a form the values that it may have; a form itself for cards that are chosen."""
    if type(part) not in FORMS:
        return [(value,) for value in cast(dict[str, Any], vars(part)).values()]
    values: list[Any] = list(part.choices)
    if isinstance(part, SomeOf):
        values.insert(part.kind.place_of_cards(), part)
    return values


def _differ_in_order(kind: Any, own: Sequence[Any]) -> bool:
    """Whether two actions of a kind differ in the order of their cards alone, so that it has to be said."""
    found = [(sorted(map(str, cards_of(part))), str(part)) for part in own if type(part) is kind]
    return len({(*cards,) for cards, _ in found}) < len({text for _, text in found}) and any(
        len(cards) > 1 for cards, _ in found
    )
