"""The command line: parse, build, run. What it does is in the modules it calls."""

from __future__ import annotations

import json
import os
import sys
from importlib.metadata import version
from typing import Annotated, Any

import typer

from cardkit.errors import BadOption, CardkitError, UnknownName
from cardkit.terminal import Terminal, is_plain, tolerate_any_text

app = typer.Typer(
    name="cardkit",
    help="Card games at the terminal: play them, watch them, write your own.",
    rich_markup_mode=None if is_plain(sys.stdout) else "rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="A name from `cardkit games`, a file.py, or module:Class.")
]
DeckName = Annotated[
    str | None, typer.Argument(metavar="FILE", help="A deck file of your own, or one of `cardkit decks`.")
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="OPTION=VALUE", help="Change a rule; `cardkit rules GAME` lists them."),
]
RulesName = Annotated[str | None, typer.Option("--rules", metavar="NAME", help="One of the game's rule sets.")]
Seats = Annotated[
    list[str] | None,
    typer.Option(
        "--seat", metavar="PLAYER", help="Who sits there, once a seat: human, ai, random, GAME:NAME, a file.py."
    ),
]
Names = Annotated[list[str] | None, typer.Option("--name", metavar="NAME", help="A player's name, once a seat.")]
Seed = Annotated[
    int | None, typer.Option("--seed", metavar="N", help="Where chance starts; the same seed, the same game.")
]


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"cardkit {version('cardkit')}")
        raise typer.Exit


@app.callback()
def _main_options(  # pyright: ignore[reportUnusedFunction]
    show_version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    pass


@app.command()
def play(
    game: GameName,
    file: DeckName = None,
    seat: Seats = None,
    rules: RulesName = None,
    setting: Settings = None,
    name: Names = None,
    seed: Seed = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Tell only how the game ended.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Tell each event as a line of JSON, for programs.")] = False,
) -> None:
    """Play a game, or watch machines play it."""
    from cardkit.events import Ended, Event, plain
    from cardkit.plugin import Order
    from cardkit.registry import load_game
    from cardkit.session import prepare, rule_set
    from cardkit.table import Table

    plugin = load_game(game)
    order = Order(
        options=_options(setting),
        seats=tuple(seat) if seat else None,
        file=file,
        names=tuple(name) if name else None,
        seed=seed,
    )
    terminal = Terminal(sys.stderr if as_json else None)
    session = prepare(plugin, rule_set(plugin, rules), order, terminal)

    def tell(event: Event, view: Any) -> None:
        if as_json:
            sys.stdout.write(json.dumps(plain(event), ensure_ascii=False) + "\n")
        elif not quiet or isinstance(event, Ended):
            for line in session.narrator(event, view):
                terminal.say(line)

    if session.seed_is_news:
        terminal.say(f"Seed: {session.seed}")
    table = Table(session.match, session.players)
    if quiet and not as_json and session.eyes is None:
        tell(Ended(table.run(), session.match.state.count), session.match.state)
    else:
        table.watch(tell, seat=session.eyes).run()
    if order.seed is None and not session.seed_is_news and session.match.draws:
        terminal.say(f"Seed: {session.seed}")


@app.command()
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


@app.command()
def rules(game: GameName) -> None:
    """Show a game's rules, its rule sets, and every option with its default."""
    from cardkit.registry import load_game
    from cardkit.rulespage import rules_page

    terminal = Terminal()
    for line in rules_page(load_game(game)):
        terminal.say(line)


@app.command()
def decks() -> None:
    """List the deck files that ship with cardkit, and the games that can be played with each."""
    from cardkit.deckfile import shipped
    from cardkit.registry import installed, load_game
    from cardkit.session import readable

    plugins = {name: load_game(name) for name in installed()}
    files = shipped()
    width = max(map(len, files), default=0)
    for name, path in files.items():
        fitting = [game for game, plugin in plugins.items() if readable(plugin, path)]
        typer.echo(f"{name:{width}}  {', '.join(fitting)}")


@app.command()
def deck(game: GameName, file: Annotated[str, typer.Argument(metavar="FILE", help="A deck file.")]) -> None:
    """Show a deck file as a game reads it, or say what is wrong with it."""
    from cardkit.registry import load_game
    from cardkit.session import described_deck

    terminal = Terminal()
    for line in described_deck(load_game(game), file):
        terminal.say(line)


def _options(settings: list[str] | None) -> dict[str, str]:
    options: dict[str, str] = {}
    for setting in settings or ():
        option, equals, value = setting.partition("=")
        if not equals:
            raise typer.BadParameter(f"{setting!r} is not OPTION=VALUE, such as face_down=3", param_hint="--set")
        options[option.strip().replace("-", "_")] = value.strip()
    return options


def main() -> None:
    """Run the program: exit code 2 for wrong usage, 1 for bad input, 130 for Ctrl-C, and never a traceback."""
    tolerate_any_text()
    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        code = _complain(error.format_message(), error.exit_code)
    except (BadOption, UnknownName) as error:
        code = _complain(str(error), 2)
    except CardkitError as error:
        code = _complain(str(error), 1)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 141
    except (KeyboardInterrupt, typer.Abort):
        code = 130
    if code == 130:
        _complain("interrupted", 130)
    sys.exit(code or 0)


def _complain(sentence: str, code: int) -> int:
    """One line on standard error, after everything said before; the exit code."""
    try:
        sys.stdout.flush()
        print(f"cardkit: {' '.join(sentence.split())}", file=sys.stderr)
    except BrokenPipeError:
        pass
    return code
