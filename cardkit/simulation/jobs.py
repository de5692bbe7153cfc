"""Running batches at a terminal, one or several side by side: a progress bar, files of results, records of failures."""

from __future__ import annotations

import signal
import sys
import threading
from array import array
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

from cardkit.core.errors import CannotWrite
from cardkit.core.files import named_after
from cardkit.core.files import replace as replace_file
from cardkit.core.results import Cycle, How
from cardkit.play.terminal import aside, is_plain
from cardkit.plugins.setup import name_of, without_a_say
from cardkit.simulation.batch import Batch, Figure, empty_of, summary_of
from cardkit.simulation.estimates import Pairs, games_for, upwards, widest_error
from cardkit.simulation.results import Results, header_of
from cardkit.simulation.simulate import BatchPart, Failure, GameBrokenOff, Plan, chosen_engine, groups_of, parts
from cardkit.simulation.summary import Outcome, Rows, Summary, plain_scores

Advance = Callable[[int], None]
"""Is told that so many more games have been played."""
_SHORTEST_BAR = 12
"""The columns that a bar beside a title has at least, with the blanks around it."""
FIRST_GAMES = 1000
"""How many games are played before it is asked how many are needed; they come in multiples of it."""
MOST_BLIND = 1_000_000
"""So many games are played at most where nothing becomes known of the standard error, as where no game ends."""
MOST_AT_A_TIME = 200_000
"""So many games of each of several batches are kept at a time."""
MOST_RECORDS = 10
"""How many games that fail leave a record."""


