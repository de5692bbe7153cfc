"""Deals that somebody asks for: given cards, conditions on a deal, and tables by a figure of it."""

from __future__ import annotations

import json
import re
from array import array
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import chain
from pathlib import Path
from statistics import pstdev
from time import process_time
from typing import Any

import pytest
from helpers import Run, cardkit

import cardkit.simulation.batch as batches
from cardkit import Seeded, cards, standard52
from cardkit.core.chance.uncompiled import as_python
from cardkit.plugins.registry import load_game
from cardkit.plugins.setup import Setup, how_many_orders, order_of, shuffle_by_hand
from cardkit.simulation.batch import Figure, summary_of
from cardkit.simulation.simulate import Plan, batch, blocks, check_kernel, outcomes, parts
from cardkit.simulation.summary import Histogram
from cardkit_war.fast import war_kernel

ACES = cards("AC AD AH AS")


@pytest.mark.parametrize(("game", "rules"), [("war", "rhodes"), ("war", "jones"), ("war", "umbc"), ("hearts", None)])
def test_given_cards_lie_where_they_are_given_and_the_rest_by_chance(game: str, rules: str | None) -> None:
    games = batch(game, rules=rules, seed=3, given=["seat 0: AC AD AH", "seat 1: AS"])
    lying = set[str]()
    for number in range(20):
        piles = list(games.match(number).state.piles())
        first, second = ([card for pile in piles if pile.owner == seat for card in pile] for seat in (0, 1))
        assert set(ACES[:3]) <= set(first)
        assert ACES[3] in second
        lying.add(str(first))
    assert 20 == len(lying)


def test_the_places_of_given_cards_are_all_as_likely() -> None:
    games = batch("war", seed=1, given=["seat 0: AC"])
    places = Counter(games.match(number).state.decks[0].cards.index(ACES[0]) for number in range(2600))
    assert 26 == len(places)
    assert sum((times - 100) ** 2 / 100 for times in places.values()) < 52.6  # 0.999 of 25 degrees of freedom


def test_conditions_choose_deals_and_figures_tell_them_apart() -> None:
    words = ("simulate", "war", "-n", "300", "--seed", "1", "--json")
    every = json.loads(cardkit(*words, "--by", "aces of seat 0").out)
    four = json.loads(cardkit(*words, "--where", "aces of seat 0 >= 4").out)
    both = json.loads(cardkit(*words, "--where", "A of seat 0 > 3", "--where", "cards of seat 1 = 26").out)
    assert 300 == sum(group["games"] for group in every["groups"].values()) == every["games"]
    assert four["games"] == every["groups"]["4"]["games"] == both["games"] > 0
    assert four["wins"] == every["groups"]["4"]["wins"]
    assert four["length"] == every["groups"]["4"]["length"]


def test_conditions_are_the_same_by_rules_and_by_kernel_and_for_several_workers() -> None:
    asked = ("--where", "8s of seat 0 = 1", "--by", "hearts of stock")
    words = ("simulate", "crazy8s", "-n", "150", "--seed", "1", *asked)
    runs = {cardkit(*words, *more).out for more in (("--engine", "rules"), (), ("--engine", "rules", "--jobs", "2"))}
    assert 1 == len(runs)
    check_kernel(batch("crazy8s", seed=1, where=["8s of seat 0 = 1"]), 3)


KINDS: list[tuple[str, str | None, dict[str, Any]]] = [
    ("war", "rhodes", {"players": ["ai"] * 2}),
    ("war", "jones", {}),
    ("war", "umbc", {}),
    ("war", "rhodes", {"options": {"shuffle": "swap"}, "rng": "java"}),
    ("war", "rhodes", {"options": {"shuffle": "pick"}, "rng": "msvc"}),
    ("war", "rhodes", {"given": ["seat 0: AC 2D", "seat 1 top: 3H 4H", "seat 1: AD"], "rng": "java"}),
    ("war", "rhodes", {"deck": cards("2H 2S 2H 2S 3C 3D")}),
    ("crazy8s", None, {"players": ["ai"] * 3}),
    ("crazy8s", None, {"options": {"shuffle": True}, "given": ["stock top: 8H", "seat 1: 2C"]}),
    ("crazy8s", None, {"options": {"starter": "not-wild"}}),
]


