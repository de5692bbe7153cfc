"""Comparisons: the same deals beside each other, intervals that hold what they promise, seats that are turned."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from statistics import correlation

import pytest
from helpers import cardkit

from cardkit import Seeded
from cardkit.core.results import Cycle, How
from cardkit.simulation.estimates import Pairs, estimate_of_share
from cardkit.simulation.jobs import Job, turned
from cardkit.simulation.paired import Comparison, Paired, Rotation, compared, explained
from cardkit.simulation.simulate import batch, blocks, outcomes
from cardkit.simulation.summary import LENGTH, Histogram, Outcome, Rows, Summary

BATCHES = 150
SINGLES = [(0,), (1,)]


def games(chance: Seeded, twins: Rows | None = None) -> Rows:
    """Two hundred games of two seats, as if each second one of them came out as in the other batch."""
    rows = Rows(2, ())
    others = list(twins) if twins else []
    for number in range(200):
        if others and chance.below(2):
            rows.add(others[number])
        else:
            winner = chance.below(2)
            rows.add(Outcome(number, How.WON, (winner,), 20 + chance.below(30) * chance.below(30), None, ()))
    return rows


def nulls() -> Iterator[tuple[Rows, list[Rows]]]:
    """Batches that differ from a first one by chance alone."""
    chance = Seeded(5)
    for _ in range(BATCHES):
        first = games(chance)
        yield first, [games(chance, first), games(chance, first)]


# Intervals


def test_it_is_played_until_a_mean_is_sure() -> None:
    words = ["simulate", "war", "--seed", "1", "--engine", "kernel", "--json"]
    found = json.loads(cardkit(*words, "--until-se", "5 rounds").out)
    low, high = found["length"]["interval95"]
    assert found["games"] % 1000 == 0
    assert (high - low) / 2 / 1.96 <= 5
    run = cardkit(*words, "--until-se", "5 rows")
    assert (2, True) == (run.code, "'rows': a mean is one of rounds, wars" in run.err)
    assert 2 == cardkit(*words, "--until-se", "few rounds").code
    assert "in mean seat 0 wins, as was wanted" in cardkit(*words[:-1], "--until-se", "0.02 seat 0 wins").out
    compared = ["compare", "war", "--seed", "1", "--vary", "face_down=1,3", "--until-se"]
    low, high = json.loads(cardkit(*compared, "5 rounds", "--json").out)["face_down=3"]["differences"]["length"][
        "interval95"
    ]
    assert (high - low) / 2 / 1.96 <= 5
    assert "'wars': a mean is one of rounds" in cardkit(*compared, "5 wars").err
    assert 2 == cardkit(*words, "--until-se", "5 rounds", "--rotate").code


def test_how_far_two_figures_go_together_is_told_with_its_interval() -> None:
    words = ["simulate", "war", "-n", "2000", "--seed", "1", "--correlate", "rounds, wars"]
    found = json.loads(cardkit(*words, "--json").out)["correlation"]
    ended = [(game.length, game.figures[0]) for game in outcomes(batch("war", seed=1), 2000) if game.has_ended]
    assert found["mean"] == pytest.approx(correlation(*zip(*ended, strict=True)))
    low, high = found["interval95"]
    assert low < found["mean"] < high < low + 0.02
    assert cardkit(*words).lines[-1].startswith("rounds and wars: correlation 0.9")
    squared = f"By the correlation squared, {100 * found['mean'] ** 2:.0f} % of what makes one figure differ goes with"
    assert f"{squared} the other." == cardkit(*words, "--explain").lines[-1]
    assert (
        cardkit(*words[:-1], "aces of seat 0, rounds", "--explain")
        .lines[-1]
        .endswith("; it may be none but for chance.")
    )
    assert "ask once for each two" in cardkit(*words[:-1], "rounds, wars, plays").err
    assert 2 == cardkit(*words[:-1], "rounds").code


def test_chance_alone_is_within_the_interval_of_a_correlation_as_often_as_it_says() -> None:
    chance, missed = random.Random(1), 0
    for _ in range(200):
        pairs = Pairs()
        for _ in range(150):
            pairs.add(chance.expovariate(1), chance.expovariate(1))
        found = pairs.correlation
        assert found is not None
        assert found.low is not None
        assert found.high is not None
        missed += not found.low <= 0 <= found.high
    assert 2 <= missed <= 20


def test_stars_are_as_rare_as_the_footnote_says() -> None:
    starred = 0
    for first, others in nulls():
        variants = {name: Summary.empty(2, ()) for name in ("first", "second", "third")}
        found = Comparison(counts="turn", variants=variants)
        found.add(dict(zip(variants, [first, *others], strict=True)))
        starred += "*" in "".join(found.table().plain())
    assert 0.02 <= starred / BATCHES <= 0.07


def test_the_same_games_make_a_difference_more_certain_than_others_would() -> None:
    by_rule = {
        value: list(blocks(batch("crazy8s", seed=1, options={"reshuffle": value}), 600))
        for value in ("flip", "shuffle")
    }
    paired = Paired()
    for first, second in zip(by_rule["flip"], by_rule["shuffle"], strict=True):
        paired.take(*compared(first, second, SINGLES, SINGLES))
    apart = [float(Summary.of(rows).lengths.variance or 0) for (rows,) in by_rule.values()]
    assert float(paired.number(LENGTH).variance or 0) < sum(apart) / 4


@pytest.mark.parametrize(("freedom", "deviations", "chance"), [(4, 2.776, 0.05), (9, 3.25, 0.01), (120, 1.98, 0.05)])
def test_means_are_held_against_students_distribution(freedom: int, deviations: float, chance: float) -> None:
    seen = Histogram.of([0.0] * (freedom // 2) + [1.0] * (freedom // 2) + [0.5] * (freedom + 1 - freedom // 2 * 2))
    error = (float(seen.variance or 0) / seen.total) ** 0.5
    moved = Histogram({number - 0.5 + deviations * error: times for number, times in seen.counts.items()})
    assert chance == pytest.approx(moved.chance, rel=0.03)


def test_nothing_is_certain_of_no_games_or_of_one() -> None:
    assert 1.0 == Histogram().chance == Histogram({0: 5}).chance == Histogram({3: 1}).chance
    assert 2.0**-9 == Histogram({3: 10}).chance


# What is paired


def test_games_are_paired_by_their_numbers_and_lengths_only_where_both_end() -> None:
    first, second = Rows(2, ()), Rows(2, ())
    for number, winner in enumerate([0, 0, 1, 1]):
        first.add(Outcome(number, How.WON, (winner,), 10, None, ()))
    second.add(Outcome(1, How.ENDLESS, (), 7, Cycle(1, 8), ()))
    second.add(Outcome(3, How.WON, (0,), 13, None, (), (5.0, 2.0)))
    second.add(Outcome(4, How.WON, (0,), 13, None, ()))
    paired = Paired()
    paired.take(*compared(first, second, SINGLES, SINGLES))
    ends = {end: dict(paired.share(end).counts) for end in ("seat 0 wins", "seat 1 wins", "endless", "draws")}
    assert {
        "seat 0 wins": {1: 1, -1: 1},
        "seat 1 wins": {-1: 1, 0: 1},
        "endless": {1: 1, 0: 1},
        "draws": {0: 2},
    } == ends
    assert ({3: 1}, {5: 1}, {1: 1}) == tuple(paired.number(figure).counts for figure in (LENGTH, 0, 1))


def test_variants_may_have_other_seats_decks_generators_and_rule_sets() -> None:
    words = ["compare", "crazy8s", "-n", "60", "--seed", "2", "--engine", "rules"]
    seats = cardkit(*words, "--vary", "seats=ai+ai,ai+random,ai+ai+ai")
    assert [True, True, True] == [name in seats.out for name in ("seats=ai+ai ", "seats=ai+random", "seats=ai+ai+ai")]
    assert "-" == seats.lines[2].split("%")[2].split()[0]
    told = json.loads(cardkit(*words, "--vary", "deck=microDeck,small", "--set", "hand_size=2", "--json").out)
    assert [("microDeck", 12), ("small", 24)] == [(one["deck"], one["cards"]) for one in told.values()]
    words = ["compare", "war", "-n", "60", "--seed", "2", "--engine", "rules", "--json"]
    told = json.loads(cardkit(*words, "--vary", "rules=rhodes,umbc", "--vary", "rng=java,msvc").out)
    assert ["rules=rhodes rng=java", "rules=rhodes rng=msvc", "rules=umbc rng=java", "rules=umbc rng=msvc"] == list(
        told
    )
    assert ["java", "msvc"] * 2 == [one["rng"] for one in told.values()]
    last = told["rules=umbc rng=msvc"]["differences"]
    assert (60, 2) == (last["pairs"], len(last["scores"]))
    assert last["length"]["interval95"][1] < 0


def test_compare_needs_values_that_there_are() -> None:
    for vary in ("rules=chess", "rng=dice", "deck=no-such-file", "seats=ai+nobody"):
        run = cardkit("compare", "war", "--vary", vary, "-n", "5")
        assert (True, 1) == (run.code in (1, 2), run.err.count("\n"))


# As many games as it takes


def test_games_are_played_until_shares_are_as_certain_as_wanted() -> None:
    found = json.loads(
        cardkit("simulate", "war", "--until-se", "0.9", "--seed", "1", "--json", "--engine", "kernel").out
    )
    assert 4000 == found["games"]
    assert (0.5 * 0.5 / 4000) ** 0.5 < 0.009
    assert (
        2000
        == json.loads(cardkit("simulate", "war", "--until-se", "0.9", "-n", "2000", "--seed", "1", "--json").out)[
            "games"
        ]
    )
    few = cardkit("simulate", "war", "--until-se", "20", "--seed", "1", "--engine", "kernel").lines[0]
    assert "war rhodes (ai, ai): 1,000 games, seed 1" == few
    assert 2 == cardkit("simulate", "war", "--until-se", "0").code


def test_so_many_games_are_played_at_a_time() -> None:
    fixed, certain, blind = Job(games=5000), Job(games=5000, until_se=1.0), Job(games=10**15, until_se=1.0)
    assert [1000, 1000, 2000, 1000, 0] == [
        fixed.next_games(played, lambda: 0.0) for played in (0, 1000, 2000, 4000, 5000)
    ]
    errors = [(0, 1.0), (1000, 0.0187), (4000, 0.01), (5000, 0.02)]
    assert [1000, 3000, 0, 0] == [certain.next_games(played, lambda error=error: error) for played, error in errors]
    assert [1000, 0] == [blind.next_games(played, lambda: None) for played in (1000, 1_000_000)]


# Seats that are turned


def test_players_play_each_deal_at_every_seat() -> None:
    games = batch("crazy8s", seed=1, players=["ai", "random", "crazy8s:careful"])
    seatings = [one.setup.sitting for one in turned(games).values()]
    assert [
        ("ai", "random", "crazy8s:careful"),
        ("crazy8s:careful", "ai", "random"),
        ("random", "crazy8s:careful", "ai"),
    ] == seatings
    found = Rotation(["a", "b", "c"], [(0,), (1,), (2,)])
    rows = {f"turn {turn}": Rows(3, ()) for turn in range(3)}
    for turn, winner in enumerate([0, 1, 2]):
        rows[f"turn {turn}"].add(Outcome(0, How.WON, (winner,), 5, None, ()))
    found.add(rows)
    assert ["1", "1", "1", "3", "0", "0"] == [row[1] for row in found.table().rows]


def test_every_command_has_one_kind_of_interval_for_the_same_deals() -> None:
    chance, deals = Seeded(4), 12
    turns = {f"turn {turn}": Rows(2, ()) for turn in range(2)}
    shares = list[float]()
    for number in range(deals):
        winners = [chance.below(2) for _ in turns]
        for rows, winner in zip(turns.values(), winners, strict=True):
            rows.add(Outcome(number, How.WON, (winner,), 5, None, ()))
        shares.append(((winners[0] == 0) + (winners[1] == 1)) / 2)
    rotation = Rotation(["a", "b"], SINGLES)
    rotation.add(turns)
    low, high = rotation.as_json()["players"][0]["interval95"]
    assert estimate_of_share(shares)[1:] == (pytest.approx(low), pytest.approx(high))
    assert (pytest.approx(low), pytest.approx(high)) == Histogram.of(shares).share()[1:]


def test_nobody_is_certain_of_few_deals_that_all_ended_alike() -> None:
    won, lost = Rows(2, ()), Rows(2, ())
    for number in range(10):
        won.add(Outcome(number, How.WON, (0,), 5, None, ()))
        lost.add(Outcome(number, How.WON, (1,), 5, None, ()))
    rotation = Rotation(["a", "b"], SINGLES)
    rotation.add({"turn 0": won, "turn 1": lost})
    told = rotation.as_json()
    first, second = (one["interval95"] for one in told["players"])
    assert (1.0, 0.0) == (first[1], second[0])
    assert 0.6 < first[0] < 0.8
    assert first[0] == pytest.approx(1 - second[1])
    low, high = told["seats"][0]["interval95"]
    assert 0.4 < low < 0.5 < high < 0.6
    few = Rotation(["a", "b"], SINGLES)
    few.add({"turn 0": won.only({0}), "turn 1": lost.only({0})})
    assert [[0.0, 1.0]] * 4 == [one["interval95"] for kind in ("seats", "players") for one in few.as_json()[kind]]


def test_numbers_have_as_many_digits_as_their_intervals_make_sense_of() -> None:
    run = cardkit("simulate", "war", "-n", "60", "--seed", "1", "--engine", "rules")
    assert ["seat", "0", "wins"] == run.lines[2].split()[:3]
    assert "." not in run.lines[2]
    draws = next(line for line in run.lines if line.startswith("draws"))
    assert ["0", "0", "%", "0", "to", "6.0", "%"] == draws.split()[1:]
    many = cardkit("simulate", "war", "-n", "200000", "--seed", "1", "--engine", "kernel").lines[2]
    assert 4 == many.count(".") + many.count(",")


def test_what_the_figures_say_is_explained_in_words() -> None:
    words = ["war", "-n", "60", "--seed", "1", "--engine", "rules", "--explain"]
    told = cardkit("simulate", *words).lines[-4:]
    assert "95 times in 100" in told[0]
    assert "Not seen in 60 games: draws, endless. Of all games 0 to 6.0 % may end so." == told[1]
    assert (
        "seat 0 and seat 1: Were there nothing between them, as much or more would be seen in 52 of 100 such" in told[2]
    )
    assert told[3].endswith("for ± 0.5 points, a standard error of 0.255, it takes some 39,000 games.")
    told = cardkit("compare", *words, "--vary", "pickup=winner-first,table").lines
    (longer,) = [line for line in told if line.startswith("mean rounds by pickup=table: +")]
    assert "as much or more would be seen in fewer than 1 of 1,000 such runs (p " in longer
    assert "That is 4 questions, so a star stands where that chance is below 0.013" in told[-2]
    assert 4 == len([line for line in told if " by pickup=table: " in line])
    two = cardkit("compare", *words, "--vary", "face_down=1,3").lines
    assert "That is 2 questions" in two[-2], "what seat 1 wins is what seat 0 leaves"
    assert ["seat 0 wins", "mean rounds"] == [line.partition(" by ")[0] for line in two[-4:-2]]
    turned = ["simulate", "crazy8s", "--seat", "ai", "--seat", "random", "--rotate", "-n", "12", "--explain"]
    assert "The 2 games of a deal count as one case, since the same cards lie in them." == cardkit(*turned).lines[-2]


TABLES = ["simulate war", "simulate crazy8s --rotate --seat ai --seat random", "compare war --vary pickup=seat,table"]


@pytest.mark.parametrize("by", ["", "aces of seat 0"])
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("games", ["3", "40"])
def test_each_share_that_is_told_is_as_certain_as_is_said(games: str, table: str, by: str) -> None:
    run = cardkit(*table.split(), "--seed", "1", "-n", games, "--explain", *(["--by", by] if by else []))
    said = [float(found) for found in re.findall(r"certain to ± ([\d.]+) points or better", run.out)]
    shares = re.findall(r"([\d.]+) %  +([\d.]+) to ([\d.]+) %", run.out)
    widest = max([abs(float(end) - float(share)) for share, *ends in shares for end in ends], default=None)
    assert len(said) == (run.out.count("How much more than") if "compare" in table else 1)
    if widest is not None:
        assert widest - 1 <= said[0] <= widest + 1.5, "the table is rounded"


@pytest.mark.parametrize("games", [4, 10, 30, 60, 1000])
def test_a_short_run_says_how_many_games_it_takes_as_a_long_one_does(games: int) -> None:
    found = Summary.of(rows_of([number % 2 for number in range(games)]))
    *_, told = explained(found, [], found.games)
    needed = int(told.split(" some ")[1].split()[0].replace(",", ""))
    assert 0.95 * 38_415 <= needed <= 1.05 * 38_415


def rows_of(winners: list[int]) -> Rows:
    """Games of two seats that these have won."""
    rows = Rows(2, ())
    for number, winner in enumerate(winners):
        rows.add(Outcome(number, How.WON, (winner,), 5, None, ()))
    return rows


def test_of_players_who_are_the_same_nothing_is_estimated() -> None:
    words = ["crazy8s", "-n", "40", "--seed", "1"]
    turned = json.loads(cardkit("simulate", *words, "--rotate", "--seat", "random", "--seat", "random", "--json").out)
    assert [(40, 0.5, None)] * 2 == [tuple(one.values()) for one in turned["players"]]
    assert None not in [one["interval95"] for one in turned["seats"]]
    arena = cardkit("arena", *words, "--player", "ai", "--player", "ai", "--explain").lines
    assert "ai against ai (2): the same player twice has half, whatever the cards are" in arena[-1]
    assert ["50.00", "%", "-"] == arena[2].split()[1:4]
    players = ("--player", "ai", "--player", "ai", "--player", "random")
    told = json.loads(cardkit("arena", *words, *players, "--json").out)
    assert [True, False, False] == [pair["share"]["interval95"] is None for pair in told["pairs"]]


def test_a_variant_is_asked_only_what_the_first_one_can_do_too() -> None:
    words = ["compare", "crazy8s", "--vary", "seats=ai+ai,ai+ai+ai", "-n", "300", "--seed", "1"]
    run = cardkit(*words, "--explain")
    asked = [line.partition(" by ")[0] for line in run.lines if " beside seats=ai+ai." in line]
    assert ["seat 0 wins", "seat 1 wins", "mean turns"] == asked
    assert "That is 3 questions" in run.out
    (row,) = [line for line in run.lines if line.startswith("seats=ai+ai+ai ") and "to" not in line]
    assert re.search(r"27 %  ( |-)", row)
    assert "seat 2 wins" not in json.loads(cardkit(*words, "--json").out)["seats=ai+ai+ai"]["differences"]["shares"]
