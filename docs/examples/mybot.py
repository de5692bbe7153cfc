"""A player for Crazy 8s: plays the suit it holds most of, and draws only when it has to."""

from collections.abc import Sequence

from cardkit import steady
from cardkit_crazy8s import Crazy8sTable, Move, Play


@steady
def player(view: Crazy8sTable, legal: Sequence[Move]) -> Move:
    hand = view.hands[view.turn]
    plays = [move for move in legal if isinstance(move, Play)]
    return max(plays, key=lambda play: len(hand.of(suit=play.suit or play.card.suit)), default=legal[0])
