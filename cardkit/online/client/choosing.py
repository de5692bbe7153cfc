"""From what somebody points at to what they can do: each choice leaves fewer actions, and one that is left is meant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import prod
from typing import Any, TypeAlias

from cardkit.core.cards import Card

Message: TypeAlias = Mapping[str, Any]
"""A message of the protocol, or a part of one."""

_HANDLES = {"card": "cards", "seat": "seats", "pile": "piles", "place": "places"}
"""What can be pointed at, with the name that an action has for all that it names of the kind."""


@dataclass(frozen=True)
class Choice:
    """What was pointed at so far."""

    cards: tuple[str, ...] = ()
    others: tuple[tuple[str, Any], ...] = ()
    """Seats, piles and places, each with what it is; one of each."""

    def __bool__(self) -> bool:
        return bool(self.cards or self.others)

    def having(self, what: str, value: Any) -> Choice:
        """The choice with this in it; a second one of its kind takes the place of the first, but for cards."""
        if what == "card":
            return replace(self, cards=(*self.cards, value))
        kept = tuple(pair for pair in self.others if pair[0] != what)
        return replace(self, others=(*kept, (what, value)))

    def without(self, what: str, value: Any) -> Choice:
        """The choice without this."""
        cards = list(self.cards)
        if what == "card" and value in cards:
            cards.remove(value)
        return Choice(tuple(cards), tuple(pair for pair in self.others if pair != (what, value)))

    def has(self, what: str, value: Any) -> bool:
        """Whether this was pointed at."""
        return value in self.cards if what == "card" else (what, value) in self.others


class Choosing:
    """What a seat can do, and what is left of it after a choice."""

    def __init__(self, legal: Sequence[Message], forms: Sequence[Message], choice: Choice | None = None) -> None:
        self.legal = legal
        self.forms = forms
        self.choice = choice or Choice()
        self._known: dict[tuple[str, Any], bool] = {}

    def after(self, what: str, value: Any) -> Choosing:
        """What is left when this is pointed at too, or no more; what was pointed at before is let go of, if need be."""
        if self.choice.has(what, value) and not (what == "card" and self.can(what, value)):
            return self._with(self.choice.without(what, value))
        return self._with((self.choice if self.can(what, value) else Choice()).having(what, value))

    def begun_again(self) -> Choosing:
        """What can be done where nothing was pointed at."""
        return self._with(Choice())

    def _with(self, choice: Choice) -> Choosing:
        return Choosing(self.legal, self.forms, choice)

    @cached_property
    def actions(self) -> list[Message]:
        """The single actions that fit the choice."""
        return [action for action in self.legal if self._fits(action)]

    @cached_property
    def ways(self) -> list[Message]:
        """The forms that fit the choice."""
        return [form for form in self.forms if not self.choice.others and self._can_hold(form)]

    def can(self, what: str, value: Any) -> bool:
        """Whether something can be done with this."""
        if (what, value) not in self._known:
            longer = self._with(self.choice.having(what, value))
            self._known[what, value] = bool(longer.actions or longer.ways)
        return self._known[what, value]

    @property
    def meant(self) -> str | None:
        """The one action that is left, if it is one."""
        return self.actions[0]["text"] if self.choice and len(self.actions) == 1 and not self.ways else None

    def _fits(self, action: Message) -> bool:
        named: Counter[str] = Counter(action["cards"])
        for card, times in Counter(self.choice.cards).items():
            if times > named[card] and (action["cards"] or Card.read(card).rank not in action["ranks"]):
                return False
        return all(value in action[_HANDLES[what]] for what, value in self.choice.others)

    def _can_hold(self, form: Message) -> bool:
        """Whether a form can have all the chosen cards."""
        part = part_for_cards(form)
        if part is None:
            return not self.choice
        there: Counter[str] = Counter(part["of"])
        chosen = Counter(self.choice.cards)
        return len(self.choice.cards) <= part["most"] and all(times <= there[card] for card, times in chosen.items())

    def written(self, form: Message) -> str | None:
        """The action that a form and the chosen cards make, where nothing else is open; else None."""
        part = part_for_cards(form)
        if part is None or not part["least"] <= len(self.choice.cards) or not self.choice.cards:
            return None
        words = [self.choice.cards if one is part else only_value(one) for one in form["parts"]]
        return None if None in words else written(form, words)

    def buttons(self, visible: Visible) -> Iterator[str]:
        """The actions offered in words: what is left of a choice, else what nothing on the table stands for."""
        for action in self.actions:
            if self.choice or not visible.stands_for(action):
                yield action["text"]


@dataclass(frozen=True)
class Visible:
    """What can be pointed at on a table."""

    cards: frozenset[str]
    ranks: frozenset[str]
    """The ranks of the cards in one's own hand."""
    piles: frozenset[str]
    places: frozenset[int]

    def stands_for(self, action: Message) -> bool:
        """Whether an action is reached by pointing at something."""
        return bool(
            self.cards.intersection(action["cards"])
            or (not action["cards"] and self.ranks.intersection(action["ranks"]))
            or self.piles.intersection(action["piles"])
            or self.places.intersection(action["places"])
        )


_FEW = 16
"""Up to so many actions of a form are offered one by one."""


def offered(view: Message) -> tuple[list[Message], list[Message]]:
    """The single actions of a view, those of short forms among them, and the other forms."""
    legal, forms = list(view["legal"]), list[Message]()
    for form in view["forms"]:
        values = [] if part_for_cards(form) else [_values(part) for part in form["parts"]]
        if values and prod(map(len, values)) <= _FEW:
            texts = [written(form, [[word] for word in words]) for words in product(*values)]
            legal += [
                {"text": text, "say": text, **{name: [] for name in _HANDLES.values()}, "ranks": []} for text in texts
            ]
        else:
            forms.append(form)
    return legal, forms


def written(form: Message, words: Iterable[Sequence[str] | None]) -> str:
    """The action of a form with these words for each of its parts; an empty word is none."""
    return " ".join([form["verb"], *(word for some in words for word in some or () if word)])


def _values(part: Message) -> Sequence[str]:
    """All values of a part of a form that is no set of cards; as many as matter where they are many."""
    if part["kind"] == "choice":
        return list(map(str, part["of"]))
    return list(map(str, range(part["least"], part["most"] + 1, part["step"])[: _FEW + 1]))


def part_for_cards(form: Message) -> Message | None:
    """The part of a form that takes several cards, if it has one."""
    return next((part for part in form["parts"] if part["kind"] == "cards"), None)


def only_value(part: Message) -> Sequence[str] | None:
    """The value of a part of a form that has but one; else None."""
    if part["kind"] == "choice" and len(part["of"]) == 1:
        return (str(part["of"][0]),)
    if part["kind"] == "number" and part["least"] == part["most"]:
        return (str(part["least"]),)
    return None
