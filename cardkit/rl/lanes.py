"""Games that a twin plays in lanes, or the rules beside it: a single one, or several as a VectorEnv of Gymnasium."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from math import prod
from typing import Any, Protocol
from weakref import WeakKeyDictionary

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from cardkit.core.cards import Seat
from cardkit.core.chance.generators import Seeded
from cardkit.core.results import How
from cardkit.core.state import scores_of
from cardkit.core.texts import counted
from cardkit.plugins.registry import is_any
from cardkit.plugins.setup import AnyPlayer, Setup, dealing, new_seed, player_chance
from cardkit.rl.actions import NO_GAME, NotAnEnvironment, NotNow
from cardkit.rl.observations import COLUMNS, Array, Observations, Places
from cardkit.rl.setting import Episode, Setting, absent, wins
from cardkit.simulation.bulk import choose
from cardkit.table.match import Match
from cardkit.table.native.engine import NativeTwin, Variant
from cardkit.table.native.making import compared_twin
from cardkit.table.turns import drawn_by_lot


@dataclass(frozen=True, kw_only=True)
class Arrays:
    """What is read and written of each lane: a number, or a row of them."""

    lanes: int
    seen: Any
    """What the seat whose turn it is sees."""
    last_seen: array[float]
    """The same at the end of a game, where the next one begins at once."""
    rows: array[float]
    """What the seat whose turn it is saw before, where a history is told."""
    last_rows: array[float]
    """The same at the end of a game, where the next one begins at once."""
    masks: Any
    """A 1 for each number of an action that is legal."""
    turns: Any
    """Whose turn it is; after all lanes, whose turn it was at the end of a game where the next one begins at once."""
    actions: array[int]
    """What is to be played."""
    rewards: array[float]
    """What the action was worth to the seat that acted."""
    all_rewards: array[float]
    """What it was worth to each seat."""
    ended: array[int]
    """Whether the game is over."""
    stopped: array[int]
    """Whether it was stopped, after too many actions."""
    seeds: array[int]
    """The seed of the lane."""
    numbers: array[int]
    """Which of the games of that seed is played."""
    chances: array[int]
    """The state of the stream by which a legal action is chosen."""

    @classmethod
    def of(cls, setting: Setting, lanes: int) -> Arrays:
        """Arrays of zeros for so many lanes."""
        seats, width, actions = setting.batch.seats, setting.observations.size, setting.actions.size
        longs, history = 8 * lanes, setting.history_space
        rows = array("f", bytes(0 if history is None else 4 * lanes * prod(history.shape)))
        return cls(
            lanes=lanes,
            seen=array("f", bytes(4 * lanes * width)),
            last_seen=array("f", bytes(4 * lanes * width)),
            rows=rows,
            last_rows=rows[:],
            masks=array("b", bytes(lanes * actions)),
            turns=array("q", bytes(2 * longs)),
            actions=array("q", bytes(longs)),
            rewards=array("d", bytes(longs)),
            all_rewards=array("d", bytes(longs * seats)),
            ended=array("b", bytes(lanes)),
            stopped=array("b", bytes(lanes)),
            seeds=array("Q", bytes(longs)),
            numbers=array("q", bytes(longs)),
            chances=array("Q", bytes(longs)),
        )


ENDED, STOPPED, ILLEGAL_ONE, FAILED = range(1, 5)
"""How a step of a twin's lane was no plain one."""


