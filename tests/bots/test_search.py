"""Search players: budgets, the same action for the same seed everywhere, playouts at full speed, hints at a table."""

from __future__ import annotations

import ast
import importlib
import math
import pickle
import re
from collections import Counter
from collections.abc import Sequence
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from following import EXAMPLES, SEATS, game_of, played, random_match, seated, seating_of
from helpers import ROOT, cardkit

from cardkit import (
    Action,
    Dealer,
    Game,
    How,
    Match,
    Pile,
    Random,
    Result,
    Seeded,
    State,
    Table,
    bots,
    standard52,
)
from cardkit.bots import solution, tuning
from cardkit.bots.knowledge import Knowledge
from cardkit.bots.rollout import Habits, Rollout, any_action, avoiding, kind_of, less_likely, mixed_action
from cardkit.bots.search import Budget, SearchPlayer, logarithm
from cardkit.bots.tuning import LONGEST, Rewards, acquainted, fitted, is_clearer, lacking
from cardkit.core.actions import choices, found_in
from cardkit.core.errors import UnknownName
from cardkit.core.events import Acted
from cardkit.plugins.registry import is_known, load_game, load_player
from cardkit.table.faults import PASS
from cardkit.table.turns import Seating, seating_at

TABLES = [(name, numbers[0]) for name, numbers in SEATS.items()]


@pytest.mark.parametrize(
    ("spec", "budget"),
    [
        ("search", Budget(actions=12_500)),
        ("search:easy", Budget(iterations=40, actions=2_500)),
        ("search:hard", Budget(iterations=1500, actions=50_000)),
        ("search:iterations=1500", Budget(iterations=1500)),
        ("search:iterations=7,method=flat", Budget(iterations=7, method="flat")),
        ("search:seconds=0.5", Budget(seconds=0.5)),
    ],
)
def test_a_budget_is_named(spec: str, budget: Budget) -> None:
    assert budget == Budget.of(spec)
    plugin = load_game("crazy8s")
    assert is_known(spec, plugin)
    player: Any = load_player(spec, plugin, Seeded(1))
    assert budget == player.budget


@pytest.mark.parametrize(
    "spec", ["search:clever", "search:iterations=0", "search:seconds=x", "search:seconds=0", "search:method=deep"]
)
def test_a_budget_that_there_is_not_is_refused_with_those_there_are(spec: str) -> None:
    with pytest.raises(UnknownName, match="search:easy, search:hard, search:iterations=N"):
        Budget.of(spec)


def actions_of(name: str, seats: int, budget: Budget, *, steps: int) -> list[str]:
    """What a search player does in the first turns of a game against chance."""
    match, _ = random_match(name, seats, 4)
    bot, chance, done = seated(match, 0, budget, seed=5), Random(Seeded(6)), list[str]()
    for _ in range(steps):
        if match.is_over:
            break
        legal = match.legal
        action = bot.choose(match.view(0), legal) if match.turn == 0 else chance(None, legal)
        assert action in legal
        done.append(str(action))
        played(match, action, bot)
    return done


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_same_seed_gives_the_same_actions_which_are_legal(name: str, seats: int) -> None:
    budget = Budget(iterations=4)
    assert actions_of(name, seats, budget, steps=4) == actions_of(name, seats, budget, steps=4)


@pytest.mark.parametrize(("name", "seats"), [("hearts", 4), ("kuhn", 2), ("crazy8s", 2)])
def test_who_sits_down_gets_acquainted_when_it_is_first_asked_and_so_does_its_copy(
    name: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    known: dict[Any, Any] = {}
    monkeypatch.setattr(tuning, "_KNOWN", known)
    monkeypatch.setattr(solution, "_SOLVED", {})
    plugin = load_game(name)
    match = Match[Any, Any](plugin.game(), list((plugin.deck or standard52)()), seats=seats, rng=Seeded(4))
    late, asked = (seated(match, 0, Budget(iterations=20), 5, plugin.kernel) for _ in range(2))
    assert not known
    asked.choose(match.view(0), match.legal)
    step = 0
    while not step or match.turn != 0 or len(match.legal) == 1:
        played(match, match.legal[-1 if step else 0], late, asked)
        step += 1
    known.clear()
    copies = [asked, deepcopy(asked), late, deepcopy(late), pickle.loads(pickle.dumps(late))]
    assert not known
    chosen = [(bot.choose(match.view(0), match.legal), bot.outlooks) for bot in copies]
    assert len(chosen[0][1]) > 1
    assert chosen == [chosen[0]] * len(copies)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("name", "seats"), [("cribbage", 2), ("spades", 4)])
