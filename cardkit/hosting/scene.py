"""What a seat sees of a table and may do there, as plain data: a page, a screen and whatever else draw the same.

It is made of the seat's view and of what is legal for it, and of nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, Literal, TypeVar, cast

from cardkit.core.actions import Action, Each, Form, SomeOf, parts_of
from cardkit.core.alike import instead_of
from cardkit.core.cards import BACK, Card
from cardkit.core.description import domains_of, fields_of
from cardkit.core.errors import GameFault, at, shown
from cardkit.core.game import Game
from cardkit.core.piles import Domain, Pile, Seat, Sight, marked
from cardkit.core.state import State
from cardkit.hosting.pointing import Pointing
from cardkit.plugins.board import Board, Order, is_hand, places_in_order
from cardkit.plugins.people import question_lines
from cardkit.plugins.sayings import Sayings
from cardkit.table.match import Match

Laid = Mapping[str, Mapping[Card, str]]
"""For open piles that are nobody's own, the pile that each of their cards came from."""
Looks = Literal["hand", "backs", "stack", "row", "fan", "grid"]

_SAID = re.compile(r"(?P<looks>stack|row|fan)|grid( (?P<columns>[1-9]\d?))?")
_HEAPS = frozenset({"discard", "discards", "foundation", "foundations", "heap", "heaps", "starter", "talon", "waste"})
"""What piles are called, open for all, of which people look at the top card alone."""


def scene(
    match: Match[Any, Any],
    seat: Seat,
    names: Sequence[str],
    asked: Sequence[Seat],
    sketch: Sketch | None = None,
    laid: Laid = MappingProxyType({}),
) -> dict[str, Any]:
    """The parts of a view message that follow from the table: what is seen, what is legal, and the scores.

    What these eyes were shown last is in their sketch, and `laid` says whence the cards of open piles came.
    """
    known = sketch or Sketch()
    view: State = match.view(seat)
    game = match.game
    lying = lying_of(view, seat, names, game, known, laid)
    legal = match.legal_of(seat) if seat in match.to_act else match.legal
    pile_names = [pile["name"] for pile in lying["piles"]]
    says = Sayings(game, names, seat)
    offer = Offer(says, view, pile_names)
    single = offer.single(legal) if seat in asked else []
    forms = offer.forms(legal) if seat in asked else []
    if game.has_alike():
        for action in single:
            there = instead_of(action, view.piles(), seat) if action.alike else ()
            offer.alike[action] = {card.text: str(getattr(card, action.alike[0])) for card in there}
    named = known.actions(single, (names, pile_names, offer.alike), offer.saying, offer.action)
    hand = [card for pile in view.piles() if pile.owner == seat and pile.sight is Sight.OWNER for card in pile]
    asked_lines = question_lines(legal, says, view, game.order_at(view), hand) if seat in asked else ()
    teams = [list(team) for team in game.sides(view)]
    return {
        "view": {
            "turn": match.turn,
            "asked": [own for own in asked if own == seat or match.acting.urgency is None],
            "cards_of": match.acting.cards_of,
            "number": match.number,
            **lying,
            "teams": teams if any(len(team) > 1 for team in teams) else None,
        },
        "legal": [*Pointing(match, seat, view).told(single, named, has_forms=bool(forms))],
        "forms": forms,
        "question": [[str(line.label), str(line.content).strip()] for line in asked_lines],
        "scores": scores(view),
    }


