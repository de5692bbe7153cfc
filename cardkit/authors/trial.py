"""Games on trial: what one follows from, how it is played at random, and how it is said that a promise is broken.

Some are played to go where random ones seldom come, by the lines of the game's file that none has run.
"""

from __future__ import annotations

import inspect
import json
import mmap
import pickle
import signal
import struct
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, wraps
from pathlib import Path
from types import CodeType, FrameType, TracebackType
from typing import Any, Self, cast

from cardkit.core.actions import Action, parts_of
from cardkit.core.cards import Card, Pile, Seat, Sight, standard52
from cardkit.core.chance.generators import Rng, Seeded, mix64, shuffle
from cardkit.core.errors import CannotStart, CardkitError, at_error, brackets, text_of_error
from cardkit.core.events import Acted, Dealer, Event, Outcome
from cardkit.core.game import Acting, AnyOf, Game, One
from cardkit.core.results import Cycle, Result
from cardkit.core.state import State, piles_in
from cardkit.core.texts import counted, there_are
from cardkit.plugins.setup import Setup, player_chance
from cardkit.table.faults import PASS
from cardkit.table.match import Match, Positions
from cardkit.table.turns import Random

SECONDS = 2.0
"""So much processor time a step may take."""
_AGAIN = 0.5
"""After so much more it is broken off again, where a rule goes on all the same."""


class OutOfTime(BaseException):
    """A rule that takes more processor time than it is given; no Exception, which rules might take for their own."""


