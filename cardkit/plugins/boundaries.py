"""Boundaries between cardkit and what authors write: any error that comes out of a game or a player becomes a sentence.

A game that is played for a person has them. From Python, a match and a table let errors through as they are.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NoReturn, cast

from cardkit.core.actions import Action
from cardkit.core.errors import (
    BadOption,
    CannotStart,
    CardkitError,
    DeckFileError,
    EmptyPile,
    GameFault,
    IllegalAction,
    InvalidCard,
    NotAnAction,
    OutOfNumbers,
    PlayerFault,
    ProgramFault,
    Unsteady,
    at,
    is_authors,
    is_from_author,
    is_raised_by_author,
    shown,
    told,
    told_with_function,
)
from cardkit.core.events import Event
from cardkit.core.piles import Seat
from cardkit.plugins.narrators import Narrator
from cardkit.plugins.people import Left, OutputLost, Stopped, Undone
from cardkit.table.players import Bot, Player, Seating, chooser, first_legal, is_blind, is_bot, is_steady

_NO_FAULTS = (KeyboardInterrupt, Left, OutputLost, Stopped, Undone)
"""What a person does, or the output, unless an author's code raises it."""
_TRIPPED_OVER = (EmptyPile, IllegalAction, InvalidCard, NotAnAction, OutOfNumbers)
"""Errors of cardkit that a rule can't mean, whoever raises them."""
_MEANT = (BadOption, CannotStart, DeckFileError)
"""Errors of cardkit that an author's code may raise; any other one is as any error of its own."""


def _is_no_fault(error: BaseException) -> bool:
    return isinstance(error, _NO_FAULTS) and not is_raised_by_author(error)


def _is_fault(error: CardkitError) -> bool:
    """Whether an error of cardkit is one of an author's code, which has no reason to raise it."""
    return is_raised_by_author(error) and not isinstance(error, _MEANT)


class Guarded:
    """A player at a seat, whose every error, or answer that is no action, is told as its fault."""

    def __init__(self, player: Player[Any, Any] | Bot, seat: Seat, name: str) -> None:
        self.steady = is_steady(player)
        self.blind = is_blind(player)
        self.remembers = is_bot(player)
        self.seat = seat
        self.name = name
        self.chosen: Any = None
        """What it chose last."""
        self.had_a_choice = False
        """Whether it was ever asked where more than one action was legal."""
        self.player: Any = player
        self._choose = chooser(player)

    def begin(self, seating: Seating, view: Any, /) -> None:
        """Let a bot sit down."""
        self._answer(self.player.begin, seating, view)

    def told(self, events: Sequence[Event], view: Any, /) -> None:
        """Tell a bot what happened."""
        self._answer(self.player.told, events, view)

    def leave(self) -> None:
        """Let go a program that plays here, from a game that doesn't go on."""
        leave: Callable[[], None] | None = getattr(self.player, "leave", None)
        if leave is not None:
            leave()

    def _answer(self, asked: Callable[..., Any], *question: Any) -> Any:
        """What the player answers; raises PlayerFault where it fails."""
        try:
            return asked(*question)
        except ProgramFault as error:
            raise PlayerFault(self.seat, self.name, str(error)) from error
        except BaseException as error:
            if _is_no_fault(error):
                raise
            raise PlayerFault(self.seat, self.name, told(error)) from error

    def __call__(self, view: Any, legal: Sequence[Any], /) -> Any:
        self.had_a_choice = self.had_a_choice or len(legal) > 1
        chosen = self._answer(self._choose, view, legal)
        if not isinstance(chosen, Action):
            raise PlayerFault(self.seat, self.name, f"it chose {shown(chosen)}, which is none of the legal actions")
        self.chosen = chosen
        return chosen


class GuardedNarrator:
    """A narrator whose lines are a list; raises GameFault where it returns anything else than lines."""

    def __init__(self, tell: Narrator, game: str) -> None:
        self._tell, self._game = tell, game

    def __call__(self, event: Event, view: Any, /) -> list[str]:
        told: Any = self._tell(event, view)
        found = list(cast(Iterable[Any], told)) if isinstance(told, Iterable) else [told]
        if isinstance(told, str) or not all(isinstance(line, str) for line in found):
            raise GameFault(
                self._game, f"its narrator returned {shown(cast(object, told))}, and not lines{at(type(self._tell))}"
            )
        return found


@contextmanager
def guarding(game: str, players: Sequence[Player[Any, Any]] = ()) -> Generator[None]:
    """Within, whatever the code of a game raises is told as its fault, and an illegal action as that of its player."""
    try:
        yield
    except CardkitError as error:
        if _is_fault(error) or (isinstance(error, _TRIPPED_OVER) and is_from_author(error)):
            raise GameFault(game, told_with_function(error)) from error
        for player in players:
            if (
                isinstance(error, Unsteady)
                and isinstance(player, Guarded)
                and player.steady
                and player.player is not first_legal
            ):
                raise PlayerFault(player.seat, player.name, str(error)) from error
            if isinstance(error, IllegalAction) and isinstance(player, Guarded) and player.chosen is error.action:
                raise PlayerFault(player.seat, player.name, str(error)) from error
        raise
    except BaseException as error:
        if is_from_author(error) and not _is_no_fault(error):
            raise GameFault(game, told_with_function(error)) from error
        raise


@contextmanager
def telling() -> Generator[None]:
    """Within, whatever comes out of an author's code, and no nearer boundary has told, is told with its function.

    Code of an author that would end the process without a word raises SystemExit.
    """
    ends = {name: getattr(os, name) for name in ("_exit", "abort")}
    for name, end in ends.items():
        setattr(os, name, partial(_end, name, end))
    try:
        yield
    except BaseException as error:
        if isinstance(error, CardkitError):
            is_told = not _is_fault(error)
        else:
            is_told = _is_no_fault(error) or not is_from_author(error)
        if is_told:
            raise
        raise CardkitError(told_with_function(error)) from error
    finally:
        for name, end in ends.items():
            setattr(os, name, end)


def _end(name: str, end: Callable[..., NoReturn], *status: Any, **named: Any) -> NoReturn:
    """End the process, unless an author's code asks for it."""
    here = inspect.currentframe()
    if here is not None and here.f_back is not None and is_authors(here.f_back.f_code.co_filename):
        raise SystemExit(f"os.{name}({''.join(map(shown, (*status, *named.values())))})")
    end(*status, **named)
