"""One game of an environment by the compiled twin of its rules: who is asked, what is seen, what an answer does."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from cardkit.core.piles import Seat
from cardkit.core.results import How
from cardkit.plugins.registry import is_any
from cardkit.plugins.setup import AnyPlayer, player_chance
from cardkit.rl.episode import Episode, absent, scores_of
from cardkit.rl.lanes import FAILED, STOPPED, TwinNumbers, go_on, lane_of, tell
from cardkit.rl.observations import Array, Observations
from cardkit.rl.setting import Setting
from cardkit.table.match import Match
from cardkit.table.native.engine import Variant
from cardkit.table.native.making import compared_twin

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