class LastWords:
    """What a process leaves that ends without a word, in memory that its parent reads: the game and the actions."""

    _HEAD = struct.Struct("=QdQQQ")
    _BEGINS = (64, 256, 1 << 20, 1 << 21)
    """Where the promise, what is said of the game and the actions begin, and where all ends."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, self._BEGINS[-1])
        self._beats, self._seconds, self._sizes = 0, 0.0, [0, 0, 0]
        self._write()

    def _write(self) -> None:
        self._memory[: self._HEAD.size] = self._HEAD.pack(self._beats, self._seconds, *self._sizes)

    def _put(self, part: int, text: bytes, at: int = 0) -> None:
        """Write a part from a place on, as far as there is room."""
        begin, end = self._BEGINS[part] + at, self._BEGINS[part + 1]
        text = text[: end - begin]
        self._memory[begin : begin + len(text)] = text
        self._sizes[part] = at + len(text)
        self._write()

    def beat(self, seconds: float) -> None:
        """The clock has begun anew and runs for so long, or has stopped."""
        self._beats, self._seconds = self._beats + 1, seconds
        self._write()

    def game(self, about: bytes, actions: Iterable[str] = ()) -> None:
        """Another game is played, or the same one up to these actions."""
        self._put(1, about)
        self._put(2, "".join(f"{action}\n" for action in actions).encode())

    def action(self, notation: str) -> None:
        """An action is about to be played."""
        self._put(2, f"{notation}\n".encode(), self._sizes[2])

    def promise(self, name: str) -> None:
        """What is looked at is whether the game keeps this promise."""
        self._put(0, name.encode())

    def read(self) -> tuple[int, float]:
        """How often the clock has begun anew or stopped, and how long it runs; 0 where it has stopped."""
        self._beats, self._seconds, *self._sizes = self._HEAD.unpack(self._memory[: self._HEAD.size])
        return self._beats, self._seconds

    def said(self) -> tuple[str, bytes, list[str]]:
        """The promise, what was said of the game, and the actions."""
        self.read()
        promise, about, actions = (
            self._memory[begin : begin + size] for begin, size in zip(self._BEGINS, self._sizes, strict=False)
        )
        return promise.decode(), about, actions.decode().splitlines()


def is_by_hand(error: BaseException) -> bool:
    """Whether somebody has pressed Ctrl-C; where a parent hears of that, it is a rule that raises such an error."""
    return isinstance(error, KeyboardInterrupt) and StepClock.last_words is None


class StepClock:
    """Breaks off what takes too long while it is entered; it begins anew with each step.

    Where the system has no such clock, and in threads, nothing is broken off.
    """

    last_words: LastWords | None = None
    """Where it is told how the clock goes, and what is played meanwhile, if a parent reads it."""

    seconds = SECONDS

    def __init__(self) -> None:
        self._runs = sys.platform != "win32" and threading.current_thread() is threading.main_thread()

    def __enter__(self) -> Self:
        if self._runs:
            self._before = signal.signal(signal.SIGPROF, _ring)
        return self.step()

    def step(self, seconds: float = SECONDS) -> Self:
        """Begin to count anew."""
        StepClock.seconds = seconds
        if self._runs:
            signal.setitimer(signal.ITIMER_PROF, seconds, _AGAIN)
        if self.last_words:
            self.last_words.beat(seconds)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._runs:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, self._before)
        if self.last_words:
            self.last_words.beat(0)


def _ring(number: int, frame: FrameType | None) -> None:
    raise OutOfTime(f"it takes more than {StepClock.seconds:.0f} seconds")


_SHOWN = 12
"""How many of the actions that led to a broken promise fit into a sentence."""


class Breach(Exception):
    """A promise is found broken; whoever plays the game knows how it came to that, and tells it as BrokenPromise."""

    def __init__(self, promise: str, reason: str, after: int | None = None) -> None:
        super().__init__(promise, reason, after)
        self.promise = promise
        self.reason = reason
        self.after = after
        """After how many actions that is so; None after all that were played."""


class BrokenPromise(CardkitError):
    """A game that breaks a promise every game makes, and the seed and the actions that show it."""

    game: str
    promise: str
    reason: str
    deck: Sequence[Card]
    """The cards the game was played with, the last one on top."""
    seats: int
    seed: int
    """The seed of the game: `Seeded(seed).split("deal")` deals, and `derive("seat 0")` plays for the first seat."""
    actions: Sequence[str] = ()
    """The notations of what was played."""
    rules: str | None = None
    """The rule set that it was played by, where that is known."""
    is_stuck: bool = False
    """Whether the last action, or setting up, comes to no end, or ends the program."""

    def __str__(self) -> str:
        table = f"{counted(self.seats, 'seat')}, seed {self.seed}"
        return f"{self.game} breaks the promise {self.promise}: {self.reason}, {self._when()} ({table})"

    def _when(self) -> str:
        if not self.actions:
            return "after setup"
        number, last = len(self.actions), ", ".join(self.actions[-_SHOWN:])
        if number <= _SHOWN:
            return f"after {counted(number, 'action')}: {last}"
        return f"after {number} actions, the last ones being {last}"


def raised(error: BaseException) -> str:
    """An error as a reason why a promise is broken.

    >>> raised(KeyError("hands"))
    "KeyError was raised ('hands')"
    """
    text = text_of_error(error)
    if isinstance(error, OutOfTime):
        return f"{text}{at_error(error)}"
    place = at_error(error)
    if not place and error.__traceback__ is not None:
        *_, (frame, line) = traceback.walk_tb(error.__traceback__)
        place = f" in cardkit's own code{brackets(frame.f_code.co_filename, line)}"
    return f"{type(error).__name__} was raised{f' ({text})' if text else ''}{place}"


@dataclass(frozen=True, kw_only=True)
class Stage:
    """A game by one of its rule sets, with all that its plugin brings."""

    setup: Setup
    seated: tuple[str, ...] = ()
    """Who plays, in turn at the seats; by default each of the plugin's players."""

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players that take part."""
        return self.seated or tuple(dict.fromkeys((*self.setup.plugin.players, "ai")))


@dataclass(frozen=True, kw_only=True)
class TrialSetup:
    """All that a random game follows from; chance is shared out by labels as `cardkit play` does it."""

    game: Game[Any, Any]
    deck: Sequence[Card]
    """The cards, the last one on top."""
    seats: int
    seed: int
    max_actions: int
    """After so many actions a game is taken for one that doesn't end."""
    is_cut: bool = False
    """Whether a game that takes more actions is looked at up to there, and not blamed for it."""
    script: Sequence[tuple[Seat | None, str]] | None = None
    """The actions that were chosen before, each with its seat, or None for whoever is asked; None for random ones."""
    stage: Stage | None = None
    """What comes with the game, where that is looked at."""
    skips: bool = False
    """Whether what isn't legal any more is left out of a script."""

    def __post_init__(self) -> None:
        vars(self)["game"] = self.game.at_seats(self.seats)

    def tell(self, *actions: str) -> None:
        """Tell whoever hears the last words of this process that this game is played, and got so far."""
        if words := StepClock.last_words:
            words.promise("plays-without-errors" if actions else "sets-up-or-says-why")
            words.game(self._about, actions)

    @cached_property
    def _about(self) -> bytes:
        return pickle.dumps((self.game.name, tuple(self.deck), self.seats, self.seed, self._rules))

    @property
    def _rules(self) -> str | None:
        """The rule set that it is played by, where it has a name."""
        return (self.stage and self.stage.setup.rules.name) or None

    def chance(self, label: str) -> Seeded:
        """The random numbers for one purpose."""
        return Seeded(self.seed).split(label)

    def match(self, *, told: Iterable[Outcome] = ()) -> Match[Any, Any]:
        """The game at its beginning, its first shuffles coming out as told."""
        chance = self.chance("deal")
        return Match(self.game, self.deck, seats=self.seats, rng=chance, told=told, strict=True)

    def read_back(self) -> TrialSetup:
        """The same setting with the options of the game written as JSON and read again."""
        options = json.loads(json.dumps(self.game.model_dump(mode="json")))
        return replace(self, game=type(self.game).with_options(options))

    def broken(self, promise: str, reason: str, actions: Iterable[str] = ()) -> BrokenPromise:
        """What shows that the game breaks a promise, after these actions."""
        return BrokenPromise(
            self.game.name,
            promise,
            reason,
            deck=tuple(self.deck),
            seats=self.seats,
            seed=self.seed,
            actions=tuple(actions),
            rules=self._rules,
        )

    def players(self) -> list[Random]:
        """A random player for each seat."""
        return [Random(player_chance(self.seed, seat)) for seat in range(self.seats)]


