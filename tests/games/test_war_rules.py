"""War by the rules `rhodes`, and with other rules, ranks and numbers of players: every rule with a scene at a table."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from helpers import cardkit
from hypothesis import given
from hypothesis import strategies as st
from naive_war import dealt, play

from cardkit import Card, Cycle, How, Match, Result, Seeded, Table, cards, first_legal, standard52
from cardkit.core.chance.generators import Rng, ScriptedRng, Stacked
from cardkit.core.errors import CannotStart, DeckFileError
from cardkit.simulation.simulate import batch, kernel_of, simulate
from cardkit_war import Battlefield, RanOut, Turn, War, WarBegun, read_deck

PICKUPS = ["winner-first", "loser-first", "table", "seat", "random"]

Scene = Match[Battlefield, Turn]


def scene(*decks: str, rng: Rng | None = None, **options: Any) -> Scene:
    """Players with these decks, the top card first, and nothing on the table."""
    war = War(**options)
    field = Match(war, [], seats=len(decks), rng=Stacked()).state
    for deck, text in zip(field.decks, decks, strict=True):
        deck.cards[:] = reversed(cards(text))
    return Match.at(war, field, rng or Stacked())


def decks(match: Scene) -> tuple[str, ...]:
    """The decks as they lie, the top card first."""
    return tuple(map(str, match.state.decks))


def table(match: Scene) -> list[str]:
    """The cards that lie on the table, each player's in the order they were laid, face up ones first."""
    return [str(pile) for pile in (*match.state.up, *match.state.down)]


def end(match: Scene) -> Result:
    """How a match ends when it is played out."""
    return Table(match, [first_legal] * 2).run()


@pytest.mark.parametrize(
    ("pack", "seats", "options", "reason"),
    [
        *(
            (pack, 2, {}, "has none of the ranks 2 3 4 5 6 7 8 9 T J Q K A")
            for pack in ("KS 1D", "10S 4D", "8 Hearts, 4 Hearts, 5 Hearts, 0 Hearts", "KS kd")
        ),
        *(("KS 4D", seats, {}, "the game takes 2 to 10") for seats in (0, 1, 11)),
        ("KS 4D", 3, {"running_out": "borrows"}, "borrowed only where two play"),
    ],
)
def test_war_is_for_two_to_ten_with_cards_of_its_ranks(
    pack: str, seats: int, options: dict[str, Any], reason: str
) -> None:
    with pytest.raises(CannotStart, match=reason):
        Match(War(**options), cards(pack), seats=seats, rng=Stacked())


@pytest.mark.parametrize(
    "options",
    [{"face_down": number} for number in (-1, 1.5, "some", None)] + [{"ranks": r} for r in ("", "2 2", "2 ?")],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="|".join(options)):
        War(**options)


def test_what_was_laid_is_told_card_by_card_in_the_order_of_laying() -> None:
    match = scene("8S 3S KS 2S", "8D 4D QD 2D")
    laid = [(str(event.cards[0]), event.target) for event in match.play(Turn()) if hasattr(event, "cards")]
    assert [("8S", "up 0"), ("8D", "up 1"), ("3S", "down 0"), ("4D", "down 1"), ("KS", "up 0"), ("QD", "up 1")] == laid[
        :6
    ]
    assert ["8S", "3S", "KS", "8D", "4D", "QD"] == [card for card, _ in laid[6:]]
    assert {"decks 0"} == {target for _, target in laid[6:]}


@pytest.mark.parametrize(
    ("face_down", "first", "second", "laid"),
    [
        (1, "8S", "8D", ["[8S]", "[8D]", "[]", "[]"]),
        (1, "8S 3S", "8D 4D", ["[8S]", "[8D]", "[3S]", "[4D]"]),
        (3, "8S 3S 5S", "8D 4D 6D", ["[8S]", "[8D]", "[3S 5S]", "[4D 6D]"]),
        (1, "8S 3S 9S", "8D 4D 9D", ["[8S 9S]", "[8D 9D]", "[3S]", "[4D]"]),
        (0, "8S 9S", "8D 9D", ["[8S 9S]", "[8D 9D]", "[]", "[]"]),
    ],
)
def test_if_both_have_no_card_for_the_next_step_it_is_a_draw_and_the_cards_stay_on_the_table(
    face_down: int, first: str, second: str, laid: list[str]
) -> None:
    match = scene(first, second, face_down=face_down)
    events = match.play(Turn())
    assert RanOut((0, 1)) in events
    assert Result.draw(seats=2) == match.result
    assert (("[]", "[]"), laid) == (decks(match), table(match))
    assert match.winner is None


