"""War with other rules: who runs out, in which order cards are put away, more ranks, more players, what is counted."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from helpers import cardkit

from cardkit import CannotStart, DeckFileError, How, Match, Seeded, Stacked, Table, cards, first_legal
from cardkit import standard52 as whole_deck
from cardkit.simulation.simulate import batch, kernel_of, simulate
from cardkit_war import Battlefield, RanOut, Turn, War, read_deck

Scene = Match[Battlefield, Turn]


def scene(*decks: str, **options: Any) -> Scene:
    """Players with these decks, the top card first, and nothing on the table."""
    war = War(**options)
    field = Match(war, [], seats=len(decks), rng=Stacked()).state
    for deck, text in zip(field.decks, decks, strict=True):
        deck.cards[:] = reversed(cards(text))
    return Match.at(war, field, Stacked())


def decks(match: Scene) -> tuple[str, ...]:
    """The decks as they lie, the top card first."""
    return tuple(map(str, match.state.decks))


def after_a_turn(*lying: str, **options: Any) -> tuple[str, ...]:
    """The decks after a turn."""
    match = scene(*lying, **options)
    match.play(Turn())
    return decks(match)


# Running out


LAST_CARD = [
    # fewer cards than go down: the last one is turned up
    (3, "8S 3S KS", "8D 4D 5D 6D 7D 2D", ("[8S 3S KS 8D 4D 5D 6D 7D]", "[2D]")),
    # no card left: the one that lies there stands
    (1, "8S", "8D 4D 5D 2D", ("[8S 8D 4D 5D]", "[2D]")),
    # and in a war on top of it
    (1, "8S QS", "8D 4D QD 5D 9D 2D", ("[8S QS 8D 4D QD 5D 9D]", "[2D]")),
]


@pytest.mark.parametrize(("face_down", "first", "second", "expected"), LAST_CARD)
def test_the_last_card_may_decide_and_stands_until_the_war_is_over(
    face_down: int, first: str, second: str, expected: tuple[str, str]
) -> None:
    assert expected == after_a_turn(first, second, face_down=face_down, running_out="last-card")
    turned = after_a_turn(second, first, face_down=face_down, running_out="last-card")
    assert expected == turned[::-1]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        # the second seat's own card first: 4 and then 5 down, 9 and then 2 up
        ("8S", "8D 4D 5D 9D 2D", ("[]", "[8D 4D 9D 8S 5D 2D]")),
        ("8S", "8D 4D 5D 2D 9D 3D", ("[8S 5D 9D 8D 4D 2D]", "[3D]")),
        # one card is not enough for two
        ("8S", "8D 4D", ("[]", "[4D 8D 8S]")),
    ],
)
def test_the_other_side_may_lay_cards_for_both(first: str, second: str, expected: tuple[str, str]) -> None:
    assert expected == after_a_turn(first, second, running_out="borrows")
    assert expected == after_a_turn(second, first, running_out="borrows")[::-1]


def test_cards_are_borrowed_only_where_two_play() -> None:
    with pytest.raises(CannotStart, match="borrowed only where two play"):
        Match(War(running_out="borrows"), whole_deck(), seats=3, rng=Stacked())


# The order of won cards


@pytest.mark.parametrize(
    ("pickup", "first", "second", "expected", "winner"),
    [
        ("interleaved", "8S 3S KS 2S", "8D 4D QD 2D", "[2S 8S 8D 3S 4D KS QD]", 0),
        ("interleaved", "4S 2S", "KD 2D", "[2D KD 4S]", 1),
        ("reversed", "8S 3S KS 2S", "8D 4D QD 2D", "[2S QD KS 4D 3S 8D 8S]", 0),
        ("reversed", "KS 2S", "4D 2D", "[2S 4D KS]", 0),
    ],
)
def test_won_cards_are_put_away_step_by_step_or_the_last_first(
    pickup: str, first: str, second: str, expected: str, winner: int
) -> None:
    assert expected == after_a_turn(first, second, pickup=pickup)[winner]


# Ranks


def test_ranks_may_be_more_and_others_in_another_order() -> None:
    ranks = "1 2 3 4 5 6 7 8 9 T J Q K A 15 16"
    assert ("[2H 16H AH]", "[3H]") == after_a_turn("16H 2H", "AH 3H", ranks=ranks)
    assert ("[2H]", "[3H KH AH]") == after_a_turn("AH 2H", "KH 3H", ranks="A 2 3 4 5 6 7 8 9 T J Q K")
    assert ("[2H AH KH]", "[3H]") == after_a_turn("AH 2H", "KH 3H", ranks="A 2 3 4 5 6 7 8 9 T J Q K", low_wins=True)


@pytest.mark.parametrize("ranks", ["", "2 2", "2 ?", "2 3 2"])
def test_ranks_are_words_each_once(ranks: str) -> None:
    with pytest.raises(ValueError, match="ranks"):
        War(ranks=ranks)


def test_a_deck_file_may_name_its_ranks(tmp_path: Path) -> None:
    file = tmp_path / "deck.txt"
    file.write_text("Ada\nBen\nranks: 1 2 3 10 11 12\n12C\n11C\n10H\n2D\n", encoding="utf-8")
    deck = read_deck(file)
    assert (("1", "2", "3", "10", "11", "12"), "12C 11C 10H 2D") == (deck.ranks, " ".join(map(str, deck.cards)))
    assert 0 == cardkit("play", "war", str(file), "--quiet", "--no-score").code
    assert (
        file.read_text(encoding="utf-8").splitlines()[:3]
        == cardkit("shuffle", "--for", "war", "--deck", str(file), "--seed", "1").lines[:3]
    )


@pytest.mark.parametrize(
    ("line", "cards_", "reason"),
    [
        ("ranks:", "2C", "the ranks are words"),
        ("ranks: 2 2", "2C", "the ranks are words"),
        ("ranks: 2 3!", "2C", "the ranks are words"),
        ("ranks: 2 3", "4C", "a card is a rank (2 3) and a suit"),
        ("ranks 2 3", "2C", "a card is a rank (2 to 9, T or 10, J, Q, K, A)"),
    ],
)
def test_ranks_of_a_deck_file_that_are_none_are_refused(line: str, cards_: str, reason: str, tmp_path: Path) -> None:
    file = tmp_path / "deck.txt"
    file.write_text(f"Ada\nBen\n{line}\n{cards_}\n", encoding="utf-8")
    with pytest.raises(DeckFileError) as caught:
        read_deck(file)
    assert reason in str(caught.value)


# More players


def test_the_highest_of_three_cards_takes_all() -> None:
    assert ("[2S]", "[3D KD 5H 4S]", "[6H]") == after_a_turn("4S 2S", "KD 3D", "5H 6H")
    assert ("[2S]", "[3D 5H 4S KD]", "[6H]") == after_a_turn("4S 2S", "KD 3D", "5H 6H", pickup="loser-first")
    assert ("[2S]", "[3D 4S KD 5H]", "[6H]") == after_a_turn("4S 2S", "KD 3D", "5H 6H", pickup="seat")


def test_equal_cards_that_are_not_the_highest_start_no_war_and_all_fight_in_one() -> None:
    assert ("[2S]", "[3D KD 4H 4S]", "[6H]") == after_a_turn("4S 2S", "KD 3D", "4H 6H")
    assert ("[]", "[]", "[4H 3H AH KS 2S QS KD 3D 5D]") == after_a_turn("KS 2S QS", "KD 3D 5D", "4H 3H AH")


def test_who_has_no_card_for_a_war_of_three_is_out_of_it_and_the_others_go_on() -> None:
    match = scene("KS", "KD 3D 5D 9D", "4H 3H 6H 8H")
    events = match.play(Turn())
    assert [RanOut((0,))] == [event for event in events if isinstance(event, RanOut)]
    assert (("[]", "[9D]", "[8H 4H 3H 6H KS KD 3D 5D]"), None) == (decks(match), match.result)
    assert [1, 2] == list(match.acting.seats)


def test_the_last_card_of_one_of_three_stands_against_the_others() -> None:
    lying = ("KS", "KD 3D 5D 9D", "4H 3H 6H 8H")
    assert ("[KS KD 3D 5D 4H 3H 6H]", "[9D]", "[8H]") == after_a_turn(*lying, running_out="last-card")


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (3, {}),
        (4, {"running_out": "last-card", "pickup": "table"}),
        (10, {"winnings": "won-pile"}),
        (3, {"winnings": "counted"}),
        (4, {"most_rounds": 9}),
    ],
    ids=str,
)
def test_games_of_more_players_come_to_an_end_and_lose_no_card(seats: int, options: dict[str, Any]) -> None:
    for seed in range(5):
        match = Match(War(shuffle="swap", **options), whole_deck(), seats=seats, rng=Seeded(seed))
        result = Table(match, [first_legal] * seats, most_turns=2_000).run()
        assert Counter(whole_deck()) == Counter(card for pile in match.state.piles() for card in pile)
        assert How.LOST is not result.how


@pytest.mark.parametrize("rules", ["jones", "umbc", "umassd"])
def test_three_are_told_of_in_the_words_of_every_rule_set(rules: str) -> None:
    names = [word for name in ("Ann", "Bob", "Cy") for word in ("--name", name)]
    run = cardkit("play", "war", "--rules", rules, "--seed", "4", *["--seat", "ai"] * 3, *names)
    assert (0, "") == (run.code, run.err)
    assert all(name in run.out for name in (("A:", "B:", "C:") if rules == "umassd" else ("Ann", "Bob", "Cy")))


# What is counted


def test_plays_and_the_most_cards_of_the_loser_are_counted() -> None:
    match = Match(War(), cards("2S 3D 9S 4D 9H 9D 8S 7D")[::-1], seats=2, rng=Stacked())
    sizes = [[4, 4]]
    while not match.is_over:
        match.play(Turn())
        sizes.append(list(map(len, match.state.decks)))
    assert match.winner is not None
    assert max(size[1 - match.winner] for size in sizes) == match.state.most_of_loser
    assert match.state.plays == match.state.count + 2 * match.state.wars


# Published figures


PUBLISHED = (117488, 202416, 280208, 332080, 396849, 439204, 502378, 536453, 594499, 621622, 675878, 697617, 747468)
"""In so many of a million games the loser never had 27 cards, 28 and so on, by war.pl of the Perl package Games::Cards:
Mathematics Stack Exchange, question 1752876."""


@pytest.mark.skipif(not kernel_of(batch("war")).compiled, reason="many games take too long where nothing is compiled")
def test_the_loser_had_so_many_cards_as_often_as_was_published() -> None:
    seen = simulate("war", n=100_000, seed=1, options={"face_down": 3}).figures["most_of_loser"]
    for number, games in enumerate(PUBLISHED, start=27):
        share = games / 1_000_000
        fewer = sum(times for most, times in seen.counts.items() if most < number) / seen.total
        assert abs(fewer - share) < 4 * (share * (1 - share) * (1 / 1_000_000 + 1 / 100_000)) ** 0.5
