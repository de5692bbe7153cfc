"""Who plays on the full screen at a table of their own: the table in this process, and the way to each seat."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

from cardkit.core.cards import Seat
from cardkit.core.errors import CardkitError
from cardkit.core.results import Result
from cardkit.hosting.commands import turns_said
from cardkit.hosting.hosted import Chairs, Hosted, Policy, Unasked, Visitor
from cardkit.hosting.messages import refusal
from cardkit.online.drawing import Paints
from cardkit.online.lines import Heard, Way
from cardkit.online.screen import TableApp
from cardkit.play.driver import BrokenOff, prepared
from cardkit.play.home import GameFile, keep_score
from cardkit.play.settings import chosen_look, settings
from cardkit.play.terminal import Terminal, can_show, is_full_screen, is_plain, standard_output
from cardkit.plugins.people import Interrupted
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.setup import PUBLIC, Setup
from cardkit.records.record import Record, RecordFile, Refused


class LocalTable:
    """A table in this process, and what makes it go on: time, and the machines."""

    def __init__(self, hosted: Hosted, file: GameFile | None = None) -> None:
        self.hosted = hosted
        self.file = file
        """Where the game is kept, if it is."""
        hosted.asks_consent = False
        self._news = asyncio.Event()
        self._driving: asyncio.Task[None] | None = None

    def ways(self) -> list[LocalWay]:
        """The way to each person's seat; where there is none, that of somebody who watches."""
        if not self.hosted.chairs.people:
            self.hosted.start()
        people = [seat for seat, key in enumerate(self.hosted.keys) if key is not None]
        return [LocalWay(self, seat) for seat in people or [PUBLIC]]

    def stir(self) -> None:
        """Look again at what has to be done."""
        if self._driving is None or self._driving.done():
            self._driving = asyncio.create_task(self._drive())
        self._news.set()

    async def _drive(self) -> None:
        """Let the machines play and the clocks run, as long as the program does."""
        while True:
            self._news.clear()
            due = self.hosted.tick(monotonic())
            thought = self.hosted.thought()
            if thought is not None:
                try:
                    action = await _thought_out(thought.choose)
                except Exception as error:  # whatever a machine raises ends its table, with a sentence
                    self.hosted.failed(thought, error, monotonic())
                else:
                    self.hosted.done(thought, action, monotonic())
                continue
            wait = None if due is None else max(due - monotonic(), 0)
            _, waiting = await asyncio.wait([asyncio.ensure_future(self._news.wait())], timeout=wait)
            for task in waiting:
                task.cancel()

    def play_for(self, seat: Seat, turns: float) -> None:
        """Let a machine play for somebody, for so many turns."""
        self.hosted.at_play()
        self.hosted.play_for(seat, turns)
        self.hosted.news(stands_otherwise=False)
        self.stir()

    def call_back(self, seat: Seat) -> None:
        """Let somebody play themselves again for whom a machine plays."""
        if seat in self.hosted.moves_left and self.hosted.phase == "playing":
            self.hosted.come_back(seat)
            self.hosted.news(stands_otherwise=False)


async def _thought_out(choose: Callable[[], Any]) -> Any:
    """What a machine chooses, in a thread that is left alone where the program ends before."""
    loop = asyncio.get_running_loop()
    chosen: asyncio.Future[Any] = loop.create_future()

    def settle(tell: Callable[[Any], None], outcome: Any) -> None:
        if not chosen.done():
            tell(outcome)

    def think() -> None:
        try:
            outcome, tell = choose(), chosen.set_result
        except Exception as error:  # it is raised again where the machine is waited for
            outcome, tell = error, chosen.set_exception
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(settle, tell, outcome)

    threading.Thread(target=think, daemon=True).start()
    return await chosen


