"""Positions in which the best action is known: hints name it, and reviews don't say otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

import pytest
from following import ends, game_of, played, seated
from leduc import LEDUC

from cardkit import Game, Match, Random, Seeded, cards, standard52
from cardkit.bots.search import SearchPlayer
from cardkit.bots.tuning import acquainted
from cardkit.plugins.registry import load_game
from cardkit.table.turns import Seating

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


def blackjack(name: str, when: Callable[[Any], bool], best: str, seeds: int = 0) -> Known:
    """A line of the basic strategy, which takes more games: by fewer, what is close is called about the same."""
    return Known(name=name, game="blackjack", when=when, best=best, level="search:hard", seeds=seeds)


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
        assert str(advised).startswith(best), bot.reasons
        other = next(action for action in legal if not str(action).startswith(best))
        weighed = {one.action: one for one in bot.weighed(view, [advised, other])}
        ahead = weighed[advised].ahead_of(weighed[other])
        assert ahead is not None
        assert ahead.high > 0
        break
    else:
        pytest.fail("there was no such position")
