"""Tables, bars and pictures on screens of several widths, with colours and without: no number is cut, nothing torn."""

from __future__ import annotations

import re
import shlex
from typing import Any

import pytest
from helpers import at_terminal, cardkit

from cardkit.core.texts import width
from cardkit.play.pages import TextTable
from cardkit.play.scores import ScoreBoard, ScoredGame

COMMANDS = [
    "simulate war --seed 1 -n 1000",
    "simulate crazy8s microDeck --seat random --seat random --seat random --set hand_size=2 -n 300 --seed 1",
    "compare war --vary pickup=winner-first,table --vary face_down=1,3 -n 300 --seed 1",
    "scores",
]


@pytest.fixture
def board() -> None:
    """A score board with long names, wide letters and a great many games."""
    kept = ScoreBoard()
    winners = ["Ada Lovelace the Second", "王さん", "Ben"] * 4 + ["Cem"]
    for number, winner in enumerate(winners):
        kept.add(
            ScoredGame(game="war", rules="rhodes", hands=12_345 + number, players=(winner, "Eve"), winners=(winner,))
        )
    kept.add(ScoredGame(game="old-bachelor-of-the-north", rules="", hands=7, players=("王さん", "Eve"), winners=()))


def screen_of(command: str, columns: int, **changes: Any) -> tuple[str, list[str]]:
    """All that was written on a screen, and the lines that are left when progress bars are gone."""
    run = at_terminal(*shlex.split(command), size=(columns, 40), **changes)
    assert 0 == run.code
    left = run.out.rpartition("\x1b[2K")[2]
    return re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", run.out), re.sub(r"\x1b\[[0-9;]*m", "", left).splitlines()


def numbers(text: str) -> set[str]:
    """The numbers in a text."""
    return set(re.findall(r"\d[\d,.]*\d|\d", text))


@pytest.mark.usefixtures("board")
@pytest.mark.parametrize("command", COMMANDS)
def test_no_table_is_wider_than_the_screen_or_has_a_number_cut(command: str) -> None:
    piped = numbers(cardkit(*shlex.split(command)).out)
    for columns, changes in ((40, {}), (80, {"NO_COLOR": "1"}), (120, {})):
        text, lines = screen_of(command, columns, **changes)
        assert "…" not in text
        assert max(map(width, lines)) <= columns
        assert piped == numbers("\n".join(lines))
    if command == COMMANDS[0]:
        rounds = {80: "│ rounds ", 45: "rounds   ", 36: "rounds: mean "}
        for columns, beginning in rounds.items():
            _, lines = screen_of(command, columns)
            assert [beginning] == [start for start in rounds.values() if any(line.startswith(start) for line in lines)]


def test_the_rows_of_a_table_say_their_headings_where_there_is_no_room_for_columns() -> None:
    table = TextTable(headings=("", "games", "share", "95 % interval"))
    table.rows += [("seat 0 wins", "1,234", "50.00 %  ", "49.00 to 51.00 %"), ("broken off", "5", "", "")]
    assert ["seat 0 wins: games 1,234, share 50.00 %, 95 % interval 49.00 to 51.00 %", "broken off: games 5"] == list(
        table.stacked()
    )
    assert ["There is nothing to show."] == list(TextTable(headings=("a",)).stacked())


def test_a_table_knows_how_wide_it_is() -> None:
    table = TextTable(headings=("game", "wins"))
    table.rows.append(("war", "王さん 12"))
    assert max(map(width, table.plain())) == table.columns
    from rich.console import Console

    drawn = Console(width=200, color_system=None)
    with drawn.capture() as capture:
        drawn.print(table.rich())
    assert max(map(width, capture.get().splitlines())) == table.columns_drawn


@pytest.mark.parametrize("columns", [30, 40, 47, 60, 80])
def test_pictures_stand_side_by_side_or_under_one_another(columns: int) -> None:
    _, lines = screen_of("play war --rules jones --seed 4", columns)
    assert max(map(len, lines)) <= columns
    top, bottom = ".-----.", "'-----'"
    beside = [line for line in lines if line.startswith(top)]
    assert beside
    assert (columns >= 48) == any(line.endswith(f" {top}") for line in beside)
    assert sum(line.count(top) for line in lines) == sum(line.count(bottom) for line in lines)
    piped = cardkit("play", "war", "--rules", "jones", "--seed", "4").lines
    words = [sorted(" ".join(part).split()) for part in (piped, lines)]
    assert words[0] == words[1]
