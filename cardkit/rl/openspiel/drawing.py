"""Chance one card at a time: the card that comes off an unseen pile is drawn when it comes off, not in the shuffle.

A shuffle is foretold in some order, and of that order only the cards count that came off since. As long as a card lies
unseen, it may be any of those of its shuffle that lie unseen, so an action is tried, and where a card comes off by it
that wasn't drawn yet, chance says which one it is: the two change places in the order, and the action is tried again.
The rules don't notice; they must not look at a card that nobody has seen but by moving it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from cardkit.core.acts.events import Event, Rolled, Shown, Shuffled
from cardkit.core.cards import Card
from cardkit.core.dealer import Outcome
from cardkit.core.journal import Move
from cardkit.core.piles import Pile, Sight
from cardkit.rl.refused import NotAnEnvironment
from cardkit.table.match import Match

Place = tuple[int, int]
"""Which of the things that chance made, from 0, the first being the order of the deck; and the place in it."""
Lying = Sequence[Sequence[Place | None]]
"""For each pile of a table, for each of its cards, where it lay in its shuffle if it wasn't drawn yet."""


@dataclass(frozen=True, kw_only=True)
class Stop:
    """Something that chance has to say."""

    weights: Mapping[Card | int, int]
    """How likely each card, or each number, is in relation to the others."""
    made: int
    """How many things chance had made before."""
    place: Place | None = None
    """Where the card lay in its shuffle that comes off now; None where one is picked out, or a number is rolled."""
    rest: frozenset[Place] = frozenset()
    """Where the cards lay that it may be."""
    pile: tuple[Card, ...] = ()
    """The cards one of which is picked out."""


@dataclass(frozen=True, kw_only=True)
class Table:
    """A match, and which of its cards weren't drawn yet; nothing of it is changed."""

    match: Match[Any, Any]
    told: tuple[Outcome, ...]
    """The order of the deck, and what chance made since."""
    lying: Lying

    def with_swapped(self, one: Place, other: Place) -> Table:
        """The same table with two cards, neither of which was drawn yet, the other way round."""
        twin = self.match.fork()
        where = {
            place: (pile.cards, at)
            for pile, places in zip(twin.state.piles(), self.lying, strict=True)
            for at, place in enumerate(places)
            if place in (one, other)
        }
        (cards, at), (others, there) = where[one], where[other]
        cards[at], others[there] = others[there], cards[at]
        return replace(self, match=twin)


@dataclass(frozen=True, kw_only=True)
class Trial:
    """An action that is tried, or setting up where there is no table yet, with what chance has said up to now."""

    told: tuple[Outcome, ...]
    begun: int
    """How many things chance had made before the action."""
    table: Table | None = None
    action: tuple[int, Any] | None = None
    """The seat, and what it does."""
    said: int = 0
    """How often chance has had a say in this action."""

    def decided(self, stop: Stop, outcome: Card | int) -> Trial:
        """The trial with what chance says at a stop."""
        told, table = list(self.told[: stop.made]), self.table
        if stop.place is not None:
            shuffle, at = stop.place
            order = list(cast(Sequence[Card], told[shuffle]))
            there = next(place for place in sorted(stop.rest) if order[place[1]] is outcome)
            order[at], order[there[1]] = order[there[1]], order[at]
            told[shuffle] = order
            if table is not None and shuffle < self.begun and there != stop.place:
                table = table.with_swapped(stop.place, there)
        elif isinstance(outcome, int):
            told.append(outcome)
        else:
            order = list(stop.pile)
            at = order.index(outcome)
            order[at], order[-1] = order[-1], order[at]
            told.append(order)
        return replace(self, told=tuple(told), table=table, said=self.said + 1)


