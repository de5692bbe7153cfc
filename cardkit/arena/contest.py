"""A contest: who plays whom on which deals at which seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any

from cardkit.core.errors import CannotStart
from cardkit.core.piles import Seat
from cardkit.plugins.game_seeds import player_chance
from cardkit.plugins.programs.commands import is_program
from cardkit.plugins.programs.program import Clock, Program
from cardkit.plugins.registry import load_player
from cardkit.simulation.batch import Batch

FAULT = "fault"
"""How a game ended that a player broke off."""
Pair = tuple[int, int]
"""The numbers of two players, in their order."""


@dataclass(frozen=True, kw_only=True)
class Bout:
    """One game of a contest."""

    deal: int
    seating: tuple[int, ...]
    """The number of the player at each seat."""
    how: str
    """How it ended; `fault` where a player broke it off."""
    shares: tuple[float, ...]
    """What each seat has of the game that was won: together 1."""
    scores: tuple[float, ...]
    length: int
    """How many rounds or turns it had."""
    at_fault: int | None = None
    """The player who broke it off."""
    reason: str = ""
    record: str = ""
    """Its record, where that is wanted."""

    def is_of(self, pair: Pair) -> bool:
        """Whether nobody but these two played."""
        return {*self.seating} <= {*pair}

    def of(self, player: int, values: Sequence[float]) -> list[float]:
        """The values of the seats where a player sat."""
        return [value for who, value in zip(self.seating, values, strict=True) if who == player]

    @property
    def how_good(self) -> tuple[bool, float, float]:
        """How well somebody did who played alone: a win is better than points, and these are better than a fault."""
        return self.at_fault is None, sum(self.shares), sum(self.scores)


@dataclass(frozen=True, kw_only=True)
class Contest:
    """Players who play all against all: each two of them every deal, with their seats turned.

    Where all seats are of one team, as in a game for one, each plays the deals alone, and who does better has the deal.
    """

    batch: Batch
    """The deals."""
    players: tuple[str, ...]
    clock: Clock = field(default_factory=Clock)
    keeps_records: bool = False
    most: int = 20_000
    """After how many choices a game is cut off, which counts as a draw."""

    def __post_init__(self) -> None:
        name = self.batch.game.name
        if len(self.players) < 2:
            raise CannotStart(name, "a contest takes two players or more: --player NAME --player NAME")
        if "human" in self.players:
            raise CannotStart(name, "a person can't take part in a contest")
        for player in self.players:
            loaded: Any = load_player(player, self.batch.setup.plugin, player_chance(0, 0))
            if isinstance(loaded, Program) and loaded.clock != Clock():
                raise CannotStart(name, f"all have the same clock there: say --move-seconds, and not {player!r}")

    @cached_property
    def _teams(self) -> Sequence[Sequence[Seat]]:
        return self.batch.game.teams(self.batch.seats)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What the players are called, each in another way."""
        again = [self.players[:number].count(player) for number, player in enumerate(self.players)]
        return tuple(
            f"{player} ({times + 1})" if times else player for player, times in zip(self.players, again, strict=True)
        )

    @property
    def pairs(self) -> list[Pair]:
        """Each two players."""
        return list(combinations(range(len(self.players)), 2))

    @property
    def is_against(self) -> bool:
        """Whether anybody plays against anybody."""
        return len(self._teams) > 1

    def seatings(self, pair: Pair) -> list[tuple[int, ...]]:
        """Where two players sit: each of them in turn is one team, or one seat, against the other one at all others."""
        whole = range(self.batch.seats)
        alone = [
            tuple(one if seat in team else other for seat in whole)
            for one, other in (pair, pair[::-1])
            for team in self._teams
        ]
        return list(dict.fromkeys(alone))

    @cached_property
    def games_of_a_deal(self) -> Sequence[tuple[int, ...]]:
        """Where players sit in the games that are played with each deal."""
        return list(dict.fromkeys(seating for pair in self.pairs for seating in self.seatings(pair)))

    @property
    def games_a_deal(self) -> int:
        """How many games are played with each deal."""
        return len(self.games_of_a_deal)

    @property
    def deals_a_part(self) -> int:
        """How many deals are played in one go: some where programs play, so that each isn't started for every deal."""
        return 10 if any(map(is_program, self.players)) else 1