class RulesLanes:
    """As many games as the arrays have rows, as `cardkit.rl.lanes.Lanes` has them, by the rules."""

    def __init__(self, setting: Setting, arrays: Arrays) -> None:
        self.arrays, lanes = arrays, arrays.lanes
        """What is read and written."""
        self._settings: list[Setting] = [setting] * lanes
        self._games: list[Any] = []
        self._over = [False] * lanes
        """In which lanes the game is over."""
        self._seen = np.frombuffer(arrays.seen, np.float32).reshape(lanes, -1)
        self._last_seen = np.frombuffer(arrays.last_seen, np.float32).reshape(lanes, -1)
        self._rows, self._last_rows = (
            np.frombuffer(rows, np.float32).reshape(lanes, setting.history, len(COLUMNS)) if setting.history else None
            for rows in (arrays.rows, arrays.last_rows)
        )
        self._masks = np.frombuffer(arrays.masks, np.int8).reshape(lanes, -1)
        self._all_rewards = np.frombuffer(arrays.all_rewards, np.float64).reshape(lanes, -1)

    def begin(self) -> None:
        """Begin in each lane the game with the number and of the seed that the arrays have."""
        self._set_seeds()
        self._games = [self._begun(lane) for lane in range(self.arrays.lanes)]
        for lane in range(self.arrays.lanes):
            self._look(lane)

    def _set_seeds(self) -> None:
        self._settings = [copy(one) for one in self._settings]
        for one, seed in zip(self._settings, self.arrays.seeds, strict=True):
            one.batch = one.batch.having(seed=seed)

    def _begun(self, lane: int) -> Episode:
        setting = self._settings[lane]
        setting.number = self.arrays.numbers[lane]
        self._over[lane] = False
        return Episode(setting)

    def _begin_next(self, lane: int) -> None:
        self._over[lane] = False
        if self._games[lane].goes_on:
            self._games[lane].next_hand()
            return
        self.arrays.numbers[lane] += 1
        self._games[lane] = self._begun(lane)

    def step(self, most_actions: int, *, at_once: bool) -> None:
        """Play the actions that the arrays have."""
        arrays = self.arrays
        self._all_rewards[:] = 0
        for lane in range(arrays.lanes):
            arrays.rewards[lane] = arrays.ended[lane] = arrays.stopped[lane] = 0
            if self._over[lane]:
                self._begin_next(lane)
            else:
                self._answer(lane)
            if at_once and self._over[lane]:
                game = self._games[lane]
                self._last_seen[lane] = game.observation(game.seat)
                if self._last_rows is not None:
                    self._last_rows[lane] = game.history(game.seat)
                arrays.turns[arrays.lanes + lane] = game.seat
                self._begin_next(lane)
            self._look(lane)

    def _answer(self, lane: int) -> None:
        """Play the action of a lane; one that isn't legal ends the game."""
        arrays, game = self.arrays, self._games[lane]
        seat = game.seat
        if game.answer(arrays.actions[lane], seat):
            self._over[lane] = game.is_over
            if game.is_over:
                arrays.ended[lane], arrays.stopped[lane] = not game.is_cut_off, game.is_cut_off
                self._all_rewards[lane] = game.rewards()
        else:
            self._over[lane] = True
            arrays.ended[lane] = 1
            self._all_rewards[lane, seat] = self._settings[lane].illegal
        arrays.rewards[lane] = self._all_rewards[lane, seat]

    def _look(self, lane: int) -> None:
        """Write what the seat whose turn it is sees and may do."""
        game = self._games[lane]
        seat = self.arrays.turns[lane] = game.seat
        self._seen[lane] = game.observation(seat)
        if self._rows is not None:
            self._rows[lane] = game.history(seat)
        self._masks[lane] = 0 if self._over[lane] else game.mask(seat)

    def choose(self) -> None:
        """Put a legal action by chance into the arrays for each lane."""
        choose(memoryview(self.arrays.masks).cast("B"), self.arrays.chances, self.arrays.actions)


