"""The course of a contest: deals one after the other, by one process or several, until there are enough."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path, PurePath
from typing import Any

from cardkit.arena.bouts import bouts, listed
from cardkit.arena.contest import Bout, Contest, results_of, rows_of
from cardkit.arena.standings import Standings
from cardkit.core.errors import CannotWrite
from cardkit.core.files import OVERWRITE, cannot_write, make_folder, named_after, replace
from cardkit.plugins.programs import ProgramClock
from cardkit.simulation.jobs import undisturbed
from cardkit.simulation.results import Results
from cardkit.simulation.simulate import Playable, batch
from cardkit.simulation.workers import driven, runs

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
            file.write(rows_of([bout]))

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
