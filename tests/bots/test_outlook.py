"""What search says of actions: right where the best one is known, and no clear difference where none is better."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import Any

import pytest
from following import SEATS, ends, game_of, played, random_match, seated
from leduc import LEDUC

from cardkit import Game, Match, Random, Seeded, cards, standard52
from cardkit.bots.outlook import Extreme, Gain, Outlook, Tally, outlooks
from cardkit.bots.search import Budget, SearchPlayer
from cardkit.bots.tuning import acquainted
from cardkit.plugins.registry import load_game
from cardkit.table.turns import Seating, seating_at

WINS = Gain("wins")


def tally(values: Sequence[float]) -> Tally:
    return Tally(len(values), sum(values), sum(values), sum(value * value for value in values))


def outlook(action: str, values: Sequence[float], gain: Gain = WINS) -> Outlook:
    return Outlook(action=action, tally=tally(values), gain=gain)


def test_a_difference_is_clear_only_where_its_interval_does_not_hold_0_and_few_tries_tell_nothing() -> None:
    good, bad = [1.0] * 30 + [0.0] * 10, [1.0] * 5 + [0.0] * 35
    lead = outlook("a", good).ahead_of(outlook("b", bad))
    assert lead is not None
    assert (0.625, True) == (lead.mean, lead.is_clear)
    assert 0 < lead.low < 0.625 < lead.high <= 1
    back = outlook("b", bad).ahead_of(outlook("a", good))
    assert back is not None
    assert (-lead.high, -0.625, -lead.low) == (back.low, back.mean, back.high)
    again = outlook("a", good).ahead_of(outlook("b", good))
    assert again is not None
    assert not again.is_clear
    assert not again.is_open
    assert outlook("a", [1.0] * 3).ahead_of(outlook("b", bad)) is None
    small = outlook("a", [1.0] * 4).ahead_of(outlook("b", [0.0] * 4))
    assert small is not None
    assert not small.is_clear


def test_few_points_are_good_where_they_are_and_shares_stay_between_0_and_100() -> None:
    low = Gain("points", " in the round", low_is_good=True)
    lead = outlook("a", [2.0, 3.0] * 20, low).ahead_of(outlook("b", [8.0, 9.0] * 20, low))
    assert lead is not None
    assert 6 == lead.mean
    assert lead.is_clear
    never = outlook("c", [0.0] * 18, low)
    assert "c: 0.0 (each time) points in the round in 18 games tried" == never.explained(never)
    assert never.interval is None, "what else may come is not known"
    best, same = outlook("a", [1.0] * 20), outlook("b", [1.0] * 19 + [0.0])
    assert "a: wins 100 % (53 to 100) in 20 games tried" == best.explained(best)
    assert "b: wins 95 % (48 to 100) in 20 games tried, no clear difference" == same.explained(best)
    assert "b: wins 0 % in 1 game tried, too few to tell" == outlook("b", [0.0]).explained(best)
    wide = outlook("c", [1.0] * 2 + [0.0] * 4)
    assert wide.explained(best).endswith(" in 6 games tried, probably worse")
    assert best.explained(wide).endswith(" in 20 games tried, probably better")
    alike = [outlook(action, [1.0] * 20, low) for action in "ab"]
    assert alike[1].explained(alike[0]).endswith(" in 20 games tried, the same")
    assert ["0.03", "-0.04", "0.0", "0.1"] == [low.number(value) for value in (0.03, -0.04, 1e-9, 0.06)]
    assert ["0.4", "-0.2", "0", "3"] == [WINS.number(value) for value in (0.004, -0.002, 1e-9, 0.03)]


@pytest.mark.parametrize(("method", "how"), [("", " chips, to be done "), ("single", " chips in ")])
@pytest.mark.parametrize(("holds", "best", "cost"), [("K", "bet", 3), ("J", "check", 1)])
def test_folding_the_king_costs_its_three_chips_and_calling_with_the_jack_one(
    holds: str, best: str, cost: int, method: str, how: str
) -> None:
    for seed in range(1, 6):
        deck = cards("JS QS KS")
        tables = (Match(game_of("kuhn"), deck, seats=2, rng=Seeded(number)) for number in range(seed, 99))
        match = next(match for match in tables if match.state.hands[1].top.rank == holds)
        bot = seated(match, 1, Budget(method=method), seed)
        played(match, "bet", bot, seat=1)
        view, legal = match.view(1), match.legal
        chosen = bot.choose(view, legal)
        assert best == str(chosen)
        assert how in bot.reasons[0]
        one, other = sorted(bot.weighed(view, legal), key=lambda outlook: outlook.action != chosen)
        lead = one.ahead_of(other)
        assert lead is not None
        assert 0 < lead.low <= cost <= lead.high


@pytest.mark.parametrize("tries", [5, 10, 11])
def test_that_the_same_came_each_time_is_known_only_where_half_of_all_games_would_hardly_ever_look_so(
    tries: int,
) -> None:
    points = Gain("points")
    few, best = outlook("few", [7.0] * tries, points), outlook("best", [8.0, 9.0] * 20, points)
    lead = best.ahead_of(few)
    assert (0.5**tries < 0.0005) == (lead is not None) == (few.ahead_of(best) is not None)
    told = f" points in {tries} games tried"
    assert few.explained(best) == (f"few: 7.0 (each time){told}" if lead else f"few: 7.0{told}, too few to tell")
    assert outlook("more", [7.0] * 4 + [6.0], points).ahead_of(best) is not None


def endings(name: str, seats: int, seed: int, most: int) -> Iterator[tuple[SearchPlayer, Any, dict[Any, set[float]]]]:
    """Decisions of seat 0 with so few cards: its player, its view, and what can come of each action, on many tables."""
    match, players = random_match(name, seats, seed)
    bot, seating = seated(match, 0, Budget(iterations=120), seed), seating_at(match.game, match.state, 0)
    for _ in range(400):
        if match.is_over:
            return
        own, legal = match.view(0), match.legal
        if match.turn == 0 and len(legal) > 1 and len(own.hands[0]) <= most:
            worlds = [bot.knowledge.worlds(own).deal(Seeded(number)) for number in range(10)]
            yield bot, own, {one: {end for world in worlds for end in ends(seating, world, [one])} for one in legal}
        played(match, players[match.turn](match.view(match.turn), legal), bot)


@pytest.mark.parametrize(("name", "sign", "seeds"), [("hearts", -1, range(1, 3)), ("spades", 1, range(10, 13))])
def test_at_the_last_tricks_what_is_better_for_certain_is_advised_and_what_is_equal_for_certain_is_called_so(
    name: str, sign: int, seeds: Sequence[int]
) -> None:
    better = equal = 0
    for bot, view, found in (ending for seed in seeds for ending in endings(name, 4, seed, 2)):
        chosen = bot.choose(view, list(found))
        [other] = set(found) - {chosen}
        own, others = ([sign * end for end in found[action]] for action in (chosen, other))
        assert min(others) <= max(own)
        if {*own} == {*others} and len({*own}) == 1:
            equal += 1
            assert "the same" in bot.reasons[1]
        elif min(own) > max(others):
            better += 1
            weighed = {one.action: one for one in bot.weighed(view, [other, chosen])}
            lead = weighed[chosen].ahead_of(weighed[other])
            assert lead is not None
            assert lead.is_clear
            assert min(own) - max(others) <= lead.high
            assert max(own) - min(others) >= lead.low > 0
    assert better > 1
    assert equal > 1


def test_first_stands_the_best_one_of_those_tried_half_as_often_as_any_or_more_and_what_is_better_for_certain() -> None:
    points, low = Gain("points"), Gain("points", low_is_good=True)
    tallies = {"a": tally([0.0, 1.0] * 45), "b": tally([3.0, 5.0] * 30), "c": tally([4.0, 6.0] * 2)}
    assert ["b", "a", "c"] == [one.action for one in outlooks(tallies, points)]
    assert ["a", "b", "c"] == [one.action for one in outlooks(tallies, low)]
    sure = {**tallies, "d": tally([40.0, 41.0] * 12)}
    assert ["d", "a", "b", "c"] == [one.action for one in outlooks(sure, points)]
    assert not outlooks({}, points)


def test_an_interval_ends_where_points_do_as_trial_games_show_it() -> None:
    few = outlook("a", [0.0] * 9 + [10.0], Gain("points"))
    assert few.interval is not None
    assert few.interval[0] < 0
    for name, least in (("hearts", 0.0), ("spades", few.interval[0])):
        match, _ = random_match(name, 4, 1)
        gain = acquainted(seating_at(match.game, match.state, 0)).rewards.gain(match.view(0), 0)
        assert (least, few.interval[1]) == replace(few, gain=gain).interval


def test_an_interval_ends_where_what_is_staked_is_lost_or_won() -> None:
    often, seldom = [-50.0] * 6 + [50.0] * 4, [-50.0] * 3 + [50.0] * 3
    for values, is_bound in ((often, True), (seldom, False)):
        ends = Extreme(-50.0, values.count(-50.0)), Extreme(50.0, values.count(50.0))
        stand = outlook("stand", values, Gain("points"))
        stand = replace(stand, tally=stand.tally._replace(least=ends[0], most=ends[1]))
        assert stand.interval is not None
        assert is_bound is (stand.interval == (-50.0, 50.0))
        lead = stand.ahead_of(stand)
        assert lead is not None
        assert is_bound is (lead.low >= -100)
    good, bad = ([value + more for value in (0.0, 1.0) * 2] for more in (0, 5))
    sure = [
        replace(outlook("a", values, Gain("points", least=min(values), most=max(values)))) for values in (bad, good)
    ]
    lead = sure[0].ahead_of(sure[1])
    assert lead is not None
    assert not lead.is_clear, "what can't come makes nothing clear that the tries don't"
    gain, lost = Gain("points", least=-100.0, most=100.0), Tally(1, -95.0, -95.0, 95.0**2)
    worked_out = Outlook(action="raise", tally=lost, gain=gain, share=0.5, within=14.0)
    assert (-100.0, -81.0) == worked_out.interval


@pytest.mark.parametrize(("name", "seats", "staked"), [("holdem", 3, 100), ("blackjack", 2, 200)])
def test_no_interval_goes_beyond_what_a_seat_can_lose(name: str, seats: int, staked: int) -> None:
    match, players = random_match(name, seats, 3, **({"chips": 100} if name == "holdem" else {}))
    bot = seated(match, budget=Budget(iterations=30))
    met = 0
    for _ in range(30):
        if match.is_over or match.number > 1:
            break
        view, legal = match.view(match.turn), match.legal
        if match.turn == 0 and len(legal) > 1:
            bot.choose(view, legal)
            for one in (*bot.outlooks, *bot.weighed(view, [legal[0], legal[-1]])):
                assert one.interval is None or one.interval[0] >= -staked
                met += one.interval is not None
        played(match, players[match.turn](view, legal), bot)
    assert met > 3


def test_where_all_but_one_always_win_each_of_them_wins_as_a_whole() -> None:
    """At Old Maid with three seats one wins two games of three, and not a third of a win."""
    match, _ = random_match("old_maid", 3, 1)
    bot = seated(match, budget=Budget(iterations=200))
    bot.choose(match.view(match.turn), match.legal)
    tried = [one for one in bot.outlooks if one.tries > 20]
    assert tried
    assert all(0.4 < one.mean < 0.9 for one in tried)


def decisions_of(name: str, seats: int, most: int) -> Iterator[tuple[SearchPlayer, Any, Sequence[Any]]]:
    """Some decisions of the first seat in a game that goes by chance: its player, its view and what is legal."""
    match, players = random_match(name, seats, 2)
    bot, found = seated(match, 0, Budget(iterations=60)), 0
    for number in range(400):
        if match.is_over or found == most:
            return
        if 0 in match.to_act and len(legal := match.legal_of(0)) > 1 and number % 3 == 0:
            found += 1
            yield bot, match.view(0), list(legal)
        seat = match.to_act[0]
        played(match, players[seat](match.view(seat), match.legal_of(seat)), bot, who=seat)


@pytest.mark.parametrize(("name", "seats"), [(name, number) for name, numbers in SEATS.items() for number in numbers])
def test_what_is_advised_is_never_worse_by_the_figures_of_its_own_hint(name: str, seats: int) -> None:
    """What was tried enough and looks better is advised; what was tried less and looks better isn't so for certain."""
    for bot, view, legal in decisions_of(name, seats, 6):
        bot.choose(view, legal)
        if not bot.outlooks or bot.outlooks[0].share is not None:
            continue
        first, most = bot.outlooks[0], max(one.tries for one in bot.outlooks)
        sign = -1 if first.gain.low_is_good else 1
        for one in bot.outlooks:
            lead = first.ahead_of(one)
            assert lead is None or lead.high >= 0, bot.reasons
            if type(one.action) is type(first.action) and 2 * one.tries >= most:
                assert sign * one.mean <= sign * first.mean, bot.reasons


