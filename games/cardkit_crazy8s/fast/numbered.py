"""Crazy 8s in the numbers that its kernel has: the cards of a deck, and the options of a game."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from cardkit import Card
from cardkit.kernels import GENERATORS, CardNumbers, streams
from cardkit_crazy8s.rules import Crazy8s

RESHUFFLES = ("flip", "shuffle", "never")
MOST_TURNS = 2**31 - 1
"""The highest limit of turns that the kernel is told; no game has as many."""
DRAWS: dict[str | int, int] = {"one": 0, "until-playable": -1}
MOST_SUITS = 256


class Numbered(CardNumbers):
    """A game and its deck, whose top card is its last, with the suits that can be named, in their order."""

    def __init__(self, game: Crazy8s, deck: Sequence[Card], seats: int, suits: Sequence[str]) -> None:
        self._game, self._deck, self._seats = game, deck, seats
        self.suits = suits
        self.ranks = list(dict.fromkeys([game.wild, *(card.rank for card in deck)]))
        super().__init__(
            {Card(rank, suit): k << 8 | j for k, rank in enumerate(self.ranks) for j, suit in enumerate(suits)}
        )

    def facts(
        self,
        *,
        random: Sequence[bool],
        seed: int = 0,
        rng: str = "seeded",
        is_shuffled: bool = False,
        most_turns: int | None = None,
    ) -> tuple[array[int], array[int], array[int], int]:
        """What the kernel's table is made of; for each seat whether it is random."""
        game = self._game
        choices = (
            self._seats,
            game.each_of(self._seats),
            min(int(DRAWS.get(game.draw, game.draw)), MOST_TURNS),
            RESHUFFLES.index(game.reshuffle),
            len(self.ranks),
            len(self.suits),
            game.last_card_wild_asks,
            GENERATORS.index(rng),
            is_shuffled,
            game.shuffle,
            game.starter == "not-wild",
            min(most_turns or 0, MOST_TURNS),
            *random,
        )
        return (
            array("i", self.numbers(self._deck)),
            array("i", [int(choice) for choice in choices]),
            streams(),
            seed % 2**64,
        )
