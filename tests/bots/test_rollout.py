"""Playing on at full speed: the same game as by a match, with the end of rounds noticed, and chance that is even."""

from __future__ import annotations

from collections import Counter

import pytest
from following import SEATS, game_of, random_match

from cardkit import Match, Seeded, standard52
from cardkit.bots.rollout import Rollout, any_action, avoiding, mixed_action
from cardkit.table.faults import PASS

ASKED_IN_TURN = [(name, seats) for name, numbers in SEATS.items() for seats in numbers if name != "cheat"]


@pytest.mark.parametrize(("name", "seats"), ASKED_IN_TURN)
def test_a_game_goes_on_as_in_a_match(name: str, seats: int) -> None:
    game = game_of(name)
    opening = Match(game, (game.own_deck() or standard52)(), seats=seats, rng=Seeded(3)).state
    match, rollout = Match.at(game, opening.clone(), Seeded(4)), Rollout(game, opening.clone(), Seeded(4))
    chance = Seeded(5)
    for _ in range(60):
        assert (match.result, match.is_over) == (rollout.result, rollout.result is not None)
        if match.is_over:
            break
        action = any_action(rollout, chance)
        assert (match.turn, True) == (rollout.seat, action in match.legal)
        match.play(action)
        rollout.carry_out(action)
        assert match.state.position() == rollout.state.position()


@pytest.mark.parametrize("policy", [any_action, mixed_action, avoiding([type(PASS)], is_mixed=False)])
def test_windows_are_played_through_and_no_card_is_lost(policy: object) -> None:
    match, _ = random_match("cheat", 4, 1)
    rollout, chance = Rollout(match.game, match.state.clone(), Seeded(1), first=2), Seeded(2)
    for _ in range(200):
        if rollout.is_over:
            break
        rollout.carry_out(policy(rollout, chance))  # type: ignore[operator]
        lying = Counter(card for pile in rollout.state.piles() for card in pile)
        assert Counter(standard52()) == lying


def test_a_round_that_is_void_ends_a_rollout_without_points() -> None:
    match, _ = random_match("gin_rummy", 2, 1)
    rollout = Rollout(match.game, match.state.clone(), Seeded(1))
    for _ in range(70):
        if rollout.dealer.ended is not None:
            break
        rollout.carry_out(rollout.legal[0])
    assert rollout.dealer.ended is not None
    assert (0.0, 0.0) == rollout.dealer.ended.points


def test_the_end_of_a_round_ends_a_rollout() -> None:
    match, _ = random_match("golf", 2, 1)
    rollout, chance = Rollout(match.game, match.state.clone(), Seeded(1)), Seeded(2)
    while not rollout.is_over:
        rollout.carry_out(any_action(rollout, chance))
    assert rollout.result is None
    assert rollout.dealer.ended is not None
    assert (rollout.dealer.ended.scores, 2) == (tuple(rollout.state.scores), rollout.state.round)
