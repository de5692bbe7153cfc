"""A contest: who plays whom on which deals at which seats."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import combinations
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import TypeAdapter

from cardkit.core.cards import Seat
from cardkit.core.errors import CannotStart, shown
from cardkit.core.results import How
from cardkit.core.texts import flaw
from cardkit.plugins.people import Guarded
from cardkit.plugins.programs import Program, ProgramClock, is_program, reader_of
from cardkit.plugins.registry import is_known, load_player, own_name
from cardkit.plugins.setup import player_chance
from cardkit.simulation.batch import Batch
from cardkit.simulation.results import Results, WrongRow, header_of
from cardkit.simulation.runs import NoTwin, engine_of
from cardkit.table.turns import seating_at

FAULT = "fault"
"""How a game ended that a player broke off."""
Pair = tuple[int, int]
"""The numbers of two players, in their order."""


class Effort(NamedTuple):
    """How much somebody thought where there was a choice."""

    decisions: int = 0
    seconds: float = 0.0
    """Of the processor; of a program that it took to answer."""

    def plus(self, other: Effort) -> Effort:
        """Both together."""
        return Effort(self.decisions + other.decisions, self.seconds + other.seconds)

    @property
    def milliseconds(self) -> float | None:
        """What a decision took on average; None where there was none."""
        return 1000 * self.seconds / self.decisions if self.decisions else None


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
    thought: tuple[Effort, ...] = field(default=(), compare=False)
    """What each seat thought, where that was measured."""
    at_fault: int | None = None
    """The player who broke it off."""
    reason: str = ""
    roles: Mapping[str, tuple[Seat, ...]] = field(default_factory=dict[str, tuple[Seat, ...]])
    """Who had which part in the game when it ended."""
    record: str = ""
    """Its record, where that is wanted."""

    def is_of(self, pair: Pair) -> bool:
        """Whether nobody but these two played."""
        return {*self.seating} <= {*pair}

    def of(self, player: int, values: Sequence[float]) -> list[float]:
        """The values of the seats where a player sat."""
        return [value for who, value in zip(self.seating, values, strict=True) if who == player]

    def won_as(self, player: int, role: str) -> list[float]:
        """For each seat where a player sat that had this part in the game, 1 if it won."""
        has_won = self.how == How.WON
        return [float(has_won and self.shares[seat] > 0) for seat in self.roles[role] if self.seating[seat] == player]

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
    clock: ProgramClock = field(default_factory=ProgramClock)
    keeps_records: bool = False
    most: int = 20_000
    """After how many choices a game is cut off, which counts as a draw."""
    engine: str = "rules"
    """What is to play: `rules`; `compiled`, a twin of them; `auto`, a twin where there is one for all players."""

    def __post_init__(self) -> None:
        name = self.batch.game.name
        if len(self.players) < 2:
            raise CannotStart(name, "a contest takes two players or more: --player NAME --player NAME")
        if "human" in self.players:
            raise CannotStart(name, "a person can't take part in a contest")
        for player in self.players:
            loaded: Any = load_player(player, self.batch.setup.plugin, player_chance(0, 0))
            if isinstance(loaded, Program) and loaded.clock != ProgramClock():
                raise CannotStart(name, f"all have the same clock there: say --move-seconds, and not {player!r}")
            if reader_of(player):
                # What was learned or solved for another table is refused before the first deal.
                match = self.batch.match(0)
                Guarded(loaded, 0, player).begin(seating_at(match.game, match.state, 0), match.view(0))
        if self.engine == "compiled" and self.keeps_records:
            raise NoTwin(name, "records are kept of them, which the rules write")
        _ = self.played_by

    @cached_property
    def played_by(self) -> str:
        """What plays the games: `rules` or `compiled`; raises what `engine_of` does."""
        setup = self.batch.setup
        sitting = [setup.having(seats=(player,) * self.batch.seats) for player in self.players]
        return "rules" if self.keeps_records else engine_of(sitting, self.engine)

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
    def doubles(self) -> list[tuple[str, str]]:
        """Each two different names of one player."""
        of = {player: own_name(player, self.batch.setup.plugin) for player in self.players}
        return [(one, other) for one, other in combinations(of, 2) if of[one] == of[other]]

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

    @cached_property
    def is_apart(self) -> bool:
        """Whether code of somebody's own plays, which may end or hold its process: the games have one to themselves."""
        plugin = self.batch.setup.plugin
        return plugin.source.endswith(".py") or any(
            not (is_known(spec, plugin) or is_program(spec) or reader_of(spec)) for spec in self.players
        )

    @property
    def games_a_part(self) -> int:
        """How many are played in one go: those of ten deals where programs play, each of which is started once then."""
        return self.games_a_deal * (10 if any(map(is_program, self.players)) else 1)


_BOUT = TypeAdapter(Bout)


def results_of(path: Path, contest: Contest, *, overwrite: bool = False) -> Results[Bout]:
    """The file of a contest, which is gone on with."""
    kinds = dict.fromkeys(_row(_NOTHING), "string") | {"deal": "int64", "length": "int64", "at_fault": "int64"}
    header = header_of(contest.batch, "contest", contest.players)
    return Results(path, header, kinds, _row, partial(_bout, contest), overwrite=overwrite)


def _bout(contest: Contest, row: Any, number: int) -> Bout:
    """The game of a row, which has to be the one that is played at its place; raises WrongRow, or ValueError."""
    deal, place = divmod(number, contest.games_a_deal)
    found = _BOUT.validate_python(row)
    if wrong := _wrong(found, deal, contest.games_of_a_deal[place], contest.batch.roles):
        raise WrongRow(wrong)
    return found


def _wrong(found: Bout, deal: int, seating: tuple[int, ...], roles: tuple[str, ...]) -> str:
    """What a game that was read can't have; empty where there is nothing."""
    seats = len(seating)
    if (found.deal, found.seating) != (deal, seating):
        read = f"deal {shown(found.deal)} with the seating {shown(list(found.seating))}"
        return f"is {read}, where deal {deal} with {list(seating)} comes"
    if len(found.shares) != seats or not all(0 <= share <= 1 for share in found.shares):
        return f"has the shares {shown(list(found.shares))}: for each of {seats} seats a number from 0 to 1"
    if sum(found.shares) > 1 + 1e-9:
        return f"has the shares {shown(list(found.shares))}, together more than 1"
    if len(found.scores) != seats or not all(map(isfinite, found.scores)):
        return f"has the scores {shown(list(found.scores))}: for each of {seats} seats a finite number"
    if found.how not in _ENDS or (found.how == FAULT) != (found.at_fault is not None):
        return f"ended as {shown(found.how)} with {shown(found.at_fault)} at fault, as no game does"
    if found.at_fault is not None and found.at_fault not in seating:
        return f"has {shown(found.at_fault)} at fault, who didn't play"
    if tuple(found.roles) != roles or not all(0 <= seat < seats for some in found.roles.values() for seat in some):
        return f"has the roles {shown(dict(found.roles))}, which no game has"
    return "" if found.length >= 0 and not flaw(found.reason) else "has a length or a reason that no game has"


_ENDS = {FAULT, *(how.value for how in How)}


_NOTHING = Bout(deal=0, seating=(), how="", shares=(), scores=(), length=0)


def _row(bout: Bout) -> dict[str, Any]:
    row = dataclasses.asdict(bout)
    del row["record"], row["thought"]
    return row
