"""The commands for many games at once: simulate, compare, forecast."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardkit.cli.options import (
    DeckName,
    GameName,
    Generator,
    MostTurns,
    RulesName,
    Seats,
    Seed,
    Settings,
    options_of,
)
from cardkit.play.output import standard_output, write_line
from cardkit.play.terminal import Terminal
from cardkit.plugins.game_seeds import new_seed

if TYPE_CHECKING:
    from cardkit.simulation.batch import Batch
    from cardkit.simulation.figures.summary import Summary
    from cardkit.simulation.jobs import Job

LARGEST = 10**15
"""The highest number of games that can be asked for: centuries."""


def whole(text: str | int) -> int:
    """The number of games that a text is, such as 1000000, 1_000_000 or 1e6; a default is a number already."""
    digits, exponent, zeros = str(text).strip().lower().replace("_", "").partition("e")
    parts = [digits, zeros] if exponent else [digits]
    if not all(part.isascii() and part.isdecimal() and len(part) < 20 for part in parts) or int(zeros or 0) > 15:
        raise typer.BadParameter(f"{text!r} is not a number of games, such as 1000 or 1e6")
    number = int(digits + "0" * int(zeros or 0))
    if not 1 <= number <= LARGEST:
        raise typer.BadParameter(f"the number of games is from 1 to {LARGEST:,}, not {text}")
    return number


Games = Annotated[int, typer.Option("-n", "--games", metavar="N", parser=whole, help="How many games: 1000 or 1e6.")]
Jobs = Annotated[int, typer.Option("--jobs", metavar="N", min=1, max=1000, help="How many processes or threads play.")]
Cluster = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="A Dask cluster, as tcp://host:8786; local starts one here."),
]
Engine = Annotated[
    str, typer.Option("--engine", metavar="NAME", help="What plays: auto, rules, kernel, or both for a comparison.")
]
OnError = Annotated[
    str, typer.Option("--on-error", metavar="stop|skip", help="What to do after a game that an error breaks off.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Out = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help="Write a row a game: FILE.csv, .jsonl or .parquet.")
]
PlotFile = Annotated[
    Path | None, typer.Option("--plot", metavar="FILE", help="Draw the lengths of the games: FILE.svg, .png or .pdf.")
]
Vary = Annotated[
    list[str], typer.Option("--vary", metavar="OPTION=A,B,…", help="An option and the values to compare; repeatable.")
]


def simulate(
    game: GameName,
    file: DeckName = None,
    games: Games = 1000,
    seat: Seats = None,
    rules: RulesName = None,
    setting: Settings = None,
    seed: Seed = None,
    rng: Generator = "",
    jobs: Jobs = 1,
    cluster: Cluster = None,
    engine: Engine = "auto",
    on_error: OnError = "stop",
    out: Out = None,
    plot: PlotFile = None,
    most_turns: MostTurns = None,
    as_json: AsJson = False,
) -> None:
    """Play many games, and show who wins how often and how long it takes."""
    from cardkit.simulation.figures.export import EXPORTS, PLOTS, Plot
    from cardkit.simulation.jobs import title_of, write_records

    _check_suffix(out, EXPORTS, "--out")
    _check_suffix(plot, PLOTS, "--plot")
    job = _job(games, jobs, cluster, engine, on_error)
    seed = new_seed() if seed is None else seed
    batch = _batch(game, file, seat, rules, options_of(setting), seed, rng, most_turns)
    picture = Plot(plot) if plot is not None else None
    done = job.run(batch, title_of(batch), out)
    if as_json:
        write_line(json.dumps({**_header(batch), **done.summary.as_json()}, ensure_ascii=False))
    else:
        _show(batch, done.summary, games)
    if picture is not None:
        picture.draw(done.summary.lengths, f"{title_of(batch)}: {done.summary.games:,} games", batch.game.counts)
    write_records(batch, done.failures, goes_on=job.goes_on)
    if done.interrupted:
        raise typer.Exit(130)


def compare(
    game: GameName,
    vary: Vary,
    file: DeckName = None,
    games: Games = 1000,
    seat: Seats = None,
    rules: RulesName = None,
    setting: Settings = None,
    seed: Seed = None,
    rng: Generator = "",
    jobs: Jobs = 1,
    cluster: Cluster = None,
    engine: Engine = "auto",
    on_error: OnError = "stop",
    most_turns: MostTurns = None,
    as_json: AsJson = False,
) -> None:
    """Play the same deals by variants of the rules, and mark what differs from the first variant."""
    from cardkit.simulation.jobs import write_records

    job = _job(games, jobs, cluster, engine, on_error)
    seed = new_seed() if seed is None else seed
    options = options_of(setting)
    batches = {
        " ".join(f"{name}={value}" for name, value in variant.items()): _batch(
            game, file, seat, rules, {**options, **variant}, seed, rng, most_turns
        )
        for variant in _variants(vary)
    }
    found: dict[str, Summary] = {}
    for name, batch in batches.items():
        done = job.run(batch, name)
        if done.interrupted or (done.failures and not job.goes_on):
            _show_variants(found, batch.game.counts, as_json=as_json)
        write_records(batch, done.failures, goes_on=job.goes_on)
        if done.interrupted:
            raise typer.Exit(130)
        found[name] = done.summary
    _show_variants(found, next(iter(batches.values())).game.counts, as_json=as_json)
    if not as_json and len(found) > 1:
        first = next(iter(found))
        Terminal().say(f"* differs from {first}; were there no differences, a star would be in 1 of 20 such tables.")


def forecast(
    game: GameName,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A deck file.")],
    seat: Seats = None,
    rules: RulesName = None,
    setting: Settings = None,
    seed: Seed = None,
    rng: Generator = "",
    most_turns: MostTurns = None,
    as_json: AsJson = False,
) -> None:
    """Say how the game of a deck file will end, without showing it."""
    from cardkit.simulation.forecast import forecast_of

    told = forecast_of(game, file, tuple(seat) if seat else None, rules, options_of(setting), seed, rng, most_turns)
    if as_json:
        write_line(json.dumps(told.as_json(), ensure_ascii=False))
    else:
        terminal = Terminal()
        for line in told.lines():
            terminal.say(line)


def _job(games: int, jobs: int, cluster: str | None, engine: str, on_error: str) -> Job:
    from cardkit.simulation.jobs import Job

    if on_error not in ("stop", "skip"):
        raise typer.BadParameter(f"{on_error!r} is neither stop nor skip", param_hint="--on-error")
    return Job(games=games, jobs=jobs, cluster=cluster, engine=engine, goes_on=on_error == "skip")


def _batch(
    game: str,
    file: str | None,
    seats: list[str] | None,
    rules: str | None,
    options: dict[str, Any],
    seed: int,
    rng: str,
    most_turns: int | None,
) -> Batch:
    from cardkit.simulation.simulate import batch

    return batch(
        game, seed=seed, players=seats, rules=rules, options=options, deck=file, rng=rng, most_turns=most_turns
    )


def _check_suffix(path: Path | None, known: Any, option: str) -> None:
    if path is not None and path.suffix not in known:
        raise typer.BadParameter(f"{path} ends with none of {', '.join(known)}", param_hint=option)


def _variants(vary: list[str]) -> list[dict[str, str]]:
    """Every combination of the values to compare."""
    lists = options_of(vary)
    if len(lists) < len(vary):
        raise typer.BadParameter("an option can be varied only once", param_hint="--vary")
    values = [[value.strip() for value in texts.split(",")] for texts in lists.values()]
    return [dict(zip(lists, combination, strict=True)) for combination in itertools.product(*values)]


def _header(batch: Batch) -> dict[str, Any]:
    from cardkit.simulation.batch import name_of

    return {
        "game": batch.game.name,
        "rules": batch.rules,
        "options": batch.game.model_dump(mode="json"),
        "players": list(map(name_of, batch.players)),
        "deck": batch.deck_name,
        "cards": len(batch.deck),
        "rng": batch.rng,
        "seed": batch.seed,
        "counts": batch.game.counts,
    }


def _show(batch: Batch, summary: Summary, games: int) -> None:
    from cardkit.play.terminal import can_show
    from cardkit.simulation.figures.bars import histogram_lines
    from cardkit.simulation.figures.reports import numbers_table, shares_table, together_line
    from cardkit.simulation.jobs import title_of

    terminal, counts = Terminal(), batch.game.counts
    of = "" if summary.games == games else f" of {games:,}"
    terminal.say(f"{title_of(batch)}: {summary.games:,}{of} games, seed {batch.seed}")
    terminal.show(shares_table(summary))
    if together := together_line(summary):
        terminal.say(together)
    terminal.say("")
    terminal.show(numbers_table(summary, counts))
    if summary.finished:
        terminal.say("")
        terminal.say(f"{counts}s")
        blocks = can_show(standard_output(), "█")
        for line in histogram_lines(summary.lengths, blocks=blocks, columns=terminal.columns):
            terminal.say(line)


def _show_variants(found: dict[str, Summary], counts: str, *, as_json: bool) -> None:
    from cardkit.simulation.figures.reports import comparison_table

    if as_json:
        write_line(json.dumps({name: summary.as_json() for name, summary in found.items()}, ensure_ascii=False))
    elif found:
        Terminal().show(comparison_table(found, counts))
