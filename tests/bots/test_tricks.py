"""What playouts learn of playing to tricks: from trial games, where that is better, and the same whoever plays them."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean
from typing import Any

import pytest
from following import game_of, random_match, seated, seating_of

from cardkit import Card, Seeded, standard52
from cardkit.bots import tricks
from cardkit.bots.rollout import QuickDealer, Rollout
from cardkit.bots.search import Budget
from cardkit.bots.tricks import leanings, playing_tricks
from cardkit.bots.tuning import acquainted
from cardkit.core.chance.generators import shuffle
from cardkit.table.faults import laid
from cardkit.table.native.common import leaning

LOW, HIGH = "234", "QKA"

_LEARNED = "those cards more often that did well in trial games"


def likely(row: Mapping[Any, int], ranks: str, suits: str = "CDSH") -> float:
    """How likely actions with cards of these ranks and suits are on the average."""
    return fmean([weight for action, weight in row.items() if action.card.rank in ranks and action.card.suit in suits])


def test_in_hearts_low_hearts_are_led_and_the_queen_is_thrown_on_the_tricks_of_others() -> None:
    weights = leanings(seating_of("hearts", 4), None)
    assert weights is not None
    leads, on_ace = weights[None], weights[Card("A", "C")]
    assert likely(leads, LOW, "H") > 2 * likely(leads, HIGH, "H")
    assert likely(on_ace, HIGH, "SH") > 2 * likely(on_ace, LOW, "SH")
    assert max(on_ace, key=lambda action: on_ace[action]).card == Card("Q", "S")


def test_whoever_plays_so_takes_fewer_points_than_whoever_plays_anything() -> None:
    seating, chance = seating_of("hearts", 4), Seeded(11)
    known, before = playing_tricks(seating, None, learns=True), acquainted(seating)
    more = list[float]()
    for number in range(60):
        deck = standard52()
        shuffle(deck, chance)
        rollout = Rollout(seating.game, laid(seating.game, deck, 4, QuickDealer(chance)), chance)
        while not rollout.is_over:
            rollout.carry_out((known if (rollout.seat + number) % 2 else before).policy(rollout, chance))
        worths = before.rewards.of(rollout)
        more.append(sum([worth if (seat + number) % 2 else -worth for seat, worth in enumerate(worths)]) / 2)
    assert fmean(more) > 1.5


@pytest.mark.parametrize(("name", "seats"), [("spades", 4), ("euchre", 4), ("golf", 2)])
def test_nothing_is_learned_where_contracts_are_bid_by_chance_or_no_card_takes_a_trick(name: str, seats: int) -> None:
    seating = seating_of(name, seats)
    assert leanings(seating, None) is None
    assert playing_tricks(seating, None, learns=True) == acquainted(seating)


def test_what_is_no_better_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tricks, "_KNOWN", {})
    monkeypatch.setattr(tricks, "_ACTIONS", 1)
    monkeypatch.setattr(tricks, "_CLEARLY", 1000.0)
    assert leanings(seating_of("hearts", 4), None) is None


@pytest.mark.parametrize(("games", "how"), [(20, "at random"), (100, _LEARNED)])
def test_a_hint_says_that_cards_are_played_as_they_did_well_where_so_much_is_tried_that_it_was_learned(
    games: int, how: str
) -> None:
    match, _ = random_match("hearts", 4, 1)
    bot = seated(match, budget=Budget(iterations=games))
    bot.choose(match.view(match.turn), match.legal)
    assert f"afterwards all are taken to play {how}" == bot.reasons[-1]


def test_an_action_is_drawn_as_often_as_its_weight_says_and_none_where_one_has_no_weight() -> None:
    chance = Seeded(3)
    drawn = [leaning("abc", {"a": 1, "b": 6, "c": 3}, chance) for _ in range(1000)]
    assert [pytest.approx(share, abs=50) for share in (100, 600, 300)] == [drawn.count(one) for one in "abc"]
    assert leaning("ab", {"a": 1}, chance) is None
    assert game_of("hearts").takes(random_match("hearts", 4, 1)[0].state) is None
