"""One game of an environment: whose answers it waits for, and what an answer does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from cardkit.core.cards import Seat
from cardkit.core.events import Event
from cardkit.core.game import All, AnyOf
from cardkit.core.results import How
from cardkit.core.state import State, scores_of
from cardkit.rl.actions import Begun
from cardkit.rl.history import Histories, Memory
from cardkit.rl.observations import Array, Plan
from cardkit.rl.setting import MOST_ROUNDS, Setting
from cardkit.table.turns import Table, done_in_window


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
        self._begun: dict[Seat, Begun] = {}
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
            self._begun[seat], self._numbers = cast(Begun, action), None
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