def shuffled(deck: Iterable[Card], seed: int) -> list[Card]:
    """A deck shuffled by numbers that nothing else in the game of that seed uses."""
    cards = list(deck)
    shuffle(cards, Seeded(seed).split("deck"))
    return cards


class RandomPlay:
    """Chooses for every seat of a match, until the game is over or is seen to go round in a circle for ever."""

    def __init__(self, match: Match[Any, Any], setting: TrialSetup) -> None:
        self._match = match
        self._players = setting.players()
        self._positions = Positions(match, lambda ahead: ahead.legal[0])
        self._setting = setting
        self._left = setting.max_actions
        self._script = None if setting.script is None else list(setting.script)
        self.cycle: Cycle | None = None
        """Where the game goes round in a circle, once that is seen."""

    def choose(self) -> Action | None:
        """The next action, or None at the end or where a game is cut; raises Breach where it takes too many actions."""
        match = self._match
        if match.is_over:
            return None
        if self._script is None:
            self.cycle = self._positions.note()
            if self.cycle:
                return None
        if not self._left:
            if self._setting.is_cut:
                return None
            raise Breach("ends", f"the game goes on and on, for {counted(self._setting.max_actions, 'action')} or more")
        self._left -= 1
        if self._script is not None:
            return self._written(self._script)
        legal = match.legal
        if len(legal) > 1:
            self._positions.forget()
        action: Action = legal[0]
        for seat in (match.turn,) if match.is_shared else match.acting.seats:
            action = self._players[seat](None, legal)
        return action

    @property
    def is_last(self) -> bool:
        """Whether nothing more is written of a game that was chosen before."""
        return self._script is not None and not self._script

    def _written(self, script: list[tuple[Seat | None, str]]) -> Action | None:
        """The next action of a script; in a window all pass who come before the seat that acts."""
        match = self._match
        while script:
            if isinstance(match.acting, AnyOf) and script[0][0] not in (None, match.turn):
                return PASS
            try:
                return cast(Action, match.read(script.pop(0)[1]))
            except CardkitError:
                if not self._setting.skips:
                    raise
        return None


class Allowed(Event):
    """What is legal, forms as such, in the order of the rules, which a random player's choice depends on."""

    actions: tuple[str, ...]

    @classmethod
    def by(cls, match: Match[Any, Any]) -> Allowed:
        """What is legal in a match."""
        return cls(tuple(map(str, parts_of(match.legal))))


def log_of(setting: TrialSetup) -> Iterator[Event]:
    """The events of a random game: those of setting it up, then for each action what was legal, the action, and what
    it brings about.
    """
    match = setting.match()
    play = RandomPlay(match, setting)
    yield from match.events()
    while (action := play.choose()) is not None:
        yield Allowed.by(match)
        yield Acted(match.turn, action)
        yield from match.play(action)


