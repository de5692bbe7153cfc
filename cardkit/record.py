"""The game record: one text file that is the saved game, the replay, the thing to send to a friend (docs/record.md)."""

from __future__ import annotations

import json
import os
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeVar, cast, overload

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue, ValidationError

from cardkit.cards import Card
from cardkit.errors import CardkitError, InvalidCard, shown
from cardkit.events import Cycle, How, Result

VERSION: Final = 1
"""The version of the format that is written; every version up to it can be read."""

_END = "\n ]\n}\n"
"""How a record ends: whatever is added goes before it."""


class RecordError(CardkitError):
    """A record that can't be read, or that contradicts itself; `place` says where."""

    def __init__(self, path: Path, place: str, reason: str) -> None:
        super().__init__(path, place, reason)
        self.path = path
        self.place = place
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.path}: {self.place}: {self.reason}" if self.place else f"{self.path}: {self.reason}"


def cards_text(cards: Sequence[Card]) -> str:
    """Cards as a record has them, from the top of a pile down: their notations, with commas between."""
    return ", ".join(map(str, reversed(cards)))


def cards_of(text: str) -> list[Card]:
    """The cards of a record's text, as they lie in a pile, the top last; raises InvalidCard."""
    return [Card.read(part) for part in reversed(text.split(","))] if text.strip() else []


def _are_cards(text: str) -> str:
    try:
        cards_of(text)
    except InvalidCard as error:
        raise ValueError(str(error)) from error
    return text


CardsText = Annotated[str, AfterValidator(_are_cards)]


def _is_a_name(text: str) -> str:
    if any(unicodedata.category(letter) == "Cc" and letter != "\t" for letter in text):
        raise ValueError("a name can't hold control characters")
    return text


