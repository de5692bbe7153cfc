"""What a seat knows of the cards it can't see: from its view, from what it is told, and from what that gives away.

Every card is a slot: a bit mask over the different cards of the deck, of those that it may be. A hidden pile is
*ordered* where its places mean something, such as a stock, and *mixed* where they don't: somebody else's hand, or a
pile that was shuffled. What can't be told apart is widened, so that the true table is always among the worlds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from cardkit.bots.inference import Inference
from cardkit.bots.openings import openings, surely_in
from cardkit.bots.private_values import PrivateValues
from cardkit.bots.worlds import Worlds, admits, union, unseen_in
from cardkit.core.acts.events import Acted, Event, Moved, Shown, Shuffled
from cardkit.core.cards import BACK, Card
from cardkit.core.piles import Pile, Sight
from cardkit.core.state import State
from cardkit.table.players import Seating

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
        self.forgot = 0
        """How often a pile had to be taken for unknown, because what was told didn't explain the view."""

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
            if event.taken == "chosen" and len(set(whole)) > 1:
                whole = [union(whole)] * len(whole)
            whole += [self.all] * (len(shown) - len(whole))
            source.clear()
            return [seen or slot & went or slot for seen, slot in zip(shown, whole, strict=True)]
        if event.taken == "chosen" and not self._is_seen(event.source):
            self.mixed.add(event.source)
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

    def must_hold(self, name: str, cards: int) -> None:
        """Take in that one card of a mixed pile is one of these."""
        slots = self.piles[name]
        if slots and not any(slot & ~cards == 0 for slot in slots):
            slots.append(self._taken_out(slots, cards, name))

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
        self.mixed.add(event.pile)
        for bit in bits:
            if slots:
                self._taken_out(slots, bit, event.pile)
        slots += bits

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
        self.forgot += 1
        if not self._is_hand(self._places.get(name)):
            self.mixed.discard(name)

    def _is_hand(self, pile: Pile | None) -> bool:
        """Whether a pile is the hand of somebody else, whose order means nothing."""
        return pile is not None and pile.sight in _HANDS and not pile.seen_by(self.seat)

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
