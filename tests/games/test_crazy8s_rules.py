"""Crazy 8s as scenes at a table: what is legal, what each move and each option does, and how games end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardkit import Card, Event, How, Match, Pile, Result, Seeded, Stacked, Table, cards, first_legal
from cardkit.authors.testing import check_game, decks, seeds
from cardkit.core.actions import Pass
from cardkit.core.errors import BadOption, CannotStart, IllegalAction
from cardkit.core.events import Acted
from cardkit.plugins.lines import Entry
from cardkit.plugins.people import help_lines
from cardkit_crazy8s import Crazy8s, Crazy8sTable, Draw, EndTurn, Flipped, Stuck, careful
from cardkit_crazy8s.rules import PASS

Scene = Match[Crazy8sTable, Any]


def scene(
    hands: Sequence[str],
    *,
    discards: str = "7H",
    stock: str = "2C 3C 4C 5C 6C",
    suit: str | None = None,
    turn: int = 0,
    rng: Any = None,
    **options: Any,
) -> Scene:
    """A table laid by hand: the discards from the oldest to the top, the draw pile from its top down."""
    pile = cards(discards)
    table = Crazy8sTable(
        seats=len(hands),
        turn=turn,
        stock=Pile.face_down(cards(stock)[::-1]),
        discards=Pile.face_up(pile),
        hands=[Pile.hand(seat, cards(hand)) for seat, hand in enumerate(hands)],
        suits=("H", "C", "D", "S"),
        suit=suit or pile[-1].suit,
        plays=(0, 0, 0, 0),
    )
    return Match.at(Crazy8s(**options), table, rng or Stacked())


def dealt(deck: str, seats: int, *, rng: Any = None, **options: Any) -> Scene:
    """A game from its beginning, with the deck's first card on top."""
    return Match(Crazy8s(**options), cards(deck)[::-1], seats=seats, rng=rng or Stacked())


def text(pile: Pile | Sequence[Card]) -> str:
    return " ".join(map(str, pile))


def may(match: Scene) -> list[str]:
    return [str(action) for action in match.legal]


def play_all(match: Scene, moves: str) -> None:
    for move in moves.split(", "):
        match.play(match.read(move))


def test_the_top_card_becomes_the_discard_and_the_others_are_dealt_in_turn() -> None:
    table = dealt("7H 2C 3D 4S 5H 6C 9D JS", 3, hand_size=2).state
    assert "7H" == text(table.discards)
    assert ["2C 5H", "3D 6C", "4S 9D"] == [text(hand) for hand in table.hands]
    assert "JS" == text(table.stock)
    assert ("H", 0) == (table.suit, table.turn)


@pytest.mark.parametrize(
    ("deck", "seats", "size", "sentence"),
    [
        ("7H 2C 3D 4S", 2, 2, "2 cards for each of 2 players and the first discard are 5 cards, and the deck has 4"),
        ("7H", 1, 1, "1 card for each of 1 player and the first discard are 2 cards, and the deck has 1"),
        ("7H", 50, 3, "3 cards for each of 50 players and the first discard are 151 cards, and the deck has 1"),
    ],
)
def test_too_many_cards_are_refused_with_both_numbers(deck: str, seats: int, size: int, sentence: str) -> None:
    with pytest.raises(CannotStart) as refused:
        dealt(deck, seats, hand_size=size)
    assert f"crazy8s: {sentence}" == str(refused.value)


EIGHT_OF_CLUBS = ["play 8C C", "play 8C H", "play 8C D", "play 8C S"]
EIGHT_OF_HEARTS = ["play 8H H", "play 8H C", "play 8H D", "play 8H S"]


