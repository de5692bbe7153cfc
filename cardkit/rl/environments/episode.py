"""One game of an environment: whose answer it waits for, and what an answer does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardkit.core.acts.actions import Action, Pass
from cardkit.core.acts.choices import found_in
from cardkit.core.acts.events import Event
from cardkit.core.errors import IllegalAction
from cardkit.core.game import AnyOf
from cardkit.core.piles import Seat
from cardkit.rl.environments.setting import Setting
from cardkit.rl.history import Memory
from cardkit.table.match import Match
from cardkit.table.turns import drawn_by_lot


class Episode:
    """A game that is played by the numbers of actions.

    Where several seats may act and need not, each is asked, and chance says who of those that want to does, the same as
    at a table.
    """

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self.match = setting.batch.match(setting.number)
        self.seed = setting.batch.seed_of(setting.number)
        self.played = 0
        """How many actions were played."""
        self._wishes: list[tuple[Seat, Action]] = []
        self.listeners: list[Callable[[Sequence[Event], Match[Any, Any]], None]] = []
        """They are told what happens in each action."""
        self._memory = None if setting.histories is None else Memory(setting.histories, self.match)
        if self._memory is not None:
            self.listeners.append(self._memory.note)

    @property
    def seat(self) -> Seat:
        """The seat whose answer the game waits for."""
        return self.match.to_act[len(self._wishes)] if self._wishes else self.match.turn

    @property
    def asked(self) -> Sequence[Seat]:
        """The seats whose answers the game waits for, whoever of them answers first."""
        match = self.match
        return () if self.is_over else match.to_act[len(self._wishes) :]

    @property
    def is_cut_off(self) -> bool:
        """Whether the game was stopped, because so many actions were played."""
        return self.match.result is None and self.played >= self._setting.most_actions

    @property
    def is_over(self) -> bool:
        """Whether no answer is waited for any more."""
        return self.match.result is not None or self.played >= self._setting.most_actions

    def legal(self, seat: Seat) -> Sequence[Any]:
        """What a seat may do now."""
        match = self.match
        return match.legal if seat == match.turn else match.legal_of(seat)

    def numbers(self, seat: Seat) -> list[int]:
        """The numbers of what a seat may do now."""
        return self._setting.actions.numbers(self.legal(seat), seat, partial(self.match.view, seat))

    def mask(self, seat: Seat) -> NDArray[np.int8]:
        """A 1 for each number that a seat may answer, all 0 where it isn't asked."""
        asked = seat in self.asked
        return self._setting.actions.mask(self.numbers(seat) if asked else [])

    def answer(self, number: int, seat: Seat) -> bool:
        """Whether what a number stands for is legal for a seat that is asked; then it is played."""
        legal = self.legal(seat)
        action = self._setting.actions.action(number, legal, seat, partial(self.match.view, seat))
        if action is None:
            return False
        try:
            self.play(action, seat)
        except IllegalAction:
            return False
        return True

    def play(self, action: Action, seat: Seat) -> None:
        """Play an action of a seat that is asked; raises IllegalAction."""
        match = self.match
        if not (match.is_shared and type(match.acting) is AnyOf):
            match.advance(action, seat)
            self._after()
            return
        meant = found_in(self.legal(seat), action)
        if meant is None:
            raise IllegalAction(action, "not allowed now")
        self._wishes.append((seat, meant))
        if len(self._wishes) == len(match.to_act):
            self._close_window()

    def _close_window(self) -> None:
        """Let one of those act that want to, or else all pass."""
        wishes, self._wishes = self._wishes, []
        speaking = [wish for wish in wishes if not isinstance(wish[1], Pass)]
        if len(speaking) > 1:
            speaking = [speaking[drawn_by_lot(self.seed, self.played, len(speaking))]]
        for seat, action in speaking or wishes:
            self.match.advance(action, seat)
            self._after()

    def _after(self) -> None:
        """Take notice of an action that was played."""
        self.played += 1
        if self.listeners:
            match = self.match
            events = [*match.acted, *match.events()]
            for listener in self.listeners if events else ():
                listener(events, match)

    def observation(self, seat: Seat) -> NDArray[np.float32]:
        """What a seat sees, in numbers."""
        return self._setting.observations.encode(self.match.state, seat)

    def history(self, seat: Seat) -> NDArray[np.float32] | None:
        """What a seat saw, where that is kept."""
        return None if self._memory is None else self._memory.array(seat)

    def rewards(self) -> Sequence[float]:
        """What the game was worth to each seat; nothing where it was stopped."""
        result = self.match.result
        return [0.0] * self._setting.batch.seats if result is None else self._setting.rewards(result)
