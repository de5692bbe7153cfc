"""What a game needs of a deck."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cardkit.core.cards import Card
from cardkit.core.texts import counted


@dataclass(frozen=True, kw_only=True)
class Needs:
    """What a deck has to have: cards of these ranks and suits alone, and at least so many, perhaps all different.

    >>> Needs(ranks="A23", least=4).lack([Card("A", "S"), Card("2", "S")])
    'it takes 4 cards or more, of the ranks A 2 3; the deck has 2'
    """

    ranks: Iterable[str] = ()
    """All ranks will do where there are none."""
    suits: Iterable[str] = ()
    """All suits will do where there are none."""
    least: int = 0
    different: bool = False
    """Whether no card may be there twice."""

    def lack(self, deck: Iterable[Card]) -> str | None:
        """What is needed, and what is wrong with a deck; None where it does."""
        cards, ranks, suits = list(deck), list(self.ranks), list(self.suits)
        strange = [card for card in cards if (ranks and card.rank not in ranks) or (suits and card.suit not in suits)]
        number = len(set(cards)) if self.different else len(cards)
        if not strange and number >= self.least and not (self.different and number < len(cards)):
            return None
        kinds = [f"the ranks {' '.join(ranks)}"] * bool(ranks) + [f"the suits {' '.join(suits)}"] * bool(suits)
        what = "different card" if self.different else "card"
        many = counted(self.least, what) if self.least else f"{what}s"
        more = " or more" if self.least and not self.different else ""
        of = f"{',' if self.least else ''} of {' and '.join(kinds)}" if kinds else ""
        return f"it takes {many}{more}{of}; " + (f"{strange[0]} does not do" if strange else f"the deck has {number}")