def agree(one: Outlook, other: Outlook) -> bool:
    """Whether two estimates of the same action have intervals that overlap, if both are known."""
    if one.interval is None or other.interval is None:
        return True
    return max(one.interval[0], other.interval[0]) <= min(one.interval[1], other.interval[1])


@pytest.mark.parametrize(("name", "numbers"), SEATS.items())
def test_hint_and_review_of_the_same_decision_agree(name: str, numbers: Sequence[int]) -> None:
    for bot, view, legal in decisions_of(name, numbers[0], 5):
        chosen = bot.choose(view, legal)
        hinted = {one.action: one for one in bot.outlooks}
        other = next((action for action in hinted if action != chosen), chosen)
        for reviewed in bot.weighed(view, list(dict.fromkeys([other, chosen]))):
            assert reviewed.action not in hinted or agree(reviewed, hinted[reviewed.action]), bot.reasons


@pytest.mark.parametrize("order", [1, -1])
def test_who_comes_next_tries_what_may_help_against_a_seat_that_has_won_every_game_so_far(order: int) -> None:
    """At Twenty-One with twelve points and nothing before: who plays last has to find out that to draw is worth while.

    If a review tried only to stop at first, all games would be won so, and nothing would seem to be worth a try.
    """
    seen = 0
    for seed in range(40):
        match = Match(game_of("twenty_one"), standard52(), seats=3, rng=Seeded(seed))
        bot = seated(match, 1, Budget(iterations=200, method="single"), seed)
        for action in ("stop", "draw", "draw"):
            played(match, action, bot, seat=1)
        view = match.view(1)
        if match.turn != 1 or match.game.points(view.shown[1]) != 12:
            continue
        bot.choose(view, match.legal)
        hinted = {str(one.action): one for one in bot.outlooks}
        reviewed = {str(one.action): one for one in bot.weighed(view, match.legal[::order])}
        assert all(agree(hinted[what], reviewed[what]) for what in hinted), bot.reasons
        seen += 1
    assert seen == 5


