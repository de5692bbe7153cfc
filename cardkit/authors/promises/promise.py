"""What is said of a broken promise, and the clock by which it is found that rules of others loop for ever."""

from __future__ import annotations

import mmap
import signal
import struct
import sys
import threading
from collections.abc import Iterable, Sequence
from types import FrameType, TracebackType
from typing import Any, Self

from cardkit.core.cards import Card
from cardkit.core.errors import CardkitError, at_error, text_of_error
from cardkit.core.texts import counted

SECONDS = 2.0
"""So much processor time a step may take."""
_AGAIN = 0.5
"""After so much more it is broken off again, where a rule goes on all the same."""


class OutOfTime(BaseException):
    """A rule that takes more processor time than it is given; no Exception, which rules might take for their own."""


class LastWords:
    """What a process leaves that ends without a word, in memory that its parent reads: the game and the actions."""

    _SIZE, _HEAD = 1 << 20, struct.Struct("=QdQQQ")

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, self._SIZE)
        self._beats, self._seconds, self._parts = 0, 0.0, [0, 0, 0]
        self._write()

    def _write(self) -> None:
        self._memory[: self._HEAD.size] = self._HEAD.pack(self._beats, self._seconds, *self._parts)

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
        begin, text = self._HEAD.size + sum(self._parts), f"{notation}\n".encode()
        if begin + len(text) < self._SIZE:
            self._memory[begin : begin + len(text)] = text
            self._parts[2] += len(text)
            self._write()

    def promise(self, name: str) -> None:
        """What is looked at is whether the game keeps this promise."""
        rest = self._part(1), self._part(2)
        self._put(0, name.encode())
        for number, part in enumerate(rest, 1):
            self._put(number, part)

    def _part(self, number: int) -> bytes:
        begin = self._HEAD.size + sum(self._parts[:number])
        return self._memory[begin : begin + self._parts[number]]

    def _put(self, number: int, text: bytes) -> None:
        begin = self._HEAD.size + sum(self._parts[:number])
        text = text[: self._SIZE - begin]
        self._memory[begin : begin + len(text)] = text
        self._parts[number:] = [len(text), *[0] * (2 - number)]
        self._write()

    def read(self) -> tuple[int, float]:
        """How often the clock has begun anew or stopped, and how long it runs; 0 where it has stopped."""
        self._beats, self._seconds, *self._parts = self._HEAD.unpack(self._memory[: self._HEAD.size])
        return self._beats, self._seconds

    def said(self) -> tuple[str, bytes, list[str]]:
        """The promise, what was said of the game, and the actions."""
        self.read()
        return self._part(0).decode(), self._part(1), self._part(2).decode().splitlines()


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

    def __init__(
        self,
        game: str,
        promise: str,
        reason: str,
        *,
        deck: Iterable[Card],
        seats: int,
        seed: int,
        actions: Iterable[str] = (),
    ) -> None:
        self.game = game
        self.promise = promise
        self.reason = reason
        self.deck: Sequence[Card] = tuple(deck)
        """The cards the game was played with, the last one on top."""
        self.seats = seats
        self.seed = seed
        """The seed of the game: `Seeded(seed).split("deal")` deals, and `derive("seat 0")` plays for the first seat."""
        self.rules: str | None = None
        """The rule set that it was played by, where that is known."""
        self.actions: Sequence[str] = tuple(actions)
        """The notations of what was played."""
        self.is_stuck = False
        """Whether the last action, or setting up, comes to no end, or ends the program."""
        super().__init__(game, promise, reason, self.deck, seats, seed, self.actions)

    def __reduce__(self) -> tuple[Any, ...]:
        return _as_it_was, (vars(self).copy(),)

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


def _as_it_was(parts: dict[str, Any]) -> BrokenPromise:
    """A broken promise that was pickled."""
    names = ("game", "promise", "reason", "deck", "seats", "seed", "actions")
    broken = BrokenPromise(**{name: parts[name] for name in names})
    vars(broken).update(parts)
    return broken


def raised(error: BaseException) -> str:
    """An error as a reason why a promise is broken.

    >>> raised(KeyError("hands"))
    "KeyError was raised ('hands')"
    """
    text = text_of_error(error)
    if isinstance(error, OutOfTime):
        return f"{text}{at_error(error)}"
    return f"{type(error).__name__} was raised{f' ({text})' if text else ''}{at_error(error)}"
