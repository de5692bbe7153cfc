"""The command that compiles a game's file."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.cli import completing
from cardkit.cli.options import whole
from cardkit.core.texts import counted
from cardkit.play.terminal import Terminal, write_line

if TYPE_CHECKING:
    from cardkit.table.native.making import Made

Games = Annotated[
    int,
    typer.Option("-n", "--games", metavar="N", parser=whole, help="How many games are compared with the rules."),
]


def compile(  # noqa: A001
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A game's name or file.", autocompletion=completing.games)
    ] = None,
    games: Games = 200,
    force: Annotated[bool, typer.Option("--force", help="Compile it once more, though there is a twin.")] = False,
    listed: Annotated[bool, typer.Option("--list", help="List the twins that are kept.")] = False,
    clean: Annotated[bool, typer.Option("--clean", help="Throw away all twins, or those of GAME.")] = False,
) -> None:
    """Compile a game's file as it is written, and keep the twin once it has played the same games as the rules."""
    if listed or clean:
        _kept(game, clean=clean)
        return
    if game is None:
        raise typer.BadParameter("which game? Give its name or its file", param_hint="GAME")
    from cardkit.plugins.registry import load_game
    from cardkit.simulation.jobs import progress_bar
    from cardkit.simulation.twins import ways_of
    from cardkit.table.native.making import make

    plugin = load_game(game)
    ways = ways_of(plugin)
    with progress_bar(f"{plugin.game.name}: compiled, and compared", games) as advance:
        made = make(ways, games, advance=advance, force=force)
    if made is None:
        write_line(f"{plugin.game.name} is compiled, and nothing has changed since; --force does it once more")
        return
    _show(plugin.game.name, made, len(ways), games)


def _show(name: str, made: Made, ways: int, asked: int) -> None:
    terminal = Terminal()
    equal = made.equal
    terminal.say(f"{name}: read {', '.join(made.files)}")
    if made.left_out:
        terminal.say(f"left out, as playing does not need it: {', '.join(made.left_out)}")
    for note, times in sorted(made.notes.items()):
        terminal.say(f"written otherwise, {counted(times, 'time')}: {note}")
    if made.untyped:
        terminal.say(f"slower, as a type there isn't true or can't be kept to: {', '.join(made.untyped)}")
    terminal.say(f"compiled in {made.compiled:.0f} s")
    where = f"in {counted(ways, 'way')} to play, all equal" if ways > 1 else "all equal"
    of = f" of the {asked} asked for, as they take long" if equal.games < asked else ""
    terminal.say(f"compared: {counted(equal.games, 'game')}{of}, {equal.actions:,} actions, {where}")
    terminal.say(f"random games are played {equal.faster:.1f} times as fast as by the rules")


def _kept(game: str | None, *, clean: bool) -> None:
    """List the twins that are kept, or throw them away."""
    from cardkit.plugins.registry import load_game
    from cardkit.table.native.engine import facts_of, twins_folder

    wanted = None if game is None else load_game(game).game.name
    folder = twins_folder()
    found = 0
    for place in sorted(folder.iterdir()) if folder.is_dir() else ():
        facts = facts_of(place)
        if not facts or (wanted is not None and facts["game"] != wanted):
            continue
        found += 1
        size = sum(path.stat().st_size for path in place.rglob("*") if path.is_file()) // 1024
        if clean:
            shutil.rmtree(place)
        state = f"{facts['faster']} times as fast" if facts["compared"] else f"put aside: {facts.get('wrong', '')}"
        told = f"{facts['game']}  {', '.join(facts['files'])}  {size:,} kB  "
        write_line(told + ("thrown away" if clean else f"{facts['games']} games compared, {state}"))
    if not found:
        write_line(f"no twins are kept in {folder}")
