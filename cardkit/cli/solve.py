"""The command that solves a small game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardkit.cli.options import AsJson, DeckName, GameName, Overwrite, RuleOptions, needing
from cardkit.core.texts import counted
from cardkit.play.pages import TextTable
from cardkit.play.terminal import Terminal, write_line

if TYPE_CHECKING:
    from cardkit.rl.solved import Strategy
    from cardkit.rl.solving import Found, Numbers, Solver, Tree

Until = Annotated[
    float,
    typer.Option("--until", metavar="X", min=0, help="Stop when nobody who knows the strategy wins more by it."),
]
Passes = Annotated[
    int, typer.Option("--passes", metavar="N", min=1, max=10**9, help="Go through the game at most so often.")
]
MostActions = Annotated[
    int, typer.Option("--actions", metavar="N", min=1, help="Call a game drawn that isn't over after so many actions.")
]
Positions = Annotated[
    int, typer.Option("--positions", metavar="N", min=1, help="Refuse a game that can go in more ways.")
]
StrategyFile = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE.solved", help="Write the strategy, which plays by --seat FILE.solved."),
]
ACTIONS = 100
"""After so many actions a game is called drawn, where nothing is said."""
POSITIONS = 200_000
"""A game that can go in more ways is refused, where nothing is said."""
_SHOWN = 24
"""A strategy for at most so many situations is shown."""


def solve(
    game: GameName,
    file: DeckName = None,
    *,
    until: Until = 0.001,
    passes: Passes = 10_000,
    actions: MostActions = ACTIONS,
    positions: Positions = POSITIONS,
    ruled: RuleOptions,
    out: StrategyFile = None,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
) -> None:
    """Solve a small game of two: how to play so that nobody wins anything by knowing it."""
    if out is not None and out.suffix != ".solved":
        raise typer.BadParameter(f"{str(out)!r} is no name for a strategy, which ends in .solved", param_hint="--out")
    from cardkit.core.files import OVERWRITE, refuse_existing, replace
    from cardkit.simulation.jobs import progress_bar

    if not overwrite:
        refuse_existing(out, OVERWRITE)
    with needing("rl"):
        from cardkit.rl.solving import Found, Solver
    tree = tree_of(game, file, ruled, actions, positions)
    solver, found, interrupted = Solver(tree), list[Found](), False
    try:
        with progress_bar(f"{tree.setup.game.name}: solved", passes) as advance:
            for one in solver.run(until, passes, advance):
                found.append(one)
    except KeyboardInterrupt:
        interrupted = True
        found.append(solver.found())
    if out is not None:
        replace(out, tree.strategy(solver.average).model_dump_json() + "\n")
    if as_json:
        write_line(json.dumps(_as_json(solver, found), ensure_ascii=False))
    else:
        _show(solver, found)
        if out is not None:
            write_line(f"The strategy is in {out}: play with --seat {out}")
    if interrupted:
        raise typer.Exit(130)


def tree_of(
    game: str, file: str | None, ruled: RuleOptions, actions: int = ACTIONS, positions: int = POSITIONS
) -> Tree:
    """Every way that a game of two machines can go; raises CannotSolve."""
    from cardkit.plugins.boundaries import guarding
    from cardkit.plugins.registry import load_game
    from cardkit.plugins.setup import Setup
    from cardkit.simulation.jobs import progress_bar

    with needing("rl"):
        from cardkit.rl.solving import Tree
    setup = Setup.of(load_game(game), seats=("random", "random"), deck=file, **ruled.parts())
    name = setup.game.name
    with progress_bar(f"{name}: its positions", None) as advance, guarding(name):
        return Tree(setup, most_actions=actions, most_positions=positions, advance=advance)


def read_strategy(source: str) -> Strategy:
    """The strategy in a file; raises CannotLoad."""
    with needing("rl"):
        from cardkit.rl.solved import Strategy
    return Strategy.read(Path(source))


def _as_json(solver: Solver, found: Sequence[Found]) -> dict[str, Any]:
    tree, game = solver.tree, solver.tree.setup.game
    return {
        "game": game.name,
        "options": game.model_dump(mode="json"),
        "positions": len(tree.parent),
        "situations": len(tree.situations),
        "in_points": tree.in_points,
        "found": [one._asdict() for one in found],
    }


def _show(solver: Solver, found: Sequence[Found]) -> None:
    terminal, tree = Terminal(), solver.tree
    terminal.say(
        f"{tree.setup.game.name}, in {tree.unit}: {counted(len(tree.parent), 'position')}, "
        f"{counted(len(tree.situations), 'situation')} in which a seat has to choose"
    )
    if tree.alike:
        terminal.say("Cards of a rank are one card here: the rules can't tell them apart.")
    table = TextTable(headings=["passes", "the first seat gets", "who knows the strategy wins"])
    for one in found:
        table.rows.append([f"{one.passes:,}", f"{one.value:+.5f}", f"{one.exploitability:.5f}"])
    terminal.show(table)
    if len(tree.situations) <= _SHOWN:
        terminal.say("")
        terminal.show(_strategy(tree, solver.average))


def _strategy(tree: Tree, shares: Numbers) -> TextTable:
    """A table of what each seat does in each situation, and how often."""
    table = TextTable(headings=["seat", "sees", "and does"])
    seen = {one.number: tree.sight(one) for one in tree.situations}
    for situation in sorted(tree.situations, key=lambda one: (one.choices, one.seat, seen[one.number])):
        own = shares[situation.first : situation.first + len(situation.actions)]
        does = ", ".join(
            [f"{action} {share:.0%}" for action, share in zip(situation.actions.values(), own, strict=True)]
        )
        table.rows.append([str(situation.seat + 1), seen[situation.number], does])
    return table
