"""A batch of games: what they have in common, and game number k, which depends on the batch's seed and k alone."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, Self

from cardkit.core.chance.generators import generator
from cardkit.core.errors import CannotStart, GameFault
from cardkit.core.game import NO_SEATS_YET, Game
from cardkit.core.piles import Seat
from cardkit.plugins.boundaries import Guarded, guarding
from cardkit.plugins.registry import load_player, made_player
from cardkit.plugins.setup import AnyPlayer, Setup, how_many_orders, name_of, player_chance
from cardkit.simulation.deals import Asked, Condition, Count, Dealing, Figure, NotExact, asked_of
from cardkit.simulation.summary import Bounds, Rows, Summary
from cardkit.table.match import Match
from cardkit.table.players import Player, is_steady

MOST_DEALS = 1_000_000
"""So many deals are played at most where all are asked for."""


@dataclass(frozen=True, kw_only=True)
class Batch:
    """Games that differ in nothing but their numbers."""

    setup: Setup
    where: tuple[Condition, ...] = ()
    """What a deal has to be like for its game to be played, and a game for being counted."""
    by: Asked | None = None
    """The figure of a deal or a game by which the games are told apart."""
    against: tuple[Asked, ...] = ()
    """Two figures that are held against each other."""

    @property
    def game(self) -> Game[Any, Any]:
        """The game with its options."""
        return self.setup.game

    @property
    def seed(self) -> int:
        """The seed that all games follow from."""
        return self.setup.seed or 0

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.setup.sitting)

    def having(self, **parts: Any) -> Self:
        """The games with these parts of their setup."""
        return replace(self, setup=self.setup.having(**parts))

    @cached_property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats that win and lose together."""
        return tuple(map(tuple, self.game.teams(self.seats)))

    @property
    def score_bounds(self) -> Bounds:
        """The least and the greatest score that a seat can have."""
        return self.game.score_bounds(self.seats)

    @cached_property
    def figures(self) -> tuple[str, ...]:
        """What the game counts beside rounds or turns: the uncounted fields of its state that are whole numbers, and in
        which games each part in it was on the winning side.
        """
        return (*self._counters, *(f"{role.replace(' ', '_')}_wins" for role in self.roles))

    @cached_property
    def roles(self) -> tuple[str, ...]:
        """The parts in the game that seats may have, by their names."""
        return tuple(self.game.roles(self.match(0).state))

    def roles_of(self, state: Any) -> Mapping[str, Sequence[Seat]]:
        """Who has which part at this table; raises GameFault where the names are others than at the first one."""
        found = self.game.roles(state)
        if tuple(found) != self.roles:
            names, first = (", ".join(some) or "nobody" for some in (found, self.roles))
            raise GameFault(self.game.name, f"roles names {names}, and {first} at the first table: {NO_SEATS_YET}")
        return found

    @cached_property
    def _counters(self) -> tuple[str, ...]:
        state = self.match(0).state
        return tuple(
            field.name
            for field in fields(state)
            if not field.compare and field.name != "count" and type(getattr(state, field.name)) is int
        )

    def figures_of(self, state: Any, winners: Sequence[Seat]) -> tuple[int, ...]:
        """The figures of a game that has ended at this table, won by these seats."""
        return (
            *[getattr(state, name) for name in self._counters],
            *[int(any(seat in winners for seat in seats)) for seats in self.roles_of(state).values()],
        )

    @cached_property
    def all_deals(self) -> int:
        """How many deals of the deck there are, each as likely as the others.

        Raises NotExact where they are too many, or where more than the order of the deck is left to chance.
        """
        number = how_many_orders(self.setup.cards)
        if not self.setup.is_shuffled or not all(map(is_steady, self.seated(0))):
            raise NotExact(self.game.name, "all deals are for rules that don't shuffle, and players without chance")
        if number > MOST_DEALS:
            reason = f"this deck can be dealt in {number:,} ways, and at most {MOST_DEALS:,} are played"
            raise NotExact(self.game.name, f"{reason}; leave cards out, or play some by -n")
        return number

    def seed_of(self, number: int) -> int:
        """The seed of a game, by which its cards are dealt and its players have their chance."""
        return self.setup.seed_of(number)

    def match(self, number: int) -> Match[Any, Any]:
        """The game of that number, ready to be played."""
        return self.setup.match(number)

    @cached_property
    def dealing(self) -> Dealing | None:
        """How the cards are dealt, where the game's kernel knows that it hangs on their places alone."""
        make: Any = self.setup.plugin.kernel
        if make is None or not make().deals_by_place(self):
            return None
        try:
            return Dealing(self.setup)
        except (CannotStart, ValueError):
            return None

    def fitting(self, numbers: range) -> Sequence[int]:
        """The numbers of the deals that are as they have to be."""
        found: Sequence[int] = numbers
        for one in self.where:
            if isinstance(one.figure, Figure):
                counts = self.counts_of_deals(one.figure, array("q", found))
                found = [number for number, count in zip(found, counts, strict=True) if one.holds(count)]
        return found

    def counts_of_deals(self, figure: Figure, games: array[int]) -> list[int]:
        """The figure of the deal of each of these games."""
        if self.dealing is not None:
            return self.dealing.count(figure, games)
        return [figure.of(self.match(number).state) for number in games]

    def figures_of_games(self, asked: Asked, rows: Rows) -> Sequence[float | None]:
        """The figure of the deal or of the game in each row; None where the game didn't end."""
        return asked.of(rows) if isinstance(asked, Count) else self.counts_of_deals(asked, array("q", rows["game"]))

    @property
    def asks_how_games_go(self) -> bool:
        """Whether a condition, or what games are told apart by, is known only when a game is over."""
        return any(isinstance(one, Count) for one in (self.by, *(one.figure for one in self.where)))

    @property
    def counts(self) -> dict[str, int]:
        """What games count, by the words that ask for it, with its place as `Count` has it."""
        figures = {name.replace("_", " "): place for place, name in enumerate(self.figures)}
        scores = {f"score of seat {seat}": -2 - seat for seat in range(self.seats)}
        return {f"{self.game.counts}s": -1, **figures, **scores}

    def seated(self, number: int) -> list[Player[Any, Any]]:
        """The players of the game of that number."""
        return [self._player(player, number, seat) for seat, player in enumerate(self.setup.sitting)]

    def _player(self, player: AnyPlayer, number: int, seat: Seat) -> Player[Any, Any]:
        chance = player_chance(self.seed_of(number), seat)
        if isinstance(player, str):
            return load_player(player, self.setup.plugin, chance)
        return made_player(name_of(player), player, chance)

    def guarded(self, number: int) -> list[Guarded]:
        """The same players, whose errors are told as their faults."""
        return [self.player(player, number, seat) for seat, player in enumerate(self.setup.sitting)]

    def player(self, player: AnyPlayer, number: int, seat: Seat) -> Guarded:
        """Somebody at a seat in the game of that number, whose errors are told as faults."""
        return Guarded(self._player(player, number, seat), seat, name_of(player))


