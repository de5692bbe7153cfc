"""The command that plays a game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from cardkit.cli import completing
from cardkit.cli.options import DeckName, GivenCards, Names, RuleOptions, SeatOptions, name_of, needing
from cardkit.play.terminal import Terminal, is_full_screen, standard_output


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="A name from `cardkit games`, a file.py, or module:Class; a menu without it.",
            autocompletion=completing.games,
        ),
    ] = None,
    file: DeckName = None,
    *,
    seated: SeatOptions,
    players: Annotated[
        int | None, typer.Option("--players", metavar="N", min=1, help="How many play, in the place of --seat.")
    ] = None,
    people: Annotated[
        int | None, typer.Option("--people", metavar="N", min=0, help="How many of them are people; one if not said.")
    ] = None,
    ruled: RuleOptions,
    name: Names = None,
    style: Annotated[
        str,
        typer.Option(
            "--style", metavar="NAME", help="The words the game is told in.", autocompletion=completing.styles
        ),
    ] = "",
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
    pause: Annotated[
        float | None,
        typer.Option("--pause", metavar="SECONDS", min=0, max=60, help="Wait so long before each turn of a machine."),
    ] = None,
    pace: Annotated[
        Literal["usual", "all"],
        typer.Option("--pace", help="Whether what only the engine does is told too, such as that cards are shuffled."),
    ] = "usual",
    given: GivenCards = None,
    screen: Annotated[
        bool, typer.Option("--screen", help="Play on the full screen, by mouse and keys; needs cardkit[screen].")
    ] = False,
    practice: Annotated[
        bool, typer.Option("--practice", help="Let people take back (:undo) whatever they like against machines.")
    ] = False,
) -> None:
    """Play a game, or watch machines play it."""
    from cardkit.play.driver import TerminalPlay
    from cardkit.plugins.plugin import seats_for
    from cardkit.plugins.registry import load_game
    from cardkit.plugins.setup import Setup

    if game is None:
        _menu()
        return
    counted = players is not None or people is not None
    if counted and seated.seat:
        raise typer.BadParameter("say who plays by --seat, or how many by --players and --people", param_hint="--seat")
    if number is not None and ruled.seed is None:
        raise typer.BadParameter("say by --seed of which batch", param_hint="--game")
    if given and ruled.seed is None:
        raise typer.BadParameter("say by --seed how the other cards lie", param_hint="--given")
    plugin = load_game(game)
    setup = Setup.of(
        plugin,
        deck=file,
        names=tuple(map(name_of, name)) if name else None,
        seed=ruled.seed,
        style=style,
        number=number,
        practice=practice,
        given=tuple(given or ()),
        **ruled.parts(),
        **seated.parts(),
    )
    if counted:
        setup = setup.having(seats=seats_for(plugin, players, people))
    if screen:
        refuse_no_screen(quiet=quiet, as_json=as_json)
        with needing("screen"):
            from cardkit.online.screen.playing import play_on_screen
        play_on_screen(setup, record, scored=not no_score, pause=pause)
        return
    player = TerminalPlay(quiet=quiet, as_json=as_json, scored=not no_score, pause=pause, tells_all=pace == "all")
    player.play(setup, record)


def refuse_no_screen(*, quiet: bool = False, as_json: bool = False) -> None:
    """Raise typer.BadParameter where there is no full screen, or something else is to be shown instead."""
    if quiet or as_json:
        raise typer.BadParameter(
            "the full screen shows everything: leave out --quiet and --json", param_hint="--screen"
        )
    if not is_full_screen():
        raise typer.BadParameter("a full screen needs a terminal, and this is a pipe or a file", param_hint="--screen")


def _menu() -> None:
    """The menu, where there is a terminal."""
    if not (sys.stdin.isatty() and standard_output().isatty()):
        raise typer.BadParameter("say which game, such as `cardkit play crazy8s`", param_hint="GAME")
    from cardkit.play.menu import menu

    menu(Terminal())
