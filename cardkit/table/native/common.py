"""What the rules run as plain Python and each twin compiled: what is said of an action step by step, and cards dealt by
chance to slots of which each may be some cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

from mypy_extensions import mypyc_attr

from cardkit.core.actions import FORMS, SomeOf
from cardkit.core.chance.generators import shuffle

DIGITS: Final = "-0123456789"
DONE: Final[tuple[str, Any]] = ("done", "done")
"""There are no more cards, or no more digits."""
MOST_KNOWN: Final = 1_000
"""Of so much that is legal is kept what was found."""


@mypyc_attr(acyclic=True)
class Whole:
    """A value of a field, or an action, that is said to its end."""

    def __init__(self, value: Any) -> None:
        self.value: Final = value


@mypyc_attr(acyclic=True)
class FieldWords:
    """The values that a field can have, each as steps of which none begins another one's."""

    begin: Any
    """What `after` and `following` take for a field of which nothing is said yet."""

    def after(self, said: Any, step: int) -> Any:
        """What is said by another step; a Whole where that was the last one, None where no value goes on so."""
        raise NotImplementedError

    def following(self, said: Any) -> list[int]:
        """The steps that may follow."""
        raise NotImplementedError


@mypyc_attr(acyclic=True)
class Spelled(FieldWords):
    """Values each of which has its steps."""

    def __init__(self, values: list[tuple[Any, tuple[int, ...]]]) -> None:
        self.begin = (0, values)

    def after(self, said: Any, step: int) -> Any:
        place: int = said[0]
        values: list[tuple[Any, tuple[int, ...]]] = said[1]
        left: list[tuple[Any, tuple[int, ...]]] = []
        for one in values:
            if one[1][place] == step:
                if len(one[1]) == place + 1:
                    return Whole(one[0])
                left.append(one)
        return (place + 1, left) if left else None

    def following(self, said: Any) -> list[int]:
        place: int = said[0]
        values: list[tuple[Any, tuple[int, ...]]] = said[1]
        return [one[1][place] for one in values]


@mypyc_attr(acyclic=True)
class Numbers(FieldWords):
    """The whole numbers of a range, digit by digit."""

    def __init__(self, values: range, steps: dict[Any, int]) -> None:
        self.begin = ""
        self.values: Final = values if values.step > 0 else values[::-1]
        self.least: Final[int] = self.values[0]
        self.most: Final[int] = self.values[-1]
        self.steps: Final = steps
        self.done: Final = steps[DONE]

    def after(self, said: Any, step: int) -> Any:
        text: str = said
        if step == self.done:
            return Whole(int(text)) if self.is_whole(text) else None
        for digit in DIGITS:
            if self.steps["digit", digit] == step:
                return text + digit
        return None

    def following(self, said: Any) -> list[int]:
        text: str = said
        found = [self.done] if self.is_whole(text) else []
        for digit in DIGITS:
            if self.has_some(text + digit):
                found.append(self.steps["digit", digit])
        return found

    def is_whole(self, text: str) -> bool:
        """Whether this is one of the numbers."""
        return text not in ("", "-") and int(text) in self.values

    def has_some(self, text: str) -> bool:
        """Whether some number begins so."""
        if text == "-":
            return self.least < 0
        is_negative = text[0] == "-"
        digits = text[1:] if is_negative else text
        if "-" in digits or (digits[0] == "0" and text != "0"):
            return False
        low = int(digits)
        high = low
        most = -self.least if is_negative else self.most
        while low <= most:
            if self.has_between(-high, -low) if is_negative else self.has_between(low, high):
                return True
            if low == 0:
                return False
            low, high = 10 * low, 10 * high + 9
        return False

    def has_between(self, low: int, high: int) -> bool:
        """Whether there is a number between these two."""
        step = self.values.step
        first = self.least if low <= self.least else low + (self.least - low) % step
        return first <= high and first <= self.most


