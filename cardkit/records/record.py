"""The game record: one text file that is the saved game, the replay, the thing to send to a friend (docs/record.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue

from cardkit.core.cards import Card
from cardkit.core.errors import CardkitError, InvalidCard, shown
from cardkit.core.results import Cycle, How, Result
from cardkit.core.texts import flaw, texts_in

VERSION: Final = 1
"""The version of the format that is written; every version up to it can be read."""

END = "\n ]\n}\n"
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


T = TypeVar("T")


def _fit(value: T) -> T:
    for text in texts_in(value):
        if unfit := flaw(text):
            raise ValueError(f"{shown(text)} can't hold {unfit}")
    return value


Text = Annotated[str, AfterValidator(_fit)]
"""A text that can be shown on a line."""
Json = Annotated[JsonValue, AfterValidator(_fit)]
"""A value of JSON all of whose texts can be shown on a line."""


def _are_cards(text: str) -> str:
    try:
        cards_of(text)
    except InvalidCard as error:
        raise ValueError(str(error)) from error
    return text


CardsText = Annotated[Text, AfterValidator(_are_cards)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Chance(_Part):
    """Where chance started: the kind of generator, and its seed."""

    generator: Text
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


Entry = Text | Shuffled
"""An action in notation, or what a shuffle made of a pile."""


class Record(_Part):
    """A game from its first card: everything that is needed to play it again, whatever became of the generator."""

    format: Literal["cardkit record"] = "cardkit record"
    version: Literal[1] = VERSION
    game: Text
    game_version: Text = ""
    rules: Text = ""
    options: dict[Text, Json]
    seats: tuple[Text, ...]
    names: tuple[Text, ...]
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
    return f'{{\n{header} "log": [' + ",".join(map(entry_text, record.log)) + END


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def entry_text(entry: Entry) -> str:
    return "\n  " + _json(entry if isinstance(entry, str) else entry.model_dump())


def schema_text() -> str:
    """The JSON Schema of a record, as docs/record.schema.json has it."""
    return json.dumps(Record.model_json_schema(), indent=1, ensure_ascii=False) + "\n"