class TwinNumbers:
    """Where all is told that is seen and may be done in games by a twin, as its lanes ask for it."""

    def __init__(self, setting: Setting, twin: NativeTwin) -> None:
        """Raises ValueError where what is told hangs on more than a twin's lanes look at."""
        layout, seats = setting.observations, setting.batch.seats
        if not setting.actions.is_spread:
            raise ValueError("actions that are picked by what is seen")
        self._setting, self._space = setting, setting.actions.of_twin(twin)
        space = self._space
        self.actions, self.seats, self.has_doubles = space.size, seats, layout.has_doubles
        self.by_hand = setting.by_hand
        self.own = list(map(twin.own, layout.cards))
        fixed = [number for number in range(space.size) if space.is_fixed(number)]
        self.numbers = [{space.action(number, (), seat, _unseen): number for number in fixed} for seat in range(seats)]
        piles = setting.batch.match(0).state.piles()
        self.plans = (
            [] if layout.changing else [list(map(_first, layout.places_of(piles, seat))) for seat in range(seats)]
        )
        """Where the piles are told to each seat, where none come and go."""
        self.pile_names = list(layout.pile_fields)
        self.slots = [
            {offset: list(map(_first, places)) for offset, places in owners.items()}
            for owners in layout.pile_fields.values()
        ]
        self.changing = [name in layout.changing for name in self.pile_names]
        self.hinted = layout.marked.by(twin)
        self.width, self.own_seat, self.begun_at = layout.size, layout.own_seat, layout.begun
        self.fields = [(name, start, told.by(twin)) for name, start, told in layout.fields]
        tokens = {} if space.spelling is None else space.spelling.tokens
        self.steps = list(tokens)
        """The steps by which actions are said."""
        self.digits = {step: value for step, (name, value) in tokens.items() if name == "digit"}
        self.finder = None if space.spelling is None else space.spelling.finder

    def no_place(self, field: str) -> NotAnEnvironment:
        """What is raised where a pile came for which there is no number."""
        return self._setting.observations.no_place(field, field)

    def answers(self, legal: Any, seat: int) -> tuple[list[int], Any]:
        """The numbers of what may be answered in one step where this is legal, and the ways to say all else."""
        return self._space.answers(legal, seat, _unseen)

    def meant(self, number: int, legal: Any, seat: int) -> Any:
        """The action that the number of a whole one stands for among those that are legal."""
        return self._space.action(number, legal, seat, _unseen)


def _unseen() -> None:
    """Nothing, as no action is picked by it."""


def _first(places: Places) -> tuple[int, int, int, int, int]:
    """The first numbers of a pile's cards, of its backs, its top, its bottom and its hints, or -1."""
    tops, bottoms = (-1 if found is None else min(found.values()) for found in (places.tops, places.bottoms))
    hints = -1 if places.marks is None else places.marks
    return min(places.cards.values()), places.backs, tops, bottoms, hints


def lane_of(twin: NativeTwin, way: Variant, setup: Setup, number: int) -> Any:
    """The game of that number among those that a twin plays side by side."""
    seed = setup.seed_of(number)
    return twin.lane(way, setup.pile_of(number), dealing(setup.rng, seed), partial(drawn_by_lot, seed))


def go_on(game: Any, seat: Seat | None) -> None:
    """Go on with the next hand where one is over; to where this seat is asked, where others sit beside it."""
    if seat is not None:
        game.let_others(seat)
    while game.goes_on:
        game.next_hand()
        if seat is not None:
            game.let_others(seat)


def tell(game: Any, answered: Sequence[int], seat: Seat | None = None) -> None:
    """Play so many answers, hand by hand where those are the episodes; of this seat, where others sit beside it."""
    for number in answered:
        go_on(game, seat)
        game.answer(number, game.seat if seat is None else seat)
    if seat is not None:
        game.let_others(seat)


MOST_AT_A_TIME = 4_096
"""In so many lanes is answered by a twin before signals and other threads are heard."""