@mypyc_attr(acyclic=True)
class ChosenCards(FieldWords):
    """Some of the cards of a form, in the order of the deck."""

    def __init__(self, form: Any, step_of: dict[Any, int], done: int) -> None:
        self.begin = (0, ())
        self.cards: Final[Any] = form.cards
        self.step_of: Final = step_of
        self.steps: Final = sorted([step_of[card] for card in form.cards])
        self.done: Final = done
        self.least: Final[int] = form.least
        self.most: Final[int] = form.most

    def after(self, said: Any, step: int) -> Any:
        place: int = said[0]
        chosen: tuple[int, ...] = said[1]
        if step == self.done:
            return Whole(self.named(chosen)) if self.least <= len(chosen) <= self.most else None
        while place < len(self.steps):
            if self.steps[place] == step:
                return (place + 1, (*chosen, step))
            place += 1
        return None

    def named(self, chosen: tuple[int, ...]) -> Any:
        """The cards that steps stand for, as they lie in the form."""
        left = list(chosen)
        found: list[Any] = []
        for card in self.cards:
            while (step := self.step_of[card]) in left:
                left.remove(step)
                found.append(card)
        return tuple(found)

    def following(self, said: Any) -> list[int]:
        place: int = said[0]
        chosen: tuple[int, ...] = said[1]
        size = len(chosen)
        following = [self.done] if self.least <= size <= self.most else []
        if size < self.most:
            # As many cards as are wanted have to be left from the next one on.
            following += self.steps[place : min(len(self.steps), len(self.steps) + size + 1 - self.least)]
        return following


@mypyc_attr(acyclic=True)
class BegunAction:
    """A legal action, or one that a form stands for, as far as it is said."""

    def __init__(self, part: Any, words: list[FieldWords], said: Any, values: tuple[Any, ...]) -> None:
        self.part: Final = part
        self.words: Final = words
        """What says its kind and its fields."""
        self.said: Final = said
        """What is said of the field that isn't said to its end."""
        self.values: Final = values
        """The values of those before."""

    def after(self, step: int) -> Any:
        """The same after another step, or the action as a Whole; None where the action isn't said so."""
        said = self.words[len(self.values)].after(self.said, step)
        if not isinstance(said, Whole):
            return None if said is None else BegunAction(self.part, self.words, said, self.values)
        values = (*self.values, said.value)
        if len(values) < len(self.words):
            return BegunAction(self.part, self.words, self.words[len(values)].begin, values)
        return Whole(self.part if type(self.part) not in FORMS else self.part.kind(*values[1:]))


@mypyc_attr(acyclic=True)
class Place:
    """Where somebody is who has said so many steps."""

    def __init__(self, said: tuple[int, ...], found: list[Any]) -> None:
        self.said: Final = said
        """The steps."""
        self.action: Any = None
        """What they say where they say an action."""
        self.ways: list[BegunAction] = []
        """What they may have begun to say."""
        self.next: dict[int, Place] = {}
        """Where others lead, of those that were said."""
        for one in found:
            if isinstance(one, BegunAction):
                self.ways.append(one)
            elif one is not None and self.action is None:
                self.action = one.value
        following: set[int] = set()
        for way in self.ways:
            following.update(way.words[len(way.values)].following(way.said))
        self.following: list[int] = sorted(following)

    def after(self, step: int) -> Place:
        """Where another step leads."""
        found = self.next.get(step)
        if found is None:
            found = self.next[step] = Place((*self.said, step), [way.after(step) for way in self.ways])
        return found

    def followed(self) -> Place:
        """Where all that must follow leads."""
        place = self
        while len(place.following) == 1:
            place = place.after(place.following[0])
        return place


@mypyc_attr(acyclic=True)
class Ways:
    """What a seat may do of the kinds that are said step by step, and which steps may follow upon others."""

    def __init__(self, ways: list[BegunAction]) -> None:
        self.first: Final = Place((), list(ways))

    def place(self, begun: Any) -> Place:
        """Where these steps lead."""
        place = self.first
        for step in begun:
            place = place.after(step)
        return place

    def numbers(self, begun: Any, *, is_first: bool = False) -> list[int]:
        """The steps that may be said next; where something else may be said, too, the kind comes first."""
        place = self.place(begun)
        # Where a single action is legal, its kind is said.
        return (place if is_first else place.followed()).following or self.first.following

    def after(self, begun: Any, step: int) -> Any:
        """What is said by another step: an action, or what is begun of one; None where no action begins so."""
        place = self.place(begun)
        if step not in place.following:
            # What could be but one step was left out.
            place = place.followed()
            if step not in place.following:
                return None
        place = place.after(step).followed()
        return place.said if place.following else place.action


