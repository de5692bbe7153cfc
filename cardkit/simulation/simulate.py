"""Many games by a kernel, a compiled twin or the rules: what each comes to, a summary, and what will become of one."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Container, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from inspect import isclass
from pathlib import Path
from traceback import format_exception
from typing import Any, Protocol, TypeVar

from cardkit.core.cards import Card
from cardkit.core.errors import CannotStart, CardkitError, GameFault, UnknownName, is_raised_by_author, told
from cardkit.core.game import Game
from cardkit.core.results import Result
from cardkit.core.texts import counted
from cardkit.play.terminal import aside, telling_of_long_games
from cardkit.plugins.people import Guarded, guarding
from cardkit.plugins.plugin import Plugin, plain_names
from cardkit.plugins.registry import is_any, load_game, load_player
from cardkit.plugins.sayings import result_lines
from cardkit.plugins.setup import AnyPlayer, Setup, dealing, name_of, player_chance
from cardkit.records.record import Entry, Record, entries, header_of, record_text, step_of
from cardkit.simulation.batch import Batch, Count, NotExact, batch_of, empty_of, summary_of
from cardkit.simulation.summary import Outcome, Rows, Summary, plain_scores
from cardkit.simulation.workers import by_threads, driven, is_news, runs
from cardkit.table.match import Match
from cardkit.table.native.engine import (
    MOST,
    HandedBack,
    NativeTwin,
    TwinGame,
    Variant,
    facts_of,
    place_of,
    put_aside,
    twin_of,
)
from cardkit.table.native.making import GAMES_MORE, compare_more
from cardkit.table.native.reading import Untranslatable
from cardkit.table.turns import Table, drawn_by_lot, is_steady

P = TypeVar("P")

MOST_NUMBERS = 8
"""Of so many numbers of seats, from the fewest on, some are compared: hardly a deck is enough for more."""


def ways_of(plugin: Plugin) -> list[Variant]:
    """The ways to play a game that a twin is compared in: each rule set, and some numbers of seats."""
    numbers = list(plugin.game.players[:MOST_NUMBERS])
    more = dict.fromkeys((*numbers[:2], numbers[len(numbers) // 2], numbers[-1]))
    setups = [Setup.of(plugin, seats=("random",) * number) for number in more]
    setups += [setups[0].having(rules=rules) for rules in plugin.rule_sets[1:]]
    return [_way(setup) for setup in setups]


class NoTwin(CardkitError):
    """A compiled twin was asked for, and there is none that plays these games."""

    game: str
    reason: str
    sentence = "no compiled twin plays these games of {game}: {reason}"


def _way(setup: Setup) -> Variant:
    return Variant(setup.game, len(setup.sitting), setup.pile)


def why_no_twin(setup: Setup) -> str | None:
    """Why no twin plays these games; None where one does, which may be compared with the rules first."""
    for player in setup.sitting:
        if not is_any(player, setup.plugin):
            return "a twin knows the player random alone, who is ai as well where the game has none of its own"
    way = _way(setup)
    try:
        facts = facts_of(place_of(type(setup.game)))
    except (Untranslatable, OSError, SyntaxError) as error:
        return str(error)
    if not facts.get("compared"):
        if facts.get("wrong"):
            return f"its twin plays otherwise than the rules: {facts['wrong']}"
        if facts.get("refused"):
            return f"it can't be compiled: {facts['refused']}"
        return f"there is no twin of it; cardkit compile {setup.source or setup.game.name} makes one"
    if way.key not in facts["compared"]:
        first = "as it was not yet played compiled with these options, seats and cards"
        aside(f"note: {setup.game.name} is compared with its rules in {counted(GAMES_MORE, 'game')} first, {first}")
        if reason := compare_more(way, GAMES_MORE):
            return reason
    return None if twin_of(way) else "its twin can't be loaded"


def engine_of(setups: Iterable[Setup], wanted: str) -> str:
    """What plays such games where there are no kernels: `compiled`, where a twin plays them all, or `rules`.

    Raises UnknownName, and NoTwin where a twin is wanted and there is none.
    """
    if wanted not in ("auto", "rules", "compiled"):
        raise UnknownName("engine", wanted, ("auto", "rules", "compiled"))
    for setup in setups if wanted != "rules" else ():
        if reason := why_no_twin(setup):
            if wanted == "compiled":
                raise NoTwin(setup.game.name, reason)
            return "rules"
    return "rules" if wanted == "rules" else "compiled"


def played_by_twin(setup: Setup, twin: NativeTwin, number: int | None, most: int = MOST) -> TwinGame:
    """The game of that number as a twin has it; raises what its rules raise, or HandedBack."""
    seed = setup.seed_of(number)
    play = twin.begin(
        _way(setup),
        setup.pile_of(number),
        dealing(setup.rng, seed),
        [player_chance(seed, seat) for seat in range(len(setup.sitting))],
        lot=partial(drawn_by_lot, seed),
        told=setup.laid(number),
        most_turns=setup.most_turns,
        most=most,
    )
    if setup.given:
        setup.given_deal.check(twin.lying(play))
    return twin.finish(play)


def by_twin(batch: Batch, number: int, twin: NativeTwin) -> Outcome:
    """What came of the game of that number as a twin has it; raises what its rules raise, or HandedBack."""
    played = played_by_twin(batch.setup, twin, number)
    if batch.setup.every_deal and played.hangs_on_chance:
        raise HandedBack("chance")
    result, winners = played.result, tuple(played.result.winners)
    figures = batch.figures_of(played.state, winners)
    scores = () if result.scores == plain_scores(winners, batch.seats) else result.scores
    return Outcome(number, result.how, winners, played.length, None, figures, scores)


class TwinFirst:
    """Plays games by the twin of their rules where there is one, and by the rules what it hands back.

    A twin that raises an error in a game that the rules play to its end is used no more, which is said.
    """

    def __init__(self, setup: Setup, engine: str) -> None:
        self._setup = setup
        self._twin = twin_of(_way(setup)) if engine == "compiled" else None

    def played(
        self,
        number: int | None,
        by_twin: Callable[[NativeTwin], P],
        by_rules: Callable[[], P],
        is_sound: Callable[[P], bool] = lambda played: True,
    ) -> P:
        """What comes of the game of that number, which is sound where no player broke it off; raises what rules do."""
        wrong: Exception | None = None
        if self._twin is not None:
            try:
                return by_twin(self._twin)
            except HandedBack:
                pass
            except Exception as error:
                wrong = error
        found = by_rules()
        if wrong is not None and is_sound(found):
            which = "the game" if number is None else f"game {number}"
            reason = f"{which} of seed {self._setup.seed or 0}: {type(wrong).__name__}: {wrong}"
            put_aside(_way(self._setup), reason)
            name = self._setup.game.name
            aside(f"the twin of {name} raised what its rules don't, and is used no more: {reason}")
            self._twin = None
        return found


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How the games of a batch are to be played."""

    batch: Batch
    engine: str = "rules"
    """By what they are played: rules, compiled, kernel or both."""
    goes_on: bool = False
    """Whether the games after one that a player or a rule broke off are played."""
    keeps_rows: bool = False


