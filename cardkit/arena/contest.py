"""A contest: who plays whom on which deals at which seats."""

from __future__ import annotations

import dataclasses
import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import combinations
from math import isfinite
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any

from pydantic import TypeAdapter

from cardkit.core.errors import CannotStart, PlayerFault, shown
from cardkit.core.piles import Seat
from cardkit.core.results import How, Result
from cardkit.core.texts import flaw
from cardkit.plugins.boundaries import Guarded, guarding
from cardkit.plugins.plugin import plain_names
from cardkit.plugins.programs import Program, ProgramClock, Running, is_program
from cardkit.plugins.registry import load_player
from cardkit.plugins.setup import player_chance
from cardkit.records.record import Entry, RecordedEnd, entries, record_text, step_of
from cardkit.simulation.batch import Batch
from cardkit.simulation.results import Results, WrongRow, header_of
from cardkit.simulation.runs import record_of
from cardkit.simulation.twins import NoTwin, engine_of, played_by_twin, twin_for, was_wrong
from cardkit.simulation.workers import leaving
from cardkit.table.native.engine import HandedBack
from cardkit.table.turns import Table

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


class _TimeUp(BaseException):
    """The alarm went off; no `except Exception` of a player's stops it."""


class Timed(Guarded):
    """A player who is at fault when its time for an answer is up."""

    def __init__(self, player: Any, seat: Seat, name: str, seconds: float) -> None:
        super().__init__(player, seat, name)
        self._seconds = seconds

    def _answer(self, asked: Callable[..., Any], *question: Any) -> Any:
        if sys.platform == "win32" or signal.getsignal(signal.SIGALRM) is not _ring:
            return super()._answer(asked, *question)
        try:
            signal.setitimer(signal.ITIMER_REAL, self._seconds)
            try:
                return super()._answer(asked, *question)
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
        except (PlayerFault, _TimeUp) as fault:
            if isinstance(fault, _TimeUp) or isinstance(fault.__cause__, _TimeUp):
                raise PlayerFault(self.seat, self.name, f"it took more than {self._seconds:.3g} seconds") from None
            raise


def _ring(*_: Any) -> None:
    raise _TimeUp


@contextmanager
def alarms() -> Generator[None]:
    """Within, timed players have their clock, if this is the main thread of a process on a system with alarms."""
    if sys.platform == "win32" or current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    try:
        yield
    finally:
        signal.signal(signal.SIGALRM, before)


def bouts(contest: Contest, first: int, deals: int) -> list[Bout]:
    """So many deals of a contest, from this one on; what programs learn in one such run is forgotten in the next."""
    running = Running()
    leaving[:] = [running.kill]
    try:
        with alarms():
            return [
                bout(contest, deal, seating, running)
                for deal in range(first, first + deals)
                for seating in contest.games_of_a_deal
            ]
    finally:
        running.end()


def bout(contest: Contest, deal: int, seating: tuple[int, ...], running: Running) -> Bout:
    """One game; the chance of a player hangs on the deal and its seat, so that players who are alike fare alike.

    A twin plays it where the contest has one, and hands it to the rules where it can't.
    """
    setup = contest.batch.setup
    twin = twin_for(setup) if contest.played_by == "compiled" else None
    if twin is None:
        return _by_rules(contest, deal, seating, running)
    try:
        played = played_by_twin(setup, twin, deal, contest.most)
    except HandedBack:
        return _by_rules(contest, deal, seating, running)
    except Exception as error:
        found = _by_rules(contest, deal, seating, running)
        if found.how != FAULT:
            was_wrong(setup, deal, error)
        return found
    return _ended(contest, deal, seating, played.result, played.length, played.state)


def _ended(contest: Contest, deal: int, seating: tuple[int, ...], result: Result, length: int, state: Any) -> Bout:
    """A game that came to its end at this table."""
    return Bout(
        deal=deal,
        seating=seating,
        how=result.how.value,
        shares=_shares(contest, result.winners),
        scores=tuple(result.scores),
        length=length,
        roles=_roles(contest, state),
    )


