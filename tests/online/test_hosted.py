"""A hosted table: coming, going, playing, other points of the game, clocks, machines for people, commands, faults."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from guests import Guest, Shelf, back, checked, laid, machines_play, play_on, table, together, told_to
from helpers import TESTS, cardkit

from cardkit.core.errors import CannotStart, CardkitError, UnknownName
from cardkit.hosting.commands import COMMANDS, meant
from cardkit.hosting.hosted import Clock, Hosted, Policy, Refused, Visitor
from cardkit.hosting.messages import refusal
from cardkit.hosting.sitting import BadClock
from cardkit.online.lines import commands
from cardkit.plugins.registry import load_game
from cardkit.records.record import read_record, write_record
from cardkit.records.replay import retell

TWO = ("crazy8s", "human", "human")
THREE = ("crazy8s", "human", "ai", "human")


class Full(CardkitError):
    """A shelf that takes no more."""


def chairs(guest: Guest) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = guest.look()["presence"]["chairs"]
    return found


def last_said(guest: Guest) -> str:
    return str(guest.look()["talk"][-1]["text"])


# Coming, going and coming back


def test_the_game_is_dealt_when_everybody_was_there_once() -> None:
    hosted = laid(*THREE)
    first, machine, second = hosted.keys
    assert machine is None
    ada = Guest(hosted, first, "Ada")
    assert (hosted.phase, ada.look()["view"]) == ("waiting", None)
    bo = Guest(hosted, second, " Bo  Li ")
    assert hosted.phase == "playing"
    assert ["Ada", "Ben", "Bo Li"] == [chair["name"] for chair in chairs(bo)]
    assert 5 == next(pile["size"] for pile in bo.look()["view"]["piles"] if pile["title"] == "your hand")
    assert (bo.hello["seat"], bo.hello["is_host"], ada.hello["is_host"]) == (2, False, True)


def test_keys_are_secrets_of_128_bits_in_no_message_and_no_text_and_a_wrong_one_opens_nothing() -> None:
    hosted = laid(*TWO)
    keys = [*filter(None, hosted.keys), hosted.watch_key]
    assert 3 == len(set(keys))
    assert all(len(key) >= 22 for key in keys)
    for key in ("", "x", keys[0][:-1], keys[0] + "x", "ключ"):
        with pytest.raises(Refused, match="this link is none of this table"):
            Guest(hosted, key)
    assert [0, 1, -1, None] == [hosted.chairs.seat_of(key) for key in (*keys, "x")]
    with pytest.raises(Refused, match="the first message has to be hello"):
        hosted.enter(Visitor(lambda: None), {"do": "start"}, 0.0)
    assert [] == hosted.visitors
    ada, other = together(hosted, "Ada", "Ada")
    assert ["Ada", "Ada 1"] == [chair["name"] for chair in chairs(ada)], "names are told from each other"
    said = repr(hosted.chairs) + json.dumps([ada.hello, ada.look(), other.look()])
    assert not [key for key in keys if key in said]


def test_who_watches_sees_what_everybody_sees_and_can_only_talk() -> None:
    hosted, ada, _ = table(*TWO)
    watcher = Guest(hosted, hosted.watch_key)
    view = watcher.look()
    hands = [pile for pile in view["view"]["piles"] if pile["name"].startswith("hand")]
    assert ([([], "backs")] * 2, -1) == ([(hand["cards"], hand["looks"]) for hand in hands], view["seat"])
    for do, parts in (("act", {"action": "draw"}), ("undo", {}), ("start", {}), ("hint", {}), ("rematch", {})):
        with pytest.raises(Refused, match="you watch, and have no seat here"):
            watcher.say(do, **parts)
    watcher.say("talk", text="<b>hello</b>")
    assert {"who": "a spectator", "text": "<b>hello</b>"} == ada.look()["talk"][-1]
    with pytest.raises(Refused, match="what is said can't hold bidirectional characters"):
        watcher.say("talk", text="he\u202ello")
    assert ([], 1) == (ada.look()["talk"], ada.look()["presence"]["watchers"])


def test_a_name_can_be_changed_and_whoever_comes_late_has_their_own() -> None:
    shelf = Shelf()
    hosted = laid("go_fish", "human", "human", "ai", keep=shelf)
    ada = Guest(hosted, str(hosted.keys[0]), "Ada")
    ada.say("start")
    ada.act()
    bo = Guest(hosted, str(hosted.keys[1]), "Bo")
    assert ["Ada", "Bo"] == [chair["name"] for chair in chairs(bo)][:2]
    bo.say("rename", name=" Bob ")
    assert "Bo is called Bob now." == last_said(ada)
    assert any(pile["title"].startswith("Bob's") for pile in ada.look()["view"]["piles"])
    assert ("Ada", "Bob") == shelf.record.names[:2]
    ada.say("rename", name="Ben", seat=1)
    with pytest.raises(Refused, match="the host alone"):
        bo.say("rename", name="Ada", seat=0)
    for name in ("", "  ", "\u202e"):
        with pytest.raises(Refused):
            bo.say("rename", name=name)


def test_the_host_lets_a_person_have_the_seat_of_a_machine_that_plays_until_they_come() -> None:
    shelf = Shelf()
    hosted, ada, bo = table(*THREE, keep=shelf)
    ada.act()
    with pytest.raises(Refused, match="the host alone"):
        bo.say("open", seat=1)
    key = ada.say("open", seat=1)["key"]
    with pytest.raises(Refused, match="a person's already"):
        ada.say("open", seat=1)
    while 1 not in hosted.at_play().table.asked:
        next(guest for guest in (ada, bo) if guest.look()["legal"]).act()
    assert machines_play(hosted) >= 1
    cleo = Guest(hosted, key, "Cleo")
    assert "Cleo" == chairs(cleo)[1]["name"]
    assert ("human",) * 3 == shelf.record.seats
    play_on(hosted, [ada, bo, cleo])
    assert hosted.phase == "over"
    assert key == back(shelf).keys[1]


def test_who_comes_leaves_and_comes_back_is_told_to_the_others() -> None:
    hosted, ada, bo = table(*TWO)

    def told() -> list[str]:
        return [remark["text"] for remark in ada.look()["talk"] if not remark["who"]]

    assert ["Bo has come."] == told()
    bo.leave(now=10.0)
    hosted.tick(12.0)
    bo = Guest(hosted, str(hosted.keys[1]), "Bo", now=13.0)
    hosted.tick(30.0)
    assert [] == told()
    bo.leave(now=40.0)
    woken = ada.woken
    assert 45.0 == hosted.tick(41.0)
    hosted.tick(45.0)
    assert ada.woken == woken + 1
    assert ["Bo has left."] == told()
    hosted.tick(100.0)
    ada.say("stand-in", seat=1)
    assert ["A machine plays for Bo now."] == told()
    Guest(hosted, str(hosted.keys[1]), "Bo", now=101.0)
    assert ["Bo is back."] == told()


def test_the_host_renews_a_link_and_who_came_by_the_old_one_has_to_leave() -> None:
    shelf = Shelf()
    hosted, ada, bo = table(*TWO, keep=shelf, policy=Policy(away=30.0))
    old = hosted.keys[1]
    with pytest.raises(Refused, match="the host alone"):
        bo.say("renew", seat=0)
    answer = ada.say("renew", now=5.0, seat=1, id=3)
    assert (3, 1, hosted.keys[1]) == (answer["id"], answer["seat"], answer["key"])
    assert shelf.people["chairs"][1]["key"] == hosted.keys[1] != old
    assert bo.visitor.gone == "the link to this seat was renewed"
    with pytest.raises(Refused, match="was renewed"):
        bo.say("talk", text="me?")
    with pytest.raises(Refused):
        Guest(hosted, str(old))
    assert not chairs(ada)[1]["there"]
    answer = ada.say("renew", now=30.0, seat=1, id=4)
    hosted.tick(34.0)
    assert not chairs(ada)[1]["away"]
    hosted.tick(35.0)
    assert chairs(ada)[1]["away"], "a link that is renewed once more is no new absence"
    Guest(hosted, answer["key"])


# Playing


def test_what_is_chosen_on_an_old_view_is_refused_but_talk_makes_no_view_old() -> None:
    _, ada, bo = table(*TWO)
    first = ada.look()["number"]
    bo.say("talk", text="well?")
    ada.say("act", action=ada.first(), at=first)
    asked = next(guest for guest in (ada, bo) if guest.look()["legal"])
    for at in (first, 10**9):
        with pytest.raises(Refused, match="the table has changed since; look again"):
            asked.say("act", action=asked.first(), at=at)


def test_an_action_takes_no_longer_after_many(monkeypatch: pytest.MonkeyPatch) -> None:
    hosted, *guests = table(*TWO)
    made: list[object] = []
    monkeypatch.setattr("cardkit.records.record.record_of", made.append)
    assert 4 == play_on(hosted, guests, 4)
    assert not made


def test_an_action_or_a_next_game_that_can_not_be_kept_did_not_happen() -> None:
    shelf = Shelf()
    hosted, *guests = table(*THREE, keep=shelf)
    before, record = guests[0].look(), shelf.record
    shelf.fails = Full("the disk is full")
    with pytest.raises(Full):
        guests[0].act()
    assert record == shelf.record == hosted.record
    after = guests[0].look()
    assert (before["view"], before["legal"]) == (after["view"], after["legal"])
    guests[0].act()
    assert record != shelf.record == hosted.record
    play_on(hosted, guests)
    before = guests[0].look()
    shelf.refuses = Full("the disk is full")
    with pytest.raises(Full):
        guests[1].say("rematch")
    after = guests[0].look()
    assert (before["seat"], before["presence"], before["result"]) == (after["seat"], after["presence"], after["result"])
    guests[1].say("rematch")
    assert guests[0].look()["phase"] == "playing"


def test_the_next_game_has_everybody_one_seat_further_on_with_the_same_keys() -> None:
    shelf = Shelf()
    hosted, ada, bo = table(*THREE, keep=shelf)
    with pytest.raises(Refused, match="the game is not over"):
        ada.say("rematch")
    play_on(hosted, [ada, bo])
    keys, ended, winners = hosted.keys, shelf.record, shelf.result.winners
    assert (hosted.at_end().match.result, hosted.record) == (shelf.result, ended)
    view = ada.look()
    assert (True, True) == (view["result"]["text"].endswith("turns."), view["can"]["rematch"])
    bo.say("rematch")
    assert [keys[2], keys[0], None] == list(hosted.keys)
    view = ada.look()
    assert (view["seat"], view["phase"], view["fresh"]) == (1, "playing", True)
    sitting = view["presence"]["chairs"]
    assert ["Bo", "Ada", "Ben"] == [chair["name"] for chair in sitting]
    assert shelf.people["chairs"][1]["won"] == sitting[1]["won"]
    assert [seat in winners for seat in (2, 0, 1)] == [chair["won"] == 1 for chair in sitting]
    tally = ", ".join(f"{chair['name']} {chair['won']}" for chair in sitting[:2])
    assert f"Games won: {tally} and Ben {sitting[2]['won']}." == view["talk"][-1]["text"]
    assert ("human", "human", "ai") == shelf.record.seats
    assert shelf.record != ended
    play_on(hosted, [ada, bo])
    assert hosted.phase == "over"


# Other points of the game


def test_where_hidden_cards_were_seen_taking_back_is_practice_alone_and_asked_for_among_people() -> None:
    hosted, ada = table("crazy8s", "human", "ai")
    ada.act("draw")
    with pytest.raises(Refused, match="the game is practice") as refused:
        ada.say("undo", id=3)
    said = {"type": "refused", "id": 3, "reason": str(refused.value), "practice": True}
    assert said == checked(refusal(refused.value, 3))
    ada.say("undo", practice=True)
    assert hosted.record.practice
    hosted, first, second = table(*TWO)
    first.act("draw")
    first.say("undo")
    assert second.look()["asks"]
    assert [] != list(hosted.record.actions)


def test_people_who_have_acted_since_are_asked_whether_something_may_be_taken_back() -> None:
    hosted, ada, bo = table(*TWO)
    while 0 in ada.look()["view"]["asked"]:
        ada.act()
    bo.act()
    ada.say("undo")
    view = bo.look()
    assert "Ada would like to take back, and asks Bo." == view["talk"][-1]["text"]
    assert view["asks"]["seat"] == 0
    for who in ("Ada ", "You "):
        assert any(line.startswith(who) for line in view["asks"]["lines"])
    assert ada.look()["asks"] is None
    with pytest.raises(Refused, match="nobody asks you"):
        ada.say("agree")
    for one in (ada, bo):
        assert not one.look()["can"]["undo"]
        with pytest.raises(Refused, match="somebody is asked already"):
            one.say("undo")
    before = hosted.record
    bo.say("agree", yes=False)
    assert before == hosted.record
    assert "Bo does not agree: nothing is taken back." == last_said(ada)
    ada.say("undo")
    bo.say("agree")
    assert len(hosted.record.actions) < len(before.actions)
    assert "Ada has taken back." == last_said(bo)
    ada.say("redo")
    assert before.log == hosted.record.log


# Clocks, and what spectators see later


@pytest.mark.parametrize("text", ["60", "300+5", "0.5", "90+0"])
def test_a_clock_is_written_as_it_is_read(text: str) -> None:
    assert text == str(Clock.read(text))


@pytest.mark.parametrize("text", ["", "0", "-5", "1+", "+5", "60+-1", "nan", "inf", "1e9", "5+5+5"])
def test_what_is_no_clock_is_refused(text: str) -> None:
    with pytest.raises(BadClock, match="is no clock: 60 is so many seconds"):
        Clock.read(text)


def clocks(guest: Guest) -> list[tuple[float, bool]]:
    return [(clock["left"], clock["running"]) for clock in guest.look()["clocks"]]


def duel(clock: str, **policy: Any) -> tuple[Any, ...]:
    fish, shelf = replace(load_game("go_fish"), opponent="random"), Shelf()
    return *table(fish, "human", "human", policy=Policy(clock=Clock.read(clock), **policy), keep=shelf), shelf


def test_whoever_runs_out_of_time_loses_and_the_record_says_so_and_is_told_again(tmp_path: Path) -> None:
    hosted, ada, bo, shelf = duel("60")
    ada.act(now=1.0)
    late = next(seat for seat, (_, running) in enumerate(clocks(ada)) if running)
    said = f"{'Bo' if late else 'Ada'}'s time has run out."
    hosted.tick(62.0)
    view = bo.look()
    assert ("over", "won", [1 - late]) == (view["phase"], view["result"]["how"], view["result"]["winners"])
    assert said in bo.lines
    assert late == shelf.record.result.out_of_time
    with pytest.raises(Refused, match="the game is over"):
        ada.act("ask 1 7")

    path = tmp_path / "late.json"
    write_record(path, shelf.record)
    record = read_record(path)
    assert shelf.record == record
    assert said in [line for block in retell(load_game("go_fish"), record, path).blocks for line in block.lines]
    again = back(shelf, "go_fish", policy=hosted.policy)
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
    assert chairs(ada)[0]["machine"]
    with pytest.raises(Refused, match="your time has run out, and a machine makes this move"):
        ada.act("ask 1 7")
    machines_play(hosted, now=62.0)
    assert not chairs(ada)[0]["machine"]
    assert (60.0, 60.0) == tuple(left for left, _ in clocks(ada))


def test_spectators_see_what_happens_hear_what_is_said_and_see_clocks_and_the_end_later() -> None:
    hosted = laid(*TWO, policy=Policy(delay=30.0, clock=Clock.read("600")), rules="house")
    watcher = Guest(hosted, hosted.watch_key)
    ada, _ = together(hosted)
    assert ("waiting", None) == (watcher.look()["phase"], watcher.look()["view"])
    hosted.tick(30.0)
    dealt = watcher.look()
    assert dealt["phase"] == "playing"
    hosted.tick(35.0)
    before = watcher.look()
    ada.act(now=40.0)
    ada.say("talk", now=40.0, text="I have the queen")
    hosted.tick(69.0)
    during = watcher.look()
    assert (dealt["view"], before["clocks"], []) == (during["view"], during["clocks"], during["events"]["lines"])
    assert not [said for view in (before, during) for said in view["talk"] if "queen" in said["text"]]
    assert 70.0 == hosted.tick(69.5)
    woken = watcher.woken
    hosted.tick(70.0)
    assert watcher.woken > woken
    later = watcher.look()
    assert ["I have the queen"] == [said["text"] for said in later["talk"]]
    assert later["events"]["lines"]
    assert dealt["view"] != later["view"]
    hosted.break_off(CardkitError("it is over"))
    assert hosted.phase == "over"
    assert ("playing", None) == hosted.views.shown(hosted)
    hosted.tick(100.0)
    assert hosted.views.shown(hosted)[0] == "over"
    assert hosted.tick(101.0) is None


@pytest.mark.parametrize("begun_again", [False, True])
@pytest.mark.parametrize("clock", ["60+5", "30"])
def test_what_is_taken_back_gives_back_its_time_with_what_was_used_taken_off(clock: str, *, begun_again: bool) -> None:
    shelf, policy = Shelf(), Policy(clock=Clock.read(clock))
    hosted, ada, bo = table(*TWO, policy=policy, keep=shelf, rules="house")
    guest, other = (ada, bo) if ada.look()["view"]["asked"] == [0] else (bo, ada)
    play = ""
    for number in range(1, 11):
        able = (one["text"] for one in guest.look()["legal"])
        play = next(text for text in able if text.startswith("play") and " 8" not in text)
        guest.act(play, now=1.2 * number - 0.2)
        if begun_again:
            hosted = back(shelf, "crazy8s", "house", policy=policy, now=hosted.now)
            ada, bo = (Guest(hosted, key, now=hosted.now) for key in filter(None, hosted.keys))
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


# Machines for people, and advice


def test_the_host_asks_whoever_is_there_to_let_a_machine_play_and_they_play_again_when_they_say_so() -> None:
    hosted, ada, bo, cem = table("crazy8s", "human", "human", "human")
    with pytest.raises(Refused, match="Cem is there, or may still come back"):
        bo.say("stand-in", seat=2)
    for yes in (False, True):
        ada.say("stand-in", seat=1)
        assert {"seat": 0, "machine": True, "lines": []} == bo.look()["asks"]
        others = cem.look()
        assert (None, "Ada asks whether a machine may play for Bo.") == (others["asks"], others["talk"][-1]["text"])
        with pytest.raises(Refused, match="nobody asks you anything"):
            cem.say("agree")
        bo.say("agree", yes=yes)
        assert yes == chairs(ada)[1]["machine"]
    assert [1] == bo.look()["can"]["stand_in"]
    while 1 not in ada.look()["view"]["asked"]:
        next(one for one in (ada, cem) if one.visitor.seat in one.look()["view"]["asked"]).act()
    with pytest.raises(Refused, match="a machine plays for you"):
        bo.act()
    assert machines_play(hosted) >= 1
    bo.say("stand-in", seat=1)
    assert ("Bo is back.", False) == (last_said(bo), chairs(bo)[1]["machine"])
    assert [] == bo.look()["can"]["stand_in"]
    ada.say("stand-in", seat=1)
    bo.leave(now=5.0)
    ada.say("stand-in", seat=1)
    assert chairs(ada)[1]["machine"]


@pytest.mark.parametrize(("stand_in", "plays"), [("at once", True), ("never", False)])
def test_a_table_may_let_machines_play_for_the_absent_at_once_or_never(stand_in: Any, *, plays: bool) -> None:
    hosted, ada, bo = table(*TWO, policy=Policy(away=5.0, stand_in=stand_in))
    ada.leave(now=1.0)
    hosted.tick(6.0)
    assert plays == chairs(bo)[0]["machine"]
    if not plays:
        with pytest.raises(Refused, match="no machine plays for people"):
            bo.say("stand-in", seat=0)


def test_a_machine_advises_and_says_why() -> None:
    hosted, ada = table("crazy8s", "human", "ai")
    ada.say("hint", id=7)
    for at_work in (False, True):
        thought = hosted.thought() if at_work else None
        with pytest.raises(Refused, match="thinks about it already"):
            ada.say("hint", id=8)
    assert thought.is_long
    hosted.done(thought, thought.choose(), 0.0)
    answer = checked(ada.visitor.answers.popleft())
    assert 7 == answer["id"]
    assert answer["action"] in [action["text"] for action in ada.look()["legal"]]
    hosted, bo = table(replace(load_game("go_fish"), opponent="search:iterations=20"), "human", "ai")
    bo.say("hint")
    machines_play(hosted)
    assert bo.visitor.answers[0]["reasons"]


# Commands


def offered_in_lines() -> dict[str, str]:
    """What `:help` shows at a prompt of the terminal."""
    order = "play crazy8s microDeck --set hand_size=3 --seat human --seat ai"
    lines = cardkit(*order.split(), typed=[":help", ":quit"]).lines
    rows = [line[3:].split(maxsplit=1) for line in lines if line.startswith("  :")]
    return {word: about for word, about in rows if word in COMMANDS}


def offered_to(guest: Guest) -> dict[str, str]:
    """The commands that somebody is offered by what they were told by now."""
    return {command.word: command.about for command in commands(told_to(guest))}


def test_every_door_says_the_same_of_a_command_and_every_command_has_a_door() -> None:
    hosted, ada = table("crazy8s", "human", "ai", policy=Policy(away=0.0))
    ada.act("draw")
    doors = [offered_in_lines(), offered_to(ada)]
    ada.say("undo", practice=True)
    doors.append(offered_to(ada))
    play_on(hosted, [ada])
    doors.append(offered_to(ada))
    hosted, ada, bo = table(*TWO, policy=Policy(away=1.0))
    bo.leave(now=0.0)
    hosted.tick(5.0)
    doors.append(offered_to(ada))
    _, ada, bo = table(*TWO)
    ada.act()
    ada.say("undo")
    doors.append(offered_to(bo))
    waiting = laid(*TWO)
    doors.append(offered_to(Guest(waiting, waiting.keys[0] or "", "Di")))
    assert set(COMMANDS) == {word for door in doors for word in door}
    for door in doors:
        for word, about in door.items():
            assert about.startswith(COMMANDS[word])


@pytest.mark.parametrize(
    ("word", "known", "found"),
    [
        ("undo", ["undo", "undo-practice"], "undo"),
        ("UND", ["undo", "redo"], "undo"),
        ("h", ["hint", "help"], ":h could be :hint or :help; type more of it"),
        ("", ["hint"], "there is no command :; :help lists them"),
        ("dance", ["hint"], "there is no command :dance; :help lists them"),
        ("Hint", ["quit", "help", "undo"], ":hint can't be done here; :help says what can"),
    ],
)
def test_a_word_means_the_command_that_it_is_or_alone_begins(word: str, known: list[str], found: str) -> None:
    try:
        said = meant(word, known)
    except Refused as refused:
        said = str(refused)
        assert found not in known
    assert found == said


# What can't be


def test_what_is_not_said_beforehand_is_asked_of_nobody() -> None:
    with pytest.raises(CannotStart, match="this has to be said beforehand: Choose a file to load the deck from:"):
        laid(*TWO, rules="classic")
    with pytest.raises(UnknownName):
        laid("crazy8s", "human", "nobody")
    with pytest.raises(CannotStart):
        laid("hearts", "human")


GAME = TESTS / "data" / "faulty_game.py"
HARMS = {
    "odd looks": f"""