@dataclass(frozen=True, kw_only=True)
class Failure:
    """A game that a player or a rule broke off by an error."""

    game: int
    seed: int
    reason: str
    record: str
    """The text of the game's record up to there."""
    traceback: str
    """Where the error came from, as Python tells it."""


@dataclass(kw_only=True)
class BatchPart:
    """What a run of games came to."""

    first: int
    games: int
    summary: Summary
    rows: Rows | None = None
    groups: dict[float, Summary] = field(default_factory=dict[float, Summary])
    """The summaries of the games that are alike in the figure they are told apart by."""
    failures: list[Failure] = field(default_factory=list[Failure])


def play_part(plan: Plan, first: int, games: int, halt: array[int] | None = None) -> BatchPart:
    """Play so many games from this one on; up to the first that fails, unless the plan goes on.

    Where a kernel plays, another thread can end it early by setting the first number of `halt` to another one than 0.
    """
    batch = plan.batch
    failures: list[Failure] = []
    has_kernel = plan.engine in ("kernel", "both")
    rows = by_kernel(batch, first, games, halt) if has_kernel else Rows(batch.seats, batch.figures)
    numbers = range(first, first + games)
    wanted = batch.fitting(numbers)
    if has_kernel and len(wanted) < games:
        rows = rows.chosen([number - first for number in wanted])
    if plan.engine == "both":
        for kernels in rows:
            with guarding(batch.game.name):
                same_by_rules(batch, kernels)
    elif not has_kernel:
        by_rules(plan, wanted, rows, failures)
    for one in batch.where:
        if isinstance(one.figure, Count):
            rows = rows.chosen([place for place, number in enumerate(one.figure.of(rows)) if one.holds(number)])
    summary = summary_of(batch, rows)
    summary.failed = len(failures)
    return BatchPart(
        first=first,
        games=games,
        summary=summary,
        rows=rows if plan.keeps_rows else None,
        groups=groups_of(batch, rows),
        failures=failures,
    )


