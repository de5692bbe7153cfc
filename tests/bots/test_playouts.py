"""What playouts suppose of those who play on, in a game that cardkit has never seen."""

from __future__ import annotations

from statistics import fmean
from typing import Any

import pytest
from climbing import Climbing
from following import game_of, seated, seating_of

from cardkit import Match, Seeded, Table, standard52
from cardkit.bots.search import Budget, SearchPlayer
from cardkit.bots.tuning import acquainted
from cardkit.plugins.plugin import Plugin


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_to_pass_is_neither_a_bid_nor_a_last_resort_where_it_keeps_high_cards(seats: int) -> None:
    known = acquainted(seating_of(Plugin(game=Climbing), seats))
    assert (frozenset(), frozenset()) == (known.bids, known.last_resorts)
    assert ["bid"] == [kind.word for kind in acquainted(seating_of("spades", 4)).bids]


def climbing(seed: int) -> Match[Any, Any]:
    return Match(Climbing(), standard52(), seats=3, rng=Seeded(seed))


def advised(match: Match[Any, Any], budget: str, *, advises: bool = True) -> SearchPlayer:
    """Who was asked for what it would do, or for its advice."""
    bot = seated(match, budget=budget)
    bot.advises = advises
    bot.choose(match.view(match.turn), match.legal)
    return bot


def test_what_is_told_is_not_what_looked_best_by_luck() -> None:
    told, chosen = (
        fmean(advised(climbing(seed), "search:easy", advises=advises).outlooks[0].mean for seed in range(12))
        for advises in (True, False)
    )
    assert told < chosen - 0.05


def test_told_shares_of_wins_are_not_far_from_what_comes() -> None:
    """Between players that search a little, in a game that nothing was tuned on."""
    errors = list[float]()
    for seed in range(12):
        match = climbing(seed)
        told = advised(match, "search:easy").outlooks[0].mean
        first = match.turn
        bots = [SearchPlayer(Seeded(3 * seed + seat), Budget(iterations=10)) for seat in range(3)]
        result = Table(match, bots).run()
        errors.append(told - (first in result.winners))
    assert abs(fmean(errors)) < 0.35
    assert fmean(error * error for error in errors) < 0.4


@pytest.mark.parametrize("seed", [3, 6])
def test_of_what_is_about_the_same_that_is_advised_which_comes_first_where_first_actions_are_good(seed: int) -> None:
    """At Klondike an ace is built at once, and neither put on a two nor left for a card from the stock."""
    match = Match(game_of("klondike"), standard52(), seats=1, rng=Seeded(seed))
    assert str(match.legal[0]).startswith("build A")
    assert match.legal[0] == advised(match, "search").outlooks[0].action
