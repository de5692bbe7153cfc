"""The commands that play many games, by themselves or by variants, and that look ahead: simulate, compare, forecast."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from cardkit.cli.options import (
    AsJson,
    DealOptions,
    DeckName,
    GameName,
    Out,
    PlainEngine,
    ReportOptions,
    RuleOptions,
    RunOptions,
    SeatOptions,
    check_suffix,
    header,
    options_of,
    refuse_how_games_go,
    refuse_strange_mean,
    tell,
    tell_names_that_are_cards,
)
from cardkit.core.errors import shown
from cardkit.play.terminal import Terminal, can_show, standard_output, write_line
from cardkit.plugins.lines import Heading
from cardkit.plugins.setup import SHUFFLES, Setup, name_of, new_seed

if TYPE_CHECKING:
    from cardkit.simulation.batch import Batch
    from cardkit.simulation.jobs import Job, Together
    from cardkit.simulation.summary import Summary
    from cardkit.simulation.tables import Comparison, Rotation

F = TypeVar("F", "Comparison", "Rotation")
Rotate = Annotated[
    bool, typer.Option("--rotate", help="Play each deal once for every turn of the players round the table.")
]
Correlate = Annotated[
    str | None,
    typer.Option("--correlate", metavar="FIGURES", help="How far two figures go together: rounds, wars."),
]
Deals = Annotated[
    str | None,
    typer.Option("--deals", metavar="all", help="Play every deal of a small deck once, for exact fractions."),
]


def simulate(
    game: GameName,
    file: DeckName = None,
    *,
    run: RunOptions,
    deals: Deals = None,
    seated: SeatOptions,
    rotate: Rotate = False,
    ruled: RuleOptions,
    asked: DealOptions,
    correlate: Correlate = None,
    out: Out = None,
    report: ReportOptions,
) -> None:
    """Play many games, and show who wins how often and how long it takes."""
    from cardkit.simulation.jobs import played_of, title_of, write_records
    from cardkit.simulation.results import SUFFIXES
    from cardkit.simulation.tables import explained

    check_suffix(out, SUFFIXES, "--out")
    job = run.job(asked)
    if deals is not None:
        _refuse_more_than_all(deals, run, asked, rotate=rotate)
    unseeded = new_seed() if deals is None else 0
    seed = unseeded if ruled.seed is None else ruled.seed
    against = [part.strip() for part in (correlate or "").split(",") if part.strip()]
    if correlate is not None and (len(against) != 2 or rotate):
        reason = (
            "with --rotate no figures are held against each other"
            if rotate
            else f"{shown(correlate)} is not two figures, such as rounds, wars: ask once for each two"
        )
        raise typer.BadParameter(reason, param_hint="--correlate")
    batch = asked.batch(Setup.named(game, deck=file, seed=seed, **ruled.parts(), **seated.parts()), against)
    refuse_strange_mean(job, () if rotate else batch.counts)
    tell_names_that_are_cards(batch.setup.pack)
    if deals is not None:
        batch = batch.having(every_deal=True)
        job.games = batch.all_deals
    if rotate:
        refuse_how_games_go(batch, "--rotate")
        if out is not None or report.plot is not None:
            raise typer.BadParameter(
                "--out and --plot are for games in which nobody changes seats", param_hint="--rotate"
            )
        _rotate(job, batch, report)
        return
    picture = report.picture()
    done = job.run(batch, title_of(batch), out, overwrite=report.overwrite)
    groups = [one for _, one in sorted(done.groups.items())]
    if report.as_json:
        told = done.summary.as_json() | job.reached_json(job.error(done.summary, batch))
        if batch.by:
            told["groups"] = {value: one.as_json() for value, one in sorted(done.groups.items())}
        if against:
            told["correlation"] = done.pairs.as_json()
        write_line(json.dumps({**header(batch), **told}, ensure_ascii=False))
    else:
        games = done.played if job.until_se else job.games
        if batch.by:
            _show_groups(batch, done.groups, games, job.played_by)
        else:
            _show(batch, done.summary, games, job.played_by)
        if against:
            Terminal().say(f"{' and '.join(one.text for one in batch.against)}: {done.pairs.told()}")
        if job.until_se:
            Terminal().say(job.reached(done.played, job.error(done.summary, batch)))
        if report.explain:
            tell(Terminal(), [*explained(done.summary, groups, done.played), *done.pairs.explained()])
    if picture is not None:
        played = f"{done.summary.games:,} {played_of(batch, job.played_by)}"
        picture.draw(done.summary.lengths, f"{title_of(batch)}: {played}", batch.game.counts)
    write_records(batch, done.failures, goes_on=job.goes_on)
    if done.interrupted:
        raise typer.Exit(130)


def _refuse_more_than_all(deals: str, run: RunOptions, asked: DealOptions, *, rotate: bool) -> None:
    """Raises BadParameter where something else than all deals is asked for, or what doesn't go with them."""
    if deals != "all":
        raise typer.BadParameter(f"{shown(deals)} is not all", param_hint="--deals")
    others = {
        "-n": run.games,
        "--until-se": run.until_se,
        "--given": asked.given,
        "--shuffle": asked.shuffle,
        "--rotate": rotate,
    }
    for option, value in others.items():
        if value:
            reason = "it doesn't go with --deals all, which plays each deal once, with the players as they sit"
            raise typer.BadParameter(reason, param_hint=option)


