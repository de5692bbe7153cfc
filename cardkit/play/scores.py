"""The score board: every finished game, kept between runs in an SQLite file in the user's data directory."""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardkit.core.errors import CardkitError
from cardkit.core.files import is_there, make_folder
from cardkit.core.results import How, Result
from cardkit.core.texts import safe
from cardkit.play.settings import home
from cardkit.play.terminal import flush
from cardkit.plugins.session import Session

VERSION = 2
"""The version of the table, kept in the file as SQLite's `user_version`."""

_CHANGES = (
    """CREATE TABLE games (
    number INTEGER PRIMARY KEY, game TEXT NOT NULL, rules TEXT NOT NULL, hands INTEGER NOT NULL,
    players TEXT NOT NULL, winners TEXT NOT NULL
)""",
    "ALTER TABLE games ADD COLUMN people INTEGER",
    "ALTER TABLE games ADD COLUMN hints INTEGER NOT NULL DEFAULT 0",
)
"""What makes the table in a new file; all but the first make it of one of version 1."""
_COLUMNS = "game, rules, hands, players, winners, people, hints"
_ORDER = (True, False, None)


class ScoresError(CardkitError):
    """A score board that can't be read or written."""

    path: Path
    reason: str
    sentence = "the score board {path} can't be used: {reason}"


@dataclass(frozen=True, kw_only=True)
class ScoredGame:
    """A game that was won or drawn: how many hands were played, by whom, and who won; nobody did in a draw."""

    game: str
    rules: str
    hands: int
    players: tuple[str, ...]
    winners: tuple[str, ...]
    people: int | None = None
    """How many of the players were people; None for a game of which that was not kept."""
    hints: int = 0
    """How often somebody asked what the machine would do."""


@dataclass(frozen=True, kw_only=True)
class Standing:
    """The score board of one game with one rule set, of people's games or of those that machines played alone."""

    game: str
    rules: str
    people: bool | None
    """Whether people played; None for games of which that was not kept."""
    games: int
    drawn: int
    shortest: int
    """The fewest hands that a game took."""
    longest: int
    """The most hands that a game took."""
    hints: int
    """How often somebody asked what the machine would do."""
    wins: dict[str, int]
    """How often each player won, the most frequent winner first."""


class ScoreBoard:
    """The games kept in a file, by default `scores.sqlite` in cardkit's home; raises ScoresError if it can't be used.

    A game is added in one transaction: whatever happens to the program, the games that were there stay there.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or home() / "scores.sqlite"

    def add(self, finished: ScoredGame) -> None:
        """Keep a finished game."""
        names = json.dumps(finished.players), json.dumps(finished.winners)
        row = (finished.game, finished.rules, finished.hands, *names, finished.people, finished.hints)
        with self._open() as database:
            database.execute(f"INSERT INTO games ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)", row)

    def clear(self, game: str | None = None) -> int:
        """Take all games off the board, or those of one game; how many they were."""
        if not is_there(self.path):
            return 0
        with self._open() as database:
            return database.execute("DELETE FROM games WHERE ? IS NULL OR game = ?", (game, game)).rowcount

    def games(self, game: str | None = None) -> list[ScoredGame]:
        """All games, or those of one game, in the order in which they ended."""
        if not is_there(self.path):
            return []
        with self._open(begin="BEGIN") as database:
            rows = database.execute(
                f"SELECT {_COLUMNS} FROM games WHERE ? IS NULL OR game = ? ORDER BY number", (game, game)
            ).fetchall()
        try:
            return [_finished(*row) for row in rows]
        except (TypeError, ValueError) as error:
            raise ScoresError(self.path, "a game in it can't be read") from error

    def standings(self, game: str | None = None) -> list[Standing]:
        """What the board shows: standings in alphabetical order, people's games before those of machines."""
        kept: dict[tuple[str, str, int], list[ScoredGame]] = {}
        for finished in self.games(game):
            kept.setdefault((finished.game, finished.rules, _ORDER.index(_have_people(finished))), []).append(finished)
        return [_standing(kept[alike]) for alike in sorted(kept)]

    @contextmanager
    def _open(self, begin: str = "BEGIN IMMEDIATE") -> Generator[sqlite3.Connection]:
        try:
            make_folder(self.path.parent)
            with closing(sqlite3.connect(self.path, timeout=30, isolation_level=None)) as database:
                database.execute(begin)
                _prepare(database, self.path)
                yield database
                database.execute("COMMIT")
        except (OSError, sqlite3.Error) as error:
            raise ScoresError(self.path, str(error)) from error


def _prepare(database: sqlite3.Connection, path: Path) -> None:
    """Make the table in a new file; refuse a file of another version."""
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if version not in range(VERSION + 1):
        raise ScoresError(path, f"its version is {version}, this program knows versions up to {VERSION}")
    if version < VERSION:
        for change in _CHANGES[version:]:
            database.execute(change)
        database.execute(f"PRAGMA user_version = {VERSION}")


def _names(text: str) -> tuple[str, ...]:
    return tuple(safe(str(name)) for name in json.loads(text))


def _finished(game: str, rules: str, hands: Any, players: str, winners: str, people: Any, hints: Any) -> ScoredGame:
    """A game as a row of the table has it."""
    return ScoredGame(
        game=safe(game),
        rules=safe(rules),
        hands=int(hands),
        players=_names(players),
        winners=_names(winners),
        people=None if people is None else int(people),
        hints=int(hints),
    )


def _have_people(finished: ScoredGame) -> bool | None:
    return None if finished.people is None else finished.people > 0


def _standing(games: list[ScoredGame]) -> Standing:
    """What the board shows of games that are alike."""
    hands = [finished.hands for finished in games]
    won = [winner for finished in games for winner in finished.winners]
    wins: dict[str, Any] = {name: won.count(name) for name in dict.fromkeys(won)}
    return Standing(
        game=games[0].game,
        rules=games[0].rules,
        people=_have_people(games[0]),
        games=len(games),
        drawn=len([finished for finished in games if not finished.winners]),
        shortest=min(hands),
        longest=max(hands),
        hints=sum(finished.hints for finished in games),
        wins=dict(sorted(wins.items(), key=lambda item: (-item[1], item[0]))),
    )


def keep_score(session: Session, result: Result, hints: int) -> None:
    """Put a game that was won or drawn on the score board, if it is no practice; where it can't be written, say so."""
    if session.setup.practice or result.how in (How.ENDLESS, How.CUT_OFF):
        return
    finished = ScoredGame(
        game=session.setup.plugin.game.name,
        rules=session.setup.rules.name,
        hands=session.match.length,
        players=session.names,
        winners=tuple(session.names[seat] for seat in result.winners),
        people=len(session.people),
        hints=hints,
    )
    try:
        ScoreBoard().add(finished)
    except CardkitError as error:
        flush()
        sys.stderr.write(f"cardkit: warning: {error}\n")