def batch_of(setup: Setup, *, where: Sequence[str] = (), by: str | None = None, against: Sequence[str] = ()) -> Batch:
    """The games of a setup; raises the error that the first of them would, before any is played."""
    game = setup.game
    if "human" in setup.sitting:
        raise CannotStart(game.name, "a person can't sit in a batch of games: a seat is ai, random or another player")
    generator(setup.rng, 0)
    batch = Batch(setup=setup)
    with guarding(game.name):
        state, counts = batch.match(0).state, batch.counts
    conditions = tuple(Condition.read(text, counts) for text in where)
    held = tuple(asked_of(text, counts) for text in against)
    batch = Batch(setup=setup, where=conditions, by=None if by is None else asked_of(by, counts), against=held)
    for figure in (batch.by, *held, *(condition.figure for condition in conditions)):
        if isinstance(figure, Figure):
            figure.refuse_strange(state)
    batch.seated(0)
    return batch


def empty_of(batch: Batch) -> Summary:
    """The summary of no games of a batch."""
    return Summary.empty(batch.seats, batch.figures, batch.sides, batch.score_bounds)


def summary_of(batch: Batch, rows: Rows) -> Summary:
    """The summary of these games of a batch."""
    return Summary.of(rows, batch.sides, batch.score_bounds)
