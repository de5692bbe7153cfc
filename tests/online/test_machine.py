"""Guests who do anything in any order: a table against a model of who is there, whose turn it is, what is kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import hypothesis.strategies as st
import pytest
from guests import Guest, Shelf, back, laid
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cardkit.hosting.hosted import Clock, Policy, Refused
from cardkit.plugins.registry import load_game
from cardkit.records.replay import verify

SEATS = ("human", "ai", "human")
PEOPLE = (0, 2)
AWAY = 30.0

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda part: st.lists(part, max_size=3) | st.dictionaries(st.text(max_size=8), part, max_size=3),
    max_leaves=6,
)
kinds = st.sampled_from(["act", "why", "hint", "undo", "redo", "talk", "start", "stand-in", "rematch", "renew", "at"])
parts = st.dictionaries(
    st.text(max_size=8) | st.sampled_from(["action", "seat", "text", "id"]), json_values, max_size=3
)
nonsense = json_values | st.builds(lambda do, parts: {"do": do, **parts}, kinds | st.text(max_size=5), parts)
games = st.sampled_from(["cheat", "crazy8s", "go_fish", "goofspiel"])


def seen_in(view: dict[str, Any]) -> dict[str, Any]:
    """What of a view doesn't simply count seconds."""
    chairs = [chair | {"since": None} for chair in view["presence"]["chairs"]]
    kept = {name: part for name, part in view.items() if name not in ("clocks", "events", "fresh", "talk")}
    return kept | {"presence": view["presence"] | {"chairs": chairs}}


