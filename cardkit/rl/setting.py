"""What the end of a game is worth to each seat that learns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Self, TypedDict, Unpack, cast

import numpy as np
from gymnasium import spaces

from cardkit.core.cards import Card
from cardkit.core.errors import CannotStart, UnknownName
from cardkit.core.game import Game
from cardkit.core.results import How, Result
from cardkit.core.texts import counted, there_are
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.registry import load_game
from cardkit.plugins.setup import Setup, machines, new_seed
from cardkit.rl.actions import ActionSpace, Coarse, NotAnEnvironment
from cardkit.rl.history import COLUMNS, Histories
from cardkit.rl.observations import MOST, Array, NumberLayout, Observations, Section
from cardkit.simulation.batch import Batch, batch_of

Rewards = Callable[[Result], Sequence[float]]


def wins(result: Result) -> list[float]:
    """1 shared by the winners and -1 shared by the others; -1 for everybody where all lost, as in a patience; the share
    of the score that wins, where all play together; else 0.

    >>> wins(Result.win(0, seats=3)), wins(Result.draw(2)), wins(Result.win(0, 2, seats=4))
    ([1.0, -0.5, -0.5], [0.0, 0.0], [0.5, -0.5, 0.5, -0.5])
    """
    seats, winners = len(result.scores), result.winners
    if result.of is not None:
        return [score / result.of for score in result.scores]
    if result.how is How.LOST:
        return [-1.0] * seats
    others = seats - len(winners)
    if not winners or (not others and seats > 1):
        return [0.0] * seats
    return [1 / len(winners) if seat in winners else -1 / others for seat in range(seats)]


def scores(result: Result) -> list[float]:
    """How far each seat's score is above the average, or below it where the lowest wins; the score itself of one
    seat, or where all play together.

    >>> scores(Result.most((3.0, 1.0))), scores(Result.least((90.0, 30.0, 60.0)))
    ([1.0, -1.0], [-30.0, 30.0, 0.0])
    """
    own = result.scores
    if len(own) == 1 or result.of is not None:
        return list(own)
    is_low = bool(result.winners) and own[result.winners[0]] == min(own) < max(own)
    average = sum(own) / len(own)
    return [average - score if is_low else score - average for score in own]


REWARDS: Mapping[str, Rewards] = {"wins": wins, "scores": scores}
RENDER_MODES = ("ansi", "human", "rgb_array")


def described(actions: ActionSpace, layout: NumberLayout, histories: Histories | None) -> str:
    """What every number means, what is not told in numbers, and which number each action has."""
    lines = [f"{counted(layout.size, 'number')} that a seat sees:"]
    for section in layout.sections:
        last = section.start + section.size - 1
        place = f"{section.start}" if section.size == 1 else f"{section.start}-{last}"
        lines.append(f"  {place}: {_about(section)}: {', '.join(section.labels)}")
    if histories is not None:
        lines.append(f"{counted(histories.length, 'row')} of the history: {', '.join(COLUMNS)}")
    if layout.left_out:
        lines += ["not told:", *(f"  {name}: {reason}" for name, reason in layout.left_out.items())]
    lines += [
        f"{counted(actions.size, 'action')}:",
        *(f"  {place}: {name}" for place, name in enumerate(actions.names)),
    ]
    return "\n".join(lines)


def read(layout: NumberLayout, numbers: Array) -> str:
    """What the numbers say that a seat sees, without those that are 0."""
    return "\n".join(_read(layout, numbers))


def _read(layout: NumberLayout, numbers: Any) -> Iterator[str]:
    for section in layout.sections:
        found = numbers[section.start : section.start + section.size]
        said = [
            label if number == 1 and not section.counts else f"{label} {number:g}"
            for label, number in zip(section.labels, found, strict=True)
            if number
        ]
        if said:
            yield f"{_about(section)}: {', '.join(said)}"


def _about(section: Section) -> str:
    """What a section tells."""
    return section.name if section.what == "value" else f"{section.name}, {section.what}"


AnyGame = str | Plugin | type[Game[Any, Any]]
"""A game by its name or its file, or itself."""


MOST_ILLEGAL = 1_000.0
"""An action that isn't legal costs no more points than this, where scores have no bounds."""
MOST_ROUNDS = 100
"""A game is stopped after so many times as many answers as are taken in a round of it."""