@pytest.mark.parametrize("kept", ["as it is", "as a source"])
@pytest.mark.parametrize(("game", "rules", "more"), KINDS)
def test_figures_of_deals_are_counted_as_the_rules_deal(
    game: str, rules: str | None, more: dict[str, Any], kept: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = as_python("bulk_as_python", Path(str(batches.__file__)).with_name("bulk.py"))
    monkeypatch.setattr(batches, "Orders", batches.Orders if kept == "as it is" else source.Orders)
    games, numbers = batch(game, rules=rules, seed=2**63 + 5, **more), array("q", [0, 1, 2, 7, 30, 2**40])
    assert (games.dealing is None) == ("deck" in more or "starter" in more.get("options", {}))
    for text in ("hearts of seat 0", "2s of seat 1", "cards of seat 0"):
        figure = Figure(text, *text.split(" of "))
        by_rules = [figure.of(games.match(number).state) for number in numbers]
        assert by_rules == games.counts_of_deals(figure, numbers)
    if "given" in more and games.dealing is not None:
        places = range(len(games.setup.pile))
        dealt = games.dealing.deals(3, 2, places).tolist()
        lying = [games.setup.lying(number)[::-1] for number in (3, 4)]
        assert [*chain(*lying)] == [games.setup.pile[place] for place in dealt]


@pytest.mark.slow
@pytest.mark.skipif(not war_kernel().compiled, reason="the kernels are not compiled")
@pytest.mark.parametrize(
    ("game", "figure", "counts"), [("war", "aces of seat 0", "deepest"), ("crazy8s", "8s of seat 0", "flips")]
)
def test_conditions_and_tables_take_at_most_twice_as_long(game: str, figure: str, counts: str) -> None:
    def taken(**asked: Any) -> float:
        games, start = batch(game, seed=1, **asked), process_time()
        assert 200_000 == sum(part.games for part in parts(Plan(batch=games, engine="kernel"), 200_000))
        return process_time() - start

    plain = min(taken() for _ in range(3))
    where = {"where": [f"{figure} = 2", f"{counts} < 2"]}
    for asked in ({"by": figure}, {"by": counts}, where, {"given": ["seat 0: AC"]}):
        assert min(taken(**asked) for _ in range(3)) < 2.2 * plain, asked


@pytest.mark.parametrize("words", [("simulate",), ("simulate", "--rotate"), ("compare", "--vary", "face_down=1,3")])
def test_as_many_games_are_looked_at_as_it_takes(words: tuple[str, ...]) -> None:
    command, *more = words
    asked = (command, "war", *more, "--where", "aces of seat 0 = 2", "--until-se", "2", "--seed", "1")
    found = json.loads(cardkit(*asked, "-n", "9000", "--json").out)
    assert 0 < found["until_se"]["reached"] <= 2 == found["until_se"]["wanted"]
    games = found["face_down=1"]["games"] if command == "compare" else found.get("games", found.get("deals"))
    assert games < 4000, "the others of so many that are looked at are none of those counted"
    lines = cardkit(*asked, "-n", "1000").lines
    (told,) = [line for line in lines if line.startswith("The standard error is ")]
    assert "percentage points, and not 2: that takes some " in told


def test_what_games_count_is_counted_alike_in_rows_and_sums() -> None:
    for games in (batch("war", seed=1), batch("war", seed=1, rules="umbc"), batch("war", seed=1, most_turns=200)):
        (rows,) = blocks(games, 60)
        summary = summary_of(games, rows)
        for count in games.counts.values():
            assert Histogram.of(number for number in count.of(rows) if number is not None) == count.seen(summary)


def test_players_who_change_seats_and_variants_can_be_told_apart_by_deals() -> None:
    for words in (
        ("simulate", "crazy8s", "--seat", "ai", "--seat", "crazy8s:careful", "--rotate"),
        ("compare", "crazy8s", "--vary", "draw=one,1"),
    ):
        every = (*words, "-n", "60", "--seed", "1", "--by", "8s of seat 0")
        told = json.loads(cardkit(*every, "--json").out)["groups"]
        assert {"0", "1"} < set(told)
        some = json.loads(cardkit(*every, "--where", "8s of seat 0 <= 1", "--json").out)["groups"]
        assert some == {value: told[value] for value in ("0", "1")}
        headings = [line for line in cardkit(*every).lines if line.startswith("8s of seat 0: ")]
        assert [f"8s of seat 0: {value}" for value in told] == headings


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (["rounds > 1,000"], ["rounds>1000"]),
        (["rounds > 5e2"], ["rounds > 500"]),
        (["rounds == 1_2.0"], ["rounds = 12"]),
        (["wars >= 20  and rounds > 500"], ["wars >= 20", "rounds > 500"]),
        (["seat 0 wins = 1"], ["seat 1 wins < 1"]),
    ],
)
def test_a_condition_may_be_written_in_several_ways(one: list[str], other: list[str]) -> None:
    games, same = (list(outcomes(batch("war", seed=1, where=where), 200)) for where in (one, other))
    assert games == same


