"""The promise of a game about those who draw conclusions: what a seat knows, the true table among its worlds."""

from __future__ import annotations

from collections.abc import Mapping

from cardkit.authors.promises.random_games import RandomPlay
from cardkit.authors.promises.scene import Playthrough, PlaythroughCheck
from cardkit.bots.knowledge import Knowledge
from cardkit.table.players import seating_at

_STEPS = 30
"""How many steps of a game are followed."""
_SEATS = 2
"""The number of seats with whose eyes it is followed."""


def knowledge_holds(playthrough: Playthrough) -> str | None:
    """What a seat takes for impossible though it is so, when the game is played once more before its eyes."""
    setting = playthrough.setting
    match = setting.match()
    play = RandomPlay(match, setting)
    seats = [(setting.seed + k) % setting.seats for k in range(min(_SEATS, setting.seats))]
    known = [Knowledge(seating_at(setting.game, match.state, seat)) for seat in seats]
    for knowledge in known:
        knowledge.begin(match.view(knowledge.seat))
    for step in range(_STEPS + 1):
        for knowledge in known:
            if (denied := knowledge.denies(match.state)) is not None:
                when = f"after {match.acted[0].action}" if match.acted else "after setup"
                return f"seat {knowledge.seat} has to conclude {when} that {denied}, which it does"
        if step == _STEPS or (action := play.choose()) is None:
            break
        brought = match.play(action)
        events = [*match.acted, *brought]
        for knowledge in known if events else ():
            knowledge.told([event.seen_by(knowledge.seat) for event in events], match.view(knowledge.seat))
    return None


PLAYTHROUGH_CHECKS: Mapping[str, PlaythroughCheck] = {"knowledge-holds": knowledge_holds}
"""What is looked at when a game has ended."""
