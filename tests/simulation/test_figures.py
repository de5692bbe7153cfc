"""What is told of many games: scores, sides, games that were lost or cut off, means with their intervals."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, ClassVar

import pytest
from helpers import cardkit

from cardkit import Action, Dealer, Game, Match, Pile, Result, Stacked, State, Table, first_legal, uncounted
from cardkit.core.results import Cycle, How
from cardkit.plugins.deck_files import find
from cardkit.plugins.registry import load_game
from cardkit.plugins.setup import Setup
from cardkit.simulation.simulate import Plan, batch, forecast_of, play_part, simulate
from cardkit.simulation.summary import Outcome, Rows, Summary
from cardkit.simulation.tables import means_table, shares_table
from cardkit_war import War, read_deck

TEAMS = [(0, 2), (1, 3)]


class Shuffle(Action):
    """Shuffle the stock, and look at its top card."""


class Hearth(State):
    """A stock, and what it was worth so far."""

    stock: Pile
    points: float = 0.0
    below: int = uncounted(default=0)


class Patience(Game[Hearth, Shuffle]):
    """One seat shuffles until a heart is on top, or three times in vain: then it has lost."""

    name: ClassVar[str] = "hearth"
    players: ClassVar[Any] = (1,)

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Hearth:
        return Hearth(seats=seats, stock=deck)

    def legal(self, state: Hearth) -> list[Shuffle]:
        return [Shuffle()]

    def apply(self, state: Hearth, action: Shuffle, dealer: Dealer) -> None:
        dealer.shuffle(state.stock)
        state.points += 0.5
        state.below -= 1
        state.pass_turn()

    def result(self, state: Hearth) -> Result | None:
        if state.points and state.stock.cards[-1].suit == "H":
            return Result(How.WON, (0,), (state.points,))
        return Result.lost(scores=(-state.points,)) if state.points >= 1.5 else None


def rows_of(*ends: tuple[How, tuple[int, ...], tuple[float, ...]], seats: int = 4) -> Rows:
    """Rows of games that ended so."""
    rows = Rows(seats, ())
    for number, (how, winners, scores) in enumerate(ends):
        cycle = Cycle(1, 3) if how is How.ENDLESS else None
        rows.add(Outcome(number, how, winners, 5, cycle, (), scores))
    return rows


# Scores


def test_scores_are_kept_game_by_game_where_they_say_more_than_who_won() -> None:
    rows = rows_of((How.WON, (1,), ()), (How.WON, (0, 2), (7.0, 1.5, 7.0, -2.0)), (How.DRAW, (), ()))
    assert [(), (7.0, 1.5, 7.0, -2.0), ()] == [outcome.scores for outcome in rows]
    assert [0.0, 7.0, 0.0] == list(rows.scores_of(0))
    assert [1.0, 1.5, 0.0] == list(rows.scores_of(1))
    assert not rows_of((How.WON, (1,), ())).scores


def test_scores_counted_fields_and_losses_are_told_and_written_game_by_game(tmp_path: Path) -> None:
    found = simulate(Patience, n=200, seed=3)
    (scores,) = found.scores
    assert 200 == found.wins[0] + found.lost == scores.total
    assert set(scores.counts) <= {0.5, 1, 1.5, -1.5}
    assert found.wins[0] == sum(times for score, times in scores.counts.items() if score > 0)
    assert -found.lengths.sum == found.figures["below"].sum
    assert "lost" in [row[0] for row in shares_table(found).rows]
    assert {"score of seat 0", "below"} <= {row[0] for row in means_table(found, "turn").rows}
    part = play_part(Plan(batch=batch(Patience, seed=3), keeps_rows=True), 0, 200)
    assert found == part.summary


# Sides


def test_seats_that_win_together_are_one_side() -> None:
    winners = [(0, 2), (0, 2), (1, 3), (0, 1, 2, 3)]
    found = Summary.of(rows_of(*((How.WON, seats, ()) for seats in winners), (How.DRAW, (), ())), TEAMS)
    assert ([3, 2], [2, 1], 1, 1) == (found.wins, found.alone, found.shared, found.draws)
    rows = {row[0]: row[1:3] for row in shares_table(found).rows}
    assert ("2", "40 %") == rows["seats 0 and 2 win"]
    assert 5 == sum(int(games) for games, _ in rows.values())


# A limit of turns


def test_no_interval_of_a_score_is_wider_than_what_the_game_says_can_be() -> None:
    asked = ("kuhn", "--seed", "1", "-n", "2", "--json")
    simulated: dict[str, Any] = json.loads(cardkit("simulate", *asked).out)
    compared: dict[str, Any] = json.loads(cardkit("compare", *asked, "--vary", "seats=random+random,random+ai").out)
    held: dict[str, Any] = json.loads(cardkit("arena", *asked, "--player", "random", "--player", "ai").out)
    for least, most, seen in (
        *((-2, 2, one) for one in simulated["scores"]),
        *((-4, 4, one) for one in compared["seats=random+ai"]["differences"]["scores"]),
        *((-2, 2, one["points"]) for one in held["players"]),
    ):
        low, high = seen["interval95"]
        assert least <= low <= high <= most
    assert [-2, 2] in [one["interval95"] for one in simulated["scores"]], "two games say nearly nothing"


def test_a_game_is_cut_off_after_so_many_turns_everywhere() -> None:
    words = ["crazy8s", "--seat", "ai", "--seat", "ai", "--seed", "1", "--most-turns", "12"]
    found = json.loads(cardkit("simulate", *words, "-n", "30", "--json").out)
    longer = json.loads(cardkit("simulate", *words[:-2], "-n", "30", "--json").out)
    short = sum(times for turns, times in longer["length"]["counts"].items() if int(turns) <= 12)
    assert (30 - short, short) == (found["cut_off"]["games"], found["length"]["games"])
    assert "cut off" in cardkit("simulate", *words, "-n", "30").out
    assert "cut off" in cardkit("compare", *words, "--vary", "hand_size=5,6", "-n", "30").out
    assert "The game was cut off after 12 turns." in cardkit("play", *words, "--game", "1", "--quiet").lines


@pytest.mark.parametrize("rules", ["rhodes", "jones", "umbc", "umassd"])
def test_every_narrator_of_war_says_that_a_game_was_cut_off(rules: str) -> None:
    command = f"play war --rules {rules} --seed 1 --game 0 --most-turns 2 --quiet --no-score"
    assert "The game was cut off after 2 " in cardkit(*command.split()).out


def test_a_game_that_was_cut_off_is_kept_and_told_again(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    words = ["play", "war", "endless", "--most-turns", "3", "--record", str(record), "--quiet"]
    assert ["The game was cut off after 3 rounds."] == cardkit(*words).lines
    assert "cut off after 3 rounds" in cardkit("replay", str(record)).out
    told = json.loads(record.read_text(encoding="utf-8"))
    record.write_text(json.dumps({**told, "result": {**told["result"], "winners": [0]}}), encoding="utf-8")
    assert "has no winners" in cardkit("replay", str(record)).err
    assert "no game" in cardkit("scores", "war").out.lower()


@pytest.mark.parametrize("most", [1, 12, 13, 14, 20, 40])
def test_a_limit_cuts_off_what_has_not_come_back_before_whoever_looks_on(most: int) -> None:
    file = read_deck(find("endless"))
    match = Match(War(), file.cards[::-1], seats=2, rng=Stacked())
    told = Table(match, [first_legal] * 2, most_turns=most).watch(lambda event, view: None).run()
    assert told == forecast_of(Setup.of(load_game("war"), deck="endless", most_turns=most)).result
    assert (How.ENDLESS if most >= 13 else How.CUT_OFF) is told.how


# Seeds and names


def test_without_a_seed_a_batch_has_one_drawn_and_told() -> None:
    first, second = (json.loads(cardkit("simulate", "war", "-n", "3", "--json").out) for _ in range(2))
    assert first["seed"] != second["seed"]
    assert first == json.loads(cardkit("simulate", "war", "-n", "3", "--json", "--seed", str(first["seed"])).out)
    assert re.fullmatch(r"war rhodes \(ai, ai\): 3 games, seed \d+", cardkit("simulate", "war", "-n", "3").lines[0])