def test_no_deal_may_be_so() -> None:
    run = cardkit("simulate", "war", "-n", "3", "--by", "aces of seat 0", "--where", "cards of seat 0 = 1")
    assert (0, "No deal was so.") == (run.code, run.lines[-1])


@pytest.fixture
def dealt(tmp_path: Path) -> Callable[..., Run]:
    """A run of `simulate` for all deals of some cards of hearts."""

    def run(ranks: str, *options: str) -> Run:
        deck = tmp_path / "deck.txt"
        deck.write_text("\n".join(["A", "B", *(f"{rank}H" for rank in ranks)]), encoding="utf-8")
        return cardkit("simulate", "war", str(deck), "--deals", "all", *options)

    return run


@pytest.mark.parametrize(
    ("ranks", "options", "expected"),
    [
        ("22334455", (), (2520, 1069, 1069, 312, 70)),
        ("22223333", ("--jobs", "2", "--by", "2s of seat 0"), (70, 23, 23, 24, 0)),
    ],
)
def test_all_deals_of_a_small_deck_are_counted(
    ranks: str, options: tuple[str, ...], expected: tuple[int, ...], dealt: Callable[..., Run]
) -> None:
    found = json.loads(dealt(ranks, "--json", *options).out)
    seats = [share["games"] for share in found["wins"]]
    assert expected == (found["games"], *seats, found["draws"]["games"], found["endless"]["games"])


def test_all_deals_are_told_in_fractions(dealt: Callable[..., Run]) -> None:
    run = dealt("2223", "--engine", "rules")
    assert run.lines[0].endswith("(ai, ai): 4 deals, each deal of the deck once")
    wins = ["wins", "1", "25.00", "%", "1/4"]
    assert [["seat", "0", *wins], ["seat", "1", *wins]] == [line.split() for line in run.lines[2:4]]


@pytest.mark.parametrize("asked", [(), ("--where", "rounds > 2"), ("--by", "2s of seat 0"), ("--explain",)])
def test_of_all_deals_nothing_is_estimated(asked: tuple[str, ...], dealt: Callable[..., Run]) -> None:
    correlated = ("--correlate", "rounds, seat 0 wins", *asked)
    run = dealt("223344", *correlated)
    assert re.findall(r"95 % interval|±|\d to \d[^ ]* %|seed", run.out) == []
    assert run.out.count("95 %") == ("--by" not in asked), "but for the percentiles"
    told = json.loads(dealt("223344", *correlated, "--json").out)
    assert told["seed"] is None
    assert {"null"} == {*re.findall(r'"interval95": (\S+?)[,}]', json.dumps(told))}
    for one in [told, *told.get("groups", {}).values()]:
        lengths = [int(length) for length, times in one["length"]["counts"].items() for _ in range(times)]
        assert Fraction(one["length"]["exactly"]) == Fraction(sum(lengths), len(lengths))
        assert one["length"]["sd"] == pytest.approx(pstdev(lengths))
        assert Fraction(one["wins"][0]["exactly"]) == Fraction(one["wins"][0]["games"], one["games"])


def test_chance_in_the_middle_of_a_game_is_no_part_of_an_exact_count(dealt: Callable[..., Run]) -> None:
    run = dealt("2345", "--set", "pickup=random")
    assert (1, "") == (run.code, run.out)
    assert "cardkit: war: in this deal something is left to chance, so that no count of deals is exact" in run.err


