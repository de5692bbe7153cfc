"""One game of an environment: whose answer it waits for, and what an answer does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from cardkit.core.acts.actions import Action, Pass
from cardkit.core.acts.choices import found_in
from cardkit.core.acts.events import Event
from cardkit.core.errors import IllegalAction
from cardkit.core.game import AnyOf
from cardkit.core.piles import Seat
from cardkit.core.state import State
from cardkit.rl.environments.setting import Setting
from cardkit.rl.history import Memory
from cardkit.rl.observations import Plan
from cardkit.table.match import Match
from cardkit.table.turns import drawn_by_lot

Listener = Callable[[Sequence[Event], Match[Any, Any]], None]


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
        self._lying: Any = None
        self._plans: list[Plan] = []
        self._listeners: list[Listener] = []
        self._memory = None if setting.histories is None else Memory(setting.histories, self.match)
        self._hurries = self.match.game.has_one_actor()
        if self._memory is not None:
            self.listen(self._memory.note)
        self.match.dealer.keep(journal=not self._hurries)
        self._look()

    def listen(self, listener: Listener) -> None:
        """Let somebody be told what happens in each action."""
        self._listeners.append(listener)
        self._hurries = False
        self.match.dealer.keep(journal=True)

    def tell(self, events: Sequence[Event]) -> None:
        """Tell all who listen."""
        for listener in self._listeners if events else ():
            listener(events, self.match)

    def _look(self) -> None:
        """See whose answer the game waits for."""
        match = self.match
        self.is_cut_off = match.result is None and self.played >= self._setting.most_actions
        """Whether the game was stopped, because so many actions were played."""
        self.is_over = self.is_cut_off or match.result is not None
        """Whether no answer is waited for any more."""
        self.seat: Seat = match.to_act[len(self._wishes)] if self._wishes else match.turn
        """The seat whose answer is waited for."""
        self._numbers: list[int] | None = None

    @property
    def asked(self) -> Sequence[Seat]:
        """The seats whose answers the game waits for, whoever of them answers first."""
        return () if self.is_over else self.match.to_act[len(self._wishes) :]

    def legal(self, seat: Seat) -> Sequence[Any]:
        """What a seat may do now."""
        match = self.match
        return match.legal if seat == match.turn else match.legal_of(seat)

    def numbers(self, seat: Seat) -> list[int]:
        """The numbers of what a seat may do now."""
        if seat != self.seat:
            return self._setting.actions.numbers(self.legal(seat), seat, partial(self.match.view, seat))
        if self._numbers is None:
            legal = self.legal(seat) if self._wishes else self.match.legal
            self._numbers = self._setting.actions.numbers(legal, seat, partial(self.match.view, seat))
        return self._numbers

    def mask(self, seat: Seat) -> NDArray[np.int8]:
        """A 1 for each number that a seat may answer, all 0 where it isn't asked."""
        is_asked = not self.is_over and (seat == self.seat or seat in self.asked)
        return self._setting.actions.mask(self.numbers(seat) if is_asked else ())

    def answer(self, number: int, seat: Seat) -> bool:
        """Whether what a number stands for is legal for a seat that is asked; then it is played."""
        if number not in self.numbers(seat):
            return False
        actions, match = self._setting.actions, self.match
        action = actions.action(number, self.legal(seat), seat, partial(match.view, seat))
        if self._hurries:
            match.hurry(action)
            self.played += 1
            self._look()
        else:
            self.play(cast(Action, action), seat)
        return True

    def play(self, action: Action, seat: Seat) -> None:
        """Play an action of a seat that is asked; raises IllegalAction."""
        match = self.match
        if not (match.is_shared and type(match.acting) is AnyOf):
            match.advance(action, seat)
            self._after()
            self._look()
            return
        meant = found_in(self.legal(seat), action)
        if meant is None:
            raise IllegalAction(action, "not allowed now")
        self._wishes.append((seat, meant))
        if len(self._wishes) == len(match.to_act):
            self._close_window()
        self._look()

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
        if self._listeners:
            self.tell([*self.match.acted, *self.match.events()])

    def observation(self, seat: Seat) -> NDArray[np.float32]:
        """What a seat sees, in numbers."""
        match, layout = self.match, self._setting.observations
        if match.lying is not self._lying:
            piles, self._lying = match.state.piles(), match.lying
            self._plans = [layout.plan(piles, seat) for seat in range(layout.seats)]
        return layout.write(self._plans[seat], vars(cast(State, match.state)), seat)

    def history(self, seat: Seat) -> NDArray[np.float32] | None:
        """What a seat saw, where that is kept."""
        return None if self._memory is None else self._memory.array(seat)

    def rewards(self) -> Sequence[float]:
        """What the game was worth to each seat; nothing where it was stopped."""
        result = self.match.result
        return [0.0] * self._setting.batch.seats if result is None else self._setting.rewards(result)
