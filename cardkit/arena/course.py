"""The course of a contest: deals one after the other, by one process or several, until there are enough."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePath
from typing import Any

from cardkit.arena.bouts import bouts
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
            for start in range(0, min(len(before), self.deals * size), size):
                standings.take(before[start : start + size])
                advance(size)
                if self._is_over(standings):
                    return standings, False
            try:
                self._play_on(stack, standings, file, len(before) // size, advance)
            except KeyboardInterrupt:
                return standings, True
        return standings, False

    def _play_on(
        self,
        stack: ExitStack,
        standings: Standings,
        file: Results[Bout] | None,
        first: int,
        advance: Callable[[int], object],
    ) -> None:
        deals_a_part = runs(max(0, self.deals - first), self.contest.deals_a_part)
        shares = [(first + start, deals) for start, deals in deals_a_part]
        jobs = 1 if len(shares) == 1 else self.jobs
        parts = driven(partial(bouts, self.contest), shares, jobs=jobs, cluster=self.cluster)
        for part in stack.enter_context(closing(parts)):
            with undisturbed():
                for bout in part if self.records is not None else ():
                    self._keep(bout)
                if file is not None:
                    file.write(rows_of(part))
                size = self.contest.games_a_deal
                for start in range(0, len(part), size):
                    standings.take(part[start : start + size])
                    advance(size)
                    if self._is_over(standings):
                        return

    def _is_over(self, standings: Standings) -> bool:
        return self.margin is not None and standings.is_sure(self.margin)

    def _keep(self, bout: Bout) -> None:
        """Write the record of a game."""
        most = _LONGEST_NAMES // len(bout.seating)
        called = [named_after(PurePath(name).name)[:most] for name in self.contest.names]
        sitting = "-".join(f"{who + 1}-{called[who]}" for who in bout.seating)
        path = (self.records or Path()) / f"{named_after(self.contest.batch.game.name)}-deal-{bout.deal}-{sitting}.json"
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
