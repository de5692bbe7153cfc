"""What the private values of others may be: such as the rules give them on imagined tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from itertools import islice, pairwise
from typing import Any, TypeVar, cast

from cardkit.bots.rollout import QuickDealer, Rollout, one_of
from cardkit.bots.worlds import (
    FEW,
    PROBES,
    Base,
    Concerns,
    Evidence,
    Question,
    Spent,
    TrialTable,
    World,
    Worlds,
    admits,
    concerned,
    hangs_on_chance,
    moves_of,
    names_a_place,
    plain_fields,
    seen_to_leave,
    shown_by,
    signs_of,
    union,
    unseen_in,
)
from cardkit.core.cards import BACK, Card, Mark, Pile, Seat, Sight
from cardkit.core.chance.generators import Seeded, shuffle
from cardkit.core.events import Acted, Event, Hinted, LaidOpen, Moved, Shown, Shuffled
from cardkit.core.game import All
from cardkit.core.state import State, hashable
from cardkit.table.faults import laid
from cardkit.table.turns import Seating

_VALUE_TRIES = 8
"""On how many imagined tables a secret action is tried."""


class PrivateValues:
    """For each private field and each other seat, the values that it may have."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._fields: Sequence[str] = ()
        self._values: dict[str, dict[Any, list[Any]]] = {}
        self._chance = Seeded(2)

    def begin(self, view: State) -> None:
        """Know nothing but that others may have what this seat has."""
        self._fields = sorted(view.fields_marked("private"))
        own = self._knowledge.seat
        self._values = {
            name: {seat: [places(vars(view)[name]).get(own)] for seat in places(vars(view)[name]) if seat != own}
            for name in self._fields
        }

    def set_up(self, states: Sequence[State]) -> None:
        """Take in the values that others have on tables just set up."""
        self._take_in(states, range(self._knowledge.view.seats))

    def told(self, acted: Sequence[Acted], before: State, view: State) -> None:
        """Take in what private values follow from what others did, as far as it was seen."""
        if not self._fields:
            return
        self._values = {
            name: {seat: self._values[name].get(seat, [None]) for seat in places(vars(view)[name])}
            for name in self._fields
        }
        others = [event for event in acted if event.seat != self._knowledge.seat]
        if others:
            states = [state for _ in range(_VALUE_TRIES) for state in self._after(acted, before)]
            seen = [state for state in states if _alike(state.view(self._knowledge.seat), view)]
            self._take_in(seen or states, [event.seat for event in others])

    def _after(self, acted: Sequence[Acted], before: State) -> list[State]:
        """An imagined table after actions that look as these do; none where the rules don't allow them there."""
        told = {event.seat: event.action for event in acted}
        try:
            rollout = Rollout(self._knowledge.game, self._knowledge.worlds(before).deal(self._chance), self._chance)
            for _ in acted:
                action = told[rollout.seat]
                if action.secret and rollout.seat != self._knowledge.seat:
                    action = self._like(action, rollout)
                rollout.carry_out(action)
        except Exception:
            return []
        return [rollout.state]

    def _like(self, action: Any, rollout: Rollout) -> Any:
        """A legal action that others see as this one."""
        found = one_of(rollout.legal, self._chance)
        for _ in range(20):
            if found.redacted() == action:
                break
            found = one_of(rollout.legal, self._chance)
        return found

    def _take_in(self, states: Sequence[State], seats: Sequence[Seat]) -> None:
        for name in self._fields if states else ():
            for seat in seats:
                values = [places(vars(state)[name]).get(seat) for state in states]
                if seat in self._values[name]:
                    self._values[name][seat] = values

    def possible(self, view: State) -> Mapping[str, Mapping[Any, Sequence[Any]]]:
        """For each private field the values that each other seat may have."""
        own = self._knowledge.seat
        return {
            name: {seat: values for seat, values in self._values[name].items() if seat != own} for name in self._fields
        }


def places(field: Any) -> dict[Any, Any]:
    """The values of a private field by their seats."""
    return cast(dict[Any, Any], field) if isinstance(field, dict) else dict(enumerate(cast(Sequence[Any], field)))


def _alike(one: State, other: State) -> bool:
    """Whether two views have the same plain fields."""
    names = one.plain_fields()
    return all(hashable(vars(one)[name]) == hashable(vars(other).get(name)) for name in names)


_MOST = 30
"""How often a game is set up to be sure of what is always so: a card of two would lie right by accident in 2**-29."""
_FEW = 8
"""How often it is set up at least, where there are private values to be seen."""