class TwinLanes(RulesLanes):
    """The same by a compiled twin; the rules play on where that raises anything, from the beginning of the game."""

    def __init__(self, setting: Setting, arrays: Arrays, twin: NativeTwin) -> None:
        self._twin, self._lanes = twin, twin.lanes(twin.layout(TwinNumbers(setting, twin)), arrays.lanes)
        lanes = self._lanes
        super().__init__(setting, replace(arrays, seen=lanes.rows.seen, masks=lanes.masks, turns=lanes.turns))
        self.by_rules: set[int] = set()
        """The lanes in which the rules play on."""

    def begin(self) -> None:
        """Begin in each lane the game with the number and of the seed that the arrays have."""
        self._set_seeds()
        self._games = [None] * self.arrays.lanes
        for lane in range(self.arrays.lanes):
            self._begin_by_twin(lane)

    def _begin_by_twin(self, lane: int) -> None:
        self._over[lane] = False
        self.by_rules.discard(lane)
        setup, number = self._settings[lane].batch.setup, self.arrays.numbers[lane]
        way = Variant(setup.game, len(setup.sitting), setup.pile)
        self._lanes.begin(lane, lane_of(self._twin, way, setup, number))

    def _begin_next(self, lane: int) -> None:
        game = self._lanes.lanes[lane]
        if lane in self.by_rules and self._games[lane].goes_on:
            super()._begin_next(lane)
        elif lane not in self.by_rules and game.points and game.result is None:
            self._over[lane] = False
            self._lanes.next_hand(lane)
        else:
            self.arrays.numbers[lane] += 1
            self._begin_by_twin(lane)

    def step(self, most_actions: int, *, at_once: bool) -> None:
        """Play the actions that the arrays have."""
        arrays = self.arrays
        for results in (arrays.rewards, arrays.all_rewards, arrays.ended, arrays.stopped):
            np.frombuffer(results, np.int8)[:] = 0
        actions = arrays.actions.tolist()
        for first in range(0, arrays.lanes, MOST_AT_A_TIME):
            end = min(first + MOST_AT_A_TIME, arrays.lanes)
            for lane, how, seat in self._lanes.step(actions, first, end, most_actions):
                self._go_on(lane, how, seat, at_once=at_once)

    def _go_on(self, lane: int, how: int, seat: int, *, at_once: bool) -> None:
        """See what it was worth that a game was over by an answer, begin the next one, or let the rules play on."""
        if how == FAILED:
            self.by_rules.add(lane)
            self._games[lane] = self._begun(lane)
            tell(self._games[lane], self._lanes.lanes[lane].answered)
        if self._over[lane]:
            self._begin_next(lane)
        elif lane in self.by_rules:
            self._answer(lane)
        else:
            self._end(lane, how, seat)
        if at_once and self._over[lane]:
            self._show_end(lane)
            self._begin_next(lane)
        if lane in self.by_rules:
            self._look(lane)

    def _show_end(self, lane: int) -> None:
        game, arrays = self._games[lane] if lane in self.by_rules else None, self.arrays
        self._last_seen[lane] = self._seen[lane] if game is None else game.observation(game.seat)
        arrays.turns[arrays.lanes + lane] = arrays.turns[lane] if game is None else game.seat

    def _end(self, lane: int, how: int, seat: int) -> None:
        """See what it was worth that a game was over by an answer."""
        arrays, game = self.arrays, self._lanes.lanes[lane]
        self._over[lane] = True
        if how == ILLEGAL_ONE:
            self._all_rewards[lane, seat] = self._settings[lane].illegal
        elif how == ENDED:
            self._all_rewards[lane] = self._settings[lane].worth(game.result, game.points)
        else:
            self._all_rewards[lane] = self._settings[lane].worth(None, scores=scores_of(game.state) or game.scores)
        (arrays.stopped if how == STOPPED else arrays.ended)[lane] = 1
        arrays.rewards[lane] = self._all_rewards[lane, seat]

    def _look(self, lane: int) -> None:
        """Write what the seat whose turn it is sees and may do in a game that the rules play on."""
        game = self._games[lane]
        numbers: list[int] = [] if self._over[lane] else game.numbers(game.seat)
        self._lanes.put(lane, game.observation(game.seat).view(np.int32).tolist(), numbers, game.seat)


class Lanes(Protocol):
    """What a kernel's method `lanes(batch, actions, observations, arrays)` returns where it plays such games."""

    arrays: Arrays
    """What is read and written: those that were given, or others in their places."""

    def begin(self) -> None:
        """Begin in each lane the game with the number and of the seed that the arrays have."""
        ...

    def step(self, most_actions: int, *, at_once: bool) -> None:
        """Play the actions that the arrays have; the next game follows by the next step, or at once."""
        ...

    def choose(self) -> None:
        """Put a legal action by chance into the arrays for each lane, and 0 where none is."""
        ...


def lanes_of(setting: Setting, arrays: Arrays) -> Lanes:
    """What plays such games side by side: the game's kernel, where it knows how, a twin, or the rules."""
    batch = setting.batch
    if setting.history:
        return RulesLanes(setting, arrays)
    make: Any = getattr(batch.setup.plugin.kernel() if batch.setup.plugin.kernel else None, "lanes", None)
    if make is not None and setting.rewards is wins and not setting.by_hand:
        found: Lanes | str = make(batch, setting.actions, setting.observations, arrays)
        if not isinstance(found, str):
            return found
    twin = compared_twin(Variant(batch.game, batch.seats, batch.setup.pile))
    if twin is not None:
        with suppress(ValueError, KeyError):
            return TwinLanes(setting, arrays, twin)
    return RulesLanes(setting, arrays)


