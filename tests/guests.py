"""Guests at hosted tables: what each says and is told, every frame checked against the protocol."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from typing import Any

from cardkit.core.results import Result
from cardkit.hosting.hosted import Hosted, Policy, Visitor
from cardkit.hosting.protocol import FROM_TABLE
from cardkit.online.lines import Told
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.registry import load_game
from cardkit.plugins.setup import Setup
from cardkit.records.record import Entry, Keep, Record


def fail(error: Exception) -> None:
    """Raise an error elsewhere than in this file, which is an author's to cardkit: stores are cardkit's own."""
    failing = Future[None]()
    failing.set_exception(error)
    failing.result()


class Shelf(Keep):
    """Keeps a table in memory, as a store would; `fails` lets the next action not be kept, `refuses` the next game."""

    def __init__(self) -> None:
        self.people: Mapping[str, Any] = {}
        self.record: Record | None = None
        self.result: Result | None = None
        self.fails: Exception | None = None
        self.refuses: Exception | None = None

    def begin(self, record: Record, people: Mapping[str, Any]) -> None:
        error, self.refuses = self.refuses, None
        if error is not None:
            raise error
        self.record, self.result = record, None
        self.seat(people)

    def seat(self, people: Mapping[str, Any]) -> None:
        self.people = json.loads(json.dumps(people))

    def add(self, step: Sequence[Entry]) -> None:
        error, self.fails = self.fails, None
        if error is not None:
            fail(error)
        self.record = self.record.model_copy(update={"log": (*self.record.log, *step)})

    def replace(self, record: Record) -> None:
        self.record = record

    def finish(self, result: Result) -> None:
        self.result = result


class Guest:
    """Somebody at a table."""

    def __init__(self, hosted: Hosted, key: str, name: str = "", now: float = 0.0, protocol: int = 2) -> None:
        self.hosted = hosted
        self.woken = 0
        self.visitor = Visitor(self._wake)
        hello = hosted.enter(self.visitor, {"do": "hello", "protocol": protocol, "key": key, "name": name}, now)
        self.hello = checked(hello)
        self.lines: list[str] = []

    def _wake(self) -> None:
        self.woken += 1

    def look(self) -> dict[str, Any]:
        """The view now; the lines are put to those before."""
        view = checked(self.hosted.message(self.visitor))
        self.lines = [*([] if view["fresh"] else self.lines), *view["events"]["lines"]]
        return view

    def say(self, do: str, now: float | None = None, **parts: Any) -> dict[str, Any] | None:
        """Say something; what is answered."""
        answer = self.hosted.take(self.visitor, {"do": do, **parts}, self.hosted.now if now is None else now)
        return None if answer is None else checked(answer)

    def act(self, text: str | None = None, now: float | None = None) -> None:
        """Do something, by default the first thing that is legal."""
        self.say("act", now, action=self.first() if text is None else text)

    def first(self) -> str:
        """The first thing that is legal."""
        view = self.look()
        return str(view["legal"][0]["text"]) if view["legal"] else chosen(view["forms"][0])

    def leave(self, now: float | None = None) -> None:
        self.hosted.leave(self.visitor, self.hosted.now if now is None else now)


def told_to(guest: Guest) -> Told:
    """What somebody was told by now, as their client knows it."""
    told = Told()
    told.take(guest.hello)
    told.take(guest.look())
    return told


def checked(frame: dict[str, Any]) -> dict[str, Any]:
    """A frame, which is one of the protocol."""
    FROM_TABLE.validate_json(json.dumps(frame))
    return frame


def chosen(form: Mapping[str, Any]) -> str:
    """An action of a form as a client makes it of the parts: the first values of all."""
    words = [form["verb"]]
    for part in form["parts"]:
        if part["kind"] == "number":
            words.append(str(part["least"]))
        elif part["kind"] == "cards":
            words += part["of"][: max(part["least"], 1)]
        else:
            words.append(part["of"][0])
    return " ".join(filter(None, words))


def laid(
    game: str | Plugin,
    *seats: str,
    policy: Policy | None = None,
    keep: Shelf | None = None,
    seed: int = 1,
    rules: str | None = None,
    **options: Any,
) -> Hosted:
    """A table for a game, with these seats."""
    plugin = load_game(game) if isinstance(game, str) else game
    setup = Setup.for_people(plugin, rules, seats=seats, seed=seed, options=options)
    return Hosted.lay(setup, policy=policy, places=[] if keep is None else [keep], table="table")


def together(hosted: Hosted, *names: str) -> list[Guest]:
    """A guest at each seat of a person."""
    keys = list(filter(None, hosted.keys))
    return [Guest(hosted, key, name) for key, name in zip(keys, names or ("Ada", "Bo", "Cem", "Di"), strict=False)]


def table(game: str | Plugin, *seats: str, names: Sequence[str] = (), **given: Any) -> tuple[Any, ...]:
    """A table for a game, and a guest at each seat of a person."""
    hosted = laid(game, *seats, **given)
    return hosted, *together(hosted, *names)


def back(shelf: Shelf, game: str | Plugin = "crazy8s", rules: str | None = None, **given: Any) -> Hosted:
    """The table that is on the shelf, taken up again."""
    setup = Setup.of(load_game(game) if isinstance(game, str) else game, rules)
    return Hosted.back(setup, people=shelf.people, record=shelf.record, places=[shelf], **given)


def machines_play(hosted: Hosted, now: float | None = None) -> int:
    """Let machines think while they have to; how often one chose."""
    count = 0
    while (thought := hosted.thought()) is not None:
        count += 1
        at = hosted.now if now is None else now
        try:
            chosen = thought.choose()
        except Exception as error:
            hosted.failed(thought, error, at)
        else:
            hosted.done(thought, chosen, at)
    return count


def play_on(hosted: Hosted, guests: Sequence[Guest], most: int = 1000) -> int:
    """Play to the end, or so many actions, guests by the first thing that is legal; how many actions that were."""
    for count in range(most):
        if machines_play(hosted):
            continue
        if hosted.phase != "playing":
            return count
        next(guest for guest in guests if guest.visitor.seat in hosted.at_play().table.asked).act()
    return most
