"""The games of a contest, one after the other until there are enough, each player with its clock.

Code that may end or hold its process has one apart.

What counts against a player in Python is processor time, so that nobody is late because the machine is busy; only who
does nothing at all is stopped by the clock on the wall, much later. Programs can see that clock alone, and keep to it.
"""

from __future__ import annotations

import dataclasses
import json
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain
from multiprocessing.sharedctypes import RawArray
from pathlib import Path, PurePath
from threading import current_thread, main_thread
from time import monotonic
from typing import Any

from cardkit.arena.contest import FAULT, Bout, Contest, Effort, Standings, results_of
from cardkit.bots.tuning import processor_time
from cardkit.core.cards import Seat
from cardkit.core.errors import (
    CannotWrite,
    GameFault,
    IllegalAction,
    NotAnAction,
    PlayerFault,
    ProgramFault,
    sendable,
    shown,
    told,
)
from cardkit.core.files import OVERWRITE, cannot_write, make_folder, named_after, replace
from cardkit.core.results import Result
from cardkit.core.texts import counted
from cardkit.plugins.people import Guarded, guarding
from cardkit.plugins.plugin import plain_names
from cardkit.plugins.programs import (
    Process,
    Program,
    ProgramClock,
    Running,
    begin_apart,
    begin_line,
    command_of,
    end_with_parent,
    line,
    process_apart,
    turn_line,
)
from cardkit.plugins.registry import load_player
from cardkit.plugins.setup import player_chance
from cardkit.records.record import Entry, RecordedEnd, entries, record_text, step_of
from cardkit.simulation.jobs import undisturbed
from cardkit.simulation.results import Results
from cardkit.simulation.simulate import Playable, TwinFirst, batch, played_by_twin, record_of
from cardkit.simulation.workers import driven, leaving, runs
from cardkit.table.match import Match
from cardkit.table.native.engine import NativeTwin
from cardkit.table.turns import Table, seating_at

STANDSTILL = 60.0
"""Seconds on the wall that an answer may take beside its processor time."""
_AGAIN = 0.25
"""Seconds after which a player is stopped once more that went on; in a process apart that ends the process."""
_HARD = 2.0
"""Seconds of processor time after which the system itself ends a process apart that heeds nothing."""
_LATE = 97
"""How a process apart ends that a player didn't give back in time."""


class _TimeUp(BaseException):
    """The time of a player is up; no `except Exception` of its own stops it."""


class Asked:
    """Who is being asked, seen from outside the process too."""

    def __init__(self, shared: Any = None) -> None:
        self.shared = RawArray("i", [-1]) if shared is None else shared
        self.is_apart = False
        """Whether the process may be ended by a player that doesn't heed its clock."""
        self.log: list[Entry] = []
        """What the record of the game has by now, where one is kept."""
        self.hear: Callable[[list[Entry]], None] = self.log.extend
        """Takes in what comes to it."""

    @property
    def seat(self) -> Seat | None:
        """The seat that is being asked."""
        return None if self.shared[0] < 0 else self.shared[0]

    @contextmanager
    def clocked(self, seat: Seat, seconds: float) -> Generator[None]:
        """Within, this seat is asked, and has its clock where the process has clocks."""
        self.shared[0] = seat
        has_clock = sys.platform != "win32" and signal.getsignal(signal.SIGPROF) == self.ring
        clocks = {signal.ITIMER_PROF: seconds, signal.ITIMER_REAL: seconds + STANDSTILL} if has_clock else {}
        if has_clock and self.is_apart:
            clocks[signal.ITIMER_VIRTUAL] = seconds + _HARD
        self._rung = False
        try:
            for clock, left in clocks.items():
                signal.setitimer(clock, left, _AGAIN)
            yield
        finally:
            for clock in clocks:
                signal.setitimer(clock, 0)
            self.shared[0] = -1

    def ring(self, *_: Any) -> None:
        """The time of who is asked is up."""
        if self._rung and self.is_apart:
            os._exit(_LATE)
        self._rung = True
        raise _TimeUp

    @contextmanager
    def clocks(self) -> Generator[None]:
        """Within, there are clocks, if this is the main thread of a process on a system that has them."""
        if sys.platform == "win32" or current_thread() is not main_thread():
            yield
            return
        numbers = (signal.SIGPROF, signal.SIGALRM)
        before = [signal.signal(number, self.ring) for number in numbers]
        try:
            yield
        finally:
            for number, handler in zip(numbers, before, strict=True):
                signal.signal(number, handler)


