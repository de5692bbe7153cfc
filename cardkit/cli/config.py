"""The command for what is settled once for all games: config."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

import typer

from cardkit.cli import completing
from cardkit.core.texts import padded
from cardkit.play.output import write_line

What = Annotated[Literal["list", "get", "set"], typer.Argument(help="Show all, show one, or settle one.")]


def config(
    what: What = "list",
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Which one, such as name.", autocompletion=completing.settings)
    ] = None,
    value: Annotated[str | None, typer.Argument(metavar="VALUE", help="What it is from now on.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="List them as JSON, for programs.")] = False,
) -> None:
    """Show what is settled for all games, or settle something: your name, how cards look, the pace."""
    from cardkit.play.kept.settings import one_setting, settings, settle

    wanted = {"list": 0, "get": 1, "set": 2}[what]
    given = [part for part in (name, value) if part is not None]
    if len(given) != wanted:
        usage = {"list": "config list", "get": "config get NAME", "set": "config set NAME VALUE"}[what]
        raise typer.BadParameter(f"write `cardkit {usage}`", param_hint="config")
    if name is None:
        _list(settings().model_dump(), as_json=as_json)
    elif value is None:
        write_line(_text(one_setting(name)))
    else:
        try:
            settle(name, value)
        except ValueError as error:
            raise typer.BadParameter(str(error), param_hint=name) from error


def _list(settled: dict[str, Any], *, as_json: bool) -> None:
    """All settings, and what each means."""
    from cardkit.play.kept.settings import Settings, settings_file

    if as_json:
        write_line(json.dumps(settled, ensure_ascii=False))
        return
    for setting, held in settled.items():
        meaning = Settings.model_fields[setting].description
        write_line(f"{padded(setting, 9)} {padded(_text(held) or '-', 12)} {meaning}")
    write_line(f"They are kept in {settings_file()}")


def _text(held: Any) -> str:
    return held if isinstance(held, str) else json.dumps(held)
