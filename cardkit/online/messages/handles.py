"""What may be clicked for an action, and what a form leaves open, as plain data; it follows from their fields."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, cast

from cardkit.core.acts.actions import Action
from cardkit.core.acts.choices import parts_of
from cardkit.core.acts.forms import Each, Form, SomeOf
from cardkit.core.cards import Card
from cardkit.core.piles import Domain
from cardkit.online.messages.words import card_said, rank_said, suit_said
from cardkit.plugins.person.patterns import marks_of
from cardkit.table.notation import fields_of

_LISTED = {Domain.SEAT: "seats", Domain.PLACE: "places", Domain.RANK: "ranks", Domain.SUIT: "suits"}
_LONGEST_RANGE = 50
"""Numbers with more values than these are told by their bounds."""


class Offer:
    """Puts what is legal into data, in the words of a table: players by name, piles by their fields."""

    def __init__(self, names: Sequence[str], piles: Collection[str]) -> None:
        self._names = names
        self._piles: dict[str, list[str]] = {}
        for pile in piles:
            self._piles.setdefault(pile.split()[0], []).append(pile)

    def single(self, legal: Sequence[Any]) -> list[Any]:
        """The actions that are legal, without those that a form stands for."""
        return [part for part in parts_of(legal) if not isinstance(part, Form)]

    def forms(self, legal: Sequence[Any]) -> list[dict[str, Any]]:
        """What stands for many actions at once."""
        return [self._form(cast(Form[Any], part)) for part in parts_of(legal) if isinstance(part, Form)]

    def action(self, action: Action) -> dict[str, Any]:
        """An action, and what may be clicked for it."""
        found: dict[str, Any] = {"text": str(action), "say": self.said(action), "cards": []}
        found |= {name: [] for name in ("seats", "ranks", "suits", "places", "piles")}
        kind = cast(Any, type(action))
        for (name, value), mark in zip(vars(action).items(), marks_of(kind), strict=True):
            for part in cast(tuple[Any, ...], value if isinstance(value, tuple) else (value,)):
                if isinstance(part, Card):
                    found["cards"].append(part.text)
                elif part is not None and mark in _LISTED:
                    found[_LISTED[cast(Domain, mark)]].append(part)
                elif isinstance(part, str):
                    found["piles"] += self._piles.get(part.replace("-", "_").split(" ")[0], ())
            if value is True:
                found["piles"] += self._piles.get(name, ())
        for word in kind.word.split("-"):
            found["piles"] += self._piles.get(word, ())
        return found

    def said(self, action: Action) -> str:
        """An action in words: `play the 8 of hearts, suit clubs`, `ask Bob, rank 7`."""
        parts: list[str] = []
        for (name, value), mark in zip(vars(action).items(), marks_of(type(action)), strict=True):
            if value is True:
                parts.append(name.replace("_", " "))
            elif value is not None and value is not False and value != ():
                values = cast(tuple[Any, ...], value if isinstance(value, tuple) else (value,))
                parts += [self._said(part, mark, name) for part in values]
        return " ".join(filter(None, [cast(Any, type(action)).word.replace("-", " "), ", ".join(parts)]))

    def _said(self, value: Any, mark: object, name: str) -> str:
        if isinstance(value, Card):
            return card_said(value)
        if mark is Domain.SEAT:
            return self._names[int(value)]
        text = suit_said(value) if mark is Domain.SUIT else rank_said(value) if mark is Domain.RANK else str(value)
        return f"{name.replace('_', ' ')} {text}" if mark in _LISTED else text

    def _form(self, form: Form[Any]) -> dict[str, Any]:
        names = list(fields_of(form.kind))
        marks = list(marks_of(form.kind))
        choices: list[Any] = list(form.choices) if isinstance(form, Each | SomeOf) else []
        if isinstance(form, SomeOf):
            choices.insert(form.kind.place_of_cards(), form)
        parts = [self._part(*part) for part in zip(names, choices, marks, strict=True)]
        return {"text": str(form), "verb": form.kind.word, "parts": parts}

    def _part(self, name: str, values: Any, mark: object) -> dict[str, Any]:
        if isinstance(values, SomeOf):
            some = cast(SomeOf[Any], values)
            cards = [card.text for card in some.cards]
            return {"name": name, "kind": "cards", "of": cards, "least": some.least, "most": some.most}
        if isinstance(values, range) and mark is None and values:
            return {"name": name, "kind": "number", "least": values[0], "most": values[-1], "step": values.step}
        if values and all(isinstance(value, Card) for value in values):
            return {"name": name, "kind": "cards", "of": list(map(str, values)), "least": 1, "most": 1}
        of = ["" if value is None or value is False else name if value is True else str(value) for value in values]
        said = [
            self._said(value, mark, name) if text and value is not True else text or f"no {name}"
            for text, value in zip(of, values, strict=True)
        ]
        return {"name": name, "kind": "choice", "of": of, "say": said}