class Timed(Guarded):
    """A player whose thinking is measured, and who is at fault when its time for an answer is up."""

    thinking = Effort()

    def __init__(self, player: Any, seat: Seat, name: str, seconds: float, asked: Asked) -> None:
        super().__init__(player, seat, name)
        self._seconds, self._asked = seconds, asked
        self._time = time.monotonic if isinstance(player, Program) else processor_time

    def __call__(self, view: Any, legal: Sequence[Any], /) -> Any:
        began = self._time()
        chosen = super().__call__(view, legal)
        if len(legal) > 1:
            self.thinking = self.thinking.plus(Effort(1, self._time() - began))
        return chosen

    def _answer(self, asked: Callable[..., Any], *question: Any) -> Any:
        if isinstance(self.player, Program):
            return super()._answer(asked, *question)
        try:
            with self._asked.clocked(self.seat, self._seconds):
                return super()._answer(asked, *question)
        except KeyboardInterrupt as error:
            if not self._asked.is_apart:
                raise
            raise PlayerFault(self.seat, self.name, told(error)) from error
        except (PlayerFault, _TimeUp) as fault:
            if isinstance(fault, _TimeUp) or isinstance(fault.__cause__, _TimeUp):
                raise PlayerFault(self.seat, self.name, _too_late(self._seconds)) from None
            raise


def _too_late(seconds: float) -> str:
    return f"it took more than {seconds:.3g} seconds"


def bouts(contest: Contest, first: int, games: int) -> Iterator[Bout]:
    """So many games of a contest, from this one on; what programs learn in one such run is forgotten in the next."""
    places = (divmod(number, contest.games_a_deal) for number in range(first, first + games))
    run = [(deal, contest.games_of_a_deal[place]) for deal, place in places]
    if contest.is_apart and current_thread() is main_thread() and not multiprocessing.current_process().daemon:
        return _apart(contest, run)
    return _here(contest, run, Asked())


def listed(contest: Contest, first: int, games: int) -> list[Bout]:
    """The same once all are played, for processes elsewhere."""
    return list(bouts(contest, first, games))


_Games = Sequence[tuple[int, tuple[int, ...]]]
"""Games of a contest, each with its deal and where players sit."""


def _here(contest: Contest, games: _Games, asked: Asked) -> Iterator[Bout]:
    """These games, played in this process."""
    running = Running()
    leaving[:] = [running.kill]
    try:
        with asked.clocks():
            for deal, seating in games:
                yield bout(contest, deal, seating, running, asked)
    finally:
        running.end()


def _apart(contest: Contest, games: _Games) -> Iterator[Bout]:
    """These games, played in a process of their own; who ends or holds it loses that game, and another one goes on."""
    done = 0
    while done < len(games):
        asked = Asked()
        here, there = multiprocessing.Pipe(duplex=False)
        process = process_apart(_work, contest, games[done:], asked.shared, there)
        leaving[:] = [process.kill]
        try:
            begin_apart(process)
            there.close()
            with suppress(EOFError):
                while done < len(games):
                    sent = here.recv()
                    if isinstance(sent, BaseException):
                        raise sent
                    if isinstance(sent, Bout):
                        done += 1
                        asked.log.clear()
                        yield sent
                    else:
                        asked.hear(sent)
            if done < len(games):
                process.join()
                yield _ended_process(contest, *games[done], asked, process.exitcode)
                done += 1
        finally:
            process.kill()
            process.join()
            here.close()


def _work(contest: Contest, games: _Games, shared: Any, there: Any) -> None:
    """Play these games in a process of their own."""
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr
    asked = Asked(shared)
    asked.is_apart = True

    def hear(entries: list[Entry]) -> None:
        asked.log += entries
        there.send(entries)

    asked.hear = hear
    try:
        for played in _here(contest, games, asked):
            there.send(played)
    except BaseException as error:
        there.send(sendable(error))


def _ended_process(contest: Contest, deal: int, seating: tuple[int, ...], asked: Asked, code: int) -> Bout:
    """A game in which a player ended the process, or had to be stopped with it; raises GameFault where a rule did."""
    clocks = () if sys.platform == "win32" else (signal.SIGPROF, signal.SIGVTALRM, signal.SIGALRM)
    late = (_LATE, *(-number for number in clocks))
    how = f"by {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
    reason = f"it ended its process {how}"
    seat = asked.seat
    if seat is None:
        raise GameFault(contest.batch.game.name, reason)
    if code in late:
        reason = f"{_too_late(contest.clock.move)}, and didn't stop"
    fault = PlayerFault(seat, contest.names[seating[seat]], reason)
    match = contest.batch.match(deal)
    record = _record(contest, deal, seating, asked.log, None) if contest.keeps_records else ""
    return _broken_off(contest, deal, seating, fault, match, record)