WORLDS = 12
"""On so many tables that are possible the best action is worked out where it isn't said."""


@dataclass(frozen=True, kw_only=True)
class Known:
    """A kind of position, and what is best in it."""

    name: str
    game: str
    when: Callable[[Any], bool]
    """Whether the view of the seat that is to act is one of these."""
    best: str | Callable[[Any], str] = ""
    """The best action, or how it is found in a view; else it is worked out by playing all that is left in every way."""
    seats: int = 2
    level: str = "search"
    options: dict[str, Any] = field(default_factory=dict[str, Any])
    seeds: int = 0
    """The first of the seeds of its games."""
    deck: str = ""
    """Its cards, where they are others than usual."""
    is_close: bool = False
    """Whether another action is about as good, so that it may be advised, too."""

    def __str__(self) -> str:
        return f"{self.game}: {self.name}"


def kuhn(holds: str, turn: int, *, bet: bool) -> Callable[[Any], bool]:
    def found(view: Any) -> bool:
        return (view.hands[turn].top.rank, view.turn, view.is_bet) == (holds, turn, bet)

    return found


def leduc(holds: str, board: str, *, raises: int) -> Callable[[Any], bool]:
    def found(view: Any) -> bool:
        there = view.board.top.rank if view.board else ""
        is_behind = view.paid[0] != view.paid[1]
        return (view.hands[view.turn].top.rank, there, view.raises, is_behind) == (holds, board, raises, raises > 0)

    return found


