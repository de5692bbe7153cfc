"""The parts of a game record: texts, cards, chance, steps, the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple, TypeVar

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
from cardkit.core.errors import InvalidCard, shown
from cardkit.core.texts import flaw, texts_in


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


class Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Chance(Part):
    """Where chance started: the kind of generator, and its seed."""

    generator: Text
    seed: int


class Shuffled(Part):
    """What chance made of a pile: its cards from the top down."""

    shuffled: CardsText


class Rolled(Part):
    """The number that chance gave."""

    rolled: int = Field(ge=1)


class Taken(Part):
    """An action of a seat that was one of several to choose, or that might act, at the same time."""

    seat: int = Field(ge=0)
    action: Text


class RecordedCycle(Part):
    """The two rounds or turns of an endless game that are the same."""

    first: int = Field(ge=1)
    again: int = Field(ge=1)


class End(Part):
    """How the game ended."""

    how: How
    winners: tuple[int, ...]
    scores: tuple[float, ...]
    cycle: RecordedCycle | None = None
    places: tuple[int, ...] = ()
    out_of_time: int | None = Field(default=None, ge=0)
    """The seat that lost because its time ran out, which is why the game ended."""

    @model_serializer(mode="wrap")
    def _without_rarities(self, written: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """The end as a record has it: places, and who ran out of time, are written where there are any."""
        parts: dict[str, Any] = written(self)
        rare = {"places": self.places == (), "out_of_time": self.out_of_time is None}
        return {name: part for name, part in parts.items() if not rare.get(name)}

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


Entry = Text | Taken | Shuffled | Rolled
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
