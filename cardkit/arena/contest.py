"""A contest: who plays whom on which deals at which seats."""

from __future__ import annotations

import dataclasses
import json
import signal
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import isfinite
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any

from pydantic import TypeAdapter, ValidationError

from cardkit.core.errors import CannotStart, CannotWrite, PlayerFault, shown
from cardkit.core.files import append, cannot_write, hold, is_there, let_go, replace, whole_lines
from cardkit.core.piles import Seat
from cardkit.core.results import How, Result
from cardkit.core.texts import flaw
from cardkit.plugins.boundaries import Guarded, guarding
from cardkit.plugins.plugin import plain_names
from cardkit.plugins.programs import Program, ProgramClock, Running, is_program
from cardkit.plugins.registry import load_player
from cardkit.plugins.setup import player_chance
from cardkit.records.record import Entry, RecordedEnd, cards_text, entries, record_text, step_of
from cardkit.simulation.batch import Batch
from cardkit.simulation.runs import record_of
from cardkit.simulation.workers import leaving
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
    clock: ProgramClock = field(default_factory=ProgramClock)
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
            if isinstance(loaded, Program) and loaded.clock != ProgramClock():
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
    """One game; the chance of a player hangs on the deal and its seat, so that players who are alike fare alike."""
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
        how, scores, at_fault, reason = FAULT, shares, seating[ended.seat], ended.reason
    else:
        shares = _shares(contest, ended.winners)
        how, scores, at_fault, reason = ended.how.value, ended.scores, None, ""
    return Bout(
        deal=deal,
        seating=seating,
        how=how,
        shares=shares,
        scores=scores,
        length=match.length,
        at_fault=at_fault,
        reason=reason,
        record=record,
    )


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
_HEADER: TypeAdapter[dict[str, Any]] = TypeAdapter(dict[str, Any])


class ResultsFile:
    """The file of a contest, which grows by whole deals, and is this process's alone; a game a line after a header.

    Raises CannotWrite where it is that of another contest, or none at all, and Held where another process has it.
    """

    def __init__(self, path: Path, contest: Contest, *, overwrite: bool = False) -> None:
        self.path = path
        self.played: list[list[Bout]] = []
        """The games of each deal that were played before."""
        self._contest = contest
        self._header = _header(contest)
        hold(path)
        try:
            lines = [] if overwrite else whole_lines(path)
            self._take_up(lines)
            rows = [_text(bout) for deal in self.played for bout in deal]
            replace(path, "".join([f"{json.dumps(self._header)}\n", *rows]))
        except BaseException as error:
            let_go(path)
            if isinstance(error, UnicodeDecodeError):
                raise CannotWrite(path, "it is not a text in UTF-8") from error
            if isinstance(error, OSError | ValueError):
                raise cannot_write(path, error) from error
            raise

    def add(self, bouts: Sequence[Bout]) -> None:
        """Write the games of a part of the contest."""
        append(self.path, "".join(map(_text, bouts)))

    def close(self) -> None:
        """Let other processes have the file."""
        let_go(self.path)

    def _take_up(self, lines: Sequence[str]) -> None:
        """Read the whole deals of what was played before."""
        if not lines:
            if is_there(self.path) and self.path.stat().st_size:
                raise CannotWrite(self.path, _NOT_OURS)
            return
        try:
            header = _HEADER.validate_json(lines[0])
        except ValidationError:
            header = {}
        if "contest" not in header:
            raise CannotWrite(self.path, _NOT_OURS)
        for name, wanted in self._header.items():
            if header.get(name) != wanted:
                differs = f"{name} is {shown(header.get(name))} there, and {shown(wanted)} here"
                raise CannotWrite(self.path, f"it has the games of another contest: {differs}")
        games, size = list(self._games(lines)), self._contest.games_a_deal
        self.played = [games[start : start + size] for start in range(0, len(games) - size + 1, size)]

    def _games(self, lines: Sequence[str]) -> Iterator[Bout]:
        """The games of the lines, each of which has to be the one that is played at its place."""
        for number, line in enumerate(lines[1:]):
            deal, place = divmod(number, self._contest.games_a_deal)
            try:
                found = _BOUT.validate_json(line)
            except ValidationError:
                wrong = "is not a game of a contest"
            else:
                wrong = self._wrong(found, deal, self._contest.games_of_a_deal[place])
                if not wrong:
                    yield found
                    continue
            raise CannotWrite(self.path, f"line {number + 2} of it {wrong}; take it and what follows out")

    def _wrong(self, found: Bout, deal: int, seating: tuple[int, ...]) -> str:
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
        return "" if found.length >= 0 and not flaw(found.reason) else "has a length or a reason that no game has"


_NOT_OURS = "it is there already, and is not the file of a contest"
_ENDS = {FAULT, *(how.value for how in How)}


def _header(contest: Contest) -> dict[str, Any]:
    """Everything that decides how the games of a contest go, but for the programs themselves."""
    batch = contest.batch
    return {
        "contest": batch.game.name,
        "version": batch.setup.plugin.version,
        "rules": batch.setup.rules.name,
        "options": batch.game.model_dump(mode="json"),
        "deck": cards_text(batch.setup.pile),
        "seats": batch.seats,
        "players": list(contest.players),
        "seed": batch.seed,
        "rng": batch.setup.rng,
    }


def _text(bout: Bout) -> str:
    """The line of a game."""
    row = dataclasses.asdict(bout)
    del row["record"]
    return f"{json.dumps(row)}\n"