def box(ranks: str, house: str) -> Callable[[Any], bool]:
    def found(view: Any) -> bool:
        own = [one for one in view.boxes if one.seat == view.turn and not one.done]
        if view.bets_open or not own or not view.house:
            return False
        return sorted(card.rank for card in own[0].hand) == sorted(ranks) and view.house.top.rank in house

    return found


def last_turn(view: Any) -> bool:
    """Whether somebody is out, and this seat has a card in hand that it has drawn for its last turn."""
    return view.out not in (None, view.turn) and bool(view.drawn[view.turn])


def last_card(view: Any) -> bool:
    """Whether the last card could go."""
    return len(view.hands[view.turn]) == 1


def beside_the_eight(view: Any) -> Any:
    """The other card of a hand of two, one of which is an eight."""
    return next(card for card in view.hands[view.turn] if card.rank != "8")


def last_but_an_eight(view: Any) -> bool:
    """Whether of an eight and a card both could go, and nobody else can be out before: then the eight wins for sure.

    Others may have the other eights, and name another suit.
    """
    hand, top = view.hands[view.turn], view.discards.top
    eights = [card.rank for card in (*hand, *view.discards)].count("8")
    if len(hand) != 2 or min(map(len, view.hands)) < 2 or eights != 1 or "8" not in [card.rank for card in hand]:
        return False
    other = beside_the_eight(view)
    return other.suit == view.suit or other.rank == top.rank


