"""The dealer: where each card ends up, what is told of it, and that everything can be taken back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit import Card, Dealer, Pile, Plain, ScriptedRng, Seeded, Stacked, State, cards
from cardkit.core.errors import EmptyPile, OutOfNumbers
from cardkit.core.events import Event, Moved, PointsScored, RoundEnded, Shuffled, plain


class Applause(Event):
    """Something that no move of a card shows."""

    seats: int


def laid(text: str, name: str = "") -> Pile:
    """A pile with its top card first in the text."""
    pile = Pile.face_up(cards(text)[::-1])
    pile.name = name
    return pile


def table() -> list[Pile]:
    """Three piles, one of them with two equal cards and one empty."""
    return [laid("2C 3C 4C 5C 3C", "stock"), laid("KH QH", "discards"), laid("", "hand")]


def chance_of(dealer: Dealer) -> list[Card]:
    """The order into which the dealer would shuffle ten cards next."""
    pile = laid("2S 3S 4S 5S 6S 7S 8S 9S TS JS")
    dealer.fork().shuffle(pile)
    return pile.cards


@pytest.mark.parametrize(
    ("move", "source", "target", "moved"),
    [
        (lambda dealer, *piles: dealer.draw(*piles), "3C 4C 3C", "2C KH QH", "2C"),
        (lambda dealer, *piles: dealer.draw(*piles, 3), "3C", "4C 3C 2C KH QH", "2C 3C 4C"),
        (lambda dealer, *piles: dealer.draw(*piles, under=True), "3C 4C 3C", "KH QH 2C", "2C"),
        (lambda dealer, *piles: dealer.draw(*piles, 4, under=True), "", "KH QH 2C 3C 4C 3C", "2C 3C 4C 3C"),
        (lambda dealer, *piles: dealer.draw(*piles, 0), "2C 3C 4C 3C", "KH QH", ""),
        (lambda dealer, *piles: dealer.move(cards("3C"), *piles), "2C 3C 4C", "3C KH QH", "3C"),
        (lambda dealer, *piles: dealer.move(cards("4C 2C"), *piles), "3C 3C", "2C 4C KH QH", "4C 2C"),
        (lambda dealer, *piles: dealer.move(cards("4C 2C"), *piles, under=True), "3C 3C", "KH QH 4C 2C", "4C 2C"),
        (lambda dealer, *piles: dealer.move(cards("3C 3C"), *piles), "2C 4C", "3C 3C KH QH", "3C 3C"),
        (lambda dealer, *piles: dealer.move([], *piles), "2C 3C 4C 3C", "KH QH", ""),
        (lambda dealer, *piles: dealer.move(piles[0], *piles), "", "2C 3C 4C 3C KH QH", "3C 4C 3C 2C"),
        (lambda dealer, *piles: dealer.take([2], *piles), "2C 4C 3C", "3C KH QH", "3C"),
        (lambda dealer, *piles: dealer.take([0], *piles), "2C 3C 4C", "3C KH QH", "3C"),
        (lambda dealer, *piles: dealer.take([0, 3, 2], *piles), "4C", "3C 2C 3C KH QH", "3C 2C 3C"),
        (lambda dealer, *piles: dealer.take([2, 0], *piles, under=True), "2C 4C", "KH QH 3C 3C", "3C 3C"),
        (lambda dealer, *piles: dealer.take([], *piles), "2C 3C 4C 3C", "KH QH", ""),
        (lambda dealer, *piles: dealer.sweep(*piles), "", "2C 3C 4C 3C KH QH", "3C 4C 3C 2C"),
        (lambda dealer, *piles: dealer.sweep(*piles, under=True), "", "KH QH 3C 4C 3C 2C", "3C 4C 3C 2C"),
    ],
)
def test_cards_are_drawn_from_the_top_moved_as_named_taken_by_place_and_swept_from_the_bottom_one_by_one(
    move: Callable[..., list[Card]], source: str, target: str, moved: str
) -> None:
    stock, discards, dealer = laid("2C 3C 4C 3C"), laid("KH QH"), Dealer(Stacked())
    assert cards(moved) == move(dealer, stock, discards)
    assert (f"[{source}]", f"[{target}]", bool(moved)) == (str(stock), str(discards), bool(dealer.events()))


@pytest.mark.parametrize(
    ("each", "under", "stock", "hands"),
    [
        (None, False, "", ["5C 2C", "6C 3C", "4C"]),
        (None, True, "", ["2C 5C", "3C 6C", "4C"]),
        (1, False, "5C 6C", ["2C", "3C", "4C"]),
        (0, False, "2C 3C 4C 5C 6C", ["", "", ""]),
    ],
)
def test_cards_are_dealt_to_the_hands_in_turn(*, each: int | None, under: bool, stock: str, hands: list[str]) -> None:
    pile, piles, dealer = laid("2C 3C 4C 5C 6C"), [laid("", f"hands {seat}") for seat in range(3)], Dealer(Stacked())
    dealer.deal(pile, piles, each, under=under)
    assert [f"[{text}]" for text in (stock, *hands)] == list(map(str, [pile, *piles]))
    told = [(str(event.cards[0]), event.target) for event in dealer.events() if isinstance(event, Moved)]
    assert told[:4] == [("2C", "hands 0"), ("3C", "hands 1"), ("4C", "hands 2"), ("5C", "hands 0")][: len(told)]


@pytest.mark.parametrize(
    ("move", "lacking"),
    [
        *((lambda dealer, *piles, n=n: dealer.draw(*piles, n), "") for n in (5, 9)),
        *((lambda dealer, *piles, each=each: dealer.deal(piles[0], [piles[1], laid("")], each), "") for each in (3, 5)),
        *(
            (lambda dealer, *piles, text=text: dealer.move(cards(text), *piles), f" that is {lacking}")
            for text, lacking in {"9C": "9C", "2C 4C 9C 3C": "9C", "2C 2C": "2C", "3C 3C 3C": "3C"}.items()
        ),
        *(
            (lambda dealer, *piles, places=places: dealer.take(places, *piles), f" that is at place {places[-1]}")
            for places in ([4], [-1], [1, 1], [0, 9])
        ),
    ],
)
def test_a_card_that_does_not_lie_there_is_not_moved_and_neither_is_any_other(
    move: Callable[..., Any], lacking: str
) -> None:
    stock, hand, dealer = laid("2C 3C 4C 3C", "stock"), laid("KH"), Dealer(Stacked())
    with pytest.raises(EmptyPile, match=f"no card left in stock{lacking}") as refused:
        move(dealer, stock, hand)
    assert ("stock", "[2C 3C 4C 3C]", "[KH]", []) == (refused.value.pile, str(stock), str(hand), dealer.events())


def test_a_pile_is_shuffled_by_the_dealers_numbers_and_no_others() -> None:
    pile = Pile.face_up(cards("2C 3C 4C 5C"))
    Dealer(ScriptedRng([0, 2, 0])).shuffle(pile)
    assert cards("3C 5C 4C 2C") == pile.cards


def test_a_card_is_picked_by_chance_and_the_top_card_takes_its_place() -> None:
    stock, hand = Pile.face_up(cards("2C 3C 4C 5C")), laid("KH")
    assert Card("3", "C") == Dealer(ScriptedRng([1])).pick(stock, hand)
    assert (cards("2C 5C 4C"), "[3C KH]") == (stock.cards, str(hand))


def test_every_move_is_told_with_its_cards_in_order_and_whether_they_came_from_the_top_were_chosen_or_placed() -> None:
    dealer, (stock, discards, hand) = Dealer(Seeded(1)), table()
    hand.owner = 1
    dealer.draw(stock, hand, 2)
    dealer.move(cards("3C"), hand, discards)
    dealer.tell(Applause(3))
    dealer.sweep(hand, stock, under=True)
    dealer.shuffle(stock)
    told = dealer.events()
    assert [
        Moved(tuple(cards("2C 3C")), "stock", "hand", 1, under=False, known_to=None),
        Moved(tuple(cards("3C")), "hand", "discards", None, under=False, known_to=None),
        Applause(3),
        Moved(tuple(cards("2C")), "hand", "stock", None, under=True, known_to=None),
        Shuffled("stock", 4),
    ] == told
    dealer.draw(stock, hand)
    dealer.pick(stock, hand)
    dealer.move(stock.cards[:1], stock, hand)
    moves = [event for event in [*told, *dealer.events()[len(told) :]] if isinstance(event, Moved)]
    assert ["top", "chosen", "placed", "top", "chosen", "chosen"] == [move.taken for move in moves]
    assert not any("taken" in plain(move) for move in moves)


def test_a_shuffle_that_ran_out_of_numbers_is_taken_back_too() -> None:
    dealer, pile = Dealer(ScriptedRng([0, 0])), laid("2C 3C 4C 5C 6C")
    with pytest.raises(OutOfNumbers):
        dealer.shuffle(pile)
    assert "[2C 3C 4C 5C 6C]" != str(pile)
    dealer.take_back()
    assert ("[2C 3C 4C 5C 6C]", 0) == (str(pile), dealer.draws)
    with pytest.raises(OutOfNumbers):
        dealer.shuffle(laid("2C 3C 4C 5C 6C"))
    dealer.take_back()
    dealer.shuffle(three := Pile.face_up(cards("2C 3C 4C")))
    assert cards("3C 4C 2C") == three.cards


def one_operation(draw: st.DrawFn, dealer: Dealer, piles: list[Pile]) -> None:
    """Any operation on any of the piles, which may be the same ones and may hold too few cards."""
    source, target = draw(st.sampled_from(piles)), draw(st.sampled_from(piles))
    under = draw(st.booleans())
    match draw(st.sampled_from(["draw", "deal", "move", "take", "sweep", "shuffle", "pick", "hint", "tell"])):
        case "draw":
            dealer.draw(source, target, draw(st.integers(0, 4)), under=under)
        case "deal":
            dealer.deal(source, [pile for pile in piles if pile is not source], draw(st.integers(0, 2)), under=under)
        case "move":
            chosen = draw(st.lists(st.sampled_from(source.cards or cards("9H")), max_size=4))
            dealer.move(chosen, source, target, under=under)
        case "take":
            dealer.take(draw(st.lists(st.integers(0, 5), max_size=4)), source, target, under=under)
        case "sweep":
            dealer.sweep(source, target, under=under)
        case "shuffle":
            dealer.shuffle(source)
        case "pick":
            dealer.pick(source, target, under=under)
        case "hint":
            dealer.hint(source, 0, suit="C")
        case _:
            dealer.tell(Applause(2))


@given(data=st.data())
def test_any_operations_one_after_the_other_lose_no_card_and_can_be_taken_back(data: st.DataObject) -> None:
    dealer, piles = Dealer(Seeded(data.draw(st.integers(0, 9)))), table()
    all_cards = Counter(card for pile in piles for card in pile)
    for _ in range(data.draw(st.integers(0, 3))):
        dealer.shuffle(piles[0])
    dealer.begin()
    kept = [pile.copy() for pile in piles]
    draws, chance = dealer.draws, chance_of(dealer)
    for _ in range(data.draw(st.integers(1, 12))):
        before, told = [pile.copy() for pile in piles], dealer.events()
        try:
            one_operation(data.draw, dealer, piles)
        except EmptyPile:
            assert (before, told) == (piles, dealer.events())
        assert all_cards == Counter(card for pile in piles for card in pile)
    dealer.take_back()
    assert kept == piles
    assert (draws, chance) == (dealer.draws, chance_of(dealer))


class Board(State):
    """A table on which everything lies somewhere, with points of the game and of the round."""

    stock: Pile
    rows: list[Pile]
    heap: Pile
    scores: list[int]
    points: list[int]


def board() -> Board:
    """A table with cards in each pile, two of them in a list."""
    rows = [laid("4C 5C"), laid("6C")]
    return Board(seats=2, stock=laid("2C"), rows=rows, heap=laid("7C 8C"), scores=[5, 0], points=[9, 9])


def test_all_cards_are_taken_up_in_the_order_of_the_fields_and_laid_back() -> None:
    dealer, state = Dealer(Seeded(1)), board()
    before = [pile.cards.copy() for pile in state.piles()]
    state.rows.append(laid("9C"))
    dealer.gather(state, state.stock)
    assert cards("2C 5C 4C 6C 9C 8C 7C") == state.stock.cards
    assert not any((*state.rows, state.heap))
    moves = [event for event in dealer.events() if isinstance(event, Moved)]
    assert ["rows 0", "rows 1", "rows 2", "heap"] == [event.source for event in moves]
    dealer.take_back()
    assert before == [pile.cards for pile in state.piles()]


def test_points_of_a_round_are_added_kept_and_told_with_what_they_are_for() -> None:
    dealer, state = Dealer(Seeded(1)), board()
    dealer.begin_round(state)
    assert [0, 0] == state.points
    given = [(1, 2, "fifteen"), (1, 3, "a run"), (0, -1, "a false claim")]
    for scored in given:
        dealer.score(state, *scored)
    told = [event for event in dealer.events() if isinstance(event, PointsScored)]
    assert [PointsScored(*scored) for scored in given] == told
    lines = [str(line) for event in told for line in Plain(["Ada", "Ben"])(event, None)]
    assert ["Ben gets 2 points for fifteen.", "Ada loses 1 point for a false claim."] == [lines[0], lines[2]]
    dealer.end_round(state)
    assert RoundEnded((-1, 5), (4, 5)) == dealer.events()[-1]


def test_points_need_a_list_to_be_added_to() -> None:
    with pytest.raises(TypeError, match="which State needs as `scores: list"):
        Dealer(Seeded(1)).score(State(seats=2), 0, 2, "fifteen")
    with pytest.raises(TypeError, match="which State needs as `points: list"):
        Dealer(Seeded(1)).end_round(State(seats=2))