def bout(contest: Contest, deal: int, seating: tuple[int, ...], running: Running, asked: Asked) -> Bout:
    """One game; the chance of a player hangs on the deal and its seat, so that players who are alike fare alike.

    A twin plays it where the contest has one, and hands it to the rules where it can't.
    """
    setup = contest.batch.setup

    def by_twin(twin: NativeTwin) -> Bout:
        played = played_by_twin(setup, twin, deal, contest.most)
        return _ended(contest, deal, seating, played.result, played.length, played.state)

    by_rules = partial(_by_rules, contest, deal, seating, running, asked)
    return TwinFirst(setup, contest.played_by).played(deal, by_twin, by_rules, lambda found: found.how != FAULT)


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


def _by_rules(contest: Contest, deal: int, seating: tuple[int, ...], running: Running, asked: Asked) -> Bout:
    """One game by the rules."""
    batch = contest.batch
    players = _seated(contest, deal, seating, running, asked)
    with guarding(batch.game.name):
        match = batch.match(deal)
    table = Table(match, players, seed=batch.seed_of(deal), most=contest.most)
    if contest.keeps_records:
        asked.log.clear()
        asked.hear(entries(None, match.outcomes))
        table.record(lambda played: asked.hear(step_of(played, match.outcomes)))
    ended = _played(table, batch.game.name, players)
    result = None if isinstance(ended, PlayerFault) else ended
    record = _record(contest, deal, seating, asked.log, result) if contest.keeps_records else ""
    thought = tuple(player.thinking for player in players)
    if isinstance(ended, PlayerFault):
        found = _broken_off(contest, deal, seating, ended, match, record)
    else:
        found = dataclasses.replace(_ended(contest, deal, seating, ended, match.length, match.state), record=record)
    return dataclasses.replace(found, thought=thought)


def _broken_off(
    contest: Contest, deal: int, seating: tuple[int, ...], fault: PlayerFault, match: Match[Any, Any], record: str
) -> Bout:
    """A game that a player broke off, which the others have won."""
    others = [seat for seat in range(contest.batch.seats) if seat != fault.seat] if contest.is_against else []
    shares = _shares(contest, others)
    return Bout(
        deal=deal,
        seating=seating,
        how=FAULT,
        shares=shares,
        scores=shares,
        length=match.length,
        at_fault=seating[fault.seat],
        reason=fault.reason,
        roles=_roles(contest, match.state),
        record=record,
    )


def _seated(contest: Contest, deal: int, seating: Sequence[int], running: Running, asked: Asked) -> list[Timed]:
    """The players at their seats, each with a clock, programs with a place to wait in for the next game."""
    batch, seats = contest.batch, list[Timed]()
    names = plain_names(batch.seats)
    for seat, who in enumerate(seating):
        player: Any = load_player(
            contest.players[who], batch.setup.plugin, player_chance(batch.seed_of(deal), seat), names
        )
        if isinstance(player, Program):
            player.clock, player.running = contest.clock, running
        seats.append(Timed(player, seat, contest.names[who], contest.clock.move, asked))
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


_LONGEST_NAMES = 150
"""So many characters have the names of the players in that of a file, all seats together."""


