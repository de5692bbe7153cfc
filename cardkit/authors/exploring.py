"""Games that go where random ones seldom come, and the lines of a game's file that no game has run."""

from __future__ import annotations

import inspect
import sys
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, cast

from cardkit.authors.trial import OutOfTime, StepClock, TrialSetup, is_by_hand, shuffled, wrong_scores
from cardkit.core.actions import Action
from cardkit.core.cards import Seat, Sight
from cardkit.core.chance.generators import Seeded, mix64
from cardkit.core.errors import CannotStart
from cardkit.core.state import State
from cardkit.table.match import Match

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