class WayFinder:
    """What finds the ways to say what is legal."""

    def __init__(self, steps: dict[Any, int], fields: dict[Any, list[bool]], seats: int, card: Any) -> None:
        self.steps: Final = steps
        """The number of each step, by what it says, as `cardkit.rl.actions.Token` has it."""
        self.fields: Final = fields
        """The kinds, and whether each of their fields is for a seat."""
        self.seats: Final = seats
        self.card: Final = card
        """The class of cards."""
        self.step_of: Final[dict[Any, int]] = {of: step for (name, of), step in steps.items() if name == "value"}
        """The number of the step for each value that has one."""
        self.kept: Any = None
        self.kept_of: int = -1
        self.kept_ways: Ways = Ways([])
        self.known: Final[dict[Any, Ways]] = {}
        """What was legal before, as it comes again in other games."""

    def knows(self, part: Any) -> bool:
        """Whether an action, or those of a form, are said step by step."""
        return _kind_of(part) in self.fields

    def ways(self, parts: Sequence[Any], seat: int) -> Ways:
        """What a seat may do of these kinds; kept for the next step, as long as the same is legal."""
        if self.kept is parts and self.kept_of == seat and isinstance(parts, tuple):
            return self.kept_ways
        own = [part for part in parts if self.knows(part)]
        # The cards of a hand are hardly ever the same again.
        comes_again = not any([type(part) is SomeOf for part in own])
        key = (seat, *[_written(part) for part in own]) if comes_again else ()
        found = self.known.get(key) if comes_again else None
        if found is None:
            ways: list[BegunAction] = []
            for part in own:
                words = self.words(part, seat, own)
                ways.append(BegunAction(part, words, words[0].begin, ()))
            found = Ways(ways)
            if comes_again:
                if len(self.known) >= MOST_KNOWN:
                    self.known.clear()
                self.known[key] = found
        self.kept, self.kept_of, self.kept_ways = parts, seat, found
        return found

    def words(self, part: Any, seat: int, own: list[Any]) -> list[FieldWords]:
        """What says the kind and the fields of an action or a form."""
        kind = _kind_of(part)
        are_seats = self.fields[kind]
        words: list[FieldWords] = [Spelled([(kind, (self.steps["kind", kind],))])]
        every = _values(part)
        for place in range(len(every)):
            values = every[place]
            if type(values) is SomeOf:
                words.append(ChosenCards(values, self.step_of, self.steps[DONE]))
            elif isinstance(values, range) and not are_seats[place]:
                words.append(Numbers(values, self.steps))
            else:
                of = seat if are_seats[place] else -1
                words.append(Spelled([(value, self.spell(value, part, place, of, own)) for value in values]))
        return words

    def spell(self, value: Any, of: Any, place: int, seat: int, own: list[Any]) -> tuple[int, ...]:
        """The steps for a value of a field in what is legal; seats are counted from this one, where it is for one."""
        kind = _kind_of(of)
        parts = _each(value)
        steps: list[int] = []
        for part in parts:
            if type(part) is not int:
                tokens: list[Any] = [("value", part)]
            elif seat >= 0:
                tokens = [("seat", (part - seat) % self.seats)]
            else:
                tokens = _number(part)
            for token in tokens:
                step = self.steps.get(token)
                if step is None:
                    return self.by_order(value, kind, place, own)
                steps.append(step)
        if (
            len(parts) > 1
            and all(isinstance(part, self.card) for part in parts)
            and not self.differ_in_order(kind, own)
        ):
            steps.sort()
        return (*steps, self.steps[DONE]) if isinstance(value, tuple) else tuple(steps)

    def by_order(self, value: Any, kind: Any, place: int, own: list[Any]) -> tuple[int, ...]:
        """The steps for a value that has none of its own: its place among all that are legal."""
        found: dict[Any, None] = {}
        for part in own:
            if _kind_of(part) is kind:
                found.update(dict.fromkeys(_values(part)[place]))
        others = sorted(found, key=usual)
        return tuple([self.steps[token] for token in _number(others.index(value))])

    def differ_in_order(self, kind: Any, own: list[Any]) -> bool:
        """Whether two actions of a kind differ in the order of their cards alone, so that it has to be said."""
        texts: set[str] = set()
        sets: set[Any] = set()
        has_several = False
        for part in own:
            if type(part) is kind:
                cards = [str(one) for values in _values(part) for one in _each(values[0]) if isinstance(one, self.card)]
                has_several = has_several or len(cards) > 1
                texts.add(str(part))
                sets.add(tuple(sorted(cards)))
        return has_several and len(sets) < len(texts)


def usual(value: Any) -> Any:
    """What values are sorted by: numbers by their size, all others by their names."""
    return (value, "") if isinstance(value, int | float) else (0, str(value))


def _kind_of(part: Any) -> Any:
    return part.kind if type(part) in FORMS else cast(Any, type(part))


def _number(number: int) -> list[Any]:
    """What says a number: its digits, and that there are no more."""
    return [*[("digit", one) for one in str(number)], DONE]


def _each(value: Any) -> Any:
    """The parts of a tuple, or a value alone."""
    parts: Any = (value,)
    return value if isinstance(value, tuple) else parts  # pyright: ignore[reportUnknownVariableType]


