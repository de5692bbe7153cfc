"""What is said to a table by whoever sits or watches there, and what it says to them, version 2, as JSON.

docs/table-protocol.md describes it, and its schema both directions.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from cardkit.core.results import How
from cardkit.hosting.commands import LONGEST_TALK
from cardkit.records.record import Refused

LONGEST_ACTION = 500
FAULT = 1011
NO_TABLE, NOT_LET_IN, MOVED, TOO_MUCH, TOO_LATE = 4404, 4403, 4410, 4429, 4408
"""Why a server closes a connection: after MOVED it is worth to come again at once, after FAULT later."""


class Message(BaseModel):
    """A message in one of the two directions, or a part of one."""

    model_config = ConfigDict(extra="forbid", strict=True)


Id = Annotated[int | None, Field(description="comes back in the answer, or in why it is refused")]


class Hello(Message):
    """The first message: a key opens a seat, or lets its owner watch."""

    do: Literal["hello"]
    protocol: Literal[1, 2]
    key: str = Field(max_length=200)
    name: str = Field(default="", max_length=200)


class Act(Message):
    """A legal action in its notation, or typed as at a terminal."""

    do: Literal["act"]
    action: str = Field(max_length=LONGEST_ACTION)
    typed: bool = Field(default=False, description="by a person: places are counted from 1, in notation from 0")
    at: int | None = Field(default=None, description="the number of the view it was chosen on; refused if that is over")
    id: Id = None


class Why(Message):
    """Asks what a card, or whatever is typed, can do now, or why it can't."""

    do: Literal["why"]
    action: str = Field(max_length=LONGEST_ACTION)
    typed: bool = Field(default=False, description="as in act")
    id: Id = None


class Hint(Message):
    """Asks what a machine would do."""

    do: Literal["hint"]
    id: Id = None


class Undo(Message):
    """Takes back the seat's last choice; people who have acted or were asked since are asked whether they agree."""

    do: Literal["undo"]
    practice: bool = Field(default=False, description="also where hidden cards were seen since; it is practice then")
    id: Id = None


class Agree(Message):
    """Says whether somebody may take something back who asks for it."""

    do: Literal["agree"]
    yes: bool = True
    id: Id = None


class Rename(Message):
    """Gives the own seat another name; the host may rename any."""

    do: Literal["rename"]
    name: str = Field(max_length=200)
    seat: int | None = Field(default=None, ge=0)
    id: Id = None


class Open(Message):
    """Lets a person have the seat of a machine, which plays until they come. The host alone may ask for it."""

    do: Literal["open"]
    seat: int = Field(ge=0)
    id: Id = None


class Redo(Message):
    """Plays again what was taken back."""

    do: Literal["redo"]
    id: Id = None


class Talk(Message):
    """Says something to all."""

    do: Literal["talk"]
    text: str = Field(max_length=LONGEST_TALK)
    id: Id = None


class Start(Message):
    """Begins though not everybody is there: a machine plays for who isn't, until they come."""

    do: Literal["start"]
    id: Id = None


class StandIn(Message):
    """Lets a machine play for somebody who has been away for long; the host needn't wait, and may ask whoever is there.

    Who says it of the own seat plays again themselves.
    """

    do: Literal["stand-in"]
    seat: int = Field(ge=0)
    id: Id = None


class Rematch(Message):
    """Begins the next game, everybody one seat further on."""

    do: Literal["rematch"]
    id: Id = None


class Renew(Message):
    """Gives a seat another key; who came by the old one has to leave. The host alone may ask for it."""

    do: Literal["renew"]
    seat: int = Field(ge=0)
    id: Id = None


class At(Message):
    """On a record: shows the table after so many actions, with the eyes of a seat, or of the public (-1)."""

    do: Literal["at"]
    number: int = Field(ge=0)
    seat: int | None = Field(default=None, ge=-1)
    id: Id = None


class Fork(Message):
    """On a record: lays a new table that goes on from there."""

    do: Literal["fork"]
    seats: list[str]
    id: Id = None


Said = (
    Hello
    | Act
    | Why
    | Hint
    | Undo
    | Agree
    | Rename
    | Open
    | Redo
    | Talk
    | Start
    | StandIn
    | Rematch
    | Renew
    | At
    | Fork
)


TO_TABLE: TypeAdapter[Said] = TypeAdapter(Annotated[Said, Field(discriminator="do")])