from cardkit.plugins.registry import load_game

class Odd(load_game({str(GAME)!r}).game):
    def looks(self, pile):
        return "pyramid" if pile == "heap" else None
""",
    "a player that raises": """
def player(view, legal):
    raise ZeroDivisionError("oh")
""",
    "a player that can't sit down": """
class player:
    def __init__(self, rng): pass
    def begin(self, seating, view): raise ZeroDivisionError("oh")
    def told(self, events, view): pass
    def choose(self, view, legal): return legal[0]
""",
}


def broken_off(*wish: str, keep: Shelf | None = None) -> tuple[Hosted, dict[str, Any]]:
    """A table whose game was broken off in a sentence, after which nobody can act, and what is seen of it."""
    hosted, ada = table(*wish, keep=keep)
    ada.look()
    play_on(hosted, [ada], most=20)
    view = ada.look()
    assert ("over", "broken-off", False) == (view["phase"], view["result"]["how"], view["can"]["rematch"])
    with pytest.raises(Refused, match="the game is over"):
        ada.act("take 1")
    return hosted, view


def test_a_game_that_raises_ends_its_own_table_in_a_sentence_and_its_record_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAULTY_PLACE", "apply")
    monkeypatch.setenv("FAULTY_KIND", "oh")
    shelf = Shelf()
    hosted, view = broken_off(str(GAME), "human", "ai", keep=shelf)
    assert "faulty is at fault: KeyError in apply: 'oh'" in view["result"]["text"]
    assert ["take 1"] * 4 == shelf.record.actions == hosted.at_end().log.record.actions
    (tmp_path / "odd.py").write_text(HARMS["odd looks"], encoding="utf-8")
    _, view = broken_off(str(tmp_path / "odd.py"), "human", "random")
    assert view["view"] is None
    assert "looks has to return stack, row, fan, grid" in view["result"]["text"]
    assert "'pyramid' (odd.py, line" in view["result"]["text"]


@pytest.mark.parametrize("harm", ["a player that raises", "a player that can't sit down"])
def test_a_machine_that_raises_or_can_not_sit_down_ends_its_own_table(harm: str, tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(HARMS[harm], encoding="utf-8")
    _, view = broken_off("crazy8s", "human", str(tmp_path / "bad.py"))
    assert "bad.py" == view["presence"]["chairs"][1]["player"], "a file is called by its name alone"
    assert "is at fault: ZeroDivisionError: oh" in view["result"]["text"]


FIRST = """#!/usr/bin/env bash
while read -r line; do
  case $line in *'"type":"turn"'*) legal=${line##*'"legal":["'}; echo "${legal%%'"'*}" ;; esac
done
"""


def test_a_program_plays_is_told_what_happens_and_is_told_again_where_a_choice_is_taken_back(tmp_path: Path) -> None:
    program = tmp_path / "first.sh"
    program.write_text(FIRST, encoding="utf-8")
    program.chmod(0o755)
    shelf = Shelf()
    hosted, ada = table("crazy8s", "human", str(program), keep=shelf)
    play_on(hosted, [ada], most=6)
    before = len(hosted.record.actions)
    ada.say("undo", practice=True)
    assert len(hosted.record.actions) < before
    hosted.close()
    again = back(shelf)
    play_on(again, [Guest(again, str(again.keys[0]))])
    assert again.phase == "over"
    assert not again.fault
