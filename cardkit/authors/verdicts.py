"""A game looked at promise by promise, so that each is said to be kept, or broken and shown by a short game."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.util import find_spec
from itertools import zip_longest
from operator import gt
from pathlib import Path
from typing import Any, Literal, get_args

from cardkit.authors.examined import When
from cardkit.authors.laws import KNOWN_PROMISES, LAWS, PROMISES, broken_by, chosen, examined
from cardkit.authors.trial import (
    Breach,
    BrokenPromise,
    Explorer,
    LinesRun,
    OutOfTime,
    RandomPlay,
    Stage,
    StepClock,
    TrialSetup,
    is_by_hand,
    log_of,
    raised,
    shuffled,
    wrong_scores,
)
from cardkit.core.cards import Card, standard52
from cardkit.core.chance.generators import mix64
from cardkit.core.errors import CannotLoad, CannotStart
from cardkit.core.events import plain
from cardkit.core.game import Game
from cardkit.core.results import How
from cardkit.core.state import scores_of
from cardkit.core.texts import counted, listed
from cardkit.play.terminal import reserved, write_line
from cardkit.plugins.registry import load_game
from cardkit.plugins.setup import machines
from cardkit.records.record import Record, cards_text

UNDER_HASH_SEEDS = "same-log-under-hash-seeds"
_CHILD = "from cardkit.authors.verdicts import write_logs; write_logs()"

Log = list[dict[str, Any]]
"""Events as JSON has them."""


def same_log_under_hash_seeds(
    spec: str,
    *,
    options: Mapping[str, Any] | None = None,
    deck: Iterable[Card] | None = None,
    seats: int | None = None,
    games: int = 10,
    seed: int = 1,
    max_actions: int = 100_000,
) -> None:
    """Play random games under PYTHONHASHSEED=0 and again under 1; raises BrokenPromise, of the shortest
    game where there are several, where two logs differ.

    The game is given as `cardkit play` takes it: the name of an installed one, the path of a file, or `module:Class`.
    Without a deck, the game's own is used; without a number of seats, the usual one. The deck is shuffled for every
    game but the first. A game that takes more than `max_actions` is compared up to there. Raises CannotLoad where the
    games can't be played at all.
    """
    plugin = load_game(spec)
    game = plugin.game.with_options(options or {})
    cards = list((plugin.deck or standard52)() if deck is None else deck)
    settings = [
        TrialSetup(
            game=game,
            deck=shuffled(cards, own_seed) if number else cards,
            seats=len(machines(plugin)) if seats is None else seats,
            seed=own_seed,
            max_actions=max_actions,
            is_cut=True,
        )
        for number, own_seed in enumerate(mix64(seed, number) for number in range(games))
    ]
    logs = [_logs(spec, dict(options or {}), settings, hash_seed) for hash_seed in ("0", "1")]
    compared = [_compared(*each) for each in zip(settings, *logs, strict=True)]
    differing = [broken for broken in compared if broken is not None]
    if differing:
        raise min(differing, key=lambda broken: len(broken.actions))


def _logs(spec: str, options: dict[str, Any], settings: Sequence[TrialSetup], hash_seed: str) -> list[Log]:
    """The logs of these games, played in a Python process with this hash seed, which loads the game by itself."""
    parts = [{**vars(setting), "game": None} for setting in settings]
    done = subprocess.run(
        [sys.executable, "-c", _CHILD],
        input=pickle.dumps((spec, options, parts)),
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        check=False,
    )
    if done.returncode:
        last = (done.stderr.decode(errors="replace").strip().splitlines() or ["no reason given"])[-1]
        raise CannotLoad(spec, f"it failed under PYTHONHASHSEED={hash_seed}: {last}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def _compared(setting: TrialSetup, log: Log, again: Log) -> BrokenPromise | None:
    """What is to be told where two logs of a game differ, or None."""
    for place, (event, other) in enumerate(zip_longest(log, again)):
        if event != other:
            reason = f"event {place + 1} is {event} under PYTHONHASHSEED=0, and {other} under 1"
            actions = [event["action"] for event in log[:place] if event["event"] == "acted"]
            return setting.broken(UNDER_HASH_SEEDS, reason, actions)
    return None


def write_logs() -> None:
    """Play the games that standard input asks for, and write the events of each to standard output, a line a game."""
    spec, options, settings = pickle.load(sys.stdin.buffer)
    with reserved():
        game = load_game(spec).game.with_options(options)
        for parts in settings:
            own: dict[str, Any] = {**parts, "game": game}
            log = [plain(event) for event in log_of(TrialSetup(**own))]
            write_line(json.dumps(log, ensure_ascii=True, default=str))


_PATIENCE = 10
"""A game that is not over after the limit is played on up to so many times as much."""
_SECONDS = 15.0
"""After so many seconds of the processor a game is long, however few actions it took."""


@dataclass(frozen=True, kw_only=True)
class Ending:
    """How a random game came to its end, or didn't."""

    actions: int
    broken: BrokenPromise | None = None
    """A promise that it breaks on the way."""
    long: str = ""
    """What is to be told of a game that takes more actions than the limit, in a clause."""
    scores: BrokenPromise | None = None
    """The same for its scores, which are there at the end alone."""
    is_over: bool = False