@dataclass(frozen=True, kw_only=True)
class Recorded:
    """What a record keeps of a step, and the events it has to bring about; the opening has no notation."""

    notation: str = ""
    outcomes: list[Outcome]
    events: Sequence[Event]


def steps_of(setting: TrialSetup) -> Iterator[Recorded]:
    """The opening of a random game, and then each of its actions."""
    match = setting.match()
    play = RandomPlay(match, setting)
    yield Recorded(outcomes=match.outcomes, events=match.events())
    while (action := play.choose()) is not None:
        events = match.play(action)
        yield Recorded(notation=str(action), outcomes=match.outcomes, events=events)


_DECK = standard52()


class MadeToFail(Exception):
    """What a failing dealer raises: nothing that the rules of a game could expect."""


class FailingDealer(Dealer):
    """A dealer that counts what it is asked for, and fails at one operation, before it does any of it."""

    __slots__ = ("_fails_at", "operations")

    def __init__(self, dealer: Dealer, fails_at: int | None) -> None:
        super().__init__(dealer._rng)
        self.draws = dealer.draws
        self._fails_at = fails_at
        self.operations = 0
        """How many operations it was asked for; the look at the table after an action counts as the last one."""

    def count(self) -> None:
        """Count an operation, or fail at it."""
        if self.operations == self._fails_at:
            raise MadeToFail(f"operation {self.operations} was made to fail")
        self.operations += 1


def _counted(operate: Callable[..., Any]) -> Callable[..., Any]:
    """An operation of a dealer that is counted, and then done."""

    @wraps(operate)
    def operated(dealer: FailingDealer, *given: Any, **named: Any) -> Any:
        dealer.count()
        return operate(dealer, *given, **named)

    return operated


for _name in (
    *("shuffle", "draw", "move", "take", "sweep", "pick", "show", "roll", "begin_round", "score", "hint", "lay_open"),
    *("end_round", "tell"),
):
    setattr(FailingDealer, _name, _counted(getattr(Dealer, _name)))