def blackjack(name: str, when: Callable[[Any], bool], best: str, seeds: int = 0, level: str = "search:hard") -> Known:
    """A line of the basic strategy, which takes more games: by fewer, what is close isn't clear."""
    return Known(name=name, game="blackjack", when=when, best=best, level=level, seeds=seeds)


def afterwards(name: str, ranks: str, house: str, best: str, *, is_close: bool = False) -> Known:
    """A line of it that is right only for who goes on to play well."""
    return replace(blackjack(name, box(ranks, house), best, level="search"), is_close=is_close)


SIX_LOW, TEN_HIGH = "456", "TJQK"
FEW_BUT_EIGHTS = "2C 8C JC 3D 8D QD 4H 8H KH 5S 8S AS 6C 7D 9H TS"
"""Of these others are likely to hold an eight, and to have nothing else that goes."""
KNOWN = [
    Known(name="the king calls", game="kuhn", when=kuhn("K", 1, bet=True), best="bet"),
    Known(name="the king that has checked calls", game="kuhn", when=kuhn("K", 0, bet=True), best="bet"),
    Known(name="the jack folds", game="kuhn", when=kuhn("J", 1, bet=True), best="check"),
    Known(name="the jack that has checked folds", game="kuhn", when=kuhn("J", 0, bet=True), best="check"),
    Known(name="the king bets where the other checked", game="kuhn", when=kuhn("K", 1, bet=False), best="bet"),
    Known(name="a pair of kings raises", game="leduc", when=leduc("K", "K", raises=1), best="raise"),
    Known(name="a pair of queens isn't given up", game="leduc", when=leduc("Q", "Q", raises=2), best="call"),
    Known(name="a pair of jacks raises", game="leduc", when=leduc("J", "J", raises=1), best="raise"),
    blackjack("twenty stands", box("TQ", SIX_LOW), "stand"),
    blackjack("eighteen stands", box("T8", SIX_LOW), "stand"),
    blackjack("eleven doubles", box("65", SIX_LOW), "double"),
    blackjack("eleven doubles, though unlucky at first", box("65", SIX_LOW), "double", 4000),
    blackjack("six hits", box("42", TEN_HIGH), "hit"),
    blackjack("eight hits", box("53", TEN_HIGH), "hit"),
    afterwards("fifteen hits against seven", "T5", "7", "hit"),
    afterwards("sixteen hits against a ten", "T6", TEN_HIGH, "hit", is_close=True),
    afterwards("sixteen stands against five or six", "T6", "56", "stand"),
    afterwards("twelve hits against two", "T2", "2", "hit", is_close=True),
    afterwards("nine doubles", "54", SIX_LOW, "double", is_close=True),
    afterwards("an ace and six hit", "A6", TEN_HIGH, "hit"),
    blackjack("an ace and seven stand", box("A7", "78"), "stand"),
    afterwards("an ace and seven hit", "A7", f"9{TEN_HIGH}", "hit", is_close=True),
    afterwards("aces are split", "AA", SIX_LOW, "split"),
    Known(name="the last turn of two", game="golf", when=last_turn, options={"holes": 1, "last_turn": True}),
    Known(name="the last turn of three", game="golf", seats=3, when=last_turn, options={"holes": 1, "last_turn": True}),
    Known(name="the last card of two", game="crazy8s", when=last_card, best="play", level="search:easy"),
    *(
        Known(
            name=f"an eight is kept for last by one of {seats}",
            game="crazy8s",
            seats=seats,
            options={"hand_size": 4},
            when=last_but_an_eight,
            best=lambda view: f"play {beside_the_eight(view)}",
            deck=FEW_BUT_EIGHTS,
        )
        for seats in (2, 3)
    ),
    Known(name="the last card of three", game="crazy8s", seats=3, when=last_card, best="play"),
]


