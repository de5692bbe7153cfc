"""Games in OpenSpiel, by its own tests and by ours."""

from __future__ import annotations

import random
import unittest
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for every Python and system: pip install open-spiel")

import pyspiel
from absl import flags
from broken_games import HEAP
from every_game import Way, in_every_way, in_every_way_by_turns
from helpers import ROOT, loaded_from

from cardkit.openspiel import register
from cardkit.plugins.registry import load_game
from cardkit.records.record import Record
from cardkit.records.replay import verify

register()
flags.FLAGS.mark_as_parsed()

PLAYTHROUGHS = Path(__file__).parent / "openspiel_playthroughs"
FOUR_CARDS = "cardkit_crazy8s(seats=2,explicit=true,deck=7C;8C;7D;8D,options=hand_size:1,most_actions=4,history=60)"
sampled_or_explicit = in_every_way_by_turns("explicit", [False, True])


def loaded(way: Way, **more: Any) -> pyspiel.Game:
    """The game of a way to play."""
    given = {"rules": way.rules or "", "seed": 7, "most_actions": 60, **more}
    return pyspiel.load_game(f"cardkit_{way.game}", given)


def move(state: Any, chance: random.Random) -> Any:
    """What is done next by chance; of all seats, where they choose at the same time."""
    if state.is_simultaneous_node():
        return [chance.choice(state.legal_actions(seat) or [0]) for seat in range(state.num_players())]
    return chance.choice(state.legal_actions())


def go(state: Any, action: Any) -> None:
    """Go on with what is done."""
    if isinstance(action, list):
        state.apply_actions(action)
    else:
        state.apply_action(action)


def states(game: pyspiel.Game, seed: int = 1) -> Iterator[tuple[Any, Any]]:
    """The states of a game that chance plays, each with what is done next, up to the end."""
    state, chance = game.new_initial_state(), random.Random(seed)
    while not state.is_terminal():
        action = move(state, chance)
        yield state, action
        go(state, action)
    yield state, None


def known(state: Any) -> list[str]:
    """What each seat knows."""
    return [state.course.knows(seat, recall=True) for seat in range(state.num_players())]


@sampled_or_explicit
def test_openspiels_random_simulation_passes(way: Way, *, explicit: bool) -> None:
    # OpenSpiel writes no sampled game of Python's together with its state: that needs a method they can't have.
    # It writes each state down and reads it again, which takes as long as the game that far.
    game = loaded(way, explicit=explicit, most_actions=10 if explicit else 40)
    pyspiel.random_sim_test(game, num_sims=1, serialize=explicit, verbose=False)


def test_a_hand_may_be_the_game_and_its_points_the_return() -> None:
    game = pyspiel.load_game("cardkit_hearts(episode=hand,seed=1)")
    *_, (state, _) = states(game)
    points = [-score for score in state.course.match.state.scores]
    assert any(points)
    assert [score - sum(points) / len(points) for score in points] == pytest.approx(state.returns())
    assert 1 == sum(str(event).startswith("RoundEnded") for page in state.course.pages for event in page.events)
    assert (-125, 125) == (game.min_utility(), game.max_utility())


def told(playthrough: str) -> list[str]:
    """What a playthrough tells of a game, without how its states are written, which has versions in it."""
    return [line for line in playthrough.splitlines() if not line.startswith("SerializeState")]


@pytest.mark.parametrize("name", ["crazy8s", "goofspiel"])
def test_a_playthrough_is_played_again_to_the_same_lines(name: str) -> None:
    from open_spiel.python.algorithms import generate_playthrough

    kept = PLAYTHROUGHS / f"{name}.txt"
    if not kept.exists():
        game = str(loaded(Way(name, None), most_actions=2, history=0))
        lines = told(generate_playthrough.playthrough(game, None, seed=1))
        kept.write_text("\n".join(lines) + "\n", encoding="utf-8")
    written = kept.read_text(encoding="utf-8")
    assert told(written) == told(generate_playthrough.replay(str(kept))[1])
    assert "action: " in written


