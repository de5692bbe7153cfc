"""The example games in which several seats act at a time, scene by scene: Goofspiel and Cheat."""

from __future__ import annotations

from typing import Any

import pytest
from scenes import game, lying

from cardkit import Cycle, IllegalAction, Match, Result, Stacked, Table, cards, deck, first_legal

Goofspiel, Cheat = game("goofspiel"), game("cheat")


def play(match: Match[Any, Any], *said: tuple[int, str]) -> None:
    """Play what these seats say, one after the other."""
    for seat, text in said:
        match.play(match.read(text, seat), seat)


def goofspiel(ranks: str, seats: int = 2) -> Match[Any, Any]:
    """Goofspiel in which the prizes have these ranks and come from the highest down."""
    return Match(Goofspiel(), deck(ranks, "CDHS"), seats=seats, rng=Stacked())


def test_a_prize_stays_on_offer_where_two_bids_are_highest_and_a_spent_card_is_no_bid() -> None:
    match = goofspiel("A23", seats=3)
    play(match, (0, "bid 3C"), (1, "bid AS"), (2, "bid 3H"))
    assert ["3D 2D", "", "", ""] == lying([match.state.prizes, *match.state.won])
    with pytest.raises(IllegalAction, match="3C is not in your hand"):
        match.read("bid 3C")
    play(match, (0, "bid AC"), (1, "bid 3S"), (2, "bid 2H"))
    assert ["AD", "", "3D 2D", ""] == lying([match.state.prizes, *match.state.won])


def cheat(pack: str = "AC 2C 3C AD 2D 3D AH 2H 3H", seats: int = 3) -> Match[Any, Any]:
    """Cheat with these cards, the first dealt first."""
    return Match(Cheat(), cards(pack)[::-1], seats=seats, rng=Stacked())


def test_who_doubts_what_is_true_or_is_caught_lying_takes_the_heap_and_anybody_may_doubt() -> None:
    match = cheat()
    play(match, (0, "put AC A"), (1, "pass"), (2, "pass"), (1, "put 2C 2D 2"))
    with pytest.raises(IllegalAction, match="doubt what was put down, or pass"):
        match.read("put 3C 2")
    twin = match.fork()
    play(twin, (2, "doubt"))
    hands = ["AD AH", "2H", "3C 3D 3H 2C 2D AC"]
    assert (hands, 2, "3", 0) == (lying(twin.state.hands), twin.turn, twin.state.due, len(twin.state.heap))
    play(match, (2, "pass"), (0, "pass"))
    twin = match.fork()
    play(twin, (2, "put 3C 3D 3H 3"), (1, "pass"), (0, "doubt"))
    assert ["AD AH 3C 3D 3H AC 2C 2D", "2H", ""] == lying(twin.state.hands)
    assert Result.win(2, seats=3) == twin.result
    play(match, (2, "put 3C 3"), (0, "pass"), (1, "pass"), (0, "put AD 4"), (2, "doubt"))
    assert ["AH AD AC 2C 2D 3C", "2H", "3D 3H"] == lying(match.state.hands)


def test_the_last_cards_win_if_nobody_doubts_or_they_are_true() -> None:
    match = cheat("AC 2C", seats=2)
    play(match, (0, "put AC A"))
    assert match.result is None
    play(match, (1, "pass"))
    assert Result.win(0, seats=2) == match.result
    match = cheat("KC 2C", seats=2)
    play(match, (0, "put KC A"), (1, "doubt"))
    assert (None, "KC") == (match.result, lying(match.state.hands)[0])
    match = cheat("KC 2C KD 3C", seats=2)
    match.state.due = "K"
    match = Match.at(Cheat(), match.state, Stacked())
    play(match, (0, "put KC K"), (1, "pass"))
    assert "A" == match.state.due, "after kings come aces"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("put AC 2", "the rank that is due is A"),
        ("put 2C A", "2C is not in your hand"),
        ("put AC AC AC A", "AC is not in your hand"),
        ("put AC AD AH AS AC A", "one to 4 cards are put down at once"),
        ("doubt", "nothing was put down that could be doubted"),
    ],
)
def test_why_something_is_not_allowed_is_told(text: str, why: str) -> None:
    with pytest.raises(IllegalAction, match=why):
        cheat("AC 2C 3C AD 2D 3D AH 2H 3H AS 2S 3S AC 2C 3C").read(text)


def test_liars_who_are_always_caught_go_round_in_a_circle_by_whomever_they_are_doubted() -> None:
    ranks, lies = "A23456789TJQK", ""
    for place in range(13):
        lies += "".join(f"{ranks[(3 * place + seat + 1) % 13]}{suit} " for seat, suit in enumerate("CDH"))
    table = Table(cheat(lies), [first_legal] * 3, most=1000)
    assert Result.endless(3, Cycle(1, 40)) == table.run()
    assert table.drew_lots
