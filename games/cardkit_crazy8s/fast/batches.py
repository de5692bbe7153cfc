"""Crazy 8s for simulations: what its kernel is told of the rules, and which games it can play."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable
from types import ModuleType
from typing import TYPE_CHECKING

from cardkit import Card, Seeded
from cardkit.kernels import ModuleKernel
from cardkit_crazy8s.fast.lanes import MOST_ALIKE, Crazy8sLanes
from cardkit_crazy8s.fast.numbered import MOST_SUITS, Numbered
from cardkit_crazy8s.fast.playouts import Crazy8sPlayouts
from cardkit_crazy8s.rules import Crazy8s, Play

if TYPE_CHECKING:
    from cardkit.kernels import ActionSpace, Arrays, Batch, Layout, Rows, Seating


class Crazy8sKernel(ModuleKernel):
    """Crazy 8s' compiled twin."""

    def refusal(self, batch: Batch) -> str | None:
        """Why these games have to be played by the rules, or None."""
        game: Crazy8s = batch.game  # type: ignore[assignment]
        strange = [player for player in batch.setup.sitting if player not in ("ai", "random")]
        if strange:
            return "it has the players ai and random, and no others"
        if reason := self._strange_table(batch):
            return reason
        if "random" in batch.setup.sitting and game.draw != "one":
            return "it has random players only where one card is drawn"
        if "random" in batch.setup.sitting and not {card.suit for card in batch.setup.cards} <= set(game.suits):
            return "it has random players only where the option suits has all suits"
        return None

    def deals_by_place(self, batch: Batch) -> bool:
        """Whether it hangs on the places of the cards alone what is dealt where: a first discard may be put back."""
        game: Crazy8s = batch.game  # type: ignore[assignment]
        return game.starter == "any"

    def _strange_table(self, batch: Batch) -> str | None:
        """What at the table of a batch is strange to the kernel, or None."""
        game: Crazy8s = batch.game  # type: ignore[assignment]
        if not game.is_plain():
            return "it knows no special cards but wild ones, and one deal"
        if batch.setup.every_deal and game.reshuffle == "shuffle":
            return "it doesn't see that more than the deal is left to chance"
        return self.too_much(batch) or ("it has room for 256 suits" if len(suits_of(batch)) > MOST_SUITS else None)

    def twin(self, batch: Batch) -> Crazy8sTwin:
        """A twin for the games of a batch."""
        return Crazy8sTwin(self.module, batch)

    def playouts(self, seating: Seating) -> Crazy8sPlayouts | None:
        """What plays games on from tables of this game; None where it can't, or isn't compiled."""
        game: Crazy8s = seating.game  # type: ignore[assignment]
        is_known = game.is_plain() and game.reshuffle != "never" and len(seating.deck) <= self.module.MOST_CARDS
        suits = {*game.suits, *(card.suit for card in seating.deck)}
        if not (self.compiled and is_known and seating.seats <= self.module.MOST_SEATS and len(suits) <= MOST_SUITS):
            return None
        from cardkit_crazy8s.fast import kernel_playouts

        return Crazy8sPlayouts(kernel_playouts, seating)

    def lanes(self, batch: Batch, space: ActionSpace, layout: Layout, arrays: Arrays) -> Crazy8sLanes | str:
        """What plays games of a batch side by side, whoever sits there; or why it can't."""
        if reason := self._strange_table(batch):
            return reason
        game: Crazy8s = batch.game  # type: ignore[assignment]
        if game.starter != "any" or game.reshuffle == "never":
            return "it puts no first discard back, and always turns the discards over"
        suits = suits_of(batch)
        wilds = [card for card in layout.cards if card.rank == game.wild]
        if any(space.number(Play(card, suit), 0) is None for card in wilds for suit in suits):
            return "a suit can be named that no card of the deck has"
        if max(Counter(batch.setup.cards).values()) > MOST_ALIKE:
            return f"it has room for {MOST_ALIKE} cards that are the same"
        from cardkit_crazy8s.fast import kernel_lanes

        return Crazy8sLanes(kernel_lanes, batch, suits, space, layout, arrays)


def suits_of(batch: Batch) -> list[str]:
    """The suits that can be named, in the order of the table's where the option has all of them."""
    game: Crazy8s = batch.game  # type: ignore[assignment]
    return list(dict.fromkeys([*game.suits, *(card.suit for card in batch.setup.cards)]))


class Crazy8sTwin:
    """Crazy 8s' kernel, set to the games of a batch."""

    def __init__(self, module: ModuleType, batch: Batch) -> None:
        game: Crazy8s = batch.game  # type: ignore[assignment]
        self._batch = batch
        self._numbered = Numbered(game, batch.setup.pile, batch.seats, suits_of(batch))
        facts = self._numbered.facts(
            random=[player == "random" for player in batch.setup.sitting],
            seed=batch.seed,
            rng=batch.setup.rng,
            is_shuffled=batch.setup.is_shuffled,
            most_turns=batch.setup.most_turns,
        )
        self._twin = module.Crazy8sNumbers(*facts)
        self._twin.follow(module.Crazy8sNumbers(*facts))

    def play(self, first: int, rows: Rows, halt: array[int]) -> None:
        """Play the games from this one on and fill the rows, unless another thread sets the flag to halt."""
        games = range(first, first + len(rows))
        self._twin.play(first, rows.numbers, self._chance(games), halt)

    def _chance(self, games: Iterable[int]) -> array[int]:
        """Where the chance of each seat begins in each of these games; nothing where no player has any."""
        batch = self._batch
        seats = range(batch.seats if "random" in batch.setup.sitting else 0)
        return array("Q", (Seeded(batch.seed_of(game)).derive(f"seat {seat}").seed for game in games for seat in seats))

    def numbers(self, cards: Iterable[Card]) -> list[int]:
        """The number that the kernel has for each of these cards."""
        return self._numbered.numbers(cards)

    def play_deals(self, first: int, deals: array[int], rows: Rows, halt: array[int]) -> None:
        """Play the games from this one on with decks of these numbers as they lie, each with its top card first."""
        self._twin.play_deals(first, deals, rows.numbers, self._chance(range(first, first + len(rows))), halt)

    def piles(self, number: int) -> list[list[Card]]:
        """What the piles of the state hold at the end of the game of that number."""
        remains: list[list[int]] = self._twin.remains(number, self._chance([number]), array("q", [0]))
        return [self._numbered.cards(pile) for pile in remains]
