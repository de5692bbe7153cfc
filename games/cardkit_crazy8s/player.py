"""Players for Crazy 8s that do better than the first legal card."""

from __future__ import annotations

from collections.abc import Sequence

from cardkit import steady
from cardkit_crazy8s.rules import Crazy8sTable, Move, Play


@steady
def careful(view: Crazy8sTable, legal: Sequence[Move]) -> Move:
    """Any card before a wild one, and with a wild one the suit it holds most of."""
    hand = view.hands[view.turn]
    plays = [move for move in legal if isinstance(move, Play)]
    plain = [move for move in plays if move.suit is None]
    if plain:
        return plain[0]
    if not plays:
        return legal[0]
    wild = plays[0].card.rank
    return max(plays, key=lambda move: len([card for card in hand.of(suit=move.suit) if card.rank != wild]))
