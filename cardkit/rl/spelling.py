"""Actions that are too many to be numbered, said step by step: which kind, then card by card and digit by digit."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
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
    """What the next tokens say of a field."""

    end: int | None
    """Where the field ends among the tokens; None where it isn't said to its end."""
    value: Any
    """What it says then."""
    following: Iterable[Token]
    """What may be said next where it isn't; nothing where no value begins so."""


_OTHERWISE = Read(None, None, ())
"""No value of the field is said so."""


class FieldWords:
    """The values that a field can have, each as tokens of which none begins another one's."""

    @abstractmethod
    def read(self, said: Sequence[Token], start: int) -> Read:
        """What the tokens from a place on say."""


class Spelled(FieldWords):
    """Values each of which has its tokens."""

    def __init__(self, values: Iterable[tuple[Any, Sequence[Token]]]) -> None:
        self._values = list(values)

    def read(self, said: Sequence[Token], start: int) -> Read:
        rest, following = said[start:], dict[Token, None]()
        for value, tokens in self._values:
            size = len(tokens)
            if size <= len(rest):
                if rest[:size] == tokens:
                    return Read(start + size, value, ())
            elif tokens[: len(rest)] == rest:
                following[tokens[len(rest)]] = None
        return Read(None, None, following)


@lru_cache(maxsize=10_000)
def digits_after(values: range, text: str) -> Sequence[Token]:
    """The digits that may follow upon these in a number of a rising range."""
    return [token for token in _DIGITS if _begins(values, text + token[1])]


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

    def __init__(self, values: range) -> None:
        self._values = values if values.step > 0 else values[::-1]

    def read(self, said: Sequence[Token], start: int) -> Read:
        text, end = "", start
        while end < len(said) and said[end] != DONE:
            text += str(said[end][1])
            end += 1
        is_whole = text not in ("", "-") and int(text) in self._values
        if end < len(said):
            return Read(end + 1, int(text), ()) if is_whole else _OTHERWISE
        following = digits_after(self._values, text)
        return Read(None, None, [DONE, *following] if is_whole else following)


class ChosenCards(FieldWords):
    """Some of the cards of a form, in the order of the deck."""

    def __init__(self, form: SomeOf[Any], order: dict[Card, int]) -> None:
        self._cards = sorted(form.cards, key=order.__getitem__)
        self._tokens: list[Token] = [("card", card) for card in self._cards]
        self._least, self._most = form.least, form.most

    def read(self, said: Sequence[Token], start: int) -> Read:
        chosen, end, place = list[Card](), start, 0
        while end < len(said) and said[end] != DONE:
            try:
                place = self._cards.index(said[end][1], place) + 1
            except ValueError:
                return _OTHERWISE
            chosen.append(said[end][1])
            end += 1
        size = len(chosen)
        is_whole = self._least <= size <= self._most
        if end < len(said):
            return Read(end + 1, tuple(chosen), ()) if is_whole else _OTHERWISE
        following: list[Token] = [DONE] if is_whole else []
        if size < self._most:
            # As many cards as are wanted have to be left from the next one on.
            last = min(len(self._cards), len(self._cards) + size + 1 - self._least)
            following += dict.fromkeys(self._tokens[place:last])
        return Read(None, None, following)


class Possible(NamedTuple):
    """A legal action, or a form, with what says its fields."""

    part: Any
    words: Sequence[FieldWords]

    def read(self, said: Sequence[Token]) -> Read:
        """The action that tokens say, or what may follow them."""
        end, values = 0, list[Any]()
        for words in self.words:
            at, value, following = words.read(said, end)
            if at is None:
                return Read(None, None, following)
            end = at
            values.append(value)
        if type(self.part) not in FORMS:
            return Read(end, self.part, ())
        return Read(end, self.part.find(self.part.kind(*values[1:])), ())


class Ways:
    """What a seat may do of the kinds that are said step by step, and which steps may follow upon others."""

    def __init__(self, possible: Sequence[Possible], order: Mapping[Token, int]) -> None:
        self._possible, self._order = possible, order
        self._found: dict[tuple[Token, ...], list[Token]] = {}

    def following(self, said: Sequence[Token]) -> list[Token]:
        """The tokens that may follow upon these."""
        found = self._found.get(key := tuple(said))
        if found is None:
            tokens = {token for way in self._possible for token in way.read(said).following}
            found = self._found[key] = sorted(tokens, key=self._order.__getitem__)
        return found

    def followed(self, said: Sequence[Token]) -> tuple[Sequence[Token], list[Token]]:
        """These tokens with all that must follow, and what may follow then; nothing where they say an action."""
        while len(following := self.following(said)) == 1:
            said = [*said, *following]
        return said, following

    def action(self, said: Sequence[Token]) -> Action:
        """The action that tokens say."""
        return cast(Action, next(found for way in self._possible if (found := way.read(said).value) is not None))


