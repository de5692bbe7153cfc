"""What a seat sees of a table and may do there, as plain data: a page, a screen and whatever else draw the same.

It is made of the seat's view and of what is legal for it, and of nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from functools import partial
from typing import Any, TypeVar, cast

from cardkit.core.actions import Action, Each, Form, SomeOf, instead_of, parts_of
from cardkit.core.cards import Card
from cardkit.core.description import domains_of, fields_of
from cardkit.core.piles import Domain, Seat, Sight
from cardkit.core.state import State
from cardkit.hosting.pointing import Pointing
from cardkit.plugins.board import Board
from cardkit.plugins.lines import Entry
from cardkit.plugins.people import question_lines
from cardkit.plugins.piles_seen import Laying, is_hand, last_trick
from cardkit.plugins.sayings import Sayings
from cardkit.table.match import Match


def scene(
    match: Match[Any, Any],
    seat: Seat,
    names: Sequence[str],
    asked: Sequence[Seat],
    sketch: Sketch | None = None,
    laying: Laying | None = None,
) -> dict[str, Any]:
    """The parts of a view message that follow from the table: what is seen, what is legal, and the scores.

    What these eyes were shown last is in their sketch, and `laying` says who laid what.
    """
    known = sketch or Sketch()
    view: State = match.view(seat)
    game, says = match.game, Sayings(match.game, names, seat)
    board = Board.of(game, view, seat, names, laying=laying)
    lying = lying_of(board, known)
    teams = [list(team) for team in game.sides(view)]
    return {
        "view": {
            "turn": match.turn,
            "asked": [own for own in asked if own == seat or match.acting.urgency is None],
            "cards_of": match.acting.cards_of,
            "number": match.number,
            **lying,
            "counted": [str(entry) for entry in board.counted()],
            "last": str(last_trick(laying, [says.name(seat) for seat in range(view.seats)])) if laying else "",
            "teams": teams if any(len(team) > 1 for team in teams) else None,
        },
        **(_offered(match, seat, view, says, known) if seat in asked else _NOTHING),
        "scores": scores(view),
    }


_NOTHING: dict[str, Any] = {"legal": [], "forms": [], "question": []}


def _offered(match: Match[Any, Any], seat: Seat, view: State, says: Sayings, known: Sketch) -> dict[str, Any]:
    """What a seat may do, which is asked."""
    game, piles = match.game, view.piles()
    legal = match.legal_of(seat) if seat in match.to_act else match.legal
    pile_names = [pile.name for pile in piles]
    offer = Offer(says, view, pile_names)
    single, forms = offer.single(legal), offer.forms(legal)
    if game.has_alike():
        for action in single:
            there = instead_of(action, piles, seat) if action.alike else ()
            offer.alike[action] = {card.text: " ".join(getattr(card, look) for look in action.alike) for card in there}
    named = known.actions(single, (says.names, pile_names, offer.alike), offer.saying, offer.action)
    hand = [card for pile in piles if pile.owner == seat and pile.sight is Sight.OWNER for card in pile]
    lines = question_lines(legal, says, view, game.order_at(view), hand)
    return {
        "legal": [*Pointing(match, seat, view).told(single, named, has_forms=bool(forms))],
        "forms": forms,
        "question": [[str(line.label), str(line.content).strip()] for line in lines],
    }


def lying_of(board: Board, known: Sketch) -> dict[str, Any]:
    """The piles and the fields of a table as its seat sees them; the board knows both from now on."""
    anew = board.is_ordered_by_seat
    called = (board.names, [(pile.name, pile.owner) for pile in board.piles])
    titles = known.part("titles", called, lambda: [*map(board.title, board.piles)])
    piles: list[dict[str, Any]] = []
    for pile, title in zip(board.piles, titles, strict=True):
        looks = board.looks(pile)
        order = anew and is_hand(pile) and object()
        piles.append(known.part(("pile", pile.name), (*looks, order, title), partial(board.seen, pile, looks, title)))
    board.lying = piles
    for name, value in board.fields:
        board.has_told(name, known.part(("field", name), (type(value), value), partial(board.fact, name)))
    entries = [*board.parts(), *(one for name, _ in board.fields for one in board.fact(name))]
    facts = [*map(told, (*entries, *board.of_parts, *board.notes))]
    return {
        "piles": piles,
        "fields": [[label, content] for label, content, _ in facts],
        "at_seats": [
            [label, [of_seat.get(seat) for seat in range(len(board.names))]] for label, _, of_seat in facts if of_seat
        ],
    }


def told(entry: Entry) -> tuple[str, str, dict[Seat, str]]:
    """What is told of a table, what it is about, and what of it is said of each seat."""
    return str(entry.label), str(entry.content), {seat: str(part) for seat, part in entry.at_seats.items()}


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
