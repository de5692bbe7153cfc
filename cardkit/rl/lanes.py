"""Games side by side, each played by the rules: what a kernel does for its game, for any game."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from copy import copy
from functools import partial
from typing import Any

import numpy as np

from cardkit.core.actions import FORMS, Choices
from cardkit.plugins.setup import Setup, dealing
from cardkit.rl.actions import NotAnEnvironment
from cardkit.rl.arrays import Arrays
from cardkit.rl.episode import Episode, scores_of
from cardkit.rl.observations import MOST_KNOWN, PartsOf, Places
from cardkit.rl.setting import Setting
from cardkit.rl.spelling import Begun
from cardkit.table.native.engine import NativeTwin, Variant
from cardkit.table.players import drawn_by_lot

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
        self._setting, self._twin, self._game = setting, twin, game
        if not space.is_spread or any(one.marks for one in layout.places):
            raise ValueError("actions that are picked by what is seen, or hints")
        self.actions, self.seats, self.has_doubles = space.size, seats, layout.has_doubles
        self.by_hand = setting.by_hand
        self.own = list(map(twin.own, layout.cards))
        fixed = [number for number in range(space.size) if space.is_fixed(number)]
        self.numbers = [
            {twin.own(space.action(number, (), seat, _unseen)): number for number in fixed} for seat in range(seats)
        ]
        self._theirs = {own: twin.theirs(game, own) for numbers in self.numbers for own in numbers}
        """The actions that have numbers as the rules have them."""
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
        eight = np.arange(256)[:, None] >> np.arange(8) & 1
        self.octets = [row.astype(np.float32).tobytes() for row in eight]
        self.rest = [one[: 4 * (len(self.own) % 8)] for one in self.octets]
        self.blank = array("f", bytes(4 * layout.size))
        self.names = [name for name, _, _ in layout.fields]
        self.parts = [told.names if isinstance(told, PartsOf) else [] for _, _, told in layout.fields]
        self.start, self.begun_at = layout.fields[0][1], layout.begun
        self._begun: dict[Begun, array[float]] = {}

    def fields(self, seat: int, values: Sequence[Any]) -> array[float]:
        """What is told behind the piles: whose turn it is, who looks, and the fields."""
        layout, first = self._setting.observations, self.start
        numbers = self.blank[first : self.begun_at]
        numbers[layout.own_seat - first + seat] = 1
        for (_, start, told), value in zip(layout.fields, values, strict=True):
            if isinstance(told, PartsOf):
                for owner, *own in value:
                    told.add(numbers, start - first, owner, map(self._twin.plain, own), seat)
            else:
                told.write(numbers, start - first, self._twin.plain(value), seat)
        return numbers

    def begun(self, begun: Begun) -> array[float]:
        """What is told of an action that is begun."""
        found = self._begun.get(begun)
        if found is None:
            if len(self._begun) > MOST_KNOWN:
                self._begun.clear()
            spelling: Any = self._setting.actions.spelling
            found = self._begun[begun] = array("f", spelling.shown(begun))
        return found

    def no_place(self, field: str) -> NotAnEnvironment:
        """What is raised where a pile came for which there is no number."""
        return self._setting.observations.no_place(field, field)

    def rules(self, legal: Sequence[Any]) -> Any:
        """What is legal as the rules have it."""
        known, theirs = self._theirs, self._twin.theirs
        own = [None if type(one) in FORMS else known.get(one) for one in legal]
        return Choices[Any](
            [theirs(self._game, one) if found is None else found for found, one in zip(own, legal, strict=True)]
        )

    def numbered(self, legal: Any, seat: int, begun: Begun) -> list[int]:
        """The numbers of what may be answered where this is legal by the rules."""
        return self._setting.actions.numbers(legal, seat, _unseen, begun)

    def meant(self, number: int, legal: Any, seat: int, begun: Begun) -> Any:
        """The action that a number stands for among those that are legal by the rules, or what is begun of one."""
        said = self._setting.actions.after(number, legal, seat, _unseen, begun)
        return said if isinstance(said, tuple) else self._twin.own(said)


def _unseen() -> None:
    """Nothing, as no action is picked by it."""


def _first(places: Places) -> tuple[int, int, int, int]:
    """The first numbers of a pile's cards, of its backs, its top and its bottom, or -1."""
    tops, bottoms = (-1 if found is None else min(found.values()) for found in (places.tops, places.bottoms))
    return min(places.cards.values()), places.backs, tops, bottoms


def lane_of(twin: NativeTwin, way: Variant, setup: Setup, number: int) -> Any:
    """The game of that number among those that a twin plays side by side."""
    seed = setup.seed_of(number)
    return twin.lane(way, setup.pile_of(number), dealing(setup.rng, seed), partial(drawn_by_lot, seed))


def tell(game: Any, answered: Sequence[int]) -> None:
    """Play so many answers, hand by hand where those are the episodes."""
    for number in answered:
        if game.goes_on:
            game.next_hand()
        game.answer(number, game.seat)


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
        game = lane_of(self._twin, way, setup, number)
        self._lanes.look(game)
        return game

    def _begin_next(self, lane: int) -> None:
        game = self._lanes.lanes[lane]
        if lane in self.by_rules and self._games[lane].goes_on:
            super()._begin_next(lane)
        elif lane not in self.by_rules and game.points and game.result is None:
            self._over[lane] = False
            self._lanes.next_hand(game)
        else:
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
            tell(played, game.answered)
            return
        self._over[lane] = True
        if how == ILLEGAL_ONE:
            self._all_rewards[lane, seat] = ILLEGAL
        elif how == ENDED:
            self._all_rewards[lane] = self._settings[lane].worth(game.result, game.points)
        else:
            self._all_rewards[lane] = self._settings[lane].worth(None, scores=scores_of(game.state) or game.scores)
        (arrays.stopped if how == STOPPED else arrays.ended)[lane] = 1
        arrays.rewards[lane] = self._all_rewards[lane, seat]

    def _write(self) -> None:
        """Write what the seats whose turn it is see and may do."""
        arrays, lanes = self._arrays, self._lanes
        memoryview(arrays.seen)[:] = lanes.seen()
        memoryview(arrays.masks).cast("B")[:] = lanes.masks()
        arrays.turns[: arrays.lanes] = array("q", lanes.turns())
        for lane in self.by_rules:
            self._look(lane)