@dataclass(kw_only=True)
class Holding:
    """How a contest is held."""

    contest: Contest
    deals: int
    jobs: int = 1
    cluster: str | None = None
    """The address of a Dask cluster that plays."""
    margin: float | None = None
    """By how much a share differs from even if it matters: with it, the contest ends when all verdicts are sure."""
    out: Path | None = None
    """The file where the games are kept, and from which the contest goes on."""
    records: Path | None = None
    """The folder for a record of each game."""
    overwrite: bool = False
    """Whether files that are there are replaced; a contest goes on from its file otherwise."""

    def run(self, advance: Callable[[int], object] = lambda games: None) -> tuple[Standings, bool]:
        """The standings at the end, and whether that was an early one by Ctrl-C."""
        standings = Standings(self.contest)
        with ExitStack() as stack:
            file = results_of(self.out, self.contest, overwrite=self.overwrite) if self.out is not None else None
            before: list[Bout] = []
            if file is not None:
                stack.enter_context(file)
                before = file.kept
            if self.records is not None:
                self._make(self.records, goes_on=bool(before))
            size = self.contest.games_a_deal
            del before[self.deals * size :]
            deal: list[Bout] = []
            played = stack.enter_context(closing(self._played(len(before))))
            try:
                for number, bout in enumerate(chain(before, played)):
                    with undisturbed():
                        if number >= len(before):
                            self._keep(bout, file)
                        advance(1)
                        deal.append(bout)
                        if len(deal) == size:
                            standings.take(deal)
                            deal = []
                            if self.margin is not None and standings.is_sure(self.margin):
                                break
            except KeyboardInterrupt:
                return standings, True
        return standings, False

    def _played(self, first: int) -> Generator[Bout]:
        """The games from this one on, each as soon as it is played, or the run of it where others play."""
        games = runs(self.deals * self.contest.games_a_deal - first, self.contest.games_a_part)
        shares = [(first + start, number) for start, number in games]
        if self.cluster is None and (self.jobs == 1 or len(shares) == 1):
            for share in shares:
                yield from bouts(self.contest, *share)
            return
        with closing(driven(partial(listed, self.contest), shares, jobs=self.jobs, cluster=self.cluster)) as parts:
            yield from chain.from_iterable(parts)

    def _keep(self, bout: Bout, file: Results[Bout] | None) -> None:
        """Write the record of a game, and its row, where they are wanted."""
        if self.records is not None:
            self._record(self.records, bout)
        if file is not None:
            file.write([bout])

    def _record(self, folder: Path, bout: Bout) -> None:
        most = _LONGEST_NAMES // len(bout.seating)
        called = [named_after(PurePath(name).name)[:most] for name in self.contest.names]
        sitting = "-".join(f"{who + 1}-{called[who]}" for who in bout.seating)
        path = folder / f"{named_after(self.contest.batch.game.name)}-deal-{bout.deal}-{sitting}.json"
        replace(path, bout.record)

    def _make(self, folder: Path, *, goes_on: bool) -> None:
        """Make the folder of the records; raises CannotWrite where those of another contest are in it."""
        try:
            make_folder(folder)
            there = next(folder.glob(f"{named_after(self.contest.batch.game.name)}-deal-*.json"), None)
        except OSError as error:
            raise cannot_write(folder, error) from error
        if there is not None and not (goes_on or self.overwrite):
            raise CannotWrite(there, f"there is a record of a contest already; {OVERWRITE}")


def contest(
    game: Playable,
    players: Sequence[str],
    *,
    seats: int | None = None,
    clock: ProgramClock | None = None,
    keeps_records: bool = False,
    engine: str = "rules",
    **deals: Any,
) -> Contest:
    """A contest of players, each by its name; what is said of the deals is that which `batch` takes.

    >>> held = Holding(contest=contest("crazy8s", ["ai", "random"], options={"shuffle": True}), deals=10)
    >>> standings, _ = held.run()
    >>> standings.games, standings.share(0, 1).mean > 0.5
    (20, True)
    """
    sitting = None if seats is None else ("ai",) * seats
    return Contest(
        batch=batch(game, players=sitting, **deals),
        players=tuple(players),
        clock=clock or ProgramClock(),
        keeps_records=keeps_records,
        engine=engine,
    )


LONG_TEXT = 100_000
"""How many letters the longest text of a line has that a bot is given to read."""
PATIENCE = 1.0
"""How many seconds a program may take to end."""
_MOST_TABLES = 2
_DEALS = 2
_MOST_CHOICES = 100
"""After so many choices a game is over."""


@dataclass(frozen=True, kw_only=True)
class BotFinding:
    """What came of one situation."""

    situation: str
    """What a bot has to do there."""
    wrong: str = ""
    """What it did instead; empty where it did what it has to."""
    note: str = ""


class _Wrong(Exception):
    """What a bot did wrong."""


