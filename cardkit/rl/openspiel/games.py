"""Games as OpenSpiel loads them."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import isfunction
from typing import Any, ClassVar

import pyspiel

from cardkit.core.errors import CannotStart, CardkitError
from cardkit.plugins.registry import examples, installed
from cardkit.rl.environments.setting import Setting
from cardkit.rl.openspiel.course import Course
from cardkit.rl.openspiel.drawn import Drawn
from cardkit.rl.openspiel.observing import Observer, observer_of
from cardkit.rl.openspiel.pages import seen
from cardkit.rl.openspiel.parameters import SPECIFICATION, setting_for
from cardkit.rl.openspiel.sampled import Sampled
from cardkit.rl.openspiel.states import CardState
from cardkit.rl.refused import NotAnEnvironment

Types = pyspiel.GameType
_MOST_SEATS = 100
_MOST_SIDES = 100
"""Dice of more sides have outcomes with higher numbers than OpenSpiel is told."""


class CardGame(pyspiel.Game):
    """A game with its seats, its options and its deck; there is a subclass for each name that OpenSpiel knows."""

    known: ClassVar[pyspiel.GameType]
    """What OpenSpiel knows of the game before its parameters are read."""
    played: ClassVar[str] = ""
    """The name of the game; empty where a parameter has it."""

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        kind = self.known
        given = {**kind.parameter_specification, **(parameters or {})}
        try:
            name = self.played or given["game"]
            if not name:
                raise CannotStart(kind.short_name, "the game is missing, such as in cardkit(game=./my_game.py)")
            self.setting = setting = setting_for(name, given)
            self.is_explicit: bool = given["explicit"]
            self.first: Course = (Drawn if self.is_explicit else Sampled)(setting)
            """A game before it is dealt."""
            if isinstance(self.first, Drawn):
                _check(self.first)
        except CardkitError as error:
            raise ValueError(str(error)) from None
        batch = setting.batch
        info = pyspiel.GameInfo(
            num_distinct_actions=setting.actions.size,
            max_chance_outcomes=max(len(setting.observations.cards), batch.seats, _MOST_SIDES + 1),
            num_players=batch.seats,
            min_utility=-self._most(given["rewards"]),
            max_utility=self._most(given["rewards"]),
            utility_sum=None if _can_be_lost(type(batch.game)) or batch.seats == 1 else 0.0,
            max_game_length=setting.most_actions,
        )
        super().__init__(_type_of(kind, setting, is_explicit=self.is_explicit), info, dict(parameters or {}))

    @staticmethod
    def _most(rewards: str) -> float:
        return 1.0 if rewards == "wins" else 1e6

    def new_initial_state(self) -> CardState:
        """A game before its cards are dealt."""
        return CardState(self)

    def max_chance_nodes_in_history(self) -> int:
        """How often chance can have a say in a game, never more."""
        return self.setting.most_actions * len(self.setting.batch.setup.cards) if self.is_explicit else 1

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> Observer | None:
        """What a seat knows, as OpenSpiel wants it."""
        return observer_of(self.setting, kind)


def _check(course: Drawn) -> None:
    """Raises NotAnEnvironment where the rules look, in setting up, at cards that nobody has seen."""
    while course.is_chance:
        course = course.after("hear", next(iter(course.words())))
    match, other = course.playing, course.otherwise()
    for seat in range(match.state.seats):
        if seen(match.view(seat)) != seen(other.view(seat)):
            reason = "setting it up looks at cards that nobody has seen, which aren't drawn before they come off"
            raise NotAnEnvironment(match.game.name, reason)


def _can_be_lost(game: type[object]) -> bool:
    """Whether the rules seem to know results in which all lose: what makes those is named in some function."""
    functions = [value for kind in game.__mro__ for value in vars(kind).values() if isfunction(value)]
    return any({"lost", "LOST"} & {*function.__code__.co_names} for function in functions)


def _type_of(kind: pyspiel.GameType, setting: Setting, *, is_explicit: bool) -> pyspiel.GameType:
    """What OpenSpiel knows of a game with its parameters."""
    batch = setting.batch
    is_zero_sum = batch.seats > 1 and not _can_be_lost(type(batch.game))
    return game_type(
        kind.short_name,
        kind.parameter_specification,
        long_name=kind.long_name,
        dynamics=Types.Dynamics.SEQUENTIAL if batch.game.has_one_actor() else Types.Dynamics.SIMULTANEOUS,
        chance=Types.ChanceMode.EXPLICIT_STOCHASTIC if is_explicit else Types.ChanceMode.SAMPLED_STOCHASTIC,
        utility=Types.Utility.ZERO_SUM if is_zero_sum else Types.Utility.GENERAL_SUM,
        seats=(min(batch.game.players), max(batch.game.players)),
        recalls=setting.histories is not None,
    )


def game_type(
    name: str,
    specification: Mapping[str, Any],
    *,
    long_name: str,
    dynamics: Any = Types.Dynamics.SEQUENTIAL,
    chance: Any = Types.ChanceMode.SAMPLED_STOCHASTIC,
    utility: Any = Types.Utility.ZERO_SUM,
    seats: tuple[int, int] = (1, _MOST_SEATS),
    recalls: bool = True,
) -> pyspiel.GameType:
    """What OpenSpiel knows of a game."""
    return pyspiel.GameType(
        short_name=name,
        long_name=long_name,
        dynamics=dynamics,
        chance_mode=chance,
        information=Types.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=Types.RewardModel.TERMINAL,
        min_num_players=seats[0],
        max_num_players=seats[1],
        provides_information_state_string=True,
        provides_information_state_tensor=recalls,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(specification),
        default_loadable=False,
    )


def register_all() -> None:
    """Let OpenSpiel know every installed game and every example, as `cardkit_crazy8s`, and games in files.

    A file is `cardkit(game=./my_game.py)`.
    """
    known = set(pyspiel.registered_names())
    for name in (*installed(), *examples(), ""):
        short = f"cardkit_{name}".removesuffix("_")
        if short not in known:
            _register(short, name)


def _register(short: str, name: str) -> None:
    """Let OpenSpiel know a game, or where there is no name, those that a parameter names."""
    specification = dict(SPECIFICATION) if name else {"game": "", **SPECIFICATION}
    kind = game_type(short, specification, long_name=f"{name or 'A game'} of cardkit")

    # A class, as OpenSpiel lets go of what makes games when Python is gone already, and classes outlive that.
    pyspiel.register_game(kind, type(short, (CardGame,), {"known": kind, "played": name}))
