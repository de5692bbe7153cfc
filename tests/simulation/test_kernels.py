"""The kernels: the same games as by the rules, to the last card, and the counted tables of War, compiled and not."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, permutations
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_war import Tally, deals
from published_deals import FIRST, SECOND

import cardkit_crazy8s.fast.kernel
import cardkit_war.fast.kernel
from cardkit import Card, Match, Plugin, Seeded, Stacked, Table, cards, deck, first_legal, shuffle
from cardkit.core.chance.generators import Java, Msvc, pick_out
from cardkit.core.chance.uncompiled import Chance, as_python
from cardkit.core.errors import GameFault, UnknownName
from cardkit.core.results import How
from cardkit.simulation.batch import Batch
from cardkit.simulation.simulate import (
    NoKernel,
    batch,
    by_kernel,
    check_kernel,
    chosen_engine,
    kernel_of,
    played,
    simulate,
)
from cardkit.simulation.summary import Rows, Summary
from cardkit_crazy8s.fast import batches as crazy8s_batches
from cardkit_war.fast import batches as war_batches

COMPILED = kernel_of(batch("war")).compiled


def as_source(module: ModuleType) -> ModuleType:
    """A kernel's source, run as plain Python."""
    name = module.__name__.replace(".", "_") + "_as_python"
    return as_python(name, Path(str(module.__file__)).with_name("kernel.py"))


WAR = [as_source(cardkit_war.fast.kernel), *([cardkit_war.fast.kernel] if COMPILED else [])]
CRAZY8S = [as_source(cardkit_crazy8s.fast.kernel), *([cardkit_crazy8s.fast.kernel] if COMPILED else [])]
QUICK = WAR[-1]


def by_deals(module: ModuleType, orders: Iterable[Sequence[int]], size: int, **options: Any) -> Rows:
    """War with these decks of numbers, the first dealt first and the higher number winning, by a kernel."""
    games = batch("war", deck=[Card("2", "S")] * size, options=options)
    numbers = array("q", [value << 16 for value in chain.from_iterable(orders)])
    rows = Rows(2, games.figures, len(numbers) // size)
    war_batches.WarTwin(module, games).play_deals(0, numbers, rows, array("q", [0]))
    return rows


def tally(rows: Rows) -> Tally:
    """The counts of these games as the table of facts has them."""
    found = Summary.of(rows)
    wars, longest = found.figures["wars"].sum, found.lengths.highest or 0
    return Tally(found.games, *found.wins, found.draws, found.endless, found.lengths.sum, wars, longest)


TABLE = [
    (4, 2, 1, "winner-first", Tally(2520, 1069, 1069, 312, 70, 13_144, 2_918, 13)),
    (4, 2, 1, "loser-first", Tally(2520, 1088, 1088, 344, 0, 14_544, 3_100, 16)),
    (4, 2, 1, "table", Tally(2520, 705, 782, 104, 929, 7_722, 1_761, 16)),
    (4, 2, 1, "seat", Tally(2520, 726, 850, 100, 844, 8_240, 2_103, 16)),
    (4, 2, 3, "winner-first", Tally(2520, 828, 828, 864, 0, 12_032, 2_016, 13)),
    (3, 4, 1, "winner-first", Tally(34_650, 16_013, 16_013, 2_624, 0, 226_294, 90_822, 35)),
    (3, 4, 1, "table", Tally(34_650, 15_305, 16_021, 917, 2_407, 291_009, 89_816, 42)),
    (3, 4, 3, "winner-first", Tally(34_650, 14_814, 14_814, 5_022, 0, 149_162, 52_124, 19)),
    (2, 4, 1, "winner-first", Tally(70, 23, 23, 24, 0, 196, 116, 5)),
]


@pytest.mark.parametrize(("ranks", "suits", "face_down", "pickup", "counts"), TABLE)
def test_every_deal_of_a_small_deck_is_counted(
    ranks: int, suits: int, face_down: int, pickup: str, counts: Tally
) -> None:
    for module in WAR if counts.deals < 10_000 else [QUICK]:
        rows = by_deals(module, deals([suits] * ranks), ranks * suits, face_down=face_down, pickup=pickup)
        assert counts == tally(rows)


@pytest.mark.parametrize(
    ("pickup", "won", "endless", "rounds", "longest"),
    [
        ("winner-first", 40_320, 0, 8_843 * 48, 26),
        ("loser-first", 40_320, 0, 57_193 * 8, 38),
        ("table", 13_728, 26_592, None, None),
        ("seat", 13_728, 26_592, None, None),
    ],
)
def test_every_deal_of_eight_ranks_is_counted(
    pickup: str, won: int, endless: int, rounds: int | None, longest: int | None
) -> None:
    if endless and not COMPILED:
        pytest.skip("endless games take too long where the kernels are not compiled")
    found = tally(by_deals(QUICK, permutations(range(8)), 8, pickup=pickup))
    assert (won, 0, endless) == (found.first + found.second, found.draws, found.endless)
    assert rounds in (None, found.rounds)
    assert longest in (None, found.longest)
    if pickup in ("table", "seat"):
        assert (6_832, 6_896) == (found.first, found.second)


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="3,628,800 deals take too long where the kernels are not compiled")
def test_every_deal_of_ten_ranks_is_counted() -> None:
    endless = 0
    for top in range(10):
        rest = [value for value in range(10) if value != top]
        endless += tally(by_deals(QUICK, ((top, *order) for order in permutations(rest)), 10)).endless
    assert 395_940 == endless


