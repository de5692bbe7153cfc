"""States as OpenSpiel walks through them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import pyspiel

from cardkit.core.chance.generators import Seeded
from cardkit.core.piles import Seat
from cardkit.rl.openspiel.course import Course, Word
from cardkit.rl.openspiel.keeping import kept, taken_up
from cardkit.rl.openspiel.pages import seen

if TYPE_CHECKING:
    from cardkit.rl.openspiel.games import CardGame


class Holder:
    """Holds the game of a state, which is copied and written in cardkit's way; written, it is a record."""

    __slots__ = ("course", "text")

    def __init__(self, course: Course | None, text: str = "") -> None:
        self.course, self.text = course, text

    def __deepcopy__(self, memo: Any) -> Holder:
        return Holder(None if self.course is None else self.course.copy(), self.text)

    def __reduce__(self) -> tuple[type[Holder], tuple[None, str]]:
        return Holder, (None, self.text if self.course is None else kept(self.course))


class CardState(pyspiel.State):
    """A game that has come to where a seat or chance has a say."""

    __slots__ = ("__dict__", "_game")

    def __init__(self, game: CardGame) -> None:
        super().__init__(game)
        self._game = game
        self._holder = Holder(None)

    @property
    def course(self) -> Course:
        """The game."""
        holder = self._holder
        if holder.course is None:
            holder.course = self._game.first.copy()
            if holder.text:
                holder.course = taken_up(holder.course.anew(), holder.text)
        return holder.course

    def record(self) -> str:
        """The game up to here as cardkit's record, which `cardkit replay` plays."""
        return kept(self.course)

    def current_player(self) -> int:
        """Whose turn it is, in OpenSpiel's numbers."""
        course = self.course
        if course.is_chance:
            return pyspiel.PlayerId.CHANCE
        if course.is_over:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.SIMULTANEOUS if course.is_together else course.asked

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.course.is_over

    def _legal_actions(self, player: Seat) -> list[int]:
        return self.course.numbers(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance can say, and how likely each is."""
        return sorted((self._number(word), chance) for word, chance in self.course.words().items())

    def _number(self, word: Word) -> int:
        return word if isinstance(word, int) else self._game.setting.observations.cards.index(word)

    def _word(self, number: int) -> Word:
        return next(word for word in self.course.words() if self._number(word) == number)

    def _apply_action(self, action: int) -> None:
        course = self.course
        if course.is_chance:
            self._holder.course = course.after("hear", self._word(action))
        else:
            self._holder.course = course.after("answer", action)

    def _apply_actions(self, actions: Sequence[int]) -> None:
        self._holder.course = self.course.after("answer_together", actions)

    def _action_to_string(self, player: Seat, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(self._word(action))
        return str(self.course.action(action, player))

    def returns(self) -> list[float]:
        """What the game is worth to each seat; nothing as long as it isn't over, and where it was stopped."""
        match, setting = self.course.match, self._game.setting
        if match is None or match.result is None:
            return [0.0] * setting.batch.seats
        return list(setting.rewards(match.result))

    def resample_from_infostate(self, player: Seat, sampler: Callable[[], float]) -> CardState:
        """A state that this may be for all that a player knows: the cards it doesn't see are dealt anew by chance.

        Algorithms in Python find it; those in C++ don't, as OpenSpiel lets no game in Python say it for them.
        """
        twin = self.clone()
        twin._holder = Holder(self.course.imagined(player, Seeded(int(sampler() * 2**53))))
        return twin

    def __str__(self) -> str:
        course = self.course
        lines = ["before the deal"] if course.match is None else seen(course.shown()).split("; ")
        waiting = [f"chance: {', '.join(map(str, course.words()))}"] if course.is_chance else []
        wishes = [f"seat {seat}: {action}" for seat, action in course.wishes]
        return "\n".join([*lines, *wishes, *waiting])
