"""Clocks of seats at a hosted table, and what spectators see later."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from guests import Guest, Shelf, laid, machines_play, together

from cardkit.core.errors import CardkitError
from cardkit.hosting.hosted import Clock, Hosted, Policy, Refused
from cardkit.hosting.seats import BadClock
from cardkit.plugins.registry import load_game
from cardkit.plugins.setup import Setup
from cardkit.records.record import read_record, write_record
from cardkit.records.replay import retell


@pytest.mark.parametrize("text", ["60", "300+5", "0.5", "90+0"])
def test_a_clock_is_written_as_it_is_read(text: str) -> None:
    assert text == str(Clock.read(text))


@pytest.mark.parametrize("text", ["", "0", "-5", "1+", "+5", "60+-1", "nan", "inf", "1e9", "5+5+5"])
def test_what_is_no_clock_is_refused(text: str) -> None:
    with pytest.raises(BadClock, match="is no clock: 60 is so many seconds"):
        Clock.read(text)


def clocks(guest: Guest) -> list[tuple[float, bool]]:
    return [(clock["left"], clock["running"]) for clock in guest.look()["clocks"]]


def duel(clock: str, **policy: Any) -> tuple[Hosted, Guest, Guest, Shelf]:
    shelf = Shelf()
    plugin = replace(load_game("go_fish"), opponent="random")
    hosted = laid(plugin, "human", "human", policy=Policy(clock=Clock.read(clock), **policy), keep=shelf)
    ada, bo = together(hosted, "Ada", "Bo")
    return hosted, ada, bo, shelf


def test_whoever_runs_out_of_time_loses_and_the_record_says_so_and_is_told_again(tmp_path: Path) -> None:
    hosted, ada, bo, shelf = duel("60")
    ada.act(now=1.0)
    late = next(seat for seat, (_, running) in enumerate(clocks(ada)) if running)
    hosted.tick(62.0)
    view = bo.look()
    assert ("over", "won", [1 - late]) == (view["phase"], view["result"]["how"], view["result"]["winners"])
    assert f"{'Bo' if late else 'Ada'}'s time has run out." in bo.lines
    assert shelf.record is not None
    assert shelf.record.result is not None
    assert late == shelf.record.result.out_of_time
    with pytest.raises(Refused, match="the game is over"):
        ada.act("ask 1 7")

    path = tmp_path / "late.json"
    write_record(path, shelf.record)
    record = read_record(path)
    assert shelf.record == record
    told = [line for block in retell(load_game("go_fish"), record, path).blocks for line in block.lines]
    assert f"{'Bo' if late else 'Ada'}'s time has run out." in told
    again = Hosted.back(Setup.of(load_game("go_fish")), people=shelf.people, record=record, policy=hosted.policy)
    assert again.phase == "over"
    returned = Guest(again, str(again.keys[0]))
    assert view["result"] | {"text": ""} == returned.look()["result"] | {"text": ""}
    ada.look()
    assert ada.lines == returned.lines
    ada.say("rematch", now=70.0)
    assert [(60.0, 0), (60.0, 1)] == sorted((left, running) for left, running in clocks(ada))


def test_a_machine_may_make_the_move_instead_and_only_that_one() -> None:
    hosted, ada, _, _ = duel("60", on_timeout="machine")
    hosted.tick(61.0)
    assert ada.look()["presence"]["chairs"][0]["machine"]
    with pytest.raises(Refused, match="your time has run out, and a machine makes this move"):
        ada.act("ask 1 7")
    machines_play(hosted, now=62.0)
    assert not ada.look()["presence"]["chairs"][0]["machine"]
    assert (60.0, 60.0) == tuple(left for left, _ in clocks(ada))


def test_spectators_see_what_happens_later() -> None:
    hosted = laid("go_fish", "human", "human", policy=Policy(delay=30.0))
    watcher = Guest(hosted, hosted.watch_key)
    ada, _ = together(hosted)
    assert ("waiting", None) == (watcher.look()["phase"], watcher.look()["view"])
    hosted.tick(30.0)
    dealt = watcher.look()
    assert dealt["phase"] == "playing"
    ada.act(now=40.0)
    assert dealt["view"] == watcher.look()["view"]
    assert [] == watcher.look()["events"]["lines"]
    assert 70.0 == hosted.tick(41.0)
    woken = watcher.woken
    hosted.tick(70.0)
    assert watcher.woken > woken
    later = watcher.look()
    assert later["events"]["lines"]
    assert dealt["view"] != later["view"]
    assert hosted.tick(71.0) is None


def test_spectators_hear_what_is_said_and_see_clocks_and_the_end_later() -> None:
    hosted = laid("crazy8s", "human", "human", policy=Policy(delay=30.0, clock=Clock.read("60")), rules="house")
    watcher = Guest(hosted, hosted.watch_key)
    ada, _ = together(hosted)
    hosted.tick(35.0)
    before = watcher.look()
    ada.say("talk", now=40.0, text="I have the queen")
    hosted.tick(69.0)
    during = watcher.look()
    assert not [said for view in (before, during) for said in view["talk"] if "queen" in said["text"]]
    assert before["clocks"] == during["clocks"]
    hosted.tick(70.0)
    assert ["I have the queen"] == [said["text"] for said in watcher.look()["talk"]]
    hosted.break_off(CardkitError("it is over"))
    assert hosted.phase == "over"
    assert ("playing", None) == hosted.views.shown(hosted)
    hosted.tick(100.0)
    assert hosted.views.shown(hosted)[0] == "over"


@pytest.mark.parametrize("begun_again", [False, True])
@pytest.mark.parametrize("clock", ["60+5", "30"])
def test_what_is_taken_back_gives_back_its_time_with_what_was_used_taken_off(clock: str, *, begun_again: bool) -> None:
    shelf, policy = Shelf(), Policy(clock=Clock.read(clock))
    hosted = laid("crazy8s", "human", "human", policy=policy, keep=shelf, rules="house", seed=1)
    ada, bo = together(hosted, "Ada", "Bo")
    guest, other = (ada, bo) if ada.look()["view"]["asked"] == [0] else (bo, ada)
    play = ""
    for number in range(1, 11):
        play = next(
            one["text"] for one in guest.look()["legal"] if one["text"].startswith("play") and " 8" not in one["text"]
        )
        guest.act(play, now=1.2 * number - 0.2)
        if begun_again:
            setup, now = Setup.of(load_game("crazy8s"), "house"), hosted.now
            hosted = Hosted.back(
                setup, people=shelf.people, record=shelf.record, places=[shelf], policy=policy, now=now
            )
            ada, bo = (Guest(hosted, key, now=now) for key in filter(None, hosted.keys))
            guest, other = (ada, bo) if 1 in hosted.at_play().table.asked else (bo, ada)
        guest.say("undo", now=1.2 * number)
        other.say("agree", now=1.2 * number)
    first = Clock.read(clock).first
    assert 2 * first - 12 == pytest.approx(sum(left for left, _ in clocks(guest)))
    guest.act(play, now=13.0)
    played = clocks(guest)
    guest.say("undo", now=13.0)
    other.say("agree", now=13.0)
    guest.say("redo", now=13.0)
    assert played == clocks(guest)