Step = tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class LanesEnv(VectorEnv[Any, Any, Any]):
    """Games in lanes, in each of which every step is the action of the seat whose turn it is.

    What that seat sees and may do is in the observations and in `infos["action_mask"]`, and which one it is in
    `infos["seat"]`. The rewards are those of the seats that have acted; `infos["rewards"]` has those of all seats. An
    action that isn't legal ends the game, and is worth to the seat that acted what no end is below. The arrays are the
    same in each step, and are written anew by the next one: copy what is to be kept.
    """

    def __init__(self, setting: Setting, n: int, *, seed: int | None = None, autoreset_mode: AutoresetMode) -> None:
        self.setting, self.num_envs, self._seed = setting, n, seed
        self._refuse_unknown(autoreset_mode)
        self._at_once = autoreset_mode is AutoresetMode.SAME_STEP
        self.metadata = {"autoreset_mode": autoreset_mode, "render_modes": []}
        self.single_observation_space = setting.shown_space
        self.single_action_space = spaces.Discrete(setting.actions.size)
        self.observation_space = batch_space(setting.shown_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        self.lanes = lanes_of(setting, Arrays.of(setting, n))
        """What plays the games."""
        self.arrays = arrays = self.lanes.arrays
        """What is written anew by each step."""
        self._has_begun = False
        self._observations = self._shown(arrays.seen, arrays.rows)
        self._rewards = read_only(arrays.rewards, np.float64)
        self._ended, self._stopped = read_only(arrays.ended, np.bool_), read_only(arrays.stopped, np.bool_)
        self._actions = np.frombuffer(arrays.actions, np.int64)
        self._infos = self._told()

    def _refuse_unknown(self, mode: Any) -> None:
        name = self.setting.batch.game.name
        if mode not in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
            raise NotAnEnvironment(name, "in lanes the next game begins by AutoresetMode.NEXT_STEP or SAME_STEP")

    def _shown(self, seen: Any, rows: Any) -> Any:
        """What seats see, as their observation space has it."""
        numbers, history = read_only(seen, np.float32).reshape(self.num_envs, -1), self.setting.history_space
        if history is None:
            return numbers
        told = read_only(rows, np.float32).reshape(self.num_envs, *history.shape)
        return {"observation": numbers, "history": told}

    def _told(self) -> dict[str, Any]:
        """What is told beside the observations, in arrays that stay the same."""
        n, arrays = self.num_envs, self.arrays
        turns = read_only(arrays.turns, np.int64)
        told: dict[str, Any] = {
            "action_mask": read_only(arrays.masks, np.int8).reshape(n, -1),
            "seat": turns[:n],
            "rewards": read_only(arrays.all_rewards, np.float64).reshape(n, -1),
        }
        every = read_only(b"\1" * n, np.bool_)
        if self._at_once:
            self._last = {
                "final_obs": self._shown(arrays.last_seen, arrays.last_rows),
                "final_info": {"seat": turns[n:]},
            }
        return {**told, **{f"_{name}": every for name in told}}

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin the next game in each lane; with a seed the first one of that seed in the first lane, then of the next.

        Or there are seeds for all lanes.
        """
        arrays, n = self.arrays, self.num_envs
        if seed is None and self._has_begun:
            np.frombuffer(arrays.numbers, np.int64)[:] += 1
        else:
            first = self._seed if seed is None else seed
            first = new_seed() if first is None else first
            seeds = range(first, first + n) if isinstance(first, int) else first
            if len(seeds) != n:
                given = f"{counted(len(seeds), 'seed')} {'was' if len(seeds) == 1 else 'were'} given"
                raise NotNow(self.setting.batch.game.name, f"{given} for {counted(n, 'lane')}")
            for lane, own in enumerate(seeds):
                arrays.seeds[lane], arrays.numbers[lane] = own % 2**64, 0
                arrays.chances[lane] = Seeded(own).split("actions").seed
        self._has_begun = True
        self.lanes.begin()
        return self._observations, dict(self._infos)

    def step(self, actions: Any) -> Step:
        """Play an action in each lane.

        By AutoresetMode.NEXT_STEP, where a game was over, the action counts for nothing, and the next game begins. By
        SAME_STEP it begins at once, and `infos["final_obs"]` has what was seen at the end.
        """
        given = np.asarray(actions)
        name, size = self.setting.batch.game.name, self.setting.actions.size
        if not self._has_begun:
            raise NotNow(name, NO_GAME)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise NotNow(name, f"a step takes {self.num_envs} whole numbers, one for each lane")
        if given.min() < 0 or given.max() >= size:
            raise NotNow(name, f"actions have the numbers from 0 to {size - 1}")
        self._actions[:] = given
        self.lanes.step(self.setting.most_actions, at_once=self._at_once)
        infos = dict(self._infos)
        if self._at_once:
            over = self._ended | self._stopped
            over.flags.writeable = False
            infos.update(self._last, _final_obs=over, _final_info=over)
        return self._observations, self._rewards, self._ended, self._stopped, infos

    def any_actions(self) -> NDArray[np.int64]:
        """A legal number in each lane, by chance, each as likely as the others; 0 where the game is over.

        Of actions that are said step by step, each step is so drawn, and whole actions aren't equally likely.
        """
        if not self._has_begun:
            raise NotNow(self.setting.batch.game.name, NO_GAME)
        self.lanes.choose()
        return read_only(self.arrays.actions, np.int64)

    def describe(self, observation: Any = None) -> str:
        """What every number means; of an observation of one lane, what it says."""
        return self.setting.describe(observation)


def read_only(buffer: Any, kind: Any) -> NDArray[Any]:
    """What lies in a buffer, as numbers of a kind that nobody can change: the game that is played lies there too."""
    array = np.frombuffer(buffer, kind)
    array.flags.writeable = False
    return array


Sitting = Sequence[AnyPlayer | None]
"""Who sits at each seat, None where an agent learns; nobody where all do."""


class TwinEpisode:
    """A game as `Episode` has it, by a twin, as long as nothing is asked that it doesn't know.

    Copied, or written to be read again, it is its answers.
    """

    def __init__(self, setting: Setting, lanes: Any, lane: Any, sitting: Sitting = ()) -> None:
        """`lanes` are for a single game."""
        self._setting, self.lanes, self._lane, self._sitting = setting, lanes, lane, sitting
        self._own = learner(sitting)
        if sitting:
            seed = setting.batch.seed_of(setting.number)
            self._chances = [player_chance(seed, seat) for seat in range(len(sitting))]
        self._rules: Episode | None = None
        """The same game by the rules, where it was asked for."""
        self._told = 0
        """How many of the answers the rules were told."""
        self._left = False
        """Whether the rules go on alone, as the twin failed."""
        lanes.begin(0, lane)
        self._note()

    def _note(self, *, is_cut_off: bool = False) -> None:
        lane = self._lane
        self.is_cut_off = is_cut_off
        self.is_over: bool = lane.is_over
        self.seat: Seat = lane.seat
        self.asked: Sequence[Seat] = () if lane.is_over else (lane.seat,)

    @property
    def rules(self) -> Episode:
        """The same game by the rules."""
        if self._rules is None:
            self._rules = by_rules(self._setting, self._sitting)
        tell(self._rules, self._lane.answered[self._told :], self._own)
        self._told = len(self._lane.answered)
        if not self.is_over:
            go_on(self._rules, self._own)
        return self._rules

    @property
    def match(self) -> Match[Any, Any]:
        """The match as the rules have it."""
        return self.rules.match

    @property
    def how(self) -> str:
        """How it ended: as a result has it, `cut-off` where it was stopped, `hand` where a hand was played."""
        if self._left:
            return self.rules.how
        return "hand" if self._lane.points else str(How.CUT_OFF if self.is_cut_off else self._lane.result.how)

    @property
    def goes_on(self) -> bool:
        """Whether another hand of the same game follows."""
        return self.rules.goes_on if self._left else bool(self._lane.points) and self._lane.result is None

    def next_hand(self) -> None:
        """Go on with the next hand of the same game."""
        if self._left:
            game = self.rules
            game.next_hand()
            self._follow(game)
        else:
            self.lanes.next_hand(0)
            self._note()

    def mask(self, seat: Seat) -> NDArray[np.int8]:
        """A 1 for each number that a seat may answer, all 0 where it isn't asked."""
        if self._left or (seat != self.seat and not self.is_over):
            return self.rules.mask(seat)
        return np.frombuffer(self.lanes.masks, np.int8).copy() if seat == self.seat else self._setting.actions.mask(())

    def answer(self, number: int, seat: Seat) -> bool:
        """Whether a seat that is asked may answer what a number says: an action, or a step of one."""
        if self._left:
            return self._by_rules(number, seat)
        if self.is_over or not self.lanes.masks[number]:
            return False
        found = self.lanes.step([number], 0, 1, self._setting.most_actions)
        how = found[0][1] if found else 0
        if how == FAILED:
            self._leave()
            return self._by_rules(number, seat)
        self._note(is_cut_off=how == STOPPED)
        return True

    def let_others(self, seat: Seat) -> None:
        """Let the players answer who sit at the others, until this seat is asked or the game is over."""
        how = FAILED if self._left else self.lanes.let_others(seat, self._chances, self._setting.most_actions)
        if how != FAILED:
            self._note(is_cut_off=how == STOPPED or self.is_cut_off)
            return
        if not self._left:
            self._leave()
        self.rules.let_others(seat)
        self._follow(self.rules)

    def _leave(self) -> None:
        """Leave the game to the rules, as the twin failed."""
        _, self._left = self.rules, True
        LANES[self._setting.observations] = None

    def _by_rules(self, number: int, seat: Seat) -> bool:
        game = self.rules
        if not game.answer(number, seat):
            return False
        self._lane.answered.append(number)
        self._told += 1
        self._follow(game)
        return True

    def _follow(self, game: Episode) -> None:
        """Stand where the rules stand, which go on alone."""
        self.is_cut_off, self.is_over, self.seat, self.asked = game.is_cut_off, game.is_over, game.seat, game.asked

    def observation(self, seat: Seat) -> Array:
        """What a seat sees, in numbers."""
        if self._left or seat != self.seat:
            return self.rules.observation(seat)
        return np.frombuffer(self.lanes.rows.seen, np.float32).copy()

    def history(self, seat: Seat) -> None:
        """Nothing: histories are kept by the rules."""

    def rewards(self) -> Sequence[float]:
        """What the game was worth to each seat; nothing before it is over."""
        if not self.is_over:
            return [0.0] * self._setting.batch.seats
        lane = self._lane
        if self._left:
            return self.rules.rewards()
        return self._setting.worth(lane.result, lane.points, scores_of(lane.state) or lane.scores)

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self._setting, list(self._lane.answered), self._sitting, self.is_over)


