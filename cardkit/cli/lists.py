"""The commands that show what there is: games, rules, decks, deck, scores, config; and shuffle, which writes a deck."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from cardkit.cli.options import (
    AsJson,
    GameName,
    Generator,
    Names,
    Overwrite,
    complete_decks,
    complete_games,
    complete_settings,
    name_of,
    seed_of,
    tell_names_that_are_cards,
)
from cardkit.core.errors import CardkitError, shown, told
from cardkit.core.texts import counted, padded, width
from cardkit.play.terminal import Terminal, aside, write, write_line
from cardkit.plugins.people import Left

if TYPE_CHECKING:
    from cardkit.play.home import ScoreBoard
    from cardkit.plugins.plugin import Plugin


def games(as_json: AsJson = False) -> None:
    """List the games: those that are installed, with their rule sets, and the examples that come with cardkit."""
    from cardkit.plugins.plugin import game_facts
    from cardkit.plugins.registry import examples, installed, left_out, load_game

    for name, package in left_out():
        aside(f"{name}: that of the package {package} is left out, as there is a game of this name already")
    facts: list[dict[str, Any]] = []
    for name, kind in {**dict.fromkeys(examples(), "example"), **dict.fromkeys(installed(), "installed")}.items():
        try:
            facts.append({"name": name, "kind": kind, **game_facts(load_game(name))})
        except CardkitError as error:
            facts.append({"name": name, "kind": kind, "error": str(error)})
        except Exception as error:  # one that says nothing that can be shown hides no other
            facts.append({"name": name, "kind": kind, "error": told(error)})
    facts.sort(key=lambda fact: (fact["kind"] == "example", fact["name"]))
    if as_json:
        write_line(json.dumps(facts, ensure_ascii=False))
        return
    terminal = Terminal()
    for fact in facts:
        if "error" in fact:
            terminal.say(f"{fact['name']}: can't be used: {fact['error']}")
            continue
        seats = f"{fact['players']} {'player' if fact['most'] == 1 else 'players'}"
        rule_sets = ", ".join(rules["name"] for rules in fact["rule_sets"])
        rest = f"; rules: {rule_sets}" if rule_sets else "; an example" if fact["kind"] == "example" else ""
        terminal.say(f"{fact['name']}: {seats}{rest}")


def rules(game: GameName, as_json: AsJson = False) -> None:
    """Show a game's rules, its rule sets, and every option with its default."""
    from cardkit.play.terminal import show_pages
    from cardkit.plugins.plugin import game_facts, rules_page
    from cardkit.plugins.registry import load_game

    plugin = load_game(game)
    if as_json:
        write_line(json.dumps(game_facts(plugin, whole=True), ensure_ascii=False))
        return
    terminal = Terminal()
    show_pages(terminal, rules_page(plugin, columns=terminal.columns))


def decks(as_json: AsJson = False) -> None:
    """List the deck files that ship with cardkit, and the games that can be played with each."""
    from cardkit.plugins.deck_files import shipped
    from cardkit.plugins.registry import installed, load_game
    from cardkit.plugins.setup import readable

    plugins: dict[str, Plugin] = {}
    for name in installed():
        try:
            plugins[name] = load_game(name)
        except CardkitError as error:
            aside(f"{name}: can't be used: {error}")
    files = shipped()
    fitting = {
        name: [game for game, plugin in plugins.items() if readable(plugin, path)] for name, path in files.items()
    }
    if as_json:
        write_line(json.dumps([{"name": name, "games": fitting[name], "file": str(files[name])} for name in files]))
        return
    columns, terminal = max(map(width, files), default=0), Terminal()
    for name, games_of_it in fitting.items():
        terminal.say(f"{padded(name, columns)}  {', '.join(games_of_it)}".rstrip())


def deck(
    game: GameName,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A deck file.", autocompletion=complete_decks)],
    as_json: AsJson = False,
) -> None:
    """Show a deck file as a game reads it, or say what is wrong with it."""
    from cardkit.plugins.deck_files import read_named
    from cardkit.plugins.registry import load_game

    plugin = load_game(game)
    found = read_named(plugin.read_deck, file)
    if as_json:
        write_line(json.dumps(found.model_dump(mode="json") | {"cards": list(map(str, found.cards))}))
        return
    tell_names_that_are_cards(found)
    terminal = Terminal()
    for line in plugin.describe_deck(found):
        terminal.say(line)