@dataclass(kw_only=True)
class Setting:
    """What is the same in all games, and which of them is the next."""

    batch: Batch
    rewards: Rewards
    most_actions: int
    by_hand: bool = False
    """Whether an episode is a hand, a round of the game with points of its own."""
    coarse: Mapping[str, Coarse] | None = None
    history: int = 0
    names: Sequence[str] = ()
    """What the agents are called."""
    render_mode: str | None = None
    number: int = -1

    def __deepcopy__(self, memo: Any) -> Self:
        """A copy whose games go on by themselves; all else stays as it is, and is had in common."""
        return copy(self)

    @cached_property
    def actions(self) -> ActionSpace:
        """The numbers of all actions, or of the steps by which they are said."""
        return ActionSpace(self.batch.game, self.batch.setup.cards, self.batch.seats, self.coarse)

    @cached_property
    def observations(self) -> Observations:
        """What a seat sees, in numbers."""
        return Observations(self.batch.game, self.batch.setup.cards, self.batch.seats, self.actions.spelling)

    @cached_property
    def histories(self) -> Histories | None:
        """What a seat saw, in rows of numbers, where it is told."""
        return Histories(self.actions, self.observations, self.history) if self.history else None

    def worth(self, result: Result | None, points: Sequence[float] = (), scores: Sequence[float] = ()) -> list[float]:
        """What the end is worth to each seat: by the points of a hand where there are any, else by the result.

        A game that was stopped, and has no result, is worth what its scores are then, or nothing where it has none.
        """
        if not points and result is not None:
            return list(self.rewards(result))
        return list(self.rewards(self._judged(points, is_hand=True) if points else self._judged(scores, is_hand=False)))

    def _judged(self, scores: Sequence[float], *, is_hand: bool) -> Result:
        """The result of a hand with these points, or of a stopped game with these scores, of seats or of teams."""
        game, seats = self.batch.game, self.batch.seats
        teams = game.teams(seats)
        if len(scores) not in (seats, len(teams)):
            return Result.cut_off((0.0,) * seats)
        if seats == 1:
            how = How.DRAW if not is_hand or not scores[0] else How.WON if scores[0] > 0 else How.LOST
            return Result(how, (0,) if how is How.WON else (), tuple(scores))
        if len(scores) != seats:
            return (Result.least_of if game.better == "least" else Result.most_of)(teams, scores)
        return (Result.least if game.better == "least" else Result.most)(scores)

    @cached_property
    def most(self) -> float:
        """What an end is worth at most, or with a minus at least: inf where the scores have no bounds."""
        least, greatest = self.batch.score_bounds
        return 1.0 if self.rewards is wins else max(greatest - least, greatest, -least)

    @property
    def illegal(self) -> float:
        """What a game is worth to who ends it by an action that isn't legal: no end is worse; to the others nothing."""
        return -min(self.most, MOST_ILLEGAL)

    def next_game(self, seed: int | None) -> None:
        """Go on to the next game; with a seed, to the first of the batch of that seed, as `cardkit simulate` has it."""
        if seed is None and self.number >= 0:
            self.number += 1
        else:
            self.batch, self.number = self.batch.having(seed=new_seed() if seed is None else seed), 0

    @property
    def observation_space(self) -> spaces.Box:
        """What the numbers that a seat sees can be."""
        layout = self.observations
        return spaces.Box(layout.low, layout.high, dtype=np.float32)

    @property
    def history_space(self) -> spaces.Box | None:
        """What the rows of the history can be, where there is one."""
        if self.histories is None:
            return None
        return spaces.Box(-MOST, MOST, (self.histories.length, len(COLUMNS)), np.float32)

    @property
    def shown_space(self) -> spaces.Space[Any]:
        """What an observation can be: numbers, or these and the history."""
        box, history = self.observation_space, self.history_space
        return box if history is None else spaces.Dict({"observation": box, "history": history})

    def describe(self, observation: Any = None) -> str:
        """What every number means; of an observation, what it says."""
        if observation is None:
            return described(self.actions, self.observations, self.histories)
        numbers = cast(Any, observation)["observation"] if isinstance(observation, dict) else observation
        return read(self.observations, numbers)


