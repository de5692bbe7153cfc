"""What a table sends to whoever sits or watches there, version 1, and the schema of both directions."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from cardkit.core.acts.results import How
from cardkit.core.errors import CardkitError
from cardkit.online.protocol import TO_TABLE, Message
from cardkit.records.keeper import Refused


class HelloBack(Message):
    """What doesn't change while the table stands."""

    type: Literal["hello"]
    protocol: Literal[1]
    table: str
    game: str
    rules: str
    """What the game says of its rules, in paragraphs."""
    counts: str
    """What turns are called, in the singular: `turn`, `round`, `hand`."""
    rule_set: str
    options: dict[str, Any]
    deck: list[str]
    """All cards of the game, sorted."""
    seat: int = Field(ge=-1)
    """-1 for somebody who watches."""
    is_host: bool
    rank_order: list[str]
    suits: list[str]


class Chair(Message):
    """A seat, and who is there."""

    name: str
    player: str
    """`human`, or which machine plays."""
    there: bool
    machine: bool
    """Whether a machine plays now, of its own or for a person."""
    away: bool
    """Whether a person has been away for so long that a machine may play for them."""
    since: float | None
    """For how many seconds a person has been away."""


class Presence(Message):
    chairs: list[Chair]
    watchers: int


class ClockFace(Message):
    left: float
    running: bool


class Remark(Message):
    who: str
    text: str


class Can(Message):
    """What may be sent now beside an action."""

    start: bool
    undo: bool
    redo: bool
    hint: bool
    rematch: bool
    stand_in: list[int]


class PileSeen(Message):
    name: str
    title: str
    owner: int | None
    looks: Literal["hand", "backs", "stack", "row", "fan", "grid"]
    columns: int | None
    """How many cells a row of a grid has; of a grid, each pile is a cell, or one of several that share it."""
    place: int | None
    """The place of a pile in a row of piles."""
    size: int
    cards: list[str]
    """From the bottom up, a hand in the order of people; `??` is a back; empty where all are hidden."""
    places: list[int] | None
    """The places of these cards in the pile, where they are shown in another order than they lie."""


class TableSeen(Message):
    turn: int
    asked: list[int]
    number: int
    piles: list[PileSeen]
    fields: list[tuple[str, str]]
    teams: list[list[int]] | None


class LegalAction(Message):
    """An action, and what may be clicked for it."""

    text: str
    say: str
    """In words for people, and for those who can't see."""
    cards: list[str]
    seats: list[int]
    ranks: list[str]
    suits: list[str]
    places: list[int]
    piles: list[str]


class NumberPart(Message):
    name: str
    kind: Literal["number"]
    least: int
    most: int
    step: int


class CardsPart(Message):
    name: str
    kind: Literal["cards"]
    of: list[str]
    least: int
    most: int


class ChoicePart(Message):
    name: str
    kind: Literal["choice"]
    of: list[str]
    """What is sent; an empty text leaves the part out."""
    say: list[str]


class FormOffered(Message):
    """Many actions at once: `verb` and then one text for each part, with blanks between, is one of them."""

    text: str
    verb: str
    parts: list[Annotated[NumberPart | CardsPart | ChoicePart, Field(discriminator="kind")]]


class MoveSeen(Message):
    cards: list[str]
    """Empty where they are hidden."""
    size: int
    source: str
    target: str


class Events(Message):
    lines: list[str]
    moves: list[MoveSeen]


class Outcome(Message):
    how: How | Literal["broken-off"]
    winners: list[int]
    scores: list[float]
    cycle: dict[str, int] | None
    places: list[int]
    text: str


class View(Message):
    """The whole table as one seat sees it, and what is new since the last such message."""

    type: Literal["view"]
    number: int
    last: int | None = None
    """Of a record, the number of its actions, where `number` is that up to which it is shown."""
    phase: Literal["waiting", "playing", "over", "record"]
    seat: int
    fresh: bool
    """Whether the lines are all there are, because what was told before doesn't hold any more."""
    presence: Presence
    clocks: list[ClockFace] | None
    talk: list[Remark]
    can: Can
    view: TableSeen | None
    legal: list[LegalAction]
    forms: list[FormOffered]
    events: Events
    scores: list[float] | None
    result: Outcome | None


class Answer(BaseModel):
    """What was asked for; what else it holds depends on that."""

    model_config = ConfigDict(extra="allow")
    type: Literal["answer"]
    id: int | None


class RefusedBack(Message):
    type: Literal["refused"]
    id: int | None
    reason: str
    practice: bool = False
    """Whether it can be done all the same with `practice`, so that the game is practice."""


Sent = HelloBack | View | Answer | RefusedBack
FROM_TABLE: TypeAdapter[Sent] = TypeAdapter(Annotated[Sent, Field(discriminator="type")])


def refusal(error: CardkitError, number: Any) -> dict[str, Any]:
    """The message that something can't be done; the number is that of what was said."""
    said = {"type": "refused", "id": number if type(number) is int else None, "reason": str(error)}
    return said | {"practice": True} if isinstance(error, Refused) and error.practice else said


def schema_text() -> str:
    """The JSON Schema of the messages in both directions, as docs/table-protocol.schema.json has it."""
    both: list[tuple[str, TypeAdapter[Any]]] = [("to the table", TO_TABLE), ("from the table", FROM_TABLE)]
    schemas, defined = TypeAdapter.json_schemas([(name, "validation", adapter) for name, adapter in both])
    whole = {"anyOf": [schemas[name, "validation"] for name, _ in both], **defined}
    return json.dumps(whole, indent=1) + "\n"
