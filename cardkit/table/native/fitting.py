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
        everything = 0
        for bit in self.cards:
            everything |= bit
        self.tight: list[int] = [place for place in range(len(self.slots)) if everything & ~self.slots[place]]
        self.width: list[int] = [(slot & everything).bit_count() for slot in self.slots]
        self.misfits: int = 0
        """How often no deal fitted, so that cards lie where they can't."""

    def dealt(self, chance: Any) -> list[Any]:
        """A card for each slot."""
        bits = self.cards.copy()
        shuffle(bits, chance)
        if self.tight:
            tight = self.tight.copy()
            shuffle(tight, chance)
            width = self.width
            tight.sort(key=width.__getitem__)
            self._fit(bits, tight, chance)
            slots = self.slots
            count = len(bits)
            free = [place for place in tight if width[place] > 1]
            below = chance.below
            for _ in range(SWAPS):
                for place in free:
                    other: int = below(count)
                    if bits[other] & slots[place] and bits[place] & slots[other]:
                        held = bits[place]
                        bits[place] = bits[other]
                        bits[other] = held
        meaning = self.meaning
        return [meaning[bit] for bit in bits]

    def _fit(self, bits: list[int], tight: list[int], chance: Any) -> None:
        """Give each narrowed slot a card that it can be, the narrowest first."""
        slots = self.slots
        count = len(bits)
        fixed = [False] * count
        for place in tight:
            slot = slots[place]
            if not bits[place] & slot:
                start: int = chance.below(count)
                found = -1
                for step in range(count):
                    other = start + step if start + step < count else start + step - count
                    if bits[other] & slot and not fixed[other]:
                        found = other
                        break
                if found < 0:
                    self.misfits += not self._augment(place, bits, fixed)
                else:
                    held = bits[place]
                    bits[place] = bits[found]
                    bits[found] = held
            fixed[place] = True

    def _augment(self, start: int, bits: list[int], fixed: list[bool]) -> bool:
        """Give a slot a card that it can be by moving others on, along a path of a matching; False where there is none.

        The path may end where a slot that is still free takes any card, or where the first card closes a circle.
        """
        slots = self.slots
        spare = bits[start]
        came_from = {start: start}
        queue = [start]
        for here in queue:
            for other in range(len(bits)):
                if other in came_from or not bits[other] & slots[here]:
                    continue
                came_from[other] = here
                if fixed[other] and not spare & slots[other]:
                    queue.append(other)
                    continue
                place = other
                card = spare
                while True:
                    held = bits[place]
                    bits[place] = card
                    card = held
                    if place == start:
                        return True
                    place = came_from[place]
        return False
