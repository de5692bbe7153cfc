"""Comparisons: the same deals beside each other, intervals that hold what they promise, seats that are turned."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from math import log
from statistics import correlation, fmean

import pytest
from helpers import cardkit

from cardkit import Seeded
from cardkit.arena.bouts import contest
from cardkit.arena.contest import Bout, Contest, Standings
from cardkit.core.results import Cycle, How
from cardkit.simulation.estimates import Estimate, Pairs, estimate_of_share, wilson
from cardkit.simulation.jobs import Job, turned
from cardkit.simulation.simulate import batch, blocks, outcomes
from cardkit.simulation.summary import LENGTH, Histogram, Outcome, Rows, Summary
from cardkit.simulation.tables import Comparison, Paired, Rotation, compared, explained

BATCHES = 150
SINGLES = [(0,), (1,)]


def won(winner: int, number: int = 0, length: int = 5, scores: tuple[float, ...] = ()) -> Outcome:
    """A game that a seat won."""
    return Outcome(number, How.WON, (winner,), length, None, (), scores)


def rows_of(*outcomes: Outcome, seats: int = 2) -> Rows:
    """The rows of games."""
    rows = Rows(seats, ())
    for outcome in outcomes:
        rows.add(outcome)
    return rows


def games(chance: Seeded, twins: Rows | None = None) -> Rows:
    """Two hundred games of two seats, as if each second one of them came out as in the other batch."""
    others = list(twins) if twins else []

    def outcome(number: int) -> Outcome:
        if others and chance.below(2):
            return others[number]
        return won(chance.below(2), number, 20 + chance.below(30) * chance.below(30))

    return rows_of(*map(outcome, range(200)))


# Intervals


def test_it_is_played_until_a_mean_is_sure() -> None:
    words = ["simulate", "war", "--seed", "1", "--engine", "kernel"]
    found = json.loads(cardkit(*words, "--until-se", "5 rounds", "--json").out)
    assert found["games"] % 1000 == 0
    assert "in mean seat 0 wins, as was wanted" in cardkit(*words, "--until-se", "0.02 seat 0 wins").out
    compared = ["compare", "war", "--seed", "1", "--vary", "face_down=1,3", "--until-se", "5 rounds", "--json"]
    for length in (found["length"], json.loads(cardkit(*compared).out)["face_down=3"]["differences"]["length"]):
        low, high = length["interval95"]
        assert (high - low) / 2 / 1.96 <= 5


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
    unsure = cardkit(*words[:-1], "aces of seat 0, rounds", "--explain").lines[-1]
    assert unsure.endswith("; it may be none but for chance.")


def test_chance_alone_is_within_the_interval_of_a_correlation_as_often_as_it_says() -> None:
    chance, missed = random.Random(1), 0
    for _ in range(200):
        pairs = Pairs()
        for _ in range(150):
            pairs.add(chance.expovariate(1), chance.expovariate(1))
        _, low, high = pairs.correlation or (0.0, None, None)
        assert low is not None
        assert high is not None
        missed += not low <= 0 <= high
    assert 2 <= missed <= 20


def test_stars_are_as_rare_as_the_footnote_says() -> None:
    """Of batches that differ from a first one by chance alone."""
    chance, starred = Seeded(5), 0
    for _ in range(BATCHES):
        found = Comparison(counts="turn", variants={name: Summary.empty(2, ()) for name in ("one", "two", "three")})
        first = games(chance)
        found.add({"one": first, "two": games(chance, first), "three": games(chance, first)})
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
    first = rows_of(*(won(winner, number, 10) for number, winner in enumerate([0, 0, 1, 1])))
    endless = Outcome(1, How.ENDLESS, (), 7, Cycle(1, 8), ())
    second = rows_of(endless, won(0, 3, 13, (5.0, 2.0)), won(0, 4, 13))
    paired = Paired()
    paired.take(*compared(first, second, SINGLES, SINGLES))
    expected = {
        "seat 0 wins": {1: 1, -1: 1},
        "seat 1 wins": {-1: 1, 0: 1},
        "endless": {1: 1, 0: 1},
        "draws": {0: 2},
    }
    assert expected == {end: dict(paired.share(end).counts) for end in expected}
    assert ({3: 1}, {5: 1}, {1: 1}) == tuple(paired.number(figure).counts for figure in (LENGTH, 0, 1))


def test_variants_may_have_other_seats_decks_generators_and_rule_sets() -> None:
    asked = ["-n", "60", "--seed", "2", "--engine", "rules", "--vary"]
    seats = cardkit("compare", "crazy8s", *asked, "seats=ai+ai,ai+random,ai+ai+ai")
    assert all(name in seats.out for name in ("seats=ai+ai ", "seats=ai+random", "seats=ai+ai+ai"))
    assert "-" == seats.lines[2].split("%")[2].split()[0]
    decks = cardkit("compare", "crazy8s", *asked, "deck=microDeck,small", "--set", "hand_size=2", "--json")
    assert [("microDeck", 12), ("small", 24)] == [(one["deck"], one["cards"]) for one in json.loads(decks.out).values()]
    told = json.loads(cardkit("compare", "war", *asked, "rules=rhodes,umbc", "--vary", "rng=java,msvc", "--json").out)
    assert [f"rules={rules} rng={rng}" for rules in ("rhodes", "umbc") for rng in ("java", "msvc")] == list(told)
    assert ["java", "msvc"] * 2 == [one["rng"] for one in told.values()]
    last = told["rules=umbc rng=msvc"]["differences"]
    assert (60, 2) == (last["pairs"], len(last["scores"]))
    assert last["length"]["interval95"][1] < 0


# As many games as it takes


@pytest.mark.parametrize(
    ("error", "most", "games"), [("0.9", [], 4000), ("0.9", ["-n", "2000"], 2000), ("20", [], 1000)]
)
def test_games_are_played_until_shares_are_as_certain_as_wanted(error: str, most: list[str], games: int) -> None:
    run = cardkit("simulate", "war", "--until-se", error, *most, "--seed", "1", "--engine", "kernel")
    assert run.lines[0].startswith(f"war rhodes (ai, ai): {games:,} ")
    assert (0.5 * 0.5 / 4000) ** 0.5 < 0.009


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
    players = ("ai", "random", "crazy8s:careful")
    seatings = [one.setup.sitting for one in turned(batch("crazy8s", seed=1, players=players)).values()]
    assert [players, (*players[2:], *players[:2]), (*players[1:], *players[:1])] == seatings
    found = Rotation(["a", "b", "c"], [(0,), (1,), (2,)])
    found.add({f"turn {turn}": rows_of(won(turn), seats=3) for turn in range(3)})
    assert ["1", "1", "1", "3", "0", "0"] == [row[1] for row in found.table().rows]


def test_every_command_has_one_kind_of_interval_for_the_same_deals() -> None:
    chance = Seeded(4)
    winners = [(chance.below(2), chance.below(2)) for _ in range(12)]
    rotation = Rotation(["a", "b"], SINGLES)
    rotation.add(
        {f"turn {turn}": rows_of(*(won(both[turn], number) for number, both in enumerate(winners))) for turn in (0, 1)}
    )
    shares = [((one == 0) + (other == 1)) / 2 for one, other in winners]
    low, high = map(pytest.approx, rotation.as_json()["players"][0]["interval95"])
    assert (low, high) == estimate_of_share(shares)[1:] == Histogram.of(shares).share()[1:]


def test_nobody_is_certain_of_few_deals_that_all_ended_alike() -> None:
    first, other = ([won(winner, number) for number in range(10)] for winner in (0, 1))
    rotation, few = Rotation(["a", "b"], SINGLES), Rotation(["a", "b"], SINGLES)
    rotation.add({"turn 0": rows_of(*first), "turn 1": rows_of(*other)})
    told = rotation.as_json()
    best, worst = (one["interval95"] for one in told["players"])
    assert (1.0, 0.0) == (best[1], worst[0])
    assert 0.6 < best[0] < 0.8
    assert best[0] == pytest.approx(1 - worst[1])
    low, high = told["seats"][0]["interval95"]
    assert 0.4 < low < 0.5 < high < 0.6
    few.add({"turn 0": rows_of(first[0]), "turn 1": rows_of(other[0])})
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
    found = Summary.of(rows_of(*(won(number % 2, number) for number in range(games))))
    *_, told = explained(found, [], found.games)
    needed = int(told.split(" some ")[1].split()[0].replace(",", ""))
    assert 0.95 * 38_415 <= needed <= 1.05 * 38_415


def test_of_players_who_are_the_same_nothing_is_estimated() -> None:
    words = ["crazy8s", "-n", "40", "--seed", "1"]
    turned = json.loads(cardkit("simulate", *words, "--rotate", "--seat", "random", "--seat", "random", "--json").out)
    assert [(40, 0.5, None)] * 2 == [tuple(one.values()) for one in turned["players"]]
    assert None not in [one["interval95"] for one in turned["seats"]]
    twice = ("--player", "ai", "--player", "ai")
    arena = cardkit("arena", *words, *twice, "--explain").lines
    assert "ai against ai (2): the same player twice has half, whatever the cards are" in arena[-1]
    assert ["50.00", "%", "-"] == arena[2].split()[1:4]
    told = json.loads(cardkit("arena", *words, *twice, "--player", "random", "--json").out)
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


RUNS = 200
NUMBERS = (5, 10, 20, 50, 500)
"""How many many or deals a batch has; so few as five have too few ends for an interval that isn't sometimes wider."""
CHANCE = 0.01
"""What chance makes of so many batches."""
Held = tuple[Estimate, float]
"""What a table tells, and what is true."""