class Walk:
    """What was done in a trial, gone through to see which cards came off that weren't drawn yet."""

    def __init__(self, trial: Trial, match: Match[Any, Any], before: Sequence[Pile], *, deck_is_shuffled: bool) -> None:
        self.told = (*trial.told[: trial.begun], *match.outcomes)
        self._match, self._made = match, trial.begun
        self._entries = match.journal.entries
        self._places: dict[int, list[Place | None]] = {}
        if trial.table is not None:
            for pile, places in zip(before, trial.table.lying, strict=True):
                self._places[id(pile)] = list(places)
        self._find_others(deck_is_shuffled=deck_is_shuffled and trial.table is None)
        self._undrawn: dict[int, set[Place]] = {}
        for place in (place for places in self._places.values() for place in places if place):
            self._undrawn.setdefault(place[0], set()).add(place)

    def _find_others(self, *, deck_is_shuffled: bool) -> None:
        """Take in the piles that weren't on the table before: in setting up, one of them is the deck."""
        change, piles = Counter[int](), {id(pile): pile for pile in self._match.state.piles()}
        for entry in self._entries:
            if not isinstance(entry, Event):
                piles[id(entry[0])] = entry[0]
                if len(entry) == 5:
                    source, target, cards, _, _ = entry
                    piles[id(target)] = target
                    change[id(source)] -= len(cards)
                    change[id(target)] += len(cards)
        deck = len(cast(Sequence[Card], self.told[0]))
        for number, pile in piles.items():
            size = len(pile.cards) - change[number]
            if number not in self._places:
                is_deck = deck_is_shuffled and size == deck
                self._places[number] = [(0, at) if is_deck else None for at in range(size)]

    def stops(self) -> Iterator[Stop]:
        """What chance had to say, in its order."""
        for number, entry in enumerate(self._entries):
            if isinstance(entry, Rolled):
                self._made += 1
                yield Stop(weights=dict.fromkeys(range(1, entry.sides + 1), 1), made=self._made - 1)
            elif isinstance(entry, Shown):
                yield from self._shown(entry)
            elif isinstance(entry, Event):
                continue
            elif len(entry) == 5:
                yield from self._moved(entry)
            elif isinstance(self._entries[number + 1], Shuffled):
                yield from self._shuffled(entry[0])
            else:
                yield from self._picked(*entry)
        for pile in self._match.state.piles():
            yield from self._seen(pile)

    def _moved(self, move: Move) -> Iterator[Stop]:
        source, target, cards, places, under = move
        lying = self._places[id(source)]
        taken = [lying.pop(place) for place in ((-1,) * len(cards) if places is None else places)]
        # Whole piles that are put together, as for the next round, are only moved.
        if type(places) is not tuple or not source.sight is Sight.NOBODY is target.sight:
            yield from self._drawn(taken)
            taken = [None] * len(taken)
        if under:
            self._places[id(target)][:0] = taken[::-1]
        else:
            self._places[id(target)] += taken

    def _shuffled(self, pile: Pile) -> Iterator[Stop]:
        lying, number = self._places[id(pile)], self._made
        here = {place for place in lying if place}
        apart = [place for place in lying if place and not self._undrawn[place[0]] <= here]
        yield from self._drawn(apart)
        for place in here.difference(apart):
            self._undrawn[place[0]].discard(place)
        self._made += 1
        lying[:] = [(number, at) for at in range(len(lying))]
        self._undrawn[number] = {place for place in lying if place}
        yield from self._seen(pile)

    def _picked(self, pile: Pile, before: Sequence[Card]) -> Iterator[Stop]:
        lying, number = self._places[id(pile)], self._made
        if len({place and place[0] for place in lying}) > 1 or None in lying:
            yield from self._drawn(reversed(lying))
            lying[:] = [None] * len(lying)
            cards = tuple(before)
            if len(set(cards)) > 1:
                yield Stop(weights=Counter[Card | int](cards), made=number, pile=cards)
        else:
            after = cast(Sequence[Card], self.told[number])
            at = next((at for at, card in enumerate(after) if card is not before[at]), -1)
            lying[at], lying[-1] = lying[-1], lying[at]
        self._made += 1

    def _shown(self, shown: Shown) -> Iterator[Stop]:
        pile = next(pile for pile in self._match.state.piles() if pile.name == shown.pile)
        lying = self._places[id(pile)]
        for card in shown.cards:
            for at in range(len(lying) - 1, -1, -1):
                place = lying[at]
                if place and cast(Sequence[Card], self.told[place[0]])[place[1]] is card:
                    yield from self._drawn([place])
                    lying[at] = None
                    break

    def _seen(self, pile: Pile) -> Iterator[Stop]:
        """Draw all cards of a pile that somebody sees."""
        if pile.sight is not Sight.NOBODY:
            lying = self._places[id(pile)]
            yield from self._drawn(reversed(lying))
            lying[:] = [None] * len(lying)

    def _drawn(self, places: Iterable[Place | None]) -> Iterator[Stop]:
        """Draw the cards that lay at these places of their shuffles."""
        for place in places:
            if place is None:
                continue
            undrawn = self._undrawn[place[0]]
            order = cast(Sequence[Card], self.told[place[0]])
            weights: Counter[Card | int] = Counter([order[at] for _, at in undrawn])
            if len(weights) > 1:
                yield Stop(weights=weights, made=self._made, place=place, rest=frozenset(undrawn))
            undrawn.discard(place)

    def lying(self) -> Lying:
        """Where the cards lay in their shuffles that were not drawn; raises NotAnEnvironment where that is unknown."""
        found = [tuple(self._places[id(pile)]) for pile in self._match.state.piles()]
        for pile, places in zip(self._match.state.piles(), found, strict=True):
            if len(pile) != len(places):
                raise NotAnEnvironment(self._match.game.name, f"cards of {pile.name} were moved without the dealer")
        return found
