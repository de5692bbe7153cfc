"""Hold'em and Blackjack among the examples, scene by scene: bets, pots, boxes."""

from __future__ import annotations

from typing import Any

import pytest
from scenes import Scene, ended, game, legal, play, refused

from cardkit import How, Match, Moved, Result, RoundEnded, Stacked, cards, standard52

Holdem, Blackjack = game("holdem"), game("blackjack")
strength: Any = Holdem.shares.__globals__["strength"]
ROYAL, WHEEL = "TS JS QS KS AS", "AS 2D 3C 4H 5S"


def scene(rules: Any, dealt: str, seats: int) -> Scene:
    """A game whose cards are dealt in this order, the rest of the pack after them."""
    first = cards(dealt)
    rest = [card for card in standard52() if card not in first]
    return Match(rules, [*first, *rest][::-1], seats=seats, rng=Stacked())


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (ROYAL, "KH KD KC KS 2H"),
        ("2H 2D 2C 2S 3H", "KH KD KC QS QH"),
        ("2H 2D 2C 3S 3H", "AH QH 9H 5H 2H"),
        ("7H 5H 4H 3H 2H", "AS KD QC JH TS"),
        (WHEEL, "AH AD AC KS QS"),
        ("6S 2D 3C 4H 5S", WHEEL),
        ("2H 2D 2C 3S 4H", "AH AD KC KS QH"),
        ("3H 3D 2C 2S 4H", "AH AD KC QS JH"),
        ("2H 2D 3C 4S 5H", "AH KD QC JS 9H"),
        ("AH AD KC QS JH", "AS AC KD QH TS"),
    ],
)
def test_which_hand_is_better(better: str, worse: str) -> None:
    assert strength(cards(better)) > strength(cards(worse))


def test_who_has_fewer_chips_wins_only_a_part_of_each_bet() -> None:
    match = scene(Holdem(), "", 3)
    state = match.state
    state.paid, state.live = [10, 30, 50], [1, 2, 0]
    state.board.cards[:] = cards("2C 5D 9H JS 3H")
    for shown, hand in zip(state.shown, ["AS AD", "KS KD", "QS QD"], strict=True):
        shown.cards[:] = cards(hand)
    assert [30, 40, 20] == match.game.shares(state)


def test_what_somebody_paid_who_is_out_stays_in_the_pots_and_odd_chips_go_left_of_the_button() -> None:
    match = scene(Holdem(), "", 4)
    state = match.state
    state.paid, state.live = [10, 10, 3, 10], [1, 3]
    state.board.cards[:] = cards("TS JS QS KS AS")
    state.shown[1].cards[:], state.shown[3].cards[:] = cards("2C 2D"), cards("3C 3D")
    assert [0, 17, 0, 16] == match.game.shares(state)


def test_a_raise_is_as_high_as_the_last_one_and_reopens_the_betting_only_if_it_is_whole() -> None:
    match = scene(Holdem(), "", 2)
    play(match, "raise 12")
    assert "you can raise to 22 at least, and to 100 at most" in refused(match, "raise 21")
    assert ": call 10 or fold" in refused(match, "check")
    play(match, "call")
    assert "there is nothing to call" in refused(match, "fold")
    match = scene(Holdem(), "", 3)
    match.state.chips[1] = 29
    play(match, "raise 20", "raise 30", "call")
    assert (0, ["call", "fold"]) == (match.turn, legal(match))
    assert "nobody has made a whole raise since your last turn" in refused(match, "raise 60")
    match = scene(Holdem(), "", 2)
    match.state.chips[1], match.state.high = 0, 50
    assert ("all the others are all in", 0) == (match.game.no_raise(match.state), len(match.game.raises(match.state)))


def test_the_most_chips_win_after_a_number_of_hands_and_lose_to_the_house_if_they_are_no_more() -> None:
    match = scene(Holdem(hands=2), "", 2)
    play(match, "fold", "fold")
    assert (Result.draw(2).how, (100, 100)) == (match.result.how, match.result.scores)
    for dealt, how, winners in (("9S 7D 9C TD", How.WON, (0,)), ("9S 7D 7C TD", How.LOST, ())):
        match = scene(Blackjack(rounds=1), dealt, 1)
        play(match, "bet 20", "stand")
        assert (how, winners) == (match.result.how, match.result.winners)


def test_everybody_bets_before_cards_are_dealt() -> None:
    match = scene(Blackjack(), "9S 8S 7D 6C 8C TD", 2)
    assert ["bet 10 to 50 in steps of 10"] == legal(match)
    assert "a bet is 10 to 50 in steps of 10" in refused(match, "bet 55")
    assert "bet first" in refused(match, "hit")
    play(match, "bet 20")
    assert (1, 52) == (match.turn, len(match.state.stock))
    play(match, "bet 50")
    assert [20, 50] == [box.bet for box in match.state.boxes]
    assert ["boxes 0 hand", "boxes 1 hand"] == [box.hand.name for box in match.state.boxes]
    assert (0, [180, 150]) == (match.turn, match.state.chips)
    assert ["hit", "stand", "double"] == legal(match)
    assert "the bets are made" in refused(match, "bet 10")
    assert "your cards have not the same value" in refused(match, "split")


@pytest.mark.parametrize(
    ("dealt", "moves", "won", "options"),
    [
        ("9S 7D 8C TD", "stand", 0, {}),
        ("9S 7D 7C TD", "stand", -20, {}),
        ("9S 7D 7C TD 6S", "hit", -20, {}),
        ("9S 7D 7C TD 5S", "hit", 20, {}),
        ("9S 6D 7C TD 8D", "stand", 20, {}),
        ("5S 7D 6C TD TS", "double", 40, {}),
        ("AS 7D KC TD", "", 30, {}),
        ("AS AD KC TD", "", 0, {}),
        ("9S AD 9C TD", "", -20, {}),
        ("9S AD 9C 6D 4S", "stand", 20, {}),
        ("9S AD 9C 6D 4S", "stand", -20, {"soft_17": True}),
        ("AS 7D AC TD KS 5C", "split", 0, {}),
    ],
)
def test_what_a_box_wins(dealt: str, moves: str, won: int, options: dict[str, Any]) -> None:
    match = scene(Blackjack(**options), dealt, 1)
    events = play(match, "bet 20", *moves.split())
    assert RoundEnded((won,), (200 + won,)) == ended(events)
    assert match.state.round == 2
    assert all(event.target for event in events if isinstance(event, Moved))


def test_a_bet_is_made_again_only_with_the_chips_for_it() -> None:
    match = scene(Blackjack(chips=25), "5S 7D 6C TD", 1)
    assert ["bet 10/20"] == legal(match)
    assert "you have only 25" in refused(match, "bet 30")
    play(match, "bet 20")
    assert "the bet was 20, and you have only 5" in refused(match, "double")
    play(match, "hit")
    assert "that is for a hand of two cards" in refused(match, "double")


def test_a_split_makes_a_box_and_each_is_played() -> None:
    match = scene(Blackjack(), "8S 7D 8C TD 3S TC", 1)
    play(match, "bet 10", "split")
    assert ["boxes 0 hand", "boxes 1 hand"] == [box.hand.name for box in match.state.boxes]
    assert [cards("8S 3S"), cards("8C TC")] == [box.hand.cards for box in match.state.boxes]
    assert (180, ["hit", "stand", "double"]) == (match.state.chips[0], legal(match))
    assert "a hand is split once" in refused(match, "split")
    events = play(match, "stand", "stand")
    assert RoundEnded((0,), (200,)) == ended(events)
