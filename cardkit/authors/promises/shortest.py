"""The search for a short game that shows a broken promise: fewer players, fewer cards, fewer actions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardkit.authors.promises.examination import Examination, listed_actions
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


def broken_by(setting: TrialSetup, *promises: str) -> tuple[BrokenPromise | None, int]:
    """How a random game breaks a promise, one of these or another one, or None; and the number of its actions.

    Raises CannotStart where the game says that it can't be played so.
    """
    examination = Examination(setting, promises, listed_actions(setting.game, setting.deck, setting.seats))
    try:
        examination.run()
    except BrokenPromise as broken:
        return broken, len(examination.actions)
    return None, len(examination.actions)


def shortest(found: BrokenPromise, game: Game[Any, Any]) -> BrokenPromise:
    """The shortest game found that breaks the same promise; the same one where there is none shorter."""
    best, left = found, _ACTIONS
    if found.promise == "ends":
        return found
    for seats, deck, seed in _smaller(found, game):
        if left < 0:
            break
        setting = TrialSetup(game=game, deck=deck, seats=seats, seed=seed, max_actions=len(best.actions))
        try:
            broken, actions = broken_by(setting, found.promise)
        except CannotStart:
            continue
        left -= 1 + actions
        if broken is not None and broken.promise == found.promise and _length(broken) < _length(best):
            best = broken
    return best


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