def _roles(contest: Contest, state: Any) -> dict[str, tuple[Seat, ...]]:
    return {role: tuple(seats) for role, seats in contest.batch.roles_of(state).items()}


def _by_rules(contest: Contest, deal: int, seating: tuple[int, ...], running: Running) -> Bout:
    """One game by the rules."""
    batch, log = contest.batch, list[Entry]()
    players = _seated(contest, deal, seating, running)
    with guarding(batch.game.name):
        match = batch.match(deal)
    table = Table(match, players, seed=batch.seed_of(deal), most=contest.most)
    if contest.keeps_records:
        log += entries(None, match.outcomes)
        table.record(lambda played: log.extend(entries(*step_of(played, match.outcomes))))
    ended = _played(table, batch.game.name, players)
    result = None if isinstance(ended, PlayerFault) else ended
    record = _record(contest, deal, seating, log, result) if contest.keeps_records else ""
    if isinstance(ended, PlayerFault):
        others = [seat for seat in range(batch.seats) if seat != ended.seat] if contest.is_against else []
        shares = _shares(contest, others)
        return Bout(
            deal=deal,
            seating=seating,
            how=FAULT,
            shares=shares,
            scores=shares,
            length=match.length,
            at_fault=seating[ended.seat],
            reason=ended.reason,
            roles=_roles(contest, match.state),
            record=record,
        )
    return dataclasses.replace(_ended(contest, deal, seating, ended, match.length, match.state), record=record)


def _seated(contest: Contest, deal: int, seating: Sequence[int], running: Running) -> list[Guarded]:
    """The players at their seats, each with a clock, programs with a place to wait in for the next game."""
    batch, seats = contest.batch, list[Guarded]()
    names = plain_names(batch.seats)
    for seat, who in enumerate(seating):
        player: Any = load_player(
            contest.players[who], batch.setup.plugin, player_chance(batch.seed_of(deal), seat), names
        )
        name = contest.names[who]
        if isinstance(player, Program):
            player.clock, player.running = contest.clock, running
            seats.append(Guarded(player, seat, name))
        else:
            seats.append(Timed(player, seat, name, contest.clock.move))
    return seats


def _played(table: Table[Any, Any], game: str, players: Sequence[Guarded]) -> Result | PlayerFault:
    """How a game ended, or the fault of the player who broke it off."""
    try:
        with guarding(game, players):
            return table.run()
    except PlayerFault as fault:
        for guarded in players:
            guarded.leave()
        return fault


def _shares(contest: Contest, winners: Sequence[Seat]) -> tuple[float, ...]:
    """What each seat has of a game: the winners share it, and where nobody won all who played against each other."""
    seats = range(contest.batch.seats)
    sharing = winners or (seats if contest.is_against else ())
    return tuple(1 / len(sharing) if seat in sharing else 0.0 for seat in seats)


def _record(contest: Contest, deal: int, seating: Sequence[int], log: list[Entry], result: Result | None) -> str:
    """The record of a game."""
    parts = {
        "seats": tuple(contest.names[who] for who in seating),
        "log": tuple(log),
        "result": RecordedEnd.made_of(result) if result else None,
    }
    return record_text(record_of(contest.batch, deal).model_copy(update=parts))


_BOUT = TypeAdapter(Bout)


def results_of(path: Path, contest: Contest, *, overwrite: bool = False) -> Results[Bout]:
    """The file of a contest, which is gone on with by whole deals."""
    kinds = dict.fromkeys(_row(_NOTHING), "string") | {"deal": "int64", "length": "int64", "at_fault": "int64"}
    header = header_of(contest.batch, "contest", contest.players)
    read = partial(_bout, contest)
    return Results(path, header, kinds, read, whole=contest.games_a_deal, overwrite=overwrite)


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


def rows_of(bouts: Iterable[Bout]) -> Iterator[dict[str, Any]]:
    """The rows of these games in a file."""
    return map(_row, bouts)


_NOTHING = Bout(deal=0, seating=(), how="", shares=(), scores=(), length=0)


def _row(bout: Bout) -> dict[str, Any]:
    row = dataclasses.asdict(bout)
    del row["record"]
    return row