class BotCheck:
    """The situations for a bot in a game."""

    def __init__(self, spec: str, game: str, *, options: dict[str, Any], clock: ProgramClock) -> None:
        self._spec, self._game, self._options, self._clock = spec, game, options, clock
        numbers = batch(game).setup.plugin.game.players
        several = [seats for seats in numbers if seats > 1]
        self._tables = list(map(self._contest, several[:_MOST_TABLES] or numbers))
        self._command = command_of(spec)
        self._first: list[Bout] = []

    def _contest(self, seats: int) -> Contest:
        deals = batch(self._game, players=("ai",) * seats, options=self._options)
        return Contest(batch=deals, players=(self._spec, "random"), clock=self._clock, most=_MOST_CHOICES)

    def findings(self) -> Iterator[BotFinding]:
        """What came of each situation, one after the other; none follow after a program that doesn't answer at all."""
        situations: list[tuple[str, Callable[[], str]]] = [
            ("answers its first turn with a legal action", self._answers),
            ("plays games at every seat, and at several of a table", self._plays),
            ("plays the same game again in the same way", self._repeats),
            ("goes on with the next game where one was broken off", self._goes_on),
            ("reads on where there is something that it doesn't know", self._reads_on),
            (f"reads lines of {LONG_TEXT:,} letters", self._reads_long_lines),
            ("ends when its input ends", self._ends),
        ]
        for number, (situation, look) in enumerate(situations):
            try:
                yield BotFinding(situation=situation, note=look())
            except (_Wrong, ProgramFault) as error:
                yield BotFinding(situation=situation, wrong=str(error))
                if number == 0:
                    return

    def _answers(self) -> str:
        process, begun = Process(self._command, self._clock.move), monotonic()
        try:
            self._one_turn(process)
        finally:
            process.end()
        return f"its first answer took {monotonic() - begun:.2f} seconds with its start"

    def _plays(self) -> str:
        for table in self._tables:
            self._first += bouts(table, 0, _DEALS * table.games_a_deal)
        for bout in self._first:
            if bout.at_fault == 0:
                seats = [seat for seat, who in enumerate(bout.seating) if who == 0]
                raise _Wrong(f"{bout.reason} (deal {bout.deal}, {_at(seats)} of {len(bout.seating)})")
        return f"{counted(len(self._first), 'game')} without a fault"

    def _repeats(self) -> str:
        again = list(bouts(self._tables[0], 0, _DEALS * self._tables[0].games_a_deal))
        if again != self._first[: len(again)]:
            raise _Wrong("it doesn't, so that nobody can play its game again; let its chance come from `seed`")
        return ""

    def _goes_on(self) -> str:
        process = Process(self._command, self._clock.move)
        try:
            for _ in range(3):
                self._one_turn(process)
                process.tell(line(type="end", result=None))
        except ProgramFault:
            if process.is_new or not process.has_left:
                raise
            return "it ended with its game, and is started again for the next one"
        finally:
            process.end()
        return ""

    def _reads_on(self) -> str:
        news = line(type="event", event="applause", loud=True)
        return self._in_begin({"weather": {"rain": [1, 2]}}, news)

    def _reads_long_lines(self) -> str:
        return self._in_begin({"rules": "rule " * (LONG_TEXT // 5)})

    def _in_begin(self, more: dict[str, Any], *lines: str) -> str:
        """Let a bot take one turn of a game that begins with more than usual."""
        process = Process(self._command, self._clock.move)
        try:
            self._one_turn(process, more, lines)
        finally:
            process.end()
        return ""

    def _one_turn(self, process: Process, more: dict[str, Any] | None = None, lines: Sequence[str] = ()) -> None:
        """Begin a game with a program and ask it for one action."""
        match: Match[Any, Any] = self._tables[0].batch.match(0)
        seat, seats = match.turn, match.state.seats
        view = match.view(seat)
        begin = begin_line(seating_at(match.game, match.state, seat), plain_names(seats), 1, view)
        process.tell(line(**{**json.loads(begin), **(more or {})}))
        for earlier in lines:
            process.tell(earlier)
        seconds = self._clock.move
        turn = turn_line(view, match.legal, seconds, self._clock.game)
        answer = process.ask(turn, seconds + (self._clock.start if process.is_new else 0))
        try:
            text = json.loads(answer)["action"] if answer.startswith("{") else answer
            match.read(text, seat)
        except (NotAnAction, IllegalAction, ValueError, LookupError, TypeError, AttributeError):
            raise _Wrong(f"it answered {shown(answer)}; legal was, for example, {match.legal[0]}") from None

    def _ends(self) -> str:
        process, begun = Process(self._command, self._clock.move), monotonic()
        try:
            self._one_turn(process)
        finally:
            by_itself = process.end(PATIENCE)
        if not by_itself:
            raise _Wrong(f"it still ran after {monotonic() - begun:.1f} seconds, and was killed")
        return ""


def _at(seats: Sequence[Seat]) -> str:
    return f"seat {seats[0]}" if len(seats) == 1 else f"seats {', '.join(map(str, seats))}"
