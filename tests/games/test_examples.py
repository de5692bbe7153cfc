"""The games in docs/examples that the tutorial doesn't write: Old Maid, Hearts and Golf, scene by scene."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from helpers import cardkit
from scenes import EXAMPLES, Scene, game, in_turn, legal, lying, play, refused

from cardkit import BACK, Card, Match, Random, Result, Seeded, Stacked, Table, cards, deck, standard52
from cardkit.authors.testing import check_game
from cardkit.core.actions import parts_of
from cardkit.core.errors import CannotStart
from cardkit.core.events import Moved, RoundBegun, RoundEnded
from cardkit.plugins.registry import examples

OldMaid, Hearts, Golf = game("old_maid"), game("hearts"), game("golf")
GoFish, TwentyOne = game("go_fish"), game("twenty_one")


LONGEST = {"klondike": 149, "spades": 142, "goofspiel": 79, "cheat": 92}
"""How many lines of code the rules of some may have."""


@pytest.mark.parametrize("name", [*LONGEST, "go_fish", "old_maid", "hearts", "golf"])
def test_an_example_is_one_short_file_that_names_its_source_and_uses_only_what_is_public(name: str) -> None:
    text = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
    code = re.sub(r'"""[\s\S]*?"""', "", text)
    assert len([line for line in code.splitlines() if line.strip()]) <= LONGEST.get(name, 200)
    assert {"cardkit"} == set(re.findall(r"^from (cardkit[\w.]*) import", text, re.MULTILINE))
    assert re.search(r"Source: https://[\w./]+", text)


@pytest.mark.parametrize(
    ("name", "options", "pack", "seats"),
    [
        ("old_maid", {"left_out": "2A"}, deck("2345", "AB"), [2, 4]),
        ("hearts", {"limit": 9, "moon": "self", "queen_breaks": True}, deck("24QKA", "CDHS"), [3, 5]),
        ("golf", {"holes": 3, "columns": 2, "last_turn": True, "twos": 2}, deck("A2TK", "CDHS"), [2, 3]),
    ],
)
def test_an_example_keeps_every_promise_by_other_rules(
    name: str, options: dict[str, Any], pack: list[Card], seats: list[int]
) -> None:
    check_game(game(name).with_options(options), decks=[pack], seats=seats, games=2)


@pytest.mark.parametrize(
    ("name", "pack", "seats", "reason"),
    [
        ("holdem", "2C 3C", 2, "it takes 12 different cards, of the ranks 2 3 .* K A; the deck has 2"),
        ("blackjack", "2C 3C", 1, r"cards of 86 points in all, of the ranks 2 3 .*; the deck has fewer"),
        ("gin_rummy", "1C 2C", 2, "it takes 24 different cards, of the ranks A 2 .* K; 1C does not do"),
        ("klondike", "2C", 1, "it takes 52 different cards, of the ranks A 2 .* K and the suits .*; the deck has 1$"),
        ("spades", "2C 3C 4C", 4, "the deck has 3"),
        ("goofspiel", "AD AC", 2, "the suits D C S need the same ranks; AS is missing"),
        ("goofspiel", "AC AS", 2, "the suits D C S.*; AD is missing"),
        ("cheat", "AC", 2, "it takes 2 cards or more, of the ranks A 2 3 .* J Q K; the deck has 1$"),
        ("hearts", "1C 2C 3C 2H 3H 4H 2S 3S 4S", 3, "of the ranks 2 3 4 .*; 1C does not do"),
        ("hearts", "2C 3C 4C 2H 3H 5D 2S 3S 4S", 3, "for each of 3 players; the deck has 2 hearts and 9 cards"),
        ("hearts", "2C 3C 2H 3H 4H 5H", 3, "it takes 3 hearts, and 3 cards.*; the deck has 4 hearts and 6 cards"),
        (
            "golf",
            "2C 3C 4C 5C 6C 7C 8C 9C TC",
            1,
            "it takes .* cards or more, of the ranks A 2 3 .* K; the deck has 9$",
        ),
        ("twenty_one", "1C 2C", 2, r"of the ranks A 2 3 .*; 1C does not do"),
    ],
)
def test_a_deck_that_does_not_do_is_told(name: str, pack: str, seats: int, reason: str) -> None:
    options = {"columns": 5} if name == "golf" else {}
    with pytest.raises(CannotStart, match=reason):
        Match(game(name)(**options), cards(pack), seats=max(seats, game(name).players[0]), rng=Stacked())


ODD = deck(["1", "2", "J", "Joker"], ["Blue", "Red"])


@pytest.mark.parametrize("name", examples())
@pytest.mark.parametrize("pack", [standard52(), ODD])
def test_a_deck_is_refused_before_the_game_begins_or_it_is_played(name: str, pack: list[Card]) -> None:
    rules = game(name)()
    seats = rules.players[0]
    try:
        match = Match(rules, pack, seats=seats, rng=Seeded(1))
    except CannotStart:
        return
    Table(match, [Random(Seeded(seat)) for seat in range(seats)], most=300).run()


@pytest.mark.parametrize("step", ["go_fish", "go_fish_1", "go_fish_3"])
@pytest.mark.parametrize(("seats", "left"), [(2, 38), (6, 22)])
def test_two_players_start_with_seven_cards_and_more_with_five(step: str, seats: int, left: int) -> None:
    assert left == len(Match(game(step)(), standard52(), seats=seats, rng=Seeded(1)).state.stock)


@pytest.mark.parametrize("step", ["go_fish", "go_fish_2", "go_fish_3"])
@pytest.mark.parametrize(
    ("pond", "seen", "turn"), [("4S 9H", ["4S", "4S"], 0), ("9H 4S", ["??"], 1)], ids=["of the rank", "of another"]
)
def test_a_fished_card_of_the_rank_that_was_asked_for_is_shown(
    step: str, pond: str, seen: list[str], turn: int
) -> None:
    hands = ["4D 5C 6C 7C 8C TC JC", "2H 3H 5H 6H 7H 8H TH"]
    match = Match(game(step)(), in_turn(hands, pond), seats=2, rng=Stacked())
    events = play(match, "ask 1 4")
    told = [event.seen_by(1) for event in events if isinstance(event, Moved)]
    assert seen == [str(card) for event in told for card in event.cards]
    assert (turn, pond.split()[0]) == (match.turn, str(match.state.hands[0].top))


@pytest.mark.parametrize(("options", "each"), [({}, 7), ({"hand_size": 6}, 6)])
def test_a_deck_that_leaves_no_pond_is_told(options: dict[str, Any], each: int) -> None:
    with pytest.raises(CannotStart, match=f"2 hands of {each} leave no pond of a deck of 12"):
        Match(GoFish(**options), deck("234", "CDHS"), seats=2, rng=Stacked())


def test_players_with_equally_many_books_win_together_and_a_rank_is_asked_for_that_one_has() -> None:
    match = Match(GoFish(hand_size=1), cards("2C 3C 4C 5C"), seats=3, rng=Stacked())
    assert "ask one of the other players" in refused(match, "ask 0 5")
    assert "you have no 9 yourself" in refused(match, "ask 1 9")
    pond = match.state
    pond.books[0].cards += cards("6C 6D 6H 6S")
    pond.books[2].cards += cards("7C 7D 7H 7S")
    pond.stock.cards.clear()
    assert (0, 2) == GoFish().result(pond).winners


@pytest.mark.parametrize(
    ("hands", "winners", "scores"),
    [
        (["TC 9C", "TD 8D"], (0,), (19, 18)),
        (["TC 9C 8C", "2D"], (1,), (0, 2)),
        (["TC 9C 8C", "TD 9D 8D"], (), (0, 0)),
        (["TC 9C", "TD 9D", "TH 9H 8H"], (0, 1), (19, 19, 0)),
    ],
)
def test_most_points_that_are_not_too_many_win(hands: list[str], winners: tuple[int, ...], scores: Any) -> None:
    match = Match(TwentyOne(), cards(" ".join(hands))[::-1], seats=len(hands), rng=Stacked())
    for seat, own in enumerate(hands):
        play(match, *["draw"] * len(own.split()))
        if match.turn == seat and not match.is_over:
            play(match, "stop")
    assert (winners, scores) == (match.result.winners, match.result.scores)


def old_maid(hands: Sequence[str], *, left_out: str = "QC") -> Scene:
    """Old Maid with these hands, which nobody shuffles, and with a card left out."""
    return Match(OldMaid(left_out=left_out), in_turn(hands, left_out), seats=len(hands), rng=Stacked())


@pytest.mark.parametrize(
    ("hands", "holder", "left", "then"),
    [
        (["4C 9C 9D", "5D 6H 7S", "5C 6D 8S", "4D 7C QS"], 3, ["", "5D 6H 7S", "5C 6D 8S", "7C QS"], (2, 1)),
        (["5D 6H 7S", "5C 6D QS", "4D 9C 9D"], 2, ["5D 6H 7S 4D", "5C 6D QS", ""], (1, 0)),
    ],
    ids=["the last card made a pair", "the last card was given away"],
)
def test_whoever_is_out_is_passed_over_and_the_next_one_to_the_left_holds_out(
    hands: list[str], holder: int, left: list[str], then: tuple[int, int]
) -> None:
    match = old_maid(hands)
    assert (0, holder) == (match.turn, match.state.holder)
    play(match, "take 0")
    assert (left, then) == (lying(match.state.hands), (match.turn, match.state.holder))


def test_who_keeps_the_odd_queen_has_lost_and_all_others_win() -> None:
    match = old_maid(["4C", "QS", "4D"])
    play(match, "take 0")
    assert Result.win(0, 2, seats=3) == match.result


def test_what_would_help_with_a_deck_in_words_does_help() -> None:
    words = ["play", str(EXAMPLES / "old_maid.py"), "standard52", "--seat", "ai", "--seat", "ai", "--no-score"]
    run = cardkit(*words)
    assert (1, "") == (run.code, run.out)
    assert 'cardkit: old-maid: the deck has no QC; --set "left_out=Q Clubs" takes a card that it has\n' == run.err
    assert 0 == cardkit(*words, "--set", "left_out=Q Clubs").code


FOUR = ["2C AC KD 2H", "3C KC QD 3H", "4C QC JD QS", "5C JC TD AH"]


def hearts(hands: Sequence[str], **options: Any) -> Scene:
    """Hearts with these hands, no cards passed unless it is said."""
    return Match(Hearts(**{"passing": False, **options}), in_turn(hands), seats=len(hands), rng=Stacked())


@pytest.mark.parametrize(("seats", "left_out", "each"), [(3, "2D", 17), (4, "", 13), (5, "2D 2C", 10)])
def test_everybody_has_the_same_number_of_cards_and_passes_them_another_way_in_each_round(
    seats: int, left_out: str, each: int
) -> None:
    match = Match(Hearts(limit=10_000), standard52(), seats=seats, rng=Seeded(2))
    assert (cards(left_out), [each] * seats) == (match.state.left_out.cards, [*map(len, match.state.hands)])
    sides = {"left": 1, "right": seats - 1, "across": 2}
    for way in ["left", "right", *["across"] * (seats == 4), None, *["left"] * (seats < 5)]:
        number, given = match.state.round, match.legal[0]
        assert way == match.state.passing
        while way and match.state.passing:
            match.advance(match.legal[0])
        assert way is None or set(given.cards) <= set(match.state.hands[sides[way]])
        while match.state.round == number:
            match.advance(match.legal[0])


PASSES = ["pass 2C AC KD", "pass 3C KC QD", "pass 4C QC JD", "pass 5C JC TD"]


def test_three_cards_are_passed_and_nobody_gets_any_before_all_have_chosen() -> None:
    match = hearts(FOUR, passing=True, limit=3)
    assert ["pass 3 of 2C, AC, KD, 2H"] == [*map(str, parts_of(match.legal))]
    play(match, *PASSES[:3])
    assert FOUR == lying(match.state.hands)
    assert (3, "left") == (match.turn, match.state.passing)
    play(match, PASSES[3])
    assert ["2H 5C JC TD", "3H 2C AC KD", "QS 3C KC QD", "AH 4C QC JD"] == lying(match.state.hands)
    assert (1, None) == (match.turn, match.state.passing)


@pytest.mark.parametrize(
    ("passing", "notation", "reason"),
    [
        (True, "pass 2C AC", "3 cards are passed on"),
        (True, "pass 2C AC KC", "KC is not in your hand"),
        (True, "play 2C", "3 cards are passed on first"),
        (False, "pass 2C AC KD", "no cards are passed on now"),
        (False, "play AC", "2C leads"),
        (False, "play 3C", "3C is not in your hand"),
    ],
)
def test_why_something_is_not_allowed_in_hearts(passing: bool, notation: str, reason: str) -> None:  # noqa: FBT001
    assert refused(hearts(FOUR, passing=passing), notation).endswith(f": {reason}")


def test_no_points_are_played_to_the_first_trick_unless_there_is_nothing_else_and_no_hearts_are_led_first() -> None:
    hands = ["2C AC KD 2H", "3D KH QD 3H", "4H 5H 6H QS", "5C JC TD AH"]
    match = hearts(hands)
    play(match, "play 2C")
    assert ["play 3D", "play QD"] == legal(match)
    assert refused(match, "play KH").endswith("no points are played to the first trick")
    play(match, "play 3D")
    assert ["play QS", "play 4H", "play 5H", "play 6H"] == legal(match)
    play(match, "play QS")
    assert refused(match, "play TD").endswith("C was led, and you have 5C")
    match = hearts(hands, first_trick_points=True)
    play(match, "play 2C")
    assert ["play 3D", "play QD", "play 3H", "play KH"] == legal(match)
    match = hearts(FOUR)
    play(match, "play 2C", "play 3C", "play 4C", "play 5C")
    assert refused(match, "play AH", 3).endswith("hearts can't be led before one was played")


@pytest.mark.parametrize(
    ("queen_breaks", "thrown", "broken"), [(False, "QS", False), (True, "QS", True), (False, "9H", True)]
)
def test_a_heart_thrown_off_breaks_hearts_and_the_queen_of_spades_only_as_an_option(
    queen_breaks: bool,  # noqa: FBT001
    thrown: str,
    broken: bool,  # noqa: FBT001
) -> None:
    match = hearts(["2C AC KD 2H", "3C KC QD 3H", "4C QS 6S 9H", "5C JC TD AH"], queen_breaks=queen_breaks)
    play(match, "play 2C", "play 3C", "play 4C", "play JC", "play TD", "play KD", "play QD", f"play {thrown}")
    assert broken is match.state.hearts_broken


@pytest.mark.parametrize(
    ("moon", "points"), [("others", (0, 16, 16, 16)), ("self", (-16, 0, 0, 0)), ("off", (16, 0, 0, 0))]
)
def test_shooting_the_moon_after_which_all_cards_are_dealt_again(moon: str, points: tuple[int, ...]) -> None:
    match = hearts(["5C AC AD AH", "3C KC KD KH", "4C QC QD QH", "2C JC JD QS"], limit=30, moon=moon)
    events = play(match, *(f"play {card}" for card in cards("2C 5C 3C 4C AC KC QC JC AD KD QD JD AH KH QH QS")))
    assert [RoundEnded(points, points)] == [event for event in events if isinstance(event, RoundEnded)]
    assert RoundBegun(2) in events
    assert (points, [4] * 4, [0] * 4) == (
        match.state.scores,
        [*map(len, match.state.hands)],
        [*map(len, match.state.taken)],
    )
    assert (2, False) == (match.state.round, match.state.hearts_broken)


def test_the_game_ends_at_the_limit_and_the_lowest_score_wins() -> None:
    match = Match(Hearts(), standard52(), seats=4, rng=Seeded(1))
    while not match.is_over:
        assert max(match.state.scores) < 100
        match.advance(match.legal[-1])
    assert max(match.state.scores) >= 100
    assert match.state.scores == match.result.scores
    assert all(match.state.scores[seat] == min(match.state.scores) for seat in match.result.winners)


LAYOUTS = ["KS KD 2H 5C", "KH 7C 7D 9S"]
"""Two columns: the first two cards lie above the last two."""


def golf(stock: str, layouts: Sequence[str] = LAYOUTS, **options: Any) -> Scene:
    """Golf with two columns and these layouts; the first card of the stock is the first discard."""
    rules = Golf(**{"columns": 2, "holes": 1, **options})
    return Match(rules, in_turn(layouts, stock), seats=len(layouts), rng=Stacked())


def turned(match: Scene) -> None:
    """Everybody turns up the first two places."""
    play(match, *["turn 0", "turn 1"] * match.state.seats)


def before(match: Scene, seat: int) -> list[str]:
    """What everybody sees in the places before a player."""
    state = match.view(1 - seat)
    piles = zip(state.down[seat], state.up[seat], strict=True)
    return [str((down.cards or up.cards)[0]) for down, up in piles]


def test_the_card_that_is_drawn_is_seen_by_the_player_alone_and_the_top_discard_may_be_put_down_instead() -> None:
    match = golf("3C 4C 5S 6S")
    turned(match)
    assert "draw" == legal(match)[0]
    twin = match.fork()
    play(twin, "put 0")
    assert (["3C", "KD", "??", "??"], cards("KS")) == (before(twin, 0), twin.state.discards.cards)
    play(match, "draw")
    assert [cards("4C"), [BACK]] == [match.view(seat).drawn[0].cards for seat in range(2)]
    assert ["put 2", "put 3", "put 0", "put 1", "discard"] == legal(match)


def test_the_hole_ends_when_somebody_has_all_cards_face_up() -> None:
    match = golf("3C 4C 5S 6S 8D")
    turned(match)
    events = play(match, "draw", "put 2", "draw", "discard", "draw", "put 3")
    assert ["KH", "7C", "7D", "9S"] == before(match, 1)
    assert RoundEnded((0 + 0 + 4 + 6, 0 + 7 + 7 + 9), (10, 23)) == events[-1]
    assert Result.least((10, 23)) == match.result
    assert 0 == match.winner


def test_the_others_have_a_turn_more_if_that_is_the_rule() -> None:
    match = golf("3C 4C 5S 6S 7H 8D", last_turn=True)
    turned(match)
    play(match, "draw", "put 2", "draw", "discard", "draw", "put 3")
    assert (1, 0) == (match.turn, match.state.out)
    events = play(match, "draw", "put 3")
    assert RoundEnded((10, 7), (10, 7)) == events[-1]


@pytest.mark.parametrize(
    ("layout", "points"),
    [("AS 3D 4H TC", 18), ("JS QD JH 2C", 8), ("2S 2D 2H 9C", 7), ("5S 5D 5H 5C", 0), ("KS KD 3H 3C", 6)],
)
def test_what_a_layout_is_worth(layout: str, points: int) -> None:
    assert points == Golf(columns=2).points([card.rank for card in cards(layout)])
    assert 12 == Golf(columns=2, twos=8).points(["2", "K", "3", "A"])


def test_the_discards_but_the_top_one_are_a_new_stock() -> None:
    match = golf("3C 4C 5S")
    turned(match)
    play(match, "draw", "discard", "draw")
    assert not match.state.stock
    play(match, "discard")
    assert (cards("3C 4C"), cards("5S")) == (match.state.stock.cards, match.state.discards.cards)
