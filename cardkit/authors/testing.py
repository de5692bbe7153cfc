"""Tests for every game: random games that are examined for all promises, counts of positions, and strategies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import TYPE_CHECKING, Any

from cardkit.authors.laws import PROMISES, chosen
from cardkit.authors.playthroughs import playthrough_text
from cardkit.authors.trial import BrokenPromise, TrialSetup, shuffled
from cardkit.authors.verdicts import Examinations, Verdict, same_log_under_hash_seeds, verdicts
from cardkit.core.actions import Action
from cardkit.core.cards import Card, standard52
from cardkit.core.chance.generators import mix64
from cardkit.core.game import Game
from cardkit.table.match import Match

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

__all__ = [
    "PROMISES",
    "BrokenPromise",
    "Verdict",
    "check_game",
    "decks",
    "perft",
    "playthrough_text",
    "same_log_under_hash_seeds",
    "seeds",
    "verdicts",
]

_NUMBERS_OF_SEATS = 5
"""How many numbers of seats are played where none are named."""


def check_game(
    game: Game[Any, Any],
    *,
    decks: Iterable[Iterable[Card]] | None = None,
    seats: Iterable[int] | None = None,
    games: int = 20,
    seed: int = 1,
    promises: Iterable[str] | None = None,
    max_actions: int = 100_000,
) -> Verdict:
    """Play random games and examine every promise of PROMISES, or those that are named; raises BrokenPromise.

    The games are shared out among all pairs of a deck and a number of seats, at least one for each: by default the
    game's own deck, and the lowest numbers of seats the game is made for, up to five of them. The first game of a pair
    is played with the deck as it is, the last card on top, and the others with the deck shuffled. The verdict tells how
    many games and actions that were, and how the games ended. A game that takes
    more than `max_actions` is long: it is examined up to there, and breaks `ends` only where it is not over after ten
    times as many either, and no round has ended for half of them.

    Raises CannotStart where the game can't be played with one of the decks, and UnknownName for an unknown promise.
    """
    packs = [list(pack) for pack in decks] if decks is not None else [list((game.own_deck() or standard52)())]
    numbers = game.players[:_NUMBERS_OF_SEATS] if seats is None else tuple(seats)
    tables = [*product(packs, numbers)]

    def settings() -> Iterator[TrialSetup]:
        for number in range(max(games, len(tables))):
            pack, chairs = tables[number % len(tables)]
            own_seed = mix64(seed, number)
            cards = pack if number < len(tables) else shuffled(pack, own_seed)
            yield TrialSetup(game=game, deck=cards, seats=chairs, seed=own_seed, max_actions=max_actions)

    verdict = Examinations(settings, least=games).verdict(*chosen(promises))
    if verdict.broken:
        raise verdict.broken
    return verdict


def perft(match: Match[Any, Any], depth: int) -> int:
    """The number of ways to play so many actions on from a match, which stays as it is.

    A way that comes to the end of the game earlier counts as one. Chance is the same for all: the one to come.
    """
    if depth == 0 or match.is_over:
        return 1
    return sum(perft(_after(match, action), depth - 1) for action in match.legal)


def _after(match: Match[Any, Any], action: Action) -> Match[Any, Any]:
    twin = match.fork()
    twin.advance(action)
    return twin


def decks(
    ranks: Iterable[str] = "23456789TJQKA", suits: Iterable[str] = "CDHS", *, min_size: int = 0, max_size: int = 52
) -> SearchStrategy[list[Card]]:
    """A Hypothesis strategy for lists of cards of these ranks and suits, the same card more than once among them."""
    from hypothesis import strategies

    one = strategies.builds(Card, strategies.sampled_from(list(ranks)), strategies.sampled_from(list(suits)))
    return strategies.lists(one, min_size=min_size, max_size=max_size)


def seeds() -> SearchStrategy[int]:
    """A Hypothesis strategy for the seeds of `Seeded`, from 0 to 2**64 - 1."""
    from hypothesis import strategies

    return strategies.integers(min_value=0, max_value=2**64 - 1)
