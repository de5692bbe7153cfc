"""The promise of a game about those who draw conclusions: what a seat knows, the true table among its worlds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cardkit.authors.promises.examined import Examined
from cardkit.authors.promises.random_games import RandomPlay
from cardkit.bots.knowledge import Knowledge
from cardkit.core.events import Event
from cardkit.core.piles import Seat
from cardkit.core.state import State
from cardkit.table.match import Match
from cardkit.table.players import seating_at

_STEPS = 150
"""How many steps of a game are followed."""
_SEATS = 2
"""The number of seats with whose eyes a game is followed; which they are hangs on its seed."""


class Onlookers:
    """Seats that follow a match from its beginning, each with what it knows."""

    def __init__(self, match: Match[Any, Any], seats: Iterable[Seat], *, infers: bool = True) -> None:
        self._match = match
        self.known = [Knowledge(seating_at(match.game, match.state, seat), infers=infers) for seat in seats]
        for knowledge in self.known:
            knowledge.begin(match.view(knowledge.seat))

    def told(self, brought: Sequence[Event]) -> None:
        """Tell each what the action that was played last has brought about."""
        for knowledge, events, view in self.news(brought):
            knowledge.told(events, view)

    def news(self, brought: Sequence[Event]) -> Iterator[tuple[Knowledge, Sequence[Event], State]]:
        """What each is to be told of the action that was played last; nothing where nobody saw anything."""
        events = [*self._match.acted, *brought]
        for knowledge in self.known if events else ():
            seat = knowledge.seat
            yield knowledge, [event.seen_by(seat) for event in events], self._match.view(seat)

    def denials(self) -> Iterator[str]:
        """What each takes for impossible though it is so, where there is something."""
        for knowledge in self.known:
            if (denied := knowledge.denies(self._match.state)) is not None:
                when = f"after {self._match.acted[0].action}" if self._match.acted else "after setup"
                yield f"seat {knowledge.seat} has to conclude {when} that {denied}, which it does"


def knowledge_holds(game: Examined) -> str | None:
    """What a seat takes for impossible though it is so, when the game is played once more before its eyes."""
    setting = game.setting
    match = setting.match()
    play = RandomPlay(match, setting)
    onlookers = Onlookers(match, [(setting.seed + k) % setting.seats for k in range(min(_SEATS, setting.seats))])
    for step in range(_STEPS + 1):
        for denial in onlookers.denials():
            return denial
        if step == _STEPS or (action := play.choose()) is None:
            break
        onlookers.told(match.play(action))
    return None