@dataclass(kw_only=True)
class Job:
    """How batches are to be run, as a person asked for it."""

    games: int
    """How many games, at most where it is asked how certain the answer is to be."""
    until_se: float | None = None
    """The standard error that is wanted: of shares in percentage points; None for a given number of games."""
    until_mean: str = ""
    """What is counted whose mean is to have that standard error, in the place of the shares."""
    jobs: int = 1
    cluster: str | None = None
    engine: str = "auto"
    goes_on: bool = False
    played_by: str = ""
    """What played the batch that was run last."""
    notes: list[str] = field(default_factory=list[str])
    """What was said about engines and generators, each note once."""

    def plan(self, batch: Batch, *, keeps_rows: bool = False) -> Plan:
        """The plan for a batch, after saying what a person should know about its engine."""
        engine, note = chosen_engine(batch, self.engine)
        has_no_say = batch.setup.is_shuffled and batch.setup.rng != "seeded"
        for word in (note, without_a_say(batch.setup.rng) if has_no_say else ""):
            if word and word not in self.notes:
                self.notes.append(word)
                aside(f"note: {word}")
        return Plan(batch=batch, engine=engine, goes_on=self.goes_on, keeps_rows=keeps_rows)

    def next_games(self, played: int, error: Callable[[], float | None]) -> int:
        """How many games are to be played next, after so many, which left this standard error."""
        wanted = max(FIRST_GAMES, played)
        if self.until_se is not None and played >= FIRST_GAMES:
            wanted = -(-self._needed(played, error()) // FIRST_GAMES) * FIRST_GAMES - played
        return max(0, min(wanted, MOST_AT_A_TIME, self.games - played))

    def _needed(self, played: int, error: float | None) -> int:
        """How many games it takes, where so many left this error; twice as many, up to a limit, where it is unknown."""
        if error is None:
            return min(2 * played, MOST_BLIND)
        return games_for(error * self._unit, played, self.until_se or 1.0)

    @property
    def _unit(self) -> int:
        return 1 if self.until_mean else 100

    def reached(self, played: int, error: float | None) -> str:
        """Whether so many games came to the standard error that was wanted, and else how many it takes; for people."""
        if error is None or self.until_se is None:
            return "Of the standard error nothing is known."
        of = f"in mean {self.until_mean}" if self.until_mean else "percentage points"
        told = f"The standard error is {upwards(error * self._unit)} {of}"
        if error * self._unit <= self.until_se:
            return f"{told}, as was wanted."
        return f"{told}, and not {self.until_se:g}: that takes some {upwards(self._needed(played, error))} games."

    def reached_json(self, error: float | None) -> dict[str, Any]:
        """The same for programs; nothing where no standard error was wanted."""
        if self.until_se is None:
            return {}
        reached = None if error is None else error * self._unit
        return {"until_se": {"of": self.until_mean or "shares", "wanted": self.until_se, "reached": reached}}

    def run(self, batch: Batch, title: str, out: Path | None = None, *, overwrite: bool = False) -> Finished:
        """Play the games, with a progress bar on a terminal; Ctrl-C ends it early."""
        with ExitStack() as stack:
            file = None if out is None else stack.enter_context(results_of(out, batch, overwrite=overwrite))
            plan = self.plan(batch, keeps_rows=file is not None or bool(batch.against))
            self.played_by = plan.engine
            advance = stack.enter_context(progress_bar(title, None if self.until_se else self.games))
            done = Finished(batch, file)
            if file is not None:
                done.take_up(file.kept, self.games)
                advance(done.played)
            try:
                for part in self._parts(plan, done):
                    with undisturbed():
                        done.take(part)
                    advance(part.games)
            except KeyboardInterrupt:
                done.interrupted = True
        return done

    def _parts(self, plan: Plan, done: Finished) -> Generator[BatchPart]:
        """The parts of the games, up to the number that was asked for, or as many as it takes."""
        while not (done.failures and not self.goes_on):
            size = self.games - done.played
            if self.until_se is not None:
                size = self.next_games(done.played, lambda: self.error(done.summary, plan.batch))
            if not size:
                return
            with closing(parts(plan, size, jobs=self.jobs, cluster=self.cluster, first=done.played)) as found:
                yield from found

    def error(self, summary: Summary, batch: Batch) -> float | None:
        """The standard error of what is asked for; None where it is unknown."""
        if self.until_mean:
            return widest_error([batch.counts[self.until_mean].seen(summary).estimate])
        return widest_error(summary.estimates.values()) if summary.games else None


class Finished:
    """What has been played of a batch."""

    def __init__(self, batch: Batch, file: Results[Outcome] | None = None) -> None:
        self.summary = empty_of(batch)
        self.played = 0
        """How many games were played, or looked at."""
        self._batch, self._file = batch, file
        self.groups: dict[float, Summary] = {}
        """The games that are alike in the figure they are told apart by."""
        self.pairs = Pairs(whole=batch.setup.every_deal)
        """The two figures of each game that are held against each other."""
        self.failures: list[Failure] = []
        self.interrupted = False

    def take_up(self, kept: Sequence[Outcome], games: int) -> None:
        """Take in what a file has of the first so many games; those that it lacks between had failed."""
        rows = Rows(self._batch.seats, self._batch.figures)
        for outcome in kept:
            if outcome.game < games:
                rows.add(outcome)
                self.played = outcome.game + 1
        self._add(summary_of(self._batch, rows), groups_of(self._batch, rows))
        self._pair(rows)
        self.summary.failed = 0 if self._batch.where else self.played - len(rows)

    def take(self, part: BatchPart) -> None:
        """Take in a part, and write its rows."""
        if part.rows is not None:
            if self._file is not None:
                self._file.write(part.rows)
            self._pair(part.rows)
        self.played += part.games
        self._add(part.summary, part.groups)
        room = MOST_RECORDS - len(self.failures)
        self.failures += part.failures[: max(0, room)]

    def _pair(self, rows: Rows) -> None:
        """Hold the two figures against each other of games that have both."""
        if self._batch.against:
            ones, others = (self._batch.figures_of_games(figure, rows) for figure in self._batch.against)
            for one, other in zip(ones, others, strict=True):
                if one is not None and other is not None:
                    self.pairs.add(one, other)

    def _add(self, summary: Summary, groups: Mapping[float, Summary]) -> None:
        self.summary.add(summary)
        for value, alike in groups.items():
            self.groups.setdefault(value, empty_of(self._batch)).add(alike)


def results_of(path: Path, batch: Batch, *, overwrite: bool = False) -> Results[Outcome]:
    """The file of a batch."""
    setup = batch.setup
    asked = {
        "given": list(setup.given),
        **({"shuffle": setup.shuffle} if setup.shuffle else {}),
        "where": [one.text for one in batch.where],
        "most_turns": setup.most_turns,
        "deals": "all" if setup.every_deal else None,
    }
    kinds = dict.fromkeys(_row(batch, Outcome(0, How.DRAW, (), 0, None, (0,) * len(batch.figures))), "int64")
    kinds |= {"seed": "int64" if setup.rng == "java" else "uint64", "result": "string", "winners": "string"}
    kinds |= {name: "float64" for name in kinds if name.startswith("score ")}
    header = header_of(batch, "simulation", map(name_of, setup.sitting)) | asked
    read = partial(_outcome, batch, list[int]())
    return Results(path, header, kinds, partial(_row, batch), read, overwrite=overwrite)


def _row(batch: Batch, outcome: Outcome) -> dict[str, Any]:
    """What a file tells of a game; winners are seats with blanks between, a game that ended has no cycle."""
    game, how, winners, length, cycle, figures, scores = outcome
    first, again = (cycle.first, cycle.again) if cycle else (None, None)
    told = {f"score {seat}": score for seat, score in enumerate(scores or plain_scores(winners, batch.seats))}
    return {
        "game": game,
        "seed": batch.seed_of(game),
        "result": how.value,
        "winners": " ".join(map(str, winners)),
        "length": length,
        "first": first,
        "again": again,
        **told,
        **dict(zip(batch.figures, figures, strict=True)),
    }


def _outcome(batch: Batch, before: list[int], row: dict[str, Any], number: int) -> Outcome:
    """The game that a row tells of, after the one `before`.

    Raises ValueError, LookupError, TypeError or AttributeError where it tells of none of the batch.
    """
    winners = tuple(map(int, row["winners"].split()))
    scores = tuple(float(row[f"score {seat}"]) for seat in range(batch.seats))
    cycle = None if row["first"] is None else Cycle(int(row["first"]), int(row["again"]))
    figures = tuple(int(row[name]) for name in batch.figures)
    told = scores if scores != plain_scores(winners, batch.seats) else ()
    found = Outcome(int(row["game"]), How(row["result"]), winners, int(row["length"]), cycle, figures, told)
    if _row(batch, found) != row or not {*winners} <= {*range(batch.seats)} or found.game <= max(before, default=-1):
        raise ValueError(row)
    before[:] = [found.game]
    return found


@contextmanager
def undisturbed() -> Generator[None]:
    """Let Ctrl-C wait until what is done here is done, so that what is written and what is counted stay the same."""
    before = signal.getsignal(signal.SIGINT)
    if before is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed = list[int]()
    signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


@contextmanager
def progress_bar(title: str, games: int | None) -> Generator[Advance]:
    """A bar on standard error that is advanced by numbers of games, of which nobody may know how many there will be.

    Beside it something turns all the time, so that a long game looks like one.

    There is none where that is no terminal.

    Where there is no room for all of it, the title and the time are left out, so that no number is cut.
    """
    if is_plain(sys.stderr):
        yield lambda games: None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        SpinnerColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    console = Console(file=sys.stderr)
    columns: list[ProgressColumn] = [SpinnerColumn(), BarColumn(), MofNCompleteColumn()]
    if len(f"{title} {games}/{games} -:--:--") + _SHORTEST_BAR <= console.width:
        columns = [TextColumn("{task.description}"), *columns, TimeRemainingColumn()]
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(escape(title), total=games)
        yield lambda games: progress.advance(task, games)


def write_records(batch: Batch, failures: list[Failure], *, goes_on: bool) -> None:
    """Write the record of each game that failed into this folder, and say where it is.

    Raises GameBrokenOff for the first one, unless it is to go on.
    """
    for failure in failures:
        path = Path(f"{named_after(batch.game.name)}-seed-{batch.seed}-game-{failure.game}.json")
        try:
            replace_file(path, failure.record)
        except CannotWrite as error:
            told = GameBrokenOff(failure, f"its record can't be written: {error.reason}")
        else:
            told = GameBrokenOff(failure, f"its record is {path}")
        if not goes_on:
            raise told
        aside(str(told))


def title_of(*batches: Batch) -> str:
    """What the games of a batch are, or those of several have in common, in a few words."""
    names: dict[str, None] = {}
    for batch in batches:
        players = ", ".join(map(name_of, batch.setup.sitting))
        options = (f"{name}={value}" for name, value in changed(batch).items())
        rng = "" if batch.setup.rng == "seeded" else f"rng={batch.setup.rng}"
        by_hand = [batch.setup.shuffle] if batch.setup.shuffle else []
        deals = {"given": batch.setup.given, "shuffle": by_hand, "where": [one.text for one in batch.where]}
        asked = (f"{word}={text!r}" for word, texts in deals.items() for text in texts)
        told = [batch.game.name, batch.setup.rules.name, batch.setup.deck_name, *options, rng, *asked, f"({players})"]
        names = {part: None for part in told if part and (part in names or batch is batches[0])}
    return " ".join(names)


def played_of(batch: Batch, engine: str = "") -> str:
    """What is counted of a batch, where it started, and whether the compiled rules played it."""
    if batch.setup.every_deal:
        return "deals, each deal of the deck once"
    by = ", compiled" if engine == "compiled" else ""
    return f"{'deals' if batch.where and not batch.asks_how_games_go else 'games'}, seed {batch.seed}{by}"


def changed(batch: Batch) -> dict[str, object]:
    """The options that are not as the game has them by default, but for what a deck file says."""
    fields = type(batch.game).model_fields
    return {name: value for name, value in batch.game if value != fields[name].default and not isinstance(value, tuple)}


class Account(Protocol):
    """What takes the games of several batches in, the same numbers of all at a time."""

    def add(self, rows: Mapping[str, Rows]) -> None:
        """Take in the same games of every batch."""
        ...

    def error(self, mean: str) -> float | None:
        """The greatest standard error of any share, or where one is named of a mean; None where one is unknown."""
        ...


Acc = TypeVar("Acc", bound=Account)


class Together:
    """The games of several batches, each number played by all of them before the next numbers are."""

    def __init__(self, job: Job, batches: Mapping[str, Batch]) -> None:
        self.job = job
        self.batches = {name: replace(one, by=None) for name, one in batches.items()}
        self.first = next(iter(batches.values()))
        self.games = 0
        """How many games of each batch were played."""
        self.failed = dict.fromkeys(batches, 0)
        self.interrupted = False
        self._failures: list[tuple[Batch, Failure]] = []

    def rows(self, error: Callable[[], float | None]) -> Generator[dict[str, Rows]]:
        """The rows of every batch, the same numbers at a time, until there are as many as it takes.

        Ends early after Ctrl-C, and after a failure unless the job goes on; then no batch has games that another lacks.
        """
        plans = {name: self.job.plan(batch, keeps_rows=True) for name, batch in self.batches.items()}
        total = None if self.job.until_se else self.job.games * len(plans)
        with progress_bar(", ".join(plans), total) as advance:
            try:
                while (size := self.job.next_games(self.games, error)) and not self._is_broken_off():
                    found: dict[str, Rows] = {}
                    for name, plan in plans.items():
                        found[name] = Rows(plan.batch.seats, plan.batch.figures)
                        every = parts(plan, size, jobs=self.job.jobs, cluster=self.job.cluster, first=self.games)
                        with closing(every) as played:
                            for part in played:
                                if part.rows is not None:
                                    found[name].extend(part.rows)
                                self._failures += [(plan.batch, failure) for failure in part.failures]
                                self.failed[name] += len(part.failures)
                                advance(part.games)
                        if self._is_broken_off():
                            return
                    self.games += size
                    yield found
            except KeyboardInterrupt:
                self.interrupted = True

    def account(self, empty: Callable[[], Acc]) -> tuple[Acc, dict[int, Acc]]:
        """What all games came to, and those of each value of the figure that the deals are parted by."""
        found, groups = empty(), dict[int, Acc]()
        for rows in self.rows(lambda: found.error(self.job.until_mean)):
            found.add(rows)
            for value, alike in self._by_figure(rows).items():
                groups.setdefault(value, empty()).add(alike)
        return found, groups

    def _by_figure(self, rows: Mapping[str, Rows]) -> dict[int, dict[str, Rows]]:
        """The rows by the figure of their deals; nothing where none is asked for."""
        first = self.first
        if not isinstance(first.by, Figure):
            return {}
        found: dict[int, set[int]] = {}
        numbers = array("q", sorted({number for one in rows.values() for number in one["game"]}))
        for number, value in zip(numbers, first.counts_of_deals(first.by, numbers), strict=True):
            found.setdefault(value, set()).add(number)
        return {value: {name: one.only(games) for name, one in rows.items()} for value, games in found.items()}

    def _is_broken_off(self) -> bool:
        return bool(self._failures) and not self.job.goes_on

    def write_records(self) -> None:
        """Write the records of games that failed; raises GameBrokenOff for the first, unless the job goes on."""
        for batch, failure in self._failures:
            write_records(batch, [failure], goes_on=self.job.goes_on)


def turned(batch: Batch) -> dict[str, Batch]:
    """The batch with its players at their seats, then all one seat further on, and so on round the table."""
    players = batch.setup.sitting
    every = [(*players[-turn:], *players[:-turn]) if turn else players for turn in range(len(players))]
    return {f"turn {turn}": batch.having(seats=seated) for turn, seated in enumerate(every)}
