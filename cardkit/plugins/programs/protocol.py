"""The lines between cardkit and a program, version 1 (docs/bot-protocol.md), and the schema that they keep to."""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from cardkit.core.acts.actions import kebab
from cardkit.core.acts.choices import parts_of
from cardkit.core.acts.events import Ended, Event, plain
from cardkit.core.acts.forms import Form
from cardkit.core.acts.results import How
from cardkit.core.cards import Card
from cardkit.core.fields import Part
from cardkit.core.piles import Pile
from cardkit.core.state import State
from cardkit.table.players import Seating

VERSION = 1
MOST_LISTED = 200
"""Up to how many actions of a form are listed."""
_ENCODER = json.JSONEncoder(separators=(",", ":"))
_word = cache(kebab)
_AS_IT_IS = frozenset({int, str, float, bool, type(None)})


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Begin(_Message):
    """A game begins, and the cards are dealt."""

    type: Literal["begin"]
    protocol: Literal[1]
    game: str
    rules: str
    """What the game says of its rules."""
    options: dict[str, Any]
    deck: list[str]
    """All cards of the game, sorted."""
    seat: int = Field(ge=0)
    seats: int = Field(ge=1)
    names: list[str]
    seed: int = Field(ge=0, lt=2**32)
    """A number for the program's own chance, the same when the game is played again."""
    view: dict[str, Any]
    """The table as the seat sees it."""


class Happened(_Message):
    """Something happened, as the seat sees it; what else it holds depends on the event."""

    model_config = ConfigDict(extra="allow")
    type: Literal["event"]
    event: str


class YourTurn(_Message):
    """The one message that has to be answered, by a legal action in its notation."""

    type: Literal["turn"]
    seconds: float = Field(ge=0)
    """What is left for this answer."""
    game_seconds: float = Field(ge=0)
    """What is left for all answers of this game."""
    view: dict[str, Any]
    forms: list[str]
    """What stands for more actions than are listed, in words."""
    legal: list[str]
    """The legal actions; of each form that has too many, some."""


class EndResult(_Message):
    how: How
    winners: list[int]
    scores: list[float]
    cycle: dict[str, int] | None
    places: list[int]


class End(_Message):
    """The game is over; None is the result where another player broke it off."""

    type: Literal["end"]
    result: EndResult | None


MESSAGE: TypeAdapter[Begin | Happened | YourTurn | End] = TypeAdapter(
    Annotated[Begin | Happened | YourTurn | End, Field(discriminator="type")]
)


def schema_text() -> str:
    """The JSON Schema of a line to a program, as docs/bot-protocol.schema.json has it."""
    return json.dumps(MESSAGE.json_schema(), indent=1) + "\n"


def line(**message: Any) -> str:
    """A message as its line."""
    return _ENCODER.encode(message)


def begin_line(seating: Seating, names: Sequence[str], seed: int, view: State) -> str:
    """The line by which a game begins."""
    game = seating.game
    return line(
        type="begin",
        protocol=VERSION,
        game=game.name,
        rules=inspect.cleandoc(game.__doc__ or ""),
        options=game.model_dump(mode="json"),
        deck=[str(card) for card in seating.deck],
        seat=seating.seat,
        seats=seating.seats,
        names=list(names),
        seed=seed,
        view=view_of(view),
    )


def event_line(event: Event) -> str:
    """The line of an event; that of the end is the last of a game."""
    if isinstance(event, Ended):
        return line(type="end", result=plain(event.result))
    told = {name: _told(value) for name, value in vars(event).items() if name not in event.untold}
    return line(type="event", event=_word(type(event).__name__), **told)


def turn_line(view: State, legal: Sequence[Any], seconds: float, left: float) -> str:
    """The line by which a program is asked for an action; the legal ones stand last."""
    listed: list[str] = []
    forms: list[str] = []
    for part in parts_of(legal):
        if not isinstance(part, Form):
            listed.append(str(part))
            continue
        form = cast(Form[Any], part)
        step = -(-len(form) // MOST_LISTED)
        listed += [str(form[number]) for number in range(0, len(form), step)]
        if step > 1:
            forms.append(str(form))
    return line(
        type="turn",
        seconds=round(seconds, 3),
        game_seconds=round(left, 3),
        view=view_of(view),
        forms=forms,
        legal=listed,
    )


def view_of(view: State | Part) -> dict[str, Any]:
    """A view by its fields, as JSON has it: a pile is the list of its cards, the top one last."""
    return {name: _told(value) for name, value in vars(view).items() if name[0] != "_"}


def _told(value: Any) -> Any:
    kind = cast(Any, type(value))
    if kind in _AS_IT_IS:
        return value
    if kind is Card:
        return value.text
    if kind is Pile:
        return [card.text for card in value.cards]
    if isinstance(value, list | tuple):
        return [_told(part) for part in cast(Sequence[Any], value)]
    if isinstance(value, Mapping):
        return {str(key): _told(part) for key, part in cast(Mapping[Any, Any], value).items()}
    if isinstance(value, Part):
        return view_of(value)
    return plain(value)