def openings(seating: Seating) -> Sequence[State]:
    """Tables after setting up, with the deck in other orders; none where the rules can't set up all of them.

    No more are laid once no two piles are the same on all of them.
    """
    chance, deck = Seeded(0), list(seating.deck)
    states: list[State] = []
    while len(states) < _MOST:
        shuffle(deck, chance)
        try:
            states.append(laid(seating.game, deck, seating.seats, QuickDealer(chance)))
        except Exception:
            return []
        least = _FEW if states[0].fields_marked("private") else 2
        if len(states) >= least and not surely_in(states):
            break
    return states


def surely_in(states: Sequence[State]) -> Mapping[str, Sequence[Card]]:
    """The cards of each pile that holds the same ones, in any order, on all of the tables, by the pile's name."""
    if not states:
        return {}
    first, *others = map(_held, states)
    return {
        name: list(cards.elements())
        for name, cards in first.items()
        if cards and all(other.get(name) == cards for other in others)
    }


def _held(state: State) -> Mapping[str, Counter[Card]]:
    """The cards of each pile by its name."""
    return {pile.name: Counter(pile.cards) for pile in state.piles()}


_TRIES = 30
"""How many tables are imagined to find some on which the action comes out as it did."""
_BASES = 3
"""On how many of them something has to go wrong to be taken for impossible."""
_DOUBTS = 18
"""On how many other tables that is tried again."""
Hand = Callable[[Base], Sequence[Card]]
T = TypeVar("T")


class Inference:
    """Narrows down what a seat knows by each action."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._known = knowledge
        self._chance, self._for_evidence = Seeded(1), Seeded(4)

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
        self._told, self._fields = moves_of(events), plain_fields(after, self._question.eyes)
        with suppress(Spent):
            self._ask_the_rules(events)
        with suppress(Spent):
            self._look_at_what_is_seen(events)

    def _look_at_what_is_seen(self, events: Sequence[Event]) -> None:
        """Narrow the slots of all hidden piles by what is seen after the action."""
        known, before, acted = self._known, self._before, self._question.acted
        if not any(BACK in pile.cards for pile in before.piles()):
            return
        self._lay_open(events)
        question = Question(known.game, acted, known.seat, self._for_evidence, most=4 * PROBES)
        evidence = Evidence(question, before, known.worlds(before), signs_of(self._told, self._fields))
        if not evidence.is_any():
            return
        names = {number: before.piles()[number].name for number in evidence.piles}
        mixed = {number for number, name in names.items() if name in known.mixed and len(known.piles[name]) > 1}
        unseen = dict.fromkeys(known.unseen(before))
        slots = {
            number: [[card for card in unseen if known.bit[card] & slot] for slot in known.piles[name]]
            for number, name in names.items()
        }
        words = [value for value in vars(acted.action).values() if isinstance(value, str)]
        named = [card for card in unseen if card.rank in words or card.suit in words]
        for (number, place), cards in evidence.barred(slots, mixed, named):
            pile = known.piles[names[number]]
            pile[place] = pile[place] & ~sum(known.bit[card] for card in cards) or pile[place]

    def _ask_the_rules(self, events: Sequence[Event]) -> None:
        question, before = self._question, self._before
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
        self._hidden = without(self._known.unseen(self._before), self._shown)
        self._unseen = sorted(dict.fromkeys(self._hidden), key=lambda card: card.suit)
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
        left = Counter[tuple[str, Card]]()
        for name, depth, card in seen_to_leave(events):
            left[name, card] += 1
            if name in known.mixed:
                known.must_hold(name, known.bit[card], left[name, card])
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
                hands = [[*self._shown, *more], [*self._shown, *more, *without(held, [*self._shown, *more])]]
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

        place = self._numbers[name]
        slots = without(self._known.piles[name], [self._known.bit[card] for card in self._shown])
        if legal_with([]):
            return []
        room = len(self._known.piles[name]) - len(self._shown)
        few = [[*dict.fromkeys(self._held_in(slot))] for slot in dict.fromkeys(slots)]
        known = next(
            (held for held in few if 0 < len(held) <= FEW and all(legal_with([card]) for card in held)), list[Card]()
        )
        found = known or self._found(name, legal_with, room, self._groups)
        others = [card for card in self._held_in(union(slots)) if card not in found]
        some = others[:: max(len(others) // max(room, 1), 1)][:room]
        places = (0, len(some) // 2, len(some)) if found else ()
        if not all(legal_with([*some[:k], found[0], *some[k:]]) for k in places) or (
            places and not known and (legal_with(some) or legal_with(others))
        ):
            raise Spent
        return found

    def _held_in(self, slot: int) -> list[Card]:
        """The cards that a slot of the acting seat's hand may be, without those that it showed."""
        return sorted((card for card in self._hidden if self._known.bit[card] & slot), key=lambda card: card.suit)

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
            shown = sum(card in self._needed for card in self._shown)
            self._known.must_hold(name, sum(bit[card] for card in self._needed), 1 + shown)
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
            others = without(world.cards[place], [*shown, card])
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
            held = base.world.cards[self._numbers[name]]
            return without(held, self._kept(name, base))[: max(room, 0)]

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
                free = k < len(whole) and whole[k] in without(whole, kept)
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