def _rotate(job: Job, batch: Batch, report: ReportOptions) -> None:
    """Play the games once for every turn of the players round the table, and show what seats and players won."""
    from cardkit.simulation.jobs import Together, title_of, turned
    from cardkit.simulation.tables import Rotation, explained_rotation

    players = list(map(name_of, batch.setup.sitting))
    together = Together(job, turned(batch))
    found, groups = together.account(lambda: Rotation(players, batch.sides))
    if report.as_json:
        _tell_together(together, found, groups, header(batch) | found.as_json())
    else:
        terminal = Terminal()
        of = "" if found.paired.deals == together.games else f" of {together.games:,}"
        deals = f"{found.paired.deals:,}{of} deals, each played {found.turns} times"
        terminal.say(f"{title_of(batch)}: {deals}, seed {batch.seed}")
        _show_together(together, found, groups, lambda one: terminal.show(one.table()))
        tell(terminal, explained_rotation(found, list(groups.values()), together.games) if report.explain else ())
    _end(together)


def _tell_together(together: Together, found: F, groups: Mapping[int, F], told: dict[str, Any]) -> None:
    """Print what games of several batches came to as JSON, with those of each value of a figure."""
    if together.first.by:
        told["groups"] = {value: groups[value].as_json() for value in sorted(groups)}
    told |= together.job.reached_json(found.error(together.job.until_mean))
    write_line(json.dumps(told, ensure_ascii=False))


def _show_together(together: Together, found: F, groups: Mapping[int, F], show: Callable[[F], None]) -> None:
    """Show what games of several batches came to, of those alike under headings, and how sure it is."""
    terminal, by, job = Terminal(), together.first.by, together.job
    if by is None:
        show(found)
    for value in sorted(groups):
        terminal.say("")
        terminal.say(Heading(f"{by.text}: {value:,}" if by else ""))
        show(groups[value])
    if job.until_se:
        terminal.say(job.reached(together.games, found.error(job.until_mean)))


def _end(together: Together) -> None:
    """Write the records of games that failed, and leave after Ctrl-C."""
    together.write_records()
    if together.interrupted:
        raise typer.Exit(130)


def _show_groups(batch: Batch, groups: dict[float, Summary], games: int, engine: str) -> None:
    from cardkit.simulation.jobs import played_of, title_of
    from cardkit.simulation.tables import groups_table

    terminal = Terminal()
    found = sum(summary.games for summary in groups.values())
    of = "" if found == games else f" of {games:,}"
    terminal.say(f"{title_of(batch)}: {found:,}{of} {played_of(batch, engine)}")
    terminal.show(groups_table(batch.by.text if batch.by else "", groups, batch.game.counts))


def _show(batch: Batch, summary: Summary, games: int, engine: str) -> None:
    from cardkit.simulation.jobs import played_of, title_of
    from cardkit.simulation.tables import (
        histogram_lines,
        means_table,
        percent,
        ranks_table,
        shares_table,
        together_line,
    )

    terminal, counts = Terminal(), batch.game.counts
    of = "" if summary.games == games else f" of {games:,}"
    terminal.say(f"{title_of(batch)}: {summary.games:,}{of} {played_of(batch, engine)}")
    if batch.where and of:
        share, between = percent(summary.games, games, whole=summary.whole)
        what = "games" if batch.asks_how_games_go else "deals"
        terminal.say(f"{share} of the {what} were so ({between})")
    terminal.show(shares_table(summary))
    if together := together_line(summary):
        terminal.say(together)
    terminal.say("")
    terminal.show(means_table(summary, counts))
    ranks = ranks_table(summary, counts)
    if ranks.rows:
        terminal.say("")
        terminal.show(ranks)
    if summary.finished:
        terminal.say("")
        terminal.say(f"{counts}s")
        blocks = can_show(standard_output(), "█")
        for line in histogram_lines(summary.lengths, blocks=blocks, columns=terminal.columns):
            terminal.say(line)