class Trial(Match[Any, Any]):
    """A match that raises Breach where the rules answer wrongly when they are asked about the table."""

    dealer: Dealer
    state: State

    def __init__(
        self, game: Game[Any, Any], deck: Iterable[Card], *, seats: int, rng: Rng, promises: Collection[str]
    ) -> None:
        self._promises = promises
        self._laid: list[tuple[Pile, list[Card]]] = []
        self.lay: list[tuple[Pile, list[Card]]] = []
        """The piles before the last action, with their cards as they lay then."""
        super().__init__(game, deck, seats=seats, rng=rng)

    def fork(self) -> Self:
        twin = super().fork()
        twin._laid = []
        return twin

    def advance(self, action: Any, seat: Seat | None = None) -> None:
        self.lay = [(pile, pile.cards.copy()) for pile in self.state.piles()]
        super().advance(action, seat)

    def look(self) -> None:
        if isinstance(self.dealer, FailingDealer):
            self.dealer.count()
        if "piles-stay" in self._promises:
            self._look_at_piles()
        as_it_was = frozen(self.state)
        answers = self._answers()
        if "asking-changes-nothing" in self._promises:
            if what := changed(as_it_was, self.state, "was changed by asking"):
                raise Breach("asking-changes-nothing", what)
            if self._answers() != answers:
                raise Breach("asking-changes-nothing", "the rules don't answer the same when they are asked again")
        super().look()

    def _look_at_piles(self) -> None:
        """Raises Breach where a pile with cards was put away, or its list of cards."""
        lying = [pile for value in vars(self.state).values() for _, pile in piles_in(value)]
        now = {id(pile): pile.cards for pile in lying}
        for pile, cards in self._laid:
            if now.get(id(pile), cards) is not cards or (id(pile) not in now and cards):
                instead = "another one laid in its place: let the dealer move its cards instead"
                raise Breach("piles-stay", f"the pile {pile.name} was put away, and {instead}")
        self._laid = [(pile, pile.cards) for pile in lying]

    def _answers(self) -> tuple[Any, ...]:
        """How the game ended, what is legal and who acts, as the rules say now."""
        result = self.game.result(self.state)
        if result is not None:
            if wrong := wrong_scores(result, self.game, self.state.seats):
                raise Breach("one-score-a-seat", wrong)
            return (result,)
        turn, seats = self.state.turn, self.state.seats
        if turn not in range(seats):
            raise Breach("acting-without-choice", f"it is the turn of seat {turn}, and the seats are 0 to {seats - 1}")
        acting = self.game.acting(self.state)
        acting = acting if isinstance(acting, Acting) else One(acting)
        answers: list[Any] = []
        for seat in (turn,) if isinstance(acting, One) and turn in acting.seats else acting.seats:
            legal = self.game.legal_for(self.state, seat)
            if type(legal) not in (list, tuple):
                raise Breach("legal-is-a-list", f"what is legal is a {type(legal).__name__}")
            if not legal and not isinstance(acting, AnyOf):
                raise Breach("legal-not-empty", "there is no legal action, and no result")
            answers.append(tuple(map(str, legal)))
        return result, acting, answers

    def operations(self, action: Action) -> int:
        """How many operations of the dealer an action takes, and one for the look at the table after it."""
        twin = self.fork()
        dealer = twin.dealer = FailingDealer(twin.dealer, None)
        twin.advance(action)
        return dealer.operations

    def fails(self, action: Action, operation: int) -> bool:
        """Whether an action fails when this operation of the dealer does, counted from 0."""
        dealer = self.dealer
        self.dealer = FailingDealer(dealer, operation)
        try:
            self.advance(action)
        except Exception:
            return True
        return False

    def to_come(self) -> tuple[int, Sequence[Card]]:
        """The chance to come, in the order of a deck that is shuffled by it, and how often chance was asked for."""
        deck = Pile.face_down(_DECK.copy())
        self.dealer.fork().shuffle(deck)
        return self.draws, deck.cards

    def differs(self, other: Trial) -> str | None:
        """What is another thing in another match than in this one, or None."""
        if what := changed(frozen(self.state), other.state, "is different"):
            return what
        if self.result != other.result:
            return "the result is different"
        if [*map(str, parts_of(self.legal))] != [*map(str, parts_of(other.legal))]:
            return "the legal actions are different"
        return "the chance to come is different" if self.to_come() != other.to_come() else None


def frozen(state: State) -> State:
    """A copy of a state for comparison, made as the core does it even where a game has another idea of copies."""
    return State.clone(state)


def changed(before: State, after: State, what: str) -> str | None:
    """Which field of a state is not as it was, uncounted ones included, in a clause that ends with `what`; or None."""
    old, new = vars(before), vars(after)
    for name in (*old, *new):
        if name not in old or name not in new or old[name] != new[name]:
            return f"the field {name} {what}"
    return None


def wrong_scores(result: Result | None, game: Game[Any, Any], seats: int) -> str | None:
    """What is wrong with the scores and the winners of a result, in a clause, or None."""
    if result is None:
        return None
    if len(result.scores) != seats:
        return f"{there_are(len(result.scores), 'score')} for {counted(seats, 'seat')}"
    if any(winner not in range(seats) for winner in result.winners) or len(set(result.winners)) < len(result.winners):
        return f"the winners are {list(result.winners)}, of {counted(seats, 'seat')}"
    least, most = game.score_bounds(seats)
    beyond = next((score for score in result.scores if not least <= score <= most), None)
    return None if beyond is None else f"a score is {beyond:g}, and score_bounds says from {least:g} to {most:g}"


_GAMES, _ACTIONS, _SECONDS = 100, 15_000, 4.0
"""So many games are played at random, with at most so many actions, and in so much processor time."""
_SOUGHT, _SEEKING = 30_000, 7.0
"""So many actions are played on from tables of a seldom shape, and in so much processor time."""
_AT_ONCE = 12
"""So many of them, from one table."""
_DRAWN = 20
"""From the least usual of so many tables a game is played on."""
_KEPT = 2_000
"""How many tables are kept to be played on from."""
_FOUND = 6
"""So many games that ran new lines are looked at for every promise."""


_TOO_FEW = (0, 1, 4)
"""Numbers of cards with which a game is set up, too, to see what it says."""