@sampled_or_explicit
def test_copies_go_the_same_way_knowledge_only_grows_and_the_end_is_a_record(
    way: Way, tmp_path: Path, *, explicit: bool
) -> None:
    game, before = loaded(way, explicit=explicit, most_actions=40), list[str]()
    for number, (state, action) in enumerate(states(game, seed=3)):
        seen = [text.rpartition(" | ")[0] for text in known(state)]
        if before and all(before):
            assert [old for old, new in zip(before, seen, strict=True) if not new.startswith(old)] == []
        before = seen
        if action is not None and (explicit or number) and number % 6 == 1:
            assert_copies_go_the_same_way(game, state, action)
    record = Record.model_validate_json(state.record())
    assert len(state.course.log) == len(verify(load_game(way.game), record, tmp_path / "record.json"))


def assert_copies_go_the_same_way(game: pyspiel.Game, state: Any, action: Any) -> None:
    """A copy and what was written go as the state would, which stays as it is."""
    before, expected = (str(state), known(state)), state.clone()
    go(expected, action)
    for copy in (state.clone(), game.deserialize_state(state.serialize())):
        assert before == (str(copy), known(copy))
        go(copy, action)
        assert (str(expected), known(expected)) == (str(copy), known(copy))
        assert expected.history() == copy.history()
    assert before == (str(state), known(state))


@in_every_way
def test_nobody_knows_how_cards_lie_that_nobody_has_drawn(way: Way) -> None:
    for state, _ in states(loaded(way, explicit=True, most_actions=20)):
        course = state.course
        if not course.is_chance and not course.wishes and len(course.log) % 3 == 0:
            other = course.twin()
            other.match = course.otherwise()
            seats = range(state.num_players())
            assert known(state) == [other.knows(seat, recall=True) for seat in seats]
            assert course.playing.result == other.playing.result
            if not course.is_over:
                assert [course.numbers(seat) for seat in course.playing.to_act] == [
                    other.numbers(seat) for seat in course.playing.to_act
                ]


@in_every_way
def test_imagined_games_can_t_be_told_from_the_true_one(way: Way) -> None:
    if way.game in {"blackjack", "klondike"}:
        pytest.skip("nobody else has a hand here")
    for number, (state, _) in enumerate(states(loaded(way, most_actions=14))):
        if state.is_player_node() and number % 5 == 1:
            seat = state.current_player()
            world = state.resample_from_infostate(seat, random.Random(number).random)
            # A copy has nothing of what was known before, and finds it out by all that was told.
            assert str(state.clone().resample_from_infostate(seat, random.Random(number).random)) == str(world)
            assert known(state)[seat] == known(world)[seat]
            assert state.legal_actions() == world.legal_actions()
            assert state.observation_tensor(seat) == world.observation_tensor(seat)


def test_the_card_that_comes_off_is_drawn_then_each_as_likely_as_it_lies_there() -> None:
    game = pyspiel.load_game("cardkit_crazy8s(explicit=true,deck=7C;7C;7C;8D;9D,options=hand_size:1)")
    state = game.new_initial_state()
    told = []
    while state.is_chance_node():
        told.append({state.action_to_string(number): chance for number, chance in state.chance_outcomes()})
        state.apply_action(0)
    assert [{"7C": 3 / 5, "8D": 1 / 5, "9D": 1 / 5}, {"7C": 2 / 4, "8D": 1 / 4, "9D": 1 / 4}] == told[:2]
    assert "stock: [?? ??]" in str(state)


def deals(state: Any, chance: float = 1.0) -> Iterator[tuple[str, float]]:
    """Every deal, with how likely it is."""
    if not state.is_chance_node():
        yield str(state), chance
        return
    for number, likely in state.chance_outcomes():
        yield from deals(state.child(number), chance * likely)


