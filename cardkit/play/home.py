"""What stays at home: the games that people played, each in a record, and the score board.

The last twenty games are kept. Every finished one is on the board, in an SQLite file in the user's data directory.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from cardkit.core.errors import CardkitError
from cardkit.core.files import (
    Held,
    TakenOver,
    append,
    hold,
    holding,
    is_there,
    let_go,
    make_folder,
    named_after,
    refuse_existing,
    replace,
    take_over,
    whole_lines,
)
from cardkit.core.results import How, Result
from cardkit.core.texts import safe
from cardkit.play.settings import home
from cardkit.play.terminal import Terminal, TextTable, aside
from cardkit.plugins.people import ask_until
from cardkit.plugins.setup import Session
from cardkit.records.record import (
    Entry,
    Keep,
    Record,
    RecordedEnd,
    RecordError,
    RecordFile,
    Refused,
    entries,
    read_grown,
    record_of,
)

if TYPE_CHECKING:
    import sqlite3

MOST = 20
"""So many games are kept."""


@dataclass(frozen=True)
class Kept:
    """A game that was kept: its record, and how the registry finds the game."""

    path: Path
    game: str

    @property
    def record(self) -> Record | None:
        """The record, or None where it can't be read any more."""
        try:
            return read_grown(self.path)
        except RecordError:
            return None

    @property
    def is_automatic(self) -> bool:
        """Whether cardkit itself gave the file its name."""
        return self.path.parent == games_folder()

    @property
    def called(self) -> str:
        """What `cardkit resume` calls it."""
        return self.path.stem if self.is_automatic else str(self.path)

    def facts(self) -> dict[str, Any]:
        """What the list of games says of it, for programs and for tables."""
        record = self.record
        return {
            "name": self.called,
            "record": str(self.path),
            "game": record.game if record else self.game,
            "rules": record.rules if record else "",
            "names": list(record.names) if record else [],
            "actions": len(record.actions) if record else 0,
            "state": "unreadable"
            if record is None
            else record.result.result().how.value
            if record.result
            else "goes on",
            "played": datetime.fromtimestamp(self.path.stat().st_mtime).isoformat(" ", "minutes"),
        }


def games_folder() -> Path:
    """Where the games are kept that nobody named a file for."""
    return home() / "games"


def _list_file() -> Path:
    return home() / "games.jsonl"


def kept_games() -> list[Kept]:
    """The games whose records are still there, the one that was played last at the end."""
    listed = {kept.path: kept for kept in _listed()}
    lost = [path for path in games_folder().glob("*.json") if path not in listed]
    unlisted = [
        Kept(path, path.stem.rpartition("-")[0]) for path in sorted(lost, key=lambda path: path.stat().st_mtime)
    ]
    return [kept for kept in (*unlisted, *listed.values()) if is_there(kept.path)]


def _listed() -> list[Kept]:
    """The games on the list, each where it was played last."""
    try:
        lines = whole_lines(_list_file())
    except (OSError, UnicodeDecodeError):
        return []
    found: dict[Path, Kept] = {}
    for line in lines:
        with suppress(ValueError, TypeError, LookupError):
            entry: Any = json.loads(line)
            path = Path(entry["record"])
            found.pop(path, None)
            found[path] = Kept(path, str(entry["game"]))
    return list(found.values())


def kept_as(name: str) -> Kept | None:
    """The game that is called so in the list, or whose record has this path; None where none is."""
    place = Path(name).absolute()
    return next((kept for kept in kept_games() if name == kept.called or place == kept.path), None)


def last_game(*, unfinished: bool) -> Kept | None:
    """The game that was played last, of all or of those that are not over; None where there is none."""
    for kept in reversed(kept_games()):
        record = kept.record
        if record is not None and not (unfinished and record.result is not None):
            return kept
    return None


def note(path: Path, game: str) -> None:
    """Put down that this game was played last; raises OSError or a CardkitError where that can't be written."""
    make_folder(home())
    with holding(_list_file(), wait=_PATIENCE):
        append(_list_file(), _line(path.absolute(), game))


def _line(path: Path, game: str) -> str:
    return json.dumps({"record": str(path), "game": game}) + "\n"


_PATIENCE = 5
"""Seconds for which the list is waited for where another process has it: it takes milliseconds."""