def groups_of(batch: Batch, rows: Rows) -> dict[float, Summary]:
    """The summaries of the games that are alike in a figure, where they are told apart by one and have it."""
    if batch.by is None:
        return {}
    found: dict[float, list[int]] = {}
    for place, value in enumerate(batch.figures_of_games(batch.by, rows)):
        if value is not None:
            found.setdefault(value, []).append(place)
    return {value: summary_of(batch, rows.chosen(found[value])) for value in sorted(found)}


def by_kernel(batch: Batch, first: int, games: int, halt: array[int] | None = None) -> Rows:
    """The games as the kernel plays them."""
    rows = Rows(batch.seats, batch.figures, games)
    kernel = batch.setup.plugin.kernel
    if kernel is not None:
        twin, flag = kernel().twin(batch), halt or array("q", [0])
        if batch.setup.names_deals:
            twin.play_deals(first, deals_of(batch, twin, first, games), rows, flag)
        else:
            twin.play(first, rows, flag)
    return rows


def deals_of(batch: Batch, twin: Any, first: int, games: int) -> array[int]:
    """So many decks as it is said how they lie, each with its top card first, in the numbers of a kernel's twin."""
    if batch.dealing is not None:
        return batch.dealing.deals(first, games, twin.numbers(batch.setup.pile))
    decks = map(batch.setup.lying, range(first, first + games))
    return array("q", (number for deck in decks for number in twin.numbers(deck[::-1])))


def by_rules(plan: Plan, numbers: Sequence[int], rows: Rows, failures: list[Failure]) -> None:
    """Add the games as the rules have them to the rows, and those that fail to the failures.

    A compiled twin of the rules plays those that it can.
    """
    batch = plan.batch
    first = TwinFirst(batch.setup, plan.engine)
    source = batch.setup.source or batch.game.name
    is_news_of_it = partial(is_news, (batch.game.name, batch.seed))
    with telling_of_long_games(batch.game.counts, source, is_news_of_it) as under_way:
        for number in numbers:
            under_way[:] = [f"game {number}"]
            try:
                by_the_rules = partial(_outcome, batch, number, under_way)
                rows.add(first.played(number, partial(by_twin, batch, number), by_the_rules))
            except BaseException as error:
                if isinstance(error, KeyboardInterrupt | NotExact) and not is_raised_by_author(error):
                    raise
                failures.append(failure(batch, number, error))
                if not plan.goes_on:
                    return


def _outcome(batch: Batch, number: int, under_way: list[Any]) -> Outcome:
    return played(batch, number, under_way)[0]


def same_by_rules(batch: Batch, kernels: Outcome) -> Match[Any, Any]:
    """A game of the kernel's by the rules, at its end; raises GameFault where it ends in another way."""
    outcome, match = played(batch, kernels.game)
    if outcome != kernels:
        raise GameFault(batch.game.name, f"by the rules {outcome}, by the kernel {kernels}")
    return match


def played(batch: Batch, number: int, under_way: list[Any] | None = None) -> tuple[Outcome, Match[Any, Any]]:
    """The game of that number as the rules have it, and the match at its end."""
    match = batch.match(number)
    if under_way is not None:
        under_way.append(match)
    result = Table(match, batch.seated(number), seed=batch.seed_of(number), most_turns=batch.setup.most_turns).run()
    if batch.setup.every_deal and match.draws:
        raise NotExact(batch.game.name, "in this deal something is left to chance, so that no count of deals is exact")
    state = match.state
    figures = batch.figures_of(state, result.winners)
    scores = () if result.scores == plain_scores(result.winners, batch.seats) else result.scores
    return Outcome(number, result.how, result.winners, match.length, result.cycle, figures, scores), match


