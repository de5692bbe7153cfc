"""The check that no order depends on PYTHONHASHSEED, which takes Python processes of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from pydantic import BaseModel

from cardkit.cards import Card, standard52
from cardkit.errors import CannotLoad
from cardkit.events import plain
from cardkit.promises.play import Setting, log_of
from cardkit.promises.promise import BrokenPromise
from cardkit.registry import load_game
from cardkit.rng import mix64

NAME = "same-log-under-hash-seeds"
_CHILD = "from cardkit.promises.hashseeds import write_log; write_log()"


class Request(BaseModel):
    """Which random game a process has to play."""

    spec: str
    options: dict[str, Any]
    deck: list[Card]
    seats: int
    seed: int
    max_actions: int


def same_log_under_hash_seeds(
    spec: str,
    *,
    options: Mapping[str, Any] | None = None,
    deck: Iterable[Card] | None = None,
    seats: int | None = None,
    games: int = 3,
    seed: int = 1,
    max_actions: int = 100_000,
) -> None:
    """Play random games under PYTHONHASHSEED=0 and under 1; raises BrokenPromise where two logs differ.

    The game is given as `cardkit play` takes it: the name of an installed one, the path of a file, or `module:Class`.
    Without a deck, the game's own is used. Raises CannotLoad where a process fails.
    """
    plugin = load_game(spec)
    cards = list((plugin.deck or standard52)() if deck is None else deck)
    for number in range(games):
        request = Request(
            spec=spec,
            options=dict(options or {}),
            deck=cards,
            seats=plugin.game.players[0] if seats is None else seats,
            seed=mix64(seed, number),
            max_actions=max_actions,
        )
        _compare(plugin.game.name, request, _run(request, "0"), _run(request, "1"))


def _run(request: Request, hash_seed: str) -> list[str]:
    """The log of the game, played in a Python process with this hash seed."""
    path = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run(
        [sys.executable, "-c", _CHILD],
        input=request.model_dump_json(),
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise CannotLoad(request.spec, f"it failed under PYTHONHASHSEED={hash_seed}: {last}")
    return done.stdout.splitlines()


def _compare(game: str, request: Request, log: Sequence[str], again: Sequence[str]) -> None:
    for number, (line, other) in enumerate(zip_longest(log, again), 1):
        if line != other:
            reason = f"event {number} is {line} under PYTHONHASHSEED=0, and {other} under 1"
            events = [json.loads(line) for line in log[: number - 1]]
            actions = [event["action"] for event in events if event["event"] == "acted"]
            raise BrokenPromise(
                game, NAME, reason, deck=request.deck, seats=request.seats, seed=request.seed, actions=actions
            )


def write_log() -> None:
    """Play the game that standard input asks for, and write its events to standard output, each as a line of JSON."""
    request = Request.model_validate_json(sys.stdin.read())
    game = load_game(request.spec).game.with_options(request.options)
    setting = Setting(
        game=game, deck=request.deck, seats=request.seats, seed=request.seed, max_actions=request.max_actions
    )
    for event in log_of(setting):
        sys.stdout.write(json.dumps(plain(event), ensure_ascii=True, default=str) + "\n")
