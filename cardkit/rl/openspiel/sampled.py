"""Chance as one stop: the game of a seed is dealt, from which all follows that is left to chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from cardkit.core.acts.actions import Action
from cardkit.core.cards import Card
from cardkit.core.dealer import Outcome
from cardkit.core.piles import Seat
from cardkit.plugins.game_seeds import dealing
from cardkit.rl.openspiel.course import Course, Step, Word
from cardkit.table.match import Match
from cardkit.table.players import drawn_by_lot


class Sampled(Course):
    """Chance deals a game by a seed, from which all that is left to chance follows."""

    seed = 0
    """The seed of the game."""
    is_shared = False
    """Whether a copy has the same match."""

    @property
    def is_chance(self) -> bool:
        return self.match is None

    def after(self, step: Step, said: Any) -> Self:
        getattr(self, step)(said)
        return self

    def words(self) -> Mapping[Word, float]:
        return {0: 1.0}

    def hear(self, word: Word) -> None:
        setting = self.setting
        setting.number += 1
        self.deal(setting.batch.seed_of(setting.number), setting.batch.setup.pile_of(setting.number))

    def deal(self, seed: int, deck: Sequence[Card]) -> None:
        """Deal the game of a seed."""
        self.seed, self.deck = seed, deck
        self.began(self.again(), deck)

    def again(self) -> Match[Any, Any]:
        batch = self.setting.batch
        return Match(batch.game, self.deck, seats=batch.seats, rng=dealing(batch.setup.rng, self.seed))

    def lot(self, wishes: Sequence[tuple[Seat, Action]]) -> None:
        self.play([wishes[drawn_by_lot(self.seed, len(self.log), len(wishes))]])

    def replay(self, seat: Seat, action: Action, made: Sequence[Outcome]) -> None:
        self.play([(seat, action)])

    def play(self, actions: Sequence[tuple[Seat, Action]]) -> None:
        match = self.playing
        if self.is_shared:
            match, self.is_shared = match.fork(), False
        for seat, action in actions:
            shared = match.is_shared
            match.advance(action, seat)
            self.took(match, seat, action, is_shared=shared)

    def copy(self) -> Self:
        self.is_shared = True
        return self.twin()

    def forget(self) -> None:
        self.is_shared = False
