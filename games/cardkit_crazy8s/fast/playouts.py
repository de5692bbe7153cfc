"""Crazy 8s for search players: its kernel plays games on from imagined tables."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

from cardkit import Card, Seat
from cardkit_crazy8s.fast.numbered import Numbered
from cardkit_crazy8s.rules import Crazy8s, Crazy8sTable, Draw, Move

if TYPE_CHECKING:
    from cardkit.kernels import Seating

LONGEST = 400
"""After so many actions a game is given up, and worth as much as a draw."""


class Crazy8sPlayouts:
    """Plays games on from the tables of one game, as `cardkit.bots.rollout.Playouts` has it."""

    def __init__(self, module: ModuleType, seating: Seating) -> None:
        self._module: Any = module
        self._seating = seating
        self._in_numbers = cache(self._with_suits)
        self._playable = cache(self._fitting)

    def _with_suits(self, suits: tuple[str, ...]) -> tuple[Numbered, Any]:
        """The cards of a table on which these suits can be named, and the kernel for it."""
        game: Crazy8s = self._seating.game  # type: ignore[assignment]
        seats = self._seating.seats
        numbered = Numbered(game, self._seating.deck, seats, suits)
        return numbered, self._module.NumberedPlayouts(*numbered.facts(random=[False] * seats))

    def play_out(self, state: Crazy8sTable, games: int, seed: int) -> Sequence[float]:
        """The wins of each seat in so many games, of which a draw is an equal share for each."""
        numbered, kernel = self._in_numbers(state.suits)
        piles = [state.stock.cards, state.discards.cards, *[hand.cards for hand in state.hands]]
        sizes = [len(pile) for pile in piles]
        table = [*sizes[:2], state.turn, numbered.suits.index(state.suit), state.drawn, *sizes[2:]]
        for pile in piles:
            table += numbered.numbers(pile)
        wins = array("q", bytes(8 * (state.seats + 1)))
        kernel.play_out(array("q", table), games, seed, LONGEST, wins)
        drawn = wins.pop() / state.seats
        return [won + drawn for won in wins]

    def lacking(self, view: Crazy8sTable, action: Move, seat: Seat) -> Mapping[str, Sequence[Card]]:
        """The cards that could have been played, of a hand that draws."""
        if not isinstance(action, Draw):
            return {}
        return {view.hands[seat].name: self._playable(view.suit, view.discards.top.rank)}

    def _fitting(self, suit: str, rank: str) -> Sequence[Card]:
        """The cards of the deck that can be played on this suit and rank."""
        game: Crazy8s = self._seating.game  # type: ignore[assignment]
        return [card for card in self._seating.deck if card.suit == suit or card.rank in (rank, game.wild)]
