"""The search for a short game that shows a broken promise: fewer players, fewer cards, fewer actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from typing import Any

from cardkit.authors.promises.laws import broken_by
from cardkit.authors.promises.promise import BrokenPromise
from cardkit.authors.promises.random_games import TrialSetup, shuffled
from cardkit.core.chance.generators import mix64
from cardkit.core.errors import CannotStart
from cardkit.core.game import Game

_SIZES = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32)
"""The numbers of cards that are tried in place of the whole deck."""
_TRIES = 4
"""How many games are tried with each number of seats and cards."""
_NUMBERS_OF_SEATS = 3
_ACTIONS = 4000
"""After so many actions in all the search is given up."""
_SHRUNK = 120
"""Games of more actions are left as they are by Hypothesis."""
_EXAMPLES = 300
"""So many shorter ways to play it are tried by Hypothesis."""


class _Search:
    """The shortest game that was found up to now, and how much more is tried."""

    def __init__(self, found: BrokenPromise) -> None:
        self.best = found
        self.left = _ACTIONS

    def is_broken(self, setting: TrialSetup) -> bool:
        """Whether a game breaks the promise; the shortest that does is the best."""
        if self.left < 0:
            return False
        try:
            broken, actions = broken_by(setting, self.best.promise)
        except CannotStart:
            return False
        self.left -= 1 + actions
        if broken is None or broken.promise != self.best.promise:
            return False
        if _length(broken) < _length(self.best):
            self.best = broken
        return True


def shortest(found: BrokenPromise, game: Game[Any, Any]) -> BrokenPromise:
    """The shortest game found that breaks the same promise; the same one where there is none shorter.

    Smaller games are tried, and where Hypothesis is installed, it leaves actions out of the best.
    """
    if found.promise == "ends":
        return found
    search = _Search(found)
    for seats, deck, seed in _smaller(found, game):
        most = len(search.best.actions)
        search.is_broken(TrialSetup(game=game, deck=deck, seats=seats, seed=seed, max_actions=most, is_cut=True))
    if 0 < len(search.best.actions) <= _SHRUNK and find_spec("hypothesis"):
        search.left = _ACTIONS
        _shrink(search.best, game, search.is_broken)
    return search.best


def _shrink(best: BrokenPromise, game: Game[Any, Any], is_broken: Callable[[TrialSetup], bool]) -> None:
    """Let Hypothesis leave actions of a game out, as long as the promise is broken."""
    from hypothesis import HealthCheck, Phase, find, settings
    from hypothesis import strategies as st
    from hypothesis.errors import HypothesisException

    whole = TrialSetup(game=game, deck=best.deck, seats=best.seats, seed=best.seed, max_actions=len(best.actions))

    @cache
    def is_enough(*kept: bool) -> bool:
        script = tuple((None, action) for action, is_kept in zip(best.actions, kept, strict=True) if is_kept)
        return is_broken(replace(whole, script=script, is_cut=True, skips=True))

    # Hypothesis looks for small numbers, and 0 leaves an action out; most are others, so that it begins with few.
    kept = st.tuples(*[st.integers(0, 4 * len(best.actions))] * len(best.actions))
    hurry = settings(
        derandomize=True,
        max_examples=_EXAMPLES,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
    )
    with suppress(HypothesisException):
        find(kept, lambda numbers: is_enough(*map(bool, numbers)), settings=hurry)


def _length(broken: BrokenPromise) -> tuple[int, int]:
    return len(broken.actions), len(broken.deck)


def _smaller(found: BrokenPromise, game: Game[Any, Any]) -> Iterator[tuple[int, list[Any], int]]:
    """Numbers of seats with parts of the deck and seeds, the smallest first."""
    numbers = [number for number in game.players if number <= found.seats][:_NUMBERS_OF_SEATS]
    for size in (*(size for size in _SIZES if size < len(found.deck)), len(found.deck)):
        for seats in numbers:
            for number in range(_TRIES):
                seed = mix64(found.seed, size * _TRIES + number)
                yield seats, shuffled(found.deck, seed)[:size], seed
