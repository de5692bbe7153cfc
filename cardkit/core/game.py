"""The rules of a game: what an author writes."""

from __future__ import annotations

import types
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, Self, TypeVar, Union, cast, get_args, get_origin

from pydantic import BaseModel, ConfigDict, ValidationError

from cardkit.core.actions import Action
from cardkit.core.dealer import Dealer
from cardkit.core.errors import BadOption
from cardkit.core.piles import Pile, Seat
from cardkit.core.results import Result
from cardkit.core.state import State
from cardkit.core.texts import flaw, texts_in

S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)


class Game(BaseModel, Generic[S, A]):
    """The rules of a game: four methods that read like the rule book, and the options as validated fields.

    The rules change the state, and move cards through the dealer only. They draw chance from nowhere but the
    dealer's shuffles, and keep nothing outside the state.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: ClassVar[str]
    players: ClassVar[range]
    """The numbers of seats the game can be played with."""
    counts: ClassVar[str] = "turn"
    """What the state's `count` counts, as an English word in the singular."""

    @abstractmethod
    def setup(self, deck: Pile, seats: int, dealer: Dealer, /) -> S:
        """The table before the first turn: every card of the deck lies in some pile of it.

        Raises CannotStart where the deck or the number of seats doesn't do.
        """

    @abstractmethod
    def legal(self, state: S, /) -> Sequence[A]:
        """What the seat whose turn it is may do; never empty before the end."""

    @abstractmethod
    def apply(self, state: S, action: A, dealer: Dealer, /) -> None:
        """Do what a legal action does to the table."""

    @abstractmethod
    def result(self, state: S, /) -> Result | None:
        """How the game ended, or None while it goes on."""

    def objection(self, state: S, action: A, /) -> str | None:
        """Why an action is not allowed now; None exactly for the legal ones."""
        return None if action in self.legal(state) else "not allowed now"

    def acting(self, state: S, /) -> Sequence[Seat]:
        """The seats that take the next action together: the one whose turn it is, unless a game says otherwise.

        Several seats act together only where there is a single legal action, such as turning over a card.
        """
        return (state.turn,)

    @classmethod
    def with_options(cls, options: Mapping[str, Any]) -> Self:
        """The game with these options, each given as a value or as the text of one.

        Raises BadOption, which names the known options or says what is wrong with a value.
        """
        for option in options:
            if option not in cls.model_fields:
                known = ", ".join(cls.model_fields) or "none"
                raise BadOption(cls.name, option, options[option], f"there is no such option; known: {known}")
            for text in texts_in(options[option]):
                if unfit := flaw(text):
                    raise BadOption(cls.name, option, options[option], f"it can't hold {unfit}")
        try:
            return cls(**options)
        except ValidationError as error:
            first = error.errors()[0]
            where = str(first["loc"][0]) if first["loc"] else ""
            reason = first["msg"].removeprefix("Value error, ")
            raise BadOption(
                cls.name, where, options.get(where, first["input"]), reason[:1].lower() + reason[1:]
            ) from None


def declared_types(game: type[Game[Any, Any]]) -> tuple[Any, Any] | None:
    """The state and the actions in a game's declaration `Game[State, Actions]`, or None where it has none."""
    for base in game.__mro__:
        arguments = getattr(base, "__pydantic_generic_metadata__", {}).get("args", ())
        if len(arguments) == 2:
            return cast(tuple[Any, Any], arguments)
    return None


def action_types(actions: Any) -> tuple[Any, ...]:
    """The classes of actions that a type stands for: one, or those of a union."""
    return get_args(actions) if get_origin(actions) in (Union, types.UnionType) else (actions,)