def _values(part: Any) -> list[Any]:
    """For each field of an action or a form the values that it may have; a form itself for cards that are chosen."""
    if type(part) not in FORMS:
        fields: dict[str, Any] = part.__dict__
        return [(value,) for value in fields.values()]
    values: list[Any] = list(part.choices)
    if type(part) is SomeOf:
        values.insert(part.kind.place_of_cards(), part)  # pyright: ignore[reportUnknownMemberType]
    return values


def _written(part: Any) -> Any:
    """An action, or a form of all values of each field, as something that can be looked up."""
    if type(part) not in FORMS:
        return part
    return (part.kind, *part.choices)


SWAPS: Final = 6
"""How often each narrowed slot swaps its card, by chance, after all cards were dealt."""


class Fitting:
    """Deals cards, each a bit, to slots, each a mask of bits that it may be; each way about as likely as any other."""

    def __init__(self, cards: Sequence[int], slots: Sequence[int], meaning: dict[int, Any]) -> None:
        """`meaning` has what is dealt for each bit."""
        self.cards: list[int] = list(cards)
        self.slots: list[int] = list(slots)
        self.meaning: dict[int, Any] = meaning
        self.places: list[int] = [bit.bit_length() - 1 for bit in self.cards]
        """The place of each card's bit."""
        self.meant: list[Any] = [meaning.get(1 << place) for place in range(max(self.places, default=-1) + 1)]
        """What is dealt for each place."""
        everything = 0
        for bit in self.cards:
            everything |= bit
        self.tight: list[int] = [place for place in range(len(self.slots)) if everything & ~self.slots[place]]
        self.width: list[int] = [(slot & everything).bit_count() for slot in self.slots]
        self.misfits: int = 0
        """How often no deal fitted, so that cards lie where they can't."""

    def dealt(self, chance: Any) -> list[Any]:
        """A card for each slot."""
        dealt = self.places.copy()
        shuffle(dealt, chance)
        if self.tight:
            tight = self.tight.copy()
            shuffle(tight, chance)
            width = self.width
            tight.sort(key=width.__getitem__)
            self._fit(dealt, tight, chance)
            slots = self.slots
            count = len(dealt)
            free = [place for place in tight if width[place] > 1]
            below = chance.below
            for _ in range(SWAPS):
                for place in free:
                    other: int = below(count)
                    if slots[place] >> dealt[other] & 1 and slots[other] >> dealt[place] & 1:
                        held = dealt[place]
                        dealt[place] = dealt[other]
                        dealt[other] = held
        meant = self.meant
        return [meant[card] for card in dealt]

    def _fit(self, dealt: list[int], tight: list[int], chance: Any) -> None:
        """Give each narrowed slot a card that it can be, the narrowest first."""
        slots = self.slots
        count = len(dealt)
        fixed = [False] * count
        for place in tight:
            slot = slots[place]
            if not slot >> dealt[place] & 1:
                start: int = chance.below(count)
                found = -1
                for step in range(count):
                    other = start + step if start + step < count else start + step - count
                    if slot >> dealt[other] & 1 and not fixed[other]:
                        found = other
                        break
                if found < 0:
                    self.misfits += not self._augment(place, dealt, fixed)
                else:
                    held = dealt[place]
                    dealt[place] = dealt[found]
                    dealt[found] = held
            fixed[place] = True

    def _augment(self, start: int, dealt: list[int], fixed: list[bool]) -> bool:
        """Give a slot a card that it can be by moving others on, along a path of a matching; False where there is none.

        The path may end where a slot that is still free takes any card, or where the first card closes a circle.
        """
        slots = self.slots
        spare = dealt[start]
        came_from = {start: start}
        queue = [start]
        for here in queue:
            for other in range(len(dealt)):
                if other in came_from or not slots[here] >> dealt[other] & 1:
                    continue
                came_from[other] = here
                if fixed[other] and not slots[other] >> spare & 1:
                    queue.append(other)
                    continue
                place = other
                card = spare
                while True:
                    held = dealt[place]
                    dealt[place] = card
                    card = held
                    if place == start:
                        return True
                    place = came_from[place]
        return False


def leaning(legal: Sequence[Any], weights: dict[Any, int], chance: Any) -> Any:
    """One of some actions, each as likely as its weight says; None where one of them has no weight."""
    sums: list[int] = []
    total = 0
    for action in legal:
        weight = weights.get(action)
        if weight is None:
            return None
        total += weight
        sums.append(total)
    drawn: int = chance.below(total)
    for place in range(len(sums)):
        if drawn < sums[place]:
            return legal[place]
    raise AssertionError(total)