def lying_of(
    view: State, seat: Seat, names: Sequence[str], game: Game[Any, Any], known: Sketch, laid: Laid
) -> dict[str, Any]:
    """The piles and the fields of a table as its seat sees them."""
    board = Board.of(game, view, seat, names)
    order, anew = game.order_at(view), game.wants_seat("order")
    owners = {pile.name: pile.owner for pile in board.piles}
    piles: list[dict[str, Any]] = []
    for pile, title in zip(board.piles, map(board.title, board.piles), strict=True):
        sources, by = laid.get(pile.name), list[Seat | None]()
        if sources and pile.owner is None and len(pile.cards) <= view.seats:
            by = [owners.get(sources.get(card, "")) for card in pile.cards]
        known_by = by if by and None not in by and len(set(by)) == len(by) else None
        looks = (*pile_looks(pile, title), *(known_by or ()), anew and object())
        piles.append(known.part(pile.name, looks, partial(drawn, pile, seat, title, game, order, known_by)))
    return {
        "piles": piles,
        "fields": [
            *([str(entry.label), str(entry.content)] for entry in board.parts()),
            *(
                fact
                for name, value in board.fields()
                for fact in known.part(("field", name), (type(value), value), partial(told, board, name))
            ),
        ],
    }


def told(board: Board, field: str) -> list[list[str]]:
    """What people are to know of a field of the table."""
    return [[str(entry.label), str(entry.content)] for entry in board.fact(field)]


def pile_looks(pile: Pile, title: str) -> tuple[Any, ...]:
    """All by which it follows how a pile is drawn."""
    return title, pile.sight, pile.eyes, pile.owner, tuple(pile.cards), tuple(pile.marks)


def drawn(
    pile: Pile, seat: Seat, title: str, game: Game[Any, Any], order_of: Order, by: Sequence[Seat | None] | None
) -> dict[str, Any]:
    """A pile as its seat sees it, the cards that it shows in the order in which they are shown."""
    word, *places = pile.name.split()
    looks, columns = looks_said(game, word) or (looks_of(pile, seat), None)
    is_placed = looks in ("grid", "row") or pile.owner is None
    cards, order = pile.cards, None
    marks = [marked(of_card) for of_card in pile.marks]
    if (looks == "hand" or (looks == "fan" and is_hand(pile))) and BACK not in cards and not marks:
        sorted_places = places_in_order(cards, order_of)
        order = sorted_places if sorted_places != list(range(len(cards))) else None
        cards = [cards[place] for place in sorted_places]
    return {
        "name": pile.name,
        "title": title,
        "owner": pile.owner,
        "looks": looks,
        "columns": columns,
        "place": int(places[-1]) if is_placed and places and places[-1].isdecimal() else None,
        "size": len(cards),
        "cards": [card.text for card in cards] if any(card is not BACK for card in cards) else [],
        "places": order,
        "by": by if by and looks in ("fan", "row") else None,
        "marks": marks,
    }


def looks_said(game: Game[Any, Any], field: str) -> tuple[str, int | None] | None:
    """How a game says that the piles of a field look, and in how many columns; raises GameFault for other looks."""
    said = game.looks(field)
    if said is None:
        return None
    found = _SAID.fullmatch(str(said))
    if found is None:
        what = f"looks has to return stack, row, fan, grid, or a grid such as grid 3; for {field} it returned"
        raise GameFault(game.name, f"{what} {shown(said)}{at(game.looks)}")
    columns = found["columns"]
    return found["looks"] or "grid", int(columns) if columns else None


def looks_of(pile: Pile, seat: Seat) -> Looks:
    """How a pile is drawn where its game doesn't say it: it follows from who sees it, its place and its name."""
    word, *places = pile.name.split()
    if pile.owner is not None and len(places) > 1:
        return "grid"
    if pile.sight is Sight.NOBODY:
        return "stack"
    if pile.sight is Sight.EVERYBODY:
        return "stack" if _HEAPS.intersection(word.split("_")) else "fan"
    return "hand" if pile.seen_by(seat) else "backs"


def scores(view: State) -> list[float] | None:
    """The scores in a game that keeps them in a field of that name, one for each seat."""
    found = vars(view).get("scores")
    values = list(cast(Sequence[Any], found)) if isinstance(found, list | tuple) else []
    return values if len(values) == view.seats and all(isinstance(value, int | float) for value in values) else None


T = TypeVar("T")


