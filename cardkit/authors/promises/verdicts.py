"""A game looked at promise by promise, so that each is said to be kept or broken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cardkit.authors.promises import hash_seeds
from cardkit.authors.promises.promise import BrokenPromise, chosen
from cardkit.authors.promises.random_games import Setting, shuffled
from cardkit.authors.promises.rules import PLAYTHROUGH_CHECKS
from cardkit.authors.promises.shortest import broken_by, endless, shortest
from cardkit.core.cards import Card, standard52
from cardkit.core.chance.generators import Seeded, mix64
from cardkit.core.errors import CannotLoad, CannotStart
from cardkit.core.game import Game
from cardkit.table.match import Match

_GAMES = 20
"""The number of games for each promise where none is given, and they are not too long."""
_ACTIONS = 1500
"""After so many actions no other game is begun for a promise, where no number of games is given."""
_HASHED_GAMES = 10
_NUMBERS_OF_SEATS = 5
_LIMIT = 5_000
"""After so many actions a game is taken for one that never ends."""
_ENDLESS_LIMIT = 300
"""The same, once it is known that the game never ends."""
_AT_THE_END = ("one-score-a-seat", *PLAYTHROUGH_CHECKS)
"""The promises that can be looked at only when a game has ended."""


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """Whether a game keeps one promise, as far as could be seen."""

    promise: str
    games: int = 0
    """How many games were played to their end."""
    actions: int = 0
    broken: BrokenPromise | None = None
    """The shortest game found that breaks the promise, or None."""
    unseen: str = ""
    """Why the promise couldn't be looked at; empty where it was."""

    @property
    def word(self) -> str:
        """`ok`, `broken`, or `open` where the promise couldn't be looked at."""
        return "broken" if self.broken else "open" if self.unseen else "ok"


@dataclass(frozen=True, kw_only=True)
class _Course:
    """The random games that are played for each promise."""

    game: Game[Any, Any]
    deck: Sequence[Card]
    seats: Sequence[int]
    games: int | None
    seed: int
    spec: str
    limit: int

    def settings(self) -> Iterator[Setting]:
        """The games, the deck as it is once for each number of seats, and then shuffled."""
        for number in range(max(self.games or _GAMES, len(self.seats))):
            own_seed = mix64(self.seed, number)
            yield Setting(
                game=self.game,
                deck=self.deck if number < len(self.seats) else shuffled(self.deck, own_seed),
                seats=self.seats[number % len(self.seats)],
                seed=own_seed,
                max_actions=self.limit,
            )


def verdicts(
    game: Game[Any, Any],
    *,
    deck: Iterable[Card] | None = None,
    seats: Iterable[int] | None = None,
    games: int | None = None,
    seed: int = 1,
    promises: Iterable[str] | None = None,
    spec: str = "",
) -> Iterator[Verdict]:
    """A verdict on each promise, or on those that are named, in their order.

    For each of them random games are played, at least one for each number of seats: as many as `games` says, or as many
    as take a few seconds. By `spec`, the name, path or `module:Class` of the game, other processes can load it, which
    the promise about hash seeds takes. Raises CannotStart and UnknownName as `check_game` does.
    """
    names = chosen(promises)
    cards = list((game.own_deck() or standard52)() if deck is None else deck)
    course = _Course(
        game=game,
        deck=cards,
        seats=_possible(game, cards) if seats is None else tuple(seats),
        games=games,
        seed=seed,
        spec=spec,
        limit=_LIMIT,
    )
    ending = _verdict(course, "ends")
    if ending.broken:
        course = replace(course, limit=_ENDLESS_LIMIT)
    for name in names:
        if name == "ends":
            yield ending
        elif name == hash_seeds.NAME:
            yield _under_hash_seeds(course, ending)
        else:
            yield _verdict(course, name)


def _possible(game: Game[Any, Any], deck: Sequence[Card]) -> Sequence[int]:
    """The lowest numbers of seats that the game can be played with, a few of them; raises CannotStart without any."""
    possible: list[int] = []
    refused: CannotStart | None = None
    for seats in game.players[:_NUMBERS_OF_SEATS]:
        try:
            Match(game, deck, seats=seats, rng=Seeded(0))
        except CannotStart as error:
            refused = refused or error
            continue
        except Exception:
            # The promise about setting up will say what is wrong.
            possible.append(seats)
        else:
            possible.append(seats)
    if refused is not None and not possible:
        raise refused
    return possible


def _verdict(course: _Course, promise: str) -> Verdict:
    """Whether the game keeps a promise that can be looked at in this process."""
    played = actions = 0
    other: BrokenPromise | None = None
    for number, setting in enumerate(course.settings()):
        if course.games is None and actions > _ACTIONS and number >= len(course.seats):
            break
        broken, taken = endless(setting) if promise == "ends" else broken_by(setting, promise)
        actions += taken
        if broken is not None and broken.promise == promise:
            return Verdict(promise=promise, games=played, actions=actions, broken=shortest(broken, course.game))
        played += broken is None
        other = broken or other
    missed = other is not None and not played and (other.promise != "ends" or promise in _AT_THE_END)
    unseen = f"no game comes to its end, because the promise {other.promise} is broken" if other and missed else ""
    return Verdict(promise=promise, games=played, actions=actions, unseen=unseen)


def _under_hash_seeds(course: _Course, ending: Verdict) -> Verdict:
    """Whether the games are the same in processes with another hash seed."""
    name = hash_seeds.NAME
    if not course.spec:
        return Verdict(promise=name, unseen="it takes a game that another process can load")
    if ending.broken or ending.unseen:
        return Verdict(promise=name, unseen=ending.unseen or "the promise ends is broken")
    games = course.games or _HASHED_GAMES
    try:
        hash_seeds.same_log_under_hash_seeds(
            course.spec,
            options=course.game.model_dump(mode="json"),
            deck=course.deck,
            seats=course.seats[0],
            games=games,
            seed=course.seed,
            max_actions=course.limit,
        )
    except BrokenPromise as broken:
        return Verdict(promise=name, games=games, broken=broken)
    except CannotLoad as error:
        return Verdict(promise=name, unseen=error.reason)
    return Verdict(promise=name, games=games)