def _drop_surplus() -> None:
    """Let go of what is too many: games that are over first, then the oldest.

    Files that people named stay, and games that are being played.
    """
    with holding(_list_file(), wait=_PATIENCE):
        kept = kept_games()
        surplus = len(kept) - MOST
        if surplus <= 0:
            return
        unfinished = {one.path for one in kept if (record := one.record) is not None and record.result is None}
        dropped = list[Kept]()
        for one in sorted(kept[:-1], key=lambda one: one.path in unfinished):
            with suppress(Held), holding(one.path):
                if one.is_automatic:
                    one.path.unlink(missing_ok=True)
                dropped.append(one)
            if len(dropped) == surplus:
                break
        replace(_list_file(), "".join(_line(one.path, one.game) for one in kept if one not in dropped))


@contextmanager
def having(path: Path, terminal: Terminal) -> Generator[None]:
    """Have a record for this process alone meanwhile; whoever sits at a keyboard may take it over from another one.

    Raises Held where another process has it, and keeps it.
    """
    try:
        hold(path)
    except Held as held:
        if not (terminal.is_typed_at and terminal.has_people):
            raise
        terminal.say(f"{held}.")
        terminal.say("Take it over here, so that it can't go on there? (y/n)")
        if not ask_until(terminal, {"y": True, "n": False, "": False}.get, "Please type y or n."):
            raise
        take_over(path)
    try:
        yield
    finally:
        let_go(path)


def _new_path(game: str) -> Path:
    """A file of a name that nobody has, and that is this process's from now on; raises OSError."""
    folder = games_folder()
    make_folder(folder)
    numbers = [path.stem.rpartition("-")[2] for path in folder.glob("*.json")]
    used = [int(number) for number in numbers if number.isdecimal()]
    for new in count(max(used, default=0) + 1):
        path = folder / f"{named_after(game)}-{new}.json"
        with suppress(Held):
            hold(path)
            if not is_there(path):
                return path
            let_go(path)
    raise AssertionError("numbers don't end")


