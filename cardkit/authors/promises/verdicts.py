"""A game looked at promise by promise, so that each is said to be kept or broken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from cardkit.authors.promises import hash_seeds
from cardkit.authors.promises.lengths import Ending, ending
from cardkit.authors.promises.promise import BrokenPromise, chosen
from cardkit.authors.promises.random_games import TrialSetup, shuffled
from cardkit.authors.promises.shortest import broken_by, shortest
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
_HASHED_CUT = 2
_NUMBERS_OF_SEATS = 5
_LIMIT = 5_000
"""A game of more actions is long, and is taken for one that never ends after ten times as many."""
_LONG_LIMIT = 800
"""Up to so many actions a long game is looked at for the other promises."""
_ENDLESS_LIMIT = 300
"""The same for a game that never ends."""
_SCORES = "one-score-a-seat"


Word = Literal["ok", "broken", "open", "long"]
WORDS: tuple[Word, ...] = get_args(Word)


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """Whether a game keeps one promise, as far as could be seen."""

    promise: str
    games: int = 0
    """How many games were looked at."""
    actions: int = 0
    broken: BrokenPromise | None = None
    """The shortest game found that breaks the promise, or None."""
    unseen: str = ""
    """Why the promise couldn't be looked at; empty where it was."""
    long: str = ""
    """What is to be told of a game that ends, but not soon; empty where it does."""

    @property
    def word(self) -> Word:
        """`ok`, `broken`, `long`, or `open` where the promise couldn't be looked at."""
        return "broken" if self.broken else "open" if self.unseen else "long" if self.long else "ok"


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
    is_cut: bool = False
    perform: Callable[[TrialSetup], TrialSetup] | None = None
    """Lets players choose what is done in a game; None where it is played at random."""

    def settings(self) -> Iterator[TrialSetup]:
        """The games, the deck as it is once for each number of seats, and then shuffled."""
        for number in range(max(self.games or _GAMES, len(self.seats))):
            own_seed = mix64(self.seed, number)
            setting = TrialSetup(
                game=self.game,
                deck=self.deck if number < len(self.seats) else shuffled(self.deck, own_seed),
                seats=self.seats[number % len(self.seats)],
                seed=own_seed,
                max_actions=self.limit,
                is_cut=self.is_cut,
            )
            yield self.perform(setting) if self.perform else setting

    def within(self, actions: int, number: int) -> bool:
        """Whether another game is begun, after so many actions in so many games."""
        return self.games is not None or actions <= _ACTIONS or number < len(self.seats)


def verdicts(
    game: Game[Any, Any],
    *,
    deck: Iterable[Card] | None = None,
    seats: Iterable[int] | None = None,
    games: int | None = None,
    seed: int = 1,
    promises: Iterable[str] | None = None,
    spec: str = "",
    perform: Callable[[TrialSetup], TrialSetup] | None = None,
) -> Iterator[Verdict]:
    """A verdict on each promise, or on those that are named, in their order.

    For each of them random games are played, at least one for each number of seats: as many as `games` says, or as many
    as take a few seconds. By `spec`, the name, path or `module:Class` of the game, other processes can load it, which
    the promise about hash seeds takes. By `perform` the games are those that players played. Raises CannotStart and
    UnknownName as `check_game` does.
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
        perform=perform,
    )
    ends, scores = _endings(course)
    if ends.broken or ends.long:
        course = replace(course, limit=_ENDLESS_LIMIT if ends.broken else _LONG_LIMIT, is_cut=True)
    apart = ("ends", _SCORES, hash_seeds.NAME)
    kept = _all_kept(course, [name for name in names if name not in apart])
    for name in names:
        if name in (ends.promise, scores.promise):
            yield ends if name == ends.promise else scores
        elif name == hash_seeds.NAME:
            yield _under_hash_seeds(course, ends)
        else:
            yield replace(kept, promise=name) if kept else _verdict(course, name)


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


def _endings(course: _Course) -> tuple[Verdict, Verdict]:
    """Whether the game ends, and whether its scores are right where it does."""
    found: list[Ending] = []
    for number, setting in enumerate(course.settings()):
        if not course.within(sum(one.actions for one in found), number):
            break
        found.append(ending(setting))
        if found[-1].long or (found[-1].broken and found[-1].broken.promise == "ends"):
            break
    games, actions = len(found), sum(one.actions for one in found)
    others = [one.broken for one in found if one.broken]
    endless = next((broken for broken in others if broken.promise == "ends"), None)
    told = [*(one.scores for one in found if one.scores), *(one for one in others if one.promise == _SCORES)]
    wrong = next(iter(told), None)
    is_over = any(one.is_over for one in found)
    long = next((one.long for one in found if one.long), "")
    unseen = _because(others[0].promise) if others and not is_over else "" if is_over else f"no game is over: {long}"
    return (
        Verdict(
            promise="ends",
            games=games,
            actions=actions,
            broken=endless,
            long=long,
            unseen="" if endless or long else unseen,
        ),
        Verdict(promise=_SCORES, games=games, actions=actions, broken=_shorter(course, wrong), unseen=unseen),
    )


def _all_kept(course: _Course, promises: Sequence[str]) -> Verdict | None:
    """The verdict on each of these promises, where all are kept in the same games; None where one is broken."""
    played = actions = 0
    for number, setting in enumerate(course.settings()):
        if not course.within(actions, number):
            break
        broken, taken = broken_by(setting, *promises)
        if broken is not None:
            return None
        played, actions = played + 1, actions + taken
    return Verdict(promise="", games=played, actions=actions)


def _shorter(course: _Course, broken: BrokenPromise | None) -> BrokenPromise | None:
    return broken and shortest(broken, course.game)


def _because(promise: str) -> str:
    return f"no game comes to its end, because the promise {promise} is broken"


def _verdict(course: _Course, promise: str) -> Verdict:
    """Whether the game keeps a promise that can be looked at in this process."""
    played = actions = 0
    other: BrokenPromise | None = None
    for number, setting in enumerate(course.settings()):
        if not course.within(actions, number):
            break
        broken, taken = broken_by(setting, promise)
        actions += taken
        if broken is not None and broken.promise == promise:
            return Verdict(promise=promise, games=played, actions=actions, broken=shortest(broken, course.game))
        played += broken is None
        other = broken or other
    unseen = _because(other.promise) if other is not None and not played else ""
    return Verdict(promise=promise, games=played, actions=actions, unseen=unseen)


def _under_hash_seeds(course: _Course, ends: Verdict) -> Verdict:
    """Whether the games are the same in processes with another hash seed."""
    name = hash_seeds.NAME
    if not course.spec:
        return Verdict(promise=name, unseen="it takes a game that another process can load")
    if ends.unseen:
        return Verdict(promise=name, unseen=ends.unseen)
    games = course.games or (_HASHED_CUT if course.is_cut else _HASHED_GAMES)
    try:
        hash_seeds.same_log_under_hash_seeds(
            course.spec,
            options=course.game.model_dump(mode="json"),
            deck=course.deck,
            seats=course.seats[0],
            games=games,
            seed=course.seed,
            max_actions=_LONG_LIMIT if course.perform else course.limit,
            is_cut=course.is_cut or course.perform is not None,
        )
    except BrokenPromise as broken:
        return Verdict(promise=name, games=games, broken=broken)
    except CannotLoad as error:
        return Verdict(promise=name, unseen=error.reason)
    return Verdict(promise=name, games=games)
