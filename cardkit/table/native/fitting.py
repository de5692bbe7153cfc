"""Cards dealt by chance to slots, of which each may be some cards: for the rules as it stands here, or compiled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cardkit.core.chance.generators import shuffle

SWAPS: Final = 6
"""How often each narrowed slot swaps its card, by chance, after all cards were dealt."""


class Fitting:
    """Deals cards, each a bit, to slots, each a mask of bits that it may be; each way about as likely as any other."""

    def __init__(self, cards: Sequence[int], slots: Sequence[int], meaning: dict[int, Any]) -> None:
        """`meaning` has what is dealt for each bit."""
        self.cards: list[int] = list(cards)
        self.slots: list[int] = list(slots)
        self.meaning: dict[int, Any] = meaning
        self.places: list[int] = [bit.bit_length() - 1 for bit in self.cards]
        """The place of each card's bit."""
        self.meant: list[Any] = [meaning.get(1 << place) for place in range(max(self.places, default=-1) + 1)]
        """What is dealt for each place."""
        everything = 0
        for bit in self.cards:
            everything |= bit
        self.tight: list[int] = [place for place in range(len(self.slots)) if everything & ~self.slots[place]]
        self.width: list[int] = [(slot & everything).bit_count() for slot in self.slots]
        self.misfits: int = 0
        """How often no deal fitted, so that cards lie where they can't."""

    def dealt(self, chance: Any) -> list[Any]:
        """A card for each slot."""
        dealt = self.places.copy()
        shuffle(dealt, chance)
        if self.tight:
            tight = self.tight.copy()
            shuffle(tight, chance)
            width = self.width
            tight.sort(key=width.__getitem__)
            self._fit(dealt, tight, chance)
            slots = self.slots
            count = len(dealt)
            free = [place for place in tight if width[place] > 1]
            below = chance.below
            for _ in range(SWAPS):
                for place in free:
                    other: int = below(count)
                    if slots[place] >> dealt[other] & 1 and slots[other] >> dealt[place] & 1:
                        held = dealt[place]
                        dealt[place] = dealt[other]
                        dealt[other] = held
        meant = self.meant
        return [meant[card] for card in dealt]

    def _fit(self, dealt: list[int], tight: list[int], chance: Any) -> None:
        """Give each narrowed slot a card that it can be, the narrowest first."""
        slots = self.slots
        count = len(dealt)
        fixed = [False] * count
        for place in tight:
            slot = slots[place]
            if not slot >> dealt[place] & 1:
                start: int = chance.below(count)
                found = -1
                for step in range(count):
                    other = start + step if start + step < count else start + step - count
                    if slot >> dealt[other] & 1 and not fixed[other]:
                        found = other
                        break
                if found < 0:
                    self.misfits += not self._augment(place, dealt, fixed)
                else:
                    held = dealt[place]
                    dealt[place] = dealt[found]
                    dealt[found] = held
            fixed[place] = True

    def _augment(self, start: int, dealt: list[int], fixed: list[bool]) -> bool:
        """Give a slot a card that it can be by moving others on, along a path of a matching; False where there is none.

        The path may end where a slot that is still free takes any card, or where the first card closes a circle.
        """
        slots = self.slots
        spare = dealt[start]
        came_from = {start: start}
        queue = [start]
        for here in queue:
            for other in range(len(dealt)):
                if other in came_from or not slots[here] >> dealt[other] & 1:
                    continue
                came_from[other] = here
                if fixed[other] and not slots[other] >> spare & 1:
                    queue.append(other)
                    continue
                place = other
                card = spare
                while True:
                    held = dealt[place]
                    dealt[place] = card
                    card = held
                    if place == start:
                        return True
                    place = came_from[place]
        return False
