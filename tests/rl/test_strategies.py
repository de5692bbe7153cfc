"""Small games that are solved: what comes out is what is known, and who plays by it plays so."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers import cardkit
from leduc import LEDUC, MORRA

from cardkit import Card, CardkitError, Plugin, Seeded, Table
from cardkit.core.errors import CannotLoad, ProgramFault
from cardkit.plugins.registry import load_game, load_player
from cardkit.plugins.setup import Setup
from cardkit.rl.player_files import Strategy, StrategyPlayer, player_by
from cardkit.rl.solving import CannotSolve, Solver, Tree, alike, judged
from cardkit.table.turns import seating_at


def tree_of(plugin: Plugin, most: int = 3_000, **parts: Any) -> Tree:
    setup = Setup.of(plugin, seats=("random", "random"), **parts)
    return Tree(setup, most_actions=20, most_positions=most, advance=lambda count: None)


def solved(tree: Tree, until: float) -> Solver:
    solver = Solver(tree)
    for _ in solver.run(until, 5_000, lambda count: None):
        pass
    return solver


KUHN = tree_of(load_game("kuhn"))
SOLUTION = solved(KUHN, 0.0005)


def test_kuhn_poker_costs_the_first_player_an_eighteenth_of_a_chip() -> None:
    assert SOLUTION.found().value == pytest.approx(-1 / 18, abs=0.001)
    assert 0 <= SOLUTION.found().exploitability <= 0.0005
    assert KUHN.exploitability(KUHN.shares(np.zeros(KUHN.slots))) == pytest.approx(11 / 24)


def test_leduc_poker_comes_to_what_is_known_with_cards_of_a_rank_as_one() -> None:
    tree = tree_of(LEDUC)
    assert (288, True) == (len(tree.situations), tree.in_points)
    found = solved(tree, 0.003).found()
    assert found.value == pytest.approx(-0.0856, abs=0.003)
    assert found.exploitability <= 0.003


def test_cards_are_alike_only_where_the_rules_never_tell_them_apart() -> None:
    assert {Card("J", "H"): Card("J", "S")}.items() <= alike(Setup.of(LEDUC, seats=("random", "random"))).items()
    deck = [Card.read(text) for text in ["7C", "7C", "9D", "9H", "8D", "8H", "7D"]]
    crazy = Setup.of(load_game("crazy8s"), deck=deck, options={"hand_size": 2}, seats=("random", "random"))
    assert {} == alike(crazy)


def test_the_best_answer_is_the_best_of_all_ways_to_play() -> None:
    """Against several ways to play, each pure strategy of a seat in Kuhn poker is tried."""
    chance = np.random.default_rng(0)
    for seat in (0, 1):
        own = [situation for situation in KUHN.situations if situation.seat == seat]
        for shares in (SOLUTION.average, KUHN.shares(chance.random(KUHN.slots))):
            won = list[float]()
            for choices in product((0, 1), repeat=len(own)):
                tried = shares.copy()
                for situation, choice in zip(own, choices, strict=True):
                    tried[situation.first : situation.first + 2] = [1 - choice, choice]
                won.append(KUHN.value(tried) * (1 if seat == 0 else -1))
            assert KUHN.best_answer(shares, seat) == pytest.approx(max(won))


@pytest.mark.parametrize("plugin", [load_game("kuhn"), LEDUC], ids=lambda plugin: plugin.game.name)
def test_who_plays_by_a_strategy_knows_every_situation_and_keeps_to_its_shares(plugin: Plugin) -> None:
    tree = KUHN if plugin is not LEDUC else tree_of(plugin)
    strategy = tree.strategy(solved(tree, 0.02).average)
    setup = Setup.of(plugin, seats=("random", "random"))
    seen = set[str]()

    class Watched(player_by(strategy)):  # type: ignore[misc]
        def choose(self, view: Any, legal: Any) -> Any:
            number = self._recall.now(view)
            seen.add(number)
            action = super().choose(view, legal)
            assert strategy.plays[number][type(action).__name__] > 0
            return action

    for number in range(300):
        bots = [Watched(Seeded(2 * number + seat)) for seat in (0, 1)]
        assert Table(setup.match(number), bots).run().winners is not None
    assert len(seen) > len(strategy.plays) / 4


def test_two_who_choose_at_once_do_not_know_what_the_other_chooses() -> None:
    tree = tree_of(MORRA)
    solver = solved(tree, 0.001)
    assert (2, 2) == (len(tree.situations), len(tree.strategy(solver.average).plays))
    assert solver.found().value == pytest.approx(-1 / 12, abs=0.01)


def test_games_that_cannot_be_solved_are_refused_by_a_sentence() -> None:
    with pytest.raises(CannotSolve, match="can go in more than 200 ways; give it fewer cards"):
        tree_of(load_game("crazy8s"), 200, options={"hand_size": 2})
    with pytest.raises(CardkitError, match="3 to 5"):
        tree_of(load_game("hearts"))
    goofspiel = [Card(rank, suit) for rank in "A2" for suit in "DCS"]
    tree = tree_of(load_game("goofspiel"), deck=goofspiel)
    assert solved(tree, 0.001).found().value == pytest.approx(0, abs=0.001)


def test_a_file_that_is_no_strategy_or_one_for_another_game_is_told_so(tmp_path: Path) -> None:
    good = json.loads(KUHN.strategy(SOLUTION.average).model_dump_json())
    for change, reason in (
        ({"cardkit_strategy": 2}, "cardkit_strategy: Input should be 1"),
        ({"plays": {"a": {"Bet": 7}}}, "plays.a.Bet: Input should be less than or equal to 1"),
        ({"more": 1}, "more: Extra inputs"),
    ):
        path = tmp_path / "bad.solved"
        path.write_text(json.dumps({**good, **change}), encoding="utf-8")
        with pytest.raises(CannotLoad, match=reason):
            Strategy.read(path)
    with pytest.raises(CannotLoad, match="there is no such file"):
        load_player(str(tmp_path / "none.solved"), load_game("kuhn"), Seeded(0))
    match = Setup.of(load_game("go_fish"), seats=("random", "random")).match(0)
    bot: StrategyPlayer = player_by(KUHN.strategy(SOLUTION.average))(Seeded(0))
    with pytest.raises(ProgramFault, match="its strategy is for the game kuhn, and here it is go-fish"):
        bot.begin(seating_at(match.game, match.state, 0), match.view(0))


def test_the_command_writes_a_strategy_that_sits_at_a_seat(tmp_path: Path) -> None:
    run = cardkit("solve", "kuhn", "--out", "k.solved", folder=tmp_path)
    assert (0, "") == (run.code, run.err)
    assert "kuhn, in chips: 58 positions, 12 situations in which a seat has to choose" in run.out
    assert "   1  hands 0 QS" in run.out
    again = cardkit("solve", "kuhn", "--out", "k.solved", folder=tmp_path)
    assert (1, True) == (again.code, "k.solved can't be written: there is something of this name already" in again.err)
    wrong = cardkit("solve", "kuhn", "--out", "k.json", folder=tmp_path)
    assert (2, True) == (wrong.code, "which ends in .solved" in wrong.err)
    played = cardkit("play", "kuhn", "--seat", "k.solved", "--seat", "random", "--seed", "1", folder=tmp_path)
    assert (0, True) == (played.code, "wins the game" in played.out)


def test_what_knowing_a_player_wins_is_told_by_the_arena(tmp_path: Path) -> None:
    cardkit("solve", "kuhn", "--out", "k.solved", folder=tmp_path)
    players = ("--player", "k.solved", "--player", "random", "--samples", "200")
    run = cardkit("arena", "kuhn", *players, "--exploit", "--json", folder=tmp_path)
    first, second = json.loads(run.out)["players"]
    assert ("k.solved", "random") == (first["player"], second["player"])
    assert first["exploitability"] < 0.1 < 0.35 < second["exploitability"] < 0.55


def test_a_review_by_a_strategy_says_exactly_what_a_decision_cost(tmp_path: Path) -> None:
    strategy, costs = KUHN.strategy(SOLUTION.average), dict[str, float]()
    for number in range(12):
        match = KUHN.setup.match(number)
        held = match.state.hands[1].top.rank
        [decision] = judged(KUHN, strategy, match, [(None, "bet"), (None, "check")], 1)
        assert ("check", 2) == (decision.played, decision.action)
        assert decision.cost == costs.setdefault(held, decision.cost or 0.0)
    assert {"J": 0, "Q": pytest.approx(0, abs=0.05), "K": pytest.approx(3)} == costs

    cardkit("solve", "kuhn", "--out", "k.solved", folder=tmp_path)
    order = ("play", "kuhn", "--seat", "random", "--seat", "random", "--seed", "2", "--record", "game.json")
    assert 0 == cardkit(*order, folder=tmp_path).code
    told = cardkit("analyse", "game.json", "--game", "kuhn", "--by", "k.solved", "--json", folder=tmp_path)
    found = json.loads(told.out)["decisions"]
    assert found
    assert all({"check", "bet"} == one["plays"].keys() for one in found)
    assert "what comes of it" in cardkit("analyse", "game.json", "--by", "k.solved", folder=tmp_path).out
    assert 1 == cardkit("analyse", "game.json", "--by", "other.solved", folder=tmp_path).code