def ending(setting: TrialSetup) -> Ending:
    """How a random game comes to its end; one that takes more than `max_actions` is long, if it ends some time.

    It is long, too, where it goes on up to the last, but rounds have still been ended.
    """
    limit, actions = setting.max_actions, list[str]()
    setting = replace(setting, max_actions=limit * _PATIENCE)

    def broken(promise: str, reason: str) -> BrokenPromise:
        return setting.broken(promise, reason, actions)

    seen: list[tuple[int, tuple[float, ...]]] = [(0, ())]
    step = max(1, setting.max_actions // 100)
    clock, words, end = StepClock(), StepClock.last_words, time.process_time() + _SECONDS
    setting.tell()
    try:
        with clock:
            match = setting.match()
            play = RandomPlay(match, setting)
            if words:
                words.promise("plays-without-errors")
            while (action := play.choose()) is not None:
                clock.step()
                if time.process_time() > end:
                    told = f"a game is not over after {len(actions):,} actions, which took {_SECONDS:g} s"
                    return Ending(actions=len(actions), long=told + _scores_seen(seen))
                actions.append(str(action))
                if words:
                    words.action(actions[-1])
                match.advance(action)
                if len(actions) % step == 0:
                    seen.append((match.state.round, tuple(scores_of(match.state))))
    except Breach as breach:
        rounds = seen[-1][0]
        if rounds > seen[len(seen) // 2][0]:
            told = f"a game is not over after {len(actions):,} actions, in round {rounds}"
            return Ending(actions=len(actions), long=told + _scores_seen(seen))
        return Ending(actions=len(actions), broken=broken("ends", breach.reason))
    except CannotStart:
        raise
    except BaseException as error:
        if is_by_hand(error):
            raise
        found, taken = broken_by(setting, "ends")
        return Ending(actions=taken, broken=found)
    unfinished = "" if match.is_over or play.cycle else " and more"
    wrong = wrong_scores(match.result, match.game, setting.seats)
    return Ending(
        actions=len(actions),
        long=f"a game takes {len(actions):,} actions" + unfinished if len(actions) > limit else "",
        scores=broken("one-score-a-seat", wrong) if wrong else None,
        is_over=True,
    )


def _scores_seen(seen: Sequence[tuple[int, tuple[float, ...]]]) -> str:
    """What is to be told of the scores of a game that isn't over, where none has risen for half of it."""
    if len(seen) < _LOOKS:
        return ""
    before, now = seen[len(seen) // 2][1], seen[-1][1]
    if not now or any(map(gt, now, before)):
        return ""
    told = [listed([f"{score:,}" for score in scores]) for scores in (before, now)]
    went = f"the scores only fell, from {told[0]} to {told[1]}" if now != before else f"the scores stayed {told[0]}"
    return f", and for half of it {went}: let it end then, too, or after so many rounds"


_LOOKS = 10
"""So often the scores are looked at before something is said of them."""
_SIZES = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32)
"""The numbers of cards that are tried in place of the whole deck."""
_TRIES = 4
"""How many games are tried with each number of seats and cards."""
_FEWER_SEATS = 3
_SEARCHED = 4000
"""After so many actions in all the search is given up."""
_SHRUNK = 120
"""Games of more actions are left as they are by Hypothesis."""
_EXAMPLES = 300
"""So many shorter ways to play it are tried by Hypothesis."""


class _Search:
    """The shortest game that was found up to now, and how much more is tried."""

    def __init__(self, found: BrokenPromise) -> None:
        self.best = found
        self.left = _SEARCHED

    def is_broken(self, setting: TrialSetup) -> bool:
        """Whether a game breaks the promise; the shortest that does is the best."""
        if self.left < 0:
            return False
        try:
            broken, actions = broken_by(setting, self.best.promise)
        except CannotStart:
            return False
        self.left -= 1 + actions
        if broken is None or broken.promise != self.best.promise:
            return False
        if _length(broken) < _length(self.best):
            self.best = broken
        return True


def shortest(found: BrokenPromise, game: Game[Any, Any]) -> BrokenPromise:
    """The shortest game found that breaks the same promise; the same one where there is none shorter.

    Smaller games are tried, and where Hypothesis is installed, it leaves actions out of the best.
    """
    if found.promise == "ends":
        return found
    search = _Search(found)
    for seats, deck, seed in _smaller(found, game):
        most = len(search.best.actions)
        search.is_broken(TrialSetup(game=game, deck=deck, seats=seats, seed=seed, max_actions=most, is_cut=True))
    if 0 < len(search.best.actions) <= _SHRUNK and find_spec("hypothesis"):
        search.left = _SEARCHED
        _shrink(search.best, game, search.is_broken)
    return search.best


def _shrink(best: BrokenPromise, game: Game[Any, Any], is_broken: Callable[[TrialSetup], bool]) -> None:
    """Let Hypothesis leave actions of a game out, as long as the promise is broken."""
    from hypothesis import HealthCheck, Phase, find, settings
    from hypothesis import strategies as st
    from hypothesis.errors import HypothesisException

    whole = TrialSetup(game=game, deck=best.deck, seats=best.seats, seed=best.seed, max_actions=len(best.actions))

    @cache
    def is_enough(*kept: bool) -> bool:
        script = tuple((None, action) for action, is_kept in zip(best.actions, kept, strict=True) if is_kept)
        return is_broken(replace(whole, script=script, is_cut=True, skips=True))

    # Hypothesis looks for small numbers, and 0 leaves an action out; most are others, so that it begins with few.
    kept = st.tuples(*[st.integers(0, 4 * len(best.actions))] * len(best.actions))
    hurry = settings(
        derandomize=True,
        max_examples=_EXAMPLES,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
    )
    with suppress(HypothesisException):
        find(kept, lambda numbers: is_enough(*map(bool, numbers)), settings=hurry)


def _length(broken: BrokenPromise) -> tuple[int, int]:
    return len(broken.actions), len(broken.deck)


def _smaller(found: BrokenPromise, game: Game[Any, Any]) -> Iterator[tuple[int, list[Any], int]]:
    """Numbers of seats with parts of the deck and seeds, the smallest first."""
    numbers = [number for number in game.players if number <= found.seats][:_FEWER_SEATS]
    for size in (*(size for size in _SIZES if size < len(found.deck)), len(found.deck)):
        for seats in numbers:
            for number in range(_TRIES):
                seed = mix64(found.seed, size * _TRIES + number)
                yield seats, shuffled(found.deck, seed)[:size], seed


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
_PLAYED_NUMBERS, _PLAYED_ACTIONS = 3, 400
"""For so many numbers of seats what comes with the rules takes part in a game, and up to so many actions."""
_SCORES = "one-score-a-seat"


Word = Literal["ok", "broken", "open", "long"]
WORDS: tuple[Word, ...] = get_args(Word)


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """Whether a game keeps a promise, as far as could be seen.

    >>> str(Verdict(games=2, actions=30, longest=20, results={How.WON: 2}))
    '2 games, 30 actions, 20 in the longest game: 2 won'
    """

    promise: str = ""
    """Empty where all were looked at in the same games."""
    games: int = 0
    """How many games were looked at."""
    actions: int = 0
    longest: int = 0
    """The number of actions of the longest game."""
    results: Mapping[How, int] = field(default_factory=dict[How, int])
    """How many games ended in which way."""
    broken: BrokenPromise | None = None
    """The shortest game found that breaks the promise, or None."""
    unseen: str = ""
    """Why the promise couldn't be looked at; empty where it was."""
    long: str = ""
    """What is to be told of a game that ends, but not soon; empty where it does."""
    record: Record | None = None
    """The game that shows a broken promise; None where it can't be set up, or nobody asked for it."""
    path: Path | None = None
    """The file where the record is."""

    def __str__(self) -> str:
        ends = listed([f"{number} {how}" for how, number in self.results.items()])
        actions = counted(self.actions, "action")
        return f"{counted(self.games, 'game')}, {actions}, {self.longest} in the longest game: {ends}"

    @property
    def word(self) -> Word:
        """`ok`, `broken`, `long`, or `open` where the promise couldn't be looked at."""
        return "broken" if self.broken else "open" if self.unseen else "long" if self.long else "ok"

    @property
    def sentences(self) -> Iterator[str]:
        """What a person has to know of a promise that isn't kept, or couldn't be looked at."""
        broken = self.broken
        if broken is not None:
            yield f"{broken}."
            if self.record is not None and (last := _beyond(self.record, broken)):
                yield last
        elif self.unseen:
            yield f"Not looked at: {self.unseen}."
        elif self.long:
            beginning = "the other promises are looked at in its beginning"
            yield f"This is no fault, but as it is played here {self.long}; {beginning}."

    def facts(self) -> dict[str, Any]:
        """The verdict as JSON has it."""
        broken = self.broken
        shown = broken and {
            "reason": broken.reason,
            "seats": broken.seats,
            "seed": broken.seed,
            "deck": cards_text(broken.deck),
            "actions": list(broken.actions),
            "record": str(self.path) if self.path else None,
        }
        return {
            "promise": self.promise,
            "meaning": KNOWN_PROMISES[self.promise],
            "verdict": self.word,
            "games": self.games,
            "actions": self.actions,
            "unseen": self.unseen,
            "long": self.long,
            "broken": shown,
        }


def _beyond(record: Record, broken: BrokenPromise) -> str:
    """What a record leaves out of the game that shows a broken promise, in a sentence; empty where it has all."""
    kept = len(record.actions)
    if kept == len(broken.actions):
        return ""
    if broken.promise == "ends":
        return f"The record has the first {counted(kept, 'action')}."
    return f"The record ends before the action that fails: {broken.actions[kept]}."


TooSlow = dict[tuple[int, int], BrokenPromise]
"""Games in which a rule takes too long, or ends the program, by their seeds and seats."""


@dataclass
class Examinations:
    """The games in which promises are looked at, and what is known of them already."""

    settings: Callable[[], Iterable[TrialSetup]]
    least: int
    """So many games are looked at, however long they are."""
    most: int | None = None
    """After so many actions no other game is begun; None where all are looked at."""
    lines: LinesRun | None = None
    """The lines of the game's file that are run meanwhile."""
    watched: int = 1
    """In so many games it is watched which they are, which takes time."""
    too_slow: TooSlow = field(default_factory=dict[tuple[int, int], BrokenPromise])
    """The games in which a rule takes too long, by their seeds and seats: no other promise waits for it again."""

    def verdict(self, *promises: str, alone: bool = False) -> Verdict:
        """Whether the game keeps these promises, as looked at in the same games up to the first that breaks one.

        Where it is one alone, games that break another leave it open if there is no other game.
        """
        lengths, results, spent = list[int](), Counter[How](), 0
        other: BrokenPromise | None = None
        refused = "the game can't be set up"
        for number, setting in enumerate(self.settings()):
            if self.too_slow and number >= self.least:
                break
            if self.most is not None and spent > self.most and number >= self.least:
                break
            try:
                how, broken, taken = self._looked_at(setting, promises, number)
            except CannotStart as error:
                if not alone:
                    raise
                refused = str(error)
                continue
            spent += taken
            if broken is not None and (not alone or broken.promise in promises):
                return Verdict(promise=broken.promise, games=len(lengths), actions=spent, broken=broken)
            other = broken or other
            if broken is None and how is not None:
                results[how] += 1
                lengths.append(taken)
        return Verdict(
            promise=promises[0] if alone else "",
            games=len(lengths),
            actions=spent,
            longest=max(lengths, default=0),
            results={how: results[how] for how in How if results[how]},
            unseen="" if lengths else _because(other.promise) if other else refused,
        )

    def _looked_at(
        self, setting: TrialSetup, promises: Sequence[str], number: int
    ) -> tuple[How | None, BrokenPromise | None, int]:
        """How a game ended, or the promise that it broke, and its number of actions."""
        slow = self.too_slow.get((setting.seed, setting.seats))
        if slow is not None:
            if slow.promise in promises or not slow.actions:
                return None, slow, 0
            setting = replace(setting, max_actions=len(slow.actions) - 1, is_cut=True)
        game = examined(setting, promises)
        try:
            with self.lines.watched() if self.lines and number < self.watched else nullcontext():
                how = game.run()
        except BrokenPromise as broken:
            self.take_note(broken)
            if broken.promise != "ends":
                return None, broken, len(game.actions)
            end = ending(setting)
            told = [one for one in (end.broken, end.scores) if one and one.promise in promises]
            return How.CUT_OFF, next(iter(told), None), len(game.actions)
        return how, None, len(game.actions)

    def take_note(self, broken: BrokenPromise) -> None:
        """Remember a game in which a rule takes too long."""
        if broken.is_stuck:
            self.too_slow[broken.seed, broken.seats] = broken


@dataclass(frozen=True, kw_only=True)
class _Trials:
    """The random games of a game, as they are asked for."""

    game: Game[Any, Any]
    deck: Sequence[Card]
    seats: Sequence[int]
    games: int | None
    seed: int
    limit: int
    is_cut: bool = False
    perform: Callable[[TrialSetup], TrialSetup] | None = None
    """Lets players choose what is done in a game; None where it is played at random."""
    sought: Sequence[TrialSetup] = ()
    """Games that go where random ones seldom come."""

    def setting(self, number: int) -> TrialSetup:
        """The game of a number."""
        own_seed = mix64(self.seed, number)
        return TrialSetup(
            game=self.game,
            deck=self.deck if number < len(self.seats) else shuffled(self.deck, own_seed),
            seats=self.seats[number % len(self.seats)],
            seed=own_seed,
            max_actions=self.limit,
            is_cut=self.is_cut,
        )

    def settings(self) -> Iterator[TrialSetup]:
        """The games, the deck as it is once for each number of seats, and then those that were sought, and others."""
        numbers = max(self.games or _GAMES, len(self.seats))
        for number in range(numbers):
            setting = self.setting(number)
            yield self.perform(setting) if self.perform else setting
            if number == len(self.seats) - 1:
                yield from self.sought

    def course(self, lines: LinesRun | None) -> Examinations:
        """These games, in which promises are looked at."""
        most = _ACTIONS if self.games is None else None
        return Examinations(self.settings, len(self.seats) + len(self.sought), most, lines)


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
    stages: Sequence[Stage] = (),
    lines: LinesRun | None = None,
    stuck: Iterable[BrokenPromise] = (),
) -> Iterator[Verdict]:
    """A verdict on each promise, or on those that are named, in their order.

    For each of them random games are played, at least one for each number of seats: as many as `games` says, or as many
    as take a few seconds. By `spec`, the name, path or `module:Class` of the game, other processes can load it, which
    the promise about hash seeds takes. By `perform` the games are those that players played. What comes with the rules
    takes part on the `stages`, the `lines` that are run are watched, and games known to be stuck are cut before. Raises
    CannotStart and UnknownName as `check_game` does.
    """
    names = chosen(promises, KNOWN_PROMISES if stages else PROMISES)
    too_slow = {(broken.seed, broken.seats): broken for broken in stuck}
    performances = [name for name in names if LAWS[name].when is When.INSTEAD]
    if len(performances) < len(names):
        cards = list((game.own_deck() or standard52)() if deck is None else deck)
        trials = _Trials(
            game=game,
            deck=cards,
            seats=_possible(game, cards, seed, too_slow) if seats is None else tuple(seats),
            games=games,
            seed=seed,
            limit=_LIMIT,
            perform=perform,
        )
        yield from _by_rules(trials, [name for name in names if name not in performances], spec, lines, too_slow)
    for name in performances:
        course = Examinations(lambda: _performances(stages, seed), least=99, lines=lines, watched=99, too_slow=too_slow)
        yield course.verdict(name, alone=True)


def _by_rules(
    trials: _Trials, names: Sequence[str], spec: str, lines: LinesRun | None, too_slow: TooSlow
) -> Iterator[Verdict]:
    """A verdict on each promise of the rules."""
    course = replace(trials.course(lines), too_slow=too_slow)
    ends, scores = _endings(trials, course)
    if ends.broken or ends.long:
        trials = replace(trials, limit=_ENDLESS_LIMIT if ends.broken else _LONG_LIMIT, is_cut=True)
    if "plays-without-errors" in names and not too_slow:
        openings = [trials.setting(number) for number in range(len(trials.seats))]
        explorer = Explorer(openings, trials.seed, lines or LinesRun(type(trials.game)), trials.games)
        trials = replace(trials, sought=explorer.explore())
    course = replace(trials.course(lines), too_slow=too_slow)
    together = [name for name in names if name not in (ends.promise, _SCORES, UNDER_HASH_SEEDS)]
    kept = course.verdict(*together)
    for name in names:
        if name in (ends.promise, scores.promise):
            yield ends if name == ends.promise else scores
        elif name == UNDER_HASH_SEEDS:
            yield _under_hash_seeds(trials, spec, ends, is_stuck=bool(too_slow))
        elif kept.broken or kept.unseen:
            verdict = course.verdict(name, alone=True)
            yield replace(verdict, broken=_shorter(verdict.broken, trials, course))
        else:
            yield replace(kept, promise=name)


def _performances(stages: Sequence[Stage], seed: int) -> Iterator[TrialSetup]:
    """A game by each rule set and for each of the lowest numbers of seats, for what comes with the rules."""
    for stage in stages:
        for seats in stage.setup.game.players[:_PLAYED_NUMBERS]:
            yield TrialSetup(
                game=stage.setup.game,
                deck=stage.setup.pile,
                seats=seats,
                seed=mix64(seed, seats),
                max_actions=_PLAYED_ACTIONS,
                stage=stage,
            )


def _shorter(broken: BrokenPromise | None, trials: _Trials, course: Examinations) -> BrokenPromise | None:
    """The shortest game found that breaks a promise; where a rule takes too long nothing shorter is looked for."""
    if broken is None or (broken.seed, broken.seats) in course.too_slow:
        return broken
    return shortest(broken, trials.game)


def _possible(game: Game[Any, Any], deck: Sequence[Card], seed: int, too_slow: TooSlow) -> Sequence[int]:
    """The lowest numbers of seats that the game can be played with, a few of them; raises CannotStart without any."""
    possible: list[int] = []
    refused: CannotStart | None = None
    for number, seats in enumerate(game.players[:_NUMBERS_OF_SEATS]):
        setting = TrialSetup(game=game, deck=deck, seats=seats, seed=mix64(seed, number), max_actions=0)
        if (setting.seed, seats) in too_slow:
            possible.append(seats)
            continue
        setting.tell()
        try:
            with StepClock():
                setting.match()
        except CannotStart as error:
            refused = refused or error
            continue
        except BaseException as error:
            if is_by_hand(error):
                raise
            if isinstance(error, OutOfTime):
                broken = setting.broken("sets-up-or-says-why", raised(error))
                broken.is_stuck = True
                too_slow[setting.seed, seats] = broken
                return [*possible, seats]
            # The promise about setting up will say what is wrong.
            possible.append(seats)
        else:
            possible.append(seats)
    if refused is not None and not possible:
        raise refused
    return possible


def _endings(trials: _Trials, course: Examinations) -> tuple[Verdict, Verdict]:
    """Whether the game ends, and whether its scores are right where it does."""
    found: list[Ending] = []
    for number, setting in enumerate(course.settings()):
        if course.most is not None and sum(one.actions for one in found) > course.most and number >= course.least:
            break
        slow = course.too_slow.get((setting.seed, setting.seats))
        found.append(Ending(actions=0, broken=slow) if slow else ending(setting))
        if found[-1].broken:
            course.take_note(found[-1].broken)
        if found[-1].long or course.too_slow or (found[-1].broken and found[-1].broken.promise == "ends"):
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
        Verdict(promise=_SCORES, games=games, actions=actions, broken=_shorter(wrong, trials, course), unseen=unseen),
    )


def _because(promise: str) -> str:
    return f"no game comes to its end, because the promise {promise} is broken"


def _under_hash_seeds(trials: _Trials, spec: str, ends: Verdict, *, is_stuck: bool) -> Verdict:
    """Whether the games are the same in processes with another hash seed."""
    name = UNDER_HASH_SEEDS
    if not spec:
        return Verdict(promise=name, unseen="it takes a game that another process can load")
    if ends.unseen or is_stuck:
        return Verdict(promise=name, unseen=ends.unseen or _because("plays-without-errors"))
    games = trials.games or (_HASHED_CUT if trials.is_cut else _HASHED_GAMES)
    try:
        same_log_under_hash_seeds(
            spec,
            options=trials.game.at_seats(trials.seats[0]).model_dump(mode="json"),
            deck=trials.deck,
            seats=trials.seats[0],
            games=games,
            seed=trials.seed,
            max_actions=_LONG_LIMIT if trials.perform else trials.limit,
        )
    except BrokenPromise as broken:
        return Verdict(promise=name, games=games, broken=broken)
    except CannotLoad as error:
        return Verdict(promise=name, unseen=error.reason)
    return Verdict(promise=name, games=games)