def positions(known: Known) -> Iterator[tuple[SearchPlayer, Any, Sequence[Any]]]:
    """Positions of a kind in games that go by chance: who has to act, the view, and what is legal."""
    game: Game[Any, Any] = LEDUC.game() if known.game == "leduc" else game_of(known.game, **known.options)
    plugin = LEDUC if known.game == "leduc" else load_game(known.game)
    deck = cards(known.deck) if known.deck else [*(plugin.deck or game.own_deck() or standard52)()]
    for seed in range(known.seeds, known.seeds + 400):
        match = Match(game, list(deck), seats=known.seats, rng=Seeded(seed))
        chance = Random(Seeded(seed).derive("chance"))
        steps = list[tuple[Any, int]]()
        while not match.is_over and len(steps) < 120:
            seat = match.to_act[0]
            view, legal = match.view(seat), match.legal_of(seat)
            if len(legal) > 1 and view.turn == seat and known.when(view):
                yield at_the_table(match, steps, seat, known.level), view, list(legal)
            action = chance(view, legal)
            steps.append((action, seat))
            match.play(action, seat)


def at_the_table(match: Match[Any, Any], steps: Sequence[tuple[Any, int]], seat: int, level: str) -> SearchPlayer:
    """A search player that was told all of a game up to here."""
    assert match.begin_again is not None
    again = match.begin_again()
    bot = seated(again, seat, level, 0)
    for action, who in steps:
        played(again, action, bot, seat=seat, who=who)
    return bot


def worked_out(bot: SearchPlayer, view: Any, legal: Sequence[Any], seating: Seating) -> str | None:
    """The action that is clearly best whatever the others do; None where none is."""
    worlds = [bot.knowledge.worlds(view).deal(Seeded(number)) for number in range(WORLDS)]
    sign = -1 if acquainted(seating).rewards.low_is_good else 1
    found = {one: [[sign * end for end in ends(seating, world, [one])] for world in worlds] for one in legal}
    least = {one: fmean(map(min, every)) for one, every in found.items()}
    most = {one: fmean(map(max, every)) for one, every in found.items()}
    best = max(legal, key=lambda one: least[one])
    return str(best) if all(most[one] < least[best] - 2 for one in legal if one != best) else None


@pytest.mark.parametrize("known", KNOWN, ids=str)
def test_what_is_known_to_be_best_is_advised_and_no_review_says_otherwise(known: Known) -> None:
    for bot, view, legal in positions(known):
        seating = bot._seating  # pyright: ignore[reportPrivateUsage]
        best = known.best if isinstance(known.best, str) else known.best(view)
        best = best or worked_out(bot, view, legal, seating)
        if best is None:
            continue
        advised = bot.choose(view, legal)
        other = next(action for action in legal if not str(action).startswith(best))
        if known.is_close:
            advised, other = next(action for action in legal if str(action).startswith(best)), advised
        assert str(advised).startswith(best), bot.reasons
        weighed = {one.action: one for one in bot.weighed(view, list(dict.fromkeys([advised, other])))}
        ahead = weighed[advised].ahead_of(weighed[other])
        assert ahead is not None
        assert ahead.high > 0
        break
    else:
        pytest.fail("there was no such position")