def failure(batch: Batch, number: int, error: BaseException) -> Failure:
    """The failure of a game, with the record of what was played, for which the game is played once more."""
    log: list[Entry] = []
    try:
        played_again(batch, number, log)
    except Exception as again:
        error = again
        reason = str(error) if isinstance(error, CardkitError) else told(error)
    else:
        reason = f"{told(error)}, but not when the game was played once more"
    record = record_of(batch, number).model_copy(update={"log": tuple(log)})
    return Failure(
        game=number,
        seed=batch.seed_of(number),
        reason=reason,
        record=record_text(record),
        traceback="".join(format_exception(error)),
    )


def played_again(batch: Batch, number: int, log: list[Entry]) -> None:
    """Play the game of that number, and put down its actions; raises the fault of whoever breaks it off."""
    players = batch.guarded(number)
    with guarding(batch.game.name, players):
        match = batch.match(number)
        log += entries(None, match.outcomes)
        table = Table(match, players, seed=batch.seed_of(number), most_turns=batch.setup.most_turns)
        table.record(lambda played: log.extend(step_of(played, match.outcomes))).run()


def record_of(batch: Batch, number: int) -> Record:
    """The record of a game before its first step."""
    return header_of(batch.setup.having(number=number))


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


@dataclass(frozen=True, kw_only=True)
class Forecast:
    """How a game will end."""

    result: Result
    length: int
    """Its rounds or turns; of an endless game, those before the first position that comes back."""
    game: Game[Any, Any]
    names: tuple[str, ...]
    is_compiled: bool = False
    """Whether a compiled twin of the rules has played it."""

    def lines(self) -> list[str]:
        """The end in words, after what played it where that was not the rules."""
        told = result_lines(self.result, self.length, self.game.counts, self.names, self.game.scored_in)
        return [*["compiled"] * self.is_compiled, *told]

    def as_json(self) -> dict[str, Any]:
        """The end as JSON has it."""
        cycle = self.result.cycle
        return {
            "result": self.result.how.value,
            "winners": [self.names[seat] for seat in self.result.winners],
            f"{self.game.counts}s": self.length,
            "first": cycle.first if cycle else None,
            "again": cycle.again if cycle else None,
            "cycle": cycle.length if cycle else None,
        }


def forecast_of(setup: Setup, engine: str = "rules") -> Forecast:
    """How the game of a deck file will end; raises CannotStart where that is left to chance and no seed is given.

    What a twin leaves to the rules they play, as simulations have it.
    """
    game, places = setup.game, tuple(map(name_of, setup.sitting))
    if "human" in places:
        raise CannotStart(game.name, "what a person will do can't be forecast: a seat is ai or another player")
    names = setup.pack.names if len(setup.pack.names) == len(places) else plain_names(len(places))

    def by_twin(twin: NativeTwin) -> Forecast:
        played = played_by_twin(setup, twin, None)
        if setup.seed is None and played.hangs_on_chance:
            raise HandedBack("chance")
        return Forecast(result=played.result, length=played.length, game=game, names=names, is_compiled=True)

    def by_rules() -> Forecast:
        players = [
            Guarded(load_player(place, setup.plugin, player_chance(setup.seed or 0, seat)), seat, place)
            for seat, place in enumerate(places)
        ]
        with guarding(game.name, players):
            match = setup.match()
            result = Table(match, players, most_turns=setup.most_turns).run()
        if setup.seed is None:
            _refuse_chance(game.name, match.draws, players)
        return Forecast(result=result, length=match.length, game=game, names=names)

    return TwinFirst(setup, engine_of([setup], engine)).played(None, by_twin, by_rules)


def _refuse_chance(game: str, draws: int, players: Sequence[Guarded]) -> None:
    """Raise CannotStart where the game might end in another way by another seed, saying by whom."""
    free = [player for player in players if player.had_a_choice and not is_steady(player)]
    if draws or free:
        whose = "this game is" if draws else f"what seat {free[0].seat}, {free[0].name}, chooses is"
        instead = "give its --seed, or ask `cardkit simulate` how often it ends how"
        raise CannotStart(game, f"{whose} left to chance: {instead}")
