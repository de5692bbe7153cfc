"""The commands that let people play over a network: host, which lays one table, and serve, which has a lobby."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.cli import completing
from cardkit.cli.options import DeckName, GameName, Names, RuleOptions, SeatOptions, name_of, needing
from cardkit.cli.play import GameOption, KeptName, found, game_of

if TYPE_CHECKING:
    from cardkit.online.running import Door


HostName = Annotated[
    str, typer.Option("--host", metavar="ADDRESS", help="Where to listen: 0.0.0.0 is for everybody on your network.")
]
Port = Annotated[int, typer.Option("--port", metavar="N", min=0, max=65_535, help="The port; 0 is any that is free.")]
Url = Annotated[
    str,
    typer.Option("--url", metavar="URL", help="How people reach this, where a balancer or a name stands before it."),
]
NoOpen = Annotated[bool, typer.Option("--no-open", help="Don't open the page in the browser.")]
PORT = 8765


@dataclass(frozen=True)
class DoorOptions:
    """Where people find a page."""

    address: HostName = "127.0.0.1"
    port: Port = PORT
    url: Url = ""
    no_open: NoOpen = False

    def door(self) -> Door:
        """The door of a server."""
        from cardkit.online.running import Door

        return Door(self.address, self.port, self.url, is_opened=not self.no_open)


def host(
    game: GameName,
    file: DeckName = None,
    *,
    seated: SeatOptions,
    ruled: RuleOptions,
    name: Names = None,
    clock: Annotated[
        str | None,
        typer.Option("--clock", metavar="TIME", help="Seconds a move, such as 60, or 300+5: 300, and 5 more a move."),
    ] = None,
    on_timeout: Annotated[
        str, typer.Option("--on-timeout", metavar="WHAT", help="When a clock runs out: lose, or machine, which plays.")
    ] = "lose",
    away: Annotated[
        float,
        typer.Option("--away", metavar="SECONDS", min=0, help="After that a machine may play for who is away."),
    ] = 60,
    stand_in: Annotated[
        str, typer.Option("--stand-in", metavar="HOW", help="Whether it does: ask (somebody does), at-once, never.")
    ] = "ask",
    delay: Annotated[
        float, typer.Option("--delay", metavar="SECONDS", min=0, help="So much later spectators see everything.")
    ] = 0,
    pace: Annotated[
        float, typer.Option("--pace", metavar="SECONDS", min=0, max=60, help="So long a machine waits before it acts.")
    ] = 0.7,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Keep the record in this file as well.")
    ] = None,
    at: DoorOptions,
) -> None:
    """Lay a table for friends: a link for each person's seat, which opens a page in the browser."""
    from cardkit.core.files import refuse_existing
    from cardkit.plugins.registry import load_game

    plugin = load_game(game)
    if record is not None:
        refuse_existing(record)
    with needing("web"):
        from cardkit.online.running import host_table
        from cardkit.online.wishes import wished
    wish = {
        "game": plugin.source,
        "names": tuple(map(name_of, name)) if name else None,
        "deck": file,
        "seed": ruled.seed,
        **ruled.parts(),
        **seated.parts(),
        "clock": clock,
        "on_timeout": on_timeout,
        "away": away,
        "stand_in": stand_in.replace("-", " "),
        "delay": delay,
        "pace": pace,
    }
    host_table(plugin, wished(wish), record, at.door())


def serve(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAMES]...",
            help="The games that are offered; all there are if none.",
            autocompletion=completing.games,
        ),
    ] = None,
    store: Annotated[
        str,
        typer.Option("--store", metavar="WHERE", help="Where tables are kept: a folder, or postgresql://… of several."),
    ] = "",
    *,
    at: DoorOptions,
) -> None:
    """Serve a lobby: people choose a game, lay tables, and send links to friends."""
    from cardkit.plugins.registry import examples, load_game, usable

    with needing("web"):
        from cardkit.online.running import serve_lobby
    found = map(load_game, games) if games else (*usable().values(), *map(load_game, examples()))
    plugins = {plugin.source: plugin for plugin in found}
    serve_lobby(plugins, store, at.door())


def view(
    record: KeptName = None,
    game: GameOption = "",
    *,
    at: DoorOptions,
) -> None:
    """Look at a record, by default that of the last game, on a page: any moment, with anybody's eyes, and forks."""
    from cardkit.plugins.people import guarding
    from cardkit.records.record import read_record
    from cardkit.records.replay import verify

    path, source = found(record, unfinished=False)
    kept = read_record(path)
    plugin = game_of(kept, path, game or source)
    with needing("web"):
        from cardkit.online.running import view_record
    with guarding(plugin.game.name):
        verify(plugin, kept, path)
    view_record(plugin, kept, path, at.door())


def join(
    link: Annotated[str, typer.Argument(metavar="LINK", help="The link of a seat, or that of spectators.")],
    screen: Annotated[bool, typer.Option("--screen", help="As a full screen, not line by line.")] = False,
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="What you are called at the table.")] = "",
) -> None:
    """Sit down from a terminal at a table that others see in their browsers."""
    with needing("web"):
        from cardkit.online import link as links
    called = name_of(name) if name else ""
    if not screen:
        links.join(link, called)
        return
    with needing("screen"):
        from cardkit.online.playing import show
    links.join(link, called, show)
