"""Games side by side, each played by the rules: what a kernel does for its game, for any game."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from cardkit.core.piles import Seat
from cardkit.plugins.setup import Setup, dealing
from cardkit.rl.actions import NotAnEnvironment
from cardkit.rl.arrays import Arrays
from cardkit.rl.choosing import choose
from cardkit.rl.episode import Episode, scores_of
from cardkit.rl.history import COLUMNS
from cardkit.rl.observations import Places
from cardkit.rl.setting import Setting
from cardkit.table.native.engine import NativeTwin, Variant
from cardkit.table.players import drawn_by_lot

ENDED, STOPPED, ILLEGAL_ONE, FAILED = range(1, 5)
"""How a step of a twin's lane was no plain one."""


class RulesLanes:
    """As many games as the arrays have rows, as `cardkit.rl.vector.Lanes` has them, by the rules."""

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