class Spelling:
    """How actions of some kinds are said: a step for each token, each of which has a number.

    A step that can be but one is left out, unless it is the only answer.
    """

    def __init__(self, kinds: Sequence[Any], deck: Sequence[Card], seats: int, first: int) -> None:
        """The deck is in the order of the numbers, of which `first` is the first one."""
        self._kinds, self._seats = tuple(kinds), seats
        self._order = {card: place for place, card in enumerate(dict.fromkeys(deck))}
        tokens: dict[Token, None] = {("kind", kind): None for kind in kinds}
        for kind in kinds:
            for field in fields_of(kind).values():
                tokens.update(dict.fromkeys(self._tokens_for(field, deck)))
        self._numbers = {token: number for number, token in enumerate(tokens, start=first)}
        self._tokens = {number: token for token, number in self._numbers.items()}
        self.names = [f"{value.word} …" if name == "kind" else f"… {_named(name, value)}" for name, value in tokens]
        """What the steps are called."""
        self._kept: tuple[Sequence[Any], Seat, Ways] = ((), -1, Ways((), {}))
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
                    yield from (*_DIGITS, DONE)
            if is_many:
                yield DONE

    def has(self, number: int) -> bool:
        """Whether a number is that of a step."""
        return number in self._tokens

    def knows(self, kind: Any) -> bool:
        """Whether actions of this kind are said step by step."""
        return kind in self._kinds

    def numbers(self, parts: Sequence[Any], seat: Seat, begun: Begun, *, is_first: bool) -> list[int]:
        """The numbers of what a seat may say next; where it may also say something else, the kind comes first."""
        ways, said = self._ways(parts, seat), [self._tokens[number] for number in begun]
        following = ways.following(said) if is_first else ways.followed(said)[1]
        # Where a single action is legal, its kind is said.
        return [self._numbers[token] for token in following or ways.following([])]

    def after(self, parts: Sequence[Any], seat: Seat, begun: Begun, number: int) -> Action | Begun | None:
        """What is said by another step: an action, or what is begun of one; None where no action begins so."""
        ways, token = self._ways(parts, seat), self._tokens[number]
        said: Sequence[Token] = [self._tokens[number] for number in begun]
        if token not in ways.following(said):
            # What could be but one step was left out.
            said, following = ways.followed(said)
            if token not in following:
                return None
        said, following = ways.followed([*said, token])
        if following:
            return tuple(self._numbers[token] for token in said)
        return _own_of(parts, ways.action(said))

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
                found = Ways([Possible(part, self._words(part, seat, own)) for part in own], self._numbers)
                self._known[key] = found
            ways = found
            self._kept = parts, seat, ways
        return ways

    def _words(self, part: Any, seat: Seat, own: Sequence[Any]) -> list[FieldWords]:
        """What says the kind and the fields of an action or a form."""
        kind = kind_of(part)
        words: list[FieldWords] = [Spelled([(kind, [("kind", kind)])])]
        for place, (field, values) in enumerate(zip(fields_of(kind).values(), _values(part), strict=True)):
            if isinstance(values, SomeOf):
                words.append(ChosenCards(cast(SomeOf[Any], values), self._order))
            elif isinstance(values, range) and field.domain is not Domain.SEAT:
                words.append(Numbers(values))
            else:
                spell = self._speller(kind, place, seat, own, field)
                words.append(Spelled([(value, spell(value)) for value in values]))
        return words

    def _speller(
        self, kind: Any, place: int, seat: Seat, own: Sequence[Any], field: Kinds
    ) -> Callable[[Any], list[Token]]:
        """What spells the values that a field has in what is legal."""
        is_ordered = _differ_in_order(kind, own)
        others: list[Any] = []

        def spell(value: Any) -> list[Token]:
            parts = cast(tuple[Any, ...], value if isinstance(value, tuple) else (value,))
            if not is_ordered and all(isinstance(part, Card) for part in parts):
                parts = tuple(sorted(parts, key=self._order.__getitem__))
            tokens = [token for part in parts for token in self._tokens_of(part, seat, field)]
            if self._numbers.keys() >= {*tokens}:
                return [*tokens, DONE] if isinstance(value, tuple) else tokens
            if not others:
                found = dict.fromkeys(one for part in own if kind_of(part) is kind for one in _values(part)[place])
                others.extend(sorted(found, key=usual))
            return [*_digits(others.index(value)), DONE]

        return spell

    def _tokens_of(self, value: Any, seat: Seat, field: Kinds) -> list[Token]:
        """The tokens of a single value of a field."""
        if type(value) is not int:
            return [_token(value)]
        return [("seat", (value - seat) % self._seats)] if field.domain is Domain.SEAT else [*_digits(value), DONE]

    def shown(self, begun: Begun) -> list[float]:
        """How often each step was said of what is begun, and the number that is said up to now."""
        times, digits = [0.0] * len(self._tokens), ""
        first = next(iter(self._tokens))
        for number in begun:
            times[number - first] += 1
            name, value = self._tokens[number]
            digits = digits + value if name == "digit" else ""
        return [*times, float(digits) if digits.strip("-") else 0.0]


_MOST_KNOWN = 1_000
"""What is legal is kept of so many decisions."""


def _own_of(parts: Sequence[Any], action: Action) -> Action | None:
    """The legal action that is equal to this one."""
    for part in parts:
        own = part.find(action) if type(part) in FORMS else part if part == action else None
        if own is not None:
            return cast(Action, own)
    return None


def _written(part: Any) -> Any:
    """An action, or a form as something that can be looked up."""
    if type(part) not in FORMS:
        return part
    cards = (part.cards, part.least, part.most) if isinstance(part, SomeOf) else ()
    return (part.kind, cards, *part.choices)


_DIGITS: Sequence[Token] = [("digit", one) for one in "-0123456789"]


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
