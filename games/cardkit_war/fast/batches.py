"""War for simulations: what its kernel is told of the rules, and which games it can play."""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from itertools import chain
from types import ModuleType
from typing import TYPE_CHECKING

from cardkit import Card
from cardkit.kernels import GENERATORS, CardNumbers, ModuleKernel, streams
from cardkit_war.rules import War, worth_of

if TYPE_CHECKING:
    from cardkit.kernels import Batch, Rows

PICKUPS = ("winner-first", "loser-first", "table", "seat", "random", "interleaved", "reversed")
RUNNING_OUT = ("loses", "last-card", "borrows")
WINNINGS = ("deck", "won-pile", "counted")
SHUFFLES = ("off", "swap", "pick")


class WarKernel(ModuleKernel):
    """War's compiled twin."""

    def refusal(self, batch: Batch) -> str | None:
        """Why these games have to be played by the rules, or None."""
        game: War = batch.game  # type: ignore[assignment]
        if batch.setup.every_deal and (game.pickup == "random" or game.winnings == "won-pile"):
            return "it doesn't see that more than the deal is left to chance"
        strange = [player for player in batch.setup.sitting if player not in ("ai", "random")]
        return self.too_much(batch) or (
            f"it doesn't ask players, as {strange[0]} wants to be asked" if strange else None
        )

    def twin(self, batch: Batch) -> WarTwin:
        """A twin for the games of a batch."""
        return WarTwin(self.module, batch)


class WarTwin:
    """War's kernel, set to the games of a batch."""

    def __init__(self, module: ModuleType, batch: Batch) -> None:
        game: War = batch.game  # type: ignore[assignment]
        self._has_scores = game.winnings == "counted" or game.most_rounds > 0
        kinds = dict.fromkeys(batch.setup.cards)
        worth = worth_of(game.ranks, low_wins=game.low_wins)
        self._cards = CardNumbers({card: worth[card.rank] << 16 | k for k, card in enumerate(kinds)})
        choices = (
            min(game.face_down, len(batch.setup.cards)),
            PICKUPS.index(game.pickup),
            WINNINGS.index(game.winnings),
            game.war_is_a_turn,
            SHUFFLES.index(game.shuffle),
            game.deal == "on-top",
            GENERATORS.index(batch.setup.rng),
            batch.setup.is_shuffled,
            RUNNING_OUT.index(game.running_out),
        )
        facts = (
            array("i", self._cards.numbers(batch.setup.pile)),
            array("i", map(int, choices)),
            array("q", (batch.setup.most_turns or 0, game.most_rounds)),
            streams(),
            batch.seed % 2**64,
        )
        self._twin = module.WarNumbers(*facts)
        self._twin.follow(module.WarNumbers(*facts))

    def play(self, first: int, rows: Rows, halt: array[int]) -> None:
        """Play the games from this one on and fill the rows, unless another thread sets the flag to halt."""
        with self._filling(rows) as numbers:
            self._twin.play(first, numbers, halt)

    def numbers(self, cards: Iterable[Card]) -> list[int]:
        """The number that the kernel has for each of these cards."""
        return self._cards.numbers(cards)

    def play_deals(self, first: int, deals: array[int], rows: Rows, halt: array[int]) -> None:
        """Play the games from this one on with decks of these numbers as they lie, each with its top card first."""
        with self._filling(rows) as numbers:
            self._twin.play_deals(first, deals, numbers, halt)

    @contextmanager
    def _filling(self, rows: Rows) -> Generator[array[int]]:
        """The numbers for the kernel to fill, of which scores go to a place of their own."""
        if not self._has_scores:
            yield rows.numbers
            return
        width = rows.width + 2
        wide = array("q", [0]) * (width * len(rows))
        yield wide
        for column in range(rows.width):
            rows.numbers[column :: rows.width] = wide[column::width]
        rows.scores.extend(chain.from_iterable(zip(wide[width - 2 :: width], wide[width - 1 :: width], strict=True)))

    def piles(self, number: int) -> list[list[Card]]:
        """What the piles of the state hold at the end of the game of that number."""
        return [self._cards.cards(pile) for pile in self._twin.remains(number, array("q", [0]))]
