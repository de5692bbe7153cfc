"""What a promise is checked on: a position of a game with the step that led there, and a game that has ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardkit.authors.promises.random_games import TrialSetup
from cardkit.authors.promises.trial import Trial
from cardkit.core.actions import Action
from cardkit.core.chance.generators import Seeded
from cardkit.core.events import Acted, Event
from cardkit.core.game import Game
from cardkit.core.piles import Seat
from cardkit.core.state import State

_LOOKED_AT = 200
"""About how many of the legal actions are looked at one by one."""


@dataclass(frozen=True, kw_only=True)
class StepTaken:
    """An action, and the match as it was before."""

    before: Trial
    seats: Sequence[Seat]
    """The seats that acted."""
    event: Acted
    """What they did."""

    @property
    def action(self) -> Action:
        """The action."""
        return self.event.action


@dataclass(frozen=True)
class Listed:
    """The catalogue of a game."""

    actions: Mapping[Action, None]
    unlisted: Mapping[str, str]
    """Why actions of a kind aren't listed, by the name of their class."""


@dataclass(frozen=True, kw_only=True)
class Scene:
    """A position of a match, after setup or after an action."""

    match: Trial
    setting: TrialSetup
    catalogue: Listed | None
    """Every action there could be, or None where they are too many."""
    chance: Seeded
    """Random numbers for choosing what to look at."""
    events: Sequence[Event]
    """What happened, the action itself not included."""
    step: StepTaken | None = None
    """What led here, or None after setup."""

    @property
    def game(self) -> Game[Any, Any]:
        """The rules."""
        return self.match.game

    @property
    def state(self) -> State:
        """The table."""
        return self.match.state

    @property
    def legal(self) -> Sequence[Action]:
        """Legal actions of the seat that is asked next: all of them, or some where they are very many, the last too."""
        legal = self.match.legal
        step = 1 + len(legal) // _LOOKED_AT
        return legal[(len(legal) - 1) % step :: step] if legal else ()


@dataclass(frozen=True, kw_only=True)
class Playthrough:
    """A game that was played to its end."""

    setting: TrialSetup
    log: Sequence[Event]
    """Everything that happened, each action before what it brought about."""


SceneCheck = Callable[[Scene], "str | None"]
"""Says what is wrong with a scene, in a clause, or None."""
PlaythroughCheck = Callable[[Playthrough], "str | None"]
"""Says what is wrong with a game that was played, in a clause, or None."""