NameText = Annotated[str, AfterValidator(_is_a_name)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Chance(_Part):
    """Where chance started: the kind of generator, and its seed."""

    generator: str
    seed: int


class Shuffled(_Part):
    """What chance made of a pile: its cards from the top down."""

    shuffled: CardsText


class RecordedCycle(_Part):
    """The two rounds or turns of an endless game that are the same."""

    first: int = Field(ge=1)
    again: int = Field(ge=1)


class End(_Part):
    """How the game ended."""

    how: How
    winners: tuple[int, ...]
    scores: tuple[float, ...]
    cycle: RecordedCycle | None = None

    @classmethod
    def of(cls, result: Result) -> End:
        """The end that a result is."""
        found = result.cycle
        cycle = None if found is None else RecordedCycle(first=found.first, again=found.again)
        return cls(how=result.how, winners=result.winners, scores=result.scores, cycle=cycle)

    def result(self) -> Result:
        """The result that this is."""
        cycle = None if self.cycle is None else Cycle(self.cycle.first, self.cycle.again)
        return Result(self.how, self.winners, self.scores, cycle)


Entry = str | Shuffled
"""An action in notation, or what a shuffle made of a pile."""


class Record(_Part):
    """A game from its first card: everything that is needed to play it again, whatever became of the generator."""

    format: Literal["cardkit record"] = "cardkit record"
    version: Literal[1] = VERSION
    game: str
    game_version: str = ""
    rules: str = ""
    options: dict[str, JsonValue]
    seats: tuple[str, ...]
    names: tuple[NameText, ...]
    practice: bool = False
    chance: Chance | None = None
    deck: CardsText
    """The cards before the game shuffled them, from the top down."""
    result: End | None = None
    log: tuple[Entry, ...] = ()

    @property
    def actions(self) -> list[str]:
        """The actions alone, in notation."""
        return [entry for entry in self.log if isinstance(entry, str)]

    @property
    def outcomes(self) -> list[list[Card]]:
        """What every shuffle made of its pile, the top card last."""
        return [cards_of(entry.shuffled) for entry in self.log if isinstance(entry, Shuffled)]

    def steps(self) -> Iterator[tuple[int, str | None, list[str]]]:
        """Each step with its place in the log from 0: the opening as None, then the actions, each with its shuffles."""
        place, action, shuffles = -1, None, list[str]()
        for number, entry in enumerate(self.log):
            if isinstance(entry, Shuffled):
                shuffles.append(entry.shuffled)
                continue
            yield place, action, shuffles
            place, action, shuffles = number, entry, []
        yield place, action, shuffles

    def up_to(self, actions: int) -> Record:
        """The record of the game when only so many actions had been taken."""
        log: list[Entry] = []
        for entry in self.log:
            if isinstance(entry, str):
                if not actions:
                    break
                actions -= 1
            log.append(entry)
        return self.model_copy(update={"log": tuple(log), "result": None})


def entries(action: str | None, outcomes: Sequence[Sequence[Card]]) -> list[Entry]:
    """What a log has of a step: the action, and what the shuffles after it made of their piles."""
    shuffles: list[Entry] = [Shuffled(shuffled=cards_text(outcome)) for outcome in outcomes]
    return shuffles if action is None else [action, *shuffles]


def record_text(record: Record) -> str:
    """The record as its file has it: a line for each part of the header, then a line for each entry of the log."""
    parts = record.model_dump(mode="json", exclude={"log"})
    header = "".join(f" {_json(name)}: {_json(value)},\n" for name, value in parts.items())
    return f'{{\n{header} "log": [' + ",".join(map(_entry_text, record.log)) + _END


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _entry_text(entry: Entry) -> str:
    return "\n  " + _json(entry if isinstance(entry, str) else entry.model_dump())


def read_record(path: Path) -> Record:
    """The record in a file; raises RecordError where it can't be read or isn't one."""
    return read_any(path)


T = TypeVar("T", bound=BaseModel)


@overload
def read_any(path: Path) -> Record: ...
@overload
def read_any(path: Path, other: type[T]) -> Record | T: ...
def read_any(path: Path, other: type[BaseModel] | None = None) -> BaseModel:
    """The record in a file, or what the file holds of another format; raises RecordError where it is neither."""
    text = _text_in(path)
    found = _object_of(text, path)
    formats = {str(model.model_fields["format"].default): model for model in (Record, other) if model is not None}
    name = found.get("format")
    if not isinstance(name, str) or name not in formats:
        raise RecordError(path, "", f'this is not a record: its "format" is not "{next(iter(formats))}"')
    if found.get("version") != VERSION or isinstance(found.get("version"), bool):
        known = f"this program reads version {VERSION}"
        raise RecordError(path, "version", f"{shown(found.get('version'))} is unknown, {known}")
    try:
        return formats[name].model_validate_json(text, strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        parts = [part for part in first["loc"] if part not in ("str", "Shuffled")]
        if parts[:1] == ["log"] and len(parts) > 1:
            parts[1] = int(parts[1]) + 1
        place = " ".join(map(str, parts))
        reason = first["msg"].removeprefix("Value error, ")
        raise RecordError(path, place, reason[:1].lower() + reason[1:]) from None


def _text_in(path: Path) -> str:
    """The text of a file."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(path, "", "this is not a record: the text is not UTF-8") from error
    except (OSError, ValueError) as error:
        reason = str(getattr(error, "strerror", None) or error)
        raise RecordError(path, "", f"the record can't be read: {reason}") from error


def _object_of(text: str, path: Path) -> dict[str, Any]:
    """The JSON object in a file's text; an empty one where it is JSON of another kind."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        raise RecordError(path, f"line {line}" if line else "", "this is not a record: it is not JSON") from error
    return cast(dict[str, Any], found) if isinstance(found, dict) else {}


class RecordFile:
    """A record on disk that grows as the game is played: whole and valid after every action.

    A step is added by one write over the end of the file; whatever changes the header replaces the file at once.
    Raises RecordError where the file can't be written, or is there already and not to be replaced.
    """

    def __init__(self, path: Path, record: Record, *, replacing: bool = False) -> None:
        self.path = path
        self.record = record
        if not replacing and is_there(path):
            raise RecordError(path, "", "there is a file of this name already; choose another, or resume that game")
        self._replace(record)

    def add(self, action: str, outcomes: Sequence[Sequence[Card]]) -> None:
        """Add an action to the log, and what the shuffles after it made of their piles."""
        added = entries(action, outcomes)
        text = ("," if self._entries else "") + ",".join(map(_entry_text, added)) + _END
        try:
            with self.path.open("r+b") as file:
                file.seek(-len(_END.encode()), os.SEEK_END)
                file.write(text.encode())
        except OSError as error:
            raise RecordError(self.path, "", f"the record can't be written: {error.strerror}") from error
        self._entries += len(added)

    def finish(self, result: Result) -> None:
        """Put down how the game ended."""
        self._replace(read_record(self.path).model_copy(update={"result": End.of(result)}))

    def go_back(self, actions: int) -> None:
        """Take back everything after so many actions."""
        self._replace(read_record(self.path).up_to(actions))

    def _replace(self, record: Record) -> None:
        write_record(self.path, record)
        self._entries = len(record.log)


def is_there(path: Path) -> bool:
    """Whether there is something at this path; nothing can be where the path is none."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def write_record(path: Path, record: Record) -> None:
    """Write a record in place of whatever is at this path, at once; raises RecordError."""
    write_at_once(path, record_text(record))


def write_at_once(path: Path, text: str) -> None:
    """Write a text in place of whatever is at this path, at once; raises RecordError."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(text.encode())
        beside.replace(path)
    except (OSError, ValueError) as error:
        with suppress(OSError, ValueError):
            beside.unlink()
        reason = str(getattr(error, "strerror", None) or error)
        raise RecordError(path, "", f"the record can't be written: {reason}") from error


def schema_text() -> str:
    """The JSON Schema of a record, as docs/record.schema.json has it."""
    return json.dumps(Record.model_json_schema(), indent=1, ensure_ascii=False) + "\n"
