"""The commands that hold variants against each other, and that look ahead: compare, forecast."""

from __future__ import annotations

import itertools
import json
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardkit.cli.options import (
    AsJson,
    DealOptions,
    DeckName,
    Explain,
    GameName,
    Overwrite,
    PlainEngine,
    PlotFile,
    RuleOptions,
    RunOptions,
    SeatOptions,
    header,
    options_of,
    plot_of,
    refuse_how_games_go,
    refuse_strange_mean,
    show_each,
    tell,
)
from cardkit.play.terminal import Terminal, write_line
from cardkit.plugins.setup import new_seed

if TYPE_CHECKING:
    from cardkit.simulation.paired import Comparison

Vary = Annotated[
    list[str],
    typer.Option(
        "--vary",
        metavar="OPTION=A,B,…",
        help="What to compare, repeatable: an option, or rules, seats (as ai+random), deck, rng, with its values.",
    ),
]
BESIDE_OPTIONS = ("rules", "seats", "deck", "rng")
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
    plot: PlotFile = None,
    explain: Explain = False,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
) -> None:
    """Play the same deals by variants of the rules, and mark what differs from the first variant."""
    from cardkit.plugins.registry import load_game
    from cardkit.plugins.setup import Setup
    from cardkit.simulation.batch import empty_of
    from cardkit.simulation.jobs import Together, title_of_all
    from cardkit.simulation.paired import Comparison, explained_comparison

    picture, job = plot_of(plot, overwrite=overwrite), run.job(asked)
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
    refuse_strange_mean(job, first, beside="--vary")
    together = Together(job, batches)

    def nothing_yet() -> Comparison:
        variants = {name: empty_of(one) for name, one in batches.items()}
        return Comparison(counts=first.game.counts, variants=variants)

    found, groups = together.account(nothing_yet)
    for name, failed in together.failed.items():
        found.variants[name].failed = failed
    played = f"{together.games:,} {'deals' if first.where else 'games'} each"
    title = f"{title_of_all(list(batches.values()))}: {played}, seed {start}"
    if picture is not None:
        picture.draw_estimates(title, found.panels())
    if as_json:
        told: dict[str, Any] = {name: header(batches[name]) | one for name, one in found.as_json().items()}
        if first.by:
            told["groups"] = {value: groups[value].as_json() for value in sorted(groups)}
        write_line(json.dumps(told, ensure_ascii=False))
    else:
        terminal = Terminal()
        terminal.say(title)
        show_each(terminal, first, found, groups, partial(_show, terminal))
        tell(terminal, explained_comparison(found) if explain and found.pairs else ())
    together.write_records()
    if together.interrupted:
        raise typer.Exit(130)


def _show(terminal: Terminal, found: Comparison) -> None:
    """Show what the variants came to, and what differs."""
    terminal.show(found.table())
    if not found.pairs:
        return
    first = next(iter(found.variants))
    terminal.say(f"* differs from {first}; were there no differences, a star would be in at most 1 of 20 such tables.")
    terminal.say("")
    terminal.say(f"How much more than by {first}, game by game (95 % intervals, each by itself):")
    terminal.show(found.differences())


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
    from cardkit.plugins.setup import Setup
    from cardkit.simulation.forecast import forecast_of

    told = forecast_of(Setup.named(game, deck=file, seed=ruled.seed, **ruled.parts(), **seated.parts()), engine)
    if as_json:
        write_line(json.dumps(told.as_json(), ensure_ascii=False))
    else:
        terminal = Terminal()
        for line in told.lines():
            terminal.say(line)


def _varied(fixed: dict[str, Any], variant: dict[str, str], own: Any) -> dict[str, Any]:
    """What a batch is made of: what is the same for all variants, and what is particular to this one."""
    beside: dict[str, Any] = {
        name: text for name, text in variant.items() if name in BESIDE_OPTIONS and name not in own
    }
    if "seats" in beside:
        beside["seats"] = tuple(beside["seats"].split("+"))
    options = {name: text for name, text in variant.items() if name not in beside}
    return {**fixed, **beside, "options": fixed["options"] | options}


def _variants(vary: list[str]) -> list[dict[str, str]]:
    """Every combination of the values to compare."""
    lists = options_of(vary, "--vary", "face_down=1,3")
    if len(lists) < len(vary):
        raise typer.BadParameter("an option can be varied only once", param_hint="--vary")
    values = [[value.strip() for value in texts.split(",")] for texts in lists.values()]
    return [dict(zip(lists, combination, strict=True)) for combination in itertools.product(*values)]