def without(cards: Iterable[T], taken: Iterable[T]) -> list[T]:
    """What is left of some cards where others are taken out, each as often as it is among those."""
    left = list(cards)
    for card in taken:
        if card in left:
            left.remove(card)
    return left


def turned(hand: Sequence[Card], by: int) -> list[Card]:
    """The cards of a hand in the same circle, from another one on."""
    start = by % len(hand) if hand else 0
    return [*hand[start:], *hand[:start]]


_HANDS = (Sight.OWNER, Sight.OTHERS, Sight.SEATS)


class Knowledge:
    """What one seat knows: `begin` and `told` feed it as they do a bot, `worlds` imagines."""

    def __init__(self, seating: Seating, *, infers: bool = True) -> None:
        """Where `infers` is false, only what is seen is remembered, not what actions give away."""
        self.game, self.seat = seating.game, seating.seat
        self._seating = seating
        self._counts = Counter(seating.deck)
        self.kinds = tuple(self._counts)
        """The different cards of the deck, whose places are those of the bits."""
        self.bit = {card: 1 << place for place, card in enumerate(self.kinds)}
        self.all = (1 << len(self.kinds)) - 1
        """The slot of a card of which nothing is known."""
        self.piles: dict[str, list[int]] = {}
        """The slots of every pile, from its bottom card up."""
        self.mixed: set[str] = set()
        """The hidden piles whose places mean nothing."""
        self.went: dict[str, int] = {}
        """What the cards can be that leave a hidden pile by the action that is being told."""
        self.stays: dict[str, int] = {}
        """What the cards can be that stay in a hidden pile then."""
        self._inference = Inference(self) if infers else None
        self.private = PrivateValues(self)

    def begin(self, view: State, *, opening: bool = True) -> None:
        """Start from a view: the one after setting up, or one in the middle of a game, with no history."""
        self.view = view
        self._places = {pile.name: pile for pile in view.piles()}
        self.piles = {pile.name: [self.bit.get(card, self.all) for card in pile] for pile in view.piles()}
        self.mixed = {pile.name for pile in view.piles() if self._is_hand(pile)}
        self.private.begin(view)
        if opening:
            states = openings(self._seating)
            for name, held in surely_in(states).items():
                if name in self.piles and not self._is_seen(name):
                    slot = sum(self.bit[card] for card in dict.fromkeys(held))
                    self.piles[name] = [slot] * len(self.piles[name])
            self.private.set_up(states)

    def imagined(self) -> Knowledge:
        """The same at the beginning of an imagined game, in which only what is seen is remembered."""
        found = copy(self)
        found.piles = {name: slots.copy() for name, slots in self.piles.items()}
        found.mixed, found.went, found.stays = {*self.mixed}, {}, {}
        found._places, found.private, found._inference = {**self._places}, copy(self.private), None
        return found

    def told(self, events: Sequence[Event], view: State) -> None:
        """Take in what happened in a step, and the view after it, as this seat sees them."""
        before = self.view
        self.went.clear()
        self.stays.clear()
        acted = [event for event in events if isinstance(event, Acted)]
        if len(acted) == 1 and self._inference is not None:
            self._inference.learn(acted[0], events, before, view)
        self.private.told(acted, before, view)
        self._places.update({pile.name: pile for pile in view.piles()})
        for event in events:
            if isinstance(event, Moved):
                self._moved(event)
            elif isinstance(event, Shuffled):
                self._shuffled(event.pile)
            elif isinstance(event, Shown) and BACK not in event.cards:
                self._shown(event)
            elif isinstance(event, LaidOpen) and BACK not in event.cards:
                self.piles[event.pile] = [self.bit[card] for card in event.cards]
                self.mixed.discard(event.pile)
            elif isinstance(event, Hinted):
                self._hinted(event)
        self._agree(view)
        self.view = view

    # What is seen

    def _moved(self, event: Moved) -> None:
        source, target = self.piles.setdefault(event.source, []), self.piles.setdefault(event.target, [])
        loses_order = event.source in self.mixed and len(set(source)) > 1 and len(event.cards) > 1
        taken = self._taken(source, event)
        if loses_order and not self._is_seen(event.target) and BACK in event.cards:
            self.mixed.add(event.target)
        if event.under:
            target[:0] = taken[::-1]
        else:
            target += taken
        if event.source in self.stays and event.source in self.mixed:
            stays = self.stays[event.source]
            source[:] = [slot & stays or slot for slot in source]
        if not source and not self._is_hand(self._places.get(event.source)):
            self.mixed.discard(event.source)

    def _taken(self, source: list[int], event: Moved) -> list[int]:
        """The slots that leave a pile, in the order of the event."""
        shown = [self.bit.get(card, 0) for card in event.cards]
        went = self.went.get(event.source, self.all)
        if len(shown) >= len(source):
            whole = source[::-1] if event.taken == "top" else source.copy()
            if event.taken == "placed" and len(event.places) == len(source):
                whole = [source.pop(place) for place in event.places]
            if event.taken == "chosen" and len(set(whole)) > 1:
                whole = [union(whole)] * len(whole)
            whole += [self.all] * (len(shown) - len(whole))
            source.clear()
            return [seen or slot & went or slot for seen, slot in zip(shown, whole, strict=True)]
        if event.taken == "chosen" and not self._is_seen(event.source):
            self.mixed.add(event.source)
        if event.taken == "placed" and event.source not in self.mixed:
            return [
                seen or slot for seen, slot in zip(shown, [source.pop(place) for place in event.places], strict=True)
            ]
        if event.source in self.mixed:
            return [self._taken_out(source, seen or went, event.source) for seen in shown]
        if event.taken == "top":
            return [seen or slot for seen, slot in zip(shown, [source.pop() for _ in shown], strict=True)]
        for seen in shown:
            if seen in source:
                source.remove(seen)
        return [seen or self.all for seen in shown]

    def _taken_out(self, source: list[int], card: int, name: str) -> int:
        """Take a card out of slots that can't be told apart, and return what is known of it.

        Any slot that it fits may be the one. The narrowest goes, and each of the others may be what the narrower one
        before it was, so that whichever it was, the cards that are left fit the slots that are left. Of a card that was
        known to lie there, the slot goes, and no other changes.
        """
        fits = sorted((place for place, slot in enumerate(source) if slot & card), key=lambda k: source[k].bit_count())
        if not fits:
            self._forget(name)
            source[:] = [self.all] * len(source)
            fits = [*range(len(source))]
        known = union([source[place] for place in fits]) & card
        if card.bit_count() > 1 or source[fits[0]] != card:
            for narrower, wider in reversed([*pairwise(fits)]):
                source[wider] |= source[narrower]
        del source[fits[0]]
        return known

    def rule_out(self, lacking: Mapping[str, Iterable[Card]]) -> None:
        """Take in that hidden piles, by their names, hold none of some cards; not where nothing would be left."""
        for name, cards in lacking.items():
            left = ~sum(self.bit[card] for card in dict.fromkeys(cards))
            self.piles[name] = [slot & left or slot for slot in self.piles[name]]

    def must_hold(self, name: str, cards: int, times: int = 1) -> None:
        """Take in that one card of a mixed pile is one of these, or so many are."""
        sure, rest = list[int](), list[int]()
        for slot in self.piles[name]:
            (rest if slot & ~cards else sure).append(slot)
        if rest and len(sure) < times:
            found = self._taken_out(rest, cards, name)
            self.piles[name] = [*rest, *sure, found]

    def _shuffled(self, name: str) -> None:
        slots = self.piles.get(name, [])
        self.mixed.add(name)
        together = union(slots)
        if sum(self._counts[card] for card in self.cards_of(together)) == len(slots):
            slots[:] = [together] * len(slots)

    def _shown(self, event: Shown) -> None:
        slots = self.piles.get(event.pile, [])
        bits = [self.bit[card] for card in event.cards]
        if self._is_seen(event.pile) or not slots:
            return
        if len(bits) == 1 == len(slots):
            slots[:] = bits
            return
        is_placed = max(event.places, default=len(slots)) < len(slots)
        placed = sorted(zip(event.places, bits, strict=True)) if is_placed else []
        if placed and event.pile not in self.mixed:
            for place, bit in placed:
                slots[place] = bit
            return
        is_hand = self._is_hand(self._places.get(event.pile))
        self.mixed.add(event.pile)
        for bit in bits:
            if slots:
                self._taken_out(slots, bit, event.pile)
        if not placed or is_hand or len(set(slots)) > 1:
            slots += bits
            return
        for place, bit in placed:
            slots.insert(place, bit)
        self.mixed.discard(event.pile)

    def _hinted(self, event: Hinted) -> None:
        """Take in which cards of a hidden pile have a rank or a suit, and so which haven't."""
        slots = self.piles.get(event.pile, [])
        so = sum(bit for card, bit in self.bit.items() if Mark(event.rank, event.suit, is_so=True).fits(card))
        if self._is_seen(event.pile) or not all(place < len(slots) for place in event.places):
            return
        if event.pile not in self.mixed:
            slots[:] = [slot & (so if place in event.places else ~so) or slot for place, slot in enumerate(slots)]
            return
        for _ in event.places:
            self._taken_out(slots, so, event.pile)
        slots[:] = [*([so] * len(event.places)), *(slot & ~so or slot for slot in slots)]

    def _agree(self, view: State) -> None:
        """Take over what the view shows; a pile that isn't as it was told is unknown from now on."""
        before, now = self.piles, {pile.name: pile for pile in view.piles()}
        changed = {field_of(name) for name in [*before, *now] if name not in before or name not in now}
        self._places, self.piles = now, {}
        self.mixed = {name for name in self.mixed if name in now}
        unseen = sum(self.bit[card] for card in dict.fromkeys(self.unseen(view)))
        for name, pile in now.items():
            slots = before.get(name, [])
            if pile.seen_by(self.seat):
                slots = [self.bit[card] for card in pile]
                self.mixed.discard(name)
            elif len(slots) != len(pile) or field_of(name) in changed:
                slots = [self.all] * len(pile)
                self._forget(name)
            if self._is_hand(pile):
                self.mixed.add(name)
            self.piles[name] = slots if pile.seen_by(self.seat) else [slot & unseen or slot for slot in slots]

    def _forget(self, name: str) -> None:
        if not self._is_hand(self._places.get(name)):
            self.mixed.discard(name)

    def _is_hand(self, pile: Pile | None) -> bool:
        """Whether a pile is the hand of somebody else, whose order means nothing."""
        is_hand = pile is not None and pile.sight in _HANDS and not pile.seen_by(self.seat)
        return is_hand and pile is not None and pile.owner != self.seat

    def _is_seen(self, name: str) -> bool:
        pile = self._places.get(name)
        return pile is not None and pile.seen_by(self.seat)

    def cards_of(self, slot: int) -> list[Card]:
        """The cards that a slot may be."""
        return [card for card, bit in self.bit.items() if bit & slot]

    # What may be so

    def unseen(self, view: State) -> list[Card]:
        """The cards that a view doesn't show; raises WrongDeck where it is not one of a game with this deck."""
        return unseen_in(view, self.seat, self._counts)

    def worlds(self, view: State | None = None) -> Worlds:
        """What deals tables that may be the true one, by default from the view that was told last."""
        view = self.view if view is None else view
        hidden = [
            (number, self.piles[pile.name], pile.name in self.mixed)
            for number, pile in enumerate(view.piles())
            if pile.cards and pile.cards[0] is BACK
        ]
        return Worlds(view, self.kinds, self.unseen(view), hidden, self.private.possible(view))

    def denies(self, state: State) -> str | None:
        """What in a table contradicts what is known, in a clause; None where the table may be the true one."""
        for pile in state.piles():
            slots, cards = self.piles.get(pile.name, []), [self.bit[card] for card in pile]
            if pile.name in self.mixed:
                fits = admits(slots, cards)
            else:
                fits = len(slots) == len(cards) and all(slot & card for slot, card in zip(slots, cards, strict=True))
            if not fits:
                return f"{pile.name} can't hold {pile}"
        return None


def field_of(name: str) -> str:
    """The field that a pile lies in, by the pile's name."""
    return name.split(" ", 1)[0]
