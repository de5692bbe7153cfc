"""What may be pointed at for an action: it follows from what the action moves at a table that may be the true one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from cardkit.core.actions import Action
from cardkit.core.cards import BACK, Card
from cardkit.core.chance.generators import Seeded, shuffle
from cardkit.core.dealer import Dealer
from cardkit.core.events import Event, RoundEnded, Shown
from cardkit.core.game import All, lean
from cardkit.core.piles import Pile, Seat, Sight
from cardkit.core.results import Result
from cardkit.core.state import State
from cardkit.table.match import Match, Position
from cardkit.table.setting_up import PASS

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
