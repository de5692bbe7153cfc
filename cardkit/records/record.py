"""The game record: one text file that is the saved game, the replay, the thing to send to a friend (docs/record.md)."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    SerializerFunctionWrapHandler,
    model_serializer,
)

from cardkit.core.acts.results import Cycle, How, Result
from cardkit.core.cards import Card
from cardkit.core.errors import CardkitError, InvalidCard

VERSION: Final = 2
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


class Rolled(_Part):
    """The number that chance gave."""

    rolled: int = Field(ge=1)


class Taken(_Part):
    """An action of a seat that was one of several to choose, or that might act, at the same time."""

    seat: int = Field(ge=0)
    action: str


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
    places: tuple[int, ...] = ()

    @model_serializer(mode="wrap")
    def _without_places(self, written: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """The end as a record has it: places are written where there are any."""
        parts: dict[str, Any] = written(self)
        return parts if self.places else {name: part for name, part in parts.items() if name != "places"}

    @classmethod
    def of(cls, result: Result) -> End:
        """The end that a result is."""
        found = result.cycle
        cycle = None if found is None else RecordedCycle(first=found.first, again=found.again)
        return cls(how=result.how, winners=result.winners, scores=result.scores, cycle=cycle, places=result.places)

    def result(self) -> Result:
        """The result that this is."""
        cycle = None if self.cycle is None else Cycle(self.cycle.first, self.cycle.again)
        return Result(self.how, self.winners, self.scores, cycle, self.places)


Entry = str | Taken | Shuffled | Rolled
"""An action in notation, that of a named seat where several act, or what chance made."""


class Step(NamedTuple):
    """The opening of a game, or an action, and what chance made after it."""

    place: int
    """The place in the log from 0; -1 for the opening."""
    seat: int | None
    """The seat that acted, where several do at the same time."""
    action: str | None
    """The notation; None for the opening."""
    outcomes: list[str | int]
    """The cards of the piles that were shuffled, and the numbers that were rolled."""


class Record(_Part):
    """A game from its first card: everything that is needed to play it again, whatever became of the generator."""

    format: Literal["cardkit record"] = "cardkit record"
    version: Literal[1, 2] = VERSION
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
    def taken(self) -> list[tuple[int | None, str]]:
        """The actions in notation, each with its seat where several acted at the same time."""
        return [(step.seat, step.action) for step in self.steps() if step.action is not None]

    @property
    def actions(self) -> list[str]:
        """The actions alone, in notation."""
        return [action for _, action in self.taken]

    @property
    def outcomes(self) -> list[list[Card] | int]:
        """What chance made: the cards of each pile that was shuffled, the top one last, and each number rolled."""
        return [one if isinstance(one, int) else cards_of(one) for step in self.steps() for one in step.outcomes]

    def steps(self) -> Iterator[Step]:
        """The opening and then each action, with what chance made after it."""
        step = Step(-1, None, None, [])
        for number, entry in enumerate(self.log):
            if isinstance(entry, Shuffled):
                step.outcomes.append(entry.shuffled)
            elif isinstance(entry, Rolled):
                step.outcomes.append(entry.rolled)
            else:
                yield step
                step = (
                    Step(number, None, entry, [])
                    if isinstance(entry, str)
                    else Step(number, entry.seat, entry.action, [])
                )
        yield step

    def up_to(self, actions: int) -> Record:
        """The record of the game when only so many actions had been taken."""
        log: list[Entry] = []
        for entry in self.log:
            if isinstance(entry, str | Taken):
                if not actions:
                    break
                actions -= 1
            log.append(entry)
        return self.model_copy(update={"log": tuple(log), "result": None})


def outcome_text(outcome: Sequence[Card] | int) -> str | int:
    """What a record has of a thing that chance made."""
    return outcome if isinstance(outcome, int) else cards_text(outcome)


def entries(action: str | None, outcomes: Sequence[Sequence[Card] | int], seat: int | None = None) -> list[Entry]:
    """What a log has of a step: the action, of a seat where several act, and what chance made after it."""
    made: list[Entry] = [
        Rolled(rolled=outcome) if isinstance(outcome, int) else Shuffled(shuffled=cards_text(outcome))
        for outcome in outcomes
    ]
    if action is None:
        return made
    return [action if seat is None else Taken(seat=seat, action=action), *made]


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
