"""What lies at home: the score board, of which nothing is ever lost, and what is settled once for all games."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from helpers import Run, cardkit, cardkit_process

from cardkit.core.texts import flaw
from cardkit.play import settings as settled
from cardkit.play.home import ScoreBoard, ScoredGame, ScoresError
from cardkit.play.settings import LOOKS, Settings, chosen_look, settings

ENDLESS = "Lena\nTheo\n7H\nTC\nAH\n2C\n5S\nQH\nKH\n"


def deck(folder: Path, name: str, text: str) -> str:
    path = folder / f"{name}.txt"
    path.write_text(text, encoding="utf-8")
    return str(path)


def short(folder: Path, first: str = "7H", second: str = "6S") -> str:
    """A deck of one round; the first player's card and the second's."""
    return deck(folder, f"{first}{second}", f"Ada\nBen\n{first}\n{second}\n")


def scores() -> list[dict[str, object]]:
    """The board as JSON has it."""
    run = cardkit("scores", "--json")
    assert ("", 0) == (run.err, run.code)
    found: list[dict[str, object]] = json.loads(run.out)
    return found


def test_an_empty_board_says_so(home: Path) -> None:
    assert Run("No game is on the score board yet.\n", "", 0) == cardkit("scores")
    assert Run("[]\n", "", 0) == cardkit("scores", "--json")
    assert not home.exists()


def test_games_won_and_drawn_count_with_the_shortest_the_longest_and_the_wins(tmp_path: Path) -> None:
    for file in ["first-war", "full-war", short(tmp_path), short(tmp_path, "5H", "9S"), short(tmp_path, "4H", "4S")]:
        assert 0 == cardkit("play", "war", file).code
    cardkit("play", "war", "first-war", "--quiet")
    cardkit("play", "crazy8s", "microDeck", "--seat", "ai", "--seat", "ai", "--set", "hand_size=2", "--json")
    crazy8s, war = scores()
    assert ["war", "rhodes", False, 6, 1, 1, 136, 0, {"Ada": 3, "Ben": 1, "Emil": 1}] == list(war.values())
    assert ("crazy8s", "classic", 1, 0) == tuple(crazy8s[part] for part in ("game", "rules", "games", "drawn"))
    table = cardkit("scores", "war")
    assert [
        "game  rules   by        games  drawn  shortest  longest  wins",
        "war   rhodes  machines      6      1         1      136  Ada 3, Ben 1, Emil 1",
    ] == table.lines
    assert 2 == len(cardkit("scores", "crazy8s").lines)
    refused = "cardkit: there is no game 'chess' on the score board; it has: crazy8s, war\n"
    assert Run("", refused, 1) == cardkit("scores", "chess")


def test_games_of_people_stand_apart_and_hints_are_counted(tmp_path: Path) -> None:
    file = short(tmp_path)
    cardkit("play", "war", file)
    cardkit("play", "war", file, "--seat", "human", "--seat", "ai", typed=[":hint", ":hint", ""])
    cardkit("play", "war", file, "--seat", "human", "--seat", "ai", typed=[""])
    assert [(True, 2, 2), (False, 1, 0)] == [(row["people"], row["games"], row["hints"]) for row in scores()]
    assert "game  rules   by        games  drawn  shortest  longest  hints  wins" == cardkit("scores").lines[0]
    cardkit("play", "war", "--rules", "jones", "--seed", "2", "--name", "A", "--name", "B", "-q")
    assert ["jones", "rhodes", "rhodes"] == sorted(str(row["rules"]) for row in scores())


def test_games_are_taken_off_the_board(tmp_path: Path) -> None:
    for rules in ("rhodes", "jones"):
        cardkit("play", "war", short(tmp_path), "--rules", rules)
    cardkit("play", "crazy8s", "microDeck", "--seat", "ai", "--seat", "ai", "--set", "hand_size=2", "-q")
    assert Run("2 games taken off the score board.\n", "", 0) == cardkit("scores", "war", "--clear")
    assert ["crazy8s"] == [row["game"] for row in scores()]
    assert "1 game taken off the score board.\n" == cardkit("scores", "--clear").out
    assert [] == scores()
    assert "0 games taken off the score board.\n" == cardkit("scores", "--clear").out


def test_a_board_of_the_first_version_is_read_and_goes_on(home: Path) -> None:
    home.mkdir()
    with closing(sqlite3.connect(home / "scores.sqlite")) as database:
        database.execute(
            "CREATE TABLE games (number INTEGER PRIMARY KEY, game TEXT NOT NULL, rules TEXT NOT NULL, "
            "hands INTEGER NOT NULL, players TEXT NOT NULL, winners TEXT NOT NULL)"
        )
        database.execute("""INSERT INTO games VALUES (1, 'war', 'jones', 7, '["A", "B"]', '["A"]')""")
        database.execute("PRAGMA user_version = 1")
        database.commit()
    assert [(None, {"A": 1})] == [(row["people"], row["wins"]) for row in scores()]
    ScoreBoard().add(ScoredGame(game="war", rules="jones", hands=9, players=("A", "B"), winners=("B",), people=1))
    assert [True, None] == [row["people"] for row in scores()]
    assert "war   jones  people" in cardkit("scores").out


def test_a_game_that_is_taken_up_and_finished_counts_once(tmp_path: Path) -> None:
    record = str(tmp_path / "game.json")
    cardkit("play", "war", "first-war", "--seat", "human", "--seat", "ai", "--record", record, typed=["", ":quit"])
    assert [] == scores()
    cardkit("resume", record, "--seat", "ai", "--seat", "ai")
    assert 0 == cardkit("replay", record).code
    assert [(1, 14)] == [(row["games"], row["longest"]) for row in scores()]
    assert 0 == cardkit("fork", record, "--at", "3", "--record", f"{record}2", *["--seat", "ai"] * 2, "--no-score").code
    assert 1 == scores()[0]["games"]


def test_the_home_is_the_one_of_the_environment_or_else_the_users(
    home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert home == settled.home()
    monkeypatch.delenv("CARDKIT_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert "cardkit" == settled.home().name
    assert sys.platform != "linux" or tmp_path / "data" / "cardkit" == settled.home()


# What can't be written or read

NOT_WRITTEN = "cardkit: warning: the score board {} can't be used: "


def told_all_the_same(run: Run, path: Path) -> None:
    """The game was told to its end, with one line of warning."""
    assert "Ada wins the game in 1 round." == run.lines[-1]
    assert run.err.startswith(NOT_WRITTEN.format(path))
    assert (1, 0) == (len(run.err.splitlines()), run.code)


def read_only(folder: Path) -> None:
    """Let nothing be written in a folder; whoever may write everywhere skips the test."""
    folder.chmod(0o500)
    if os.access(folder, os.W_OK):
        pytest.skip("this user, perhaps root, may write everywhere")


def test_a_board_that_can_not_be_written_is_shown_all_the_same(home: Path, tmp_path: Path) -> None:
    cardkit("play", "war", short(tmp_path))
    home.joinpath("scores.sqlite").chmod(0o400)
    read_only(home)
    assert 1 == scores()[0]["games"]
    told_all_the_same(cardkit_process("play", "war", short(tmp_path)), home / "scores.sqlite")
    assert 1 == scores()[0]["games"]


def test_a_home_that_is_a_file_costs_a_warning(home: Path, tmp_path: Path) -> None:
    home.write_text("", encoding="utf-8")
    told_all_the_same(cardkit_process("play", "war", short(tmp_path)), home / "scores.sqlite")
    told_all_the_same(cardkit("play", "war", short(tmp_path), "--quiet"), home / "scores.sqlite")


NEWER = "PRAGMA user_version = 3"
DAMAGES = [
    *(b"this is not a database, but it is long enough to be looked at" * 20, b"SQLite format 3\x00"),
    *(NEWER, "DROP TABLE games"),
    *(f"UPDATE games SET {part}" for part in ("winners = '{'", "players = '3'", "hands = 'many'")),
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_board_that_can_not_be_read_is_refused_costs_a_game_a_warning_and_is_left_as_it_is(
    damage: bytes | str, home: Path, tmp_path: Path
) -> None:
    path = home / "scores.sqlite"
    if isinstance(damage, bytes):
        home.mkdir()
        path.write_bytes(damage)
    else:
        cardkit("play", "war", short(tmp_path))
        with closing(sqlite3.connect(path)) as database:
            database.execute(damage)
            database.commit()
    raw, run = path.read_bytes(), cardkit("scores")
    assert ("", 1, 1) == (run.out, len(run.err.splitlines()), run.code)
    if "games" in str(damage):
        return
    assert run.err.startswith(f"cardkit: the score board {path} can't be used: ")
    told_all_the_same(run := cardkit("play", "war", short(tmp_path)), path)
    assert damage != NEWER or run.err.endswith("its version is 3, this program knows versions up to 2\n")
    assert raw == path.read_bytes()


def test_a_board_that_can_not_be_used_raises_an_error_with_its_path(tmp_path: Path) -> None:
    with pytest.raises(ScoresError) as refused:
        ScoreBoard(tmp_path).add(ScoredGame(game="war", rules="", hands=1, players=("A",), winners=()))
    assert tmp_path == refused.value.path


# In the library


def test_practice_an_endless_game_one_that_is_left_and_one_that_is_not_scored_do_not_count(
    home: Path, tmp_path: Path
) -> None:
    file, people = short(tmp_path), ("--seat", "human", "--seat", "ai")
    assert 0 == cardkit("play", "war", file, "--no-score").code
    assert not home.exists()
    cardkit("play", "war", file, "--practice", *people, typed=[""])
    assert "The game never ends" in cardkit("play", "war", deck(tmp_path, "endless", ENDLESS)).out
    assert 0 == cardkit("play", "war", "first-war", *people, typed=["", ":quit"]).code
    assert [] == scores()


# What is settled

LIST = ("config", "--json")


def test_without_a_file_everything_is_as_it_is_said_to_be(home: Path) -> None:
    assert Settings() == settings()
    assert Settings().model_dump() == json.loads(cardkit(*LIST).out)
    assert f"They are kept in {home / 'config.toml'}" == cardkit("config").lines[-1]
    assert not home.exists()


def test_what_is_settled_is_kept_and_shown() -> None:
    for name, text, value in [("name", "Ann", "Ann"), ("pause", "0.5", 0.5), ("practice", "true", True)]:
        assert Run("", "", 0) == cardkit("config", "set", name, text)
        assert value == json.loads(cardkit(*LIST).out)[name]
        assert f"{text}\n" == cardkit("config", "get", name).out
    assert Settings(name="Ann", pause=0.5, practice=True) == settings()
    assert "name      Ann          what you are called" in cardkit("config").out


def test_whatever_else_is_in_the_file_stays_there(home: Path) -> None:
    home.mkdir()
    (home / "config.toml").write_text('# mine\nname = "Ann" # me\npause = 1\n', encoding="utf-8")
    cardkit("config", "set", "name", "Bo")
    assert '# mine\nname = "Bo" # me\npause = 1\n' == (home / "config.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("name = ", "it is not TOML: "),
        ("nmae = 'Ann'", "nmae: there is no such setting; known: name, cards, pause, practice\n"),
        ("pause = 'long'", "pause: it is a number, such as 0.5\n"),
        ("cards = 'red'", "cards: it is one of two-colour, four-colour, bold, letters, plain\n"),
        ("a = " + "[" * 3000 + "]" * 3000, "it is nested too deep"),
        ('"\\u001b[31m" = 3', "[31m: there is no such setting; known: "),
        ('name = "\\u202e"', "name: a name can't hold bidirectional characters"),
        (f'name = "{"x" * 500}"', "name: a name has at most 200 characters"),
    ],
)
def test_a_file_that_can_not_be_read_is_told_and_stays(text: str, complaint: str, home: Path) -> None:
    home.mkdir()
    file = home / "config.toml"
    file.write_text(text, encoding="utf-8")
    for arguments in (["config"], ["config", "set", "name", "Bo"], ["play", "war", "first-war"]):
        run = cardkit(*arguments)
        assert ("", 1, 1, "") == (run.out, run.code, len(run.err.splitlines()), flaw(run.err.strip()))
        assert run.err.startswith(f"cardkit: {file}: {complaint}")
    assert text == file.read_text(encoding="utf-8")


def test_a_settled_look_is_that_of_the_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CARDKIT_CARDS", raising=False)
    cardkit("config", "set", "cards", "four-colour")
    assert LOOKS["four-colour"] is chosen_look(settings().cards)
    monkeypatch.setenv("CARDKIT_CARDS", "plain")
    assert LOOKS["plain"] is chosen_look(settings().cards)