Vary = Annotated[
    list[str],
    typer.Option(
        "--vary",
        metavar="OPTION=A,B,…",
        help="What to compare, repeatable: an option, or rules, seats (as ai+random), deck, rng, or shuffle by hand "
        "(as riffle:2), with its values.",
    ),
]
BESIDE_OPTIONS = ("rules", "seats", "deck", "rng", "shuffle")
"""What can be varied beside the options of a game."""


def compare(
    game: GameName,
    vary: Vary,
    file: DeckName = None,
    *,
    run: RunOptions,
    seated: SeatOptions,
    ruled: RuleOptions,
    asked: DealOptions,
    report: ReportOptions,
) -> None:
    """Play the same deals by variants of the rules, and mark what differs from the first variant."""
    from cardkit.plugins.registry import load_game
    from cardkit.simulation.batch import empty_of
    from cardkit.simulation.jobs import Together, title_of
    from cardkit.simulation.tables import Comparison

    picture, job = report.picture(), run.job(asked)
    start = new_seed() if ruled.seed is None else ruled.seed
    fixed = {"deck": file, **ruled.parts(), **seated.parts()}
    own = load_game(game).game.model_fields
    batches = {
        " ".join(f"{name}={value}" for name, value in variant.items()): asked.batch(
            Setup.named(game, seed=start, **_varied(fixed, variant, own))
        )
        for variant in _variants(vary)
    }
    first = next(iter(batches.values()))
    refuse_how_games_go(first, "--vary")
    refuse_strange_mean(job, [f"{first.game.counts}s"])
    tell_names_that_are_cards(first.setup.pack)
    together = Together(job, batches)

    def nothing_yet() -> Comparison:
        variants = {name: empty_of(one) for name, one in batches.items()}
        return Comparison(counts=first.game.counts, variants=variants)

    found, groups = together.account(nothing_yet)
    for name, failed in together.failed.items():
        found.variants[name].failed = failed
    those = next(iter(found.variants.values())).games
    of = f" of {together.games:,} deals" if first.where else " games"
    played = f"{those:,}{of} each"
    title = f"{title_of(*batches.values())}: {played}, seed {start}"
    if picture is not None:
        picture.draw_estimates(title, found.panels())
    if report.as_json:
        _tell_together(
            together, found, groups, {name: header(batches[name]) | one for name, one in found.as_json().items()}
        )
    else:
        terminal = Terminal()
        terminal.say(title)
        show = partial(_show_compared, terminal, together.games if report.explain else 0)
        _show_together(together, found, groups, show)
    _end(together)


def _show_compared(terminal: Terminal, explained: int, found: Comparison) -> None:
    """Show what the variants came to, and what differs; explained, where it is of so many games that were looked at."""
    terminal.show(found.table())
    if not found.pairs:
        return
    first = next(iter(found.variants))
    terminal.say(f"* differs from {first}; were there no differences, a star would be in at most 1 of 20 such tables.")
    terminal.say("")
    terminal.say(f"How much more than by {first}, game by game (95 % intervals, each by itself; of shares in points):")
    terminal.show(found.differences())
    if explained:
        from cardkit.simulation.tables import explained_comparison

        tell(terminal, explained_comparison(found, explained))


def forecast(
    game: GameName,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A deck file.")],
    *,
    seated: SeatOptions,
    ruled: RuleOptions,
    engine: PlainEngine = "auto",
    as_json: AsJson = False,
) -> None:
    """Say how the game of a deck file will end, without showing it."""
    from cardkit.simulation.simulate import forecast_of

    setup = Setup.named(game, deck=file, seed=ruled.seed, **ruled.parts(), **seated.parts())
    told = forecast_of(setup, engine)
    tell_names_that_are_cards(setup.pack)
    if as_json:
        write_line(json.dumps(told.as_json(), ensure_ascii=False))
    else:
        terminal = Terminal()
        for line in told.lines():
            terminal.say(line)


def _varied(fixed: dict[str, Any], variant: dict[str, str], own: Any) -> dict[str, Any]:
    """What a batch is made of: what is the same for all variants, and what is particular to this one."""
    beside: dict[str, Any] = {
        name: text
        for name, text in variant.items()
        if (name in BESIDE_OPTIONS and name not in own) or (name == "shuffle" and text.partition(":")[0] in SHUFFLES)
    }
    if "seats" in beside:
        beside["seats"] = tuple(beside["seats"].split("+"))
    options = {name: text for name, text in variant.items() if name not in beside}
    return {**fixed, **beside, "options": fixed["options"] | options}


def _variants(vary: list[str]) -> list[dict[str, str]]:
    """Every combination of the values to compare."""
    lists = options_of(vary, "--vary", "face_down=1,3")
    values = [[value.strip() for value in texts.split(",")] for texts in lists.values()]
    return [dict(zip(lists, combination, strict=True)) for combination in itertools.product(*values)]
