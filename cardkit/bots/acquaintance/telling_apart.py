"""How well playouts tell actions apart: by how much more what comes of them differs than it does by chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from statistics import fmean, stdev, variance
from typing import Any

from cardkit.bots.rollout import Rollout, one_of
from cardkit.core.chance.generators import Rng
from cardkit.core.game import Game
from cardkit.core.state import State

TABLES = 40
"""On how many tables actions are tried."""
_ACTIONS_APART = 4
_DRAWN = 8
"""So many actions are drawn at a table, of which no more than `_ACTIONS_APART` different ones are tried."""
_GAMES_APART = 5
"""How often a game is played on after each of them."""
_APART_CLEARLY = 1.5
"""By how many standard errors playouts have to be clearer."""

PlayOut = Callable[[Rollout], Sequence[float]]
"""Plays a game on from a table, and returns what comes of it for each seat."""


def is_clearer(game: Game[Any, Any], tables: Sequence[State], one: PlayOut, other: PlayOut, chance: Rng) -> bool:
    """Whether playouts of one kind clearly tell actions on some tables apart better than those of another kind."""
    by_one, by_other = ([_spread(game, table, play_out, chance) for table in tables] for play_out in (one, other))
    better = [own - theirs for own, theirs in zip(_clarities(by_one), _clarities(by_other), strict=True)]
    return len(better) > 1 and fmean(better) > _APART_CLEARLY * stdev(better) / sqrt(len(better))


def _clarities(spreads: Sequence[tuple[float, float]]) -> Sequence[float]:
    """How much actions differ on each table, in units of the variance by chance on the average of all."""
    noise = fmean([within for _, within in spreads] or [0.0])
    return [between / noise if noise else 0.0 for between, _ in spreads]


def _spread(game: Game[Any, Any], table: State, play_out: PlayOut, chance: Rng) -> tuple[float, float]:
    """The variance of what some actions of the seat to act are worth, and that by chance after each of them."""
    rollout = Rollout(game, table.clone(), chance)
    seat, worths = rollout.seat, list[list[float]]()
    for action in list(dict.fromkeys(one_of(rollout.legal, chance) for _ in range(_DRAWN)))[:_ACTIONS_APART]:
        worths.append([])
        for _ in range(_GAMES_APART):
            rollout = Rollout(game, table.clone(), chance, seat)
            rollout.carry_out(action)
            worths[-1].append(play_out(rollout)[seat])
    within = fmean(map(variance, worths))
    return (variance(map(fmean, worths)) - within / _GAMES_APART if len(worths) > 1 else 0.0), within
