"""War by the rules `rhodes`: every rule with a scene at a table."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive_war import dealt, play

from cardkit import (
    CannotStart,
    Card,
    Cycle,
    How,
    Match,
    Result,
    Rng,
    ScriptedRng,
    Seeded,
    Stacked,
    Table,
    cards,
    first_legal,
    standard52,
)
from cardkit_war import Battlefield, RanOut, Turn, War, WarBegun

PICKUPS = ["winner-first", "loser-first", "table", "seat", "random"]

Scene = Match[Battlefield, Turn]


def scene(first: str, second: str, *, rng: Rng | None = None, **options: Any) -> Scene:
    """Two players with these decks, the top card first, and nothing on the table."""
    war = War(**options)
    field = Match(war, [], seats=2, rng=Stacked()).state
    for deck, text in zip(field.decks, (first, second), strict=True):
        deck.cards[:] = reversed(cards(text))
    return Match.at(war, field, rng or Stacked())


def decks(match: Scene) -> tuple[str, str]:
    """Both decks as they lie, the top card first."""
    first, second = match.state.decks
    return str(first), str(second)


def table(match: Scene) -> list[str]:
    """The cards that lie on the table, each player's in the order they were laid, face up ones first."""
    return [str(pile) for pile in (*match.state.up, *match.state.down)]


def end(match: Scene) -> Result:
    """How a match ends when it is played out."""
    return Table(match, [first_legal] * 2).run()


# The deal


def test_both_decks_lie_open() -> None:
    match = scene("KS QS", "4D 3D")
    for seat in (-1, 0, 1):
        assert ("[KS QS]", "[4D 3D]") == tuple(map(str, match.view(seat).decks))


def test_covered_decks_are_seen_by_nobody() -> None:
    match = Match(War(open_decks=False), reversed(cards("KS 4D QS 3D")), seats=2, rng=Stacked())
    for seat in (-1, 0, 1):
        assert ["[?? ??]", "[?? ??]"] == [str(deck) for deck in match.view(seat).decks]


@pytest.mark.parametrize("text", ["KS 1D", "10S 4D", "8 Hearts, 4 Hearts, 5 Hearts, 0 Hearts", "KS kd"])
def test_a_card_without_a_rank_of_war_cannot_be_played_with(text: str) -> None:
    with pytest.raises(CannotStart, match="has none of the ranks 2 3 4 5 6 7 8 9 T J Q K A"):
        Match(War(), cards(text), seats=2, rng=Stacked())


@pytest.mark.parametrize("seats", [0, 1, 11])
def test_war_is_for_two_to_ten(seats: int) -> None:
    with pytest.raises(CannotStart, match="the game takes 2 to 10"):
        Match(War(), cards("KS 4D"), seats=seats, rng=Stacked())


# Wars


@pytest.mark.parametrize("face_down", [-1, 1.5, "some", None])
def test_nobody_lays_fewer_than_no_cards_face_down(face_down: Any) -> None:
    with pytest.raises(ValueError, match="face_down"):
        War(face_down=face_down)


def test_what_was_laid_is_told_card_by_card_in_the_order_of_laying() -> None:
    match = scene("8S 3S KS 2S", "8D 4D QD 2D")
    laid = [(str(event.cards[0]), event.target) for event in match.play(Turn()) if hasattr(event, "cards")]
    assert [("8S", "up 0"), ("8D", "up 1"), ("3S", "down 0"), ("4D", "down 1"), ("KS", "up 0"), ("QD", "up 1")] == laid[
        :6
    ]
    assert ["8S", "3S", "KS", "8D", "4D", "QD"] == [card for card, _ in laid[6:]]
    assert {"decks 0"} == {target for _, target in laid[6:]}


# Running out


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


# The order of won cards


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


# Against a plain program


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


@given(pack=st.lists(st.sampled_from(standard52()), max_size=40), face_down=st.integers(0, 4), seed=st.integers(0, 99))
@pytest.mark.parametrize("pickup", PICKUPS)
def test_no_card_is_ever_lost_or_doubled(pickup: str, pack: list[Card], face_down: int, seed: int) -> None:
    match = Match(War(face_down=face_down, pickup=pickup), pack, seats=2, rng=Seeded(seed))
    for _ in range(60):
        assert Counter(pack) == Counter(card for pile in match.state.piles() for card in pile)
        if match.is_over:
            break
        assert ["[]"] * 4 == table(match)
        match.play(Turn())


# As large as it comes


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
