"""How long a random game is, and how it comes to its end: games that are long are told from those that never end."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from cardkit.authors.promises.clock import StepClock, is_by_hand
from cardkit.authors.promises.laws import broken_by
from cardkit.authors.promises.promise import Breach, BrokenPromise
from cardkit.authors.promises.random_games import RandomPlay, TrialSetup
from cardkit.authors.promises.trial import wrong_scores
from cardkit.core.errors import CannotStart

_PATIENCE = 10
"""A game that is not over after the limit is played on up to so many times as much."""
_SECONDS = 15.0
"""After so many seconds of the processor a game is long, however few actions it took."""


@dataclass(frozen=True, kw_only=True)
class Ending:
    """How a random game came to its end, or didn't."""

    actions: int
    broken: BrokenPromise | None = None
    """A promise that it breaks on the way."""
    long: str = ""
    """What is to be told of a game that takes more actions than the limit, in a clause."""
    scores: BrokenPromise | None = None
    """The same for its scores, which are there at the end alone."""
    is_over: bool = False


def ending(setting: TrialSetup) -> Ending:
    """How a random game comes to its end; one that takes more than `max_actions` is long, if it ends some time.

    It is long, too, where it goes on up to the last, but rounds have still been ended.
    """
    limit, actions = setting.max_actions, list[str]()
    setting = replace(setting, max_actions=limit * _PATIENCE)

    def broken(promise: str, reason: str) -> BrokenPromise:
        return setting.broken(promise, reason, actions)

    rounds = rounds_at_half = 0
    clock, words, end = StepClock(), StepClock.last_words, time.process_time() + _SECONDS
    setting.tell()
    try:
        with clock:
            match = setting.match()
            play = RandomPlay(match, setting)
            if words:
                words.promise("plays-without-errors")
            while (action := play.choose()) is not None:
                clock.step()
                if time.process_time() > end:
                    told = f"a game is not over after {len(actions):,} actions, which took {_SECONDS:g} s"
                    return Ending(actions=len(actions), long=told)
                actions.append(str(action))
                if words:
                    words.action(actions[-1])
                match.advance(action)
                rounds = match.state.round
                if len(actions) == setting.max_actions // 2:
                    rounds_at_half = rounds
    except Breach as breach:
        if breach.promise != "ends":
            return Ending(actions=len(actions), broken=broken(breach.promise, breach.reason))
        if rounds > rounds_at_half:
            told = f"a game is not over after {len(actions):,} actions, in round {rounds}"
            return Ending(actions=len(actions), long=told)
        return Ending(actions=len(actions), broken=broken("ends", breach.reason))
    except CannotStart:
        raise
    except BaseException as error:
        if is_by_hand(error):
            raise
        found, taken = broken_by(setting, "ends")
        return Ending(actions=taken, broken=found)
    unfinished = "" if match.is_over or play.cycle else " and more"
    wrong = wrong_scores(match.result, setting.seats)
    return Ending(
        actions=len(actions),
        long=f"a game takes {len(actions):,} actions" + unfinished if len(actions) > limit else "",
        scores=broken("one-score-a-seat", wrong) if wrong else None,
        is_over=True,
    )
