"""Games side by side, each played by the rules: what a kernel does for its game, for any game."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from copy import copy
from typing import Any

import numpy as np

from cardkit.core.actions import Choices
from cardkit.plugins.setup import dealing
from cardkit.rl.arrays import Arrays
from cardkit.rl.episode import Episode, scores_of
from cardkit.rl.observations import PartsOf
from cardkit.rl.setting import Setting
from cardkit.rl.spelling import Begun
from cardkit.table.native.engine import NativeTwin, Variant

ENDED, STOPPED, ILLEGAL_ONE, FAILED = range(1, 5)
"""How a step of a twin's lane was no plain one."""

ILLEGAL = -1.0
"""What a game is worth to an agent that ends it by an action that isn't legal; to the others it is worth nothing."""


class RulesLanes:
    """As many games as the arrays have rows, as `cardkit.rl.vector.Lanes` has them, by the rules."""

    def __init__(self, setting: Setting, arrays: Arrays) -> None:
        self._arrays, lanes = arrays, arrays.lanes
        self._settings: list[Setting] = [setting] * lanes
        self._games: list[Any] = []
        self._over = [False] * lanes
        """In which lanes the game is over."""
        self._seen = np.frombuffer(arrays.seen, np.float32).reshape(lanes, -1)
        self._last_seen = np.frombuffer(arrays.last_seen, np.float32).reshape(lanes, -1)
        self._masks = np.frombuffer(arrays.masks, np.int8).reshape(lanes, -1)
        self._all_rewards = np.frombuffer(arrays.all_rewards, np.float64).reshape(lanes, -1)

    def begin(self) -> None:
        """Begin in each lane the game with the number and of the seed that the arrays have."""
        self._set_seeds()
        self._games = [self._begun(lane) for lane in range(self._arrays.lanes)]
        for lane in range(self._arrays.lanes):
            self._look(lane)

    def _set_seeds(self) -> None:
        self._settings = [copy(one) for one in self._settings]
        for one, seed in zip(self._settings, self._arrays.seeds, strict=True):
            one.batch = one.batch.having(seed=seed)

    def _begun(self, lane: int) -> Episode:
        setting = self._settings[lane]
        setting.number = self._arrays.numbers[lane]
        self._over[lane] = False
        return Episode(setting)

    def _begin_next(self, lane: int) -> None:
        self._over[lane] = False
        if self._games[lane].goes_on:
            self._games[lane].next_hand()
            return
        self._arrays.numbers[lane] += 1
        self._games[lane] = self._begun(lane)

    def step(self, most_actions: int, *, at_once: bool) -> None:
        """Play the actions that the arrays have."""
        arrays = self._arrays
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
                arrays.turns[arrays.lanes + lane] = game.seat
                self._begin_next(lane)
            self._look(lane)

    def _answer(self, lane: int) -> None:
        """Play the action of a lane; one that isn't legal ends the game."""
        arrays, game = self._arrays, self._games[lane]
        seat = game.seat
        if game.answer(arrays.actions[lane], seat):
            self._over[lane] = game.is_over
            if game.is_over:
                arrays.ended[lane], arrays.stopped[lane] = not game.is_cut_off, game.is_cut_off
                self._all_rewards[lane] = game.rewards()
        else:
            self._over[lane] = True
            arrays.ended[lane] = 1
            self._all_rewards[lane, seat] = ILLEGAL
        arrays.rewards[lane] = self._all_rewards[lane, seat]

    def _look(self, lane: int) -> None:
        """Write what the seat whose turn it is sees and may do."""
        game = self._games[lane]
        seat = self._arrays.turns[lane] = game.seat
        self._seen[lane] = game.observation(seat)
        self._masks[lane] = 0 if self._over[lane] else game.mask(seat)

    def choose(self) -> None:
        """Put a legal action by chance into the arrays for each lane."""
        choose(self._arrays)


