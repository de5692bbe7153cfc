"""The games that people played, each in a record, the last twenty of them; and the file that a game is kept in."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any, Self

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
from cardkit.core.results import Result
from cardkit.play.settings import home
from cardkit.play.terminal import Terminal, aside
from cardkit.plugins.people import ask_until
from cardkit.plugins.session import Session
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