class Luck:
    """Games of two players by chance: how the cards lie decides as much of a deal as `lying` says."""

    def __init__(self, seed: int, better: float, lying: float) -> None:
        self.chance, self.better, self.lying = Seeded(seed), better, lying

    def uniform(self) -> float:
        """A number from 0 to 1."""
        return self.chance.below(1 << 30) / (1 << 30)

    def deal(self) -> tuple[bool, bool]:
        """Whether the first player wins at the first seat, and at the second; each as often as it is better."""
        if self.uniform() >= self.lying:
            return self.uniform() < self.better, self.uniform() < self.better
        one, other = self.uniform() < self.better, self.uniform() < 2 * abs(self.better - 0.5)
        return (one, one) if other else (one, not one) if self.uniform() < 0.5 else (not one, one)

    def turns(self) -> int:
        """How long a game lasts: most are short, and a few are long, as those of War."""
        return 10 + int(-120 * (log(1 - self.uniform()) + log(1 - self.uniform())))


def outcome(number: int, winner: int, length: int = 5) -> Outcome:
    """A game that a seat won."""
    return Outcome(number, How.WON, (winner,), length, None, ())


KINDS = [(0.5, 0.0), (0.6, 0.5), (0.75, 0.0), (0.9, 0.5)]
"""How good the first player is, and how much the cards decide."""


