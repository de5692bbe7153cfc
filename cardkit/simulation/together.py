"""Batches whose deals are the same, played side by side: so many games of each, and again, until it is enough."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import closing

from cardkit.simulation.batch import Batch
from cardkit.simulation.figures.outcomes import Rows
from cardkit.simulation.jobs import Job, progress_bar, write_records
from cardkit.simulation.runs import Failure
from cardkit.simulation.simulate import parts


class Together:
    """The games of several batches, each number played by all of them before the next numbers are."""

    def __init__(self, job: Job, batches: Mapping[str, Batch]) -> None:
        self.job = job
        self.batches = batches
        self.games = 0
        """How many games of each batch were played."""
        self.failed = dict.fromkeys(batches, 0)
        self.interrupted = False
        self._failures: list[tuple[Batch, Failure]] = []

    def rows(self, needed: Callable[[], int]) -> Generator[dict[str, Rows]]:
        """The rows of every batch, the same numbers at a time, until there are as many as are needed.

        Ends early after Ctrl-C, and after a failure unless the job goes on; then no batch has games that another lacks.
        """
        plans = {name: self.job.plan(batch, keeps_rows=True) for name, batch in self.batches.items()}
        total = None if self.job.until_se else self.job.games * len(plans)
        with progress_bar(", ".join(plans), total) as advance:
            try:
                while (size := self.job.next_games(self.games, needed)) and not self._is_broken_off():
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


def by_figure(batch: Batch, rows: Mapping[str, Rows]) -> dict[int, dict[str, Rows]]:
    """The rows of several batches by the figure of the deals of one of them; nothing where no figure is asked for."""
    if batch.by is None:
        return {}
    found: dict[int, set[int]] = {}
    numbers: set[int] = set()
    for one in rows.values():
        numbers.update(one["game"])
    for number in sorted(numbers):
        found.setdefault(batch.by.of(batch.match(number).state), set()).add(number)
    return {value: {name: one.only(games) for name, one in rows.items()} for value, games in found.items()}