class GameFile(Keep):
    """The place of the games at one keyboard: a named file, or one in cardkit's home from the first action on.

    Where the one in the home can't be written, a line says so, and the game goes on; it is kept as soon as it can be.
    Further games are in the home. Where another process has taken the file over, TakenOver ends the game here.
    """

    def __init__(
        self,
        session: Session,
        named: RecordFile | None = None,
        record: Record | None = None,
        *,
        finished: Callable[[Result], None] | None = None,
    ) -> None:
        """The file that was named, if one was, with the record that is in it of a game that goes on."""
        self._game = session.setup.plugin.source
        self._has_people = bool(session.people)
        self._file = named
        self._automatic = named is None and self._has_people
        self._record = record
        """The game as it begins, or went on; None before it begins."""
        self._log = list[Entry](record.log if record else ())
        """What was played of it, and what chance made."""
        self._is_behind = False
        """Whether the file lacks something, since it couldn't be written."""
        self._finished = finished
        if named is not None:
            self._note(named.path)

    @classmethod
    def begun(cls, session: Session, path: Path | None, *, finished: Callable[[Result], None] | None = None) -> Self:
        """The file of a game that begins; raises CannotWrite or Held where the named one can't be had."""
        if path is None:
            return cls(session, finished=finished)
        opening = tuple(entries(None, session.match.outcomes))
        named = RecordFile(path, record_of(session).model_copy(update={"log": opening}))
        return cls(session, named, finished=finished)

    @property
    def path(self) -> Path | None:
        """Where the game is kept; None while it is not."""
        return self._file.path if self._file else None

    @property
    def how_to_go_on(self) -> str:
        """The command that goes on with the game; empty where it is not kept."""
        if self._file is None:
            return ""
        return "cardkit resume" if self._is_in_the_home else f"cardkit resume {self._file.path}"

    @property
    def farewell(self) -> str:
        """What somebody is told who leaves the game."""
        if self._file is None:
            return "The game was not kept: nothing was played." if self._automatic else "The game was not kept."
        place = f" in {self._file.path}" if self._is_in_the_home else ""
        return f"The game is kept{place}; go on with: {self.how_to_go_on}"

    @property
    def _is_in_the_home(self) -> bool:
        return self.path is not None and Kept(self.path.absolute(), self._game).is_automatic

    def begin(self, record: Record, people: Mapping[str, Any]) -> None:
        """Keep a game that begins: the first one in the file that was named, if one was."""
        if self._record is not None:
            self.let_go()
            self._file, self._automatic, self._is_behind = None, self._has_people, False
        elif self._file is not None:
            self._file.replace(record)
        self._record, self._log = record, list(record.log)

    def add(self, step: Sequence[Entry]) -> None:
        if self._file is not None:
            with self._keeping():
                if self._is_behind:
                    self._file.replace(self._whole(step))
                else:
                    self._file.add(step)
        elif self._automatic and self._record is not None:
            self._make_file(self._whole(step))
        self._log += step

    def replace(self, record: Record) -> None:
        if self._file is not None:
            with self._keeping():
                self._file.replace(record)
        self._record, self._log = record, list(record.log)

    def finish(self, result: Result) -> None:
        if self._file is not None:
            with self._keeping():
                self._file.replace(self._whole().model_copy(update={"result": RecordedEnd.made_of(result)}))
        if self._finished is not None:
            self._finished(result)

    def _whole(self, step: Sequence[Entry] = ()) -> Record:
        """The game with one more step."""
        assert self._record is not None, "a game is kept from when it begins"
        return self._record.model_copy(update={"log": (*self._log, *step)})

    async def release(self) -> None:
        self.let_go()

    def let_go(self) -> None:
        """Let other processes have the file."""
        if self._file is not None:
            self._file.let_go()

    @contextmanager
    def _keeping(self) -> Generator[None]:
        """Within, the file is written to; where nobody named it, the game goes on though that fails."""
        try:
            yield
            self._is_behind = False
        except TakenOver:
            raise
        except CardkitError as error:
            if not self._is_in_the_home:
                raise
            if not self._is_behind:
                aside(f"warning: {error}; the game goes on, and is kept up to here")
            self._is_behind = True

    def save(self, name: str, record: Record) -> str:
        """Keep the game in this file, from now on where nobody named another; what was done, in a sentence."""
        if not name:
            raise Refused("say to which file, such as :save game.json")
        path = Path(name).expanduser()
        refuse_existing(path)
        file = RecordFile(path, record)
        if self._file is not None and not self._is_in_the_home:
            file.let_go()
            return f"The game up to now is in {path}."
        earlier, self._file = self._file, file
        self._note(path)
        self._is_behind = False
        if earlier is not None:
            earlier.path.unlink(missing_ok=True)
            earlier.let_go()
        return f"The game is kept in {path} from now on."

    def _make_file(self, record: Record) -> None:
        self._automatic = False
        try:
            path = _new_path(record.game)
            self._file = RecordFile(path, record, replacing=True)
            note(path, self._game)
            _drop_surplus()
        except (OSError, CardkitError) as error:
            aside(f"warning: the game can't be kept: {getattr(error, 'strerror', None) or error}")

    def _note(self, path: Path) -> None:
        """Put a game that people play on the list, if that can be written."""
        if self._has_people:
            with suppress(OSError, CardkitError):
                note(path, self._game)


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
        import sqlite3

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
        aside(f"warning: {error}")


def scores_table(standings: Sequence[Standing]) -> TextTable:
    """The score board: a row for each game and rule set, with the hints where somebody asked for any."""
    hinted = any(standing.hints for standing in standings)
    table = TextTable(
        headings=("game", "rules", "by", "games", "drawn", "shortest", "longest", *["hints"] * hinted, "wins"),
        empty="No game is on the score board yet.",
    )
    for standing in standings:
        wins = ", ".join(f"{name} {count}" for name, count in standing.wins.items())
        by = {True: "people", False: "machines", None: "-"}[standing.people]
        numbers = [standing.games, standing.drawn, standing.shortest, standing.longest, *[standing.hints] * hinted]
        table.rows.append((standing.game, standing.rules, by, *map(str, numbers), wins))
    return table


def games_table(games: Sequence[Kept]) -> TextTable:
    """The games that were kept: a row for each."""
    table = TextTable(headings=("name", "players", "actions", "state", "last played"), empty="No game was kept.")
    for kept in games:
        facts = kept.facts()
        players = ", ".join(facts["names"])
        table.rows.append((facts["name"], players, str(facts["actions"]), facts["state"], facts["played"]))
    return table
