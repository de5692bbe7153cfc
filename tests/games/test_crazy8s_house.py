"""Crazy 8s with special cards, and for points: every rule with a scene at a table."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from helpers import cardkit

from cardkit import BACK, CannotStart, How, LaidOpen, Match, Seeded, Stacked, Table, cards, first_legal, standard52
from cardkit.authors.testing import check_game
from cardkit_crazy8s import Crazy8s, Crazy8sTable, Draw, HouseTable, Move, NewDeal, Play, Scored, Skipped

Scene = Match[Crazy8sTable, Move]


def scene(discard: str, stock: str, *hands: str, **options: Any) -> Scene:
    """Players with these hands, a discard and a draw pile, its top card first."""
    each = [cards(hand) for hand in hands]
    dealt = [card for round_ in zip(*each, strict=True) for card in round_]
    game = Crazy8s(hand_size=len(each[0]), **options)
    return Match(game, [*cards(discard), *dealt, *cards(stock)][::-1], seats=len(hands), rng=Stacked())


def played(match: Scene, card: str) -> list[Any]:
    """What happens when the card is played."""
    return list(match.play(Play(*cards(card))))


@pytest.mark.parametrize(
    ("options", "hands", "script", "skipped", "drawn"),
    [
        ({"skip": "Q"}, ["QH 3C", "6H 3D", "7H 3S"], "play QH > 2", [1], 0),
        ({"reverse": "A"}, ["AH 3C", "6H AD", "7H 3H"], "play AH > 2; draw > 1; play AD > 2", [], 1),
        ({"draw_two": "2"}, ["2H 3C", "6H 3D", "7H 3S"], "play 2H > 2", [1], 2),
        ({"reverse": "A"}, ["AH 3C", "6H AD"], "play AH > 1", [], 0),
    ],
    ids=["a skip", "a reverse until the next one", "a draw two", "a reverse between two"],
)
def test_a_special_card_skips_turns_the_direction_or_makes_the_next_player_draw_two_cards(
    options: dict[str, str], hands: list[str], script: str, skipped: list[int], drawn: int
) -> None:
    match, told = scene("5H", "9C TC JC", *hands, **options), list[Any]()
    is_turned = match.state.backwards
    for step in script.split("; "):
        move, turn = step.split(" > ")
        told += match.play(match.read(move))
        assert int(turn) == match.turn
    assert (skipped, drawn) == ([event.seat for event in told if type(event) is Skipped], match.state.cards_drawn)
    assert (drawn == 2) == (cards("6H 3D 9C TC") == match.state.hands[1].cards)
    assert match.state.backwards is is_turned
    assert match.state.count == script.count(">")


def test_a_special_card_that_is_the_last_one_does_nothing() -> None:
    match = scene("5H", "9C TC", "2H", "6H", draw_two="2", skip="2", reverse="2")
    assert Skipped(1) not in played(match, "2H")
    assert (0, 1, 1) == (match.winner, match.state.count, len(match.state.hands[1]))


def test_the_winner_of_a_deal_has_the_points_of_what_the_others_hold() -> None:
    match = scene("5H", "4C", "6H", "8S", "KD", points_to=200)
    events = played(match, "6H")
    assert [Scored(0, 60, 60), NewDeal()] == [event for event in events if isinstance(event, Scored | NewDeal)]
    table = match.state
    assert isinstance(table, HouseTable)
    assert ((60, 0, 0), 1, [1, 1, 1]) == (table.scores, match.turn, [len(hand) for hand in table.hands])
    assert Counter(cards("5H 4C 6H 8S KD")) == Counter(card for pile in table.piles() for card in pile)


def test_a_card_is_worth_its_number_or_ten_and_a_wild_one_fifty() -> None:
    for card, points in {"8C": 50, "AC": 1, "9C": 9, "TC": 10, "JC": 10, "2C": 2}.items():
        match = scene("5H", "4C", "6H", card, points_to=points)
        assert Scored(0, points, points) in played(match, "6H")
        assert match.result is not None
        assert (How.WON, (0,), (float(points), 0.0)) == (match.result.how, match.result.winners, match.result.scores)


def test_where_nothing_can_be_drawn_who_has_fewest_points_left_has_what_the_others_have_more() -> None:
    match = scene("5H", "", "KS", "6D", "7C", points_to=10)
    events = match.play(Draw())
    assert [Scored(1, 5, 5), NewDeal()] == [event for event in events if isinstance(event, Scored | NewDeal)]
    assert (None, 1) == (match.result, match.turn)


def test_where_several_have_fewest_points_left_nobody_has_any() -> None:
    match = scene("5H", "", "6S", "6D", "7C", points_to=10)
    fewer_cards = scene("5H", "", "5S 6S", "2C 4D", points_to=10, reshuffle="never")
    played(fewer_cards, "5S")
    for events in (match.play(Draw()), fewer_cards.play(Draw())):
        assert [NewDeal()] == [event for event in events if isinstance(event, Scored | NewDeal)]


@pytest.mark.parametrize(("seats", "points_to"), [(1, 0), (2, 40), (3, 200), (5, 40)])
def test_games_with_all_of_it_come_to_an_end_and_lose_no_card(seats: int, points_to: int) -> None:
    options: Any = {"skip": "Q", "reverse": "A", "draw_two": "2", "points_to": points_to, "shuffle": True}
    for seed in range(3):
        match = Match(Crazy8s(**options, draw=2), standard52(), seats=seats, rng=Seeded(seed))
        result = Table(match, [first_legal] * seats, most_turns=4_000).run()
        assert Counter(standard52()) == Counter(card for pile in match.state.piles() for card in pile)
        if result.how is How.WON and points_to:
            assert max(result.scores) >= points_to
            assert result.scores[result.winners[0]] == max(result.scores)


def test_a_special_rank_is_one_of_the_deck() -> None:
    for option in ("skip", "reverse", "draw_two"):
        with pytest.raises(ValueError, match="the ranks of the deck are 7 8 9"):
            Crazy8s.with_options({"ranks": "7 8 9", option: "K"})


def test_it_is_told_who_is_skipped_and_what_a_deal_was_worth() -> None:
    words = ["--set", "points_to=60", "--set", "skip=Q", "--set", "reverse=A", "--set", "draw_two=2"]
    run = cardkit("play", "crazy8s", "--rules", "house", *["--seat", "ai"] * 3, "--seed", "4", *words)
    assert (0, "") == (run.code, run.err)
    deals = [line for line in run.lines if line == "All cards are dealt again."]
    scored = [line for line in run.lines if " wins the deal: " in line]
    assert 1 + len(deals) == len(scored) > 1
    assert any(line.endswith(" misses a turn.") for line in run.lines)
    after = [run.lines[place + 1] for place, line in enumerate(run.lines) if line in deals]
    assert all(" plays " in line or " draws the " in line for line in after), "and not how the cards are dealt"
    assert not any(" gets " in line for line in run.lines)


def test_hands_that_are_counted_are_laid_open_and_closed_again() -> None:
    match = scene("5H", "4C", "6H", "8S", "KD", points_to=200)
    events = [event.seen_by(0) for event in played(match, "6H")]
    opened = [event for event in events if isinstance(event, LaidOpen) and event.cards]
    assert [cards("8S"), cards("KD")] == [list(event.cards) for event in opened]
    assert events.index(opened[-1]) < events.index(Scored(0, 60, 60))
    assert [(BACK,)] * 2 == [tuple(hand) for hand in match.view(0).hands[1:]]


def test_points_tell_nobody_of_cards_that_nobody_saw() -> None:
    game = Crazy8s(shuffle=True, hand_size=3, points_to=60)
    check_game(game, decks=[standard52()], seats=[2, 3], games=2, promises=["log-keeps-secrets", "knowledge-holds"])


@pytest.mark.parametrize(("rules", "said"), [("classic", "'s hand contains: "), ("house", "'s hand is laid open: ")])
def test_laid_open_hands_are_told_in_every_style(rules: str, said: str) -> None:
    words = ["--set", "points_to=1", "--set", "hand_size=5", "--set", "shuffle=true"]
    run = cardkit("play", "crazy8s", "standard52", "--rules", rules, *["--seat", "ai"] * 2, "--seed", "4", *words)
    assert 1 == len([line for line in run.lines if said in line])


def test_for_points_nobody_plays_alone() -> None:
    with pytest.raises(CannotStart, match="one player has no others: points_to=0"):
        scene("5H", "4C", "6H", points_to=10)
