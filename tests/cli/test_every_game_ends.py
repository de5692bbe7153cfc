"""Every game that comes with cardkit ends within seconds, by every command that plays, with its own players."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import cardkit

from cardkit.cli.app import COMMANDS
from cardkit.plugins.registry import examples, installed, load_game
from cardkit.plugins.setup import machines

GAMES = [*installed(), *examples()]
PLAYED = {
    "play": "GAME --game 0 --seed 1 --quiet",
    "simulate": "GAME -n 2 --seed 1 --engine rules",
    "compare": "GAME --vary seats=SEATS,SEATS -n 2 --seed 1",
    "arena": "GAME --player ai --player ai -n 1 --seed 1",
    "check": "GAME --seat ai --games 1 --promise plays-without-errors",
    "forecast": "GAME DECK --seed 1",
}
"""The commands that play a game to its end, and what is typed after them."""
SHORTER = {"gin_rummy": ["--set", "limit=1", "--set", "knock=20"], "golf": ["--set", "holes=2"]}
"""By which a check, that plays at random at all numbers of seats, takes a game that is long by chance few rounds."""
OTHERS = {
    *("games", "rules", "decks", "deck", "shuffle", "scores", "config", "resume", "replay", "fork", "new"),
    *("analyse", "bot", "compile", "solve", "host", "serve", "view", "join"),
}
"""The commands that lay no table of their own with machines alone."""


def test_every_command_is_known_to_play_a_game_to_its_end_or_not_to() -> None:
    assert {*COMMANDS} == {*PLAYED, *OTHERS}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("command", PLAYED)
def test_every_game_ends(command: str, name: str, tmp_path: Path) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text(cardkit("shuffle", "--for", name, "--seed", "1").out, encoding="utf-8")
    seats = "+".join(machines(load_game(name)))
    words = PLAYED[command].replace("GAME", name).replace("SEATS", seats).replace("DECK", str(deck)).split()
    run = cardkit(command, *words, *(SHORTER.get(name, ()) if command == "check" else ()))
    assert (0, "") == (run.code, run.err)
    assert run.out
