"""Playouts by Crazy 8s' kernel: the same games as by the rules with the same policy and chance, compiled and not."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import cardkit_crazy8s
import cardkit_crazy8s.fast.kernel
from cardkit import Card, Game, Match, Random, Seeded, standard52
from cardkit.bots.rollout import Rollout, playouts_of
from cardkit.bots.search import Budget, SearchPlayer
from cardkit.core.chance.generators import Rng, mix64
from cardkit.core.chance.uncompiled import as_python
from cardkit.table.turns import Seating, seating_at
from cardkit_crazy8s import Crazy8s, Draw, Play, careful
from cardkit_crazy8s.fast import crazy8s_kernel
from cardkit_crazy8s.fast.batches import LONGEST, Crazy8sPlayouts

SOURCE = as_python("fast_kernel_as_python", Path(str(cardkit_crazy8s.fast.kernel.__file__)).with_name("kernel.py"))
COMPILED = crazy8s_kernel().compiled
MODULES = [SOURCE, *([cardkit_crazy8s.fast.kernel] if COMPILED else [])]
SMALL = [Card(rank, suit) for suit in "SH" for rank in "7898"]
TABLES: list[tuple[dict[str, Any], int, list[Card]]] = [
    ({}, 2, list(standard52())),
    ({"shuffle": True, "reshuffle": "shuffle"}, 4, list(standard52())),
    ({"shuffle": True, "draw": "until-playable", "hand_size": 7}, 2, list(standard52())),
    ({"shuffle": True, "reshuffle": "shuffle", "draw": 3, "last_card_wild_asks": False}, 3, list(standard52())),
    ({"shuffle": True, "wild": "none"}, 3, list(standard52())),
    ({"shuffle": True, "suits": ("T", "H"), "hand_size": 2}, 2, SMALL),
    ({"shuffle": True, "hand_size": 9}, 5, 2 * list(standard52())),
]


def as_the_kernel_does(rollout: Rollout, chance: Rng) -> Any:
    """The policy of the kernel, by the rules."""
    is_careful = chance.below(3)
    plays = [action for action in rollout.legal if isinstance(action, Play)]
    if not plays:
        return Draw()
    return careful(rollout.state, plays) if is_careful else plays[chance.below(len(plays))]


def by_the_rules(game: Game[Any, Any], state: Any, seed: int) -> list[float]:
    """What one game is worth to each seat."""
    chance = Seeded(mix64(seed, 0))
    rollout = Rollout(game, state.clone(), chance)
    for _ in range(LONGEST):
        if rollout.result is not None:
            break
        rollout.carry_out(as_the_kernel_does(rollout, chance))
    if rollout.result is None or not rollout.result.winners:
        return [1 / state.seats] * state.seats
    return [float(seat in rollout.result.winners) for seat in range(state.seats)]


def tables(options: dict[str, Any], seats: int, cards: list[Card], games: int) -> list[Match[Any, Any]]:
    """Games by chance that were left somewhere before their end."""
    found: list[Match[Any, Any]] = []
    for seed in range(games):
        match = Match(Crazy8s(**options), cards, seats=seats, rng=Seeded(seed))
        chance = Random(Seeded(seed + 100))
        for _ in range(3 * seed):
            before = match.fork()
            match.play(chance(None, match.legal))
            if match.is_over:
                match = before
                break
        found.append(match)
    return found


@pytest.mark.parametrize(("options", "seats", "cards"), TABLES)
@pytest.mark.parametrize("module", MODULES)
def test_games_end_as_by_the_rules(module: ModuleType, options: dict[str, Any], seats: int, cards: list[Card]) -> None:
    found: set[tuple[float, ...]] = set()
    for number, match in enumerate(tables(options, seats, cards, games=12 if module is SOURCE else 30)):
        playouts = Crazy8sPlayouts(module, seating_at(match.game, match.state, 0))
        before = str(match.state)
        worth = playouts.play_out(match.state, 1, number)
        assert by_the_rules(match.game, match.state, number) == worth
        assert before == str(match.state)
        found.add(tuple(worth))
    assert len(found) > 1


@pytest.mark.parametrize("module", MODULES)
def test_sums_are_those_of_the_single_games(module: ModuleType) -> None:
    match = Match(Crazy8s(shuffle=True), standard52(), seats=3, rng=Seeded(1))
    playouts = Crazy8sPlayouts(module, seating_at(match.game, match.state, 0))
    few, more = playouts.play_out(match.state, 5, 7), playouts.play_out(match.state, 40, 7)
    assert few == playouts.play_out(match.state, 5, 7)
    assert sum(few) == pytest.approx(5)
    assert all(one <= other <= one + 35 for one, other in zip(few, more, strict=True))


def seating(**options: Any) -> Seating:
    match = Match(Crazy8s(**options), standard52(), seats=2, rng=Seeded(1))
    return seating_at(match.game, match.state, 0)


def test_what_the_kernel_does_not_know_is_played_by_the_rules() -> None:
    kernel = crazy8s_kernel()
    assert COMPILED == (playouts_of(kernel, seating(shuffle=True)) is not None)
    assert playouts_of(kernel, seating(reshuffle="never")) is None
    assert playouts_of(object(), seating()) is None
    kernel.compiled = False
    assert playouts_of(kernel, seating()) is None


@pytest.mark.skipif(not COMPILED, reason="the kernels are not compiled here")
def test_search_by_the_kernel_chooses_alike_for_the_same_seed_and_tries_as_many_tables() -> None:
    match = Match(Crazy8s(shuffle=True), standard52(), seats=2, rng=Seeded(3))

    def choice(kernel: Any, method: str = "") -> SearchPlayer:
        bot = SearchPlayer(Seeded(5), Budget(iterations=60, method=method), kernel)
        bot.begin(seating_at(match.game, match.state, 0), match.view(0))
        bot.choose(match.view(0), match.legal)
        return bot

    first, again, by_rules = choice(crazy8s_kernel), choice(crazy8s_kernel), choice(None)
    assert first.outlooks == again.outlooks != by_rules.outlooks
    assert first.outlooks == choice(crazy8s_kernel, "flat").outlooks != choice(crazy8s_kernel, "single").outlooks
    assert by_rules.outlooks == choice(None, "single").outlooks
    plays = "afterwards all are taken to play mostly as `careful` does, and to draw only where nothing can be played"
    assert plays == first.assumed != by_rules.assumed
    assert sum(outlook.tries for outlook in first.outlooks) == 60 == sum(outlook.tries for outlook in by_rules.outlooks)


@pytest.mark.parametrize("kernel", [crazy8s_kernel, None])
def test_who_draws_is_taken_to_have_nothing_to_play(kernel: Any) -> None:
    match = Match(Crazy8s(shuffle=True), standard52(), seats=2, rng=Seeded(3))
    bot = SearchPlayer(Seeded(5), Budget(iterations=20), kernel)
    bot.begin(seating_at(match.game, match.state, 0), match.view(0))
    top, suit = match.state.discards.top, match.state.suit
    for action in (Draw(), Draw()):
        events = match.play(action)
        bot.told([event.seen_by(0) for event in [*match.acted, *events]], match.view(0))
    drew, anything = 5, 1
    slots = sorted((bot.knowledge.cards_of(slot) for slot in bot.knowledge.piles["hands 1"]), key=len)
    assert drew + anything == len(slots)
    for cards in slots[:drew]:
        assert not [card for card in cards if card.suit == suit or card.rank in (top.rank, "8")]
    assert [card for card in slots[-1] if card.rank == "8"]
    world = bot.knowledge.worlds().deal(Seeded(1))
    assert world.view(0) == match.view(0)
