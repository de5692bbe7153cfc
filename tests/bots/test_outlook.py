"""What search says of actions: right where the best one is known, and about the same where none is better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from following import ends, game_of, played, random_match, seated

from cardkit import Match, Seeded, cards
from cardkit.bots.outlook import Gain, Outlook, Tally
from cardkit.bots.search import Budget, SearchPlayer
from cardkit.bots.tuning import acquainted
from cardkit.table.turns import seating_at

WINS = Gain("wins")


def tally(values: Sequence[float]) -> Tally:
    return Tally(len(values), sum(values), sum(values), sum(value * value for value in values))


def outlook(action: str, values: Sequence[float], gain: Gain = WINS) -> Outlook:
    return Outlook(action=action, tally=tally(values), gain=gain)


def test_a_difference_is_clear_only_where_its_interval_does_not_hold_0_and_few_tries_tell_nothing() -> None:
    good, bad = [1.0] * 30 + [0.0] * 10, [1.0] * 5 + [0.0] * 35
    lead = outlook("a", good).ahead_of(outlook("b", bad))
    assert lead is not None
    assert (0.625, True) == (lead.mean, lead.is_clear)
    assert 0 < lead.low < 0.625 < lead.high <= 1
    back = outlook("b", bad).ahead_of(outlook("a", good))
    assert back is not None
    assert (-lead.high, -0.625, -lead.low) == (back.low, back.mean, back.high)
    again = outlook("a", good).ahead_of(outlook("b", good))
    assert again is not None
    assert not again.is_clear
    assert not again.is_open
    assert outlook("a", [1.0] * 3).ahead_of(outlook("b", bad)) is None
    small = outlook("a", [1.0] * 4).ahead_of(outlook("b", [0.0] * 4))
    assert small is not None
    assert not small.is_clear


def test_few_points_are_good_where_they_are_and_shares_stay_between_0_and_100() -> None:
    low = Gain("points", " in the round", low_is_good=True)
    lead = outlook("a", [2.0, 3.0] * 20, low).ahead_of(outlook("b", [8.0, 9.0] * 20, low))
    assert lead is not None
    assert 6 == lead.mean
    assert lead.is_clear
    never = outlook("c", [0.0] * 18, low)
    assert "c: 0.0 (each time) points in the round in 18 games tried" == never.explained(never)
    assert never.interval is None, "what else may come is not known"
    best, same = outlook("a", [1.0] * 20), outlook("b", [1.0] * 19 + [0.0])
    assert "a: wins 100 % (53 to 100) in 20 games tried" == best.explained(best)
    assert "b: wins 95 % (48 to 100) in 20 games tried, about the same" == same.explained(best)
    assert "b: wins 0 % in 1 game tried, too few to tell" == outlook("b", [0.0]).explained(best)
    wide = outlook("c", [1.0] * 2 + [0.0] * 4).explained(best)
    assert wide.endswith(" in 6 games tried, about the same as far as they tell")
    assert ["0.03", "-0.04", "0.0", "0.1"] == [low.number(value) for value in (0.03, -0.04, 1e-9, 0.06)]
    assert ["0.4", "-0.2", "0", "3"] == [WINS.number(value) for value in (0.004, -0.002, 1e-9, 0.03)]


@pytest.mark.parametrize(("method", "how"), [("", " chips, to be done "), ("single", " chips in ")])
@pytest.mark.parametrize(("holds", "best", "cost"), [("K", "bet", 3), ("J", "check", 1)])
def test_folding_the_king_costs_its_three_chips_and_calling_with_the_jack_one(
    holds: str, best: str, cost: int, method: str, how: str
) -> None:
    for seed in range(1, 6):
        deck = cards("JS QS KS")
        tables = (Match(game_of("kuhn"), deck, seats=2, rng=Seeded(number)) for number in range(seed, 99))
        match = next(match for match in tables if match.state.hands[1].top.rank == holds)
        bot = seated(match, 1, Budget(method=method), seed)
        played(match, "bet", bot, seat=1)
        view, legal = match.view(1), match.legal
        chosen = bot.choose(view, legal)
        assert best == str(chosen)
        assert how in bot.reasons[0]
        one, other = sorted(bot.weighed(view, legal), key=lambda outlook: outlook.action != chosen)
        lead = one.ahead_of(other)
        assert lead is not None
        assert 0 < lead.low <= cost <= lead.high


def endings(name: str, seats: int, seed: int, most: int) -> Iterator[tuple[SearchPlayer, Any, dict[Any, set[float]]]]:
    """Decisions of seat 0 with so few cards: its player, its view, and what can come of each action, on many tables."""
    match, players = random_match(name, seats, seed)
    bot, seating = seated(match, 0, Budget(iterations=120), seed), seating_at(match.game, match.state, 0)
    for _ in range(400):
        if match.is_over:
            return
        own, legal = match.view(0), match.legal
        if match.turn == 0 and len(legal) > 1 and len(own.hands[0]) <= most:
            worlds = [bot.knowledge.worlds(own).deal(Seeded(number)) for number in range(10)]
            yield bot, own, {one: {end for world in worlds for end in ends(seating, world, [one])} for one in legal}
        played(match, players[match.turn](match.view(match.turn), legal), bot)


@pytest.mark.parametrize(("name", "sign", "seeds"), [("hearts", -1, range(1, 3)), ("spades", 1, range(10, 13))])
def test_at_the_last_tricks_what_is_better_for_certain_is_advised_and_what_is_equal_for_certain_is_called_so(
    name: str, sign: int, seeds: Sequence[int]
) -> None:
    better = equal = 0
    for bot, view, found in (ending for seed in seeds for ending in endings(name, 4, seed, 2)):
        chosen = bot.choose(view, list(found))
        [other] = set(found) - {chosen}
        own, others = ([sign * end for end in found[action]] for action in (chosen, other))
        assert min(others) <= max(own)
        if {*own} == {*others} and len({*own}) == 1:
            equal += 1
            assert "about the same" in bot.reasons[1]
        elif min(own) > max(others):
            better += 1
            weighed = {one.action: one for one in bot.weighed(view, [other, chosen])}
            lead = weighed[chosen].ahead_of(weighed[other])
            assert lead is not None
            assert lead.is_clear
            assert min(own) - max(others) <= lead.high
            assert max(own) - min(others) >= lead.low > 0
    assert better > 1
    assert equal > 1


def test_an_interval_ends_where_points_do_as_trial_games_show_it() -> None:
    few = outlook("a", [0.0] * 9 + [10.0], Gain("points"))
    assert few.interval is not None
    assert few.interval[0] < 0
    for name, least in (("hearts", 0.0), ("spades", few.interval[0])):
        match, _ = random_match(name, 4, 1)
        gain = acquainted(seating_at(match.game, match.state, 0)).rewards.gain(match.view(0))
        assert (least, few.interval[1]) == replace(few, gain=gain).interval


def test_where_all_but_one_always_win_each_of_them_wins_as_a_whole() -> None:
    """At Old Maid with three seats one wins two games of three, and not a third of a win."""
    match, _ = random_match("old_maid", 3, 1)
    bot = seated(match, budget=Budget(iterations=200))
    bot.choose(match.view(match.turn), match.legal)
    tried = [one for one in bot.outlooks if one.tries > 20]
    assert tried
    assert all(0.4 < one.mean < 0.9 for one in tried)