@pytest.mark.parametrize("module", WAR)
def test_spiveys_deal_comes_back_after_31920_rounds_or_ends_after_276(module: ModuleType) -> None:
    values = [int(value) for pair in zip(FIRST.split(), SECOND.split(), strict=True) for value in pair]
    (lower_wins,) = by_deals(module, [[53 - value for value in values]], 52)
    assert lower_wins.cycle is not None
    assert (1, 31_921, 31_920) == (lower_wins.cycle.first, lower_wins.cycle.again, lower_wins.length)
    (higher_wins,) = by_deals(module, [values], 52)
    assert (None, 276) == (higher_wins.cycle, higher_wins.length)


# The same games as by the rules

SMALL = [deck("2345", "AB"), deck("234", "ABCD"), deck("23", "ABCDEFG"), deck("23456", "ABC"), cards("2A 2A 3A 3A 3B")]
OPTIONS: list[dict[str, Any]] = [
    {},
    {"face_down": 0},
    {"face_down": 3},
    {"pickup": "loser-first"},
    {"pickup": "table", "war_is_a_turn": True},
    {"pickup": "table", "face_down": 3, "shuffle": "pick"},
    {"pickup": "seat"},
    {"pickup": "random"},
    {"pickup": "random", "face_down": 2, "shuffle": "swap"},
    {"low_wins": True},
    {"low_wins": True, "pickup": "table", "face_down": 2},
    {"winnings": "won-pile", "shuffle": "swap"},
    {"winnings": "won-pile", "face_down": 0, "war_is_a_turn": True},
    {"winnings": "counted", "deal": "on-top", "face_down": 3, "war_is_a_turn": True},
    {"running_out": "last-card"},
    {"running_out": "last-card", "face_down": 3, "pickup": "interleaved", "war_is_a_turn": True},
    {"running_out": "last-card", "winnings": "won-pile", "pickup": "reversed"},
    {"running_out": "borrows", "face_down": 2, "pickup": "reversed"},
    {"running_out": "borrows", "winnings": "won-pile", "pickup": "random"},
    {"pickup": "interleaved", "face_down": 0},
    {"most_rounds": 7, "war_is_a_turn": True},
    {"most_rounds": 4, "winnings": "counted", "running_out": "last-card"},
]


