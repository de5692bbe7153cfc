"""Many games without ceremony, by the kernel where there is one: a summary of them, or one outcome after the other."""

from __future__ import annotations

from array import array
from collections.abc import Container, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from inspect import isclass
from pathlib import Path
from typing import Any, Protocol

from cardkit.core.cards import Card
from cardkit.core.errors import CardkitError, GameFault, UnknownName
from cardkit.core.game import Game
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.registry import load_game
from cardkit.plugins.setup import AnyPlayer, Setup
from cardkit.simulation.batch import Batch, batch_of, empty_of
from cardkit.simulation.runs import BatchPart, Failure, Plan, by_kernel, engine_of, play_part, same_by_rules
from cardkit.simulation.summary import Outcome, Rows, Summary
from cardkit.simulation.workers import by_threads, driven, runs

ENGINES = ("auto", "rules", "compiled", "kernel", "both")


class Twin(Protocol):
    """A kernel that is set to the games of one batch; each thread has one of its own."""

    def play(self, first: int, rows: Rows, halt: array[int], /) -> None:
        """Play the games from this one on and fill the rows, as many as there are; other threads run meanwhile.

        Where scores say more than who won, it adds those of all games.

        When one of them sets the first number of `halt` to another one than 0, it soon leaves the rest.
        """
        ...

    def numbers(self, cards: Iterable[Card], /) -> list[int]:
        """The number that the kernel has for each of these cards."""
        ...

    def play_deals(self, first: int, deals: array[int], rows: Rows, halt: array[int], /) -> None:
        """Do the same with decks of these numbers as they lie, each with its top card first, in the place of shuffled
        ones.
        """
        ...

    def piles(self, number: int, /) -> list[list[Card]]:
        """What the piles of the state hold when the game of that number has ended, in the order of the state."""
        ...


class Kernel(Protocol):
    """What a plugin's `kernel` returns."""

    compiled: bool
    """Whether it runs at the speed of compiled code."""
    knows: Container[str]
    """What it knows of `most_turns`, a limit of turns, and `deals`, which are cards that are given, and all deals."""

    def deals_by_place(self, batch: Batch, /) -> bool:
        """Whether it hangs on the places of the cards alone what is dealt where."""
        ...

    def refusal(self, batch: Batch, /) -> str | None:
        """Why it can't play these games, or None where it can."""
        ...

    def twin(self, batch: Batch, /) -> Twin:
        """A twin for these games."""
        ...


class NoKernel(CardkitError):
    """A kernel was asked for, and there is none that plays these games."""

    game: str
    reason: str
    sentence = "no kernel plays these games of {game}: {reason}"


def kernel_of(batch: Batch) -> Kernel:
    """The kernel that plays these games; raises NoKernel where there is none."""
    if batch.setup.plugin.kernel is None:
        raise NoKernel(batch.game.name, "the game has none; --engine rules plays it")
    kernel: Kernel = batch.setup.plugin.kernel()
    if batch.setup.most_turns is not None and "most_turns" not in kernel.knows:
        raise NoKernel(batch.game.name, "it knows no limit of turns")
    if batch.setup.names_deals and "deals" not in kernel.knows:
        raise NoKernel(batch.game.name, "it shuffles by itself, and is given no decks")
    reason = kernel.refusal(batch)
    if reason is not None:
        raise NoKernel(batch.game.name, reason)
    return kernel


def chosen_engine(batch: Batch, wanted: str) -> tuple[str, str]:
    """The engine to play these games by, and what a person should know about it, if anything.

    Raises UnknownName, and NoKernel or NoTwin where a kernel or a twin is wanted and there is none.
    """
    if wanted not in ENGINES:
        raise UnknownName("engine", wanted, ENGINES)
    if wanted in ("kernel", "both"):
        kernel_of(batch)
        return wanted, ""
    note = ""
    if wanted == "auto" and batch.setup.plugin.kernel is not None:
        try:
            if kernel_of(batch).compiled:
                return "kernel", ""
            note = (
                "the kernels were not compiled when cardkit was installed, for want of a C compiler, so that the games "
                "are played by the rules, which takes much longer"
            )
        except NoKernel as error:
            note = f"{error}; they are played by the rules, which takes longer"
    engine = engine_of([batch.setup], wanted)
    return engine, note if engine == "rules" else ""


def check_kernel(batch: Batch, games: int, *, first: int = 0) -> None:
    """Play games by the rules and by the kernel; raises GameFault at the first that differs.

    They may not differ in the last card that lies anywhere at the end, where the kernel deals by itself.
    """
    twin = kernel_of(batch).twin(batch)
    for number in range(first, first + games):
        piles = [pile.cards for pile in same_by_rules(batch, next(iter(by_kernel(batch, number, 1)))).state.piles()]
        if not batch.setup.names_deals and twin.piles(number) != piles:
            shown = " | ".join(" ".join(map(str, pile)) for pile in piles)
            reason = f"game {number} leaves other piles by the kernel than by the rules: {shown}"
            raise GameFault(batch.game.name, reason)


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
    summary = empty_of(games)
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
