"""A process of its own for rules of others, which is ended from outside where nothing within can: the check goes on."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, Pipe
from typing import Any

from cardkit.authors.promises.clock import LastWords, StepClock
from cardkit.authors.promises.promise import BrokenPromise

_TIMES, _MORE = 10, 20
"""By the clock on the wall so many times the processor time of a step may go by, and so many seconds."""

Work = Callable[[list[BrokenPromise], int], Iterator[Any]]
"""What is to be done, with the games that can't be played to their end, and how much of it was handed on already."""


def guarded(work: Work) -> Iterator[Any]:
    """What the work yields, which is done in a process of its own; raises what it raises.

    Where a game ends that process, or it isn't heard of any more, the rest of the work is done in another one, which
    knows that game. Where the system can't fork, and beside other threads, all is done here.
    """
    ended, told = list[BrokenPromise](), 0
    if not hasattr(os, "fork") or threading.active_count() > 1:
        yield from work(ended, 0)
        return
    while True:
        words = LastWords()
        reading, writing = Pipe(duplex=False)
        sys.stdout.flush()
        sys.stderr.flush()
        child = os.fork()
        if not child:
            reading.close()
            _do(work, ended, told, writing, words)
        writing.close()
        try:
            for found in _heard(reading, words):
                if found is None:
                    return
                if isinstance(found, BaseException):
                    raise found
                told += 1
                yield found[0]
        finally:
            reading.close()
            done, status = os.waitpid(child, os.WNOHANG)
            if not done:
                os.kill(child, signal.SIGKILL)
                _, status = os.waitpid(child, 0)
        ended.append(_broken(words, status))


def _do(work: Work, ended: list[BrokenPromise], told: int, out: Connection, words: LastWords) -> None:
    """Do the rest of the work, and write what is found."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    StepClock.last_words = words
    try:
        for found in work(ended, told):
            out.send((found,))
        out.send(None)
    except BaseException as error:
        out.send(error)
    finally:
        os._exit(0)


def _heard(source: Connection, words: LastWords) -> Iterator[Any]:
    """What a process writes, until it has ended or has not been heard of for too long."""
    beats, since = words.read()[0], time.monotonic()
    while True:
        if source.poll(0.5):
            try:
                yield source.recv()
            except EOFError:
                return
        now, seconds = words.read()
        if now != beats:
            beats, since = now, time.monotonic()
        elif seconds and time.monotonic() - since > _TIMES * seconds + _MORE:
            return


def _broken(words: LastWords, status: int) -> BrokenPromise:
    """What is said of the game at which a process ended, or was ended."""
    promise, about, actions = words.said()
    game, deck, seats, seed, rules = pickle.loads(about)
    reason = f"it ends the process, with the exit code {os.waitstatus_to_exitcode(status)}"
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        reason = f"it ends the process by {signal.Signals(number).name}"
        if number == signal.SIGKILL:
            reason = "it takes too long, and can't be broken off"
    broken = BrokenPromise(game, promise, reason, deck=deck, seats=seats, seed=seed, actions=actions)
    broken.rules, broken.is_stuck = rules, True
    return broken