class LinesRun:
    """The lines of a game's file that were run while they were watched."""

    def __init__(self, game: type) -> None:
        code = getattr(getattr(game, "apply", None), "__code__", None)
        self._file: str = code.co_filename if code else ""
        self._every = set[int]().union(*map(_lines, self._functions()))
        self._run: set[int] = set()

    def _functions(self) -> Iterator[CodeType]:
        """The functions of the file."""
        try:
            left = [compile(Path(self._file).read_text(encoding="utf-8"), self._file, "exec", dont_inherit=True)]
        except (OSError, SyntaxError, ValueError):
            return
        while left:
            code = left.pop()
            left += [part for part in code.co_consts if isinstance(part, CodeType)]
            if code.co_flags & inspect.CO_NEWLOCALS:
                yield code

    @property
    def name(self) -> str:
        """The name of the file."""
        return Path(self._file).name

    def take_in(self, other: LinesRun) -> None:
        """Take in what was run elsewhere."""
        self._run |= other._run

    @property
    def run(self) -> int:
        """How many lines have been run."""
        return len(self._run)

    @property
    def never_run(self) -> list[int]:
        """The lines within functions that have not been run, where some were."""
        return sorted(self._every - self._run) if self._run else []

    @contextmanager
    def watched(self) -> Generator[None]:
        """Watch which lines are run in here; nothing is watched where somebody else does already."""
        if sys.gettrace() is not None or not self._every:
            yield
            return
        path, done = self._file, dict[CodeType, set[int]]()

        def called(frame: FrameType, event: str, _: Any) -> Callable[..., Any] | None:
            code = frame.f_code
            if code.co_filename != path:
                return None
            left = done.get(code)
            if left is None:
                left = done[code] = _lines(code)
            if not left:
                return None

            def line(frame: FrameType, event: str, _: Any) -> Callable[..., Any]:
                self._run.add(frame.f_lineno)
                left.discard(frame.f_lineno)
                return line

            return line

        sys.settrace(called)
        try:
            yield
        finally:
            sys.settrace(None)


def _lines(code: CodeType) -> set[int]:
    """The lines of a function, without the one where it is declared and without those of functions in it."""
    return {line for _, _, line in code.co_lines() if line is not None and line != code.co_firstlineno}


@dataclass
class _Table:
    """A table that a game can be played on from."""

    match: Match[Any, Any]
    setting: TrialSetup
    script: tuple[tuple[Seat, str], ...]
    features: Sequence[Any]
    tries: int = 0