GOLDEN, FIRST, SECOND = (np.uint64(one) for one in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
"""The constants of `cardkit.core.chance.streams`."""


def choose(arrays: Arrays) -> None:
    """Put a legal action into the arrays for each lane, as `Seeded` draws it of those in its mask; 0 where none is."""
    masks = np.frombuffer(arrays.masks, np.int8).reshape(arrays.lanes, -1)
    chances, actions = np.frombuffer(arrays.chances, np.uint64), np.frombuffer(arrays.actions, np.int64)
    most = masks.sum(axis=1, dtype=np.uint64)
    drawn, left = np.zeros(arrays.lanes, np.uint64), most > 0
    half, low_half = np.uint64(32), np.uint64(2**32 - 1)
    while left.any():
        chances[left] += GOLDEN
        number = chances ^ chances >> np.uint64(30)
        number = number * FIRST
        number = (number ^ number >> np.uint64(27)) * SECOND
        number ^= number >> np.uint64(31)
        drawn[left] = (((number >> half) * most + ((number & low_half) * most >> half)) >> half)[left]
        left &= number * most < (np.uint64(0) - most) % np.maximum(most, np.uint64(1))
    actions[:] = (masks.cumsum(axis=1, dtype=np.uint64) > drawn[:, None]).argmax(axis=1)


class TwinNumbers:
    """Where all is told that is seen and may be done in games by a twin, as its lanes ask for it."""

    def __init__(self, setting: Setting, twin: NativeTwin) -> None:
        """Raises ValueError where what is told hangs on more than a twin's lanes look at."""
        layout, space = setting.observations, setting.actions
        game, seats = setting.batch.game, setting.batch.seats
        self._setting, self._twin = setting, twin
        state = setting.batch.match(0).state
        piles = state.piles()
        self.cards = len(layout.cards)
        if self.cards > MOST_CARDS or len(setting.batch.setup.cards) > self.cards:
            raise ValueError("cards that are the same, or too many different ones")
        if len(piles) != len(layout.order) or not space.is_spread:
            raise ValueError("piles that come and go, or actions that are picked by what is seen")
        self.has_steps = space.spelling is not None
        """Whether actions are said step by step."""
        self._nothing_begun = bytes(4 * (layout.size - layout.begun))
        if any(isinstance(told, PartsOf) for _, _, told in layout.fields) or any(one.marks for one in layout.order):
            raise ValueError("parts, or hints")
        self.actions = space.size
        self.own = list(map(twin.own, layout.cards))
        fixed = [number for number in range(space.size) if space.is_fixed(number)]
        self.numbers = [
            {twin.own(space.action(number, (), seat, _unseen)): number for number in fixed} for seat in range(seats)
        ]
        self.orders = [
            sorted(range(len(piles)), key=[one.backs for one in layout.places_of(piles, seat)].__getitem__)
            for seat in range(seats)
        ]
        places = layout.places_of(piles, 0)
        self.tops = [one.tops is not None for one in places]
        self.bottoms = [one.bottoms is not None for one in places]
        eight = np.arange(256)[:, None] >> np.arange(8) & 1
        self.octets = [row.astype(np.float32).tobytes() for row in eight]
        self.rest = [one[: 4 * (self.cards % 8)] for one in self.octets]
        self.single = [row.tobytes() for row in np.eye(self.cards, dtype=np.float32)]
        self.counts = [np.float32(number).tobytes() for number in range(len(setting.batch.setup.cards) + 1)]
        self.names = [name for name, _, _ in layout.fields]
        self._game = game
        self._start = layout.fields[0][1]

    def fields(self, seat: int, values: Sequence[Any]) -> bytes:
        """What is told behind the piles: whose turn it is, who looks, and the fields."""
        layout = self._setting.observations
        numbers = array("f", bytes(4 * layout.size))
        numbers[layout.own_seat + seat] = 1
        for (_, start, told), value in zip(layout.fields, values, strict=True):
            told.write(numbers, start, self._twin.plain(value), seat)
        return numbers[self._start : layout.begun].tobytes()

    def begun(self, begun: Begun) -> bytes:
        """What is told of an action that is begun."""
        spelling: Any = self._setting.actions.spelling
        return array("f", spelling.shown(begun)).tobytes() if begun else self._nothing_begun

    def rules(self, legal: Sequence[Any]) -> Any:
        """What is legal as the rules have it."""
        return Choices[Any]([self._twin.theirs(self._game, one) for one in legal])

    def numbered(self, legal: Any, seat: int, begun: Begun) -> list[int]:
        """The numbers of what may be answered where this is legal by the rules."""
        return self._setting.actions.numbers(legal, seat, _unseen, begun)

    def meant(self, number: int, legal: Any, seat: int, begun: Begun) -> Any:
        """The action that a number stands for among those that are legal by the rules, or what is begun of one."""
        said = self._setting.actions.after(number, legal, seat, _unseen, begun)
        return said if isinstance(said, tuple) else self._twin.own(said)


def _unseen() -> None:
    """Nothing, as no action is picked by it."""


MOST_CARDS = 60
"""As many different cards are told at most by a whole number that costs nothing."""


class TwinLanes(RulesLanes):
    """The same by a compiled twin; the rules play on where that raises anything, from the beginning of the game."""

    def __init__(self, setting: Setting, arrays: Arrays, twin: NativeTwin) -> None:
        super().__init__(setting, arrays)
        self._twin, self._lanes = twin, twin.lanes(TwinNumbers(setting, twin))
        self.by_rules: set[int] = set()
        """The lanes in which the rules play on."""

    def begin(self) -> None:
        """Begin in each lane the game with the number and of the seed that the arrays have."""
        self._set_seeds()
        self._games = [None] * self._arrays.lanes
        self._lanes.lanes = [self._begun_by_twin(lane) for lane in range(self._arrays.lanes)]
        self._write()

    def _begun_by_twin(self, lane: int) -> Any:
        self._over[lane] = False
        self.by_rules.discard(lane)
        setup, number = self._settings[lane].batch.setup, self._arrays.numbers[lane]
        way = Variant(setup.game, len(setup.sitting), setup.pile)
        game = self._twin.lane(way, setup.pile_of(number), dealing(setup.rng, setup.seed_of(number)))
        self._lanes.look(game)
        return game

    def _begin_next(self, lane: int) -> None:
        self._arrays.numbers[lane] += 1
        self._lanes.lanes[lane] = self._begun_by_twin(lane)

    def step(self, most_actions: int, *, at_once: bool) -> None:
        """Play the actions that the arrays have."""
        arrays = self._arrays
        for results in (arrays.rewards, arrays.all_rewards, arrays.ended, arrays.stopped):
            np.frombuffer(results, np.int8)[:] = 0
        over = [lane for lane, is_over in enumerate(self._over) if is_over]
        seats = self._lanes.turns()
        for lane, how in self._lanes.step(arrays.actions.tolist(), most_actions):
            self._end(lane, how, seats[lane])
        for lane in self.by_rules:
            if not self._over[lane]:
                self._answer(lane)
        for lane in over:
            self._begin_next(lane)
        if at_once:
            for lane in [lane for lane, is_over in enumerate(self._over) if is_over]:
                self._show_end(lane)
                self._begin_next(lane)
        self._write()

    def _show_end(self, lane: int) -> None:
        game = self._games[lane] if lane in self.by_rules else None
        one = self._lanes.lanes[lane]
        seen = np.frombuffer(self._lanes.seen_in(one), np.float32) if game is None else game.observation(game.seat)
        self._last_seen[lane] = seen
        self._arrays.turns[self._arrays.lanes + lane] = one.seat if game is None else game.seat

    def _end(self, lane: int, how: int, seat: int) -> None:
        """See what it was worth that a game was over by an answer, or let the rules play it on."""
        arrays, game = self._arrays, self._lanes.lanes[lane]
        if how == FAILED:
            self.by_rules.add(lane)
            self._games[lane] = played = self._begun(lane)
            for number in game.answered:
                played.answer(number, played.seat)
            return
        self._over[lane] = True
        if how == ILLEGAL_ONE:
            self._all_rewards[lane, seat] = ILLEGAL
        elif how == ENDED:
            self._all_rewards[lane] = self._settings[lane].rewards(game.result)
        else:
            self._all_rewards[lane] = self._settings[lane].worth(None, scores=scores_of(game.state) or game.scores)
        (arrays.stopped if how == STOPPED else arrays.ended)[lane] = 1
        arrays.rewards[lane] = self._all_rewards[lane, seat]

    def _write(self) -> None:
        """Write what the seats whose turn it is see and may do."""
        arrays, lanes = self._arrays, self._lanes
        memoryview(arrays.seen).cast("B")[:] = lanes.seen()
        memoryview(arrays.masks).cast("B")[:] = lanes.masks()
        arrays.turns[: arrays.lanes] = array("q", lanes.turns())
        for lane in self.by_rules:
            self._look(lane)