def test_every_order_comes_once() -> None:
    lying = cards("2H 2H 3H 4H 4H")
    orders = {tuple(order_of(lying, number)) for number in range(how_many_orders(lying))}
    assert 30 == how_many_orders(lying) == len(orders)


# What a game counts


def test_games_are_counted_by_how_they_went_by_rules_and_kernel_alike() -> None:
    words = ["simulate", "war", "-n", "150", "--seed", "1", "--where", "rounds > 300", "--where", "wars<=30", "--json"]
    whole, kept = batch("war", seed=1), batch("war", seed=1, where=["rounds > 300", "wars <= 30"])
    wanted = [one.length for one in outcomes(whole, 150) if one.has_ended and one.length > 300 and one.figures[0] <= 30]
    assert 10 < len(wanted) < 140
    assert wanted == [one.length for one in outcomes(kept, 150)]
    told = [cardkit(*words, "--engine", engine).out for engine in ("rules", "kernel")]
    assert told[0] == told[1]
    assert len(wanted) == json.loads(told[0])["games"]
    lines = cardkit(*words[:-1]).lines
    assert f"{len(wanted)} of 150 games, seed 1" in lines[0]
    assert lines[1].startswith(f"{100 * len(wanted) / 150:.0f} % of the games were so (")


def test_games_are_told_apart_by_what_they_count() -> None:
    words = ["simulate", "war", "-n", "200", "--seed", "1", "--json", "--by"]
    seen = Counter(one.figures[1] for one in outcomes(batch("war", seed=1), 200))
    groups = json.loads(cardkit(*words, "deepest").out)["groups"]
    assert {str(value): times for value, times in seen.items()} == {name: one["games"] for name, one in groups.items()}
    groups = json.loads(cardkit(*words, "score of seat 1", "--rules", "umbc").out)["groups"]
    assert all(float(name) == one["scores"][1]["mean"] for name, one in groups.items())


def test_riffles_and_overhand_shuffles_are_as_the_models_have_them() -> None:
    three, found = cards("2C 3C 4C"), Counter[str]()
    for seed in range(4000):
        found[" ".join(map(str, shuffle_by_hand(three, "riffle:1", Seeded(seed))))] += 1
    assert found.pop("2C 3C 4C") == pytest.approx(2000, abs=120)
    assert "4C 3C 2C" not in found, "one riffle leaves two rising sequences at most"
    assert [pytest.approx(500, abs=90)] * 4 == sorted(found.values())
    two = Counter(str(shuffle_by_hand(cards("2C 3C"), "overhand", Seeded(seed))[0]) for seed in range(4000))
    assert two["3C"] == pytest.approx(4000 / 5, abs=110)
    deck = standard52()
    assert sorted(map(str, deck)) == sorted(map(str, shuffle_by_hand(deck, "overhand:9", Seeded(1))))
    assert deck == shuffle_by_hand(deck, "riffle:0", Seeded(1))


def test_a_deck_is_shuffled_by_hand_from_how_it_lies_in_every_engine_and_by_rules_that_shuffle() -> None:
    words = ["simulate", "war", "-n", "40", "--seed", "1", "--shuffle", "riffle:2", "--json"]
    by_rules, by_kernel = (json.loads(cardkit(*words, "--engine", engine).out) for engine in ("rules", "kernel"))
    assert ("riffle:2", by_rules) == (by_rules["shuffle"], by_kernel)
    as_it_lies = json.loads(cardkit(*words[:-2], "riffle:0", "--json").out)
    assert 1 == len(as_it_lies["length"]["counts"])
    setup = Setup.of(load_game("hearts"), shuffle="riffle:0", seed=1, seats=("ai",) * 4)
    assert setup.match(0).state.hands[0].cards == setup.match(1).state.hands[0].cards
    compared = ["compare", "war", "-n", "40", "--seed", "1", "--json", "--vary"]
    varied = json.loads(cardkit(*compared, "shuffle=riffle:2,riffle:0,swap").out)
    assert by_rules["length"] == varied["shuffle=riffle:2"]["length"]
    assert as_it_lies["length"] == varied["shuffle=riffle:0"]["length"]
    assert "swap" == varied["shuffle=swap"]["options"]["shuffle"]
    assert "shuffle='riffle:1'" in cardkit("simulate", "war", "-n", "3", "--shuffle", "riffle").lines[0]
