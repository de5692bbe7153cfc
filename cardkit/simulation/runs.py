"""Playing a run of a batch's games with nobody watching: by the rules, by their compiled twin, or by a kernel."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from threading import Event, Thread
from traceback import format_exception
from typing import Any, TypeVar

from cardkit.core.errors import CardkitError, GameFault, UnknownName, is_raised_by_author, told
from cardkit.core.texts import counted
from cardkit.play.terminal import aside
from cardkit.plugins.people import guarding
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.registry import is_any
from cardkit.plugins.setup import Setup, dealing, player_chance
from cardkit.records.record import Entry, Record, entries, header_of, record_text, step_of
from cardkit.simulation.batch import Batch, Count, NotExact, summary_of
from cardkit.simulation.summary import Outcome, Rows, Summary, plain_scores
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
from cardkit.table.turns import Table, drawn_by_lot

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
    with _telling_of_long_games(batch) as under_way:
        for number in numbers:
            under_way[:] = [number]
            try:
                by_the_rules = partial(_outcome, batch, number, under_way)
                rows.add(first.played(number, partial(by_twin, batch, number), by_the_rules))
            except BaseException as error:
                if isinstance(error, KeyboardInterrupt | NotExact) and not is_raised_by_author(error):
                    raise
                failures.append(failure(batch, number, error))
                if not plan.goes_on:
                    return


_PATIENCE = 10.0
"""After so many seconds something is said of a game that is not over."""
_TOLD: set[tuple[str, int]] = set()
"""The games with their seeds of which it was."""


@contextmanager
def _telling_of_long_games(batch: Batch) -> Generator[list[Any]]:
    """Takes the number of the game that is played, and its match, and says so once where it goes on and on."""
    under_way, over, what = list[Any](), Event(), (batch.game.name, batch.seed)

    def watch() -> None:
        before: list[Any] = []
        while not over.wait(_PATIENCE) and what not in _TOLD:
            number, *match = under_way or [None]
            if [number] == before:
                _TOLD.add(what)
                where = f", in {batch.game.counts} {match[0].number:,}" if match else ""
                check = f"cardkit check {batch.setup.source or what[0]} says whether games end"
                limit = f"--most-turns N cuts games off, and {check}"
                aside(f"note: game {number} is not over after {_PATIENCE:g} s{where}; {limit}")
            before = [number]

    if what not in _TOLD:
        Thread(target=watch, daemon=True).start()
    try:
        yield under_way
    finally:
        over.set()


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