def test_most_games_are_spent_on_the_best_third_of_what_may_be_done_for_points_too(
    name: str, seats: int, seed: int
) -> None:
    """How much is tried that looks worse hangs on how much games differ, not on the worst that ever came of one."""
    match, _ = random_match(name, seats, seed)
    bot = seated(match, budget=Budget(iterations=200), seed=seed)
    bot.choose(match.view(match.turn), match.legal)
    best = bot.outlooks[: len(bot.outlooks) // 3]
    assert len(best) > 3
    assert sum(one.tries for one in best) > 125


@pytest.mark.parametrize("method", ["single", "many"])
def test_every_game_is_counted_also_where_a_seat_did_what_was_not_offered(method: str) -> None:
    match, _ = random_match("hearts", 3, 1)
    bot = seated(match, 0, Budget(iterations=60, method=method), seed=5)
    bot.choose(match.view(0), match.legal)
    assert 60 == sum(outlook.tries for outlook in bot.outlooks)


def worth_of(name: str, seats: int, deals: int, iterations: int, **options: Any) -> tuple[float, float]:
    """What search against chance is worth on the average, and chance against chance on the same deals and seats."""
    game = game_of(name, **options)
    deck = (game.own_deck() or standard52)()
    found = [0.0, 0.0]
    for deal in range(deals):
        for seat in range(seats):
            for kind in (0, 1):
                match = Match(game, deck, seats=seats, rng=Seeded(deal).split("deal"))
                seating = seating_at(game, match.state, seat)
                players: list[Any] = [Random(Seeded(deal).derive(f"seat {one}")) for one in range(seats)]
                if kind == 0:
                    players[seat] = SearchPlayer(Seeded(deal), Budget(iterations=iterations))
                result = Table(match, players).run()
                margins = acquainted(seating).rewards.margins(result.scores)
                found[kind] += (seat in result.winners) + 0.01 * margins[seat]
    return found[0], found[1]


IN_MANY_GAMES = [
    ("crazy8s", 2, 2, 30, {}),
    ("go_fish", 2, 3, 30, {}),
    ("twenty_one", 2, 4, 20, {}),
    ("spades", 4, 2, 30, {"limit": 1}),
    ("hearts", 4, 1, 10, {"limit": 1}),
]


@pytest.mark.parametrize(
    ("name", "seats", "deals", "iterations", "options"),
    [
        ("golf", 2, 2, 20, {"holes": 1}),
        ("goofspiel", 2, 2, 20, {}),
        *(pytest.param(*table, marks=pytest.mark.slow) for table in IN_MANY_GAMES),
    ],
)
def test_search_is_better_than_chance(
    name: str, seats: int, deals: int, iterations: int, options: dict[str, Any]
) -> None:
    searching, random = worth_of(name, seats, deals, iterations, **options)
    assert searching > random


class Mark(Action):
    """Roll for points."""


class Marks(State):
    """The points of both."""

    stock: Pile
    points: list[int]


class Pegging(Game[Marks, Mark]):
    """Who has more points after so many turns wins; but in one of ten games the other was there first."""

    name = "pegging"
    players = (2,)
    turns: int = 6

    def setup(self, deck: Pile, seats: int, dealer: Dealer) -> Marks:
        return Marks(seats=seats, stock=deck, points=[0, 0])

    def legal(self, table: Marks) -> list[Mark]:
        return [Mark()]

    def apply(self, table: Marks, action: Mark, dealer: Dealer) -> None:
        table.points[table.turn] += dealer.roll(100)
        table.pass_turn()
        if table.count == self.turns:
            table.turn = (table.points[1] > table.points[0]) ^ (dealer.roll(10) == 1)

    def result(self, table: Marks) -> Result | None:
        if table.count < self.turns:
            return None
        return Result(How.WON, (table.turn,), (float(table.points[0]), float(table.points[1])))


class PeggingForFew(Pegging):
    """Says itself which points are good."""

    better = "least"


@pytest.mark.parametrize("turns", [2, 6, 20, 40])
def test_one_game_that_ends_otherwise_does_not_decide_which_points_are_good(turns: int) -> None:
    seating = partial(Seating, deck=tuple(standard52()), seats=2, seat=0)
    assert not acquainted(seating(game=Pegging(turns=turns))).rewards.low_is_good
    assert acquainted(seating(game=PeggingForFew(turns=turns))).rewards.low_is_good


@pytest.mark.parametrize(
    ("policy", "games"),
    [
        (mixed_action, [("golf", 2), ("golf", 4), ("holdem", 2)]),
        (any_action, [("hearts", 4), ("go_fish", 2), ("twenty_one", 3), ("goofspiel", 2)]),
    ],
)
def test_playouts_take_mostly_first_actions_where_that_tells_actions_apart_better_and_else_any(
    policy: Any, games: Sequence[tuple[str, int]]
) -> None:
    assert [policy] * len(games) == [acquainted(seating_of(name, seats)).policy for name, seats in games]


def test_playouts_are_clearer_in_which_actions_differ_by_more_than_chance() -> None:
    tables = [random_match("twenty_one", 3, seed)[0].state for seed in range(12)]
    chance = Seeded(1)

    def clear(rollout: Rollout) -> Sequence[float]:
        return [10.0 * len(shown) + chance.below(10) for shown in rollout.state.shown]

    def noisy(rollout: Rollout) -> Sequence[float]:
        return [len(shown) + 10.0 * chance.below(10) for shown in rollout.state.shown]

    game = game_of("twenty_one")
    assert is_clearer(game, tables, clear, noisy, chance)
    assert not is_clearer(game, tables, noisy, clear, chance)
    assert not is_clearer(game, tables, noisy, noisy, chance)
    assert not is_clearer(game, [], clear, noisy, chance)


@pytest.mark.parametrize(("name", "seats", "words"), [("crazy8s", 2, ["draw"]), ("hearts", 4, []), ("golf", 2, [])])
def test_what_is_better_left_alone_is_seen_and_done_only_where_there_is_nothing_else(
    name: str, seats: int, words: list[str]
) -> None:
    known = acquainted(seating_of(name, seats))
    assert words == [kind.word for kind in known.last_resorts]
    match, _ = random_match(name, seats, 2)
    rollout, chance, resorted = Rollout(match.game, match.state.clone(), Seeded(1)), Seeded(2), 0
    for _ in range(60):
        if rollout.is_over:
            break
        kinds, action = {*map(kind_of, rollout.legal)}, known.policy(rollout, chance)
        assert found_in(choices(rollout.legal), action) is not None
        if type(action) in known.last_resorts:
            assert kinds <= known.last_resorts
            resorted += 1
        rollout.carry_out(action)
    assert bool(words) == bool(resorted)


def test_nothing_is_concluded_from_an_action_that_did_not_hang_on_the_hand() -> None:
    match = Match(game_of("gin_rummy"), standard52(), seats=2, rng=Seeded(1))
    knowledge = Knowledge(seating_at(match.game, match.state, 1))
    knowledge.begin(match.view(1))
    resorts = frozenset({kind_of(match.legal[0])})
    assert {} == lacking(knowledge, Acted(seat=0, action=match.legal[0]), resorts)
    assert {} == lacking(knowledge, Acted(seat=0, action=match.legal[1]), resorts)


def test_weights_are_those_that_come_nearest() -> None:
    rows = [[1.0, own, other] for own in range(20) for other in range(20)]
    weights = fitted(rows, [0.5 - 0.1 * own + 0.2 * other for _, own, other in rows])
    assert [0.5, -0.1, 0.2] == [round(weight, 1) for weight in weights]


def test_playouts_of_a_long_game_are_cut_off_and_few_cards_in_hand_are_worth_much_in_cheat() -> None:
    known = acquainted(seating_of("cheat", 3))
    match, _ = random_match("cheat", 3, 1)
    rollout = Rollout(match.game, match.state.clone(), Seeded(1))
    del rollout.state.hands[2].cards[3:]
    worths = known.worth(rollout)
    assert any_action is known.policy
    assert known.longest < LONGEST
    assert 1 > worths[2] > max(worths[:2])


class AllHandsLookedAt(type(game_of("goofspiel"))):  # type: ignore[misc]
    """Goofspiel by rules that look at all cards again and again before they say what is legal."""

    name = "looking"

    def legal(self, table: Any, seat: int) -> Any:
        for _ in range(10):
            sorted(card.text for pile in (*table.hands, *table.won) for card in pile)
        return super().legal(table, seat)


def test_the_levels_try_fewer_games_where_the_rules_look_at_many_cards_for_an_action() -> None:
    usual, looking = game_of("goofspiel"), AllHandsLookedAt()
    tried = list[int]()
    for game in (usual, looking):
        match = Match[Any, Any](game, list(standard52()), seats=3, rng=Seeded(1))
        seating, bot = seating_at(game, match.state, 0), seated(match, 0, "search:easy", 1)
        bot.choose(match.view(0), match.legal_of(0))
        tried.append(sum(one.tries for one in bot.outlooks))
        known = acquainted(seating)
        assert tried[-1] == min(40, round(2500 / (known.length * known.effort)))
    assert 1.0 == acquainted(seating_at(usual, match.state, 0)).effort
    assert tried[0] == 40
    assert tried[1] < 20


@pytest.mark.parametrize(("name", "seats"), [("hearts", 4), ("gin_rummy", 2), ("crazy8s", 3), ("spades", 4)])
def test_rules_that_look_at_few_cards_cost_what_is_usual(name: str, seats: int) -> None:
    assert 1.0 == acquainted(seating_of(name, seats)).effort


def test_nobody_gives_up_in_a_playout_before_its_end() -> None:
    known = acquainted(seating_of("klondike", 1))
    match, _ = random_match("klondike", 1, 1)
    rollout = Rollout(match.game, match.state.clone(), Seeded(1))
    for _ in range(30):
        rollout.carry_out(known.policy(rollout, rollout.chance))
    assert rollout.result is None
    known.worth(rollout)
    assert rollout.state.given_up


def test_points_of_two_sides_count_by_how_many_one_is_ahead_and_of_more_sides_ones_own_count_most() -> None:
    rewards = Rewards(seating_of("spades", 4), low_is_good=False)
    assert [20.0, -20.0, 20.0, -20.0] == rewards.margins([30.0, 10.0, 30.0, 10.0])
    assert [30.0, 10.0] == Rewards(seating_of("blackjack"), low_is_good=False).margins([30.0, 10.0]), "chips are chips"
    assert [-4.0, -17.0] == Rewards(seating_of("golf"), low_is_good=True).margins([10.0, 20.0]), "each takes its own"
    low = Rewards(seating_of("hearts", 4), low_is_good=True)
    assert [2.6, -26.0, 2.6, 2.6] == [round(own, 1) for own in low.margins([0.0, 26.0, 0.0, 0.0])]


def test_what_is_said_before_any_card_is_played_is_a_bid_also_where_it_moves_one() -> None:
    """What is legal where all pass has to be seen as well, as to name another suit in Euchre."""
    tables = [("euchre", 4), ("spades", 4), ("blackjack", 2), ("twenty_one", 3), ("hearts", 4), ("klondike", 1)]
    found = {name: {kind.__name__ for kind in acquainted(seating_of(name, seats)).bids} for name, seats in tables}
    assert {"Name", "Order", "Pass"} == found.pop("euchre")
    assert {"Bid"} == found.pop("spades")
    assert {"Bet"} == found.pop("blackjack")
    assert not any(found.values())


def test_who_holds_both_bowers_and_an_ace_orders_up_the_dealing_partner() -> None:
    """To pass is no better because opponents who call on any hand are euchred: they learn not to."""
    game, other, seen = game_of("euchre"), {"S": "C", "C": "S", "H": "D", "D": "H"}, 0
    for seed in range(1000):
        match = Match(game, list((game.own_deck() or standard52)()), seats=4, rng=Seeded(seed))
        seat, up = (match.turn + 1) % 4, match.state.upcard.top.suit
        hand = match.state.hands[seat].cards
        if not {f"J{up}", f"J{other[up]}"} <= {*map(str, hand)} or "A" not in [card.rank for card in hand]:
            continue
        bot = seated(match, seat, Budget(iterations=200), seed)
        played(match, "pass", bot, seat=seat)
        assert "order" in str(bot.choose(match.view(seat), match.legal)), bot.reasons
        seen += 1
        if seen == 6:
            return
    pytest.fail("there were too few such hands")


def test_playouts_learn_what_one_seat_bids_apart_from_what_the_others_bid() -> None:
    habits, chance = Habits(any_action, 0), Seeded(1)
    for _ in range(60):
        for seat in range(4):
            for action in ("low", "high"):
                habits.note(seat, action)
                habits.learn([float((action == "high") == (one == 0)) for one in range(4)])
    drawn = [[habits.among(seat, ("low", "high"), chance) for _ in range(50)] for seat in (0, 1)]
    assert drawn[0].count("high") > 45
    assert drawn[1].count("low") > 45


@pytest.mark.parametrize(("name", "seats"), [("gin_rummy", 2), ("cribbage", 2), ("euchre", 4), ("spades", 4)])
def test_where_two_sides_play_rounds_for_points_what_is_told_is_what_is_maximised(name: str, seats: int) -> None:
    known = acquainted(seating_of(name, seats))
    chance, others = Seeded(1), False
    match, _ = random_match(name, seats, 1)
    for _ in range(40):
        rollout = Rollout(match.game, match.state.clone(), chance)
        worths = known.played_out(rollout, chance)
        assert [known.rewards.gained(rollout, seat) for seat in range(seats)] == worths
        ended = rollout.dealer.ended
        if ended is not None:
            assert [ended.points[0] - ended.points[1], -worths[0]] == worths[:2]
            others = others or ended.points[1] > ended.points[0]
    assert others
    assert known.rewards.gain(match.view(0), 0).is_lead


def test_a_playout_that_is_given_up_is_worth_a_draw() -> None:
    match, _ = random_match("crazy8s", 4, 1)
    rollout = Rollout(match.game, match.state.clone(), Seeded(1))
    assert [0.25] * 4 == Rewards(seating_of("crazy8s", 4), low_is_good=False).of(rollout)


def test_a_player_that_is_told_a_game_once_more_goes_on_as_it_would_have() -> None:
    def table(taken: list[str]) -> Table[Any, Any]:
        match = Match[Any, Any](game_of("crazy8s"), standard52(), seats=2, rng=Seeded(3))
        players: list[Any] = [SearchPlayer(Seeded(1), Budget(iterations=4)), Random(Seeded(2))]
        return Table(match, players).record(lambda step: taken.append(str(step.action)))

    first, again = list[str](), list[str]()
    table(first).run()
    other = table(again)
    other.retell([(None, text) for text in first[:8]], reminding=[0, 1])
    other.run()
    assert first == again


def test_a_budget_of_seconds_is_kept() -> None:
    match, _ = random_match("crazy8s", 2, 1)
    bot = seated(match, 0, Budget(seconds=0.05))
    assert bot.choose(match.view(0), match.legal) in match.legal
    assert sum(outlook.tries for outlook in bot.outlooks) > 1


ASKED_IN_TURN = [(name, seats) for name, numbers in SEATS.items() for seats in numbers if name != "cheat"]


@pytest.mark.parametrize(("name", "seats"), ASKED_IN_TURN)
def test_a_game_goes_on_as_in_a_match(name: str, seats: int) -> None:
    game = game_of(name)
    opening = Match(game, (game.own_deck() or standard52)(), seats=seats, rng=Seeded(3)).state
    match, rollout = Match.at(game, opening.clone(), Seeded(4)), Rollout(game, opening.clone(), Seeded(4))
    chance = Seeded(5)
    for _ in range(60):
        assert (match.result, match.is_over) == (rollout.result, rollout.result is not None)
        if match.is_over:
            break
        action = any_action(rollout, chance)
        assert (match.turn, True) == (rollout.seat, action in match.legal)
        match.play(action)
        rollout.carry_out(action)
        assert match.state.position() == rollout.state.position()


@pytest.mark.parametrize("policy", [any_action, mixed_action, avoiding([type(PASS)], is_mixed=False)])
def test_windows_are_played_through_and_no_card_is_lost(policy: object) -> None:
    match, _ = random_match("cheat", 4, 1)
    rollout, chance = Rollout(match.game, match.state.clone(), Seeded(1), first=2), Seeded(2)
    for _ in range(200):
        if rollout.is_over:
            break
        rollout.carry_out(policy(rollout, chance))  # type: ignore[operator]
        lying = Counter(card for pile in rollout.state.piles() for card in pile)
        assert Counter(standard52()) == lying


def test_a_round_that_is_void_ends_a_rollout_without_points() -> None:
    match, _ = random_match("gin_rummy", 2, 1)
    rollout = Rollout(match.game, match.state.clone(), Seeded(1))
    for _ in range(70):
        if rollout.dealer.ended is not None:
            break
        rollout.carry_out(rollout.legal[0])
    assert rollout.dealer.ended is not None
    assert (0.0, 0.0) == rollout.dealer.ended.points


def test_the_end_of_a_round_ends_a_rollout() -> None:
    match, _ = random_match("golf", 2, 1)
    rollout, chance = Rollout(match.game, match.state.clone(), Seeded(1)), Seeded(2)
    while not rollout.is_over:
        rollout.carry_out(any_action(rollout, chance))
    assert rollout.result is None
    assert rollout.dealer.ended is not None
    assert (rollout.dealer.ended.scores, 2) == (tuple(rollout.state.scores), rollout.state.round)


GOLF = str(EXAMPLES / "golf.py")


def test_who_names_nobody_plays_against_search_which_gives_the_hints_and_its_reasons() -> None:
    run = cardkit("play", GOLF, "--seed", "1", typed=["turn 0", "turn 1", ":hint", ":hint", ":go 1", ":hint", ":quit"])
    hints = [line for line in run.lines if line.startswith("The machine would ")]
    assert (0, 3) == (run.code, len(hints))
    assert hints[0] == hints[1]
    action = hints[0].removeprefix("The machine would ").removesuffix(".")
    assert any(line.startswith(f"  {action}: ") and "points in the hole" in line for line in run.lines)
    assert any(line.startswith("You ") for line in run.lines[run.lines.index("> :go 1") :])


@pytest.mark.parametrize(
    ("game", "shown"),
    [("cheat", r"  put .+ down as aces: wins \d+ % .+"), ("klondike", r"  move .+: \d+\.\d \(.+\) cards in .+")],
)
def test_a_hint_says_each_action_in_words_and_what_the_game_counts(game: str, shown: str) -> None:
    """Also of very many actions; and where nobody plays against anybody, the score that one plays for."""
    run = cardkit("play", game, "--seed", "5", typed=[":hint", ":quit"])
    first = next(place for place, line in enumerate(run.lines) if line.startswith("The machine would "))
    assert run.lines[first + 1].startswith(
        f"  {run.lines[first].removeprefix('The machine would ').removesuffix('.')}: "
    )
    assert re.fullmatch(shown, run.lines[first + 1])


def test_a_hint_after_a_choice_was_taken_back_is_the_one_from_before() -> None:
    typed = [":hint", "turn 0", ":undo", ":hint", ":quit"]
    run = cardkit("play", GOLF, "--seed", "2", "--practice", typed=typed)
    hints = [line for line in run.lines if line.startswith("The machine would ")]
    assert hints[0] == hints[1]


THE_SAME = {"inf", "isfinite", "sqrt", "hypot", "prod"}
"""`hypot` is CPython's own, and only for what is told."""
EXACT = {"2", "10", "_SURE", "freedom", "MOST"}
"""Whole numbers, and 3.5, have powers that are exact."""


@pytest.mark.parametrize("path", sorted(Path(bots.__file__).parent.glob("*.py")), ids=lambda path: path.stem)
def test_no_player_asks_the_library_of_the_system(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "math":
            assert {name.name for name in node.names} <= THE_SAME
        assert not (isinstance(node, ast.Import) and "math" in [name.name for name in node.names])
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
            assert ast.unparse(node.left) in EXACT, ast.unparse(node)


def test_what_stands_in_for_it_is_near_enough() -> None:
    assert all(math.isclose(logarithm(number), math.log(number), rel_tol=1e-15) for number in range(1, 3000))
    assert (1.0, 0.0) == (less_likely(0.0), less_likely(2000.0))
    found = [less_likely(by / 10) for by in range(100)]
    assert found == sorted(found, reverse=True)
    assert all(abs(share - math.exp(-by / 10)) < 0.001 for by, share in enumerate(found))


@pytest.mark.parametrize(
    ("given", "code", "told"), [("--help", 0, "usage: "), ("nosuch", 2, "there is no game 'nosuch'")]
)
def test_how_long_players_think_is_measured_of_games_that_there_are(
    given: str, code: int, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    with pytest.raises(SystemExit) as left:
        importlib.import_module("waiting").main([given])
    out, err = capsys.readouterr()
    assert left.value.code == code
    assert told in (err if code else out)
