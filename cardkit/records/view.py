"""The redacted record: what one seat could know of a game, in a file, and told again in plain words."""

from __future__ import annotations

import dataclasses
import json
import types
from collections.abc import Iterable, Mapping
from functools import cache, reduce
from pathlib import Path
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, WrapValidator, create_model

from cardkit.core.acts.actions import Action, kebab
from cardkit.core.acts.events import Event
from cardkit.core.cards import BACK, Card
from cardkit.core.piles import Domain, Seat
from cardkit.plugins.lines import Name
from cardkit.plugins.narrators import Plain, facts_line
from cardkit.plugins.plugin import Plugin
from cardkit.records.parts import Json, Text
from cardkit.records.record import Record, RecordError
from cardkit.records.retelling import Block, Retelling, no_such_turn


class ViewRecord(BaseModel):
    """What one seat could know of a game: the events as it saw them, and nothing from which more would follow."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Literal["cardkit view"] = "cardkit view"
    version: Literal[1] = 1
    game: Text
    rules: Text
    names: tuple[Text, ...]
    seat: int
    counts: Text
    events: tuple[dict[Text, Json], ...]


def view_record(plugin: Plugin, record: Record, seat: Seat, blocks: Iterable[Block]) -> ViewRecord:
    """The record redacted for a seat, with whose eyes these blocks were told."""
    return ViewRecord(
        game=record.game,
        rules=record.rules,
        names=record.names,
        seat=seat,
        counts=plugin.game.counts,
        events=tuple(dict(facts) for block in blocks for facts in block.facts),
    )


def view_text(view: ViewRecord) -> str:
    """The redacted record as its file has it: a line for each part of the header, then a line for each event."""
    parts = view.model_dump(mode="json", exclude={"events"})
    header = "".join(
        f" {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)},\n" for name, value in parts.items()
    )
    lines = ",".join("\n  " + json.dumps(event, ensure_ascii=False) for event in view.events)
    return f'{{\n{header} "events": [{lines}\n ]\n}}\n'


def tell_view(view: ViewRecord, path: Path, *, until: int | None = None) -> Retelling:
    """A redacted record in plain words; raises RecordError at an event that is none of these players' game."""
    narrator = Plain(tuple(map(Name, view.names)), view.counts)
    told = Retelling(narrator)
    for number, facts in enumerate(view.events, start=1):
        try:
            event = _event(facts, len(view.names))
            lines = [facts_line(facts)] if event is None else list(narrator(event, None))
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            raise RecordError(path, f"events {number}", "it is not an event of this game") from error
        told.add(event, facts, lines)
    last = told.blocks[-1].number
    if until is not None and until > last:
        raise no_such_turn(path, view.counts, until, last)
    told.end(last + 1, until)
    return told


class Said(Action):
    """An action of which only the notation is known."""

    text: str

    def __str__(self) -> str:
        return self.text


def _said(text: Any) -> Said:
    if not isinstance(text, str):
        raise ValueError("an action is a text")
    return Said(text)


def _event(facts: Mapping[str, Any], seats: int) -> Event | None:
    """The event of the core that these facts are, or None for one of a game's own; raises ValueError if it is bad."""
    cls = _core_events().get(facts["event"])
    values = {name: value for name, value in facts.items() if name != "event"}
    if cls is None or not values.keys() <= set(_said_of(cls)):
        return None
    found = _form(cls, seats).model_validate_json(json.dumps(values), strict=True)
    event: Event = cls(**dict(found))
    return event


@cache
def _core_events() -> dict[str, Any]:
    """Every event of the core by its name in JSON."""
    return {kebab(cls.__name__): cls for cls in Event.__subclasses__() if cls.__module__ == Event.__module__}


@cache
def _form(cls: type[Event], seats: int) -> type[BaseModel]:
    """A model with the fields of an event, as a game of so many seats has them in JSON."""
    hints = get_type_hints(cls, include_extras=True)
    fields: dict[str, Any] = {name: (_in_json(hints[name], seats), ...) for name in _said_of(cls)}
    return create_model(cls.__name__, **fields)


def _said_of(cls: type[Event]) -> list[str]:
    """The fields of an event that JSON has."""
    return [field.name for field in dataclasses.fields(cast(Any, cls)) if field.name not in cls.untold]


def _in_json(kind: Any, seats: int) -> Any:
    """A type as JSON has its values: an action is its notation, a card may be a back, a seat is one of the game's."""
    if kind is Action:
        return Annotated[Action, PlainValidator(_said)]
    if kind is Card:
        return Annotated[Card, WrapValidator(lambda text, read: BACK if text == str(BACK) else read(text))]
    if Domain.SEAT in getattr(kind, "__metadata__", ()):
        return Annotated[int, Field(ge=0, lt=seats)]
    parts: tuple[Any, ...] = tuple(part if part is ... else _in_json(part, seats) for part in get_args(kind))
    if get_origin(kind) in (Union, types.UnionType):
        return reduce(lambda one, other: one | other, parts)
    return types.GenericAlias(tuple, parts) if get_origin(kind) is tuple else kind