def test_won_cards_may_be_shuffled_by_the_dealers_numbers_and_no_others() -> None:
    orders = Counter[str]()
    for numbers in product(range(4), range(3), range(2)):
        match = scene("8S KS 2S", "8D QD 2D", face_down=0, pickup="random", rng=ScriptedRng(numbers))
        match.play(Turn())
        first, second = decks(match)
        assert (1, "[2D]") == (match.draws, second)
        assert "[2S" == first[:3]
        orders[first] += 1
    assert 24 == len(orders)
    assert {1} == set(orders.values())


LONGEST = {"table": 16, "seat": 16}
"""How many cards are enough where cycles of 24 cards may have a million rounds."""


@pytest.mark.parametrize("pickup", PICKUPS[:-1])
@given(order=st.lists(st.integers(2, 6), max_size=24), face_down=st.integers(0, 4))
def test_every_deck_is_played_as_a_plain_program_plays_it(pickup: str, order: list[int], face_down: int) -> None:
    order = order[: LONGEST.get(pickup)]
    pack = [Card(str(number), "S") for number in reversed(order)]
    match = Match(War(face_down=face_down, pickup=pickup), pack, seats=2, rng=Stacked())
    result, plain = end(match), play(*dealt(order), face_down=face_down, pickup=pickup)
    if not order:
        assert How.DRAW is result.how
        return
    cycle = Cycle(*plain.cycle) if plain.cycle else None
    assert (plain.how, plain.winner, cycle) == (result.how, match.winner, result.cycle)
    assert (plain.rounds, plain.wars) == (match.state.count, match.state.wars)


@pytest.mark.parametrize("face_down", [0, 3])
def test_a_war_a_thousand_levels_deep_is_fought_to_its_end(face_down: int) -> None:
    level = ["8"] * (face_down + 1)
    first, second = level * 1000 + ["K"], level * 1000 + ["Q"]
    pack = [Card(rank, "S") for pair in zip(first, second, strict=True) for rank in pair]
    match = Match(War(face_down=face_down), reversed(pack), seats=2, rng=Stacked())
    events = match.play(Turn())
    assert WarBegun(1000) in events
    assert (0, 1, 1000) == (match.winner, match.state.count, match.state.wars)
    assert len(pack) == len(match.state.decks[0])


def test_after_the_last_round_that_is_allowed_more_cards_win() -> None:
    match = Match(War(most_rounds=2), cards("2H AS 9C 3D 5D 6H 7C 8C")[::-1], seats=2, rng=Stacked())
    match.play(Turn())
    assert not match.is_over
    match.play(Turn())
    assert ((), (4.0, 4.0)) == (end(match).winners, end(match).scores)
    match = Match(War(most_rounds=1), cards("KH 2S 9C 3D 5D 6H")[::-1], seats=2, rng=Stacked())
    match.play(Turn())
    assert ((0,), (4.0, 2.0)) == (end(match).winners, end(match).scores)


LAST, BORROWED = {"running_out": "last-card"}, {"running_out": "borrows"}


def after_a_turn(*lying: str, **options: Any) -> tuple[str, ...]:
    """The decks after a turn."""
    match = scene(*lying, **options)
    match.play(Turn())
    return decks(match)