@pytest.mark.parametrize(
    ("hand", "discards", "suit", "plays"),
    [
        pytest.param("2C 9H 3D", "7H", "H", ["play 9H"], id="the suit of the discard"),
        pytest.param("2C 7S 3D", "7H", "H", ["play 7S"], id="the rank of the discard"),
        pytest.param("7S 9H 7C", "7H", "H", ["play 7S", "play 9H", "play 7C"], id="in the order of the hand"),
        pytest.param("2C 3S", "7H", "H", [], id="nothing fits"),
        pytest.param("2C 8C 9H", "7H", "H", [*EIGHT_OF_CLUBS, "play 9H"], id="an eight, its own suit first"),
        pytest.param("8H 3S", "7C", "C", EIGHT_OF_HEARTS, id="the suits of an eight in the order of the deck"),
        pytest.param("9H 9H 2S", "7H", "H", ["play 9H"], id="a card held twice is one play"),
        pytest.param("9H 2S 5C", "8H", "S", ["play 2S"], id="a declared suit counts, not that of the eight"),
        pytest.param("8C 9H", "8H", "S", EIGHT_OF_CLUBS, id="an eight on an eight"),
        pytest.param("5C 9D", "8C", "C", ["play 5C"], id="the first discard an eight: its suit counts"),
        pytest.param("5D 9S", "8C", "C", [], id="the first discard an eight is no joker"),
        pytest.param("8C", "7H", "H", EIGHT_OF_CLUBS, id="the last card an eight"),
    ],
)
def test_a_card_of_the_rank_or_the_suit_or_an_eight_may_be_played(
    hand: str, discards: str, suit: str, plays: list[str]
) -> None:
    assert [*plays, "draw"] == may(scene([hand, "2D 3D"], discards=discards, suit=suit))
    plain = plays if " " in hand else ["play 8C"]
    assert [*plain, "draw"] == may(scene([hand, "2D"], discards=discards, suit=suit, last_card_wild_asks=False))


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("play 2C", "it is neither a heart nor a 7"),
        ("play 9H", "9H is not in your hand"),
        ("play 8C", "8C needs one of the suits C, H, D, S"),
        ("play 8C X", "8C needs one of the suits C, H, D, S"),
        ("play 7S S", "a 8 alone names a suit"),
        ("pass", "you play or draw first"),
    ],
)
def test_nothing_else_may_be_played_and_it_is_said_why(move: str, reason: str) -> None:
    match = scene(["2C 7S 8C", "9H"])
    with pytest.raises(IllegalAction, match=f": {reason}$"):
        match.read(move)


def test_a_declared_suit_lasts_through_draws_and_a_flip_until_the_next_card() -> None:
    match = scene(["8C 2D", "9H", "4S"], discards="3H 7H", stock="5H")
    play_all(match, "play 8C S, draw, play 4S")
    assert Result.win(2, seats=3) == match.result

    match = scene(["8C 2D", "9H 9D", "9C 9D"], discards="3H 7H", stock="5H")
    play_all(match, "play 8C S, draw, draw, draw")
    table = match.state
    assert ("8C", "S", 1) == (text(table.discards), table.suit, table.turn)
    assert ["draw"] == may(match)


def test_an_empty_draw_pile_is_made_of_the_discards_but_the_top_one_the_oldest_first() -> None:
    match = scene(["2D", "3D"], discards="9C 6D 4C 7H", stock="KS")
    assert [] == [event for event in match.play(Draw()) if isinstance(event, Flipped)]
    assert [Flipped()] == [event for event in match.play(Draw()) if isinstance(event, Flipped)]
    table = match.state
    assert ("3D 9C", "4C 6D", "7H") == (text(table.hands[1]), text(table.stock), text(table.discards))


def test_with_nothing_to_flip_the_game_is_a_draw_and_nobody_moves() -> None:
    match = scene(["2D 3D", "4D"], stock="", turn=1)
    told = match.play(Draw())
    assert [Stuck(1)] == told
    assert Result.draw(seats=2) == match.result
    assert ["2D 3D", "4D"] == [text(hand) for hand in match.state.hands]
    assert 1 == match.turn


@pytest.mark.parametrize(
    ("moves", "suit"),
    [
        pytest.param("draw", "H", id="nothing was played: the suit named first in the deck"),
        pytest.param("play 7S, play 2S", "S", id="the suit played most"),
        pytest.param("play 7S, play 7D", "D", id="the suit named first of those played as often"),
        pytest.param("play 8C S", "C", id="an eight counts for its own suit, not for the one it names"),
        pytest.param("play 7S, draw, play 8C H, play 8S S, draw, play 2S", "S", id="played by anybody"),
    ],
)
def test_the_most_played_suit_counts_what_was_played_without_the_first_discard(moves: str, suit: str) -> None:
    match = scene(["7S 8C 3D 3D", "7D 8S 2S"], discards="7H")
    play_all(match, moves)
    assert suit == match.state.most_played_suit()


