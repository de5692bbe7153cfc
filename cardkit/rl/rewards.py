"""What the end of a game is worth to each seat that learns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cardkit.core.acts.results import How, Result

Rewards = Callable[[Result], Sequence[float]]


def wins(result: Result) -> list[float]:
    """1 shared by the winners and -1 shared by the others; -1 for everybody where all lost, as in a patience; else 0.

    >>> wins(Result.win(0, seats=3)), wins(Result.draw(2)), wins(Result.win(0, 2, seats=4))
    ([1.0, -0.5, -0.5], [0.0, 0.0], [0.5, -0.5, 0.5, -0.5])
    """
    seats, winners = len(result.scores), result.winners
    if result.how is How.LOST:
        return [-1.0] * seats
    others = seats - len(winners)
    if not winners or (not others and seats > 1):
        return [0.0] * seats
    return [1 / len(winners) if seat in winners else -1 / others for seat in range(seats)]


def scores(result: Result) -> list[float]:
    """How far each seat's score is above the average, or below it where the lowest wins; one seat's score alone.

    >>> scores(Result.most((3.0, 1.0))), scores(Result.least((90.0, 30.0, 60.0)))
    ([1.0, -1.0], [-30.0, 30.0, 0.0])
    """
    own = result.scores
    if len(own) == 1:
        return list(own)
    is_low = bool(result.winners) and own[result.winners[0]] == min(own) < max(own)
    average = sum(own) / len(own)
    return [average - score if is_low else score - average for score in own]


REWARDS: Mapping[str, Rewards] = {"wins": wins, "scores": scores}
