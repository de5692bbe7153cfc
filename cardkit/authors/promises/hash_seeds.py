"""The check that no order depends on PYTHONHASHSEED, which takes Python processes of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from itertools import zip_longest
from typing import Any

from pydantic import BaseModel

from cardkit.authors.promises.promise import BrokenPromise
from cardkit.authors.promises.random_games import TrialSetup, log_of, shuffled
from cardkit.core.cards import Card, standard52
from cardkit.core.chance.generators import mix64
from cardkit.core.errors import CannotLoad
from cardkit.core.events import plain
from cardkit.play.terminal import reserved, write_line
from cardkit.plugins.registry import load_game
from cardkit.plugins.setup import machines

NAME = "same-log-under-hash-seeds"
_CHILD = "from cardkit.authors.promises.hash_seeds import write_logs; write_logs()"

Log = list[dict[str, Any]]
"""Events as JSON has them."""


class Request(BaseModel):
    """Which random games a process has to play: one for each seed, with a deck for each."""

    spec: str
    options: dict[str, Any]
    seats: int
    seeds: list[int]
    decks: list[list[Card]]
    max_actions: int
    is_cut: bool


def same_log_under_hash_seeds(
    spec: str,
    *,
    options: Mapping[str, Any] | None = None,
    deck: Iterable[Card] | None = None,
    seats: int | None = None,
    games: int = 10,
    seed: int = 1,
    max_actions: int = 100_000,
    is_cut: bool = False,
) -> None:
    """Play random games under PYTHONHASHSEED=0 and again under 1; raises BrokenPromise, of the shortest
    game where there are several, where two logs differ.

    The game is given as `cardkit play` takes it: the name of an installed one, the path of a file, or `module:Class`.
    Without a deck, the game's own is used; without a number of seats, the usual one. The deck is shuffled for every
    game but the first. A game that takes more than `max_actions` is compared up to there if it `is_cut`. Raises
    CannotLoad where the games can't be played at all.
    """
    plugin = load_game(spec)
    cards = list((plugin.deck or standard52)() if deck is None else deck)
    seeds = [mix64(seed, number) for number in range(games)]
    request = Request(
        spec=spec,
        options=dict(options or {}),
        seats=len(machines(plugin)) if seats is None else seats,
        seeds=seeds,
        decks=[cards, *(shuffled(cards, each) for each in seeds[1:])],
        max_actions=max_actions,
        is_cut=is_cut,
    )
    logs = zip(_run(request, "0"), _run(request, "1"), strict=True)
    compared = [_compared(plugin.game.name, request, number, *pair) for number, pair in enumerate(logs)]
    differing = [broken for broken in compared if broken is not None]
    if differing:
        raise min(differing, key=lambda broken: len(broken.actions))


def _run(request: Request, hash_seed: str) -> list[Log]:
    """The logs of the games, played in a Python process with this hash seed."""
    done = subprocess.run(
        [sys.executable, "-c", _CHILD],
        input=request.model_dump_json(),
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise CannotLoad(request.spec, f"it failed under PYTHONHASHSEED={hash_seed}: {last}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def _compared(game: str, request: Request, number: int, log: Log, again: Log) -> BrokenPromise | None:
    """What is to be told where two logs of a game differ, or None."""
    for place, (event, other) in enumerate(zip_longest(log, again)):
        if event != other:
            return BrokenPromise(
                game,
                NAME,
                f"event {place + 1} is {event} under PYTHONHASHSEED=0, and {other} under 1",
                deck=request.decks[number],
                seats=request.seats,
                seed=request.seeds[number],
                actions=[event["action"] for event in log[:place] if event["event"] == "acted"],
            )
    return None


def write_logs() -> None:
    """Play the games that standard input asks for, and write the events of each to standard output, a line a game."""
    request = Request.model_validate_json(sys.stdin.buffer.read())
    with reserved():
        game = load_game(request.spec).game.with_options(request.options)
        for seed, deck in zip(request.seeds, request.decks, strict=True):
            setting = TrialSetup(
                game=game,
                deck=deck,
                seats=request.seats,
                seed=seed,
                max_actions=request.max_actions,
                is_cut=request.is_cut,
            )
            log = [plain(event) for event in log_of(setting)]
            write_line(json.dumps(log, ensure_ascii=True, default=str))
