"""Games of kinds that no example has, written by the documents: an auction, poker hands, melds that others add to."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from helpers import TESTS

from cardkit import Match, Seeded, cards, standard52
from cardkit.authors.secrecy import Onlookers
from cardkit.authors.testing import check_game
from cardkit.plugins.board import Board
from cardkit.plugins.people import question_lines
from cardkit.plugins.reading import NotTaken, Reader
from cardkit.plugins.registry import load_game
from cardkit.plugins.sayings import Sayings

NAMES = ["Ada", "Ben", "Cid"]


def table_of(name: str, **options: Any) -> Match[Any, Any]:
    plugin = load_game(str(TESTS / "data" / f"{name}.py"))
    return Match(plugin.game(**options), list(plugin.deck()), seats=3, rng=Seeded(1))


CHECKED: dict[str, dict[str, Any]] = {
    "skat": {"options": {"deals": 1}, "games": 1},
    "big_two": {"options": {"limit": 20}, "games": 1},
    "rummy_500": {"options": {"limit": 20}, "games": 1},
    "shed": {"seats": [2], "games": 3},
    "whist": {"seats": [4], "games": 4},
    "claims": {"seats": [3, 4], "games": 4},
    "savers": {"seats": [1, 2], "games": 3},
}
"""How the games of tests/data are checked that no other test checks."""


@pytest.mark.parametrize("name", CHECKED)
def test_they_keep_every_promise(name: str) -> None:
    wanted = {"seats": [3], "options": {}} | CHECKED[name]
    game = load_game(str(TESTS / "data" / f"{name}.py")).game(**wanted.pop("options"))
    assert check_game(game, max_actions=60, **wanted).actions


def refused(match: Match[Any, Any], text: str) -> str:
    """What is said of a line that can't be taken."""
    with pytest.raises(NotTaken) as caught:
        Reader(match, match.turn, NAMES).read(text, match.legal)
    return str(caught.value)


def test_what_is_mistyped_is_explained_by_what_can_be_done_now() -> None:
    match = table_of("skat")
    match.play(match.read("bid 60"))
    assert refused(match, "18") == refused(match, "bid 18") == "You can't bid 18 now; type bid 60 or pass"
    assert refused(match, "xyz") == "'xyz' is not understood; type bid 60 or pass"
    match.play(match.read("pass"))
    match.play(match.read("bid 72"))
    match.play(match.read("pass"))
    assert refused(match, "bid 72").startswith("You can't bid 72 now")


def test_a_card_alone_is_no_pair() -> None:
    match = table_of("big_two")
    table = match.state
    table.hands[0].cards[:] = cards("3D KD KH 9C")
    table.played.cards[:], table.turn, table.best = cards("4D 4C"), 0, 1
    match.look()
    for text in ("kd", "play KD", "k of diamonds"):
        assert refused(match, text) == "You typed KD alone; you can play KD and KH"
    for text in ("kd kh", "kh k", "k k", "king king", "play k k"):
        assert str(Reader(match, 0, NAMES).read(text, match.legal)) == "play KD KH"


def test_hundreds_of_plays_are_folded_into_classes() -> None:
    match = table_of("big_two")
    match.state.hands[0].cards[:] = cards("3D 3C 4C 4H 5C 5S 6C 6D 7C 7D 8C 9C 9D")
    match.state.turn, match.state.best = 0, 0
    match.look()
    assert len(match.legal) > 100
    lines = [str(entry) for entry in question_lines(match.legal, Sayings(match.game, NAMES, 0), match.state)]
    assert [line.split(",")[0] for line in lines] == [
        "play: 13 of one card",
        "play: 6 of two cards",
        f"play: {len(match.legal) - 19} of five cards",
    ]
    assert "such as 3D and 3C or 9D and 9C" in lines[1]


def test_a_part_in_the_game_that_a_field_tells_is_told_once() -> None:
    match = table_of("skat")
    for text in ("bid 60", "pass", "pass"):
        match.play(match.read(text))
    lines = [str(line) for line in Board.of(match.game, match.view(0), 0, NAMES).lines()]
    assert lines.count("declarer: Ben") == 1


def test_a_hand_played_open_is_a_hand_again_in_the_next_deal() -> None:
    match = table_of("skat", deals=2)
    for text in ("bid 60", "pass", "pass", "announce null ouvert"):
        match.play(match.read(text))
    assert "??" not in str(match.view(0).hands[1])
    while match.state.round == 1:
        match.play(match.legal[0])
    assert "??" in str(match.view(0).hands[1])


@pytest.mark.parametrize("seed", [0, 2, 4, 8])
def test_what_takes_two_cards_together_is_no_proof_of_one(seed: int) -> None:
    """Who takes a discard may hold two more of its rank, or two beside it in its suit, which no single card tells."""
    game, chance = load_game(str(TESTS / "data" / "rummy_500.py")).game, Random(seed)
    match: Match[Any, Any] = Match(game(), standard52(), seats=2, rng=Seeded(seed))
    others = Onlookers(match, range(2))
    for _ in range(30):
        others.told(match.play(match.legal[chance.randrange(len(match.legal))]))
        assert not [*others.denials()]