@dataclass
class Explorer:
    """Plays games fast, without a look at the promises, and keeps those that are worth one."""

    settings: Sequence[TrialSetup]
    """The game with each number of seats."""
    seed: int
    lines: LinesRun
    most: int | None = None
    """How many games are played at random, and a hundred times as many actions; by default as many as take seconds."""
    found: list[TrialSetup] = field(default_factory=list[TrialSetup])
    """The games in which a rule failed, or new lines were run, the former first."""

    def explore(self) -> list[TrialSetup]:
        """The games to be looked at for every promise."""
        self._seen: Counter[Any] = Counter()
        self._tables: dict[Any, _Table] = {}
        self._chance, self._failed = Seeded(self.seed).split("exploring"), False
        with self.lines.watched():
            self._set_up_in_vain()
            self._play_at_random()
            if not self._failed:
                self._seek()
        return self.found

    def _set_up_in_vain(self) -> None:
        """Run what the rules say of too few cards."""
        for setting in self.settings:
            for size in _TOO_FEW:
                few = replace(setting, deck=setting.deck[:size])
                few.tell()
                with suppress(Exception, OutOfTime), StepClock():
                    few.match()

    def _play_at_random(self) -> None:
        actions, until = 0, time.process_time() + _SECONDS
        for number in range(_GAMES if self.most is None else min(self.most, _GAMES)):
            setting = self.settings[number % len(self.settings)]
            seed = mix64(self.seed ^ 0x5EED, number)
            deck = setting.deck if number < len(self.settings) else shuffled(setting.deck, seed)
            table = self._begun(replace(setting, deck=deck, seed=seed))
            if table is not None:
                actions += self._play_on(table, setting.max_actions)
            if self._failed or actions > _ACTIONS or time.process_time() > until:
                return

    def _seek(self) -> None:
        """Play on from tables of a seldom shape."""
        left = _SOUGHT if self.most is None else min(_SOUGHT, self.most * 100)
        until = time.process_time() + _SEEKING
        while left > 0 and self._tables and not self._failed and time.process_time() < until:
            keys = list(self._tables) if len(self._tables) < _DRAWN else None
            table = self._seldom(keys)
            table.tries += 1
            left -= 1 + self._play_on(replace(table, match=table.match.fork()), _AT_ONCE)

    def _seldom(self, keys: list[Any] | None) -> _Table:
        """The least usual of some tables: what is seldom seen at it, and hasn't been played on from often."""
        if keys is None:
            if len(self._order) != len(self._tables):
                self._order = list(self._tables)
            keys = [self._order[self._chance.below(len(self._order))] for _ in range(_DRAWN)]
        return max((self._tables[key] for key in keys), key=self._strangeness)

    _order: Sequence[Any] = ()

    def _strangeness(self, table: _Table) -> float:
        return sum(1 / self._seen[part] for part in table.features) / (1 + table.tries)

    def _begun(self, setting: TrialSetup) -> _Table | None:
        setting.tell()
        try:
            with StepClock():
                match = setting.match()
        except CannotStart:
            return None
        except BaseException as error:
            if is_by_hand(error):
                raise
            self._keep(setting, (), failed=True)
            return None
        return _Table(match=match, setting=setting, script=(), features=())

    def _play_on(self, table: _Table, most: int) -> int:
        """Play at random from a table, and keep what is met; how many actions were played."""
        match, setting, script, chance = table.match, table.setting, list(table.script), self._chance
        run, played, size = self.lines.run, 0, len(setting.deck)
        clock, words = StepClock(), StepClock.last_words
        if words:
            setting.tell(*(notation for _, notation in script))
        try:
            with clock:
                while not match.is_over and played < most:
                    legal = match.legal
                    action = cast(Action, legal[chance.below(len(legal))])
                    script.append((match.turn, str(action)))
                    if words:
                        words.action(script[-1][1])
                    played += 1
                    clock.step()
                    match.advance(action)
                    wrong = wrong_scores(match.result, match.game, setting.seats)
                    if wrong or sum(map(len, match.state.piles())) != size:
                        self._keep(setting, script, failed=True)
                        return played
                    if self.lines.run > run:
                        run = self.lines.run
                        self._keep(setting, script, failed=False)
                    if not match.is_over:
                        self._note(match, setting, script)
        except BaseException as error:
            if is_by_hand(error):
                raise
            self._keep(setting, script, failed=True)
        return played

    def _note(self, match: Match[Any, Any], setting: TrialSetup, script: Sequence[tuple[Seat, str]]) -> None:
        """Keep a table of a shape that wasn't met yet."""
        features = _shape(match.state, match.turn)
        self._seen.update(features)
        key = tuple(features)
        known = self._tables.get(key)
        if known is None and len(self._tables) < _KEPT:
            self._tables[key] = _Table(match.fork(), setting, tuple(script), features)

    def _keep(self, setting: TrialSetup, script: Sequence[tuple[Seat, str]], *, failed: bool) -> None:
        if not failed and len(self.found) >= _FOUND:
            return
        kept = replace(setting, script=tuple(script) or None, is_cut=True)
        self._failed = self._failed or failed
        self.found.insert(0 if failed else len(self.found), kept)


def _shape(state: State, turn: Seat) -> list[Any]:
    """The shape of a table: how many cards lie in the piles that all see, and its numbers, each by its name."""
    shape: list[Any] = [(pile.name, len(pile)) for pile in state.piles() if pile.sight is Sight.EVERYBODY]
    for name in state.plain_fields():
        value = vars(state)[name]
        if name in ("count", "turn", "seats"):
            continue
        if type(value) in (int, bool, float):
            shape.append((name, value))
        elif type(value) in (list, tuple) and value and all(type(part) in (int, bool) for part in value):
            shape += [(name, place, part) for place, part in enumerate(value)]
    return shape


def in_ranges(lines: Sequence[int]) -> str:
    """Lines in words.

    >>> in_ranges([3, 4, 5, 9])
    '3-5, 9'
    """
    found: list[list[int]] = []
    for line in lines:
        if found and line == found[-1][1] + 1:
            found[-1][1] = line
        else:
            found.append([line, line])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in found)