@pytest.mark.parametrize(
    ("options", "lying", "expected"),
    [
        # fewer cards than go down: the last one is turned up
        (LAST | {"face_down": 3}, ["8S 3S KS", "8D 4D 5D 6D 7D 2D"], ["8S 3S KS 8D 4D 5D 6D 7D", "2D"]),
        # no card left: the one that lies there stands, and in a war on top of it
        (LAST, ["8S", "8D 4D 5D 2D"], ["8S 8D 4D 5D", "2D"]),
        (LAST, ["8S QS", "8D 4D QD 5D 9D 2D"], ["8S QS 8D 4D QD 5D 9D", "2D"]),
        (LAST, ["KS", "KD 3D 5D 9D", "4H 3H 6H 8H"], ["KS KD 3D 5D 4H 3H 6H", "9D", "8H"]),
        # the other side lays for both, the second seat's own card first: 4 and then 5 down, 9 and then 2 up
        (BORROWED, ["8S", "8D 4D 5D 9D 2D"], ["", "8D 4D 9D 8S 5D 2D"]),
        (BORROWED, ["8S", "8D 4D 5D 2D 9D 3D"], ["8S 5D 9D 8D 4D 2D", "3D"]),
        # one card is not enough for two
        (BORROWED, ["8S", "8D 4D"], ["", "4D 8D 8S"]),
        ({"pickup": "interleaved"}, ["8S 3S KS 2S", "8D 4D QD 2D"], ["2S 8S 8D 3S 4D KS QD", "2D"]),
        ({"pickup": "interleaved"}, ["4S 2S", "KD 2D"], ["2S", "2D KD 4S"]),
        ({"pickup": "reversed"}, ["8S 3S KS 2S", "8D 4D QD 2D"], ["2S QD KS 4D 3S 8D 8S", "2D"]),
        ({"pickup": "reversed"}, ["KS 2S", "4D 2D"], ["2S 4D KS", "2D"]),
    ],
)
def test_who_runs_out_and_how_won_cards_are_put_away(
    options: dict[str, Any], lying: list[str], expected: list[str]
) -> None:
    laid = tuple(f"[{text}]" for text in expected)
    assert laid == after_a_turn(*lying, **options)
    assert "pickup" in options or len(lying) > 2 or laid[::-1] == after_a_turn(*lying[::-1], **options)


def test_ranks_may_be_more_and_others_in_another_order() -> None:
    ranks = "1 2 3 4 5 6 7 8 9 T J Q K A 15 16"
    assert ("[2H 16H AH]", "[3H]") == after_a_turn("16H 2H", "AH 3H", ranks=ranks)
    assert ("[2H]", "[3H KH AH]") == after_a_turn("AH 2H", "KH 3H", ranks="A 2 3 4 5 6 7 8 9 T J Q K")
    assert ("[2H AH KH]", "[3H]") == after_a_turn("AH 2H", "KH 3H", ranks="A 2 3 4 5 6 7 8 9 T J Q K", low_wins=True)


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


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (3, {}),
        (4, {"running_out": "last-card", "pickup": "table"}),
        (10, {"winnings": "won-pile"}),
        (3, {"winnings": "counted", "most_rounds": 9}),
    ],
    ids=str,
)
def test_games_of_more_players_come_to_an_end_and_lose_no_card(seats: int, options: dict[str, Any]) -> None:
    for seed in range(3):
        match = Match(War(shuffle="swap", **options), standard52(), seats=seats, rng=Seeded(seed))
        result = Table(match, [first_legal] * seats, most_turns=2_000).run()
        assert Counter(standard52()) == Counter(card for pile in match.state.piles() for card in pile)
        assert How.LOST is not result.how


@pytest.mark.parametrize("rules", ["jones", "umbc", "umassd"])
def test_three_are_told_of_in_the_words_of_every_rule_set(rules: str) -> None:
    names = [word for name in ("Ann", "Bob", "Cy") for word in ("--name", name)]
    run = cardkit("play", "war", "--rules", rules, "--seed", "4", *["--seat", "ai"] * 3, *names)
    assert (0, "") == (run.code, run.err)
    assert all(name in run.out for name in (("A:", "B:", "C:") if rules == "umassd" else ("Ann", "Bob", "Cy")))


def test_plays_and_the_most_cards_of_the_loser_are_counted() -> None:
    match = Match(War(), cards("2S 3D 9S 4D 9H 9D 8S 7D")[::-1], seats=2, rng=Stacked())
    sizes = [[4, 4]]
    while not match.is_over:
        match.play(Turn())
        sizes.append(list(map(len, match.state.decks)))
    assert match.winner is not None
    assert max(size[1 - match.winner] for size in sizes) == match.state.most_of_loser
    assert match.state.plays == match.state.count + 2 * match.state.wars


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