class Sketch:
    """The piles, the facts and the actions that were drawn last; whatever is handed out is not to be changed."""

    def __init__(self) -> None:
        self._drawn: dict[Hashable, tuple[Any, Any]] = {}
        self._actions: dict[Any, dict[str, Any]] = {}
        self._words: Any = None

    def part(self, name: Hashable, looks: Any, draw: Callable[[], T]) -> T:
        """A part of the table, drawn anew where it looks otherwise than it did."""
        last = self._drawn.get(name)
        if last is None or last[0] != looks:
            last = self._drawn[name] = (looks, draw())
        drawn: T = last[1]
        return drawn

    def actions(
        self, legal: Sequence[Any], words: Any, saying: Callable[[Any], str], draw: Callable[[Any], dict[str, Any]]
    ) -> list[dict[str, Any]]:
        """The actions that are legal, of which those are drawn that weren't there last, or are told in other words."""
        last = self._actions if words == self._words else {}
        said = [(action, saying(action)) for action in legal]
        self._actions = {both: last.get(both) or draw(both[0]) for both in said}
        self._words = words
        return list(self._actions.values())


_LISTED = {Domain.SEAT: "seats", Domain.PLACE: "places", Domain.RANK: "ranks", Domain.SUIT: "suits"}
_LONGEST_RANGE = 50
"""Numbers with more values than these are told by their bounds."""


class Offer:
    """Puts what is legal into data, in the words of a table: players by name, piles by their fields."""

    def __init__(self, says: Sayings, view: Any, piles: Collection[str]) -> None:
        self._says, self._view = says, view
        self.alike: dict[Any, dict[str, str]] = {}
        """For an action that others are alike to, the cards that may be laid, each with what matters of it."""
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
        """An action, and what it names."""
        found: dict[str, Any] = {"text": str(action), "say": str(self._says.action(action, self._view)), "cards": []}
        found["alike"] = self.alike.get(action, {})
        found |= {name: [] for name in ("seats", "ranks", "suits", "places", "piles")}
        for value, domain in zip(vars(action).values(), domains_of(cast(Any, type(action))), strict=True):
            for part in cast(tuple[Any, ...], value if isinstance(value, tuple) else (value,)):
                if isinstance(part, Card):
                    found["cards"].append(part.text)
                elif part is not None and domain is not None:
                    found[_LISTED[domain]].append(part)
                elif isinstance(part, str):
                    found["piles"] += self._piles.get(part.replace("-", "_").split(" ")[0], ())
        return found

    def saying(self, action: Action) -> str:
        """The sentence of an action before its fields are filled in."""
        return self._says.saying(action, self._view)

    def _form(self, form: Form[Any]) -> dict[str, Any]:
        names = list(fields_of(form.kind))
        choices: list[Any] = list(form.choices) if isinstance(form, Each | SomeOf) else []
        if isinstance(form, SomeOf):
            choices.insert(form.kind.place_of_cards(), form)
        parts = [self._part(*part) for part in zip(names, choices, domains_of(form.kind), strict=True)]
        return {"text": str(form), "verb": form.kind.word, "parts": parts}

    def _part(self, name: str, values: Any, domain: Domain | None) -> dict[str, Any]:
        if isinstance(values, SomeOf):
            some = cast(SomeOf[Any], values)
            cards = [card.text for card in some.cards]
            return {"name": name, "kind": "cards", "of": cards, "least": some.least, "most": some.most}
        if isinstance(values, range) and domain is None and values:
            return {"name": name, "kind": "number", "least": values[0], "most": values[-1], "step": values.step}
        if values and all(isinstance(value, Card) for value in values):
            return {"name": name, "kind": "cards", "of": list(map(str, values)), "least": 1, "most": 1}
        of = [name if value is True else _typed(value) for value in values]
        said = [
            str(self._says.value(value, domain)) if text and value is not True else text or f"no {name}"
            for text, value in zip(of, values, strict=True)
        ]
        return {"name": name, "kind": "choice", "of": of, "say": said}


def _typed(value: Any) -> str:
    """A value as it is typed: nothing for None, False and no cards at all."""
    if isinstance(value, tuple):
        return " ".join(map(str, cast(tuple[Any, ...], value)))
    return "" if value is None or value is False else str(value)
