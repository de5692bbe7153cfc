"""The commands that play a game, also from its record: play, resume, replay, fork; and over a network: host, which lays
one table, serve, which has a lobby, view and join.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from cardkit.cli.options import (
    DeckName,
    GameName,
    GivenCards,
    Names,
    Overwrite,
    RuleOptions,
    SeatOptions,
    complete_games,
    complete_kept,
    complete_styles,
    name_of,
    needing,
    player_of,
    seed_of,
)
from cardkit.core.errors import CardkitError, shown
from cardkit.play.terminal import Terminal, aside, is_full_screen, standard_output, write_line

if TYPE_CHECKING:
    from cardkit.online.running import Door
    from cardkit.plugins.plugin import Plugin
    from cardkit.records.record import Record
    from cardkit.records.replay import Retelling

EventsAsJson = Annotated[bool, typer.Option("--json", help="Tell each event as a line of JSON, for programs.")]
NoScore = Annotated[bool, typer.Option("--no-score", help="Keep the game off the score board.")]


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="A name from `cardkit games`, a file.py, or module:Class; a menu without it.",
            autocompletion=complete_games,
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
        typer.Option("--style", metavar="NAME", help="The words the game is told in.", autocompletion=complete_styles),
    ] = "",
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Tell only how the game ended.")] = False,
    as_json: EventsAsJson = False,
    no_score: NoScore = False,
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
            from cardkit.online.playing import play_on_screen
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


RecordPath = Annotated[Path, typer.Argument(metavar="RECORD", help="A file that `cardkit play --record` wrote.")]
KeptName = Annotated[
    str | None,
    typer.Argument(
        metavar="RECORD",
        help="The file of a record, or a name from `cardkit resume --list`.",
        autocompletion=complete_kept,
    ),
]
SeatsNow = Annotated[
    list[str] | None,
    typer.Option(
        "--seat",
        metavar="PLAYER",
        parser=player_of,
        help="Who sits there now, once a seat; as in the record if not given.",
    ),
]
GameOption = Annotated[
    str, typer.Option("--game", metavar="GAME", help="The game's file, where the game is not an installed one.")
]


def game_of(kept: Record, path: Path, given: str) -> Plugin:
    """The game of a record: an installed one, or the one that was given; raises RecordError where there is none.

    Where the game is of another version now, it says so.
    """
    from cardkit.core.errors import UnknownName
    from cardkit.plugins.registry import example, installed, load_game
    from cardkit.records.record import RecordError

    if not given and kept.game not in installed() and example(kept.game) is None:
        unknown = UnknownName("game", kept.game, installed())
        raise RecordError(path, "game", f"{unknown}; --game says where else it is")
    plugin = load_game(given or kept.game)
    if plugin.game.name != kept.game:
        raise RecordError(path, "game", f"it is {shown(kept.game)}, not {shown(plugin.game.name)}")
    if kept.game_version and plugin.version and kept.game_version != plugin.version:
        versions = f"{kept.game} {kept.game_version}, and this is {kept.game} {plugin.version}"
        aside(f"note: {path} was begun with {versions}")
    return plugin


def found(name: str | None, *, unfinished: bool) -> tuple[Path, str]:
    """The record that is meant, by default that of the last game, and what its game is found by, where that is kept."""
    from cardkit.core.files import is_there
    from cardkit.play.home import kept_as, last_game

    if name is not None and is_there(Path(name)):
        kept = kept_as(name)
        return Path(name), kept.game if kept is not None else ""
    kept = last_game(unfinished=unfinished) if name is None else kept_as(name)
    if kept is not None:
        return kept.path, kept.game
    if name is None:
        what = "no game waits to be gone on with" if unfinished else "no game was kept"
        raise CardkitError(f"{what}; `cardkit play` begins one")
    return Path(name), ""


def resume(
    record: KeptName = None,
    seat: SeatsNow = None,
    game: GameOption = "",
    no_score: NoScore = False,
    screen: Annotated[bool, typer.Option("--screen", help="Go on with it on the full screen.")] = False,
    list_them: Annotated[bool, typer.Option("--list", help="List the games that were kept, and stop.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="With --list: as JSON, for programs.")] = False,
) -> None:
    """Go on with the last game, or with one from its record, which goes on growing."""
    from cardkit.play.driver import TerminalPlay
    from cardkit.play.home import having
    from cardkit.plugins.people import guarding
    from cardkit.records.record import RecordError, read_grown
    from cardkit.records.replay import verify

    if list_them:
        _list_games(as_json=as_json)
        return
    path, source = found(record, unfinished=True)
    with having(path, Terminal()):
        kept = read_grown(path)
        plugin = game_of(kept, path, game or source)
        with guarding(plugin.game.name):
            verify(plugin, kept, path)
        if kept.result is not None:
            raise RecordError(
                path, "result", "the game is over; `cardkit replay` tells it, `cardkit fork` plays on from a turn"
            )
        if screen:
            refuse_no_screen()
            with needing("screen"):
                from cardkit.online.playing import take_up_on_screen
            take_up_on_screen(plugin, kept, path, tuple(seat or ()), scored=not no_score)
            return
        TerminalPlay(scored=not no_score).take_up(plugin, kept, path, tuple(seat or ()))


def _list_games(*, as_json: bool) -> None:
    """The games that were kept, the last one first."""
    from cardkit.play.home import games_table, kept_games

    games = kept_games()[::-1]
    if as_json:
        write_line(json.dumps([kept.facts() for kept in games], ensure_ascii=False))
    else:
        Terminal().show(games_table(games))


def fork(
    record: RecordPath,
    at: Annotated[int, typer.Option("--at", metavar="TURN", min=1, help="The round or turn from which to play on.")],
    into: Annotated[Path, typer.Option("--record", metavar="FILE", help="The file of the new game's record.")],
    seat: SeatsNow = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", metavar="N", parser=seed_of, help="Let chance go another way from there on, by this seed."
        ),
    ] = None,
    game: GameOption = "",
    no_score: NoScore = False,
) -> None:
    """Play on from a round or turn of a record with other choices, in a record of its own."""
    from cardkit.play.driver import TerminalPlay
    from cardkit.plugins.people import guarding
    from cardkit.records.record import read_record
    from cardkit.records.replay import no_such_turn, verify

    kept = read_record(record)
    plugin = game_of(kept, record, game)
    with guarding(plugin.game.name):
        turns = verify(plugin, kept, record)
    if not turns or at > turns[-1] + 1:
        raise no_such_turn(record, plugin.game.counts, at, turns[-1] if turns else 0)
    earlier = kept.up_to(len([turn for turn in turns if turn < at]))
    TerminalPlay(scored=not no_score).take_up(plugin, earlier, record, tuple(seat or ()), into, seed)


def replay(
    record: KeptName = None,
    style: Annotated[str, typer.Option("--style", metavar="NAME", help="The words the game is told in.")] = "",
    seat: Annotated[
        int | None, typer.Option("--seat", metavar="N", min=0, help="Only what the seat of this number could know.")
    ] = None,
    until: Annotated[
        int | None, typer.Option("--until", metavar="TURN", min=0, help="Stop after this round or turn.")
    ] = None,
    step: Annotated[bool, typer.Option("--step", help="Wait after each round or turn.")] = False,
    as_json: EventsAsJson = False,
    redacted: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="With --seat: write what that seat could know.")
    ] = None,
    overwrite: Overwrite = False,
    game: GameOption = "",
) -> None:
    """Verify a record, by default that of the last game, and tell its game again."""
    from cardkit.core.files import OVERWRITE, refuse_existing, replace
    from cardkit.plugins.people import guarding
    from cardkit.records.record import RecordError, read_record, setting_of
    from cardkit.records.replay import ViewRecord, retell, tell_view, view_record, view_text

    path, source = found(record, unfinished=False)
    kept = read_record(path, ViewRecord)
    if isinstance(kept, ViewRecord):
        if style not in ("", "plain") or seat not in (None, kept.seat) or redacted is not None:
            raise RecordError(path, "", f"this is what seat {kept.seat} knew, which is told in plain words alone")
        _show(tell_view(kept, path, until=until), step=step, as_json=as_json)
        return
    if redacted is not None and seat is None:
        raise typer.BadParameter("say by --seat for which seat", param_hint="--record")
    if not overwrite:
        refuse_existing(redacted, OVERWRITE)
    plugin = game_of(kept, path, game or source)
    with guarding(plugin.game.name):
        told = retell(plugin, kept, path, style=style, seat=seat, until=until, with_tables=step)
    if redacted is not None and seat is not None:
        replace(redacted, view_text(view_record(plugin, kept, seat, told.blocks)))
    if as_json and seat is None:
        write_line(json.dumps(setting_of(kept), ensure_ascii=False))
    _show(told, step=step, as_json=as_json)
    if kept.result is None and until is None and seat is None and not as_json:
        Terminal().say(f"The game is not over; go on with: cardkit resume {path}")


def _show(told: Retelling, *, step: bool, as_json: bool) -> None:
    """Show what is told: all at once, block by block, or as lines of JSON."""
    from cardkit.records.replay import step_through

    terminal = Terminal()
    if step and not as_json:
        step_through(told.blocks, terminal)
        return
    for block in told.blocks:
        for facts in block.facts if as_json else ():
            write_line(json.dumps(facts, ensure_ascii=False))
        for line in () if as_json else block.lines:
            terminal.say(line)


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
            autocompletion=complete_games,
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
