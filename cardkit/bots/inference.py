"""What an action gives away, found out by asking the rules.

After an action, also of the seat itself, the rules are tried on imagined tables. Where the action isn't legal, or moves
other cards than those that were told, as soon as a hand holds some card, the hand doesn't hold it: a suit that wasn't
followed, a rank that was asked for in vain. Where it is legal only with one of some cards, one of them is held.

This takes for granted that more cards in a hand never make up for what one card forbids. A game for which that is not
so, or which knows a shorter way, says itself what it rules out (`Game.rules_out`). Of hands that the rules don't look
at nothing is concluded, nor of one that has all the cards that aren't seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

from cardkit.bots.trials import (
    FEW,
    Base,
    Concerns,
    Question,
    Spent,
    TrialTable,
    concerned,
    hangs_on_chance,
    moves_of,
    names_a_place,
    plain_fields,
    seen_to_leave,
    shown_by,
)
from cardkit.bots.worlds import World, union
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
Hand = Callable[[Base], Sequence[Card]]


class Inference:
    """Narrows down what a seat knows by each action."""

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
        with suppress(Spent):
            self._ask_the_rules(events, after)

    def _ask_the_rules(self, events: Sequence[Event], after: State) -> None:
        question, before = self._question, self._before
        self._told, self._fields = moves_of(events), plain_fields(after, question.eyes)
        is_unseen = any(BACK in cards for _, _, cards in self._told)
        is_own = question.acted.seat == question.eyes
        if names_a_place(cast(Any, type(question.acted.action))) and (is_own or is_unseen):
            return
        self._numbers = {pile.name: number for number, pile in enumerate(before.piles())}
        hidden = [pile for pile in before.piles() if BACK in pile.cards]
        hands = [pile for pile in hidden if pile.sight is Sight.OWNER]
        self._own = next((pile.name for pile in hands if pile.owner == question.acted.seat), "")
        self._shown = shown = shown_by(self._own, self._told)
        names = [pile.name for pile in hands if pile.name != self._own or len(pile) > len(shown)]
        if names and len(hidden) > 1:
            self._lay_open(events)
            self._conclude(names)

    def _conclude(self, names: Sequence[str]) -> None:
        """Narrow the hands of these names, as far as the rules look at them."""
        named = [value for value in vars(self._question.acted.action).values() if isinstance(value, str)]
        self._unseen = sorted(dict.fromkeys(self._known.unseen(self._before)), key=lambda card: card.suit)
        self._groups = [[card for card in self._unseen if (card.rank in named) is so] for so in (True, False)]
        self._worlds = self._known.worlds(self._before)
        self._table = TrialTable(self._question, self._before)
        self._tried: list[World] = []
        self._needed = self._what_it_takes(self._own) if self._own else []
        bases = self._found_bases()
        self._bases = [*islice(bases, 1)]
        if self._bases:
            looked_at = self._table.looked_at()
            self._bases += islice(bases, _BASES - 1) if looked_at else ()
            for name in names:
                if self._numbers[name] in looked_at:
                    self._narrow(name)

    def _lay_open(self, events: Sequence[Event]) -> None:
        """Take in that the cards that were seen to leave hidden piles lay there before."""
        known = self._known
        for name, depth, card in seen_to_leave(events):
            if name in known.mixed:
                known.must_hold(name, known.bit[card])
            elif depth is not None and depth < len(slots := known.piles.get(name, [])):
                slots[-1 - depth] = known.bit[card]

    # Trying things out

    def _world(self, number: int) -> World:
        """One of the imagined worlds, which are dealt as they are wanted."""
        while len(self._tried) <= number:
            self._tried.append(self._worlds.imagined(self._chance))
        return self._tried[number]

    def _found_bases(self) -> Iterator[Base]:
        """Worlds in which all comes out as told, with as small a hand as possible for the acting seat."""
        for number in range(_TRIES):
            world = self._world(number)
            hands = [self._shown]
            if self._own:
                more = [self._needed[self._chance.below(len(self._needed))]] if self._needed else []
                held = world.cards[self._numbers[self._own]]
                rest = [card for card in held if card not in (*self._shown, *more)]
                hands = [[*self._shown, *more], [*self._shown, *more, *rest]]
            for hand in hands:
                if (base := self._base(world, hand)) is not None:
                    yield base
                    break

    def _base(self, world: World, hand: list[Card]) -> Base | None:
        """The world as a base with this hand of the acting seat, where all comes out there as it was told."""
        if self._own:
            world = World({**world.cards, self._numbers[self._own]: hand}, world.values)
        moves = self._table.played(world)
        if moves is None or self._table.seen(moves) != self._told or self._table.fields() != self._fields:
            return None
        left: dict[str, list[Card]] = {}
        for source, _, cards in moves:
            left.setdefault(source.name, []).extend(cards)
        return Base(world, hand[len(self._shown) :], left)

    def _what_it_takes(self, name: str) -> list[Card]:
        """The cards of which the acting seat must hold one, beside those that it showed, for the action to be legal.

        Raises Spent where one of them isn't enough among others, in some place, or where others together do without it.
        """

        def legal_with(cards: Sequence[Card]) -> bool:
            hand = [*self._shown, *cards]
            return any(self._table.leaving(place, hand, self._world(number)) is not None for number in range(2))

        place, slots = self._numbers[name], self._known.piles[name]
        if legal_with([]):
            return []
        room = len(slots) - len(self._shown)
        few = [self._held_in(slot) for slot in dict.fromkeys(slots)]
        known = next(
            (held for held in few if 0 < len(held) <= FEW and all(legal_with([card]) for card in held)), list[Card]()
        )
        found = known or self._found(name, legal_with, room, self._groups)
        others = [card for card in self._held_in(union(slots)) if card not in found]
        some = others[:: max(len(others) // max(room, 1), 1)][:room]
        places = (0, len(some) // 2, len(some)) if found else ()
        if not all(legal_with([*some[:k], found[0], *some[k:]]) for k in places) or (
            places and not known and legal_with(some)
        ):
            raise Spent
        return found

    def _held_in(self, slot: int) -> list[Card]:
        """The cards that a slot of the acting seat's hand may be, without those that it showed."""
        return [card for card in self._unseen if self._known.bit[card] & slot and card not in self._shown]

    def _fits(self, name: str, hand: Hand, bases: int = _BASES) -> bool:
        """Whether as many cards go from this hand to each pile as was told, in some world."""
        return any(self._fits_there(name, hand(base), base.world) for base in self._bases[:bases])

    def _fits_there(self, name: str, hand: Sequence[Card], world: World) -> bool:
        told = [(target, len(cards)) for source, target, cards in self._told if source == name]
        return self._table.leaving(self._numbers[name], hand, world) == told

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

        def leaves(cards: Sequence[Card]) -> bool:
            return any(self._table.leaving(self._numbers[name], cards, base.world) for base in self._bases)

        self._whole: dict[int, list[Card]] = {}
        added = self._found(name, differs, room, [self._unseen] if is_own else self._groups)
        barred = [card for card in added if not any(self._fits(name, hand) for hand in self._hands_with(card, name))]
        if count and not is_own:
            alone = self._found(name, leaves, self._size, self._groups)
            went = sum(bit[card] for card in alone)
            if went:
                self._known.went[name] = went
                self._known.stays[name] = ~sum(bit[card] for card in added if bit[card] & went)
                barred = [card for card in barred if not bit[card] & went]
        self._known.rule_out({name: self._surely(name, barred)})

    def _surely(self, name: str, barred: Sequence[Card]) -> list[Card]:
        """Those of some cards with which the action doesn't come out as told on other tables either."""
        place, shown = self._numbers[name], self._shown if name == self._own else []
        left = dict.fromkeys(barred)
        for number in range(_DOUBTS if barred else 0):
            card = barred[number % len(barred)]
            world = self._world(number)
            others = [other for other in world.cards[place] if other not in (*shown, card)]
            hand = [*shown, card, *others[: max(self._size - len(shown) - 1, 0)]]
            if self._fits_there(name, turned(hand, number // len(barred)), world):
                left.pop(card, None)
        return list(left)

    def _kept(self, name: str, base: Base) -> list[Card]:
        """The cards of a hand that the action takes on a table: those shown and needed, or those that leave unseen."""
        return [*self._shown, *base.more] if name == self._own else base.left.get(name, [])

    def _hands_with(self, card: Card, name: str) -> Iterator[Hand]:
        """Hands with a card: beside those that the action takes, alone or with others, and in the place of each.

        Rules may look at places in a hand, such as that of the card drawn last, and others don't know what lies where:
        so the few lie in each order of a circle, and a hand that does is left as it lies, but for one place.
        """

        def others(base: Base, room: int) -> list[Card]:
            kept = self._kept(name, base)
            held = base.world.cards[self._numbers[name]]
            return [other for other in held if other not in kept][: max(room, 0)]

        yield lambda base: [*self._kept(name, base), card]
        yield lambda base: [*(kept := self._kept(name, base)), card, *others(base, self._size - len(kept) - 1)]
        for k in range(len(self._shown) if name == self._own else 0, len(kept := self._kept(name, self._bases[0]))):

            def replaced(base: Base, k: int = k) -> Sequence[Card]:
                kept = self._kept(name, base)
                return [*kept[:k], card, *kept[k + 1 :], *others(base, self._size - len(kept))]

            yield replaced
        for k in range(1, len(kept) + 1):

            def in_order(base: Base, k: int = k) -> Sequence[Card]:
                return turned([*self._kept(name, base), card], k)

            yield in_order
        self._lay_whole_hands(name, others)
        for k in sorted({0, self._size // 2, self._size - 1}):

            def in_place(base: Base, k: int = k) -> Sequence[Card]:
                kept, whole = self._kept(name, base), self._whole[id(base)]
                free = k < len(whole) and whole[k] not in kept
                return [*whole[:k], card, *whole[k + 1 :]] if free else [*kept, card]

            yield in_place

    def _lay_whole_hands(self, name: str, others: Callable[[Base, int], list[Card]]) -> None:
        """Find for each base a hand of the true size that does there, if there is one in some order of a circle."""
        for base in self._bases:
            if id(base) not in self._whole:
                kept = self._kept(name, base)
                hand = [*kept, *others(base, self._size - len(kept))]
                orders = (turned(hand, k) for k in range(len(hand)))
                self._whole[id(base)] = next((o for o in orders if self._fits_there(name, o, base.world)), list[Card]())

    def _found(self, name: str, concerns: Concerns, room: int, groups: Sequence[Sequence[Card]]) -> list[Card]:
        """The cards of some groups that a hand may hold and that a question concerns."""
        possible, bit = union(self._known.piles[name]), self._known.bit
        return concerned([[card for card in group if possible & bit[card]] for group in groups], concerns, room)


def turned(hand: Sequence[Card], by: int) -> list[Card]:
    """The cards of a hand in the same circle, from another one on."""
    start = by % len(hand) if hand else 0
    return [*hand[start:], *hand[:start]]