def _again(setting: Setting, answered: Sequence[int], sitting: Sitting, is_over: bool) -> Episode | TwinEpisode:  # noqa: FBT001
    """A game in which so much was answered."""
    game, own = begun(setting, sitting), learner(sitting)
    tell(game, answered, own)
    if not is_over:
        go_on(game, own)
    return game


def learner(sitting: Sitting) -> Seat | None:
    """The seat that learns where others sit."""
    return sitting.index(None) if sitting else None


def by_rules(setting: Setting, sitting: Sitting) -> Episode:
    """The game of a setting from its beginning by the rules."""
    made = setting.batch.player
    players = [absent if player is None else made(player, setting.number, seat) for seat, player in enumerate(sitting)]
    return Episode(setting, players or None)


LANES: WeakKeyDictionary[Observations, Any] = WeakKeyDictionary()
"""What plays the games of a layout by their twin, where it does; no more where it left a game to the rules."""


def begun(
    setting: Setting, sitting: Sitting = (), before: Episode | TwinEpisode | None = None
) -> Episode | TwinEpisode:
    """The game of a setting from its beginning: by a twin where there is one that can, or else by the rules.

    The game before is not played any more: the next one takes over what was made for it.
    """
    layout, setup, number = setting.observations, setting.batch.setup, setting.number
    if not all(player is None or is_any(player, setup.plugin) for player in sitting):
        return by_rules(setting, sitting)
    way = Variant(setup.game, len(setup.sitting), setup.pile)
    if layout not in LANES:
        twin = None if setting.histories is not None else compared_twin(way)
        LANES[layout] = None
        if twin is not None:
            with suppress(ValueError, KeyError):
                LANES[layout] = twin, twin.layout(TwinNumbers(setting, twin))
    found = LANES[layout]
    if found is None:
        return by_rules(setting, sitting)
    twin, told = found
    lanes = before.lanes if isinstance(before, TwinEpisode) else twin.lanes(told, 1)
    return TwinEpisode(setting, lanes, lane_of(twin, way, setup, number), sitting)