def shares(number: int, luck: Luck) -> Iterator[Held]:
    """The shares of `simulate`."""
    yield wilson(sum(luck.uniform() < luck.better for _ in range(number)), number), luck.better


def means(number: int, luck: Luck) -> Iterator[Held]:
    """The means of `simulate`."""
    found = Histogram.of(float(luck.turns()) for _ in range(number)).estimate
    assert found is not None
    yield found, truth_of_turns()


@cache
def truth_of_turns() -> float:
    """The mean that many have, of very many."""
    luck = Luck(99, 0.5, 0.0)
    return fmean(luck.turns() for _ in range(400_000))


def by_compare(number: int, luck: Luck) -> Iterator[Held]:
    """The differences of `compare`, in shares and in lengths, of which a half is what the first has."""
    found = Comparison(counts="turn", variants={name: Summary.empty(2, ()) for name in ("first", "second")})
    rows = {name: Rows(2, ()) for name in found.variants}
    for game in range(number):
        one, other = luck.uniform() < 0.5, luck.uniform() < luck.better
        length = luck.turns()
        rows["first"].add(outcome(game, int(one), length))
        rows["second"].add(outcome(game, int(one if luck.uniform() < 0.5 else other), length + luck.turns()))
    found.add(rows)
    pair = found.pairs["second"]
    yield pair.share("seat 1 wins").difference, (luck.better - 0.5) / 2
    longer = pair.number(LENGTH).estimate
    assert longer is not None
    yield longer, truth_of_turns()


def rotated(number: int, luck: Luck) -> Iterator[Held]:
    """What players and seats have by `simulate --rotate`."""
    found, turned = Rotation(["one", "other"], SINGLES), [Rows(2, ()), Rows(2, ())]
    for game in range(number):
        for rows, won, seat in zip(turned, luck.deal(), (0, 1), strict=True):
            rows.add(outcome(game, seat if won else 1 - seat))
    found.add(dict(zip(("turn 0", "turn 1"), turned, strict=True)))
    yield found.seen("players")[0].share(2), truth_of(luck)
    yield found.seen("seats")[0].share(2), 0.5


def truth_of(luck: Luck) -> float:
    """How often the first player wins."""
    far = 2 * abs(luck.better - 0.5)
    return luck.better * (1 - luck.lying) + luck.lying * (luck.better * far + 0.5 * (1 - far))


@cache
def two() -> Contest:
    """A contest of two players."""
    return contest("crazy8s", ["ai", "random"], options={"shuffle": True})


def contested(number: int, luck: Luck) -> Iterator[Held]:
    """The shares and the points of `arena`."""
    standings = Standings(two())
    for game in range(number):
        bouts = list[Bout]()
        for seating, won in zip(standings.contest.games_of_a_deal, luck.deal(), strict=True):
            has = tuple(float((who == 0) == won) for who in seating)
            points = tuple(share * luck.turns() for share in has)
            bouts.append(
                Bout(deal=game, seating=tuple(seating), how="won", shares=has, scores=points, length=1),
            )
        standings.take(bouts)
    truth = truth_of(luck)
    yield standings.share(0, 1), truth
    yield standings.total(1), 1 - truth


@pytest.mark.slow
@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("table", [shares, means, by_compare, rotated, contested])
def test_intervals_hold_the_truth_as_often_as_they_say(
    table: Callable[[int, Luck], Iterator[Held]], number: int
) -> None:
    told = list[list[bool]]()
    for kind, (better, lying) in enumerate(KINDS):
        luck = Luck(10 * number + kind, better, lying)
        for _ in range(RUNS if number < 500 else RUNS // 2):
            found = list(table(number, luck))
            told.append([(one.low or 0) - 1e-12 <= truth <= (one.high or 0) + 1e-12 for one, truth in found])
    for column in zip(*told, strict=True):
        assert 0.92 - CHANCE <= fmean(column) <= (0.98 + CHANCE if number > 5 else 1)
