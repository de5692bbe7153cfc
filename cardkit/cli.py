"""The command line: parse, build, run. What it does is in the modules it calls."""

from __future__ import annotations

import json
import os
import sys
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer

from cardkit.cli_options import (
    DeckName,
    GameName,
    Generator,
    Names,
    RulesName,
    Seats,
    Seed,
    Settings,
    name_of,
    options_of,
    seed_of,
)
from cardkit.errors import BadOption, BadSeed, CardkitError, UnknownName
from cardkit.human import Interrupted
from cardkit.terminal import Terminal, is_plain, open_streams, tolerate_any_text

app = typer.Typer(
    name="cardkit",
    help="Card games at the terminal: play them, watch them, write your own.",
    rich_markup_mode=None if is_plain(sys.stdout) else "rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"cardkit {version('cardkit')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _main_options(  # pyright: ignore[reportUnusedFunction]
    context: typer.Context,
    show_version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    if context.invoked_subcommand is not None:
        return
    if sys.stdin.isatty() and sys.stdout.isatty():
        from cardkit.menu import menu

        menu(Terminal())
    else:
        typer.echo(context.get_help())


@app.command()
def play(
    game: GameName,
    file: DeckName = None,
    seat: Seats = None,
    rules: RulesName = None,
    setting: Settings = None,
    name: Names = None,
    seed: Seed = None,
    rng: Generator = "",
    style: Annotated[str, typer.Option("--style", metavar="NAME", help="The words the game is told in.")] = "",
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Tell only how the game ended.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Tell each event as a line of JSON, for programs.")] = False,
    no_score: Annotated[bool, typer.Option("--no-score", help="Keep the game off the score board.")] = False,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Keep the game in this file as it is played.")
    ] = None,
    number: Annotated[
        int | None,
        typer.Option(
            "--game", metavar="K", min=0, help="Game K of the batch that `cardkit simulate` has for the seed."
        ),
    ] = None,
    practice: Annotated[
        bool, typer.Option("--practice", help="Let people take back (:undo) whatever they like against machines.")
    ] = False,
) -> None:
    """Play a game, or watch machines play it."""
    from cardkit.playing import Player
    from cardkit.plugin import Order
    from cardkit.registry import load_game
    from cardkit.session import rule_set

    if number is not None and seed is None:
        raise typer.BadParameter("say by --seed of which batch", param_hint="--game")
    plugin = load_game(game)
    order = Order(
        options=options_of(setting),
        seats=tuple(seat) if seat else None,
        file=file,
        names=tuple(map(name_of, name)) if name else None,
        seed=seed,
        rng=rng,
        style=style,
        number=number,
        practice=practice,
    )
    Player(quiet=quiet, as_json=as_json, scored=not no_score).play(plugin, rule_set(plugin, rules), order, record)


def games() -> None:
    """List the games that are installed, with their rule sets."""
    from cardkit.registry import installed, load_game

    for name in installed():
        try:
            plugin = load_game(name)
        except CardkitError as error:
            typer.echo(f"{name}: can't be used: {error}")
            continue
        first, last = plugin.game.players[0], plugin.game.players[-1]
        seats = f"{first} players" if first == last else f"{first} to {last} players"
        rule_sets = ", ".join(rules.name for rules in plugin.rule_sets)
        typer.echo(f"{name}: {seats}" + (f"; rules: {rule_sets}" if rule_sets else ""))


def rules(game: GameName) -> None:
    """Show a game's rules, its rule sets, and every option with its default."""
    from cardkit.registry import load_game
    from cardkit.rulespage import rules_page

    terminal = Terminal()
    for line in rules_page(load_game(game)):
        terminal.say(line)


def decks() -> None:
    """List the deck files that ship with cardkit, and the games that can be played with each."""
    from cardkit.deckfile import shipped
    from cardkit.registry import usable
    from cardkit.session import readable

    plugins = usable()
    files = shipped()
    width = max(map(len, files), default=0)
    for name, path in files.items():
        fitting = [game for game, plugin in plugins.items() if readable(plugin, path)]
        typer.echo(f"{name:{width}}  {', '.join(fitting)}")


def deck(game: GameName, file: Annotated[str, typer.Argument(metavar="FILE", help="A deck file.")]) -> None:
    """Show a deck file as a game reads it, or say what is wrong with it."""
    from cardkit.registry import load_game
    from cardkit.session import described_deck

    terminal = Terminal()
    for line in described_deck(load_game(game), file):
        terminal.say(line)


def shuffle(
    seed: Annotated[int, typer.Option("--seed", metavar="N", parser=seed_of, help="Where chance starts.")],
    deck: Annotated[str, typer.Option("--deck", metavar="DECK", help="standard52, or a deck file.")] = "standard52",
    rng: Generator = "seeded",
    for_game: Annotated[str, typer.Option("--for", metavar="GAME", help="The game that is to read the file.")] = "war",
    name: Names = None,
) -> None:
    """Write a shuffled deck file to standard output, in the form that a game reads."""
    from cardkit.registry import load_game
    from cardkit.session import shuffled_deck

    names = tuple(map(name_of, name)) if name else ()
    sys.stdout.write(shuffled_deck(load_game(for_game), deck, rng, seed, names))


def scores(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="One game alone.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON, for programs.")] = False,
) -> None:
    """Show the score board: the longest and the shortest games in hands played, and who won how often."""
    from dataclasses import asdict

    from cardkit.scores import ScoreBoard
    from cardkit.tables import scores_table

    standings = ScoreBoard().standings(game)
    if as_json:
        typer.echo(json.dumps([asdict(standing) for standing in standings], ensure_ascii=False))
    else:
        Terminal().show(scores_table(standings))


_INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it."""


@cache
def every_command() -> typer.Typer:
    """The program with all its commands; `play` alone starts sooner without the others."""
    from cardkit import cli_author, cli_record, cli_simulate

    for command in (games, rules, decks, deck, shuffle, scores):
        app.command()(command)
    for module in (cli_record, cli_author, cli_simulate):
        module.add_to(app)
    return app


def main() -> None:
    """Run the program: exit code 2 for wrong usage, 1 for bad input, 130 for Ctrl-C, and never a traceback."""
    if sys.argv[1:2] != ["play"]:
        every_command()
    open_streams()
    tolerate_any_text()
    try:
        code = app(prog_name="cardkit", standalone_mode=False)
        sys.stdout.flush()
        if code == _INTERRUPTED:
            _complain(str(Interrupted()), code)
    except typer.TyperException as error:
        code = _complain(error.format_message(), error.exit_code)
    except (BadOption, BadSeed, UnknownName) as error:
        code = _complain(str(error), 2)
    except Interrupted as error:
        code = _complain(str(error), _INTERRUPTED)
    except CardkitError as error:
        code = _complain(str(error), 1)
    except BrokenPipeError:
        _drop_output()
        code = 141
    except OSError as error:
        _drop_output()
        code = _complain(f"the output can't be written: {error.strerror}", 1)
    except (KeyboardInterrupt, typer.Abort):
        code = _complain(str(Interrupted()), _INTERRUPTED)
    sys.exit(code or 0)


def _drop_output() -> None:
    """Write what is left of the output nowhere, because where it should go takes no more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(sentence: str, code: int) -> int:
    """One line on standard error, after everything said before; the exit code."""
    try:
        sys.stdout.flush()
        print(f"cardkit: {' '.join(sentence.split())}", file=sys.stderr)
    except OSError:
        _drop_output()
    return code
