"""What is the same in all games of an environment, what their ends are worth to each seat, and one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Self, TypedDict, Unpack, cast

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cardkit.core.cards import Card, Seat
from cardkit.core.errors import CannotStart, UnknownName
from cardkit.core.events import Event
from cardkit.core.game import All, AnyOf, Game
from cardkit.core.results import How, Result
from cardkit.core.state import State, scores_of
from cardkit.core.texts import counted, there_are
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.registry import load_game
from cardkit.plugins.setup import Setup, machines, new_seed
from cardkit.rl.actions import ActionSpace, Beginning, Coarse, NotAnEnvironment
from cardkit.rl.observations import COLUMNS, MOST, Array, Histories, Memory, NumberLayout, Observations, Plan, Section
from cardkit.simulation.batch import Batch, batch_of
from cardkit.table.turns import Table, done_in_window

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


class Episode:
    """A game that is played by the numbers of actions, at a table where players may sit too.

    Where nobody has to be told what happens, no table is needed, and it is faster.
    """

    def __init__(self, setting: Setting, players: Sequence[Any] | None = None) -> None:
        self._setting = setting
        self.players = players or ()
        """Who sits at the seats."""
        batch, number = setting.batch, setting.number
        self.match = match = batch.match(number)
        self.answers = 0
        """How many answers were given."""
        self._before = 0
        """How many of them before the hand that is played."""
        self.points: Sequence[float] = ()
        """The points of the hand, where that was the episode, and is over."""
        self._scores: Sequence[float] = ()
        """How it stood after the last hand."""
        self._lying: Any = None
        self._plans: list[Plan] = []
        self._table: Table[Any, Any] | None = None
        self._memories: list[Memory] = []
        self._has_begun = False
        self._begun: dict[Seat, Beginning] = {}
        """What seats have begun to say of an action."""
        self._has_one_actor = match.game.has_one_actor()
        self._answers: dict[Seat, Any] = {}
        """What seats answered that act together, until all have, where there is no table."""
        self._played = 0
        """How many actions were played without one."""
        if players is None and setting.histories is None:
            match.dealer.keep(journal=False)
        else:
            self._table = Table(match, players or [absent] * batch.seats, seed=batch.seed_of(number))
            if setting.histories is not None:
                self._remember(setting.histories, self._table)
            self._table.begin()
            self._has_begun = True
        self._look()

    def _remember(self, histories: Histories, table: Table[Any, Any]) -> None:
        """Let each seat remember what it is told at a table from the first action on, as bots are."""

        for seat in range(histories.seats):
            self._memories.append(Memory(histories, seat))
            table.watch(partial(self._note, self._memories[-1]), seat=seat)

    def _note(self, memory: Memory, event: Event, view: Any) -> None:
        """Let a seat remember what it is told."""
        memory.note([event] if self._has_begun else [], self.match.state)

    def _look(self) -> None:
        """See whose answers the game waits for."""
        match = self.match
        setting, ended = self._setting, match.dealer.ended
        if ended is not None:
            self._before, self._scores, match.dealer.ended = self.answers, ended.scores, None
            self.points = ended.points if setting.by_hand else ()
        most = setting.most_actions
        too_many = self.answers - self._before >= most or self.answers >= MOST_ROUNDS * most
        self.is_cut_off = match.result is None and not self.points and too_many
        """Whether the game was stopped, because so many answers were given."""
        self.is_over = self.is_cut_off or match.result is not None or bool(self.points)
        """Whether no answer is waited for any more."""
        table = self._table
        self.asked: Sequence[Seat] = () if self.is_over else self._waited_for() if table is None else table.asked
        """The seats whose answers are waited for, whoever of them answers first."""
        self._numbers: list[int] | None = None
        self._legal: Sequence[Any] | None = None

    def _waited_for(self) -> Sequence[Seat]:
        """The seats whose answers the game waits for, where there is no table."""
        match = self.match
        if self._has_one_actor:
            return (match.turn,)
        seats = match.to_act
        if not match.is_shared and len(match.acting.seats) > 1 and len(match.legal) == 1:
            seats = match.acting.seats
        return [seat for seat in seats if seat not in self._answers] if self._answers else seats

    def _take(self, seat: Seat, action: Any) -> None:
        """Take an answer where there is no table, as a table does."""
        match = self.match
        if self._has_one_actor:
            match.hurry(action)
            return
        acting = match.acting
        self._answers[seat] = action
        if len(self.asked) > 1 and type(acting) is not All:
            return
        answers, self._answers = self._answers, {}
        wishes: Sequence[tuple[Seat, Any]] = [(seat, action)]
        if type(acting) is AnyOf:
            wishes, _ = done_in_window(match, answers, self._setting.batch.seed_of(self._setting.number), self._played)
        for actor, wish in wishes:
            match.hurry(wish, actor if match.is_shared else None)
            self._played += 1

    @property
    def goes_on(self) -> bool:
        """Whether another hand of the same game follows."""
        return bool(self.points) and self.match.result is None

    def next_hand(self) -> None:
        """Go on with the next hand of the same game."""
        self.points, self.answers, self._before = (), 0, 0
        self._look()

    @property
    def how(self) -> str:
        """How it ended: as a result has it, `cut-off` where it was stopped, `hand` where a hand was played."""
        result = self.match.result
        return "hand" if self.points else str(How.CUT_OFF if result is None else result.how)

    @property
    def seat(self) -> Seat:
        """The seat that is asked first; after the end, the one whose turn it was."""
        return self.asked[0] if self.asked else self.match.turn

    def legal(self, seat: Seat) -> Sequence[Any]:
        """What a seat may do that is asked; that of the first one is kept."""
        match = self.match
        if not match.is_shared or seat == match.turn:
            return match.legal
        if seat != self.asked[0]:
            return match.legal_of(seat)
        if self._legal is None:
            self._legal = match.legal_of(seat)
        return self._legal

    def numbers(self, seat: Seat) -> list[int]:
        """The numbers of what a seat may do that is asked; those of the first one are kept."""
        if seat == self.asked[0] and self._numbers is not None:
            return self._numbers
        begun = self._begun.get(seat, ())
        numbers = self._setting.actions.numbers(self.legal(seat), seat, partial(self.match.view, seat), begun)
        if seat == self.asked[0]:
            self._numbers = numbers
        return numbers

    def mask(self, seat: Seat) -> NDArray[np.int8]:
        """A 1 for each number that a seat may answer, all 0 where it isn't asked."""
        return self._setting.actions.mask(self.numbers(seat) if seat in self.asked else ())

    def answer(self, number: int, seat: Seat) -> bool:
        """Whether a seat that is asked may answer what a number says: an action, or a step of one."""
        if number not in self.numbers(seat):
            return False
        look, begun = partial(self.match.view, seat), self._begun.pop(seat, ())
        action: Any = self._setting.actions.after(number, self.legal(seat), seat, look, begun)
        if isinstance(action, tuple):
            self._begun[seat], self._numbers = cast(Beginning, action), None
            return True
        if self._table is None:
            self._take(seat, action)
        else:
            self._table.answer(seat, action)
        self.answers += 1
        self._look()
        return True

    def let_others(self, seat: Seat) -> None:
        """Let the players answer who sit at the others, until this seat is asked or the game is over."""
        while self.asked and seat not in self.asked:
            table = cast(Table[Any, Any], self._table)
            table.answer(self.seat, table.question(self.seat)())
            self.answers += 1
            self._look()

    def observation(self, seat: Seat) -> Array:
        """What a seat sees, in numbers."""
        match, layout = self.match, self._setting.observations
        if match.lying is not self._lying:
            piles, self._lying = match.state.piles(), match.lying
            self._plans = [layout.plan(piles, seat) for seat in range(layout.seats)]
        begun = self._begun.get(seat, ())
        return layout.write(self._plans[seat], vars(cast(State, match.state)), seat, None, begun)

    def history(self, seat: Seat) -> Array | None:
        """What a seat saw, where that is kept."""
        return self._memories[seat].array() if self._memories else None

    def rewards(self) -> Sequence[float]:
        """What the game, or the hand, was worth to each seat; nothing before it is over."""
        if not self.is_over:
            return [0.0] * self._setting.batch.seats
        return self._setting.worth(self.match.result, self.points, scores_of(self.match.state) or self._scores)


def absent(view: Any, legal: Sequence[Any], /) -> Any:
    """Sits where an agent answers, and is never asked."""
    raise AssertionError("an agent answers at this seat")
