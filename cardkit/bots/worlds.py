"""Tables that may be the true one: the cards that a seat can't see, dealt to slots of which each may be some cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple, cast

from cardkit.core.cards import BACK, Card, Pile, Seat
from cardkit.core.chance.generators import Rng, shuffle
from cardkit.core.errors import CardkitError
from cardkit.core.state import State
from cardkit.core.texts import counted
from cardkit.table.native.engine import NativeTwin
from cardkit.table.native.fitting import Fitting


class WrongDeck(CardkitError):
    """A view that is not one of a game with this deck: the cards it doesn't show are not as many as its backs."""

    seat: Seat
    reason: str
    sentence = "the view of seat {seat} is not one of a game with this deck: {reason}"


def unseen_in(view: State, seat: Seat, deck: Mapping[Card, int]) -> list[Card]:
    """The cards of a deck that the view of a seat doesn't show; raises WrongDeck where it is not one of that deck."""
    left, backs = Counter(deck), 0
    for pile in view.piles():
        for card in pile.cards:
            if card is BACK:
                backs += 1
            else:
                left[card] -= 1
    for card, times in left.items():
        if times < 0:
            raise WrongDeck(seat, f"it shows {card} more often than the deck has it")
    unseen = list(left.elements())
    if backs != len(unseen):
        reason = f"it has {counted(backs, 'back')}, and doesn't show {counted(len(unseen), 'card')} of the deck"
        raise WrongDeck(seat, reason)
    return unseen


class World(NamedTuple):
    """What a seat doesn't see of a table that may be the true one."""

    cards: dict[int, list[Card]]
    """Those of each hidden pile, by its number among the piles."""
    values: dict[str, Any]
    """The private fields."""


class Worlds:
    """Deals tables that fit a view and what is known of its hidden piles, each about as likely as any other.

    A slot is a bit mask over the different cards of the deck. `hidden` has the number of each hidden pile among the
    piles of the view, its slots, and whether their order means nothing.
    """

    def __init__(
        self,
        view: State,
        kinds: Sequence[Card],
        unseen: Sequence[Card],
        hidden: Sequence[tuple[int, Sequence[int], bool]],
        private: Mapping[str, Mapping[Any, Sequence[Any]]],
    ) -> None:
        self._view = view
        self._piles = [*map(id, view.piles())]
        self._hidden = [(number, len(slots), mixed) for number, slots, mixed in hidden]
        self._private = private
        bits = {card: 1 << place for place, card in enumerate(kinds)}
        cards, every = [bits[card] for card in unseen], [slot for _, slots, _ in hidden for slot in slots]
        self.fitting = Fitting(cards, every, {bit: card for card, bit in bits.items()})
        self._own: Callable[[Any], Any] | None = None
        self._table: Any = None
        """The view as a compiled game has it, where it is for one."""

    def compiled(self, twin: NativeTwin) -> Worlds:
        """The same for a compiled game, which has cards and tables of its own; raises what making them does."""
        found, own, of = copy(self), twin.own, self.fitting
        found._own, found._table = own, own(self._view)
        found.fitting = twin.fitting(of.cards, of.slots, {bit: own(card) for bit, card in of.meaning.items()})
        return found

    def deal(self, chance: Rng) -> Any:
        """A table that may be the true one."""
        world = self.imagined(chance)
        if self._own is not None:
            table = self._table.clone()
            piles = table.piles()
            for number, cards in world.cards.items():
                piles[number].cards = cards
            for name, value in world.values.items():
                setattr(table, name, self._own(value))
            return table
        lying = {self._piles[number]: cards for number, cards in world.cards.items()}

        def dealt(pile: Pile) -> Pile:
            copy = pile.copy()
            copy.cards = lying.get(id(pile), copy.cards)
            return copy

        table = self._view.rebuilt(dealt)
        vars(table).update(world.values)
        return table

    def imagined(self, chance: Rng) -> World:
        """What may lie on the table that the seat doesn't see."""
        cards, end = self.fitting.dealt(chance), 0
        world = World({}, {})
        for number, size, mixed in self._hidden:
            start, end = end, end + size
            world.cards[number] = pile = cards[start:end]
            if mixed:
                shuffle(pile, chance)
        for name, possible in self._private.items():
            drawn = {seat: values[chance.below(len(values))] for seat, values in possible.items()}
            world.values[name] = with_values(vars(self._view)[name], drawn)
        return world


def with_values(field: Any, values: Mapping[Any, Any]) -> Any:
    """A private field's value with these values for some seats."""
    if isinstance(field, dict):
        return {**cast(dict[Any, Any], field), **values}
    parts = cast(list[Any], field)
    return type(field)([values.get(seat, part) for seat, part in enumerate(parts)])


def admits(slots: Sequence[int], cards: Sequence[int]) -> bool:
    """Whether these cards, as bits, can be dealt to these slots, one to each."""
    owner: dict[int, int] = {}

    def placed(slot: int, tried: set[int]) -> bool:
        fits = [place for place, card in enumerate(cards) if slot & card and place not in tried]
        for place in fits:
            if place not in owner:
                owner[place] = slot
                return True
        tried.update(fits)
        for place in fits:
            if placed(owner[place], tried):
                owner[place] = slot
                return True
        return False

    return len(slots) == len(cards) and all(placed(slot, set()) for slot in sorted(slots, key=int.bit_count))


def union(slots: Iterable[int]) -> int:
    """What any of some slots may be."""
    together = 0
    for slot in slots:
        together |= slot
    return together
