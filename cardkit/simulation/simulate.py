"""Many games without ceremony: a summary of them, or one outcome after the other."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from inspect import isclass
from pathlib import Path
from typing import Any

from cardkit.core.cards import Card
from cardkit.core.errors import CardkitError
from cardkit.core.game import Game
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.registry import load_game
from cardkit.plugins.setup import AnyPlayer, Setup
from cardkit.simulation.batch import Batch, batch_of
from cardkit.simulation.kernels import chosen_engine
from cardkit.simulation.runs import BatchPart, Failure, Plan, play_part
from cardkit.simulation.summary import Outcome, Rows, Summary
from cardkit.simulation.workers import by_threads, driven, runs

NUMBERS_A_PART = 200_000
"""How many whole numbers the rows of one part hold at most, in games that a kernel plays; where games are told apart
there are five times as many, so that those that are alike come together.
"""
GAMES_A_PART = 100
"""How many games a part has that are played by the rules."""

Playable = str | Plugin | type[Game[Any, Any]] | Game[Any, Any]
"""A game to simulate: its name, its plugin, its class, or the game with its options."""


class Original(Exception):
    """An error that was raised in another process, or in a game that nobody watched: its text is its traceback."""


class GameBrokenOff(CardkitError):
    """A player or a rule raised an error in the middle of a game; the failure has its seed and its record."""

    def __init__(self, failure: Failure, kept: str = "") -> None:
        super().__init__(failure, kept)
        self.failure = failure
        self.kept = kept
        """Where its record is, in a clause."""
        self.__cause__ = Original(f"\n{failure.traceback}")

    def __str__(self) -> str:
        told = f"game {self.failure.game} (seed {self.failure.seed}) was broken off: {self.failure.reason}"
        return f"{told}; {self.kept}" if self.kept else told


def batch(
    game: Playable,
    *,
    seed: int = 0,
    players: Sequence[AnyPlayer] | None = None,
    rules: str | None = None,
    options: Mapping[str, Any] | None = None,
    deck: str | Path | Sequence[Card] | None = None,
    rng: str = "",
    most_turns: int | None = None,
    given: Sequence[str] = (),
    where: Sequence[str] = (),
    by: str | None = None,
) -> Batch:
    """The games of a seed: game number k of it is the same whenever and wherever it is played.

    `players` are names or functions, one a seat; `deck` is a deck file or cards, the first on top. Games that are not
    over after `most_turns` turns or rounds are cut off. `given` are cards in their places, such as `seat 0: AC AD`;
    `where` conditions on deals, such as `aces of seat 0 = 4`, and `by` the figure that tells games apart.
    """
    plugin = _plugin(game)
    source = game if isinstance(game, str) else None
    own = {name: getattr(game, name) for name in game.model_fields_set} if isinstance(game, Game) else {}
    setup = Setup.of(
        plugin,
        rules,
        options={**own, **(options or {})},
        deck=deck,
        seats=None if players is None else tuple(players),
        rng=rng,
        seed=seed,
        given=tuple(given),
        most_turns=most_turns,
        source=source,
    )
    return batch_of(setup, where=where, by=by)


def _plugin(game: Playable) -> Plugin:
    if isinstance(game, str):
        return load_game(game)
    if isinstance(game, Plugin):
        return game
    kind = game if isclass(game) else type(game)
    return next((plugin for plugin in _installed() if plugin.game is kind), Plugin(game=kind))


def _installed() -> Iterator[Plugin]:
    from cardkit.plugins.registry import installed

    for name in installed():
        try:
            yield load_game(name)
        except CardkitError:
            continue


def simulate(
    game: Playable,
    *,
    n: int,
    seed: int = 0,
    players: Sequence[AnyPlayer] | None = None,
    rules: str | None = None,
    options: Mapping[str, Any] | None = None,
    deck: str | Path | Sequence[Card] | None = None,
    rng: str = "",
    most_turns: int | None = None,
    jobs: int = 1,
    engine: str = "auto",
) -> Summary:
    """The summary of n games, the same to the last digit for any number of jobs.

    Raises GameBrokenOff where a player or a rule raises an error.

    >>> summary = simulate("war", n=50, seed=7)
    >>> summary.games, sum(summary.wins) + summary.draws + summary.endless
    (50, 50)
    """
    games = batch(
        game, seed=seed, players=players, rules=rules, options=options, deck=deck, rng=rng, most_turns=most_turns
    )
    summary = Summary.empty(games.seats, games.figures, games.sides)
    for part in parts(Plan(batch=games, engine=chosen_engine(games, engine)[0]), n, jobs=jobs):
        for failure in part.failures:
            raise GameBrokenOff(failure)
        summary.add(part.summary)
    return summary


def blocks(games: Batch, n: int, *, jobs: int = 1, engine: str = "auto") -> Iterator[Rows]:
    """The first n games of a batch as blocks of rows, in order, for statistics of one's own."""
    plan = Plan(batch=games, engine=chosen_engine(games, engine)[0], keeps_rows=True)
    with closing(parts(plan, n, jobs=jobs)) as found:
        for part in found:
            for failure in part.failures:
                raise GameBrokenOff(failure)
            if part.rows is not None:
                yield part.rows


def outcomes(games: Batch, n: int, *, jobs: int = 1, engine: str = "auto") -> Iterator[Outcome]:
    """How the first n games of a batch ended, one after the other.

    >>> [outcome.length for outcome in outcomes(batch("war", seed=7), 3)] == [
    ...     outcome.length for outcome in outcomes(batch("war", seed=7), 5)
    ... ][:3]
    True
    """
    for rows in blocks(games, n, jobs=jobs, engine=engine):
        yield from rows


def parts(plan: Plan, n: int, *, jobs: int = 1, cluster: str | None = None, first: int = 0) -> Generator[BatchPart]:
    """So many games from `first` on in parts, in order; what has been played can be used before the rest is.

    Where the plan doesn't go on after a failure, the part that has it is the last.
    """
    games = plan.batch
    width = len(Rows(games.seats, games.figures).columns)
    most = NUMBERS_A_PART if games.by is None else 5 * NUMBERS_A_PART
    size = GAMES_A_PART if plan.engine != "kernel" else max(1, most // width)
    size = min(size, max(1, n))
    shares = ((first + start, count) for start, count in runs(n, size))
    play, jobs = partial(play_part, plan), 1 if n <= size else jobs
    is_threaded = plan.engine == "kernel" and cluster is None
    every = by_threads(play, shares, jobs) if is_threaded else driven(play, shares, jobs=jobs, cluster=cluster)
    with closing(every) as found:
        for part in found:
            yield part
            if part.failures and not plan.goes_on:
                return