@pytest.mark.parametrize(
    ("draw", "stock", "script", "hand"),
    [
        pytest.param(
            "until-playable",
            "2C 3S 9H 4C",
            "draw > 0: draw; draw > 0: draw; draw > 0: play 9H; play 9H > 1: draw",
            "2D 2C 3S",
            id="it goes on as long as no card fits",
        ),
        pytest.param(2, "9H 2C", "draw > 0: play 9H, draw; play 9H > 1: draw", "2D", id="one that fits between two"),
        pytest.param(
            3, "2C 3S 4C 5C", "draw > 0: draw; draw > 0: draw; draw > 1: draw", "2D 2C 3S 4C", id="up to three"
        ),
        pytest.param(
            2,
            "2C 9H 4C",
            "draw > 0: draw; draw > 0: play 9H, pass; pass > 1: draw",
            "2D 2C 9H",
            id="the last one drawn may be kept",
        ),
        pytest.param("until-playable", "5C", "draw > 1: draw", "2D 5C", id="the stock ends in a turn"),
        pytest.param(2, "5C", "draw > 1: draw", "2D 5C", id="the stock ends between two"),
        pytest.param("until-playable", "9H", "draw > 0: play 9H", "2D 9H", id="the last card of the stock fits"),
        pytest.param(2, "9H", "draw > 0: play 9H, pass", "2D 9H", id="the last card of the stock may be kept"),
        pytest.param("one", "", "draw > 0: ", "2D", id="nothing to draw"),
        pytest.param("until-playable", "", "draw > 0: ", "2D", id="nothing to draw until one fits"),
        pytest.param(2, "", "draw > 0: ", "2D", id="nothing to draw of two"),
    ],
)
def test_how_many_cards_are_drawn(draw: str | int, stock: str, script: str, hand: str) -> None:
    match = scene(["2D", "3D"], stock=stock, draw=draw)
    for step in script.split("; "):
        move, then = step.split(" > ")
        play_all(match, move)
        assert then == f"{match.turn}: {', '.join(may(match))}"
    assert hand == text(match.state.hands[0])
    assert match.result == (None if stock else Result.draw(seats=2))


def test_whoever_draws_until_a_card_fits_may_begin_though_one_does() -> None:
    match = scene(["9H", "3D"], stock="2C 3S", draw="until-playable")
    assert ["play 9H", "draw"] == may(match)
    play_all(match, "draw")
    assert (0, ["play 9H"]) == (match.turn, may(match))


def test_a_stock_that_can_be_made_again_of_the_discards_ends_no_turn() -> None:
    match = scene(["2D", "3D"], discards="4C 7H", stock="5C", draw="until-playable")
    play_all(match, "draw")
    assert (0, ["draw"]) == (match.turn, may(match))
    play_all(match, "draw")
    assert (1, "2D 5C 4C") == (match.turn, text(match.state.hands[0]))


def test_to_end_the_turn_after_a_draw_is_an_action_of_crazy_8s_own() -> None:
    assert ("pass", EndTurn()) == (str(PASS), PASS)
    assert not isinstance(PASS, Pass), "a key would end the turn unasked, and people would be told another reason"
    assert [Entry("pass", "End the turn after having drawn.")] == list(help_lines([PASS], str))


def test_a_first_discard_that_is_wild_is_put_under_the_draw_pile_if_so_wanted() -> None:
    table = dealt("8H 8C 7H 2C 3C 4C", 2, hand_size=1, starter="not-wild").state
    assert ["7H", "2C", "3C"] == [text(table.discards), *map(text, table.hands)]
    assert "H" == table.suit
    assert ["8C", "8H", "4C"] == [str(card) for card in table.stock]
    assert ["8H"] == list(map(str, dealt("8H 8C 7H 2C 3C 4C", 2, hand_size=1).state.discards))
    with pytest.raises(CannotStart, match="every card is a 8"):
        dealt("8H 8C 8D", 1, hand_size=1, starter="not-wild")


def test_where_discards_are_never_turned_over_an_empty_draw_pile_ends_the_game() -> None:
    match = scene(["2D", "3D"], discards="9C 7H", stock="", reshuffle="never")
    assert [Stuck(0)] == [event for event in match.play(Draw()) if isinstance(event, Stuck)]
    assert Result.draw(2) == match.result
    match = scene(["2D", "3D"], discards="9C 7H", stock="5C", reshuffle="never", draw=3)
    play_all(match, "draw")
    assert 1 == match.turn


def test_there_may_be_no_wild_rank_and_suits_of_the_deck_file_that_no_card_has() -> None:
    match = scene(["8D 7C", "3D"], discards="7H", stock="5C", wild="none")
    assert ["play 7C", "draw"] == may(match)
    assert "none" == Crazy8s(ranks=("2", "7"), wild="none").wild
    match = dealt("7H 8H 2C", 1, hand_size=1, suits="Squares C")
    assert ["play 8H H", "play 8H Squares", "play 8H C", "draw"] == may(match)