@pytest.mark.parametrize("games", [8, pytest.param(1_650, marks=pytest.mark.slow)])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_war_by_the_kernel_is_war_by_the_rules(options: dict[str, Any], games: int) -> None:
    for number, pack in enumerate(SMALL):
        check_kernel(batch("war", seed=number, deck=pack, options=options), games)
    check_kernel(batch("war", seed=9, options=options), games // 300)
    check_kernel(batch("war", seed=10, deck=SMALL[0], options={**options, "shuffle": "swap"}, rng="java"), games // 4)
    check_kernel(batch("war", seed=11, deck=SMALL[1], options={**options, "shuffle": "pick"}, rng="msvc"), games // 4)


@pytest.mark.parametrize("options", [{"skip": "Q"}, {"reverse": "A"}, {"draw_two": "2"}, {"points_to": 50}], ids=str)
def test_the_kernel_leaves_to_the_rules_what_it_doesnt_know(options: dict[str, Any]) -> None:
    assert "rules" == chosen_engine(batch("crazy8s", options=options), "auto")[0]


LIMITS: list[tuple[str, dict[str, Any]]] = [
    ("war", {}),
    ("war", {"pickup": "table", "war_is_a_turn": True}),
    ("war", {"winnings": "won-pile", "shuffle": "swap"}),
    ("war", {"most_rounds": 9, "running_out": "last-card"}),
    ("crazy8s", {"hand_size": 2}),
    ("crazy8s", {"hand_size": 2, "starter": "not-wild", "shuffle": True}),
    ("crazy8s", {"hand_size": 1, "reshuffle": "never", "draw": "until-playable"}),
    ("crazy8s", {"hand_size": 2, "reshuffle": "shuffle", "draw": 2, "starter": "not-wild"}),
]
FEW_CARDS = [deck("8234", "ABC"), deck("2345", "AB"), deck("238", "ABCD")]
"""Small decks that both games know."""


@pytest.mark.parametrize(("game", "options"), LIMITS, ids=str)
@pytest.mark.parametrize("games", [10, pytest.param(1_000, marks=pytest.mark.slow)])
def test_limits_given_cards_and_all_deals_are_the_same_by_kernel_and_rules(
    game: str, options: dict[str, Any], games: int
) -> None:
    for number, pack in enumerate(FEW_CARDS):
        for most in (1, 4, 13, 60):
            check_kernel(batch(game, seed=number, deck=pack, options=options, most_turns=most), games)
        given_cards = [f"seat 1: {pack[3]}", f"{'decks 0' if game == 'war' else 'stock'} top: {pack[0]}"]
        for most in (None, 7) if "starter" not in options else ():
            some = batch(game, seed=number, deck=pack, options=options, given=given_cards, most_turns=most)
            check_kernel(some, games)
    if "shuffle" not in options and options.get("reshuffle") != "shuffle":
        every = batch(game, deck=deck("28", "AB"), options=options if game == "war" else {**options, "hand_size": 1})
        check_kernel(every.having(every_deal=True), 24)


FEW_FIT = [*deck("2345", "AB"), *cards("6C 7D 9E TF")]
LIMITED = {"hand_size": 2, "suits": "A B C", "starter": "any", "reshuffle": "never"}
SHUFFLED = {"reshuffle": "shuffle", "shuffle": True}
REQUESTS: list[tuple[str, int, dict[str, Any]]] = [
    *(("war", 20, {"deck": deck("23", "AB")[:size], "seed": size}) for size in range(5)),
    *(
        ("crazy8s", 60, {"seed": 4, "deck": FEW_CARDS[0], "options": LIMITED, "players": players, **asked})
        for players in (["random", "ai"], ["random"] * 3)
        for asked in ({"most_turns": 6}, {"given": ["seat 0: 8A"]}, {"most_turns": 9, "given": ["seat 1: 3B"]})
    ),
    *(
        ("crazy8s", 60, {"deck": pack, "options": {"hand_size": 2, "draw": draw}, "players": ["ai"] * 3})
        for draw in ("until-playable", 1, 2, 3, 2**31, 2**63)
        for pack in (deck("8234", "ABC"), deck("45678", "HCDS"), FEW_FIT)
    ),
    *(
        ("crazy8s", 100, {"players": players, **asked})
        for players in (["ai", "ai"], ["random", "ai", "random"])
        for asked in ({"options": SHUFFLED, "rng": "java"}, {"options": {"reshuffle": "shuffle"}})
    ),
]
"""Decks of no card or few, chance of players beside limits, ways of drawing, and discards that are shuffled."""


@pytest.mark.parametrize(("game", "games", "request_"), REQUESTS)
def test_any_other_request_is_the_same_by_the_kernel(game: str, games: int, request_: dict[str, Any]) -> None:
    check_kernel(batch(game, **request_), games)


@pytest.mark.parametrize("players", [["ai"], ["ai"] * 2, ["ai"] * 3, ["random"] * 2, ["ai", "random", "ai"]], ids=str)
@pytest.mark.parametrize("hand_size", [1, 2, 3])
@pytest.mark.parametrize("games", [12, pytest.param(200, marks=pytest.mark.slow)])
def test_crazy_8s_by_the_kernel_is_crazy_8s_by_the_rules(players: list[str], hand_size: int, games: int) -> None:
    packs = [deck("8234", "ABC"), deck("45678", "HCDS"), deck("238", "ABCD"), [*deck("2387", "ABC"), *cards("8A 2B")]]
    for number, pack in enumerate(packs):
        for options in ({}, {"last_card_wild_asks": False}, {"shuffle": True}):
            chosen = {"hand_size": hand_size, **options}
            check_kernel(batch("crazy8s", seed=number, deck=pack, options=chosen, players=players), games)
    check_kernel(batch("crazy8s", seed=5, options={"hand_size": hand_size}, players=players), games // 4)


@pytest.mark.parametrize(("pack", "seats", "hand_size"), [(deck("238", "ABC"), 4, 2), (deck("23456", "ABC"), 1, 3)])
def test_endless_games_of_crazy_8s_are_the_same(pack: list[Card], seats: int, hand_size: int) -> None:
    games = batch("crazy8s", seed=1, deck=pack, options={"hand_size": hand_size}, players=["ai"] * seats)
    endless = [row.game for row in by_kernel(games, 0, 20_000) if row.cycle is not None]
    assert endless
    for number in endless:
        check_kernel(games, 1, first=number)


PACKS = st.lists(st.sampled_from(deck("8234", "ABC")), min_size=4, max_size=9) | st.permutations(
    [*deck("23456789TJQKA", "HCDS"), *deck("3579", "HCDS")]
)
PLAYERS = st.lists(st.sampled_from(["ai", "random"]), min_size=1, max_size=3)
CHOICES = st.fixed_dictionaries(
    {
        "draw": st.sampled_from(["one", "until-playable", 1, 2, 3]),
        "reshuffle": st.sampled_from(["flip", "shuffle"]),
        "shuffle": st.booleans(),
        "wild": st.sampled_from(["8", "3", "none"]),
    }
)


@settings(max_examples=30, deadline=None)
@given(PACKS, PLAYERS, CHOICES)
def test_any_game_of_crazy_8s_is_the_same(pack: list[Card], players: list[str], options: dict[str, Any]) -> None:
    if "random" in players:
        options["draw"] = "one"
    games = batch("crazy8s", deck=pack, options={"hand_size": 1, **options}, players=players)
    for row in by_kernel(games, 0, 10):
        if row.length < 2000:
            check_kernel(games, 1, first=row.game)


def test_a_discard_pile_of_one_card_that_is_shuffled_is_no_chance() -> None:
    games = batch("crazy8s", deck=cards("2H 3S 2C"), options=ONE_CARD, players=["ai"])
    found = {row.how: row.game for row in by_kernel(games, 0, 20)}
    assert How.ENDLESS in found
    for number in found.values():
        check_kernel(games, 1, first=number)


ONE_CARD = {"hand_size": 1, "reshuffle": "shuffle"}
NEVER = cards("2A 7B 4B 4C 6C")
"""Cards of which, dealt by seed 1, two are left to be shuffled again and again."""


@pytest.mark.skipif(not COMPILED, reason="a million shuffles take too long where the kernels are not compiled")
def test_a_game_that_chance_never_ends_is_cut_off() -> None:
    (row,) = by_kernel(batch("crazy8s", seed=1, deck=NEVER, options=ONE_CARD, players=["ai"]), 0, 1)
    assert (How.CUT_OFF, (), None, (1_000_000, 3_000_001)) == (row.how, row.winners, row.cycle, row.figures)


@pytest.mark.slow
def test_a_game_is_cut_off_where_the_rules_cut_it_off() -> None:
    check_kernel(batch("crazy8s", seed=1, deck=NEVER, options=ONE_CARD, players=["ai"]), 1)


@pytest.mark.parametrize("module", CRAZY8S)
def test_the_kernel_plays_given_decks_of_crazy_8s(module: ModuleType) -> None:
    orders = list(permutations(deck("238", "AB")))
    games = batch("crazy8s", deck=orders[0], options={"hand_size": 2}, players=["ai"] * 2)
    twin = crazy8s_batches.Crazy8sTwin(module, games)
    rows = Rows(2, games.figures, len(orders))
    twin.play_deals(0, array("q", chain.from_iterable(map(twin.numbers, orders))), rows, array("q", [0]))
    assert sum(rows["flips"]) > 0
    for order, row in zip(orders, rows, strict=True):
        match = Match(games.game, order[::-1], seats=2, rng=Stacked())
        result = Table(match, [first_legal] * 2).run()
        by_the_rules = (result.how, result.winners, result.cycle, match.state.count)
        assert by_the_rules == (row.how, row.winners, row.cycle, row.length)


# Chance

KINDS: list[Any] = [(0, lambda seed: Seeded(seed)), (1, lambda seed: Java(seed - 2**63)), (2, Msvc)]


@pytest.mark.parametrize(("kind", "make"), KINDS)
def test_the_chance_of_kernels_is_that_of_the_rules(kind: int, make: Any) -> None:
    for seed in (0, 1, 2**63, 2**64 - 1, 123_456_789_012_345):
        rng, chance = make(seed), Chance()
        chance.begin(kind, (seed - 2**63 if kind == 1 else seed) % 2**64)
        for n in (1, 2, 7, 52, 64, 1000):
            assert [rng.below(n) for _ in range(50)] == [chance.draw(n) for _ in range(50)]
        one, two = list(range(52)), list(range(52))
        shuffle(one, rng)
        chance.settle(two, 52, 0)
        assert one == two
        pick_out(one, rng)
        chance.pick(two, [0] * 52, 52)
        assert one == two


# Which engine plays


GO_FISH = str(Path(__file__).parents[2] / "docs" / "examples" / "go_fish.py")


def test_a_game_without_a_kernel_is_played_by_its_rules() -> None:
    games = batch(GO_FISH)
    assert ("rules", "") == chosen_engine(games, "auto")
    with pytest.raises(NoKernel, match="the game has none"):
        chosen_engine(games, "kernel")


def test_games_that_a_kernel_has_no_room_for_are_played_by_the_rules() -> None:
    games = batch("war", deck=deck("23456789TJQKA", "S") * 100)
    engine, note = chosen_engine(games, "auto")
    assert "rules" == engine
    assert "1300" in note
    with pytest.raises(NoKernel):
        chosen_engine(games, "both")
    with pytest.raises(UnknownName, match="known: auto, rules, compiled, kernel, both"):
        chosen_engine(games, "gpu")


def test_a_kernel_that_was_not_compiled_is_not_used_unless_asked_for() -> None:
    games = with_kernel(war_batches.WarKernel(WAR[0]))
    engine, note = chosen_engine(games, "auto")
    assert ("rules", True) == (engine, "C compiler" in note)
    assert ("kernel", "") == chosen_engine(games, "kernel")
    assert list(by_kernel(games, 0, 5)) == [played(games, number)[0] for number in range(5)]


def with_kernel(kernel: Any) -> Batch:
    """Games of War that have this kernel."""
    plugin = batch("war").setup.plugin
    return batch(Plugin(**{**vars(plugin), "kernel": lambda: kernel}))


class Wrong:
    """A kernel that has every game won by the first seat after one round."""

    compiled = True

    def refusal(self, games: Batch) -> str | None:
        return None

    def twin(self, games: Batch) -> Wrong:
        return self

    def play(self, first: int, numbers: array[int], halt: array[int]) -> None:
        for place, number in enumerate([first, 0, 1, 0, 0, 1, 0, 0, 0] * (len(numbers) // 9)):
            numbers[place] = number


def test_a_kernel_that_plays_other_games_than_the_rules_is_found_out() -> None:
    games = with_kernel(Wrong())
    with pytest.raises(GameFault, match=r"by the rules .* by the kernel"):
        check_kernel(games, 3)
    with pytest.raises(GameFault, match=r"by the rules .* by the kernel"):
        simulate(games.setup.plugin, n=3, engine="both")


PUBLISHED: list[tuple[str, dict[str, Any], int, str, float, float]] = [
    ("war", {}, 100_000, "length", 288.80, 0.0),
    ("war", {"face_down": 3}, 100_000, "length", 177.44, 0.0),
    ("war", {"pickup": "random"}, 100_000, "length", 440.2, 0.8),
    ("war", {"pickup": "random", "face_down": 3}, 100_000, "length", 235.6, 0.4),
    ("war", {"pickup": "random", "face_down": 0}, 100_000, "length", 581.0, 1.1),
    ("war", {"pickup": "random", "face_down": 2}, 100_000, "length", 321.9, 0.6),
    ("war", {"pickup": "random", "face_down": 4}, 100_000, "length", 176.0, 0.3),
    ("war", {"pickup": "seat"}, 10_000, "endless", 0.828, 0.0024),
    ("war", {"pickup": "seat", "face_down": 3}, 10_000, "endless", 0.362, 0.003),
    ("war", {"pickup": "table"}, 10_000, "endless", 0.424, 0.007),
    ("war", {"pickup": "table", "face_down": 3}, 10_000, "endless", 0.109, 0.0044),
    ("war", {}, 50_000, "wars", 22.27, 0.0),
    ("war", {"face_down": 3}, 50_000, "wars", 13.32, 0.0),
    *(("crazy8s", {"players": 2}, 200_000, *one) for one in (("length", 34.05, 0.01), ("0", 0.5267, 0.0001))),
    ("crazy8s", {"players": 4}, 200_000, "length", 32.58, 0.01),
    *(("crazy8s", {"players": 4}, 200_000, *one, 0.0001) for one in (("0", 0.2939), ("1", 0.2647), ("2", 0.2346))),
    *(("crazy8s", {"players": 3}, 1_000_000, *one, 0.0001) for one in (("0", 0.3709), ("1", 0.3336), ("2", 0.2955))),
]
"""What other programs found: a mean length, the share of endless games, the mean number of wars (the last, undecided
one counted), or how often a seat wins; then half of a 95 % interval, or what it was rounded to."""


@cache
def played_by(game: str, games: int, seats: int, options: tuple[tuple[str, Any], ...]) -> Summary:
    """What came of so many games."""
    return simulate(game, n=games, seed=1, options=dict(options), players=["ai"] * seats)


@pytest.mark.skipif(not COMPILED, reason="many games take too long where the kernels are not compiled")
@pytest.mark.parametrize(
    ("game", "asked", "games", "what", "value", "error"),
    [pytest.param(*one, marks=[] if one[3] == "wars" else pytest.mark.slow) for one in PUBLISHED],
)
def test_games_go_as_other_programs_found(
    game: str, asked: dict[str, Any], games: int, what: str, value: float, error: float
) -> None:
    options = {name: one for name, one in asked.items() if name != "players"}
    found = played_by(game, games, asked.get("players", 2), tuple(options.items()))
    if what in ("length", "wars"):
        estimate = found.lengths.estimate if what == "length" else found.figures["wars"].estimate
        assert estimate is not None
        mean, half = estimate.mean, estimate.half or 0
    else:
        mean = (found.endless if what == "endless" else found.wins[int(what)]) / games
        half = 1.96 * (value * (1 - value) / games) ** 0.5
    reach = 1.5 if what == "wars" or games == 1_000_000 else 2
    assert abs(mean - value) < reach * (half**2 + error**2) ** 0.5
    assert game == "war" or (0, 0) == (found.draws, found.endless)


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="many games take too long where the kernels are not compiled")
@pytest.mark.parametrize(
    ("face_down", "percentiles"),
    [(1, (47, 68, 130, 220, 376, 740, 1104)), (3, (27, 42, 82, 138, 230, 448, 667))],
)
def test_few_and_many_games_of_war_are_as_long_as_other_programs_found(
    face_down: int, percentiles: Sequence[int]
) -> None:
    found = played_by("war", 100_000, 2, (("face_down", face_down),)).lengths
    for percent, expected in zip((1, 5, 25, 50, 75, 95, 99), percentiles, strict=True):
        assert abs((found.percentile(percent) or 0) - expected) <= max(2, 0.02 * expected)