class LocalWay:
    """The way to a table in this process, for one seat."""

    def __init__(self, table: LocalTable, seat: Seat) -> None:
        self._table, self._seat = table, seat
        hosted = table.hosted
        self._key = hosted.watch_key if seat == PUBLIC else hosted.keys[seat]
        self._woken = asyncio.Event()
        self._visitor = Visitor(self._woken.set)
        self._heard: Heard = print

    async def hear(self, heard: Heard) -> None:
        """Tell all that comes from the table."""
        self._heard, hosted = heard, self._table.hosted
        heard(hosted.enter(self._visitor, {"do": "hello", "protocol": 2, "key": self._key, "name": ""}, monotonic()))
        self._table.stir()
        try:
            while True:
                self._woken.clear()
                while self._visitor.answers:
                    heard(self._visitor.answers.popleft())
                heard(hosted.message(self._visitor))
                await self._woken.wait()
        finally:
            hosted.leave(self._visitor, monotonic())

    @property
    def does(self) -> Mapping[str, Callable[[str], str]]:
        """What the table of this keyboard does beside what every table can."""
        if self._seat == PUBLIC:
            return {}
        return {"go": self._go, "mark": self._mark, "back": self._back, "save": self._save}

    def _go(self, rest: str) -> str:
        self._table.play_for(self._seat, turns_said(rest))
        return "A machine plays for you; Esc calls you back"

    def _mark(self, rest: str) -> str:
        return self._table.hosted.at_play().log.mark(rest)

    def _back(self, rest: str) -> str:
        hosted = self._table.hosted
        hosted.go_back(self._seat, hosted.at_play().log.marked(rest), practice=False)
        self._table.stir()
        return f"Back at {rest}"

    def _save(self, rest: str) -> str:
        if self._table.file is None:
            raise Refused("the game is kept nowhere here")
        return self._table.file.save(rest, self._table.hosted.at_end().log.record).removesuffix(".")

    def call_back(self) -> None:
        """Let the person play themselves again, if a machine plays for them."""
        self._table.call_back(self._seat)

    def send(self, message: dict[str, Any]) -> None:
        """Tell the table something; a refusal is heard as one."""
        try:
            answer = self._table.hosted.take(self._visitor, message, monotonic())
        except CardkitError as error:
            answer = refusal(error, message.get("id"))
        if answer is not None:
            self._heard(answer)
        self._table.stir()


class NoScreen(CardkitError):
    """A full screen is wanted where there is none."""

    sentence = "a full screen needs a terminal, and this is a pipe or a file"


def paints() -> Paints:
    """What everything looks like on this terminal."""
    out = standard_output()
    look = chosen_look(settings().cards)
    return Paints(look, colours=not (look.spare or is_plain(out)), letters=not can_show(out, "♠♥♦♣"))


def show(ways: Sequence[Way]) -> TableApp:
    """Show the full screen until the person leaves; raises what ended it, if something did, and NoScreen."""
    if not is_full_screen():
        raise NoScreen
    app = TableApp(ways, paints())
    app.run()
    if app.fault is not None:
        raise app.fault
    return app


PACE = 0.7
"""Seconds before a machine acts, where nothing else is settled: so that people see what happens."""


def play_on_screen(setup: Setup, record: Path | None, *, scored: bool, pause: float | None) -> None:
    """Play a game, keeping its record in a file if one is given; raises a CardkitError where it can't be."""
    nobody = Unasked(setup.plugin.game.name)
    session = prepared(setup, record, Terminal(), lambda seat: nobody)
    hosted = Hosted(session, policy=_policy(pause), now=monotonic())
    _sit_down(hosted, GameFile.begun(session, record, finished=_scoring(hosted) if scored else None))


def take_up_on_screen(plugin: Plugin, record: Record, path: Path, seats: tuple[str, ...], *, scored: bool) -> None:
    """Go on with the game of a record in its own file; raises a CardkitError where that can't be."""
    people = Chairs.of(seats or record.seats, record.names).kept() | {"clocks": None}
    hosted = Hosted.back(Setup.of(plugin), people=people, record=record, policy=_policy(None), now=monotonic())
    file = RecordFile(path, record, replacing=True)
    _sit_down(hosted, GameFile(hosted.session, file, record, finished=_scoring(hosted) if scored else None))


def _policy(pause: float | None) -> Policy:
    """Machines wait as long as somebody has said or settled."""
    return Policy(pace=(settings().pause or PACE) if pause is None else pause)


def _scoring(hosted: Hosted) -> Callable[[Result], None]:
    """What puts each game of a table on the score board."""

    def finished(result: Result) -> None:
        keep_score(hosted.session, result, hosted.sitting.log.hints if hosted.sitting else 0)

    return finished


def _sit_down(hosted: Hosted, file: GameFile) -> None:
    """Show the table until the person leaves, and say then how it ended, or how to go on."""
    hosted.keep_in([file])
    try:
        app = show(LocalTable(hosted, file).ways())
    finally:
        file.let_go()
    if hosted.failure is not None:
        raise BrokenOff(hosted.failure, file.path) if file.path else hosted.failure
    if app.was_interrupted:
        raise Interrupted(f"go on with: {file.how_to_go_on}" if file.how_to_go_on else "")
    result = app.place.told.view.get("result")
    Terminal().say(result["text"] if result else file.farewell)
