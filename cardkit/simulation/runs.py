"""Playing a run of a batch's games, by the rules or by a kernel, with nobody watching."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from traceback import format_exception
from typing import Any

from cardkit.core.errors import CardkitError, GameFault, is_raised_by_author, told
from cardkit.plugins.boundaries import guarding
from cardkit.records.record import Entry, Record, entries, header_of, record_text, step_of
from cardkit.simulation.batch import Batch, Count, NotExact, summary_of
from cardkit.simulation.summary import Outcome, Rows, Summary, plain_scores
from cardkit.simulation.twins import TwinFirst, by_twin
from cardkit.table.match import Match
from cardkit.table.turns import Table


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How the games of a batch are to be played."""

    batch: Batch
    engine: str = "rules"
    """By what they are played: rules, compiled, kernel or both."""
    goes_on: bool = False
    """Whether the games after one that a player or a rule broke off are played."""
    keeps_rows: bool = False


@dataclass(frozen=True, kw_only=True)
class Failure:
    """A game that a player or a rule broke off by an error."""

    game: int
    seed: int
    reason: str
    record: str
    """The text of the game's record up to there."""
    traceback: str
    """Where the error came from, as Python tells it."""


@dataclass(kw_only=True)
class BatchPart:
    """What a run of games came to."""

    first: int
    games: int
    summary: Summary
    rows: Rows | None = None
    groups: dict[float, Summary] = field(default_factory=dict[float, Summary])
    """The summaries of the games that are alike in the figure they are told apart by."""
    failures: list[Failure] = field(default_factory=list[Failure])


def play_part(plan: Plan, first: int, games: int, halt: array[int] | None = None) -> BatchPart:
    """Play so many games from this one on; up to the first that fails, unless the plan goes on.

    Where a kernel plays, another thread can end it early by setting the first number of `halt` to another one than 0.
    """
    batch = plan.batch
    failures: list[Failure] = []
    has_kernel = plan.engine in ("kernel", "both")
    rows = by_kernel(batch, first, games, halt) if has_kernel else Rows(batch.seats, batch.figures)
    numbers = range(first, first + games)
    wanted = batch.fitting(numbers)
    if has_kernel and len(wanted) < games:
        rows = rows.chosen([number - first for number in wanted])
    if plan.engine == "both":
        for kernels in rows:
            with guarding(batch.game.name):
                same_by_rules(batch, kernels)
    elif not has_kernel:
        by_rules(plan, wanted, rows, failures)
    for one in batch.where:
        if isinstance(one.figure, Count):
            rows = rows.chosen([place for place, number in enumerate(one.figure.of(rows)) if one.holds(number)])
    summary = summary_of(batch, rows)
    summary.failed = len(failures)
    return BatchPart(
        first=first,
        games=games,
        summary=summary,
        rows=rows if plan.keeps_rows else None,
        groups=groups_of(batch, rows),
        failures=failures,
    )


def groups_of(batch: Batch, rows: Rows) -> dict[float, Summary]:
    """The summaries of the games that are alike in a figure, where they are told apart by one and have it."""
    if batch.by is None:
        return {}
    found: dict[float, list[int]] = {}
    for place, value in enumerate(batch.figures_of_games(batch.by, rows)):
        if value is not None:
            found.setdefault(value, []).append(place)
    return {value: summary_of(batch, rows.chosen(found[value])) for value in sorted(found)}


def by_kernel(batch: Batch, first: int, games: int, halt: array[int] | None = None) -> Rows:
    """The games as the kernel plays them."""
    rows = Rows(batch.seats, batch.figures, games)
    kernel = batch.setup.plugin.kernel
    if kernel is not None:
        twin, flag = kernel().twin(batch), halt or array("q", [0])
        if batch.setup.names_deals:
            twin.play_deals(first, deals_of(batch, twin, first, games), rows, flag)
        else:
            twin.play(first, rows, flag)
    return rows


def deals_of(batch: Batch, twin: Any, first: int, games: int) -> array[int]:
    """So many decks as it is said how they lie, each with its top card first, in the numbers of a kernel's twin."""
    if batch.dealing is not None:
        return batch.dealing.deals(first, games, twin.numbers(batch.setup.pile))
    decks = map(batch.setup.lying, range(first, first + games))
    return array("q", (number for deck in decks for number in twin.numbers(deck[::-1])))


def by_rules(plan: Plan, numbers: Sequence[int], rows: Rows, failures: list[Failure]) -> None:
    """Add the games as the rules have them to the rows, and those that fail to the failures.

    A compiled twin of the rules plays those that it can.
    """
    batch = plan.batch
    first = TwinFirst(batch.setup, plan.engine)
    for number in numbers:
        try:
            rows.add(first.played(number, partial(by_twin, batch, number), partial(_outcome, batch, number)))
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt | NotExact) and not is_raised_by_author(error):
                raise
            failures.append(failure(batch, number, error))
            if not plan.goes_on:
                return


def _outcome(batch: Batch, number: int) -> Outcome:
    return played(batch, number)[0]


def same_by_rules(batch: Batch, kernels: Outcome) -> Match[Any, Any]:
    """A game of the kernel's by the rules, at its end; raises GameFault where it ends in another way."""
    outcome, match = played(batch, kernels.game)
    if outcome != kernels:
        raise GameFault(batch.game.name, f"by the rules {outcome}, by the kernel {kernels}")
    return match


def played(batch: Batch, number: int) -> tuple[Outcome, Match[Any, Any]]:
    """The game of that number as the rules have it, and the match at its end."""
    match = batch.match(number)
    result = Table(match, batch.seated(number), seed=batch.seed_of(number), most_turns=batch.setup.most_turns).run()
    if batch.setup.every_deal and match.draws:
        raise NotExact(batch.game.name, "in this deal something is left to chance, so that no count of deals is exact")
    state = match.state
    figures = batch.figures_of(state, result.winners)
    scores = () if result.scores == plain_scores(result.winners, batch.seats) else result.scores
    return Outcome(number, result.how, result.winners, match.length, result.cycle, figures, scores), match


def failure(batch: Batch, number: int, error: BaseException) -> Failure:
    """The failure of a game, with the record of what was played, for which the game is played once more."""
    log: list[Entry] = []
    try:
        played_again(batch, number, log)
    except Exception as again:
        error = again
        reason = str(error) if isinstance(error, CardkitError) else told(error)
    else:
        reason = f"{told(error)}, but not when the game was played once more"
    record = record_of(batch, number).model_copy(update={"log": tuple(log)})
    return Failure(
        game=number,
        seed=batch.seed_of(number),
        reason=reason,
        record=record_text(record),
        traceback="".join(format_exception(error)),
    )


def played_again(batch: Batch, number: int, log: list[Entry]) -> None:
    """Play the game of that number, and put down its actions; raises the fault of whoever breaks it off."""
    players = batch.guarded(number)
    with guarding(batch.game.name, players):
        match = batch.match(number)
        log += entries(None, match.outcomes)
        table = Table(match, players, seed=batch.seed_of(number), most_turns=batch.setup.most_turns)
        table.record(lambda played: log.extend(step_of(played, match.outcomes))).run()


def record_of(batch: Batch, number: int) -> Record:
    """The record of a game before its first step."""
    return header_of(batch.setup.having(number=number))
