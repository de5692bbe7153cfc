"""What is said to a table by whoever sits or watches there, version 1 (docs/table-protocol.md), as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from cardkit.core.texts import flaw
from cardkit.records.keeper import Refused

PROTOCOL: Final = 1
LONGEST_NAME = 24
LONGEST_TALK = 300
LONGEST_ACTION = 500


class Message(BaseModel):
    """A message in one of the two directions, or a part of one."""

    model_config = ConfigDict(extra="forbid", strict=True)


Id = Annotated[int | None, Field(description="comes back in the answer, or in why it is refused")]


class Hello(Message):
    """The first message: a key opens a seat, or lets its owner watch."""

    do: Literal["hello"]
    protocol: Literal[1]
    key: str = Field(max_length=200)
    name: str = Field(default="", max_length=200)


class Act(Message):
    """A legal action in its notation, or typed as at a terminal."""

    do: Literal["act"]
    action: str = Field(max_length=LONGEST_ACTION)
    at: int | None = Field(default=None, description="the number of the view it was chosen on; refused if that is over")
    id: Id = None


class Why(Message):
    """Asks what a card, or whatever is typed, can do now, or why it can't."""

    do: Literal["why"]
    action: str = Field(max_length=LONGEST_ACTION)
    id: Id = None


class Hint(Message):
    """Asks what a machine would do."""

    do: Literal["hint"]
    id: Id = None


class Undo(Message):
    """Takes back the seat's last choice, if nobody else has acted since."""

    do: Literal["undo"]
    practice: bool = Field(default=False, description="also where hidden cards were seen since; it is practice then")
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
    """Lets a machine play for somebody who has been away for long."""

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


Said = Hello | Act | Why | Hint | Undo | Redo | Talk | Start | StandIn | Rematch | Renew | At | Fork


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


def fit(text: str, what: str, longest: int) -> str:
    """A text that people wrote, with single blanks; raises Refused where it can't be shown on a line."""
    words = " ".join(text.split())
    if unfit := flaw(words):
        raise Refused(f"{what} can't hold {unfit}")
    if len(words) > longest:
        raise Refused(f"{what} has at most {longest} characters")
    return words
