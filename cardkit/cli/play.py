"""The command that plays a game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardkit.cli.options import (
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
)


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
    from cardkit.play.driver import Player
    from cardkit.plugins.plugin import Order
    from cardkit.plugins.registry import load_game
    from cardkit.plugins.session import rule_set

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