class Table(RuleBasedStateMachine):
    """The model: the time, who looks at each seat, which people were ever there, for whom a machine plays."""

    @initialize(game=games, seed=st.integers(0, 99), clock=st.sampled_from([None, "40", "50+2"]))
    def lay(self, game: str, seed: int, clock: str | None) -> None:
        self.plugin = replace(load_game(game), opponent="random")
        self.policy = Policy(away=AWAY, clock=Clock.read(clock) if clock else None)
        self.shelf = Shelf()
        self.hosted = laid(self.plugin, *SEATS, policy=self.policy, keep=self.shelf, seed=seed)
        self.seeds = patch("cardkit.hosting.hosted.new_seed", return_value=seed)
        self.seeds.start()
        self.now = 0.0
        self.guests: list[tuple[int, Guest]] = []
        self.taken: set[int] = set()
        self.begun = False
        self.machines: set[int] = set()
        self.left: dict[int, float] = {}
        self.keys: list[str | None] = list(self.hosted.keys)
        self.reasons: list[str] = []

    def _refused(self, guest: Guest, do: str, **parts: Any) -> str | None:
        """Why something is refused; None where it is done."""
        try:
            guest.say(do, self.now, **parts)
        except Refused as refused:
            return str(refused)
        return None

    def _seats(self) -> list[int]:
        return [seat for seat, _ in self.guests]

    @rule(seat=st.sampled_from([*PEOPLE, -1]))
    def enter(self, seat: int) -> None:
        people = self._people()
        self.enter_seat(seat if seat == -1 else people[PEOPLE.index(seat)])

    def enter_seat(self, seat: int) -> None:
        key = self.hosted.watch_key if seat == -1 else str(self.keys[seat])
        self.guests.append((seat, Guest(self.hosted, key, f"Guest {seat}", self.now)))
        if seat != -1:
            self.taken.add(seat)
            self.left.pop(seat, None)
            self.machines.discard(seat)
            self.begun = self.begun or len(self.taken) == len(PEOPLE)

    @rule()
    def everybody_comes(self) -> None:
        for seat in self._people():
            if seat not in self._seats():
                self.enter_seat(seat)

    @rule(key=st.text(max_size=30))
    def try_a_key(self, key: str) -> None:
        try:
            Guest(self.hosted, key, "", self.now)
        except Refused:
            return
        raise AssertionError(f"{key!r} opened a seat")

    @precondition(lambda self: self.guests)
    @rule(data=st.data())
    def leave(self, data: st.DataObject) -> None:
        seat, guest = self.guests.pop(data.draw(st.integers(0, len(self.guests) - 1)))
        guest.leave(self.now)
        if seat != -1 and seat not in self._seats():
            self.left[seat] = self.now

    @precondition(lambda self: self.guests)
    @rule(data=st.data())
    def act_out_of_turn(self, data: st.DataObject) -> None:
        _, guest = data.draw(st.sampled_from(self.guests))
        view, before = guest.look(), self._actions()
        if not view["legal"] and not view["forms"]:
            assert self._refused(guest, "act", action="pass") is not None
            assert before == self._actions()

    @precondition(lambda self: self.guests)
    @rule(data=st.data(), seconds=st.sampled_from([0.1, 1.0, 20.0]), times=st.integers(1, 30))
    def play(self, data: st.DataObject, seconds: float, times: int) -> None:
        """Whoever is asked acts, and machines do, so many times."""
        for _ in range(times):
            self._pass(seconds)
            self.think()
            asked = [
                (seat, guest) for seat, guest in self.guests if seat in self._asked() and seat not in self.machines
            ]
            if not asked:
                return
            seat, guest = data.draw(st.sampled_from(asked))
            view = guest.look()
            texts = [action["text"] for action in view["legal"]] or [guest.first()]
            text = data.draw(st.sampled_from(texts))
            assert self._refused(guest, "act", action=text, at=view["number"]) is None
            assert seat not in self.machines

    def _asked(self) -> list[int]:
        return list(self.hosted.sitting.table.asked) if self.hosted.sitting else []

    @precondition(lambda self: self.guests)
    @rule(data=st.data(), message=nonsense)
    def say_anything(self, data: st.DataObject, message: Any) -> None:
        _, guest = data.draw(st.sampled_from(self.guests))
        do = message.get("do") if isinstance(message, dict) else None
        before = self._actions()
        try:
            self.hosted.take(guest.visitor, message, self.now)
        except Refused as refused:
            self.reasons.append(str(refused))
            return
        assert do in ("why", "hint", "undo", "agree", "redo", "talk", "start", "rematch"), message
        if do == "start":
            self._started()
        elif do == "rematch":
            self._turned()
        elif do in ("why", "hint", "talk"):
            assert before == self._actions()

    @precondition(lambda self: any(seat != -1 for seat, _ in self.guests))
    @rule(data=st.data(), anyway=st.integers(0, 1))
    def ask_for(self, data: st.DataObject, anyway: int) -> None:
        _, guest = data.draw(st.sampled_from([pair for pair in self.guests if pair[0] != -1]))
        can, before = guest.look()["can"], self._actions()
        known = ["undo", "redo", "start", "hint", "rematch"]
        do = data.draw(st.sampled_from([do for do in known if anyway or can[do]] or known))
        reason = self._refused(guest, do)
        if reason is None:
            assert can[do], do
            if do == "start":
                self._started()
            elif do == "undo":
                assert self._actions() < before or self.hosted.undoing is not None
            elif do == "redo":
                assert self._actions() > before
            elif do == "rematch":
                self._turned()
        elif do in ("start", "hint", "rematch"):
            assert not can[do] or "already" in reason, reason

    @precondition(lambda self: self.guests)
    @rule(yes=st.booleans())
    def agree(self, *, yes: bool) -> None:
        before = self._actions()
        for seat, guest in self.guests:
            if asks := guest.look()["asks"]:
                assert self._refused(guest, "agree", yes=yes) is None
                assert self.hosted.undoing is None or yes or asks["machine"]
                if asks["machine"]:
                    assert self.hosted.replacing is None
                    self.machines |= {seat} if yes else set()
        assert self._actions() <= before

    @precondition(lambda self: any(seat != -1 for seat, _ in self.guests))
    @rule(data=st.data(), name=st.sampled_from(["Ada", "Bo", "x" * 24]))
    def rename(self, data: st.DataObject, name: str) -> None:
        seat, guest = data.draw(st.sampled_from([pair for pair in self.guests if pair[0] != -1]))
        before = self._actions()
        if self._refused(guest, "rename", name=name) is None:
            assert self.hosted.chairs.chairs[seat].name.startswith(name)
            assert before == self._actions()

    @precondition(lambda self: any(seat != -1 for seat, _ in self.guests))
    @rule(data=st.data(), other=st.sampled_from(PEOPLE))
    def stand_in(self, data: st.DataObject, other: int) -> None:
        _, guest = data.draw(st.sampled_from([pair for pair in self.guests if pair[0] != -1]))
        person = [seat for seat, chair in enumerate(self.hosted.chairs.chairs) if chair.player == "human"]
        seat = person[PEOPLE.index(other)]
        reason = self._refused(guest, "stand-in", seat=seat)
        is_host = guest.visitor.seat == self.hosted.chairs.host
        is_left = seat in self.left and (is_host or self.now - self.left[seat] >= AWAY)
        away = (is_left or (is_host and seat not in self._seats())) and seat not in self.machines
        is_own = guest.visitor.seat == seat
        is_back, is_asked = is_own and seat in self.machines, is_host and not is_own and seat not in self.machines
        assert (reason is None) == ((away or is_back or is_asked) and self.hosted.phase == "playing"), reason
        if reason is None and is_back:
            self.machines.discard(seat)
        elif reason is None and away:
            self.machines.add(seat)

    @precondition(lambda self: self.guests)
    @rule(data=st.data(), other=st.sampled_from(PEOPLE))
    def renew(self, data: st.DataObject, other: int) -> None:
        seat, guest = data.draw(st.sampled_from(self.guests))
        is_person = self.hosted.chairs.chairs[other].player == "human"
        reason = self._refused(guest, "renew", seat=other)
        assert (reason is None) == (seat == self.hosted.chairs.host and is_person)
        if reason is None:
            assert self.hosted.chairs.seat_of(str(self.keys[other])) is None
            self.keys[other] = self.hosted.keys[other]
            self.guests = [pair for pair in self.guests if pair[0] != other or pair[1] is guest]
            if other not in self._seats():
                self.left.setdefault(other, self.now)

    @rule(seconds=st.sampled_from([1.0, 12.0, 45.0]))
    def wait(self, seconds: float) -> None:
        self._pass(seconds)

    @rule()
    def think(self) -> None:
        while (thought := self.hosted.thought()) is not None:
            self.hosted.done(thought, thought.choose(), self.now)
        for _, guest in self.guests:
            guest.visitor.answers.clear()

    @precondition(lambda self: self.begun)
    @rule()
    def come_back_from_the_shelf(self) -> None:
        """The server dies, and another one takes the table up: nobody is there, and all is as it was."""
        before = self.hosted
        self.hosted = back(self.shelf, self.plugin, policy=self.policy, now=self.now)
        assert before.keys == self.hosted.keys
        assert (before.sitting is None) == (self.hosted.sitting is None)
        if before.sitting is not None and self.hosted.sitting is not None:
            assert before.sitting.match.state == self.hosted.sitting.match.state
            assert before.phase == self.hosted.phase
        self.guests = []
        self.left = dict.fromkeys(self._people(), self.now)
        self.everybody_comes()

    def _people(self) -> list[int]:
        return [seat for seat, chair in enumerate(self.hosted.chairs.chairs) if chair.player == "human"]

    def _pass(self, seconds: float) -> None:
        known = [(guest, seen_in(guest.look())) for _, guest in self.guests]
        woken = [guest.woken for guest, _ in known]
        self.now += seconds
        alarm = self.hosted.tick(self.now)
        assert alarm is None or alarm > self.now
        for (guest, seen), before in zip(known, woken, strict=True):
            assert guest.woken > before or seen == seen_in(guest.look())

    def _started(self) -> None:
        assert not self.begun
        self.begun = True
        self.machines = set(PEOPLE) - self.taken

    def _turned(self) -> None:
        seats = len(SEATS)
        self.keys = [*self.keys[-1:], *self.keys[:-1]]
        self.guests = [(seat if seat == -1 else (seat + 1) % seats, guest) for seat, guest in self.guests]
        self.left = {(seat + 1) % seats: since for seat, since in self.left.items()}
        self.machines = {(seat + 1) % seats for seat in self.machines}
        self.taken = {(seat + 1) % seats for seat in self.taken}

    def _actions(self) -> int:
        return len(self.hosted.record.actions) if self.hosted.record else 0

    @invariant()
    def everybody_sees_what_the_model_says(self) -> None:
        if not hasattr(self, "hosted"):
            return
        assert self.keys == list(self.hosted.keys)
        assert self.begun == (self.hosted.phase != "waiting")
        assert [] == [reason for reason in self.reasons if "\n" in reason or not reason]
        assert (self.hosted.record and self.hosted.record.log) == (self.shelf.record and self.shelf.record.log)
        for seat, guest in self.guests:
            view = guest.look()
            assert seat == view["seat"]
            asked = view["view"]["asked"] if view["view"] else []
            assert (seat in asked) == bool(view["legal"] or view["forms"])
            chairs = view["presence"]["chairs"]
            assert [chair["there"] for chair in chairs] == [
                chair["player"] != "human" or place in self._seats() for place, chair in enumerate(chairs)
            ]

    def teardown(self) -> None:
        if not hasattr(self, "hosted"):
            return
        self.seeds.stop()
        if self.shelf.record is not None:
            verify(self.plugin, self.shelf.record, Path("the table"))


class TestTable(Table.TestCase):  # type: ignore[misc, name-defined]
    settings = settings(max_examples=20, stateful_step_count=40, deadline=None)


@pytest.mark.slow
class TestTableForLong(Table.TestCase):  # type: ignore[misc, name-defined]
    settings = settings(max_examples=500, stateful_step_count=40, deadline=None)