def test_every_deal_is_as_likely_as_it_is_in_a_shuffled_deck() -> None:
    deck = "7C;7C;8D;9D;9D"
    game = pyspiel.load_game(f"cardkit_crazy8s(explicit=true,deck={deck},options=hand_size:2)")
    found = dict(deals(game.new_initial_state()))
    assert pytest.approx(1.0) == sum(found.values())
    orders = Counter[str]()
    for cards in permutations(deck.split(";")):
        orders[f"discards: [{cards[0]}]\nhands 0: [{cards[3]} {cards[1]}]\nhands 1: [{cards[4]} {cards[2]}]"] += 1
    likely = {"\n".join(text.split("\n")[1:4]): chance for text, chance in found.items()}
    assert {text: pytest.approx(times / 120) for text, times in orders.items()} == likely


def test_openspiels_tests_of_whole_trees_and_of_parts_pass() -> None:
    from open_spiel.integration_tests import api_test

    api_test.TOTAL_NUM_STATES["cardkit_crazy8s"] = (17, 48, 88)
    api_test.PERFECT_RECALL_NUM_STATES["cardkit_crazy8s"] = 24
    of_six = "cardkit_crazy8s(explicit=true,deck=7C;8C;9C;7D;8D;9D,options=hand_size:2)"
    found, load = unittest.TestResult(), unittest.defaultTestLoader.loadTestsFromTestCase
    for base, text in (
        (api_test.EnforceAPIOnFullTreeBase, FOUR_CARDS),
        (api_test.EnforceAPIOnPartialTreeBase, of_six),
    ):
        load(type("Case", (base,), {"game_name": "cardkit_crazy8s", "game": pyspiel.load_game(text)})).run(found)
    assert ([], []) == (found.errors, found.failures)
    assert found.testsRun > 5


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("cardkit", "cardkit: the game is missing, such as in cardkit(game=./my_game.py)"),
        ("cardkit(game=chess)", "there is no game 'chess'"),
        ("cardkit_crazy8s(seats=77)", "the deck has 52"),
        ("cardkit_crazy8s(options=shuffle)", "options is a list such as name:value;name:value, and has 'shuffle'"),
        ("cardkit_holdem(coarse=Rise:5)", "coarse names Rise"),
    ],
)
def test_what_can_t_be_loaded_is_said_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=r".") as told:
        pyspiel.load_game(text)
    assert sentence in str(told.value)


LAID = "        return Heap(seats=seats,"
PEEKING = (
    HEAP.replace("range(1, 3)", "(2,)")
    .replace("    heap: Pile\n", "    heap: Pile\n    hint: str\n")
    .replace(LAID, f"        dealer.shuffle(deck)\n{LAID} hint=deck.cards[0].suit,")
    .replace("None if table.heap", "None if len(table.heap) > 50")
)
"""Whoever sets it up looks at the bottom card."""


def test_a_game_in_a_file_whose_setup_looks_at_unseen_cards_is_refused_where_they_are_drawn(tmp_path: Path) -> None:
    path = tmp_path / "peeking.py"
    path.write_text(PEEKING, encoding="utf-8")
    assert 2 == pyspiel.load_game(f"cardkit(game={path})").num_players()
    with pytest.raises(ValueError, match="setting it up looks at cards that nobody has seen"):
        pyspiel.load_game(f"cardkit(game={path},explicit=true)")
    path.write_text(PEEKING.replace("deck.cards[0].suit", '"C"'), encoding="utf-8")
    game = pyspiel.load_game(f"cardkit(game={path},explicit=true)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
def test_the_example_solves_a_crazy_8s_of_eight_cards() -> None:
    module = loaded_from(ROOT / "docs" / "examples" / "solve_crazy8s.py")
    (_, first), *_, (done, last) = module.solved(actions=3, iterations=8, every=8)
    assert (8, True, True) == (done, first > 0.1, last < 0.01)
