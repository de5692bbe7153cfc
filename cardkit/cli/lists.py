"""The commands that show what there is: games, rules, decks, deck, scores; and shuffle, which writes a deck file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.cli.options import GameName, Generator, Names, name_of, seed_of
from cardkit.core.errors import CardkitError, shown
from cardkit.core.texts import counted, padded, width
from cardkit.play.output import write, write_line
from cardkit.play.terminal import Terminal
from cardkit.plugins.people import ask_until

if TYPE_CHECKING:
    from cardkit.play.kept.scores import ScoreBoard


def games() -> None:
    """List the games that are installed, with their rule sets."""
    from cardkit.plugins.registry import installed, load_game
    from cardkit.table.setting_up import numbers

    for name in installed():
        try:
            plugin = load_game(name)
        except CardkitError as error:
            write_line(f"{name}: can't be used: {error}")
            continue
        players = plugin.game.players
        seats = f"{numbers(players)} {'player' if list(players) == [1] else 'players'}"
        rule_sets = ", ".join(rules.name for rules in plugin.rule_sets)
        write_line(f"{name}: {seats}" + (f"; rules: {rule_sets}" if rule_sets else ""))


def rules(game: GameName) -> None:
    """Show a game's rules, its rule sets, and every option with its default."""
    from cardkit.plugins.registry import load_game
    from cardkit.plugins.rules_page import rules_page

    terminal = Terminal()
    for line in rules_page(load_game(game)):
        terminal.say(line)


def decks() -> None:
    """List the deck files that ship with cardkit, and the games that can be played with each."""
    from cardkit.plugins.deck_files import shipped
    from cardkit.plugins.registry import usable
    from cardkit.plugins.session import readable

    plugins = usable()
    files = shipped()
    columns = max(map(width, files), default=0)
    for name, path in files.items():
        fitting = [game for game, plugin in plugins.items() if readable(plugin, path)]
        write_line(f"{padded(name, columns)}  {', '.join(fitting)}".rstrip())


def deck(game: GameName, file: Annotated[str, typer.Argument(metavar="FILE", help="A deck file.")]) -> None:
    """Show a deck file as a game reads it, or say what is wrong with it."""
    from cardkit.plugins.registry import load_game
    from cardkit.plugins.session import described_deck

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
    from cardkit.plugins.registry import load_game
    from cardkit.plugins.session import shuffled_deck

    names = tuple(map(name_of, name)) if name else ()
    write(shuffled_deck(load_game(for_game), deck, rng, seed, names))


def scores(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="One game alone.")] = None,
    clear: Annotated[bool, typer.Option("--clear", help="Take these games off the board.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON, for programs.")] = False,
) -> None:
    """Show the score board: the longest and the shortest games in hands played, and who won how often."""
    from dataclasses import asdict

    from cardkit.play.kept.scores import ScoreBoard
    from cardkit.play.text_tables import scores_table

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
    terminal = Terminal()
    which = "all games" if game is None else f"all games of {game}"
    if terminal.has_people:
        terminal.say(f"Take {which} off the score board for good? (y/n)")
        if not ask_until(terminal, {"y": True, "n": False}.get, "Please type y or n."):
            return
    terminal.say(f"{counted(board.clear(game), 'game')} taken off the score board.")
