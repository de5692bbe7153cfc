"""The dealer: whoever plays by the rules asks the dealer to move the cards, so that every move is known and kept."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence

from cardkit.core.cards import Card
from cardkit.core.chance.generators import Rng, pick_out, shuffle
from cardkit.core.errors import Disagreement, EmptyPile
from cardkit.core.events import Event, Moved, Shuffled
from cardkit.core.piles import Pile

Journal = list["tuple[Pile, Pile, list[Card], list[int] | None, bool] | tuple[Pile, list[Card]] | Event"]


class Dealer:
    """Moves cards between piles and keeps a journal of it, from which it can tell the moves or take them back."""

    __slots__ = ("_before_chance", "_journal", "_rng", "_strict", "_told", "draws", "outcomes")

    def __init__(self, rng: Rng) -> None:
        self._rng = rng
        self._before_chance: Rng | None = None
        self._journal: Journal = []
        self._told: list[list[Card]] = []
        self._strict = False
        self.draws = 0
        """How often chance was asked for."""
        self.outcomes: list[list[Card]] = []
        """What chance made of the piles on this page of the journal, one order of cards for each time."""

    def shuffle(self, pile: Pile, *, picking: bool = False) -> None:
        """Shuffle a pile: by swapping from the top down, or by picking each next card, the top one first."""
        self._by_chance(pile)
        (pick_out if picking else shuffle)(pile.cards, self._rng)
        self._settle(pile)
        self._journal.append(Shuffled(pile.name, len(pile.cards)))

    def draw(self, source: Pile, target: Pile, n: int = 1, *, under: bool = False) -> list[Card]:
        """Move n cards, one by one, from the top of a pile to the top of another, or under it; the cards in that order.

        Raises EmptyPile, and moves nothing, where there are fewer.
        """
        cards = source.cards
        if n == 1 and cards:
            card = cards.pop()
            drawn = [card]
            if under:
                target.cards.insert(0, card)
            else:
                target.cards.append(card)
        elif len(cards) < n:
            raise EmptyPile(source.name)
        else:
            drawn = [cards.pop() for _ in range(n)]
            if not drawn:
                return drawn
            self._lay(drawn, target, under=under)
        self._journal.append((source, target, drawn, None, under))
        return drawn

    def deal(self, source: Pile, hands: Sequence[Pile], each: int | None = None, *, under: bool = False) -> None:
        """Deal from the top to the hands in turn, one card at a time: `each` to every hand, or all there are.

        A card goes on top of those dealt before it, or under them.
        """
        count = len(source) if each is None else each * len(hands)
        if count > len(source):
            raise EmptyPile(source.name)
        for k in range(count):
            self.draw(source, hands[k % len(hands)], under=under)

    def pick(self, source: Pile, target: Pile, *, under: bool = False) -> Card:
        """Move a card chosen by chance to another pile, or under it; the top card takes its place.

        Raises EmptyPile where there is none.
        """
        if not source.cards:
            raise EmptyPile(source.name)
        self._by_chance(source)
        lying, place = source.cards, self._rng.below(len(source.cards))
        lying[place], lying[-1] = lying[-1], lying[place]
        self._settle(source)
        return self.draw(source, target, under=under)[0]

    def move(self, cards: Iterable[Card], source: Pile, target: Pile, *, under: bool = False) -> list[Card]:
        """Move these cards, one by one, to the top of another pile, or under it; the cards in that order.

        Raises EmptyPile where one of them doesn't lie in `source`.
        """
        moved = list(cards)
        lying = source.cards
        places: list[int] = []
        for card in moved:
            if card not in lying:
                for k in range(len(places) - 1, -1, -1):
                    lying.insert(places[k], moved[k])
                raise EmptyPile(source.name, card)
            place = lying.index(card)
            places.append(place)
            del lying[place]
        self._lay(moved, target, under=under)
        if moved:
            self._journal.append((source, target, moved, places, under))
        return moved

    def sweep(self, source: Pile, target: Pile, *, under: bool = False) -> list[Card]:
        """Move a whole pile, from its bottom card up, to another pile, or under it; the cards in that order."""
        swept = source.cards.copy()
        source.cards.clear()
        self._lay(swept, target, under=under)
        if swept:
            self._journal.append((source, target, swept, [0] * len(swept), under))
        return swept

    @staticmethod
    def _lay(cards: list[Card], target: Pile, *, under: bool) -> None:
        """Lay cards on a pile, or under it, one by one."""
        if under:
            target.cards[:0] = cards[::-1]
        else:
            target.cards += cards

    def _by_chance(self, pile: Pile) -> None:
        """Make ready for a change of a pile's order that hangs on chance."""
        if self._before_chance is None:
            self._before_chance = copy.copy(self._rng)
        self._journal.append((pile, pile.cards.copy()))
        self.draws += 1

    def _settle(self, pile: Pile) -> None:
        """Keep what chance made of a pile; where the outcome was told beforehand, that counts."""
        if self._told:
            told = self._told.pop(0)
            if sorted(map(id, told)) != sorted(map(id, pile.cards)):
                raise Disagreement(f"a shuffle of {pile.name} has other cards than the pile", pile.name)
            if self._strict and told != pile.cards:
                raise Disagreement(f"a shuffle of {pile.name} is not the one that follows from the seed", pile.name)
            pile.cards[:] = told
        self.outcomes.append(pile.cards.copy())

    def foretell(self, outcomes: Iterable[Sequence[Card]], *, strict: bool) -> None:
        """Let these be the outcomes of the next shuffles; if `strict`, the source of chance has to give the same.

        Raises Disagreement, in the shuffle, where it doesn't or where the cards are others.
        """
        self._told = [list(outcome) for outcome in outcomes]
        self._strict = strict

    def tell(self, event: Event) -> None:
        """Let everybody at the table know something that no move of a card shows."""
        self._journal.append(event)

    def begin(self) -> None:
        """Start a new page of the journal."""
        self._journal.clear()
        self._before_chance = None
        if self.outcomes:
            self.outcomes = []

    def events(self) -> list[Event]:
        """What is on this page of the journal, as events."""
        told: list[Event] = []
        for entry in self._journal:
            if isinstance(entry, Event):
                told.append(entry)
            elif len(entry) == 5:
                source, target, cards, _, under = entry
                told.append(Moved.between(source, target, tuple(cards), under=under))
        return told

    def fork(self) -> Dealer:
        """A dealer with an empty journal and the same chance to come."""
        twin = Dealer(copy.copy(self._rng))
        twin.draws = self.draws
        return twin

    def take_back(self) -> None:
        """Undo everything on this page of the journal, the random numbers drawn included."""
        for entry in reversed(self._journal):
            if isinstance(entry, Event):
                continue
            if len(entry) == 2:
                pile, order = entry
                pile.cards[:] = order
                self.draws -= 1
                continue
            source, target, cards, places, under = entry
            del target.cards[slice(len(cards)) if under else slice(len(target.cards) - len(cards), None)]
            if places is None:
                source.cards += cards[::-1]
                continue
            for k in range(len(cards) - 1, -1, -1):
                source.cards.insert(places[k], cards[k])
        if self._before_chance is not None:
            self._rng = self._before_chance
        self.begin()