def read(message: Any) -> Said:
    """What somebody said; raises Refused, with a sentence, where it is no message of the protocol."""
    if not isinstance(message, Mapping):
        raise Refused("a message is a JSON object")
    try:
        return TO_TABLE.validate_python(message)
    except (ValidationError, RecursionError) as error:
        first = error.errors()[0] if isinstance(error, ValidationError) else {"loc": (), "msg": "too deep"}
        place = ".".join(map(str, first["loc"][1:]))
        raise Refused(_on_a_line(f"{place[:60] or 'the message'}: {str(first['msg'])[:120]}")) from None


def _on_a_line(text: str) -> str:
    """A text with each sign that can't be shown as it is written in a program: whoever sent it chose it."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


class HelloBack(Message):
    """What doesn't change while the table stands."""

    type: Literal["hello"]
    protocol: Literal[1, 2]
    table: str
    game: str
    title: str
    """What people call the game."""
    rules: str
    """What the game says of its rules, in paragraphs."""
    counts: str
    """What turns are called, in the singular: `turn`, `round`, `hand`."""
    rule_set: str
    options: dict[str, Any]
    unusual: dict[str, Any]
    """The options that are otherwise than the game has them by itself."""
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
    won: int = 0
    """How many games they won at this table before this one."""


class Presence(Message):
    chairs: list[Chair]
    watchers: int


class ClockFace(Message):
    left: float
    running: bool


class Remark(Message):
    who: str
    """Empty where nobody says it: who came, left, was played for, took back."""
    text: str


class Proposal(Message):
    """What somebody wants, and waits for others to agree to."""

    seat: int
    machine: bool
    """Whether that is a machine in your place, or else to take something back."""
    lines: list[str]
    """What would go."""


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
    by: list[int] | None
    """The seats that laid these cards, the one that led first, where each was laid by another seat."""
    takes: int | None
    """The place, in these cards, of the one that takes the trick so far."""
    marks: list[str]
    """What was told of each card where it lies, from the bottom up: `4?`, `?R not 3`; empty where nothing was."""
    noted: bool
    """Whether something else tells what its cards count, so that how many they are isn't said."""


class TableSeen(Message):
    turn: int
    asked: list[int]
    cards_of: int | None
    """The seat whose cards are played, where another one plays them."""
    number: int
    piles: list[PileSeen]
    fields: list[tuple[str, str]]
    at_seats: list[tuple[str, list[str | None]]]
    """Those of the fields that tell something of single seats: what of each, empty where their name says it all."""
    counted: list[str]
    """Points, tricks, chips, what has been won: a line for each."""
    last: str
    """The last trick in a sentence; empty where there was none."""
    teams: list[list[int]] | None


class LegalAction(Message):
    """An action, and what may be clicked for it."""

    text: str
    say: str
    """In words for people, and for those who can't see."""
    cards: list[str]
    alike: dict[str, str]
    """The cards that may be laid in the place of these, each with the rank, or the suit, that has to be the same."""
    seats: list[int]
    ranks: list[str]
    suits: list[str]
    places: list[int]
    piles: list[str]
    loses: bool
    """Whether it ends the game, and loses it, where others don't: a person is asked once more."""


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


class SceneSeen(Message):
    """A table as it lay while all this happened, to be seen for a moment: cards lie there that go on at once."""

    lines: int
    """After so many of the lines."""
    moves: int
    """After so many of the moves."""
    piles: list[PileSeen]
    fields: list[tuple[str, str]]
    at_seats: list[tuple[str, list[str | None]]]


class Events(Message):
    lines: list[str]
    moves: list[MoveSeen]
    scenes: list[SceneSeen]


class EndOfGame(Message):
    how: How | Literal["broken-off"]
    winners: list[int]
    scores: list[float]
    cycle: dict[str, int] | None
    places: list[int]
    of: float | None = None
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
    asks: Proposal | None = None
    """Where your seat has to agree, or not."""
    can: Can
    view: TableSeen | None
    legal: list[LegalAction]
    forms: list[FormOffered]
    question: list[tuple[str, str]]
    """What can be done, in lines for people: the verb, and with what."""
    events: Events
    scores: list[float] | None
    result: EndOfGame | None


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


def schema_text() -> str:
    """The JSON Schema of the messages in both directions, as docs/table-protocol.schema.json has it."""
    both: list[tuple[str, TypeAdapter[Any]]] = [("to the table", TO_TABLE), ("from the table", FROM_TABLE)]
    schemas, defined = TypeAdapter.json_schemas([(name, "validation", adapter) for name, adapter in both])
    whole = {"anyOf": [schemas[name, "validation"] for name, _ in both], **defined}
    return json.dumps(whole, indent=1) + "\n"
