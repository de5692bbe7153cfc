"""What a seat sees of a table and may do there, as plain data: a page, a screen and whatever else draw the same.

It is made of the seat's view and of what is legal for it, and of nothing else. What may be pointed at for an action
follows from what the action moves at a table that may be the true one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar, cast

from cardkit.core.actions import Action, Each, Form, SomeOf, instead_of, parts_of
from cardkit.core.cards import BACK, Card, Domain, Pile, Seat, Sight
from cardkit.core.chance.generators import Seeded, shuffle
from cardkit.core.description import domains_of, fields_of
from cardkit.core.events import Dealer, Event, RoundEnded, Shown
from cardkit.core.game import All, lean
from cardkit.core.results import Result
from cardkit.core.state import State, scores_of
from cardkit.plugins.board import Board
from cardkit.plugins.lines import Entry, Laying, is_hand, last_trick
from cardkit.plugins.people import question_lines
from cardkit.plugins.sayings import Sayings
from cardkit.table.faults import PASS
from cardkit.table.match import Match, Position

_FEW, _MANY = 3, 6
"""At so many tables that may be the true one an action does the same where it is said to do it, or to lose the game."""


T = TypeVar("T")
_NAMED = ("cards", "seats", "ranks", "suits", "places", "piles")


class Effect(NamedTuple):
    """What an action would do: the cards that it moves or shows up to the end of a round, and how the game ends."""

    moves: Sequence[tuple[str, str, Seat | None]]
    """From which pile cards go to which, and who owns that one."""
    shown: Sequence[str]
    """The piles of which cards are shown."""
    result: Result | None

    @property
    def is_end(self) -> bool:
        """Whether the game is over then."""
        return self.result is not None

    @property
    def touched(self) -> set[str]:
        """The piles that it takes cards from, lays them on, or shows some of."""
        return {*self.shown, *(name for source, target, _ in self.moves for name in (source, target))}


class Pointing:
    """What can be pointed at by a seat for each of the single actions that are legal for it.

    Nothing that the seat doesn't see has a say in that. Where all choose together nothing is moved yet, and where the
    rules can't do without what is hidden nothing is known: then it is what the action names.
    """

    def __init__(self, match: Match[Any, Any], seat: Seat, view: State) -> None:
        self._match, self._seat, self._view = match, seat, view
        self._rules: Any = lean(match.game)
        self._is_shared, self._tells_seat = isinstance(match.acting, All), match.game.wants_seat("apply")
        self._effects: dict[int, dict[Action, Effect | None]] = {}
        """What actions do, by the number of the table."""
        self._dealt: int | None = None
        """The number of the order in which hidden cards lie at the imagined table."""

    def told(
        self, actions: Sequence[Action], named: Sequence[Mapping[str, Any]], *, has_forms: bool
    ) -> Iterator[dict[str, Any]]:
        """The actions as data, each with what may be pointed at for it, of what it names or takes cards from."""
        effects = [self._effect(action, 0) for action in actions]
        ending = [self._ends(action, effect) for action, effect in zip(actions, effects, strict=True)]
        others = has_forms or not all(ending)
        for action, one, effect, is_end in zip(actions, named, effects, ending, strict=True):
            yield self._pointed(action, one, effect, is_end=is_end and others)

    def _ends(self, action: Action, effect: Effect | None) -> bool:
        """Whether an action ends the game, whatever the seat doesn't see."""
        return effect is not None and effect.is_end and all(self._elsewhere(action, _FEW, lambda other: other.is_end))

    def _pointed(
        self, action: Action, named: Mapping[str, Any], effect: Effect | None, *, is_end: bool
    ) -> dict[str, Any]:
        if effect is None:
            return {**named, "loses": False}
        touched = effect.touched
        cards = [card for card in named["cards"] if touched.intersection(self._places_of.get(card, touched))]
        places = [place for place in named["places"] if touched]
        is_won = self._is_won(effect)
        if is_end and not (is_won and (cards or places)):
            loses = not is_won and not any(self._elsewhere(action, _MANY, self._is_won))
            return {**named, **{part: [] for part in _NAMED}, "loses": loses}
        piles = [name for name in named["piles"] if name in touched]
        if places:
            piles += self._piles_at(places, effect)
        elif not any(named[part] for part in _NAMED):
            source = self._source(effect)
            is_clear = {source} == {*self._elsewhere(action, _FEW, self._source)}
            piles = [source] if source is not None and is_clear else []
        return {**named, "cards": cards, "places": places, "piles": piles, "loses": False}

    def _piles_at(self, places: Sequence[int], effect: Effect) -> list[str]:
        """The piles whose number among their like is such a place; else those in which the places are counted."""
        piles = self._piles
        touched = [piles[name] for name in effect.touched if name in piles]
        numbers = {pile.name: pile.name.split()[1 if pile.owner is None else 2 :] for pile in touched}
        wanted = {str(place) for place in places}
        if numbered := [name for name in piles if wanted.intersection(numbers.get(name, ())[-1:])]:
            return numbered
        sources = [*(source for source, _, _ in effect.moves), *effect.shown]
        return [name for name in sources if name in piles and len(piles[name]) > max(places)][:1]

    @cached_property
    def _places_of(self) -> Mapping[str, set[str]]:
        """The piles in which the seat sees each card."""
        places: dict[str, set[str]] = {}
        for pile in self._view.piles():
            for card in pile.cards:
                if card is not BACK:
                    places.setdefault(card.text, set()).add(pile.name)
        return places

    def _source(self, effect: Effect) -> str | None:
        """The pile that the seat takes cards from, to keep them, or its own stack from which cards go."""
        piles = self._piles
        moves = [move for move in effect.moves if move[0] in piles]
        for source, _, _ in moves:
            pile = piles[source]
            if pile and pile.owner == self._seat and pile.sight is Sight.NOBODY:
                return source
        for place, (source, target, owner) in enumerate(moves):
            pile, is_kept = piles[source], owner == self._seat or self._view.seats == 1
            is_taken = is_kept and pile.owner != self._seat and (pile or pile.owner is None)
            if is_taken and target not in [later for later, _, _ in moves[place + 1 :]]:
                return source
        return None

    @cached_property
    def _piles(self) -> Mapping[str, Pile]:
        """The piles that the seat sees, by name."""
        return {pile.name: pile for pile in self._view.piles()}

    def _is_won(self, effect: Effect) -> bool:
        return effect.result is not None and self._seat in effect.result.winners

    def _elsewhere(self, action: Action, worlds: int, what: Callable[[Effect], T]) -> Iterator[T | None]:
        """Something of what an action does at further tables of so many that may be the true one."""
        for number in range(1, worlds):
            effect = self._effect(action, number)
            yield None if effect is None else what(effect)

    def _effect(self, action: Action, number: int) -> Effect | None:
        """What an action does at one of the tables that may be the true one; None where that can't be known."""
        if self._is_shared:
            return None
        if action == PASS:
            return Effect((), (), None)
        effects = self._effects.setdefault(number, {})
        if action not in effects:
            table, dealer = self._world(number), Dealer(Seeded(number))
            before = table.fields()
            effects[action] = self._played(action, table.state, dealer)
            dealer.journal.rewind(0, lambda pile: pile)
            table.put_back(before)
        return effects[action]

    def _played(self, action: Action, state: State, dealer: Dealer) -> Effect | None:
        """What an action does at this table; None where the rules can't do without what isn't there."""
        rules = self._rules
        try:
            if self._tells_seat:
                rules.apply(state, action, dealer, self._seat)
            else:
                rules.apply(state, action, dealer)
            result: Result | None = rules.result(state)
        except Exception:  # rules may do whatever they like with what isn't there
            return None
        moves, shown = list[tuple[str, str, Seat | None]](), list[str]()
        for entry in dealer.journal.entries:
            if isinstance(entry, RoundEnded):
                break
            if isinstance(entry, Shown):
                shown.append(entry.pile)
            elif not isinstance(entry, Event) and len(entry) == 5:
                source, target, *_ = entry
                moves.append((source.name, target.name, target.owner))
        return Effect(moves, shown, result)

    def _world(self, number: int) -> Position:
        """A table that may be the true one, on which actions are played and taken back.

        The cards that the seat doesn't see lie there in an order of that number.
        """
        if self._dealt != number:
            self._dealt = number
            unseen = [self._unseen[place] for place in _order(len(self._unseen), number)]
            for pile, seen in self._hiding:
                pile.cards[:] = [unseen.pop() if card is BACK else card for card in seen.cards]
        return self._imagined

    @cached_property
    def _imagined(self) -> Position:
        return Position(self._view.clone())

    @cached_property
    def _hiding(self) -> Sequence[tuple[Pile, Pile]]:
        """The piles of the imagined table in which the seat doesn't see all cards, each as it sees it."""
        pairs = zip(self._imagined.piles, self._view.piles(), strict=True)
        return [(pile, seen) for pile, seen in pairs if BACK in seen.cards]

    @cached_property
    def _unseen(self) -> Sequence[Card]:
        """The cards that the seat doesn't see, sorted, so that nothing follows from where they lie."""
        pairs = zip(self._view.piles(), self._match.state.piles(), strict=True)
        faces = [pair for seen, lying in pairs if BACK in seen.cards for pair in _facing(lying, seen)]
        return sorted([card for card, face in faces if face is BACK], key=attrgetter("text"))


@cache
def _order(count: int, number: int) -> list[int]:
    """An order of so many cards, another one for each number."""
    places = [*range(count)]
    shuffle(places, Seeded(number))
    return places


def _facing(lying: Pile, seen: Pile) -> Iterator[tuple[Card, Card]]:
    """The cards of a pile, each with what is seen of it."""
    return zip(lying.cards, seen.cards, strict=True)


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
    found = scores_of(view)
    return list(found) if len(found) == view.seats else None


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
