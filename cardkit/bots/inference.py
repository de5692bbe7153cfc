"""What an action gives away, found out by asking the rules.

After an action of somebody else the rules are tried on imagined tables. Where the action isn't legal, or moves other
cards than those that were told, as soon as a hand holds some card, the hand doesn't hold it: a suit that wasn't
followed, a rank that was asked for in vain. Where it is legal only with one of some cards, one of them is held.

This takes for granted that more cards in a hand never make up for what one card forbids. A game for which that is not
so, or which knows a shorter way, says itself what it rules out (`Game.rules_out`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from cardkit.bots.trials import (
    Question,
    Spent,
    TrialTable,
    hangs_on_chance,
    moves_of,
    names_a_place,
    plain_fields,
    shown_by,
)
from cardkit.core.acts.events import Acted, Event
from cardkit.core.cards import BACK, Card
from cardkit.core.chance.generators import Seeded
from cardkit.core.game import All
from cardkit.core.piles import Sight
from cardkit.core.state import State

if TYPE_CHECKING:
    from cardkit.bots.knowledge import Knowledge

_TRIES = 30
"""How many tables are imagined to find some on which the action comes out as it did."""
_BASES = 3
"""On how many of them something has to go wrong to be taken for impossible."""
_DOUBTS = 18
"""On how many other tables that is tried again."""
Hand = Callable[["Base"], Sequence[Card]]


@dataclass
class Base:
    """A table on which an action comes out as it was told."""

    table: TrialTable
    more: list[Card]
    """What the acting seat holds beside the cards that it showed."""
    left: dict[str, list[Card]]
    """The cards that leave each pile there."""


class Inference:
    """Narrows down what a seat knows by each action of the others."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._known = knowledge
        self._chance = Seeded(1)

    def learn(self, acted: Acted, events: Sequence[Event], before: State, after: State) -> None:
        """Narrow the slots of hidden hands, as they were before an action, by what followed from it."""
        if acted.action.secret or hangs_on_chance(events):
            return
        game = self._known.game
        if not game.has_one_actor() and isinstance(game.acting(before), All):
            return
        self._before, self._question = before, Question(game, acted, self._known.seat, self._chance)
        told = game.rules_out(before, acted.action, acted.seat)
        if told is not None:
            self._known.rule_out(told)
            return
        try:
            self._ask_the_rules(events, after)
        except Spent:
            return

    def _ask_the_rules(self, events: Sequence[Event], after: State) -> None:
        self._told, self._fields = moves_of(events), plain_fields(after, self._known.seat)
        if names_a_place(cast(Any, type(self._question.acted.action))) and any(
            BACK in cards for _, _, cards in self._told
        ):
            return
        hands = [pile for pile in self._before.piles() if pile.sight is Sight.OWNER and BACK in pile.cards]
        own = next((pile.name for pile in hands if pile.owner == self._question.acted.seat), "")
        self._names = [pile.name for pile in self._before.piles()]
        self._own = own
        shown = shown_by(own, self._told)
        if shown is None:
            return
        self._shown = shown
        self._unseen = list(dict.fromkeys(self._known.unseen(self._before)))
        self._worlds = self._known.worlds(self._before)
        self._needed = self._what_it_takes(own) if own else []
        self._bases = list(self._found_bases())
        for pile in hands if self._bases else ():
            self._narrow(pile.name)

    # Trying things out

    def _found_bases(self) -> Iterator[Base]:
        """Tables on which all comes out as told, with as small a hand as possible for the acting seat."""
        found, place = 0, self._names.index(self._own) if self._own else -1
        for _ in range(_TRIES):
            table = self._imagined()
            hands = [self._shown]
            if self._own:
                more = [self._needed[self._chance.below(len(self._needed))]] if self._needed else []
                rest = [card for card in table.piles[place] if card not in (*self._shown, *more)]
                hands = [[*self._shown, *more], [*self._shown, *more, *rest]]
            for hand in hands:
                if (base := self._base(table, place, hand)) is not None:
                    yield base
                    found += 1
                    break
            if found == _BASES:
                return

    def _base(self, table: TrialTable, place: int, hand: list[Card]) -> Base | None:
        """The table as a base with this hand of the acting seat, where all comes out there as it was told."""
        played = table.played(place, hand)
        if played is None or played[1] != self._fields:
            return None
        if moves_of([event.seen_by(self._known.seat) for event in played[0]]) != self._told:
            return None
        if self._own:
            table.piles[place].cards[:] = hand
        left: dict[str, list[Card]] = {}
        for source, _, cards in moves_of(played[0]):
            left.setdefault(source, []).extend(cards)
        return Base(table, hand[len(self._shown) :], left)

    def _what_it_takes(self, name: str) -> list[Card]:
        """The cards of which the acting seat must hold one, beside those that it showed, for the action to be legal."""
        tables = [self._imagined() for _ in range(2)]

        def legal_with(cards: Sequence[Card]) -> bool:
            return any(self._leaving(name, [*self._shown, *cards], table) is not None for table in tables)

        return [] if legal_with([]) else self._found(name, legal_with, len(self._known.piles[name]) - len(self._shown))

    def _imagined(self) -> TrialTable:
        return TrialTable(self._question, self._worlds.deal(self._chance))

    def _leaving(self, name: str, hand: Sequence[Card], table: TrialTable) -> list[tuple[str, int]] | None:
        """How many cards go from a hand to each pile by the action; None where it isn't legal."""
        moves = table.moved(self._names.index(name), hand)
        return None if moves is None else [(target, len(cards)) for source, target, cards in moves if source == name]

    def _fits(self, name: str, hand: Hand, bases: int = _BASES) -> bool:
        """Whether as many cards go from this hand to each pile as was told, on some table."""
        return any(self._fits_there(name, hand(base), base.table) for base in self._bases[:bases])

    def _fits_there(self, name: str, hand: Sequence[Card], table: TrialTable) -> bool:
        told = [(target, len(cards)) for source, target, cards in self._told if source == name]
        return self._leaving(name, hand, table) == told

    # What follows

    def _narrow(self, name: str) -> None:
        """Leave out of a hand's slots what can't have been there, and put in what must have been."""
        bit, is_own = self._known.bit, name == self._own
        self._size = len(self._known.piles[name])
        count = sum(len(cards) for source, _, cards in self._told if source == name)
        if is_own and self._needed:
            self._known.must_hold(name, sum(bit[card] for card in self._needed))
        room = self._size - min(len(self._kept(name, base)) for base in self._bases)
        if is_own and not room:
            return

        def differs(cards: Sequence[Card]) -> bool:
            return not self._fits(name, lambda base: [*self._kept(name, base), *cards], 1)

        added = self._found(name, differs, room)
        barred = [card for card in added if not any(self._fits(name, hand) for hand in self._hands_with(card, name))]
        if count and not is_own:
            alone = self._found(name, lambda cards: self._any_leaves(name, cards), self._size)
            went = sum(bit[card] for card in alone)
            if went:
                self._known.went[name] = went
                self._known.stays[name] = ~sum(bit[card] for card in added if bit[card] & went)
                barred = [card for card in barred if not bit[card] & went]
        self._known.rule_out({name: self._surely(name, barred)})

    def _surely(self, name: str, barred: Sequence[Card]) -> list[Card]:
        """Those of some cards with which the action doesn't come out as told on other tables either."""
        place, shown = self._names.index(name), self._shown if name == self._own else []
        left = dict.fromkeys(barred)
        for number in range(_DOUBTS if barred else 0):
            card = barred[number % len(barred)]
            table = self._imagined()
            others = [other for other in table.piles[place] if other not in (*shown, card)]
            hand = [*shown, card, *others[: max(self._size - len(shown) - 1, 0)]]
            if self._fits_there(name, hand, table):
                left.pop(card, None)
        return list(left)

    def _kept(self, name: str, base: Base) -> list[Card]:
        """The cards of a hand that the action takes on a table: those shown and needed, or those that leave unseen."""
        return [*self._shown, *base.more] if name == self._own else base.left.get(name, [])

    def _hands_with(self, card: Card, name: str) -> Iterator[Hand]:
        """Hands with a card: beside those that the action takes, alone or with others, and in the place of each."""

        def others(base: Base, room: int) -> list[Card]:
            kept = self._kept(name, base)
            return [other for other in base.table.piles[self._names.index(name)] if other not in kept][: max(room, 0)]

        yield lambda base: [*self._kept(name, base), card]
        yield lambda base: [*(kept := self._kept(name, base)), card, *others(base, self._size - len(kept) - 1)]
        for k in range(len(self._shown) if name == self._own else 0, len(self._kept(name, self._bases[0]))):

            def replaced(base: Base, k: int = k) -> Sequence[Card]:
                kept = self._kept(name, base)
                return [*kept[:k], card, *kept[k + 1 :], *others(base, self._size - len(kept))]

            yield replaced

    def _found(self, name: str, concerns: Callable[[Sequence[Card]], bool], room: int) -> list[Card]:
        """The unseen cards that a question concerns, which is asked of as many as there is room for, then of halves."""
        room = max(room, 1)
        cards = [card for card in self._unseen if self._may_hold(name, card)]
        left = [cards[k : k + room] for k in range(0, len(cards), room)]
        found: list[Card] = []
        while left:
            some = left.pop(0)
            if not concerns(some):
                continue
            if len(some) == 1:
                found += some
            else:
                left[:0] = [some[: len(some) // 2], some[len(some) // 2 :]]
        return found

    def _any_leaves(self, name: str, cards: Sequence[Card]) -> bool:
        """Whether some of these cards leave a hand that has no others, on some table."""
        return any(self._leaving(name, cards, base.table) for base in self._bases)

    def _may_hold(self, name: str, card: Card) -> bool:
        return any(slot & self._known.bit[card] for slot in self._known.piles[name])
