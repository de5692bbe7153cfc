"""The example games of one seat and of two teams, scene by scene: Klondike and Spades."""

from __future__ import annotations

from typing import Any

import pytest
from scenes import ended, game, in_turn, legal, lying, play, refused

from cardkit import How, Match, Pile, Seeded, Stacked, cards, standard52

Klondike, Spades = game("klondike"), game("spades")


def klondike(up: str, waste: str = "", **options: Any) -> Match[Any, Any]:
    """Klondike with these cards face up, a column after each comma, and on the waste; nothing lies anywhere else."""
    state = Match(Klondike(**options), standard52(), seats=1, rng=Seeded(1)).state
    for pile in state.piles():
        pile.cards.clear()
    state.waste.cards[:] = cards(waste)
    for pile, text in zip(state.up, up.split(","), strict=False):
        pile.cards[:] = cards(text)
    return Match.at(Klondike(**options), state, Stacked())


@pytest.mark.parametrize(("draw", "turned"), [(1, "2C"), (3, "2C 3C 4C")])
def test_cards_are_turned_up_and_the_waste_is_turned_over_as_often_as_is_said(draw: int, turned: str) -> None:
    match = klondike("", draw=draw)
    match.state.stock.cards[:] = cards("4C 3C 2C")
    match = Match.at(match.game, match.state, Stacked())
    play(match, "draw")
    assert cards(turned) == match.state.waste.cards
    play(match, *["draw"] * (3 // draw))
    assert cards(turned) == match.state.waste.cards
    match = klondike("", "2C 3C", passes=2)
    play(match, "draw")
    assert ["give-up"] == legal(match)
    assert "there are no cards to turn up" in refused(match, "draw")


def test_a_run_moves_to_a_column_and_what_it_uncovers_is_turned_up() -> None:
    match = klondike("9H 8C 7D,9D,,KS")
    match.state.down[0].cards[:] = cards("2S")
    match = Match.at(match.game, match.state, Stacked())
    assert "put 8C 1" in legal(match)
    play(match, "put 8C 1")
    assert [cards("9H"), cards("9D 8C 7D"), [], cards("KS")] == [pile.cards for pile in match.state.up[:4]]
    play(match, "put KS 2")
    assert cards("KS") == match.state.up[2].cards
    match = klondike("9H,TC")
    match.state.down[0].cards[:] = cards("2S")
    match = Match.at(match.game, match.state, Stacked())
    play(match, "put 9H 1")
    assert ["2S", "TC 9H", ""] == lying([*match.state.up[:2], match.state.down[0]])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("put 8C 2", "only a king goes to an empty column"),
        ("put 8C 3", "8C doesn't go on 9S"),
        ("put 8C 9", "there are 7 columns"),
        ("put 5H 1", "5H lies where it can't be played"),
        ("build 9H", "9H is covered"),
        ("build 7D", "AD comes first"),
        ("build QS", "QS lies where it can't be played"),
    ],
)
def test_why_something_is_not_allowed_is_told(text: str, why: str) -> None:
    assert why in refused(klondike("9H 8C 7D,9D,,9S", "5H 6H"), text)


def test_all_cards_on_the_foundations_win_and_to_give_up_loses() -> None:
    match = klondike("KC", "QC")
    for suit, pile in match.state.foundations.items():
        pile.cards[:] = [card for card in standard52() if card.suit == suit and card not in cards("QC KC")]
    match = Match.at(match.game, match.state, Stacked())
    twin = match.fork()
    play(twin, "give-up")
    assert (How.LOST, (), (50.0,)) == (twin.result.how, twin.result.winners, twin.result.scores)
    play(match, "build QC", "build KC")
    assert (How.WON, (0,), (52.0,)) == (match.result.how, match.result.winners, match.result.scores)


FOUR = ["2C AC 2H", "3C KC 3S", "4C QC KH", "5D JC AH"]


def spades(hands: list[str], *bids: int, **options: Any) -> Match[Any, Any]:
    """Spades with these hands and bids."""
    match = Match(Spades(**options), in_turn(hands), seats=4, rng=Stacked())
    play(match, *(f"bid {bid}" for bid in bids))
    return match


@pytest.mark.parametrize(
    ("bids", "text", "why"),
    [
        ([], "bid 4", "bid 0 to 3 tricks"),
        ([], "play 2C", "the bids come first"),
        ([1, 1, 1, 1], "bid 1", "all have bid"),
        ([1, 1, 1, 1], "play KH", "KH is not in your hand"),
        ([1, 1, 1, 1], "play 2S", "spades can't be led before one was played"),
    ],
)
def test_why_it_is_not_allowed_is_told(bids: list[int], text: str, why: str) -> None:
    assert why in refused(spades(["2C AC 2S", *FOUR[1:]], *bids), text)
    match = spades(FOUR, 1, 1, 1, 1)
    play(match, "play 2C")
    assert "C was led, and you have 3C" in refused(match, "play 3S")


@pytest.mark.parametrize(
    ("bids", "tricks", "before", "points", "bags"),
    [
        ((4, 3, 2, 3), (4, 3, 3, 3), 0, 61, 1),
        ((4, 3, 2, 3), (4, 3, 1, 5), 0, -60, 0),
        ((4, 3, 2, 3), (4, 3, 3, 3), 9, 61 - 100, 10),
        ((0, 3, 4, 3), (0, 3, 5, 5), 0, 100 + 41, 1),
        ((0, 3, 4, 3), (1, 3, 4, 5), 0, -100 + 41, 1),
        ((0, 3, 4, 3), (1, 3, 3, 6), 0, -100 - 40 + 1, 1),
        ((0, 3, 0, 3), (0, 3, 0, 10), 0, 200, 0),
    ],
)
def test_what_a_team_gets_for_its_tricks(bids: Any, tricks: Any, before: int, points: int, bags: int) -> None:
    match = spades(FOUR, 1, 1, 1, 1)
    match.state.bids, match.state.bags = list(bids), [before, 0]
    match.state.taken = [Pile.face_up(cards("2C") * 4 * number) for number in tricks]
    assert (points, bags) == (match.game.points(match.state, 0), match.state.bags[0])


def test_a_hand_ends_with_its_points_and_the_next_is_begun_by_the_next_seat() -> None:
    match = spades(FOUR, 3, 0, 0, 0)
    events: list[Any] = []
    while match.state.round == 1:
        events = match.play(match.legal[0])
    assert tuple(match.state.scores) * 2 == ended(events).scores
    assert (2, 1, [None] * 4) == (match.state.round, match.turn, match.state.bids)


@pytest.mark.parametrize(
    ("scores", "winners"), [([500, 510], (1, 3)), ([500, 500], None), ([-500, 0], (1, 3)), ([499, -499], None)]
)
def test_the_higher_score_wins_where_one_is_at_the_limit(scores: list[int], winners: Any) -> None:
    match = spades(FOUR)
    match.state.scores = scores
    result = match.game.result(match.state)
    assert winners == (result and result.winners)
