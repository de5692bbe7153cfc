"""Nested playouts: at its later decisions the seat that is advised does what looks best by all that it sees there."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean
from typing import Any

import pytest
from following import game_of, played, random_match, seated

from cardkit import Match, Seeded, standard52
from cardkit.bots.nested import Nested, NestedRollout, is_decision
from cardkit.bots.rollout import any_action
from cardkit.bots.search import SearchPlayer
from cardkit.bots.tuning import acquainted
from cardkit.core.actions import choices
from cardkit.table.turns import seating_at


def betting(seed: int, level: str = "search") -> tuple[SearchPlayer, Any, list[Any]]:
    """A player that has to bet first at a table of Blackjack, its view, and the bets."""
    match = Match(game_of("blackjack"), standard52(), seats=2, rng=Seeded(seed))
    return seated(match, 0, level, seed), match.view(0), [*choices(match.legal)]


def nested_in(match: Match[Any, Any], tries: int = 3) -> Nested:
    seating = seating_at(match.game, match.state, 0)
    return Nested(match.game, seated(match, 0).knowledge, acquainted(seating), tries)


def test_a_large_bet_at_blackjack_costs_what_the_house_wins_and_not_what_blind_play_loses() -> None:
    """By the basic strategy less than 3 % of a bet is lost, and by playing on blindly about half of it."""
    for seed in (1, 2):
        bot, view, (least, *_, most) = betting(seed)
        weighed = {one.action: one for one in bot.weighed(view, [least, most])}
        lead = weighed[least].ahead_of(weighed[most])
        assert lead is not None
        assert lead.low <= 0.03 * (most.chips - least.chips)
        assert lead.mean < 0.3 * (most.chips - least.chips)
        between = weighed[most].interval
        assert between is not None
        assert between[1] >= -0.03 * most.chips
        assert bot.assumed.startswith(
            "afterwards you are taken to do what comes out best in a few tries, and the others "
        )


def test_nested_playouts_lose_far_less_than_blind_ones() -> None:
    match = Match(game_of("blackjack"), standard52(), seats=2, rng=Seeded(5))
    nested, bot, chance = nested_in(match), seated(match, 0), Seeded(7)
    known, worlds = acquainted(seating_at(match.game, match.state, 0)), bot.knowledge.worlds()
    bet = choices(match.legal)[-1]
    lost: dict[bool, list[float]] = {False: [], True: []}
    for number in range(400):
        rollout = nested.rollout(worlds.deal(chance), chance)
        rollout.carry_out(bet)
        while not rollout.is_over:
            rollout.carry_out((nested if number % 2 else known.policy)(rollout, chance))
        lost[number % 2 == 1].append(-known.rewards.gained(rollout, 0) / bet.chips)
    assert fmean(lost[True]) < 0.3 < fmean(lost[False])


def decisions(name: str, seats: int, seed: int) -> Iterator[tuple[Nested, NestedRollout]]:
    """Decisions of seat 0 in an imagined game that goes by chance, begun in the middle of a game."""
    match, players = random_match(name, seats, seed)
    bot = seated(match)
    for _ in range(6):
        played(match, players[match.turn](match.view(match.turn), match.legal), bot)
    chance = Seeded(seed)
    nested = Nested(match.game, bot.knowledge, acquainted(seating_at(match.game, match.state, 0)), 3)
    rollout = nested.rollout(bot.knowledge.worlds().deal(chance), chance)
    for _ in range(40):
        if rollout.is_over:
            return
        if is_decision(rollout, 0):
            yield nested, rollout
        rollout.carry_out(any_action(rollout, chance))


@pytest.mark.parametrize(
    ("name", "seats"), [("go_fish", 2), ("golf", 2), ("hearts", 4), ("blackjack", 2), ("goofspiel", 2), ("old_maid", 3)]
)
def test_what_the_seat_knows_in_an_imagined_game_is_what_it_was_told_there_and_true(name: str, seats: int) -> None:
    met = 0
    for nested, rollout in (one for seed in range(3) for one in decisions(name, seats, seed)):
        known, before = rollout.knowledge(), nested._knowledge  # pyright: ignore[reportPrivateUsage]
        assert known is not before
        assert known.denies(rollout.state) is None
        assert known.worlds().deal(Seeded(1)).view(0) == rollout.state.view(0)
        met += 1
    assert met > 1


def test_what_is_done_hangs_on_nothing_that_the_seat_does_not_see() -> None:
    """Two tables that look alike to the seat, with the same chance to come."""
    met = 0
    for name in ("blackjack", "golf"):
        for nested, rollout in decisions(name, 2, 2):
            worlds = rollout.knowledge().worlds()
            found = set[str]()
            for number in range(4):
                chance = Seeded(number)
                other = NestedRollout(rollout.game, worlds.deal(chance), chance, rollout.knowledge())
                found.add(str(nested(other, Seeded(9))))
            assert 1 == len(found)
            met += 1
    assert met > 3


def test_playouts_are_not_nested_where_much_is_left_to_decide() -> None:
    match, _ = random_match("hearts", 4, 1)
    while len(match.legal) < 2 or match.state.trick:
        match.advance(match.legal[0])
    bot = seated(match, match.turn)
    bot.choose(match.view(match.turn), match.legal)
    assert bot.assumed.startswith("afterwards all are taken to play")
