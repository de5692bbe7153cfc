"""Games that are followed with the eyes of every seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from cardkit import Card, Match, Random, Rng, Seeded, first_legal, standard52
from cardkit.authors.secrecy import Onlookers
from cardkit.bots.knowledge import Knowledge
from cardkit.bots.rollout import Rollout
from cardkit.bots.search import Budget, SearchPlayer
from cardkit.bots.tuning import acquainted
from cardkit.core.actions import choices
from cardkit.core.game import Game
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.registry import load_game
from cardkit.table.turns import Seating, seating_at

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"
SHUFFLED: dict[str, dict[str, Any]] = {"crazy8s": {"shuffle": True}, "war": {"shuffle": "swap"}}
SEATS = {
    "crazy8s": (2, 4),
    "war": (2,),
    "blackjack": (2,),
    "cheat": (3,),
    "cribbage": (2,),
    "euchre": (4,),
    "gin_rummy": (2,),
    "go_fish": (2, 4),
    "golf": (3,),
    "goofspiel": (2, 3),
    "hearts": (4,),
    "holdem": (3,),
    "klondike": (1,),
    "lanterns": (3,),
    "old_maid": (3,),
    "spades": (4,),
    "twenty_one": (3,),
}
"""All games of the project, with the numbers of seats at which they are followed."""


def game_of(name: str, **options: Any) -> Game[Any, Any]:
    """A game of the project."""
    plugin = load_game(name if name in SHUFFLED else str(EXAMPLES / f"{name}.py"))
    return plugin.game.with_options({**SHUFFLED.get(name, {}), **options})


def followed(
    match: Match[Any, Any], players: Sequence[Any], *, most: int = 400, infers: bool = True
) -> Iterator[list[Knowledge]]:
    """What each seat knows, after setting up and after every step of a game."""
    onlookers = Onlookers(match, range(match.state.seats), infers=infers)
    yield onlookers.known
    for _ in range(most):
        if match.is_over:
            return
        brought = match.play(players[match.turn](None, match.legal))
        onlookers.told(brought)
        if brought or match.acted:
            yield onlookers.known


def seating_of(game: str | Plugin, seats: int = 2, **options: Any) -> Seating:
    """What the first seat is told as it sits down."""
    plugin = load_game(game) if isinstance(game, str) else game
    rules = game_of(game, **options) if isinstance(game, str) else plugin.game(**options)
    deck = list((plugin.deck or rules.own_deck() or standard52)())
    return seating_at(rules, Match(rules, deck, seats=seats, rng=Seeded(1)).state, 0)


def seated(
    match: Match[Any, Any], seat: int | None = None, budget: Budget | str = "search", seed: int = 1, kernel: Any = None
) -> SearchPlayer:
    """A search player that has sat down at a seat, or where it is to act."""
    seat = match.turn if seat is None else seat
    bot = SearchPlayer(Seeded(seed), Budget.of(budget) if isinstance(budget, str) else budget, kernel)
    bot.begin(seating_at(match.game, match.state, seat), match.view(seat))
    return bot


def played(match: Match[Any, Any], action: Any, *bots: Any, seat: int = 0, who: int | None = None) -> None:
    """Do something, which bots at a seat are told."""
    acted = match.read(action, who) if isinstance(action, str) else action
    events = [*match.play(acted, who)]
    told = [event.seen_by(seat) for event in [*match.acted, *events]]
    for bot in bots if told else ():
        bot.told(told, match.view(seat))


def denied(match: Match[Any, Any], players: Sequence[Any], *, most: int = 400) -> list[str]:
    """Why the truth can't be, by what seats know, where any of them concluded too much."""
    every = (one.denies(match.state) for known in followed(match, players, most=most) for one in known)
    return [why for why in every if why is not None]


def imagined(match: Match[Any, Any], seat: int, chance: Rng, deck: Sequence[Card] | None = None) -> Any:
    """A table that may be the true one for all that the view of a seat shows, in a game with this deck or its own."""
    seating = seating_at(match.game, match.state, seat)
    knowledge = Knowledge(seating if deck is None else replace(seating, deck=tuple(deck)))
    knowledge.begin(match.view(seat), opening=False)
    return knowledge.worlds().deal(chance)


def random_match(name: str, seats: int, seed: int, **options: Any) -> tuple[Match[Any, Any], list[Any]]:
    """A game, and players of whom every third takes the first legal action."""
    game = game_of(name, **options)
    deck = (game.own_deck() or standard52)()
    match = Match(game, deck, seats=seats, rng=Seeded(seed).split("deal"))
    players = [
        first_legal if (seat + seed) % 3 == 0 else Random(Seeded(seed).split(f"seat {seat}")) for seat in range(seats)
    ]
    return match, players


def ends(seating: Seating, world: Any, taken: Sequence[Any] = ()) -> Iterator[float]:
    """What a seat gets in every way in which a table can be played on."""
    rollout = Rollout(seating.game, world.clone(), Seeded(0), seating.seat)
    for action in taken:
        rollout.carry_out(action)
    if rollout.is_over:
        yield acquainted(seating).rewards.gained(rollout, seating.seat)
    else:
        for action in choices(rollout.legal):
            yield from ends(seating, world, [*taken, action])
