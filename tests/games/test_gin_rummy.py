"""Gin Rummy among the examples, scene by scene."""

from __future__ import annotations

from typing import Any

import pytest
from scenes import Scene, ended, game, legal, play, refused

from cardkit import Match, Result, RoundEnded, Stacked, cards, standard52

GinRummy = game("gin_rummy")
deadwood: Any = GinRummy.left.__globals__["deadwood"]

MELDS = "AS 2S 3S 4D 4H 4C 9C TC JC"
"""Three melds."""
OTHERS = "5S 7S 9S JD KD 2D 7D 8H TH QH"
"""A hand without melds."""


def scene(first: str, second: str, rest: str, **options: Any) -> Scene:
    """A game in which these hands are dealt, then the rest of the pack in its order after these cards."""
    dealt = [card for pair in zip(cards(first), cards(second), strict=True) for card in pair] + cards(rest)
    others = [card for card in standard52() if card not in dealt]
    return Match(GinRummy(**options), [*dealt, *others][::-1], seats=2, rng=Stacked())


def test_who_did_not_deal_may_take_the_first_card_and_then_the_dealer() -> None:
    match = scene(f"{MELDS} KS", OTHERS, "QS 6C")
    assert (0, ["take", "refuse"]) == (match.turn, legal(match))
    assert "you may take the first card or leave it" in refused(match, "draw")
    twin = match.fork()
    play(twin, "take")
    assert "you have just taken QS" in refused(twin, "discard QS")
    assert "you don't have 2D" in refused(twin, "discard 2D")
    play(match, "refuse")
    assert (1, ["take", "refuse"]) == (match.turn, legal(match))
    play(match, "refuse")
    assert (0, ["draw"]) == (match.turn, legal(match))
    assert "you may draw a card" in refused(match, "refuse")


def test_a_player_knocks_with_ten_points_or_fewer_and_lays_his_melds_open() -> None:
    match = scene(f"{MELDS} KS", OTHERS, "QS 6C")
    play(match, "refuse", "refuse", "draw")
    assert "21 points would be left over, and 10 are allowed" in refused(match, "knock AS")
    play(match, "knock KS")
    assert ["melds 0", "melds 1", "melds 2"] == [pile.name for pile in match.state.melds]
    assert {"4C 4D 4H", "9C TC JC", "AS 2S 3S"} == {" ".join(map(str, pile)) for pile in match.state.melds}
    assert (1, cards("6C")) == (match.turn, match.state.shown[0].cards)


def test_the_other_lays_off_cards_and_the_difference_is_won() -> None:
    match = scene(f"{MELDS} KS", "QC KC 4S 5D 5H JD AD 2D 3H 6S", "QS 6C")
    play(match, "refuse", "refuse", "draw", "knock KS")
    run, row, four = (
        next(place for place, pile in enumerate(match.state.melds) if card in pile) for card in cards("9C AS 4D")
    )
    assert ["done", *sorted([f"lay-off 4S {row}", f"lay-off 4S {four}"]), f"lay-off QC {run}"] == sorted(
        map(str, match.legal), key=lambda notation: notation.replace("QC", "ZZ")
    )
    assert "KC does not make that meld longer" in refused(match, f"lay-off KC {run}")
    play(match, f"lay-off QC {run}", f"lay-off KC {run}")
    events = play(match, "done")
    left = 4 + 5 + 5 + 10 + 1 + 2 + 3 + 6
    assert RoundEnded((left - 6, 0), (left - 6, 0)) == ended(events)
    assert (2, 0, 1) == (match.state.round, match.state.dealt_by, match.turn)


def test_who_has_no_more_than_the_knocker_wins_the_difference_and_a_bonus() -> None:
    match = scene(f"{MELDS} KS", "5D 6D 7D 8H 9H TH QD QH QC 2D", "QS 6C")
    play(match, "refuse", "refuse", "draw", "knock KS")
    assert RoundEnded((0, 4 + 25), (0, 29)) == ended(play(match, "done"))


def test_with_two_cards_in_the_stock_the_hand_is_void_and_dealt_by_the_same() -> None:
    match = scene(f"{MELDS} KS", OTHERS, "QS 6C")
    play(match, "refuse", "refuse")
    events: list[Any] = []
    while match.state.round == 1:
        play(match, "draw")
        events = match.play(next(action for action in match.legal if str(action).startswith("discard")))
    assert RoundEnded((0, 0), (0, 0)) == ended(events)
    assert (1, 0) == (match.state.dealt_by, match.turn)


@pytest.mark.parametrize(("loser", "bonus"), [(0, 200), (40, 100)])
def test_the_winner_of_the_game_gets_a_bonus_and_both_their_boxes(loser: int, bonus: int) -> None:
    match = scene(f"{MELDS} KS", OTHERS, "QS QC")
    match.state.scores[:], match.state.hands_won[:] = [90, loser], [2, 1]
    play(match, "refuse", "refuse", "draw", "knock KS")
    won = 90 + 78 + 25
    assert Result.most((float(won + 3 * 20 + bonus), float(loser + 20))) == match.result