WORD = "made of letters and digits, at least one"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            {"handsize": 3},
            "option handsize=3 of crazy8s: there is no such option; known: hand_size, shuffle, starter, reshuffle, "
            "draw, suits, ranks, wild, last_card_wild_asks, skip, reverse, draw_two, points_to",
        ),
        ({"hand_size": 0}, "option hand_size=0 of crazy8s: it is usual, or a number from 1"),
        ({"reshuffle": "no"}, "option reshuffle='no' of crazy8s: it is 'flip', 'shuffle' or 'never'"),
        ({"draw": "0"}, "option draw='0' of crazy8s: it is one, until-playable, or a number from 1"),
        ({"ranks": "2 8", "wild": "9"}, "option wild='9' of crazy8s: the ranks of the deck are 2 8"),
        ({"ranks": "2 9"}, "option wild='8' of crazy8s: the ranks of the deck are 2 9"),
        ({"wild": "8 9"}, f"option wild='8 9' of crazy8s: '8 9' is not a card: a rank is {WORD}"),
        ({"ranks": "8 ²"}, f"option ranks='8 ²' of crazy8s: '²' is not a card: a rank is {WORD}"),
        ({"suits": ("H", "C D")}, f"option suits=('H', 'C D') of crazy8s: 'C D' is not a card: a suit is {WORD}"),
    ],
    ids=lambda value: None if isinstance(value, str) else str(value),
)
def test_options_that_make_no_sense_are_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOption) as refused:
        Crazy8s.with_options(options)
    assert sentence == str(refused.value)


OPTIONS = st.fixed_dictionaries(
    {
        "hand_size": st.integers(1, 3),
        "shuffle": st.booleans(),
        "draw": st.sampled_from(["one", "until-playable", 1, 2, 3]),
        "wild": st.sampled_from(["8", "2"]),
        "last_card_wild_asks": st.booleans(),
    }
)
SMALL_DECKS = decks("2358", "HCD", min_size=5, max_size=13)
PLAYERS = st.sampled_from([first_legal, careful])


def started(deck: Sequence[Card], seats: int, seed: int, options: dict[str, Any]) -> Scene:
    """The game, with as many cards a hand as there are for everybody."""
    hand_size = min(options["hand_size"], (len(deck) - 1) // seats)
    return Match(Crazy8s(**{**options, "hand_size": hand_size}), deck, seats=seats, rng=Seeded(seed))


@settings(max_examples=40)
@given(deck=SMALL_DECKS, seats=st.integers(1, 4), seed=seeds(), options=OPTIONS, player=PLAYERS)
def test_steady_players_come_to_an_end_and_no_card_is_ever_lost(
    deck: list[Card], seats: int, seed: int, options: dict[str, Any], player: Any
) -> None:
    match = started(deck, seats, seed, options)

    def watch(event: Event, table: Crazy8sTable) -> None:
        if isinstance(event, Acted):
            assert Counter(deck) == Counter(card for pile in table.piles() for card in pile)

    played = Table(match, [player] * seats, most=1000).watch(watch).run()
    empty = [seat for seat, hand in enumerate(match.state.hands) if not hand]
    assert list(played.winners) == empty
    assert (How.WON == played.how, How.DRAW == played.how) == (bool(empty), match.state.stuck)
    assert played.how is not How.CUT_OFF


@settings(max_examples=12)
@given(deck=SMALL_DECKS, seats=st.integers(1, 4), seed=seeds(), options=OPTIONS)
def test_every_promise_of_a_game_is_kept(deck: list[Card], seats: int, seed: int, options: dict[str, Any]) -> None:
    rules = started(deck, seats, seed, options).game
    assert 1 == check_game(rules, decks=[deck], seats=(seats,), games=1, seed=seed).games


@pytest.mark.parametrize(
    ("hand", "discards", "choice"),
    [
        pytest.param("8C 9H 2H", "7H", "play 9H", id="any card before an eight"),
        pytest.param("8C 2D 3S 4S", "7H", "play 8C S", id="with an eight, the suit it holds most of"),
        pytest.param("8C 8S 2D", "7H", "play 8C D", id="eights don't count for a suit"),
        pytest.param("8C 2D 3S", "7H", "play 8C D", id="among suits held as often, the one named first"),
        pytest.param("2D 3S", "7H", "draw", id="it draws where nothing fits"),
        pytest.param("8C", "7H", "play 8C C", id="an eight alone keeps its suit"),
    ],
)
def test_careful_saves_its_eights_and_names_its_longest_suit(hand: str, discards: str, choice: str) -> None:
    match = scene([hand, "5D 6D"], discards=discards)
    assert choice == str(careful(match.view(0), match.legal))