class Wishes(TypedDict, total=False):
    """What may be said of an environment beside the game and who learns."""

    rules: str | None
    """The rule set, by default the game's first one."""
    options: Mapping[str, Any]
    deck: str | Path | Sequence[Card] | None
    """A deck file, or the cards, the first one on top; by default the game's own."""
    coarse: Mapping[str, Coarse]
    """Which few actions stand for a kind of which there are too many, by the name of its class."""
    episode: str
    """`match`, by default: a whole game; or `hand`: a round of it, whose points are the reward."""
    rewards: str | None
    """`wins`, by default, or `scores`, by default where an episode is a hand."""
    history: int
    """How many rows of what a seat saw are part of what it sees; by default none."""
    most_actions: int
    """After so many actions in a hand a game is stopped, and is worth what its scores are; by default 1,000."""
    names: Sequence[str] | None
    """What the agents are called, by default `player_0` and so on."""
    render_mode: str | None
    """How the table is shown: `ansi`, `human` or `rgb_array`; by default not at all."""


def setting_of(game: AnyGame, seats: int | None = None, **wishes: Unpack[Wishes]) -> Setting:
    """The setting for a game; raises the error of cardkit that says in a sentence what is wrong."""
    plugin = game if isinstance(game, Plugin) else load_game(game) if isinstance(game, str) else Plugin(game=game)
    episode, history = wishes.get("episode", "match"), wishes.get("history", 0)
    most = wishes.get("most_actions", 1_000)
    rewards = wishes.get("rewards") or ("scores" if episode == "hand" else "wins")
    for name in wishes:
        if name not in Wishes.__annotations__:
            raise UnknownName("wish", name, ("seats", *Wishes.__annotations__))
    if episode not in ("hand", "match"):
        raise UnknownName("episode", episode, ("hand", "match"))
    if rewards not in REWARDS:
        raise UnknownName("kind of rewards", rewards, REWARDS)
    if (mode := wishes.get("render_mode")) not in (None, *RENDER_MODES):
        raise UnknownName("render mode", mode, RENDER_MODES)
    for name, number, least in (("history", history, 0), ("most_actions", most, 1)):
        if number < least:
            raise NotAnEnvironment(plugin.game.name, f"{name} is a number from {least} on, and was {number}")
    seated = ("random",) * (len(machines(plugin)) if seats is None else seats)
    setup = Setup.of(
        plugin,
        wishes.get("rules"),
        options=wishes.get("options", {}),
        deck=wishes.get("deck"),
        seats=seated,
        source=game if isinstance(game, str) else plugin.source,
    )
    batch, coarse = batch_of(setup), wishes.get("coarse")
    names = list(wishes.get("names") or [f"player_{seat}" for seat in range(batch.seats)])
    if len(names) != batch.seats or len({*names}) != batch.seats:
        reason = f"{there_are(len({*names}), 'different name')} for {counted(batch.seats, 'seat')}"
        raise CannotStart(batch.game.name, reason)
    setting = Setting(
        batch=batch,
        rewards=REWARDS[rewards],
        most_actions=most,
        by_hand=episode == "hand",
        coarse=coarse,
        history=history,
        names=names,
        render_mode=mode,
    )
    # What can't be an environment is said at once.
    _ = setting.actions, setting.observations
    return setting