def shuffle(
    seed: Annotated[int, typer.Option("--seed", metavar="N", parser=seed_of, help="Where chance starts.")],
    deck: Annotated[str, typer.Option("--deck", metavar="DECK", help="standard52, or a deck file.")] = "",
    rng: Generator = "seeded",
    for_game: Annotated[str, typer.Option("--for", metavar="GAME", help="The game that is to read the file.")] = "war",
    name: Names = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write it into this file, and not to the output.")
    ] = None,
    overwrite: Overwrite = False,
) -> None:
    """Write a shuffled deck file to standard output or into a file, in the form that a game reads."""
    from cardkit.core.files import OVERWRITE, refuse_existing, replace
    from cardkit.plugins.registry import load_game
    from cardkit.plugins.setup import shuffled_deck

    names = tuple(map(name_of, name)) if name else ()
    if not overwrite:
        refuse_existing(out, OVERWRITE)
    text = shuffled_deck(load_game(for_game), deck, rng, seed, names)
    if out is None:
        write(text)
    else:
        replace(out, text)


def scores(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="One game alone.", autocompletion=complete_games)
    ] = None,
    clear: Annotated[bool, typer.Option("--clear", help="Take these games off the board.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show the score board: the longest and the shortest games in hands played, and who won how often."""
    from dataclasses import asdict

    from cardkit.play.home import ScoreBoard, scores_table

    board = ScoreBoard()
    standings = board.standings(game)
    if not standings and game is not None and (others := {standing.game: "" for standing in board.standings()}):
        raise CardkitError(f"there is no game {shown(game)} on the score board; it has: {', '.join(others)}")
    if clear:
        _clear(board, game)
    elif as_json:
        write_line(json.dumps([asdict(standing) for standing in standings], ensure_ascii=False))
    else:
        Terminal().show(scores_table(standings))


def _clear(board: ScoreBoard, game: str | None) -> None:
    """Take games off the board, on a terminal after asking once more."""
    from cardkit.play.terminal import Questions

    terminal = Terminal()
    which = "all games" if game is None else f"all games of {game}"
    if terminal.has_people:
        terminal.say(f"Take {which} off the score board for good? (y/n) [n]")
        try:
            if not Questions(terminal, "y takes them off; n, Enter or :quit leaves them there.").agrees():
                return
        except Left:
            return
    terminal.say(f"{counted(board.clear(game), 'game')} taken off the score board.")


What = Annotated[Literal["list", "get", "set"], typer.Argument(help="Show all, show one, or settle one.")]


def config(
    what: What = "list",
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Which one, such as name.", autocompletion=complete_settings)
    ] = None,
    value: Annotated[str | None, typer.Argument(metavar="VALUE", help="What it is from now on.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show what is settled for all games, or settle something: your name, how cards look, the pace."""
    from cardkit.play.settings import one_setting, settings, settle

    wanted = {"list": 0, "get": 1, "set": 2}[what]
    given = [part for part in (name, value) if part is not None]
    if len(given) != wanted:
        usage = {"list": "config list", "get": "config get NAME", "set": "config set NAME VALUE"}[what]
        raise typer.BadParameter(f"write `cardkit {usage}`", param_hint="config")
    if name is None:
        _list_settings(settings().model_dump(), as_json=as_json)
    elif value is None:
        write_line(_setting_text(one_setting(name)))
    else:
        try:
            settle(name, value)
        except ValueError as error:
            raise typer.BadParameter(str(error), param_hint=name) from error


def _list_settings(settled: dict[str, Any], *, as_json: bool) -> None:
    """All settings, and what each means."""
    from cardkit.play.settings import Settings, settings_file

    if as_json:
        write_line(json.dumps(settled, ensure_ascii=False))
        return
    terminal = Terminal()
    for setting, held in settled.items():
        meaning = Settings.model_fields[setting].description
        terminal.say(f"{padded(setting, 9)} {padded(_setting_text(held) or '-', 12)} {meaning}")
    terminal.say(f"They are kept in {settings_file()}")


def _setting_text(held: Any) -> str:
    return held if isinstance(held, str) else json.dumps(held)
